//! `fogbound.Table`: one game being played.

use std::sync::{Mutex, MutexGuard, PoisonError};

use fogbound_env::erased::{self, AnyTable};
use fogbound_env::{Action, Record, Seat};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

use crate::args::{Sizes, number, refused};
use crate::perspective::Perspective;
use crate::{data, game};

/// What pickle is to call, and with what: the class, the record and the commits.
type Reduced<'py> = (Bound<'py, PyAny>, (String, Vec<(u8, u16)>));

/// One game being played from the first move to the last. Seats commit their choices in any order; when the last
/// one is in, all are played at once and chance falls by itself.
///
/// `Table(record, commits)` makes the table again from its record and the choices that were already handed in.
#[pyclass(module = "fogbound._core", frozen)]
#[derive(Debug)]
pub(crate) struct Table {
    inner: Mutex<Inner>,
    sizes: Sizes,
}

#[derive(Debug)]
struct Inner {
    table: Box<dyn AnyTable>,
    /// Choices of the present node that wait for the others. The record does not have them: to the rules, they
    /// have not been made.
    commits: Vec<(Seat, Action)>,
}

impl Inner {
    fn commit(&mut self, seat: Seat, action: Action) -> PyResult<()> {
        let last = self.table.waiting().len() == 1;
        self.table.commit(seat, action).map_err(refused)?;
        if last {
            self.commits.clear();
        } else {
            self.commits.push((seat, action));
        }
        Ok(())
    }
}

impl Table {
    pub(crate) fn of(table: Box<dyn AnyTable>, sizes: Sizes) -> Table {
        Table { inner: Mutex::new(Inner { table, commits: Vec::new() }), sizes }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (record, commits = None))]
    fn new(record: &str, commits: Option<Vec<(Bound<'_, PyAny>, Bound<'_, PyAny>)>>) -> PyResult<Table> {
        let record = Record::from_text(record).map_err(refused)?;
        let table = erased::open_record(record).map_err(refused)?;
        let sizes = Sizes::of(&table.info());
        let made = Table::of(table, sizes);
        for (seat, action) in commits.unwrap_or_default() {
            made.commit(&seat, &action)?;
        }
        Ok(made)
    }

    /// What there is to know about the game; see `fogbound.info`.
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let info = self.lock().table.info();
        game::describe(py, &info)
    }

    /// The seats that have yet to choose; empty when the game is over.
    #[getter]
    fn waiting(&self) -> Vec<usize> {
        self.lock().table.waiting().iter().map(Seat::index).collect()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.lock().table.returns().is_some()
    }

    /// What each seat is paid, once the game is over; None before.
    #[getter]
    fn returns(&self) -> Option<Vec<f32>> {
        self.lock().table.returns().map(<[f32]>::to_vec)
    }

    /// The actions that the seat may choose, lowest first; empty if it is not asked or has committed.
    fn legal(&self, seat: &Bound<'_, PyAny>) -> PyResult<Vec<u16>> {
        let seat = self.sizes.seat(seat)?;
        let legal = self.lock().table.legal(seat);
        Ok(legal.iter().map(|action| action.0).collect())
    }

    /// The same as an array of bool, one for each action of the list.
    fn action_mask<'py>(&self, seat: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let py = seat.py();
        let seat = self.sizes.seat(seat)?;
        let legal = self.lock().table.legal(seat);
        let mask: Vec<_> = (0..self.sizes.actions as u16).map(|i| legal.contains(Action(i))).collect();
        Ok(mask.into_pyarray(py))
    }

    /// Takes the choice of a seat, and plays on if it was the last that was waited for. A choice that is refused
    /// raises `ValueError` and changes nothing.
    fn commit(&self, seat: &Bound<'_, PyAny>, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let (seat, action) = (self.sizes.seat(seat)?, self.sizes.action(action)?);
        self.lock().commit(seat, action)
    }

    /// What the seat knows, as numbers; `info()["schema"]` says what they mean.
    fn observe<'py>(&self, seat: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let py = seat.py();
        let seat = self.sizes.seat(seat)?;
        let mut observation = vec![0.0; self.sizes.observation];
        self.lock().table.observe(seat, &mut observation);
        Ok(observation.into_pyarray(py))
    }

    /// What the seat knows and may do at this moment, for bots and for keeping.
    fn perspective(&self, seat: &Bound<'_, PyAny>) -> PyResult<Perspective> {
        let seat = self.sizes.seat(seat)?;
        Ok(Perspective::of(self.lock().table.perspective(seat), self.sizes))
    }

    /// What the seat knows, as plain data.
    fn view<'py>(&self, seat: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = seat.py();
        let seat = self.sizes.seat(seat)?;
        let view: Value = self.lock().table.view(seat);
        data::to_python(py, &view)
    }

    /// What the seat knows, in a few lines for people.
    fn view_text(&self, seat: &Bound<'_, PyAny>) -> PyResult<String> {
        let seat = self.sizes.seat(seat)?;
        Ok(self.lock().table.view_text(seat))
    }

    /// What the seat was told so far, as plain data, without the first `skip` events.
    #[pyo3(signature = (seat, skip = None), text_signature = "($self, seat, skip=0)")]
    fn heard<'py>(
        &self,
        seat: &Bound<'py, PyAny>,
        skip: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let py = seat.py();
        let (seat, skip) = (self.sizes.seat(seat)?, count(skip)?);
        let heard = self.lock().table.heard(seat, skip);
        data::list(py, &heard)
    }

    /// What the seat was told so far, in words, without the first `skip` events.
    #[pyo3(signature = (seat, skip = None), text_signature = "($self, seat, skip=0)")]
    fn heard_text(&self, seat: &Bound<'_, PyAny>, skip: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
        let (seat, skip) = (self.sizes.seat(seat)?, count(skip)?);
        Ok(self.lock().table.heard_text(seat, skip))
    }

    /// An action's name, as the seat would call it now.
    fn action_text(&self, seat: &Bound<'_, PyAny>, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let (seat, action) = (self.sizes.seat(seat)?, self.sizes.action(action)?);
        Ok(self.lock().table.action_text(seat, action))
    }

    /// A number for what the seat knows: the same for two moments that the seat cannot tell apart.
    fn key(&self, seat: &Bound<'_, PyAny>) -> PyResult<u64> {
        let seat = self.sizes.seat(seat)?;
        Ok(self.lock().table.key(seat).0)
    }

    /// The game so far as lines of JSON, for `Game.resume`. A choice that still waits for others is not in it.
    fn record(&self) -> String {
        self.lock().table.record().to_text()
    }

    /// A copy that is played on its own.
    fn copy(&self) -> Table {
        let inner = self.lock();
        let copy = Inner { table: inner.table.clone_table(), commits: inner.commits.clone() };
        Table { inner: Mutex::new(copy), sizes: self.sizes }
    }

    fn __copy__(&self) -> Table {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Table {
        self.copy()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py> {
        let (record, commits) = {
            let inner = slf.get().lock();
            let commits = inner.commits.iter().map(|(seat, action)| (seat.0, action.0)).collect();
            (inner.table.record().to_text(), commits)
        };
        (slf.get_type().into_any(), (record, commits))
    }

    fn __repr__(&self) -> String {
        let inner = self.lock();
        let name = &inner.table.record().game;
        match inner.table.returns() {
            Some(returns) => format!("<Table of {name}, over with the returns {returns:?}>"),
            None => format!("<Table of {name}, waiting for the seats {:?}>", inner.table.waiting()),
        }
    }
}

/// How many events are left out.
fn count(skip: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    skip.map_or(Ok(0), |skip| Ok(number("skip", skip, 0..=u64::MAX)? as usize))
}
