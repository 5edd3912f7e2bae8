//! A whole game as a tree, with its information sets.

use std::collections::HashMap;
use std::ops::Range;

use fogbound_env::{Action, Fingerprint, Game, Joint, Perspective, Seat, SeatSet, Silence, Turn};
use thiserror::Error;

/// The game has more nodes than were allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the game has more than {limit} nodes: too many to lay out")]
pub struct TooLarge {
    /// How many nodes were allowed.
    pub limit: usize,
}

/// Every node of a game, every information set, and which node belongs to which.
///
/// Where several seats choose at once, they are asked one after the other without seeing the earlier choices,
/// which is the same game.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(crate) seats: usize,
    pub(crate) nodes: Vec<Node>,
    /// Children of all nodes; a node owns a range of it.
    pub(crate) children: Vec<u32>,
    /// Probabilities of the chance edges, in step with `children`; unused elsewhere.
    pub(crate) odds: Vec<f64>,
    pub(crate) infosets: Vec<InfoSet>,
    /// Returns of all ends; a node owns `seats` of it.
    pub(crate) returns: Vec<f64>,
    /// Length of all strategies: the choices of all information sets together.
    pub(crate) choices: usize,
}

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

struct Builder<'g, G: Game, F> {
    game: &'g G,
    tree: Tree,
    found: HashMap<(Seat, Fingerprint), u32>,
    limit: usize,
    /// Is shown every information set once, in the order of `Tree::infosets`.
    meet: F,
}

impl<'g, G: Game, F: FnMut(Perspective<'g, G>)> Builder<'g, G, F> {
    fn place(&mut self, node: Node) -> Result<u32, TooLarge> {
        if self.tree.nodes.len() >= self.limit {
            return Err(TooLarge { limit: self.limit });
        }
        self.tree.nodes.push(node);
        Ok(self.tree.nodes.len() as u32 - 1)
    }

    /// Reserves edges, so that the children of a node lie side by side.
    fn edges(&mut self, count: usize) -> Range<u32> {
        let start = self.tree.children.len() as u32;
        self.tree.children.resize(self.tree.children.len() + count, 0);
        self.tree.odds.resize(self.tree.children.len(), 0.0);
        start..start + count as u32
    }

    fn add(&mut self, state: &G::State) -> Result<u32, TooLarge> {
        match self.game.turn(state) {
            Turn::Chance => self.add_chance(state),
            Turn::Act(acting) => self.add_decision(state, acting, Joint::NONE),
            Turn::Over => {
                let returns = self.tree.returns.len() as u32;
                let paid = self.game.returns(state);
                self.tree.returns.extend(paid[..self.game.seats()].iter().copied().map(f64::from));
                self.place(Node::End { returns })
            }
        }
    }

    fn add_chance(&mut self, state: &G::State) -> Result<u32, TooLarge> {
        let mut outcomes = Vec::new();
        self.game.outcomes(state, &mut |outcome| outcomes.push(outcome));
        let total = f64::from(self.game.chance_total(state));
        let edges = self.edges(outcomes.len());
        let node = self.place(Node::Chance { edges: edges.clone() })?;
        for (edge, outcome) in edges.zip(outcomes) {
            let mut next = state.clone();
            self.game.fall(&mut next, outcome.id, &mut Silence);
            self.tree.odds[edge as usize] = f64::from(outcome.weight) / total;
            self.tree.children[edge as usize] = self.add(&next)?;
        }
        Ok(node)
    }

    /// The lowest of the seats that have yet to choose decides; the others' choices so far are in `joint`.
    fn add_decision(&mut self, state: &G::State, waiting: SeatSet, joint: Joint) -> Result<u32, TooLarge> {
        let Some(seat) = waiting.lowest() else {
            let mut next = state.clone();
            self.game.apply(&mut next, &joint, &mut Silence);
            return self.add(&next);
        };
        let seen = Perspective::new(self.game, state, seat);
        let actions: Vec<Action> = seen.legal().iter().collect();
        let infoset = self.infoset(seen);
        let edges = self.edges(actions.len());
        let node = self.place(Node::Decision { infoset, edges: edges.clone() })?;
        for (edge, action) in edges.zip(actions) {
            let mut joint = joint;
            joint.set(seat, action);
            self.tree.children[edge as usize] = self.add_decision(state, waiting.without(seat), joint)?;
        }
        Ok(node)
    }

    fn infoset(&mut self, seen: Perspective<'g, G>) -> u32 {
        let tree = &mut self.tree;
        let meet = &mut self.meet;
        *self.found.entry((seen.seat(), seen.key())).or_insert_with(|| {
            let choices = tree.choices..tree.choices + seen.legal().len() as usize;
            tree.choices = choices.end;
            tree.infosets.push(InfoSet { seat: seen.seat(), choices });
            meet(seen);
            tree.infosets.len() as u32 - 1
        })
    }
}

impl Tree {
    /// Lays `game` out, if it has no more than `limit` nodes.
    pub fn new<G: Game>(game: &G, limit: usize) -> Result<Tree, TooLarge> {
        Tree::lay_out(game, limit, |_| {})
    }

    /// The same, showing every information set once, in order.
    pub(crate) fn lay_out<'g, G: Game>(
        game: &'g G,
        limit: usize,
        meet: impl FnMut(Perspective<'g, G>),
    ) -> Result<Tree, TooLarge> {
        let tree = Tree {
            seats: game.seats(),
            nodes: Vec::new(),
            children: Vec::new(),
            odds: Vec::new(),
            infosets: Vec::new(),
            returns: Vec::new(),
            choices: 0,
        };
        let mut builder = Builder { game, tree, found: HashMap::new(), limit, meet };
        builder.add(&game.start())?;
        Ok(builder.tree)
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// How large the game is.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts {
            infosets: vec![0; self.seats],
            choices: vec![0; self.seats],
            decisions: vec![0; self.seats],
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

    /// What each seat gets on average when all play `strategy`.
    pub fn values(&self, strategy: &Strategy) -> Vec<f64> {
        let mut reach = vec![0.0; self.nodes.len()];
        let mut values = vec![0.0; self.seats];
        reach[0] = 1.0;
        for (i, node) in self.nodes.iter().enumerate() {
            match node {
                Node::End { returns } => {
                    let paid = &self.returns[*returns as usize..][..self.seats];
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
