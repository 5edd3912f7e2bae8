//! A whole game as a tree, with its information sets.

use std::ops::Range;

use fogbound_env::{Game, Seat};

use super::layout::{self, LayoutError};
use crate::Policy;

/// Every node of a game, every information set, and which node belongs to which.
///
/// Where several seats choose at once, they are asked one after the other without seeing the earlier choices,
/// which is the same game.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(crate) nodes: Vec<Node>,
    /// Children of all nodes; a node owns a range of it.
    pub(crate) children: Vec<u32>,
    /// Probabilities of the chance edges, in step with `children`; unused elsewhere.
    pub(crate) odds: Vec<f64>,
    pub(crate) infosets: Vec<InfoSet>,
    /// Returns of all ends; an ending owns one for each seat.
    pub(crate) returns: Vec<f64>,
    /// Length of all strategies: the choices of all information sets together.
    pub(crate) choices: usize,
}

/// The seats of every game that is laid out.
pub(crate) const SEATS: usize = 2;

/// One node of a [`Tree`]. The root is the first; children come after their parents.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Chance { edges: Range<u32> },
    Decision { infoset: u32, edges: Range<u32> },
    End { returns: u32 },
}

/// What one seat cannot tell apart.
#[derive(Clone, Debug)]
pub(crate) struct InfoSet {
    pub(crate) seat: Seat,
    /// Where its choices lie in a strategy.
    pub(crate) choices: Range<usize>,
}

/// A probability for every choice of every information set, for all seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy(pub(crate) Vec<f64>);

/// How large a game is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Information sets of each seat.
    pub infosets: Vec<usize>,
    /// Choices of each seat, summed over its information sets.
    pub choices: Vec<usize>,
    /// Nodes at which each seat decides.
    pub decisions: Vec<usize>,
    /// Nodes at which chance falls.
    pub chances: usize,
    /// Endings.
    pub ends: usize,
}

impl Tree {
    /// Lays `game` out, if it has two seats, pays a constant sum, and has no more than `limit` nodes.
    pub fn new<G: Game>(game: &G, limit: usize) -> Result<Tree, LayoutError> {
        layout::lay_out(game, limit, layout::DEEPEST, |_| {})
    }

    /// How many nodes there are, chance and endings included.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// How large the game is.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts {
            infosets: vec![0; SEATS],
            choices: vec![0; SEATS],
            decisions: vec![0; SEATS],
            chances: 0,
            ends: 0,
        };
        for infoset in &self.infosets {
            counts.infosets[infoset.seat.index()] += 1;
            counts.choices[infoset.seat.index()] += infoset.choices.len();
        }
        for node in &self.nodes {
            match node {
                Node::Chance { .. } => counts.chances += 1,
                Node::Decision { infoset, .. } => {
                    counts.decisions[self.infosets[*infoset as usize].seat.index()] += 1;
                }
                Node::End { .. } => counts.ends += 1,
            }
        }
        counts
    }

    /// The strategy that chooses evenly everywhere.
    pub fn uniform(&self) -> Strategy {
        let mut strategy = vec![0.0; self.choices];
        for infoset in &self.infosets {
            strategy[infoset.choices.clone()].fill(1.0 / infoset.choices.len() as f64);
        }
        Strategy(strategy)
    }

    /// What `policy` would do at every information set. `game` is the one that was laid out.
    ///
    /// # Panics
    /// If it is another game, or if the policy weighs no action.
    pub fn tabulate<G: Game>(&self, game: &G, policy: &mut dyn Policy<G>) -> Strategy {
        let mut strategy = Vec::with_capacity(self.choices);
        let mut weights = Vec::new();
        let again = layout::lay_out(game, self.nodes.len(), layout::DEEPEST, |seen| {
            weights.clear();
            policy.weigh(&seen, &mut weights);
            let total: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
            assert!(total > 0.0, "a policy has a positive weight");
            strategy.extend(weights.iter().map(|&weight| f64::from(weight) / total));
        });
        assert!(again.is_ok() && strategy.len() == self.choices, "it is the game that was laid out");
        Strategy(strategy)
    }

    /// What each seat gets on average when all play `strategy`.
    pub fn values(&self, strategy: &Strategy) -> Vec<f64> {
        let mut reach = vec![0.0; self.nodes.len()];
        let mut values = vec![0.0; SEATS];
        reach[0] = 1.0;
        for (i, node) in self.nodes.iter().enumerate() {
            match node {
                Node::End { returns } => {
                    let paid = &self.returns[*returns as usize..][..SEATS];
                    values.iter_mut().zip(paid).for_each(|(value, paid)| *value += reach[i] * paid);
                }
                Node::Chance { edges } => {
                    for edge in edges.clone() {
                        reach[self.child(edge)] += reach[i] * self.odds[edge as usize];
                    }
                }
                Node::Decision { infoset, edges } => {
                    let choices = self.infosets[*infoset as usize].choices.clone();
                    for (edge, choice) in edges.clone().zip(choices) {
                        reach[self.child(edge)] += reach[i] * strategy.0[choice];
                    }
                }
            }
        }
        values
    }

    pub(crate) fn child(&self, edge: u32) -> usize {
        self.children[edge as usize] as usize
    }
}
