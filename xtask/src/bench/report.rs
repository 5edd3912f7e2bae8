//! Medians, ratios and the table.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Result, bail};
use serde::Serialize;

use super::figures::{Ours, Peer, median};

/// All measurements of one game.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    /// The name of the configuration.
    pub(crate) name: String,
    /// The game as OpenSpiel writes it.
    pub(crate) peer_game: String,
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
    /// OpenSpiel's C++.
    pub(crate) cpp: f64,
    /// OpenSpiel from Python.
    pub(crate) python: f64,
    /// Ours on one thread against OpenSpiel's C++.
    pub(crate) times_cpp: f64,
    /// Ours on one thread against OpenSpiel from Python.
    pub(crate) times_python: f64,
}

/// The whole benchmark, as it is written to the JSON file.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    /// The processor.
    pub(crate) processor: String,
    /// Seconds for each figure in each round.
    pub(crate) seconds: f64,
    /// The medians of each game.
    pub(crate) medians: BTreeMap<String, Medians>,
    /// Every measurement.
    pub(crate) rows: Vec<Row>,
}

impl Row {
    /// A game that is not measured yet.
    pub(crate) fn new(name: &str, peer_game: &str) -> Self {
        let (one, two, peer) = (Vec::new(), Vec::new(), Vec::new());
        Self { name: name.into(), peer_game: peer_game.into(), one, two, peer }
    }

    /// The last round in a line.
    pub(crate) fn latest(&self) -> String {
        let one = self.one.last().map_or(f64::NAN, |ours| ours.decisions_per_cpu_second);
        let two = self.two.last().map_or(f64::NAN, |ours| ours.decisions_per_second);
        let peer = self.peer.last().map_or(f64::NAN, |peer| peer.cpp);
        format!(
            "{}: {} decisions/s, on two threads {}, OpenSpiel {}",
            self.name,
            short(one),
            short(two),
            short(peer)
        )
    }

    /// The medians over the rounds.
    pub(crate) fn medians(&self) -> Medians {
        let one = median(self.one.iter().map(|ours| ours.decisions_per_cpu_second));
        let cpp = median(self.peer.iter().map(|peer| peer.cpp));
        let python = median(self.peer.iter().map(|peer| peer.python));
        Medians {
            one,
            observed: median(self.one.iter().map(|ours| ours.decisions_per_cpu_second_observed)),
            two: median(self.two.iter().map(|ours| ours.decisions_per_second)),
            cpp,
            python,
            times_cpp: one / cpp,
            times_python: one / python,
        }
    }
}

impl Report {
    /// Takes the medians. The rounds must have played the same games, whatever the number of threads.
    pub(crate) fn new(seconds: f64, rows: Vec<Row>) -> Result<Self> {
        for row in &rows {
            let mut all = row.one.iter().chain(&row.two).map(|ours| &ours.checksum);
            let first = all.next();
            if let Some(other) = all.find(|checksum| Some(*checksum) != first) {
                bail!("{}: the checksum changed between two runs, to {other}", row.name);
            }
        }
        let medians = rows.iter().map(|row| (row.name.clone(), row.medians())).collect();
        Ok(Self { processor: processor(), seconds, medians, rows })
    }

    /// The tables for the terminal.
    pub(crate) fn table(&self) -> String {
        let mut text = format!(
            "Random play, decisions per second (median of {} rounds; {})\n\n",
            self.rows.first().map_or(0, |row| row.one.len()),
            self.processor
        );
        let heads = ["1 thread", "observed", "2 threads", "OS C++", "OS Python", "x C++", "x Python"];
        line(&mut text, "", heads.map(String::from));
        for row in &self.rows {
            let m = row.medians();
            let times = [m.times_cpp, m.times_python].map(|times| format!("{times:.1}"));
            let [one, observed, two, cpp, python] = [m.one, m.observed, m.two, m.cpp, m.python].map(short);
            let [times_cpp, times_python] = times;
            line(&mut text, &row.name, [one, observed, two, cpp, python, times_cpp, times_python]);
        }
        text.push_str(
            "\nOne thread by CPU time, two by the clock. OS is OpenSpiel on one thread; x is one thread of ours \
             against it.\n\nNanoseconds for each operation\n\n",
        );
        let names: Vec<&String> = self
            .rows
            .iter()
            .filter_map(|row| row.one.first())
            .take(1)
            .flat_map(|ours| ours.costs_ns.keys())
            .collect();
        line(&mut text, "", names.iter().map(ToString::to_string));
        for row in &self.rows {
            let cost = |name: &&String| {
                median(row.one.iter().filter_map(|ours| ours.costs_ns.get(name.as_str()).copied()))
            };
            line(&mut text, &row.name, names.iter().map(|name| format!("{:.1}", cost(name))));
        }
        text
    }
}

fn line(text: &mut String, name: &str, cells: impl IntoIterator<Item = String>) {
    let _ = write!(text, "{name:14}");
    for cell in cells {
        let _ = write!(text, "{cell:>11}");
    }
    text.push('\n');
}

/// A speed in a few characters: `41.2 M`.
pub(crate) fn short(value: f64) -> String {
    match value {
        v if v >= 1e9 => format!("{:.2} G", v / 1e9),
        v if v >= 1e6 => format!("{:.1} M", v / 1e6),
        v if v >= 1e3 => format!("{:.0} k", v / 1e3),
        v => format!("{v:.0}"),
    }
}

/// The name of the processor where the system tells it.
fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(|| std::env::consts::ARCH.into(), |(_, name)| name.trim().into())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::figures::tests::{ours, peer};
    use super::*;

    /// A game measured in three rounds.
    pub(crate) fn row() -> Row {
        let mut row = Row::new("kuhn", "kuhn_poker");
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
        assert_eq!((medians.one, medians.two, medians.cpp), (4e7, 8e7, 5e6));
        assert_eq!((medians.times_cpp, medians.times_python), (8.0, 80.0));
    }

    #[test]
    fn the_table_has_a_line_for_each_game() {
        let table = Report::new(2.0, vec![row()]).unwrap().table();
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
        let error = Report::new(2.0, vec![row]).unwrap_err().to_string();
        assert!(error.contains("beef"), "{error}");
    }
}
