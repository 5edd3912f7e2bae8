//! How the cards on the table came to lie there.

use super::Trial;
use super::act::Act;
use super::content::Card;
use super::state::{Pending, Planned, State, Who};
use super::view::TrialView;
use crate::{Action, Game, Joint, Rng, Seat, Silence};

impl Trial {
    /// Plans this round's cards of `state` again, from how the table looked to the rememberer when planning began. A
    /// card that was exchanged or swapped since (K03, K05, K16, S13, S25) is taken as planned where it lies.
    pub(super) fn retrace_plans(
        &self,
        state: &State,
        remembered: &[TrialView],
        each: &mut impl FnMut(&State, Seat, Action),
    ) {
        let began = |view: &&TrialView| {
            view.public.round == state.public.round && view.public.pending == Pending::Plan(0)
        };
        let Some(view) = remembered.iter().rev().find(began) else { return };
        // At the beginning of planning nothing lies face down: whatever is drawn, the deal is the same.
        let mut past = self.deal_for(view, &mut Rng::new(0));
        while let Pending::Plan(sub) = past.public.pending
            && past.public.round == state.public.round
        {
            let mut joint = Joint::NONE;
            for seat in self.planners(&past.public, sub).iter() {
                let who = self.plans_for(&past.public, seat, sub);
                let Some(card) = who.and_then(|who| planned_card(state, who, sub)) else { return };
                let action = Act::Card(card).action();
                if !self.legal(&past, seat).contains(action) {
                    return;
                }
                each(&past, seat, action);
                joint.set(seat, action);
            }
            self.apply(&mut past, &joint, &mut Silence);
        }
    }
}

/// The card that a character laid in a sub-round, turned up or not.
fn planned_card(state: &State, who: Who, sub: u8) -> Option<Card> {
    let (public, secret) = (&state.public, &state.secret);
    let (shown, hidden) = match who {
        Who::Survivor(slot) => (public.person(slot).plan, secret.plans[slot.index()]),
        Who::Killer if sub == 0 => (public.killer.left, secret.left),
        Who::Killer => (public.killer.right, secret.right),
    };
    if let Planned::Shown(card) = shown { Some(card) } else { hidden }
}
