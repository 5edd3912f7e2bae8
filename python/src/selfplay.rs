//! `fogbound.Selfplay`: games to learn from, played by weights that come as bytes.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use fogbound_agents::selfplay::apart::Apart;
use fogbound_agents::selfplay::{Rows, shards};
use numpy::IntoPyArray;
use numpy::ndarray::Array2;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::args::{number, refused};
use crate::data;
use crate::game::{Game, MOST_THREADS};

/// A player of a run that learns elsewhere. No two numbers play the same games: a player that was lost is replaced by one of
/// another number.
#[pyclass(module = "fogbound._core", frozen)]
#[derive(Debug)]
pub(crate) struct Selfplay(Mutex<Apart>);

impl Selfplay {
    fn lock(&self) -> MutexGuard<'_, Apart> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Selfplay {
    #[new]
    #[pyo3(signature = (checkpoint, player, threads = None), text_signature = "(checkpoint, player, threads=1)")]
    fn new(
        py: Python<'_>,
        checkpoint: &[u8],
        player: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Selfplay> {
        let player = number("player", player, 0..=u64::MAX)?;
        let threads = threads.map_or(Ok(1), |threads| number("threads", threads, 1..=MOST_THREADS))? as usize;
        let made = py.detach(|| Apart::new(checkpoint, player, threads)).map_err(refused)?;
        Ok(Selfplay(Mutex::new(made)))
    }

    /// The update of the weights that play.
    #[getter]
    fn update(&self) -> u64 {
        self.lock().update()
    }

    /// Plays by newer weights from now on.
    fn set_weights(&self, py: Python<'_>, checkpoint: &[u8]) -> PyResult<()> {
        py.detach(|| self.lock().set_weights(checkpoint)).map_err(refused)
    }

    /// Puts earlier weights, each with the update after which they were copied, into the league, and nobody else.
    #[expect(clippy::needless_pass_by_value, reason = "PyO3 hands over what it has read")]
    fn set_league(&self, py: Python<'_>, past: Vec<(u64, Vec<u8>)>) -> PyResult<()> {
        py.detach(|| self.lock().set_league(&past)).map_err(refused)
    }

    /// Plays one shard: its name, which no other shard of the run has, its bytes, and how many decisions are in it.
    /// Other Python threads run meanwhile.
    fn shard<'py>(&self, py: Python<'py>) -> PyResult<(String, Bound<'py, PyBytes>, usize)> {
        let parcel = py.detach(|| self.lock().shard()).map_err(refused)?;
        Ok((parcel.name, PyBytes::new(py, &parcel.bytes), parcel.samples))
    }
}

/// The decisions of a shard of `game` as arrays, one row each. `log_probs` is the policy that chose; where decisions were searched,
/// the one that is to be learnt. `hidden` is there if a critic learns: what the other teams saw.
#[pyfunction]
pub(crate) fn read_shard<'py>(py: Python<'py>, shard: &[u8], game: &Game) -> PyResult<Bound<'py, PyDict>> {
    let read = py.detach(|| shards::decode(shard, Path::new("the shard"), game.described(), None));
    let (label, samples) = read.map_err(refused)?;
    let (sizes, inputs) = (game.sizes(), label.inputs);
    let label = serde_json::to_value(&label).map_err(refused)?;
    let decisions = samples.decisions;
    let count = decisions.actions.len();
    let mut masks = Array2::from_elem((count, sizes.actions), false);
    each(&decisions.policies, |row, column, _| masks[[row, column]] = true);
    let dict = PyDict::new(py);
    dict.set_item("label", data::to_python(py, &label)?)?;
    dict.set_item("observations", dense(&decisions.observations, inputs).into_pyarray(py))?;
    if !decisions.hidden.parts().1.is_empty() {
        let info = game.described();
        let width = (info.teams.len() - 1) * info.observation;
        dict.set_item("hidden", dense(&decisions.hidden, width).into_pyarray(py))?;
    }
    dict.set_item("masks", masks.into_pyarray(py))?;
    dict.set_item("log_probs", dense(&decisions.policies, sizes.actions).into_pyarray(py))?;
    dict.set_item("seats", decisions.seats.into_pyarray(py))?;
    dict.set_item("actions", decisions.actions.into_pyarray(py))?;
    dict.set_item("values", decisions.values.into_pyarray(py))?;
    dict.set_item("advantages", samples.advantages.into_pyarray(py))?;
    dict.set_item("targets", samples.targets.into_pyarray(py))?;
    Ok(dict)
}

/// Calls `work` with row, column and number of everything that the rows hold.
fn each(rows: &Rows, mut work: impl FnMut(usize, usize, f32)) {
    let (ends, columns, numbers) = rows.parts();
    let mut from = 0;
    for (row, &end) in ends.iter().enumerate() {
        for at in from..end {
            work(row, columns[at].into(), numbers[at]);
        }
        from = end;
    }
}

fn dense(rows: &Rows, width: usize) -> Array2<f32> {
    let mut table = Array2::zeros((rows.len(), width));
    each(rows, |row, column, number| table[[row, column]] = number);
    table
}
