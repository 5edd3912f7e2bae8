//! Decisions as a critic sees them.

use ndarray::{ArrayView2, ArrayViewMut2};

use crate::net::{Network, Scratch};

/// What a critic is asked, and what it answered: a row for each decision. Empty, if none is asked.
#[derive(Debug, Default)]
pub(super) struct Judged {
    /// What the network read, and behind it what the other teams see.
    inputs: Vec<f32>,
    /// Length of what the network read.
    own: usize,
    logits: Vec<f32>,
    values: Vec<f32>,
}

impl Judged {
    pub(super) fn clear(&mut self) {
        self.inputs.clear();
    }

    /// Adds a row of `width` numbers that begins with what the network read. The rest is given back, all zero.
    pub(super) fn push(&mut self, own: &[f32], width: usize) -> &mut [f32] {
        let start = self.inputs.len();
        self.own = own.len();
        self.inputs.extend_from_slice(own);
        self.inputs.resize(start + width, 0.0);
        &mut self.inputs[start + own.len()..]
    }

    /// Asks the critic about all rows.
    pub(super) fn evaluate(&mut self, critic: &Network, scratch: &mut Scratch) {
        let shape = critic.shape();
        let rows = self.inputs.len() / shape.inputs();
        self.logits.resize(rows * shape.actions, 0.0);
        self.values.resize(rows, 0.0);
        let inputs = ArrayView2::from_shape((rows, shape.inputs()), &self.inputs).expect("a row each");
        let logits = ArrayViewMut2::from_shape((rows, shape.actions), &mut self.logits).expect("a row each");
        critic.evaluate(inputs, logits, &mut self.values, scratch);
    }

    /// What the other teams see at a row's decision; nothing, if no critic is asked.
    pub(super) fn hidden(&self, row: usize) -> &[f32] {
        let width = self.inputs.len() / self.values.len().max(1);
        self.inputs.get(row * width + self.own..(row + 1) * width).unwrap_or_default()
    }

    /// What the critic expects, from -1 to 1, if one is asked.
    pub(super) fn value(&self, row: usize) -> Option<f32> {
        self.values.get(row).copied()
    }
}
