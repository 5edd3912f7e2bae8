//! What an agent can tell of how it came to a choice.

use fogbound_env::Action;

/// What is to be said for one action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Considered {
    /// The action.
    pub action: Action,
    /// How often it was tried.
    pub visits: u64,
    /// How often it could have been tried.
    pub available: u64,
    /// What it brought on average, as a return of the own seat; `None` if it was never tried.
    pub value: Option<f64>,
    /// The chance with which it was to be chosen.
    pub probability: f64,
}

/// What an agent thought about its last choice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thoughts {
    /// The legal actions, in ascending order.
    pub considered: Vec<Considered>,
    /// Games played in the head.
    pub simulations: u64,
    /// Nodes held in memory.
    pub nodes: usize,
    /// Choices on the longest way down the tree.
    pub depth: usize,
}

impl Thoughts {
    /// The return to be expected: that of the strategy that was answered with. `None` if nothing was tried.
    pub fn value(&self) -> Option<f64> {
        let likely = self.considered.iter().filter(|one| one.probability > 0.0);
        let known = likely.filter_map(|one| one.value.map(|value| (one.probability, value)));
        let (weight, sum) = known.fold((0.0, 0.0), |(weight, sum), (p, value)| (weight + p, sum + p * value));
        (weight > 0.0).then(|| sum / weight)
    }
}
