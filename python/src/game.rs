//! `fogbound.Game`: the rules of one game with one setup.

use std::sync::Arc;

use fogbound_env::erased::{self, AnyGame};
use fogbound_env::registry::{self, Info};
use fogbound_env::{BatchOptions, Record};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value};

use crate::args::{Sizes, number, refused};
use crate::data;
use crate::position::Position;
use crate::table::Table;
use crate::vector::Vector;

/// More games than this would be a slip of the keyboard.
pub(crate) const MOST_GAMES: u64 = 1 << 20;
/// More threads than this help nobody.
pub(crate) const MOST_THREADS: u64 = 256;

/// What pickle is to call, and with what: the class, the name and the setup.
type Reduced<'py> = (Bound<'py, PyAny>, (&'static str, Bound<'py, PyAny>));

/// The names of all games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    registry::NAMES.to_vec()
}

/// What there is to know about a game before playing it: seats, teams, actions, the layout of observations, the
/// range of returns, the setup in full and the presets. `setup` holds options, and may name a `preset`.
#[pyfunction]
#[pyo3(signature = (name, setup = None))]
pub(crate) fn info<'py>(
    py: Python<'py>,
    name: &str,
    setup: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    Game::new(name, setup)?.info(py)
}

/// Makes a game ready to play. `preset` names a setup of the game, and further arguments change single options of
/// it: `make("goofspiel", preset="tiny", bids="open")`.
#[pyfunction]
#[pyo3(signature = (name, /, preset = None, **setup))]
pub(crate) fn make(name: &str, preset: Option<&str>, setup: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
    let mut options = setup.map(data::from_dict).transpose()?.unwrap_or_default();
    if let Some(preset) = preset {
        options.insert("preset".into(), preset.into());
    }
    Game::open(name, options)
}

/// The rules of one game with one setup. Nothing in it changes; tables and vectors of games are made from it.
#[pyclass(module = "fogbound._core", frozen)]
#[derive(Debug)]
pub(crate) struct Game {
    rules: Arc<dyn AnyGame>,
    info: Info,
    sizes: Sizes,
}

impl Game {
    fn open(name: &str, options: Map<String, Value>) -> PyResult<Game> {
        let rules = erased::open(name, &Value::Object(options)).map_err(refused)?;
        let info = rules.info();
        Ok(Game { rules, sizes: Sizes::of(&info), info })
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, setup = None))]
    fn new(name: &str, setup: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
        Game::open(name, setup.map(data::from_dict).transpose()?.unwrap_or_default())
    }

    /// The game's name.
    #[getter]
    fn name(&self) -> &'static str {
        self.info.name
    }

    /// The setup with every option.
    #[getter]
    fn setup<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data::to_python(py, &self.info.setup)
    }

    /// What there is to know about the game with this setup; see `fogbound.info`.
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        describe(py, &self.info)
    }

    /// Begins a game whose chance moves come from `seed`.
    fn new_table(&self, seed: &Bound<'_, PyAny>) -> PyResult<Table> {
        let seed = number("seed", seed, 0..=u64::MAX)?;
        Ok(Table::of(self.rules.table(seed), self.sizes))
    }

    /// Goes on with a game of this setup from its record, as `Table.record` gives it. The record is replayed move
    /// by move, and refused if it was edited, cut off, or breaks a rule.
    fn resume(&self, record: &str) -> PyResult<Table> {
        let record = Record::from_text(record).map_err(refused)?;
        Ok(Table::of(self.rules.resume(record).map_err(refused)?, self.sizes))
    }

    /// The position before the first move with everything open, for tools that walk the whole tree. With a record, as
    /// `Table.record` and `Position.record` give it, the position at its end.
    #[pyo3(signature = (record = None))]
    fn position(&self, record: Option<&str>) -> PyResult<Position> {
        let Some(record) = record else { return Ok(Position::of(self.rules.position(), self.sizes)) };
        let record = Record::from_text(record).map_err(refused)?;
        Ok(Position::of(self.rules.position_of(record).map_err(refused)?, self.sizes))
    }

    /// Begins `num_games` games that are stepped together. The number of threads changes the speed and nothing
    /// else.
    #[pyo3(
        signature = (num_games, seed, threads = None),
        text_signature = "($self, num_games, seed, threads=1)"
    )]
    fn vector(
        &self,
        py: Python<'_>,
        num_games: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vector> {
        let games = number("num_games", num_games, 1..=MOST_GAMES)? as usize;
        let seed = number("seed", seed, 0..=u64::MAX)?;
        let threads = threads.map_or(Ok(1), |threads| number("threads", threads, 1..=MOST_THREADS))? as usize;
        self.check_memory(games)?;
        let options = BatchOptions { games, seed, threads };
        let batch = py.detach(|| self.rules.batch(options)).map_err(refused)?;
        Vector::of(py, batch, self.sizes, threads)
    }

    /// A number in hexadecimal that stands for the first `games` random games of `seed`. It is the same on every
    /// machine that plays by the same rules.
    fn checksum(
        &self,
        py: Python<'_>,
        seed: &Bound<'_, PyAny>,
        games: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        let seed = number("seed", seed, 0..=u64::MAX)?;
        let games = number("games", games, 0..=u64::MAX)?;
        Ok(py.detach(|| self.rules.checksum(seed, games)).to_string())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let this = slf.get();
        Ok((slf.get_type().into_any(), (this.info.name, this.setup(slf.py())?)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Game({:?}, {})", self.info.name, self.setup(py)?.repr()?))
    }
}

impl Game {
    /// The name and the setup, by which others open the game again.
    pub(crate) fn named(&self) -> (&'static str, &Value) {
        (self.info.name, &self.info.setup)
    }

    pub(crate) fn described(&self) -> &Info {
        &self.info
    }

    pub(crate) fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// Rust ends the process when memory runs out, so what a vector needs is asked for beforehand.
    pub(crate) fn check_memory(&self, games: usize) -> PyResult<()> {
        let Sizes { seats, actions, observation } = self.sizes;
        let each = self.info.state_bytes + size_of::<f32>() * (observation + seats) + actions + 256;
        let bytes = games.saturating_mul(each);
        let problem = |_| PyMemoryError::new_err(format!("{games} games need about {bytes} bytes"));
        Vec::<u8>::new().try_reserve_exact(bytes).map_err(problem)
    }
}

/// The info as a dict.
pub(crate) fn describe<'py>(py: Python<'py>, info: &Info) -> PyResult<Bound<'py, PyDict>> {
    let value = serde_json::to_value(info).map_err(refused)?;
    let dict = data::to_python(py, &value)?.cast_into::<PyDict>()?;
    // Pairs in Rust, because their order counts; the dicts of Python keep theirs.
    let presets = PyDict::new(py);
    for (name, setup) in &info.presets {
        presets.set_item(name, data::to_python(py, setup)?)?;
    }
    dict.set_item("presets", presets)?;
    Ok(dict)
}
