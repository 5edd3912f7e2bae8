//! Arrays of `NumPy` onto memory of Rust.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numpy::ndarray::{ArrayView, Dimension, IntoDimension};
use numpy::{Element, PyArray, PyArrayMethods, dtype};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::args::refused;

/// Games that Python arrays look onto.
pub(crate) type Shared<T> = Arc<Mutex<Box<T>>>;

/// Keeps the games' memory alive for arrays that outlive their vector. Were the vector itself the owner, the two
/// would hold each other and never be freed.
#[pyclass(module = "fogbound._core", frozen)]
pub(crate) struct Buffers {
    _games: Box<dyn std::any::Any + Send + Sync>,
}

impl Buffers {
    /// An owner for arrays onto these games.
    pub(crate) fn of<'py, T: ?Sized + Send + 'static>(
        py: Python<'py>,
        games: &Shared<T>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Ok(Bound::new(py, Buffers { _games: Box::new(Arc::clone(games)) })?.into_any())
    }
}

/// The games, for as long as nobody else steps them.
pub(crate) fn lock<T: ?Sized>(games: &Shared<T>) -> MutexGuard<'_, Box<T>> {
    games.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A read-only array onto `buffer`, which belongs to the games that `owner` keeps alive.
#[expect(unsafe_code, reason = "the one place where Python sees memory of Rust")]
pub(crate) fn window<'py, T: Element, D: IntoDimension>(
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
pub(crate) fn as_bool<'py, D: Dimension>(
    bytes: &Bound<'py, PyArray<u8, D>>,
) -> PyResult<Bound<'py, PyArray<bool, D>>> {
    let view = bytes.call_method1("view", (dtype::<bool>(bytes.py()),))?;
    Ok(view.cast_into()?)
}

/// The process that threads were started in. They do not follow into one that was forked from it, where a step would
/// wait for them for ever.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Home {
    process: Option<u32>,
}

impl Home {
    /// Here, if there are threads to lose.
    pub(crate) fn of(threads: usize) -> Home {
        Home { process: (threads > 1).then(std::process::id) }
    }

    /// Refuses to go on in a forked process.
    pub(crate) fn check(self) -> PyResult<()> {
        if self.process.is_none_or(|process| process == std::process::id()) {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(
            "this vector's threads stayed in the process that made it, and this one was forked from it; \
             make the vector here, take threads=1, or start processes by `spawn`",
        ))
    }
}
