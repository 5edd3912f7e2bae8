//! The trainer of Fogbound: networks learn any of the games by playing against themselves.
//!
//! `fogbound-train --game goofspiel --minutes 2` is all that is needed; `docs/guide/train.md` tells the rest. The parts, in
//! the order of their use:
//!
//! - [`config`], the options of a run, and recipes, which are TOML files of them;
//! - [`play`], which plays many games at once on all threads with the networks of `fogbound_agents`: the newest weights
//!   against themselves, older ones and the script (the *league*), or the script alone to be imitated;
//! - [`samples`], decisions with what came of them, [`shards`], the same on disk, and [`replay`], those that are learnt
//!   from again;
//! - [`Net`] and [`Learner`], a network in libtorch with its optimiser and the running average of its weights;
//! - [`learn`], the update: the clipped surrogate of PPO, a magnet that pulls the policy towards the uniform one as in
//!   magnetic mirror descent, a pull towards the policy that played, and the value's error;
//! - [`ladder`], opponents that never change, and [`evaluate`], how the weights did against them on fixed seeds;
//! - [`checkpoint`] and [`folder`], weights with a card that says what they are, and where a run's files lie;
//! - [`log`], the progress line, `metrics.csv` and the files that TensorBoard reads; [`export`] draws them;
//! - [`Trainer`] and [`run`], which put these together; [`apart`] plays and learns in separate processes; [`respond`]
//!   trains a best response against weights that do not change.
//!
//! # How weights and samples travel
//!
//! An update has two halves. In the first, each thread has some of the lanes, asks the networks for many decisions at once,
//! and fills buffers of its own; the weights are an [`Arc`](std::sync::Arc) that does not change meanwhile, so that nothing
//! is locked. In the second, libtorch has all threads for the learning. A decision is learnt from in the update in which its
//! seat decides again or its game ends: what the value expects there stands in for the rest of a game that goes on.
//!
//! What is learnt from is a [`play::Lesson`]: the results of games (a policy gradient), what a search of some decisions
//! finds better than the network (whose samples are kept and learnt from again, see [`replay`]), or the script's choices. A
//! worker writes down policies and values, and [`learn`] has a loss for them.
//!
//! # What it does not do
//!
//! - The value sees no more than the deciding seat does: there is no privileged critic. What a search finds by the script
//!   depends on what is hidden, as results do, but nobody plays by it.
//! - A search by networks asks them for one position at a time.
//! - Everything runs on the processor in 32-bit floats.
//! - A resumed run goes on with the same weights, moments, league, counters and random streams, but games that were being
//!   played when it stopped are lost, so it does not repeat the uninterrupted run bit by bit.
//!
//! # What can be repeated
//!
//! All random choices come from [`fogbound_env::Rng`] and the seed. A game depends on the seed and its number, and on no
//! thread. With one thread, a run that is bounded by `limits.updates` alone gives the same weights every time on the same
//! machine. One that is bounded by `limits.minutes` does not, because the clock decides how fast the schedules move; with
//! several threads, libtorch may add up in another order.

mod adam;
pub mod apart;
pub mod checkpoint;
pub mod config;
pub mod evaluate;
pub mod export;
pub mod folder;
pub mod ladder;
pub mod learn;
mod learner;
pub mod log;
mod net;
pub mod replay;
pub mod respond;
pub mod run;
mod trainer;

pub use adam::Adam;
pub use config::{Config, ConfigError};
pub use fogbound_agents::net::Shape;
pub use fogbound_agents::selfplay::{Rows, files, play, samples, shards};
pub use learner::Learner;
pub use net::{Net, Output, Thought};
pub use trainer::{Counts, Metrics, Trainer};
