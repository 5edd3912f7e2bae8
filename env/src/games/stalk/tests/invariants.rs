//! What holds in every state of long random games.

use std::time::Instant;

use super::*;
use crate::games::stalk::content::TILES;
use crate::games::stalk::state::Public;

fn games() -> Vec<Stalk> {
    let mut setups: Vec<Setup> = Stalk::presets().into_iter().map(|(_, setup)| setup).collect();
    let custom = Decks::Custom { survivors: [1, 2, 2, 3, 4, 1, 0], killer: [0, 0, 2, 4, 0, 3, 1] };
    setups.push(Setup { decks: custom, hook_on_call: false, repairs_to_win: 3, ..Setup::default() });
    setups.push(Setup { survivors: 2, decks: Decks::Small, ..Setup::default() });
    setups.into_iter().map(|setup| Stalk::new(setup).unwrap()).collect()
}

fn check(game: &Stalk, state: &State) {
    let public = &state.public;
    // S1.10, part 4: the truth is always possible.
    for slot in (0..game.setup.survivors).map(Slot) {
        if public.status[slot.index()] != Status::Out {
            let trail = game.trail_now(public, Who::Survivor(slot));
            let cell = state.survivors.at[slot.index()];
            assert!(trail.possible().has(cell), "{slot:?} on {cell:?} is not in {trail:?} of {state:?}");
            assert!(
                trail.0.windows(2).all(|pair| (pair[0] & !pair[1]).is_empty()),
                "{trail:?} is not nested"
            );
        }
    }
    // All that is heard can be explained: otherwise everybody would be taken to be anywhere, on every vault at once.
    let all: Cells = (0..game.board.cells).map(Cell).collect();
    assert!(
        game.board.vaults.is_empty() || public.known.survivors.iter().all(|trail| trail.possible() != all)
    );
    let trail = game.trail_now(public, Who::Killer);
    assert!(trail.possible().has(state.killer.at), "the killer is not in {trail:?} of {state:?}");
    // Tiles are in the deck or on the board; a used Bush is in the deck again (S5.5).
    let left = |deck: &[u8; TILES]| deck.iter().map(|&n| u32::from(n)).sum::<u32>();
    let laid = state.survivors.covered.len();
    assert_eq!(left(&state.survivors.deck) + laid, left(&game.decks[0]));
    assert_eq!(left(&state.killer.deck) + state.killer.covered.len(), left(&game.decks[1]));
    assert!((state.survivors.bushes & !state.survivors.covered).is_empty());
    // S3.11: no tile lies on a map element.
    assert!(((state.survivors.covered | state.killer.covered) & !game.board.plain).is_empty());
    // S6, S7: only free survivors are chased; hook counts and status agree.
    for slot in (0..4).map(Slot) {
        let (status, hooks) = (public.status[slot.index()], public.hooks[slot.index()]);
        assert!(status == Status::Free || public.chased & slot.bit() == 0);
        let absent = game.everybody & slot.bit() == 0;
        assert!(
            absent || (status == Status::Out) == (hooks == 2) && (status != Status::Hooked || hooks == 1)
        );
    }
    assert!((public.down & public.broken).is_empty());
    assert!(matches!(public.phase, Phase::Over(_)) || public.round <= game.setup.round_limit);
}

#[test]
fn random_games_keep_the_invariants() {
    for game in games() {
        for i in 0..60 {
            let mut rng = Rng::stream(41, i);
            let mut state = game.start();
            while game.turn(&state) != Turn::Over {
                check(&game, &state);
                step(&game, &mut state, &mut rng);
            }
            check(&game, &state);
        }
    }
}

/// Players who repair, call and stay together meet more often than random ones do.
#[test]
fn eager_games_keep_the_invariants() {
    for game in games() {
        for i in 0..60 {
            let mut rng = Rng::stream(43, i);
            let mut state = game.start();
            while game.turn(&state) != Turn::Over {
                check(&game, &state);
                let Some(seat) = game.turn(&state).acting().lowest() else {
                    step(&game, &mut state, &mut rng);
                    continue;
                };
                let legal = game.legal(&state, seat);
                let eager = [Act::Repair, Act::Call, Act::Stop].map(Act::action);
                let on_generator =
                    game.board.generators.has(state.survivors.at[usize::from(seat.0.max(1) - 1)]);
                let wanted = eager.into_iter().find(|&action| {
                    legal.contains(action)
                        && (action != Act::Stop.action() || on_generator)
                        && rng.below(4) > 0
                });
                let action = wanted.unwrap_or_else(|| rollout::random_action(&legal, &mut rng));
                game.apply(&mut state, &Joint::one(seat, action), &mut Silence);
            }
            check(&game, &state);
        }
    }
}

/// Part 4, S12.4: what is dealt fits all that can be told of it, and the four survivors know the same.
#[test]
fn s12_4_deals_fit_what_is_known_and_survivors_know_the_same() {
    for game in games() {
        for i in 0..12 {
            let mut rng = Rng::stream(42, i);
            let mut state = game.start();
            while game.turn(&state) != Turn::Over {
                if let Turn::Act(_) = game.turn(&state) {
                    let views: Vec<_> =
                        (0..game.seats() as u8).map(|seat| game.view(&state, Seat(seat))).collect();
                    assert!(views[2..].iter().all(|view| view.own == views[1].own));
                    for view in &views[..2] {
                        check(&game, &game.deal(view, &mut rng));
                    }
                    if state.public.phase == Phase::Killer {
                        let free = state.public.with_status(Status::Free) & game.everybody;
                        let (known, at) = (&state.public.known, game.deal(&views[0], &mut rng).survivors.at);
                        assert!(known.ways.allow(&known.survivors, free, at), "{at:?} do not fit together");
                        assert!(known.ways.allow(&known.survivors, free, state.survivors.at));
                    }
                }
                step(&game, &mut state, &mut rng);
            }
        }
    }
}

fn step(game: &Stalk, state: &mut State, rng: &mut Rng) {
    match game.turn(state) {
        Turn::Over => {}
        Turn::Chance => {
            let id = game.draw(state, rng);
            game.fall(state, id, &mut Silence);
        }
        Turn::Act(acting) => {
            let seat = acting.lowest().expect("somebody acts");
            let action = rollout::random_action(&game.legal(state, seat), rng);
            game.apply(state, &Joint::one(seat, action), &mut Silence);
        }
    }
}

/// The state stays small (at most 1 KiB), so that searching it is cheap.
#[test]
fn states_are_small() {
    assert!(size_of::<State>() <= 1024, "{}", size_of::<State>());
}

/// What it costs to bring the sets of possible cells forward, beside all of random play:
/// `cargo test --release -p fogbound-env what_the_sets_cost -- --ignored --nocapture`.
#[test]
#[ignore = "prints times and checks nothing"]
fn what_the_sets_cost() {
    for (name, setup) in Stalk::presets() {
        let game = Stalk::new(setup).unwrap();
        let mut turns: [Vec<Public>; 2] = Default::default();
        let (mut rng, mut decisions, mut rounds) = (Rng::new(3), 0, 0);
        let start = Instant::now();
        while decisions < 2_000_000 {
            let mut state = game.start();
            while game.turn(&state) != Turn::Over {
                step(&game, &mut state, &mut rng);
                decisions += 1;
            }
            rounds += u32::from(state.public.round);
        }
        let round = 1e9 * start.elapsed().as_secs_f64() / f64::from(rounds);
        while turns[0].len() < 10_000 {
            let mut state = game.start();
            while game.turn(&state) != Turn::Over {
                let phase = state.public.phase;
                let before = state.public;
                step(&game, &mut state, &mut rng);
                // A phase has just ended: what its end did to the sets is done again below.
                match phase {
                    Phase::Survivors if state.public.phase == Phase::Killer => turns[0].push(before),
                    Phase::Killer if state.public.phase == Phase::Survivors => turns[1].push(before),
                    _ => {}
                }
            }
        }
        let cost = |publics: &[Public], work: &dyn Fn(&mut Public)| {
            let timed = |work: &dyn Fn(&mut Public)| {
                let start = Instant::now();
                for public in publics {
                    work(std::hint::black_box(&mut public.clone()));
                }
                start.elapsed().as_secs_f64() / publics.len() as f64
            };
            timed(&|_| {});
            1e9 * (timed(work) - timed(&|_| {}))
        };
        let survivors = cost(&turns[0], &|public| game.know_phase_over(public));
        let killer = cost(&turns[1], &|public| game.know_killer_moved(public));
        println!(
            "{name}: a round of {:.0} decisions takes {round:.0} ns; the sets {survivors:.0} for the survivors, {killer:.0} \
             for the killer",
            f64::from(decisions) / f64::from(rounds)
        );
    }
}
