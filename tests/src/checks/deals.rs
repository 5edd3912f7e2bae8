//! A deal looks the same to its viewer and can be played to the end, and what is forgotten of the others matters to nobody.

use fogbound_env::{Fingerprint, Game, Perspective, Rng, Silence, Turn, rollout};

use crate::walk::{Trace, play, remember, seats};

/// Nodes looked at in each game, and deals for each seat there.
const NODES: usize = 6;
const DEALS: usize = 2;

pub(crate) fn check<G: Game>(game: &G, games: u64) {
    for i in 0..games {
        let mut rng = Rng::stream(15, i);
        let trace = Trace::random(game, &mut rng);
        for node in trace.decisions(game, NODES, &mut rng) {
            for seat in seats(game) {
                for _ in 0..DEALS {
                    check_deal(game, &trace, node, seat, &mut rng);
                }
                check_forgetting(game, &trace, node, seat);
            }
        }
    }
}

fn check_deal<G: Game>(game: &G, trace: &Trace<G>, node: usize, seat: fogbound_env::Seat, rng: &mut Rng) {
    let real = Perspective::new(game, &trace.states[node], seat);
    let dealt = real.deal(rng);
    let twin = Perspective::new(game, &dealt, seat);
    assert_eq!(twin.view(), real.view(), "a deal changed the view of {seat}");
    assert_eq!(twin.legal(), real.legal(), "a deal changed the choices of {seat}");
    assert_eq!(observation(&twin), observation(&real), "a deal changed the observation of {seat}");
    assert_eq!(twin.key(), real.key());

    // As long as the real moves fit the deal and the seat hears the same, it stays impossible to tell them apart.
    let mut state = dealt.clone();
    let (mut memory, mut real_memory) = (Fingerprint::default(), Fingerprint::default());
    for n in node..trace.moves.len() {
        let (step, real_events) = (&trace.moves[n], &trace.events[n]);
        let mut trial = state.clone();
        let possible = match step {
            fogbound_env::Move::Chance(id) => game.try_fall(&mut trial, *id, &mut Silence).is_ok(),
            fogbound_env::Move::Act(joint) => game.try_apply(&mut trial, joint, &mut Silence).is_ok(),
        };
        if !possible {
            break;
        }
        memory = remember(memory, seat, step, &play(game, &mut state, step));
        real_memory = remember(real_memory, seat, step, real_events);
        if memory != real_memory {
            break;
        }
        let real = &trace.states[n + 1];
        if matches!((game.turn(&state), game.turn(real)), (Turn::Act(_), Turn::Act(_))) {
            assert_eq!(
                game.view(&state, seat),
                game.view(real, seat),
                "the same moves and events after a deal gave {seat} another view"
            );
        }
    }

    // Long games are played out from some of their deals only, which still makes thousands in all.
    if trace.moves.len() > 100 && rng.below(8) > 0 {
        return;
    }
    let mut state = dealt;
    let decisions = rollout::play_out(game, &mut state, rng, &mut Silence);
    let most = game.longest() * game.seats();
    assert!(decisions as usize <= most, "a dealt game took {decisions} decisions");
    super::returns::check_returns(game, &state);
}

/// The same moves lead to the same, whatever was forgotten.
fn check_forgetting<G: Game>(game: &G, trace: &Trace<G>, node: usize, seat: fogbound_env::Seat) {
    let mut state = trace.states[node].clone();
    game.forget(&mut state, seat);
    let mut again = state.clone();
    game.forget(&mut again, seat);
    assert_eq!(again, state, "forgetting twice is more than forgetting");
    for n in node..=trace.moves.len() {
        let real = &trace.states[n];
        assert_eq!(
            game.turn(&state),
            game.turn(real),
            "what {seat} forgot of the others changed whose turn it is"
        );
        for other in game.turn(real).acting().iter() {
            assert_eq!(game.legal(&state, other), game.legal(real, other));
        }
        let views = (game.view(&state, seat), game.view(real, seat));
        assert_eq!(views.0, views.1, "what {seat} forgot of the others changed its view");
        match trace.moves.get(n) {
            Some(step) => assert_eq!(play(game, &mut state, step), trace.events[n]),
            None => assert_eq!(game.returns(&state), game.returns(real)),
        }
    }
}

fn observation<G: Game>(seen: &Perspective<'_, G>) -> Vec<u32> {
    let mut observation = vec![0.0; G::SCHEMA.len()];
    seen.observe(&mut observation);
    observation.into_iter().map(f32::to_bits).collect()
}
