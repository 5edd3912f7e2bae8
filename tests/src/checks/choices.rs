//! Legal choices apply, all others are refused without a change.

use fogbound_env::{Action, Game, Illegal, Joint, MAX_SEATS, Rng, Seat, SeatSet, Silence, Turn};

use crate::walk::{Trace, random_joint, seats};

/// Nodes looked at in each game.
const NODES: usize = 24;

pub(crate) fn check<G: Game>(game: &G, games: u64) {
    assert!(G::ACTIONS <= fogbound_env::MAX_ACTIONS);
    assert!((1..=MAX_SEATS).contains(&game.seats()));
    for i in 0..games {
        let mut rng = Rng::stream(12, i);
        let trace = Trace::random(game, &mut rng);
        for state in trace.sample(NODES, &mut rng) {
            match game.turn(state) {
                Turn::Act(acting) => check_decision(game, state, acting, &mut rng),
                Turn::Chance => refuse(game, state, &Joint::one(Seat(0), Action(0)), &Illegal::ChanceFirst),
                Turn::Over => refuse(game, state, &Joint::one(Seat(0), Action(0)), &Illegal::Over),
            }
        }
    }
}

fn check_decision<G: Game>(game: &G, state: &G::State, acting: SeatSet, rng: &mut Rng) {
    let joint = random_joint(game, state, acting, rng);
    for seat in acting.iter() {
        assert!(seats(game).any(|known| known == seat), "{seat} acts but is not at the table");
        let legal = game.legal(state, seat);
        assert!(
            legal.len() > 1 || game.asks_forced(state, seat),
            "{seat} has a single choice, which should have been made for it, in {state:?}"
        );
        assert!(
            legal.iter().all(|action| action.index() < G::ACTIONS),
            "{legal:?} has actions that are not among the {} of the list",
            G::ACTIONS
        );
        for action in (0..G::ACTIONS as u16 + 3).chain([u16::MAX - 1]).map(Action) {
            let mut joint = joint;
            joint.set(seat, action);
            if legal.contains(action) {
                let mut next = state.clone();
                game.try_apply(&mut next, &joint, &mut Silence).expect("a legal choice is played");
            } else {
                let expected = Illegal::Action { seat, action, legal: Box::new(legal) };
                refuse(game, state, &joint, &expected);
            }
        }
        let mut silent = joint;
        silent.set(seat, Action::NONE);
        refuse(game, state, &silent, &Illegal::Missing { seat });
    }
    let idle = (0..MAX_SEATS as u8).map(Seat).find(|&seat| !acting.contains(seat));
    if let Some(seat) = idle {
        let mut meddling = joint;
        meddling.set(seat, Action(0));
        refuse(game, state, &meddling, &Illegal::NotAsked { seat });
    }
    let mut next = state.clone();
    assert_eq!(game.try_fall(&mut next, 0, &mut Silence), Err(Illegal::NoChance));
    assert_eq!(next, *state);
}

fn refuse<G: Game>(game: &G, state: &G::State, joint: &Joint, expected: &Illegal) {
    let mut next = state.clone();
    let mut heard: Vec<(SeatSet, G::Event)> = Vec::new();
    assert_eq!(game.try_apply(&mut next, joint, &mut heard).as_ref(), Err(expected));
    assert_eq!(next, *state, "a refused choice changed the state");
    assert!(heard.is_empty(), "a refused choice was announced");
}
