//! The games by name, and the one place that knows them all.
//!
//! Code that serves any game takes a [`Visitor`]: the registry finds the game, builds it from a JSON setup and
//! hands it over with its real type. The [`erased`](crate::erased) module uses this to give out objects that
//! forget the type, for borders such as the command line, Python and the web.

use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

use crate::fingerprint::Fingerprint;
use crate::game::Game;
use crate::games::{goofspiel::Goofspiel, kuhn::Kuhn, leduc::Leduc, stalk::Stalk, trial::Trial};
use crate::schema::Schema;
use crate::seat::Seat;
use crate::setup::{SetupError, read_setup, write_setup};

/// Work to be done with a game whose type is known only by its name.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does the work.
    fn visit<G: Game>(self, game: G) -> Self::Output;
}

/// Why a game could not be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpenError {
    /// There is no game of this name.
    #[error("there is no game `{name}`; the games are {}", NAMES.join(", "))]
    Unknown {
        /// The name that was asked for.
        name: String,
    },
    /// There is no preset of this name.
    #[error("`{game}` has no preset `{preset}`; its presets are {}", known.join(", "))]
    Preset {
        /// The game.
        game: &'static str,
        /// The preset that was asked for.
        preset: String,
        /// The presets that it has.
        known: Vec<&'static str>,
    },
    /// The game cannot be played with this setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// The name of every game.
pub const NAMES: &[&str] = &[Kuhn::NAME, Leduc::NAME, Goofspiel::NAME, Trial::NAME, Stalk::NAME];

/// Hands the game called `name`, made from `setup`, to `visitor`. Null or an empty object is the default setup; a
/// `preset` in the object starts from that preset instead, and the other options change it.
///
/// ```
/// use fogbound_env::{Game, registry};
///
/// struct CountSeats;
/// impl registry::Visitor for CountSeats {
///     type Output = usize;
///     fn visit<G: Game>(self, game: G) -> usize {
///         game.seats()
///     }
/// }
/// let setup = serde_json::json!({"preset": "tiny", "bids": "open"});
/// assert_eq!(registry::open("goofspiel", &setup, CountSeats), Ok(2));
/// ```
pub fn open<V: Visitor>(name: &str, setup: &Value, visitor: V) -> Result<V::Output, OpenError> {
    match name {
        Kuhn::NAME => make::<Kuhn>(setup).map(|game| visitor.visit(game)),
        Leduc::NAME => make::<Leduc>(setup).map(|game| visitor.visit(game)),
        Goofspiel::NAME => make::<Goofspiel>(setup).map(|game| visitor.visit(game)),
        Trial::NAME => make::<Trial>(setup).map(|game| visitor.visit(game)),
        Stalk::NAME => make::<Stalk>(setup).map(|game| visitor.visit(game)),
        _ => Err(OpenError::Unknown { name: name.into() }),
    }
}

/// Makes a game whose type is known, from a setup as [`open`] takes it.
pub fn make<G: Game>(setup: &Value) -> Result<G, OpenError> {
    let mut setup = setup.clone();
    if let Some(preset) = setup.as_object_mut().and_then(|fields| fields.remove("preset")) {
        let preset = preset.as_str().map_or_else(|| preset.to_string(), str::to_string);
        let presets = G::presets();
        let known = presets.iter().map(|(name, _)| *name).collect();
        let found = presets.into_iter().find(|(name, _)| *name == preset);
        let (_, base) = found.ok_or(OpenError::Preset { game: G::NAME, preset, known })?;
        let mut merged = write_setup(&base);
        if let (Some(merged), Value::Object(changes)) = (merged.as_object_mut(), setup) {
            merged.extend(changes);
        }
        setup = merged;
    }
    Ok(G::new(read_setup(G::NAME, &setup)?)?)
}

/// What there is to know about a game before playing it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Info {
    /// Its name.
    pub name: &'static str,
    /// One sentence on it.
    pub summary: &'static str,
    /// The version of its rules.
    pub rules: u32,
    /// What the seats are called, with this setup.
    pub seats: Vec<String>,
    /// The seats of each team.
    pub teams: Vec<Vec<Seat>>,
    /// Length of the action list.
    pub actions: usize,
    /// Length of the observation vector.
    pub observation: usize,
    /// Layout of the observation vector.
    pub schema: Schema,
    /// A number that changes with the layout.
    pub schema_fingerprint: Fingerprint,
    /// Whether several seats ever choose at once.
    pub plans_at_once: bool,
    /// The smallest and the largest return.
    pub returns: (f32, f32),
    /// What the teams' returns add up to, if always the same.
    pub return_sum: Option<f32>,
    /// No game has more moves than this.
    pub longest: usize,
    /// The setup in full.
    pub setup: Value,
    /// Setups with a name.
    pub presets: Vec<(&'static str, Value)>,
    /// Bytes of one state.
    pub state_bytes: usize,
}

impl Info {
    /// What there is to know about `game`.
    pub fn of<G: Game>(game: &G) -> Info {
        Info {
            name: G::NAME,
            summary: G::SUMMARY,
            rules: G::RULES_VERSION,
            seats: (0..game.seats() as u8).map(|seat| game.seat_name(Seat(seat))).collect(),
            teams: game.teams().into_iter().map(|team| team.iter().collect()).collect(),
            actions: G::ACTIONS,
            observation: G::SCHEMA.len(),
            schema: G::SCHEMA,
            schema_fingerprint: G::SCHEMA.fingerprint(),
            plans_at_once: G::PLANS_AT_ONCE,
            returns: game.return_range().into_inner(),
            return_sum: game.return_sum(),
            longest: game.longest(),
            setup: write_setup(game.setup()),
            presets: G::presets().iter().map(|(name, setup)| (*name, write_setup(setup))).collect(),
            state_bytes: size_of::<G::State>(),
        }
    }

    /// What the teams are called: each by its seat, or by what the names of its seats begin with.
    pub fn team_names(&self) -> Vec<String> {
        self.teams.iter().map(|team| self.team_name(team)).collect()
    }

    fn team_name(&self, team: &[Seat]) -> String {
        let names: Vec<&str> = team.iter().map(|seat| self.seats[seat.index()].as_str()).collect();
        let [first, rest @ ..] = &names[..] else { return String::new() };
        if rest.is_empty() {
            return (*first).to_string();
        }
        let shared = (0..=first.len()).rev().filter_map(|end| first.get(..end));
        let start = shared.into_iter().find(|start| rest.iter().all(|name| name.starts_with(start)));
        match start.unwrap_or("").trim_end_matches('_') {
            "" => names.join("+"),
            start => format!("{start}s"),
        }
    }
}
