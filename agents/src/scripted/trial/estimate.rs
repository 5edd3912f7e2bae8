//! How a game of `trial` will end, judged from the table.

use fogbound_env::games::trial::{Trial, TrialView};

use super::chart::Chart;
use crate::policy::Heuristic;

/// Estimates a team's return.
#[derive(Clone, Debug)]
pub struct TrialEstimate {
    charts: [Chart; 3],
}

impl TrialEstimate {
    /// The estimate, with its boards drawn up.
    pub fn new() -> TrialEstimate {
        TrialEstimate { charts: super::charts() }
    }
}

impl Default for TrialEstimate {
    fn default() -> TrialEstimate {
        TrialEstimate::new()
    }
}

impl Heuristic<Trial> for TrialEstimate {
    fn value(&mut self, _: &Trial, view: &TrialView) -> f32 {
        let chart = &self.charts[view.board() as usize];
        let lead = f32::from(view.generators()) / f32::from(chart.generators)
            - f32::from(view.sacrifices()) / f32::from(chart.sacrifices);
        if view.is_killer() { -lead } else { lead }
    }
}
