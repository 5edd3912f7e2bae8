//! The rules of `stalk`, one fact per test. A test's name begins with the clause, example or edge case that it checks:
//! `s4_5_…`, `ge07_…`, `e19_…`.
//!
//! A [`Scene`] stands at a game's first question. Unless a test wants more, it is played on board `standard` in the
//! fixed order, with the figures where the test puts them.

mod ahead;
mod boards;
mod chases;
mod edge_cases;
mod exact_sets;
mod examples;
mod hooks;
mod invariants;
mod knowledge;
mod moving;
mod pictures;
mod posterior;
mod renaming;
mod rounds;
mod scene;
mod setup;
mod tiles;
mod witnesses;

use self::scene::Scene;
use super::act::Act;
use super::board::Board;
use super::cells::{Cell, Cells};
use super::content::Tile;
use super::state::{Ending, Node, Phase, Slot, State, Status, Walk, Who, slots};
use super::trail::Trail;
use super::{BoardName, Decks, Event, KILLER_SEAT, Order, Setup, Stalk};
use crate::{Game, Joint, Rng, Seat, SeatSet, Silence, Turn, rollout};

const SU1: Slot = Slot(0);
const SU2: Slot = Slot(1);
const SU3: Slot = Slot(2);
const SU4: Slot = Slot(3);
const N: Act = Act::Step(0);
const E: Act = Act::Step(1);
const S: Act = Act::Step(2);
const W: Act = Act::Step(3);

/// Those of the other side that are still on the board.
fn hidden(game: &Stalk, viewer: Seat, state: &State) -> Vec<Who> {
    let on_board = game.everybody & !state.public.with_status(Status::Out);
    if viewer == KILLER_SEAT { slots(on_board).map(Who::Survivor).collect() } else { vec![Who::Killer] }
}

fn place(state: &State, figure: Who) -> Cell {
    match figure {
        Who::Killer => state.killer.at,
        Who::Survivor(slot) => state.survivors.at[slot.index()],
    }
}
