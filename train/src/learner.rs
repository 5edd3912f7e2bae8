//! A network with all that its training needs.

use fogbound_agents::net::{Network, Shape};
use fogbound_env::Rng;
use tch::{Tensor, no_grad};

use crate::adam::Adam;
use crate::net::{Net, network_of};

/// A network, its optimiser, and the running average of its weights.
#[derive(Debug)]
pub struct Learner {
    net: Net,
    adam: Adam,
    /// What is played by outside training: it jitters less than the newest weights.
    average: Vec<Tensor>,
    critic: Option<Critic>,
}

/// A network that judges the same decisions by what all teams see, and its optimiser.
#[derive(Debug)]
pub(crate) struct Critic {
    pub(crate) net: Net,
    adam: Adam,
}

impl Critic {
    /// Moves the weights against the gradients.
    pub(crate) fn step(&mut self, gradients: &[Tensor], rate: f64) {
        self.adam.step(self.net.tensors(), gradients, rate);
    }
}

impl Learner {
    /// A learner with fresh weights.
    pub fn new(shape: Shape, rng: &mut Rng) -> Learner {
        let net = Net::new(shape, rng);
        let adam = Adam::new(net.tensors());
        let average = net.tensors().iter().map(|tensor| tensor.detach().copy()).collect();
        Learner { net, adam, average, critic: None }
    }

    /// The same with a critic with fresh weights, which also reads what so many other teams see.
    #[must_use]
    pub fn with_critic(self, others: usize, rng: &mut Rng) -> Learner {
        let net = Net::new(self.shape().critic(others), rng);
        let adam = Adam::new(net.tensors());
        Learner { critic: Some(Critic { net, adam }), ..self }
    }

    /// The sizes of the network.
    pub fn shape(&self) -> Shape {
        self.net.shape()
    }

    /// The newest weights.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// The newest weights, for play.
    pub fn newest(&self) -> Network {
        network_of(self.shape(), self.net.tensors())
    }

    /// The averaged weights, for play.
    pub fn averaged(&self) -> Network {
        network_of(self.shape(), &self.average)
    }

    /// The critic, for play that is learnt from.
    pub fn critic(&self) -> Option<Network> {
        self.critic.as_ref().map(|critic| network_of(critic.net.shape(), critic.net.tensors()))
    }

    pub(crate) fn critic_mut(&mut self) -> Option<&mut Critic> {
        self.critic.as_mut()
    }

    /// Steps of the optimiser so far, and of the critic's.
    pub fn steps(&self) -> u32 {
        self.adam.steps
    }

    pub(crate) fn set_steps(&mut self, steps: u32) {
        self.adam.steps = steps;
        if let Some(critic) = &mut self.critic {
            critic.adam.steps = steps;
        }
    }

    /// Makes the weights the average, too: what came before is not to be remembered.
    pub(crate) fn forget_average(&mut self) {
        no_grad(|| {
            self.average
                .iter_mut()
                .zip(self.net.tensors())
                .for_each(|(average, tensor)| average.copy_(tensor));
        });
    }

    /// Moves the weights against the gradients, and the average after them.
    pub(crate) fn step(&mut self, gradients: &[Tensor], rate: f64, average: f64) {
        self.adam.step(self.net.tensors(), gradients, rate);
        // Early on the average follows quickly, so that the first weights are soon forgotten.
        let steps = f64::from(self.adam.steps);
        let stays = average.min((1.0 + steps) / (10.0 + steps));
        no_grad(|| {
            for (average, tensor) in self.average.iter_mut().zip(self.net.tensors()) {
                let _ = average.lerp_(tensor, 1.0 - stays);
            }
        });
    }

    /// All tensors with the kind and the name that a checkpoint knows them by.
    pub(crate) fn kept(&self) -> impl Iterator<Item = (&'static str, &str, &Tensor)> {
        let moments = self.adam.means.iter().zip(&self.adam.squares);
        let all = self.net.parameters().zip(&self.average).zip(moments);
        let own = all.flat_map(|(((name, newest), average), (mean, square))| {
            [("net", average), ("newest", newest), ("adam.mean", mean), ("adam.square", square)]
                .map(|(kind, tensor)| (kind, name, tensor))
        });
        let of_critic = self.critic.iter().flat_map(|Critic { net, adam }| {
            let moments = adam.means.iter().zip(&adam.squares);
            net.parameters().zip(moments).flat_map(|((name, newest), (mean, square))| {
                [("critic", newest), ("critic_adam.mean", mean), ("critic_adam.square", square)]
                    .map(|(kind, tensor)| (kind, name, tensor))
            })
        });
        own.chain(of_critic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::numbers;

    #[test]
    fn the_average_follows_the_weights() {
        let shape = Shape { observation: 2, actions: 2, hidden: 4, layers: 1, advice: 0 };
        let mut learner = Learner::new(shape, &mut Rng::new(1));
        let gap = |learner: &Learner| {
            let (a, b) = (numbers(&learner.average[0]), numbers(&learner.net.tensors()[0]));
            a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
        };
        assert_eq!(gap(&learner), 0.0);
        let push: Vec<Tensor> = learner.net.tensors().iter().map(Tensor::ones_like).collect();
        (0..5).for_each(|_| learner.step(&push, 0.1, 0.9));
        let far = gap(&learner);
        (0..200).for_each(|_| learner.step(&push, 0.0, 0.9));
        assert!(far > 0.05 && gap(&learner) < 1e-4, "{far}");
        learner.step(&push, 0.1, 0.9);
        learner.forget_average();
        assert_eq!(gap(&learner), 0.0);
    }
}
