//! What is announced.

use serde::{Deserialize, Serialize};

use super::act::Act;
use super::board::{Path, Room};
use super::content::{Card, Item, Killer, Perk, Prop, Survivor};
use super::setup::BoardName;
use super::state::{Ending, Node, Slot, Who};

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
