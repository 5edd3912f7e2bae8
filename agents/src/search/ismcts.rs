//! Information-set tree search: one tree over many worlds that the seat cannot tell apart.

use std::fmt;
use std::time::Instant;

use fogbound_env::{Action, Game, Perspective, Rng, Seat};
use rayon::prelude::*;

use super::answer::{Findings, draw};
use super::guide::Guide;
use super::halving::halve;
use super::leaf::Leaf;
use super::options::{Countdown, Observers, Options, Origin, Root};
use super::walk::{Frame, Sight, Walker};
use crate::Agent;
use crate::belief::{Belief, Dealt};
use crate::thoughts::Thoughts;

/// What one thread of a search thinks with.
pub struct Tools<G: Game> {
    /// How positions at the edge of the tree are valued.
    pub leaf: Leaf<G>,
    /// Which worlds are thought possible.
    pub belief: Box<dyn Belief<G>>,
    /// What is promising, and how others play, as far as that is not to be found out.
    pub guide: Guide<G>,
}

impl<G: Game> Default for Tools<G> {
    /// Random rollouts in the worlds that the game deals.
    fn default() -> Tools<G> {
        Tools { leaf: Leaf::Random, belief: Box::new(Dealt), guide: Guide::default() }
    }
}

impl<G: Game> fmt::Debug for Tools<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tools").field("leaf", &self.leaf).finish_non_exhaustive()
    }
}

/// Information-set Monte-Carlo tree search, for one observer or for several.
///
/// Every simulation begins in another world of the seat's belief. Where seats choose at once, each mixes its choices
/// by regret matching (unless told otherwise), and the answer is drawn from the average strategy.
///
/// ```
/// use fogbound_agents::Agent;
/// use fogbound_agents::search::{Budget, Ismcts, Options};
/// use fogbound_env::games::goofspiel::Goofspiel;
/// use fogbound_env::{Game, Perspective, Rng, Seat};
///
/// let (_, tiny) = Goofspiel::presets().into_iter().find(|(name, _)| *name == "tiny").unwrap();
/// let game = Goofspiel::new(tiny).unwrap();
/// let mut agent = Ismcts::new(Options { budget: Budget::simulations(200), ..Options::default() });
/// let action = agent.act(&Perspective::new(&game, &game.start(), Seat(0)), &mut Rng::new(1));
/// assert_eq!(action.0, 2, "the first prize is worth the highest card");
/// assert_eq!(agent.thoughts().unwrap().simulations, 200);
/// ```
#[derive(Debug)]
pub struct Ismcts<G: Game> {
    options: Options,
    workers: Vec<Worker<G>>,
    thoughts: Option<Thoughts>,
}

/// One thread's tree and belief.
struct Worker<G: Game> {
    walker: Walker<G>,
    belief: Box<dyn Belief<G>>,
    simulations: u64,
}

impl<G: Game> fmt::Debug for Worker<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").field("walker", &self.walker).finish_non_exhaustive()
    }
}

impl<G: Game> Ismcts<G> {
    /// A search with random rollouts in the worlds that the game deals.
    pub fn new(options: Options) -> Ismcts<G> {
        Ismcts::with(options, Tools::default)
    }

    /// A search that thinks with what `tools` makes, once for each thread.
    pub fn with(options: Options, tools: impl Fn() -> Tools<G>) -> Ismcts<G> {
        let worker = |_| {
            let Tools { leaf, belief, guide } = tools();
            Worker { walker: Walker::new(options.nodes, leaf, guide), belief, simulations: 0 }
        };
        Ismcts { options, workers: (0..options.threads.max(1)).map(worker).collect(), thoughts: None }
    }

    /// The options that it was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Searches, and tells what was found; the mixed strategy to answer with is in it.
    pub fn think(&mut self, seen: &Perspective<'_, G>, rng: &mut Rng) -> &Thoughts {
        let begun = Instant::now();
        let Options { budget, origin, observers, root, turns, planning, reuse, .. } = self.options;
        let sight = match observers {
            Observers::Single => Sight::Of(seen.seat()),
            Observers::Multiple => Sight::Own,
        };
        let frame = Frame::new(seen.game(), seen.seat(), sight, turns, planning);
        let key = Frame::<G>::key(seen.key(), seen.seat());
        let seed = u64::from(rng.bits()) << 32 | u64::from(rng.bits());
        let threads = self.workers.len();
        let search = |(thread, worker): (usize, &mut Worker<G>)| {
            let mut rng = Rng::stream(seed, thread as u64);
            worker.walker.begin_search(reuse);
            worker.belief.update(seen, &mut rng);
            let mut countdown = budget.share(thread, threads).start(begun);
            // A forced choice needs no thought, but what is believed goes on from it.
            if seen.legal().len() > 1 {
                let belief = &mut worker.belief;
                let world = |rng: &mut Rng| match origin {
                    Origin::Here => belief.world(seen, rng),
                    Origin::Start => seen.game().start(),
                };
                let walker = &mut worker.walker;
                match root {
                    Root::ByRule => by_rule(walker, &frame, world, &mut countdown, &mut rng),
                    Root::Halving { candidates, step } => {
                        halve(walker, &frame, key, (candidates, step), world, &mut countdown, &mut rng);
                    }
                }
            }
            worker.simulations = countdown.made();
        };
        if threads == 1 {
            self.workers.iter_mut().enumerate().for_each(search);
        } else {
            self.workers.par_iter_mut().enumerate().for_each(search);
        }
        let mut findings = Findings::new(&seen.legal());
        for worker in &self.workers {
            findings.add(&frame, &worker.walker.nodes, key);
            findings.add_work(worker.simulations, worker.walker.depth);
        }
        self.thoughts.insert(findings.thoughts(&frame, root))
    }
}

/// Spends the budget as the rule of the root wants it.
fn by_rule<G: Game>(
    walker: &mut Walker<G>,
    frame: &Frame<'_, G>,
    mut world: impl FnMut(&mut Rng) -> G::State,
    countdown: &mut Countdown,
    rng: &mut Rng,
) {
    while countdown.take() {
        let state = world(rng);
        walker.simulate(frame, state, rng);
    }
}

impl<G: Game> Agent<G> for Ismcts<G> {
    fn begin(&mut self, seat: Seat) {
        for worker in &mut self.workers {
            worker.walker.begin_search(false);
            worker.belief.begin(seat);
        }
        self.thoughts = None;
    }

    fn act(&mut self, seen: &Perspective<'_, G>, rng: &mut Rng) -> Action {
        let action = draw(self.think(seen, rng), rng);
        self.workers.iter_mut().for_each(|worker| worker.belief.acted(seen, action));
        action
    }

    fn thoughts(&self) -> Option<&Thoughts> {
        self.thoughts.as_ref()
    }
}
