//! A game on paper: its setup and its moves, as lines of JSON.
//!
//! The first line is the header, every further line a move, the last line the result:
//!
//! ```text
//! {"fogbound":"record","version":1,"game":"kuhn","rules":1,"setup":{},"seed":7}
//! {"move":1,"chance":2,"check":"5b0c…"}
//! {"move":2,"chance":0,"check":"91ff…"}
//! {"move":3,"act":[[0,1]],"check":"c2d8…"}
//! {"end":{"moves":3,"returns":null}}
//! ```
//!
//! `check` folds the header and all moves up to this one, so that an edited or missing line is found where it is;
//! `end` is written when the game is closed, so that a file that was cut off is recognised. `returns` is null for
//! a game that was not played to its end.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::action::{Action, Joint};
use crate::fingerprint::Fingerprint;
use crate::game::{Game, Illegal, Listen, Turn};
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::setup::{SetupError, write_setup};

/// The version of the format that this library reads and writes.
pub const RECORD_VERSION: u32 = 1;

/// One step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Chance fell this way.
    Chance(u16),
    /// The acting seats chose this.
    Act(Joint),
}

/// A game as its setup and moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// The version of its rules that the moves were played under.
    pub rules: u32,
    /// The setup, in full.
    pub setup: Value,
    /// The seed of the chance moves, if one made them.
    pub seed: Option<u64>,
    /// All moves in order.
    pub moves: Vec<Move>,
    /// What each seat was paid, if the game was played to its end.
    pub returns: Option<Vec<f32>>,
}

/// Why a text is not a record of a game, or not of this one.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RecordError {
    /// The first line is not a header of ours.
    #[error("not a fogbound record: {0}")]
    Foreign(String),
    /// Written by a version of the format that we do not know.
    #[error("the record has format version {got}; this program reads version {RECORD_VERSION}")]
    Version {
        /// The version that the header names.
        got: u32,
    },
    /// The record is of another game.
    #[error("the record is of the game `{got}`, not of `{expected}`")]
    Game {
        /// The game that the record is to be replayed with.
        expected: &'static str,
        /// The game that the header names.
        got: String,
    },
    /// Played under other rules.
    #[error(
        "the record was played under version {got} of the rules of `{game}`; this program has version {expected}"
    )]
    Rules {
        /// The game.
        game: &'static str,
        /// The version that this program has.
        expected: u32,
        /// The version that the header names.
        got: u32,
    },
    /// The setup in the header cannot be played, or is another than the game's.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The record is of this game but of another setup.
    #[error("the record was played with the setup {got}, not {expected}")]
    OtherSetup {
        /// The setup that the record is to be replayed with.
        expected: Value,
        /// The setup in the header.
        got: Value,
    },
    /// A line cannot be read.
    #[error("move {number}: {problem}")]
    Line {
        /// The move that should stand there, counted from 1.
        number: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A move that the rules refuse.
    #[error("move {number} cannot be played: {illegal}")]
    Illegal {
        /// The move, counted from 1.
        number: usize,
        /// Why not.
        illegal: Illegal,
    },
    /// The file ends without its last line.
    #[error("the record is cut off after move {moves}: its closing line is missing")]
    Truncated {
        /// How many whole moves there are.
        moves: usize,
    },
    /// The closing line disagrees with the moves.
    #[error("the record's closing line disagrees with its {moves} moves: {problem}")]
    End {
        /// How many moves there are.
        moves: usize,
        /// What disagrees.
        problem: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    fogbound: String,
    version: u32,
    game: String,
    rules: u32,
    setup: Value,
    #[serde(default)]
    seed: Option<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Chance { r#move: usize, chance: u16, check: Fingerprint },
    Act { r#move: usize, act: Vec<(Seat, Action)>, check: Fingerprint },
    End { end: End },
}

#[derive(Serialize, Deserialize)]
struct End {
    moves: usize,
    returns: Option<Vec<f32>>,
}

impl Record {
    /// An empty record of `game`.
    pub fn new<G: Game>(game: &G, seed: Option<u64>) -> Record {
        Record {
            game: G::NAME.into(),
            rules: G::RULES_VERSION,
            setup: write_setup(game.setup()),
            seed,
            moves: Vec::new(),
            returns: None,
        }
    }

    fn first_check(&self) -> Fingerprint {
        Fingerprint::of(&(&self.game, self.rules, self.setup.to_string(), self.seed))
    }

    /// The header, as the first line of a file (without its line end).
    pub fn header_line(&self) -> String {
        let header = Header {
            fogbound: "record".into(),
            version: RECORD_VERSION,
            game: self.game.clone(),
            rules: self.rules,
            setup: self.setup.clone(),
            seed: self.seed,
        };
        serde_json::to_string(&header).expect("a header is plain data")
    }

    /// The whole record as lines of JSON.
    pub fn to_text(&self) -> String {
        let mut text = self.header_line() + "\n";
        let mut check = self.first_check();
        for (i, step) in self.moves.iter().enumerate() {
            check = check.then(step);
            let line = match *step {
                Move::Chance(chance) => Line::Chance { r#move: i + 1, chance, check },
                Move::Act(joint) => Line::Act { r#move: i + 1, act: joint_pairs(&joint), check },
            };
            let _ = writeln!(text, "{}", serde_json::to_string(&line).expect("a move is plain data"));
        }
        let end = Line::End { end: End { moves: self.moves.len(), returns: self.returns.clone() } };
        let _ = writeln!(text, "{}", serde_json::to_string(&end).expect("an end is plain data"));
        text
    }

    /// Reads a whole record. Its moves are checked against each other here and against the rules by
    /// [`replay`](Record::replay).
    pub fn from_text(text: &str) -> Result<Record, RecordError> {
        let (record, end) = Record::read(text)?;
        let moves = record.moves.len();
        let end = end.ok_or(RecordError::Truncated { moves })?;
        if end.moves != moves {
            let problem = format!("it counts {}", end.moves);
            return Err(RecordError::End { moves, problem });
        }
        Ok(Record { returns: end.returns, ..record })
    }

    /// Reads what is whole of a record whose writer was interrupted: every line up to the first that was cut off.
    pub fn from_cut_text(text: &str) -> Result<Record, RecordError> {
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let (record, end) = Record::read(whole)?;
        Ok(Record { returns: end.and_then(|end| end.returns), ..record })
    }

    fn read(text: &str) -> Result<(Record, Option<End>), RecordError> {
        let mut lines = text.lines();
        let mut record = read_header(lines.next().unwrap_or_default())?;
        let mut check = record.first_check();
        let mut end = None;
        for (i, line) in lines.enumerate() {
            let number = i + 1;
            let bad = |problem: String| RecordError::Line { number, problem };
            if end.is_some() {
                return Err(bad("a line follows the closing line".into()));
            }
            let line: Line = serde_json::from_str(line).map_err(|e| match e.classify() {
                serde_json::error::Category::Eof => bad(format!("the line is cut off: {e}")),
                _ => bad("the line is neither a move nor the closing line".into()),
            })?;
            let (claimed, step, claimed_check) = match line {
                Line::Chance { r#move, chance, check } => (r#move, Move::Chance(chance), check),
                Line::Act { r#move, act, check } => {
                    (r#move, Move::Act(pairs_joint(&act).map_err(bad)?), check)
                }
                Line::End { end: last } => {
                    end = Some(last);
                    continue;
                }
            };
            check = check.then(&step);
            if claimed != number {
                return Err(bad(format!(
                    "the line says that it is move {claimed}; a line is missing or moved"
                )));
            }
            if claimed_check != check {
                let problem = "the check does not fit: this move, an earlier one or the header was edited";
                return Err(bad(problem.into()));
            }
            record.moves.push(step);
        }
        Ok((record, end))
    }

    /// Plays the record with `game`, every move checked, and gives the last state.
    pub fn replay<G: Game>(
        &self,
        game: &G,
        listener: &mut impl Listen<G::Event>,
    ) -> Result<G::State, RecordError> {
        self.check_belongs(game)?;
        let mut state = game.start();
        for (i, step) in self.moves.iter().enumerate() {
            let played = match step {
                Move::Chance(id) => game.try_fall(&mut state, *id, listener),
                Move::Act(joint) => game.try_apply(&mut state, joint, listener),
            };
            played.map_err(|illegal| RecordError::Illegal { number: i + 1, illegal })?;
        }
        let is_over = game.turn(&state) == Turn::Over;
        let returns = is_over.then(|| game.returns(&state)[..game.seats()].to_vec());
        if let Some(claimed) = &self.returns
            && returns.as_ref() != Some(claimed)
        {
            let problem = match returns {
                Some(returns) => format!("it says {claimed:?}, the moves give {returns:?}"),
                None => "it says that the game is over, after the moves it is not".into(),
            };
            return Err(RecordError::End { moves: self.moves.len(), problem });
        }
        Ok(state)
    }

    fn check_belongs<G: Game>(&self, game: &G) -> Result<(), RecordError> {
        if self.game != G::NAME {
            return Err(RecordError::Game { expected: G::NAME, got: self.game.clone() });
        }
        if self.rules != G::RULES_VERSION {
            return Err(RecordError::Rules { game: G::NAME, expected: G::RULES_VERSION, got: self.rules });
        }
        let expected = write_setup(game.setup());
        if self.setup != expected {
            return Err(RecordError::OtherSetup { expected, got: self.setup.clone() });
        }
        Ok(())
    }
}

fn read_header(line: &str) -> Result<Record, RecordError> {
    let value: Value = serde_json::from_str(line).map_err(|e| RecordError::Foreign(e.to_string()))?;
    if value.get("fogbound").and_then(Value::as_str) != Some("record") {
        return Err(RecordError::Foreign("the first line lacks \"fogbound\":\"record\"".into()));
    }
    // The version comes before everything else: another version may have other fields.
    let version = value.get("version").and_then(Value::as_u64).unwrap_or(0) as u32;
    if version != RECORD_VERSION {
        return Err(RecordError::Version { got: version });
    }
    let header: Header = serde_json::from_value(value).map_err(|e| RecordError::Foreign(e.to_string()))?;
    let Header { game, rules, setup, seed, .. } = header;
    Ok(Record { game, rules, setup, seed, moves: Vec::new(), returns: None })
}

fn joint_pairs(joint: &Joint) -> Vec<(Seat, Action)> {
    let chosen = |&seat: &Seat| joint.of(seat) != Action::NONE;
    SeatSet::first(MAX_SEATS).iter().filter(chosen).map(|seat| (seat, joint.of(seat))).collect()
}

fn pairs_joint(pairs: &[(Seat, Action)]) -> Result<Joint, String> {
    let mut chosen = BTreeMap::new();
    let mut joint = Joint::NONE;
    for &(seat, action) in pairs {
        if seat.index() >= MAX_SEATS {
            return Err(format!("there is no {seat}; seats are numbered 0 to {}", MAX_SEATS - 1));
        }
        if chosen.insert(seat, action).is_some() {
            return Err(format!("{seat} chooses twice"));
        }
        joint.set(seat, action);
    }
    Ok(joint)
}
