//! What the engine is in the middle of: a stack of small procedures (part 5.3 of the rules).

use serde::{Deserialize, Serialize};

use super::board::{Path, Room, Tile};
use super::content::{Item, Perk, Window};
use super::state::{DiceMode, RollKind, Slot, Who};

/// Where a match stands between its procedures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    /// Characters by chance: killer, four survivors, board (T2.2).
    Assign(u8),
    /// Characters by choice: four survivors, killer.
    Draft(u8),
    /// Bloodweb cards, character by character (T19.4).
    Draw(u8),
    /// Perk picks in sub-rounds (T19.11).
    Pick(u8),
    /// Each survivor reveals a prop (T2.9).
    Reveal(u8),
    /// Start dice (T2.15).
    Place(u8),
    RoundStart,
    Talk(u8),
    Plan(u8),
    PlansSet,
    /// Survivors act, in turn order.
    Turn(u8),
    /// The killer's turns.
    Hunt(u8),
    /// The killer's bonus turn.
    Bonus(u8),
    Cleanup,
}

/// What a survivor does in an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Deed {
    Nothing,
    Repair,
    Open,
    Sabotage,
    Rescue,
    Cleanse,
    Rummage,
    Hide,
    Sprint,
    Drop,
    Heal,
    SnapOut,
    /// An *act* perk, which opens no window when it is done.
    Perk,
}

/// What the killer does in an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum KillerDeed {
    Nothing,
    Damage,
    Venerate,
    Scout,
    Search,
    Attack,
    /// K14 and K21.
    PickUp,
    Power,
}

/// Which props a flip is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum FlipKind {
    Any,
    /// May be declined.
    Optional,
    /// S23.
    Objective,
}

/// One procedure and how far it has got. `step` counts as the procedure's own comments say. Eight bytes, so that a
/// frame is read at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(align(8))]
pub(super) enum Frame {
    /// Nothing; unused places of the stack hold this.
    Idle,
    Stage(Stage),
    /// `of` is the survivor that the window is about.
    Window {
        window: Window,
        of: Slot,
        cursor: u8,
        answered: bool,
    },
    SurvivorTurn {
        slot: Slot,
        step: u8,
        detour: Option<Path>,
    },
    Travel {
        slot: Slot,
        path: Path,
        carded: bool,
        step: u8,
    },
    Flip {
        chooser: Who,
        room: Room,
        kind: FlipKind,
        tile: Tile,
        step: u8,
    },
    SurvivorAct {
        slot: Slot,
        step: u8,
        deed: Deed,
        tile: Tile,
        other: Slot,
    },
    BonusTurn {
        slot: Slot,
        step: u8,
    },
    FreeMove {
        slot: Slot,
        asked: bool,
    },
    Check {
        slot: Slot,
        kind: RollKind,
        tile: Tile,
        mode: DiceMode,
        auto: bool,
        hope: bool,
        step: u8,
    },
    Roll {
        step: u8,
        die: u8,
    },
    Reroll {
        dice: u8,
        step: u8,
    },
    UseItem {
        slot: Slot,
        item: Item,
        keep: bool,
        cancelled: bool,
        step: u8,
    },
    DrawItem {
        slot: Slot,
        new: Item,
        step: u8,
    },
    KillerTurn {
        turn: u8,
        step: u8,
        detour: Option<Path>,
    },
    KillerTravel {
        path: Path,
        chainsaw: bool,
        cancelled: bool,
        ignore: bool,
        anyway: bool,
        step: u8,
    },
    KillerAct {
        power: bool,
        step: u8,
        deed: KillerDeed,
        tile: Tile,
        slot: Slot,
        cancelled: bool,
    },
    Power {
        step: u8,
        cursor: u8,
    },
    RelocateKiller {
        room: Room,
        step: u8,
    },
    PickUp {
        slot: Slot,
        step: u8,
        left: u8,
        bonus: bool,
    },
    /// A perk that asks something; `a` is its own note.
    Effect {
        perk: Perk,
        who: Who,
        step: u8,
        a: u8,
    },
}

/// More than the deepest nesting: perks once a round, one item each, bonus turns by cards in hand.
const DEPTH: usize = 40;

/// The procedures that are under way, the innermost last.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Stack {
    frames: [Frame; DEPTH],
    len: u8,
}

impl Stack {
    pub(super) const fn new(bottom: Frame) -> Stack {
        let mut frames = [Frame::Idle; DEPTH];
        frames[0] = bottom;
        Stack { frames, len: 1 }
    }

    pub(super) const fn top(&self) -> Frame {
        self.frames[self.len as usize - 1]
    }

    /// The frame below the top one.
    pub(super) const fn parent(&self) -> Frame {
        self.frames[self.len as usize - 2]
    }

    pub(super) fn set_top(&mut self, frame: Frame) {
        self.frames[usize::from(self.len) - 1] = frame;
    }

    pub(super) fn push(&mut self, frame: Frame) {
        self.frames[usize::from(self.len)] = frame;
        self.len += 1;
    }

    pub(super) fn pop(&mut self) {
        self.len -= 1;
        self.frames[usize::from(self.len)] = Frame::Idle;
    }

    /// The innermost frame below the top for which `change` says yes, changed by it.
    pub(super) fn change(&mut self, mut change: impl FnMut(&mut Frame) -> bool) {
        let found = self.frames[..usize::from(self.len)].iter_mut().rev().any(&mut change);
        debug_assert!(found, "an effect found nothing to act on");
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Frame> {
        self.frames[..usize::from(self.len)].iter()
    }
}

impl std::fmt::Debug for Stack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Stack {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Stack {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Stack, D::Error> {
        let frames = Vec::<Frame>::deserialize(deserializer)?;
        if frames.is_empty() || frames.len() > DEPTH {
            return Err(serde::de::Error::invalid_length(frames.len(), &"1 to 40 procedures"));
        }
        let mut stack = Stack::new(frames[0]);
        frames[1..].iter().for_each(|&frame| stack.push(frame));
        Ok(stack)
    }
}
