//! Face-down cards that fit what a seat knows.

use super::act::{Act, Options};
use super::content::{Card, CardSet, Killer, Perk};
use super::killer::CHAINSAW_PRICE;
use super::secrets::{ignorance, pairs};
use super::setup::Mode;
use super::state::{Node, Pending, Planned, Secret, Slot, State, Who};
use super::view::{TrialView, asks_for_hidden_card};
use super::{Trial, frame::Frame, frame::Stage};
use crate::{Action, Rng, Silence};

impl Trial {
    /// Draws what others have face down, every fitting combination equally likely, and leaves the table as it is.
    pub(super) fn deal_for(&self, view: &TrialView, rng: &mut Rng) -> State {
        let own = &view.own;
        let mut secret = Secret {
            plans: own.plans,
            left: own.left,
            right: own.right,
            knowledge: ignorance(),
            perks: own.perks,
            // What the viewer has thrown away is in no deck (T19.4).
            perks_out: [own.perks.returned[..4].iter().fold(0, |all, one| all | one), own.perks.returned[4]],
            memory: [0; 5],
        };
        secret.memory[view.seat.index()] = own.memory;
        secret.knowledge.pairs = [own.common; 5];
        if view.seat.0 == 0 {
            secret.knowledge.plans = own.possible;
        } else {
            secret.knowledge.pairs[view.seat.index()] = own.pairs;
        }
        self.deal_plans(view, &mut secret, rng);
        deal_killer_cards(view, &mut secret, rng);
        self.deal_perks(view, &mut secret, rng);
        let mut state = State { public: view.public, secret, options: view.options, answer: 0 };
        self.restore_options(view, &mut state);
        state
    }

    /// How many of the survivors' cards lie face down: all until revealed, or those of the first sub-round.
    fn has_plan(&self, view: &TrialView, slot: Slot) -> bool {
        let public = &view.public;
        match public.pending {
            // The cards of earlier sub-rounds lie.
            Pending::Plan(sub) => {
                let seat = self.seat_of(Who::Survivor(slot));
                (0..sub).any(|earlier| self.plans_for(public, seat, earlier) == Some(Who::Survivor(slot)))
            }
            _ => public.person(slot).plan == Planned::FaceDown,
        }
    }

    fn deal_plans(&self, view: &TrialView, secret: &mut Secret, rng: &mut Rng) {
        let others =
            |&slot: &Slot| self.seat_of(Who::Survivor(slot)) != view.seat && self.has_plan(view, slot);
        // The slots of a shared hand exclude each other, and one may be known: draw all at once, again if they clash.
        loop {
            let mut clash = false;
            for slot in Slot::ALL.into_iter().filter(others) {
                let owner = self.hand_owner(Who::Survivor(slot));
                let possible = secret.knowledge.plans[slot.index()].minus(view.public.spent[owner]);
                secret.plans[slot.index()] = pick_card(possible, rng);
                let same = |&other: &Slot| {
                    other < slot
                        && self.hand_owner(Who::Survivor(other)) == owner
                        && secret.plans[other.index()] == secret.plans[slot.index()]
                };
                clash |= Slot::ALL.iter().filter(|other| others(other)).any(same);
            }
            if !clash {
                return;
            }
        }
    }

    /// Bloodweb draws and hidden picks of the others, by the procedure of T19.
    fn deal_perks(&self, view: &TrialView, secret: &mut Secret, rng: &mut Rng) {
        let Frame::Stage(Stage::Pick(_)) = view.public.top() else { return };
        for who in Who::ALL.into_iter().filter(|&who| self.seat_of(who) != view.seat) {
            if self.setup.mode == Mode::Bloodweb {
                while secret.perks.drawn[who.index()].count_ones() < 5 {
                    if Trial::perk_deck(secret, who) == 0 {
                        secret.perks_out[usize::from(who == Who::Killer)] = 0;
                    }
                    let mut deck = Trial::perk_deck(secret, who);
                    for _ in 0..rng.below(deck.count_ones()) {
                        deck &= deck - 1;
                    }
                    let perk = Perk(deck.trailing_zeros() as u8);
                    let printed = view.public.perks[who.index()].contains(&perk);
                    let pile = if printed { &mut secret.perks.returned } else { &mut secret.perks.drawn };
                    pile[who.index()] |= 1 << perk.0;
                    secret.perks_out[usize::from(who == Who::Killer)] |= u32::from(printed) << perk.0;
                }
            }
        }
        let Pending::Pick(sub) = view.public.pending else { return };
        for made in 0..sub {
            for seat in self.pickers(made).iter().filter(|&seat| seat != view.seat) {
                let options = self.pick_options(&view.public, &secret.perks, seat, made).set();
                let action = options.nth(rng.below(options.len())).unwrap_or(Action(0));
                let (who, k) = self.picks_for(seat, made);
                let printed = view.public.perks[who.index()][k];
                let perk = if let Act::Pick(perk) = Act::of(action) { Perk(perk) } else { printed };
                secret.perks.picks[who.index()][k] = Some(perk);
            }
        }
    }

    /// Choices that depend on the hand that was dealt.
    fn restore_options(&self, view: &TrialView, state: &mut State) {
        let Pending::Ask(node, who) = view.public.pending else { return };
        if self.seat_of(who) == view.seat {
            return;
        }
        let chainsaw = self.engine(state, &mut Silence).chainsaw_cards();
        if node == Node::ChainsawCard {
            state.options = Options::cards(chainsaw);
        } else if asks_for_hidden_card(node) {
            state.options = Options::cards(self.hand(state, who));
        } else if node == Node::KillerAct && view.public.killer_is == Killer::Hillbilly {
            let offered = !view.public.killer.power_used
                && view.public.killer.blood >= CHAINSAW_PRICE
                && !chainsaw.is_empty()
                && matches!(view.public.top(), Frame::KillerAct { power: true, .. });
            if offered {
                state.options.add(Act::Power);
            }
        }
    }
}

fn deal_killer_cards(view: &TrialView, secret: &mut Secret, rng: &mut Rng) {
    if view.seat.0 == 0 {
        return;
    }
    let killer = &view.public.killer;
    let spent = view.public.spent[4];
    if let Pending::Plan(sub) = view.public.pending {
        secret.left = if sub > 0 { pick_card(CardSet::KILLER, rng) } else { None };
        let rest = secret.left.map_or(CardSet::EMPTY, |left| CardSet::KILLER.without(left));
        secret.right = if sub > 1 { pick_card(rest, rng) } else { None };
        return;
    }
    let fits = |place: Planned, card: Card| match place {
        Planned::FaceDown => !spent.has(card),
        Planned::Shown(shown) => shown == card,
        Planned::None => false,
    };
    let possible = |&(left, right): &(Card, Card)| fits(killer.left, left) && fits(killer.right, right);
    let count = pairs(view.own.pairs).filter(possible).count();
    if count == 0 {
        return;
    }
    let drawn = pairs(view.own.pairs).filter(possible).nth(rng.below(count as u32) as usize);
    if let Some((left, right)) = drawn {
        secret.left = (killer.left == Planned::FaceDown).then_some(left);
        secret.right = (killer.right == Planned::FaceDown).then_some(right);
    }
}

fn pick_card(possible: CardSet, rng: &mut Rng) -> Option<Card> {
    let count = possible.len();
    if count == 0 { None } else { possible.iter().nth(rng.below(count) as usize) }
}
