//! Information-set search, here and in OpenSpiel.

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::ROUNDS;
use super::figures::{median, positive};
use super::games::Config;
use super::sides::Sides;
use super::table::{Table, cell, few, short};

/// Simulations for each move, on both sides.
const SIMS: u64 = 1_000;

/// What either side prints of a search, as far as it is needed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Searched {
    sims: u64,
    simulations_per_cpu_second: f64,
}

impl Searched {
    fn parse(text: &str) -> Result<Self> {
        let searched: Self = serde_json::from_str(text).context("cannot read the speed of a search")?;
        positive(&[searched.simulations_per_cpu_second]).context("a search has a speed that is none")?;
        if searched.sims != SIMS {
            bail!("a search made {} simulations a move instead of {SIMS}", searched.sims);
        }
        Ok(searched)
    }
}

/// The searches of one game, in simulations per second of CPU time, round by round.
#[derive(Debug, Default, Serialize)]
struct Row {
    name: String,
    random: Vec<f64>,
    default: Vec<f64>,
    peer: Vec<f64>,
}

impl Row {
    fn peer(&self) -> Option<f64> {
        (!self.peer.is_empty()).then(|| median(self.peer.iter().copied()))
    }
}

/// The search part of the benchmark.
#[derive(Debug, Serialize)]
pub(crate) struct Search {
    simulations_per_move: u64,
    rows: Vec<Row>,
}

/// Measures both sides in turn, round by round.
pub(crate) fn measure(sides: &Sides, configs: &[&Config]) -> Result<Search> {
    let new = |config: &&Config| Row { name: config.name.into(), ..Row::default() };
    let mut rows: Vec<Row> = configs.iter().map(new).collect();
    for round in 1..=ROUNDS {
        for (config, row) in configs.iter().zip(&mut rows) {
            row.random.push(ours(sides, config, "random", round)?);
            if let Some(game) = config.peer.filter(|_| config.peer_searches) {
                row.peer.push(peer(sides, game, round)?);
            }
            row.default.push(ours(sides, config, "default", round)?);
            let [random, default] =
                [&row.random, &row.default].map(|rounds| cell(rounds.last().copied(), short));
            let peer = cell(row.peer.last().copied(), short);
            eprintln!(
                "[{round}/{ROUNDS}] {}: {random} simulations/s, with defaults {default}, OpenSpiel {peer}",
                config.name
            );
        }
    }
    Ok(Search { simulations_per_move: SIMS, rows })
}

/// `way` is how the search thinks: with random games to the end, as OpenSpiel's does, or as our agent does by default.
fn ours(sides: &Sides, config: &Config, way: &str, seed: usize) -> Result<f64> {
    let (search, sims, seed) = (format!("--search={way}"), SIMS.to_string(), seed.to_string());
    let seconds = sides.seconds.to_string();
    let options = [search.as_str(), "--sims", &sims, "--seconds", &seconds, "--seed", &seed, "--json"];
    let text = sides.ours(["bench"].into_iter().chain(config.args()).chain(options))?;
    Ok(Searched::parse(&text)?.simulations_per_cpu_second)
}

fn peer(sides: &Sides, game: &str, seed: usize) -> Result<f64> {
    let (sims, seconds, seed) = (SIMS.to_string(), sides.seconds.to_string(), seed.to_string());
    let args = ["--game", game, "--sims", &sims, "--seconds", &seconds, "--seed", &seed];
    let text = sides.peer("open_spiel_search.py", args)?;
    Ok(Searched::parse(&text)?.simulations_per_cpu_second)
}

impl Search {
    /// The table for the terminal.
    pub(crate) fn table(&self) -> String {
        let title = format!("Search, simulations per second of CPU time, {SIMS} a move, one thread");
        let mut table = Table::new(&title, 14, ["random", "OS C++", "x C++", "default"]);
        for row in &self.rows {
            let [random, default] = [&row.random, &row.default].map(|rounds| median(rounds.iter().copied()));
            let times = row.peer().map(|peer| random / peer);
            table.row(&row.name, [short(random), cell(row.peer(), short), cell(times, few), short(default)]);
        }
        table.finish(
            "Random plays random games to the end, as OpenSpiel's ISMCTSBot does; default is the agent `ismcts` with \
             its script.\nOpenSpiel's bot takes turn-based games that can be resampled, so there is no Goofspiel; it \
             has no trial.\n",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_are_read() {
        let ours = r#"{"game":"kuhn","agent":"ismcts","sims":1000,"simulations_per_cpu_second":9e6}"#;
        assert_eq!(Searched::parse(ours).unwrap().simulations_per_cpu_second, 9e6);
        assert!(Searched::parse(&ours.replace("9e6", "0.0")).is_err());
        assert!(Searched::parse(&ours.replace("1000", "999")).unwrap_err().to_string().contains("999"));
        assert!(Searched::parse("").is_err());
    }

    #[test]
    fn the_table_compares_what_has_a_peer() {
        let row = |name: &str, peer: &[f64]| Row {
            name: name.into(),
            random: vec![8e6, 9e6, 1e6],
            default: vec![5e4],
            peer: peer.into(),
        };
        let rows = vec![row("kuhn", &[2e6, 3e6, 1e6]), row("trial", &[])];
        let table = Search { simulations_per_move: SIMS, rows }.table();
        assert!(table.contains("kuhn                8.0 M      2.0 M        4.0       50 k\n"), "{table}");
        assert!(table.contains("trial               8.0 M          -          -       50 k\n"), "{table}");
    }
}
