//! `fogbound.Vector`: many games stepped together, seen from Python without a copy.

use std::sync::{Arc, Mutex};

use fogbound_env::erased::AnyBatch;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use crate::args::{Sizes, refused};
use crate::window::{Buffers, Home, Shared, as_bool, lock, window};

/// Many games of one kind, each always at a decision of one seat. Row `i` of every array belongs to lane `i`, in
/// which one game after another is played. Where several seats choose at once, the lane asks them one after the
/// other, and nobody's observation shows what the others chose.
///
/// The arrays are read-only windows onto the games' own memory. They are the same objects for as long as the vector
/// lives, and `step` overwrites what they show: copy what you want to keep, and do not read them in another thread
/// while `step` runs.
#[pyclass(module = "fogbound._core", frozen)]
#[derive(Debug)]
pub(crate) struct Vector {
    batch: Shared<dyn AnyBatch>,
    home: Home,
    sizes: Sizes,
    /// How many games are in play.
    #[pyo3(get)]
    num_games: usize,
    /// What the deciding seat of each lane knows: float32, one row for each lane.
    #[pyo3(get)]
    observations: Py<PyArray2<f32>>,
    /// What it may choose: bool, one row for each lane.
    #[pyo3(get)]
    masks: Py<PyArray2<bool>>,
    /// Which seat decides: uint8, one for each lane.
    #[pyo3(get)]
    seats: Py<PyArray1<u8>>,
    /// What the last step paid each seat: float32, one row for each lane; zero where no game ended.
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    /// Whether a game ended in the last step: bool, one for each lane. The lane is already in its next game.
    #[pyo3(get)]
    dones: Py<PyArray1<bool>>,
}

impl Vector {
    pub(crate) fn of(
        py: Python<'_>,
        batch: Box<dyn AnyBatch>,
        sizes: Sizes,
        threads: usize,
    ) -> PyResult<Vector> {
        let batch = Arc::new(Mutex::new(batch));
        let owner = Buffers::of(py, &batch)?;
        // Python objects are made under this lock, but nobody else knows of it yet.
        let games = lock(&batch);
        let lanes = games.lanes();
        let observations = window(&owner, games.observations(), (lanes, sizes.observation))?;
        let masks = window(&owner, games.masks(), (lanes, sizes.actions))?;
        let seats = window(&owner, games.seats(), lanes)?;
        let rewards = window(&owner, games.rewards(), (lanes, sizes.seats))?;
        let dones = window(&owner, games.dones(), lanes)?;
        drop(games);
        Ok(Vector {
            batch,
            home: Home::of(threads),
            sizes,
            num_games: lanes,
            observations: observations.unbind(),
            masks: as_bool(&masks)?.unbind(),
            seats: seats.unbind(),
            rewards: rewards.unbind(),
            dones: as_bool(&dones)?.unbind(),
        })
    }
}

#[pymethods]
impl Vector {
    /// Plays one action in each lane and moves it on to its next decision. Other Python threads run meanwhile. If
    /// any action is refused, `ValueError` names its lane and nothing is played.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        self.home.check()?;
        // A copy, so that the array may be changed meanwhile, or be one of our own windows.
        let actions = self.sizes.actions(actions)?;
        py.detach(|| lock(&self.batch).step(&actions)).map_err(refused)
    }

    fn __repr__(&self) -> String {
        let games = lock(&self.batch);
        format!("<Vector of {} games of {}>", games.lanes(), games.info().name)
    }
}
