//! Recipes: configs as TOML files, with changes from the command line.

use std::path::Path;

use thiserror::Error;
use toml::{Table, Value};

use super::{Config, ConfigError};

/// The recipes that come with the program, by name. There is one for each game.
pub const RECIPES: &[(&str, &str)] = &[
    ("kuhn", include_str!("../../recipes/kuhn.toml")),
    ("leduc", include_str!("../../recipes/leduc.toml")),
    ("goofspiel", include_str!("../../recipes/goofspiel.toml")),
    ("trial", include_str!("../../recipes/trial.toml")),
];

/// Why a recipe cannot be used.
#[derive(Debug, Error)]
pub enum RecipeError {
    /// There is neither a recipe nor a file of this name.
    #[error("there is no recipe `{name}`; name one of {}, or a file that ends in .toml", names())]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// The file cannot be read.
    #[error("cannot read the recipe {path}: {error}")]
    File {
        /// Which file.
        path: String,
        /// What went wrong.
        error: std::io::Error,
    },
    /// It is not TOML, or a field is unknown or of another kind.
    #[error("{source_name}: {problem}")]
    Form {
        /// The recipe or the change.
        source_name: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A field has an impossible value.
    #[error(transparent)]
    Value(#[from] ConfigError),
}

fn names() -> String {
    RECIPES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// Reads a recipe by its name or its file, makes the changes, each of the form `FIELD=VALUE` with dots between the parts
/// of the field, and checks what comes of it.
pub fn read(recipe: &str, changes: &[String]) -> Result<Config, RecipeError> {
    let known = RECIPES.iter().find(|(name, _)| *name == recipe).map(|(_, text)| (*text).to_string());
    let is_file = Path::new(recipe).extension().is_some_and(|ending| ending == "toml");
    let text = match known {
        Some(text) => text,
        None if is_file => std::fs::read_to_string(recipe)
            .map_err(|error| RecipeError::File { path: recipe.into(), error })?,
        None => return Err(RecipeError::Unknown { name: recipe.into() }),
    };
    parse(recipe, &text, changes)
}

/// The same for the text of a recipe.
pub fn parse(name: &str, text: &str, changes: &[String]) -> Result<Config, RecipeError> {
    let form = |source_name: &str, problem: String| RecipeError::Form {
        source_name: source_name.into(),
        problem: problem.trim_end().replace('\n', " "),
    };
    // Read once without the changes, so that an error points at its line in the file.
    toml::from_str::<Config>(text).map_err(|error| form(name, error.to_string()))?;
    let mut table: Table = text.parse().map_err(|error: toml::de::Error| form(name, error.to_string()))?;
    for change in changes {
        let (field, value) = change
            .split_once('=')
            .ok_or_else(|| form(change, "a change is of the form FIELD=VALUE".into()))?;
        set(&mut table, field.trim(), read_value(value.trim())).map_err(|problem| form(change, problem))?;
        // After each change, so that the error names the one that is wrong.
        Config::deserialize_table(&table).map_err(|problem| form(change, problem))?;
    }
    let config = Config::deserialize_table(&table).map_err(|problem| form(name, problem))?;
    config.check()?;
    Ok(config)
}

/// A value as TOML has it, or a plain word.
fn read_value(text: &str) -> Value {
    let parsed: Option<Table> = format!("value = {text}").parse().ok();
    parsed.and_then(|mut table| table.remove("value")).unwrap_or_else(|| Value::String(text.into()))
}

/// Sets `field`, with dots between its parts.
fn set(table: &mut Table, field: &str, value: Value) -> Result<(), String> {
    let (parents, last) =
        field.rsplit_once('.').map_or((None, field), |(parents, last)| (Some(parents), last));
    let mut inner = table;
    for part in parents.iter().flat_map(|parents| parents.split('.')) {
        let entry = inner.entry(part).or_insert_with(|| Value::Table(Table::new()));
        inner = entry.as_table_mut().ok_or_else(|| format!("`{part}` is a value and has no fields"))?;
    }
    inner.insert(last.into(), value);
    Ok(())
}

impl Config {
    fn deserialize_table(table: &Table) -> Result<Config, String> {
        table.clone().try_into().map_err(|error: toml::de::Error| error.to_string())
    }

    /// The config as a recipe.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a config has only fields that TOML can write")
    }
}
