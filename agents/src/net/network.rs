//! A network that is evaluated here.

use fogbound_env::{Action, ActionSet, Rng};
use ndarray::{ArrayView2, ArrayViewMut2};
use pulp::{Arch, NullaryFnOnce};

use super::checkpoint::{Checkpoint, CheckpointError};
use super::kernel::Linear;
use super::shape::Shape;

/// A network ready for use. It does not change, so threads can share it; each brings a [`Scratch`].
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    trunk: Vec<Layer>,
    policy: Linear,
    value: Linear,
    arch: Arch,
}

#[derive(Clone, Debug)]
struct Layer {
    linear: Linear,
    gain: Vec<f32>,
    shift: Vec<f32>,
}

/// Room for what lies between a network's inputs and outputs. It grows to the largest batch that it has seen.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    hidden: Vec<f32>,
    next: Vec<f32>,
    outputs: Vec<f32>,
    nonzero: Vec<(u32, f32)>,
}

impl Network {
    /// The network of a checkpoint; the one of the first team, if each has its own.
    pub fn new(checkpoint: &Checkpoint) -> Result<Network, CheckpointError> {
        Network::nth("net", checkpoint, 0, checkpoint.identity.network)
    }

    /// One of the networks of a checkpoint: of the averaged ones (`net`), of those that training goes on with (`newest`), or of the
    /// critics (`critic`), which have another shape.
    pub(super) fn nth(
        kind: &str,
        checkpoint: &Checkpoint,
        index: usize,
        shape: Shape,
    ) -> Result<Network, CheckpointError> {
        let prefix = checkpoint.identity.sharing.prefix(index);
        let mut tensors = Vec::new();
        for parameter in shape.parameters() {
            tensors.push(checkpoint.tensor(&format!("{kind}.{prefix}{}", parameter.name), &parameter.sizes)?);
        }
        Ok(Network::of(shape, &tensors))
    }

    /// A network with fresh weights, for tests and measurements.
    pub fn fresh(shape: Shape, rng: &mut Rng) -> Network {
        let parameters = shape.parameters();
        let tensors: Vec<Vec<f32>> = parameters.iter().map(|parameter| parameter.fresh(rng)).collect();
        Network::of(shape, &tensors.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    /// A network from its tensors, in the order of [`Shape::parameters`].
    ///
    /// # Panics
    /// If they are not as many or not as long as the shape says.
    pub fn of(shape: Shape, tensors: &[&[f32]]) -> Network {
        let lengths = shape.parameters().into_iter().map(|parameter| parameter.sizes.iter().product());
        assert!(tensors.iter().map(|tensor| tensor.len()).eq(lengths.collect::<Vec<usize>>()), "tensors fit");
        let layers = shape.layers;
        let linear = |at: usize, inputs: usize| Linear::new(tensors[2 * at], tensors[2 * at + 1], inputs);
        let trunk = (0..layers).map(|layer| Layer {
            linear: linear(layer, if layer == 0 { shape.inputs() } else { shape.hidden }),
            gain: tensors[2 * (layers + 2 + layer)].to_vec(),
            shift: tensors[2 * (layers + 2 + layer) + 1].to_vec(),
        });
        Network {
            trunk: trunk.collect(),
            policy: linear(layers, shape.hidden),
            value: linear(layers + 1, shape.hidden),
            shape,
            arch: Arch::new(),
        }
    }

    /// Its sizes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Evaluates observations, a row each of [`Shape::inputs`] numbers: writes the policy's raw numbers for all actions
    /// (those of illegal ones mean nothing) and the value of each row.
    ///
    /// # Panics
    /// If the arrays do not fit the network or each other.
    pub fn evaluate(
        &self,
        observations: ArrayView2<'_, f32>,
        logits: ArrayViewMut2<'_, f32>,
        values: &mut [f32],
        scratch: &mut Scratch,
    ) {
        self.run(observations, None, logits, values, scratch);
    }

    /// The same where only the actions of `legal` matter, a set for each row: the numbers of the others are left as they
    /// are, or written, as it comes. Most actions are hardly ever legal, so this is quicker. With empty sets the values alone
    /// are found.
    ///
    /// # Panics
    /// If the arrays do not fit the network or each other.
    pub fn evaluate_legal(
        &self,
        observations: ArrayView2<'_, f32>,
        legal: &[ActionSet],
        logits: ArrayViewMut2<'_, f32>,
        values: &mut [f32],
        scratch: &mut Scratch,
    ) {
        assert_eq!(legal.len(), values.len(), "legal actions for each row");
        self.run(observations, Some(legal), logits, values, scratch);
    }

    fn run(
        &self,
        observations: ArrayView2<'_, f32>,
        legal: Option<&[ActionSet]>,
        logits: ArrayViewMut2<'_, f32>,
        values: &mut [f32],
        scratch: &mut Scratch,
    ) {
        let rows = observations.nrows();
        assert_eq!(observations.ncols(), self.shape.inputs(), "observations are as long as the network's");
        assert_eq!(logits.dim(), (rows, self.shape.actions), "one number for each action of each row");
        assert_eq!(values.len(), rows, "one value for each row");
        let observations = observations.to_slice().expect("observations lie row by row");
        let logits = logits.into_slice().expect("outputs lie row by row");
        let logits = &mut *logits;
        self.arch.dispatch(Evaluation { network: self, observations, legal, logits, values, scratch });
        if self.shape.advice > 0 {
            self.heed(observations, legal, logits);
        }
    }

    /// Adds what the script advises to the policies.
    fn heed(&self, observations: &[f32], legal: Option<&[ActionSet]>, logits: &mut [f32]) {
        let lift = |advice: f32, logit: &mut f32| *logit += advice.max(Shape::RAREST).ln();
        let rows = observations.chunks_exact(self.shape.inputs());
        for (at, (row, logits)) in rows.zip(logits.chunks_exact_mut(self.shape.actions)).enumerate() {
            let advice = &row[self.shape.observation..];
            match legal {
                None => advice.iter().zip(logits).for_each(|(&advice, logit)| lift(advice, logit)),
                Some(legal) => {
                    legal[at].iter().map(Action::index).for_each(|i| lift(advice[i], &mut logits[i]));
                }
            }
        }
    }
}

/// One evaluation, compiled for each kind of processor.
struct Evaluation<'a> {
    network: &'a Network,
    observations: &'a [f32],
    /// The actions that matter in each row; all, if there are none.
    legal: Option<&'a [ActionSet]>,
    logits: &'a mut [f32],
    values: &'a mut [f32],
    scratch: &'a mut Scratch,
}

impl NullaryFnOnce for Evaluation<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Evaluation { network, observations, legal, logits, values, scratch } = self;
        let rows = values.len();
        let width = network.shape.hidden;
        for (i, layer) in network.trunk.iter().enumerate() {
            let stride = layer.linear.stride();
            scratch.next.resize(rows * stride, 0.0);
            if i == 0 {
                // An observation is mostly zeros.
                layer.linear.apply_sparse(observations, &mut scratch.next, &mut scratch.nonzero);
                scratch.hidden.resize(rows * width, 0.0);
                scratch.hidden.fill(0.0);
            } else {
                layer.linear.apply(&scratch.hidden, &mut scratch.next);
            }
            for (next, hidden) in
                scratch.next.chunks_exact_mut(stride).zip(scratch.hidden.chunks_exact_mut(width))
            {
                layer.normalise(&mut next[..width], hidden);
            }
        }
        let all = match legal {
            None => Some((&network.policy, logits)),
            Some(legal) => {
                let rows =
                    scratch.hidden.chunks_exact(width).zip(logits.chunks_exact_mut(network.shape.actions));
                for ((hidden, logits), legal) in rows.zip(legal) {
                    network.policy.apply_some(hidden, logits, legal.iter().map(Action::index));
                }
                None
            }
        };
        for (head, to) in all.into_iter().chain([(&network.value, values)]) {
            scratch.outputs.resize(rows * head.stride(), 0.0);
            head.apply(&scratch.hidden, &mut scratch.outputs);
            let rows = scratch.outputs.chunks_exact(head.stride());
            for (from, to) in rows.zip(to.chunks_exact_mut(head.outputs)) {
                to.copy_from_slice(&from[..head.outputs]);
            }
        }
    }
}

impl Layer {
    /// Normalises a row, rectifies it and adds it to `hidden`.
    #[inline(always)]
    fn normalise(&self, row: &mut [f32], hidden: &mut [f32]) {
        let count = row.len() as f32;
        let mean = sum(row.iter().copied()) / count;
        let variance = sum(row.iter().map(|x| (x - mean) * (x - mean))) / count;
        let scale = 1.0 / (variance + Shape::EPSILON).sqrt();
        let numbers = row.iter().zip(&self.gain).zip(&self.shift);
        for (((x, gain), shift), hidden) in numbers.zip(hidden) {
            *hidden += ((x - mean) * scale).mul_add(*gain, *shift).max(0.0);
        }
    }
}

/// A sum in eight strands, which processors add side by side, always in the same order.
#[inline(always)]
fn sum(numbers: impl ExactSizeIterator<Item = f32>) -> f32 {
    let mut strands = [0.0f32; 8];
    for (i, x) in numbers.enumerate() {
        strands[i % 8] += x;
    }
    strands.iter().sum()
}
