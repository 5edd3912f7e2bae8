//! Games of one seat against bots, of any game.

use std::fmt::Debug;
use std::sync::Arc;

use fogbound_env::registry::{self, Visitor};
use fogbound_env::{BatchError, Game};
use serde_json::Value;

use super::BotError;
use crate::Spec;
use crate::spec::{Maker, SpecError};
use crate::versus::{Versus, VersusOptions};

/// A [`Versus`] of any game.
pub trait AnyVersus: Debug + Send {
    /// See [`Versus::step`].
    fn step(&mut self, actions: &[u16]) -> Result<(), BatchError>;
    /// See [`Versus::reset`].
    fn reset(&mut self, seed: u64);
    /// See [`Versus::lanes`].
    fn lanes(&self) -> usize;
    /// See [`Versus::observations`].
    fn observations(&self) -> &[f32];
    /// See [`Versus::masks`].
    fn masks(&self) -> &[u8];
    /// See [`Versus::rewards`].
    fn rewards(&self) -> &[f32];
    /// See [`Versus::dones`].
    fn dones(&self) -> &[u8];
    /// See [`Versus::final_observations`].
    fn final_observations(&self) -> &[f32];
}

/// Opens a game for one seat against bots: `bots[i]` describes the bot of seat `i`; that of the own seat is not used.
/// The options must be such that [`Versus::new`] takes them.
pub fn versus(
    (game, setup): (&str, &Value),
    bots: &[Spec],
    options: VersusOptions,
) -> Result<Result<Box<dyn AnyVersus>, BatchError>, BotError> {
    struct Make<'a> {
        bots: &'a [Spec],
        options: VersusOptions,
    }
    impl Visitor for Make<'_> {
        type Output = Result<Result<Box<dyn AnyVersus>, BatchError>, SpecError>;
        fn visit<G: Game>(self, game: G) -> Self::Output {
            let game = Arc::new(game);
            // Seats with the same bot share what it loads.
            let mut made: Vec<(&Spec, Arc<Maker<G>>)> = Vec::new();
            let mut makers = Vec::new();
            for (seat, spec) in self.bots.iter().enumerate() {
                if seat == self.options.seat.index() {
                    makers.push(None);
                    continue;
                }
                let known = made.iter().find(|(known, _)| *known == spec).map(|(_, maker)| Arc::clone(maker));
                let maker = if let Some(maker) = known { maker } else { Arc::new(spec.prepare(&game)?) };
                made.push((spec, Arc::clone(&maker)));
                makers.push(Some(maker));
            }
            let versus = Versus::new(game, makers, self.options);
            Ok(versus.map(|versus| Box::new(versus) as Box<dyn AnyVersus>))
        }
    }
    Ok(registry::open(game, setup, Make { bots, options })??)
}

impl<G: Game> AnyVersus for Versus<G> {
    fn step(&mut self, actions: &[u16]) -> Result<(), BatchError> {
        Versus::step(self, actions)
    }

    fn reset(&mut self, seed: u64) {
        Versus::reset(self, seed);
    }

    fn lanes(&self) -> usize {
        Versus::lanes(self)
    }

    fn observations(&self) -> &[f32] {
        Versus::observations(self)
    }

    fn masks(&self) -> &[u8] {
        Versus::masks(self)
    }

    fn rewards(&self) -> &[f32] {
        Versus::rewards(self)
    }

    fn dones(&self) -> &[u8] {
        Versus::dones(self)
    }

    fn final_observations(&self) -> &[f32] {
        Versus::final_observations(self)
    }
}
