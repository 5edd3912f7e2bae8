//! What is on the two boards (S0.3).

use serde::{Deserialize, Serialize};

use super::cells::{Cell, Cells};
use super::content::Deck;
use super::heard::Told;
use super::known::Known;

/// A survivor's place in the order of the corners, 0 to 3; its seat is one higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Slot(pub u8);

impl Slot {
    /// The slot's number, for use as an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The slot as a set of slots.
    #[inline]
    pub(super) const fn bit(self) -> u8 {
        1 << self.0
    }
}

/// The slots of a set, lowest first.
pub(super) fn slots(mut set: u8) -> impl Iterator<Item = Slot> {
    std::iter::from_fn(move || {
        let slot = (set != 0).then(|| Slot(set.trailing_zeros() as u8))?;
        set &= set - 1;
        Some(slot)
    })
}

/// Somebody on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// One of the survivors.
    Survivor(Slot),
    /// The killer.
    Killer,
}

/// How a survivor fares (S0.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Walking about.
    Free,
    /// On a hook.
    Hooked,
    /// Eliminated, or never at the table.
    Out,
}

/// Whose part of the round it is (S2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The survivors take their turns.
    Survivors,
    /// The killer takes his.
    Killer,
    /// Nobody does any more.
    Over(Ending),
}

/// How a game ended (S13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// S13.1: the survivors have repaired what they need.
    Generators,
    /// S13.2: every survivor is hooked or out.
    Hooks,
    /// S13.4: the last round is over.
    Limit,
}

/// What both sides see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Public {
    pub(super) round: u8,
    pub(super) phase: Phase,
    pub(super) status: [Status; 4],
    pub(super) hooks: [u8; 4],
    /// Survivors who lose their next turn (S2.6).
    pub(super) lost: u8,
    /// Turns that the killer loses (S5.13).
    pub(super) killer_lost: u8,
    pub(super) chased: u8,
    pub(super) repaired: Cells,
    /// Activated palettes.
    pub(super) down: Cells,
    /// Destroyed palettes.
    pub(super) broken: Cells,
    /// What was announced since the round began.
    pub(super) told: Told,
    /// What either side can tell of the other, which follows from what both have heard.
    pub(super) known: Known,
}

impl Public {
    /// Survivors with a status, one bit each.
    #[inline]
    pub(super) fn with_status(&self, status: Status) -> u8 {
        let bit = |slot: usize| u8::from(self.status[slot] == status) << slot;
        bit(0) | bit(1) | bit(2) | bit(3)
    }
}

/// What lies behind the divider on the survivors' side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Survivors {
    pub(super) at: [Cell; 4],
    /// Cells with an event tile, Bushes among them.
    pub(super) covered: Cells,
    pub(super) bushes: Cells,
    pub(super) deck: Deck,
    /// Who has still to act this round.
    pub(super) to_act: u8,
    pub(super) node: Node,
    /// Digest of all that the side has done and heard.
    pub(super) memory: u64,
}

/// What lies behind the divider on the killer's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Killer {
    pub(super) at: Cell,
    pub(super) covered: Cells,
    pub(super) deck: Deck,
    pub(super) node: Node,
    /// Digest of all that the side has done and heard.
    pub(super) memory: u64,
}

/// What has to be decided or drawn next on a side's board (part 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Node {
    /// Nothing: the other side is at work, or the game is over.
    Wait,
    /// D1: who acts next.
    Order,
    /// C1, C2: the die of a movement action.
    Roll(Slot),
    /// D2, D3: steps and what else a movement action offers.
    Walk(Walk),
    /// C3: the die of a repair.
    Repair(Slot),
    /// C4: the dice of an escape.
    Escape(Slot),
    /// C5, C6: an event tile.
    Draw(Slot),
    /// D4: whether to start a chase.
    Call,
}

/// A movement action under way. The killer's has slot 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Walk {
    pub(super) slot: Slot,
    pub(super) allowance: u8,
    /// Steps made.
    pub(super) steps: u8,
}

/// Everything that changes during play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) public: Public,
    pub(super) survivors: Survivors,
    pub(super) killer: Killer,
}
