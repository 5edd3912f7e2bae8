//! `fogbound arena`: agents of one side against agents of the other.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use fogbound_agents::Spec;
use fogbound_agents::arena::{Entrant, Journal, Results, Tournament};
use fogbound_env::Game;
use fogbound_env::registry::{self, Visitor};

use crate::chart::{cross, intervals};
use crate::work::{self, command_line};
use crate::{Setup, sides};

#[derive(Args)]
pub(crate) struct Options {
    /// The game; see `fogbound games`
    #[arg(long, value_name = "NAME")]
    game: String,
    #[command(flatten)]
    setup: Setup,
    /// An agent for the first team, in the killer games the killer; may be given several times. See `fogbound agents`
    #[arg(long = "killer", visible_alias = "first", value_name = "SPEC", required = true)]
    first: Vec<Spec>,
    /// An agent for all other seats, each played by one of its own; may be given several times
    #[arg(long = "survivors", visible_alias = "second", value_name = "SPEC", required = true)]
    second: Vec<Spec>,
    /// Games of each pairing, the same line-ups and luck at the start for all pairings
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Seed of the games
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Threads that play; one for each core if left out
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Keep a journal and the results in this folder; a run that was cut short goes on from its journal
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    registry::open(&options.game, &options.setup.json()?, Arena { options })?
}

struct Arena<'a> {
    options: &'a Options,
}

impl Visitor for Arena<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: Game>(self, game: G) -> anyhow::Result<()> {
        let Options { first, second, games, seed, threads, json, out, .. } = self.options;
        let game = Arc::new(game);
        let side =
            |specs: &[Spec]| specs.iter().map(|spec| Entrant::of(spec, &game)).collect::<Result<Vec<_>, _>>();
        let tournament = Tournament::new(Arc::clone(&game), side(first)?, side(second)?, *seed)?;
        let mut journal = match out {
            Some(folder) => Journal::open(folder, tournament.header())?,
            None => Journal::in_memory(tournament.header()),
        };
        let bar = work::bar(tournament.games_in_all(*games), "games");
        let begun = journal.played().filter(|played| played.game < *games).count();
        bar.set_position(begun as u64);
        bar.reset_eta();
        work::pool(*threads)?.install(|| tournament.play(*games, &mut journal, &|| bar.inc(1)))?;
        bar.finish_and_clear();

        let results = Results::of(&journal, *games).expect("every pairing has played at least one game");
        let sides = sides::names(&*game);
        let sides = [sides[0].as_str(), sides[1].as_str()];
        let markdown = results.markdown(sides);
        if let Some(folder) = out {
            write(folder, &results, sides, &markdown)?;
        }
        work::print(&if *json { serde_json::to_string(&results)? + "\n" } else { markdown })
    }
}

fn write(folder: &Path, results: &Results, sides: [&str; 2], markdown: &str) -> anyhow::Result<()> {
    work::write(&folder.join("results.json"), &(serde_json::to_string_pretty(results)? + "\n"))?;
    work::write(&folder.join("results.md"), &format!("`{}`\n\n{markdown}", command_line()))?;
    cross::draw(results, sides, &folder.join("cross.svg"))?;
    let rows = |side: usize| {
        let ratings = if side == 0 { &results.first_ratings } else { &results.second_ratings };
        ratings.iter().map(move |rating| intervals::Row {
            group: sides[side].into(),
            label: rating.agent.clone(),
            value: rating.points,
            low: rating.low,
            high: rating.high,
        })
    };
    let rows: Vec<_> = rows(0).chain(rows(1)).collect();
    intervals::draw(
        "Ratings within each side (400 points: odds of 10 to 1)",
        &rows,
        &folder.join("ratings.svg"),
    )
}
