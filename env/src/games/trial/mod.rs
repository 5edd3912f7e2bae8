//! `trial`: one killer against four survivors, who plan their moves in secret and reveal them in turn.
//!
//! Survivors repair generators and open a gate; the killer wounds, carries and sacrifices. Everybody sets movement
//! cards face down at once; survivors move first, each along a path of the card's colour, then the killer resolves
//! two cards in order. The rules, clause by clause, are in `docs/rules/trial.md`; the folder mirrors them:
//!
//! | file | part of the rules |
//! |---|---|
//! | `setup`, `board`, `content` | options, boards, characters, perks, items |
//! | `state`, `on_path`, `frame`, `secrets` | what is on the table, under way, and face down |
//! | `stages` | setup, planning, the phases of a round, cleanup (T2, T3, T18, T19) |
//! | `survivor` | survivors' turns, moves, flips, interactions (T4 to T8) |
//! | `dice` | skill checks and rolls (T12) |
//! | `killer` | killer turns, interactions, powers (T9, T10, T22) |
//! | `pickup` | pick-up, carrying, sacrifice (T11) |
//! | `windows`, `perks`, `items` | timing, perks, items (T14, T15) |
//! | `view`, `observe`, `renaming`, `deal`, `retrace`, `text` | what a seat knows, in data, numbers, guesses and words |
//! | `seen`, `reading` | what code outside the game can read from a view |
//! | `draw`, `scene` | the boards as pictures; what a seat knows as one |

mod act;
mod board;
mod content;
mod deal;
mod dice;
mod draw;
mod engine;
mod event;
mod flags;
mod frame;
mod ground;
mod items;
mod killer;
mod observe;
mod on_path;
mod perks;
mod pickup;
mod reading;
mod renaming;
mod retrace;
mod scene;
mod secrets;
mod seen;
mod setup;
mod stages;
mod state;
mod strata;
mod survivor;
#[cfg(test)]
mod tests;
mod text;
mod view;
mod windows;

use std::fmt;
use std::ops::RangeInclusive;

use self::act::Options;
use self::board::Board;
use self::content::CardSet;
use self::engine::Engine;
use self::frame::{Frame, Stack};
use self::ground::Written;
use self::observe::Known;
use self::on_path::OnPaths;
use self::state::{
    Entity, Hunter, Luck, Pending, PerkHands, PerkSet, Person, Place, Planned, Public, Roll, Secret,
    TileState, Travelled,
};
use crate::game::draw_outcome;
use crate::scene::{Scene, Target};
use crate::{
    Action, ActionSet, Game, Joint, Listen, MAX_SEATS, Outcome, Renaming, Returns, Rng, Schema, Seat,
    SeatSet, SetupError, Silence, Turn,
};

pub use self::act::Act;
pub use self::board::{MAX_ROOMS, Path, Room};
pub use self::content::{Card, Category, Item, Killer, Perk, Prop, Survivor, Window};
pub use self::event::Event;
pub use self::seen::{
    Face, KillerSeen, Obstacle, PropSeen, Purpose, Question, RollSeen, Spot, SurvivorSeen, Way,
};
pub use self::setup::{Assign, BoardName, Mode, Setup};
pub use self::state::{Ending, Node, RollKind, Slot, State, Who};
pub use self::view::TrialView;

/// The rules of `trial` for one setup.
#[derive(Clone, Debug)]
pub struct Trial {
    setup: Setup,
    /// Players at the table; the killer is seat 0.
    seats: usize,
    /// T1.5: who plays each character, survivors by slot, the killer last.
    seat_by_character: [Seat; 5],
    /// The survivors of each seat, one bit each.
    slots_by_seat: [u8; 5],
    /// T20.3: from whose hand each character plays, the lowest slot's of those who share it.
    hand_by_character: [u8; 5],
    boards: [Board; 4],
}

/// The survivors of a set, lowest slot first.
fn slots(mut set: u8) -> impl Iterator<Item = Slot> {
    std::iter::from_fn(move || {
        let slot = (set != 0).then(|| Slot(set.trailing_zeros() as u8))?;
        set &= set - 1;
        Some(slot)
    })
}

impl Trial {
    fn board(&self, name: BoardName) -> &Board {
        &self.boards[name as usize]
    }

    /// T1.5: who plays a character.
    #[inline]
    fn seat_of(&self, who: Who) -> Seat {
        self.seat_by_character[who.index()]
    }

    /// The survivors of a seat.
    #[inline]
    fn slots_of(&self, seat: Seat) -> impl Iterator<Item = Slot> + use<> {
        slots(self.slots_by_seat[seat.index()])
    }

    /// T20.3: from whose hand of cards a character plays.
    #[inline]
    fn hand_owner(&self, who: Who) -> usize {
        self.hand_by_character[who.index()].into()
    }

    fn hand(&self, state: &State, who: Who) -> CardSet {
        let secret = &state.secret;
        self.hand_without(&state.public, who, secret.plans, [secret.left, secret.right])
    }

    /// A character's cards that have neither been seen to leave the hand nor lie face down: in front of survivors, and the
    /// killer's two.
    fn hand_without(
        &self,
        public: &Public,
        who: Who,
        plans: [Option<content::Card>; 4],
        pair: [Option<content::Card>; 2],
    ) -> CardSet {
        let owner = self.hand_owner(who);
        let spent = public.spent[owner];
        let without =
            |hand: CardSet, card: Option<content::Card>| card.map_or(hand, |card| hand.without(card));
        if who == Who::Killer {
            return pair.into_iter().fold(CardSet::KILLER.minus(spent), without);
        }
        let sharing = Slot::ALL.into_iter().filter(|&slot| self.hand_owner(Who::Survivor(slot)) == owner);
        sharing.fold(CardSet::BASIC.minus(spent), |hand, slot| without(hand, plans[slot.index()]))
    }

    /// Seats that plan in a sub-round (N12).
    #[inline]
    fn planners(&self, public: &Public, sub: u8) -> SeatSet {
        let active = public.active();
        let plans = |seat: usize| (self.slots_by_seat[seat] & active).count_ones() > u32::from(sub);
        // The killer lays his left card, then his right one.
        let killer = if sub < 2 { SeatSet::one(Seat(0)) } else { SeatSet::EMPTY };
        (1..self.seats).filter(|&seat| plans(seat)).fold(killer, |set, seat| set.with(Seat(seat as u8)))
    }

    /// For which character a seat plans in a sub-round, if for any.
    #[inline]
    fn plans_for(&self, public: &Public, seat: Seat, sub: u8) -> Option<Who> {
        if seat.0 == 0 {
            return (sub < 2).then_some(Who::Killer);
        }
        let own = self.slots_by_seat.get(seat.index()).map_or(0, |own| own & public.active());
        slots(own).nth(sub.into()).map(Who::Survivor)
    }

    /// Seats that still owe a perk pick in a sub-round (T19.11).
    fn pickers(&self, sub: u8) -> SeatSet {
        let owes = |&seat: &Seat| usize::from(sub) < 3 * self.slots_of(seat).count().max(1);
        SeatSet::first(self.seats).iter().filter(owes).collect()
    }

    /// For which character and which printed perk a seat picks in a sub-round.
    fn picks_for(&self, seat: Seat, sub: u8) -> (Who, usize) {
        let slot = self.slots_of(seat).nth(usize::from(sub / 3));
        (slot.map_or(Who::Killer, Who::Survivor), usize::from(sub % 3))
    }

    /// T19.6, T19.8: keep the printed perk, or cover it with one that the character does not have yet.
    fn pick_options(&self, public: &Public, perks: &PerkHands, seat: Seat, sub: u8) -> Options {
        let (who, k) = self.picks_for(seat, sub);
        let (printed, picks) = (public.perks[who.index()], perks.picks[who.index()]);
        let count =
            if who == Who::Killer { content::KILLER_PERKS.len() } else { content::SURVIVOR_PERKS.len() };
        let offered = match self.setup.mode {
            Mode::Bloodweb => perks.drawn[who.index()],
            Mode::Adept | Mode::Devout => (1u32 << count) - 1,
        };
        let has =
            |perk: Perk| (0..3).any(|i| if i < k { picks[i] == Some(perk) } else { printed[i] == perk });
        let mut options = Options::PASS;
        for perk in (0..count as u8).filter(|perk| offered >> perk & 1 == 1 && !has(Perk(*perk))) {
            options.add(Act::Pick(perk));
        }
        options
    }

    /// Perk cards that a character can draw next, one bit each (T19.4).
    fn perk_deck(secret: &Secret, who: Who) -> u32 {
        let (count, side) = if who == Who::Killer { (24, 4..5) } else { (28, 0..4) };
        let held = side.fold(0, |held, i| held | secret.perks.drawn[i]);
        ((1u32 << count) - 1) & !held & !secret.perks_out[usize::from(who == Who::Killer)]
    }

    /// The perks that can be used in each window.
    fn watchers(public: &Public) -> [PerkSet; Window::COUNT] {
        let mut watch = [PerkSet::NONE; Window::COUNT];
        for who in Who::ALL {
            for k in 0..3 {
                let perk = public.perks[who.index()][usize::from(k)];
                let window = &mut watch[windows::print_of(who, perk).window as usize];
                *window = window.with(PerkSet::one(who, k));
            }
        }
        watch
    }

    /// Deals the props of a board face down and puts up its walls (T2.7).
    fn lay_out(&self, public: &mut Public, name: BoardName) {
        let board = self.board(name);
        public.board = name;
        public.unflipped = board.print.copies;
        public.tiles = std::array::from_fn(|tile| {
            if tile < board.tile_count() { TileState::FaceDown } else { TileState::Gone }
        });
        public.on_path = OnPaths::walled(board.walls);
        if let Some(opening) = &board.print.opening {
            opening.set(public);
        }
    }

    /// The ways in which chance can fall (part 6 of the rules).
    #[inline]
    fn each_outcome(&self, state: &State, luck: Luck, each: &mut impl FnMut(Outcome)) {
        let public = &state.public;
        let mut evenly = |mut ids: u32| {
            while ids != 0 {
                each(Outcome { id: ids.trailing_zeros() as u16, weight: 1 });
                ids &= ids - 1;
            }
        };
        match luck {
            Luck::Killer => evenly((1 << Killer::ALL.len()) - 1),
            Luck::Board => evenly(0b11),
            Luck::Survivor(slot) => {
                let taken = &public.survivors[..slot.index()];
                let free = Survivor::ALL.into_iter().filter(|survivor| !taken.contains(survivor));
                evenly(free.fold(0, |free, survivor| free | 1 << survivor as u32));
            }
            Luck::Draw(who) => evenly(Trial::perk_deck(&state.secret, who)),
            Luck::Start(_) | Luck::SkillDie => evenly(0b11_1111),
            Luck::DangerDie => {
                each(Outcome { id: 0, weight: 4 });
                each(Outcome { id: 5, weight: 2 });
            }
            Luck::Flip(tile) => {
                for prop in self.board(public.board).category_of(tile).props() {
                    let weight = public.unflipped[prop as usize].into();
                    if weight > 0 {
                        each(Outcome { id: prop as u16, weight });
                    }
                }
            }
            Luck::Item => {
                for item in Item::ALL.into_iter().filter(|&item| public.deck[item as usize] > 0) {
                    each(Outcome { id: item as u16, weight: public.deck[item as usize].into() });
                }
            }
        }
    }

    /// T1.16.
    fn asks_forced_at(public: &Public, node: Node) -> bool {
        if public.killer_is != Killer::Hillbilly || !matches!(node, Node::KillerAct | Node::ChainsawCard) {
            return false;
        }
        let first_turn = public.stack.iter().any(|frame| matches!(frame, Frame::KillerTurn { turn: 1, .. }));
        first_turn && (node == Node::ChainsawCard || !public.killer.power_used)
    }

    fn engine<'a, L: Listen<Event>>(&'a self, state: &'a mut State, listener: &'a mut L) -> Engine<'a, L> {
        Engine { game: self, s: state, listener }
    }

    fn play_on(&self, state: &mut State, listener: &mut impl Listen<Event>) {
        self.engine(state, listener).run();
        // Nothing reads an old answer; without it, equal positions are equal states.
        state.answer = 0;
    }
}

impl Game for Trial {
    type Setup = Setup;
    type State = State;
    type View = TrialView;
    type Written = Written;
    type Event = Event;

    const NAME: &'static str = "trial";
    const SUMMARY: &'static str =
        "One killer against four survivors: secret movement cards, props, perks and powers";
    const RULES_VERSION: u32 = 2;
    const ACTIONS: usize = act::ACTIONS;
    const SCHEMA: Schema = observe::SCHEMA;

    fn new(setup: Setup) -> Result<Trial, SetupError> {
        setup.check()?;
        // T1.5: neighbouring slots share a seat and a hand in smaller groups.
        let (seats, seat_by_character, hand_by_character) = match setup.players {
            5 if setup.captain => (2, [1, 1, 1, 1, 0], [0, 1, 2, 3, 4]),
            5 => (5, [1, 2, 3, 4, 0], [0, 1, 2, 3, 4]),
            4 => (4, [1, 1, 2, 3, 0], [0, 0, 2, 3, 4]),
            _ => (3, [1, 1, 2, 2, 0], [0, 0, 2, 2, 4]),
        };
        let mut slots_by_seat = [0; 5];
        (0..4).for_each(|slot| slots_by_seat[seat_by_character[slot]] |= 1 << slot);
        Ok(Trial {
            seats,
            seat_by_character: seat_by_character.map(|seat| Seat(seat as u8)),
            slots_by_seat,
            hand_by_character,
            boards: BoardName::ALL.map(|name| Board::new(name.print())),
            setup,
        })
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn presets() -> Vec<(&'static str, Setup)> {
        Setup::presets()
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn seat_name(&self, seat: Seat) -> String {
        if seat.0 == 0 { "killer".into() } else { format!("survivor_{}", seat.0 - 1) }
    }

    fn teams(&self) -> Vec<SeatSet> {
        let killer = SeatSet::one(Seat(0));
        vec![killer, SeatSet::first(self.seats).without(Seat(0))]
    }

    fn longest(&self) -> usize {
        // A round's decisions are bounded by cards, perks and items; random play stays below a hundred a round.
        100 + 600 * usize::from(self.setup.round_limit)
    }

    fn return_range(&self) -> RangeInclusive<f32> {
        -1.0..=1.0
    }

    fn return_sum(&self) -> Option<f32> {
        Some(0.0)
    }

    fn start(&self) -> State {
        let person = Person {
            room: board::Room(0),
            place: Place::Open,
            blood: 2,
            item: None,
            wounded: false,
            wounded_now: false,
            madness: false,
            token: true,
            locked: false,
            plan: Planned::None,
        };
        let killer = Hunter {
            room: board::Room(0),
            blood: 4,
            power_used: false,
            cloaked: false,
            bonus_taken: false,
            left: Planned::None,
            right: Planned::None,
            third: None,
            bear_traps: 4,
            phantasms: 7,
            travelled: Travelled::Arrived,
        };
        let stage = Engine::<Silence>::first_stage(self.setup.assign);
        let mut public = Public {
            board: self.setup.board,
            killer_is: self.setup.killer,
            survivors: self.setup.survivors,
            perks: [[Perk(0); 3]; 5],
            used: PerkSet::NONE,
            watch: [PerkSet::NONE; Window::COUNT],
            round: 0,
            first: Slot(0),
            killer_acts: false,
            people: [person; 4],
            killer,
            spent: [CardSet::EMPTY; 5],
            tiles: [TileState::Gone; board::MAX_TILES],
            progress: [0; board::MAX_TILES],
            overcharged: 0,
            unflipped: [0; 8],
            deck: Item::COPIES,
            discards: [0; 10],
            on_path: OnPaths::walled(0),
            entity: Entity::Away,
            phantasms: 0,
            generators: 0,
            sacrifices: 0,
            talk: [None; 4],
            roll: Roll::none(),
            hope: false,
            stack: Stack::new(Frame::Stage(stage)),
            pending: Pending::Nothing,
            ending: None,
            memory: 0,
        };
        self.lay_out(&mut public, self.setup.board);
        let secret = Secret {
            plans: [None; 4],
            left: None,
            right: None,
            knowledge: secrets::ignorance(),
            perks: PerkHands::NONE,
            perks_out: [0; 2],
            memory: [0; 5],
        };
        let mut state = State { public, secret, options: Options::NONE, answer: 0 };
        self.play_on(&mut state, &mut Silence);
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.public.ending.is_some() {
            return Turn::Over;
        }
        match state.public.pending {
            Pending::Ask(_, who) => Turn::Act(SeatSet::one(self.seat_of(who))),
            Pending::Plan(sub) => Turn::Act(self.planners(&state.public, sub)),
            Pending::Pick(sub) => Turn::Act(self.pickers(sub)),
            Pending::Chance(_) | Pending::Nothing => Turn::Chance,
        }
    }

    #[inline]
    fn legal(&self, state: &State, seat: Seat) -> ActionSet {
        let public = &state.public;
        match public.pending {
            Pending::Ask(_, who) if self.seat_of(who) == seat => state.options.set(),
            Pending::Plan(sub) => match self.plans_for(public, seat, sub) {
                Some(who) => Options::cards(self.hand(state, who)).set(),
                None => ActionSet::EMPTY,
            },
            Pending::Pick(sub) if self.pickers(sub).contains(seat) => {
                self.pick_options(public, &state.secret.perks, seat, sub).set()
            }
            _ => ActionSet::EMPTY,
        }
    }

    fn asks_forced(&self, state: &State, _: Seat) -> bool {
        matches!(state.public.pending, Pending::Ask(node, _) if Trial::asks_forced_at(&state.public, node))
    }

    #[inline]
    fn apply(&self, state: &mut State, joint: &Joint, listener: &mut impl Listen<Event>) {
        let pending = state.public.pending;
        let mut engine = self.engine(state, listener);
        match pending {
            Pending::Ask(node, who) => {
                let action = joint.of(self.seat_of(who));
                engine.answer(node, who, action);
            }
            Pending::Plan(sub) => engine.take_plans(sub, joint),
            Pending::Pick(sub) => engine.take_picks(sub, joint),
            Pending::Chance(_) | Pending::Nothing => unreachable!("chance has to fall first"),
        }
        self.play_on(state, listener);
    }

    #[inline]
    fn chance_total(&self, state: &State) -> u32 {
        if let Pending::Chance(luck) = state.public.pending
            && luck.is_die()
        {
            return 6;
        }
        let mut total = 0;
        self.outcomes(state, &mut |outcome| total += outcome.weight);
        total
    }

    #[inline]
    fn outcomes(&self, state: &State, each: &mut impl FnMut(Outcome)) {
        if let Pending::Chance(luck) = state.public.pending {
            self.each_outcome(state, luck, each);
        }
    }

    #[inline]
    fn draw(&self, state: &State, rng: &mut Rng) -> u16 {
        match state.public.pending {
            // Most of chance is dice, whose faces need no counting.
            Pending::Chance(Luck::SkillDie | Luck::Start(_)) => rng.below(6) as u16,
            Pending::Chance(Luck::DangerDie) => {
                if rng.below(6) < 4 {
                    0
                } else {
                    5
                }
            }
            _ => draw_outcome(self, state, rng),
        }
    }

    #[inline]
    fn fall(&self, state: &mut State, id: u16, listener: &mut impl Listen<Event>) {
        state.answer = id;
        state.public.pending = Pending::Nothing;
        self.play_on(state, listener);
    }

    fn returns(&self, state: &State) -> Returns {
        let killer = match state.public.ending {
            Some(Ending::Killer) => 1.0,
            Some(Ending::Survivors) => -1.0,
            Some(Ending::Draw) | None => 0.0,
        };
        let mut returns = [0.0; MAX_SEATS];
        returns[0] = killer;
        returns[1..self.seats].fill(0.0 - killer);
        returns
    }

    fn strata(&self, state: &State) -> Vec<(&'static str, String)> {
        self.strata_of(state)
    }

    fn survey() -> &'static [&'static str] {
        strata::SURVEY
    }

    fn view(&self, state: &State, seat: Seat) -> TrialView {
        self.view_of(state, seat)
    }

    fn observe(&self, view: &TrialView, out: &mut [f32]) {
        self.write_observation(&view.known(), &mut Written::default(), out);
    }

    fn observe_again(&self, state: &State, seat: Seat, written: &mut Written, out: &mut [f32]) {
        let own = self.cards_of(state, seat);
        self.write_observation(&Known { seat, public: &state.public, own }, written, out);
    }

    fn deal(&self, view: &TrialView, rng: &mut Rng) -> State {
        self.deal_for(view, rng)
    }

    fn retrace(&self, state: &State, remembered: &[TrialView], each: &mut impl FnMut(&State, Seat, Action)) {
        self.retrace_plans(state, remembered, each);
    }

    fn forget(&self, state: &mut State, seat: Seat) {
        let memories = state.secret.memory.iter_mut().enumerate();
        memories.filter(|(other, _)| *other != seat.index()).for_each(|(_, memory)| *memory = 0);
    }

    fn renamings(&self) -> Vec<Renaming> {
        // T20: where one seat has several survivors, it matters which.
        if self.seats < 5 {
            return Vec::new();
        }
        (0..5).map(Seat).flat_map(Trial::turned).collect()
    }

    fn show_action(&self, view: &TrialView, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_action(view, Act::of(action), out)
    }

    fn show_event(&self, view: &TrialView, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_event(view, *event, out)
    }

    fn show_view(&self, view: &TrialView, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_view(view, out)
    }

    fn scene(&self, view: &TrialView) -> Option<Scene> {
        Some(self.scene_of(view))
    }

    fn target(&self, view: &TrialView, action: Action) -> Target {
        self.target_of(view, action)
    }
}
