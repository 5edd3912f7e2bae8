//! The curves of one or several runs as a picture and as a table, for those without TensorBoard.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::files;
use crate::log::Log;

/// The panels of the picture, each, with the curves whose names begin like this.
const PANELS: [(&str, &[&str]); 12] = [
    ("win rate v scripted", &["eval/scripted/"]),
    ("win rate v random", &["eval/random/"]),
    ("rating on the ladder", &["rating/"]),
    ("win rate in self-play", &["play/newest/"]),
    ("win rate v the league", &["play/past/", "play/scripted/"]),
    ("loss", &["loss/policy", "loss/value"]),
    ("entropy and distance from uniform, in nats", &["loss/entropy", "loss/magnet_kl"]),
    ("length of the gradient", &["loss/gradient"]),
    ("share of the results that was foretold", &["value/explained"]),
    ("how far off the values were, and how much too high", &["value/miscalibration", "value/bias"]),
    ("decisions of a game", &["play/game_length"]),
    ("decisions and evaluations a second", &["speed/decisions", "speed/evaluations"]),
];

const INK: RGBColor = RGBColor(40, 40, 40);
const COLOURS: [RGBColor; 8] = [
    RGBColor(197, 27, 27),
    RGBColor(49, 130, 189),
    RGBColor(230, 140, 20),
    RGBColor(60, 150, 80),
    RGBColor(130, 80, 170),
    RGBColor(120, 120, 120),
    RGBColor(180, 90, 130),
    RGBColor(20, 150, 160),
];
const FONT: &str = "sans-serif";

/// The columns of a run's table.
#[derive(Clone, Debug, PartialEq)]
struct Curves {
    /// Its folder.
    run: String,
    names: Vec<String>,
    rows: Vec<Vec<Option<f64>>>,
}

impl Curves {
    fn read(folder: &Path) -> Result<Curves> {
        let path = folder.join(Log::CSV);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut lines = text.lines();
        let names: Vec<String> = lines.next().unwrap_or_default().split(',').map(str::to_string).collect();
        let rows: Vec<Vec<_>> =
            lines.map(|line| line.split(',').map(|cell| cell.parse().ok()).collect()).collect();
        // The last one may be cut off.
        let rows: Vec<Vec<_>> = rows.into_iter().filter(|row: &Vec<_>| row.len() == names.len()).collect();
        ensure!(!rows.is_empty(), "{} has no rows yet", path.display());
        let run = folder.display().to_string();
        Ok(Curves { run, names, rows })
    }

    /// The points of a column, by minutes.
    fn points(&self, column: usize) -> Vec<(f64, f64)> {
        let seconds = self.names.iter().position(|name| name == "seconds");
        let minute = |row: &Vec<Option<f64>>| seconds.and_then(|at| row[at]).unwrap_or(0.0) / 60.0;
        self.rows.iter().filter_map(|row| Some((minute(row), row[column]?))).collect()
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// Whether there is anything in a column.
    fn is_filled(&self, name: &str) -> bool {
        self.column(name).is_some_and(|at| self.rows.iter().any(|row| row[at].is_some()))
    }
}

/// All runs in one table, without columns in which there is nothing. The runs are told apart by a first column if there are
/// several.
fn csv(runs: &[Curves]) -> String {
    let mut names: Vec<&String> = Vec::new();
    for name in runs.iter().flat_map(|run| &run.names) {
        if !names.contains(&name) && runs.iter().any(|run| run.is_filled(name)) {
            names.push(name);
        }
    }
    let several = runs.len() > 1;
    let line = |run: &str, cells: Vec<String>| {
        let run = several.then(|| quoted(run));
        run.into_iter().chain(cells).collect::<Vec<_>>().join(",") + "\n"
    };
    let mut text = line("run", names.iter().map(|name| (*name).clone()).collect());
    for run in runs {
        let columns: Vec<Option<usize>> = names.iter().map(|name| run.column(name)).collect();
        for row in &run.rows {
            let cell = |at: &Option<usize>| {
                at.and_then(|at| row[at]).map_or_else(String::new, |value| value.to_string())
            };
            text += &line(&run.run, columns.iter().map(cell).collect());
        }
    }
    text
}

/// A cell of a table with what may stand in the name of a folder.
fn quoted(text: &str) -> String {
    let plain = !text.contains([',', '"', '\n']);
    if plain { text.into() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}

/// Draws the curves of the runs in `folders` into `curves.svg` and writes them into `curves.csv`, both in `out`.
pub fn export(folders: &[PathBuf], out: &Path) -> Result<[PathBuf; 2]> {
    let curves = folders.iter().map(|folder| Curves::read(folder)).collect::<Result<Vec<_>>>()?;
    fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    let [picture, table] = ["curves.svg", "curves.csv"].map(|name| out.join(name));
    files::replace(&table, |file| std::io::Write::write_all(file, csv(&curves).as_bytes()))
        .with_context(|| format!("cannot write {}", table.display()))?;
    // The library's errors borrow from what it draws on.
    draw(&curves, &picture).map_err(|error| anyhow!("cannot draw {}: {error}", picture.display()))?;
    Ok([picture, table])
}

fn draw(runs: &[Curves], path: &Path) -> Result<(), Box<dyn Error>> {
    let sheet = SVGBackend::new(path, (1680, 960)).into_drawing_area();
    sheet.fill(&WHITE)?;
    for (panel, (title, prefixes)) in sheet.split_evenly((3, 4)).iter().zip(PANELS) {
        draw_panel(runs, panel, title, prefixes)?;
    }
    sheet.present()?;
    Ok(())
}

/// A curve of a panel: its name, its points, and its interval where there is one.
struct Curve {
    name: String,
    points: Vec<(f64, f64)>,
    band: Vec<(f64, f64)>,
}

/// The curves whose names begin with a prefix. What follows a name after another slash belongs to its interval.
fn curves_of(curves: &Curves, prefix: &str) -> Vec<Curve> {
    let points = |name: &str| curves.column(name).map_or_else(Vec::new, |at| curves.points(at));
    let own = curves.names.iter().filter(|name| {
        name.strip_prefix(prefix)
            .is_some_and(|rest| !rest.contains('/') && (rest.is_empty() || prefix.ends_with('/')))
    });
    own.map(|name| {
        let (low, high) = (points(&format!("{name}/low")), points(&format!("{name}/high")));
        let shown = name.split_once('/').map_or(name.as_str(), |(_, rest)| rest);
        Curve {
            name: shown.to_string(),
            points: thinned(&points(name)),
            band: low.into_iter().chain(high.into_iter().rev()).collect(),
        }
    })
    .collect()
}

/// The means of neighbouring points, where there are more than a panel can show.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    const SHOWN: usize = 200;
    let size = points.len().div_ceil(SHOWN).max(1);
    let mean = |chunk: &[(f64, f64)]| {
        let sum = chunk.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
        (sum.0 / chunk.len() as f64, sum.1 / chunk.len() as f64)
    };
    points.chunks(size).map(mean).collect()
}

fn draw_panel(
    runs: &[Curves],
    panel: &DrawingArea<SVGBackend<'_>, Shift>,
    title: &str,
    prefixes: &[&str],
) -> Result<(), Box<dyn Error>> {
    let mut shown: Vec<Curve> = Vec::new();
    for run in runs {
        for mut curve in prefixes.iter().flat_map(|prefix| curves_of(run, prefix)) {
            if runs.len() > 1 {
                curve.name = format!("{}: {}", run.run, curve.name);
            }
            shown.push(curve);
        }
    }
    let all = || shown.iter().flat_map(|curve| curve.points.iter().chain(&curve.band));
    let last = all().map(|point| point.0).fold(0.001, f64::max);
    let rates = title.starts_with("win rate");
    let high = if rates { 1.0 } else { all().map(|point| point.1).fold(1e-9, f64::max) * 1.05 };
    let low = if rates { 0.0 } else { all().map(|point| point.1).fold(0.0, f64::min) };
    let mut chart = ChartBuilder::on(panel)
        .caption(title, (FONT, 15, &INK))
        .margin(10)
        .x_label_area_size(30)
        .y_label_area_size(52)
        .build_cartesian_2d(0.0..last, low..high)?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .bold_line_style(BLACK.mix(0.12))
        .x_desc("minutes")
        .y_label_formatter(&|y| if rates { format!("{:.0} %", 100.0 * y) } else { short(*y) })
        .label_style((FONT, 11, &INK))
        .draw()?;
    for (curve, colour) in shown.iter().zip(COLOURS.iter().cycle()) {
        if curve.points.is_empty() {
            continue;
        }
        chart.draw_series([Polygon::new(curve.band.clone(), colour.mix(0.15).filled())])?;
        chart
            .draw_series([PathElement::new(curve.points.clone(), colour.stroke_width(1))])?
            .label(curve.name.clone())
            .legend(|(x, y)| PathElement::new([(x, y), (x + 12, y)], colour.stroke_width(2)));
    }
    if all().next().is_some() {
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .label_font((FONT, 11, &INK))
            .background_style(WHITE.mix(0.8))
            .draw()?;
    }
    Ok(())
}

/// A number in few letters.
fn short(number: f64) -> String {
    match number.abs() {
        size if size >= 1e6 => format!("{:.1} M", number / 1e6),
        size if size >= 1e3 => format!("{:.0} k", number / 1e3),
        size if size >= 10.0 => format!("{number:.0}"),
        _ => format!("{number:.2}"),
    }
}
