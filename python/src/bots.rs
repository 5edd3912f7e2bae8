//! `fogbound.bots`: agents by name, and arenas for them.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use fogbound_agents::erased::{self, AnyBot};
use fogbound_agents::spec::Spec as Named;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::ThreadPoolBuilder;
use serde_json::{Value, json};

use crate::args::{number, refused};
use crate::data;
use crate::game::{Game, MOST_THREADS};
use crate::perspective::Perspective;

/// Games of an arena between two looks at whether the user wants to stop.
const GAMES_A_LOOK: u64 = 16;
/// More games of a pairing than this would be a slip of the keyboard.
const MOST_PLAYED: u64 = 10_000_000;

/// A kind of agent with its settings, in one word: `random`, or `NAME:KEY=VALUE,KEY=VALUE`. `str(spec)` gives it back.
#[pyclass(module = "fogbound._core", frozen, eq, from_py_object)]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spec(pub(crate) Named);

/// What pickle is to call, and with what.
type ReducedSpec<'py> = (Bound<'py, PyAny>, (String,));
type ReducedBot<'py> = (Bound<'py, PyAny>, (Spec, Py<Game>, usize, u64, (u64, u64)));

#[pymethods]
impl Spec {
    #[new]
    fn new(text: &str) -> PyResult<Spec> {
        text.parse().map(Spec).map_err(refused)
    }

    /// The name of the kind.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.about().name
    }

    /// Seats such an agent. All its chance comes from `seed`.
    #[pyo3(signature = (game, seat, seed = None), text_signature = "($self, game, seat, seed=0)")]
    fn bot(
        &self,
        py: Python<'_>,
        game: Py<Game>,
        seat: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bot> {
        Bot::new(py, self.clone(), game, seat, seed, None)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Spec({:?})", self.0.to_string())
    }

    fn __hash__(&self) -> u64 {
        fogbound_env::Fingerprint::of(&self.0.to_string()).0
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> ReducedSpec<'py> {
        (slf.get_type().into_any(), (slf.get().0.to_string(),))
    }
}

/// An agent in one seat of one game. It is shown perspectives and nothing else.
///
/// A copy, and what comes out of a pickle, is in the middle of the same game and draws the same random numbers, but
/// has forgotten what it thought about.
#[pyclass(module = "fogbound._core", frozen)]
#[derive(Debug)]
pub(crate) struct Bot {
    inner: Mutex<Box<dyn AnyBot>>,
    spec: Spec,
    game: Py<Game>,
    seed: u64,
}

impl Bot {
    fn lock(&self) -> MutexGuard<'_, Box<dyn AnyBot>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (spec, game, seat, seed = None, progress = None))]
    fn new(
        py: Python<'_>,
        spec: Spec,
        game: Py<Game>,
        seat: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
        progress: Option<(u64, u64)>,
    ) -> PyResult<Bot> {
        let rules = game.get();
        let seat = rules.sizes().seat(seat)?;
        let seed = seed.map_or(Ok(0), |seed| number("seed", seed, 0..=u64::MAX))?;
        let (name, setup) = rules.named();
        // It may load a network.
        let made = py.detach(|| erased::bot(&spec.0, name, setup, seat, seed));
        let mut bot = made.map_err(refused)?;
        if let Some(progress) = progress {
            bot.go_on(progress);
        }
        Ok(Bot { inner: Mutex::new(bot), spec, game, seed })
    }

    /// Where it sits.
    #[getter]
    fn seat(&self) -> usize {
        self.lock().seat().index()
    }

    /// What it is.
    #[getter]
    fn spec(&self) -> Spec {
        self.spec.clone()
    }

    /// Tells the bot that a new game begins. `game` counts the games of its seed, so that it does not draw the same
    /// random numbers in all of them.
    #[pyo3(signature = (game = None), text_signature = "($self, game=0)")]
    fn begin(&self, game: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let game = game.map_or(Ok(0), |game| number("game", game, 0..=u64::MAX))?;
        self.lock().begin(game);
        Ok(())
    }

    /// Chooses one of the perspective's legal actions. Other Python threads run meanwhile.
    fn act(&self, py: Python<'_>, seen: &Perspective) -> PyResult<u16> {
        let seen = seen.seen();
        let action = py.detach(|| self.lock().act(seen)).map_err(refused)?;
        Ok(action.0)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Bot> {
        let (seat, progress) = {
            let bot = self.lock();
            (bot.seat(), bot.progress())
        };
        let (name, setup) = self.game.get().named();
        let made = py.detach(|| erased::bot(&self.spec.0, name, setup, seat, self.seed));
        let mut bot = made.map_err(refused)?;
        bot.go_on(progress);
        let game = self.game.clone_ref(py);
        Ok(Bot { inner: Mutex::new(bot), spec: self.spec.clone(), game, seed: self.seed })
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Bot> {
        self.__copy__(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> ReducedBot<'py> {
        let this = slf.get();
        let (seat, progress) = {
            let bot = this.lock();
            (bot.seat().index(), bot.progress())
        };
        let game = this.game.clone_ref(slf.py());
        (slf.get_type().into_any(), (this.spec.clone(), game, seat, this.seed, progress))
    }

    fn __repr__(&self) -> String {
        format!("<Bot {} in seat {} of {}>", self.spec.0, self.seat(), self.game.get().named().0)
    }
}

/// The kinds of agents with their settings, as plain data.
#[pyfunction]
pub(crate) fn bot_kinds(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let keys = |about: &fogbound_agents::spec::About| -> Vec<Value> {
        let one = |key: &fogbound_agents::spec::Key| json!({"name": key.name, "summary": key.summary, "takes": key.takes.to_string()});
        about.keys.iter().map(one).collect()
    };
    let kinds: Vec<Value> = Named::kinds()
        .iter()
        .map(|about| json!({"name": about.name, "summary": about.summary, "settings": keys(about)}))
        .collect();
    data::to_python(py, &Value::Array(kinds))
}

/// Plays every agent of `first`, in the first team's seats, against every agent of `second` in all other seats.
#[pyfunction]
#[pyo3(signature = (game, first, second, games, seed, threads, folder = None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands over what it has read")]
pub(crate) fn run_arena<'py>(
    py: Python<'py>,
    game: &Game,
    first: Vec<Spec>,
    second: Vec<Spec>,
    games: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    threads: &Bound<'py, PyAny>,
    folder: Option<PathBuf>,
) -> PyResult<Bound<'py, PyDict>> {
    let games = number("games", games, 1..=MOST_PLAYED)?;
    let seed = number("seed", seed, 0..=u64::MAX)?;
    let threads = number("threads", threads, 1..=MOST_THREADS)? as usize;
    let specs = |side: Vec<Spec>| side.into_iter().map(|spec| spec.0).collect::<Vec<_>>();
    let (first, second) = (specs(first), specs(second));
    let named = game.named();
    let made = py.detach(|| erased::tournament(named, &first, &second, seed, folder.as_deref()));
    let mut tournament = made.map_err(refused)?;
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(refused)?;
    let mut played = 0;
    while played < games {
        played = (played + GAMES_A_LOOK * threads as u64).min(games);
        py.detach(|| pool.install(|| tournament.play(played))).map_err(refused)?;
        py.check_signals()?;
    }
    let results = py.detach(|| tournament.results(games)).expect("every pairing has played");
    let value = serde_json::to_value(results).map_err(refused)?;
    Ok(data::to_python(py, &value)?.cast_into::<PyDict>()?)
}
