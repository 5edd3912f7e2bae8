//! The trainer of Fogbound: a network learns any of the games by playing against itself.
//!
//! `fogbound-train --game goofspiel --minutes 2` is all that is needed. The parts, in the order of their use:
//!
//! - [`Config`], the options of a run, which are those of the command line;
//! - [`Net`], the network: an observation goes in, a policy over the legal actions and a value come out;
//! - [`SelfPlay`], which plays many games at once, the same network on all seats, and collects what happened;
//! - [`learn`], the update: the clipped surrogate of PPO with a magnet that pulls the policy towards the uniform
//!   one, as in magnetic mirror descent;
//! - [`evaluate`], games against uniformly random opponents on fixed seeds;
//! - [`checkpoint`], weights with a card that says what they are;
//! - [`log`], the progress line, `metrics.csv` and the files that TensorBoard reads;
//! - [`Trainer`] and [`run`], which put these together.
//!
//! # What it does not do yet
//!
//! - Self-play is against the current network only. There are no past opponents, no league and no best responder,
//!   so a rise against random play shows that learning works and not that the policy is hard to exploit.
//! - There is one network for all seats and teams, without memory beyond what the observation holds, and its value
//!   sees no more than the deciding seat does.
//! - The magnet's strength stays the same; nothing pulls the policy towards older ones but the clipping.
//! - No search at play time, no replay of older games, and everything runs on the processor in 32-bit floats.
//! - A resumed run goes on with the same weights, optimiser and counters, but begins new games: games that were
//!   being played when it stopped are lost, so it does not repeat the uninterrupted run bit by bit.
//!
//! # What can be repeated
//!
//! All random choices come from [`fogbound_env::Rng`] and the seed, and libtorch is given one thread unless told
//! otherwise. A run that is bounded by `--updates` alone then gives the same weights every time on the same
//! machine. One that is bounded by `--minutes` does not, because the clock decides when it ends and how fast the
//! learning rate falls.

mod adam;
pub mod checkpoint;
mod config;
pub mod evaluate;
mod experience;
mod files;
pub mod learn;
pub mod log;
mod net;
pub mod run;
mod selfplay;
mod trainer;

pub use adam::Adam;
pub use config::{Config, ConfigError};
pub use experience::Experience;
pub use fogbound_agents::net::Shape;
pub use net::{Net, Output, Thought, sample};
pub use selfplay::{PlayError, SelfPlay};
pub use trainer::{Counts, Metrics, Trainer};
