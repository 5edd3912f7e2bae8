//! Players for Fogbound's games, and tools to judge them.
//!
//! - [`Agent`] is anything that can choose for a seat. It is given a [`Perspective`](fogbound_env::Perspective),
//!   which has no road to the true state.
//! - [`Random`] chooses uniformly.
//! - [`policy`] holds mixed strategies ([`Policy`]) and estimates ([`Heuristic`]).
//! - [`scripted`] holds hand-written players for every game.
//! - [`search`] plays many games in the head before each move; [`belief`] tells it which worlds are possible.
//! - [`net`] evaluates trained networks, without libtorch.
//! - [`selfplay`] plays games to learn from, and writes them to disk.
//! - [`spec`] names agents in one word: `random`, `NAME:KEY=VALUE`.
//! - [`arena`] lets agents play each other and reports rates and ratings with intervals.
//! - [`Versus`] plays many games in which one seat is played from outside and bots play the others.
//! - [`erased`] has bots, tournaments and such games without types, for borders such as Python.
//! - [`exact`] lays a small game out as a whole: counts, CFR+, MCCFR, best responses, NashConv.

mod agent;
pub mod arena;
pub mod belief;
pub mod erased;
pub mod exact;
pub mod net;
pub mod policy;
pub mod scripted;
pub mod search;
pub mod selfplay;
pub mod spec;
mod thoughts;
mod versus;

pub use agent::{Agent, Random};
pub use policy::{Heuristic, Policy};
pub use scripted::Scripted;
pub use spec::Spec;
pub use thoughts::{Considered, Thoughts};
pub use versus::{Autoreset, Versus, VersusOptions};
