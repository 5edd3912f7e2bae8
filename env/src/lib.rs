//! Fogbound's games behind one interface, [`Game`], made for hidden and simultaneous choices.
//!
//! A [`Game`] holds what is fixed, its `State` is plain data, and its `View` is all that one seat may know. Agents
//! get a [`Perspective`], which holds a view and never a state. Around the trait stand:
//!
//! - [`Table`], one game being played: a [`Referee`] collects secret commits, chance falls by itself, a [`Record`]
//!   is written, and events reach those who may hear them;
//! - [`Position`], a game with everything open, for tools that walk the whole tree;
//! - [`Batch`], thousands of games stepped together into flat buffers;
//! - [`registry`], the games by name, and [`erased`], the same without types for borders such as Python;
//! - [`scene`], what a seat knows as a picture, for screens;
//! - [`Rng`], the one generator, split into a stream per game;
//! - [`rollout`], random play for benchmarks and checksums.
//!
//! ```
//! use fogbound_env::games::goofspiel::Goofspiel;
//! use fogbound_env::{Game, Rng, Silence, rollout};
//!
//! let game = Goofspiel::new(Default::default()).unwrap();
//! let mut state = game.start();
//! rollout::play_out(&game, &mut state, &mut Rng::new(1), &mut Silence);
//! let returns = game.returns(&state);
//! assert_eq!(returns[0], -returns[1]);
//! ```

mod action;
mod batch;
pub mod erased;
mod fingerprint;
mod game;
pub mod games;
mod held;
mod perspective;
mod position;
mod record;
mod referee;
pub mod registry;
mod renaming;
mod rng;
pub mod rollout;
pub mod scene;
mod schema;
mod seat;
mod setup;
mod table;

pub use action::{Action, ActionSet, Joint, MAX_ACTIONS};
pub use batch::{Batch, BatchError, BatchOptions};
pub use fingerprint::Fingerprint;
pub use game::{Game, Illegal, Listen, Outcome, Returns, Silence, Turn, View};
pub use held::{AnyPerspective, Held};
pub use perspective::Perspective;
pub use position::{AnyPosition, Position};
pub use record::{Move, RECORD_VERSION, Record, RecordError};
pub use referee::Referee;
pub use renaming::Renaming;
pub use rng::Rng;
pub use schema::{Field, Schema};
pub use seat::{MAX_SEATS, Seat, SeatSet};
pub use setup::SetupError;
pub use table::Table;
