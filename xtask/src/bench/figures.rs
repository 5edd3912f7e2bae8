//! What the two sides print, read and checked.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

/// One measurement of ours: what `fogbound bench --json` prints.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ours {
    /// The name of the game.
    pub(crate) game: String,
    /// Its setup.
    pub(crate) setup: serde_json::Value,
    /// How many threads played.
    pub(crate) threads: usize,
    /// Seconds of play.
    pub(crate) seconds: f64,
    /// Decisions per second by the clock, all threads together.
    pub(crate) decisions_per_second: f64,
    /// Decisions per second of CPU time, which is how OpenSpiel is measured too.
    pub(crate) decisions_per_cpu_second: f64,
    /// The same with the observation and the mask written at every decision of a player.
    pub(crate) decisions_per_cpu_second_observed: f64,
    /// Nanoseconds that each operation takes.
    pub(crate) costs_ns: BTreeMap<String, f64>,
    /// Stands for the games that were played; the same on every machine.
    pub(crate) checksum: String,
    /// Whatever else was printed, kept for the JSON file.
    #[serde(flatten)]
    pub(crate) rest: BTreeMap<String, serde_json::Value>,
}

/// One measurement of OpenSpiel: what `open_spiel_random.py` prints.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Peer {
    /// The game as OpenSpiel writes it.
    pub(crate) game: String,
    /// The version of OpenSpiel.
    pub(crate) version: String,
    /// The mean number of decisions in a random game.
    pub(crate) decisions_per_game: f64,
    /// Decisions per second of a loop in Python.
    pub(crate) python: f64,
    /// Decisions per second of each form of that loop.
    pub(crate) python_ways: BTreeMap<String, f64>,
    /// Decisions per second inside its C++.
    pub(crate) cpp: f64,
    /// Decisions per second of each way into its C++.
    pub(crate) cpp_ways: BTreeMap<String, f64>,
}

impl Ours {
    /// Reads what was printed by a run with so many threads.
    pub(crate) fn parse(text: &str, threads: usize) -> Result<Self> {
        let ours: Self = serde_json::from_str(text).context("cannot read what `fogbound bench` printed")?;
        if ours.threads != threads {
            bail!("`fogbound bench` used {} threads instead of {threads}", ours.threads);
        }
        let cpu = [ours.decisions_per_cpu_second, ours.decisions_per_cpu_second_observed];
        positive(&[ours.decisions_per_second, cpu[0], cpu[1]])
            .context("`fogbound bench` printed a speed that is none")?;
        Ok(ours)
    }
}

impl Peer {
    /// Reads what was printed.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let peer: Self =
            serde_json::from_str(text).context("cannot read what the OpenSpiel script printed")?;
        positive(&[peer.python, peer.cpp]).context("the OpenSpiel script printed a speed that is none")?;
        Ok(peer)
    }
}

/// Refuses what no speed and no time can be.
pub(crate) fn positive(speeds: &[f64]) -> Result<()> {
    match speeds.iter().find(|speed| !(speed.is_finite() && **speed > 0.0)) {
        Some(speed) => bail!("{speed}"),
        None => Ok(()),
    }
}

/// The middle one of a few numbers.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => values[n / 2],
        n => f64::midpoint(values[n / 2 - 1], values[n / 2]),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A measurement of ours as it is printed.
    pub(crate) fn ours(threads: usize, speed: f64) -> String {
        format!(
            r#"{{"game":"kuhn","setup":{{}},"threads":{threads},"seconds":2.0,"decisions_per_second":{speed},
            "decisions_per_cpu_second":{speed},"decisions_per_cpu_second_observed":1e7,"state_bytes":8,"costs_ns":{{"apply":3.5,"clone":1.25}},"checksum":"00ff"}}"#
        )
    }

    /// A measurement of OpenSpiel as it is printed.
    pub(crate) fn peer(speed: f64) -> String {
        format!(
            r#"{{"game":"kuhn_poker","version":"2.0.2","seconds":2.0,"decisions_per_game":4.2,"python":5e5,
            "python_ways":{{"loop":5e5}},"cpp":{speed},"cpp_ways":{{"rollouts":{speed},"bots":7e5}}}}"#
        )
    }

    #[test]
    fn both_sides_are_read() {
        let ours = Ours::parse(&ours(1, 4e7), 1).unwrap();
        assert_eq!(ours.decisions_per_second, 4e7);
        assert_eq!((ours.costs_ns["apply"], ours.rest["state_bytes"].as_u64()), (3.5, Some(8)));
        let peer = Peer::parse(&peer(5e6)).unwrap();
        assert_eq!((peer.cpp, peer.cpp_ways["bots"]), (5e6, 7e5));
    }

    #[test]
    fn what_cannot_be_true_is_refused() {
        assert!(Ours::parse(&ours(1, 4e7), 2).is_err());
        assert!(Ours::parse(&ours(1, 0.0), 1).is_err());
        assert!(Ours::parse("{}", 1).is_err());
        assert!(Peer::parse(&peer(-1.0)).is_err());
        assert!(Peer::parse("nothing").is_err());
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median([3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median([4.0, 1.0]), 2.5);
        assert!(median([]).is_nan());
    }
}
