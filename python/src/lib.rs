//! The Python module `fogbound._core`.
//!
//! It binds [`fogbound_env::erased`], so that every registered game is there without a line of code here. What a
//! caller gets wrong comes back as `ValueError` or `TypeError` with the text of the Rust error; there is no road to
//! a panic. Locks are never held while Python code may run, so two threads cannot block each other.

mod args;
mod data;
mod game;
mod table;
mod vector;

use pyo3::prelude::*;

/// The compiled part of `fogbound`.
#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use crate::game::{Game, games, info, make};
    #[pymodule_export]
    use crate::table::Table;
    #[pymodule_export]
    use crate::vector::Vector;
}
