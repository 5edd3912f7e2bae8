//! The list of actions (part 3).

use super::state::Slot;
use crate::Action;

/// Length of the action list.
pub(super) const ACTIONS: usize = 15;

/// First step, in the order of the directions.
pub(super) const STEP: u16 = 0;
/// First palette, in the order of the directions.
pub(super) const PALETTE: u16 = 4;
/// Try to repair the generator.
pub(super) const REPAIR: u16 = 8;
/// End the movement; at the end of the killer's turn, start no chase.
pub(super) const STOP: u16 = 9;
/// Start a chase.
pub(super) const CALL: u16 = 10;
/// The first survivor acts next.
pub(super) const ACT: u16 = 11;

/// An action by its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// A step north, east, south or west (0 to 3).
    Step(u8),
    /// Push over (as a survivor) or destroy (as the killer) the palette in that direction.
    Palette(u8),
    /// Try to repair the generator.
    Repair,
    /// End the movement, or start no chase.
    Stop,
    /// Start a chase.
    Call,
    /// This survivor acts next.
    Next(Slot),
}

impl Act {
    /// The meaning of an action; numbers beyond the list mean the last survivor.
    #[inline]
    pub const fn of(action: Action) -> Act {
        match action.0 {
            way @ STEP..PALETTE => Act::Step(way as u8),
            way @ PALETTE..REPAIR => Act::Palette((way - PALETTE) as u8),
            REPAIR => Act::Repair,
            STOP => Act::Stop,
            CALL => Act::Call,
            next => Act::Next(Slot(if next < ACT + 3 { (next - ACT) as u8 } else { 3 })),
        }
    }

    /// Its place in the list.
    pub const fn action(self) -> Action {
        Action(match self {
            Act::Step(way) => STEP + way as u16,
            Act::Palette(way) => PALETTE + way as u16,
            Act::Repair => REPAIR,
            Act::Stop => STOP,
            Act::Call => CALL,
            Act::Next(slot) => ACT + slot.0 as u16,
        })
    }
}
