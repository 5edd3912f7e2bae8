//! Positions that a network is asked about at once.

use fogbound_env::{ActionSet, Game, Perspective};
use ndarray::{ArrayView2, ArrayViewMut2};

use crate::Policy;
use crate::net::{Network, Scratch, read};

/// What a network is asked, and what it answered: a row for each position.
#[derive(Debug, Default)]
pub(super) struct Batch {
    legal: Vec<ActionSet>,
    inputs: Vec<f32>,
    logits: Vec<f32>,
    /// What it expects of each position, from -1 to 1.
    pub(super) values: Vec<f32>,
}

impl Batch {
    pub(super) fn len(&self) -> usize {
        self.legal.len()
    }

    pub(super) fn clear(&mut self) {
        self.legal.clear();
        self.inputs.clear();
    }

    /// Adds what a seat sees as a row of `width` numbers. The policy is wanted for the actions of `asked`.
    pub(super) fn push<G: Game>(
        &mut self,
        seen: &Perspective<'_, G>,
        asked: ActionSet,
        script: Option<&mut (dyn Policy<G> + 'static)>,
        weights: &mut Vec<f32>,
        width: usize,
    ) {
        let start = self.inputs.len();
        self.legal.push(asked);
        self.inputs.resize(start + width, 0.0);
        read(seen, script, weights, &mut self.inputs[start..]);
    }

    /// Asks the network about all rows.
    pub(super) fn evaluate(&mut self, network: &Network, scratch: &mut Scratch) {
        let (rows, shape) = (self.len(), network.shape());
        self.logits.resize(rows * shape.actions, 0.0);
        self.values.resize(rows, 0.0);
        let inputs = ArrayView2::from_shape((rows, shape.inputs()), &self.inputs);
        let logits = ArrayViewMut2::from_shape((rows, shape.actions), &mut self.logits);
        let (inputs, logits) = (inputs.expect("a row each"), logits.expect("a row each"));
        network.evaluate_legal(inputs, &self.legal, logits, &mut self.values, scratch);
    }

    /// What the network read of a row.
    pub(super) fn inputs(&self, row: usize) -> &[f32] {
        let width = self.inputs.len() / self.len();
        &self.inputs[row * width..][..width]
    }

    /// Turns a row's numbers into the logarithms of the policy over the actions asked for, and writes how likely each of these is
    /// beside the likeliest. Nothing comes of numbers that are not finite.
    pub(super) fn settle(&mut self, row: usize, weights: &mut Vec<f32>) -> Option<()> {
        let (asked, logits) = (self.legal[row], self.row_mut(row));
        let best = asked.iter().map(|action| logits[action.index()]).fold(f32::MIN, f32::max);
        weights.clear();
        weights.extend(asked.iter().map(|action| (logits[action.index()] - best).exp()));
        let total: f32 = weights.iter().sum();
        let shift = best + total.ln();
        asked.iter().for_each(|action| logits[action.index()] -= shift);
        (total.is_finite() && self.values[row].is_finite()).then_some(())
    }

    fn row_mut(&mut self, row: usize) -> &mut [f32] {
        let width = self.logits.len() / self.len();
        &mut self.logits[row * width..][..width]
    }

    /// The actions asked for in a row, with the logarithms of the policy once it is [settled](Batch::settle).
    pub(super) fn logs(&self, row: usize) -> impl Iterator<Item = (u16, f32)> {
        let width = self.logits.len() / self.len();
        let logits = &self.logits[row * width..][..width];
        self.legal[row].iter().map(|action| (action.0, logits[action.index()]))
    }
}
