//! CFR+: counterfactual regret minimisation with floored regrets, alternating updates and linear averaging.

use super::solver::{Solver, average_of};
use super::tree::{Node, SEATS, Strategy, Tree};

/// A solver for two-player zero-sum games that are small enough to lay out.
#[derive(Clone, Debug)]
pub struct CfrPlus<'t> {
    tree: &'t Tree,
    regrets: Vec<f64>,
    current: Strategy,
    /// Sum of the strategies so far, each weighted by its iteration and by the chance to get there.
    summed: Vec<f64>,
    /// What each choice of the information sets on the current path is worth. With perfect recall no path meets
    /// an information set twice.
    gained: Vec<f64>,
    iteration: u32,
}

impl Solver for CfrPlus<'_> {
    fn run(&mut self, iterations: u32) {
        for _ in 0..iterations {
            self.iteration += 1;
            for seat in 0..SEATS {
                self.walk(0, seat, 1.0, 1.0, 1.0);
                self.match_regrets(seat);
            }
        }
    }

    fn average(&self) -> Strategy {
        average_of(self.tree, &self.summed)
    }
}

impl<'t> CfrPlus<'t> {
    /// A solver that has not begun.
    pub fn new(tree: &'t Tree) -> CfrPlus<'t> {
        CfrPlus {
            tree,
            regrets: vec![0.0; tree.choices],
            current: tree.uniform(),
            summed: vec![0.0; tree.choices],
            gained: vec![0.0; tree.choices],
            iteration: 0,
        }
    }

    /// What `seat` gets from `node` on under the current strategies. Adds to its regrets and to its average on
    /// the way; `own`, `others` and `luck` are the chances that the seat itself, the other seats, and chance play to
    /// this node.
    fn walk(&mut self, node: usize, seat: usize, own: f64, others: f64, luck: f64) -> f64 {
        if own == 0.0 && others == 0.0 {
            return 0.0;
        }
        let tree = self.tree;
        match &tree.nodes[node] {
            Node::End { returns } => tree.returns[*returns as usize + seat],
            Node::Chance { edges } => {
                let play = |edge: u32| {
                    let odds = tree.odds[edge as usize];
                    odds * self.walk(tree.child(edge), seat, own, others, luck * odds)
                };
                edges.clone().map(play).sum()
            }
            Node::Decision { infoset, edges } => {
                let infoset = &tree.infosets[*infoset as usize];
                let pairs = edges.clone().zip(infoset.choices.clone());
                if infoset.seat.index() != seat {
                    let play = |(edge, choice): (u32, usize)| {
                        let chance = self.current.0[choice];
                        chance * self.walk(tree.child(edge), seat, own, others * chance, luck)
                    };
                    return pairs.map(play).sum();
                }
                let mut value = 0.0;
                for (edge, choice) in pairs {
                    let chance = self.current.0[choice];
                    let gained = self.walk(tree.child(edge), seat, own * chance, others, luck);
                    value += chance * gained;
                    self.gained[choice] = gained;
                    self.summed[choice] += f64::from(self.iteration) * own * chance;
                }
                // One difference for each choice: what is as good as the rest must come out as exactly zero, since
                // regret matching makes a whole strategy of the smallest positive rest.
                for choice in infoset.choices.clone() {
                    self.regrets[choice] += others * luck * (self.gained[choice] - value);
                }
                value
            }
        }
    }

    /// Floors the seat's regrets at zero and plays in proportion to them from now on.
    fn match_regrets(&mut self, seat: usize) {
        for infoset in self.tree.infosets.iter().filter(|infoset| infoset.seat.index() == seat) {
            let regrets = &mut self.regrets[infoset.choices.clone()];
            for regret in regrets.iter_mut() {
                *regret = regret.max(0.0);
            }
            let total: f64 = regrets.iter().sum();
            let even = 1.0 / regrets.len() as f64;
            let target = &mut self.current.0[infoset.choices.clone()];
            for (target, regret) in target.iter_mut().zip(regrets) {
                *target = if total > 0.0 { *regret / total } else { even };
            }
        }
    }
}
