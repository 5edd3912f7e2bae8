//! The update: how the network is changed by what happened.
//!
//! The loss of a minibatch is
//!
//! `- PPO_clip(A) + tau * KL(pi || uniform over the legal actions) + value_weight * (V - target)^2`
//!
//! with advantages that are normalised for each seat. The pull towards the uniform policy is what lets self-play
//! settle down in games with hidden choices, where plain policy gradients run in circles.

use fogbound_env::Rng;
use tch::{Kind, Tensor};
use thiserror::Error;

use crate::adam::Adam;
use crate::config::Config;
use crate::experience::Experience;
use crate::net::Net;

/// A loss or a gradient became infinite or NaN. The step was not taken, so the weights are still finite.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the {what} became {got}: nothing more can be learnt from here; try a smaller --learning-rate or --max-gradient"
)]
pub struct NotFinite {
    /// What is not finite.
    pub what: &'static str,
    /// What it is instead.
    pub got: String,
}

/// What an update looked like, as means over its minibatches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// The whole loss.
    pub loss: f64,
    /// Its part from the policy.
    pub policy_loss: f64,
    /// Mean squared error of the value.
    pub value_loss: f64,
    /// How far the policy is from the uniform one, in nats.
    pub magnet_kl: f64,
    /// How undecided the policy is, in nats.
    pub entropy: f64,
    /// How far the policy moved from the one that played, in nats.
    pub moved_kl: f64,
    /// Share of the decisions where the clipping took hold.
    pub clipped: f64,
    /// Length of the gradient before it is shortened.
    pub gradient: f64,
}

impl Stats {
    fn add(&mut self, other: &Stats, weight: f64) {
        self.loss += weight * other.loss;
        self.policy_loss += weight * other.policy_loss;
        self.value_loss += weight * other.value_loss;
        self.magnet_kl += weight * other.magnet_kl;
        self.entropy += weight * other.entropy;
        self.moved_kl += weight * other.moved_kl;
        self.clipped += weight * other.clipped;
        self.gradient += weight * other.gradient;
    }
}

/// The columns of an experience as tensors.
struct Rows {
    /// `[N, O]`
    observations: Tensor,
    /// `[N, A]`
    masks: Tensor,
    /// `[N, 1]`
    actions: Tensor,
    /// `[N]`
    log_probs: Tensor,
    /// `[N]`
    advantages: Tensor,
    /// `[N]`
    targets: Tensor,
}

impl Rows {
    fn new(experience: &Experience, net: &Net) -> Rows {
        let count = experience.len() as i64;
        let decisions = &experience.decisions;
        Rows {
            observations: Tensor::from_slice(&decisions.observations)
                .view([count, net.shape().observation as i64]),
            masks: Tensor::from_slice(&decisions.masks).view([count, net.shape().actions as i64]),
            actions: Tensor::from_slice(&decisions.actions).view([count, 1]),
            log_probs: Tensor::from_slice(&decisions.log_probs),
            advantages: Tensor::from_slice(&experience.normalised_advantages()),
            targets: Tensor::from_slice(&experience.targets),
        }
    }

    fn select(&self, rows: &Tensor) -> Rows {
        let pick = |column: &Tensor| column.index_select(0, rows);
        Rows {
            observations: pick(&self.observations),
            masks: pick(&self.masks),
            actions: pick(&self.actions),
            log_probs: pick(&self.log_probs),
            advantages: pick(&self.advantages),
            targets: pick(&self.targets),
        }
    }
}

/// Changes the network by one update: all decisions, `epochs` times, in minibatches of a random order.
pub fn update(
    net: &Net,
    adam: &mut Adam,
    experience: &Experience,
    config: &Config,
    learning_rate: f64,
    rng: &mut Rng,
) -> Result<Stats, NotFinite> {
    let rows = Rows::new(experience, net);
    let mut order: Vec<i64> = (0..experience.len() as i64).collect();
    // Evenly sized, since a small rest would be a noisy step.
    let minibatches = order.len().div_ceil(config.minibatch).max(1);
    let size = order.len().div_ceil(minibatches);
    let mut stats = Stats::default();
    for _ in 0..config.epochs {
        rng.shuffle(&mut order);
        for chosen in order.chunks(size) {
            let weight = chosen.len() as f64 / (order.len() * config.epochs) as f64;
            let minibatch = rows.select(&Tensor::from_slice(chosen));
            stats.add(&step(net, adam, &minibatch, config, learning_rate)?, weight);
        }
    }
    Ok(stats)
}

/// One step of the optimiser.
fn step(
    net: &Net,
    adam: &mut Adam,
    rows: &Rows,
    config: &Config,
    learning_rate: f64,
) -> Result<Stats, NotFinite> {
    let mean = |x: &Tensor| x.mean(Kind::Float);
    let number = |x: &Tensor| x.double_value(&[]);
    let output = net.forward(&rows.observations, &rows.masks);

    let log_ratio = output.log_probs.gather(1, &rows.actions, false).squeeze_dim(1) - &rows.log_probs; // [B]
    // Beyond these bounds the clipping stops the gradient anyway; within them the ratio is finite.
    let log_ratio = log_ratio.clamp(-20.0, 20.0);
    let ratio = log_ratio.exp();
    let clipped = ratio.clamp(1.0 - config.clip, 1.0 + config.clip);
    let policy_loss = -mean(&(&ratio * &rows.advantages).minimum(&(&clipped * &rows.advantages)));

    // Illegal actions have probability 0, but their logarithm is a huge number that must not be multiplied.
    let legal_logs = output.log_probs.masked_fill(&rows.masks.eq(0), 0.0); // [B, A]
    let entropy = -(output.log_probs.exp() * legal_logs).sum_dim_intlist(1, false, Kind::Float); // [B]
    let uniform = rows.masks.sum_dim_intlist(1, false, Kind::Float).log(); // [B]
    let magnet_kl = mean(&(uniform - &entropy));

    let value_loss = mean(&(&output.values - &rows.targets).square());
    let loss = &policy_loss + &magnet_kl * config.magnet + &value_loss * config.value_weight;

    let mut stats = Stats {
        loss: finite("loss", number(&loss))?,
        policy_loss: number(&policy_loss),
        value_loss: number(&value_loss),
        magnet_kl: number(&magnet_kl),
        entropy: number(&mean(&entropy)),
        moved_kl: number(&mean(&(&ratio - 1.0 - &log_ratio))),
        clipped: number(&mean(&ratio.not_equal_tensor(&clipped).to_kind(Kind::Float))),
        gradient: 0.0,
    };
    let mut gradients = Tensor::run_backward(&[loss], net.tensors(), false, false);
    let lengths: Vec<Tensor> = gradients.iter().map(Tensor::norm).collect();
    stats.gradient = finite("gradient", number(&Tensor::stack(&lengths, 0).norm()))?;
    if stats.gradient > config.max_gradient {
        for gradient in &mut gradients {
            let _ = gradient.g_mul_scalar_(config.max_gradient / stats.gradient);
        }
    }
    adam.step(net.tensors(), &gradients, learning_rate);
    Ok(stats)
}

fn finite(what: &'static str, number: f64) -> Result<f64, NotFinite> {
    if number.is_finite() { Ok(number) } else { Err(NotFinite { what, got: number.to_string() }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experience::Decisions;
    use crate::net::numbers;
    use fogbound_agents::net::Shape;

    /// Two decisions of one seat between three actions, of which the last is illegal: the first choice paid.
    fn lesson() -> (Net, Adam, Experience, Config) {
        let shape = Shape { observation: 2, actions: 3, hidden: 8, layers: 2 };
        let net = Net::new(shape, &mut Rng::new(1));
        let adam = Adam::new(net.tensors());
        let mut experience = Experience::new(1);
        for (action, result) in [(0, 1.0), (1, -1.0)] {
            let mut decisions = Decisions {
                observations: vec![1.0, 0.0],
                masks: vec![1, 1, 0],
                seats: vec![0],
                actions: vec![action],
                log_probs: vec![0.5f32.ln()],
                values: vec![0.0],
            };
            experience.finish(&mut decisions, result, 1.0);
        }
        (net, adam, experience, Config { clip: 0.2, magnet: 0.05, ..Config::default() })
    }

    fn chance_of_first(net: &Net) -> f32 {
        net.think(&[1.0, 0.0], &[1, 1, 0]).log_probs[0].exp()
    }

    #[test]
    fn what_paid_becomes_likelier_up_to_the_clip() {
        let (net, mut adam, experience, config) = lesson();
        let before = chance_of_first(&net);
        let mut rng = Rng::new(1);
        for _ in 0..100 {
            let stats = update(&net, &mut adam, &experience, &config, 1e-3, &mut rng).unwrap();
            assert!(stats.entropy <= 2f64.ln() + 1e-6 && stats.magnet_kl >= -1e-6, "{stats:?}");
        }
        let after = chance_of_first(&net);
        // The gradient stops where the ratio leaves 1 +- 0.2: at 0.6, and Adam's momentum runs on a little.
        assert!((before - 0.5).abs() < 0.02 && (0.57..0.70).contains(&after), "{before} {after}");
    }

    #[test]
    fn the_magnet_pulls_to_the_uniform_policy() {
        let (net, mut adam, mut experience, mut config) = lesson();
        let mut rng = Rng::new(1);
        for _ in 0..30 {
            update(&net, &mut adam, &experience, &config, 1e-2, &mut rng).unwrap();
        }
        let sure = chance_of_first(&net);
        experience.advantages.fill(0.0);
        config.magnet = 1.0;
        for _ in 0..200 {
            update(&net, &mut adam, &experience, &config, 1e-3, &mut rng).unwrap();
        }
        let pulled = chance_of_first(&net);
        assert!(sure > 0.58 && (pulled - 0.5).abs() < 0.02, "{sure} {pulled}");
    }

    #[test]
    fn what_is_not_finite_stops_the_update_and_spares_the_weights() {
        for (what, poison) in [("targets", f32::NAN), ("targets", f32::INFINITY), ("observation", f32::NAN)] {
            let (net, mut adam, mut experience, config) = lesson();
            match what {
                "targets" => experience.targets[0] = poison,
                _ => experience.decisions.observations[0] = poison,
            }
            let error = update(&net, &mut adam, &experience, &config, 1e-3, &mut Rng::new(1)).unwrap_err();
            assert!(error.to_string().starts_with("the loss became "), "{error}");
            assert!(net.tensors().iter().all(|tensor| numbers(tensor).iter().all(|x| x.is_finite())));
        }
    }
}
