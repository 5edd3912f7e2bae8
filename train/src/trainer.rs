//! The trainer: game, networks, optimisers, self-play and league of one run.

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use fogbound_agents::net::{Network, Networks, Shape};
use fogbound_agents::selfplay::Names;
use fogbound_env::registry::Info;
use fogbound_env::{Fingerprint, Rng};
use serde::{Deserialize, Serialize};

use crate::checkpoint::{Card, Checkpoint};
use crate::config::Config;
use crate::evaluate::Evaluation;
use crate::ladder::Ladder;
use crate::learn::{self, Manner, Stats};
use crate::learner::Learner;
use crate::play::{self, Critic, Harvest, League, Lesson, Order, Play, PlayOptions, Tally};
use crate::replay::Replay;
use crate::samples::{Lambdas, Samples};

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counts {
    /// Updates of the network.
    pub updates: u64,
    /// Decisions in self-play, by whomever.
    pub decisions: u64,
    /// Decisions that were learnt from.
    pub samples: u64,
    /// Decisions for which a network was asked.
    pub evaluations: u64,
    /// Games of self-play that ended.
    pub games: u64,
    /// The number of the next game, since games that were under way are not gone on with.
    pub next_game: u64,
}

/// What one update looked like.
#[derive(Clone, Debug, PartialEq)]
pub struct Metrics {
    /// How far the run has come with it.
    pub counts: Counts,
    /// What was learnt from.
    pub lesson: Lesson,
    /// The step size of the optimiser.
    pub rate: f64,
    /// The pull towards the uniform policy.
    pub magnet: f64,
    /// What was learnt.
    pub stats: Stats,
    /// What was counted during self-play.
    pub tally: Tally,
    /// Decisions that the network was shown, each pass over them counted.
    pub learnt: u64,
    /// Seconds of play, and of learning.
    pub seconds: [f64; 2],
}

/// One run's game, networks, optimisers, self-play and league.
pub struct Trainer {
    config: Config,
    play: Box<dyn Play>,
    team_of: Vec<u8>,
    names: Names,
    learners: Vec<Learner>,
    /// The only team that learns, if not all do.
    learns: Option<usize>,
    league: Arc<League>,
    /// Set up when it is first asked for: whoever only plays or responds is not judged.
    ladder: OnceLock<Ladder>,
    newest: Arc<Networks>,
    replay: Replay,
    counts: Counts,
}

impl Trainer {
    /// Begins a run, or goes on with the one that the checkpoint is of.
    pub fn new(config: &Config, checkpoint: Option<&Checkpoint>) -> Result<Trainer> {
        config.check()?;
        let threads = config.thread_count();
        let counts = checkpoint.map_or_else(Counts::default, |checkpoint| checkpoint.card.counts);
        let options = PlayOptions {
            seed: purpose(config.seed, "games", 0),
            first: counts.next_game,
            lanes: config.play.lanes,
            threads: threads.min(config.play.lanes),
        };
        let play = play::open(&config.game, &config.setup, &config.variants, options)?;
        let info = play.info();
        let shape = Shape {
            observation: info.observation,
            actions: info.actions,
            hidden: config.network.hidden,
            layers: config.network.layers,
            advice: if config.network.script { play.advice() } else { 0 },
        };
        if config.network.script && shape.advice == 0 {
            bail!("network.script is true, but {} has no script", config.game);
        }
        let others = info.teams.len() - 1;
        let fresh = |index: usize| {
            let rng = |what| Rng::new(purpose(config.seed, what, index as u64));
            let learner = Learner::new(shape, &mut rng("weights"));
            match config.learner.critic {
                Critic::Own => learner,
                Critic::All => learner.with_critic(others, &mut rng("critic")),
            }
        };
        let count = config.network.sharing.networks(info.teams.len());
        // A setting of the whole process, as libtorch has it. Networks of their own learn side by side.
        tch::set_num_threads((threads / count).max(1) as i32);
        let mut learners: Vec<Learner> = (0..count).map(fresh).collect();
        if let Some(checkpoint) = checkpoint {
            checkpoint.check_game(info)?;
            checkpoint.restore(config.network.sharing, &mut learners)?;
        }
        let learns = config.team.as_deref().map(|team| team_index(info, team)).transpose()?;
        if checkpoint.is_none() {
            let mut start = |field: &str, path: &Path, wanted: &dyn Fn(usize) -> bool| -> Result<()> {
                let unfit = || format!("{field}: {} cannot be begun with", path.display());
                let base = Checkpoint::read(path).with_context(unfit)?;
                base.file.check_fits(info).with_context(unfit)?;
                base.start_from(config.network.sharing, &mut learners, wanted).with_context(unfit)
            };
            if let Some(path) = &config.from {
                start("from", path, &|_| true)?;
            }
            if let Some(path) = &config.against {
                start("against", path, &|team| Some(team) != learns)?;
            }
        }
        let mut team_of = vec![0; info.seats.len()];
        for (team, seats) in info.teams.iter().enumerate() {
            for seat in seats {
                team_of[seat.index()] = team as u8;
            }
        }
        let newest = Arc::new(seated(&*play, learners.iter().map(Learner::newest)));
        let mut trainer = Trainer {
            config: config.clone(),
            names: play.names(shape.advice > 0),
            ladder: OnceLock::new(),
            play,
            team_of,
            learners,
            learns,
            league: Arc::default(),
            newest,
            replay: Replay::default(),
            counts,
        };
        trainer.replace_league([]);
        Ok(trainer)
    }

    /// Plays and learns once. `progress` says how much of the run is behind us, for the schedules.
    pub fn update(&mut self, progress: f64) -> Result<Metrics> {
        let number = self.counts.updates + 1;
        let start = Instant::now();
        let lesson = self.lesson();
        let harvest = self.play(lesson).with_context(|| format!("self-play for update {number} failed"))?;
        let played = start.elapsed().as_secs_f64();
        self.learn(lesson, &harvest.samples, &harvest.tally, progress).map(|mut metrics| {
            metrics.seconds = [played, start.elapsed().as_secs_f64() - played];
            metrics
        })
    }

    /// What the next update is learnt from.
    pub fn lesson(&self) -> Lesson {
        let learner = &self.config.learner;
        learner.method.lesson(self.counts.updates, learner.imitate)
    }

    /// Plays what one update is learnt from.
    pub fn play(&mut self, lesson: Lesson) -> Result<Harvest> {
        let learner = &self.config.learner;
        let lambdas = Lambdas { advantage: learner.lambda as f32, value: learner.value_lambda as f32 };
        let order = Order {
            newest: Arc::clone(&self.newest),
            league: Arc::clone(&self.league),
            critics: self.critics(),
            lesson,
            steps: self.config.play.steps,
            lambdas: lesson.lambdas(lambdas),
            search: self.config.search,
        };
        Ok(self.play.harvest(&order)?)
    }

    /// Those who judge by what all teams see, if the run has some.
    fn critics(&self) -> Option<Arc<Networks>> {
        let critics: Option<Vec<Network>> = self.learners.iter().map(Learner::critic).collect();
        critics.map(|critics| Arc::new(seated(&*self.play, critics.into_iter())))
    }

    /// Learns once from what was played.
    pub fn learn(
        &mut self,
        lesson: Lesson,
        samples: &Samples,
        tally: &Tally,
        progress: f64,
    ) -> Result<Metrics> {
        let number = self.counts.updates + 1;
        let options = &self.config.learner;
        let rate = options.rate_at(progress);
        // The units differ: normalised advantages there, values from 0 to 1 here.
        let magnet =
            if lesson == Lesson::Search { self.config.search.magnet } else { options.magnet_at(progress) };
        let (step, names) = (self.config.search.step, &self.names);
        let manner = Manner { lesson, options, rate, magnet, step, names };
        let new = samples.len() as u64;
        let (mixed, even);
        let (samples, weights) = if lesson == Lesson::Search {
            let mut rng = Rng::new(purpose(self.config.seed, "replay", number));
            mixed = self.replay.mix(number, samples, &self.config.search, &mut rng);
            (&mixed.samples, &mixed.weights)
        } else {
            even = vec![1.0; samples.len()];
            (samples, &even)
        };
        let advantages = samples.normalised_advantages(&self.team_of);
        // Drawn anew for each update, so that a resumed run goes on as if it had not stopped.
        let seed = purpose(self.config.seed, "minibatches", number);
        let (team_of, count, learns) = (&self.team_of, self.learners.len(), self.learns);
        let update = |index: usize, learner: &mut Learner| {
            // What is imitated are all teams' decisions, whoever learns.
            if learns.is_some_and(|team| team != index) {
                return Ok((Stats::default(), 0.0));
            }
            let network = |i: usize| usize::from(team_of[usize::from(samples.decisions.seats[i])]);
            let rows: Vec<usize> =
                (0..samples.len()).filter(|&i| count == 1 || network(i) == index).collect();
            let weight = rows.len() as f64 / samples.len() as f64;
            let mut rng = Rng::stream(seed, index as u64);
            learn::update(learner, samples, (&advantages, weights), rows, manner, &mut rng)
                .map(|stats| (stats, weight))
        };
        let learnt = side_by_side(&mut self.learners, self.config.thread_count(), update);
        let mut stats = Stats::default();
        let mut share = 0.0;
        for part in learnt {
            let (learnt, weight) = part.with_context(|| format!("update {number} failed"))?;
            stats.add(&learnt, weight);
            share += weight;
        }
        self.newest = Arc::new(seated(&*self.play, self.learners.iter().map(Learner::newest)));
        self.counts = Counts {
            updates: number,
            decisions: self.counts.decisions + tally.decisions,
            samples: self.counts.samples + new,
            evaluations: self.counts.evaluations + tally.evaluations,
            games: self.counts.games + tally.games,
            next_game: self.play.unplayed(),
        };
        let (counts, tally, seconds) = (self.counts, tally.clone(), [0.0; 2]);
        // Those of teams that do not learn are not shown to anybody.
        let shown = (share * samples.len() as f64).round() as u64;
        let learnt = options.passes(lesson) as u64 * shown;
        Ok(Metrics { counts, lesson, rate, magnet, stats, tally, learnt, seconds })
    }

    /// Lets a copy of the averaged weights join the league, if it is time for one. Gives back the updates of those that
    /// had to go.
    pub fn join_league(&mut self) -> Option<Vec<u64>> {
        let update = self.counts.updates;
        if !self.league.wants(update) || self.lesson() == Lesson::Imitation {
            return None;
        }
        let networks = Arc::new(self.averaged());
        Some(Arc::make_mut(&mut self.league).join(update, networks))
    }

    /// From now on `team` learns to beat these weights, and meets nobody else.
    pub fn respond_to(&mut self, team: usize, networks: Arc<Networks>) {
        self.league = Arc::new(League::against(team, networks));
    }

    /// Takes over the averaged weights of a checkpoint and begins anew from there.
    pub fn start_from(&mut self, checkpoint: &Checkpoint) -> Result<()> {
        checkpoint.start_from(self.config.network.sharing, &mut self.learners, |_| true)?;
        self.newest = Arc::new(seated(&*self.play, self.learners.iter().map(Learner::newest)));
        Ok(())
    }

    /// Goes on from a later checkpoint of the run, which somebody else trains.
    pub fn catch_up(&mut self, checkpoint: &Checkpoint) -> Result<()> {
        checkpoint.restore(self.config.network.sharing, &mut self.learners)?;
        self.counts = checkpoint.card.counts;
        self.newest = Arc::new(seated(&*self.play, self.learners.iter().map(Learner::newest)));
        Ok(())
    }

    /// Puts earlier weights, each with the update after which they were copied, into the league, and nobody else.
    pub fn replace_league(&mut self, past: impl IntoIterator<Item = (u64, Networks)>) {
        let mut league = League::new(self.config.league);
        if let Some(team) = self.learns {
            league = league.only(team, Arc::new(self.averaged()));
        }
        for (update, networks) in past {
            league.join(update, Arc::new(networks));
        }
        self.league = Arc::new(league);
    }

    /// What is kept to be learnt from again.
    pub fn replay(&mut self) -> &mut Replay {
        &mut self.replay
    }

    /// Length of what the networks read.
    pub fn inputs(&self) -> usize {
        self.newest.shape().inputs()
    }

    /// Plays the averaged weights against the opponents that never change.
    pub fn evaluate(&self) -> Result<Evaluation> {
        Ok(self.ladder()?.judge(&*self.play, &Arc::new(self.averaged()))?)
    }

    /// The averaged weights, for play.
    pub fn averaged(&self) -> Networks {
        seated(&*self.play, self.learners.iter().map(Learner::averaged))
    }

    /// The card of a checkpoint at this point of the run.
    pub fn card(&self, seconds: f64, command: &[String], evaluation: &Evaluation) -> Card {
        Card::new(self.info(), &self.config, &self.learners, self.counts, seconds, command, evaluation)
    }

    /// The options.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What there is to know about the game.
    pub fn info(&self) -> &Info {
        self.play.info()
    }

    /// The opponents that never change.
    pub fn ladder(&self) -> Result<&Ladder> {
        if self.ladder.get().is_none() {
            // Whoever else has set it up meanwhile has set up the same.
            let _ = self.ladder.set(Ladder::new(&*self.play, &self.config.evaluation)?);
        }
        Ok(self.ladder.get().expect("it was set up"))
    }

    /// What plays the games.
    pub fn crew(&self) -> &dyn Play {
        &*self.play
    }

    /// One for all seats, or one for each team.
    pub fn learners(&self) -> &[Learner] {
        &self.learners
    }

    /// How far the run has come.
    pub fn counts(&self) -> Counts {
        self.counts
    }
}

impl std::fmt::Debug for Trainer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trainer")
            .field("config", &self.config)
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}

/// Does the same with each learner, at once if there are threads for it, and gives back what came of it in their order.
fn side_by_side<T: Send>(
    learners: &mut [Learner],
    threads: usize,
    work: impl Fn(usize, &mut Learner) -> T + Sync,
) -> Vec<T> {
    let numbered = learners.iter_mut().enumerate();
    if threads < 2 {
        return numbered.map(|(index, learner)| work(index, learner)).collect();
    }
    thread::scope(|scope| {
        let work = &work;
        let running: Vec<_> =
            numbered.map(|(index, learner)| scope.spawn(move || work(index, learner))).collect();
        running.into_iter().map(|thread| thread.join().expect("learning does not panic")).collect()
    })
}

fn seated(play: &dyn Play, networks: impl Iterator<Item = Network>) -> Networks {
    play.networks(networks.map(Arc::new).collect())
}

/// The number of a team.
pub(crate) fn team_index(info: &Info, team: &str) -> Result<usize> {
    let names = info.team_names();
    let found = names.iter().position(|name| name == team);
    found.with_context(|| format!("there is no team `{team}`; the teams are {}", names.join(", ")))
}

/// A seed for one use of randomness, so that no two uses draw the same numbers.
fn purpose(seed: u64, what: &str, part: u64) -> u64 {
    Fingerprint::of(&(seed, what, part)).0
}
