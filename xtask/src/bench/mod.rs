//! `cargo xtask bench`: random play here and in OpenSpiel, on the same games, in the same run.

mod chart;
mod figures;
mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::licences::metadata;
use crate::paths::Paths;
use crate::python::Venv;
use crate::run::{capture, cargo, run};
use figures::{Ours, Peer};
use report::{Report, Row};

/// One game with its setup, here and there.
#[derive(Debug)]
struct Config {
    name: &'static str,
    game: &'static str,
    setup: Option<&'static str>,
    peer: &'static str,
}

/// What is compared: games with the same rules on both sides.
const CONFIGS: [Config; 4] = [
    Config { name: "kuhn", game: "kuhn", setup: None, peer: "kuhn_poker" },
    Config { name: "leduc", game: "leduc", setup: None, peer: "leduc_poker" },
    Config {
        name: "goofspiel-4",
        game: "goofspiel",
        setup: Some(r#"{"cards":4,"prizes":"random","bids":"hidden"}"#),
        peer: "goofspiel(imp_info=true,num_cards=4,points_order=random,returns_type=win_loss)",
    },
    Config {
        name: "goofspiel-13",
        game: "goofspiel",
        setup: Some(r#"{"cards":13,"prizes":"random","bids":"hidden"}"#),
        peer: "goofspiel(imp_info=true,num_cards=13,points_order=random,returns_type=win_loss)",
    },
];

/// How often everything is measured; the median counts.
const ROUNDS: usize = 3;

/// The options of `cargo xtask bench`.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Seconds for each figure in each round
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Only these, with commas between: kuhn, leduc, goofspiel-4, goofspiel-13
    #[arg(long, value_delimiter = ',')]
    games: Vec<String>,
}

impl Bench {
    /// Measures both sides in turn, round by round, and writes a table, a JSON file and a picture.
    pub(crate) fn run(&self, paths: &Paths) -> Result<()> {
        let configs = select(&self.games)?;
        if !self.seconds.is_finite() || self.seconds <= 0.0 {
            bail!("--seconds must be more than nothing");
        }
        let venv = Venv::full(paths)?;
        let binary = build(paths)?;
        let mut rows: Vec<Row> = configs.iter().map(|config| Row::new(config.name, config.peer)).collect();
        for round in 1..=ROUNDS {
            for (config, row) in configs.iter().zip(&mut rows) {
                // In turn, so that a slower minute of the machine is shared by both sides.
                row.one.push(self.ours(&binary, config, 1)?);
                row.peer.push(self.peer(paths, &venv, config, round)?);
                row.two.push(self.ours(&binary, config, 2)?);
                eprintln!("[{round}/{ROUNDS}] {}", row.latest());
            }
        }
        let report = Report::new(self.seconds, rows)?;
        println!("\n{}", report.table());
        let dir = paths.target.join("bench");
        fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
        let json = dir.join("bench.json");
        fs::write(&json, serde_json::to_vec_pretty(&report)?)
            .with_context(|| format!("cannot write {}", json.display()))?;
        let svg = dir.join("bench.svg");
        chart::draw(&report, &svg).with_context(|| format!("cannot draw {}", svg.display()))?;
        println!("{}\n{}", paths.short(&json), paths.short(&svg));
        Ok(())
    }

    fn ours(&self, binary: &Path, config: &Config, threads: usize) -> Result<Ours> {
        let mut command = Command::new(binary);
        command.args(["bench", "--game", config.game]);
        if let Some(setup) = config.setup {
            command.args(["--setup", setup]);
        }
        command.args(["--seconds", &self.seconds.to_string(), "--threads", &threads.to_string(), "--json"]);
        Ours::parse(&capture(&mut command)?, threads)
    }

    fn peer(&self, paths: &Paths, venv: &Venv, config: &Config, seed: usize) -> Result<Peer> {
        let mut command = venv.python();
        command.arg(paths.root.join("xtask/peers/open_spiel_random.py"));
        command.args(["--game", config.peer, "--seconds", &self.seconds.to_string()]);
        Peer::parse(&capture(command.args(["--seed", &seed.to_string()]))?)
    }
}

fn select(names: &[String]) -> Result<Vec<&'static Config>> {
    if let Some(name) = names.iter().find(|name| CONFIGS.iter().all(|config| config.name != **name)) {
        let known = CONFIGS.map(|config| config.name).join(", ");
        bail!("there is no {name} to measure: choose among {known}");
    }
    let chosen = |config: &&Config| names.is_empty() || names.iter().any(|name| name == config.name);
    Ok(CONFIGS.iter().filter(chosen).collect())
}

fn build(paths: &Paths) -> Result<PathBuf> {
    let what = ["build", "--release", "--package", "fogbound-play", "--bin", "fogbound"];
    run(&mut cargo(&paths.root, what))?;
    let name = format!("fogbound{}", std::env::consts::EXE_SUFFIX);
    Ok(metadata(paths)?.target_directory.join("release").join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_chosen_by_name() {
        assert_eq!(select(&[]).unwrap().len(), CONFIGS.len());
        let some = select(&["leduc".into(), "kuhn".into()]).unwrap();
        assert_eq!(some.iter().map(|config| config.name).collect::<Vec<_>>(), ["kuhn", "leduc"]);
        assert!(select(&["chess".into()]).unwrap_err().to_string().contains("goofspiel-13"));
    }

    #[test]
    fn setups_are_json() {
        for setup in CONFIGS.iter().filter_map(|config| config.setup) {
            serde_json::from_str::<serde_json::Value>(setup).unwrap();
        }
    }
}
