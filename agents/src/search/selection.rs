//! How a seat chooses at a node while the search looks ahead, and what it learns from what came of it.

use fogbound_env::{Action, ActionSet, Rng};

use super::nodes::Edge;

/// Which of a node's edges can be chosen now.
pub(super) trait Legal: Copy {
    /// Whether the edge of `action` can be.
    fn has(self, action: Action) -> bool;
}

/// All of them: a node that is found by what the acting seat knows has the same legal actions in every world.
#[derive(Clone, Copy, Debug)]
pub(super) struct All;

impl Legal for All {
    #[inline]
    fn has(self, _: Action) -> bool {
        true
    }
}

impl Legal for &ActionSet {
    #[inline]
    fn has(self, action: Action) -> bool {
        self.contains(action)
    }
}

/// The rule by which a node's actions are tried. Values are scaled to `0..=1`, so the constants mean the same in
/// every game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// UCB1: the action whose value could be highest, given how often it was tried when it was available.
    Uct {
        /// Weight of the uncertainty.
        explore: f32,
    },
    /// The same with priors: promising actions first, the others as they prove themselves.
    Puct {
        /// Weight of the prior.
        explore: f32,
    },
    /// Regret matching: a mixed strategy that nobody can exploit in the long run. What it learns is the average of its
    /// strategies.
    RegretMatching {
        /// Share of the tries that is spread evenly over the actions.
        explore: f32,
    },
}

impl Selection {
    /// UCB1 with the usual weight.
    pub const UCT: Selection = Selection::Uct { explore: 0.7 };
    /// UCB with priors and the usual weight.
    pub const PUCT: Selection = Selection::Puct { explore: 1.5 };
    /// Regret matching with the usual share of even tries.
    pub const REGRET_MATCHING: Selection = Selection::RegretMatching { explore: 0.4 };

    /// Whether the answer is a mixed strategy.
    pub const fn is_mixed(self) -> bool {
        matches!(self, Selection::RegretMatching { .. })
    }

    /// Chooses among the legal edges, and counts them as available. Mixed strategies explore only while they learn, so
    /// that what is learnt against them is not learnt against their tries.
    #[inline]
    pub(super) fn choose(self, edges: &mut [Edge], legal: impl Legal, role: Role, rng: &mut Rng) -> Pick {
        match self {
            Selection::Uct { explore } => choose_uct(edges, legal, explore, rng),
            Selection::Puct { explore } => choose_puct(edges, legal, explore),
            Selection::RegretMatching { explore } => choose_by_regret(edges, legal, explore, role, rng),
        }
    }

    /// Takes in that `pick` was worth `value`. Gives the value of the node under its strategy, which for a mixed
    /// strategy is less noisy than `value`.
    #[inline]
    pub(super) fn learn(
        self,
        edges: &mut [Edge],
        legal: impl Legal,
        pick: Pick,
        role: Role,
        value: f32,
    ) -> f32 {
        let worth = match (self, role) {
            (Selection::RegretMatching { .. }, Role::Learner { weight }) => {
                learn_regrets(edges, legal, pick, weight, value)
            }
            _ => value,
        };
        let edge = &mut edges[pick.rank];
        edge.visits += 1;
        edge.total += f64::from(value);
        worth
    }
}

/// What a seat does in a simulation. Only mixed strategies ask for it.
///
/// In each simulation one seat learns: it explores, and regrets. The others play their strategies, and average them.
/// (This is outcome-sampling CFR by Lanctot et al. 2009, on the tree as far as it has grown.)
#[derive(Clone, Copy, Debug)]
pub(super) enum Role {
    /// Explores and regrets. The weight makes up for how seldom its own choices lead here.
    Learner { weight: f32 },
    /// Plays its strategy and adds it to the average. The weight makes up for how seldom the learner's choices lead
    /// here.
    Partner { weight: f32 },
}

/// An edge that was chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pick {
    /// Its place among the node's edges.
    pub(super) rank: usize,
    /// The chance with which it was chosen; 1 unless drawn.
    pub(super) chance: f32,
}

fn choose_uct(edges: &mut [Edge], legal: impl Legal, explore: f32, rng: &mut Rng) -> Pick {
    let mut untried = 0;
    let (mut rank, mut best) = (0, f32::NEG_INFINITY);
    let (mut available, mut log) = (0, 0.0);
    for (i, edge) in edges.iter_mut().enumerate() {
        if !legal.has(edge.action) {
            continue;
        }
        edge.available += 1;
        if edge.visits == 0 {
            // Each of the untried is equally likely to be the one.
            untried += 1;
            if rng.below(untried) == 0 {
                rank = i;
            }
        } else if untried == 0 {
            // In most nodes all actions have been available equally often.
            if edge.available != available {
                available = edge.available;
                log = logarithm(available);
            }
            let share = 1.0 / edge.visits as f32;
            let score = edge.total as f32 * share + explore * (log * share).sqrt();
            if score > best {
                (rank, best) = (i, score);
            }
        }
    }
    Pick { rank, chance: 1.0 }
}

/// Counts whose logarithms are looked up.
const FEW: usize = 2048;
static LOGARITHMS: [f32; FEW] = {
    let mut table = [0.0; FEW];
    let mut count = 1;
    while count < FEW {
        table[count] = series(count as u32);
        count += 1;
    }
    table
};

/// The natural logarithm of a count, to four digits: the same on every machine, as the library's is not, and quicker.
#[inline]
fn logarithm(count: u32) -> f32 {
    LOGARITHMS.get(count as usize).copied().unwrap_or_else(|| series(count))
}

const fn series(count: u32) -> f32 {
    let exponent = count.ilog2();
    let mantissa = count as f32 / (1u32 << exponent) as f32;
    // The first terms of the series of the inverse hyperbolic tangent.
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let tt = t * t;
    exponent as f32 * std::f32::consts::LN_2 + 2.0 * t * (1.0 + tt * (1.0 / 3.0 + tt * (0.2 + tt / 7.0)))
}

fn choose_puct(edges: &mut [Edge], legal: impl Legal, explore: f32) -> Pick {
    let (visits, total) = tried(edges, legal);
    // What was never tried is taken to be as good as the rest.
    let usual = if visits == 0 { 0.5 } else { (total / f64::from(visits)) as f32 };
    let scale = explore * (visits.max(1) as f32).sqrt();
    let (mut rank, mut best) = (0, f32::NEG_INFINITY);
    for (i, edge) in edges.iter_mut().enumerate() {
        if legal.has(edge.action) {
            edge.available += 1;
            let score = edge.mean(usual) + scale * edge.prior / (1 + edge.visits) as f32;
            if score > best {
                (rank, best) = (i, score);
            }
        }
    }
    Pick { rank, chance: 1.0 }
}

/// Visits and total of the legal edges.
fn tried(edges: &[Edge], legal: impl Legal) -> (u32, f64) {
    let legal_edges = edges.iter().filter(|edge| legal.has(edge.action));
    legal_edges.fold((0, 0.0), |(visits, total), edge| (visits + edge.visits, total + edge.total))
}

/// The current strategy at a node: in proportion to positive regrets, or by the priors if there are none.
struct Matched {
    positive: f32,
    priors: f32,
    count: u32,
}

impl Matched {
    fn of(edges: &[Edge], legal: impl Legal) -> Matched {
        let mut matched = Matched { positive: 0.0, priors: 0.0, count: 0 };
        for edge in edges.iter().filter(|edge| legal.has(edge.action)) {
            matched.positive += edge.regret.max(0.0);
            matched.priors += edge.prior;
            matched.count += 1;
        }
        matched
    }

    /// The chance of a legal edge.
    fn chance(&self, edge: &Edge) -> f32 {
        if self.positive > 0.0 {
            edge.regret.max(0.0) / self.positive
        } else if self.priors > 0.0 {
            edge.prior / self.priors
        } else {
            1.0 / self.count as f32
        }
    }
}

fn choose_by_regret(edges: &mut [Edge], legal: impl Legal, explore: f32, role: Role, rng: &mut Rng) -> Pick {
    let (explore, average) = match role {
        Role::Learner { .. } => (explore, 0.0),
        Role::Partner { weight } => (0.0, weight),
    };
    let matched = Matched::of(edges, legal);
    let even = explore / matched.count as f32;
    let mut ticket = rng.unit();
    let mut pick = None;
    for (rank, edge) in edges.iter_mut().enumerate() {
        if !legal.has(edge.action) {
            continue;
        }
        let strategy = matched.chance(edge);
        edge.available += 1;
        edge.average += f64::from(strategy * average);
        let chance = (1.0 - explore) * strategy + even;
        // Rounding can leave a ticket that nobody takes: the last possible edge has it then.
        if ticket >= 0.0 && chance > 0.0 {
            pick = Some(Pick { rank, chance });
            ticket -= chance;
        }
    }
    pick.expect("a strategy has a possible action")
}

/// Adds to the regrets. What the other actions would have brought is estimated by their means, and the error of the
/// chosen one's mean is made up for in proportion to how seldom it is chosen, so that the estimate is right on
/// average whatever the means are (Schmid et al. 2019).
fn learn_regrets(edges: &mut [Edge], legal: impl Legal, pick: Pick, weight: f32, value: f32) -> f32 {
    let matched = Matched::of(edges, legal);
    let (visits, total) = tried(edges, legal);
    let usual = if visits == 0 { 0.5 } else { (total / f64::from(visits)) as f32 };
    let estimate = |rank: usize, edge: &Edge| {
        let mean = edge.mean(usual);
        if rank == pick.rank { mean + (value - mean) / pick.chance } else { mean }
    };
    let mut worth = 0.0;
    for (rank, edge) in edges.iter().enumerate() {
        if legal.has(edge.action) {
            worth += matched.chance(edge) * estimate(rank, edge);
        }
    }
    for (rank, edge) in edges.iter_mut().enumerate() {
        if legal.has(edge.action) {
            edge.regret += weight * (estimate(rank, edge) - worth);
        }
    }
    worth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_to_four_digits() {
        for count in (1..5_000).chain([1 << 20, u32::MAX]) {
            let exact = f64::from(count).ln();
            assert!((f64::from(logarithm(count)) - exact).abs() < 1e-4 * exact.max(1.0), "{count}");
        }
    }
}
