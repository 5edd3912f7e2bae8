//! What code outside the game can read from a view: scripted players, estimates, screens.
//!
//! Everything here is a copy of what the viewer may know. The fields of the view stay private, so that the table can
//! be kept in whatever shape is fastest.

use super::Trial;
use super::board::{Path, Room, Tile};
use super::content::{Card, CardSet, Category, Item, KILLER_PERKS, Killer, Perk, Prop, SURVIVOR_PERKS};
use super::frame::Frame;
use super::setup::BoardName;
use super::state::{DiceMode, Entity, Node, OnPath, Pending, Place, Planned, RollKind, Slot, TileState, Who};
use super::view::TrialView;
use crate::Seat;

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

/// A check that is about to be rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckSeen {
    /// Who rolls.
    pub slot: Slot,
    /// What for.
    pub kind: RollKind,
}

/// Dice on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollSeen {
    /// Who rolled.
    pub slot: Slot,
    /// What for.
    pub kind: RollKind,
    /// The dice in order.
    pub faces: [u8; 4],
    /// How many there are.
    pub count: usize,
    /// The lower of two dice counts.
    pub keeps_low: bool,
    /// The roll fails as it lies.
    pub fails: bool,
    /// The roll is a great success as it lies: for a struggle, an escape.
    pub great: bool,
}

impl BoardName {
    /// How many rooms the board has.
    pub const fn room_count(self) -> usize {
        self.print().rooms.len()
    }

    /// The paths, in the order of their numbers.
    pub fn ways(self) -> impl Iterator<Item = Way> {
        (0..self.print().paths.len() as u8).map(move |path| self.way(Path(path)))
    }

    /// One path.
    pub const fn way(self, path: Path) -> Way {
        let print = &self.print().paths[path.index()];
        Way { from: Room(print.from), to: Room(print.to), card: print.card, walled: print.wall }
    }

    /// Generators that have to run before the gates have power (T7.3).
    pub const fn generators_needed(self) -> u8 {
        self.print().generators
    }

    /// Progress on the sacrifice track that wins (T18.3).
    pub const fn sacrifices_needed(self) -> u8 {
        self.print().sacrifices
    }
}

impl Perk {
    /// Its number in the table of its side: `S07` and `K07` are both 7.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// What it costs on one side.
    pub const fn cost(self, who: Who) -> u8 {
        match who {
            Who::Survivor(_) => SURVIVOR_PERKS[self.number()].cost,
            Who::Killer => KILLER_PERKS[self.number()].cost,
        }
    }
}

impl Trial {
    /// What is asked where the view was taken.
    pub fn question(&self, view: &TrialView) -> Question {
        let (public, seat) = (&view.public, view.seat);
        match public.pending {
            Pending::Ask(node, who) => Question::Choice(node, who),
            Pending::Plan(sub) if self.planners(public, sub).contains(seat) => {
                Question::Plan(self.plans_for(public, seat, sub))
            }
            Pending::Pick(sub) if self.pickers(sub).contains(seat) => {
                let (who, k) = self.picks_for(seat, sub);
                Question::PerkPick(who, k)
            }
            _ => Question::Nothing,
        }
    }

    /// Whether a seat plays a character.
    pub fn plays(&self, seat: Seat, who: Who) -> bool {
        self.seat_of(who) == seat
    }

    /// Whether the viewer has a card in the hand from which it plays.
    pub fn holds(&self, view: &TrialView, card: Card) -> bool {
        let own = &view.own;
        if view.is_killer() {
            let spent = view.public.spent[Who::Killer.index()];
            return !spent.has(card) && own.left != Some(card) && own.right != Some(card);
        }
        let Some(first) = self.slots_of(view.seat).next() else { return false };
        let hand = CardSet::BASIC.minus(view.public.spent[first.index()]);
        hand.has(card) && !own.plans.contains(&Some(card))
    }

    /// The props that are still in the game, room by room, lowest position first.
    pub fn props<'a>(&'a self, view: &'a TrialView) -> impl Iterator<Item = PropSeen> + 'a {
        let (public, board) = (&view.public, self.board(view.public.board));
        let tiles = (0..board.tile_count() as u8).map(Tile);
        tiles.filter_map(move |tile| {
            let face = match public.tiles[tile.index()] {
                TileState::Gone => return None,
                TileState::FaceDown => Face::Back(board.category_of(tile)),
                TileState::Up(prop) => Face::Front(prop),
            };
            let occupant = match face {
                Face::Front(Prop::Hook) => public.hung_on(tile),
                Face::Front(Prop::Locker) => public.hidden_on(tile),
                _ => None,
            };
            Some(PropSeen {
                room: board.room_of(tile),
                position: board.position(tile),
                face,
                progress: public.progress[tile.index()],
                shut: public.is_blocked(tile),
                overcharged: public.is_overcharged(tile),
                occupant,
            })
        })
    }
}

impl TrialView {
    /// Whether it is the killer's view.
    pub const fn is_killer(&self) -> bool {
        self.seat.0 == 0
    }

    /// The board.
    pub const fn board(&self) -> BoardName {
        self.public.board
    }

    /// The round, from 1; 0 before the first.
    pub const fn round(&self) -> u8 {
        self.public.round
    }

    /// Holder of the first player marker (T3.8).
    pub const fn first_player(&self) -> Slot {
        self.public.first
    }

    /// Generators that run.
    pub const fn generators(&self) -> u8 {
        self.public.generators
    }

    /// Progress on the sacrifice track.
    pub const fn sacrifices(&self) -> u8 {
        self.public.sacrifices
    }

    /// Copies of a prop that nobody has seen.
    pub const fn unseen(&self, prop: Prop) -> u8 {
        self.public.unflipped[prop as usize]
    }

    /// One of the survivors.
    pub fn survivor(&self, slot: Slot) -> SurvivorSeen {
        let person = self.public.person(slot);
        SurvivorSeen {
            room: person.room,
            spot: match person.place {
                Place::Open => Spot::Open,
                Place::Locker(_) => Spot::Locker,
                Place::Hook(_) => Spot::Hook,
            },
            wounded: person.wounded,
            fresh_wound: person.wounded_now,
            mad: person.madness,
            token: person.token,
            blood: person.blood,
            item: person.item,
            to_move: person.plan == Planned::FaceDown,
            shown: shown(person.plan),
        }
    }

    /// The killer.
    pub fn killer(&self) -> KillerSeen {
        let killer = &self.public.killer;
        KillerSeen {
            killer: self.public.killer_is,
            room: killer.room,
            blood: killer.blood,
            power_used: killer.power_used,
            acts: self.public.killer_acts,
            left: shown(killer.left),
            right: shown(killer.right),
        }
    }

    /// The three perks of a character.
    pub const fn perks(&self, who: Who) -> [Perk; 3] {
        self.public.perks[who.index()]
    }

    /// The face-down card of one of the viewer's own survivors.
    pub const fn own_plan(&self, slot: Slot) -> Option<Card> {
        self.own.plans[slot.index()]
    }

    /// The killer's own face-down cards, left and right.
    pub const fn own_pair(&self) -> [Option<Card>; 2] {
        [self.own.left, self.own.right]
    }

    /// For a survivor: whether the killer can have laid these cards, as far as the viewer can tell.
    pub const fn may_be_pair(&self, left: Card, right: Card) -> bool {
        self.own.pairs >> (left as u32 * 5 + right as u32) & 1 == 1
    }

    /// For the killer: whether a survivor can have laid this card.
    pub const fn may_be_plan(&self, slot: Slot, card: Card) -> bool {
        self.own.possible[slot.index()].has(card)
    }

    /// Paths with a wall.
    pub fn walls(&self) -> impl Iterator<Item = Path> {
        self.paths_with(OnPath::Wall)
    }

    /// Paths with a pallet.
    pub fn pallets(&self) -> impl Iterator<Item = Path> {
        self.paths_with(OnPath::Pallet)
    }

    /// Paths with a bear trap.
    pub fn bear_traps(&self) -> impl Iterator<Item = Path> {
        self.paths_with(OnPath::BearTrap)
    }

    fn paths_with(&self, thing: OnPath) -> impl Iterator<Item = Path> {
        let on_path = &self.public.on_path;
        (0..on_path.len() as u8).map(Path).filter(move |path| on_path[path.index()] == thing)
    }

    /// The path that the Entity shuts, if it does.
    pub const fn shut_path(&self) -> Option<Path> {
        match self.public.entity {
            Entity::OnPath(path) => Some(path),
            Entity::Away | Entity::OnTile(_) => None,
        }
    }

    /// Rooms with a phantasm trap (T22.11), one bit each.
    pub const fn phantasms(&self) -> u16 {
        self.public.phantasms
    }

    /// The survivor who is on the way between two rooms.
    pub fn mover(&self) -> Option<Slot> {
        let movers = self.public.stack.iter().filter_map(|frame| match *frame {
            Frame::Travel { slot, .. } => Some(slot),
            _ => None,
        });
        movers.last()
    }

    /// What the question under way is for.
    pub fn purpose(&self) -> Purpose {
        match self.public.top() {
            Frame::Effect { perk, .. } => Purpose::Perk(perk),
            Frame::UseItem { item, .. } => Purpose::Item(item),
            Frame::Power { .. } => Purpose::Power,
            _ => Purpose::Turn,
        }
    }

    /// The check that a window was opened for, before its dice.
    pub fn check(&self) -> Option<CheckSeen> {
        self.public
            .stack
            .iter()
            .filter_map(|frame| match *frame {
                Frame::Check { slot, kind, .. } => Some(CheckSeen { slot, kind }),
                _ => None,
            })
            .last()
    }

    /// The dice that lie on the table; those of the last roll, if none are being rolled.
    pub fn roll(&self) -> RollSeen {
        let roll = &self.public.roll;
        let count = usize::from(roll.count);
        let struggle = roll.kind == RollKind::Struggle;
        let great =
            if struggle { (0..count).any(|die| roll.is_great(die)) } else { roll.is_great(roll.kept()) };
        RollSeen {
            slot: roll.slot,
            kind: roll.kind,
            faces: roll.faces,
            count,
            keeps_low: roll.mode == DiceMode::KeepLow,
            fails: !struggle && roll.fails(roll.kept()),
            great,
        }
    }

    /// Whom the killer carries, and how many steps he has left.
    pub fn carried(&self) -> Option<(Slot, u8)> {
        self.public
            .stack
            .iter()
            .filter_map(|frame| match *frame {
                Frame::PickUp { slot, left, .. } => Some((slot, left)),
                _ => None,
            })
            .last()
    }

    /// At whom the deed that the killer has declared is aimed.
    pub fn aimed_at(&self) -> Option<Slot> {
        use super::frame::KillerDeed::{Attack, PickUp, Search};
        self.public
            .stack
            .iter()
            .filter_map(|frame| match *frame {
                Frame::KillerAct { deed: Attack | PickUp | Search, slot, .. } => Some(slot),
                _ => None,
            })
            .last()
    }

    /// The room in which a tile is to be named (D11).
    pub fn tile_room(&self) -> Room {
        match self.public.top() {
            Frame::Effect { a, .. } => Room(a),
            Frame::UseItem { slot, .. } | Frame::SurvivorAct { slot, .. } => self.public.person(slot).room,
            _ => self.public.killer.room,
        }
    }
}

const fn shown(plan: Planned) -> Option<Card> {
    match plan {
        Planned::Shown(card) => Some(card),
        Planned::None | Planned::FaceDown => None,
    }
}
