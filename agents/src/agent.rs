//! What it takes to be a player.

use fogbound_env::{Action, Game, Perspective, Rng, Seat, rollout};

use crate::Thoughts;

/// Anything that can choose for a seat of `G`.
///
/// An agent is told what its seat may know, and nothing else. All its chance comes from the generator that it is
/// handed, so that the same seed gives the same play.
pub trait Agent<G: Game>: Send {
    /// A new game begins, and the agent sits in `seat`: what it remembers of the last game is worth nothing now.
    fn begin(&mut self, _seat: Seat) {}

    /// Chooses one of the perspective's legal actions.
    fn act(&mut self, seen: &Perspective<'_, G>, rng: &mut Rng) -> Action;

    /// How it came to its last choice, if it can tell.
    fn thoughts(&self) -> Option<&Thoughts> {
        None
    }
}

/// Chooses every legal action equally often.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Agent<G> for Random {
    fn act(&mut self, seen: &Perspective<'_, G>, rng: &mut Rng) -> Action {
        rollout::random_action(&seen.legal(), rng)
    }
}
