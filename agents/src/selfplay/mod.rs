//! Games that are played to learn from, without libtorch: whoever plays needs no learner beside it.
//!
//! - [`play`] plays many games at once on all threads and counts what happens;
//! - [`samples`] are decisions with what came of them, [`Rows`] the same without zeros;
//! - [`Names`] are other names under which the same can be learnt;
//! - [`apart`] plays by weights that come as bytes, far from the learner;
//! - [`shards`] are samples on disk, and [`files`] are whole or not there.

pub mod apart;
pub mod files;
mod names;
pub mod play;
mod rows;
pub mod samples;
pub mod shards;

pub use names::{Names, Renamed};
pub use rows::Rows;
