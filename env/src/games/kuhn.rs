//! Kuhn poker: three cards, one bet, the smallest game with a bluff in it.
//!
//! Both seats put one chip into the pot and get one of the cards jack, queen and king. In turn they pass or bet
//! one chip more. A pass after a bet folds; when both pass or both bet, the higher card wins the pot.
//!
//! This file is also the shortest example of [`Game`]; `docs/guide/add-a-game.md` walks through it.

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::{
    Action, ActionSet, Field, Fingerprint, Game, Joint, Listen, MAX_SEATS, Outcome, Returns, Rng, Schema,
    Seat, SeatSet, SetupError, Turn, View,
};

/// The rules of Kuhn poker. There is nothing to choose before play.
#[derive(Clone, Debug)]
pub struct Kuhn {
    setup: Setup,
}

/// Kuhn poker has no options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {}

/// Give up, or stay in for nothing.
const PASS: Action = Action(0);
/// Put one more chip into the pot.
const BET: Action = Action(1);

const SEATS: usize = 2;
const CARDS: [&str; 3] = ["jack", "queen", "king"];

/// What has been bet so far: at most three moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Bets {
    count: u8,
    /// Bit `i` is set if move `i` was a bet.
    bet: u8,
}

impl Bets {
    fn push(&mut self, action: Action) {
        self.bet |= u8::from(action == BET) << self.count;
        self.count += 1;
    }

    fn is_bet(self, i: u8) -> bool {
        self.bet >> i & 1 == 1
    }

    /// Betting ends after two moves, unless the second was a bet that the first seat has yet to answer.
    fn over(self) -> bool {
        self.count == 3 || self.count == 2 && (self.is_bet(0) || !self.is_bet(1))
    }

    fn words(self) -> impl Iterator<Item = &'static str> {
        (0..self.count).map(move |i| if self.is_bet(i) { "bet" } else { "pass" })
    }
}

/// Both cards and the bets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    cards: [Option<u8>; SEATS],
    bets: Bets,
}

/// One's own card and the bets.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KuhnView {
    seat: Seat,
    card: Option<u8>,
    bets: Bets,
}

impl KuhnView {
    /// The own card: 0 for the jack, 1 for the queen, 2 for the king.
    pub fn card(&self) -> Option<u8> {
        self.card
    }

    /// Whether the other seat has bet and waits for an answer.
    pub fn is_facing_bet(&self) -> bool {
        self.bets.count > 0 && self.bets.is_bet(self.bets.count - 1)
    }
}

impl View for KuhnView {
    fn seat(&self) -> Seat {
        self.seat
    }

    /// All of it fits into one word, which is digested in a third of the time.
    #[inline]
    fn key(&self) -> Fingerprint {
        let card = self.card.map_or(0, |card| card + 1);
        let bytes = [self.seat.0, card, self.bets.count, self.bets.bet, 0, 0, 0, 0];
        Fingerprint::default().then_word(u64::from_le_bytes(bytes))
    }
}

/// What is announced in Kuhn poker.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// To one seat: its card.
    Dealt(u8),
    /// To all: what a seat did.
    Moved(Seat, Action),
}

impl Game for Kuhn {
    type Setup = Setup;
    type State = State;
    type View = KuhnView;
    type Written = ();
    type Event = Event;

    const NAME: &'static str = "kuhn";
    const SUMMARY: &'static str = "Kuhn poker: three cards, one bet, one bluff";
    const RULES_VERSION: u32 = 1;
    const ACTIONS: usize = 2;
    const PLANS_AT_ONCE: bool = false;
    const SCHEMA: Schema = Schema {
        fields: &[
            Field::flags("seat", &[SEATS], "whose view it is, one-hot"),
            Field::flags("card", &[CARDS.len()], "own card, one-hot; all zero before the deal"),
            Field::flags("bets", &[3, 2], "for each move so far: passed, bet"),
        ],
        omits: &[],
    };

    fn new(setup: Setup) -> Result<Kuhn, SetupError> {
        Ok(Kuhn { setup })
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn presets() -> Vec<(&'static str, Setup)> {
        vec![("default", Setup {})]
    }

    fn seats(&self) -> usize {
        SEATS
    }

    fn seat_name(&self, seat: Seat) -> String {
        format!("player_{}", seat.0)
    }

    fn teams(&self) -> Vec<SeatSet> {
        vec![SeatSet::one(Seat(0)), SeatSet::one(Seat(1))]
    }

    fn longest(&self) -> usize {
        5
    }

    fn return_range(&self) -> RangeInclusive<f32> {
        -2.0..=2.0
    }

    fn return_sum(&self) -> Option<f32> {
        Some(0.0)
    }

    fn start(&self) -> State {
        State { cards: [None; SEATS], bets: Bets::default() }
    }

    fn turn(&self, state: &State) -> Turn {
        if state.cards[1].is_none() {
            Turn::Chance
        } else if state.bets.over() {
            Turn::Over
        } else {
            Turn::Act(SeatSet::one(Seat(state.bets.count % 2)))
        }
    }

    fn legal(&self, _: &State, _: Seat) -> ActionSet {
        ActionSet::from_bits(0b11)
    }

    fn apply(&self, state: &mut State, joint: &Joint, listener: &mut impl Listen<Event>) {
        let seat = Seat(state.bets.count % 2);
        state.bets.push(joint.of(seat));
        listener.hear(SeatSet::first(SEATS), Event::Moved(seat, joint.of(seat)));
    }

    fn chance_total(&self, state: &State) -> u32 {
        if state.cards[0].is_none() { 3 } else { 2 }
    }

    fn outcomes(&self, state: &State, each: &mut impl FnMut(Outcome)) {
        for card in 0..CARDS.len() as u8 {
            if state.cards[0] != Some(card) {
                each(Outcome { id: card.into(), weight: 1 });
            }
        }
    }

    fn fall(&self, state: &mut State, id: u16, listener: &mut impl Listen<Event>) {
        let seat = usize::from(state.cards[0].is_some());
        state.cards[seat] = Some(id as u8);
        listener.hear(SeatSet::one(Seat(seat as u8)), Event::Dealt(id as u8));
    }

    fn returns(&self, state: &State) -> Returns {
        let bets = state.bets;
        let first = match (bets.is_bet(0), bets.is_bet(1), bets.is_bet(2)) {
            (true, false, _) => 1.0,
            (false, true, false) => -1.0,
            (bet, answer, _) => {
                let stake = if bet || answer { 2.0 } else { 1.0 };
                if state.cards[0] > state.cards[1] { stake } else { -stake }
            }
        };
        let mut returns = [0.0; MAX_SEATS];
        (returns[0], returns[1]) = (first, 0.0 - first);
        returns
    }

    fn view(&self, state: &State, seat: Seat) -> KuhnView {
        KuhnView { seat, card: state.cards[seat.index()], bets: state.bets }
    }

    fn observe(&self, view: &KuhnView, out: &mut [f32]) {
        const CARD: usize = Kuhn::SCHEMA.start("card");
        const BETS: usize = Kuhn::SCHEMA.start("bets");
        out.fill(0.0);
        out[view.seat.index()] = 1.0;
        if let Some(card) = view.card {
            out[CARD + usize::from(card)] = 1.0;
        }
        for i in 0..view.bets.count {
            out[BETS + usize::from(i) * 2 + usize::from(view.bets.is_bet(i))] = 1.0;
        }
    }

    fn deal(&self, view: &KuhnView, rng: &mut Rng) -> State {
        let mut cards = [view.card; SEATS];
        let mut unseen = (0..CARDS.len() as u8).filter(|&card| Some(card) != view.card);
        cards[1 - view.seat.index()] = unseen.nth(rng.below(2) as usize);
        State { cards, bets: view.bets }
    }

    fn retrace(&self, state: &State, _: &[KuhnView], each: &mut impl FnMut(&State, Seat, Action)) {
        let mut past = State { bets: Bets::default(), ..state.clone() };
        for i in 0..state.bets.count {
            let action = if state.bets.is_bet(i) { BET } else { PASS };
            each(&past, Seat(i % 2), action);
            past.bets.push(action);
        }
    }

    fn show_action(&self, _: &KuhnView, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(if action == PASS { "pass" } else { "bet" })
    }

    fn show_event(&self, _: &KuhnView, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result {
        match event {
            Event::Dealt(card) => write!(out, "you are dealt the {}", CARDS[usize::from(*card)]),
            Event::Moved(seat, PASS) => write!(out, "{} passes", self.seat_name(*seat)),
            Event::Moved(seat, _) => write!(out, "{} bets", self.seat_name(*seat)),
        }
    }

    fn show_view(&self, view: &KuhnView, out: &mut dyn fmt::Write) -> fmt::Result {
        let card = view.card.map_or("no card yet", |card| CARDS[usize::from(card)]);
        let bets: Vec<_> = view.bets.words().collect();
        write!(out, "your card: {card}\nmoves so far: {}", bets.join(", "))
    }
}
