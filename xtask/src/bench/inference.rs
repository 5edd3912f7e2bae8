//! Networks, judged by libtorch and without it: the table of the trainer's own benchmark.

use anyhow::{Result, bail};
use serde::Serialize;

use crate::libtorch;
use crate::paths::Paths;
use crate::run::{capture, cargo};

use super::table::{Table, few, short};

/// The network part of the benchmark.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Inference {
    shapes: Vec<Shape>,
}

/// One shape of network.
#[derive(Debug, PartialEq, Serialize)]
struct Shape {
    /// What the benchmark calls it.
    title: String,
    rows: Vec<Row>,
}

/// Evaluations per second with one size of batch.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
struct Row {
    batch: u32,
    libtorch: f64,
    ours: f64,
}

/// Builds and runs the benchmark, which needs libtorch.
pub(crate) fn measure(paths: &Paths) -> Result<Inference> {
    libtorch::ensure(paths, false)?;
    let what = ["bench", "--package", "fogbound-train", "--bench", "inference"];
    Inference::parse(&capture(&mut cargo(&paths.root, what))?)
}

impl Inference {
    /// Reads the tables that the benchmark prints, each under a line that names the shape.
    fn parse(text: &str) -> Result<Self> {
        let mut shapes: Vec<Shape> = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if line.contains("evaluations a second") {
                let title = line.split(';').next().unwrap_or(line).to_owned();
                shapes.push(Shape { title, rows: Vec::new() });
            } else if let (Some(shape), Some(row)) = (shapes.last_mut(), row(line)) {
                shape.rows.push(row);
            }
        }
        if shapes.is_empty() || shapes.iter().any(|shape| shape.rows.is_empty()) {
            bail!("the inference benchmark printed no figures: {text:?}");
        }
        Ok(Self { shapes })
    }

    /// The tables for the terminal.
    pub(crate) fn table(&self) -> String {
        let mut text = String::new();
        for Shape { title, rows } in &self.shapes {
            let title = format!("Network, {title}, evaluations per second, one thread");
            let mut table = Table::new(&title, 14, ["ours", "libtorch", "x libtorch"]);
            for &Row { batch, libtorch, ours } in rows {
                table.row(&format!("batch of {batch}"), [short(ours), short(libtorch), few(ours / libtorch)]);
            }
            text += &table.finish("");
        }
        text
    }
}

/// A line of figures; headings and rules are none.
fn row(line: &str) -> Option<Row> {
    let cells: Vec<&str> = line.strip_prefix('|')?.split('|').map(str::trim).collect();
    let [batch, libtorch, ours, ..] = cells.as_slice() else { return None };
    let speed = |text: &str| text.parse().ok().filter(|speed: &f64| speed.is_finite() && *speed > 0.0);
    Some(Row { batch: batch.parse().ok()?, libtorch: speed(libtorch)?, ours: speed(ours)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "
592 numbers, 2 layers of 128, 74 actions; evaluations a second on one thread
| batch | libtorch | ours | ratio |
|---|---|---|---|
| 1 | 30000 | 90000 | 3.00 |
| 256 | 400000 | 200000 | 0.50 |

592 numbers, 3 layers of 256, 74 actions; evaluations a second on one thread
| batch | libtorch | ours | ratio |
|---|---|---|---|
| 1 | 20000 | 30000 | 1.50 |
";

    #[test]
    fn the_tables_are_read() {
        let inference = Inference::parse(SAMPLE).unwrap();
        let [small, large] = inference.shapes.as_slice() else { panic!("{inference:?}") };
        assert_eq!(small.title, "592 numbers, 2 layers of 128, 74 actions");
        assert_eq!(small.rows[1], Row { batch: 256, libtorch: 4e5, ours: 2e5 });
        assert_eq!(large.rows, [Row { batch: 1, libtorch: 2e4, ours: 3e4 }]);
        let table = inference.table();
        assert!(table.contains("batch of 1           90 k       30 k        3.0\n"), "{table}");
        assert!(table.contains("batch of 256        200 k      400 k      0.500\n"), "{table}");
    }

    #[test]
    fn a_benchmark_without_figures_is_an_error() {
        assert!(Inference::parse("").is_err());
        assert!(Inference::parse(SAMPLE.split("| 1 |").next().unwrap()).is_err());
        assert!(Inference::parse(&SAMPLE.replace("20000 | 30000", "NaN | 0")).is_err());
    }
}
