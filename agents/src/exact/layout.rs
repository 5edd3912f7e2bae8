//! Laying a game out as a tree, or saying why that cannot be done.

use std::collections::HashMap;
use std::ops::Range;

use fogbound_env::{Action, Fingerprint, Game, Joint, Perspective, Seat, SeatSet, Silence, Turn};
use thiserror::Error;

use super::tree::{InfoSet, Node, SEATS, Tree};

/// The solvers walk a tree by recursion; deeper ones could run out of stack.
pub(super) const DEEPEST: usize = 2_000;

/// Why a game cannot be laid out for the exact tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LayoutError {
    /// The game has more nodes than were allowed.
    #[error(
        "{game} has more than {limit} nodes: too many to lay out. The first {limit} hold {infosets} information sets and \
         {ends} endings and go {depth} moves deep; take a smaller setup or a higher limit"
    )]
    TooLarge {
        /// The game.
        game: &'static str,
        /// How many nodes were allowed.
        limit: usize,
        /// Information sets found in that many nodes.
        infosets: usize,
        /// Endings found in that many nodes.
        ends: usize,
        /// Moves on the longest path so far.
        depth: usize,
    },
    /// A path of the game is longer than the solvers can walk.
    #[error(
        "{game} goes on for more than {deepest} moves: too deep to lay out; take a setup with shorter games"
    )]
    TooDeep {
        /// The game.
        game: &'static str,
        /// How many moves are possible.
        deepest: usize,
    },
    /// The game does not have two seats.
    #[error(
        "{game} has {seats} seats, and the exact tools solve games of two: seats of one team that do not see each \
         other's secrets have no common best response, and with several sides regrets need not lead to an equilibrium"
    )]
    Seats {
        /// The game.
        game: &'static str,
        /// How many seats it has.
        seats: usize,
    },
    /// What one seat wins is not what the other loses.
    #[error(
        "{game} does not pay a constant sum, and the exact tools solve games in which one seat wins what the other loses"
    )]
    NotZeroSum {
        /// The game.
        game: &'static str,
    },
}

/// A part of the game that is not in the tree yet.
struct Open<G: Game> {
    /// The edge that leads here; none for the root.
    edge: Option<u32>,
    /// Moves on the way.
    depth: usize,
    state: G::State,
    /// The seats that have yet to choose, and what the others have chosen, at a joint choice that is under way.
    half_made: Option<(SeatSet, Joint)>,
}

struct Builder<'g, G: Game, F> {
    game: &'g G,
    /// Is shown every information set once, in the order of `Tree::infosets`.
    meet: F,
    tree: Tree,
    found: HashMap<(Seat, Fingerprint), u32>,
    /// What is left to lay out, the next last: a stack of our own, since paths can be long and states large.
    open: Vec<Open<G>>,
    deepest: usize,
}

/// Lays `game` out (see [`Tree::new`]) and shows `meet` every information set once, in order.
pub(super) fn lay_out<'g, G: Game>(
    game: &'g G,
    limit: usize,
    deepest: usize,
    meet: impl FnMut(Perspective<'g, G>),
) -> Result<Tree, LayoutError> {
    if game.seats() != SEATS {
        return Err(LayoutError::Seats { game: G::NAME, seats: game.seats() });
    }
    if game.return_sum().is_none() {
        return Err(LayoutError::NotZeroSum { game: G::NAME });
    }
    let tree = Tree {
        nodes: Vec::new(),
        children: Vec::new(),
        odds: Vec::new(),
        infosets: Vec::new(),
        returns: Vec::new(),
        choices: 0,
    };
    let root = Open { edge: None, depth: 0, state: game.start(), half_made: None };
    let mut builder = Builder { game, meet, tree, found: HashMap::new(), open: vec![root], deepest: 0 };
    while let Some(open) = builder.open.pop() {
        if builder.tree.nodes.len() >= limit {
            return Err(LayoutError::TooLarge {
                game: G::NAME,
                limit,
                infosets: builder.tree.infosets.len(),
                ends: builder.tree.returns.len() / SEATS,
                depth: builder.deepest,
            });
        }
        if open.depth > deepest {
            return Err(LayoutError::TooDeep { game: G::NAME, deepest });
        }
        builder.add(&open);
    }
    Ok(builder.tree)
}

impl<'g, G: Game, F: FnMut(Perspective<'g, G>)> Builder<'g, G, F> {
    /// Places the next node, and opens what follows it. The first child is opened last, so that it comes next.
    fn add(&mut self, open: &Open<G>) {
        if let Some(edge) = open.edge {
            self.tree.children[edge as usize] = self.tree.nodes.len() as u32;
        }
        self.deepest = self.deepest.max(open.depth);
        let (waiting, joint) = match (open.half_made, self.game.turn(&open.state)) {
            (Some(half_made), _) => half_made,
            (None, Turn::Act(acting)) => (acting, Joint::NONE),
            (None, Turn::Chance) => return self.add_chance(open),
            (None, Turn::Over) => return self.add_end(&open.state),
        };
        self.add_decision(open, waiting, joint);
    }

    fn add_end(&mut self, state: &G::State) {
        self.tree.nodes.push(Node::End { returns: self.tree.returns.len() as u32 });
        let paid = self.game.returns(state);
        self.tree.returns.extend(paid[..SEATS].iter().copied().map(f64::from));
    }

    fn add_chance(&mut self, open: &Open<G>) {
        let mut outcomes = Vec::new();
        self.game.outcomes(&open.state, &mut |outcome| outcomes.push(outcome));
        let total = f64::from(self.game.chance_total(&open.state));
        let edges = self.edges(outcomes.len());
        self.tree.nodes.push(Node::Chance { edges: edges.clone() });
        for (edge, outcome) in edges.zip(outcomes).rev() {
            self.tree.odds[edge as usize] = f64::from(outcome.weight) / total;
            let mut state = open.state.clone();
            self.game.fall(&mut state, outcome.id, &mut Silence);
            self.open.push(Open { edge: Some(edge), depth: open.depth + 1, state, half_made: None });
        }
    }

    /// The lowest of the seats that have yet to choose decides; the others' choices so far are in `joint`.
    fn add_decision(&mut self, open: &Open<G>, waiting: SeatSet, joint: Joint) {
        let seat = waiting.lowest().expect("a joint choice that is under way waits for somebody");
        let still_waiting = waiting.without(seat);
        let seen = Perspective::new(self.game, &open.state, seat);
        let actions: Vec<Action> = seen.legal().iter().collect();
        let infoset = self.infoset(seen);
        let edges = self.edges(actions.len());
        self.tree.nodes.push(Node::Decision { infoset, edges: edges.clone() });
        for (edge, action) in edges.zip(actions).rev() {
            let (mut state, mut joint) = (open.state.clone(), joint);
            joint.set(seat, action);
            let half_made = (!still_waiting.is_empty()).then_some((still_waiting, joint));
            if half_made.is_none() {
                self.game.apply(&mut state, &joint, &mut Silence);
            }
            self.open.push(Open { edge: Some(edge), depth: open.depth + 1, state, half_made });
        }
    }

    /// Reserves edges, so that the children of a node lie side by side.
    fn edges(&mut self, count: usize) -> Range<u32> {
        let start = self.tree.children.len() as u32;
        self.tree.children.resize(self.tree.children.len() + count, 0);
        self.tree.odds.resize(self.tree.children.len(), 0.0);
        start..start + count as u32
    }

    fn infoset(&mut self, seen: Perspective<'g, G>) -> u32 {
        let (tree, meet) = (&mut self.tree, &mut self.meet);
        *self.found.entry((seen.seat(), seen.key())).or_insert_with(|| {
            let choices = tree.choices..tree.choices + seen.legal().len() as usize;
            tree.choices = choices.end;
            tree.infosets.push(InfoSet { seat: seen.seat(), choices });
            meet(seen);
            tree.infosets.len() as u32 - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use fogbound_env::games::leduc::Leduc;

    use super::super::{CfrPlus, Mccfr, Solver, nash_conv};
    use super::*;
    use crate::policy::Uniform;
    use crate::scripted::policy_for;

    #[test]
    fn limits_are_exact() {
        let leduc = Leduc::new(Default::default()).unwrap();
        let tree = lay_out(&leduc, 9_457, DEEPEST, |_| {}).unwrap();
        assert_eq!(tree.nodes(), 9_457);
        let refused = lay_out(&leduc, 9_456, DEEPEST, |_| {}).unwrap_err().to_string();
        assert!(refused.starts_with("leduc has more than 9456 nodes"), "{refused}");
        // Two cards, at most four bets and calls, the public card, four more: eleven moves.
        assert!(lay_out(&leduc, 10_000, 11, |_| {}).is_ok());
        assert_eq!(
            lay_out(&leduc, 10_000, 10, |_| {}).unwrap_err(),
            LayoutError::TooDeep { game: "leduc", deepest: 10 }
        );
    }

    #[test]
    fn policies_are_asked_at_every_information_set() {
        let leduc = Leduc::new(Default::default()).unwrap();
        let tree = lay_out(&leduc, 10_000, DEEPEST, |_| {}).unwrap();
        assert_eq!(tree.tabulate(&leduc, &mut Uniform), tree.uniform());
        let mut script = policy_for::<Leduc>().unwrap();
        let strategy = tree.tabulate(&leduc, &mut *script);
        assert!(nash_conv(&tree, &strategy) < nash_conv(&tree, &tree.uniform()));
    }

    /// Two seats in turn go on or stop; whoever stops later pays more. It is the deepest tree there can be.
    #[test]
    fn the_deepest_tree_can_be_walked() {
        let mut tree = Tree {
            nodes: Vec::new(),
            children: Vec::new(),
            odds: vec![0.0; 2 * DEEPEST],
            infosets: Vec::new(),
            returns: Vec::new(),
            choices: 2 * DEEPEST,
        };
        for depth in 0..=DEEPEST {
            if depth < DEEPEST {
                let (infoset, edge, node) = (depth as u32, 2 * depth as u32, 2 * depth as u32);
                tree.nodes.push(Node::Decision { infoset, edges: edge..edge + 2 });
                tree.children.extend([node + 1, node + 2]);
                let choices = 2 * depth..2 * depth + 2;
                tree.infosets.push(InfoSet { seat: Seat(depth as u8 % 2), choices });
            }
            tree.nodes.push(Node::End { returns: tree.returns.len() as u32 });
            let paid = if depth % 2 == 0 { -1.0 } else { 1.0 } * depth as f64;
            tree.returns.extend([paid, -paid]);
        }
        let mut solvers: [Box<dyn Solver>; 2] =
            [Box::new(CfrPlus::new(&tree)), Box::new(Mccfr::new(&tree, 1))];
        for solver in &mut solvers {
            solver.run(20);
            assert!(nash_conv(&tree, &solver.average()).is_finite());
        }
    }
}
