//! What a seat may choose.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::seat::{MAX_SEATS, Seat};

/// The longest action list that any game here may have.
pub const MAX_ACTIONS: usize = ActionSet::WORDS * 64;

/// Index of a choice in the game's fixed action list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Action(pub u16);

impl Action {
    /// What a seat that is not asked puts into a [`Joint`].
    pub const NONE: Action = Action(u16::MAX);

    /// The action's number, for use as an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of actions as a fixed bitset; the legal set of a seat at a node.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ActionSet([u64; ActionSet::WORDS]);

impl ActionSet {
    const WORDS: usize = 5;
    /// No action.
    pub const EMPTY: ActionSet = ActionSet([0; ActionSet::WORDS]);

    /// The set whose members below 64 are the set bits of `bits`: all that a small game needs.
    pub const fn from_bits(bits: u64) -> ActionSet {
        let mut words = [0; ActionSet::WORDS];
        words[0] = bits;
        ActionSet(words)
    }

    /// The same for members below 128.
    pub const fn from_words(low: u64, high: u64) -> ActionSet {
        let mut words = [0; ActionSet::WORDS];
        words[0] = low;
        words[1] = high;
        ActionSet(words)
    }

    /// Adds an action.
    pub const fn insert(&mut self, action: Action) {
        self.0[action.index() / 64] |= 1 << (action.0 % 64);
    }

    /// Takes an action out.
    pub const fn remove(&mut self, action: Action) {
        self.0[action.index() / 64] &= !(1 << (action.0 % 64));
    }

    /// Is `action` in the set? Any number may be asked for.
    pub const fn contains(&self, action: Action) -> bool {
        action.index() < MAX_ACTIONS && self.0[action.index() / 64] >> (action.0 % 64) & 1 == 1
    }

    /// How many actions are in the set.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Is the set empty?
    pub fn is_empty(&self) -> bool {
        *self == ActionSet::EMPTY
    }

    /// The member with exactly `rank` smaller members, if there are that many.
    #[inline]
    pub fn nth(&self, mut rank: u32) -> Option<Action> {
        for (i, &word) in self.0.iter().enumerate() {
            let here = word.count_ones();
            if rank < here {
                let mut word = word;
                for _ in 0..rank {
                    word &= word - 1;
                }
                return Some(Action((i * 64) as u16 + word.trailing_zeros() as u16));
            }
            rank -= here;
        }
        None
    }

    /// The actions, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Action> {
        self.0.into_iter().enumerate().flat_map(|(i, word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(Action((i * 64) as u16 + bit as u16))
            })
        })
    }

    /// Writes one byte per action of the list, 1 where it is in the set.
    // Inlined, so that a list whose length is known is written without a loop.
    #[inline(always)]
    pub fn write_mask(&self, mask: &mut [u8]) {
        let (whole, rest) = mask.as_chunks_mut::<8>();
        let eight_from = |i: usize| &MARKS[(self.0[i / 8] >> (8 * (i % 8)) & 0xff) as usize];
        for (i, eight) in whole.iter_mut().enumerate() {
            *eight = *eight_from(i);
        }
        if !rest.is_empty() {
            rest.copy_from_slice(&eight_from(whole.len())[..rest.len()]);
        }
    }
}

/// The bits of every byte as bytes of 0 and 1, lowest first: copying eight takes as long as making one.
static MARKS: [[u8; 8]; 256] = {
    let mut marks = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut i = 0;
        while i < 8 {
            marks[byte][i] = (byte >> i & 1) as u8;
            i += 1;
        }
        byte += 1;
    }
    marks
};

impl fmt::Debug for ActionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|a| a.0)).finish()
    }
}

impl FromIterator<Action> for ActionSet {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> ActionSet {
        let mut set = ActionSet::EMPTY;
        actions.into_iter().for_each(|a| set.insert(a));
        set
    }
}

/// One action for each acting seat, played at once; [`Action::NONE`] for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Joint([Action; MAX_SEATS]);

impl Joint {
    /// Nobody has chosen.
    pub const NONE: Joint = Joint([Action::NONE; MAX_SEATS]);

    /// The choice of a node at which a single seat acts.
    #[inline]
    pub const fn one(seat: Seat, action: Action) -> Joint {
        let mut joint = Joint::NONE;
        joint.0[seat.index()] = action;
        joint
    }

    /// The choice of `seat`, or [`Action::NONE`].
    #[inline]
    pub const fn of(&self, seat: Seat) -> Action {
        self.0[seat.index()]
    }

    /// Sets the choice of `seat`.
    #[inline]
    pub const fn set(&mut self, seat: Seat, action: Action) {
        self.0[seat.index()] = action;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_operations_agree_with_a_plain_list() {
        let members = [0u16, 1, 63, 64, 200, 319].map(Action);
        let mut set: ActionSet = members.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), members);
        assert_eq!(set.len() as usize, members.len());
        for (rank, &member) in members.iter().enumerate() {
            assert_eq!(set.nth(rank as u32), Some(member));
        }
        assert_eq!(set.nth(6), None);
        assert!(!set.contains(Action(320)) && !set.contains(Action::NONE));
        set.remove(Action(64));
        assert!(!set.contains(Action(64)) && !set.is_empty());
    }

    #[test]
    fn masks_have_a_byte_per_action() {
        let set: ActionSet = [Action(2), Action(70)].into_iter().collect();
        let mut mask = [9u8; 74];
        set.write_mask(&mut mask);
        let on: Vec<_> = (0..74).filter(|&i| mask[i] == 1).collect();
        assert_eq!(on, [2, 70]);
        assert!(mask.iter().all(|&b| b <= 1));
    }
}
