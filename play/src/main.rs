//! The `fogbound` command.

mod bench;
mod games;
mod replay;
mod terminal;

use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use serde_json::Value;

/// Games of hidden planning: play them against bots, replay them, measure them.
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
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
        Command::Games(options) => games::run(&options),
        Command::Play(options) => terminal::run(&options),
        Command::Replay(options) => replay::run(&options),
        Command::Bench(options) => bench::run(&options),
    }
}
