//! `fogbound play` and `fogbound watch`: a game in the terminal.

mod plain;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::seating::Seating;
use crate::session::Session;
use crate::work;

#[derive(Args)]
pub(crate) struct Options {
    /// The game to play; see `fogbound games`
    #[arg(default_value = "trial")]
    pub(crate) game: String,
    /// Your seat, by name or number; several, with commas, for people who share the screen
    #[arg(long = "as", value_name = "SEAT", default_value = "0", value_delimiter = ',')]
    pub(crate) seats: Vec<String>,
    #[command(flatten)]
    pub(crate) seating: Seating,
    /// Write the game to this file after every move
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Play line by line, without drawing; so it is wherever input or output is no terminal
    #[arg(long)]
    pub(crate) plain: bool,
}

#[derive(Args)]
pub(crate) struct WatchOptions {
    /// The game to watch; see `fogbound games`
    #[arg(default_value = "trial")]
    game: String,
    #[command(flatten)]
    seating: Seating,
    /// Write the game to this file after every move
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Milliseconds to wait after each line that is told
    #[arg(long, value_name = "MS", default_value_t = 150)]
    pause: u64,
}

/// Plays a game with people in some seats.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let session = options.seating.open(&options.game, &options.seats)?;
    plain::play(session, options.record.as_deref())
}

/// Lets bots play, and tells what happens while it does.
pub(crate) fn watch(options: &WatchOptions) -> anyhow::Result<()> {
    let session = options.seating.open(&options.game, &[])?;
    plain::watch(session, options.record.as_deref(), Duration::from_millis(options.pause))
}

/// Writes the game so far, if a file was asked for.
fn save(session: &dyn Session, path: Option<&Path>) -> anyhow::Result<()> {
    path.map_or(Ok(()), |path| work::write(path, &session.record().to_text()))
}
