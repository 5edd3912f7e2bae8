//! Random play, here and in OpenSpiel.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use serde::Serialize;

use super::ROUNDS;
use super::figures::{Ours, Peer, median};
use super::games::Config;
use super::sides::Sides;
use super::table::{Table, cell, short};

/// All measurements of one game.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    /// The name of the configuration.
    pub(crate) name: String,
    /// The game as OpenSpiel writes it, if it has it.
    pub(crate) peer_game: Option<String>,
    /// Ours on one thread, round by round.
    pub(crate) one: Vec<Ours>,
    /// Ours on two threads.
    pub(crate) two: Vec<Ours>,
    /// OpenSpiel, on one thread.
    pub(crate) peer: Vec<Peer>,
}

/// The medians of one game, in decisions per second.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Medians {
    /// Ours on one thread, per second of CPU time, as OpenSpiel.
    pub(crate) one: f64,
    /// Ours on one thread with observations written.
    pub(crate) observed: f64,
    /// Ours on two threads, per second by the clock.
    pub(crate) two: f64,
    /// OpenSpiel, if it has the game.
    #[serde(flatten)]
    pub(crate) peer: Option<PeerMedians>,
}

/// The medians of OpenSpiel.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct PeerMedians {
    /// Its C++.
    pub(crate) cpp: f64,
    /// From Python.
    pub(crate) python: f64,
    /// Ours on one thread against its C++.
    pub(crate) times_cpp: f64,
    /// Ours on one thread against it from Python.
    pub(crate) times_python: f64,
}

/// The random-play part of the benchmark.
#[derive(Debug, Serialize)]
pub(crate) struct Random {
    /// The medians of each game.
    pub(crate) medians: BTreeMap<String, Medians>,
    /// Every measurement.
    pub(crate) rows: Vec<Row>,
}

/// Measures both sides in turn, round by round, so that a slower minute of the machine is shared by both.
pub(crate) fn measure(sides: &Sides, configs: &[&Config]) -> Result<Random> {
    let mut rows: Vec<Row> = configs.iter().map(|config| Row::new(config.name, config.peer)).collect();
    for round in 1..=ROUNDS {
        for (config, row) in configs.iter().zip(&mut rows) {
            row.one.push(ours(sides, config, 1)?);
            if let Some(game) = config.peer {
                row.peer.push(peer(sides, game, round)?);
            }
            row.two.push(ours(sides, config, 2)?);
            eprintln!("[{round}/{ROUNDS}] {}", row.latest());
        }
    }
    Random::new(rows)
}

fn ours(sides: &Sides, config: &Config, threads: usize) -> Result<Ours> {
    let (seconds, count) = (sides.seconds.to_string(), threads.to_string());
    let options = ["--seconds", seconds.as_str(), "--threads", &count, "--json"];
    Ours::parse(&sides.ours(["bench"].into_iter().chain(config.args()).chain(options))?, threads)
}

fn peer(sides: &Sides, game: &str, seed: usize) -> Result<Peer> {
    let (seconds, seed) = (sides.seconds.to_string(), seed.to_string());
    let args = ["--game", game, "--seconds", &seconds, "--seed", &seed];
    Peer::parse(&sides.peer("open_spiel_random.py", args)?)
}

impl Row {
    /// A game that is not measured yet.
    pub(crate) fn new(name: &str, peer_game: Option<&str>) -> Self {
        let (one, two, peer) = (Vec::new(), Vec::new(), Vec::new());
        Self { name: name.into(), peer_game: peer_game.map(String::from), one, two, peer }
    }

    /// The last round in a line.
    pub(crate) fn latest(&self) -> String {
        let one = self.one.last().map(|ours| ours.decisions_per_cpu_second);
        let two = self.two.last().map(|ours| ours.decisions_per_second);
        let peer = self.peer.last().map(|peer| peer.cpp);
        let [one, two, peer] = [one, two, peer].map(|speed| cell(speed, short));
        format!("{}: {one} decisions/s, on two threads {two}, OpenSpiel {peer}", self.name)
    }

    /// The medians over the rounds.
    pub(crate) fn medians(&self) -> Medians {
        let one = median(self.one.iter().map(|ours| ours.decisions_per_cpu_second));
        let cpp = median(self.peer.iter().map(|peer| peer.cpp));
        let python = median(self.peer.iter().map(|peer| peer.python));
        let peer = PeerMedians { cpp, python, times_cpp: one / cpp, times_python: one / python };
        Medians {
            one,
            observed: median(self.one.iter().map(|ours| ours.decisions_per_cpu_second_observed)),
            two: median(self.two.iter().map(|ours| ours.decisions_per_second)),
            peer: (!self.peer.is_empty()).then_some(peer),
        }
    }
}

impl Random {
    /// Takes the medians. The rounds must have played the same games, whatever the number of threads.
    pub(crate) fn new(rows: Vec<Row>) -> Result<Self> {
        for row in &rows {
            let mut all = row.one.iter().chain(&row.two).map(|ours| &ours.checksum);
            let first = all.next();
            if let Some(other) = all.find(|checksum| Some(*checksum) != first) {
                bail!("{}: the checksum changed between two runs, to {other}", row.name);
            }
        }
        let medians = rows.iter().map(|row| (row.name.clone(), row.medians())).collect();
        Ok(Self { medians, rows })
    }

    /// The tables for the terminal.
    pub(crate) fn table(&self) -> String {
        let heads = ["1 thread", "observed", "2 threads", "OS C++", "OS Python", "x C++", "x Python"];
        let mut speeds = Table::new("Random play, decisions per second", 14, heads);
        for row in &self.rows {
            let Medians { one, observed, two, peer } = row.medians();
            let ours = [one, observed, two].map(short);
            let theirs = [peer.map(|peer| peer.cpp), peer.map(|peer| peer.python)];
            let times = [peer.map(|peer| peer.times_cpp), peer.map(|peer| peer.times_python)];
            let theirs = theirs.map(|speed| cell(speed, short));
            let times = times.map(|times| cell(times, |times| format!("{times:.1}")));
            speeds.row(&row.name, ours.into_iter().chain(theirs).chain(times));
        }
        let note = "One thread by CPU time, two by the clock. OS is OpenSpiel on one thread; x is one thread of ours \
                    against it.\n";
        format!("{}\n{}", speeds.finish(note), self.costs())
    }

    fn costs(&self) -> String {
        let first = self.rows.iter().find_map(|row| row.one.first());
        let names: Vec<&str> =
            first.iter().flat_map(|ours| ours.costs_ns.keys().map(String::as_str)).collect();
        let mut table = Table::new("Nanoseconds for each operation", 14, names.iter().copied());
        for row in &self.rows {
            let cost =
                |name: &&str| median(row.one.iter().filter_map(|ours| ours.costs_ns.get(*name).copied()));
            table.row(&row.name, names.iter().map(|name| format!("{:.1}", cost(name))));
        }
        table.finish("")
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::figures::tests::{ours, peer};
    use super::*;

    /// A game measured in three rounds.
    pub(crate) fn row() -> Row {
        let mut row = Row::new("kuhn", Some("kuhn_poker"));
        for (speed, other) in [(4e7, 5e6), (1e7, 4e6), (5e7, 6e6)] {
            row.one.push(Ours::parse(&ours(1, speed), 1).unwrap());
            row.two.push(Ours::parse(&ours(2, 2.0 * speed), 2).unwrap());
            row.peer.push(Peer::parse(&peer(other)).unwrap());
        }
        row
    }

    #[test]
    fn medians_and_ratios() {
        let medians = row().medians();
        let peer = medians.peer.unwrap();
        assert_eq!((medians.one, medians.two, peer.cpp), (4e7, 8e7, 5e6));
        assert_eq!((peer.times_cpp, peer.times_python), (8.0, 80.0));
    }

    #[test]
    fn a_game_without_a_peer_stands_alone() {
        let alone = Row { peer_game: None, peer: Vec::new(), ..row() };
        assert_eq!(alone.medians().peer, None);
        let table = Random::new(vec![alone]).unwrap().table();
        assert!(table.contains("80.0 M          -          -          -          -\n"), "{table}");
    }

    #[test]
    fn the_table_has_a_line_for_each_game() {
        let table = Random::new(vec![row()]).unwrap().table();
        assert!(
            table.contains(
                "kuhn               40.0 M     10.0 M     80.0 M      5.0 M      500 k        8.0       80.0"
            ),
            "{table}"
        );
        assert!(table.contains("kuhn                  3.5        1.2"), "{table}");
    }

    #[test]
    fn a_changed_checksum_is_an_error() {
        let mut row = row();
        row.two[1].checksum = "beef".into();
        let error = Random::new(vec![row]).unwrap_err().to_string();
        assert!(error.contains("beef"), "{error}");
    }
}
