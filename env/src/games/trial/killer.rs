//! The killer acts: turns, travel, interactions and powers (T9, T10, T22).

use super::act::{Act, Options};
use super::board::{Path, Room, Tile};
use super::content::{Card, CardSet, Killer, Prop, Window};
use super::engine::{Engine, free_paths};
use super::event::Event;
use super::frame::{Frame, KillerDeed};
use super::on_path::OnPath;
use super::state::{DiceMode, Grade, Node, Planned, RollKind, Slot, TileState, Travelled, Who};
use crate::Listen;

/// What the Chainsaw costs (T22.3): without a price, its owner won too often between equal searchers.
pub(super) const CHAINSAW_PRICE: u8 = 1;

impl<L: Listen<Event>> Engine<'_, L> {
    /// N41 to N48. 0 start, 1 reveal, 2 choose a path, 3 path chosen, 4 after travelling, 5 interact, 6 done.
    pub(super) fn killer_turn(&mut self, turn: u8, step: u8, detour: Option<Path>) {
        let to = |step| Frame::KillerTurn { turn, step, detour };
        match step {
            0 => {
                self.set(to(1));
                // W12 belongs to the two planned turns.
                if turn < 3 {
                    self.open(Window::KillerTurnStart, Slot(0));
                }
                if self.is_at_work() {
                    self.killer_turn(turn, 1, detour);
                }
            }
            1 => {
                let card = match turn {
                    1 => self.s.secret.left.take(),
                    2 => self.s.secret.right.take(),
                    _ => self.s.public.killer.third,
                };
                let card = card.expect("a killer turn has a card");
                match turn {
                    1 => self.s.public.killer.left = Planned::Shown(card),
                    2 => self.s.public.killer.right = Planned::Shown(card),
                    _ => {}
                }
                self.spend(Who::Killer, card);
                self.tell(Event::Reveals(Who::Killer, card));
                self.set(to(2));
                self.open(Window::KillerReveal, Slot(0));
                if self.is_at_work() {
                    self.killer_turn(turn, 2, detour);
                }
            }
            2 => {
                if let Some(path) = detour {
                    self.set(to(4));
                    return self.push_killer_travel(path, false);
                }
                let card = self.revealed_card(turn);
                // T9.5: Wait keeps the interaction.
                if card == Card::Wait {
                    return self.killer_turn(turn, 5, detour);
                }
                let room = self.s.public.killer.room;
                let exits = self.killer_exits(room) & self.board().colour[card as usize];
                if exits == 0 {
                    self.tell(Event::Stays(Who::Killer));
                    return self.pop();
                }
                self.set(to(3));
                let rooms = self.rooms_along(room, exits);
                self.ask(Node::KillerDestination, Who::Killer, Options::rooms(rooms));
                if self.is_at_work() {
                    self.killer_turn(turn, 3, detour);
                }
            }
            3 => {
                let path = self.path_to(self.s.public.killer.room, self.answered_room());
                self.set(to(4));
                self.push_killer_travel(path, false);
            }
            4 if self.s.public.killer.travelled == Travelled::Stopped => self.pop(),
            4 => self.killer_turn(turn, 5, detour),
            5 => {
                self.set(to(6));
                self.push_killer_act(true);
            }
            _ => self.pop(),
        }
    }

    fn revealed_card(&self, turn: u8) -> Card {
        let killer = &self.s.public.killer;
        match (turn, killer.left, killer.right, killer.third) {
            (1, Planned::Shown(card), ..) | (2, _, Planned::Shown(card), _) | (_, _, _, Some(card)) => card,
            _ => unreachable!("the card of turn {turn} has been revealed"),
        }
    }

    fn push_killer_travel(&mut self, path: Path, chainsaw: bool) {
        let (cancelled, ignore, anyway) = (false, false, false);
        self.push(Frame::KillerTravel { path, chainsaw, cancelled, ignore, anyway, step: 0 });
        self.killer_travel(path, chainsaw, cancelled, ignore, anyway, 0);
    }

    /// N44. 0 window, 1 stopped or through, 2 after a halt, 3 entered, 4 done.
    pub(super) fn killer_travel(
        &mut self,
        path: Path,
        chainsaw: bool,
        cancelled: bool,
        ignore: bool,
        anyway: bool,
        step: u8,
    ) {
        let to = |step| Frame::KillerTravel { path, chainsaw, cancelled, ignore, anyway, step };
        match step {
            0 => {
                self.set(to(1));
                self.open(Window::KillerPath, Slot(0));
                if self.is_at_work() {
                    self.killer_travel(path, chainsaw, cancelled, ignore, anyway, 1);
                }
            }
            1 if cancelled => {
                self.s.public.killer.travelled = Travelled::Stopped;
                self.pop();
            }
            1 => match self.s.public.on_path.at(path) {
                // T9.8; K01 and the chainsaw go through.
                OnPath::Pallet if !ignore && !chainsaw => {
                    self.clear_path(path);
                    self.set(to(2));
                    self.open(Window::KillerHalted, Slot(0));
                    if self.is_at_work() {
                        self.killer_travel(path, chainsaw, cancelled, ignore, anyway, 2);
                    }
                }
                thing => {
                    if matches!(thing, OnPath::Pallet | OnPath::Wall) {
                        self.clear_path(path);
                    }
                    let room = self.board().other_end(path, self.s.public.killer.room);
                    self.s.public.killer.room = room;
                    self.tell(Event::Moves(Who::Killer, room));
                    self.set(to(3));
                    self.push_flip(Who::Killer, room);
                    if self.is_at_work() {
                        self.killer_travel(path, chainsaw, cancelled, ignore, anyway, 3);
                    }
                }
            },
            2 => {
                self.s.public.killer.travelled = if anyway { Travelled::Kept } else { Travelled::Stopped };
                self.pop();
            }
            3 => {
                self.set(to(4));
                self.open(Window::KillerMoved, Slot(0));
                if self.is_at_work() {
                    self.killer_travel(path, chainsaw, cancelled, ignore, anyway, 4);
                }
            }
            _ => {
                self.s.public.killer.travelled = Travelled::Arrived;
                self.pop();
            }
        }
    }

    pub(super) fn push_killer_act(&mut self, power: bool) {
        let (deed, tile, slot) = (KillerDeed::Nothing, Tile(0), Slot(0));
        self.push(Frame::KillerAct { power, step: 0, deed, tile, slot, cancelled: false });
        self.killer_act(power, 0, deed, tile, slot, false);
    }

    /// What the killer may do with a prop on a tile (T10.3 to T10.7, T10.14, T10.15).
    fn killer_may_use(&self, prop: Prop, tile: Tile) -> bool {
        let public = &self.s.public;
        !public.is_blocked(tile)
            && match prop {
                Prop::Generator => public.progress[tile.index()] > 0,
                Prop::Totem | Prop::Crow => true,
                Prop::Locker => public.hidden_on(tile).is_some(),
                Prop::Gate | Prop::Hook | Prop::Chest | Prop::Pallet => false,
            }
    }

    /// T10.1, T10.2, T10.9.
    fn may_attack(&self, slot: Slot) -> bool {
        let person = self.s.public.person(slot);
        self.s.public.visible_in(slot, self.s.public.killer.room) && (!person.wounded || !person.wounded_now)
    }

    fn killer_options(&self, power: bool) -> Options {
        let room = self.s.public.killer.room;
        let mut options = self.survivors_where(Self::may_attack);
        for tile in self.board().tiles(room) {
            if let TileState::Up(prop) = self.s.public.tiles[tile.index()]
                && self.killer_may_use(prop, tile)
            {
                options.add(Act::Prop(prop));
            }
        }
        if power && !self.s.public.killer.power_used && self.power_ready() {
            options.add(Act::Power);
        }
        self.activations(Window::KillerAct, Slot(0), Who::Killer, options).with(Act::Pass)
    }

    /// `K_ACT`. 0 ask, 1 answer, 2 which tile, 3 whom, 4 declare, 5 resolve, 6 after a search, 7 window, 8 done.
    pub(super) fn killer_act(
        &mut self,
        power: bool,
        step: u8,
        deed: KillerDeed,
        tile: Tile,
        slot: Slot,
        cancelled: bool,
    ) {
        let to = |step| Frame::KillerAct { power, step, deed, tile, slot, cancelled };
        let room = self.s.public.killer.room;
        match step {
            0 => {
                self.set(to(1));
                let options = self.killer_options(power);
                self.ask(Node::KillerAct, Who::Killer, options);
                if self.is_at_work() {
                    // Nothing to do but pass.
                    self.pop();
                }
            }
            1 => self.killer_declares(power, tile, slot),
            2 => {
                let tile = self.answered_tile(room);
                self.killer_act(power, 4, deed, tile, slot, cancelled);
            }
            3 => {
                let slot = self.answered_slot();
                self.killer_act(power, 4, deed, tile, slot, cancelled);
            }
            4 => {
                self.set(to(5));
                self.open(Window::KillerDeclared, Slot(0));
                if self.is_at_work() {
                    self.killer_act(power, 5, deed, tile, slot, cancelled);
                }
            }
            5 if cancelled => self.pop(),
            5 => {
                self.set(to(7));
                self.resolve_killer(deed, tile, slot);
            }
            6 => {
                // T8.8, T8.10, T8.12.
                self.set(to(7));
                let failed = self.s.public.roll.grade == Grade::Failure;
                self.leave_locker(slot);
                if !failed {
                    self.remove_tile(tile);
                } else if !self.s.public.person(slot).wounded_now {
                    self.push_pick_up(slot);
                }
            }
            7 => {
                self.set(to(8));
                self.open(Window::KillerActed, Slot(0));
                if self.is_at_work() {
                    self.pop();
                }
            }
            _ => self.pop(),
        }
    }

    /// T10.13: what is declared names its tile or its victim.
    fn killer_declares(&mut self, power: bool, tile: Tile, slot: Slot) {
        let to = |step, deed, slot| Frame::KillerAct { power, step, deed, tile, slot, cancelled: false };
        match self.answered() {
            Act::Survivor(slot) => self.set(to(4, KillerDeed::Attack, slot)),
            Act::Prop(prop) => {
                let deed = match prop {
                    Prop::Generator => KillerDeed::Damage,
                    Prop::Totem => KillerDeed::Venerate,
                    Prop::Crow => KillerDeed::Scout,
                    _ => KillerDeed::Search,
                };
                self.set(to(2, deed, slot));
                let room = self.s.public.killer.room;
                self.ask_tile(Who::Killer, room, prop, |engine, tile| engine.killer_may_use(prop, tile));
            }
            Act::Power => {
                self.set(to(4, KillerDeed::Power, slot));
                self.s.public.killer.power_used = true;
                match self.s.public.killer_is {
                    Killer::Nurse => self.pay(Who::Killer, 2),
                    Killer::Hillbilly => {
                        self.pay(Who::Killer, CHAINSAW_PRICE);
                        let unseen = CardSet::KILLER.minus(self.s.public.spent[Who::Killer.index()]);
                        let usable = self.with_exit(unseen);
                        self.s.secret.knowledge.killer_holds_one_of(usable);
                    }
                    _ => {}
                }
            }
            Act::Perk(k) => {
                self.set(to(3, KillerDeed::PickUp, slot));
                let perk = self.pay_perk(Who::Killer, k);
                let options = self.survivors_where(|engine, slot| engine.act_victim(perk, slot));
                self.ask(Node::TargetSurvivor, Who::Killer, options);
            }
            _ => self.pop(),
        }
    }

    fn resolve_killer(&mut self, deed: KillerDeed, tile: Tile, slot: Slot) {
        let public = &self.s.public;
        let prop_stands = |prop| public.is_up(tile, prop) && self.killer_may_use(prop, tile);
        // T10.13: a target that is gone is lost, and so is the interaction.
        let stands = match deed {
            KillerDeed::Damage => prop_stands(Prop::Generator),
            KillerDeed::Venerate => prop_stands(Prop::Totem),
            KillerDeed::Scout => prop_stands(Prop::Crow),
            KillerDeed::Search => prop_stands(Prop::Locker),
            KillerDeed::Attack => self.may_attack(slot),
            KillerDeed::PickUp => public.person(slot).is_visible() && !public.person(slot).wounded_now,
            KillerDeed::Power | KillerDeed::Nothing => true,
        };
        if !stands {
            return self.pop();
        }
        match deed {
            KillerDeed::Damage => {
                self.s.public.progress[tile.index()] = 0;
                self.tell(Event::Progress(self.board().room_of(tile), Prop::Generator, 0));
            }
            KillerDeed::Venerate => self.gain(Who::Killer, 2),
            KillerDeed::Scout => {
                self.remove_tile(tile);
                self.gain(Who::Killer, 1);
            }
            KillerDeed::Search => {
                let slot = self.s.public.hidden_on(tile).expect("only occupied lockers are searched");
                let Frame::KillerAct { power, cancelled, .. } = self.s.public.top() else { return };
                self.set(Frame::KillerAct { power, step: 6, deed, tile, slot, cancelled });
                self.push_roll(slot, RollKind::Search, DiceMode::Single, 1);
            }
            KillerDeed::Attack if self.s.public.person(slot).wounded => self.push_pick_up(slot),
            KillerDeed::Attack => self.wound(slot),
            KillerDeed::PickUp => self.push_pick_up(slot),
            KillerDeed::Power => self.push(Frame::Power { step: 0, cursor: 0 }),
            KillerDeed::Nothing => {}
        }
    }

    // Powers.

    /// T22.12: a power is offered if it can change something.
    fn power_ready(&self) -> bool {
        let public = &self.s.public;
        let room = public.killer.room;
        match public.killer_is {
            Killer::Trapper => public.killer.bear_traps > 0 && free_paths(public, self.board(), room) != 0,
            Killer::Wraith => self.far_rooms(room) != 0,
            Killer::Hillbilly => public.killer.blood >= CHAINSAW_PRICE && !self.chainsaw_cards().is_empty(),
            Killer::Nurse => public.killer.blood >= 2,
            Killer::Hag => {
                public.killer.phantasms > 0 && (!public.has_phantasm(room) || self.untrapped(room) != 0)
            }
            Killer::Doctor => Slot::ALL.into_iter().any(|slot| public.visible_in(slot, room)),
        }
    }

    /// Rooms that are neither this one nor connected to it (T22.2).
    fn far_rooms(&self, room: Room) -> u16 {
        let all = (1u16 << self.board().print.rooms.len()) - 1;
        all & !self.board().connected[room.index()] & !(1 << room.0)
    }

    /// Connected rooms without a phantasm trap (T22.5).
    fn untrapped(&self, room: Room) -> u16 {
        self.board().connected[room.index()] & !self.s.public.phantasms
    }

    /// T22.3: cards in hand, not Wait, with an exit of their colour here.
    pub(super) fn chainsaw_cards(&self) -> CardSet {
        self.with_exit(self.hand(Who::Killer))
    }

    /// Those of the cards that have an exit of their colour from the killer's room.
    fn with_exit(&self, cards: CardSet) -> CardSet {
        let exits = self.killer_exits(self.s.public.killer.room);
        let leads = |card: &Card| exits & self.board().colour[*card as usize] != 0;
        cards.iter().filter(leads).fold(CardSet::EMPTY, CardSet::with)
    }

    /// POWER: each killer's own steps; `cursor` walks over the survivors for the Doctor.
    pub(super) fn power(&mut self, step: u8, cursor: u8) {
        match self.s.public.killer_is {
            Killer::Trapper => self.bear_trap(step),
            Killer::Wraith => self.wailing_bell(step),
            Killer::Hillbilly => self.chainsaw(step),
            Killer::Nurse => self.last_breath(step),
            Killer::Hag => self.catalyst(step),
            Killer::Doctor => self.spark(step, cursor),
        }
    }

    fn ask_power_room(&mut self, rooms: Options) {
        self.set(Frame::Power { step: 1, cursor: 0 });
        self.ask(Node::TargetRoom, Who::Killer, rooms);
    }

    /// T22.1.
    fn bear_trap(&mut self, step: u8) {
        let room = self.s.public.killer.room;
        if step == 0 {
            let free = free_paths(&self.s.public, self.board(), room);
            // A reaction may have taken the last free path.
            if free == 0 || self.s.public.killer.bear_traps == 0 {
                return self.pop();
            }
            let rooms = self.rooms_along(room, free);
            return self.ask_power_room(Options::rooms(rooms));
        }
        let path = self.path_to(room, self.answered_room());
        self.s.public.killer.bear_traps -= 1;
        self.s.public.on_path.put(path, OnPath::BearTrap);
        self.pop();
        self.tell(Event::Trapped(path));
    }

    /// T22.2.
    fn wailing_bell(&mut self, step: u8) {
        if step == 0 {
            self.s.public.killer.cloaked = true;
            self.tell(Event::Cloaked);
            let rooms = self.far_rooms(self.s.public.killer.room);
            return self.ask_power_room(Options::rooms(rooms));
        }
        let room = self.answered_room();
        self.set(Frame::RelocateKiller { room, step: 0 });
    }

    /// T22.3. 0 card, 1 path, 2 travel, 3 victim, 4 wound.
    fn chainsaw(&mut self, step: u8) {
        let to = |step| Frame::Power { step, cursor: 0 };
        let room = self.s.public.killer.room;
        match step {
            0 => {
                let cards = self.chainsaw_cards();
                if cards.is_empty() {
                    return self.pop();
                }
                self.set(to(1));
                self.ask(Node::ChainsawCard, Who::Killer, Options::cards(cards));
            }
            1 => {
                let card = self.answered_card();
                self.spend(Who::Killer, card);
                self.tell(Event::Discards(Who::Killer, card));
                self.set(to(2));
                let exits = self.killer_exits(room) & self.board().colour[card as usize];
                let rooms = self.rooms_along(room, exits);
                self.ask(Node::KillerDestination, Who::Killer, Options::rooms(rooms));
            }
            2 => {
                let path = self.path_to(room, self.answered_room());
                self.set(to(3));
                self.push_killer_travel(path, true);
            }
            3 => {
                let options = self.survivors_where(|engine, slot| {
                    engine.s.public.visible_in(slot, room) && !engine.s.public.person(slot).wounded
                });
                if self.s.public.killer.travelled != Travelled::Arrived || options.is_empty() {
                    return self.pop();
                }
                self.set(to(4));
                self.ask(Node::TargetSurvivor, Who::Killer, options);
            }
            _ => {
                self.pop();
                self.wound(self.answered_slot());
            }
        }
    }

    /// T22.4: the 2 blood were paid when it was declared.
    fn last_breath(&mut self, step: u8) {
        match step {
            0 => {
                let rooms = self.board().connected[self.s.public.killer.room.index()];
                self.ask_power_room(Options::rooms(rooms));
            }
            1 => {
                self.set(Frame::Power { step: 2, cursor: 0 });
                let room = self.answered_room();
                self.push(Frame::RelocateKiller { room, step: 0 });
            }
            _ => {
                self.pop();
                self.push_killer_act(false);
            }
        }
    }

    /// T22.5.
    fn catalyst(&mut self, step: u8) {
        let room = self.s.public.killer.room;
        if step > 0 {
            self.pop();
            if let Act::Room(room) = self.answered() {
                self.lay_phantasm(room);
            }
            return;
        }
        let here = !self.s.public.has_phantasm(room) && self.s.public.killer.phantasms > 0;
        if here {
            self.lay_phantasm(room);
        }
        let rooms = self.untrapped(room);
        if rooms == 0 || self.s.public.killer.phantasms == 0 {
            return self.pop();
        }
        let rooms = Options::rooms(rooms);
        self.ask_power_room(if here { rooms.with(Act::Pass) } else { rooms });
    }

    fn lay_phantasm(&mut self, room: Room) {
        self.s.public.phantasms |= 1 << room.0;
        self.s.public.killer.phantasms -= 1;
        self.tell(Event::Phantasm(room, true));
    }

    /// T22.7: each visible survivor here, in turn order, pays or accepts.
    fn spark(&mut self, step: u8, cursor: u8) {
        if cursor == 4 {
            return self.pop();
        }
        let slot = Slot((self.s.public.first.0 + cursor) % 4);
        let next = Frame::Power { step: 0, cursor: cursor + 1 };
        if step == 0 {
            if !self.s.public.visible_in(slot, self.s.public.killer.room) {
                return self.set(next);
            }
            self.set(Frame::Power { step: 1, cursor });
            let options = Options::PASS;
            let pays = self.s.public.person(slot).blood > 0;
            return self.ask(
                Node::Spark,
                Who::Survivor(slot),
                if pays { options.with(Act::Yes) } else { options },
            );
        }
        self.set(next);
        if self.answered() == Act::Yes {
            self.pay(Who::Survivor(slot), 1);
        } else if self.s.public.person(slot).madness {
            self.wound(slot);
        } else {
            self.s.public.person_mut(slot).madness = true;
            self.tell(Event::Madness(slot, true));
        }
    }

    /// RELOCATE for the killer. 0 enter, 1 window, 2 done.
    pub(super) fn relocate_killer(&mut self, room: Room, step: u8) {
        match step {
            0 => {
                self.s.public.killer.room = room;
                self.tell(Event::Appears(Who::Killer, room));
                self.set(Frame::RelocateKiller { room, step: 1 });
                self.push_flip(Who::Killer, room);
            }
            1 => {
                self.set(Frame::RelocateKiller { room, step: 2 });
                self.open(Window::KillerMoved, Slot(0));
            }
            _ => self.pop(),
        }
    }
}
