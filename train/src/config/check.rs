//! What values are possible.

use std::fmt::Display;
use std::ops::RangeInclusive;

use fogbound_agents::net::Sharing;
use thiserror::Error;

use super::Config;
use crate::play::{Critic, Method};

/// A field with an impossible value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field} is {got}, but must be {allowed}")]
pub struct ConfigError {
    /// The field, as it is written in `--set`.
    pub field: &'static str,
    /// What was given.
    pub got: String,
    /// What may be given.
    pub allowed: String,
}

/// So that the decisions of one update fit into memory.
const MOST_DECISIONS: usize = 1 << 22;

impl Config {
    /// Refuses values that nothing can be trained with. Whether the game exists is for the game's registry to say.
    pub fn check(&self) -> Result<(), ConfigError> {
        let Config { limits, network, play, league, search, learner, evaluation, checkpoints, .. } = self;
        within("threads", self.threads, 0..=256)?;
        within("limits.minutes", limits.minutes, 0.0..=1_000_000.0)?;
        if limits.minutes == 0.0 && limits.updates == 0 {
            let allowed = "from 1, unless there are limits.minutes".into();
            return Err(ConfigError { field: "limits.updates", got: "0".into(), allowed });
        }
        within("network.hidden", network.hidden, 1..=4096)?;
        within("network.layers", network.layers, 1..=32)?;
        if let (Some(team), Sharing::Shared) = (&self.team, network.sharing) {
            let allowed = "left out, unless network.sharing is \"per_team\"".into();
            return Err(ConfigError { field: "team", got: team.clone(), allowed });
        }
        if let (Some(path), None) = (&self.against, &self.team) {
            let allowed = "left out, unless there is a team that learns alone".into();
            return Err(ConfigError { field: "against", got: path.display().to_string(), allowed });
        }
        within("play.lanes", play.lanes, 1..=1 << 16)?;
        within("play.steps", play.steps, 1..=1 << 16)?;
        if play.lanes * play.steps > MOST_DECISIONS {
            let allowed = format!("at most {} with {} lanes", MOST_DECISIONS / play.lanes, play.lanes);
            return Err(ConfigError { field: "play.steps", got: play.steps.to_string(), allowed });
        }
        within("league.past", league.past, 0.0..=1.0)?;
        within("league.scripted", league.scripted, 0.0..=1.0 - league.past)?;
        within("league.snapshots", league.snapshots, 2..=1000)?;
        within("league.every", league.every, 1..=1_000_000)?;
        within("search.share", search.share, 0.001..=1.0)?;
        within("search.simulations", search.simulations, 2..=1_000_000)?;
        within("search.candidates", search.candidates, 1..=256)?;
        within("search.step", search.step, 0.0..=1000.0)?;
        within("search.magnet", search.magnet, 0.0..=10.0)?;
        within("search.window", search.window, 1..=1000)?;
        within("search.again", search.again, 0.0..=100.0)?;
        within("search.importance", search.importance, 0.0..=1.0)?;
        if (learner.critic, learner.method) == (Critic::All, Method::Search) {
            let allowed = "\"own\", unless learner.method is \"results\"".into();
            return Err(ConfigError { field: "learner.critic", got: "\"all\"".into(), allowed });
        }
        within("learner.imitate", learner.imitate, 0..=1_000_000)?;
        within("learner.rate", learner.rate, 0.0..=1.0)?;
        within("learner.last_rate", learner.last_rate, 0.0..=1.0)?;
        within("learner.magnet", learner.magnet, 0.0..=10.0)?;
        within("learner.last_magnet", learner.last_magnet, 0.0..=10.0)?;
        within("learner.magnet_hold", learner.magnet_hold, 0.0..=1.0)?;
        within("learner.proximal", learner.proximal, 0.0..=10.0)?;
        within("learner.clip", learner.clip, 0.001..=10.0)?;
        within("learner.epochs", learner.epochs, 1..=100)?;
        within("learner.minibatch", learner.minibatch, 1..=MOST_DECISIONS)?;
        within("learner.lambda", learner.lambda, 0.0..=1.0)?;
        within("learner.value_lambda", learner.value_lambda, 0.0..=1.0)?;
        within("learner.renamed", learner.renamed, 0.0..=1.0)?;
        within("learner.value_weight", learner.value_weight, 0.0..=100.0)?;
        within("learner.max_gradient", learner.max_gradient, 0.001..=1000.0)?;
        within("learner.average", learner.average, 0.0..=0.999_999)?;
        within("evaluation.games", evaluation.games, 2..=10_000_000)?;
        within("evaluation.every", evaluation.every, 1..=1_000_000_000)?;
        within("evaluation.ladder_games", evaluation.ladder_games, 2..=10_000_000)?;
        within("checkpoints.every", checkpoints.every, 1..=1_000_000_000)?;
        within("checkpoints.keep", checkpoints.keep, 0..=10_000)
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
