//! `stalk`: one killer against four survivors on a walled grid, neither side seeing the other.
//!
//! Survivors walk by dice, repair generators and push palettes over; the killer walks by a die, calls chases and hooks
//! whoever is caught on his cell. A divider stands between the two boards: only announcements cross it. The rules,
//! clause by clause, are in `docs/rules/stalk.md`; the folder mirrors them:
//!
//! | file | part of the rules |
//! |---|---|
//! | `setup`, `board`, `cells`, `content` | options, boards, event tiles |
//! | `state`, `act`, `event` | what is on the boards, what may be chosen, what is announced |
//! | `engine` | rounds, turns, endings (S2, S12, S13) |
//! | `survivor` | survivors' turns, repairs, rescues (S3, S7, S8) |
//! | `killer` | the killer's turn (S4) |
//! | `chase` | calls, checks, hooks (S6, S7) |
//! | `known`, `trail`, `heard`, `course`, `ways` | what either side can tell of the other (part 4) |
//! | `view`, `observe`, `deal`, `rewalk`, `text` | what a seat knows, in data, numbers, guesses and words |
//! | `ahead` | whether a guess can still come to what a seat knows |
//! | `reading` | what code outside the game can read from a view |
//! | `scene`, `draw` | what a seat knows as a picture; the boards for the rules page |

mod act;
mod ahead;
mod board;
mod cells;
mod chase;
mod content;
mod course;
mod deal;
mod draw;
mod engine;
mod event;
mod heard;
mod killer;
mod known;
mod observe;
mod reading;
mod rewalk;
mod scene;
mod setup;
mod state;
mod survivor;
#[cfg(test)]
mod tests;
mod text;
mod trail;
mod view;
mod ways;

use std::fmt;
use std::ops::RangeInclusive;

use self::board::Board;
use self::content::{Deck, Tile};
use self::engine::Engine;
use self::heard::{Log, Told};
use self::known::{Known, Sighting, Then};
use self::state::{Killer, Node, Phase, Public, Survivors};
use self::trail::{Gait, Trail};
use self::ways::Ways;
use crate::game::draw_outcome;
use crate::scene::{Scene, Target};
use crate::{
    Action, ActionSet, Game, Joint, Listen, MAX_SEATS, Outcome, Renaming, Returns, Rng, Schema, Seat,
    SeatSet, SetupError, Silence, Turn,
};

pub use self::act::Act;
pub use self::cells::{Cell, Cells, MAX_CELLS};
pub use self::content::{TILES, Tile as EventTile};
pub use self::event::Event;
pub use self::reading::Asked;
pub use self::setup::{BoardName, Decks, Order, Setup};
pub use self::state::{Ending, Phase as RoundPhase, Slot, State, Status, Who};
pub use self::view::StalkView;

/// The killer's seat; survivors have the seats after it.
const KILLER_SEAT: Seat = Seat(0);
/// Everybody at a table of one to eight.
const ALL_SEATS: [SeatSet; MAX_SEATS] = {
    let mut sets = [SeatSet::EMPTY; MAX_SEATS];
    let mut i = 0;
    while i < MAX_SEATS {
        sets[i] = SeatSet::first(i + 1);
        i += 1;
    }
    sets
};
/// A movement with nothing left to choose.
const STOP_ONLY: u64 = 1 << act::STOP;

/// The rules of `stalk` for one setup.
#[derive(Clone, Debug)]
pub struct Stalk {
    setup: Setup,
    seats: usize,
    /// The survivors at the table, one bit each.
    everybody: u8,
    board: Board,
    /// The full decks of survivors and killer.
    decks: [Deck; 2],
    /// How survivors and killer move, as far as the other side can tell.
    gaits: [Gait; 2],
}

/// The seat that plays a survivor.
#[inline]
const fn seat_of(slot: Slot) -> Seat {
    Seat(slot.0 + 1)
}

impl Stalk {
    fn engine<'a, L: Listen<Event>>(&'a self, state: &'a mut State, listener: &'a mut L) -> Engine<'a, L> {
        Engine { game: self, s: state, listener }
    }

    /// S2.4: the lowest seat in play speaks for the survivors.
    #[inline]
    fn spokesperson(public: &Public) -> Seat {
        let slot = public.status.iter().position(|&status| status != Status::Out);
        seat_of(Slot(slot.unwrap_or(0) as u8))
    }

    /// The node at which the game stands.
    #[inline]
    fn node(state: &State) -> Node {
        match state.public.phase {
            Phase::Survivors => state.survivors.node,
            Phase::Killer => state.killer.node,
            Phase::Over(_) => Node::Wait,
        }
    }

    /// The tiles of a pending draw.
    fn pending_deck(state: &State) -> &Deck {
        if state.public.phase == Phase::Survivors { &state.survivors.deck } else { &state.killer.deck }
    }
}

impl Game for Stalk {
    type Setup = Setup;
    type State = State;
    type View = StalkView;
    type Written = ();
    type Event = Event;

    const NAME: &'static str = "stalk";
    const SUMMARY: &'static str =
        "One killer against four survivors on a grid, neither side seeing the other: noises, chases, hooks";
    const RULES_VERSION: u32 = 1;
    const PLANS_AT_ONCE: bool = false;
    const ACTIONS: usize = act::ACTIONS;
    const SCHEMA: Schema = observe::SCHEMA;

    fn new(setup: Setup) -> Result<Stalk, SetupError> {
        setup.check()?;
        let decks = setup.decks.tiles();
        let runs = |side: usize| decks[side][Tile::Run as usize];
        Ok(Stalk {
            seats: usize::from(setup.survivors) + 1,
            everybody: (1 << setup.survivors) - 1,
            board: Board::new(setup.board.drawing()),
            decks,
            gaits: [
                Gait { steps: survivor::HIGH, run_from: 1, runs: runs(0) },
                Gait { steps: killer::HIGH, run_from: 0, runs: runs(1) },
            ],
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
        if seat == KILLER_SEAT { "killer".into() } else { format!("survivor_{}", seat.0 - 1) }
    }

    fn teams(&self) -> Vec<SeatSet> {
        vec![SeatSet::one(KILLER_SEAT), ALL_SEATS[self.seats - 1].without(KILLER_SEAT)]
    }

    fn longest(&self) -> usize {
        // Part 3: 24 decisions and 10 dice or tiles a round, 6 palettes, and at most 7 Runs of 7 moves.
        100 + 34 * usize::from(self.setup.round_limit)
    }

    fn return_range(&self) -> RangeInclusive<f32> {
        -1.0..=1.0
    }

    fn return_sum(&self) -> Option<f32> {
        Some(0.0)
    }

    fn start(&self) -> State {
        let present = |slot: usize| self.everybody >> slot & 1 == 1;
        let at = self.board.starts;
        let trail = |slot: usize| if present(slot) { Trail::at(at[slot]) } else { Trail::NOWHERE };
        let sighting = |cell: Cell| Sighting::new(cell, Then::Stayed);
        let killer_at = self.board.killer_start;
        let known = Known {
            survivors: std::array::from_fn(trail),
            killer: Trail::at(killer_at),
            ways: Ways::ONE,
            idle: 0,
            moved: 0,
            killer_moved: false,
            spent: 0,
            covered: [Cells::NONE; 2],
            announced: [0; 5],
            seen: [at[0], at[1], at[2], at[3], killer_at].map(sighting),
            log: Log::EMPTY,
        };
        let status = |slot: usize| if present(slot) { Status::Free } else { Status::Out };
        let public = Public {
            round: 0,
            phase: Phase::Survivors,
            status: std::array::from_fn(status),
            hooks: [0; 4],
            lost: 0,
            killer_lost: 0,
            chased: 0,
            repaired: Cells::NONE,
            down: Cells::NONE,
            broken: Cells::NONE,
            told: Told::NOTHING,
            known,
        };
        let survivors = Survivors {
            at,
            covered: Cells::NONE,
            bushes: Cells::NONE,
            deck: self.decks[0],
            to_act: 0,
            node: Node::Wait,
            memory: 0,
        };
        let killer =
            Killer { at: killer_at, covered: Cells::NONE, deck: self.decks[1], node: Node::Wait, memory: 0 };
        let mut state = State { public, survivors, killer };
        self.engine(&mut state, &mut Silence).begin_round();
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        let seat = match state.public.phase {
            Phase::Survivors => match state.survivors.node {
                Node::Walk(walk) => seat_of(walk.slot),
                Node::Order => Stalk::spokesperson(&state.public),
                _ => return Turn::Chance,
            },
            Phase::Killer => match state.killer.node {
                Node::Walk(_) | Node::Call => KILLER_SEAT,
                _ => return Turn::Chance,
            },
            Phase::Over(_) => return Turn::Over,
        };
        Turn::Act(SeatSet::one(seat))
    }

    #[inline]
    fn legal(&self, state: &State, seat: Seat) -> ActionSet {
        let bits = match Stalk::node(state) {
            Node::Walk(walk) if state.public.phase == Phase::Killer => {
                u64::from(seat == KILLER_SEAT) * self.killer_options(state, walk)
            }
            Node::Walk(walk) if seat == seat_of(walk.slot) => self.survivor_options(state, walk),
            Node::Call if seat == KILLER_SEAT => STOP_ONLY | 1 << act::CALL,
            Node::Order if seat == Stalk::spokesperson(&state.public) => {
                u64::from(state.survivors.to_act) << act::ACT
            }
            _ => 0,
        };
        ActionSet::from_bits(bits)
    }

    #[inline]
    fn apply(&self, state: &mut State, joint: &Joint, listener: &mut impl Listen<Event>) {
        let seat = self.turn(state).acting().lowest().expect("a seat acts where a choice is played");
        self.engine(state, listener).choose(joint.of(seat));
    }

    #[inline]
    fn chance_total(&self, state: &State) -> u32 {
        match Stalk::node(state) {
            Node::Roll(_) if state.public.phase == Phase::Survivors => 3,
            Node::Roll(_) => 4,
            Node::Repair(_) => 6,
            Node::Escape(_) => 36,
            _ => Stalk::pending_deck(state).iter().map(|&left| u32::from(left)).sum(),
        }
    }

    #[inline]
    fn outcomes(&self, state: &State, each: &mut impl FnMut(Outcome)) {
        let mut list = |weights: &[u8]| {
            for (id, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0) {
                each(Outcome { id: id as u16, weight: weight.into() });
            }
        };
        match Stalk::node(state) {
            Node::Roll(_) if state.public.phase == Phase::Survivors => list(&[1; 3]),
            Node::Roll(_) => list(&[1; 4]),
            Node::Repair(_) => list(&[1, 4, 1]),
            Node::Escape(_) => list(&[1, 35]),
            Node::Draw(_) => list(Stalk::pending_deck(state)),
            Node::Wait | Node::Order | Node::Walk(_) | Node::Call => {}
        }
    }

    #[inline]
    fn draw(&self, state: &State, rng: &mut Rng) -> u16 {
        match Stalk::node(state) {
            // Most of chance is dice, whose faces need no counting.
            Node::Roll(_) => rng.below(self.chance_total(state)) as u16,
            _ => draw_outcome(self, state, rng),
        }
    }

    #[inline]
    fn fall(&self, state: &mut State, id: u16, listener: &mut impl Listen<Event>) {
        self.engine(state, listener).fall(id);
    }

    fn returns(&self, state: &State) -> Returns {
        let killer = match state.public.phase {
            Phase::Over(Ending::Generators) => -1.0,
            Phase::Over(Ending::Hooks | Ending::Limit) => 1.0,
            Phase::Survivors | Phase::Killer => 0.0,
        };
        let mut returns = [0.0; MAX_SEATS];
        returns[0] = killer;
        returns[1..self.seats].fill(0.0 - killer);
        returns
    }

    fn strata(&self, _: &State) -> Vec<(&'static str, String)> {
        vec![("board", self.setup.board.name().into())]
    }

    fn survey() -> &'static [&'static str] {
        &["paired", "standard", "training"]
    }

    fn view(&self, state: &State, seat: Seat) -> StalkView {
        Stalk::view_of(state, seat)
    }

    fn observe(&self, view: &StalkView, out: &mut [f32]) {
        out.fill(0.0);
        self.write_observation(view, out);
    }

    fn deal(&self, view: &StalkView, rng: &mut Rng) -> State {
        self.deal_for(view, rng)
    }

    fn progress(&self, state: &State, view: &StalkView) -> Option<u32> {
        self.progress_to(state, view)
    }

    fn forget(&self, state: &mut State, seat: Seat) {
        deal::remember_alike(state, seat == Seat(0));
    }

    fn renamings(&self) -> Vec<Renaming> {
        // S2.5: where the order is fixed, it matters who is who.
        if self.setup.order == Order::Clockwise {
            return Vec::new();
        }
        let seats = (0..self.seats as u8).map(Seat);
        seats.flat_map(|seat| self.renamings_of(seat)).collect()
    }

    fn show_action(&self, view: &StalkView, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        Stalk::write_action(view, Act::of(action), out)
    }

    fn show_event(&self, _: &StalkView, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_event(*event, out)
    }

    fn show_view(&self, view: &StalkView, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_view(view, out)
    }

    fn scene(&self, view: &StalkView) -> Option<Scene> {
        Some(self.scene_of(view))
    }

    fn target(&self, view: &StalkView, action: Action) -> Target {
        self.target_of(view, action)
    }
}
