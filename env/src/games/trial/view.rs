//! All that one seat may know (part 7 of the rules).

use serde::{Deserialize, Serialize};

use super::Trial;
use super::act::{Act, Options};
use super::content::{Card, CardSet, Killer, Perk};
use super::state::{Node, Pending, PerkHands, Public, State, Who};
use crate::{Fingerprint, Seat, View};

/// What a seat knows: the table as everybody sees it, its own face-down cards, and what it has found out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TrialView {
    pub(super) seat: Seat,
    pub(super) public: Public,
    pub(super) own: Own,
    /// What may be chosen now, as far as this seat can tell: its own choices, and those of others where they follow
    /// from what is on the table.
    pub(super) options: Options,
}

/// What is face down in front of a seat, or in its head.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Own {
    /// Face-down cards of the own survivors.
    pub(super) plans: [Option<Card>; 4],
    /// The killer's own.
    pub(super) left: Option<Card>,
    pub(super) right: Option<Card>,
    /// For a survivor: pairs of left and right cards that the killer can have.
    pub(super) pairs: u32,
    /// The same for one who has peeked at nothing: what follows from public events alone.
    pub(super) common: u32,
    /// For the killer: cards that can be planned in each slot.
    pub(super) possible: [CardSet; 4],
    pub(super) perks: PerkHands,
    pub(super) memory: u64,
}

/// What of [`Own`] is about face-down cards: all that an observation shows of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnCards {
    pub(super) plans: [Option<Card>; 4],
    pub(super) left: Option<Card>,
    pub(super) right: Option<Card>,
    pub(super) pairs: u32,
    pub(super) possible: [CardSet; 4],
}

impl Own {
    pub(super) const fn cards(&self) -> OwnCards {
        let Own { plans, left, right, pairs, possible, .. } = *self;
        OwnCards { plans, left, right, pairs, possible }
    }
}

impl View for TrialView {
    fn seat(&self) -> Seat {
        self.seat
    }

    /// What is on the table follows from what was announced to all, so the digest of that stands for it.
    fn key(&self) -> Fingerprint {
        let Options(options) = self.options;
        let print = Fingerprint(self.public.memory).then_word(self.seat.0.into());
        self.own.digest(print).then_word(options as u64).then_word((options >> 64) as u64)
    }
}

impl Own {
    /// Everything digested so far, followed by this. Searches ask for a key at every choice that they try, so the fields are
    /// packed into few words; digested one by one, they took a seventh of a search's time.
    fn digest(&self, print: Fingerprint) -> Fingerprint {
        let Own { plans, left, right, pairs, common, possible, ref perks, memory } = *self;
        let number = |card: Option<Card>| card.map_or(7, |card| card as u64);
        let cards = plans.into_iter().chain([left, right]);
        let cards = cards.fold(0, |word, card| word << 3 | number(card));
        let possible = possible.into_iter().fold(0, |word, CardSet(cards)| word << 8 | u64::from(cards));
        let print = print
            .then_word(memory)
            .then_word(u64::from(pairs) << 32 | u64::from(common))
            .then_word(possible << 32 | cards);
        if *perks == PerkHands::NONE { print } else { perks.digest(print) }
    }
}

impl PerkHands {
    fn digest(&self, print: Fingerprint) -> Fingerprint {
        let hands = self.drawn.into_iter().zip(self.returned);
        let print = hands.fold(print, |print, (drawn, returned)| {
            print.then_word(u64::from(drawn) << 32 | u64::from(returned))
        });
        let picks = self.picks.as_flattened().iter().map(|pick| pick.map_or(u8::MAX, |Perk(perk)| perk));
        let picks = picks.fold(0u128, |word, pick| word << 8 | u128::from(pick));
        print.then_word(picks as u64).then_word((picks >> 64) as u64)
    }
}

/// Whether the choices at a node depend on a face-down hand.
pub(super) const fn asks_for_hidden_card(node: Node) -> bool {
    matches!(node, Node::BonusCard | Node::KillerBonusCard | Node::Exchange | Node::ChainsawCard)
}

impl Trial {
    /// With [`cards_of`](Trial::cards_of) the only place that reads a state's secrets for a seat.
    pub(super) fn view_of(&self, state: &State, seat: Seat) -> TrialView {
        let secret = &state.secret;
        let OwnCards { plans, left, right, pairs, possible } = self.cards_of(state, seat);
        let mut perks = PerkHands::NONE;
        for slot in self.slots_of(seat) {
            perks.take(&secret.perks, Who::Survivor(slot));
        }
        if seat.0 == 0 {
            perks.take(&secret.perks, Who::Killer);
        }
        // Seat 0 never peeks at its own cards, so its entry holds what everybody can tell.
        let common = secret.knowledge.pairs[0];
        let memory = secret.memory[seat.index()];
        let own = Own { plans, left, right, pairs, common, possible, perks, memory };
        TrialView { seat, public: state.public, own, options: self.options_for(state, seat) }
    }

    /// What a seat has face down, and can tell of what others have.
    pub(super) fn cards_of(&self, state: &State, seat: Seat) -> OwnCards {
        let secret = &state.secret;
        let is_killer = seat.0 == 0;
        // Most seats have one character, whichever it is: its card is copied, and nobody else's is looked at.
        let mut plans = [None; 4];
        for slot in self.slots_of(seat) {
            plans[slot.index()] = secret.plans[slot.index()];
        }
        OwnCards {
            plans,
            left: secret.left.filter(|_| is_killer),
            right: secret.right.filter(|_| is_killer),
            pairs: if is_killer { 0 } else { secret.knowledge.pairs[seat.index()] },
            possible: if is_killer { secret.knowledge.plans } else { [CardSet::BASIC; 4] },
        }
    }

    /// The pending options without what only their owner can know.
    fn options_for(&self, state: &State, seat: Seat) -> Options {
        match state.public.pending {
            Pending::Ask(node, who) if self.seat_of(who) != seat => {
                if asks_for_hidden_card(node) {
                    Options::NONE
                } else if node == Node::KillerAct && state.public.killer_is == Killer::Hillbilly {
                    state.options.without(Act::Power)
                } else {
                    state.options
                }
            }
            _ => state.options,
        }
    }
}
