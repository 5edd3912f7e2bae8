//! The machine that plays a match: it runs the procedures on the stack until somebody has to choose or chance has to
//! fall.

use super::Trial;
use super::act::{Act, Options};
use super::board::{Board, Path, PathSet, Room, Tile, paths};
use super::content::{Card, CardSet, Prop, Window};
use super::event::Event;
use super::frame::Frame;
use super::on_path::OnPath;
use super::state::{Ending, Entity, Luck, Node, Pending, Place, Public, Slot, State, TileState, Who};
use crate::{Action, Fingerprint, Listen, Seat, SeatSet};

/// A state being played on, and those who listen.
pub(super) struct Engine<'a, L> {
    pub(super) game: &'a Trial,
    pub(super) s: &'a mut State,
    pub(super) listener: &'a mut L,
}

impl<L: Listen<Event>> Engine<'_, L> {
    pub(super) fn board(&self) -> &Board {
        self.game.board(self.s.public.board)
    }

    /// Plays on until something is pending.
    pub(super) fn run(&mut self) {
        while self.is_at_work() {
            match self.s.public.top() {
                Frame::Idle => unreachable!("the bottom of the stack is a stage"),
                Frame::Stage(stage) => self.stage(stage),
                Frame::Window { window, of, cursor, answered } => self.window(window, of, cursor, answered),
                Frame::SurvivorTurn { slot, step, detour } => self.survivor_turn(slot, step, detour),
                Frame::Travel { slot, path, carded, step } => self.travel(slot, path, carded, step),
                Frame::Flip { chooser, room, kind, tile, step } => self.flip(chooser, room, kind, tile, step),
                Frame::SurvivorAct { slot, step, deed, tile, other } => {
                    self.survivor_act(slot, step, deed, tile, other);
                }
                Frame::BonusTurn { slot, step } => self.bonus_turn(slot, step),
                Frame::FreeMove { slot, asked } => self.free_move(slot, asked),
                Frame::Check { slot, kind, tile, mode, step, auto, .. } => {
                    self.check(slot, kind, tile, mode, auto, step);
                }
                Frame::Roll { step, die } => self.roll(step, die),
                Frame::Reroll { dice, step } => self.reroll(dice, step),
                Frame::UseItem { slot, item, keep, cancelled, step } => {
                    self.use_item(slot, item, keep, cancelled, step);
                }
                Frame::DrawItem { slot, new, step } => self.draw_item(slot, new, step),
                Frame::KillerTurn { turn, step, detour } => self.killer_turn(turn, step, detour),
                Frame::KillerTravel { path, chainsaw, cancelled, ignore, anyway, step } => {
                    self.killer_travel(path, chainsaw, cancelled, ignore, anyway, step);
                }
                Frame::KillerAct { power, step, deed, tile, slot, cancelled } => {
                    self.killer_act(power, step, deed, tile, slot, cancelled);
                }
                Frame::Power { step, cursor } => self.power(step, cursor),
                Frame::RelocateKiller { room, step } => self.relocate_killer(room, step),
                Frame::PickUp { slot, step, left, bonus } => self.pick_up(slot, step, left, bonus),
                Frame::Effect { perk, who, step, a } => self.effect(perk, who, step, a),
            }
        }
    }

    /// Whether nobody has to choose and nothing has to fall. A procedure that has asked, drawn or opened a window and
    /// is still at work goes on with its next step at once; it saves the way over the stack.
    #[inline]
    pub(super) fn is_at_work(&self) -> bool {
        matches!(self.s.public.pending, Pending::Nothing) && self.s.public.ending.is_none()
    }

    // Announcements.

    /// Tells everybody.
    #[inline(always)]
    pub(super) fn tell(&mut self, event: Event) {
        self.announce(event, event.word());
    }

    /// Tells everybody; `word` is the event's number.
    #[inline(always)]
    fn announce(&mut self, event: Event, word: u64) {
        if L::WATCHED {
            let memory = &mut self.s.public.memory;
            *memory = Fingerprint(*memory).then_word(word).0;
        }
        self.listener.hear(SeatSet::first(self.game.seats), event);
    }

    /// Tells the seat of one character.
    pub(super) fn whisper(&mut self, who: Who, event: Event) {
        let seat = self.game.seat_of(who);
        self.memorize(seat, event.word());
        self.listener.hear(SeatSet::one(seat), event);
    }

    /// A seat remembers what it did in secret.
    pub(super) fn remember(&mut self, seat: Seat, act: Act) {
        self.memorize(seat, act.secret_word());
    }

    /// Adds to what a seat remembers, unless nobody will ever look.
    #[inline(always)]
    fn memorize(&mut self, seat: Seat, word: u64) {
        if L::WATCHED {
            let memory = &mut self.s.secret.memory[seat.index()];
            *memory = Fingerprint(*memory).then_word(word).0;
        }
    }

    // Questions. A procedure that asks is run again at its next step, with the answer at hand.

    /// Asks a character. A single option is taken without asking (T1.12), and announced all the same; then the
    /// answer is at hand already, and the engine is still [at work](Engine::is_at_work).
    pub(super) fn ask(&mut self, node: Node, who: Who, options: Options) {
        debug_assert!(!options.is_empty(), "{who:?} is asked {node:?} without an option");
        if let Some(action) = options.only()
            && !self.asks_forced(node)
        {
            return self.answer(node, who, action);
        }
        self.s.options = options;
        self.s.public.pending = Pending::Ask(node, who);
    }

    /// T1.16: whether the Hillbilly has a choice in his first turn depends on his face-down right card.
    pub(super) fn asks_forced(&self, node: Node) -> bool {
        Trial::asks_forced_at(&self.s.public, node)
    }

    /// Takes an answer and lets the procedure on top go on.
    pub(super) fn answer(&mut self, node: Node, who: Who, action: Action) {
        let act = Act::of(action);
        if node == Node::Exchange {
            // Which card is exchanged stays hidden (D25).
            self.remember(self.game.seat_of(who), act);
        } else {
            self.announce(Event::Chose { who, node, act }, Event::chose_word(who, action));
        }
        self.s.options = Options::NONE;
        self.s.answer = action.0;
        self.s.public.pending = Pending::Nothing;
    }

    /// The answer to the last question.
    pub(super) fn answered(&self) -> Act {
        Act::of(Action(self.s.answer))
    }

    pub(super) fn answered_room(&self) -> Room {
        match self.answered() {
            Act::Room(room) => room,
            other => unreachable!("a room was asked for, not {other:?}"),
        }
    }

    pub(super) fn answered_card(&self) -> Card {
        match self.answered() {
            Act::Card(card) => card,
            other => unreachable!("a card was asked for, not {other:?}"),
        }
    }

    pub(super) fn answered_slot(&self) -> Slot {
        match self.answered() {
            Act::Survivor(slot) => slot,
            other => unreachable!("a survivor was asked for, not {other:?}"),
        }
    }

    /// The tile whose position was named, in `room`.
    pub(super) fn answered_tile(&self, room: Room) -> Tile {
        match self.answered() {
            Act::Index(position) => self.board().tile_at(room, position),
            other => unreachable!("a position was asked for, not {other:?}"),
        }
    }

    /// Lets chance fall, or takes the one outcome there is.
    pub(super) fn chance(&mut self, luck: Luck) {
        if luck.is_die() {
            self.s.public.pending = Pending::Chance(luck);
            return;
        }
        let mut only = None;
        let mut count = 0;
        self.game.each_outcome(self.s, luck, &mut |outcome| {
            only = Some(outcome.id);
            count += 1;
        });
        match only {
            Some(id) if count == 1 => self.s.answer = id,
            _ => self.s.public.pending = Pending::Chance(luck),
        }
    }

    // The stack.

    pub(super) fn push(&mut self, frame: Frame) {
        self.s.public.stack.push(frame);
    }

    pub(super) fn set(&mut self, frame: Frame) {
        self.s.public.stack.set_top(frame);
    }

    pub(super) fn pop(&mut self) {
        self.s.public.stack.pop();
    }

    pub(super) fn end(&mut self, ending: Ending) {
        self.s.public.ending = Some(ending);
        self.tell(Event::Ends(ending));
    }

    /// Opens a window that is gone through when what is on the stack by then has been done.
    pub(super) fn open_later(&mut self, window: Window, of: Slot) {
        if self.has_watchers(window, of) {
            self.push(Frame::Window { window, of, cursor: 0, answered: false });
        }
    }

    /// Opens a window and goes through it at once. If nobody has anything for it, it is gone again.
    #[inline]
    pub(super) fn open(&mut self, window: Window, of: Slot) {
        if self.has_watchers(window, of) {
            self.push(Frame::Window { window, of, cursor: 0, answered: false });
            self.window(window, of, 0, false);
        }
    }

    // Bloodpoints (T13).

    pub(super) fn blood(&self, who: Who) -> u8 {
        match who {
            Who::Survivor(slot) => self.s.public.person(slot).blood,
            Who::Killer => self.s.public.killer.blood,
        }
    }

    fn set_blood(&mut self, who: Who, blood: u8) {
        let pool = match who {
            Who::Survivor(slot) => &mut self.s.public.person_mut(slot).blood,
            Who::Killer => &mut self.s.public.killer.blood,
        };
        if *pool != blood {
            *pool = blood;
            self.tell(Event::Blood(who, blood));
        }
    }

    /// T13.1, T13.4: what is above the cap is lost.
    pub(super) fn gain(&mut self, who: Who, amount: u8) {
        self.set_blood(who, (self.blood(who) + amount).min(blood_cap(who)));
    }

    /// T13.3: never below zero.
    pub(super) fn pay(&mut self, who: Who, amount: u8) {
        self.set_blood(who, self.blood(who).saturating_sub(amount));
    }

    // Health (T10.1, T10.10, W19, W23).

    pub(super) fn wound(&mut self, slot: Slot) {
        let person = self.s.public.person_mut(slot);
        if !person.wounded {
            person.wounded = true;
            person.wounded_now = true;
            self.tell(Event::Wounded(slot));
            self.open_later(Window::Wounded, slot);
        }
    }

    pub(super) fn heal(&mut self, slot: Slot) {
        let person = self.s.public.person_mut(slot);
        if person.wounded {
            person.wounded = false;
            self.tell(Event::Healed(slot));
            self.open_later(Window::Healed, slot);
        }
    }

    /// T8.5: whoever moves first comes off the locker.
    pub(super) fn leave_locker(&mut self, slot: Slot) {
        if matches!(self.s.public.person(slot).place, Place::Locker(_)) {
            self.s.public.person_mut(slot).place = Place::Open;
            self.tell(Event::ComesOut(slot));
        }
    }

    // The Entity (T16).

    pub(super) fn entity_on_tile(&mut self, tile: Tile) {
        self.s.public.entity = Entity::OnTile(tile);
        if let TileState::Up(prop) = self.s.public.tiles[tile.index()] {
            self.tell(Event::BlocksProp(self.board().room_of(tile), prop));
        }
    }

    pub(super) fn entity_on_path(&mut self, path: Path) {
        self.s.public.entity = Entity::OnPath(path);
        self.tell(Event::BlocksPath(path));
    }

    /// Takes a tile out of the game (T17.5), and the Entity off it (T16.6).
    pub(super) fn remove_tile(&mut self, tile: Tile) {
        if let TileState::Up(prop) = self.s.public.tiles[tile.index()] {
            self.tell(Event::Removed(self.board().room_of(tile), prop));
        }
        let public = &mut self.s.public;
        public.tiles[tile.index()] = TileState::Gone;
        public.overcharged &= !(1 << tile.0);
        if public.entity == Entity::OnTile(tile) {
            public.entity = Entity::Away;
        }
    }

    pub(super) fn clear_path(&mut self, path: Path) {
        self.s.public.on_path.put(path, OnPath::Nothing);
        self.tell(Event::Cleared(path));
    }

    // Cards.

    /// Cards in the hand from which a character plays.
    pub(super) fn hand(&self, who: Who) -> CardSet {
        self.game.hand(self.s, who)
    }

    pub(super) fn spend(&mut self, who: Who, card: Card) {
        let owner = self.game.hand_owner(who);
        let spent = &mut self.s.public.spent[owner];
        *spent = spent.with(card);
    }

    // Exits (T1.11).

    pub(super) fn survivor_exits(&self, room: Room) -> PathSet {
        survivor_exits(&self.s.public, self.board(), room)
    }

    pub(super) fn killer_exits(&self, room: Room) -> PathSet {
        killer_exits(&self.s.public, self.board(), room)
    }

    /// Rooms at the other ends of paths, one bit each.
    pub(super) fn rooms_along(&self, room: Room, set: PathSet) -> u16 {
        rooms_along(self.board(), room, set)
    }

    /// The path to a neighbouring room that was chosen.
    pub(super) fn path_to(&self, from: Room, to: Room) -> Path {
        self.board().path_between(from, to).expect("only rooms with a path to them are offered")
    }
}

/// T13.1: six for a survivor, twelve for the killer.
pub(super) const fn blood_cap(who: Who) -> u8 {
    match who {
        Who::Survivor(_) => 6,
        Who::Killer => 12,
    }
}

fn unblocked(public: &Public, set: PathSet) -> PathSet {
    match public.entity {
        Entity::OnPath(path) => set & !(1 << path.0),
        Entity::Away | Entity::OnTile(_) => set,
    }
}

pub(super) fn killer_exits(public: &Public, board: &Board, room: Room) -> PathSet {
    unblocked(public, board.leaving[room.index()])
}

pub(super) fn survivor_exits(public: &Public, board: &Board, room: Room) -> PathSet {
    killer_exits(public, board, room) & !public.on_path.holding(OnPath::Wall)
}

pub(super) fn carry_exits(public: &Public, board: &Board, room: Room) -> PathSet {
    survivor_exits(public, board, room) & !public.on_path.holding(OnPath::Pallet)
}

/// Incident paths without any component (T7.12, T7.13, T17.4).
pub(super) fn free_paths(public: &Public, board: &Board, room: Room) -> PathSet {
    unblocked(public, board.incident[room.index()] & public.on_path.holding(OnPath::Nothing))
}

pub(super) fn rooms_along(board: &Board, room: Room, set: PathSet) -> u16 {
    paths(set).fold(0, |rooms, path| rooms | 1 << board.other_end(path, room).0)
}

/// Classes of tiles of `room` that hold `prop` and pass `test`, each by its lowest tile (T7.22): tiles that differ in
/// progress, occupant or marks are different options.
pub(super) fn tile_classes(
    public: &Public,
    board: &Board,
    room: Room,
    prop: Prop,
    test: impl Fn(Tile) -> bool,
) -> impl Iterator<Item = Tile> {
    let class = |tile: Tile| {
        (
            public.progress[tile.index()],
            public.is_overcharged(tile),
            public.is_blocked(tile),
            public.hung_on(tile),
            public.hidden_on(tile),
        )
    };
    let mut found: [Option<Tile>; 6] = [None; 6];
    let mut count = 0;
    for tile in board.tiles(room).filter(|&tile| public.is_up(tile, prop) && test(tile)) {
        if !found[..count].iter().flatten().any(|&seen| class(seen) == class(tile)) {
            found[count] = Some(tile);
            count += 1;
        }
    }
    found.into_iter().flatten()
}
