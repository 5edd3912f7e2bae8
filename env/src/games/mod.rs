//! The games. [`registry`](crate::registry) lists them by name.

pub mod goofspiel;
pub mod kuhn;
pub mod leduc;
pub mod stalk;
pub mod trial;
