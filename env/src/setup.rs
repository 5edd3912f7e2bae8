//! What is agreed before play, and what is wrong with it.

use std::fmt::Display;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use thiserror::Error;

/// A setup that a game cannot be played with.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// An option has a value that the rules do not allow.
    #[error("setup field `{field}` is {got}, but must be {allowed}")]
    Value {
        /// The option.
        field: &'static str,
        /// What was given.
        got: String,
        /// What may be given.
        allowed: String,
    },
    /// The text is not a setup of this game at all: an unknown option, a wrong type, an unknown name.
    #[error("setup is not one of {game}: {problem}")]
    Form {
        /// The game's name.
        game: &'static str,
        /// What the reader stumbled over.
        problem: String,
    },
}

impl SetupError {
    /// An option has a value that the rules do not allow.
    pub fn value(field: &'static str, got: impl Display, allowed: impl Display) -> SetupError {
        SetupError::Value { field, got: got.to_string(), allowed: allowed.to_string() }
    }
}

/// Reads a setup from JSON. Options that are left out have their default value.
pub(crate) fn read_setup<S: DeserializeOwned>(game: &'static str, json: &Value) -> Result<S, SetupError> {
    let json = if json.is_null() { &Value::Object(serde_json::Map::new()) } else { json };
    S::deserialize(json).map_err(|problem| SetupError::Form { game, problem: problem.to_string() })
}

/// Writes a setup as JSON, with every option.
pub(crate) fn write_setup<S: Serialize>(setup: &S) -> Value {
    serde_json::to_value(setup).expect("a setup is plain data with string keys")
}
