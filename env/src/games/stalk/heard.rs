//! What was heard lately: what a guess at the past has to fit.

use serde::{Deserialize, Serialize};

use super::cells::Cell;
use super::event::Event;
use super::state::{Slot, Who};

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

/// How many announcements of a round are kept. Walking to and fro over vaults, four survivors with three Runs can make fourteen
/// noises; with every palette, a tile or repair each and the rescues, that is not yet as many.
pub(super) const KEPT: usize = 32;

/// What was announced in this round, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Told {
    count: u8,
    marks: [u16; KEPT],
}

/// What an announcement of the survivors' phase says of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// One came down on a vault or on a palette that was down (S9.3).
    Vault(Slot, Cell),
    /// Somebody pushed a palette over (S10.4).
    Palette(Cell),
    /// Somebody tried to repair (S8.7).
    Repair(Cell),
    /// One drew a tile that gives it away (S5.9, S5.10).
    Tile(Slot, Cell),
    /// Somebody drew a Flashlight (S5.13).
    Flashlight,
    /// One freed itself (S7.4).
    Unhooked(Slot, Cell),
    /// One was rescued by somebody (S7.9).
    Rescued(Slot, Cell),
}

impl Said {
    /// Whose turn it is for certain.
    pub(super) fn actor(self) -> Option<Slot> {
        match self {
            Said::Vault(slot, _) | Said::Tile(slot, _) | Said::Unhooked(slot, _) => Some(slot),
            Said::Palette(_) | Said::Repair(_) | Said::Flashlight | Said::Rescued(..) => None,
        }
    }
}

/// Kinds of announcements that say something of survivors.
const VAULT: u16 = 1;
const PALETTE: u16 = 2;
const REPAIR: u16 = 3;
const TILE: u16 = 4;
const FLASHLIGHT: u16 = 5;
const UNHOOKED: u16 = 6;
const RESCUED: u16 = 7;

/// Bits of a mark: which cell, who, what; what says nothing of survivors has the highest bit, and is only told apart.
const CELL_BITS: u16 = 7;
const WHO_BITS: u16 = 3;
const KIND_BITS: u16 = 3;
/// Of two announcements that say the same of where somebody is, the second: a generator works, a Crow instead of a Trap.
const SECOND: u16 = 1 << (CELL_BITS + WHO_BITS + KIND_BITS);
const OTHER: u16 = 1 << 15;

impl Said {
    const fn of(event: Event) -> Option<Said> {
        Some(match event {
            Event::Vault(Who::Survivor(slot), cell) => Said::Vault(slot, cell),
            Event::PaletteDown(cell) => Said::Palette(cell),
            Event::GeneratorAlert(cell) | Event::GeneratorFixed(cell) => Said::Repair(cell),
            Event::Trap(slot, cell) | Event::Crow(Who::Survivor(slot), cell) => Said::Tile(slot, cell),
            Event::Flashlight(_) => Said::Flashlight,
            Event::Unhooked(slot, cell) => Said::Unhooked(slot, cell),
            Event::Rescued(slot, cell) => Said::Rescued(slot, cell),
            _ => return None,
        })
    }

    fn mark(self) -> u16 {
        let (kind, slot, cell) = match self {
            Said::Vault(slot, cell) => (VAULT, slot, cell),
            Said::Palette(cell) => (PALETTE, Slot(0), cell),
            Said::Repair(cell) => (REPAIR, Slot(0), cell),
            Said::Tile(slot, cell) => (TILE, slot, cell),
            Said::Flashlight => (FLASHLIGHT, Slot(0), Cell(0)),
            Said::Unhooked(slot, cell) => (UNHOOKED, slot, cell),
            Said::Rescued(slot, cell) => (RESCUED, slot, cell),
        };
        (kind << WHO_BITS | u16::from(slot.0)) << CELL_BITS | u16::from(cell.0)
    }

    fn from_mark(mark: u16) -> Option<Said> {
        let bits = |from: u16, count: u16| mark >> from & ((1 << count) - 1);
        let (slot, cell) = (Slot(bits(CELL_BITS, WHO_BITS) as u8), Cell(bits(0, CELL_BITS) as u8));
        if mark & OTHER != 0 {
            return None;
        }
        Some(match bits(CELL_BITS + WHO_BITS, KIND_BITS) {
            VAULT => Said::Vault(slot, cell),
            PALETTE => Said::Palette(cell),
            REPAIR => Said::Repair(cell),
            TILE => Said::Tile(slot, cell),
            FLASHLIGHT => Said::Flashlight,
            UNHOOKED => Said::Unhooked(slot, cell),
            RESCUED => Said::Rescued(slot, cell),
            _ => return None,
        })
    }
}

impl Told {
    /// Nothing was announced.
    pub(super) const NOTHING: Told = Told { count: 0, marks: [0; KEPT] };

    #[inline]
    pub(super) fn push(&mut self, event: Event) {
        if let Some(mark) = self.marks.get_mut(usize::from(self.count)) {
            let second = matches!(event, Event::GeneratorFixed(_) | Event::Crow(..));
            *mark = match Said::of(event) {
                Some(said) => said.mark() | if second { SECOND } else { 0 },
                // Whatever else is announced hardly ever has the same number as another.
                None => (event.word().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as u16 | OTHER,
            };
        }
        self.count = self.count.saturating_add(1);
    }

    /// How much was announced.
    pub(super) const fn count(&self) -> u8 {
        self.count
    }

    /// Whether all that was announced has been kept.
    pub(super) const fn is_whole(&self) -> bool {
        self.count as usize <= KEPT
    }

    fn marks(&self) -> &[u16] {
        &self.marks[..usize::from(self.count).min(KEPT)]
    }

    /// What was said of survivors, in order, as far as it is kept.
    pub(super) fn of_survivors(&self) -> impl Iterator<Item = Said> + '_ {
        self.marks().iter().filter_map(|&mark| Said::from_mark(mark))
    }

    /// Whether `later` has been announced in the same order, and perhaps more after it.
    pub(super) fn begins(&self, later: &Told) -> bool {
        self.count <= later.count && later.marks().starts_with(self.marks())
    }
}
