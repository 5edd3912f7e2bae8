//! The 74 actions.

use super::board::Room;
use super::content::{Card, CardSet, Category, Prop};
use super::state::Slot;
use crate::{Action, ActionSet};

/// Length of the action list.
pub(super) const ACTIONS: usize = 74;

const CARD: u16 = 2;
const ROOM: u16 = 7;
const CATEGORY: u16 = 18;
const PROP: u16 = 22;
const SURVIVOR: u16 = 30;
const POWER: u16 = 34;
const SNAP_OUT: u16 = 35;
const PERK: u16 = 36;
const ITEM: u16 = 39;
const INDEX: u16 = 40;
const PICK: u16 = 46;

/// A choice, whoever makes it; the node says for which character (T14.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Decline, stop, accept, keep, be silent.
    Pass,
    /// Confirm.
    Yes,
    /// A movement card.
    Card(Card),
    /// A room, or the path that leads to it.
    Room(Room),
    /// A category of face-down props.
    Category(Category),
    /// Interact with a prop of this kind.
    Prop(Prop),
    /// A survivor: heal, attack, target.
    Survivor(Slot),
    /// The killer's power.
    Power,
    /// Shake off madness (T7.21).
    SnapOut,
    /// One of the own three perks.
    Perk(u8),
    /// The own item.
    Item,
    /// A tile's position, a die, a number of dice less one, old or new item, left or right card.
    Index(u8),
    /// A perk of one's side, or a character.
    Pick(u8),
}

impl Act {
    /// The action that stands for the choice.
    #[inline(always)]
    pub const fn action(self) -> Action {
        Action(match self {
            Act::Pass => 0,
            Act::Yes => 1,
            Act::Card(card) => CARD + card as u16,
            Act::Room(room) => ROOM + room.0 as u16,
            Act::Category(category) => CATEGORY + category as u16,
            Act::Prop(prop) => PROP + prop as u16,
            Act::Survivor(slot) => SURVIVOR + slot.0 as u16,
            Act::Power => POWER,
            Act::SnapOut => SNAP_OUT,
            Act::Perk(k) => PERK + k as u16,
            Act::Item => ITEM,
            Act::Index(i) => INDEX + i as u16,
            Act::Pick(i) => PICK + i as u16,
        })
    }

    /// The choice that an action stands for. Numbers beyond the list are read as the last one; no legal set has them.
    #[inline]
    pub const fn of(action: Action) -> Act {
        let index = action.0 as usize;
        ACTS[if index < ACTIONS { index } else { ACTIONS - 1 }]
    }

    const fn numbered(n: u16) -> Act {
        match n {
            0 => Act::Pass,
            1 => Act::Yes,
            CARD..ROOM => Act::Card(Card::ALL[(n - CARD) as usize]),
            ROOM..CATEGORY => Act::Room(Room((n - ROOM) as u8)),
            CATEGORY..PROP => Act::Category(Category::ALL[(n - CATEGORY) as usize]),
            PROP..SURVIVOR => Act::Prop(Prop::ALL[(n - PROP) as usize]),
            SURVIVOR..POWER => Act::Survivor(Slot((n - SURVIVOR) as u8)),
            POWER => Act::Power,
            SNAP_OUT => Act::SnapOut,
            PERK..ITEM => Act::Perk((n - PERK) as u8),
            ITEM => Act::Item,
            INDEX..PICK => Act::Index((n - INDEX) as u8),
            _ => Act::Pick((n - PICK) as u8),
        }
    }
}

/// The action list.
const ACTS: [Act; ACTIONS] = {
    let mut acts = [Act::Pass; ACTIONS];
    let mut n = 0;
    while n < ACTIONS {
        acts[n] = Act::numbered(n as u16);
        n += 1;
    }
    acts
};

/// What may be chosen at a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Options(pub(super) u128);

impl Options {
    pub(super) const NONE: Options = Options(0);
    pub(super) const PASS: Options = Options(1);

    #[inline(always)]
    pub(super) const fn add(&mut self, act: Act) {
        self.0 |= 1 << act.action().0;
    }

    #[inline(always)]
    #[must_use]
    pub(super) const fn with(mut self, act: Act) -> Options {
        self.add(act);
        self
    }

    pub(super) const fn cards(set: CardSet) -> Options {
        Options((set.0 as u128) << CARD)
    }

    /// Rooms as bits.
    pub(super) const fn rooms(set: u16) -> Options {
        Options((set as u128) << ROOM)
    }

    #[must_use]
    pub(super) const fn without(self, act: Act) -> Options {
        Options(self.0 & !(1 << act.action().0))
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The one choice there is, if there is one.
    #[inline]
    pub(super) const fn only(self) -> Option<Action> {
        if self.0.is_power_of_two() { Some(Action(self.0.trailing_zeros() as u16)) } else { None }
    }

    pub(super) const fn set(self) -> ActionSet {
        ActionSet::from_words(self.0 as u64, (self.0 >> 64) as u64)
    }
}

impl serde::Serialize for Options {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.set().iter())
    }
}

impl<'de> serde::Deserialize<'de> for Options {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Options, D::Error> {
        let actions = Vec::<Action>::deserialize(deserializer)?;
        match actions.iter().find(|action| action.index() >= ACTIONS) {
            Some(beyond) => Err(serde::de::Error::custom(format!("there is no action {}", beyond.0))),
            None => Ok(Options(actions.iter().fold(0, |set, action| set | 1 << action.0))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_one_choice() {
        for n in 0..ACTIONS as u16 {
            assert_eq!(Act::of(Action(n)).action(), Action(n));
        }
        assert_eq!(Act::of(Action(73)), Act::Pick(27));
        assert_eq!(Act::Room(Room(10)).action(), Action(17));
    }
}
