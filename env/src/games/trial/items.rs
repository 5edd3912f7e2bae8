//! Item cards (T15, part 4 of the rules).

use super::act::{Act, Options};
use super::board::Tile;
use super::content::{Item, Prop, Window};
use super::engine::{Engine, blood_cap, killer_exits};
use super::event::Event;
use super::frame::{FlipKind, Frame};
use super::state::{Luck, Node, Slot, Who};
use crate::Listen;

impl<L: Listen<Event>> Engine<'_, L> {
    /// T15.4, T15.8: whether a survivor may use the item now; the window is the right one.
    pub(super) fn item_ready(&self, slot: Slot, item: Item) -> bool {
        let public = &self.s.public;
        let me = public.person(slot);
        if !me.is_visible() || public.killer.cloaked {
            return false;
        }
        let board = self.board();
        let powered = public.generators >= board.print.generators;
        let has = |prop: Prop| {
            board.tiles(me.room).any(|tile| public.is_up(tile, prop) && !public.is_blocked(tile))
        };
        match item {
            Item::Toolbox | Item::LargeToolbox => !powered && has(Prop::Generator),
            Item::SkeletonKey => powered && has(Prop::Gate),
            Item::MedKit => {
                Slot::ALL.into_iter().any(|s| public.visible_in(s, me.room) && public.person(s).wounded)
            }
            Item::Flashlight => public.killer.room == me.room,
            Item::Firecracker => match public.stack.parent() {
                Frame::KillerTravel { path, .. } => board.other_end(path, public.killer.room) == me.room,
                _ => false,
            },
            Item::Map | Item::RainbowMap => self.rooms_with_face_down() != 0,
            Item::BrokenKey => me.blood < blood_cap(Who::Survivor(slot)),
            Item::DullKey => killer_exits(public, board, me.room) != 0,
        }
    }

    /// Declares the item of a survivor.
    pub(super) fn declare_item(&mut self, slot: Slot) {
        if let Some(item) = self.s.public.person(slot).item {
            self.push(Frame::UseItem { slot, item, keep: false, cancelled: false, step: 0 });
        }
    }

    /// `USE_ITEM` (T15.3). 0 window, 1 discard and resolve, then as the item needs: 2 target or room, 3 and on flips.
    pub(super) fn use_item(&mut self, slot: Slot, item: Item, keep: bool, cancelled: bool, step: u8) {
        let who = Who::Survivor(slot);
        let to = |step| Frame::UseItem { slot, item, keep, cancelled, step };
        let room = self.s.public.person(slot).room;
        match step {
            0 => {
                self.set(to(1));
                self.open(Window::ItemUsed, slot);
            }
            1 => {
                if !keep {
                    self.s.public.person_mut(slot).item = None;
                    self.s.public.discards[item as usize] += 1;
                    self.tell(Event::Loses(slot, item));
                }
                if cancelled {
                    return self.pop();
                }
                self.set(to(2));
                match item {
                    Item::Toolbox | Item::LargeToolbox => {
                        self.ask_tile(who, room, Prop::Generator, |engine, tile| {
                            !engine.s.public.is_blocked(tile)
                        });
                    }
                    Item::SkeletonKey => {
                        self.ask_tile(who, room, Prop::Gate, |engine, tile| {
                            !engine.s.public.is_blocked(tile)
                        });
                    }
                    Item::MedKit => {
                        let options = self.survivors_where(|engine, other| {
                            engine.s.public.visible_in(other, room) && engine.s.public.person(other).wounded
                        });
                        self.ask(Node::TargetSurvivor, who, options);
                    }
                    Item::DullKey => {
                        let rooms = self.rooms_along(room, self.killer_exits(room));
                        self.ask(Node::TargetRoom, who, Options::rooms(rooms));
                    }
                    Item::Map | Item::RainbowMap => self.set(to(3)),
                    Item::BrokenKey => {
                        self.pop();
                        self.gain(who, 2);
                    }
                    Item::Flashlight => {
                        self.pop();
                        self.cancel_killer_act();
                    }
                    Item::Firecracker => {
                        self.pop();
                        self.cancel_killer_travel();
                    }
                }
            }
            2 => {
                self.pop();
                match item {
                    Item::Toolbox | Item::SkeletonKey => self.add_progress(self.answered_tile(room), 1),
                    Item::LargeToolbox => self.add_progress(self.answered_tile(room), 2),
                    Item::MedKit => self.heal(self.answered_slot()),
                    Item::DullKey => {
                        let path = self.path_to(room, self.answered_room());
                        self.take_detour(path);
                    }
                    _ => {}
                }
            }
            _ => self.read_map(slot, item, keep, step),
        }
    }

    /// The maps: up to two or four flips in any rooms, all after the first optional. Odd steps ask for a room, even
    /// steps flip there.
    fn read_map(&mut self, slot: Slot, item: Item, keep: bool, step: u8) {
        let to = |step| Frame::UseItem { slot, item, keep, cancelled: false, step };
        let flips = if item == Item::Map { 2 } else { 4 };
        let done = (step - 3) / 2;
        if step % 2 == 1 {
            let rooms = self.rooms_with_face_down();
            if done == flips || rooms == 0 {
                return self.pop();
            }
            self.set(to(step + 1));
            let options = Options::rooms(rooms);
            let options = if done > 0 { options.with(Act::Pass) } else { options };
            return self.ask(Node::TargetRoom, Who::Survivor(slot), options);
        }
        let Act::Room(room) = self.answered() else { return self.pop() };
        self.set(to(step + 1));
        self.push(Frame::Flip {
            chooser: Who::Survivor(slot),
            room,
            kind: FlipKind::Any,
            tile: Tile(0),
            step: 0,
        });
    }

    pub(super) fn push_draw_item(&mut self, slot: Slot) {
        self.push(Frame::DrawItem { slot, new: Item::Toolbox, step: 0 });
    }

    /// `DRAW_ITEM` (T7.6, T15.1, T15.6). 0 draw, 1 take, 2 keep one.
    pub(super) fn draw_item(&mut self, slot: Slot, new: Item, step: u8) {
        match step {
            0 => {
                let public = &mut self.s.public;
                if public.deck == [0; 10] {
                    public.deck = std::mem::take(&mut public.discards);
                }
                if public.deck == [0; 10] {
                    return self.pop();
                }
                self.set(Frame::DrawItem { slot, new, step: 1 });
                self.chance(Luck::Item);
            }
            1 => {
                let new = Item::ALL[usize::from(self.s.answer)];
                self.s.public.deck[new as usize] -= 1;
                self.tell(Event::Draws(slot, new));
                let held = self.s.public.person(slot).item;
                if held.is_some_and(|held| held != new) {
                    self.set(Frame::DrawItem { slot, new, step: 2 });
                    let options = Options::NONE.with(Act::Index(0)).with(Act::Index(1));
                    return self.ask(Node::KeepItem, Who::Survivor(slot), options);
                }
                // Two equal cards are one option (D15).
                if held.is_some() {
                    self.s.public.discards[new as usize] += 1;
                    self.tell(Event::Loses(slot, new));
                }
                self.s.public.person_mut(slot).item = Some(new);
                self.pop();
            }
            _ => {
                let held = self.s.public.person(slot).item.expect("two items were compared");
                let (kept, lost) = if self.answered() == Act::Index(0) { (held, new) } else { (new, held) };
                self.s.public.person_mut(slot).item = Some(kept);
                self.s.public.discards[lost as usize] += 1;
                self.pop();
                self.tell(Event::Loses(slot, lost));
            }
        }
    }

    /// Survivors that pass a test, as options.
    pub(super) fn survivors_where(&self, test: impl Fn(&Self, Slot) -> bool) -> Options {
        let mut options = Options::NONE;
        for slot in Slot::ALL.into_iter().filter(|&slot| test(self, slot)) {
            options.add(Act::Survivor(slot));
        }
        options
    }

    /// E20: the declared interaction does nothing.
    fn cancel_killer_act(&mut self) {
        self.tell(Event::Stopped);
        self.s.public.stack.change(|frame| match frame {
            Frame::KillerAct { cancelled, .. } => {
                *cancelled = true;
                true
            }
            _ => false,
        });
    }

    /// E20: the killer stays where he is.
    fn cancel_killer_travel(&mut self) {
        self.tell(Event::Stopped);
        self.s.public.stack.change(|frame| match frame {
            Frame::KillerTravel { cancelled, .. } => {
                *cancelled = true;
                true
            }
            _ => false,
        });
    }
}
