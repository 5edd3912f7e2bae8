//! Bots, tournaments and games against bots whose type is not known: for Python and other borders.

mod bot;
mod tournament;
mod versus;

pub use bot::{AnyBot, BotError, bot};
pub use tournament::{AnyTournament, TournamentError, tournament};
pub use versus::{AnyVersus, versus};
