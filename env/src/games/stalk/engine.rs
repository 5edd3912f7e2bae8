//! Rounds, turns and endings (S2, S13), and who is told what (S12).

use super::act::{self, Act};
use super::event::Event;
use super::heard::Told;
use super::setup::Order;
use super::state::{Ending, Node, Phase, Public, Slot, State, Status, Walk, Who, slots};
use super::{ALL_SEATS, KILLER_SEAT, Stalk};
use crate::{Action, Fingerprint, Listen};

/// A game at work: the rules, the state, and who listens.
pub(super) struct Engine<'a, L> {
    pub(super) game: &'a Stalk,
    pub(super) s: &'a mut State,
    pub(super) listener: &'a mut L,
}

#[inline(always)]
fn digest(memory: &mut u64, event: Event) {
    *memory = Fingerprint(*memory).then_word(event.word()).0;
}

impl<L: Listen<Event>> Engine<'_, L> {
    /// Notes what follows from what happens for who can only hear of it (part 4), unless nobody will ever look.
    #[inline(always)]
    pub(super) fn note(&mut self, deduce: impl FnOnce(&Stalk, &mut Public)) {
        if L::WATCHED {
            deduce(self.game, &mut self.s.public);
        }
    }

    /// S12.1: both sides hear it.
    #[inline(always)]
    pub(super) fn announce(&mut self, event: Event) {
        if L::WATCHED {
            digest(&mut self.s.survivors.memory, event);
            digest(&mut self.s.killer.memory, event);
            self.s.public.told.push(event);
        }
        self.listener.hear(ALL_SEATS[self.game.seats - 1], event);
    }

    /// Only the survivors see it (S12.5).
    #[inline(always)]
    pub(super) fn tell_survivors(&mut self, event: Event) {
        if L::WATCHED {
            digest(&mut self.s.survivors.memory, event);
        }
        self.listener.hear(ALL_SEATS[self.game.seats - 1].without(KILLER_SEAT), event);
    }

    /// Only the killer sees it (S12.5).
    #[inline(always)]
    pub(super) fn tell_killer(&mut self, event: Event) {
        if L::WATCHED {
            digest(&mut self.s.killer.memory, event);
        }
        self.listener.hear(crate::SeatSet::one(KILLER_SEAT), event);
    }

    /// S2.2: a round begins with the survivors' phase.
    pub(super) fn begin_round(&mut self) {
        let public = &mut self.s.public;
        public.round += 1;
        public.phase = Phase::Survivors;
        let round = public.round;
        self.note(|_, public| public.told = Told::NOTHING);
        self.announce(Event::Round(round));
        self.note(Stalk::know_round);
        // S2.6: lost turns are used up first.
        let public = &mut self.s.public;
        let lost = std::mem::take(&mut public.lost);
        self.s.survivors.to_act = self.game.everybody & !public.with_status(Status::Out) & !lost;
        for slot in slots(lost) {
            self.tell_survivors(Event::LostTurn(slot));
        }
        self.next_survivor();
    }

    /// S2.4, S2.5: whose turn is next, or who says so.
    pub(super) fn next_survivor(&mut self) {
        let to_act = self.s.survivors.to_act;
        if to_act == 0 {
            self.killer_phase();
        } else if self.game.setup.order == Order::Free && to_act & (to_act - 1) != 0 {
            self.s.survivors.node = Node::Order;
        } else {
            self.survivor_turn(Slot(to_act.trailing_zeros() as u8));
        }
    }

    /// S2.7, S3.1: a turn begins with dice.
    fn survivor_turn(&mut self, slot: Slot) {
        self.s.survivors.to_act &= !slot.bit();
        let hooked = self.s.public.status[slot.index()] == Status::Hooked;
        self.s.survivors.node = if hooked { Node::Escape(slot) } else { Node::Roll(slot) };
    }

    /// S4.8, S4.9: the killer's turn begins, or is lost.
    fn killer_phase(&mut self) {
        self.s.survivors.node = Node::Wait;
        self.s.public.phase = Phase::Killer;
        self.note(Stalk::know_phase_over);
        if self.s.public.killer_lost > 0 {
            self.s.public.killer_lost -= 1;
            self.announce(Event::KillerTurnLost);
            self.end_round();
        } else {
            self.announce(Event::KillerTurn);
            self.s.killer.node = Node::Roll(Slot(0));
        }
    }

    /// S13.4: the round is over, and perhaps the game.
    pub(super) fn end_round(&mut self) {
        self.s.killer.node = Node::Wait;
        if matches!(self.s.public.phase, Phase::Over(_)) {
            return;
        }
        if self.s.public.round >= self.game.setup.round_limit {
            self.end(Ending::Limit);
        } else {
            self.begin_round();
        }
    }

    /// S13.3: the game is over.
    pub(super) fn end(&mut self, ending: Ending) {
        if self.s.public.phase == Phase::Survivors {
            self.note(Stalk::know_phase_over);
        }
        self.s.public.phase = Phase::Over(ending);
        self.s.survivors.node = Node::Wait;
        self.s.survivors.to_act = 0;
        self.s.killer.node = Node::Wait;
        self.announce(Event::End(ending));
    }

    /// Plays a seat's choice.
    #[inline]
    pub(super) fn choose(&mut self, action: Action) {
        if self.s.public.phase == Phase::Survivors {
            match self.s.survivors.node {
                Node::Order => {
                    let slot = Slot(action.0 as u8 - act::ACT as u8);
                    self.tell_survivors(Event::Order(slot));
                    self.survivor_turn(slot);
                }
                Node::Walk(walk) => {
                    self.tell_survivors(Event::Chose(Who::Survivor(walk.slot), action));
                    self.survivor_acts(walk, Act::of(action));
                }
                _ => unreachable!("chance has to fall first"),
            }
        } else {
            self.tell_killer(Event::Chose(Who::Killer, action));
            match self.s.killer.node {
                Node::Walk(walk) => self.killer_acts(walk, Act::of(action)),
                Node::Call => self.killer_decides(Act::of(action)),
                _ => unreachable!("chance has to fall first"),
            }
        }
    }

    /// Lets a die or a tile fall.
    #[inline]
    pub(super) fn fall(&mut self, id: u16) {
        let face = id as u8;
        if self.s.public.phase == Phase::Survivors {
            match self.s.survivors.node {
                Node::Roll(slot) => {
                    // S3.1: outcomes are allowances already.
                    self.tell_survivors(Event::Roll(Who::Survivor(slot), face + 1));
                    self.survivor_walks(Walk { slot, allowance: face + 1, steps: 0 });
                }
                Node::Repair(slot) => self.repaired(slot, face),
                Node::Escape(slot) => self.escapes(slot, face == 0),
                Node::Draw(slot) => self.survivor_draws(slot, face),
                _ => unreachable!("a seat has to choose first"),
            }
        } else {
            match self.s.killer.node {
                Node::Roll(slot) => {
                    self.tell_killer(Event::Roll(Who::Killer, face + 1));
                    self.killer_walks(Walk { slot, allowance: face + 1, steps: 0 });
                }
                Node::Draw(_) => self.killer_draws(face),
                _ => unreachable!("a seat has to choose first"),
            }
        }
    }
}
