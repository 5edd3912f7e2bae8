//! Picking up, carrying and sacrificing (T11).

use super::act::{Act, Options};
use super::board::{Room, Tile};
use super::content::{Prop, Window};
use super::engine::{Engine, carry_exits};
use super::event::Event;
use super::frame::Frame;
use super::state::{DiceMode, Ending, Grade, Node, Place, RollKind, Slot, Who};
use crate::Listen;

impl<L: Listen<Event>> Engine<'_, L> {
    pub(super) fn push_pick_up(&mut self, slot: Slot) {
        self.push(Frame::PickUp { slot, step: 0, left: 0, bonus: false });
    }

    /// T11.14: face up, unoccupied, not under the Entity; the lowest position.
    pub(super) fn usable_hook(&self, room: Room) -> Option<Tile> {
        let public = &self.s.public;
        self.board().tiles(room).find(|&tile| {
            public.is_up(tile, Prop::Hook) && !public.is_blocked(tile) && public.hung_on(tile).is_none()
        })
    }

    /// PICKUP. 0 bring here, 1 window, 2 hook or dice, 3 roll, 4 break free or carry, 5 next step, 6 answer, 7 end.
    pub(super) fn pick_up(&mut self, slot: Slot, step: u8, left: u8, bonus: bool) {
        let to = |step, left| Frame::PickUp { slot, step, left, bonus };
        let room = self.s.public.killer.room;
        match step {
            0 => {
                self.set(to(1, left));
                self.leave_locker(slot);
                // T11.19, T11.20: a relocation, which flips a prop by the survivor's choice.
                if self.s.public.person(slot).room != room {
                    self.s.public.person_mut(slot).room = room;
                    self.tell(Event::Appears(Who::Survivor(slot), room));
                    self.push_flip(Who::Survivor(slot), room);
                }
            }
            1 => {
                self.tell(Event::PickedUp(slot));
                self.set(to(2, left));
                self.open(Window::PickedUp, slot);
            }
            2 => {
                // T11.1: a usable hook here ends it at once.
                if let Some(hook) = self.usable_hook(room) {
                    self.pop();
                    return self.sacrifice(slot, hook);
                }
                self.set(to(3, left));
                let dice = Options::NONE.with(Act::Index(0)).with(Act::Index(1));
                self.ask(Node::DiceCount, Who::Killer, dice.with(Act::Index(2)).with(Act::Index(3)));
            }
            3 => {
                let Act::Index(more) = self.answered() else { return self.pop() };
                self.set(to(4, more + 1));
                self.push_roll(slot, RollKind::Struggle, DiceMode::Single, more + 1);
            }
            4 => {
                // T11.6, T11.7; K02 adds a space.
                if self.s.public.roll.grade == Grade::Great {
                    self.pop();
                    return self.tell(Event::Escapes(slot));
                }
                self.set(to(5, left + u8::from(bonus)));
            }
            5 => {
                let exits = carry_exits(&self.s.public, self.board(), room);
                if left == 0 || exits == 0 {
                    return self.set(to(7, 0));
                }
                self.set(to(6, left));
                let rooms = self.rooms_along(room, exits);
                self.ask(Node::Carry, Who::Killer, Options::rooms(rooms).with(Act::Pass));
            }
            6 => {
                let Act::Room(room) = self.answered() else { return self.set(to(7, 0)) };
                self.s.public.killer.room = room;
                self.s.public.person_mut(slot).room = room;
                self.tell(Event::Moves(Who::Killer, room));
                self.set(to(5, left - 1));
                // T5.3, T11.10: one flip for each room entered.
                self.push_flip(Who::Killer, room);
            }
            _ => {
                self.pop();
                match self.usable_hook(room) {
                    Some(hook) => self.sacrifice(slot, hook),
                    None => self.tell(Event::Escapes(slot)),
                }
            }
        }
    }

    /// SACRIFICE (T11.21, T11.23).
    fn sacrifice(&mut self, slot: Slot, hook: Tile) {
        let person = self.s.public.person_mut(slot);
        person.place = Place::Hook(hook);
        let first = std::mem::replace(&mut person.token, false);
        if std::mem::replace(&mut person.madness, false) {
            self.tell(Event::Madness(slot, false));
        }
        self.s.public.sacrifices += u8::from(first);
        self.tell(Event::Sacrificed(slot, self.s.public.sacrifices));
        if self.s.public.sacrifices >= self.board().print.sacrifices {
            return self.end(Ending::Killer);
        }
        self.open_later(Window::Sacrificed, slot);
    }
}
