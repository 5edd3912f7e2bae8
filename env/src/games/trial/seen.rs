//! What a view shows to code outside the game, as plain copies; `reading` makes them.

use super::board::Room;
use super::content::{Card, Category, Item, Killer, Perk, Prop};
use super::state::{Node, RollKind, Slot, Who};

/// What is asked where a view was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// One character chooses, and everybody knows what about.
    Choice(Node, Who),
    /// The viewer lays a card face down for one of its characters (D06).
    Plan(Who),
    /// The viewer keeps or covers one of a character's printed perks (D02).
    PerkPick(Who, usize),
    /// Nothing, or nothing of the viewer.
    Nothing,
}

/// A survivor as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurvivorSeen {
    /// The room.
    pub room: Room,
    /// In the open, on a locker, or on a hook.
    pub spot: Spot,
    /// Wounded.
    pub wounded: bool,
    /// Wounded this round, and so not to be picked up (T10.8).
    pub fresh_wound: bool,
    /// Has a Madness token.
    pub mad: bool,
    /// Still has the sacrifice token (T2.5).
    pub token: bool,
    /// Bloodpoints.
    pub blood: u8,
    /// The item.
    pub item: Option<Item>,
    /// A card lies face down: the turn is yet to come.
    pub to_move: bool,
    /// The planned card, once it is turned up.
    pub shown: Option<Card>,
}

/// Where in the room a survivor is (T1.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// Visible.
    Open,
    /// On a locker.
    Locker,
    /// On a hook.
    Hook,
}

/// The killer as everybody sees him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KillerSeen {
    /// Which killer.
    pub killer: Killer,
    /// The room.
    pub room: Room,
    /// Bloodpoints.
    pub blood: u8,
    /// The power is used this round.
    pub power_used: bool,
    /// His phase has begun: survivors have moved.
    pub acts: bool,
    /// The left card, once it is turned up.
    pub left: Option<Card>,
    /// The right card, once it is turned up.
    pub right: Option<Card>,
}

/// A prop that is still in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PropSeen {
    /// The room.
    pub room: Room,
    /// Its position in the room, by which [`Act::Index`](super::Act::Index) names it.
    pub position: u8,
    /// What lies up.
    pub face: Face,
    /// Progress of a generator or gate.
    pub progress: u8,
    /// Under the Entity.
    pub shut: bool,
    /// The next Repair is made with the danger die (E28).
    pub overcharged: bool,
    /// Who hangs or hides on it.
    pub occupant: Option<Slot>,
}

/// The side of a prop that lies up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// The back, with its category.
    Back(Category),
    /// The face.
    Front(Prop),
}

/// What lies on a path (T17.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A breakable wall, passable to the killer alone.
    Wall,
    /// A pallet, which stops the killer once.
    Pallet,
    /// A bear trap for survivors.
    BearTrap,
}

/// A path of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// One end; the tail of a yellow path.
    pub from: Room,
    /// The other end; the tip of a yellow path.
    pub to: Room,
    /// The colour. [`Card::Vault`] leads from `from` to `to` only.
    pub card: Card,
    /// A wall stands on it at the start.
    pub walled: bool,
}

/// What the question under way is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A perk that asks.
    Perk(Perk),
    /// An item that asks.
    Item(Item),
    /// The killer's power.
    Power,
    /// Anything else, which the node tells.
    Turn,
}

/// Dice on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollSeen {
    /// What for.
    pub kind: RollKind,
    /// The dice in order.
    pub faces: [u8; 4],
    /// The roll fails as it lies.
    pub fails: bool,
    /// The roll is a great success as it lies: for a struggle, an escape.
    pub great: bool,
}
