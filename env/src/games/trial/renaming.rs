//! Names that can be exchanged: the table can be turned, since all order among survivors begins at the marker (T3.8).

use super::Trial;
use super::act::Act;
use super::state::Slot;
use crate::{Renaming, Seat};

/// Fields with a row for each survivor, in which the killer counts them as actions do.
const BY_SURVIVOR: [&str; 12] = [
    "asked_whom",
    "rooms",
    "place",
    "blood",
    "state",
    "items",
    "plans",
    "spent",
    "talk",
    "first",
    "perks",
    "guess",
];

impl Trial {
    /// The table, turned by one to three places. Survivors see it from where they sit, wherever that is; only what
    /// actions call them changes.
    pub(super) fn turned(seat: Seat) -> impl Iterator<Item = Renaming> + use<> {
        (1..4).map(move |by| {
            let order = [0, 1, 2, 3].map(|slot| (slot + by) % 4);
            let mut renaming = Renaming::unchanged::<Trial>(seat);
            if seat == Seat(0) {
                for field in BY_SURVIVOR {
                    renaming.exchange_rows::<Trial>(field, &order);
                }
            }
            renaming.exchange_actions(Act::Survivor(Slot(0)).action(), &order);
            renaming
        })
    }
}
