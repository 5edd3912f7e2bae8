//! What perks do (part 4 of the rules). Those that ask something run as an effect frame.

use super::act::{Act, Options};
use super::board::{Path, Tile};
use super::content::{Perk, Prop};
use super::engine::{Engine, free_paths};
use super::event::Event;
use super::frame::{FlipKind, Frame, KillerDeed};
use super::state::{DiceMode, Node, PerkSet, Place, RollKind, Slot, Who};
use super::windows::print_of;
use crate::Listen;

impl<L: Listen<Event>> Engine<'_, L> {
    /// T14.7: pays for a perk and marks it used.
    pub(super) fn pay_perk(&mut self, who: Who, k: u8) -> Perk {
        let perk = self.s.public.perks[who.index()][usize::from(k)];
        self.s.public.used = self.s.public.used.with(PerkSet::one(who, k));
        self.pay(who, print_of(who, perk).cost);
        perk
    }

    /// Uses a perk: at once where nothing is asked, else through an effect frame.
    pub(super) fn activate(&mut self, who: Who, k: u8) {
        let perk = self.pay_perk(who, k);
        match who {
            Who::Survivor(me) => self.survivor_perk(me, perk),
            Who::Killer => self.killer_perk(perk),
        }
    }

    fn begin(&mut self, who: Who, perk: Perk) {
        self.push(Frame::Effect { perk, who, step: 0, a: 0 });
    }

    fn survivor_perk(&mut self, me: Slot, perk: Perk) {
        let who = Who::Survivor(me);
        match perk.0 {
            3 => {
                if let Some(tile) = self.free_locker(me) {
                    self.s.public.person_mut(me).place = Place::Locker(tile);
                    self.tell(Event::Hides(me));
                }
            }
            4 => self.push(Frame::BonusTurn { slot: me, step: 0 }),
            5 => {
                self.push_free_move(me);
                self.heal(me);
            }
            6 => self.gain(who, 1),
            9 => self.s.public.roll.iron_will = true,
            10 => self.s.public.roll.no_blood = true,
            11 => {
                if let Some(hook) = self.usable_hook(self.s.public.person(me).room) {
                    self.remove_tile(hook);
                }
            }
            12 | 19 | 20 | 21 => self.push_free_move(me),
            14 => self.change_item(|keep, _| *keep = true),
            15 => self.set_mode(DiceMode::KeepHigh),
            17 => self.push_draw_item(me),
            18 => self.s.public.stack.change(|frame| match frame {
                Frame::Check { auto, .. } => {
                    *auto = true;
                    true
                }
                _ => false,
            }),
            24 => self.s.public.stack.change(|frame| match frame {
                Frame::Check { hope, .. } => {
                    *hope = true;
                    true
                }
                _ => false,
            }),
            27 => {
                if let Frame::SurvivorAct { other, .. } = self.s.public.stack.parent() {
                    self.heal(other);
                }
            }
            // S00, S01, S02, S07, S08, S13, S16, S22, S23, S25, S26.
            _ => self.begin(who, perk),
        }
    }

    fn killer_perk(&mut self, perk: Perk) {
        match perk.0 {
            0 | 18 => self.set_mode(DiceMode::Danger),
            1 => self.change_travel(|ignore, _| *ignore = true),
            2 => self.s.public.stack.change(|frame| match frame {
                Frame::PickUp { bonus, .. } => {
                    *bonus = true;
                    true
                }
                _ => false,
            }),
            5 => {
                std::mem::swap(&mut self.s.secret.left, &mut self.s.secret.right);
                self.s.secret.knowledge.swap();
                self.tell(Event::Swapped);
            }
            6 => self.change_travel(|_, anyway| *anyway = true),
            7 => self.change_item(|_, cancelled| *cancelled = true),
            8 => self.gain(Who::Killer, 1),
            10 => self.set_mode(DiceMode::KeepLow),
            11 => {
                if let Frame::Window { of, .. } = self.s.public.top() {
                    let room = self.s.public.person(of).room;
                    self.push(Frame::RelocateKiller { room, step: 0 });
                }
            }
            13 => self.s.public.roll.ruin = true,
            17 => {
                if let Frame::KillerAct { deed: KillerDeed::Damage, tile, .. } = self.s.public.stack.parent()
                {
                    self.s.public.overcharged |= 1 << tile.0;
                }
            }
            // K03, K04, K09, K12, K15, K16, K19, K20, K22, K23.
            _ => self.begin(Who::Killer, perk),
        }
    }

    fn set_mode(&mut self, wanted: DiceMode) {
        self.s.public.stack.change(|frame| match frame {
            Frame::Check { mode, .. } => {
                *mode = wanted;
                true
            }
            _ => false,
        });
    }

    fn change_item(&mut self, change: impl Fn(&mut bool, &mut bool)) {
        self.s.public.stack.change(|frame| match frame {
            Frame::UseItem { keep, cancelled, .. } => {
                change(keep, cancelled);
                true
            }
            _ => false,
        });
    }

    fn change_travel(&mut self, change: impl Fn(&mut bool, &mut bool)) {
        self.s.public.stack.change(|frame| match frame {
            Frame::KillerTravel { ignore, anyway, .. } => {
                change(ignore, anyway);
                true
            }
            _ => false,
        });
    }

    /// E03: the move goes along this path instead.
    pub(super) fn take_detour(&mut self, path: Path) {
        self.s.public.stack.change(|frame| match frame {
            Frame::SurvivorTurn { detour, .. } | Frame::KillerTurn { detour, .. } => {
                *detour = Some(path);
                true
            }
            _ => false,
        });
    }

    /// An effect that asks. Step 0 asks, later steps take answers.
    pub(super) fn effect(&mut self, perk: Perk, who: Who, step: u8, a: u8) {
        match who {
            Who::Survivor(me) => self.survivor_effect(perk, me, step, a),
            Who::Killer => self.killer_effect(perk, step, a),
        }
    }

    fn survivor_effect(&mut self, perk: Perk, me: Slot, step: u8, a: u8) {
        let who = Who::Survivor(me);
        let to = |step, a| Frame::Effect { perk, who, step, a };
        let room = self.s.public.person(me).room;
        match (perk.0, step) {
            (0, 0) => {
                self.set(to(1, 0));
                self.ask(Node::TargetRoom, who, Options::rooms(self.bond_rooms(me)));
            }
            (0, _) => {
                self.pop();
                let path = self.path_to(room, self.answered_room());
                self.take_detour(path);
            }
            (1, 0) => {
                self.set(to(1, 0));
                let options = self.survivors_where(|engine, other| engine.can_prove(me, other));
                self.ask(Node::TargetSurvivor, who, options);
            }
            (1, _) => {
                self.pop();
                self.push_survivor_act(self.answered_slot());
            }
            (7, 0) => {
                self.set(to(1, 0));
                let options = self.survivors_where(|engine, other| engine.can_treat(me, other));
                self.ask(Node::TargetSurvivor, who, options);
            }
            (7, _) => {
                self.pop();
                self.heal(self.answered_slot());
            }
            (8, 0) => {
                self.set(to(1, 0));
                self.push_check(me, RollKind::SelfCare, Tile(0));
            }
            (8, _) => {
                self.pop();
                if self.s.public.roll.grade != super::state::Grade::Failure {
                    self.heal(me);
                }
            }
            (13, 0) => {
                self.set(to(1, 0));
                self.ask(Node::Exchange, who, Options::cards(self.hand(who)));
            }
            (25, 0) => {
                let left = self.s.secret.left.expect("plans are set");
                self.whisper(who, Event::Peeks(Who::Killer, left));
                let seat = self.game.seat_of(who);
                self.s.secret.knowledge.saw_left(seat, left);
                self.set(to(2, 0));
                let options =
                    if self.hand(who).is_empty() { Options::PASS } else { Options::PASS.with(Act::Yes) };
                self.ask(Node::ExchangeSide, who, options);
            }
            (25, 2) => {
                if self.answered() == Act::Pass {
                    return self.pop();
                }
                self.set(to(1, 0));
                self.ask(Node::Exchange, who, Options::cards(self.hand(who)));
            }
            (13 | 25, _) => {
                self.pop();
                let card = self.answered_card();
                self.s.secret.plans[me.index()] = Some(card);
                let spent = self.s.public.spent[self.game.hand_owner(who)];
                self.s.secret.knowledge.survivor_exchanged(me, spent);
                self.tell(Event::Exchanged(who));
            }
            (23, 0) => {
                self.set(to(1, 0));
                self.ask(Node::TargetRoom, who, Options::rooms(self.rooms_with_face_down_objective()));
            }
            (23, _) => {
                let room = self.answered_room();
                let (kind, tile) = (FlipKind::Objective, Tile(0));
                self.set(Frame::Flip { chooser: who, room, kind, tile, step: 0 });
            }
            (2 | 16, 0) => self.ask_die(who, perk, |engine, die| !engine.s.public.roll.was_again(die)),
            (22, 0) => self.ask_die(who, perk, |engine, die| {
                engine.s.public.roll.fails(die) && !engine.s.public.roll.was_again(die)
            }),
            (26, _) => self.slippery_meat(who, perk, step, a),
            _ => self.take_die(),
        }
    }

    /// S26: dice are picked one after another, at least one, and then rolled in index order. `a` holds the picks.
    fn slippery_meat(&mut self, who: Who, perk: Perk, step: u8, a: u8) {
        let picked = match (step, self.answered()) {
            (1, Act::Index(die)) => a | 1 << die,
            (1, _) => return self.set(Frame::Reroll { dice: a, step: 0 }),
            _ => a,
        };
        let mut options = Options::NONE;
        let roll = self.s.public.roll;
        for die in (0..roll.count).filter(|&die| !roll.was_again(die.into()) && picked >> die & 1 == 0) {
            options.add(Act::Index(die));
        }
        if options.is_empty() {
            return self.set(Frame::Reroll { dice: picked, step: 0 });
        }
        self.set(Frame::Effect { perk, who, step: 1, a: picked });
        self.ask(Node::WhichDie, who, if picked == 0 { options } else { options.with(Act::Pass) });
    }

    /// D22: which die is rolled again.
    fn ask_die(&mut self, who: Who, perk: Perk, test: impl Fn(&Self, usize) -> bool) {
        self.set(Frame::Effect { perk, who, step: 1, a: 0 });
        let mut options = Options::NONE;
        for die in (0..self.s.public.roll.count).filter(|&die| test(self, die.into())) {
            options.add(Act::Index(die));
        }
        self.ask(Node::WhichDie, who, options);
    }

    fn take_die(&mut self) {
        let Act::Index(die) = self.answered() else { return self.pop() };
        self.set(Frame::Reroll { dice: 1 << die, step: 0 });
    }

    fn killer_effect(&mut self, perk: Perk, step: u8, a: u8) {
        let who = Who::Killer;
        let to = |step, a| Frame::Effect { perk, who, step, a };
        let room = self.s.public.killer.room;
        match (perk.0, step) {
            (3, _) => self.predator(perk, step, a),
            (4, 0) => {
                self.set(to(1, 0));
                self.ask(Node::TargetRoom, who, Options::rooms(self.bloodhound_rooms()));
            }
            (4, _) => {
                self.pop();
                let path = self.path_to(room, self.answered_room());
                self.take_detour(path);
            }
            (9, 0) => {
                self.set(to(1, 0));
                let options = self.survivors_where(Self::may_drag_out);
                self.ask(Node::TargetSurvivor, who, options);
            }
            (9, _) => {
                self.pop();
                self.leave_locker(self.answered_slot());
            }
            (12, 0) => {
                self.set(to(1, 0));
                let options = self.survivors_where(Self::may_lock);
                self.ask(Node::TargetSurvivor, who, options);
            }
            (12, _) => {
                self.pop();
                let slot = self.answered_slot();
                self.s.public.person_mut(slot).locked = true;
                self.tell(Event::Locked(slot));
            }
            (15, 0) => {
                self.set(to(1, 0));
                let rooms = self.rooms_along(room, free_paths(&self.s.public, self.board(), room));
                self.ask(Node::TargetRoom, who, Options::rooms(rooms));
            }
            (15, _) => {
                self.pop();
                let path = self.path_to(room, self.answered_room());
                self.entity_on_path(path);
            }
            (16, 0) => {
                // The card about to be revealed: left in the first turn, right in the second.
                let first = matches!(self.killer_turn_now(), Some(1));
                self.set(to(1, u8::from(!first)));
                self.ask(Node::Exchange, who, Options::cards(self.hand(who)));
            }
            (16, _) => {
                self.pop();
                self.exchange_killer_card(a);
            }
            (19, 0) => self.ask_die(who, perk, |engine, die| {
                engine.s.public.roll.is_great(die) && !engine.s.public.roll.was_again(die)
            }),
            (20, 0) => {
                self.set(to(1, 0));
                self.ask(Node::TargetRoom, who, Options::rooms(self.spied_rooms()));
            }
            (20, 1) => {
                let room = self.answered_room();
                self.set(to(2, room.0));
                self.push_flip(who, room);
            }
            (20, _) => {
                let (room, kind) = (super::board::Room(a), FlipKind::Optional);
                self.set(Frame::Flip { chooser: who, room, kind, tile: Tile(0), step: 0 });
            }
            (22, 0) => {
                self.set(to(1, 0));
                let options = self.survivors_where(Self::may_enshrine);
                self.ask(Node::TargetSurvivor, who, options);
            }
            (22, _) => {
                self.pop();
                if let Place::Hook(tile) = self.s.public.person(self.answered_slot()).place {
                    self.entity_on_tile(tile);
                }
            }
            (23, 0) => {
                self.set(to(1, 0));
                self.ask(Node::TargetRoom, who, Options::rooms(self.murmur_rooms()));
            }
            (23, 1) => {
                let room = self.answered_room();
                self.set(to(2, room.0));
                self.ask_tile(who, room, Prop::Generator, |engine, tile| !engine.s.public.is_blocked(tile));
            }
            (23, _) => {
                self.pop();
                let tile = self.answered_tile(super::board::Room(a));
                self.entity_on_tile(tile);
            }
            _ => self.take_die(),
        }
    }

    /// K03: 0 whom, 1 peek and offer, 2 side, 3 card. `a` is the side: 0 left, 1 right.
    fn predator(&mut self, perk: Perk, step: u8, a: u8) {
        let who = Who::Killer;
        let to = |step, a| Frame::Effect { perk, who, step, a };
        match step {
            0 => {
                self.set(to(1, 0));
                let options = self.survivors_where(Self::may_peek);
                self.ask(Node::TargetSurvivor, who, options);
            }
            1 => {
                let slot = self.answered_slot();
                let card = self.s.secret.plans[slot.index()].expect("only face-down cards are peeked at");
                self.whisper(who, Event::Peeks(Who::Survivor(slot), card));
                let game = self.game;
                let owner = game.hand_owner(Who::Survivor(slot));
                let shares = |other| game.hand_owner(Who::Survivor(other)) == owner;
                self.s.secret.knowledge.saw_plan(slot, card, shares);
                self.set(to(2, 0));
                let sides = Options::PASS.with(Act::Index(0)).with(Act::Index(1));
                self.ask(Node::ExchangeSide, who, sides);
            }
            2 => {
                let Act::Index(side) = self.answered() else { return self.pop() };
                self.set(to(3, side));
                self.ask(Node::Exchange, who, Options::cards(self.hand(who)));
            }
            _ => {
                self.pop();
                self.exchange_killer_card(a);
            }
        }
    }

    /// Puts the answered card face down in place of the left (0) or right (1) one.
    fn exchange_killer_card(&mut self, side: u8) {
        let card = self.answered_card();
        let place = if side == 0 { &mut self.s.secret.left } else { &mut self.s.secret.right };
        *place = Some(card);
        let spent = self.s.public.spent[4];
        self.s.secret.knowledge.killer_exchanged(side, spent);
        self.tell(Event::Exchanged(Who::Killer));
    }

    /// Which of his turns the killer is in.
    pub(super) fn killer_turn_now(&self) -> Option<u8> {
        self.s.public.stack.iter().find_map(|frame| match frame {
            Frame::KillerTurn { turn, .. } => Some(*turn),
            _ => None,
        })
    }
}
