//! What has been played, in memory or on paper too, so that a run that was cut short goes on where it was.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use fogbound_env::Fingerprint;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// The name of a journal in its folder.
const FILE: &str = "journal.jsonl";
/// Goes up whenever old journals can no longer be read.
pub(super) const FORMAT: u32 = 1;

/// What the games of a run have in common. A journal goes on only with the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the journal's format.
    pub journal: u32,
    /// Version of the program, since another one may play otherwise.
    pub program: String,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// Its setup in full.
    pub setup: Value,
    /// The seed of the run.
    pub seed: u64,
    /// The agents of the first team.
    pub first: Vec<String>,
    /// The agents of the other seats.
    pub second: Vec<String>,
    /// Digests of the files that the agents are loaded from.
    pub files: BTreeMap<String, Fingerprint>,
}

/// How a game went for the first team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It was paid more than any other team.
    Win,
    /// It was paid as much as the best of the others.
    Draw,
    /// Another team was paid more.
    Loss,
}

/// One finished game: a line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The number of the game, the same for all pairings that meet its luck.
    pub game: u64,
    /// Which agent played the first team.
    pub first: usize,
    /// Which agent played the other seats.
    pub second: usize,
    /// How it went for the first team.
    pub outcome: Outcome,
    /// What the first team was paid.
    pub paid: f32,
    /// Choices that seats were asked for.
    pub decisions: u64,
    /// The kinds of game that it belongs to, such as its board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strata: Vec<(String, String)>,
}

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// A file could not be read or written.
    #[error("cannot use {path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another run writes to it.
    #[error("{path} is in use by another run")]
    Busy {
        /// The journal.
        path: PathBuf,
    },
    /// It belongs to a run with other settings.
    #[error(
        "{path} belongs to a run with other settings ({differences}); take another folder, or the same settings"
    )]
    Other {
        /// The journal.
        path: PathBuf,
        /// What differs.
        differences: String,
    },
    /// A line is damaged.
    #[error("{path}, line {line}: {problem}")]
    Line {
        /// The journal.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// The finished games of a run.
#[derive(Debug)]
pub struct Journal {
    header: Header,
    played: BTreeMap<(u64, usize, usize), Played>,
    paper: Option<(File, PathBuf)>,
}

impl Journal {
    /// A journal that is forgotten with the run.
    pub fn in_memory(header: Header) -> Journal {
        Journal { header, played: BTreeMap::new(), paper: None }
    }

    /// The journal in `folder`, which is made if need be. Games that it holds already count, if it was written with the
    /// same header. A last line that was cut off is dropped.
    pub fn open(folder: &Path, header: Header) -> Result<Journal, JournalError> {
        let path = folder.join(FILE);
        let file_error = |source| JournalError::File { path: path.clone(), source };
        std::fs::create_dir_all(folder).map_err(file_error)?;
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = options.map_err(file_error)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => JournalError::Busy { path: path.clone() },
            TryLockError::Error(source) => file_error(source),
        })?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(file_error)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(file_error)?;
        file.seek(SeekFrom::End(0)).map_err(file_error)?;
        let mut journal = Journal::in_memory(header);
        if whole == 0 {
            write_line(&mut file, &journal.header).map_err(file_error)?;
        } else {
            journal.read(&String::from_utf8_lossy(&text[..whole]), &path)?;
        }
        journal.paper = Some((file, path));
        Ok(journal)
    }

    fn read(&mut self, text: &str, path: &Path) -> Result<(), JournalError> {
        let damaged = |index: usize, problem: String| JournalError::Line {
            path: path.into(),
            line: index + 1,
            problem,
        };
        for (index, line) in text.lines().enumerate() {
            if index == 0 {
                let found: Value = serde_json::from_str(line).map_err(|e| damaged(index, e.to_string()))?;
                let differences = differences(&found, &as_json(&self.header));
                if !differences.is_empty() {
                    let differences = differences.join("; ");
                    return Err(JournalError::Other { path: path.into(), differences });
                }
                continue;
            }
            let played: Played = serde_json::from_str(line).map_err(|e| damaged(index, e.to_string()))?;
            if played.first >= self.header.first.len() || played.second >= self.header.second.len() {
                return Err(damaged(index, "it names an agent that the run does not have".into()));
            }
            self.played.insert((played.game, played.first, played.second), played);
        }
        Ok(())
    }

    /// What the games have in common.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The finished games by number, agent of the first team, and agent of the others.
    pub fn played(&self) -> impl Iterator<Item = &Played> {
        self.played.values()
    }

    /// Whether this pairing has played this game.
    pub fn holds(&self, game: u64, first: usize, second: usize) -> bool {
        self.played.contains_key(&(game, first, second))
    }

    pub(super) fn add(&mut self, played: Played) -> Result<(), JournalError> {
        if let Some((file, path)) = &mut self.paper {
            write_line(file, &played).map_err(|source| JournalError::File { path: path.clone(), source })?;
        }
        self.played.insert((played.game, played.first, played.second), played);
        Ok(())
    }
}

fn as_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("plain data with string keys")
}

/// In one go, so that a run that is killed tears at most the last line.
fn write_line(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let line = as_json(value).to_string() + "\n";
    file.write_all(line.as_bytes())
}

/// The fields in which two headers differ, in words.
fn differences(there: &Value, here: &Value) -> Vec<String> {
    let (Some(there), Some(here)) = (there.as_object(), here.as_object()) else {
        return vec!["it does not begin with a header".into()];
    };
    let fields = here.iter().filter(|(field, value)| there.get(*field) != Some(value));
    let words = fields.map(|(field, here)| match there.get(field) {
        Some(there) => format!("`{field}` is {there} there and {here} here"),
        None => format!("`{field}` is missing there and {here} here"),
    });
    words.collect()
}
