//! External-sampling MCCFR: counterfactual regret minimisation on sampled paths.

use fogbound_env::Rng;

use super::solver::{Solver, average_of};
use super::tree::{Node, SEATS, Strategy, Tree};

/// A solver for two-player zero-sum games that tries all choices of one seat and draws those of chance and of the
/// other. An iteration is far cheaper than one of [`CfrPlus`](super::CfrPlus), and brings less. Every iteration counts in
/// proportion to its number (linear CFR, Brown and Sandholm 2019), so that the play of the first ones is soon forgotten.
#[derive(Clone, Debug)]
pub struct Mccfr<'t> {
    tree: &'t Tree,
    rng: Rng,
    regrets: Vec<f64>,
    /// Weighted sum of the strategies of the sampled seat wherever it was met.
    summed: Vec<f64>,
    /// What each information set plays by its regrets; made anew whenever it is met.
    current: Vec<f64>,
    /// What each choice of the information sets on the current path is worth. With perfect recall no path meets
    /// an information set twice.
    gained: Vec<f64>,
    /// The number of the iteration, which is its weight.
    iteration: f64,
}

impl Solver for Mccfr<'_> {
    fn run(&mut self, iterations: u32) {
        for _ in 0..iterations {
            self.iteration += 1.0;
            for seat in 0..SEATS {
                self.walk(0, seat);
            }
        }
    }

    fn average(&self) -> Strategy {
        average_of(self.tree, &self.summed)
    }
}

impl<'t> Mccfr<'t> {
    /// A solver that has not begun.
    pub fn new(tree: &'t Tree, seed: u64) -> Mccfr<'t> {
        Mccfr {
            tree,
            rng: Rng::new(seed),
            regrets: vec![0.0; tree.choices],
            summed: vec![0.0; tree.choices],
            current: vec![0.0; tree.choices],
            gained: vec![0.0; tree.choices],
            iteration: 0.0,
        }
    }

    /// What `seat` gets from `node` on, on paths that are drawn except for its own choices. Adds to its regrets and to
    /// the average of the other seat on the way.
    fn walk(&mut self, node: usize, seat: usize) -> f64 {
        let tree = self.tree;
        match &tree.nodes[node] {
            Node::End { returns } => tree.returns[*returns as usize + seat],
            Node::Chance { edges } => {
                let drawn = draw(&tree.odds[edges.start as usize..edges.end as usize], &mut self.rng);
                self.walk(tree.child(edges.start + drawn), seat)
            }
            Node::Decision { infoset, edges } => {
                let infoset = &tree.infosets[*infoset as usize];
                let choices = infoset.choices.clone();
                match_regrets(&self.regrets[choices.clone()], &mut self.current[choices.clone()]);
                if infoset.seat.index() != seat {
                    let current = &self.current[choices.clone()];
                    for (sum, chance) in self.summed[choices].iter_mut().zip(current) {
                        *sum += self.iteration * chance;
                    }
                    let drawn = draw(current, &mut self.rng);
                    return self.walk(tree.child(edges.start + drawn), seat);
                }
                let mut value = 0.0;
                for (edge, choice) in edges.clone().zip(choices.clone()) {
                    let gained = self.walk(tree.child(edge), seat);
                    value += self.current[choice] * gained;
                    self.gained[choice] = gained;
                }
                for choice in choices {
                    self.regrets[choice] += self.iteration * (self.gained[choice] - value);
                }
                value
            }
        }
    }
}

/// Plays in proportion to the positive regrets, or evenly if there are none.
fn match_regrets(regrets: &[f64], current: &mut [f64]) {
    let total: f64 = regrets.iter().map(|regret| regret.max(0.0)).sum();
    if total > 0.0 {
        current.iter_mut().zip(regrets).for_each(|(chance, regret)| *chance = regret.max(0.0) / total);
    } else {
        current.fill(1.0 / regrets.len() as f64);
    }
}

/// An index, drawn by chances that add up to 1.
fn draw(chances: &[f64], rng: &mut Rng) -> u32 {
    let mut ticket = f64::from(rng.unit());
    let mut last = 0;
    for (index, &chance) in chances.iter().enumerate() {
        if chance > 0.0 {
            last = index as u32;
            if ticket < chance {
                return last;
            }
            ticket -= chance;
        }
    }
    // Rounding can leave a ticket that nobody takes.
    last
}
