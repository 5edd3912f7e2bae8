//! Few simulations for many actions.

use fogbound_env::{Action, Rng, Seat};

use super::*;
use crate::Agent;
use crate::belief::Dealt;
use crate::policy::Policy;
use crate::search::{Guide, Ismcts, Leaf, Root, Tools};

fn halving(simulations: u64, candidates: usize, step: f32) -> Options {
    let root = Root::Halving { candidates, step };
    Options { root, budget: Budget::simulations(simulations), ..Options::default() }
}

#[test]
fn kuhn_never_folds_a_king_nor_calls_with_a_jack() {
    let game = kuhn();
    // Card of the second player, who faces a bet: 0 is the jack, 2 the king; 0 folds, 1 calls.
    for (card, right) in [(2, 1), (0, 0)] {
        let mut agent = Ismcts::new(halving(64, 2, 20.0));
        agent.begin(Seat(1));
        agent.act(&kuhn_seen(&game, [1, card], &[1]), &mut Rng::new(3));
        let thoughts = agent.thoughts().unwrap();
        assert!(thoughts.considered[right].probability > 0.95, "{card}: {thoughts:?}");
    }
}

#[test]
fn the_budget_is_spent_on_the_candidates_and_most_of_it_on_the_best() {
    let game = goofspiel("default");
    let seen = Perspective::new(&game, &after_the_first_prize(&game), Seat(1));
    let mut agent = Ismcts::new(halving(400, 4, 20.0));
    let thoughts = agent.think(&seen, &mut Rng::new(5)).clone();
    assert_eq!(thoughts.simulations, 400);
    let chances: f64 = thoughts.considered.iter().map(|one| one.probability).sum();
    assert!((chances - 1.0).abs() < 1e-9);
    let mut visits: Vec<u64> = thoughts.considered.iter().map(|one| one.visits).filter(|&v| v > 0).collect();
    visits.sort_unstable();
    // The first simulation makes the root; then two rounds of 200, for four actions and for two.
    assert_eq!(visits, [50, 50, 149, 150]);
}

/// Favours the lowest action.
struct Low;

impl<G: Game> Policy<G> for Low {
    fn weigh(&mut self, seen: &Perspective<'_, G>, weights: &mut Vec<f32>) {
        weights.extend((0..seen.legal().len()).map(|rank| if rank == 0 { 3.0 } else { 1.0 }));
    }
}

#[test]
fn without_a_step_the_answer_is_the_prior_and_a_step_leads_to_what_is_better() {
    let game = goofspiel("tiny");
    let seen = Perspective::new(&game, &after_the_first_prize(&game), Seat(0));
    let chances = |step: f32| -> Vec<f64> {
        let tools = || Tools {
            leaf: Leaf::Random,
            belief: Box::new(Dealt),
            guide: Guide::new(Some(Box::new(Low)), None),
        };
        let mut agent = Ismcts::with(halving(200, 8, step), tools);
        agent.think(&seen, &mut Rng::new(1)).considered.iter().map(|one| one.probability).collect()
    };
    let (prior, some, more) = (chances(0.0), chances(5.0), chances(50.0));
    let rest = (prior.len() - 1) as f64;
    assert!((prior[0] - 3.0 / (3.0 + rest)).abs() < 1e-6, "{prior:?}");
    let last = prior.len() - 1;
    assert!(prior[last] < some[last] && some[last] < more[last], "{prior:?} {some:?} {more:?}");
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    let game = goofspiel("default");
    let seen = Perspective::new(&game, &after_the_first_prize(&game), Seat(1));
    let answer = |seed| {
        let mut agent = Ismcts::new(halving(100, 8, 20.0));
        agent.think(&seen, &mut Rng::new(seed)).clone()
    };
    assert_eq!(answer(7), answer(7));
    assert_ne!(answer(7), answer(8));
    let _: Action = Ismcts::new(halving(100, 8, 20.0)).act(&seen, &mut Rng::new(1));
}
