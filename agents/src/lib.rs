//! Players for Fogbound's games, and tools to judge them.
//!
//! - [`Agent`] is anything that can choose for a seat. It is given a [`Perspective`](fogbound_env::Perspective),
//!   which has no road to the true state.
//! - [`Random`] chooses uniformly.
//! - [`policy`] holds mixed strategies ([`Policy`]) and estimates ([`Heuristic`]).
//! - [`arena`] lets agents play each other and reports means with intervals.
//! - [`search`] plays many games in the head before each move; [`belief`] tells it which worlds are possible.
//! - [`exact`] lays a small game out as a whole: counts, CFR+, best responses, NashConv.

mod agent;
pub mod arena;
pub mod belief;
pub mod exact;
pub mod policy;
pub mod search;
mod thoughts;

pub use agent::{Agent, Random};
pub use policy::{Heuristic, Policy};
pub use thoughts::{Considered, Thoughts};
