//! Thousands of games stepped together.

use std::sync::Arc;

use rayon::prelude::*;
use thiserror::Error;

use crate::action::{Action, ActionSet};
use crate::game::{Game, Silence, Turn};
use crate::referee::Referee;
use crate::rng::Rng;
use crate::seat::{Seat, SeatSet};

/// What a batch is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchOptions {
    /// How many games are in play at any time.
    pub games: usize,
    /// Names the run; game `k` of lane `i` is stream `k * games + i` of it ([`Rng::stream`]).
    pub seed: u64,
    /// Threads that step the games. It changes the speed and nothing else.
    pub threads: usize,
}

/// Why a step was refused; nothing was played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BatchError {
    /// No games, or no threads.
    #[error("a batch needs at least one {0}")]
    Empty(&'static str),
    /// The threads could not be started.
    #[error("the batch's threads could not be started: {0}")]
    Threads(String),
    /// Not one action for each lane.
    #[error("{got} actions were given for {lanes} lanes")]
    Length {
        /// How many lanes there are.
        lanes: usize,
        /// How many actions came.
        got: usize,
    },
    /// An action that is not legal in its lane.
    #[error("lane {lane}: {seat} may not play action {action} now; legal: {legal:?}")]
    Illegal {
        /// The lane.
        lane: usize,
        /// Who decides there.
        seat: Seat,
        /// What was given.
        action: u16,
        /// What may be given.
        legal: Box<ActionSet>,
    },
}

/// Many games of one kind, each always at a decision of one seat.
///
/// A *lane* is a place in which one game after another is played. Row `i` of every buffer belongs to lane `i`: what
/// the deciding seat observes, what it may do, and who it is. [`step`](Batch::step) takes one action per lane and
/// moves each lane on to its next decision. Where several seats choose at once, the lane asks them one after the
/// other, and nobody's observation shows what the others chose; the joint choice is played after the last. A game
/// that ends pays its returns into the reward buffer, sets its done flag for this one step, and the lane is
/// already at the first decision of its next game.
#[derive(Debug)]
pub struct Batch<G: Game> {
    game: Arc<G>,
    lanes: Vec<Lane<G>>,
    // The buffers are made once and never resized: the Python bindings show them as arrays without a copy.
    observations: Vec<f32>,
    masks: Vec<u8>,
    seats: Vec<u8>,
    rewards: Vec<f32>,
    dones: Vec<u8>,
    pool: Option<rayon::ThreadPool>,
}

/// One game of a batch.
#[derive(Debug)]
struct Lane<G: Game> {
    state: G::State,
    referee: Referee,
    rng: Rng,
    legal: ActionSet,
    seat: Seat,
    /// What the lane's row of observations shows.
    written: G::Written,
    /// Stream of the next game in this lane, and how far apart they lie.
    next_stream: u64,
    stride: u64,
    seed: u64,
}

/// The rows of one lane in the buffers.
struct Rows<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [u8],
    seat: &'a mut u8,
    reward: &'a mut [f32],
    done: &'a mut u8,
}

impl<G: Game> Lane<G> {
    fn new(game: &G, index: usize, options: &BatchOptions) -> Lane<G> {
        Lane {
            state: game.start(),
            referee: Referee::new(SeatSet::EMPTY),
            rng: Rng::new(0),
            legal: ActionSet::EMPTY,
            seat: Seat(0),
            written: G::Written::default(),
            next_stream: index as u64,
            stride: options.games as u64,
            seed: options.seed,
        }
    }

    fn begin(&mut self, game: &G) {
        self.state = game.start();
        self.rng = Rng::stream(self.seed, self.next_stream);
        self.next_stream += self.stride;
    }

    /// Plays on to the next decision; true if a game ended on the way (its returns are in `reward`).
    fn advance(&mut self, game: &G, reward: &mut [f32]) -> bool {
        let mut ended = false;
        loop {
            match game.turn(&self.state) {
                Turn::Chance => {
                    let id = game.draw(&self.state, &mut self.rng);
                    game.fall(&mut self.state, id, &mut Silence);
                }
                Turn::Act(acting) => {
                    self.referee = Referee::new(acting);
                    return ended;
                }
                Turn::Over => {
                    reward.copy_from_slice(&game.returns(&self.state)[..reward.len()]);
                    ended = true;
                    self.begin(game);
                }
            }
        }
    }

    fn step(&mut self, game: &G, action: Action, rows: &mut Rows<'_>) {
        rows.reward.fill(0.0);
        *rows.done = 0;
        if let Some(joint) = self.referee.take(self.seat, action) {
            game.apply(&mut self.state, &joint, &mut Silence);
            *rows.done = self.advance(game, rows.reward).into();
        }
        self.show(game, rows);
    }

    /// Writes the decision that the lane is at.
    fn show(&mut self, game: &G, rows: &mut Rows<'_>) {
        self.seat = self.referee.waiting().lowest().expect("a lane is always at a decision");
        self.legal = game.legal(&self.state, self.seat);
        *rows.seat = self.seat.0;
        game.observe_again(&self.state, self.seat, &mut self.written, rows.observation);
        self.legal.write_mask(&mut rows.mask[..G::ACTIONS]);
    }
}

impl<G: Game> Batch<G> {
    /// Starts the games and shows the first decision of each.
    pub fn new(game: Arc<G>, options: BatchOptions) -> Result<Batch<G>, BatchError> {
        let BatchOptions { games, threads, .. } = options;
        if games == 0 {
            return Err(BatchError::Empty("game"));
        }
        let pool = match threads {
            0 => return Err(BatchError::Empty("thread")),
            1 => None,
            _ => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                Some(pool.map_err(|e| BatchError::Threads(e.to_string()))?)
            }
        };
        let mut batch = Batch {
            lanes: (0..games).map(|i| Lane::new(&*game, i, &options)).collect(),
            observations: vec![0.0; games * G::SCHEMA.len()],
            masks: vec![0; games * G::ACTIONS],
            seats: vec![0; games],
            rewards: vec![0.0; games * game.seats()],
            dones: vec![0; games],
            pool,
            game,
        };
        batch.each_lane(|game, lane, rows, _| {
            lane.begin(game);
            lane.advance(game, rows.reward);
            lane.show(game, rows);
        });
        Ok(batch)
    }

    /// Plays one action in each lane, or none at all if any of them is refused.
    pub fn step(&mut self, actions: &[u16]) -> Result<(), BatchError> {
        if actions.len() != self.lanes.len() {
            return Err(BatchError::Length { lanes: self.lanes.len(), got: actions.len() });
        }
        for (i, (lane, &action)) in self.lanes.iter().zip(actions).enumerate() {
            if !lane.legal.contains(Action(action)) {
                let legal = Box::new(lane.legal);
                return Err(BatchError::Illegal { lane: i, seat: lane.seat, action, legal });
            }
        }
        self.each_lane(|game, lane, rows, i| lane.step(game, Action(actions[i]), rows));
        Ok(())
    }

    /// Runs `work` on every lane with its rows and its index, over all threads.
    fn each_lane(&mut self, work: impl Fn(&G, &mut Lane<G>, &mut Rows<'_>, usize) + Send + Sync) {
        let game = &*self.game;
        let (obs_len, seats) = (G::SCHEMA.len(), game.seats());
        if let Some(pool) = &self.pool {
            let rows = (
                &mut self.lanes,
                self.observations.par_chunks_exact_mut(obs_len),
                self.masks.par_chunks_exact_mut(G::ACTIONS),
                &mut self.seats,
                self.rewards.par_chunks_exact_mut(seats),
                &mut self.dones,
            );
            // Few lanes are not worth the handing over.
            let jobs = rows.into_par_iter().with_min_len(32).enumerate();
            pool.install(|| {
                jobs.for_each(|(i, (lane, observation, mask, seat, reward, done))| {
                    work(game, lane, &mut Rows { observation, mask, seat, reward, done }, i);
                });
            });
            return;
        }
        for (i, lane) in self.lanes.iter_mut().enumerate() {
            let mut rows = Rows {
                observation: &mut self.observations[i * obs_len..][..obs_len],
                mask: &mut self.masks[i * G::ACTIONS..][..G::ACTIONS],
                seat: &mut self.seats[i],
                reward: &mut self.rewards[i * seats..][..seats],
                done: &mut self.dones[i],
            };
            work(game, lane, &mut rows, i);
        }
    }

    /// The rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// How many lanes there are.
    pub fn lanes(&self) -> usize {
        self.lanes.len()
    }

    /// What the deciding seats observe, shape `[lanes, observation length]`.
    pub fn observations(&self) -> &[f32] {
        &self.observations
    }

    /// What they may do, 1 or 0, shape `[lanes, actions]`.
    pub fn masks(&self) -> &[u8] {
        &self.masks
    }

    /// Who decides, shape `[lanes]`.
    pub fn seats(&self) -> &[u8] {
        &self.seats
    }

    /// What the last step paid, shape `[lanes, seats]`; zero unless the lane is done.
    pub fn rewards(&self) -> &[f32] {
        &self.rewards
    }

    /// Whether a game ended in the last step, 1 or 0, shape `[lanes]`.
    pub fn dones(&self) -> &[u8] {
        &self.dones
    }
}
