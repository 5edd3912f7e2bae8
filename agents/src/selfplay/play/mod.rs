//! Games that are played to learn from, and to judge by.
//!
//! Each thread has a worker with many games in flight, so that a network is asked for many decisions
//! at once; it is `fogbound_agents` that evaluates them. The weights are handed out as an [`Arc`] before the threads
//! start, and what was played comes back when they end, so there is nothing to lock in between. A game depends on the
//! run's seed and its own number, and on no thread: any number of threads plays the same games.

mod batch;
mod foresight;
mod judged;
mod lane;
mod league;
mod searcher;
mod tally;
mod tries;
mod worker;

use std::sync::Arc;
use std::thread;

use crate::net::{Checkpoint, CheckpointError, Network, Networks};
use crate::spec::{Spec, SpecError};
use fogbound_env::registry::{self, Info, OpenError, Visitor};
use fogbound_env::{Fingerprint, Game};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::selfplay::Names;
use crate::selfplay::samples::{Lambdas, Samples};
use lane::Table;
use worker::Worker;

pub use foresight::Foresight;
pub use league::{League, Named, Player, Rival, Shares};
pub use tally::{Score, Tally};

/// Lanes of a duel: enough to ask a network for many decisions at once.
const DUEL_LANES: usize = 128;
/// The same where an agent by name plays, which thinks alone and may need much memory for that. Games have their setups by lane, so
/// it is the same number on any machine.
const NAMED_LANES: usize = 16;

/// Why play stopped.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The network gave no usable policy or value.
    #[error("the network gave a policy or a value that is not finite")]
    NotFinite,
    /// There is no script to play or to imitate.
    #[error("{game} has no scripted player")]
    NoScript {
        /// The game.
        game: &'static str,
    },
}

/// Why play cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StartError {
    /// The game cannot be had.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// One of the variants cannot be played, or not beside the others.
    #[error("variants[{number}]: {problem}")]
    Variant {
        /// Which one, counted from 0.
        number: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// Options of the game that replace those of a run's setup, for some of its games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Variant(pub Map<String, Value>);

impl Variant {
    /// The setup with these options.
    pub fn of(&self, setup: &Value) -> Value {
        let mut options = setup.as_object().cloned().unwrap_or_default();
        options.extend(self.0.clone());
        Value::Object(options)
    }
}

/// What is to be learnt from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lesson {
    /// Games of the newest weights against themselves and the league.
    SelfPlay,
    /// The same, with some of the decisions searched: the policy is led to what was found better.
    Search,
    /// Games of the scripted player against itself.
    Imitation,
}

/// What a run learns from, once it has imitated the script for a while.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// The results of games, by a policy gradient.
    #[default]
    Results,
    /// What a search finds better than the network.
    Search,
}

/// Who judges how a game will end, to tell how much better than expected a decision turned out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Critic {
    /// The network, by what the seat sees.
    #[default]
    Own,
    /// A network of its own, by what all teams see. Nobody needs it for play.
    All,
}

impl Method {
    /// What is learnt from after so many updates, of which the first `imitate` imitate the script.
    pub const fn lesson(self, updates: u64, imitate: u64) -> Lesson {
        match self {
            _ if updates < imitate => Lesson::Imitation,
            Method::Results => Lesson::SelfPlay,
            Method::Search => Lesson::Search,
        }
    }
}

impl Lesson {
    /// How far advantages and targets look ahead: to the result itself where there is no value to look ahead with.
    pub const fn lambdas(self, lambdas: Lambdas) -> Lambdas {
        match self {
            Lesson::SelfPlay | Lesson::Search => lambdas,
            Lesson::Imitation => Lambdas { advantage: 1.0, value: 1.0 },
        }
    }
}

/// How decisions are searched to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchOptions {
    /// Share of the decisions that are searched; the others are not learnt from.
    pub share: f64,
    /// Simulations for each.
    pub simulations: u64,
    /// The most actions that are tried.
    pub candidates: usize,
    /// How far what is learnt moves away from the network's policy.
    pub step: f64,
    /// Pull of what is learnt towards the uniform policy, in units of the value from 0 to 1.
    pub magnet: f64,
    /// Who plays the other seats in simulations.
    pub others: Others,
    /// Updates whose decisions are learnt from again.
    pub window: usize,
    /// How many of the window's decisions are learnt from again for each new one.
    pub again: f64,
    /// How much more often those come up that turned out otherwise than expected: 0 for no more often, 1 in proportion. They count
    /// for less by as much.
    pub importance: f64,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        let others = Others::Network;
        SearchOptions {
            share: 0.25,
            simulations: 32,
            candidates: 8,
            step: 10.0,
            magnet: 0.05,
            others,
            window: 8,
            again: 1.0,
            importance: 0.0,
        }
    }
}

/// Who plays the other seats in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Others {
    /// The network, in a tree.
    Network,
    /// The script, which is much quicker: actions are tried in the game as it is and without a tree. The script plays for all up to the
    /// next planning (or until the seat is asked again after others), and the network judges all that came of them at once.
    Script,
}

/// What the workers are to do for one update.
#[derive(Clone, Debug)]
pub struct Order {
    /// The weights that are being trained.
    pub newest: Arc<Networks>,
    /// Whom they may meet.
    pub league: Arc<League>,
    /// What is to be learnt from.
    pub lesson: Lesson,
    /// Who judges the decisions by what all teams see, if that is not left to the weights themselves.
    pub critics: Option<Arc<Networks>>,
    /// Decisions that count in each lane.
    pub steps: usize,
    /// How far advantages and targets look ahead.
    pub lambdas: Lambdas,
    /// How decisions are searched, if they are.
    pub search: SearchOptions,
}

/// What one update is learnt from.
#[derive(Clone, Debug)]
pub struct Harvest {
    /// Decisions of the newest weights, or of the imitated player.
    pub samples: Samples,
    /// What was counted.
    pub tally: Tally,
}

impl Harvest {
    fn new(teams: usize) -> Harvest {
        Harvest { samples: Samples::default(), tally: Tally::new(teams) }
    }
}

/// Games of one team against the same rival in all other teams. Nobody learns in them: networks are [`Player::Fixed`].
#[derive(Clone, Debug)]
pub struct Duel {
    /// Who is judged.
    pub ours: Player,
    /// The team that they play.
    pub team: usize,
    /// Who plays the other teams.
    pub rival: Player,
    /// How many games.
    pub games: u64,
    /// Which games: the same number gives the same ones, whoever plays.
    pub seed: u64,
}

/// What came of a duel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Verdict {
    /// How those did who were judged.
    pub score: Score,
    /// Decisions in all games together, by whomever.
    pub decisions: u64,
}

/// Plays games of one kind on all threads.
pub trait Play: std::fmt::Debug + Send {
    /// What there is to know about the game.
    fn info(&self) -> &Info;
    /// Length of the script's advice; 0 if there is no script.
    fn advice(&self) -> usize;
    /// Other names under which decisions can be learnt from, by networks that read the script's advice or do not.
    fn names(&self, advised: bool) -> Names;
    /// Plays on in all lanes and hands over what there is to learn.
    fn collect(&mut self, order: &Order) -> Result<Harvest, PlayError>;
    /// The same until there is something to learn: games may be longer than a turn of play.
    fn harvest(&mut self, order: &Order) -> Result<Harvest, PlayError> {
        let mut harvest = self.collect(order)?;
        while harvest.samples.is_empty() {
            let more = self.collect(order)?;
            harvest.samples.append(more.samples);
            harvest.tally.add(&more.tally);
        }
        Ok(harvest)
    }
    /// The number of the first game that has not been played, for going on later.
    fn unplayed(&self) -> u64;
    /// Plays the games of a duel.
    ///
    /// # Panics
    /// If one of them is [`Player::Newest`].
    fn duel(&self, duel: &Duel) -> Result<Verdict, PlayError>;
    /// The agent that a spec describes, as a player of this game.
    fn named(&self, spec: &Spec) -> Result<Player, SpecError>;
    /// Networks for the seats of this game.
    fn networks(&self, networks: Vec<Arc<Network>>) -> Networks;
    /// The networks of a checkpoint, if they fit the game.
    fn read(&self, checkpoint: &Checkpoint) -> Result<Networks, CheckpointError>;
    /// The networks that training goes on with, or the averaged ones where a checkpoint has no others.
    fn read_newest(&self, checkpoint: &Checkpoint) -> Result<Networks, CheckpointError>;
    /// The critics of a run that sees what all teams see.
    fn read_critics(&self, checkpoint: &Checkpoint) -> Result<Networks, CheckpointError>;
}

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayOptions {
    /// Names the run.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// Games that are in play at any time.
    pub lanes: usize,
    /// Threads that play them.
    pub threads: usize,
}

/// Opens a game to play it. Each game has the setup with one of the variants, in turn; all have the plain setup if there are
/// no variants.
pub fn open(
    name: &str,
    setup: &Value,
    variants: &[Variant],
    options: PlayOptions,
) -> Result<Box<dyn Play>, StartError> {
    struct Make<'a>(&'a Value, &'a [Variant], PlayOptions);
    impl Visitor for Make<'_> {
        type Output = Result<Box<dyn Play>, StartError>;
        fn visit<G: Game>(self, game: G) -> Self::Output {
            let Make(setup, variants, options) = self;
            let info = Info::of(&game);
            let mut games = Vec::new();
            for (number, variant) in variants.iter().enumerate() {
                let game: G = registry::make(&variant.of(setup))
                    .map_err(|error| StartError::Variant { number, problem: error.to_string() })?;
                agree(&info, &Info::of(&game)).map_err(|problem| StartError::Variant { number, problem })?;
                games.push(game);
            }
            if games.is_empty() {
                games.push(game);
            }
            Ok(Box::new(Crew::new(info, games, options)))
        }
    }
    registry::open(name, setup, Make(setup, variants, options))?
}

/// Whether games can be learnt from together: a seat must mean the same in both, and so must what it is paid.
fn agree(base: &Info, variant: &Info) -> Result<(), String> {
    if (&base.seats, &base.teams) != (&variant.seats, &variant.teams) {
        let [seats, wanted] = [variant, base].map(|info| info.seats.join(", "));
        return Err(format!("its seats are {seats}, but must be those of the setup: {wanted}"));
    }
    if base.returns != variant.returns {
        let [(low, high), (least, most)] = [variant.returns, base.returns];
        return Err(format!(
            "it pays from {low} to {high}, but must pay as the setup does: from {least} to {most}"
        ));
    }
    Ok(())
}

/// The workers of a run.
#[derive(Debug)]
struct Crew<G: Game> {
    info: Info,
    table: Arc<Table<G>>,
    workers: Vec<Worker<G>>,
    threads: usize,
}

impl<G: Game> Crew<G> {
    fn new(info: Info, games: Vec<G>, options: PlayOptions) -> Crew<G> {
        let PlayOptions { seed, first, lanes, threads } = options;
        let table = Arc::new(Table::new(games.into_iter().map(Arc::new).collect()));
        let share = |worker: usize| (0..lanes).skip(worker).step_by(threads);
        let workers = (0..threads).map(|w| Worker::new(&table, share(w), lanes, (seed, first)));
        Crew { info, workers: workers.collect(), table, threads }
    }
}

/// Runs `work` on every worker at once and gathers what comes back, in the order of the workers.
fn on_all<G: Game, T: Send>(
    workers: &mut [Worker<G>],
    work: impl Fn(&mut Worker<G>) -> Result<T, PlayError> + Sync,
) -> Result<Vec<T>, PlayError> {
    if let [alone] = workers {
        return Ok(vec![work(alone)?]);
    }
    thread::scope(|scope| {
        let work = &work;
        let running: Vec<_> = workers.iter_mut().map(|worker| scope.spawn(move || work(worker))).collect();
        running.into_iter().map(|thread| thread.join().expect("a worker does not panic")).collect()
    })
}

impl<G: Game> Play for Crew<G> {
    fn info(&self) -> &Info {
        &self.info
    }

    fn advice(&self) -> usize {
        crate::scripted::advice::<G>()
    }

    fn names(&self, advised: bool) -> Names {
        Names::of_all(self.table.games.iter().map(|game| &**game), advised)
    }

    fn collect(&mut self, order: &Order) -> Result<Harvest, PlayError> {
        let parts = on_all(&mut self.workers, |worker| worker.collect(order))?;
        let mut sum = Harvest::new(self.table.teams.len());
        for part in parts {
            sum.samples.append(part.samples);
            sum.tally.add(&part.tally);
        }
        Ok(sum)
    }

    fn unplayed(&self) -> u64 {
        self.workers.iter().map(Worker::unplayed).max().unwrap_or(0)
    }

    fn duel(&self, duel: &Duel) -> Result<Verdict, PlayError> {
        let seed = Fingerprint::of(&("duel", duel.seed, duel.team)).0;
        let thinks = [&duel.ours, &duel.rival].iter().any(|player| matches!(player, Player::Named(_)));
        let most = if thinks { NAMED_LANES } else { DUEL_LANES };
        let lanes = most.min(duel.games as usize).max(1);
        let share = |worker: usize| (0..lanes).skip(worker).step_by(self.threads);
        let mut workers: Vec<_> =
            (0..self.threads).map(|w| Worker::new(&self.table, share(w), lanes, (seed, 0))).collect();
        let mut sum = Verdict::default();
        for part in on_all(&mut workers, |worker| worker.duel(duel))? {
            sum.score.add(&part.score);
            sum.decisions += part.decisions;
        }
        Ok(sum)
    }

    fn named(&self, spec: &Spec) -> Result<Player, SpecError> {
        let makers = self.table.games.iter().map(|game| spec.prepare(game)).collect::<Result<Vec<_>, _>>()?;
        Ok(Player::Named(Named::new(spec.to_string(), makers)))
    }

    fn networks(&self, networks: Vec<Arc<Network>>) -> Networks {
        Networks::new(networks, &self.table.teams)
    }

    fn read(&self, checkpoint: &Checkpoint) -> Result<Networks, CheckpointError> {
        Networks::read(checkpoint, &*self.table.games[0])
    }

    fn read_newest(&self, checkpoint: &Checkpoint) -> Result<Networks, CheckpointError> {
        Networks::read_newest(checkpoint, &*self.table.games[0])
    }

    fn read_critics(&self, checkpoint: &Checkpoint) -> Result<Networks, CheckpointError> {
        Networks::read_critics(checkpoint, &*self.table.games[0])
    }
}
