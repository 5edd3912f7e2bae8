//! `fogbound solve`: equilibria of small games.

use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use fogbound_agents::exact::{CfrPlus, Mccfr, Solver, Tree, nash_conv};
use fogbound_env::Game;
use fogbound_env::registry::{self, Info, Visitor};
use serde::Serialize;
use serde_json::Value;

use crate::chart::curve::{self, Curve};
use crate::clock::cpu_seconds;
use crate::{Setup, work};

#[derive(Args)]
pub(crate) struct Options {
    /// The game, of two seats; see `fogbound games`
    #[arg(long, value_name = "NAME")]
    game: String,
    #[command(flatten)]
    setup: Setup,
    /// How to solve it
    #[arg(long, value_enum, default_value_t = Algorithm::CfrPlus)]
    algorithm: Algorithm,
    /// How long to go on
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    iterations: u32,
    /// Seed of the paths that are drawn
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Nodes of the game at most; a million take about fifty megabytes
    #[arg(long, value_name = "NODES", default_value_t = 5_000_000, value_parser = parse_limit)]
    limit: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Draw NashConv against iterations into this file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

/// Nodes are numbered with 32 bits.
fn parse_limit(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(limit) if (1..=1_000_000_000).contains(&limit) => Ok(limit),
        _ => Err("must be a number from 1 to 1000000000".into()),
    }
}

/// How to solve a game.
#[derive(Clone, Copy, ValueEnum, Serialize)]
enum Algorithm {
    /// The whole game in every iteration; close to an equilibrium after a thousand
    #[value(name = "cfr+")]
    #[serde(rename = "cfr+")]
    CfrPlus,
    /// Drawn paths; each iteration is quick and brings little
    #[value(name = "mccfr")]
    #[serde(rename = "mccfr")]
    Mccfr,
}

/// How good the strategy was after so many iterations.
#[derive(Serialize)]
struct Point {
    iterations: u32,
    nash_conv: f64,
    /// What the first seat gets when both play the strategy.
    value: f64,
}

/// What was found.
#[derive(Serialize)]
struct Report {
    game: &'static str,
    setup: Value,
    algorithm: Algorithm,
    iterations: u32,
    seed: u64,
    nodes: usize,
    /// Of each seat.
    information_sets: Vec<usize>,
    value: f64,
    nash_conv: f64,
    /// By the clock, and by the time that the process had a core: the iterations alone, without the layout of the game
    /// and without the measuring of strategies.
    seconds: f64,
    cpu_seconds: f64,
    layout_seconds: f64,
    layout_cpu_seconds: f64,
    curve: Vec<Point>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let report = registry::open(&options.game, &options.setup.json()?, Solve { options })??;
    if let Some(path) = &options.plot {
        let name =
            options.algorithm.to_possible_value().map_or_else(String::new, |value| value.get_name().into());
        let points = report.curve.iter().map(|p| (f64::from(p.iterations), p.nash_conv)).collect();
        let title = format!("{} by {name}", report.game);
        curve::draw(&title, "iterations", &[Curve { name, points }], path)?;
    }
    work::print(&if options.json { serde_json::to_string(&report)? + "\n" } else { text(&report) })
}

struct Solve<'a> {
    options: &'a Options,
}

impl Visitor for Solve<'_> {
    type Output = anyhow::Result<Report>;

    fn visit<G: Game>(self, game: G) -> anyhow::Result<Report> {
        let Options { algorithm, iterations, seed, limit, .. } = *self.options;
        let (start, cpu_start) = (Instant::now(), cpu_seconds());
        let tree = Tree::new(&game, limit)?;
        let (layout_seconds, layout_cpu_seconds) = (start.elapsed().as_secs_f64(), cpu_seconds() - cpu_start);
        let mut solver: Box<dyn Solver + '_> = match algorithm {
            Algorithm::CfrPlus => Box::new(CfrPlus::new(&tree)),
            Algorithm::Mccfr => Box::new(Mccfr::new(&tree, seed)),
        };
        let bar = work::bar(iterations.into(), "iterations");
        let (mut seconds, mut cpu, mut done, mut curve) = (0.0, 0.0, 0, Vec::new());
        for stop in stops(iterations) {
            while done < stop {
                // In pieces, so that the bar moves.
                let piece = (stop - done).min((iterations / 200).max(1));
                let (start, cpu_start) = (Instant::now(), cpu_seconds());
                solver.run(piece);
                seconds += start.elapsed().as_secs_f64();
                cpu += cpu_seconds() - cpu_start;
                done += piece;
                bar.set_position(done.into());
            }
            let strategy = solver.average();
            let value = tree.values(&strategy)[0];
            curve.push(Point { iterations: done, nash_conv: nash_conv(&tree, &strategy), value });
        }
        bar.finish_and_clear();
        let last = curve.last().expect("the last iteration is a stop");
        Ok(Report {
            game: G::NAME,
            setup: Info::of(&game).setup,
            algorithm,
            iterations,
            seed,
            nodes: tree.nodes(),
            information_sets: tree.counts().infosets,
            value: last.value,
            nash_conv: last.nash_conv,
            seconds,
            cpu_seconds: cpu,
            layout_seconds,
            layout_cpu_seconds,
            curve,
        })
    }
}

/// Where the strategy is measured: 1, 2, 5, 10, 20, 50 and so on, and at the end.
fn stops(iterations: u32) -> Vec<u32> {
    let powers = (0..).map_while(|exponent| 10u32.checked_pow(exponent));
    let round =
        powers.flat_map(|power| [1, 2, 5].into_iter().filter_map(move |factor| power.checked_mul(factor)));
    let mut stops: Vec<u32> = round.take_while(|stop| *stop < iterations).collect();
    stops.push(iterations);
    stops
}

fn text(report: &Report) -> String {
    let infosets: Vec<String> = report.information_sets.iter().map(ToString::to_string).collect();
    let rows = report.curve.iter().map(|Point { iterations, nash_conv, value }| {
        format!("| {iterations} | {nash_conv:.3e} | {value:+.6} |\n")
    });
    format!(
        "{} {}\n  {} nodes, {} information sets\n  value {:+.6} for the first seat, NashConv {:.3e}\n  \
         {} iterations in {:.3} s ({:.3} s of a core)\n\n| iterations | NashConv | value |\n|---|---|---|\n{}",
        report.game,
        report.setup,
        report.nodes,
        infosets.join(" + "),
        report.value,
        report.nash_conv,
        report.iterations,
        report.seconds,
        report.cpu_seconds,
        rows.collect::<String>(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_are_measured_at_round_numbers_and_at_the_end() {
        assert_eq!(stops(1), [1]);
        assert_eq!(stops(10), [1, 2, 5, 10]);
        assert_eq!(stops(12), [1, 2, 5, 10, 12]);
        assert_eq!(stops(u32::MAX).len(), 30);
    }
}
