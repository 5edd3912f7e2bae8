//! The optimiser.

use tch::{Kind, Tensor, no_grad};

const BETA_1: f64 = 0.9;
const BETA_2: f64 = 0.999;
const EPSILON: f64 = 1e-5;

/// Adam. Written out here because libtorch's keeps its moments to itself, and a checkpoint needs them.
#[derive(Debug)]
pub struct Adam {
    /// Running mean of each parameter's gradient.
    pub(crate) means: Vec<Tensor>,
    /// Running mean of each parameter's squared gradient.
    pub(crate) squares: Vec<Tensor>,
    /// Steps taken so far.
    pub(crate) steps: u32,
}

impl Adam {
    /// An optimiser for these parameters that has not seen a gradient yet.
    pub fn new(parameters: &[Tensor]) -> Adam {
        let zeros =
            || parameters.iter().map(|p| Tensor::zeros(p.size(), (Kind::Float, p.device()))).collect();
        Adam { means: zeros(), squares: zeros(), steps: 0 }
    }

    /// Moves the parameters against the gradients.
    pub fn step(&mut self, parameters: &[Tensor], gradients: &[Tensor], learning_rate: f64) {
        self.steps += 1;
        let correction = |beta: f64| 1.0 - beta.powf(self.steps.into());
        let rate = learning_rate / correction(BETA_1);
        let scale = correction(BETA_2).sqrt();
        no_grad(|| {
            let moments = self.means.iter_mut().zip(&mut self.squares);
            for ((parameter, gradient), (mean, square)) in parameters.iter().zip(gradients).zip(moments) {
                let _ = mean.lerp_(gradient, 1.0 - BETA_1);
                let _ = square.lerp_(&gradient.square(), 1.0 - BETA_2);
                let step = &*mean / (square.sqrt() / scale + EPSILON) * -rate;
                let _ = parameter.shallow_clone().g_add_(&step);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by hand from the definition: the first step has the length of the learning rate.
    #[test]
    fn the_first_steps_are_those_of_the_definition() {
        let parameter = [Tensor::from_slice(&[1.0f32, -2.0])];
        let mut adam = Adam::new(&parameter);
        adam.step(&parameter, &[Tensor::from_slice(&[0.5f32, -4.0])], 0.1);
        let after = crate::net::numbers(&parameter[0]);
        assert!((after[0] - 0.9).abs() < 1e-5 && (after[1] + 1.9).abs() < 1e-5, "{after:?}");
        adam.step(&parameter, &[Tensor::from_slice(&[0.5f32, 4.0])], 0.1);
        let after = crate::net::numbers(&parameter[0]);
        // Second number: mean = 0.9 * -0.4 + 0.4 = 0.04, corrected by 1 - 0.81; the squares give 4.
        assert!((after[0] - 0.8).abs() < 1e-5, "{after:?}");
        assert!((after[1] - (-1.9 - 0.1 * (0.04 / 0.19) / 4.0)).abs() < 1e-5, "{after:?}");
    }

    #[test]
    fn it_finds_the_bottom_of_a_bowl() {
        let parameter = [Tensor::from_slice(&[3.0f32]).set_requires_grad(true)];
        let mut adam = Adam::new(&parameter);
        for _ in 0..500 {
            let loss = (&parameter[0] - 1.0).square().sum(Kind::Float);
            adam.step(&parameter, &Tensor::run_backward(&[loss], &parameter, false, false), 0.05);
        }
        assert!((parameter[0].double_value(&[0]) - 1.0).abs() < 1e-2);
    }
}
