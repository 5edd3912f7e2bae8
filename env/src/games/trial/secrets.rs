//! What seats can tell of each other's face-down cards, exactly.

use super::content::{Card, CardSet};
use super::state::{Knowledge, Slot};
use crate::Seat;

/// All 20 ordered pairs of different cards.
const ALL_PAIRS: u32 = {
    let mut pairs = 0;
    let mut left = 0;
    while left < 5 {
        let mut right = 0;
        while right < 5 {
            if left != right {
                pairs |= 1 << (left * 5 + right);
            }
            right += 1;
        }
        left += 1;
    }
    pairs
};

/// Nobody knows anything.
pub(super) const fn ignorance() -> Knowledge {
    Knowledge { pairs: [ALL_PAIRS; 5], plans: [CardSet::BASIC; 4] }
}

const fn bit(left: Card, right: Card) -> u32 {
    1 << (left as u32 * 5 + right as u32)
}

/// All pairs of a card of `lefts` and a card of `rights`.
pub(super) const fn pairs_of(lefts: CardSet, rights: CardSet) -> u32 {
    // Bit 5 * left + right: one group of five for each left card, and the right cards in each.
    let l = lefts.0 as u32;
    let groups = l & 1 | (l & 2) << 4 | (l & 4) << 8 | (l & 8) << 12 | (l & 16) << 16;
    groups * rights.0 as u32
}

/// The pairs of a set.
pub(super) fn pairs(set: u32) -> impl Iterator<Item = (Card, Card)> {
    let all = Card::ALL.into_iter().flat_map(|left| Card::ALL.into_iter().map(move |right| (left, right)));
    all.filter(move |&(left, right)| set & bit(left, right) != 0)
}

impl Knowledge {
    /// S25: a seat has seen the left card.
    pub(super) fn saw_left(&mut self, seat: Seat, card: Card) {
        let seen = pairs(self.pairs[seat.index()]).filter(|&(left, _)| left == card);
        self.pairs[seat.index()] = seen.fold(0, |set, (left, right)| set | bit(left, right));
    }

    /// K03: the killer has seen a survivor's card, so nobody who shares the hand has planned it.
    pub(super) fn saw_plan(&mut self, slot: Slot, card: Card, shares: impl Fn(Slot) -> bool) {
        for other in Slot::ALL.into_iter().filter(|&other| other != slot && shares(other)) {
            self.plans[other.index()] = self.plans[other.index()].without(card);
        }
        self.plans[slot.index()] = CardSet::one(card);
    }

    /// K05: left and right trade places, and everybody knows.
    pub(super) fn swap(&mut self) {
        for set in &mut self.pairs {
            *set = pairs(*set).fold(0, |swapped, (left, right)| swapped | bit(right, left));
        }
    }

    /// K03, K16: one of the killer's cards was replaced by another from his hand.
    pub(super) fn killer_exchanged(&mut self, side: u8, spent: CardSet) {
        for set in &mut self.pairs {
            let mut changed = 0;
            for (left, right) in pairs(*set) {
                let hand = CardSet::KILLER.minus(spent).without(left).without(right);
                for card in hand.iter() {
                    changed |= if side == 0 { bit(card, right) } else { bit(left, card) };
                }
            }
            *set = changed;
        }
    }

    /// The Hillbilly has declared his power, so one of these cards is in his hand and not face down.
    pub(super) fn killer_holds_one_of(&mut self, cards: CardSet) {
        for set in &mut self.pairs {
            let fits = |&(left, right): &(Card, Card)| !cards.without(left).without(right).is_empty();
            *set = pairs(*set).filter(fits).fold(0, |kept, (left, right)| kept | bit(left, right));
        }
    }

    /// S13, S25: a survivor's card was replaced by another from the hand.
    pub(super) fn survivor_exchanged(&mut self, slot: Slot, spent: CardSet) {
        let before = self.plans[slot.index()].minus(spent);
        let hand = CardSet::BASIC.minus(spent);
        // With two cards possible before, any may lie there now; a known card lies there no more.
        self.plans[slot.index()] = if before.len() == 1 { hand.minus(before) } else { hand };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_sets_are_their_product() {
        for (lefts, rights) in
            (0..32).flat_map(|left| (0..32).map(move |right| (CardSet(left), CardSet(right))))
        {
            let each = lefts.iter().flat_map(|left| rights.iter().map(move |right| bit(left, right)));
            assert_eq!(pairs_of(lefts, rights), each.fold(0, |set, bit| set | bit));
        }
    }
}
