//! From what the trees hold at the root to a choice.

use fogbound_env::{Action, ActionSet, Game, Rng};

use super::nodes::Nodes;
use super::options::Root;
use super::walk::Frame;
use crate::policy::draw_rank;
use crate::thoughts::{Considered, Thoughts};

/// What was found about the actions of a root, added up over trees.
#[derive(Clone, Debug)]
pub(super) struct Findings {
    sums: Vec<Sums>,
    /// Whether the root's rule finds mixed strategies.
    mixed: bool,
    simulations: u64,
    nodes: usize,
    depth: usize,
}

#[derive(Clone, Copy, Debug)]
struct Sums {
    action: Action,
    visits: u64,
    available: u64,
    total: f64,
    average: f64,
    prior: f64,
}

impl Sums {
    fn mean(&self) -> f64 {
        self.total / self.visits as f64
    }
}

impl Findings {
    pub(super) fn new(legal: &ActionSet) -> Findings {
        let nothing = |action| Sums { action, visits: 0, available: 0, total: 0.0, average: 0.0, prior: 0.0 };
        Findings {
            sums: legal.iter().map(nothing).collect(),
            mixed: false,
            simulations: 0,
            nodes: 0,
            depth: 0,
        }
    }

    /// Adds what one tree holds at the root with this key.
    pub(super) fn add<G: Game>(&mut self, frame: &Frame<'_, G>, nodes: &Nodes, root: u64) {
        self.nodes += nodes.len();
        let Some(id) = nodes.find(root) else { return };
        self.mixed |= frame.rule(nodes.is_planning(id)).is_mixed();
        for edge in nodes.edges(id) {
            if let Ok(rank) = self.sums.binary_search_by_key(&edge.action, |sums| sums.action) {
                let sums = &mut self.sums[rank];
                sums.visits += u64::from(edge.visits);
                sums.available += u64::from(edge.available);
                sums.total += edge.total;
                sums.average += edge.average;
                sums.prior += f64::from(edge.prior);
            }
        }
    }

    /// Counts the work behind it.
    pub(super) fn add_work(&mut self, simulations: u64, depth: usize) {
        self.simulations += simulations;
        self.depth = self.depth.max(depth);
    }

    /// The priors, moved towards what proved better. What was not tried is taken to be as good as the rest.
    fn improved(&self, step: f64) -> Vec<f64> {
        let tried = || self.sums.iter().filter(|sums| sums.visits > 0);
        let weight: f64 = tried().map(|sums| sums.prior).sum();
        let usual = tried().map(|sums| sums.prior * sums.mean()).sum::<f64>() / weight.max(f64::MIN_POSITIVE);
        let value = |sums: &Sums| if sums.visits > 0 { sums.mean() } else { usual };
        let best = self.sums.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
        let known = self.sums.iter().any(|sums| sums.prior > 0.0);
        let prior = |sums: &Sums| if known { sums.prior } else { 1.0 };
        let lifted = self.sums.iter().map(|sums| prior(sums) * (step * (value(sums) - best)).exp());
        let lifted: Vec<f64> = lifted.collect();
        let total: f64 = lifted.iter().sum();
        lifted.into_iter().map(|weight| weight / total).collect()
    }

    /// The strategy to answer with: the average one at a root with mixed strategies, elsewhere the action that was
    /// tried most often. With nothing to go by it is the priors.
    pub(super) fn thoughts<G: Game>(&self, frame: &Frame<'_, G>, root: Root) -> Thoughts {
        let improved = match root {
            Root::ByRule => None,
            Root::Halving { step, .. } => Some(self.improved(f64::from(step))),
        };
        let total = |of: fn(&Sums) -> f64| self.sums.iter().map(of).sum::<f64>();
        let (averages, priors) = (total(|sums| sums.average), total(|sums| sums.prior));
        // Ties go to the higher value, then to the lower action.
        let rank_of = |sums: &Sums| (sums.visits, sums.total);
        let best =
            self.sums.iter().reduce(|best, sums| if rank_of(sums) > rank_of(best) { sums } else { best });
        let probability = |rank: usize, sums: &Sums| {
            if let Some(improved) = &improved {
                improved[rank]
            } else if self.mixed && averages > 0.0 {
                sums.average / averages
            } else if !self.mixed && best.is_some_and(|best| best.visits > 0) {
                f64::from(u8::from(best.is_some_and(|best| best.action == sums.action)))
            } else if priors > 0.0 {
                sums.prior / priors
            } else {
                1.0 / self.sums.len() as f64
            }
        };
        let considered = |(rank, sums): (usize, &Sums)| Considered {
            action: sums.action,
            visits: sums.visits,
            available: sums.available,
            value: (sums.visits > 0).then(|| frame.unscaled(sums.total / sums.visits as f64)),
            probability: probability(rank, sums),
        };
        Thoughts {
            considered: self.sums.iter().enumerate().map(considered).collect(),
            simulations: self.simulations,
            nodes: self.nodes,
            depth: self.depth,
        }
    }
}

/// Draws an action from the strategy that was thought out.
pub(super) fn draw(thoughts: &Thoughts, rng: &mut Rng) -> Action {
    let weights: Vec<f32> = thoughts.considered.iter().map(|one| one.probability as f32).collect();
    thoughts.considered[draw_rank(&weights, rng)].action
}
