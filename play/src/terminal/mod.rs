//! `fogbound play`, `fogbound watch` and `fogbound replay` in the terminal.
//!
//! | file | what it does |
//! |---|---|
//! | `plain` | line by line, for pipes, scripts and those who like it |
//! | `screen` | a person's turn, bots that think, keys |
//! | `reel` | a replay to leaf through |
//! | `draw`, `board`, `grid` | what is on the screen |

mod board;
mod draw;
mod grid;
mod plain;
mod reel;
mod screen;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::seating::Seating;
use crate::session::{Film, Session};
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
    /// Milliseconds to wait after each choice
    #[arg(long, value_name = "MS", default_value_t = 400)]
    pause: u64,
    /// Tell what happens line by line, without drawing; so it is wherever input or output is no terminal
    #[arg(long)]
    plain: bool,
}

/// Plays a game with people in some seats.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let session = options.seating.open(&options.game, &options.seats)?;
    let record = options.record.as_deref();
    if options.plain || !is_drawn() { plain::play(session, record) } else { screen::play(session, record) }
}

/// Lets bots play, and shows what happens while it does.
pub(crate) fn watch(options: &WatchOptions) -> anyhow::Result<()> {
    let session = options.seating.open(&options.game, &[])?;
    let (record, pause) = (options.record.as_deref(), Duration::from_millis(options.pause));
    if options.plain || !is_drawn() {
        plain::watch(session, record, pause)
    } else {
        screen::watch(session, record, pause)
    }
}

/// Leafs through a game that is over.
pub(crate) fn leaf(film: &Film) -> anyhow::Result<()> {
    reel::leaf(film)
}

/// Whether there is a terminal to draw on.
pub(crate) fn is_drawn() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Writes the game so far, if a file was asked for.
fn save(session: &dyn Session, path: Option<&Path>) -> anyhow::Result<()> {
    path.map_or(Ok(()), |path| work::write(path, &session.record().to_text()))
}
