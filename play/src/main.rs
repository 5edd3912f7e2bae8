//! The `fogbound` command.

mod agents;
mod arena;
mod balance;
mod bench;
mod chart;
mod clock;
mod completions;
mod games;
mod nashconv;
mod replay;
mod seating;
mod server;
mod session;
mod sides;
mod solve;
mod start;
mod terminal;
mod work;

use anyhow::Context;
use clap::{Args, CommandFactory, Parser, Subcommand};
use serde_json::Value;

/// Games of hidden planning: play them against bots, let agents compete, solve them, measure them.
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
    /// List the agents and their settings
    Agents(agents::Options),
    /// Play a game in the terminal, against bots or with friends
    Play(terminal::Options),
    /// Let bots play, and watch
    Watch(terminal::WatchOptions),
    /// Play in the browser: serves a page on this machine
    Serve(server::Options),
    /// Show a recorded game move by move
    Replay(replay::Options),
    /// Let agents of one side play agents of the other, with rates, intervals and ratings
    Arena(arena::Options),
    /// Count how often the first team wins, by kind of game
    Balance(balance::Options),
    /// Solve a small game of two seats
    Solve(solve::Options),
    /// Tell how much an agent's play can be exploited in a small game of two seats
    Nashconv(nashconv::Options),
    /// Measure how fast random games are played
    Bench(bench::Options),
    /// Print a script that completes this command in a shell
    Completions(completions::Options),
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
        setup_json(&self.setup)
    }
}

fn setup_json(text: &str) -> anyhow::Result<Value> {
    serde_json::from_str(text).with_context(|| format!("--setup {text:?} is not JSON"))
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Some(Command::Games(options)) => games::run(&options),
        Some(Command::Agents(options)) => agents::run(&options),
        Some(Command::Play(options)) => terminal::run(&options),
        Some(Command::Watch(options)) => terminal::watch(&options),
        Some(Command::Serve(options)) => server::run(&options),
        Some(Command::Replay(options)) => replay::run(&options),
        Some(Command::Arena(options)) => arena::run(&options),
        Some(Command::Balance(options)) => balance::run(&options),
        Some(Command::Solve(options)) => solve::run(&options),
        Some(Command::Nashconv(options)) => nashconv::run(&options),
        Some(Command::Bench(options)) => bench::run(&options),
        Some(Command::Completions(options)) => completions::run(&options, &mut Cli::command()),
        None => start::run(),
    }
}
