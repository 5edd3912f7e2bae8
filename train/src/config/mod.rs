//! The options of a run.
//!
//! A recipe is a TOML file with these fields; the ones for each game are in `train/recipes`. [`recipe`] reads them.

mod check;
pub mod recipe;

use std::path::PathBuf;

use fogbound_agents::net::Sharing;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::play::{Critic, Lesson, Method, SearchOptions, Shares, Variant};

pub use check::ConfigError;

/// Everything that decides what a run does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The game.
    pub game: String,
    /// Names the run: it decides the first weights, the games and all choices.
    pub seed: u64,
    /// Threads for the games and for libtorch; 0 takes all cores. Runs repeat exactly with 1.
    pub threads: usize,
    /// Folder for the checkpoints and the logs; `target/runs/GAME-SEED` if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out: Option<PathBuf>,
    /// A checkpoint whose weights the run begins with, instead of fresh ones. A run that goes on has its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<PathBuf>,
    /// The only team that learns, by its name; all teams if left out. The others keep the weights they begin with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// A checkpoint whose weights the teams that do not learn begin with and keep, instead of those of `from`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<PathBuf>,
    /// When the run is over.
    pub limits: Limits,
    /// The network.
    pub network: NetworkOptions,
    /// Self-play.
    pub play: PlayFields,
    /// Whom the newest weights play against.
    pub league: Shares,
    /// How decisions are searched to learn from.
    pub search: SearchOptions,
    /// How is learnt.
    pub learner: LearnerOptions,
    /// How the run is judged on the way.
    pub evaluation: EvaluationOptions,
    /// What is kept on the disk.
    pub checkpoints: CheckpointOptions,
    /// The game's options.
    pub setup: Value,
    /// Options that replace some of `setup`: each game has one of these, in turn. All have `setup` if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<Variant>,
}

/// When the run is over: at the first limit that is reached. Both count the whole run, earlier parts included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Minutes of training; 0 for no limit.
    pub minutes: f64,
    /// Updates of the network; 0 for no limit.
    pub updates: u64,
}

/// The network.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NetworkOptions {
    /// Width of the layers.
    pub hidden: usize,
    /// How many layers there are below the outputs.
    pub layers: usize,
    /// Who plays by the same weights: `shared` for all seats, `per_team` for each team its own.
    pub sharing: Sharing,
    /// Whether the network corrects the game's script, whose policy it then reads, or plays without knowing it.
    pub script: bool,
}

/// Self-play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlayFields {
    /// Games that are played at the same time.
    pub lanes: usize,
    /// Decisions of a network that each lane makes for one update.
    pub steps: usize,
}

/// How is learnt.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LearnerOptions {
    /// What is learnt from: the results of games, or what a search finds better.
    pub method: Method,
    /// Who judges how a game will end, where results are learnt from.
    pub critic: Critic,
    /// Updates at the start that imitate the scripted player instead of learning from self-play.
    pub imitate: u64,
    /// Step size of the optimiser at the start. 0 learns nothing, for comparison.
    pub rate: f64,
    /// Step size at the end; it changes evenly.
    pub last_rate: f64,
    /// Pull towards the uniform policy (tau), in units of the normalised advantage. What is learnt from a search has
    /// `search.magnet`.
    pub magnet: f64,
    /// The pull at the end.
    pub last_magnet: f64,
    /// Share of the run after which the pull begins to change, evenly up to the end.
    pub magnet_hold: f64,
    /// Pull towards the policy that played (beta).
    pub proximal: f64,
    /// How far one update may move the probability of an action, as a share of it.
    pub clip: f64,
    /// How often an update goes over its decisions.
    pub epochs: usize,
    /// Decisions in one step of the optimiser.
    pub minibatch: usize,
    /// Share of the decisions that are learnt from under other names, in games in which survivors could change places.
    pub renamed: f64,
    /// How far advantages look ahead: 1 to the result, 0 to the seat's next decision.
    pub lambda: f64,
    /// The same for what the value is to be.
    pub value_lambda: f64,
    /// Weight of the value's error in the loss.
    pub value_weight: f64,
    /// Longer gradients are shortened to this length.
    pub max_gradient: f64,
    /// How much of the averaged weights, by which is played outside training, stays after a step of the optimiser.
    pub average: f64,
}

/// How the run is judged on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EvaluationOptions {
    /// Games of each team against each of the scripted and the random player.
    pub games: u64,
    /// Judge after so many updates, and at the start and the end.
    pub every: u64,
    /// Further rungs of the ladder beside these two: agents as `fogbound agents` names them.
    pub ladder: Vec<String>,
    /// Games of each team against each of these.
    pub ladder_games: u64,
}

/// What is kept on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CheckpointOptions {
    /// Write a checkpoint after so many updates, and at the start and the end.
    pub every: u64,
    /// Older checkpoints that are kept beside the newest and the best.
    pub keep: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            game: "trial".into(),
            seed: 1,
            threads: 0,
            out: None,
            from: None,
            team: None,
            against: None,
            limits: Limits::default(),
            network: NetworkOptions::default(),
            play: PlayFields::default(),
            league: Shares::default(),
            search: SearchOptions::default(),
            learner: LearnerOptions::default(),
            evaluation: EvaluationOptions::default(),
            checkpoints: CheckpointOptions::default(),
            setup: Value::Object(Map::new()),
            variants: Vec::new(),
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { minutes: 2.0, updates: 0 }
    }
}

impl Default for NetworkOptions {
    fn default() -> NetworkOptions {
        NetworkOptions { hidden: 128, layers: 2, sharing: Sharing::Shared, script: false }
    }
}

impl Default for PlayFields {
    fn default() -> PlayFields {
        PlayFields { lanes: 128, steps: 128 }
    }
}

impl Default for LearnerOptions {
    fn default() -> LearnerOptions {
        LearnerOptions {
            method: Method::Results,
            critic: Critic::Own,
            imitate: 0,
            rate: 1e-3,
            last_rate: 1e-4,
            magnet: 0.1,
            last_magnet: 0.1,
            magnet_hold: 0.5,
            proximal: 0.1,
            clip: 0.1,
            epochs: 2,
            minibatch: 1024,
            renamed: 0.0,
            lambda: 0.95,
            value_lambda: 0.95,
            value_weight: 0.5,
            max_gradient: 0.5,
            average: 0.99,
        }
    }
}

impl Default for EvaluationOptions {
    fn default() -> EvaluationOptions {
        EvaluationOptions { games: 500, every: 25, ladder: Vec::new(), ladder_games: 100 }
    }
}

impl Default for CheckpointOptions {
    fn default() -> CheckpointOptions {
        CheckpointOptions { every: 25, keep: 3 }
    }
}

impl Config {
    /// Where the run's files go.
    pub fn folder(&self) -> PathBuf {
        let default = || PathBuf::from("target/runs").join(format!("{}-{}", self.game, self.seed));
        self.out.clone().unwrap_or_else(default)
    }

    /// The threads, all cores if the recipe leaves it open.
    pub fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            threads => threads,
        }
    }

    /// How much of the run is behind us, from 0 to 1.
    pub fn progress(&self, updates: u64, seconds: f64) -> f64 {
        let Limits { minutes, updates: limit } = self.limits;
        let by_updates = if limit > 0 { updates as f64 / limit as f64 } else { 0.0 };
        let by_time = if minutes > 0.0 { seconds / (60.0 * minutes) } else { 0.0 };
        by_updates.max(by_time).min(1.0)
    }
}

impl LearnerOptions {
    /// How often an update goes over its decisions. Games of the script are made faster than they are learnt from, so there is no
    /// need to look at one twice.
    pub fn passes(&self, lesson: Lesson) -> usize {
        if lesson == Lesson::Imitation { 1 } else { self.epochs }
    }

    /// The step size at this point of the run.
    pub fn rate_at(&self, progress: f64) -> f64 {
        self.rate + (self.last_rate - self.rate) * progress
    }

    /// The pull towards the uniform policy at this point of the run.
    pub fn magnet_at(&self, progress: f64) -> f64 {
        let left = (1.0 - self.magnet_hold).max(f64::EPSILON);
        let share = ((progress - self.magnet_hold) / left).clamp(0.0, 1.0);
        self.magnet + (self.last_magnet - self.magnet) * share
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_limit_ends_the_run() {
        let limited = |minutes, updates| Config { limits: Limits { minutes, updates }, ..Config::default() };
        assert_eq!(limited(1.0, 10).progress(5, 6.0), 0.5);
        assert_eq!(limited(1.0, 10).progress(1, 45.0), 0.75);
        assert_eq!(limited(1.0, 10).progress(11, 0.0), 1.0);
        assert_eq!(limited(0.0, 10).progress(5, 1e9), 0.5);
        assert_eq!(limited(2.0, 0).progress(1000, 60.0), 0.5);
    }

    #[test]
    fn schedules_run_from_the_first_to_the_last() {
        let learner =
            LearnerOptions { rate: 1.0, last_rate: 0.0, magnet: 0.5, last_magnet: 0.1, ..Default::default() };
        assert_eq!([0.0, 0.5, 1.0].map(|p| learner.rate_at(p)), [1.0, 0.5, 0.0]);
        let pulls = [0.0, 0.5, 0.75, 1.0].map(|p| learner.magnet_at(p));
        assert!(pulls.iter().zip([0.5, 0.5, 0.3, 0.1]).all(|(p, e)| (p - e).abs() < 1e-12), "{pulls:?}");
        assert_eq!(LearnerOptions { magnet_hold: 1.0, ..learner }.magnet_at(1.0), 0.5);
    }
}
