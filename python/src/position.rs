//! `fogbound.Position`: a game with everything open.

use std::sync::{Mutex, MutexGuard, PoisonError};

use fogbound_env::erased;
use fogbound_env::{AnyPosition, Joint, Record, Turn};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::args::{Sizes, number, refused};
use crate::perspective::Perspective;

/// What pickle is to call, and with what: the class and the record.
type Reduced<'py> = (Bound<'py, PyAny>, (String,));

/// A game with everything open, one move at a time, for tools that walk the whole tree: chance does not fall by
/// itself, and all seats' choices are made in one call. It is not for players: use a `Table` for them.
///
/// `Position(record)` makes the position at the end of a record.
#[pyclass(module = "fogbound._core", frozen)]
#[derive(Debug)]
pub(crate) struct Position {
    inner: Mutex<Box<dyn AnyPosition>>,
    sizes: Sizes,
}

impl Position {
    pub(crate) fn of(position: Box<dyn AnyPosition>, sizes: Sizes) -> Position {
        Position { inner: Mutex::new(position), sizes }
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn AnyPosition>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Position {
    #[new]
    fn new(record: &str) -> PyResult<Position> {
        let record = Record::from_text(record).map_err(refused)?;
        let game = erased::open(&record.game, &record.setup).map_err(refused)?;
        let position = game.position_of(record).map_err(refused)?;
        Ok(Position::of(position, Sizes::of(&game.info())))
    }

    /// The seats that choose now, none seeing the others' choices; empty where chance falls and at the end.
    #[getter]
    fn acting(&self) -> Vec<usize> {
        self.lock().turn().acting().iter().map(fogbound_env::Seat::index).collect()
    }

    /// Whether chance falls now.
    #[getter]
    fn is_chance(&self) -> bool {
        self.lock().turn() == Turn::Chance
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.lock().turn() == Turn::Over
    }

    /// What each seat is paid, once the game is over; None before.
    #[getter]
    fn returns(&self) -> Option<Vec<f32>> {
        self.lock().returns().map(<[f32]>::to_vec)
    }

    /// The ways in which chance can fall now, each with its number of equally likely cases.
    fn outcomes(&self) -> Vec<(u16, u32)> {
        self.lock().outcomes().iter().map(|outcome| (outcome.id, outcome.weight)).collect()
    }

    /// The actions that the seat may choose, lowest first; empty if it is not asked.
    fn legal(&self, seat: &Bound<'_, PyAny>) -> PyResult<Vec<u16>> {
        let seat = self.sizes.seat(seat)?;
        Ok(self.lock().legal(seat).iter().map(|action| action.0).collect())
    }

    /// Plays one choice for each acting seat: a dict from seats to actions. What is refused changes nothing.
    fn apply(&self, choices: &Bound<'_, PyDict>) -> PyResult<()> {
        let mut joint = Joint::NONE;
        for (seat, action) in choices.iter() {
            joint.set(self.sizes.seat(&seat)?, self.sizes.action(&action)?);
        }
        self.lock().apply(&joint).map_err(refused)
    }

    /// Lets chance fall.
    fn fall(&self, outcome: &Bound<'_, PyAny>) -> PyResult<()> {
        let outcome = number("outcome", outcome, 0..=u16::MAX.into())? as u16;
        self.lock().fall(outcome).map_err(refused)
    }

    /// What the seat knows and may do.
    fn perspective(&self, seat: &Bound<'_, PyAny>) -> PyResult<Perspective> {
        let seat = self.sizes.seat(seat)?;
        Ok(Perspective::of(self.lock().perspective(seat), self.sizes))
    }

    /// The moves so far as lines of JSON. A position that was dealt has none, and raises `ValueError`.
    fn record(&self) -> PyResult<String> {
        let position = self.lock();
        let record = position.record().ok_or_else(|| refused("a position that was dealt has no moves"));
        record.map(Record::to_text)
    }

    /// A copy that is played on its own.
    fn copy(&self) -> Position {
        Position::of(self.lock().clone_position(), self.sizes)
    }

    fn __copy__(&self) -> Position {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.copy()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        Ok((slf.get_type().into_any(), (slf.get().record()?,)))
    }

    fn __repr__(&self) -> String {
        let position = self.lock();
        let name = position.info().name;
        match position.turn() {
            Turn::Over => format!("<Position of {name}, over>"),
            Turn::Chance => format!("<Position of {name}, where chance falls>"),
            Turn::Act(seats) => format!("<Position of {name}, where {seats:?} choose>"),
        }
    }
}
