//! `fogbound.Versus`: many games of one seat against bots, seen from Python without a copy.

use std::sync::{Arc, Mutex};

use fogbound_agents::erased::{self, AnyVersus};
use fogbound_agents::{Autoreset, VersusOptions};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::args::{Sizes, number, refused};
use crate::bots::Spec;
use crate::game::{Game, MOST_GAMES, MOST_THREADS};
use crate::window::{Buffers, Home, Shared, as_bool, lock, window};

/// Many games of one kind, each at a decision of the same seat; bots play the others. Row `i` of every array belongs
/// to lane `i`, in which one game after another is played.
///
/// `autoreset` is `same_step`, where a lane whose game has ended shows the next one at once and the last sight of the
/// old one stands in `final_observations`, or `next_step`, where it shows the end, with action 0 as the only choice,
/// and begins the next game in the step after, whatever action is given.
///
/// The arrays are read-only windows, as those of `Vector` are.
#[pyclass(module = "fogbound._core", frozen)]
#[derive(Debug)]
pub(crate) struct Versus {
    games: Shared<dyn AnyVersus>,
    home: Home,
    sizes: Sizes,
    /// How many games are in play.
    #[pyo3(get)]
    num_games: usize,
    /// What the seat knows: float32, one row for each lane.
    #[pyo3(get)]
    observations: Py<PyArray2<f32>>,
    /// What it may choose: bool, one row for each lane.
    #[pyo3(get)]
    masks: Py<PyArray2<bool>>,
    /// What the last step paid the seat: float32, one for each lane; zero where no game ended.
    #[pyo3(get)]
    rewards: Py<PyArray1<f32>>,
    /// Whether a game ended in the last step: bool, one for each lane.
    #[pyo3(get)]
    dones: Py<PyArray1<bool>>,
    /// What the seat saw at the end of the game that ended last: float32, one row for each lane.
    #[pyo3(get)]
    final_observations: Py<PyArray2<f32>>,
}

#[pymethods]
impl Versus {
    #[new]
    #[pyo3(signature = (game, num_games, seat, bots, seed, threads, autoreset))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        py: Python<'_>,
        game: &Game,
        num_games: &Bound<'_, PyAny>,
        seat: &Bound<'_, PyAny>,
        bots: Vec<Spec>,
        seed: &Bound<'_, PyAny>,
        threads: &Bound<'_, PyAny>,
        autoreset: &str,
    ) -> PyResult<Versus> {
        let sizes = game.sizes();
        let games = number("num_games", num_games, 1..=MOST_GAMES)? as usize;
        let threads = number("threads", threads, 1..=MOST_THREADS)? as usize;
        let seat = sizes.seat(seat)?;
        let seed = number("seed", seed, 0..=u64::MAX)?;
        let autoreset = match autoreset {
            "same_step" => Autoreset::SameStep,
            "next_step" => Autoreset::NextStep,
            other => {
                let text = format!("autoreset must be `same_step` or `next_step`, not {other:?}");
                return Err(PyValueError::new_err(text));
            }
        };
        if bots.len() != sizes.seats {
            let text = format!("there are {} seats, and bots for {}", sizes.seats, bots.len());
            return Err(PyValueError::new_err(text));
        }
        game.check_memory(games)?;
        let options = VersusOptions { games, seed, threads, seat, autoreset };
        let bots: Vec<_> = bots.into_iter().map(|spec| spec.0).collect();
        let made = py.detach(|| erased::versus(game.named(), &bots, options));
        let made = Arc::new(Mutex::new(made.map_err(refused)?.map_err(refused)?));
        let owner = Buffers::of(py, &made)?;
        // Python objects are made under this lock, but nobody else knows of it yet.
        let shown = lock(&made);
        let rows = (games, sizes.observation);
        let observations = window(&owner, shown.observations(), rows)?.unbind();
        let masks = as_bool(&window(&owner, shown.masks(), (games, sizes.actions))?)?.unbind();
        let rewards = window(&owner, shown.rewards(), games)?.unbind();
        let dones = as_bool(&window(&owner, shown.dones(), games)?)?.unbind();
        let final_observations = window(&owner, shown.final_observations(), rows)?.unbind();
        drop(shown);
        Ok(Versus {
            games: made,
            home: Home::of(threads),
            sizes,
            num_games: games,
            observations,
            masks,
            rewards,
            dones,
            final_observations,
        })
    }

    /// Plays one action in each lane, lets the bots answer, and stops at the seat's next decision. Other Python threads
    /// run meanwhile. If any action is refused, `ValueError` names its lane and nothing is played.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        self.home.check()?;
        let actions = self.sizes.actions(actions)?;
        py.detach(|| lock(&self.games).step(&actions)).map_err(refused)
    }

    /// Begins again with the games of `seed`, as if made anew.
    fn reset(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        self.home.check()?;
        let seed = number("seed", seed, 0..=u64::MAX)?;
        py.detach(|| lock(&self.games).reset(seed));
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<Versus of {} games>", self.num_games)
    }
}
