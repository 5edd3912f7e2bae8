//! Search: playing many games in the head before making a move at the table.
//!
//! [`Ismcts`] is the honest one: it searches worlds that its seat cannot tell apart, in a tree whose nodes stand for
//! what somebody knows. [`Mcts`] searches as if everything were open. Both are [`Agent`](crate::Agent)s and tell what
//! they thought ([`Thoughts`](crate::Thoughts)).
//!
//! | file | what it holds |
//! |---|---|
//! | `options` | budgets, observers, all options |
//! | `selection` | the rules by which actions are tried, and what they learn |
//! | `nodes` | the tree in memory |
//! | `leaf` | rollouts and judges: what a position is worth where the tree ends |
//! | `guide` | priors, and models of other seats |
//! | `walk` | one simulation |
//! | `halving` | how few simulations are spent on many actions |
//! | `answer` | from the root's statistics to a choice |
//! | `ismcts`, `mcts` | the agents |
//! | `measure` | simulations per second |

mod answer;
mod guide;
mod halving;
mod ismcts;
mod leaf;
mod mcts;
mod measure;
mod nodes;
mod options;
mod selection;
#[cfg(test)]
mod tests;
mod walk;

pub use guide::Guide;
pub(crate) use halving::gumbel;
pub use ismcts::{Ismcts, Tools};
pub use leaf::{Evaluator, Leaf, Stop};
pub(crate) use leaf::{Until, play_on};
pub use mcts::Mcts;
pub use measure::{SearchSpeed, measure};
pub use options::{Budget, Observers, Options, Origin, Root};
pub use selection::Selection;
