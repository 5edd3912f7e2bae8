//! What is announced (S12), and how a side's memory digests it.

use serde::{Deserialize, Serialize};

use super::cells::Cell;
use super::content::Tile;
use super::state::{Ending, Slot, Who};
use crate::Action;

/// Something that was said aloud, or that one side saw on its own board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// To all: a survivors' phase begins.
    Round(u8),
    /// To all: the killer's turn begins.
    KillerTurn,
    /// To all: the killer loses his turn (S4.9).
    KillerTurnLost,
    /// To all: somebody came down on a vault or an activated palette (S9.3).
    Vault(Who, Cell),
    /// To all: a palette was pushed over (S10.4).
    PaletteDown(Cell),
    /// To all: a palette was destroyed (S10.9).
    PaletteBroken(Cell),
    /// To all: an attempt to repair went wrong (S8.2).
    GeneratorAlert(Cell),
    /// To all: a generator works (S8.4).
    GeneratorFixed(Cell),
    /// To all: a survivor is caught in a Trap and will lose a turn (S5.9).
    Trap(Slot, Cell),
    /// To all: a Crow gives somebody away (S5.10).
    Crow(Who, Cell),
    /// To all: a Flashlight gives the killer away; he will lose a turn (S5.12).
    Flashlight(Cell),
    /// To all: the killer calls a chase (S6.1).
    Call(Cell),
    /// To all: a survivor is found by a call (S6.2).
    Found(Slot, Cell),
    /// To all: the killer shows himself in a chase (S6.10).
    Check(Cell),
    /// To all: a survivor is in range of a check (S6.12).
    Revealed(Slot, Cell),
    /// To all: a survivor is chased no more (S6.11).
    Escaped(Slot),
    /// To all: a survivor is hooked (S7.1).
    Hooked(Slot, Cell),
    /// To all: a survivor is out (S7.3).
    Eliminated(Slot, Cell),
    /// To all: a survivor freed itself (S7.4).
    Unhooked(Slot, Cell),
    /// To all: a survivor was rescued (S7.9).
    Rescued(Slot, Cell),
    /// To all: the game is over.
    End(Ending),
    /// To the survivors: who acts next.
    Order(Slot),
    /// To the survivors: a turn is lost.
    LostTurn(Slot),
    /// To a side: the die of its movement action.
    Roll(Who, u8),
    /// To a side: what was chosen in its movement action, or at the end of the killer's turn.
    Chose(Who, Action),
    /// To the survivors: an attempt to repair came to nothing, unheard.
    Quiet(Slot),
    /// To a side: an event tile was drawn and lies there now.
    Drew(Who, Tile, Cell),
    /// To the survivors: no double six.
    EscapeFailed(Slot),
    /// To the survivors: a Bush went back into the deck (S6.6).
    BushReturned(Cell),
}

impl Event {
    /// The event as one word, different for different events.
    #[inline(always)]
    pub(super) fn word(self) -> u64 {
        let person = |who: Who| if let Who::Survivor(slot) = who { slot.0 } else { 4 };
        let [kind, a, b, c] = match self {
            Event::Round(round) => [0, round, 0, 0],
            Event::KillerTurn => [1, 0, 0, 0],
            Event::KillerTurnLost => [2, 0, 0, 0],
            Event::Vault(who, cell) => [3, person(who), cell.0, 0],
            Event::PaletteDown(cell) => [4, cell.0, 0, 0],
            Event::PaletteBroken(cell) => [5, cell.0, 0, 0],
            Event::GeneratorAlert(cell) => [6, cell.0, 0, 0],
            Event::GeneratorFixed(cell) => [7, cell.0, 0, 0],
            Event::Trap(slot, cell) => [8, slot.0, cell.0, 0],
            Event::Crow(who, cell) => [9, person(who), cell.0, 0],
            Event::Flashlight(cell) => [10, cell.0, 0, 0],
            Event::Call(cell) => [11, cell.0, 0, 0],
            Event::Found(slot, cell) => [12, slot.0, cell.0, 0],
            Event::Check(cell) => [13, cell.0, 0, 0],
            Event::Revealed(slot, cell) => [14, slot.0, cell.0, 0],
            Event::Escaped(slot) => [15, slot.0, 0, 0],
            Event::Hooked(slot, cell) => [16, slot.0, cell.0, 0],
            Event::Eliminated(slot, cell) => [17, slot.0, cell.0, 0],
            Event::Unhooked(slot, cell) => [18, slot.0, cell.0, 0],
            Event::Rescued(slot, cell) => [19, slot.0, cell.0, 0],
            Event::End(ending) => [20, ending as u8, 0, 0],
            Event::Order(slot) => [21, slot.0, 0, 0],
            Event::LostTurn(slot) => [22, slot.0, 0, 0],
            Event::Roll(who, face) => [23, person(who), face, 0],
            Event::Chose(who, action) => [24, person(who), action.0 as u8, 0],
            Event::Quiet(slot) => [25, slot.0, 0, 0],
            Event::Drew(who, tile, cell) => [26, person(who), tile as u8, cell.0],
            Event::EscapeFailed(slot) => [27, slot.0, 0, 0],
            Event::BushReturned(cell) => [28, cell.0, 0, 0],
        };
        u64::from(u32::from_le_bytes([kind, a, b, c]))
    }
}
