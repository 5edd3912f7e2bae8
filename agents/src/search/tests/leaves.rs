//! Every way to value a leaf.

use fogbound_env::games::leduc::Leduc;
use fogbound_env::games::trial::Trial;
use fogbound_env::{Rng, rollout};

use super::*;
use crate::policy::Uniform;
use crate::search::{Evaluator, Ismcts, Leaf, Stop, Tools};
use crate::{Agent, Heuristic, Policy};

/// Judges by rolling out worlds that the viewer thinks possible, and finds all actions equally promising.
struct Sampling {
    policy: Uniform,
    rng: Rng,
    worlds: u32,
}

impl<G: Game> Evaluator<G> for Sampling {
    fn evaluate(&mut self, seen: &Perspective<'_, G>, prior: &mut Vec<f32>) -> f32 {
        self.policy.weigh(seen, prior);
        let game = seen.game();
        let sum: f32 = (0..self.worlds)
            .map(|_| {
                let mut world = seen.deal(&mut self.rng);
                rollout::play_out(game, &mut world, &mut self.rng, &mut Silence);
                game.returns(&world)[seen.seat().index()]
            })
            .sum();
        sum / self.worlds as f32
    }
}

/// Finds every position even.
struct Even;

impl<G: Game> Heuristic<G> for Even {
    fn value(&mut self, _: &Perspective<'_, G>) -> f32 {
        0.0
    }
}

fn tools<G: Game>(leaf: Leaf<G>) -> Tools<G> {
    Tools { leaf, ..Tools::default() }
}

/// One way to value leaves, to be made anew for each thread.
type MakeLeaf<G> = fn() -> Leaf<G>;

#[test]
fn all_find_that_a_king_calls() {
    let game = kuhn();
    let leaves: [MakeLeaf<Kuhn>; 4] = [
        || Leaf::Random,
        || Leaf::policy(Box::new(Uniform)),
        || Leaf::Judged(Box::new(Sampling { policy: Uniform, rng: Rng::new(7), worlds: 4 })),
        || Leaf::Rollout { policy: None, stop: Stop::After { decisions: 1, judge: Box::new(Even) } },
    ];
    for leaf in leaves {
        for rule in RULES {
            let mut agent = Ismcts::with(ruled(rule, 2_000), || tools(leaf()));
            let thoughts = agent.think(&kuhn_seen(&game, [1, 2], &[1]), &mut Rng::new(3));
            assert!(thoughts.considered[1].probability > 0.95, "{:?} {rule:?}: {thoughts:?}", leaf());
        }
    }
}

/// Cut at the first decision, everything is worth what the judge says.
#[test]
fn a_judge_has_the_last_word() {
    struct Gloomy;
    impl<G: Game> Heuristic<G> for Gloomy {
        fn value(&mut self, _: &Perspective<'_, G>) -> f32 {
            -0.25
        }
    }
    let game = goofspiel("default");
    let mut state = game.start();
    game.fall(&mut state, 4, &mut Silence);
    let seen = Perspective::new(&game, &state, Seat(0));
    for stop in [
        || Stop::After { decisions: 1, judge: Box::new(Gloomy) },
        || Stop::AtPlanning { judge: Box::new(Gloomy) },
        || Stop::AfterTurns { turns: 1, judge: Box::new(Gloomy) },
    ] {
        let make = || tools(Leaf::Rollout { policy: None, stop: stop() });
        let mut agent = Ismcts::with(ruled(Selection::UCT, 100), make);
        let thoughts = agent.think(&seen, &mut Rng::new(1));
        assert!(
            thoughts.considered.iter().all(|one| (one.value.unwrap() + 0.25).abs() < 1e-6),
            "{thoughts:?}"
        );
    }
}

/// Where a rollout ends at the searcher's next turn, the searcher is the one who judges, and the other loses what he wins.
#[test]
fn whoever_is_asked_judges() {
    struct Asked;
    impl<G: Game> Heuristic<G> for Asked {
        fn value(&mut self, seen: &Perspective<'_, G>) -> f32 {
            assert!(seen.seat() == Seat(0) && !seen.legal().is_empty(), "{:?} is not asked", seen.seat());
            0.5
        }
    }
    let game = Leduc::new(Default::default()).unwrap();
    let mut state = game.start();
    for card in [0, 3] {
        game.fall(&mut state, card, &mut Silence);
    }
    let seen = Perspective::new(&game, &state, Seat(0));
    let stop = || Stop::AfterTurns { turns: 1, judge: Box::new(Asked) };
    let mut agent =
        Ismcts::with(ruled(Selection::UCT, 200), || tools(Leaf::Rollout { policy: None, stop: stop() }));
    assert_eq!(agent.think(&seen, &mut Rng::new(1)).simulations, 200);
}

/// Priors say where to look first: with few simulations, what the judge likes is tried most.
#[test]
fn priors_guide_the_search() {
    struct Fan;
    impl<G: Game> Evaluator<G> for Fan {
        fn evaluate(&mut self, seen: &Perspective<'_, G>, prior: &mut Vec<f32>) -> f32 {
            prior.extend(seen.legal().iter().map(|action| if action.0 == 8 { 20.0 } else { 1.0 }));
            0.0
        }
    }
    let game = goofspiel("default");
    let mut state = game.start();
    game.fall(&mut state, 4, &mut Silence);
    let seen = Perspective::new(&game, &state, Seat(0));
    for rule in [Selection::PUCT, Selection::REGRET_MATCHING] {
        let mut agent = Ismcts::with(ruled(rule, 30), || tools(Leaf::Judged(Box::new(Fan))));
        let thoughts = agent.think(&seen, &mut Rng::new(1));
        let most = thoughts.considered.iter().max_by_key(|one| one.visits).unwrap();
        assert_eq!(most.action.0, 8, "{rule:?}: {thoughts:?}");
    }
}

/// A whole game of `trial` with each way to end a rollout: every answer is legal.
#[test]
fn trial_is_played_to_the_end() {
    let (_, small) = Trial::presets().into_iter().find(|(name, _)| *name == "small").unwrap();
    let game = std::sync::Arc::new(Trial::new(small).unwrap());
    let stops: [fn() -> Stop<Trial>; 3] = [
        || Stop::AtTheEnd,
        || Stop::After { decisions: 6, judge: Box::new(Even) },
        || Stop::AtPlanning { judge: Box::new(Even) },
    ];
    for stop in stops {
        let agent = |observers| {
            let options = Options { observers, budget: Budget::simulations(20), ..Options::default() };
            Ismcts::with(options, || tools(Leaf::Rollout { policy: Some(Box::new(Uniform)), stop: stop() }))
        };
        let mut agents = [agent(Observers::Multiple), agent(Observers::Single), agent(Observers::Multiple)];
        let mut seats: Vec<&mut dyn Agent<Trial>> =
            agents.iter_mut().map(|agent| agent as &mut dyn Agent<Trial>).collect();
        crate::arena::play(&game, &mut seats, 3, 1).unwrap();
    }
}
