//! The options of a run.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Parser;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// Trains a network for one of the games by self-play.
///
/// The limits `--minutes` and `--updates` count the whole run, also the part before a `--resume`.
#[derive(Clone, Debug, PartialEq, Parser, Serialize, Deserialize)]
#[command(name = "fogbound-train", version, allow_negative_numbers = true)]
pub struct Config {
    /// The game.
    #[arg(long, value_name = "NAME", default_value = "goofspiel")]
    pub game: String,
    /// The game's options as JSON, such as {"preset": "tiny"} or {"cards": 6}.
    #[arg(long, value_name = "JSON", default_value = "{}", value_parser = json)]
    pub setup: Value,
    /// Stop after so many minutes [default: 2 if there is no --updates either].
    #[arg(long)]
    pub minutes: Option<f64>,
    /// Stop after so many updates.
    #[arg(long)]
    pub updates: Option<u64>,
    /// Names the run: it decides the first weights, the games and all choices.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games that are played at the same time.
    #[arg(long, default_value_t = 256)]
    pub lanes: usize,
    /// Decisions that each lane makes for one update.
    #[arg(long, default_value_t = 64)]
    pub steps: usize,
    /// Width of the network's layers.
    #[arg(long, default_value_t = 128)]
    pub hidden: usize,
    /// How many layers there are below the outputs.
    #[arg(long, default_value_t = 2)]
    pub layers: usize,
    /// Step size of the optimiser at the start; it falls evenly to a tenth. 0 learns nothing, for comparison.
    #[arg(long, default_value_t = 3e-4)]
    pub learning_rate: f64,
    /// Strength of the pull towards the uniform policy (tau), in units of the normalised advantage.
    #[arg(long, visible_alias = "entropy", default_value_t = 0.1)]
    pub magnet: f64,
    /// How far one update may move the probability of an action, as a share of it.
    #[arg(long, default_value_t = 0.1)]
    pub clip: f64,
    /// How often an update goes over its decisions.
    #[arg(long, default_value_t = 2)]
    pub epochs: usize,
    /// Decisions in one step of the optimiser.
    #[arg(long, default_value_t = 1024)]
    pub minibatch: usize,
    /// Mixes the result (1) and the value at the seat's next decision (0) into advantages.
    #[arg(long, default_value_t = 0.95)]
    pub lambda: f64,
    /// Weight of the value's error in the loss.
    #[arg(long, default_value_t = 0.5)]
    pub value_weight: f64,
    /// Longer gradients are shortened to this length.
    #[arg(long, default_value_t = 0.5)]
    pub max_gradient: f64,
    /// Threads for the games and for libtorch. Runs repeat exactly with 1.
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// Folder for the checkpoint and the logs [default: target/runs/GAME-SEED].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Games of an evaluation for each team, against random play.
    #[arg(long, default_value_t = 1000)]
    pub eval_games: usize,
    /// Evaluate and write a checkpoint after so many updates, and at the start and the end.
    #[arg(long, default_value_t = 25)]
    pub eval_every: u64,
    /// Go on from the checkpoint in the folder.
    #[arg(long, conflicts_with = "overwrite")]
    #[serde(skip)]
    pub resume: bool,
    /// Begin anew in a folder that already holds a run, and lose that run.
    #[arg(long)]
    #[serde(skip)]
    pub overwrite: bool,
}

/// An option with an impossible value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("--{field} is {got}, but must be {allowed}")]
pub struct ConfigError {
    /// The option, as it is spelt on the command line.
    pub field: &'static str,
    /// What was given.
    pub got: String,
    /// What may be given.
    pub allowed: String,
}

/// The options that the command line has when nothing is said.
impl Default for Config {
    fn default() -> Config {
        Config::parse_from(["fogbound-train"])
    }
}

impl Config {
    /// How long a run is if neither limit is given.
    const MINUTES: f64 = 2.0;
    /// So that the decisions of one update fit into memory.
    const MOST_DECISIONS: usize = 1 << 24;

    /// Refuses values that nothing can be trained with. Whether the game exists is for the game's registry to say.
    pub fn check(&self) -> Result<(), ConfigError> {
        within("lanes", self.lanes, 1..=1 << 16)?;
        within("steps", self.steps, 1..=1 << 16)?;
        if self.lanes * self.steps > Config::MOST_DECISIONS {
            let allowed =
                format!("at most {} with {} lanes", Config::MOST_DECISIONS / self.lanes, self.lanes);
            return Err(ConfigError { field: "steps", got: self.steps.to_string(), allowed });
        }
        within("hidden", self.hidden, 1..=4096)?;
        within("layers", self.layers, 1..=32)?;
        within("learning-rate", self.learning_rate, 0.0..=1.0)?;
        within("magnet", self.magnet, 0.0..=10.0)?;
        within("clip", self.clip, 0.001..=10.0)?;
        within("epochs", self.epochs, 1..=100)?;
        within("minibatch", self.minibatch, 1..=Config::MOST_DECISIONS)?;
        within("lambda", self.lambda, 0.0..=1.0)?;
        within("value-weight", self.value_weight, 0.0..=100.0)?;
        within("max-gradient", self.max_gradient, 0.001..=1000.0)?;
        within("threads", self.threads, 1..=256)?;
        within("eval-games", self.eval_games, 2..=10_000_000)?;
        within("eval-every", self.eval_every, 1..=u64::MAX)?;
        if let Some(minutes) = self.minutes {
            within("minutes", minutes, 0.001..=1_000_000.0)?;
        }
        self.updates.map_or(Ok(()), |updates| within("updates", updates, 1..=u64::MAX))
    }

    /// How much of the run is behind us, from 0 to 1.
    pub fn progress(&self, updates: u64, seconds: f64) -> f64 {
        let by_updates = self.updates.map(|limit| updates as f64 / limit as f64);
        let minutes = self.minutes.or((self.updates.is_none()).then_some(Config::MINUTES));
        let by_time = minutes.map(|limit| seconds / (60.0 * limit));
        by_updates.unwrap_or(0.0).max(by_time.unwrap_or(0.0)).min(1.0)
    }

    /// Where the run's files go.
    pub fn folder(&self) -> PathBuf {
        let default = || PathBuf::from("target/runs").join(format!("{}-{}", self.game, self.seed));
        self.out.clone().unwrap_or_else(default)
    }
}

/// Also refuses a float that is not a number, since no range contains it.
fn within<T: PartialOrd + Display + Copy>(
    field: &'static str,
    value: T,
    allowed: RangeInclusive<T>,
) -> Result<(), ConfigError> {
    if allowed.contains(&value) {
        return Ok(());
    }
    let allowed = format!("from {} to {}", allowed.start(), allowed.end());
    Err(ConfigError { field, got: value.to_string(), allowed })
}

fn json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(args: &[&str]) -> String {
        let config = Config::try_parse_from([&["fogbound-train"], args].concat()).unwrap();
        config.check().unwrap_err().to_string()
    }

    #[test]
    fn the_defaults_are_possible() {
        assert_eq!(Config::default().check(), Ok(()));
        assert_eq!(Config::default().folder(), PathBuf::from("target/runs/goofspiel-1"));
    }

    #[test]
    fn impossible_values_name_the_option_and_what_is_allowed() {
        assert_eq!(problem(&["--lanes", "0"]), "--lanes is 0, but must be from 1 to 65536");
        assert_eq!(problem(&["--learning-rate", "-1"]), "--learning-rate is -1, but must be from 0 to 1");
        assert_eq!(problem(&["--learning-rate", "nan"]), "--learning-rate is NaN, but must be from 0 to 1");
        assert_eq!(problem(&["--clip", "inf"]), "--clip is inf, but must be from 0.001 to 10");
        assert_eq!(problem(&["--minutes", "0"]), "--minutes is 0, but must be from 0.001 to 1000000");
        assert_eq!(
            problem(&["--lanes", "4096", "--steps", "8192"]),
            "--steps is 8192, but must be at most 4096 with 4096 lanes"
        );
        let options = [
            ("--steps", "0"),
            ("--hidden", "0"),
            ("--layers", "0"),
            ("--magnet", "-0.1"),
            ("--epochs", "0"),
            ("--minibatch", "0"),
            ("--lambda", "1.5"),
            ("--value-weight", "-1"),
            ("--max-gradient", "0"),
            ("--threads", "0"),
            ("--eval-games", "1"),
            ("--eval-every", "0"),
            ("--updates", "0"),
        ];
        for (option, value) in options {
            let problem = problem(&[option, value]);
            assert!(problem.starts_with(&format!("{option} is {value}, but must be ")), "{problem}");
        }
    }

    #[test]
    fn unreadable_values_name_the_option() {
        for (option, value) in [("--lanes", "many"), ("--setup", "{cards"), ("--seed", "-1")] {
            let error = Config::try_parse_from(["fogbound-train", option, value]).unwrap_err();
            assert!(error.to_string().contains(option), "{error}");
        }
    }

    #[test]
    fn the_first_limit_ends_the_run() {
        let both = Config { minutes: Some(1.0), updates: Some(10), ..Config::default() };
        assert_eq!(both.progress(5, 6.0), 0.5);
        assert_eq!(both.progress(1, 45.0), 0.75);
        assert_eq!(both.progress(11, 0.0), 1.0);
        assert_eq!(Config::default().progress(1000, 60.0), 0.5);
        let updates = Config { updates: Some(10), ..Config::default() };
        assert_eq!(updates.progress(5, 1e9), 0.5);
    }
}
