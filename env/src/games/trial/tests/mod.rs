//! The rules of `trial`, one fact per test. A test's name begins with the clause, example, edge case, perk or item that
//! it checks: `t4_5_…`, `g07_…`, `e69_…`, `s09_…`, `k13_…`, `item_…`.
//!
//! A [`Scene`] stands at the first planning of a match. Unless a test wants more, its board has no props, nobody has
//! perks and the power is spent, so that only what the test puts there can happen.

mod blood;
mod cleanup;
mod dice;
mod edge_cases;
mod entity;
mod faq;
mod golden;
mod golden_more;
mod interactions;
mod invariants;
mod items;
mod killer_acts;
mod killer_turns;
mod lockers;
mod modes;
mod movement;
mod passives;
mod paths;
mod perks_killer;
mod perks_killer_more;
mod perks_survivor;
mod perks_survivor_more;
mod pickup;
mod planning;
mod play;
mod players;
mod powers;
mod renaming;
mod scene;
mod setup;
mod survivor_turns;
mod timing;

use self::scene::Scene;
use super::act::Act;
use super::board::{Path, Room, Tile};
use super::content::{Card, CardSet, Category, Item, Perk, Prop, Window};
use super::on_path::OnPath;
use super::state::{
    Ending, Entity, Hunter, Luck, Node, Pending, PerkSet, Person, Place, Planned, Public, Slot, State,
    TileState, Who,
};
use super::{Assign, BoardName, Event, Killer, Mode, Setup, Survivor, Trial, engine, windows};
use crate::{Game, Joint, Seat, SeatSet, Turn};

const DWIGHT: Slot = Slot(0);
const MEG: Slot = Slot(1);
const CLAUDETTE: Slot = Slot(2);
const JAKE: Slot = Slot(3);
const KILLER: Who = Who::Killer;

impl From<Slot> for Who {
    fn from(slot: Slot) -> Who {
        Who::Survivor(slot)
    }
}

/// The choice of a room, or of the path to it.
fn to(room: u8) -> Act {
    Act::Room(Room(room))
}
