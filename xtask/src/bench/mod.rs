//! `cargo xtask bench`: random play, search and solvers here and in OpenSpiel, on the same games, in the same run; with
//! `--peers`, our vector environment beside those of other libraries.

mod chart;
mod figures;
mod games;
mod inference;
mod peers;
mod random;
mod report;
mod search;
mod sides;
mod solvers;
mod table;

use std::fs;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use crate::paths::Paths;
use report::Report;
use sides::Sides;

/// How often everything is measured; the median counts.
const ROUNDS: usize = 3;

/// The options of `cargo xtask bench`.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Seconds for each figure of play and search in each round
    #[arg(long, default_value_t = 0.5)]
    seconds: f64,
    /// Only these, with commas between: kuhn, leduc, goofspiel-4, goofspiel-13, trial, stalk
    #[arg(long, value_delimiter = ',')]
    games: Vec<String>,
    /// Only these, with commas between [default: all, or none with --peers]
    #[arg(long, value_enum, value_delimiter = ',')]
    parts: Vec<Part>,
    /// Compare the evaluation of networks with libtorch too, whose build takes minutes
    #[arg(long)]
    inference: bool,
    /// Compare the vector environment with those of PettingZoo, RLCard, pgx and PufferLib, which are installed for it
    #[arg(long)]
    peers: bool,
}

/// What can be measured beside OpenSpiel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Random play
    Random,
    /// Information-set search
    Search,
    /// CFR+ and MCCFR
    Solvers,
}

impl Bench {
    /// Measures both sides in turn, round by round, and writes tables, a JSON file and a picture.
    pub(crate) fn run(&self, paths: &Paths) -> Result<()> {
        let configs = games::select(&self.games)?;
        if !self.seconds.is_finite() || self.seconds <= 0.0 {
            bail!("--seconds must be more than nothing");
        }
        let mut report = Report::new(self.seconds);
        if self.asked().next().is_some() {
            let sides = Sides::prepare(paths, self.seconds)?;
            for part in self.asked() {
                match part {
                    Part::Random => report.random = Some(random::measure(&sides, &configs)?),
                    Part::Search => report.search = Some(search::measure(&sides, &configs)?),
                    Part::Solvers => report.solvers = Some(solvers::measure(&sides)?),
                }
            }
        }
        report.inference = self.inference.then(|| inference::measure(paths)).transpose()?;
        report.peers = self.peers.then(|| peers::measure(paths, self.seconds)).transpose()?;
        println!("\n{}", report.table());

        let dir = paths.target.join("bench");
        fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
        let json = dir.join("bench.json");
        fs::write(&json, serde_json::to_vec_pretty(&report)?)
            .with_context(|| format!("cannot write {}", json.display()))?;
        println!("{}", paths.short(&json));
        if let Some(random) = &report.random {
            let svg = dir.join("bench.svg");
            chart::draw(random, &svg).with_context(|| format!("cannot draw {}", svg.display()))?;
            println!("{}", paths.short(&svg));
        }
        Ok(())
    }
    /// What is measured beside OpenSpiel.
    fn asked(&self) -> impl Iterator<Item = Part> {
        let all = self.parts.is_empty() && !self.peers;
        let parts = [Part::Random, Part::Search, Part::Solvers];
        parts.into_iter().filter(move |part| all || self.parts.contains(part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Cli {
        #[command(flatten)]
        bench: Bench,
    }

    fn asked(args: &[&str]) -> Vec<Part> {
        Cli::parse_from(["bench"].iter().chain(args)).bench.asked().collect()
    }

    #[test]
    fn peers_alone_are_peers_alone() {
        assert_eq!(asked(&[]), [Part::Random, Part::Search, Part::Solvers]);
        assert_eq!(asked(&["--inference"]).len(), 3);
        assert!(asked(&["--peers"]).is_empty());
        assert_eq!(asked(&["--peers", "--parts", "search"]), [Part::Search]);
    }
}
