//! The Python module `fogbound._core`.
//!
//! It binds [`fogbound_env::erased`] and [`fogbound_agents::erased`], so that every registered game and agent is there
//! without a line of code here. What a caller gets wrong comes back as `ValueError` or `TypeError` with the text of the
//! Rust error; there is no road to a panic. Locks are never held while Python code may run, so two threads cannot block
//! each other.

mod args;
mod bots;
mod data;
mod game;
mod perspective;
mod position;
mod selfplay;
mod table;
mod vector;
mod versus;
mod window;

use pyo3::prelude::*;

/// The compiled part of `fogbound`.
#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use crate::bots::{Bot, Spec, bot_kinds, run_arena};
    #[pymodule_export]
    use crate::game::{Game, games, info, make};
    /// The most games of a vector.
    #[pymodule_export]
    const MOST_GAMES: u64 = crate::game::MOST_GAMES;
    /// The most threads of a vector or an arena.
    #[pymodule_export]
    const MOST_THREADS: u64 = crate::game::MOST_THREADS;
    #[pymodule_export]
    use crate::perspective::Perspective;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::selfplay::{Selfplay, read_shard};
    #[pymodule_export]
    use crate::table::Table;
    #[pymodule_export]
    use crate::vector::Vector;
    #[pymodule_export]
    use crate::versus::Versus;
}
