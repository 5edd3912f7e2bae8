//! Dealt worlds, weighted by how likely a model makes the choices behind them.

use std::collections::HashMap;
use std::fmt;

use fogbound_env::{Action, Fingerprint, Game, Perspective, Rng, Seat};

use super::Belief;
use crate::Policy;
use crate::policy::draw_rank;

/// Views that are remembered at most. A game that needs them looks for one of the current round.
const MEMORY: usize = 64;

/// Deals worlds and weighs each by the likelihood of the others' choices in it, as the game can retrace them
/// ([`Game::retrace`]) and as the model would have made them. Right if the model is.
pub struct Reweighted<G: Game> {
    model: Box<dyn Policy<G>>,
    /// Worlds that are dealt for each choice.
    count: usize,
    seat: Seat,
    remembered: Vec<G::View>,
    worlds: Vec<G::State>,
    weights: Vec<f32>,
}

impl<G: Game> fmt::Debug for Reweighted<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reweighted").field("count", &self.count).finish_non_exhaustive()
    }
}

impl<G: Game> Reweighted<G> {
    /// A belief that weighs `count` worlds for each choice.
    pub fn new(model: Box<dyn Policy<G>>, count: usize) -> Reweighted<G> {
        Reweighted {
            model,
            count: count.max(1),
            seat: Seat(0),
            remembered: Vec::new(),
            worlds: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// The worlds dealt for the present choice, and how likely each is; the weights need not add up to 1.
    pub fn weighted(&self) -> impl Iterator<Item = (&G::State, f32)> {
        self.worlds.iter().zip(self.weights.iter().copied())
    }

    /// How much more likely the model makes the choices that led to `world` than even choice does, as a logarithm.
    fn likelihood(&mut self, game: &G, world: &G::State, asked: &mut Answers) -> f32 {
        let (model, me) = (&mut self.model, self.seat);
        let mut sum = 0.0;
        game.retrace(world, &self.remembered, &mut |past, seat, action| {
            // What the believer did itself is as likely in one world as in another.
            if seat != me {
                sum += asked.ratio(&mut **model, &Perspective::new(game, past, seat), action).ln();
            }
        });
        sum
    }
}

/// What the model said at the perspectives that have come up. Many worlds share them.
#[derive(Default)]
struct Answers {
    rank: HashMap<(Seat, Fingerprint), usize>,
    /// Weights by perspective, scaled so that even choice gives 1 for every action.
    ratios: Vec<Vec<f32>>,
}

impl Answers {
    fn ratio<G: Game>(
        &mut self,
        model: &mut dyn Policy<G>,
        seen: &Perspective<'_, G>,
        action: Action,
    ) -> f32 {
        let ratios = &mut self.ratios;
        let rank = *self.rank.entry((seen.seat(), seen.key())).or_insert_with(|| {
            let mut weights = Vec::new();
            model.weigh(seen, &mut weights);
            let scale = weights.len() as f32 / weights.iter().sum::<f32>();
            for weight in &mut weights {
                *weight *= scale;
            }
            ratios.push(weights);
            ratios.len() - 1
        });
        let place = seen.legal().iter().position(|legal| legal == action);
        place.map_or(0.0, |place| ratios[rank][place])
    }
}

impl<G: Game> Belief<G> for Reweighted<G> {
    fn begin(&mut self, seat: Seat) {
        self.seat = seat;
        self.remembered.clear();
    }

    fn update(&mut self, seen: &Perspective<'_, G>, rng: &mut Rng) {
        self.seat = seen.seat();
        self.worlds.clear();
        self.worlds.extend((0..self.count).map(|_| seen.deal(rng)));
        let mut asked = Answers::default();
        let worlds = std::mem::take(&mut self.worlds);
        let logs: Vec<f32> =
            worlds.iter().map(|world| self.likelihood(seen.game(), world, &mut asked)).collect();
        self.worlds = worlds;
        // Weights are relative to the likeliest world, so that long games do not round them to nothing.
        let most = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let weight = |&log: &f32| if most > f32::NEG_INFINITY { (log - most).exp() } else { 1.0 };
        self.weights.clear();
        self.weights.extend(logs.iter().map(weight));
    }

    fn world(&mut self, seen: &Perspective<'_, G>, rng: &mut Rng) -> G::State {
        if self.worlds.is_empty() {
            self.update(seen, rng);
        }
        self.worlds[draw_rank(&self.weights, rng)].clone()
    }

    fn acted(&mut self, seen: &Perspective<'_, G>, _: Action) {
        if self.remembered.len() == MEMORY {
            self.remembered.remove(0);
        }
        self.remembered.push(seen.view().clone());
    }
}
