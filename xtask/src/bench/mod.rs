//! `cargo xtask bench`: random play, search and solvers here and in OpenSpiel, on the same games, in the same run.

mod chart;
mod figures;
mod games;
mod inference;
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
use inference::Inference;
use random::Random;
use report::Report;
use search::Search;
use sides::Sides;
use solvers::Solvers;

/// How often everything is measured; the median counts.
const ROUNDS: usize = 3;

/// The options of `cargo xtask bench`.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Seconds for each figure of play and search in each round
    #[arg(long, default_value_t = 0.5)]
    seconds: f64,
    /// Only these, with commas between: kuhn, leduc, goofspiel-4, goofspiel-13, trial
    #[arg(long, value_delimiter = ',')]
    games: Vec<String>,
    /// Only these, with commas between
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [Part::Random, Part::Search, Part::Solvers])]
    parts: Vec<Part>,
    /// Compare the evaluation of networks with libtorch too, whose build takes minutes
    #[arg(long)]
    inference: bool,
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
        let sides = Sides::prepare(paths, self.seconds)?;
        let asked = |part| self.parts.contains(&part);
        let random: Option<Random> =
            asked(Part::Random).then(|| random::measure(&sides, &configs)).transpose()?;
        let search: Option<Search> =
            asked(Part::Search).then(|| search::measure(&sides, &configs)).transpose()?;
        let solvers: Option<Solvers> = asked(Part::Solvers).then(|| solvers::measure(&sides)).transpose()?;
        let inference: Option<Inference> = self.inference.then(|| inference::measure(paths)).transpose()?;
        let report = Report::new(self.seconds, random, search, solvers, inference);
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
}
