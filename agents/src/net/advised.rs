//! Playing by a network.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use fogbound_env::{ActionSet, Game, Perspective, Seat, SeatSet};
use ndarray::{ArrayView2, ArrayViewMut2};

use super::checkpoint::{Checkpoint, CheckpointError};
use super::network::{Network, Scratch};
use super::networks::Networks;
use crate::scripted;
use crate::search::Evaluator;
use crate::{Heuristic, Policy};

/// The advice of a network, or of each team's own, for one game: how often it would choose what, and what it expects.
pub struct Advised<G: Game> {
    networks: Arc<Networks>,
    /// The script that the networks correct, if they do.
    script: Option<Box<dyn Policy<G>>>,
    scratch: Scratch,
    /// What the network reads: the observation, and after it the script's advice.
    inputs: Vec<f32>,
    logits: Vec<f32>,
    weights: Vec<f32>,
    /// Where it is counted how often a network is asked, if that is wanted.
    counter: Option<Arc<AtomicU64>>,
}

impl<G: Game> Advised<G> {
    /// Advice for `game` from the networks of a checkpoint, if they fit each other.
    pub fn new(checkpoint: &Checkpoint, game: &G) -> Result<Advised<G>, CheckpointError> {
        Ok(Advised::by_all(Arc::new(Networks::read(checkpoint, game)?)))
    }

    /// Advice from one network that fits the game, for all seats.
    pub fn by(network: Arc<Network>) -> Advised<G> {
        Advised::by_all(Arc::new(Networks::new(vec![network], &[SeatSet::EMPTY])))
    }

    /// Advice from networks that fit the game.
    ///
    /// # Panics
    /// If the networks correct a script and the game has none.
    pub fn by_all(networks: Arc<Networks>) -> Advised<G> {
        let shape = networks.shape();
        let script = || scripted::policy_for().expect("networks that correct a script have one");
        let script = (shape.advice > 0).then(script);
        Advised {
            networks,
            script,
            scratch: Scratch::default(),
            inputs: vec![0.0; shape.inputs()],
            logits: vec![0.0; shape.actions],
            weights: Vec::new(),
            counter: None,
        }
    }

    /// The same, counting in `counter` how often a network is asked.
    #[must_use]
    pub fn counted_by(self, counter: &Arc<AtomicU64>) -> Advised<G> {
        Advised { counter: Some(Arc::clone(counter)), ..self }
    }

    /// Looks at what is in `inputs`: the policy's raw numbers for the actions asked for are left in `logits`.
    fn look(&mut self, seat: Seat, asked: ActionSet) -> f32 {
        if let Some(counter) = &self.counter {
            counter.fetch_add(1, Ordering::Relaxed);
        }
        let mut value = [0.0];
        let shape = (1, self.inputs.len());
        let inputs = ArrayView2::from_shape(shape, &self.inputs).expect("one row");
        let shape = (1, self.logits.len());
        let logits = ArrayViewMut2::from_shape(shape, &mut self.logits).expect("one row");
        self.networks.of(seat).evaluate_legal(inputs, &[asked], logits, &mut value, &mut self.scratch);
        value[0]
    }

    /// Writes how often the network would choose each legal action, and gives back the return that it expects for the
    /// viewer.
    pub fn consider(&mut self, seen: &Perspective<'_, G>, weights: &mut Vec<f32>) -> f32 {
        let value = self.judge(seen, seen.legal());
        let best = seen.legal().iter().map(|a| self.logits[a.index()]).fold(f32::NEG_INFINITY, f32::max);
        weights.extend(seen.legal().iter().map(|action| (self.logits[action.index()] - best).exp()));
        value
    }

    /// The return that the network expects for the viewer; the policy's raw numbers for the actions asked for are left in
    /// `logits`.
    fn judge(&mut self, seen: &Perspective<'_, G>, asked: ActionSet) -> f32 {
        read(seen, self.script.as_deref_mut(), &mut self.weights, &mut self.inputs);
        let value = self.look(seen.seat(), asked);
        as_return(seen.game(), value)
    }
}

/// Writes what a network reads of what a seat sees: the observation, and after it the script's advice if there is room for it.
/// Who is not asked is not advised.
///
/// # Panics
/// If there is room for advice, and no script.
pub(crate) fn read<G: Game>(
    seen: &Perspective<'_, G>,
    script: Option<&mut (dyn Policy<G> + 'static)>,
    weights: &mut Vec<f32>,
    inputs: &mut [f32],
) {
    let (observation, advice) = inputs.split_at_mut(G::SCHEMA.len());
    seen.observe(observation);
    if advice.is_empty() || seen.legal().is_empty() {
        advice.fill(0.0);
    } else {
        let script = script.expect("networks that correct a script have one");
        scripted::advise(script, seen, weights, advice);
    }
}

/// A network's value, from -1 to 1, as a return of the game.
pub(crate) fn as_return<G: Game>(game: &G, value: f32) -> f32 {
    let (low, high) = game.return_range().into_inner();
    low + (high - low) * (value.clamp(-1.0, 1.0) + 1.0) / 2.0
}

impl<G: Game> Policy<G> for Advised<G> {
    fn weigh(&mut self, seen: &Perspective<'_, G>, weights: &mut Vec<f32>) {
        self.consider(seen, weights);
    }
}

impl<G: Game> Heuristic<G> for Advised<G> {
    fn value(&mut self, seen: &Perspective<'_, G>) -> f32 {
        self.judge(seen, ActionSet::EMPTY)
    }
}

impl<G: Game> Evaluator<G> for Advised<G> {
    fn evaluate(&mut self, seen: &Perspective<'_, G>, prior: &mut Vec<f32>) -> f32 {
        self.consider(seen, prior)
    }
}

impl<G: Game> fmt::Debug for Advised<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Advised({}, {:?})", G::NAME, self.networks.shape())
    }
}
