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
    ("stalk", include_str!("../../recipes/stalk.toml")),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of all fields in a table, with dots between their parts.
    fn fields(table: &Table, prefix: &str) -> Vec<String> {
        let inner = |(key, value): (&String, &Value)| match value {
            Value::Table(inner) => fields(inner, &format!("{prefix}{key}.")),
            _ => vec![format!("{prefix}{key}")],
        };
        table.iter().flat_map(inner).collect()
    }

    #[test]
    fn there_is_a_recipe_for_each_game_and_it_names_every_field() {
        let names: Vec<&str> = RECIPES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, fogbound_env::registry::NAMES);
        let known: Table = Config::default().to_toml().parse().unwrap();
        for (name, text) in RECIPES {
            let config = read(name, &[]).unwrap();
            assert_eq!(config.game, *name);
            let mut table: Table = text.parse().unwrap();
            table.remove("setup");
            let mut expected = known.clone();
            expected.remove("setup");
            assert_eq!(fields(&table, ""), fields(&expected, ""), "{name}");
            // What is saved beside a run reads back as the same.
            assert_eq!(parse(name, &config.to_toml(), &[]).unwrap(), config);
        }
    }

    #[test]
    fn variants_are_saved_beside_the_run_too() {
        let mixed = read("trial", &["variants=[{mode = \"devout\"}, {}]".into()]).unwrap();
        assert_eq!(mixed.variants.len(), 2);
        assert_eq!(parse("saved", &mixed.to_toml(), &[]).unwrap(), mixed);
        let text = "[setup]\npreset = \"random\"\n[[variants]]\nmode = \"devout\"\n[[variants]]\n";
        assert_eq!(parse("mine.toml", text, &[]).unwrap().variants, mixed.variants);
    }

    #[test]
    fn errors_of_a_file_name_the_field() {
        let problem = |text: &str| parse("mine.toml", text, &[]).unwrap_err().to_string();
        assert!(problem("[learner]\nclipp = 1").contains("clipp"), "{}", problem("[learner]\nclipp = 1"));
        assert!(problem("[network]\nhidden = \"wide\"").contains("hidden"));
        assert!(problem("game = ").starts_with("mine.toml: "));
        assert_eq!(problem("[play]\nlanes = 0"), "play.lanes is 0, but must be from 1 to 65536");
        assert!(problem("[limits]\nminutes = 0.0").starts_with("limits.updates is 0"));
        let many = problem("[play]\nlanes = 4096\nsteps = 8192");
        assert_eq!(many, "play.steps is 8192, but must be at most 1024 with 4096 lanes");
        let shares = problem("[league]\npast = 0.7\nscripted = 0.5");
        assert!(shares.starts_with("league.scripted is 0.5, but must be from 0 to 0.3"), "{shares}");
    }

    #[test]
    fn impossible_values_name_the_field() {
        let changes = [
            "threads=1000",
            "team=player_0",
            "against=some.safetensors",
            "limits.minutes=-1.0",
            "network.hidden=0",
            "network.layers=0",
            "play.steps=0",
            "league.past=2.0",
            "league.snapshots=1",
            "league.every=0",
            "search.share=0.0",
            "search.simulations=1",
            "search.candidates=0",
            "search.step=-1.0",
            "search.magnet=nan",
            "search.window=0",
            "search.again=-1.0",
            "search.importance=2.0",
            "learner.rate=nan",
            "learner.last_rate=2.0",
            "learner.magnet=-0.1",
            "learner.last_magnet=inf",
            "learner.magnet_hold=1.5",
            "learner.proximal=-1.0",
            "learner.clip=0.0",
            "learner.epochs=0",
            "learner.minibatch=0",
            "learner.lambda=1.5",
            "learner.value_lambda=-0.5",
            "learner.value_weight=-1.0",
            "learner.renamed=1.1",
            "learner.max_gradient=0.0",
            "learner.average=1.0",
            "evaluation.games=1",
            "evaluation.every=0",
            "evaluation.ladder_games=1",
            "checkpoints.every=0",
            "checkpoints.keep=100000",
        ];
        for change in changes {
            let (field, _) = change.split_once('=').unwrap();
            let problem = read("kuhn", &[change.to_string()]).unwrap_err().to_string();
            assert!(problem.starts_with(&format!("{field} is ")) && problem.contains("must be"), "{problem}");
        }
    }
}
