//! The sizes of a network.

use fogbound_env::Rng;
use serde::{Deserialize, Serialize};

/// The sizes of a network: a trunk of layers as wide as each other, a policy and a value on top.
///
/// Each layer is linear, normalised and rectified; from the second on, it is added to what came before. The value
/// is the own return at the end, scaled so that the game's smallest return is -1 and its largest is 1.
///
/// A network that corrects the script reads the script's advice after the observation: its policy, a probability for each
/// action, and its [insights](crate::Policy::insight). Its own policy is the script's times what it makes of it: with all
/// weights 0 it would play by the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// Length of the observation.
    pub observation: usize,
    /// Length of the action list.
    pub actions: usize,
    /// Width of the layers.
    pub hidden: usize,
    /// How many layers there are below the outputs.
    pub layers: usize,
    /// Length of the advice that it reads after the observation; 0 if it does not correct the script.
    #[serde(default)]
    pub advice: usize,
}

/// One tensor of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// What it is called, such as `trunk.0.weight`.
    pub name: String,
    /// Its sizes; weights are outputs by inputs.
    pub sizes: Vec<usize>,
    /// A fresh network has uniform numbers up to this in it; `None` stands for a constant 1.
    pub spread: Option<f32>,
}

impl Parameter {
    /// Numbers for a fresh network.
    pub fn fresh(&self, rng: &mut Rng) -> Vec<f32> {
        let count = self.sizes.iter().product();
        let mut draw = |spread: f32| (2.0 * rng.unit() - 1.0) * spread;
        (0..count).map(|_| self.spread.map_or(1.0, &mut draw)).collect()
    }
}

impl Shape {
    /// What keeps the normalisation of a layer from dividing by 0.
    pub const EPSILON: f32 = 1e-5;

    /// What the script would never do is corrected as if it did it this often. Where a script is sure of itself, nothing
    /// else would be tried if this were small, and what is not tried cannot be learnt to be better: in `trial` search finds
    /// all that it gains for the killer at such decisions.
    pub const RAREST: f32 = 2e-2;

    /// Length of what the network reads: the observation, and the script's advice if it corrects that.
    pub const fn inputs(&self) -> usize {
        self.observation + self.advice
    }

    /// A network that judges the same decisions by what all teams see: beside what this one reads, `others` observations of other
    /// teams. Its policy means nothing.
    #[must_use]
    pub const fn critic(&self, others: usize) -> Shape {
        let observation = self.inputs() + others * self.observation;
        Shape { observation, actions: 1, advice: 0, ..*self }
    }

    /// All parameters in order: the trunk, the policy, the value, the normalisations.
    pub fn parameters(&self) -> Vec<Parameter> {
        let mut list = Vec::new();
        let mut linear = |name: &str, inputs: usize, outputs: usize, gain: f32| {
            // Uniform numbers up to this give outputs that vary as much as the inputs, times the gain.
            let spread = gain * (3.0 / inputs as f32).sqrt();
            let name = |part: &str| format!("{name}.{part}");
            list.push(Parameter { name: name("weight"), sizes: vec![outputs, inputs], spread: Some(spread) });
            list.push(Parameter { name: name("bias"), sizes: vec![outputs], spread: Some(0.0) });
        };
        let Shape { actions, hidden, layers, .. } = *self;
        for layer in 0..layers {
            linear(&format!("trunk.{layer}"), if layer == 0 { self.inputs() } else { hidden }, hidden, 1.0);
        }
        // The first policy is nearly uniform and the first value nearly 0.
        linear("policy", hidden, actions, 0.01);
        linear("value", hidden, 1, 0.01);
        for layer in 0..layers {
            let name = |part: &str| format!("norm.{layer}.{part}");
            list.push(Parameter { name: name("weight"), sizes: vec![hidden], spread: None });
            list.push(Parameter { name: name("bias"), sizes: vec![hidden], spread: Some(0.0) });
        }
        list
    }
}
