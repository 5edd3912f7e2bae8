//! The suite can fail: a game with a fault built in does not get past the check that looks for it.

use std::fmt;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use fogbound_env::games::kuhn::{Event, Kuhn, KuhnView, State};
use fogbound_env::{
    Action, ActionSet, Game, Joint, Listen, Outcome, Renaming, Returns, Rng, Schema, Seat, SeatSet,
    SetupError, Turn, View,
};
use fogbound_tests::Check;
use serde::{Deserialize, Serialize};

/// What is wrong with a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Fault {
    #[default]
    None,
    /// A move does something else every time.
    Moody,
    /// A seat is asked although it has a single choice.
    ForcedChoice,
    /// The legal set has an action that is not in the list.
    UnknownAction,
    /// The declared total is not the sum of the weights.
    WrongTotal,
    /// Chance prefers the first outcome.
    LoadedDice,
    /// The view shows the other's card.
    LeakyView,
    /// The view forgets what was bet.
    ForgetfulView,
    /// The legal set depends on the other's card.
    LeakyLegal,
    /// The deal gives the viewer another card.
    WrongDeal,
    /// What the others did is forgotten with what they hold.
    ForgetsCards,
    /// An observation is out of its range.
    OutOfRange,
    /// An observation leaves out the card.
    LossyObservation,
    /// An observation leaves a place as it was.
    StaleObservation,
    /// An observation that is written again shows what was there before.
    OldObservation,
    /// Two actions get the same name.
    LosesNames,
    /// The winner is paid twice.
    PaysTwice,
    /// The declared length is too short.
    TooShort,
    /// Bets are passes where nobody looks.
    Unruly,
    /// All actions have the same name.
    SameNames,
    /// The card of one seat is announced to both, although views do not show it.
    Gossip,
}

#[derive(Debug)]
struct Faulty {
    kuhn: Kuhn,
    fault: Fault,
    mood: AtomicU32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct FaultyView {
    kuhn: KuhnView,
    leak: Option<KuhnView>,
}

impl View for FaultyView {
    fn seat(&self) -> Seat {
        self.kuhn.seat()
    }
}

impl Faulty {
    fn is(&self, fault: Fault) -> bool {
        self.fault == fault
    }
}

fn is_watched<L: Listen<Event>>(_: &L) -> bool {
    L::WATCHED
}

impl Game for Faulty {
    type Setup = Fault;
    type State = State;
    type View = FaultyView;
    type Written = bool;
    type Event = Event;

    const NAME: &'static str = "faulty";
    const SUMMARY: &'static str = "Kuhn poker with something wrong";
    const RULES_VERSION: u32 = 1;
    const ACTIONS: usize = 2;
    const SCHEMA: Schema = Schema { omits: &["leak"], ..Kuhn::SCHEMA };

    fn new(fault: Fault) -> Result<Faulty, SetupError> {
        Ok(Faulty { kuhn: Kuhn::new(Default::default())?, fault, mood: AtomicU32::new(0) })
    }
    fn setup(&self) -> &Fault {
        &self.fault
    }
    fn presets() -> Vec<(&'static str, Fault)> {
        vec![("default", Fault::None)]
    }
    fn seats(&self) -> usize {
        self.kuhn.seats()
    }
    fn seat_name(&self, seat: Seat) -> String {
        self.kuhn.seat_name(seat)
    }
    fn teams(&self) -> Vec<SeatSet> {
        self.kuhn.teams()
    }
    fn longest(&self) -> usize {
        self.kuhn.longest() - usize::from(self.is(Fault::TooShort))
    }
    fn return_range(&self) -> RangeInclusive<f32> {
        self.kuhn.return_range()
    }
    fn return_sum(&self) -> Option<f32> {
        self.kuhn.return_sum()
    }
    fn start(&self) -> State {
        self.kuhn.start()
    }
    fn turn(&self, state: &State) -> Turn {
        self.kuhn.turn(state)
    }
    fn legal(&self, state: &State, seat: Seat) -> ActionSet {
        let king = format!("{:?}", self.kuhn.view(state, Seat(1 - seat.0))).contains("Some(2)");
        match self.fault {
            Fault::ForcedChoice => ActionSet::from_bits(0b01),
            Fault::UnknownAction => ActionSet::from_bits(0b1011),
            Fault::LeakyLegal if king => ActionSet::from_bits(0b01),
            _ => self.kuhn.legal(state, seat),
        }
    }
    fn renamings(&self) -> Vec<Renaming> {
        let mut renaming = Renaming::unchanged::<Faulty>(Seat(0));
        renaming.exchange_actions(Action(0), if self.is(Fault::LosesNames) { &[1, 1] } else { &[1, 0] });
        vec![renaming]
    }
    fn asks_forced(&self, _: &State, _: Seat) -> bool {
        self.is(Fault::LeakyLegal)
    }
    fn apply(&self, state: &mut State, joint: &Joint, listener: &mut impl Listen<Event>) {
        let mut joint = *joint;
        if self.is(Fault::Moody) && self.mood.fetch_add(1, Ordering::Relaxed).is_multiple_of(3) {
            for seat in self.kuhn.turn(state).acting().iter() {
                joint.set(seat, Action(1 - joint.of(seat).0));
            }
        }
        if self.is(Fault::Unruly) && !is_watched(listener) {
            self.kuhn.turn(state).acting().iter().for_each(|seat| joint.set(seat, Action(0)));
        }
        self.kuhn.apply(state, &joint, listener);
    }
    fn chance_total(&self, state: &State) -> u32 {
        self.kuhn.chance_total(state) + u32::from(self.is(Fault::WrongTotal))
    }
    fn outcomes(&self, state: &State, each: &mut impl FnMut(Outcome)) {
        self.kuhn.outcomes(state, each);
    }
    fn draw(&self, state: &State, rng: &mut Rng) -> u16 {
        let drawn = self.kuhn.draw(state, rng);
        if self.is(Fault::LoadedDice) { drawn.min(self.kuhn.draw(state, rng)) } else { drawn }
    }
    fn fall(&self, state: &mut State, id: u16, listener: &mut impl Listen<Event>) {
        if self.is(Fault::Gossip) {
            let mut told: Vec<(SeatSet, Event)> = Vec::new();
            self.kuhn.fall(state, id, &mut told);
            for (_, event) in told {
                listener.hear(SeatSet::first(2), event);
            }
        } else {
            self.kuhn.fall(state, id, listener);
        }
    }
    fn returns(&self, state: &State) -> Returns {
        self.kuhn
            .returns(state)
            .map(|paid| if self.is(Fault::PaysTwice) { paid.max(paid * 2.0) } else { paid })
    }
    fn view(&self, state: &State, seat: Seat) -> FaultyView {
        let of_state = if self.is(Fault::ForgetfulView) && self.kuhn.turn(state) != Turn::Chance {
            // The cards, without the bets.
            let mut deal = self.kuhn.start();
            for shown in [Seat(0), Seat(1)] {
                let text = format!("{:?}", self.kuhn.view(state, shown));
                let card = (0..3).find(|card| text.contains(&format!("Some({card})"))).expect("a card");
                self.kuhn.fall(&mut deal, card, &mut fogbound_env::Silence);
            }
            self.kuhn.view(&deal, seat)
        } else {
            self.kuhn.view(state, seat)
        };
        let leak = self.is(Fault::LeakyView).then(|| self.kuhn.view(state, Seat(1 - seat.0)));
        FaultyView { kuhn: of_state, leak }
    }
    fn observe(&self, view: &FaultyView, out: &mut [f32]) {
        let stale = out[0];
        self.kuhn.observe(&view.kuhn, out);
        match self.fault {
            Fault::StaleObservation => out[0] = stale,
            Fault::OutOfRange => out[0] = 1.5,
            Fault::LossyObservation => out[2..5].fill(0.0),
            _ => {}
        }
    }
    fn observe_again(&self, state: &State, seat: Seat, written: &mut bool, out: &mut [f32]) {
        if !(self.is(Fault::OldObservation) && *written) {
            self.observe(&self.view(state, seat), out);
        }
        *written = true;
    }
    fn forget(&self, state: &mut State, _: Seat) {
        if self.is(Fault::ForgetsCards) {
            *state = self.kuhn.start();
        }
    }

    fn deal(&self, view: &FaultyView, rng: &mut Rng) -> State {
        if self.is(Fault::WrongDeal) {
            let mut state = self.kuhn.start();
            for _ in 0..2 {
                let card = self.kuhn.draw(&state, rng);
                self.kuhn.fall(&mut state, card, &mut fogbound_env::Silence);
            }
            return state;
        }
        self.kuhn.deal(&view.kuhn, rng)
    }
    fn show_action(&self, view: &FaultyView, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        if self.is(Fault::SameNames) {
            out.write_str("move")
        } else {
            self.kuhn.show_action(&view.kuhn, action, out)
        }
    }
    fn show_event(&self, view: &FaultyView, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result {
        self.kuhn.show_event(&view.kuhn, event, out)
    }
    fn show_view(&self, view: &FaultyView, out: &mut dyn fmt::Write) -> fmt::Result {
        self.kuhn.show_view(&view.kuhn, out)
    }
}

fn passes(fault: Fault, check: Check) -> bool {
    let game = Arc::new(Faulty::new(fault).expect("any fault can be had"));
    catch_unwind(AssertUnwindSafe(|| check.run(&game, 200))).is_ok()
}

#[test]
fn the_game_without_a_fault_passes() {
    for check in Check::ALL {
        assert!(passes(Fault::None, check), "{check:?}");
    }
}

#[test]
fn every_fault_is_found_by_the_check_that_looks_for_it() {
    let expected = [
        (Fault::Moody, Check::History),
        (Fault::ForcedChoice, Check::Choices),
        (Fault::UnknownAction, Check::Choices),
        (Fault::WrongTotal, Check::Chance),
        (Fault::LoadedDice, Check::Chance),
        (Fault::LeakyView, Check::NoLeak),
        (Fault::LeakyView, Check::Deals),
        (Fault::ForgetfulView, Check::NoLeak),
        (Fault::LeakyLegal, Check::NoLeak),
        (Fault::LeakyLegal, Check::Deals),
        (Fault::Gossip, Check::NoLeak),
        (Fault::WrongDeal, Check::Deals),
        (Fault::ForgetsCards, Check::Deals),
        (Fault::OutOfRange, Check::Observation),
        (Fault::LossyObservation, Check::Observation),
        (Fault::StaleObservation, Check::Observation),
        (Fault::OldObservation, Check::Observation),
        (Fault::OldObservation, Check::Batches),
        (Fault::LosesNames, Check::Observation),
        (Fault::PaysTwice, Check::Returns),
        (Fault::TooShort, Check::Returns),
        (Fault::Unruly, Check::Returns),
        (Fault::SameNames, Check::Text),
    ];
    for (fault, check) in expected {
        assert!(!passes(fault, check), "{check:?} does not find {fault:?}");
    }
}
