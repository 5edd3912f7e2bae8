//! Beliefs: which worlds a seat thinks possible, and how likely.
//!
//! [`Dealt`] takes the game's own word, [`Reweighted`] weighs it by how the others are thought to play, and
//! [`Particles`] plays worlds on from choice to choice; [`Filter`] does so with all of them, as long as they are few.

mod filter;
mod particles;
mod reweighted;
#[cfg(test)]
mod tests;
mod weighing;

use fogbound_env::{Action, Game, Perspective, Rng, Seat};

pub use filter::Filter;
pub use particles::Particles;
pub use reweighted::Reweighted;

/// A source of worlds for one seat.
///
/// A world is a full state that the seat cannot tell from the real one: its view of it is the view that it has.
pub trait Belief<G: Game>: Send {
    /// A new game begins, and the believer sits in `seat`.
    fn begin(&mut self, _seat: Seat) {}

    /// The seat is asked, and this is what it sees. Called once before the worlds of a choice are drawn.
    fn update(&mut self, _seen: &Perspective<'_, G>, _rng: &mut Rng) {}

    /// Draws a world.
    fn world(&mut self, seen: &Perspective<'_, G>, rng: &mut Rng) -> G::State;

    /// The seat has made its choice.
    fn acted(&mut self, _seen: &Perspective<'_, G>, _action: Action) {}
}

/// The game's own [`deal`](Game::deal): right if the others choose at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dealt;

impl<G: Game> Belief<G> for Dealt {
    fn world(&mut self, seen: &Perspective<'_, G>, rng: &mut Rng) -> G::State {
        seen.deal(rng)
    }
}
