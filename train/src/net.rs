//! The network.

use fogbound_agents::net::{Network, Shape};
use fogbound_env::Rng;
use tch::{Kind, Tensor, no_grad};

/// What an action that is not legal gets before the softmax: finite, so that no gradient becomes NaN.
pub(crate) const ILLEGAL: f64 = -1e9;

/// A policy and a value over one trunk.
///
/// [`Shape`] says how it is built; `fogbound_agents` evaluates the same network without libtorch.
#[derive(Debug)]
pub struct Net {
    shape: Shape,
    names: Vec<String>,
    tensors: Vec<Tensor>,
}

/// What the network says of `B` decisions, with gradients.
#[derive(Debug)]
pub struct Output {
    /// Logarithms of the policy, `[B, A]`.
    pub log_probs: Tensor,
    /// Values, `[B]`.
    pub values: Tensor,
}

/// What the network says of some decisions, as plain numbers.
#[derive(Clone, Debug)]
pub struct Thought {
    /// Logarithms of the policy, `[B, A]`.
    pub log_probs: Vec<f32>,
    /// Values, `[B]`.
    pub values: Vec<f32>,
}

impl Net {
    /// A network with fresh weights. They come from `rng` and not from libtorch's generator, which all threads of
    /// a program share.
    pub fn new(shape: Shape, rng: &mut Rng) -> Net {
        let parameters = shape.parameters();
        let tensors = parameters.iter().map(|parameter| {
            let numbers = parameter.fresh(rng);
            let sizes: Vec<i64> = parameter.sizes.iter().map(|&size| size as i64).collect();
            Tensor::from_slice(&numbers).reshape(sizes).set_requires_grad(true)
        });
        let tensors = tensors.collect();
        Net { shape, names: parameters.into_iter().map(|parameter| parameter.name).collect(), tensors }
    }

    /// Its sizes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Its parameters with their names, always in the same order.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &Tensor)> {
        self.names.iter().map(String::as_str).zip(&self.tensors)
    }

    /// Its parameters, in the order of [`parameters`](Net::parameters).
    pub fn tensors(&self) -> &[Tensor] {
        &self.tensors
    }

    /// The weight and the bias with the first index `at`.
    fn pair(&self, at: usize) -> (&Tensor, &Tensor) {
        (&self.tensors[at], &self.tensors[at + 1])
    }

    /// Policies and values for what the network reads `[B, O]` with the masks of the legal actions `[B, A]`, 1 or 0.
    pub fn forward(&self, observations: &Tensor, masks: &Tensor) -> Output {
        let layers = self.shape.layers;
        let linear = |x: &Tensor, at: usize| {
            let (weight, bias) = self.pair(at);
            x.linear(weight, Some(bias))
        };
        let mut x = observations.shallow_clone(); // [B, O], then [B, H]
        for layer in 0..layers {
            let (weight, bias) = self.pair(2 * (layers + 2 + layer));
            let width = self.shape.hidden as i64;
            let y = linear(&x, 2 * layer)
                .layer_norm(width, Some(weight), Some(bias), Shape::EPSILON.into(), false)
                .relu();
            x = if layer == 0 { y } else { x + y };
        }
        let mut logits = linear(&x, 2 * layers); // [B, A]
        if self.shape.advice > 0 {
            let advice = observations.narrow(1, self.shape.observation as i64, self.shape.actions as i64);
            logits += advice.clamp_min(f64::from(Shape::RAREST)).log();
        }
        let logits = logits.masked_fill(&masks.eq(0), ILLEGAL);
        let values = linear(&x, 2 * layers + 2).squeeze_dim(1); // [B]
        Output { log_probs: logits.log_softmax(1, Kind::Float), values }
    }

    /// [`forward`](Net::forward) without gradients, from and to plain numbers. The number of decisions follows
    /// from the length of the masks.
    pub fn think(&self, observations: &[f32], masks: &[u8]) -> Thought {
        let rows = (masks.len() / self.shape.actions) as i64;
        let observations = Tensor::from_slice(observations).view([rows, self.shape.inputs() as i64]);
        let masks = Tensor::from_slice(masks).view([rows, self.shape.actions as i64]);
        let output = no_grad(|| self.forward(&observations, &masks));
        Thought { log_probs: numbers(&output.log_probs), values: numbers(&output.values) }
    }
}

/// The numbers of a tensor of floats, row by row.
pub(crate) fn numbers(tensor: &Tensor) -> Vec<f32> {
    let count = tensor.numel();
    let mut numbers = vec![0.0; count];
    tensor.copy_data(&mut numbers, count);
    numbers
}

/// The network of these tensors, for play without libtorch. They are in the order of [`Shape::parameters`].
pub(crate) fn network_of(shape: Shape, tensors: &[Tensor]) -> Network {
    let numbers: Vec<Vec<f32>> = tensors.iter().map(numbers).collect();
    Network::of(shape, &numbers.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: Shape = Shape { observation: 6, actions: 5, hidden: 16, layers: 3, advice: 0 };

    #[test]
    fn only_legal_actions_have_a_chance() {
        let mut rng = Rng::new(5);
        let net = Net::new(SHAPE, &mut rng);
        // Big inputs and big weights: the case in which a mask that is too weak shows.
        no_grad(|| net.tensors().iter().for_each(|t| _ = t.shallow_clone().g_mul_scalar_(300.0)));
        let rows = 200;
        let observations: Vec<f32> = (0..rows * 6).map(|_| 20.0 * rng.unit() - 10.0).collect();
        let mut masks: Vec<u8> = (0..rows * 5).map(|_| rng.below(2) as u8).collect();
        (0..rows).for_each(|row| masks[row * 5 + rng.below(5) as usize] = 1);
        let thought = net.think(&observations, &masks);
        for (policy, mask) in thought.log_probs.chunks(5).zip(masks.chunks(5)) {
            let sum: f32 = policy.iter().zip(mask).filter(|(_, m)| **m == 1).map(|(p, _)| p.exp()).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{policy:?} {mask:?}");
            for (log_prob, &legal) in policy.iter().zip(mask) {
                assert!(log_prob.is_finite() && (legal == 1 || log_prob.exp() == 0.0));
            }
        }
    }

    #[test]
    fn the_first_policy_is_nearly_uniform() {
        let net = Net::new(SHAPE, &mut Rng::new(2));
        let thought = net.think(&[0.5; 6], &[1, 1, 0, 1, 1]);
        assert!((0..5).filter(|&a| a != 2).all(|a| (thought.log_probs[a].exp() - 0.25).abs() < 0.02));
        assert!(thought.values[0].abs() < 0.1);
    }
}
