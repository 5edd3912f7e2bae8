//! `fogbound.Perspective`: what one seat knows and may do at one moment.

use std::sync::Arc;

use fogbound_env::{Action, AnyPerspective, Rng};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use crate::args::{Sizes, number, refused};
use crate::data;
use crate::position::Position;

/// What one seat knows and may do at one moment. It stays as it is while the game goes on, and there is no way from
/// it to what the seat does not know.
#[pyclass(module = "fogbound._core", frozen)]
#[derive(Debug)]
pub(crate) struct Perspective {
    seen: Arc<dyn AnyPerspective>,
    sizes: Sizes,
}

impl Perspective {
    pub(crate) fn of(seen: Arc<dyn AnyPerspective>, sizes: Sizes) -> Perspective {
        Perspective { seen, sizes }
    }

    pub(crate) fn seen(&self) -> &dyn AnyPerspective {
        &*self.seen
    }
}

#[pymethods]
impl Perspective {
    /// Whose perspective it is.
    #[getter]
    fn seat(&self) -> usize {
        self.seen.seat().index()
    }

    /// The actions that the seat may choose, lowest first; empty if it is not asked.
    #[getter]
    fn legal(&self) -> Vec<u16> {
        self.seen.legal().iter().map(|action| action.0).collect()
    }

    /// A number for what the seat knows: the same for two moments that the seat cannot tell apart.
    #[getter]
    fn key(&self) -> u64 {
        self.seen.key().0
    }

    /// The legal actions as an array of bool, one for each action of the list.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let legal = self.seen.legal();
        let mask: Vec<_> = (0..self.sizes.actions as u16).map(|i| legal.contains(Action(i))).collect();
        mask.into_pyarray(py)
    }

    /// What the seat knows, as numbers; `fogbound.info(game)["schema"]` says what they mean.
    fn observe<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        let mut observation = vec![0.0; self.sizes.observation];
        self.seen.observe(&mut observation);
        observation.into_pyarray(py)
    }

    /// What the seat knows, as plain data.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data::to_python(py, &self.seen.view())
    }

    /// What the seat knows, in a few lines for people.
    fn view_text(&self) -> String {
        self.seen.view_text()
    }

    /// An action's name, as the seat would call it.
    fn action_text(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.seen.action_text(self.sizes.action(action)?))
    }

    /// A position that the seat cannot tell from the real one, drawn by `seed`. It can be asked for where somebody acts.
    fn deal(&self, seed: &Bound<'_, PyAny>) -> PyResult<Position> {
        let seed = number("seed", seed, 0..=u64::MAX)?;
        let nobody = || refused("a position can be dealt only where somebody acts");
        let position = self.seen.deal(&mut Rng::new(seed)).ok_or_else(nobody)?;
        Ok(Position::of(position, self.sizes))
    }

    /// The board with what stands on it, as plain data for whoever draws it; None for games without a board.
    fn scene<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let scene = self.seen.scene().map(|scene| serde_json::to_value(scene).expect("plain data"));
        scene.map(|scene| data::to_python(py, &scene)).transpose()
    }

    /// The picture that a notebook shows: see `fogbound.render.html`.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("fogbound.render")?.call_method1("html", (slf,))
    }

    fn __repr__(&self) -> String {
        format!("<Perspective of {} on {}>", self.seen.seat(), self.seen.info().name)
    }
}
