//! Every agent of one side against every agent of the other.

use std::io;
use std::sync::{Arc, Mutex};

use fogbound_env::registry::Info;
use fogbound_env::{Game, Illegal, SeatSet};
use rayon::prelude::*;
use thiserror::Error;

use super::entrant::Entrant;
use super::journal::{FORMAT, Header, Journal, JournalError, Outcome, Played};
use super::one::play_game;
use crate::Agent;
use crate::spec::SpecError;

/// Why a tournament cannot be played.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// There is nobody to play on one side.
    #[error("each side needs at least one agent")]
    Nobody,
    /// The same agent was named twice on one side.
    #[error("`{agent}` is named twice on one side; it would play the same games again")]
    Twice {
        /// The agent.
        agent: String,
    },
    /// The game has no sides.
    #[error("all seats of {game} are in one team: there is nobody to play against")]
    OneTeam {
        /// The game.
        game: &'static str,
    },
    /// An agent cannot be had.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A file that an agent is loaded from cannot be read.
    #[error("cannot read {path}: {source}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// An agent chose what the rules forbid.
    #[error("game {game} of `{first}` against `{second}`: {illegal}")]
    Illegal {
        /// The number of the game.
        game: u64,
        /// The agent of the first team.
        first: String,
        /// The agent of the other seats.
        second: String,
        /// What was refused.
        illegal: Illegal,
    },
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Agents of one side against agents of the other, every pairing on the same games.
///
/// The first team of the game, in the killer games the killer, is one side; all other seats are the other, each played
/// by an agent of its own, all made from the same spec.
///
/// **What is paired.** Game `i` takes its chance moves from the same stream in every pairing, and each seat its own
/// random numbers. So whatever falls before the first choice is the same for all pairings: the line-up and the board
/// where the setup draws them, the cards that are dealt at the start. Later chance moves take the next numbers of the
/// same stream, but as soon as two pairings choose differently they may use them for different things.
#[derive(Debug)]
pub struct Tournament<G: Game> {
    game: Arc<G>,
    seed: u64,
    first: Vec<Entrant<G>>,
    second: Vec<Entrant<G>>,
    first_team: SeatSet,
}

impl<G: Game> Tournament<G> {
    /// Lets `first` play the first team and `second` all other seats, in the games of `seed`.
    pub fn new(
        game: Arc<G>,
        first: Vec<Entrant<G>>,
        second: Vec<Entrant<G>>,
        seed: u64,
    ) -> Result<Tournament<G>, ArenaError> {
        let teams = game.teams();
        let [first_team, _, ..] = teams[..] else { return Err(ArenaError::OneTeam { game: G::NAME }) };
        for side in [&first, &second] {
            if side.is_empty() {
                return Err(ArenaError::Nobody);
            }
            let known = |i: usize| side[..i].iter().any(|earlier| earlier.name == side[i].name);
            if let Some(i) = (1..side.len()).find(|&i| known(i)) {
                return Err(ArenaError::Twice { agent: side[i].name.clone() });
            }
        }
        Ok(Tournament { game, seed, first, second, first_team })
    }

    /// What the games have in common, for a [`Journal`].
    pub fn header(&self) -> Header {
        let names = |side: &[Entrant<G>]| side.iter().map(|entrant| entrant.name.clone()).collect();
        let files = self.first.iter().chain(&self.second).flat_map(|entrant| entrant.files.clone());
        Header {
            journal: FORMAT,
            program: env!("CARGO_PKG_VERSION").into(),
            game: G::NAME.into(),
            rules: G::RULES_VERSION,
            setup: Info::of(&*self.game).setup,
            seed: self.seed,
            first: names(&self.first),
            second: names(&self.second),
            files: files.collect(),
        }
    }

    /// How many games `count` games of every pairing are.
    pub fn games_in_all(&self, count: u64) -> u64 {
        count * (self.first.len() * self.second.len()) as u64
    }

    /// Plays what the journal lacks of the first `count` games of every pairing, on all threads of the current `rayon`
    /// pool, and calls `finished` after each game. The games do not depend on the number of threads, unless an agent
    /// looks at the clock.
    pub fn play(
        &self,
        count: u64,
        journal: &mut Journal,
        finished: &(dyn Fn() + Sync),
    ) -> Result<(), ArenaError> {
        let (firsts, seconds) = (self.first.len(), self.second.len());
        let all = (0..count).flat_map(|game| {
            (0..firsts).flat_map(move |first| (0..seconds).map(move |second| (game, first, second)))
        });
        let missing: Vec<_> =
            all.filter(|&(game, first, second)| !journal.holds(game, first, second)).collect();
        let journal = Mutex::new(journal);
        // One at a time, since games are long beside the handing over, and some are far longer than others.
        missing.into_par_iter().with_max_len(1).try_for_each(|(game, first, second)| {
            let played = self.play_one(game, first, second)?;
            journal.lock().expect("no thread panics while it writes").add(played)?;
            finished();
            Ok(())
        })
    }

    fn play_one(&self, index: u64, first: usize, second: usize) -> Result<Played, ArenaError> {
        let seats = SeatSet::first(self.game.seats());
        let (ours, theirs) = (&self.first[first], &self.second[second]);
        let maker = |seat| if self.first_team.contains(seat) { &ours.make } else { &theirs.make };
        let mut agents: Vec<Box<dyn Agent<G>>> = seats.iter().map(|seat| maker(seat)()).collect();
        let mut borrowed: Vec<&mut dyn Agent<G>> = agents.iter_mut().map(|agent| &mut **agent as _).collect();
        let ended = play_game(&*self.game, &mut borrowed, self.seed, index).map_err(|illegal| {
            ArenaError::Illegal {
                game: index,
                first: ours.name.clone(),
                second: theirs.name.clone(),
                illegal,
            }
        })?;
        let paid_to = |in_first: bool| {
            let side = seats.iter().filter(move |&seat| self.first_team.contains(seat) == in_first);
            side.map(|seat| ended.returns[seat.index()]).fold(f32::MIN, f32::max)
        };
        let (paid, rest) = (paid_to(true), paid_to(false));
        let outcome = if paid > rest {
            Outcome::Win
        } else if paid < rest {
            Outcome::Loss
        } else {
            Outcome::Draw
        };
        let strata = self.game.strata(&ended.state).into_iter();
        Ok(Played {
            game: index,
            first,
            second,
            outcome,
            paid,
            decisions: ended.decisions,
            strata: strata.map(|(name, value)| (name.to_string(), value)).collect(),
        })
    }
}
