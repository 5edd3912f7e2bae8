//! What was heard lately: what a guess at the past has to fit.

use serde::{Deserialize, Serialize};

use super::cells::Cell;
use super::event::Event;

/// How many things are remembered.
pub(super) const REMEMBERED: usize = 16;

/// Something that tells of figures without naming them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Hint {
    /// A call at the cell: whoever was not found was not in its range.
    Call,
    /// A check at the cell.
    Check,
    /// An attempt to repair.
    Repair,
    /// A palette was pushed over.
    Palette,
    /// Somebody was rescued.
    Rescue,
    /// The killer destroyed a palette.
    Broken,
}

/// One thing that was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Heard {
    pub(super) round: u8,
    pub(super) hint: Hint,
    pub(super) cell: Cell,
}

/// The latest things heard, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Log {
    heard: [Option<Heard>; REMEMBERED],
    /// The last round of which something has been forgotten.
    pub(super) forgotten: u8,
}

impl Log {
    /// Nothing has been heard.
    pub(super) const EMPTY: Log = Log { heard: [None; REMEMBERED], forgotten: 0 };

    pub(super) fn push(&mut self, heard: Heard) {
        if let Some(free) = self.heard.iter_mut().find(|place| place.is_none()) {
            *free = Some(heard);
            return;
        }
        self.forgotten = self.heard[0].map_or(0, |oldest| oldest.round);
        self.heard.rotate_left(1);
        self.heard[REMEMBERED - 1] = Some(heard);
    }

    /// What was heard in a round, in order.
    pub(super) fn of_round(&self, round: u8) -> impl Iterator<Item = Heard> + '_ {
        self.iter().filter(move |heard| heard.round == round)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Heard> + '_ {
        self.heard.iter().map_while(|place| *place)
    }
}

/// How many announcements of a round are kept.
const KEPT: usize = 15;

/// What was announced in this round, in order: each announcement as a number that hardly any other has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Told {
    count: u8,
    marks: [u16; KEPT],
}

impl Told {
    /// Nothing was announced.
    pub(super) const NOTHING: Told = Told { count: 0, marks: [0; KEPT] };

    #[inline]
    pub(super) fn push(&mut self, event: Event) {
        if let Some(mark) = self.marks.get_mut(usize::from(self.count)) {
            *mark = (event.word().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as u16;
            self.count += 1;
        }
    }

    /// How much was announced, as far as it is kept.
    pub(super) const fn count(&self) -> u8 {
        self.count
    }

    /// Whether `later` has been announced in the same order, and perhaps more after it.
    pub(super) fn begins(&self, later: &Told) -> bool {
        let count = usize::from(self.count);
        self.count <= later.count && self.marks[..count] == later.marks[..count]
    }
}
