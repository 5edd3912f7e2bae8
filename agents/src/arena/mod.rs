//! Agents against each other, with intervals.
//!
//! [`play`] is for a quick comparison. A [`Tournament`] plays every agent of one side against every agent of the other
//! on the same games, over all cores, and can be interrupted; [`Results`] sums it up with rates, intervals and ratings. A
//! [`Scale`] is a ladder of agents that never change, for ratings that can be compared over time.
//!
//! ```
//! use std::sync::Arc;
//! use fogbound_agents::arena::{Entrant, Journal, Results, Tournament};
//! use fogbound_env::{Game, games::kuhn::Kuhn};
//!
//! let kuhn = Arc::new(Kuhn::new(Default::default()).unwrap());
//! let side = |spec: &str| vec![Entrant::of(&spec.parse().unwrap(), &kuhn).unwrap()];
//! let tournament = Tournament::new(Arc::clone(&kuhn), side("random"), side("uniform"), 1).unwrap();
//! let mut journal = Journal::in_memory(tournament.header());
//! tournament.play(2_000, &mut journal, &|| {}).unwrap();
//! let results = Results::of(&journal, 2_000).unwrap();
//! assert!((results.pairings[0].paid.mean - 0.125).abs() < 0.15);
//! ```

mod entrant;
mod estimate;
mod journal;
mod one;
mod rating;
mod results;
mod scale;
mod strata;
mod table;
mod tournament;

pub use entrant::Entrant;
pub use estimate::{Estimate, Rate};
pub use journal::{Header, Journal, JournalError, Outcome, Played};
pub use one::play;
pub use rating::Cell;
pub use results::{Misfit, Pairing, Rating, Results};
pub use scale::{Scale, Side};
pub use strata::{Stratum, strata};
pub use table::strata_markdown;
pub use tournament::{ArenaError, Tournament};
