//! The update: how a network is changed by what happened.
//!
//! The loss of a minibatch of self-play is
//!
//! `- PPO_clip(A) + tau * KL(pi || uniform) + beta * KL(pi || pi_old) + value_weight * (V - target)^2`
//!
//! with advantages that are normalised for each team, all policies over the legal actions. The pull towards the uniform
//! policy (the magnet of magnetic mirror descent) is what lets self-play settle down in games with hidden choices, where
//! plain policy gradients run in circles; the pull towards the policy that played keeps the steps small.
//!
//! Some decisions are learnt from under other names, as if survivors had changed places. What played had chosen the same way
//! there, had it been asked: so its policy is renamed, too, and the ratio says how far the network is from that.
//!
//! Where the script is imitated, the first three terms are replaced by `KL(script || pi)`.
//!
//! What a search found is a policy, too: the network's with each action raised by `step` times its value. The loss is
//! `KL(pi || found) + step * tau * KL(pi || uniform)`, which is one step of magnetic mirror descent. It is linear in the values that
//! were found, so their noise averages out: to go by the actions that look best (`KL(found || pi)`) would be to play all
//! that ever do. And it asks for what the policy gets, and not for values that it has no use for.

use fogbound_agents::selfplay::{Names, Renamed};
use fogbound_env::{Rng, Seat};
use tch::{Kind, Tensor};
use thiserror::Error;

use crate::config::LearnerOptions;
use crate::learner::{Critic, Learner};
use crate::net::{ILLEGAL, Output};
use crate::play::Lesson;
use crate::samples::Samples;

/// A loss or a gradient became infinite or NaN. The step was not taken, so the weights are still finite.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the {what} became {got}: nothing more can be learnt from here; try a smaller learner.rate or learner.max_gradient"
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
    pub policy: f64,
    /// Mean squared error of the value.
    pub value: f64,
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
    /// Mean squared error of the critic, if there is one.
    pub critic: f64,
}

impl Stats {
    /// Names of the numbers in the logs.
    pub const NAMES: [&str; 9] =
        ["total", "policy", "value", "magnet_kl", "entropy", "moved_kl", "clipped", "gradient", "critic"];

    /// The numbers, in the order of their [`NAMES`](Stats::NAMES).
    pub fn numbers(&self) -> [f64; 9] {
        let Stats { loss, policy, value, magnet_kl, entropy, moved_kl, clipped, gradient, critic } = *self;
        [loss, policy, value, magnet_kl, entropy, moved_kl, clipped, gradient, critic]
    }

    pub(crate) fn add(&mut self, other: &Stats, weight: f64) {
        self.loss += weight * other.loss;
        self.policy += weight * other.policy;
        self.value += weight * other.value;
        self.magnet_kl += weight * other.magnet_kl;
        self.entropy += weight * other.entropy;
        self.moved_kl += weight * other.moved_kl;
        self.clipped += weight * other.clipped;
        self.gradient += weight * other.gradient;
        self.critic += weight * other.critic;
    }
}

/// How an update is to be made.
#[derive(Clone, Copy, Debug)]
pub struct Manner<'a> {
    /// What is learnt from.
    pub lesson: Lesson,
    /// The options of the run.
    pub options: &'a LearnerOptions,
    /// The step size now.
    pub rate: f64,
    /// The pull towards the uniform policy now.
    pub magnet: f64,
    /// How far a search moves away from the policy that it began with.
    pub step: f64,
    /// Other names under which decisions can be learnt from.
    pub names: &'a Names,
}

/// Some decisions as tensors.
struct Minibatch {
    /// `[B, O]`
    observations: Tensor,
    /// 1 where an action is legal, `[B, A]`
    masks: Tensor,
    /// Logarithms of the policy that chose, or of the one to be learnt, `[B, A]`
    old: Tensor,
    /// `[B, 1]`
    actions: Tensor,
    /// `[B]`
    advantages: Tensor,
    /// `[B]`
    targets: Tensor,
    /// How much each counts, `[B]`
    weights: Tensor,
}

/// Room for the numbers of a minibatch on their way into tensors.
#[derive(Debug, Default)]
struct Room {
    observations: Vec<f32>,
    hidden: Vec<f32>,
    old: Vec<f32>,
}

impl Room {
    fn minibatch(
        &mut self,
        samples: &Samples,
        (advantages, weights): (&[f32], &[f32]),
        rows: &[usize],
        names: &[Option<&Renamed>],
        net: &Learner,
    ) -> Minibatch {
        let shape = net.shape();
        let size = rows.len() as i64;
        let decisions = &samples.decisions;
        let named = || rows.iter().copied().zip(names.iter().copied());
        let inputs = named().map(|(i, renamed)| (i, renamed.map(|names| &names.inputs[..])));
        decisions.observations.spread(inputs, shape.inputs(), 0.0, &mut self.observations);
        let policies = named().map(|(i, renamed)| (i, renamed.map(|names| &names.actions[..])));
        decisions.policies.spread(policies, shape.actions, ILLEGAL as f32, &mut self.old);
        let action = |(i, renamed): (usize, Option<&Renamed>)| {
            let action = decisions.actions[i];
            i64::from(renamed.map_or(action, |names| names.actions[usize::from(action)]))
        };
        let column =
            |numbers: &[f32]| Tensor::from_slice(&rows.iter().map(|&i| numbers[i]).collect::<Vec<_>>());
        let actions: Vec<i64> = named().map(action).collect();
        let old = Tensor::from_slice(&self.old).view([size, shape.actions as i64]);
        Minibatch {
            observations: Tensor::from_slice(&self.observations).view([size, shape.inputs() as i64]),
            masks: old.gt(ILLEGAL / 2.0),
            old,
            actions: Tensor::from_slice(&actions).view([size, 1]),
            advantages: column(advantages),
            targets: column(&samples.targets),
            weights: column(weights),
        }
    }
}

impl Room {
    /// What a critic reads of these decisions: `own` numbers that the network read, and those that the other teams saw, `[B, O]`.
    fn all_seen(&mut self, samples: &Samples, rows: &[usize], own: usize, all: usize) -> Tensor {
        let (decisions, size) = (&samples.decisions, rows.len() as i64);
        let plain = || rows.iter().map(|&i| (i, None));
        decisions.observations.spread(plain(), own, 0.0, &mut self.observations);
        decisions.hidden.spread(plain(), all - own, 0.0, &mut self.hidden);
        let table = |numbers: &[f32]| Tensor::from_slice(numbers).view([size, -1]);
        Tensor::cat(&[table(&self.observations), table(&self.hidden)], 1)
    }
}

/// Changes the network by one update: the decisions in `rows`, `epochs` times, in minibatches of a random order. Beside the
/// samples are their advantages, and how much each counts.
pub fn update(
    learner: &mut Learner,
    samples: &Samples,
    (advantages, weights): (&[f32], &[f32]),
    mut rows: Vec<usize>,
    manner: Manner<'_>,
    rng: &mut Rng,
) -> Result<Stats, NotFinite> {
    let LearnerOptions { minibatch, renamed, .. } = *manner.options;
    let epochs = manner.options.passes(manner.lesson);
    // Evenly sized, since a small rest would be a noisy step.
    let size = rows.len().div_ceil(rows.len().div_ceil(minibatch).max(1)).max(1);
    let mut stats = Stats::default();
    let mut room = Room::default();
    for _ in 0..epochs {
        rng.shuffle(&mut rows);
        for chosen in rows.chunks(size) {
            let weight = chosen.len() as f64 / (rows.len() * epochs) as f64;
            let name = |&i: &usize| manner.names.draw(Seat(samples.decisions.seats[i]), renamed, rng);
            let names: Vec<_> = chosen.iter().map(name).collect();
            let minibatch = room.minibatch(samples, (advantages, weights), chosen, &names, learner);
            let mut shown = step(learner, &minibatch, manner)?;
            let own = learner.shape().inputs();
            if let Some(critic) = learner.critic_mut()
                && manner.lesson != Lesson::Search
            {
                let inputs = room.all_seen(samples, chosen, own, critic.net.shape().inputs());
                shown.critic = judge(critic, &inputs, &minibatch.targets, manner)?;
            }
            stats.add(&shown, weight);
        }
    }
    Ok(stats)
}

fn mean(x: &Tensor) -> Tensor {
    x.mean(Kind::Float)
}

fn number(x: &Tensor) -> f64 {
    x.double_value(&[])
}

/// One step of the optimiser.
fn step(learner: &mut Learner, batch: &Minibatch, manner: Manner<'_>) -> Result<Stats, NotFinite> {
    let options = manner.options;
    let output = learner.net().forward(&batch.observations, &batch.masks);
    // Illegal actions have probability 0, but their logarithm is a huge number that must not be multiplied.
    let illegal = batch.masks.logical_not();
    let logs = output.log_probs.masked_fill(&illegal, 0.0); // [B, A]
    let old_logs = batch.old.masked_fill(&illegal, 0.0); // [B, A]
    let policy = output.log_probs.exp(); // [B, A]
    let over_actions = |x: Tensor| x.sum_dim_intlist(1, false, Kind::Float);
    let entropy = -over_actions(&policy * &logs); // [B]
    let uniform = batch.masks.sum_dim_intlist(1, false, Kind::Float).log(); // [B]
    let to_uniform = uniform - &entropy; // [B]
    let magnet_kl = mean(&to_uniform);
    let value = mean(&((&output.values - &batch.targets).square() * &batch.weights));

    let mut stats = Stats { entropy: number(&mean(&entropy)), ..Stats::default() };
    let (policy_loss, pulls) = match manner.lesson {
        Lesson::SelfPlay => {
            let moved_kl = mean(&over_actions(&policy * (&logs - &old_logs)));
            stats.moved_kl = number(&moved_kl);
            let (surrogate, clipped) = surrogate(&output, batch, options.clip);
            stats.clipped = clipped;
            (-surrogate, &magnet_kl * manner.magnet + moved_kl * options.proximal)
        }
        Lesson::Search => {
            let away = over_actions(&policy * (&logs - &old_logs)); // [B]
            let away = (away + to_uniform * (manner.step * manner.magnet)) * &batch.weights;
            (mean(&away), &magnet_kl * 0.0)
        }
        Lesson::Imitation => {
            let away = mean(&over_actions(batch.old.exp() * (&old_logs - &logs)));
            // Whoever is imitated for its own sake is not to be bettered.
            (away, &magnet_kl * 0.0)
        }
    };
    let loss = &policy_loss + pulls + &value * options.value_weight;
    stats.loss = finite("loss", number(&loss))?;
    stats.policy = number(&policy_loss);
    stats.value = number(&value);
    stats.magnet_kl = number(&magnet_kl);

    let mut gradients = Tensor::run_backward(&[loss], learner.net().tensors(), false, false);
    stats.gradient = shorten(&mut gradients, options.max_gradient)?;
    learner.step(&gradients, manner.rate, options.average);
    Ok(stats)
}

/// One step of the critic's optimiser: what it should have expected is the same as for the network. Gives back its mean squared
/// error.
fn judge(
    critic: &mut Critic,
    inputs: &Tensor,
    targets: &Tensor,
    manner: Manner<'_>,
) -> Result<f64, NotFinite> {
    let masks = Tensor::ones([inputs.size()[0], 1], (Kind::Uint8, inputs.device()));
    let output = critic.net.forward(inputs, &masks);
    let error = mean(&(&output.values - targets).square());
    // With one action there is nothing to choose: the policy has no gradient.
    let loss = &error + mean(&output.log_probs) * 0.0;
    let mut gradients = Tensor::run_backward(&[loss], critic.net.tensors(), false, false);
    shorten(&mut gradients, manner.options.max_gradient)?;
    critic.step(&gradients, manner.rate);
    finite("critic's error", number(&error))
}

/// Shortens a gradient that is too long; gives back how long it was.
fn shorten(gradients: &mut [Tensor], most: f64) -> Result<f64, NotFinite> {
    let lengths: Vec<Tensor> = gradients.iter().map(Tensor::norm).collect();
    let length = finite("gradient", number(&Tensor::stack(&lengths, 0).norm()))?;
    if length > most {
        for gradient in gradients {
            let _ = gradient.g_mul_scalar_(most / length);
        }
    }
    Ok(length)
}

/// The clipped surrogate of PPO, and the share of decisions where the clipping took hold.
fn surrogate(output: &Output, batch: &Minibatch, clip: f64) -> (Tensor, f64) {
    let chosen = |logs: &Tensor| logs.gather(1, &batch.actions, false).squeeze_dim(1); // [B]
    // Beyond these bounds the clipping stops the gradient anyway; within them the ratio is finite.
    let ratio = (chosen(&output.log_probs) - chosen(&batch.old)).clamp(-20.0, 20.0).exp();
    let clipped = ratio.clamp(1.0 - clip, 1.0 + clip);
    let surrogate = mean(&(&ratio * &batch.advantages).minimum(&(&clipped * &batch.advantages)));
    (surrogate, number(&mean(&ratio.not_equal_tensor(&clipped).to_kind(Kind::Float))))
}

fn finite(what: &'static str, number: f64) -> Result<f64, NotFinite> {
    if number.is_finite() { Ok(number) } else { Err(NotFinite { what, got: number.to_string() }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::numbers;
    use crate::samples::{Decisions, Lambdas};
    use fogbound_agents::net::Shape;

    /// Two decisions of one seat between three actions, of which the last is illegal: the first choice paid.
    fn lesson() -> (Learner, Samples, LearnerOptions) {
        let shape = Shape { observation: 2, actions: 3, hidden: 8, layers: 2, advice: 0 };
        let learner = Learner::new(shape, &mut Rng::new(1));
        let mut samples = Samples::default();
        for (action, result) in [(0, 1.0), (1, -1.0)] {
            let mut decisions = Decisions::default();
            decisions.observations.push_dense(&[1.0, 0.0]);
            decisions.hidden.push_dense(&[]);
            decisions.policies.push([(0, 0.5f32.ln()), (1, 0.5f32.ln())].into_iter());
            decisions.seats.push(0);
            decisions.actions.push(action);
            decisions.values.push(0.0);
            samples.finish(&mut decisions, result, Lambdas { advantage: 1.0, value: 1.0 });
        }
        let options = LearnerOptions { clip: 0.2, magnet: 0.05, proximal: 0.0, ..LearnerOptions::default() };
        (learner, samples, options)
    }

    fn chance_of_first(learner: &Learner) -> f32 {
        learner.net().think(&[1.0, 0.0], &[1, 1, 0]).log_probs[0].exp()
    }

    fn run(
        learner: &mut Learner,
        samples: &Samples,
        options: &LearnerOptions,
        (lesson, rate, times): (Lesson, f64, usize),
    ) -> Result<Stats, NotFinite> {
        run_named(learner, samples, options, (lesson, rate, times), &Names::default())
    }

    fn run_named(
        learner: &mut Learner,
        samples: &Samples,
        options: &LearnerOptions,
        (lesson, rate, times): (Lesson, f64, usize),
        names: &Names,
    ) -> Result<Stats, NotFinite> {
        let mut rng = Rng::new(1);
        let advantages = samples.normalised_advantages(&[0]);
        let manner = Manner { lesson, options, rate, magnet: options.magnet, step: 10.0, names };
        let mut last = Stats::default();
        for _ in 0..times {
            last = update(learner, samples, (&advantages, &[1.0, 1.0]), vec![0, 1], manner, &mut rng)?;
            assert!(last.entropy <= 2f64.ln() + 1e-6 && last.magnet_kl >= -1e-6, "{last:?}");
        }
        Ok(last)
    }

    #[test]
    fn what_paid_becomes_likelier_up_to_the_clip() {
        let (mut learner, samples, options) = lesson();
        let before = chance_of_first(&learner);
        run(&mut learner, &samples, &options, (Lesson::SelfPlay, 1e-3, 100)).unwrap();
        let after = chance_of_first(&learner);
        // The gradient stops where the ratio leaves 1 +- 0.2: at 0.6, and Adam's momentum runs on a little.
        assert!((before - 0.5).abs() < 0.02 && (0.57..0.70).contains(&after), "{before} {after}");
    }

    #[test]
    fn the_magnet_pulls_to_the_uniform_policy() {
        let (mut learner, mut samples, mut options) = lesson();
        run(&mut learner, &samples, &options, (Lesson::SelfPlay, 1e-2, 30)).unwrap();
        let sure = chance_of_first(&learner);
        samples.advantages.fill(0.0);
        options.magnet = 1.0;
        run(&mut learner, &samples, &options, (Lesson::SelfPlay, 1e-3, 200)).unwrap();
        let pulled = chance_of_first(&learner);
        assert!(sure > 0.58 && (pulled - 0.5).abs() < 0.02, "{sure} {pulled}");
    }

    #[test]
    fn the_pull_to_the_old_policy_keeps_it_near() {
        let moved = |proximal: f64| {
            let (mut learner, samples, options) = lesson();
            let options = LearnerOptions { proximal, clip: 10.0, ..options };
            run(&mut learner, &samples, &options, (Lesson::SelfPlay, 1e-3, 200)).unwrap().moved_kl
        };
        let (free, held) = (moved(0.0), moved(5.0));
        assert!(free > 0.2 && held > 0.0 && held < free / 4.0, "{free} {held}");
    }

    #[test]
    fn another_player_can_be_imitated() {
        let (mut learner, mut samples, options) = lesson();
        samples.decisions.policies = Default::default();
        for _ in 0..2 {
            samples.decisions.policies.push([(0, 0.9f32.ln()), (1, 0.1f32.ln())].into_iter());
        }
        samples.targets.fill(0.75);
        let stats = run(&mut learner, &samples, &options, (Lesson::Imitation, 3e-3, 200)).unwrap();
        assert!((chance_of_first(&learner) - 0.9).abs() < 0.01 && stats.policy < 1e-3, "{stats:?}");
        assert!((learner.net().think(&[1.0, 0.0], &[1, 1, 0]).values[0] - 0.75).abs() < 0.02);
    }

    #[test]
    fn what_a_noisy_search_finds_is_learnt_without_its_noise() {
        let (mut learner, mut samples, mut options) = lesson();
        options.magnet = 0.0;
        // Twice the same decision. One search finds the first action better by 3.5 nats, the other worse by 2.5.
        samples.decisions.policies = Default::default();
        for ahead in [3.5f32, -2.5] {
            let first = 1.0 / (1.0 + (-ahead).exp());
            samples.decisions.policies.push([(0, first.ln()), (1, (1.0 - first).ln())].into_iter());
        }
        run(&mut learner, &samples, &options, (Lesson::Search, 3e-3, 300)).unwrap();
        // On average it is better by half a nat. (The mean of the probabilities would be 0.52.)
        assert!((chance_of_first(&learner) - 0.622).abs() < 0.01, "{}", chance_of_first(&learner));
        // The magnet draws the logarithms together: with a step of 10 and a pull of 0.1, to half of it.
        options.magnet = 0.1;
        run(&mut learner, &samples, &options, (Lesson::Search, 3e-3, 300)).unwrap();
        assert!((chance_of_first(&learner) - 0.562).abs() < 0.01, "{}", chance_of_first(&learner));
    }

    /// The first choice paid where the first input was on. Were the first two of both called by each other's names, it would
    /// have been the second choice where the second input was on.
    #[test]
    fn what_is_learnt_under_other_names_is_known_under_them() {
        let learnt = |renamed: f64| {
            let (mut learner, samples, options) = lesson();
            let options = LearnerOptions { renamed, ..options };
            let other = Renamed { inputs: vec![1, 0], actions: vec![1, 0, 2] };
            let names = Names::new(vec![vec![other]]);
            let chance = |learner: &Learner| {
                let log_probs = learner.net().think(&[0.0, 1.0], &[1, 1, 0]).log_probs;
                log_probs[1].exp()
            };
            let before = chance(&learner);
            run_named(&mut learner, &samples, &options, (Lesson::SelfPlay, 1e-3, 100), &names).unwrap();
            (chance(&learner) - before, chance_of_first(&learner))
        };
        let ((never, plain), (always, swapped), (half, both)) = (learnt(0.0), learnt(1.0), learnt(0.5));
        assert!(always > 0.07 && half > 0.07 && never < always - 0.05, "{never} {always} {half}");
        assert!(plain > 0.57 && both > 0.57 && swapped < plain - 0.05, "{plain} {swapped} {both}");
    }

    #[test]
    fn what_is_not_finite_stops_the_update_and_spares_the_weights() {
        for poison in [f32::NAN, f32::INFINITY] {
            let (mut learner, mut samples, options) = lesson();
            samples.targets[0] = poison;
            let error = run(&mut learner, &samples, &options, (Lesson::SelfPlay, 1e-3, 1)).unwrap_err();
            assert!(error.to_string().starts_with("the loss became "), "{error}");
            assert!(learner.net().tensors().iter().all(|t| numbers(t).iter().all(|x| x.is_finite())));
        }
    }

    #[test]
    fn a_gradient_that_is_not_finite_is_not_followed() {
        let (mut learner, mut samples, options) = lesson();
        // Its square is still a number; the gradient's length is beyond all numbers.
        samples.targets.fill(1e19);
        let before: Vec<_> = learner.net().tensors().iter().map(numbers).collect();
        let error = run(&mut learner, &samples, &options, (Lesson::SelfPlay, 1e-3, 1)).unwrap_err();
        assert!(error.to_string().starts_with("the gradient became inf"), "{error}");
        assert_eq!(learner.net().tensors().iter().map(numbers).collect::<Vec<_>>(), before);
    }
}
