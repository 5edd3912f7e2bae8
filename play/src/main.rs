//! The `fogbound` command.

mod bench;
mod games;
mod replay;
mod terminal;

use anyhow::Context;
use clap::{Args, CommandFactory, Parser, Subcommand};
use serde_json::Value;

/// Games of hidden planning: play them against bots, replay them, measure them.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// List the games, or describe one of them
    Games(games::Options),
    /// Play a game in the terminal against random bots
    Play(terminal::Options),
    /// Show a recorded game move by move
    Replay(replay::Options),
    /// Measure how fast random games are played
    Bench(bench::Options),
}

/// Which game, and how it is set up.
#[derive(Args)]
struct Setup {
    /// Options of the game as JSON, for example '{"preset":"tiny"}'; what is left out has its default
    #[arg(long, value_name = "JSON", default_value = "{}")]
    setup: String,
}

impl Setup {
    fn json(&self) -> anyhow::Result<Value> {
        serde_json::from_str(&self.setup).with_context(|| format!("--setup {:?} is not JSON", self.setup))
    }
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Some(Command::Games(options)) => games::run(&options),
        Some(Command::Play(options)) => terminal::run(&options),
        Some(Command::Replay(options)) => replay::run(&options),
        Some(Command::Bench(options)) => bench::run(&options),
        None => {
            Cli::command().print_help()?;
            println!("\nTry: fogbound play goofspiel");
            Ok(())
        }
    }
}
