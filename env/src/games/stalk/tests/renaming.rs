//! Survivors are alike: under the names that [`Game::renamings`] tells, a seat sees and can do the same, and the game goes
//! on in the same way.

use super::*;
use crate::games::stalk::act::ACT;
use crate::games::stalk::heard::{Said, Told};
use crate::games::stalk::ways::Four;
use crate::{Action, ActionSet, Renaming};

/// Which slot each survivor gets.
fn order(renaming: &Renaming) -> [usize; 4] {
    std::array::from_fn(|slot| usize::from(renaming.actions()[usize::from(ACT) + slot] - ACT))
}

fn moved<T: Copy>(list: [T; 4], order: [usize; 4]) -> [T; 4] {
    let mut moved = list;
    order.into_iter().enumerate().for_each(|(from, to)| moved[to] = list[from]);
    moved
}

fn moved_bits(bits: u8, order: [usize; 4]) -> u8 {
    order.into_iter().enumerate().fold(bits & 0xF0, |set, (from, to)| set | (bits >> from & 1) << to)
}

/// What was announced of the survivors in this round, of others of them.
fn renamed_told(told: &Told, named: impl Fn(Slot) -> Slot) -> Told {
    let mut other = Told::NOTHING;
    other.push(Event::Round(1));
    for said in told.of_survivors() {
        other.push(match said {
            Said::Vault(slot, cell) => Event::Vault(Who::Survivor(named(slot)), cell),
            Said::Palette(cell) => Event::PaletteDown(cell),
            Said::Repair(cell) => Event::GeneratorAlert(cell),
            Said::Tile(slot, cell) => Event::Trap(named(slot), cell),
            Said::Flashlight => Event::Flashlight(Cell(0)),
            Said::Unhooked(slot, cell) => Event::Unhooked(named(slot), cell),
            Said::Rescued(slot, cell) => Event::Rescued(named(slot), cell),
        });
    }
    other
}

/// The same position with the survivors in another order. What was heard goes with them only as far as it can still
/// matter: digests are left out, and what was announced of the killer in this round.
fn renamed(state: &State, order: [usize; 4]) -> State {
    let mut state = *state;
    let named = |Slot(slot): Slot| Slot(order[usize::from(slot)] as u8);
    let State { public, survivors, killer } = &mut state;
    public.status = moved(public.status, order);
    public.hooks = moved(public.hooks, order);
    public.lost = moved_bits(public.lost, order);
    public.chased = moved_bits(public.chased, order);
    public.told = renamed_told(&public.told, named);
    let known = &mut public.known;
    let ways = known.ways.unfold(&known.survivors);
    let ways: Vec<Four> = ways.map(|(_, way)| moved(way, order)).collect();
    known.survivors = known.ways.fold(ways.iter());
    known.idle = moved_bits(known.idle, order);
    known.moved = moved_bits(known.moved, order);
    let [a, b, c, d, killers] = known.seen;
    let [a, b, c, d] = moved([a, b, c, d], order);
    known.seen = [a, b, c, d, killers];
    survivors.at = moved(survivors.at, order);
    survivors.to_act = moved_bits(survivors.to_act, order);
    survivors.node = match survivors.node {
        Node::Roll(slot) => Node::Roll(named(slot)),
        Node::Walk(walk) => Node::Walk(Walk { slot: named(walk.slot), ..walk }),
        Node::Repair(slot) => Node::Repair(named(slot)),
        Node::Escape(slot) => Node::Escape(named(slot)),
        Node::Draw(slot) => Node::Draw(named(slot)),
        node @ (Node::Wait | Node::Order | Node::Call) => node,
    };
    (survivors.memory, killer.memory) = (0, 0);
    state
}

fn check_sight(game: &Stalk, state: &State, renaming: &Renaming) {
    let other = renamed(state, order(renaming));
    let seat = renaming.seat();
    let numbers = |state: &State| {
        let mut numbers = vec![0.0; Stalk::SCHEMA.len()];
        game.observe(&game.view(state, seat), &mut numbers);
        numbers
    };
    let (seen, mut expected) = (numbers(state), vec![f32::NAN; Stalk::SCHEMA.len()]);
    for (number, &to) in seen.iter().zip(renaming.observation()) {
        expected[usize::from(to)] = *number;
    }
    assert_eq!(numbers(&other), expected);
    let named = |action: Action| Action(renaming.actions()[action.index()]);
    let legal: ActionSet = game.legal(state, seat).iter().map(named).collect();
    assert_eq!(game.legal(&other, seat), legal);
}

/// One step of a random game, and the same step under other names.
fn step(game: &Stalk, state: &mut State, renaming: &Renaming, rng: &mut Rng) {
    let mut other = renamed(state, order(renaming));
    match game.turn(state) {
        Turn::Chance => {
            let id = game.draw(state, rng);
            game.fall(state, id, &mut Silence);
            game.fall(&mut other, id, &mut Silence);
        }
        Turn::Act(acting) => {
            let seat = acting.lowest().unwrap();
            let action = rollout::random_action(&game.legal(state, seat), rng);
            let play = |state: &mut State, action: Action| {
                let mut joint = Joint::NONE;
                joint.set(game.turn(state).acting().lowest().unwrap(), action);
                game.apply(state, &joint, &mut Silence);
            };
            play(state, action);
            play(&mut other, Action(renaming.actions()[action.index()]));
        }
        Turn::Over => {}
    }
    // Whatever was announced on the way, it is left out of both.
    assert_eq!(renamed(&other, [0, 1, 2, 3]), renamed(state, order(renaming)));
}

#[test]
fn survivors_in_another_order_are_the_same_game() {
    for survivors in 2..=4 {
        let game = Stalk::new(Setup { survivors, round_limit: 20, ..Setup::default() }).unwrap();
        let renamings = game.renamings();
        // All orders for the killer, and for each survivor all of those behind it.
        assert_eq!(renamings.len(), [1, 5 + 1, 23 + 5 + 1][usize::from(survivors) - 2]);
        let mut rng = Rng::new(u64::from(survivors));
        for _ in 0..8 {
            let mut state = game.start();
            while game.turn(&state) != Turn::Over {
                let renaming = &renamings[rng.below(renamings.len() as u32) as usize];
                check_sight(&game, &state, renaming);
                step(&game, &mut state, renaming, &mut rng);
            }
        }
    }
}

/// S2.5: in a fixed order it matters who comes first.
#[test]
fn survivors_in_a_fixed_order_have_their_names() {
    let setup = Setup { order: Order::Clockwise, ..Setup::default() };
    assert!(Stalk::new(setup).unwrap().renamings().is_empty());
}
