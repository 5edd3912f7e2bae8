//! Agents by name: `random`, or `NAME:KEY=VALUE,KEY=VALUE` for those with settings.
//!
//! ```
//! use std::sync::Arc;
//! use fogbound_agents::Spec;
//! use fogbound_env::{Game, games::kuhn::Kuhn};
//!
//! let kuhn = Arc::new(Kuhn::new(Default::default()).unwrap());
//! let spec: Spec = "random".parse().unwrap();
//! let agent = spec.build(&kuhn).unwrap();
//! let wrong = "randon".parse::<Spec>().unwrap_err();
//! assert!(wrong.to_string().starts_with("there is no agent `randon`; the agents are random"));
//! ```

mod key;
mod kinds;
mod read;
mod searchers;

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use fogbound_env::Game;
use thiserror::Error;

use crate::Agent;

pub use key::{Fallback, Key, Setting, Settings, Takes, Value};
pub use kinds::{About, Maker};

/// An agent by name, with its settings. It reads and prints as one word.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    about: About,
    /// What was given, in the order of the agent's table.
    given: Vec<(&'static Key, Value)>,
}

/// Why an agent cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// There is no agent of this name.
    #[error("there is no agent `{name}`; the agents are {}", known.join(", "))]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The names of all agents.
        known: Vec<&'static str>,
    },
    /// The agent has no such setting.
    #[error("`{agent}` has no setting `{key}`; {}", keys_of(known))]
    Key {
        /// The agent.
        agent: &'static str,
        /// The setting that was asked for.
        key: String,
        /// The settings that it has.
        known: Vec<&'static str>,
    },
    /// A setting has a value that is not allowed.
    #[error("`{agent}`: `{key}` is {got:?}, but must be {allowed}")]
    Value {
        /// The agent.
        agent: &'static str,
        /// The setting.
        key: &'static str,
        /// What was given.
        got: String,
        /// What may be given.
        allowed: String,
    },
    /// A setting is not of the form `KEY=VALUE`.
    #[error("`{agent}`: {part:?} is not a setting; write KEY=VALUE, with commas between settings")]
    Form {
        /// The agent.
        agent: &'static str,
        /// What was given.
        part: String,
    },
    /// A setting was given more than once.
    #[error("`{agent}`: `{key}` is given twice")]
    Twice {
        /// The agent.
        agent: &'static str,
        /// The setting.
        key: &'static str,
    },
    /// A setting without a default was not given.
    #[error("`{agent}` needs `{key}=`, {allowed}")]
    Needed {
        /// The agent.
        agent: &'static str,
        /// The setting.
        key: &'static str,
        /// What may be given.
        allowed: String,
    },
    /// The agent cannot play this game, or something that it needs cannot be had.
    #[error("`{agent}` cannot play {game}: {why}")]
    Unfit {
        /// The agent.
        agent: &'static str,
        /// The game.
        game: &'static str,
        /// What is missing or wrong.
        why: String,
    },
}

impl SpecError {
    /// An agent cannot play `G`.
    pub(crate) fn unfit<G: Game>(agent: &'static str, why: impl fmt::Display) -> SpecError {
        SpecError::Unfit { agent, game: G::NAME, why: why.to_string() }
    }
}

fn keys_of(known: &[&str]) -> String {
    if known.is_empty() { "it takes none".into() } else { format!("its settings are {}", known.join(", ")) }
}

impl Spec {
    /// Every kind of agent that a spec can name.
    pub fn kinds() -> Vec<About> {
        kinds::abouts()
    }

    /// What there is to know about the kind of agent.
    pub fn about(&self) -> About {
        self.about
    }

    /// Loads what the agent needs for this game, and gives back what makes such agents.
    pub fn prepare<G: Game>(&self, game: &Arc<G>) -> Result<Maker<G>, SpecError> {
        let kind = kinds::kinds::<G>().into_iter().find(|kind| kind.about.name == self.about.name);
        (kind.expect("a spec names a kind of the table").prepare)(&self.settings(), game)
    }

    /// One such agent.
    pub fn build<G: Game>(&self, game: &Arc<G>) -> Result<Box<dyn Agent<G>>, SpecError> {
        Ok(self.prepare(game)?())
    }

    /// The files that the agent reads.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.given.iter().filter_map(|(_, value)| match value {
            Value::Path(path) => Some(path.as_path()),
            _ => None,
        })
    }

    /// Whether the agent looks at the clock, so that it plays better on a faster machine.
    pub fn is_timed(&self) -> bool {
        self.given.iter().any(|(key, _)| key.name == searchers::MS.name)
    }

    /// What was given, and the defaults of the rest.
    fn settings(&self) -> Settings {
        let value = |key: &'static Key| {
            let given = self.given.iter().find(|(given, _)| given.name == key.name);
            given.map(|(_, value)| value.clone()).or_else(|| key.default_value())
        };
        Settings { values: self.about.keys.iter().map(|key| (key.name, value(key))).collect() }
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        read::read(text, &kinds::abouts())
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.about.name)?;
        for (i, (key, value)) in self.given.iter().enumerate() {
            write!(f, "{}{}={value}", if i == 0 { ':' } else { ',' }, key.name)?;
        }
        Ok(())
    }
}
