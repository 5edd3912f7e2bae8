//! What a run tells: the progress line, `metrics.csv` and TensorBoard's files.

mod board;
mod progress;
mod table;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::files;
use crate::trainer::Counts;
use board::Board;

pub use progress::Progress;
pub use table::{Row, row};

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

impl Log {
    /// Name of the table in the run's folder.
    pub const CSV: &str = "metrics.csv";
    /// Name of the folder in the run's folder that TensorBoard is pointed at.
    pub const BOARD: &str = "tensorboard";

    /// Opens the logs in `folder`, which must exist. Rows after update `from` are dropped: a resumed run will write
    /// them anew. `config` is shown in TensorBoard.
    pub fn open(folder: &Path, from: Counts, header: &str, config: &str) -> Result<Log> {
        let csv_path = folder.join(Log::CSV);
        let fail = || format!("cannot write {}", csv_path.display());
        let csv = open_csv(&csv_path, from, header).with_context(fail)?;
        let path = folder.join(Log::BOARD);
        // The writer would panic if it could not make the folder itself.
        fs::create_dir_all(&path).with_context(|| format!("cannot make {}", path.display()))?;
        if from.updates == 0 {
            forget_events(&path).with_context(|| format!("cannot clear {}", path.display()))?;
        }
        let mut board = Board::new(&path);
        board.text("config", config, from.updates);
        Ok(Log { csv, csv_path, board })
    }

    /// Adds the row of an update.
    pub fn add(&mut self, row: &Row) -> Result<()> {
        let update = row.update();
        for (name, value) in row.filled().filter(|(name, _)| name.contains('/')) {
            self.board.point(name, value, update);
        }
        if row.is_judged() {
            self.board.flush();
        }
        writeln!(self.csv, "{}", row.cells())
            .with_context(|| format!("cannot write {}", self.csv_path.display()))
    }
}

fn open_csv(path: &Path, from: Counts, header: &str) -> io::Result<File> {
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
