//! Games, tables and batches whose type is not known: for the command line, Python and the web.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::action::{Action, ActionSet};
use crate::batch::{Batch, BatchError, BatchOptions};
use crate::fingerprint::Fingerprint;
use crate::game::{Game, Illegal};
use crate::held::{AnyPerspective, Held};
use crate::position::{AnyPosition, Position};
use crate::record::{Record, RecordError};
use crate::registry::{self, Info, OpenError, Visitor};
use crate::rollout::{self, Costs, Looks, Speed};
use crate::seat::{Seat, SeatSet};
use crate::table::Table;

/// Opens a game by name; see [`registry::open`] for the setup.
///
/// ```
/// use fogbound_env::{Action, Seat, erased};
///
/// let kuhn = erased::open("kuhn", &serde_json::Value::Null).unwrap();
/// let mut table = kuhn.table(7);
/// while let Some(seat) = table.waiting().lowest() {
///     table.commit(seat, Action(0)).unwrap();
/// }
/// assert_eq!(table.returns().unwrap().iter().sum::<f32>(), 0.0);
/// ```
pub fn open(name: &str, setup: &Value) -> Result<Arc<dyn AnyGame>, OpenError> {
    struct Erase;
    impl Visitor for Erase {
        type Output = Arc<dyn AnyGame>;
        fn visit<G: Game>(self, game: G) -> Arc<dyn AnyGame> {
            Arc::new(Erased(Arc::new(game)))
        }
    }
    registry::open(name, setup, Erase)
}

/// Opens the game that a record is of, with the record's setup, and replays it.
pub fn open_record(record: Record) -> Result<Box<dyn AnyTable>, OpenRecordError> {
    let game = open(&record.game, &record.setup)?;
    Ok(game.resume(record)?)
}

/// Why a record could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenRecordError {
    /// Its game could not be had.
    #[error("the record's game cannot be opened: {0}")]
    Open(#[from] OpenError),
    /// Its moves could not be replayed.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// A game of any kind.
pub trait AnyGame: std::fmt::Debug + Send + Sync {
    /// What there is to know about it.
    fn info(&self) -> Info;
    /// Begins a game whose chance moves come from `seed`.
    fn table(&self, seed: u64) -> Box<dyn AnyTable>;
    /// Goes on with a recorded game.
    fn resume(&self, record: Record) -> Result<Box<dyn AnyTable>, RecordError>;
    /// The position before the first move, with everything open.
    fn position(&self) -> Box<dyn AnyPosition>;
    /// The position at the end of a record.
    fn position_of(&self, record: Record) -> Result<Box<dyn AnyPosition>, RecordError>;
    /// Begins many games at once.
    fn batch(&self, options: BatchOptions) -> Result<Box<dyn AnyBatch>, BatchError>;
    /// See [`rollout::checksum`].
    fn checksum(&self, seed: u64, games: u64) -> Fingerprint;
    /// See [`rollout::measure`].
    fn measure(&self, seed: u64, time: Duration, threads: usize, looks: Looks) -> Speed;
    /// See [`rollout::costs`].
    fn costs(&self, seed: u64, time: Duration) -> Costs;
}

/// A [`Table`] of any game.
pub trait AnyTable: std::fmt::Debug + Send {
    /// What there is to know about the game.
    fn info(&self) -> Info;
    /// See [`Table::waiting`].
    fn waiting(&self) -> SeatSet;
    /// See [`Table::returns`].
    fn returns(&self) -> Option<&[f32]>;
    /// See [`Table::legal`].
    fn legal(&self, seat: Seat) -> ActionSet;
    /// See [`Table::commit`].
    fn commit(&mut self, seat: Seat, action: Action) -> Result<(), Illegal>;
    /// What the seat knows and may do.
    fn perspective(&self, seat: Seat) -> Arc<dyn AnyPerspective>;
    /// The seat's view as data.
    fn view(&self, seat: Seat) -> Value;
    /// The seat's view in a few lines for people.
    fn view_text(&self, seat: Seat) -> String;
    /// The seat's view as numbers.
    fn observe(&self, seat: Seat, out: &mut [f32]);
    /// A number for the seat's information; see [`Perspective::key`](crate::Perspective::key).
    fn key(&self, seat: Seat) -> Fingerprint;
    /// An action's name, as the seat would call it.
    fn action_text(&self, seat: Seat, action: Action) -> String;
    /// The legal action that a person means; see [`Perspective::read_action`](crate::Perspective::read_action).
    fn read_action(&self, seat: Seat, text: &str) -> Option<Action>;
    /// What the seat heard, in words, leaving out the first `skip` events.
    fn heard_text(&self, seat: Seat, skip: usize) -> Vec<String>;
    /// What the seat heard, as data, leaving out the first `skip` events.
    fn heard(&self, seat: Seat, skip: usize) -> Vec<Value>;
    /// See [`Table::record`].
    fn record(&self) -> &Record;
    /// A copy that is played on its own.
    fn clone_table(&self) -> Box<dyn AnyTable>;
}

/// A [`Batch`] of any game.
pub trait AnyBatch: std::fmt::Debug + Send {
    /// What there is to know about the game.
    fn info(&self) -> Info;
    /// See [`Batch::step`].
    fn step(&mut self, actions: &[u16]) -> Result<(), BatchError>;
    /// See [`Batch::lanes`].
    fn lanes(&self) -> usize;
    /// See [`Batch::observations`].
    fn observations(&self) -> &[f32];
    /// See [`Batch::masks`].
    fn masks(&self) -> &[u8];
    /// See [`Batch::seats`].
    fn seats(&self) -> &[u8];
    /// See [`Batch::rewards`].
    fn rewards(&self) -> &[f32];
    /// See [`Batch::dones`].
    fn dones(&self) -> &[u8];
}

#[derive(Debug)]
struct Erased<G: Game>(Arc<G>);

impl<G: Game> AnyGame for Erased<G> {
    fn info(&self) -> Info {
        Info::of(&*self.0)
    }

    fn table(&self, seed: u64) -> Box<dyn AnyTable> {
        Box::new(Table::new(self.0.clone(), seed))
    }

    fn resume(&self, record: Record) -> Result<Box<dyn AnyTable>, RecordError> {
        Ok(Box::new(Table::resume(self.0.clone(), record)?))
    }

    fn position(&self) -> Box<dyn AnyPosition> {
        Box::new(Position::new(self.0.clone()))
    }

    fn position_of(&self, record: Record) -> Result<Box<dyn AnyPosition>, RecordError> {
        Ok(Box::new(Position::resume(self.0.clone(), record)?))
    }

    fn batch(&self, options: BatchOptions) -> Result<Box<dyn AnyBatch>, BatchError> {
        Ok(Box::new(Batch::new(self.0.clone(), options)?))
    }

    fn checksum(&self, seed: u64, games: u64) -> Fingerprint {
        rollout::checksum(&*self.0, seed, games)
    }

    fn measure(&self, seed: u64, time: Duration, threads: usize, looks: Looks) -> Speed {
        rollout::measure(&*self.0, seed, time, threads, looks)
    }

    fn costs(&self, seed: u64, time: Duration) -> Costs {
        rollout::costs(&*self.0, seed, time)
    }
}

impl<G: Game> AnyTable for Table<G> {
    fn info(&self) -> Info {
        Info::of(&**self.game())
    }

    fn waiting(&self) -> SeatSet {
        Table::waiting(self)
    }

    fn returns(&self) -> Option<&[f32]> {
        Table::returns(self)
    }

    fn legal(&self, seat: Seat) -> ActionSet {
        Table::legal(self, seat)
    }

    fn commit(&mut self, seat: Seat, action: Action) -> Result<(), Illegal> {
        Table::commit(self, seat, action)
    }

    fn perspective(&self, seat: Seat) -> Arc<dyn AnyPerspective> {
        Arc::new(Held::new(Arc::clone(self.game()), &Table::perspective(self, seat), !self.is_over()))
    }

    fn view(&self, seat: Seat) -> Value {
        serde_json::to_value(Table::perspective(self, seat).view()).expect("a view is plain data")
    }

    fn view_text(&self, seat: Seat) -> String {
        Table::perspective(self, seat).view_text()
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        Table::perspective(self, seat).observe(out);
    }

    fn key(&self, seat: Seat) -> Fingerprint {
        Table::perspective(self, seat).key()
    }

    fn action_text(&self, seat: Seat, action: Action) -> String {
        Table::perspective(self, seat).action_text(action)
    }

    fn read_action(&self, seat: Seat, text: &str) -> Option<Action> {
        Table::perspective(self, seat).read_action(text)
    }

    fn heard_text(&self, seat: Seat, skip: usize) -> Vec<String> {
        let seen = Table::perspective(self, seat);
        let show = |event: &G::Event| {
            let mut text = String::new();
            self.game().show_event(seen.view(), event, &mut text).expect("writing to a string cannot fail");
            text
        };
        Table::heard(self, seat).skip(skip).map(show).collect()
    }

    fn heard(&self, seat: Seat, skip: usize) -> Vec<Value> {
        let data = |event: &G::Event| serde_json::to_value(event).expect("an event is plain data");
        Table::heard(self, seat).skip(skip).map(data).collect()
    }

    fn record(&self) -> &Record {
        Table::record(self)
    }

    fn clone_table(&self) -> Box<dyn AnyTable> {
        Box::new(self.clone())
    }
}

impl<G: Game> AnyBatch for Batch<G> {
    fn info(&self) -> Info {
        Info::of(&**self.game())
    }

    fn step(&mut self, actions: &[u16]) -> Result<(), BatchError> {
        Batch::step(self, actions)
    }

    fn lanes(&self) -> usize {
        Batch::lanes(self)
    }

    fn observations(&self) -> &[f32] {
        Batch::observations(self)
    }

    fn masks(&self) -> &[u8] {
        Batch::masks(self)
    }

    fn seats(&self) -> &[u8] {
        Batch::seats(self)
    }

    fn rewards(&self) -> &[f32] {
        Batch::rewards(self)
    }

    fn dones(&self) -> &[u8] {
        Batch::dones(self)
    }
}
