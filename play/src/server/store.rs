//! Rooms on disk: for each a card, its record, the choices that lie face down, and what its bots considered.
//!
//! The record is written on at its end after every move, so a server that is killed loses nothing that was played. A
//! choice that waits for others is not a move yet, and is kept in a file of its own. All of it is secret until the game
//! is over, so nobody but the server's user may read it.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use fogbound_env::{Action, Record, Seat};
use serde::{Deserialize, Serialize};

use super::token::Token;
use crate::session::{Lineup, Thought};

/// What is to be known of a room beside its record.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Card {
    pub(super) lineup: Lineup,
    /// The proof of each seat, once somebody has taken it.
    pub(super) tokens: Vec<Option<Token>>,
    /// Milliseconds between the moves of bots, in a room that is made for watching.
    #[serde(default)]
    pub(super) pause: Option<u16>,
}

/// Choices that lie face down.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Laid {
    /// How many moves had been made when they were laid.
    pub(super) after: usize,
    pub(super) choices: Vec<(Seat, Action)>,
}

/// The folder of all rooms.
#[derive(Clone, Debug)]
pub(super) struct Store {
    folder: PathBuf,
}

/// The files of one room.
#[derive(Debug)]
pub(super) struct Files {
    card: PathBuf,
    record: PathBuf,
    thoughts: PathBuf,
    laid: PathBuf,
    /// Bytes of the record that are written.
    written: usize,
}

/// A room as it was left.
pub(super) struct Stored {
    pub(super) card: Card,
    pub(super) record: Record,
    pub(super) thoughts: Vec<Thought>,
    pub(super) laid: Laid,
    pub(super) files: Files,
}

/// How the names of a room's files end; the first is there as soon as the room is.
const ENDS: [&str; 7] = ["json", "jsonl", "thoughts", "laid", "json.new", "jsonl.new", "laid.new"];

impl Store {
    pub(super) fn open(folder: PathBuf) -> anyhow::Result<Store> {
        make_folder(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        Ok(Store { folder })
    }

    /// The files of a room; a token has no signs that mean something in a path.
    pub(super) fn files(&self, room: Token) -> Files {
        let path = |end: &str| self.folder.join(format!("{room}.{end}"));
        let [card, record, thoughts, laid, ..] = ENDS.map(path);
        Files { card, record, thoughts, laid, written: 0 }
    }

    /// The room as it was left, if there is one of this name.
    pub(super) fn load(&self, room: Token) -> anyhow::Result<Option<Stored>> {
        let mut files = self.files(room);
        if !files.card.exists() {
            return Ok(None);
        }
        let card = serde_json::from_str(&read(&files.card)?).context("the card of the room is damaged")?;
        let text = read(&files.record)?;
        let record = Record::from_cut_text(&text)?;
        let whole = if record.returns.is_some() { record.to_text() } else { moves_text(&record) };
        if text != whole {
            // What was cut off by the end of the server goes; the rest is written on.
            replace(&files.record, &whole)?;
        }
        files.written = whole.len();
        let thoughts = read(&files.thoughts).unwrap_or_default();
        let thoughts = thoughts.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let laid = read(&files.laid).ok().and_then(|text| serde_json::from_str(&text).ok());
        Ok(Some(Stored { card, record, thoughts, laid: laid.unwrap_or_default(), files }))
    }

    /// Deletes the oldest rooms until at most `most` are left.
    pub(super) fn prune(&self, most: usize) -> anyhow::Result<()> {
        let is_card = |path: &PathBuf| path.extension().is_some_and(|end| end == "json");
        let entries = fs::read_dir(&self.folder)?.filter_map(|entry| Some(entry.ok()?.path()));
        let mut cards: Vec<_> = entries
            .filter(is_card)
            .map(|card| (fs::metadata(card.with_extension("jsonl")).and_then(|m| m.modified()).ok(), card))
            .collect();
        cards.sort();
        for (_, card) in cards.iter().take(cards.len().saturating_sub(most)) {
            for end in ENDS {
                let _ = fs::remove_file(card.with_extension(end));
            }
        }
        Ok(())
    }
}

impl Files {
    /// Writes the card.
    pub(super) fn write_card(&self, card: &Card) -> anyhow::Result<()> {
        replace(&self.card, &serde_json::to_string(card)?)
    }

    /// Writes which choices lie face down.
    pub(super) fn write_laid(&self, laid: &Laid) -> anyhow::Result<()> {
        if laid.choices.is_empty() && !self.laid.exists() {
            return Ok(());
        }
        replace(&self.laid, &serde_json::to_string(laid)?)
    }

    /// Writes what is new in the record.
    pub(super) fn write_record(&mut self, record: &Record) -> anyhow::Result<()> {
        let text = if record.returns.is_some() { record.to_text() } else { moves_text(record) };
        let mut file = append(&self.record)?;
        file.write_all(&text.as_bytes()[self.written.min(text.len())..])?;
        self.written = text.len();
        Ok(())
    }

    /// Adds what a bot considered.
    pub(super) fn write_thought(&self, thought: &Thought) -> anyhow::Result<()> {
        let line = serde_json::to_string(thought)? + "\n";
        Ok(append(&self.thoughts)?.write_all(line.as_bytes())?)
    }
}

/// The record without its closing line, so that it can go on.
fn moves_text(record: &Record) -> String {
    let text = record.to_text();
    let end = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
    text[..end].to_string()
}

fn append(path: &Path) -> anyhow::Result<File> {
    let file = private().create(true).append(true).open(path);
    file.with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file anew: the new one is whole before the old one goes.
fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".new");
    let write = || {
        private().create(true).write(true).truncate(true).open(&draft)?.write_all(text.as_bytes())?;
        fs::rename(&draft, path)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Files that only their owner may read, where the system knows owners.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}
