//! `fogbound.Vector`: many games stepped together, seen from Python without a copy.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fogbound_env::erased::AnyBatch;
use numpy::ndarray::{ArrayView, Dimension, IntoDimension};
use numpy::{Element, PyArray, PyArray1, PyArray2, PyArrayMethods, dtype};
use pyo3::prelude::*;

use crate::args::{Sizes, refused};

type Batch = Arc<Mutex<Box<dyn AnyBatch>>>;

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
    batch: Batch,
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

/// Keeps the games' memory alive for arrays that outlive their vector. Were the vector itself the owner, the two
/// would hold each other and never be freed.
#[pyclass(module = "fogbound._core", frozen)]
struct Buffers {
    _batch: Batch,
}

impl Vector {
    pub(crate) fn of(py: Python<'_>, batch: Box<dyn AnyBatch>, sizes: Sizes) -> PyResult<Vector> {
        let batch = Arc::new(Mutex::new(batch));
        let owner = Bound::new(py, Buffers { _batch: Arc::clone(&batch) })?.into_any();
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
        // A copy, so that the array may be changed meanwhile, or be one of our own windows.
        let actions = self.sizes.actions(actions)?;
        py.detach(|| lock(&self.batch).step(&actions)).map_err(refused)
    }

    fn __repr__(&self) -> String {
        let games = lock(&self.batch);
        format!("<Vector of {} games of {}>", games.lanes(), games.info().name)
    }
}

fn lock(batch: &Batch) -> MutexGuard<'_, Box<dyn AnyBatch>> {
    batch.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A read-only array onto `buffer`, which belongs to the batch that `owner` keeps alive.
#[expect(unsafe_code, reason = "the one place where Python sees memory of Rust")]
fn window<'py, T: Element, D: IntoDimension>(
    owner: &Bound<'py, PyAny>,
    buffer: &[T],
    shape: D,
) -> PyResult<Bound<'py, PyArray<T, D::Dim>>> {
    let view = ArrayView::from_shape(shape, buffer).map_err(refused)?;
    // SAFETY: a batch allocates its buffers once, when it is made, and never resizes them, so they stay where they
    // are until the batch is dropped; `owner` holds it and is held by the array. No Rust reference is kept here:
    // NumPy keeps the address. `step` writes behind it under the batch's lock, and NumPy reads plain numbers, all
    // of whose bit patterns are values; that reading during a step shows a mixture is documented. Python cannot
    // write, since an array that does not own its memory cannot be made writeable again.
    let array = unsafe { PyArray::borrow_from_array(&view, owner.clone()) };
    array.try_readwrite()?.make_nonwriteable();
    Ok(array)
}

/// The same memory, whose bytes are all 0 or 1, with the type that masks have in Python.
fn as_bool<'py, D: Dimension>(bytes: &Bound<'py, PyArray<u8, D>>) -> PyResult<Bound<'py, PyArray<bool, D>>> {
    let view = bytes.call_method1("view", (dtype::<bool>(bytes.py()),))?;
    Ok(view.cast_into()?)
}
