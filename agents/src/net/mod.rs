//! Networks without libtorch: the same file that the trainer writes, evaluated here.
//!
//! - [`Shape`] gives the sizes of a network and the names of its parameters.
//! - [`Checkpoint`] is a network on disk: weights in the safetensors format, and a card that says what they are for.
//! - [`Network`] evaluates observations, many at a time, and allocates nothing once its [`Scratch`] has grown.
//! - [`Networks`] are those of a whole table: one for all seats, or one for each team.
//! - [`Advised`] plays by a network: it is a [`Policy`](crate::Policy) and a [`Heuristic`](crate::Heuristic).
//!
//! An evaluation is the same bit by bit on every machine and in every batch: each output is summed up in one order, with
//! fused multiplication and addition.

mod advised;
mod checkpoint;
mod kernel;
mod network;
mod networks;
mod shape;

pub use advised::Advised;
pub(crate) use advised::{as_return, read};
pub use checkpoint::{Checkpoint, CheckpointError, FORMAT, Identity};
pub use network::{Network, Scratch};
pub use networks::{Networks, Sharing};
pub use shape::{Parameter, Shape};
