//! Chance falls as declared.

use std::collections::BTreeMap;

use fogbound_env::{Game, Illegal, Outcome, Rng, Silence, Turn};

use crate::walk::Trace;

/// Draws at each node whose frequencies are looked at, and how many such nodes there are at most.
const DRAWS: u32 = 2_000;
const NODES: u32 = 50;

pub(crate) fn check<G: Game>(game: &G, games: u64) {
    let mut sampled = 0;
    for i in 0..games {
        let mut rng = Rng::stream(13, i);
        let trace = Trace::random(game, &mut rng);
        for state in trace.states.iter().filter(|state| game.turn(state) == Turn::Chance) {
            let outcomes = outcomes(game, state);
            assert!(outcomes.len() > 1, "chance is asked although it can fall one way only, in {state:?}");
            assert!(outcomes.windows(2).all(|pair| pair[0].id < pair[1].id), "{outcomes:?} do not ascend");
            assert!(outcomes.iter().all(|outcome| outcome.weight > 0), "{outcomes:?} have an empty one");
            let sum: u32 = outcomes.iter().map(|outcome| outcome.weight).sum();
            assert_eq!(sum, game.chance_total(state), "the declared total, in {state:?}");
            refuse_impossible(game, state, &outcomes);
            if sampled < NODES {
                sampled += 1;
                check_frequencies(game, state, &outcomes, &mut rng);
            }
        }
    }
}

fn outcomes<G: Game>(game: &G, state: &G::State) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    game.outcomes(state, &mut |outcome| outcomes.push(outcome));
    outcomes
}

fn refuse_impossible<G: Game>(game: &G, state: &G::State, outcomes: &[Outcome]) {
    let highest = outcomes.iter().map(|outcome| outcome.id).max().expect("there are outcomes");
    for id in (0..=highest.saturating_add(2)).chain([u16::MAX]) {
        let mut next = state.clone();
        let fallen = game.try_fall(&mut next, id, &mut Silence);
        if outcomes.iter().any(|outcome| outcome.id == id) {
            assert_eq!(fallen, Ok(()));
        } else {
            assert_eq!(fallen, Err(Illegal::Outcome { id }));
            assert_eq!(next, *state, "a refused outcome changed the state");
        }
    }
}

/// Chi-squared has as mean its degrees of freedom `f` and as deviation `sqrt(2f)`; six deviations do not happen.
fn check_frequencies<G: Game>(game: &G, state: &G::State, outcomes: &[Outcome], rng: &mut Rng) {
    let mut seen: BTreeMap<u16, f64> = outcomes.iter().map(|outcome| (outcome.id, 0.0)).collect();
    for _ in 0..DRAWS {
        *seen.get_mut(&game.draw(state, rng)).expect("a drawn outcome is a listed one") += 1.0;
    }
    let total = f64::from(game.chance_total(state));
    let chi2: f64 = outcomes
        .iter()
        .map(|outcome| {
            let expected = f64::from(DRAWS) * f64::from(outcome.weight) / total;
            (seen[&outcome.id] - expected).powi(2) / expected
        })
        .sum();
    let free = outcomes.len() as f64 - 1.0;
    assert!(chi2 < free + 6.0 * (2.0 * free).sqrt() + 6.0, "{seen:?} does not fit {outcomes:?}");
}
