//! The conformance suite: what every game must do, whatever its rules.
//!
//! A game that is in the registry is checked by the tests of this crate without further ado. Authors of games
//! elsewhere call the suite themselves:
//!
//! ```
//! use std::sync::Arc;
//! use fogbound_env::{Game, games::kuhn::Kuhn};
//! use fogbound_tests::Check;
//!
//! let game = Arc::new(Kuhn::new(Default::default()).unwrap());
//! for check in Check::ALL {
//!     check.run(&game, 20);
//! }
//! ```
//!
//! A check panics at the first thing that is wrong, and says in which game it was found.

// The checks are tests: to panic is their way of reporting.
#![allow(clippy::unwrap_used)]

mod checks;
mod walk;

use std::sync::Arc;

use fogbound_env::Game;
use fogbound_env::registry::{self, NAMES, Visitor};
use serde_json::json;

pub use walk::{Trace, random_joint};

/// One part of the suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// The moves decide the state: a replay gives equal bytes, and a clone is independent.
    History,
    /// Legal sets are never empty nor forced, legal choices apply, all others are refused without a change.
    Choices,
    /// Chance weights are positive and sum up as declared, and draws follow them.
    Chance,
    /// What a seat is shown depends on nothing but what it did and heard.
    NoLeak,
    /// A deal looks the same to its viewer and can be played to the end.
    Deals,
    /// The order of commits makes no difference, and nobody sees them.
    Referee,
    /// Observations keep to their schema and tell apart what the views tell apart.
    Observation,
    /// Returns keep to what is declared, games end in time, and in the same way when nobody looks.
    Returns,
    /// Records come back whole, and damaged ones are refused.
    Records,
    /// A batch plays the same games as one at a time, on any number of threads.
    Batches,
    /// Actions, events and views can be shown to people, and names can be read back.
    Text,
}

impl Check {
    /// The whole suite.
    pub const ALL: [Check; 11] = [
        Check::History,
        Check::Choices,
        Check::Chance,
        Check::NoLeak,
        Check::Deals,
        Check::Referee,
        Check::Observation,
        Check::Returns,
        Check::Records,
        Check::Batches,
        Check::Text,
    ];

    /// Checks `game` over that many random games.
    pub fn run<G: Game>(self, game: &Arc<G>, games: u64) {
        match self {
            Check::History => checks::history::check(&**game, games),
            Check::Choices => checks::choices::check(&**game, games),
            Check::Chance => checks::chance::check(&**game, games),
            Check::NoLeak => checks::no_leak::check(&**game, games),
            Check::Deals => checks::deals::check(&**game, games),
            Check::Referee => checks::referee::check(game, games),
            Check::Observation => checks::observation::check(&**game, games),
            Check::Returns => checks::returns::check(&**game, games),
            Check::Records => checks::records::check(game, games),
            Check::Batches => checks::batches::check(game, games),
            Check::Text => checks::text::check(&**game, games),
        }
    }

    /// Checks every preset of every game in the registry over that many random games.
    pub fn run_all(self, games: u64) {
        for name in NAMES {
            for_each_preset(name, |preset| {
                println!("{self:?}: {name}, preset {preset}");
                let setup = json!({ "preset": preset });
                registry::open(name, &setup, Run { check: self, games }).unwrap();
            });
        }
    }
}

struct Run {
    check: Check,
    games: u64,
}

impl Visitor for Run {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        self.check.run(&Arc::new(game), self.games);
    }
}

/// Calls `each` with the name of every preset of a game.
pub fn for_each_preset(game: &str, each: impl FnMut(&'static str)) {
    struct Presets;
    impl Visitor for Presets {
        type Output = Vec<&'static str>;
        fn visit<G: Game>(self, _: G) -> Vec<&'static str> {
            G::presets().into_iter().map(|(name, _)| name).collect()
        }
    }
    registry::open(game, &json!({}), Presets).unwrap().into_iter().for_each(each);
}
