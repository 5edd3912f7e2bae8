//! A tournament of any game.

use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use fogbound_env::Game;
use fogbound_env::registry::{self, OpenError, Visitor};
use serde_json::Value;
use thiserror::Error;

use crate::Spec;
use crate::arena::{ArenaError, Entrant, Journal, Results, Tournament};

/// Why a tournament cannot be had.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// The game cannot be had.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

/// A [`Tournament`] of any game, with its journal.
pub trait AnyTournament: Debug + Send + Sync {
    /// Plays what is missing of the first `count` games of every pairing; see [`Tournament::play`].
    fn play(&mut self, count: u64) -> Result<(), ArenaError>;
    /// What the first `count` games showed; none if no game was played by all.
    fn results(&self, count: u64) -> Option<Results>;
}

/// Opens a game and lets the agents `first` play its first team, `second` all other seats. A journal in a folder keeps
/// the games, and a run that was cut short goes on from it.
pub fn tournament(
    (game, setup): (&str, &Value),
    first: &[Spec],
    second: &[Spec],
    seed: u64,
    folder: Option<&Path>,
) -> Result<Box<dyn AnyTournament>, TournamentError> {
    struct Make<'a> {
        first: &'a [Spec],
        second: &'a [Spec],
        seed: u64,
        folder: Option<&'a Path>,
    }
    impl Visitor for Make<'_> {
        type Output = Result<Box<dyn AnyTournament>, ArenaError>;
        fn visit<G: Game>(self, game: G) -> Self::Output {
            let game = Arc::new(game);
            let side = |specs: &[Spec]| specs.iter().map(|spec| Entrant::of(spec, &game)).collect();
            let (first, second): (Result<_, _>, Result<_, _>) = (side(self.first), side(self.second));
            let tournament = Tournament::new(Arc::clone(&game), first?, second?, self.seed)?;
            let journal = match self.folder {
                Some(folder) => Journal::open(folder, tournament.header())?,
                None => Journal::in_memory(tournament.header()),
            };
            Ok(Box::new(Kept { tournament, journal }))
        }
    }
    Ok(registry::open(game, setup, Make { first, second, seed, folder })??)
}

#[derive(Debug)]
struct Kept<G: Game> {
    tournament: Tournament<G>,
    journal: Journal,
}

impl<G: Game> AnyTournament for Kept<G> {
    fn play(&mut self, count: u64) -> Result<(), ArenaError> {
        self.tournament.play(count, &mut self.journal, &|| {})
    }

    fn results(&self, count: u64) -> Option<Results> {
        Results::of(&self.journal, count)
    }
}
