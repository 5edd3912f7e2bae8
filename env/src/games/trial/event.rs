//! What is announced.

use serde::{Deserialize, Serialize};

use super::act::Act;
use super::board::{Path, Room};
use super::content::{Card, Item, Killer, Perk, Prop, Survivor};
use super::setup::BoardName;
use super::state::{Ending, Node, Slot, Who};
use crate::Action;

/// Something that is told to all, or to one seat where the comment says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A character chose something in the open.
    Chose {
        /// Who.
        who: Who,
        /// What was asked.
        node: Node,
        /// The answer.
        act: Act,
    },
    /// The killer is drawn.
    KillerIs(Killer),
    /// A survivor is drawn.
    SurvivorIs(Slot, Survivor),
    /// The board is drawn.
    BoardIs(BoardName),
    /// To one seat: a perk card is drawn for one of its characters.
    Drew(Who, Perk),
    /// The perks of a character, when all have picked.
    Perks(Who, [Perk; 3]),
    /// A character starts in a room.
    Starts(Who, Room),
    /// A round begins; who goes first.
    Round(u8, Slot),
    /// Every seat has made a secret choice of this sub-round: a card or a perk.
    Committed(u8),
    /// All cards are face down.
    PlansSet,
    /// A planned card is turned up.
    Reveals(Who, Card),
    /// A card leaves the hand for a bonus turn or a power.
    Discards(Who, Card),
    /// The card allows no move.
    Stays(Who),
    /// A character enters a room along a path.
    Moves(Who, Room),
    /// A character is put into a room.
    Appears(Who, Room),
    /// A prop is turned up.
    Finds(Room, Prop),
    /// A die falls: its number and its face (0 failure, 5 great success).
    Rolls {
        /// Who rolls.
        slot: Slot,
        /// Which die.
        die: u8,
        /// What it shows.
        face: u8,
        /// Whether it is the danger die.
        danger: bool,
    },
    /// A pool of bloodpoints changes; what is in it now.
    Blood(Who, u8),
    /// A generator or gate in a room has this progress now.
    Progress(Room, Prop, u8),
    /// So many generators run.
    GeneratorRuns(u8),
    /// A survivor is wounded.
    Wounded(Slot),
    /// A survivor is healthy again.
    Healed(Slot),
    /// A survivor is picked up.
    PickedUp(Slot),
    /// A picked-up survivor gets away.
    Escapes(Slot),
    /// A survivor hangs; what is on the track now.
    Sacrificed(Slot, u8),
    /// Sacrifice progress in cleanup.
    Track(u8),
    /// A survivor is taken off a hook.
    Rescued(Slot),
    /// A survivor hides on a locker.
    Hides(Slot),
    /// A survivor comes off a locker.
    ComesOut(Slot),
    /// A survivor draws an item.
    Draws(Slot, Item),
    /// An item is discarded.
    Loses(Slot, Item),
    /// A prop leaves the game.
    Removed(Room, Prop),
    /// A pallet, wall or trap leaves a path.
    Cleared(Path),
    /// A pallet lies on a path.
    Dropped(Path),
    /// A bear trap lies on a path.
    Trapped(Path),
    /// A phantasm trap lies in a room, or is gone from it.
    Phantasm(Room, bool),
    /// The Entity blocks a prop in a room.
    BlocksProp(Room, Prop),
    /// The Entity blocks a path.
    BlocksPath(Path),
    /// The Wraith is cloaked.
    Cloaked,
    /// A survivor has madness now, or not any more.
    Madness(Slot, bool),
    /// A survivor cannot use perks this round.
    Locked(Slot),
    /// What the killer did is stopped.
    Stopped,
    /// A face-down card was exchanged.
    Exchanged(Who),
    /// The killer's two cards trade places.
    Swapped,
    /// To one seat: a face-down card.
    Peeks(Who, Card),
    /// The game is over.
    Ends(Ending),
}

/// A kind and up to three small numbers in one word.
#[inline(always)]
const fn word(kind: u8, a: u8, b: u8, c: u8) -> u64 {
    (kind as u64) << 24 | (a as u64) << 16 | (b as u64) << 8 | c as u64
}

impl Event {
    /// The number of an open choice.
    #[inline(always)]
    pub(super) const fn chose_word(who: Who, action: Action) -> u64 {
        word(0, who.index() as u8, action.0 as u8, 0)
    }

    /// The event as a number, different for different events, which memories digest. Which question was asked is
    /// not in it, since that follows from what was announced before.
    #[inline(always)]
    pub(super) const fn word(self) -> u64 {
        match self {
            Event::Chose { who, act, .. } => Event::chose_word(who, act.action()),
            Event::KillerIs(killer) => word(1, killer as u8, 0, 0),
            Event::SurvivorIs(slot, survivor) => word(2, slot.0, survivor as u8, 0),
            Event::BoardIs(board) => word(3, board as u8, 0, 0),
            Event::Drew(who, perk) => word(4, who.index() as u8, perk.0, 0),
            Event::Perks(who, [a, b, c]) => word(5 + who.index() as u8, a.0, b.0, c.0),
            Event::Starts(who, room) => word(10, who.index() as u8, room.0, 0),
            Event::Round(round, first) => word(11, round, first.0, 0),
            Event::Committed(sub) => word(12, sub, 0, 0),
            Event::PlansSet => word(13, 0, 0, 0),
            Event::Reveals(who, card) => word(14, who.index() as u8, card as u8, 0),
            Event::Discards(who, card) => word(15, who.index() as u8, card as u8, 0),
            Event::Stays(who) => word(16, who.index() as u8, 0, 0),
            Event::Moves(who, room) => word(17, who.index() as u8, room.0, 0),
            Event::Appears(who, room) => word(18, who.index() as u8, room.0, 0),
            Event::Finds(room, prop) => word(19, room.0, prop as u8, 0),
            Event::Rolls { slot, die, face, danger } => word(20 + danger as u8, slot.0, die, face),
            Event::Blood(who, pool) => word(22, who.index() as u8, pool, 0),
            Event::Progress(room, prop, progress) => word(23, room.0, prop as u8, progress),
            Event::GeneratorRuns(running) => word(24, running, 0, 0),
            Event::Wounded(slot) => word(25, slot.0, 0, 0),
            Event::Healed(slot) => word(26, slot.0, 0, 0),
            Event::PickedUp(slot) => word(27, slot.0, 0, 0),
            Event::Escapes(slot) => word(28, slot.0, 0, 0),
            Event::Sacrificed(slot, track) => word(29, slot.0, track, 0),
            Event::Track(track) => word(30, track, 0, 0),
            Event::Rescued(slot) => word(31, slot.0, 0, 0),
            Event::Hides(slot) => word(32, slot.0, 0, 0),
            Event::ComesOut(slot) => word(33, slot.0, 0, 0),
            Event::Draws(slot, item) => word(34, slot.0, item as u8, 0),
            Event::Loses(slot, item) => word(35, slot.0, item as u8, 0),
            Event::Removed(room, prop) => word(36, room.0, prop as u8, 0),
            Event::Cleared(path) => word(37, path.0, 0, 0),
            Event::Dropped(path) => word(38, path.0, 0, 0),
            Event::Trapped(path) => word(39, path.0, 0, 0),
            Event::Phantasm(room, lies) => word(40, room.0, lies as u8, 0),
            Event::BlocksProp(room, prop) => word(41, room.0, prop as u8, 0),
            Event::BlocksPath(path) => word(42, path.0, 0, 0),
            Event::Cloaked => word(43, 0, 0, 0),
            Event::Madness(slot, has) => word(44, slot.0, has as u8, 0),
            Event::Locked(slot) => word(45, slot.0, 0, 0),
            Event::Stopped => word(46, 0, 0, 0),
            Event::Exchanged(who) => word(47, who.index() as u8, 0, 0),
            Event::Swapped => word(48, 0, 0, 0),
            Event::Peeks(who, card) => word(49, who.index() as u8, card as u8, 0),
            Event::Ends(ending) => word(50, ending as u8, 0, 0),
        }
    }
}

impl Act {
    /// The number of a secret deed, different from those of all events.
    pub(super) const fn secret_word(self) -> u64 {
        word(51, self.action().0 as u8, 0, 0)
    }
}
