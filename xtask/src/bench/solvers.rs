//! Solvers, here and in OpenSpiel.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::ROUNDS;
use super::figures::{median, positive};
use super::sides::Sides;
use super::table::{Table, few};

/// One game to be solved on both sides.
#[derive(Debug)]
struct Task {
    name: &'static str,
    game: &'static str,
    peer: &'static str,
    algorithm: &'static str,
    iterations: &'static str,
}

const TASKS: [Task; 3] = [
    Task {
        name: "leduc, CFR+, 1,000 iterations",
        game: "leduc",
        peer: "leduc_poker",
        algorithm: "cfr+",
        iterations: "1000",
    },
    Task {
        name: "kuhn, MCCFR, 100,000 iterations",
        game: "kuhn",
        peer: "kuhn_poker",
        algorithm: "mccfr",
        iterations: "100000",
    },
    Task {
        name: "leduc, MCCFR, 100,000 iterations",
        game: "leduc",
        peer: "leduc_poker",
        algorithm: "mccfr",
        iterations: "100000",
    },
];

/// What either side prints of a solver, as far as it is needed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Solved {
    cpu_seconds: f64,
    /// Ours lays the game out before it begins, and tells that time apart.
    #[serde(default)]
    layout_cpu_seconds: f64,
    nash_conv: f64,
}

impl Solved {
    fn parse(text: &str) -> Result<Self> {
        let solved: Self = serde_json::from_str(text).context("cannot read the time of a solver")?;
        positive(&[solved.cpu_seconds]).context("a solver took a time that is none")?;
        Ok(solved)
    }

    fn seconds(&self) -> f64 {
        self.cpu_seconds + self.layout_cpu_seconds
    }
}

/// The runs of one task, round by round.
#[derive(Debug, Serialize)]
struct Row {
    name: &'static str,
    ours: Vec<Solved>,
    peer: Vec<Solved>,
}

/// The solver part of the benchmark.
#[derive(Debug, Serialize)]
pub(crate) struct Solvers {
    rows: Vec<Row>,
}

/// Runs both sides in turn, round by round.
pub(crate) fn measure(sides: &Sides) -> Result<Solvers> {
    let new = |task: &Task| Row { name: task.name, ours: Vec::new(), peer: Vec::new() };
    let mut rows: Vec<Row> = TASKS.iter().map(new).collect();
    for round in 1..=ROUNDS {
        let seed = round.to_string();
        for (task, row) in TASKS.iter().zip(&mut rows) {
            let how =
                ["--algorithm", task.algorithm, "--iterations", task.iterations, "--seed", seed.as_str()];
            let ours = ["solve", "--json", "--game", task.game].into_iter().chain(how);
            let ours = Solved::parse(&sides.ours(ours)?)?;
            let peer = ["--game", task.peer].into_iter().chain(how);
            let peer = Solved::parse(&sides.peer("open_spiel_solve.py", peer)?)?;
            eprintln!(
                "[{round}/{ROUNDS}] {}: {} s, OpenSpiel {} s",
                task.name,
                few(ours.seconds()),
                few(peer.seconds())
            );
            row.ours.push(ours);
            row.peer.push(peer);
        }
    }
    Ok(Solvers { rows })
}

impl Solvers {
    /// The table for the terminal.
    pub(crate) fn table(&self) -> String {
        let heads = ["ours", "OS C++", "x C++", "NashConv", "OS C++"];
        let mut table = Table::new("Solvers, seconds of CPU time, one thread", 34, heads);
        for row in &self.rows {
            let [ours, peer] = [&row.ours, &row.peer].map(|runs| median(runs.iter().map(Solved::seconds)));
            let nash = [&row.ours, &row.peer]
                .map(|runs| format!("{:.2e}", median(runs.iter().map(|r| r.nash_conv))));
            let [ours_nash, peer_nash] = nash;
            table.row(row.name, [few(ours), few(peer), few(peer / ours), ours_nash, peer_nash]);
        }
        table.finish(
            "With the layout of the game, without the measuring of strategies; OpenSpiel's solvers are called once an \
             iteration.\n",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = r#"{"game":"leduc","cpu_seconds":0.099,"layout_cpu_seconds":0.001,"nash_conv":5e-4}"#;
    const PEER: &str = r#"{"game":"leduc_poker","version":"2.0.2","cpu_seconds":8.0,"nash_conv":5e-4}"#;

    #[test]
    fn both_sides_are_read() {
        assert_eq!(Solved::parse(OURS).unwrap().seconds(), 0.1);
        assert_eq!(Solved::parse(PEER).unwrap().seconds(), 8.0);
        assert!(Solved::parse(&PEER.replace("8.0", "-8.0")).is_err());
        assert!(Solved::parse("{}").is_err());
    }

    #[test]
    fn the_table_tells_how_many_times_faster() {
        let [ours, peer] = [OURS, PEER].map(|text| vec![Solved::parse(text).unwrap()]);
        let table = Solvers { rows: vec![Row { name: TASKS[0].name, ours, peer }] }.table();
        let row =
            "leduc, CFR+, 1,000 iterations           0.100        8.0       80.0    5.00e-4    5.00e-4\n";
        assert!(table.contains(row), "{table}");
    }
}
