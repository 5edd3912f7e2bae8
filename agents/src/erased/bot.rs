//! One agent in one seat.

use std::fmt::Debug;
use std::sync::Arc;

use fogbound_env::registry::{self, Info, OpenError, Visitor};
use fogbound_env::{Action, AnyPerspective, Fingerprint, Game, Held, Rng, Seat};
use serde_json::Value;
use thiserror::Error;

use crate::spec::SpecError;
use crate::{Agent, Spec};

/// Why a bot cannot be had, or cannot choose.
#[derive(Debug, Error)]
pub enum BotError {
    /// The game cannot be had.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The agent cannot be had.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// It was shown another game than the one it was made for.
    #[error("the bot was made for {wanted}, and this is a perspective on {found}")]
    OtherGame {
        /// What the bot plays.
        wanted: String,
        /// What it was shown.
        found: String,
    },
    /// It was shown what another seat sees.
    #[error("the bot sits in {wanted}, and this is the perspective of {found}")]
    OtherSeat {
        /// Where the bot sits.
        wanted: Seat,
        /// Whose perspective it was shown.
        found: Seat,
    },
    /// Its seat has nothing to choose.
    #[error("{0} is not asked now")]
    NotAsked(Seat),
}

/// An agent in a seat of a game of any kind. It is shown perspectives and nothing else.
pub trait AnyBot: Debug + Send {
    /// Where it sits.
    fn seat(&self) -> Seat;
    /// A new game begins, which is stream `game` of the bot's seed: the bot forgets the last one.
    fn begin(&mut self, game: u64);
    /// Which game of its seed it plays, and how many choices it has made in it.
    fn progress(&self) -> (u64, u64);
    /// Goes on in the middle of a game, remembering nothing of it.
    fn go_on(&mut self, progress: (u64, u64));
    /// Chooses one of the perspective's legal actions.
    fn act(&mut self, seen: &dyn AnyPerspective) -> Result<Action, BotError>;
}

/// Seats the agent that `spec` describes. All its chance comes from the seed, the seat, the number of the game and the
/// number of the choice, so that a bot can be made again in the middle of a game.
///
/// ```
/// use fogbound_agents::{Spec, erased};
/// use fogbound_env::Seat;
///
/// let setup = serde_json::Value::Null;
/// let table = fogbound_env::erased::open("kuhn", &setup).unwrap().table(1);
/// let spec: Spec = "scripted".parse().unwrap();
/// let mut bot = erased::bot(&spec, "kuhn", &setup, Seat(0), 7).unwrap();
/// let action = bot.act(&*table.perspective(Seat(0))).unwrap();
/// assert!(table.legal(Seat(0)).contains(action));
/// assert!(bot.act(&*table.perspective(Seat(1))).is_err());
/// ```
pub fn bot(
    spec: &Spec,
    game: &str,
    setup: &Value,
    seat: Seat,
    seed: u64,
) -> Result<Box<dyn AnyBot>, BotError> {
    struct Make<'a> {
        spec: &'a Spec,
        seat: Seat,
        seed: u64,
    }
    impl Visitor for Make<'_> {
        type Output = Result<Box<dyn AnyBot>, SpecError>;
        fn visit<G: Game>(self, game: G) -> Self::Output {
            let game = Arc::new(game);
            let name = self.spec.to_string();
            let mut bot = Bot {
                agent: self.spec.build(&game)?,
                game,
                name,
                seat: self.seat,
                seed: self.seed,
                progress: (0, 0),
            };
            bot.begin(0);
            Ok(Box::new(bot))
        }
    }
    Ok(registry::open(game, setup, Make { spec, seat, seed })??)
}

struct Bot<G: Game> {
    game: Arc<G>,
    agent: Box<dyn Agent<G>>,
    name: String,
    seat: Seat,
    seed: u64,
    progress: (u64, u64),
}

impl<G: Game> Debug for Bot<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bot").field("name", &self.name).field("seat", &self.seat).finish_non_exhaustive()
    }
}

impl<G: Game> AnyBot for Bot<G> {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn begin(&mut self, game: u64) {
        self.go_on((game, 0));
    }

    fn progress(&self) -> (u64, u64) {
        self.progress
    }

    fn go_on(&mut self, progress: (u64, u64)) {
        self.progress = progress;
        self.agent.begin(self.seat);
    }

    fn act(&mut self, seen: &dyn AnyPerspective) -> Result<Action, BotError> {
        let held = seen.as_any().downcast_ref::<Held<G>>();
        let Some(held) = held.filter(|held| held.game().setup() == self.game.setup()) else {
            let show = |info: &Info| format!("{} {}", info.name, info.setup);
            return Err(BotError::OtherGame {
                wanted: show(&Info::of(&*self.game)),
                found: show(&seen.info()),
            });
        };
        let seen = held.perspective();
        if seen.seat() != self.seat {
            return Err(BotError::OtherSeat { wanted: self.seat, found: seen.seat() });
        }
        if seen.legal().is_empty() {
            return Err(BotError::NotAsked(self.seat));
        }
        let (game, choice) = self.progress;
        self.progress.1 += 1;
        let private = Fingerprint::of(&(self.seed, self.seat, game)).0;
        Ok(self.agent.act(&seen, &mut Rng::stream(private, choice)))
    }
}
