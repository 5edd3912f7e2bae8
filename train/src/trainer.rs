//! The trainer: game, network, optimiser and self-play of one run.

use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use fogbound_agents::net::Shape;
use fogbound_env::erased::{self, AnyGame};
use fogbound_env::registry::Info;
use fogbound_env::{BatchOptions, Fingerprint, Rng};
use serde::{Deserialize, Serialize};

use crate::adam::Adam;
use crate::checkpoint::{Card, Checkpoint};
use crate::config::Config;
use crate::evaluate::{self, Evaluation};
use crate::learn::{self, Stats};
use crate::net::Net;
use crate::selfplay::SelfPlay;

/// What the learning rate falls to, as a share of what it was at the start.
const LAST_RATE: f64 = 0.1;

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Updates of the network.
    pub updates: u64,
    /// Decisions in self-play.
    pub decisions: u64,
    /// Games of self-play that ended.
    pub games: u64,
}

/// What one update looked like.
#[derive(Clone, Debug, PartialEq)]
pub struct Metrics {
    /// How far the run has come with it.
    pub counts: Counts,
    /// The step size of the optimiser.
    pub learning_rate: f64,
    /// What was learnt.
    pub stats: Stats,
    /// What the games paid the first seat, on average. In a game that is fair to both sides it stays near 0.
    pub first_seat: f64,
}

impl Metrics {
    /// Names of the numbers in the logs.
    pub const NAMES: [&str; 10] = [
        "learning_rate",
        "loss",
        "policy_loss",
        "value_loss",
        "magnet_kl",
        "entropy",
        "moved_kl",
        "clipped",
        "gradient",
        "first_seat",
    ];

    /// The numbers, in the order of their [`NAMES`](Metrics::NAMES).
    pub fn numbers(&self) -> [f64; 10] {
        let Stats { loss, policy_loss, value_loss, magnet_kl, entropy, moved_kl, clipped, gradient } =
            self.stats;
        let rate = self.learning_rate;
        [
            rate,
            loss,
            policy_loss,
            value_loss,
            magnet_kl,
            entropy,
            moved_kl,
            clipped,
            gradient,
            self.first_seat,
        ]
    }
}

/// One run's game, network, optimiser and self-play.
#[derive(Debug)]
pub struct Trainer {
    config: Config,
    game: Arc<dyn AnyGame>,
    info: Info,
    net: Net,
    adam: Adam,
    play: SelfPlay,
    rng: Rng,
    counts: Counts,
}

impl Trainer {
    /// Begins a run, or goes on with the one that the checkpoint is of.
    pub fn new(config: &Config, checkpoint: Option<&Checkpoint>) -> Result<Trainer> {
        config.check()?;
        let game = erased::open(&config.game, &config.setup)?;
        let info = game.info();
        // A setting of the whole process, as libtorch has it.
        tch::set_num_threads(config.threads as i32);
        let shape = Shape {
            observation: info.observation,
            actions: info.actions,
            hidden: config.hidden,
            layers: config.layers,
        };
        let net = Net::new(shape, &mut Rng::new(purpose(config.seed, "weights", 0)));
        let mut adam = Adam::new(net.tensors());
        let mut counts = Counts::default();
        if let Some(checkpoint) = checkpoint {
            checkpoint.check_game(&info)?;
            checkpoint.restore(&net, &mut adam)?;
            counts = checkpoint.card.counts;
        }
        // A resumed run must not see the games of its beginning again.
        let seed = |what| purpose(config.seed, what, counts.updates);
        let options = BatchOptions { games: config.lanes, seed: seed("games"), threads: config.threads };
        let play = SelfPlay::new(&*game, options, Rng::new(seed("actions")))?;
        let rng = Rng::new(seed("minibatches"));
        Ok(Trainer { config: config.clone(), game, info, net, adam, play, rng, counts })
    }

    /// Plays and learns once. `progress` says how much of the run is behind us, for the learning rate.
    pub fn update(&mut self, progress: f64) -> Result<Metrics> {
        let number = self.counts.updates + 1;
        let experience = self
            .play
            .collect(&self.net, self.config.steps, self.config.lambda)
            .with_context(|| format!("self-play for update {number} failed"))?;
        let learning_rate = self.config.learning_rate * (1.0 - (1.0 - LAST_RATE) * progress);
        let (config, rng) = (&self.config, &mut self.rng);
        let stats = learn::update(&self.net, &mut self.adam, &experience, config, learning_rate, rng)
            .with_context(|| format!("update {number} failed"))?;
        self.counts.updates = number;
        self.counts.decisions += experience.made;
        self.counts.games += experience.games;
        let first_seat = experience.paid[0] / experience.games as f64;
        Ok(Metrics { counts: self.counts, learning_rate, stats, first_seat })
    }

    /// Plays against random opponents.
    pub fn evaluate(&self) -> Result<Evaluation> {
        let Config { eval_games, threads, .. } = self.config;
        let evaluation = evaluate::against_random(&*self.game, &self.net, eval_games, threads)?;
        ensure!(evaluation.overall.mean.is_finite(), "the evaluation gave a result that is not finite");
        Ok(evaluation)
    }

    /// The card of a checkpoint at this point of the run.
    pub fn card(&self, seconds: f64, command: &[String], evaluations: (&Evaluation, &Evaluation)) -> Card {
        let (info, config, shape) = (&self.info, &self.config, self.net.shape());
        Card::new(info, config, shape, self.counts, seconds, &self.adam, command, evaluations)
    }

    /// The options.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What there is to know about the game.
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// The network.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// The optimiser.
    pub fn adam(&self) -> &Adam {
        &self.adam
    }

    /// How far the run has come.
    pub fn counts(&self) -> Counts {
        self.counts
    }
}

/// A seed for one use of randomness, so that no two uses draw the same numbers.
fn purpose(seed: u64, what: &str, part: u64) -> u64 {
    Fingerprint::of(&(seed, what, part)).0
}
