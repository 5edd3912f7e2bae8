//! Chases and hooks (S6, S7), as the procedures of S6 have them.

use super::cells::{Cell, Cells};
use super::content::Tile;
use super::engine::Engine;
use super::event::Event;
use super::state::{Ending, Slot, Status, slots};
use crate::Listen;

impl<L: Listen<Event>> Engine<'_, L> {
    fn free_in(&self, range: Cells) -> u8 {
        let free = self.s.public.with_status(Status::Free);
        let inside = |slot: &Slot| range.has(self.s.survivors.at[slot.index()]);
        slots(free).filter(inside).fold(0, |set, slot| set | slot.bit())
    }

    /// S6.1 to S6.6: the killer shows himself and finds whoever is next to him.
    pub(super) fn call(&mut self) {
        let killer = self.s.killer.at;
        self.note(|game, public| game.know_killer_at(public, killer));
        self.announce(Event::Call(killer));
        let near = self.free_in(self.game.board.call_range(killer));
        let bushes = self.s.survivors.bushes;
        let found = slots(near)
            .filter(|slot| !bushes.has(self.s.survivors.at[slot.index()]))
            .fold(0, |set, slot| set | slot.bit());
        // S6.6: each Bush that hid somebody goes back into the deck.
        let used: Cells = slots(near & !found).map(|slot| self.s.survivors.at[slot.index()]).collect();
        for cell in used.iter() {
            let side = &mut self.s.survivors;
            side.bushes = side.bushes & !Cells::one(cell);
            side.covered = side.covered & !Cells::one(cell);
            side.deck[Tile::Bush as usize] += 1;
            self.tell_survivors(Event::BushReturned(cell));
        }
        let at = self.s.survivors.at;
        self.note(|game, public| {
            let found_on = slots(found).map(|slot| at[slot.index()]).collect();
            game.know_call(public, killer, found, found_on);
        });
        for slot in slots(found) {
            let cell = self.s.survivors.at[slot.index()];
            self.note(|game, public| game.know_survivor_at(public, slot, cell));
            self.announce(Event::Found(slot, cell));
        }
        // S6.5
        for slot in slots(found) {
            if self.game.setup.hook_on_call && self.s.survivors.at[slot.index()] == killer {
                self.hook(slot, killer);
            } else {
                self.s.public.chased |= slot.bit();
            }
        }
        self.test_hooks();
    }

    /// S6.10 to S6.13: at the end of a killer turn in a chase.
    pub(super) fn check(&mut self) {
        let killer = self.s.killer.at;
        self.note(|game, public| game.know_killer_at(public, killer));
        self.announce(Event::Check(killer));
        let near = self.free_in(self.game.board.chase_range(killer));
        self.note(|game, public| game.know_check(public, killer, near));
        let (free, chased) = (self.s.public.with_status(Status::Free), self.s.public.chased);
        self.s.public.chased = 0;
        for slot in slots(free) {
            let cell = self.s.survivors.at[slot.index()];
            if near & slot.bit() == 0 {
                if chased & slot.bit() != 0 {
                    self.announce(Event::Escaped(slot));
                }
                continue;
            }
            self.note(|game, public| game.know_survivor_at(public, slot, cell));
            if cell == killer {
                self.hook(slot, cell);
            } else {
                self.s.public.chased |= slot.bit();
                self.announce(Event::Revealed(slot, cell));
            }
        }
        self.test_hooks();
    }

    /// S7.1, S7.3: the first hooking holds, the second eliminates.
    fn hook(&mut self, slot: Slot, cell: Cell) {
        let public = &mut self.s.public;
        public.hooks[slot.index()] += 1;
        public.chased &= !slot.bit();
        if public.hooks[slot.index()] == 1 {
            public.status[slot.index()] = Status::Hooked;
            self.announce(Event::Hooked(slot, cell));
        } else {
            public.status[slot.index()] = Status::Out;
            self.note(|game, public| game.know_out(public, slot));
            self.announce(Event::Eliminated(slot, cell));
        }
    }

    /// S13.2, S7.11: after all hooks of one moment.
    fn test_hooks(&mut self) {
        if self.s.public.with_status(Status::Free) == 0 {
            self.end(Ending::Hooks);
        }
    }
}
