//! Setup, the four phases of a round, and cleanup (T2, T3, T18, T19).

use super::act::{Act, Options};
use super::board::{Opening, Room, Tile};
use super::content::{CardSet, Killer, Perk, Prop, Survivor, Window};
use super::engine::Engine;
use super::event::Event;
use super::frame::{FlipKind, Frame, Stage};
use super::setup::{Assign, BoardName, Mode};
use super::state::{
    Ending, Entity, Luck, Node, Pending, PerkSet, Place, Planned, Public, Slot, TileState, Who,
};
use crate::{Joint, Listen};

impl<L: Listen<Event>> Engine<'_, L> {
    fn go(&mut self, stage: Stage) {
        self.set(Frame::Stage(stage));
    }

    pub(super) fn stage(&mut self, stage: Stage) {
        match stage {
            Stage::Assign(i) => self.assign(i),
            Stage::Draft(i) => self.draft(i),
            Stage::Draw(i) => self.draw_perks(i),
            Stage::Pick(i) => self.pick_perks(i),
            Stage::Reveal(i) => self.reveal(i),
            Stage::Place(i) => self.place(i),
            Stage::RoundStart => self.round_start(),
            Stage::Talk(i) => self.talk(i),
            Stage::Plan(sub) => self.s.public.pending = Pending::Plan(sub),
            Stage::PlansSet => self.plans_set(),
            Stage::Turn(i) => self.next_survivor(i),
            Stage::Hunt(turn) => self.hunt(turn),
            Stage::Bonus(step) => self.killer_bonus(step),
            Stage::Cleanup => self.cleanup(),
        }
    }

    /// T2.2: killer, four survivors, board; odd steps take what fell.
    fn assign(&mut self, i: u8) {
        let (which, fallen) = (i / 2, i % 2 == 1);
        if which == 6 {
            return self.after_assignment();
        }
        self.go(Stage::Assign(i + 1));
        if !fallen {
            return match which {
                0 => self.chance(Luck::Killer),
                5 => self.chance(Luck::Board),
                _ => self.chance(Luck::Survivor(Slot(which - 1))),
            };
        }
        let answer = usize::from(self.s.answer);
        match which {
            0 => {
                self.s.public.killer_is = Killer::ALL[answer];
                self.tell(Event::KillerIs(Killer::ALL[answer]));
            }
            5 => {
                let board = BoardName::ALL[answer];
                self.game.lay_out(&mut self.s.public, board);
                self.tell(Event::BoardIs(board));
            }
            _ => {
                let slot = Slot(which - 1);
                self.s.public.survivors[slot.index()] = Survivor::ALL[answer];
                self.tell(Event::SurvivorIs(slot, Survivor::ALL[answer]));
            }
        }
    }

    /// T2.2: slots in order, then the killer; all in public.
    fn draft(&mut self, i: u8) {
        let (which, answered) = (i / 2, i % 2 == 1);
        if which == 5 {
            return self.after_assignment();
        }
        self.go(Stage::Draft(i + 1));
        if answered {
            let Act::Pick(character) = self.answered() else { return };
            match which {
                4 => self.s.public.killer_is = Killer::ALL[usize::from(character)],
                _ => self.s.public.survivors[usize::from(which)] = Survivor::ALL[usize::from(character)],
            }
            return;
        }
        let mut options = Options::NONE;
        if which == 4 {
            (0..Killer::ALL.len() as u8).for_each(|killer| options.add(Act::Pick(killer)));
            return self.ask(Node::Draft, Who::Killer, options);
        }
        let taken = &self.s.public.survivors[..usize::from(which)];
        for survivor in Survivor::ALL.into_iter().filter(|survivor| !taken.contains(survivor)) {
            options.add(Act::Pick(survivor as u8));
        }
        self.ask(Node::Draft, Who::Survivor(Slot(which)), options);
    }

    fn after_assignment(&mut self) {
        let public = &mut self.s.public;
        for slot in Slot::ALL {
            public.perks[slot.index()] = public.survivors[slot.index()].printed_perks();
        }
        public.perks[4] = public.killer_is.printed_perks();
        match self.game.setup.mode {
            Mode::Adept => self.perks_known(),
            Mode::Bloodweb => self.go(Stage::Draw(0)),
            Mode::Devout => self.go(Stage::Pick(0)),
        }
    }

    /// T19.2, T19.4: five different perks for each character, that are not printed on its own board.
    fn draw_perks(&mut self, i: u8) {
        let (index, fallen) = (usize::from(i / 2), i % 2 == 1);
        let Some(&who) = Who::ALL.get(index) else { return self.go(Stage::Pick(0)) };
        let side = usize::from(who == Who::Killer);
        if !fallen {
            if self.s.secret.perks.drawn[index].count_ones() == 5 {
                return self.go(Stage::Draw(i + 2));
            }
            self.go(Stage::Draw(i + 1));
            if super::Trial::perk_deck(&self.s.secret, who) == 0 {
                // T19.4: the discards form a new deck.
                self.s.secret.perks_out[side] = 0;
            }
            return self.chance(Luck::Draw(who));
        }
        let perk = Perk(self.s.answer as u8);
        if self.s.public.perks[index].contains(&perk) {
            self.s.secret.perks.returned[index] |= 1 << perk.0;
            self.s.secret.perks_out[side] |= 1 << perk.0;
        } else {
            self.s.secret.perks.drawn[index] |= 1 << perk.0;
        }
        self.go(Stage::Draw(i - 1));
        self.whisper(who, Event::Drew(who, perk));
    }

    /// T19.6, T19.11: sub-rounds in which every seat that owes a pick makes one.
    fn pick_perks(&mut self, sub: u8) {
        if self.game.pickers(sub).is_empty() {
            for who in Who::ALL {
                let (printed, picks) =
                    (self.s.public.perks[who.index()], self.s.secret.perks.picks[who.index()]);
                let perks = std::array::from_fn(|k| picks[k].unwrap_or(printed[k]));
                self.s.public.perks[who.index()] = perks;
                self.tell(Event::Perks(who, perks));
            }
            return self.perks_known();
        }
        self.s.public.pending = Pending::Pick(sub);
    }

    /// Takes the picks of a sub-round.
    pub(super) fn take_picks(&mut self, sub: u8, joint: &Joint) {
        for seat in self.game.pickers(sub).iter() {
            let act = Act::of(joint.of(seat));
            let (who, k) = self.game.picks_for(seat, sub);
            let printed = self.s.public.perks[who.index()][k];
            let perk = if let Act::Pick(perk) = act { Perk(perk) } else { printed };
            self.s.secret.perks.picks[who.index()][k] = Some(perk);
            self.remember(seat, act);
        }
        self.s.public.pending = Pending::Nothing;
        self.tell(Event::Committed(sub));
        self.go(Stage::Pick(sub + 1));
    }

    /// T2.17: perks are settled; the opening reveals come next.
    fn perks_known(&mut self) {
        self.s.public.watch = super::Trial::watchers(&self.s.public);
        self.go(Stage::Reveal(0));
    }

    /// T2.9, T2.10: each survivor in turn order reveals one prop anywhere.
    fn reveal(&mut self, i: u8) {
        let (slot, answered) = (Slot((self.s.public.first.0 + i / 2) % 4), i % 2 == 1);
        if i / 2 == 4 {
            return self.go(Stage::Place(0));
        }
        self.go(Stage::Reveal(i + 1));
        let who = Who::Survivor(slot);
        if answered {
            let room = self.answered_room();
            return self.push(Frame::Flip {
                chooser: who,
                room,
                kind: FlipKind::Any,
                tile: Tile(0),
                step: 0,
            });
        }
        let rooms = self.rooms_with_face_down();
        if rooms == 0 {
            return self.go(Stage::Reveal(i + 2));
        }
        self.ask(Node::RevealRoom, who, Options::rooms(rooms));
    }

    /// Rooms with a face-down prop, one bit each.
    pub(super) fn rooms_with_face_down(&self) -> u16 {
        let board = self.board();
        let down = |&tile: &Tile| self.s.public.tiles[tile.index()] == TileState::FaceDown;
        board.all_tiles().filter(down).fold(0, |rooms, tile| rooms | 1 << board.room_of(tile).0)
    }

    /// T2.15, T2.16: start dice for slots 0 to 3, then the killer.
    fn place(&mut self, i: u8) {
        let (index, fallen) = (usize::from(i / 2), i % 2 == 1);
        let placed = self.board().print.opening.is_some();
        let Some(&who) = Who::ALL.get(index).filter(|_| !placed) else { return self.go(Stage::RoundStart) };
        self.go(Stage::Place(i + 1));
        if !fallen {
            return self.chance(Luck::Start(who));
        }
        let room: Room = self.board().start[usize::from(self.s.answer)];
        match who {
            Who::Survivor(slot) => self.s.public.person_mut(slot).room = room,
            Who::Killer => self.s.public.killer.room = room,
        }
        self.tell(Event::Starts(who, room));
    }

    fn round_start(&mut self) {
        self.s.public.round += 1;
        self.tell(Event::Round(self.s.public.round, self.s.public.first));
        self.go(Stage::Talk(0));
        self.open(Window::RoundStart, Slot(0));
    }

    /// T3.7: one public word from each survivor who is not sacrificed, in turn order.
    fn talk(&mut self, i: u8) {
        let (slot, answered) = (Slot((self.s.public.first.0 + i / 2) % 4), i % 2 == 1);
        if !self.game.setup.table_talk || i / 2 == 4 {
            return self.go(Stage::Plan(0));
        }
        if answered {
            if let Act::Card(card) = self.answered() {
                self.s.public.talk[slot.index()] = Some(card);
            }
            return self.go(Stage::Talk(i + 1));
        }
        if self.s.public.person(slot).is_hung() {
            return self.go(Stage::Talk(i + 2));
        }
        self.go(Stage::Talk(i + 1));
        self.ask(Node::Talk, Who::Survivor(slot), Options::cards(CardSet::BASIC).with(Act::Pass));
    }

    /// Takes the cards of a sub-round (N12).
    pub(super) fn take_plans(&mut self, sub: u8, joint: &Joint) {
        for seat in self.game.planners(&self.s.public, sub).iter() {
            let act = Act::of(joint.of(seat));
            let Act::Card(card) = act else { continue };
            match self.game.plans_for(&self.s.public, seat, sub) {
                Some(Who::Survivor(slot)) => self.s.secret.plans[slot.index()] = Some(card),
                Some(Who::Killer) if sub == 0 => self.s.secret.left = Some(card),
                Some(Who::Killer) => self.s.secret.right = Some(card),
                None => unreachable!("only planners plan"),
            }
            self.remember(seat, act);
        }
        self.s.public.pending = Pending::Nothing;
        self.tell(Event::Committed(sub));
        let done = self.game.planners(&self.s.public, sub + 1).is_empty();
        self.go(if done { Stage::PlansSet } else { Stage::Plan(sub + 1) });
    }

    fn plans_set(&mut self) {
        for slot in Slot::ALL.into_iter().filter(|slot| self.s.secret.plans[slot.index()].is_some()) {
            self.s.public.person_mut(slot).plan = Planned::FaceDown;
        }
        self.s.public.killer.left = Planned::FaceDown;
        self.s.public.killer.right = Planned::FaceDown;
        self.s.secret.knowledge = super::secrets::ignorance();
        self.tell(Event::PlansSet);
        self.go(Stage::Turn(0));
        self.open(Window::PlansSet, Slot(0));
    }

    /// N20: the next survivor with a card and off the hook takes a turn (T6.2, T6.3).
    fn next_survivor(&mut self, i: u8) {
        if i == 4 {
            self.s.public.killer_acts = true;
            return self.go(Stage::Hunt(1));
        }
        self.go(Stage::Turn(i + 1));
        let slot = Slot((self.s.public.first.0 + i) % 4);
        let person = self.s.public.person(slot);
        if !person.is_hung() && person.plan == Planned::FaceDown {
            self.push(Frame::SurvivorTurn { slot, step: 0, detour: None });
            self.survivor_turn(slot, 0, None);
        }
    }

    fn hunt(&mut self, turn: u8) {
        self.go(if turn == 1 { Stage::Hunt(2) } else { Stage::Bonus(0) });
        self.push(Frame::KillerTurn { turn, step: 0, detour: None });
        self.killer_turn(turn, 0, None);
    }

    /// T22.8: the Doctor's bonus turn is cheaper by the madness he has spread.
    pub(super) fn bonus_cost(&self) -> u8 {
        let public = &self.s.public;
        let madness = public.people.iter().filter(|person| person.madness).count() as u8;
        if public.killer_is == Killer::Doctor { 4u8.saturating_sub(madness).max(1) } else { 4 }
    }

    /// N49: the third turn (T9.10 to T9.12). 0 offers it, 1 takes the answer, 2 the card.
    fn killer_bonus(&mut self, step: u8) {
        match step {
            0 => {
                let hand = self.hand(Who::Killer);
                let cost = self.bonus_cost();
                if self.s.public.killer.bonus_taken || hand.is_empty() || self.blood(Who::Killer) < cost {
                    return self.go(Stage::Cleanup);
                }
                self.go(Stage::Bonus(1));
                self.ask(Node::KillerBonus, Who::Killer, Options::PASS.with(Act::Yes));
            }
            1 => {
                if self.answered() == Act::Pass {
                    return self.go(Stage::Cleanup);
                }
                let cost = self.bonus_cost();
                self.s.public.killer.bonus_taken = true;
                self.pay(Who::Killer, cost);
                self.go(Stage::Bonus(2));
                self.ask(Node::KillerBonusCard, Who::Killer, Options::cards(self.hand(Who::Killer)));
            }
            _ => {
                self.s.public.killer.third = Some(self.answered_card());
                self.go(Stage::Cleanup);
                self.push(Frame::KillerTurn { turn: 3, step: 0, detour: None });
            }
        }
    }

    /// N50 to N53 (T18).
    fn cleanup(&mut self) {
        for slot in Slot::ALL {
            if self.s.public.person(slot).is_hung() {
                self.s.public.sacrifices += 1;
                self.tell(Event::Track(self.s.public.sacrifices));
                if self.s.public.sacrifices >= self.board().print.sacrifices {
                    return self.end(Ending::Killer);
                }
            }
        }
        let public = &mut self.s.public;
        public.entity = Entity::Away;
        public.first = Slot((public.first.0 + 1) % 4);
        public.used = PerkSet::NONE;
        public.spent = [CardSet::EMPTY; 5];
        public.talk = [None; 4];
        public.killer_acts = false;
        for person in &mut public.people {
            person.wounded_now = false;
            person.locked = false;
            person.plan = Planned::None;
        }
        let killer = &mut public.killer;
        killer.power_used = false;
        killer.cloaked = false;
        killer.bonus_taken = false;
        (killer.left, killer.right, killer.third) = (Planned::None, Planned::None, None);
        self.s.secret.plans = [None; 4];
        (self.s.secret.left, self.s.secret.right) = (None, None);
        self.s.secret.knowledge = super::secrets::ignorance();
        if self.s.public.round >= self.game.setup.round_limit {
            return self.end(Ending::Draw);
        }
        self.go(Stage::RoundStart);
    }

    /// Where a game begins.
    pub(super) fn first_stage(assign: Assign) -> Stage {
        match assign {
            // The characters are known: go to the end of the draft.
            Assign::Fixed => Stage::Draft(10),
            Assign::Random => Stage::Assign(0),
            Assign::Draft => Stage::Draft(0),
        }
    }

    /// Whether any hex totem is up anywhere.
    pub(super) fn totem_up(&self) -> bool {
        self.board().all_tiles().any(|tile| self.s.public.is_up(tile, Prop::Totem))
    }
}

impl Opening {
    /// Puts everything where the match stands.
    pub(super) fn set(&self, public: &mut Public) {
        public.unflipped = [0; 8];
        for (tile, &(prop, progress)) in self.tiles.iter().enumerate() {
            public.tiles[tile] = TileState::Up(prop);
            public.progress[tile] = progress;
        }
        for (slot, (person, (room, hook))) in public.people.iter_mut().zip(self.survivors).enumerate() {
            person.room = Room(room);
            person.blood = self.blood.0;
            person.wounded = self.wounded >> slot & 1 == 1;
            if let Some(hook) = hook {
                person.place = Place::Hook(Tile(hook));
                person.token = false;
            }
        }
        public.killer.room = Room(self.killer);
        public.killer.blood = self.blood.1;
        public.sacrifices = self.sacrifices;
    }
}
