//! Numbers for cells.

use fogbound_env::games::stalk::{Cell, Cells, MAX_CELLS};

/// A number for each cell.
#[derive(Clone, Debug)]
pub(super) struct Worth([f32; MAX_CELLS]);

impl Default for Worth {
    fn default() -> Worth {
        Worth([0.0; MAX_CELLS])
    }
}

impl Worth {
    pub(super) fn of(&self, cell: Cell) -> f32 {
        self.0[cell.index()]
    }

    pub(super) fn set(&mut self, cell: Cell, worth: f32) {
        self.0[cell.index()] = worth;
    }

    /// Spreads a weight evenly over a set.
    pub(super) fn spread(&mut self, cells: Cells, weight: f32) {
        let share = weight / cells.len().max(1) as f32;
        cells.iter().for_each(|cell| self.0[cell.index()] += share);
    }

    /// The largest number in a set.
    pub(super) fn best(&self, cells: Cells) -> f32 {
        cells.iter().map(|cell| self.of(cell)).fold(f32::NEG_INFINITY, f32::max)
    }

    /// All numbers of a set together.
    pub(super) fn sum(&self, cells: Cells) -> f32 {
        cells.iter().map(|cell| self.of(cell)).sum()
    }
}
