//! What all solvers can do.

use super::tree::{Strategy, Tree};

/// An algorithm that comes closer to an equilibrium with every iteration.
pub trait Solver {
    /// Runs that many more iterations; in each, every seat is updated once.
    fn run(&mut self, iterations: u32);
    /// The average strategy, which is the one that converges.
    fn average(&self) -> Strategy;
}

/// The strategy in proportion to what was summed up, even where nothing was.
pub(super) fn average_of(tree: &Tree, summed: &[f64]) -> Strategy {
    let mut average = tree.uniform();
    for infoset in &tree.infosets {
        let sums = &summed[infoset.choices.clone()];
        let total: f64 = sums.iter().sum();
        if total > 0.0 {
            let target = &mut average.0[infoset.choices.clone()];
            target.iter_mut().zip(sums).for_each(|(target, sum)| *target = sum / total);
        }
    }
    average
}
