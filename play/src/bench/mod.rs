//! `fogbound bench`: decisions per second of random play, and a checksum that any machine reproduces; or simulations per
//! second of search.

mod search;

use std::fmt::{self, Write};
use std::time::Duration;

use clap::Args;
use fogbound_env::Fingerprint;
use fogbound_env::erased::{self, AnyGame};
use fogbound_env::registry::NAMES;
use fogbound_env::rollout::{Costs, Looks, Speed};
use serde::Serialize;
use serde_json::Value;

use crate::clock::cpu_seconds;
use crate::{Setup, work};
use search::Search;

/// Games that the checksum is made of.
const CHECKSUM_GAMES: u64 = 1_000;

#[derive(Args)]
pub(crate) struct Options {
    /// The game to measure; all of them if left out
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    #[command(flatten)]
    setup: Setup,
    /// How long to play in each way: with and without observations, and where nobody may ever look
    #[arg(long, default_value_t = 1.0, value_parser = parse_seconds, allow_negative_numbers = true)]
    seconds: f64,
    /// Threads that play, each its own games
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Seed of the games
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Measure information-set search instead of random play
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "random")]
    search: Option<Search>,
    /// Simulations for each move of a search
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..), requires = "search")]
    sims: u64,
    /// Print JSON, one object per game
    #[arg(long)]
    json: bool,
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.001..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("must be a number from 0.001 to 3600".into()),
    }
}

/// What was measured of one game.
#[derive(Serialize)]
struct Report {
    game: &'static str,
    setup: Value,
    threads: u16,
    seconds: f64,
    seed: u64,
    /// Choices of seats and outcomes of chance, by the clock, all threads together.
    decisions_per_second: f64,
    /// The same by the time that the process had a core, which a busy machine disturbs less.
    decisions_per_cpu_second: f64,
    /// By the clock and by CPU time, where nobody will ever look, as in a rollout to the end.
    decisions_per_second_unwatched: f64,
    decisions_per_cpu_second_unwatched: f64,
    /// By the clock, with every deciding seat's observation and mask written.
    decisions_per_second_observed: f64,
    decisions_per_cpu_second_observed: f64,
    games_per_second: f64,
    state_bytes: usize,
    costs_ns: Costs,
    checksum: Fingerprint,
    checksum_games: u64,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let setup = options.setup.json()?;
    let names = options.game.as_deref().map_or(NAMES.to_vec(), |name| vec![name]);
    for name in names {
        if let Some(search) = options.search {
            let report = search::measure(name, &setup, search, options)?;
            print(&report, options, report.text())?;
        } else {
            let report = measure(&*erased::open(name, &setup)?, options);
            print(&report, options, text(&report)?)?;
        }
    }
    Ok(())
}

/// Prints a report as it was asked for.
fn print(report: &impl Serialize, options: &Options, text: String) -> anyhow::Result<()> {
    work::print(&if options.json { serde_json::to_string(report)? + "\n" } else { text })
}

fn measure(game: &dyn AnyGame, options: &Options) -> Report {
    let time = Duration::from_secs_f64(options.seconds);
    let threads = usize::from(options.threads);
    let play = |looks| {
        let before = cpu_seconds();
        let speed: Speed = game.measure(options.seed, time, threads, looks);
        (speed, cpu_seconds() - before)
    };
    let (played, played_cpu) = play(Looks::Perhaps);
    let (unwatched, unwatched_cpu) = play(Looks::Never);
    let (observed, observed_cpu) = play(Looks::Always);
    let info = game.info();
    Report {
        game: info.name,
        setup: info.setup,
        threads: options.threads,
        seconds: options.seconds,
        seed: options.seed,
        decisions_per_second: played.per_second(),
        decisions_per_cpu_second: played.decisions as f64 / played_cpu,
        decisions_per_second_unwatched: unwatched.per_second(),
        decisions_per_cpu_second_unwatched: unwatched.decisions as f64 / unwatched_cpu,
        decisions_per_second_observed: observed.per_second(),
        decisions_per_cpu_second_observed: observed.decisions as f64 / observed_cpu,
        games_per_second: played.games as f64 / played.seconds,
        state_bytes: info.state_bytes,
        costs_ns: game.costs(options.seed, time / 20),
        checksum: game.checksum(options.seed, CHECKSUM_GAMES),
        checksum_games: CHECKSUM_GAMES,
    }
}

fn text(report: &Report) -> Result<String, fmt::Error> {
    let mut text = String::new();
    let millions = |rate: f64| rate / 1e6;
    writeln!(text, "{} {} on {} thread(s)", report.game, report.setup, report.threads)?;
    writeln!(text, "  {:>9.2} M decisions/s of random play", millions(report.decisions_per_second))?;
    writeln!(
        text,
        "  {:>9.2} M decisions/s where nobody will ever look",
        millions(report.decisions_per_second_unwatched)
    )?;
    writeln!(
        text,
        "  {:>9.2} M decisions/s with observations",
        millions(report.decisions_per_second_observed)
    )?;
    writeln!(
        text,
        "  {:>9.2} M games/s, {} bytes a state",
        millions(report.games_per_second),
        report.state_bytes
    )?;
    let Costs { clone, legal, step, view, observe, deal } = report.costs_ns;
    writeln!(
        text,
        "  ns: clone {clone:.1}, legal {legal:.1}, step {step:.1}, view {view:.1}, observe {observe:.1}, deal {deal:.1}"
    )?;
    writeln!(
        text,
        "  checksum {} of {} games from seed {}",
        report.checksum, report.checksum_games, report.seed
    )?;
    Ok(text)
}
