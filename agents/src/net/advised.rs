//! Playing by a network.

use std::sync::Arc;

use fogbound_env::{Game, Perspective, Seat, SeatSet, View};
use ndarray::{ArrayView2, ArrayViewMut2};

use super::checkpoint::{Checkpoint, CheckpointError};
use super::network::{Network, Scratch};
use super::networks::Networks;
use crate::search::Evaluator;
use crate::{Heuristic, Policy};

/// The advice of a network, or of each team's own, for one game: how often it would choose what, and what it expects.
#[derive(Clone, Debug)]
pub struct Advised {
    networks: Arc<Networks>,
    scratch: Scratch,
    observation: Vec<f32>,
    logits: Vec<f32>,
}

impl Advised {
    /// Advice for `game` from the networks of a checkpoint, if they fit each other.
    pub fn new<G: Game>(checkpoint: &Checkpoint, game: &G) -> Result<Advised, CheckpointError> {
        Ok(Advised::by_all(Arc::new(Networks::read(checkpoint, game)?)))
    }

    /// Advice from one network that fits the game, for all seats.
    pub fn by(network: Arc<Network>) -> Advised {
        Advised::by_all(Arc::new(Networks::new(vec![network], &[SeatSet::EMPTY])))
    }

    /// Advice from networks that fit the game.
    pub fn by_all(networks: Arc<Networks>) -> Advised {
        let shape = networks.shape();
        Advised {
            networks,
            scratch: Scratch::default(),
            observation: vec![0.0; shape.observation],
            logits: vec![0.0; shape.actions],
        }
    }

    /// Looks at what is in `observation`: the policy's raw numbers are left in `logits`.
    fn look(&mut self, seat: Seat) -> f32 {
        let mut value = [0.0];
        let shape = (1, self.observation.len());
        let observations = ArrayView2::from_shape(shape, &self.observation).expect("one row");
        let shape = (1, self.logits.len());
        let logits = ArrayViewMut2::from_shape(shape, &mut self.logits).expect("one row");
        self.networks.of(seat).evaluate(observations, logits, &mut value, &mut self.scratch);
        value[0]
    }

    /// Writes how often the network would choose each legal action, and gives back the return that it expects for the
    /// viewer.
    pub fn consider<G: Game>(&mut self, seen: &Perspective<'_, G>, weights: &mut Vec<f32>) -> f32 {
        seen.observe(&mut self.observation);
        let value = self.look(seen.seat());
        let best = seen.legal().iter().map(|a| self.logits[a.index()]).fold(f32::NEG_INFINITY, f32::max);
        weights.extend(seen.legal().iter().map(|action| (self.logits[action.index()] - best).exp()));
        as_return(seen.game(), value)
    }
}

/// A network's value, from -1 to 1, as a return of the game.
fn as_return<G: Game>(game: &G, value: f32) -> f32 {
    let (low, high) = game.return_range().into_inner();
    low + (high - low) * (value.clamp(-1.0, 1.0) + 1.0) / 2.0
}

impl<G: Game> Policy<G> for Advised {
    fn weigh(&mut self, seen: &Perspective<'_, G>, weights: &mut Vec<f32>) {
        self.consider(seen, weights);
    }
}

impl<G: Game> Heuristic<G> for Advised {
    fn value(&mut self, game: &G, view: &G::View) -> f32 {
        self.observation.fill(0.0);
        game.observe(view, &mut self.observation);
        let value = self.look(view.seat());
        as_return(game, value)
    }
}

impl<G: Game> Evaluator<G> for Advised {
    fn evaluate(&mut self, seen: &Perspective<'_, G>, prior: &mut Vec<f32>) -> f32 {
        self.consider(seen, prior)
    }
}
