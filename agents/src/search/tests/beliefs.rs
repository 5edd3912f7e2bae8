//! What is believed shows in what is played.

use std::sync::Arc;

use fogbound_env::games::leduc::Leduc;
use fogbound_env::{Rng, Seat};

use super::*;
use crate::belief::{Belief, Dealt, Particles, Reweighted};
use crate::policy::Uniform;
use crate::search::{Ismcts, Tools};
use crate::{Agent, Policy, Random, arena};

/// Bets kings and nothing else.
struct Honest;

impl Policy<Kuhn> for Honest {
    fn weigh(&mut self, seen: &Perspective<'_, Kuhn>, weights: &mut Vec<f32>) {
        let mut numbers = vec![0.0; Kuhn::SCHEMA.len()];
        seen.observe(&mut numbers);
        let king = numbers[Kuhn::SCHEMA.start("card") + 2];
        weights.extend([1.0 - king, king]);
    }
}

fn believing<G: Game>(belief: impl Fn() -> Box<dyn Belief<G>>, options: Options) -> Ismcts<G> {
    Ismcts::with(options, || Tools { belief: belief(), ..Tools::default() })
}

/// A queen calls a bet that may come from a jack, and folds to one who bets nothing but kings.
#[test]
fn a_queen_folds_to_the_honest() {
    let game = kuhn();
    let seen = kuhn_seen(&game, [0, 1], &[1]);
    let chance_to_call = |mut agent: Ismcts<Kuhn>| {
        agent.begin(Seat(1));
        agent.think(&seen, &mut Rng::new(1)).considered[1].probability
    };
    for rule in RULES {
        let options = ruled(rule, 500);
        assert!(chance_to_call(believing(|| Box::new(Dealt), options)) > 0.9);
        let weighted = || -> Box<dyn Belief<Kuhn>> { Box::new(Reweighted::new(Box::new(Honest), 50)) };
        assert!(chance_to_call(believing(weighted, options)) < 0.1);
        let filtered =
            || -> Box<dyn Belief<Kuhn>> { Box::new(Particles::new(Box::new(Honest), Box::new(Dealt), 50)) };
        assert!(chance_to_call(believing(filtered, options)) < 0.1);
    }
}

/// Whole games on several threads, each with its own worlds, come out the same again.
#[test]
fn filtered_worlds_are_reproducible() {
    let game = Arc::new(Leduc::new(Default::default()).unwrap());
    let run = || {
        let filter =
            || -> Box<dyn Belief<Leduc>> { Box::new(Particles::new(Box::new(Uniform), Box::new(Dealt), 40)) };
        let mut agent = believing(filter, Options { threads: 2, ..ruled(Selection::UCT, 100) });
        arena::play(&game, &mut [&mut agent, &mut Random], 4, 30).unwrap()
    };
    assert_eq!(run(), run());
}
