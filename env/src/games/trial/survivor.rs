//! Survivors act: turns, moves, flips and interactions (T4 to T8).

use super::act::{Act, Options};
use super::board::{Path, Room, Tile};
use super::content::{Card, Category, Prop, Window};
use super::engine::{Engine, free_paths, tile_classes};
use super::event::Event;
use super::frame::{Deed, FlipKind, Frame};
use super::on_path::OnPath;
use super::state::{DiceMode, Grade, Luck, Node, Place, Planned, RollKind, Slot, TileState, Who};
use crate::Listen;

impl<L: Listen<Event>> Engine<'_, L> {
    /// N20 to N24. 0 start, 1 reveal, 2 choose a path, 3 path chosen, 4 interact, 5 end, 6 done.
    pub(super) fn survivor_turn(&mut self, slot: Slot, step: u8, detour: Option<Path>) {
        let to = |step| Frame::SurvivorTurn { slot, step, detour };
        match step {
            0 => {
                self.set(to(1));
                self.open(Window::SurvivorTurnStart, slot);
                if self.is_at_work() {
                    self.survivor_turn(slot, 1, detour);
                }
            }
            1 => {
                let card = self.s.secret.plans[slot.index()].take().expect("a turn has a planned card");
                self.s.public.person_mut(slot).plan = Planned::Shown(card);
                self.spend(Who::Survivor(slot), card);
                self.tell(Event::Reveals(Who::Survivor(slot), card));
                self.set(to(2));
                self.open(Window::SurvivorReveal, slot);
                if self.is_at_work() {
                    self.survivor_turn(slot, 2, detour);
                }
            }
            2 => {
                if let Some(path) = detour {
                    self.set(to(4));
                    return self.push_travel(slot, path, true);
                }
                let Planned::Shown(card) = self.s.public.person(slot).plan else { return self.set(to(5)) };
                let moves = self.ask_destination(slot, card);
                if !moves || self.is_at_work() {
                    self.survivor_turn(slot, if moves { 3 } else { 5 }, detour);
                } else {
                    self.set(to(3));
                }
            }
            3 => {
                let path = self.path_to(self.s.public.person(slot).room, self.answered_room());
                self.set(to(4));
                self.push_travel(slot, path, true);
            }
            4 => {
                self.set(to(5));
                self.push_survivor_act(slot);
            }
            5 => {
                self.set(to(6));
                if self.s.public.person(slot).is_visible() {
                    self.open(Window::SurvivorTurnEnd, slot);
                }
                if self.is_at_work() {
                    self.pop();
                }
            }
            _ => self.pop(),
        }
    }

    /// T4.1 to T4.6: asks where a card leads; false if nowhere.
    fn ask_destination(&mut self, slot: Slot, card: Card) -> bool {
        let room = self.s.public.person(slot).room;
        let exits = self.survivor_exits(room) & self.board().colour[card as usize];
        if exits == 0 {
            self.tell(Event::Stays(Who::Survivor(slot)));
            return false;
        }
        let rooms = self.rooms_along(room, exits);
        self.ask(Node::Destination, Who::Survivor(slot), Options::rooms(rooms));
        true
    }

    /// T6.10: whoever is not visible does not interact.
    pub(super) fn push_survivor_act(&mut self, slot: Slot) {
        if self.s.public.person(slot).is_visible() {
            let (deed, tile) = (Deed::Nothing, Tile(0));
            self.push(Frame::SurvivorAct { slot, step: 0, deed, tile, other: slot });
            self.survivor_act(slot, 0, deed, tile, slot);
        }
    }

    fn push_travel(&mut self, slot: Slot, path: Path, carded: bool) {
        self.push(Frame::Travel { slot, path, carded, step: 0 });
        self.travel(slot, path, carded, 0);
    }

    /// `S_MOVE`. 0 leave and spring a bear trap, 1 its roll, 2 enter, 3 phantasm, 4 the Hag's answer, 5 window, 6 done.
    pub(super) fn travel(&mut self, slot: Slot, path: Path, carded: bool, step: u8) {
        let to = |step| Frame::Travel { slot, path, carded, step };
        match step {
            0 => {
                self.leave_locker(slot);
                if self.s.public.on_path.at(path) != OnPath::BearTrap {
                    return self.travel(slot, path, carded, 2);
                }
                // T17.6: the roll is made in the room that is left.
                self.clear_path(path);
                self.s.public.killer.bear_traps += 1;
                self.set(to(1));
                self.push_roll(slot, RollKind::Trap, DiceMode::Danger, 1);
            }
            1 => {
                self.set(to(2));
                if self.s.public.roll.grade == Grade::Failure {
                    self.wound(slot);
                }
            }
            2 => {
                let room = self.board().other_end(path, self.s.public.person(slot).room);
                self.s.public.person_mut(slot).room = room;
                self.tell(Event::Moves(Who::Survivor(slot), room));
                self.set(to(3));
                self.push_flip(Who::Survivor(slot), room);
                if self.is_at_work() {
                    self.travel(slot, path, carded, 3);
                }
            }
            3 => {
                let room = self.s.public.person(slot).room;
                if !self.s.public.has_phantasm(room) {
                    return self.travel(slot, path, carded, 5);
                }
                // T22.6: away from the survivors' phase or already there, she only gains.
                self.s.public.phantasms &= !(1 << room.0);
                self.s.public.killer.phantasms += 1;
                self.tell(Event::Phantasm(room, false));
                if self.s.public.killer_acts || self.s.public.killer.room == room {
                    self.gain(Who::Killer, 1);
                    return self.set(to(5));
                }
                self.set(to(4));
                self.ask(Node::Phantasm, Who::Killer, Options::PASS.with(Act::Yes));
            }
            4 => {
                self.set(to(5));
                if self.answered() == Act::Yes {
                    let room = self.s.public.person(slot).room;
                    self.push(Frame::RelocateKiller { room, step: 0 });
                } else {
                    self.gain(Who::Killer, 1);
                }
            }
            5 => {
                self.set(to(6));
                self.open(Window::SurvivorMoved, slot);
                if self.is_at_work() {
                    self.pop();
                }
            }
            _ => self.pop(),
        }
    }

    /// T5.1, T5.3: whoever enters a room flips a prop there, if one lies face down.
    pub(super) fn push_flip(&mut self, chooser: Who, room: Room) {
        if !self.flip_options(room, FlipKind::Any).is_empty() {
            self.push(Frame::Flip { chooser, room, kind: FlipKind::Any, tile: Tile(0), step: 0 });
            self.flip(chooser, room, FlipKind::Any, Tile(0), 0);
        }
    }

    /// FLIP. 0 choose a category, 1 chance, 2 turn up.
    pub(super) fn flip(&mut self, chooser: Who, room: Room, kind: FlipKind, tile: Tile, step: u8) {
        match step {
            0 => {
                let options = self.flip_options(room, kind);
                if options.is_empty() {
                    return self.pop();
                }
                self.set(Frame::Flip { chooser, room, kind, tile, step: 1 });
                let options = if kind == FlipKind::Optional { options.with(Act::Pass) } else { options };
                // In setup the category is a question of its own (D04).
                let node = if self.s.public.round == 0 { Node::RevealCategory } else { Node::FlipCategory };
                self.ask(node, chooser, options);
                if self.is_at_work() {
                    self.flip(chooser, room, kind, tile, 1);
                }
            }
            1 => {
                let Act::Category(category) = self.answered() else { return self.pop() };
                let tile = self.face_down(room, category).expect("only face-down categories are offered");
                self.set(Frame::Flip { chooser, room, kind, tile, step: 2 });
                self.chance(Luck::Flip(tile));
                if self.is_at_work() {
                    self.flip(chooser, room, kind, tile, 2);
                }
            }
            _ => {
                let prop = Prop::ALL[usize::from(self.s.answer)];
                self.s.public.tiles[tile.index()] = TileState::Up(prop);
                self.s.public.unflipped[prop as usize] -= 1;
                self.pop();
                self.tell(Event::Finds(room, prop));
            }
        }
    }

    /// T2.8: of equal backs the lowest position is flipped.
    fn face_down(&self, room: Room, category: Category) -> Option<Tile> {
        let board = self.board();
        let down = |tile: &Tile| {
            board.category_of(*tile) == category && self.s.public.tiles[tile.index()] == TileState::FaceDown
        };
        board.tiles(room).find(down)
    }

    pub(super) fn flip_options(&self, room: Room, kind: FlipKind) -> Options {
        let mut options = Options::NONE;
        for tile in self.board().tiles(room) {
            let category = self.board().category_of(tile);
            let fits = kind != FlipKind::Objective || category == Category::Objective;
            if fits && self.s.public.tiles[tile.index()] == TileState::FaceDown {
                options.add(Act::Category(category));
            }
        }
        options
    }

    /// `BONUS_TURN` (T6.5 to T6.7). 0 card, 1 move, 2 path chosen, 3 interact, 4 done.
    pub(super) fn bonus_turn(&mut self, slot: Slot, step: u8) {
        let who = Who::Survivor(slot);
        let to = |step| Frame::BonusTurn { slot, step };
        match step {
            0 => {
                let hand = self.hand(who);
                if hand.is_empty() {
                    return self.pop();
                }
                self.set(to(1));
                self.ask(Node::BonusCard, who, Options::cards(hand));
            }
            1 => {
                let card = self.answered_card();
                self.spend(who, card);
                self.tell(Event::Discards(who, card));
                self.set(to(2));
                if !self.ask_destination(slot, card) {
                    self.pop();
                }
            }
            2 => {
                let path = self.path_to(self.s.public.person(slot).room, self.answered_room());
                self.set(to(3));
                self.push_travel(slot, path, true);
            }
            3 => {
                self.set(to(4));
                self.push_survivor_act(slot);
            }
            _ => self.pop(),
        }
    }

    /// `FREE_MOVE` (T4.8): any colour, may be declined, no interaction.
    pub(super) fn free_move(&mut self, slot: Slot, asked: bool) {
        let person = *self.s.public.person(slot);
        if asked {
            return match self.answered() {
                Act::Room(room) => {
                    let path = self.path_to(person.room, room);
                    self.set(Frame::Travel { slot, path, carded: false, step: 0 });
                }
                _ => self.pop(),
            };
        }
        let exits = self.survivor_exits(person.room);
        if !person.is_visible() || exits == 0 {
            return self.pop();
        }
        self.set(Frame::FreeMove { slot, asked: true });
        let rooms = self.rooms_along(person.room, exits);
        self.ask(Node::FreeMove, Who::Survivor(slot), Options::rooms(rooms).with(Act::Pass));
    }

    pub(super) fn push_free_move(&mut self, slot: Slot) {
        self.push(Frame::FreeMove { slot, asked: false });
    }

    /// Whether a survivor may interact with a prop of this kind on this tile (T7, T8.2).
    fn may_use(&self, slot: Slot, prop: Prop, tile: Tile) -> bool {
        let public = &self.s.public;
        if public.is_blocked(tile) {
            return false;
        }
        let powered = public.generators >= self.board().print.generators;
        match prop {
            // T7.4: enough is enough.
            Prop::Generator => !powered,
            Prop::Gate => powered,
            Prop::Hook | Prop::Totem | Prop::Chest => true,
            Prop::Locker => public.hidden_on(tile).is_none(),
            // T7.10.
            Prop::Crow => !self.hand(Who::Survivor(slot)).is_empty(),
            Prop::Pallet => free_paths(public, self.board(), public.person(slot).room) != 0,
        }
    }

    /// Props, wounded friends and madness: what a survivor can do here apart from perks and items.
    pub(super) fn plain_acts(&self, slot: Slot) -> Options {
        let public = &self.s.public;
        let me = public.person(slot);
        let mut options = Options::NONE;
        for tile in self.board().tiles(me.room) {
            if let TileState::Up(prop) = public.tiles[tile.index()]
                && self.may_use(slot, prop, tile)
            {
                options.add(Act::Prop(prop));
            }
        }
        for other in Slot::ALL {
            if other != slot && public.visible_in(other, me.room) && public.person(other).wounded {
                options.add(Act::Survivor(other));
            }
        }
        if me.madness {
            options.add(Act::SnapOut);
        }
        options
    }

    /// `S_ACT`. 0 ask, 1 answer, 2 which tile, 3 after a check, 4 after a choice of target or path, 5 second free move,
    /// 6 window, 7 done.
    pub(super) fn survivor_act(&mut self, slot: Slot, step: u8, deed: Deed, tile: Tile, other: Slot) {
        let who = Who::Survivor(slot);
        match step {
            0 => {
                if !self.s.public.person(slot).is_visible() {
                    return self.pop();
                }
                self.set(Frame::SurvivorAct { slot, step: 1, deed, tile, other });
                let options = self.activations(Window::SurvivorAct, slot, who, self.plain_acts(slot));
                self.ask(Node::SurvivorAct, who, options.with(Act::Pass));
                if self.is_at_work() {
                    // Nothing to do but pass.
                    self.pop();
                }
            }
            1 => match self.answered() {
                Act::Item => {
                    self.set(Frame::SurvivorAct { slot, step: 0, deed, tile, other });
                    self.declare_item(slot);
                }
                Act::Perk(k) => {
                    self.set(Frame::SurvivorAct { slot, step: 7, deed: Deed::Perk, tile, other });
                    self.activate(who, k);
                }
                Act::Survivor(friend) => {
                    self.set(Frame::SurvivorAct { slot, step: 3, deed: Deed::Heal, tile, other: friend });
                    self.push_check(slot, RollKind::Heal, tile);
                }
                Act::SnapOut => {
                    self.set(Frame::SurvivorAct { slot, step: 3, deed: Deed::SnapOut, tile, other });
                    self.push_check(slot, RollKind::SnapOut, tile);
                }
                Act::Prop(prop) => {
                    self.set(Frame::SurvivorAct { slot, step: 2, deed, tile, other });
                    let room = self.s.public.person(slot).room;
                    self.ask_tile(who, room, prop, |engine, tile| engine.may_use(slot, prop, tile));
                    if self.is_at_work() {
                        self.survivor_act(slot, 2, deed, tile, other);
                    }
                }
                _ => self.pop(),
            },
            2 => {
                let tile = self.answered_tile(self.s.public.person(slot).room);
                self.interact(slot, tile);
            }
            3 => {
                self.set(Frame::SurvivorAct { slot, step: 6, deed, tile, other });
                self.finish_check(slot, deed, tile, other);
            }
            4 => {
                // D12: the path is chosen.
                let path = self.path_to(self.s.public.person(slot).room, self.answered_room());
                self.set(Frame::SurvivorAct { slot, step: 6, deed, tile, other });
                self.s.public.tiles[tile.index()] = TileState::Gone;
                self.s.public.on_path.put(path, OnPath::Pallet);
                self.tell(Event::Dropped(path));
            }
            5 => {
                // T11.24: after the rescuer the rescued may move.
                self.set(Frame::SurvivorAct { slot, step: 6, deed, tile, other });
                self.push_free_move(other);
            }
            6 => {
                self.set(Frame::SurvivorAct { slot, step: 7, deed, tile, other });
                self.open(Window::SurvivorActed, slot);
                if self.is_at_work() {
                    self.pop();
                }
            }
            _ => self.pop(),
        }
    }

    /// D11: names the tile if several differ.
    pub(super) fn ask_tile(&mut self, who: Who, room: Room, prop: Prop, test: impl Fn(&Self, Tile) -> bool) {
        let mut options = Options::NONE;
        for tile in tile_classes(&self.s.public, self.board(), room, prop, |tile| test(self, tile)) {
            options.add(Act::Index(self.board().position(tile)));
        }
        self.ask(Node::WhichTile, who, options);
    }

    /// T7.1 to T7.17: the tile is known.
    fn interact(&mut self, slot: Slot, tile: Tile) {
        let to = |step, deed, other| Frame::SurvivorAct { slot, step, deed, tile, other };
        let TileState::Up(prop) = self.s.public.tiles[tile.index()] else { return self.pop() };
        match prop {
            Prop::Generator => {
                self.set(to(3, Deed::Repair, slot));
                self.push_check(slot, RollKind::Repair, tile);
            }
            Prop::Gate => {
                self.set(to(3, Deed::Open, slot));
                self.push_check(slot, RollKind::Open, tile);
            }
            Prop::Totem => {
                self.set(to(3, Deed::Cleanse, slot));
                self.push_check(slot, RollKind::Cleanse, tile);
            }
            Prop::Hook => {
                self.entity_on_tile(tile);
                let Some(hung) = self.s.public.hung_on(tile) else {
                    return self.set(to(6, Deed::Sabotage, slot));
                };
                // T11.24, in this order.
                self.set(to(5, Deed::Rescue, hung));
                self.gain(Who::Survivor(slot), 1);
                self.s.public.person_mut(hung).place = Place::Open;
                self.tell(Event::Rescued(hung));
                self.push_free_move(slot);
            }
            Prop::Chest => {
                self.set(to(6, Deed::Rummage, slot));
                self.remove_tile(tile);
                self.push_draw_item(slot);
            }
            Prop::Locker => {
                self.set(to(6, Deed::Hide, slot));
                self.s.public.person_mut(slot).place = Place::Locker(tile);
                self.tell(Event::Hides(slot));
            }
            Prop::Crow => {
                // T7.23: the crow stays.
                self.set(to(6, Deed::Sprint, slot));
                self.gain(Who::Killer, 1);
                self.push(Frame::BonusTurn { slot, step: 0 });
            }
            Prop::Pallet => {
                self.set(to(4, Deed::Drop, slot));
                let room = self.s.public.person(slot).room;
                let rooms = self.rooms_along(room, free_paths(&self.s.public, self.board(), room));
                self.ask(Node::DropPath, Who::Survivor(slot), Options::rooms(rooms));
            }
        }
    }

    /// What a check was for.
    fn finish_check(&mut self, slot: Slot, deed: Deed, tile: Tile, other: Slot) {
        let grade = self.s.public.roll.grade;
        if grade == Grade::Failure {
            return;
        }
        match deed {
            // T7.1: a great success counts twice.
            Deed::Repair => self.add_progress(tile, if grade == Grade::Great { 2 } else { 1 }),
            // T7.5: here it does not, but S24 does.
            Deed::Open => self.add_progress(tile, if self.s.public.hope { 2 } else { 1 }),
            Deed::Cleanse => {
                self.remove_tile(tile);
                self.gain(Who::Survivor(slot), 2);
            }
            Deed::Heal => self.heal(other),
            Deed::SnapOut => {
                self.s.public.person_mut(slot).madness = false;
                self.tell(Event::Madness(slot, false));
            }
            _ => {}
        }
    }
}
