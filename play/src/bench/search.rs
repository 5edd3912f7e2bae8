//! `fogbound bench --search`: simulations per second of information-set search.

use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use fogbound_agents::{Spec, search};
use fogbound_env::Game;
use fogbound_env::registry::{self, Info, Visitor};
use serde::Serialize;
use serde_json::Value;

use super::Options;
use crate::clock::cpu_seconds;

/// How the search thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Search {
    /// Random games to the end, every action and every world alike: the search that other libraries have too
    Random,
    /// As the agent `ismcts` plays unless it is told otherwise
    Default,
}

impl Search {
    /// The settings of `ismcts` that make it so.
    const fn settings(self) -> &'static str {
        match self {
            Search::Random => ",rollout=random,cut=never,belief=dealt,prior=even,turns=uct",
            Search::Default => "",
        }
    }
}

/// What was measured of one game.
#[derive(Serialize)]
pub(super) struct Report {
    game: &'static str,
    setup: Value,
    /// The agent that searched.
    agent: String,
    sims: u64,
    threads: u16,
    seed: u64,
    seconds: f64,
    /// Choices that were thought about, forced ones included.
    moves: u64,
    simulations: u64,
    simulations_per_second: f64,
    /// By the time that the process had a core, which a busy machine disturbs less.
    simulations_per_cpu_second: f64,
}

impl Report {
    pub(super) fn text(&self) -> String {
        let thousands = |rate: f64| rate / 1e3;
        format!(
            "{} {} searched by {}\n  {:>9.1} k simulations/s, {:.1} k in a second of a core\n  \
             {} simulations for {} moves in {:.2} s\n",
            self.game,
            self.setup,
            self.agent,
            thousands(self.simulations_per_second),
            thousands(self.simulations_per_cpu_second),
            self.simulations,
            self.moves,
            self.seconds,
        )
    }
}

/// Lets the search play all seats of the game for a while.
pub(super) fn measure(
    name: &str,
    setup: &Value,
    search: Search,
    options: &Options,
) -> anyhow::Result<Report> {
    let Options { sims, threads, .. } = options;
    let agent: Spec = format!("ismcts:sims={sims},threads={threads}{}", search.settings()).parse()?;
    registry::open(name, setup, Searched { agent, options })?
}

struct Searched<'a> {
    agent: Spec,
    options: &'a Options,
}

impl Visitor for Searched<'_> {
    type Output = anyhow::Result<Report>;

    fn visit<G: Game>(self, game: G) -> anyhow::Result<Report> {
        let Options { sims, threads, seed, seconds, .. } = *self.options;
        let game = Arc::new(game);
        let mut agent = self.agent.build(&game)?;
        let before = cpu_seconds();
        let speed = search::measure(&*game, &mut *agent, seed, Duration::from_secs_f64(seconds));
        let cpu = cpu_seconds() - before;
        Ok(Report {
            game: G::NAME,
            setup: Info::of(&*game).setup,
            agent: self.agent.to_string(),
            sims,
            threads,
            seed,
            seconds: speed.seconds,
            moves: speed.moves,
            simulations: speed.simulations,
            simulations_per_second: speed.per_second(),
            simulations_per_cpu_second: speed.simulations as f64 / cpu,
        })
    }
}
