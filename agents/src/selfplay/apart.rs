//! Play far from the learner: weights come as bytes, and samples go as bytes.

use std::io;
use std::sync::Arc;

use fogbound_env::Fingerprint;
use fogbound_env::registry::Info;
use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

use super::play::{
    self, Critic, Harvest, League, Lesson, Method, Order, Play, PlayError, PlayOptions, SearchOptions,
    Shares, StartError, Variant,
};
use super::samples::Lambdas;
use super::shards;
use crate::net::{Checkpoint, CheckpointError, Networks};

/// Why nothing can be played.
#[derive(Debug, Error)]
pub enum ApartError {
    /// The bytes are no checkpoint, or one without the options of a run.
    #[error("these bytes are not a checkpoint to play by: {0}")]
    Broken(String),
    /// The weights do not fit the game.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The game cannot be had.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Play stopped.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The shard could not be put together.
    #[error("the shard could not be put together: {0}")]
    Shard(#[from] io::Error),
}

/// The part of a checkpoint's card that says how is played.
#[derive(Debug, Deserialize)]
struct Card {
    counts: Counts,
    config: Config,
}

#[derive(Debug, Deserialize)]
struct Counts {
    updates: u64,
}

#[derive(Debug, Deserialize)]
struct Config {
    seed: u64,
    team: Option<String>,
    play: Sizes,
    league: Shares,
    #[serde(default)]
    search: SearchOptions,
    learner: Learner,
    /// As it was given; the checkpoint has it in full.
    #[serde(default)]
    setup: Option<Value>,
    #[serde(default)]
    variants: Vec<Variant>,
}

#[derive(Debug, Deserialize)]
struct Sizes {
    lanes: usize,
    steps: usize,
}

#[derive(Debug, Deserialize)]
struct Learner {
    #[serde(default)]
    method: Method,
    #[serde(default)]
    critic: Critic,
    imitate: u64,
    lambda: f32,
    value_lambda: f32,
}

/// A player of a run that learns elsewhere. No two numbers play the same games, so a player that was lost is replaced by
/// one of another number.
#[derive(Debug)]
pub struct Apart {
    play: Box<dyn Play>,
    newest: Arc<Networks>,
    critics: Option<Arc<Networks>>,
    league: Arc<League>,
    card: Card,
    player: u64,
    /// Shards so far.
    written: u64,
}

/// One shard on its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Parcel {
    /// Its name in the learner's folder; no other shard of the run has it.
    pub name: String,
    /// What stands in the file.
    pub bytes: Vec<u8>,
    /// How many decisions are in it.
    pub samples: usize,
}

fn parse(bytes: &[u8]) -> Result<(Checkpoint, Card), ApartError> {
    let checkpoint = Checkpoint::parse(bytes).map_err(ApartError::Broken)?;
    let card = Card::deserialize(&checkpoint.card).map_err(|error| ApartError::Broken(error.to_string()))?;
    Ok((checkpoint, card))
}

/// The critics of a run that has some.
fn critics(
    play: &dyn Play,
    checkpoint: &Checkpoint,
    card: &Card,
) -> Result<Option<Arc<Networks>>, CheckpointError> {
    match card.config.learner.critic {
        Critic::Own => Ok(None),
        Critic::All => play.read_critics(checkpoint).map(|critics| Some(Arc::new(critics))),
    }
}

impl Apart {
    /// Begins to play by a checkpoint of the run.
    pub fn new(checkpoint: &[u8], player: u64, threads: usize) -> Result<Apart, ApartError> {
        let (checkpoint, card) = parse(checkpoint)?;
        let lanes = card.config.play.lanes.max(1);
        let seed = Fingerprint::of(&(card.config.seed, "player", player)).0 >> 1;
        let options = PlayOptions { seed, first: 0, lanes, threads: threads.clamp(1, lanes) };
        let Config { setup, variants, .. } = &card.config;
        let setup = setup.as_ref().unwrap_or(&checkpoint.identity.setup);
        let play = play::open(&checkpoint.identity.game, setup, variants, options)?;
        let newest = Arc::new(play.read_newest(&checkpoint)?);
        let critics = critics(&*play, &checkpoint, &card)?;
        let mut apart = Apart { play, newest, critics, league: Arc::default(), card, player, written: 0 };
        apart.set_league(&[])?;
        Ok(apart)
    }

    /// What there is to know about the game.
    pub fn info(&self) -> &Info {
        self.play.info()
    }

    /// The update of the weights that play.
    pub fn update(&self) -> u64 {
        self.card.counts.updates
    }

    /// Plays by newer weights from now on.
    pub fn set_weights(&mut self, checkpoint: &[u8]) -> Result<(), ApartError> {
        let (checkpoint, card) = parse(checkpoint)?;
        self.newest = Arc::new(self.play.read_newest(&checkpoint)?);
        self.critics = critics(&*self.play, &checkpoint, &card)?;
        self.card = card;
        Ok(())
    }

    /// Puts earlier weights, each with the update after which they were copied, into the league, and nobody else.
    pub fn set_league(&mut self, past: &[(u64, Vec<u8>)]) -> Result<(), ApartError> {
        let mut league = League::new(self.card.config.league);
        if let Some(team) = &self.card.config.team {
            let names = self.info().team_names();
            let found = names.iter().position(|name| name == team);
            let missing =
                || ApartError::Broken(format!("its run trains the team `{team}`, which is not there"));
            league = league.only(found.ok_or_else(missing)?, Arc::clone(&self.newest));
        }
        for (update, bytes) in past {
            let checkpoint = Checkpoint::parse(bytes).map_err(ApartError::Broken)?;
            league.join(*update, Arc::new(self.play.read(&checkpoint)?));
        }
        self.league = Arc::new(league);
        Ok(())
    }

    /// Plays what one update asks for.
    pub fn harvest(&mut self) -> Result<(Lesson, Harvest), ApartError> {
        let Config { play: Sizes { steps, .. }, learner, search, .. } = &self.card.config;
        let lesson = learner.method.lesson(self.update(), learner.imitate);
        let lambdas = Lambdas { advantage: learner.lambda, value: learner.value_lambda };
        let order = Order {
            newest: Arc::clone(&self.newest),
            league: Arc::clone(&self.league),
            critics: self.critics.clone(),
            lesson,
            steps: *steps,
            lambdas: lesson.lambdas(lambdas),
            search: *search,
        };
        let harvest = self.play.harvest(&order)?;
        Ok((lesson, harvest))
    }

    /// Plays one shard.
    pub fn shard(&mut self) -> Result<Parcel, ApartError> {
        let (lesson, harvest) = self.harvest()?;
        let bytes =
            shards::encode(self.play.info(), self.newest.shape().inputs(), self.update(), lesson, &harvest)?;
        let name = shards::name((self.update(), self.player, self.written));
        self.written += 1;
        Ok(Parcel { name, bytes, samples: harvest.samples.len() })
    }
}
