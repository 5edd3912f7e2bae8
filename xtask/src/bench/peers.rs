//! Our vector environment beside environments of other libraries.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::ROUNDS;
use super::figures::{median, positive};
use super::table::{Table, cell, few, short};
use crate::paths::Paths;
use crate::python::Venv;
use crate::run::capture;
use crate::suite;

/// A library that ours is measured beside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
enum Library {
    PettingZoo,
    RlCard,
    Pgx,
    PufferLib,
}

impl Library {
    /// What it is called.
    const fn name(self) -> &'static str {
        ["PettingZoo", "RLCard", "pgx", "PufferLib"][self as usize]
    }

    /// What its package is called.
    fn package(self) -> String {
        self.name().to_lowercase()
    }
}

/// A game of ours and what stands beside it.
#[derive(Debug)]
struct Game {
    name: &'static str,
    /// The same rules elsewhere.
    same: &'static [(Library, &'static str)],
    /// What comes nearest where nobody has the same rules.
    nearest: &'static [(Library, &'static str)],
}

const GAMES: [Game; 5] = [
    Game { name: "kuhn", same: &[(Library::Pgx, "kuhn_poker")], nearest: &[] },
    Game {
        name: "leduc",
        same: &[
            (Library::Pgx, "leduc_holdem"),
            (Library::RlCard, "leduc-holdem"),
            (Library::PettingZoo, "leduc_holdem_v4"),
        ],
        nearest: &[],
    },
    // Small boards on which everything happens in a few choices.
    Game {
        name: "goofspiel",
        same: &[],
        nearest: &[
            (Library::Pgx, "tic_tac_toe"),
            (Library::PettingZoo, "tictactoe_v3"),
            (Library::PufferLib, "squared"),
        ],
    },
    // The largest games with hidden cards that each of the others has and that need no further files.
    Game {
        name: "trial",
        same: &[],
        nearest: &[
            (Library::Pgx, "sparrow_mahjong"),
            (Library::RlCard, "no-limit-holdem"),
            (Library::PettingZoo, "texas_holdem_no_limit_v6"),
        ],
    },
    Game { name: "stalk", same: &[], nearest: &[] },
];

/// What our script prints.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Ours {
    /// Decisions per second in the environment alone.
    stepping: f64,
    /// The same with the random choice of actions.
    chosen: f64,
}

/// What the script for the others prints.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Theirs {
    version: String,
    chosen: f64,
}

/// A game of another library, measured round by round.
#[derive(Debug, Serialize)]
struct Beside {
    library: Library,
    game: &'static str,
    same_rules: bool,
    rounds: Vec<Theirs>,
}

/// A game of ours, measured round by round.
#[derive(Debug, Serialize)]
struct Row {
    game: &'static str,
    ours: Vec<Ours>,
    beside: Vec<Beside>,
}

/// The part of the benchmark that looks at other libraries' environments.
#[derive(Debug, Serialize)]
pub(crate) struct Peers {
    rows: Vec<Row>,
    /// Libraries that cannot be had here, with what their installation said.
    missing: BTreeMap<Library, String>,
}

/// Everybody's environments, ready to be measured.
struct Places {
    ours: Venv,
    others: Venv,
    /// PufferLib has one of its own, where it can be installed at all.
    pufferlib: Option<Venv>,
    scripts: PathBuf,
    seconds: String,
    missing: BTreeMap<Library, String>,
}

/// Measures all libraries in turn, round by round, so that a slower minute of the machine is shared by all.
pub(crate) fn measure(paths: &Paths, seconds: f64) -> Result<Peers> {
    let places = Places::prepare(paths, seconds)?;
    let mut rows: Vec<Row> = GAMES.iter().map(|game| Row::new(game, &places.missing)).collect();
    for round in 1..=ROUNDS {
        for (game, row) in GAMES.iter().zip(&mut rows) {
            row.ours.push(places.ours(game, round)?);
            for beside in &mut row.beside {
                let theirs = places.theirs(beside, round)?;
                beside.rounds.push(theirs);
            }
            eprintln!("[{round}/{ROUNDS}] {}", row.latest());
        }
    }
    Ok(Peers { rows, missing: places.missing })
}

impl Places {
    fn prepare(paths: &Paths, seconds: f64) -> Result<Self> {
        let ours = Venv::full(paths)?;
        suite::package(paths, &ours)?;
        let others = Venv::peers(paths)?;
        let mut missing = BTreeMap::new();
        let pufferlib = Venv::pufferlib(paths)?;
        let pufferlib = pufferlib.map_err(|why| missing.insert(Library::PufferLib, why)).ok();
        let scripts = paths.root.join("xtask/peers");
        Ok(Self { ours, others, pufferlib, scripts, seconds: seconds.to_string(), missing })
    }

    fn ours(&self, game: &Game, seed: usize) -> Result<Ours> {
        let mut script = self.ours.python();
        script.arg(self.scripts.join("vector.py"));
        script.args(["--game", game.name, "--seconds", &self.seconds]);
        let ours: Ours = serde_json::from_str(&capture(script.arg("--seed").arg(seed.to_string()))?)
            .context("cannot read the speed of the vector environment")?;
        positive(&[ours.stepping, ours.chosen])
            .context("the vector environment printed a speed that is none")?;
        Ok(ours)
    }

    fn theirs(&self, beside: &Beside, seed: usize) -> Result<Theirs> {
        let apart = self.pufferlib.as_ref().filter(|_| beside.library == Library::PufferLib);
        let mut script = apart.unwrap_or(&self.others).python();
        script.arg(self.scripts.join("other_vectors.py"));
        script.args([
            "--library",
            &beside.library.package(),
            "--game",
            beside.game,
            "--seconds",
            &self.seconds,
        ]);
        let about = || format!("{} of {}", beside.game, beside.library.name());
        let theirs: Theirs = serde_json::from_str(&capture(script.arg("--seed").arg(seed.to_string()))?)
            .with_context(|| format!("cannot read the speed of {}", about()))?;
        positive(&[theirs.chosen]).with_context(|| format!("{} has a speed that is none", about()))?;
        Ok(theirs)
    }
}

impl Beside {
    fn median(&self) -> f64 {
        median(self.rounds.iter().map(|theirs| theirs.chosen))
    }
}

impl Row {
    /// A game that is not measured yet, beside all that can be had.
    fn new(game: &Game, missing: &BTreeMap<Library, String>) -> Self {
        let beside = |same_rules: bool| {
            move |&(library, game): &(Library, &'static str)| Beside {
                library,
                game,
                same_rules,
                rounds: Vec::new(),
            }
        };
        let all = game.same.iter().map(beside(true)).chain(game.nearest.iter().map(beside(false)));
        let beside = all.filter(|beside| !missing.contains_key(&beside.library)).collect();
        Self { game: game.name, ours: Vec::new(), beside }
    }

    /// The last round in a line.
    fn latest(&self) -> String {
        let ours = cell(self.ours.last().map(|ours| ours.stepping), short);
        let beside = self.beside.iter().map(|beside| {
            let speed = cell(beside.rounds.last().map(|theirs| theirs.chosen), short);
            format!(", {} {speed}", beside.library.name())
        });
        format!("{}: {ours} decisions/s{}", self.game, beside.collect::<String>())
    }
}

impl Peers {
    /// The table for the terminal.
    pub(crate) fn table(&self) -> String {
        let heads = ["stepping", "chosen", "peer", "x peer"];
        let title = "Vector environment, decisions per second of CPU time";
        let mut table = Table::new(title, 46, heads);
        for row in &self.rows {
            let parts: [fn(&Ours) -> f64; 2] = [|ours| ours.stepping, |ours| ours.chosen];
            let [stepping, chosen] = parts.map(|part| median(row.ours.iter().map(part)));
            table.row(row.game, [short(stepping), short(chosen), "-".into(), "-".into()]);
            for beside in &row.beside {
                let rules = if beside.same_rules { "same rules" } else { "other rules" };
                let name = format!("  {} {}, {rules}", beside.library.name(), beside.game);
                let peer = beside.median();
                table.row(&name, [String::new(), String::new(), short(peer), few(chosen / peer)]);
            }
        }
        let mut note = String::from(
            "Stepping writes observations and masks; chosen includes the random choice of actions, made in NumPy here, \
             as the peers'\nfigures do. x is chosen against the peer.\n",
        );
        for (library, problem) in &self.missing {
            let name = library.name();
            let _ = writeln!(note, "{name} was not measured, since it cannot be installed here: {problem}");
        }
        table.finish(&note)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(missing: BTreeMap<Library, String>) -> Peers {
        let mut rows: Vec<Row> = GAMES.iter().map(|game| Row::new(game, &missing)).collect();
        for row in &mut rows {
            row.ours = vec![Ours { stepping: 4e6, chosen: 2e6 }, Ours { stepping: 3e6, chosen: 1e6 }];
            for beside in &mut row.beside {
                beside.rounds = vec![Theirs { version: "1.0".into(), chosen: 5e3 }];
            }
        }
        Peers { rows, missing }
    }

    #[test]
    fn every_library_stands_beside_some_game() {
        let table = measured(BTreeMap::new()).table();
        for library in [Library::PettingZoo, Library::RlCard, Library::Pgx, Library::PufferLib] {
            assert!(table.contains(library.name()), "{table}");
            let script = include_str!("../../peers/other_vectors.py");
            assert!(script.contains(&format!("\"{}\": ", library.package())), "{library:?}");
        }
        assert!(!table.contains("was not measured"), "{table}");
    }

    #[test]
    fn ratios_are_with_the_choice_of_actions() {
        let table = measured(BTreeMap::new()).table();
        let line = |name: &str| table.lines().find(|line| line.contains(name)).unwrap_or_default();
        let cells = |name: &str| line(name).split_whitespace().map(String::from).collect::<Vec<_>>();
        assert_eq!(cells("leduc "), ["leduc", "3.5", "M", "1.5", "M", "-", "-"]);
        assert_eq!(cells("RLCard leduc"), ["RLCard", "leduc-holdem,", "same", "rules", "5.0", "k", "300"]);
        assert!(line("RLCard no-limit").contains("other rules"));
    }

    #[test]
    fn what_is_missing_is_told_and_not_measured() {
        let peers = measured(BTreeMap::from([(Library::PufferLib, "no wheel".into())]));
        let mut all = peers.rows.iter().flat_map(|row| &row.beside);
        assert!(all.all(|beside| beside.library != Library::PufferLib));
        let told = "PufferLib was not measured, since it cannot be installed here: no wheel\n";
        assert!(peers.table().contains(told));
        assert_eq!(serde_json::to_value(&peers).unwrap()["missing"]["pufferlib"], "no wheel");
    }
}
