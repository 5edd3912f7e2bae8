//! `fogbound-train`: trains networks for the games.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use fogbound_train::config::recipe;
use fogbound_train::run::{Begin, Summary, run};

/// Trains a network for one of the games by self-play.
#[derive(Debug, Parser)]
#[command(name = "fogbound-train", version)]
struct Cli {
    /// The recipe.
    #[arg(long)]
    recipe: Option<String>,
    /// The game.
    #[arg(long)]
    game: Option<String>,
    /// Stop after so many minutes.
    #[arg(long)]
    minutes: Option<f64>,
    /// Stop after so many updates.
    #[arg(long)]
    updates: Option<u64>,
    /// Names the run.
    #[arg(long)]
    seed: Option<u64>,
    /// Threads.
    #[arg(long)]
    threads: Option<usize>,
    /// Folder.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Changes a field.
    #[arg(long = "set", value_name = "FIELD=VALUE")]
    changes: Vec<String>,
    /// Go on.
    #[arg(long)]
    resume: bool,
    /// Begin anew.
    #[arg(long)]
    overwrite: bool,
}

fn main() -> ExitCode {
    match go(&Cli::parse()) {
        Ok(summary) => {
            report(&summary);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("fogbound-train: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn go(cli: &Cli) -> Result<Summary> {
    let name = cli.recipe.as_deref().or(cli.game.as_deref()).unwrap_or("trial");
    let mut changes = Vec::new();
    let mut change =
        |field: &str, value: Option<String>| changes.extend(value.map(|v| format!("{field}={v}")));
    change("limits.minutes", cli.minutes.map(|m| format!("{m:?}")));
    change("limits.updates", cli.updates.map(|u| u.to_string()));
    if cli.updates.is_some() && cli.minutes.is_none() {
        change("limits.minutes", Some("0.0".into()));
    }
    change("seed", cli.seed.map(|s| s.to_string()));
    change("threads", cli.threads.map(|s| s.to_string()));
    change("out", cli.out.as_ref().map(|s| format!("{:?}", s.display().to_string())));
    changes.extend(cli.changes.iter().cloned());
    let config = recipe::read(name, &changes)?;
    let begin = match (cli.resume, cli.overwrite) {
        (true, _) => Begin::Resume,
        (_, true) => Begin::Overwrite,
        _ => Begin::Anew,
    };
    run(&config, begin, &command())
}

/// The command as it was given, without the folder of the program.
fn command() -> Vec<String> {
    let mut command: Vec<String> =
        std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(program) = command.first_mut() {
        *program =
            Path::new(&*program).file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
    }
    command
}

fn report(summary: &Summary) {
    let counts = summary.counts;
    println!("{} updates, {} games, {} decisions", counts.updates, counts.games, counts.decisions);
    println!("trained for {:.1} s", summary.seconds);
    println!("{}", summary.evaluation);
    println!("files in {}", summary.folder.display());
}
