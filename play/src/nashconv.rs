//! `fogbound nashconv`: how much an agent's play can be exploited in a small game.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use fogbound_agents::Spec;
use fogbound_agents::arena::Estimate;
use fogbound_agents::exact::{Tree, nash_conv, tabulate};
use fogbound_env::Game;
use fogbound_env::registry::{self, Info, Visitor};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;

use crate::chart::curve::{self, Curve};
use crate::{Setup, work};

#[derive(Args)]
pub(crate) struct Options {
    /// The game, of two seats; see `fogbound games`
    #[arg(long, value_name = "NAME")]
    game: String,
    #[command(flatten)]
    setup: Setup,
    /// An agent to judge; may be given several times. See `fogbound agents`
    #[arg(long = "agent", value_name = "SPEC", required = true)]
    agents: Vec<Spec>,
    /// Judge each agent at these numbers of simulations, with commas between them
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    sims: Vec<u64>,
    /// Answers that are asked for at each information set
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    times: u32,
    /// How often everything is done, each time with the next seed
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    seeds: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes of the game at most
    #[arg(long, value_name = "NODES", default_value_t = 1_000_000)]
    limit: usize,
    /// Threads that ask; one for each core if left out
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Draw NashConv against the simulations into this file
    #[arg(long, value_name = "FILE.svg", requires = "sims")]
    plot: Option<PathBuf>,
}

/// One agent, and how exploitable it was.
#[derive(Serialize)]
struct Row {
    agent: String,
    /// The agent without its number of simulations.
    family: String,
    sims: Option<u64>,
    nash_conv: Estimate,
    /// With each seed.
    all: Vec<f64>,
}

#[derive(Serialize)]
struct Report {
    game: &'static str,
    setup: Value,
    times: u32,
    seed: u64,
    /// Of one who chooses evenly.
    uniform: f64,
    rows: Vec<Row>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let report = registry::open(&options.game, &options.setup.json()?, Judge { options })??;
    if let Some(path) = &options.plot {
        let title = format!("{}: what can be gained against the searcher", report.game);
        curve::draw(&title, "simulations a move", &curves(&report), path)?;
    }
    work::print(&if options.json { serde_json::to_string(&report)? + "\n" } else { text(&report) })
}

struct Judge<'a> {
    options: &'a Options,
}

/// The agents to judge: as they were named, or each with every number of simulations.
fn candidates(options: &Options) -> anyhow::Result<Vec<(Spec, String, Option<u64>)>> {
    let mut all = Vec::new();
    for spec in &options.agents {
        let family = spec.to_string();
        if options.sims.is_empty() {
            all.push((spec.clone(), family, None));
            continue;
        }
        for &sims in &options.sims {
            let link = if family.contains(':') { ',' } else { ':' };
            let with = format!("{family}{link}sims={sims}").parse::<Spec>();
            let with = with.with_context(|| format!("--sims does not go with `{family}`"))?;
            all.push((with, family.clone(), Some(sims)));
        }
    }
    Ok(all)
}

impl Visitor for Judge<'_> {
    type Output = anyhow::Result<Report>;

    fn visit<G: Game>(self, game: G) -> anyhow::Result<Report> {
        let Options { times, seeds, seed, limit, threads, .. } = *self.options;
        let game = Arc::new(game);
        let tree = Tree::new(&*game, limit)?;
        let candidates = candidates(self.options)?;
        let makers =
            candidates.iter().map(|(spec, ..)| spec.prepare(&game)).collect::<Result<Vec<_>, _>>()?;
        let bar = work::bar(candidates.len() as u64 * seeds, "agents and seeds");
        let judge = |job: u64| -> anyhow::Result<f64> {
            let mut agent = makers[(job / seeds) as usize]();
            let judged = tabulate(&*game, &mut *agent, times, seed.wrapping_add(job % seeds), limit)?;
            bar.inc(1);
            Ok(judged.nash_conv)
        };
        let jobs = 0..candidates.len() as u64 * seeds;
        let pool = work::pool(threads)?;
        let all = pool.install(|| jobs.into_par_iter().map(judge).collect::<anyhow::Result<Vec<f64>>>())?;
        bar.finish_and_clear();
        let rows =
            candidates.into_iter().zip(all.chunks(seeds as usize)).map(|((spec, family, sims), all)| Row {
                agent: spec.to_string(),
                family,
                sims,
                nash_conv: Estimate::of(all),
                all: all.to_vec(),
            });
        Ok(Report {
            game: G::NAME,
            setup: Info::of(&*game).setup,
            times,
            seed,
            uniform: nash_conv(&tree, &tree.uniform()),
            rows: rows.collect(),
        })
    }
}

/// One curve for each agent, over its numbers of simulations.
fn curves(report: &Report) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for row in &report.rows {
        let Some(sims) = row.sims else { continue };
        if curves.last().is_none_or(|curve| curve.name != row.family) {
            curves.push(Curve { name: row.family.clone(), points: Vec::new() });
        }
        if let Some(curve) = curves.last_mut() {
            curve.points.push((sims as f64, row.nash_conv.mean));
        }
    }
    curves
}

fn text(report: &Report) -> String {
    let rows = report.rows.iter().map(|row| {
        let all: Vec<String> = row.all.iter().map(|one| format!("{one:.3}")).collect();
        format!("| `{}` | {:.3} | {} |\n", row.agent, row.nash_conv.mean, all.join(", "))
    });
    format!(
        "{} {}\n  NashConv of even choice {:.3}; {} answers at each information set, seeds from {}\n\n\
         | agent | NashConv | by seed |\n|---|---|---|\n{}",
        report.game,
        report.setup,
        report.uniform,
        report.times,
        report.seed,
        rows.collect::<String>(),
    )
}
