//! What a run tells: the progress line, `metrics.csv` and TensorBoard's files.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use tensorboard_rs::summary_writer::SummaryWriter;

use crate::evaluate::Evaluation;
use crate::files;
use crate::trainer::{Counts, Metrics};

/// Writes the numbers of a run where TensorBoard and spreadsheets find them.
pub struct Log {
    csv: File,
    csv_path: PathBuf,
    board: Board,
}

impl std::fmt::Debug for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Log").field("csv", &self.csv_path).finish_non_exhaustive()
    }
}

/// The only place that knows how TensorBoard's files are written.
struct Board(SummaryWriter);

impl Board {
    fn add_scalar(&mut self, tag: &str, value: f64, step: u64) {
        self.0.add_scalar(tag, value as f32, step as usize);
    }
}

/// The time and speed at an update, which no two runs share.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    /// Seconds of training so far.
    pub seconds: f64,
    /// Decisions per second in this update, learning included.
    pub speed: f64,
}

impl Log {
    /// Name of the table in the run's folder.
    pub const CSV: &str = "metrics.csv";
    /// Name of the folder in the run's folder that TensorBoard is pointed at.
    pub const BOARD: &str = "tensorboard";

    /// Opens the logs in `folder`, which must exist. Rows after update `from` are dropped: a resumed run will write
    /// them anew.
    pub fn open(folder: &Path, from: Counts) -> Result<Log> {
        let csv_path = folder.join(Log::CSV);
        let fail = || format!("cannot write {}", csv_path.display());
        let csv = Log::open_csv(&csv_path, from).with_context(fail)?;
        let board = folder.join(Log::BOARD);
        // The writer would panic if it could not make the folder itself.
        fs::create_dir_all(&board).with_context(|| format!("cannot make {}", board.display()))?;
        if from.updates == 0 {
            forget_events(&board).with_context(|| format!("cannot clear {}", board.display()))?;
        }
        Ok(Log { csv, csv_path, board: Board(SummaryWriter::new(&board)) })
    }

    fn open_csv(path: &Path, from: Counts) -> io::Result<File> {
        let header = header();
        let old = if from.updates > 0 && path.exists() { fs::read_to_string(path)? } else { String::new() };
        let number = |row: &str| row.split(',').next().and_then(|cell| cell.parse::<u64>().ok());
        let rows = old.lines().filter(|row| number(row).is_some_and(|update| update <= from.updates));
        let rows: Vec<&str> = rows.collect();
        files::replace(path, |file| {
            writeln!(file, "{header}")?;
            rows.iter().try_for_each(|row| writeln!(file, "{row}"))
        })?;
        OpenOptions::new().append(true).open(path)
    }

    /// Adds one update, and the evaluation if there was one after it.
    pub fn update(&mut self, metrics: &Metrics, clock: Clock, evaluation: Option<&Evaluation>) -> Result<()> {
        let step = metrics.counts.updates;
        for (name, value) in Metrics::NAMES.iter().zip(metrics.numbers()) {
            self.board.add_scalar(&format!("train/{name}"), value, step);
        }
        self.board.add_scalar("train/games", metrics.counts.games as f64, step);
        self.board.add_scalar("train/decisions_per_second", clock.speed, step);
        let numbers = metrics.numbers().map(|value| value.to_string()).join(",");
        self.row(metrics.counts, clock, &numbers, evaluation)
    }

    /// Adds an evaluation that no update came before.
    pub fn start(&mut self, counts: Counts, clock: Clock, evaluation: &Evaluation) -> Result<()> {
        self.row(counts, clock, &",".repeat(Metrics::NAMES.len() - 1), Some(evaluation))
    }

    fn row(&mut self, counts: Counts, clock: Clock, numbers: &str, eval: Option<&Evaluation>) -> Result<()> {
        let Counts { updates, decisions, games } = counts;
        let Clock { seconds, speed } = clock;
        let mut cells = [String::new(), String::new()];
        if let Some(eval) = eval {
            cells = [eval.overall.mean, eval.overall.interval].map(|number| number.to_string());
            self.board.add_scalar("eval/overall", eval.overall.mean, updates);
            for team in &eval.teams {
                self.board.add_scalar(&format!("eval/{}", team.team), team.estimate.mean, updates);
            }
            self.board.0.flush();
        }
        let cells = cells.join(",");
        let row = format!("{updates},{decisions},{games},{seconds:.3},{speed:.0},{numbers},{cells}");
        writeln!(self.csv, "{row}").with_context(|| format!("cannot write {}", self.csv_path.display()))
    }
}

/// Removes the files of an overwritten run, whose curves TensorBoard would mix with ours.
fn forget_events(board: &Path) -> io::Result<()> {
    for entry in fs::read_dir(board)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with("events.out.tfevents.") {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// The first line of the table.
fn header() -> String {
    format!(
        "update,decisions,games,seconds,decisions_per_second,{},eval,eval_interval",
        Metrics::NAMES.join(",")
    )
}

/// The line at the bottom of the terminal. Where there is no terminal, only evaluations are printed.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    eval: String,
}

impl Progress {
    /// The bar's steps from the start to the end of a run.
    const STEPS: u64 = 1000;

    /// Shows the line.
    pub fn new() -> Progress {
        let bar = ProgressBar::new(Progress::STEPS);
        let template = "{elapsed_precise} [{bar:20}] {msg}";
        bar.set_style(
            ProgressStyle::with_template(template).expect("the template is fixed").progress_chars("=> "),
        );
        Progress { bar, eval: String::new() }
    }

    /// Shows an update. `progress` is how much of the run is behind us.
    pub fn update(&self, metrics: &Metrics, clock: Clock, progress: f64) {
        let Counts { updates, games, .. } = metrics.counts;
        let left = if progress > 0.0 { clock.seconds * (1.0 - progress) / progress } else { 0.0 };
        self.bar.set_position((progress * Progress::STEPS as f64) as u64);
        self.bar.set_message(format!(
            "update {updates}, {games} games, {:.0} decisions/s, loss {:.4}, against random {}, {:.0} s left",
            clock.speed, metrics.stats.loss, self.eval, left
        ));
    }

    /// Prints an evaluation on a line that stays.
    pub fn evaluation(&mut self, counts: Counts, clock: Clock, evaluation: &Evaluation) {
        self.eval = format!("{:+.3}", evaluation.overall.mean);
        let Counts { updates, games, decisions } = counts;
        let seconds = clock.seconds;
        self.say(&format!(
            "update {updates}, {games} games, {decisions} decisions, {seconds:.1} s: against random {evaluation}"
        ));
    }

    /// Prints a line that stays.
    pub fn say(&self, line: &str) {
        if self.bar.is_hidden() {
            eprintln!("{line}");
        } else {
            self.bar.println(line);
        }
    }
}

impl Default for Progress {
    fn default() -> Progress {
        Progress::new()
    }
}

/// Takes the line away, so that what is printed next starts on a clean one.
impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
