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
pub use table::{Columns, Row, row};

/// Writes the numbers of a run where TensorBoard and spreadsheets find them.
pub struct Log {
    csv: File,
    csv_path: PathBuf,
    board: Board,
    board_path: PathBuf,
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
    /// them anew. Where the columns are others than before, numbers stay with the names of theirs, but for ratings: with other
    /// rungs a ladder has another scale. `config` is shown in TensorBoard.
    pub fn open(folder: &Path, from: Counts, header: &str, config: &str) -> Result<Log> {
        let csv_path = folder.join(Log::CSV);
        let fail = || format!("cannot write {}", csv_path.display());
        let csv = open_csv(&csv_path, from, header).with_context(fail)?;
        let board_path = folder.join(Log::BOARD);
        fs::create_dir_all(&board_path).with_context(|| format!("cannot make {}", board_path.display()))?;
        if from.updates == 0 {
            forget_events(&board_path).with_context(|| format!("cannot clear {}", board_path.display()))?;
        }
        let begun = Board::new(&board_path)
            .and_then(|mut board| board.text("config", config, from.updates).map(|()| board));
        let board = begun.with_context(|| format!("cannot write into {}", board_path.display()))?;
        Ok(Log { csv, csv_path, board, board_path })
    }

    /// Adds the row of an update.
    pub fn add(&mut self, row: &Row) -> Result<()> {
        let update = row.update();
        let mut curves = row.filled().filter(|(name, _)| name.contains('/'));
        curves
            .try_for_each(|(name, value)| self.board.point(name, value, update))
            .and_then(|()| self.board.flush())
            .with_context(|| format!("cannot write into {}", self.board_path.display()))?;
        writeln!(self.csv, "{}", row.cells())
            .with_context(|| format!("cannot write {}", self.csv_path.display()))
    }
}

fn open_csv(path: &Path, from: Counts, header: &str) -> io::Result<File> {
    let old = if from.updates > 0 && path.exists() { fs::read_to_string(path)? } else { String::new() };
    let mut lines = old.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let same = header.split(',').eq(names.iter().copied());
    let place = |name: &str| {
        names.iter().position(|known| *known == name).filter(|_| same || !name.starts_with("rating/"))
    };
    let places: Vec<Option<usize>> = header.split(',').map(place).collect();
    let number = |row: &str| row.split(',').next().and_then(|cell| cell.parse::<u64>().ok());
    let rows = lines.filter(|row| number(row).is_some_and(|update| update <= from.updates));
    let moved = |row: &str| {
        let cells: Vec<&str> = row.split(',').collect();
        let cell = |place: &Option<usize>| place.and_then(|at| cells.get(at).copied()).unwrap_or_default();
        places.iter().map(cell).collect::<Vec<_>>().join(",")
    };
    let rows: Vec<String> = rows.map(moved).collect();
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
        if entry.file_name().to_string_lossy().starts_with(board::PREFIX) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
