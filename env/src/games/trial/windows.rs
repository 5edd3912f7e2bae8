//! Windows: when perks and items can be used, by whom, in which order (T14).

use super::act::{Act, Options};
use super::board::Tile;
use super::content::{Category, Item, KILLER_PERKS, Perk, PerkPrint, Prop, SURVIVOR_PERKS, Window};
use super::engine::{Engine, blood_cap, free_paths};
use super::event::Event;
use super::frame::{Deed, Frame, KillerDeed};
use super::state::{DiceMode, Node, PerkSet, Place, Planned, RollKind, Slot, TileState, Who};
use crate::Listen;

/// What is printed on a character's perk.
pub(super) fn print_of(who: Who, perk: Perk) -> &'static PerkPrint {
    match who {
        Who::Survivor(_) => &SURVIVOR_PERKS[usize::from(perk.0)],
        Who::Killer => &KILLER_PERKS[usize::from(perk.0)],
    }
}

/// Whether a window belongs to one survivor (and, after an interaction, to the killer).
const fn is_own(window: Window) -> bool {
    matches!(
        window,
        Window::SurvivorTurnStart
            | Window::SurvivorReveal
            | Window::SurvivorMoved
            | Window::SurvivorActed
            | Window::SurvivorTurnEnd
    )
}

impl<L: Listen<Event>> Engine<'_, L> {
    /// Perks that might be used in a window: not used yet and of one who may use any in it.
    #[inline]
    fn watching(&self, window: Window, of: Slot) -> PerkSet {
        let public = &self.s.public;
        let fresh = public.watch[window as usize].minus(public.used);
        if is_own(window) { PerkSet(fresh.0 & (0b111 << (3 * of.0) | 0b111 << 12)) } else { fresh }
    }

    /// Whether anybody could have something for a window: a quick look before it is opened.
    #[inline]
    pub(super) fn has_watchers(&self, window: Window, of: Slot) -> bool {
        !self.watching(window, of).is_empty()
            || Item::WINDOWS >> window as u32 & 1 == 1
                && self.s.public.people.iter().any(|person| person.item.is_some_and(|i| i.window() == window))
    }

    /// WINDOW: survivors in turn order, then the killer, each until they pass (T14.4, T14.5).
    pub(super) fn window(&mut self, window: Window, of: Slot, cursor: u8, answered: bool) {
        if answered {
            return self.window_answer(window, of, cursor);
        }
        if !self.is_void(window) {
            let perks = self.watching(window, of);
            let items = Item::WINDOWS >> window as u32 & 1 == 1;
            for cursor in cursor..=4 {
                let who = self.at_cursor(cursor);
                let foreign = is_own(window) && matches!(who, Who::Survivor(slot) if slot != of);
                if foreign || !items && perks.of(who) == 0 {
                    continue;
                }
                let options = self.activations(window, of, who, Options::NONE);
                if !options.is_empty() {
                    self.set(Frame::Window { window, of, cursor, answered: true });
                    return self.ask(Node::Window(window), who, options.with(Act::Pass));
                }
            }
        }
        self.pop();
    }

    fn at_cursor(&self, cursor: u8) -> Who {
        if cursor == 4 { Who::Killer } else { Who::Survivor(Slot((self.s.public.first.0 + cursor) % 4)) }
    }

    fn window_answer(&mut self, window: Window, of: Slot, cursor: u8) {
        let who = self.at_cursor(cursor);
        let answer = self.answered();
        let cursor = cursor + u8::from(answer == Act::Pass);
        self.set(Frame::Window { window, of, cursor, answered: false });
        match (answer, who) {
            (Act::Perk(k), _) => self.activate(who, k),
            (Act::Item, Who::Survivor(slot)) => self.declare_item(slot),
            _ => {}
        }
    }

    /// Whether the event of a window is void (part 4.6 of the rules).
    fn is_void(&self, window: Window) -> bool {
        match (window, self.s.public.stack.parent()) {
            (Window::SurvivorReveal, Frame::SurvivorTurn { detour, .. })
            | (Window::KillerReveal, Frame::KillerTurn { detour, .. }) => detour.is_some(),
            (Window::CheckDeclared, Frame::Check { auto, .. }) => auto,
            (Window::KillerPath, Frame::KillerTravel { cancelled, .. })
            | (Window::KillerDeclared, Frame::KillerAct { cancelled, .. }) => cancelled,
            _ => false,
        }
    }

    /// Adds the perks, and the item, that a character may use in a window (T14.6, T15.5).
    pub(super) fn activations(&self, window: Window, of: Slot, who: Who, mut options: Options) -> Options {
        let public = &self.s.public;
        if let Who::Survivor(slot) = who
            && (!public.person(slot).is_visible() || public.killer.cloaked)
        {
            return options;
        }
        let mut fresh = public.watch[window as usize].minus(public.used).of(who);
        if fresh != 0 && !self.is_locked(who) {
            while fresh != 0 {
                let k = fresh.trailing_zeros() as u8;
                fresh &= fresh - 1;
                let perk = public.perks[who.index()][usize::from(k)];
                if self.blood(who) >= print_of(who, perk).cost && self.perk_ready(who, perk, of) {
                    options.add(Act::Perk(k));
                }
            }
        }
        if let Who::Survivor(slot) = who
            && let Some(item) = public.person(slot).item
            && item.window() == window
            && self.item_ready(slot, item)
        {
            options.add(Act::Item);
        }
        options
    }

    fn is_locked(&self, who: Who) -> bool {
        matches!(who, Who::Survivor(slot) if self.s.public.person(slot).locked)
    }

    /// Whether a perk's condition holds and it can change something (T14.6, T14.12).
    fn perk_ready(&self, who: Who, perk: Perk, of: Slot) -> bool {
        match who {
            Who::Survivor(me) => self.survivor_perk_ready(me, perk, of),
            Who::Killer => self.killer_perk_ready(perk, of),
        }
    }

    /// S00 to S27.
    fn survivor_perk_ready(&self, me: Slot, perk: Perk, of: Slot) -> bool {
        let public = &self.s.public;
        let person = public.person(me);
        let roll = &public.roll;
        let can_move = || self.survivor_exits(person.room) != 0;
        let any_die = |test: &dyn Fn(usize) -> bool| (0..usize::from(roll.count)).any(test);
        let fresh_die = || any_die(&|die| !roll.was_again(die));
        let parent = || public.stack.parent();
        match perk.0 {
            0 => self.bond_rooms(me) != 0,
            1 => Slot::ALL.into_iter().any(|other| self.can_prove(me, other)),
            2 => roll.slot != me && public.visible_in(roll.slot, person.room) && fresh_die(),
            3 => public.killer.room == person.room && self.free_locker(me).is_some(),
            4 | 13 => !self.hand(Who::Survivor(me)).is_empty(),
            5 => person.wounded || can_move(),
            6 => of != me && person.blood < blood_cap(Who::Survivor(me)),
            7 => Slot::ALL.into_iter().any(|other| self.can_treat(me, other)),
            8 => person.wounded,
            9 => {
                let own = roll.slot == me && roll.kind == RollKind::Struggle && !roll.iron_will;
                own && !any_die(&|die| roll.faces[die] == 5) && any_die(&|die| roll.faces[die] == 4)
            }
            10 => roll.slot == me && !roll.no_blood && any_die(&|die| roll.fails(die)),
            11 => self.usable_hook(person.room).is_some() && self.hooks_in_game() > 4,
            12 => {
                matches!(parent(), Frame::Travel { path, carded: true, .. } if self.is_yellow(path))
                    && can_move()
            }
            14 => match parent() {
                Frame::UseItem { slot, keep, .. } => {
                    !keep && (slot == me || public.visible_in(slot, person.room))
                }
                _ => false,
            },
            15 => matches!(parent(), Frame::Check { slot, mode: DiceMode::Single, .. } if slot == me),
            16 => public.person(roll.slot).is_visible() && fresh_die(),
            17 => self.acted(Deed::Rummage) && (public.deck != [0; 10] || public.discards != [0; 10]),
            18 => matches!(parent(), Frame::Check { slot, kind: RollKind::Repair, .. } if slot == me),
            19 => self.acted(Deed::Drop) && can_move(),
            20 => public.killer.room == person.room && !self.is_targeted(me) && can_move(),
            21 => of != me && can_move(),
            22 => {
                let own = roll.slot == me && roll.kind.is_check() && person.wounded;
                own && any_die(&|die| roll.fails(die) && !roll.was_again(die))
            }
            23 => self.rooms_with_face_down_objective() != 0,
            24 => {
                matches!(parent(), Frame::Check { slot, kind: RollKind::Open, hope: false, .. } if slot == me)
            }
            25 => person.plan == Planned::FaceDown && public.killer.left == Planned::FaceDown,
            26 => roll.slot == me && roll.kind == RollKind::Struggle && fresh_die(),
            27 => match parent() {
                Frame::SurvivorAct { deed: Deed::Rescue, other, .. } => {
                    public.person(other).wounded && public.person(other).is_visible()
                }
                _ => false,
            },
            _ => unreachable!("there are 28 survivor perks"),
        }
    }

    /// K00 to K23.
    fn killer_perk_ready(&self, perk: Perk, of: Slot) -> bool {
        let public = &self.s.public;
        let board = self.board();
        let room = public.killer.room;
        let roll = &public.roll;
        let near = |slot: Slot| {
            let at = public.person(slot).room;
            at == room || board.is_connected(at, room)
        };
        let any_slot = |test: &dyn Fn(Slot) -> bool| Slot::ALL.into_iter().any(test);
        let parent = || public.stack.parent();
        match perk.0 {
            0 => {
                matches!(parent(), Frame::Check { slot, mode, .. } if near(slot) && mode != DiceMode::Danger)
            }
            1 => match parent() {
                Frame::KillerTravel { path, chainsaw: false, ignore: false, .. } => self.has_pallet(path),
                _ => false,
            },
            2 => self.usable_hook(room).is_none(),
            3 => any_slot(&|slot| self.may_peek(slot)),
            4 => self.bloodhound_rooms() != 0,
            5 => matches!(parent(), Frame::KillerTurn { turn: 1, .. }),
            6 => true,
            7 => matches!(parent(), Frame::UseItem { cancelled: false, .. }),
            8 => match parent() {
                Frame::SurvivorAct { deed: Deed::Repair, tile, .. } => {
                    let stands = public.is_up(tile, Prop::Generator) && public.progress[tile.index()] == 2;
                    stands && public.killer.blood < blood_cap(Who::Killer)
                }
                _ => false,
            },
            9 => any_slot(&|slot| self.may_drag_out(slot)),
            10 => {
                let wounded =
                    public.people.iter().filter(|person| person.is_visible() && person.wounded).count();
                let mode =
                    matches!(parent(), Frame::Check { mode: DiceMode::Single | DiceMode::KeepHigh, .. });
                wounded >= 2 && mode
            }
            11 => {
                let healed = public.person(of);
                !public.killer_acts && healed.is_visible() && board.is_connected(healed.room, room)
            }
            12 => self.totem_up() && any_slot(&|slot| self.may_lock(slot)),
            13 => {
                let kept = roll.faces[roll.kept()];
                let skill = roll.mode != DiceMode::Danger && roll.kind == RollKind::Repair;
                self.totem_up() && skill && !roll.ruin && matches!(kept, 1 | 2)
            }
            14 | 21 => any_slot(&|slot| self.act_victim(perk, slot)),
            15 => free_paths(public, board, room) != 0,
            16 => !self.hand(Who::Killer).is_empty(),
            17 => match parent() {
                Frame::KillerAct { deed: KillerDeed::Damage, tile, .. } => !public.is_overcharged(tile),
                _ => false,
            },
            18 => match parent() {
                Frame::Check { kind: RollKind::Heal | RollKind::SelfCare, mode, .. } => {
                    mode != DiceMode::Danger
                }
                _ => false,
            },
            19 => {
                let great = |die: usize| roll.is_great(die) && !roll.was_again(die);
                roll.kind == RollKind::Struggle && (0..usize::from(roll.count)).any(great)
            }
            20 => self.spied_rooms() != 0,
            22 => any_slot(&|slot| self.may_enshrine(slot)),
            23 => self.murmur_rooms() != 0,
            _ => unreachable!("there are 24 killer perks"),
        }
    }

    // Conditions that effects share with their choices.

    /// S00: rooms with another visible survivor that an exit leads to.
    pub(super) fn bond_rooms(&self, me: Slot) -> u16 {
        let public = &self.s.public;
        let room = public.person(me).room;
        let others = Slot::ALL.into_iter().filter(|&other| other != me && public.person(other).is_visible());
        let there = others.fold(0, |rooms, other| rooms | 1 << public.person(other).room.0);
        self.rooms_along(room, self.survivor_exits(room)) & there
    }

    /// S01.
    pub(super) fn can_prove(&self, me: Slot, other: Slot) -> bool {
        let room = self.s.public.person(me).room;
        other != me && self.s.public.visible_in(other, room) && !self.plain_acts(other).is_empty()
    }

    /// S03: an empty locker of the room.
    pub(super) fn free_locker(&self, me: Slot) -> Option<Tile> {
        let public = &self.s.public;
        self.board().tiles(public.person(me).room).find(|&tile| {
            public.is_up(tile, Prop::Locker) && !public.is_blocked(tile) && public.hidden_on(tile).is_none()
        })
    }

    /// S07.
    pub(super) fn can_treat(&self, me: Slot, other: Slot) -> bool {
        let (mine, person) = (self.s.public.person(me).room, self.s.public.person(other));
        let near = person.room == mine || self.board().is_connected(person.room, mine);
        other != me && person.is_visible() && person.wounded && near
    }

    /// S11: seven less those removed; on a smaller board, what it began with.
    fn hooks_in_game(&self) -> u8 {
        let up = self.board().all_tiles().filter(|&tile| self.s.public.is_up(tile, Prop::Hook));
        up.count() as u8 + self.s.public.unflipped[Prop::Hook as usize]
    }

    fn is_yellow(&self, path: super::board::Path) -> bool {
        self.board().colour[super::content::Card::Vault as usize] >> path.0 & 1 == 1
    }

    fn has_pallet(&self, path: super::board::Path) -> bool {
        self.s.public.on_path.at(path) == super::on_path::OnPath::Pallet
    }

    /// Whether the interaction that has just been made was this one.
    fn acted(&self, wanted: Deed) -> bool {
        matches!(self.s.public.stack.parent(), Frame::SurvivorAct { deed, .. } if deed == wanted)
    }

    /// S20: an attack, a pick-up, or Carter's Spark in one's room.
    fn is_targeted(&self, me: Slot) -> bool {
        match self.s.public.stack.parent() {
            Frame::KillerAct { deed: KillerDeed::Attack | KillerDeed::PickUp, slot, .. } => slot == me,
            Frame::KillerAct { deed: KillerDeed::Power, .. } => {
                self.s.public.killer_is == super::content::Killer::Doctor
            }
            _ => false,
        }
    }

    /// S23.
    pub(super) fn rooms_with_face_down_objective(&self) -> u16 {
        let board = self.board();
        let hidden = |&tile: &Tile| {
            board.category_of(tile) == Category::Objective
                && self.s.public.tiles[tile.index()] == TileState::FaceDown
        };
        board.all_tiles().filter(hidden).fold(0, |rooms, tile| rooms | 1 << board.room_of(tile).0)
    }

    /// K03.
    pub(super) fn may_peek(&self, slot: Slot) -> bool {
        let person = self.s.public.person(slot);
        person.is_visible() && person.plan == Planned::FaceDown
    }

    /// K04: rooms with a wounded visible survivor that an exit leads to.
    pub(super) fn bloodhound_rooms(&self) -> u16 {
        let public = &self.s.public;
        let prey = public.people.iter().filter(|person| person.is_visible() && person.wounded);
        let there = prey.fold(0, |rooms, person| rooms | 1 << person.room.0);
        self.rooms_along(public.killer.room, self.killer_exits(public.killer.room)) & there
    }

    /// K09.
    pub(super) fn may_drag_out(&self, slot: Slot) -> bool {
        let person = self.s.public.person(slot);
        let hidden = matches!(person.place, Place::Locker(_));
        hidden && person.wounded && person.room == self.s.public.killer.room
    }

    /// K12.
    pub(super) fn may_lock(&self, slot: Slot) -> bool {
        let person = self.s.public.person(slot);
        person.is_visible() && !person.locked
    }

    /// K14 and K21.
    pub(super) fn act_victim(&self, perk: Perk, slot: Slot) -> bool {
        let public = &self.s.public;
        let person = public.person(slot);
        let room = public.killer.room;
        if !person.is_visible() || person.wounded_now {
            return false;
        }
        match perk.0 {
            14 => !person.wounded && person.room == room && public.sacrifices >= 3 && self.totem_up(),
            _ => person.wounded && self.board().is_connected(person.room, room),
        }
    }

    /// K20: rooms with a face-down prop, this one or connected.
    pub(super) fn spied_rooms(&self) -> u16 {
        let room = self.s.public.killer.room;
        self.rooms_with_face_down() & (self.board().connected[room.index()] | 1 << room.0)
    }

    /// K22.
    pub(super) fn may_enshrine(&self, slot: Slot) -> bool {
        matches!(self.s.public.person(slot).place, Place::Hook(tile) if !self.s.public.is_blocked(tile))
    }

    /// K23: rooms with a face-up generator that is not blocked yet.
    pub(super) fn murmur_rooms(&self) -> u16 {
        let (public, board) = (&self.s.public, self.board());
        let open = |&tile: &Tile| public.is_up(tile, Prop::Generator) && !public.is_blocked(tile);
        board.all_tiles().filter(open).fold(0, |rooms, tile| rooms | 1 << board.room_of(tile).0)
    }
}
