//! `fogbound balance`: how often the first team wins, by kind of game.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use fogbound_agents::Spec;
use fogbound_agents::arena::{Entrant, Journal, Stratum, Tournament, strata, strata_markdown};
use fogbound_env::Game;
use fogbound_env::registry::{self, Visitor};
use indicatif::ProgressBar;
use serde::Serialize;
use serde_json::{Value, json};

use crate::chart::intervals;
use crate::work::{self, command_line};
use crate::{setup_json, sides};

#[derive(Args)]
pub(crate) struct Options {
    /// The game; see `fogbound games`
    #[arg(long, value_name = "NAME")]
    game: String,
    /// A setup to play, as JSON; may be given several times. If left out, the presets that show the whole game
    #[arg(long = "setup", value_name = "JSON")]
    setups: Vec<String>,
    /// The agent that plays every seat; see `fogbound agents`
    #[arg(long, value_name = "SPEC", default_value = "random")]
    agent: Spec,
    /// Games of each kind at least
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Seed of the games of the first setup; the others have the next ones
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Threads that play; one for each core if left out
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Keep journals and the results in this folder; a run that was cut short goes on from its journals
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// What was found.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    setups: &'a [Value],
    agent: String,
    seed: u64,
    /// Who wins, where something is won.
    side: &'a str,
    strata: &'a [Stratum],
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let setups = setups(options)?;
    let mut runs = Vec::new();
    for (number, setup) in setups.iter().enumerate() {
        let folder = options.out.as_ref().map(|out| out.join(format!("setup-{number}")));
        // Each setup has luck of its own, so that games can be pooled as independent ones.
        let seed = options.seed.wrapping_add(number as u64);
        let make = MakeRun { agent: &options.agent, seed, folder: folder.as_deref() };
        runs.push(registry::open(&options.game, setup, make)??);
    }
    let strata = work::pool(options.threads)?.install(|| play(&mut runs, options.games))?;
    let side = runs.first().map_or_else(String::new, |run| run.side());
    let report = Report {
        game: &options.game,
        setups: &setups,
        agent: options.agent.to_string(),
        seed: options.seed,
        side: &side,
        strata: &strata,
    };
    if let Some(folder) = &options.out {
        write(folder, &report)?;
    }
    work::print(&if options.json { serde_json::to_string(&report)? + "\n" } else { markdown(&report) })
}

/// The setups to play: those that were asked for, or those that the game proposes.
fn setups(options: &Options) -> anyhow::Result<Vec<Value>> {
    struct Survey;
    impl Visitor for Survey {
        type Output = &'static [&'static str];
        fn visit<G: Game>(self, _: G) -> &'static [&'static str] {
            G::survey()
        }
    }
    if !options.setups.is_empty() {
        return options.setups.iter().map(|text| setup_json(text)).collect();
    }
    let presets = registry::open(&options.game, &Value::Null, Survey)?;
    let named = presets.iter().map(|preset| json!({ "preset": preset })).collect::<Vec<_>>();
    Ok(if named.is_empty() { vec![json!({})] } else { named })
}

/// Games of one setup; the type of the game is forgotten.
trait Run: Send {
    /// Plays until there are `count` games.
    fn play(&mut self, count: u64, bar: &ProgressBar) -> anyhow::Result<()>;
    fn journal(&self) -> &Journal;
    /// What the first team is called.
    fn side(&self) -> String;
}

struct TypedRun<G: Game> {
    tournament: Tournament<G>,
    journal: Journal,
    side: String,
}

impl<G: Game> Run for TypedRun<G> {
    fn play(&mut self, count: u64, bar: &ProgressBar) -> anyhow::Result<()> {
        Ok(self.tournament.play(count, &mut self.journal, &|| bar.inc(1))?)
    }

    fn journal(&self) -> &Journal {
        &self.journal
    }

    fn side(&self) -> String {
        self.side.clone()
    }
}

struct MakeRun<'a> {
    agent: &'a Spec,
    seed: u64,
    folder: Option<&'a Path>,
}

impl Visitor for MakeRun<'_> {
    type Output = anyhow::Result<Box<dyn Run>>;

    fn visit<G: Game>(self, game: G) -> anyhow::Result<Box<dyn Run>> {
        let [side, _] = sides::names(&game);
        let game = Arc::new(game);
        let everybody = || Ok::<_, anyhow::Error>(vec![Entrant::of(self.agent, &game)?]);
        let tournament = Tournament::new(Arc::clone(&game), everybody()?, everybody()?, self.seed)?;
        let journal = match self.folder {
            Some(folder) => Journal::open(folder, tournament.header())?,
            None => Journal::in_memory(tournament.header()),
        };
        Ok(Box::new(TypedRun { tournament, journal, side }))
    }
}

/// Plays until every kind of game that came up has at least `wanted` games. When to stop depends on how many games there
/// are and never on how they went, so it does not bend the rates.
fn play(runs: &mut [Box<dyn Run>], wanted: u64) -> anyhow::Result<Vec<Stratum>> {
    let bar = work::bar(0, "games");
    let mut count = wanted.div_ceil(runs.len() as u64);
    loop {
        bar.set_length(count * runs.len() as u64);
        for run in &mut *runs {
            run.play(count, &bar)?;
        }
        let games = runs.iter().flat_map(|run| run.journal().played()).filter(|played| played.game < count);
        let found = strata(games);
        let fewest = found.iter().map(|stratum| stratum.win_rate.count).min().unwrap_or(0);
        if fewest >= wanted {
            bar.finish_and_clear();
            return Ok(found);
        }
        // As many as the rarest kind needs and a few more, since it comes up by chance; but what is rare after few games
        // may be less so after many.
        count = (count * wanted / fewest.max(1)).min(4 * count) + count / 50 + 1;
    }
}

fn markdown(report: &Report<'_>) -> String {
    let setups: Vec<String> = report.setups.iter().map(|setup| format!("`{setup}`")).collect();
    let about = format!("{}: `{}` in every seat, seed {}", report.game, report.agent, report.seed);
    format!("{about}, setups {}.\n\n{}", setups.join(", "), strata_markdown(report.strata, report.side))
}

fn write(folder: &Path, report: &Report<'_>) -> anyhow::Result<()> {
    work::write(&folder.join("balance.json"), &(serde_json::to_string_pretty(report)? + "\n"))?;
    work::write(&folder.join("balance.md"), &format!("`{}`\n\n{}", command_line(), markdown(report)))?;
    let row = |stratum: &Stratum| intervals::Row {
        group: stratum.name.clone(),
        label: stratum.value.clone(),
        value: 100.0 * stratum.win_rate.rate,
        low: 100.0 * stratum.win_rate.low,
        high: 100.0 * stratum.win_rate.high,
    };
    let rows: Vec<_> = report.strata.iter().map(row).collect();
    let title = format!("{}: how often {} wins, in percent", report.game, report.side);
    intervals::draw(&title, &rows, &folder.join("balance.svg"))
}
