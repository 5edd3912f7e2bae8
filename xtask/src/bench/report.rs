//! All parts together.

use std::fs;

use serde::Serialize;

use super::ROUNDS;
use super::inference::Inference;
use super::peers::Peers;
use super::random::Random;
use super::search::Search;
use super::solvers::Solvers;

/// The whole benchmark, as it is written to the JSON file; what was not asked for is left out.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    /// The processor.
    processor: String,
    /// Seconds for each figure in each round.
    seconds: f64,
    /// How often everything was measured.
    rounds: usize,
    /// Random play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) random: Option<Random>,
    /// Information-set search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) search: Option<Search>,
    /// Solvers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solvers: Option<Solvers>,
    /// Networks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) inference: Option<Inference>,
    /// The vector environment beside others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) peers: Option<Peers>,
}

impl Report {
    /// A report with nothing in it yet.
    pub(crate) fn new(seconds: f64) -> Self {
        let (random, search, solvers, inference, peers) = (None, None, None, None, None);
        Self { processor: processor(), seconds, rounds: ROUNDS, random, search, solvers, inference, peers }
    }

    /// The tables for the terminal.
    pub(crate) fn table(&self) -> String {
        let parts = [
            self.random.as_ref().map(Random::table),
            self.search.as_ref().map(Search::table),
            self.solvers.as_ref().map(Solvers::table),
            self.inference.as_ref().map(Inference::table),
            self.peers.as_ref().map(Peers::table),
        ];
        let tables: Vec<String> = parts.into_iter().flatten().collect();
        format!("Medians of {ROUNDS} rounds on {}\n\n{}", self.processor, tables.join("\n"))
    }
}

/// The name of the processor where the system tells it.
fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(|| std::env::consts::ARCH.into(), |(_, name)| name.trim().into())
}

#[cfg(test)]
mod tests {
    use super::super::random::tests::row;
    use super::*;

    #[test]
    fn only_what_was_measured_is_told() {
        let mut report = Report::new(0.5);
        report.random = Some(Random::new(vec![row()]).unwrap());
        assert!(report.table().contains("Random play") && !report.table().contains("Search"));
        let json = serde_json::to_value(&report).unwrap();
        assert!(json.get("search").is_none());
        assert_eq!(json["random"]["medians"]["kuhn"]["times_cpp"], 8.0);
    }
}
