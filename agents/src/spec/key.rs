//! The settings of an agent: which there are, and what each may be.

use std::fmt;
use std::path::PathBuf;

/// One setting that a kind of agent takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// What it is called, as in `sims=1000`.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// What may be given.
    pub takes: Takes,
    /// What holds if it is not given.
    pub default: Fallback,
}

/// What may be given for a setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Takes {
    /// A whole number from the first to the last.
    Count(u64, u64),
    /// A number from the first to the last.
    Number(f64, f64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// A file or a folder; its name may not hold a comma.
    Path,
}

/// What holds if a setting is not given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fallback {
    /// This value, as it would be written.
    Is(&'static str),
    /// Nothing: the agent does without.
    Without,
    /// It has to be given.
    Needed,
}

/// What a setting is.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Count(u64),
    /// A number.
    Number(f64),
    /// A word of a list.
    Word(&'static str),
    /// Yes or no.
    Flag(bool),
    /// A file or a folder.
    Path(PathBuf),
}

impl Takes {
    /// The value that `text` stands for, if it is allowed.
    pub(super) fn read(self, text: &str) -> Option<Value> {
        match self {
            Takes::Count(from, to) => {
                text.parse().ok().filter(|count| (from..=to).contains(count)).map(Value::Count)
            }
            Takes::Number(from, to) => {
                text.parse().ok().filter(|number| (from..=to).contains(number)).map(Value::Number)
            }
            Takes::Word(words) => words.iter().find(|word| **word == text).map(|word| Value::Word(word)),
            Takes::Flag => text.parse().ok().map(Value::Flag),
            Takes::Path => (!text.is_empty()).then(|| Value::Path(text.into())),
        }
    }
}

impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Takes::Count(from, u64::MAX) => write!(f, "a whole number, at least {from}"),
            Takes::Count(from, to) => write!(f, "a whole number from {from} to {to}"),
            Takes::Number(from, to) => write!(f, "a number from {from} to {to}"),
            Takes::Word(words) => write!(f, "one of {}", words.join(", ")),
            Takes::Flag => write!(f, "true or false"),
            Takes::Path => write!(f, "the path of a file"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Count(count) => write!(f, "{count}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Word(word) => write!(f, "{word}"),
            Value::Flag(flag) => write!(f, "{flag}"),
            Value::Path(path) => write!(f, "{}", path.display()),
        }
    }
}

/// A type that a builder can read a setting as.
pub trait Setting: Sized {
    /// The value as this type, if it is of its kind.
    fn of(value: &Value) -> Option<Self>;
}

impl Setting for u64 {
    fn of(value: &Value) -> Option<u64> {
        if let Value::Count(count) = value { Some(*count) } else { None }
    }
}

impl Setting for u32 {
    fn of(value: &Value) -> Option<u32> {
        u64::of(value).and_then(|count| count.try_into().ok())
    }
}

impl Setting for usize {
    fn of(value: &Value) -> Option<usize> {
        u64::of(value).and_then(|count| count.try_into().ok())
    }
}

impl Setting for f64 {
    fn of(value: &Value) -> Option<f64> {
        if let Value::Number(number) = value { Some(*number) } else { None }
    }
}

impl Setting for f32 {
    fn of(value: &Value) -> Option<f32> {
        f64::of(value).map(|number| number as f32)
    }
}

impl Setting for bool {
    fn of(value: &Value) -> Option<bool> {
        if let Value::Flag(flag) = value { Some(*flag) } else { None }
    }
}

impl Setting for &'static str {
    fn of(value: &Value) -> Option<&'static str> {
        if let Value::Word(word) = value { Some(word) } else { None }
    }
}

impl Setting for PathBuf {
    fn of(value: &Value) -> Option<PathBuf> {
        if let Value::Path(path) = value { Some(path.clone()) } else { None }
    }
}

/// The settings of one agent, for its builder to read.
///
/// They have been checked against the agent's keys, so a builder asks by name and gets a value of the key's type. Asking
/// for a key that the agent's table does not have, or as another type, is a mistake in the builder and panics.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// One for each key of the agent, in the order of its table; none for those that it does without.
    pub(super) values: Vec<(&'static str, Option<Value>)>,
}

impl Settings {
    /// The setting `name`, which is needed or has a default.
    pub fn get<T: Setting>(&self, name: &str) -> T {
        self.find(name).unwrap_or_else(|| panic!("`{name}` may be left out and has no default: use `find`"))
    }

    /// The setting `name`, if it was given or has a default.
    pub fn find<T: Setting>(&self, name: &str) -> Option<T> {
        let found = self.values.iter().find(|(key, _)| *key == name);
        let (_, value) = found.unwrap_or_else(|| panic!("the agent's table has no key `{name}`"));
        value.as_ref().map(|value| {
            T::of(value).unwrap_or_else(|| panic!("`{name}={value}` is not a {}", std::any::type_name::<T>()))
        })
    }
}
