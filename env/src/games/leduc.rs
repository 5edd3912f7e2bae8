//! Leduc poker: six cards, two rounds of betting, one card for all to see.
//!
//! Both seats put one chip into the pot and get one of six cards: jack, queen and king in two suits. A round of
//! betting follows, then a card for all is turned, then another round. A raise is two chips in the first round
//! and four in the second, and each round has at most two. Whoever pairs the open card wins, otherwise the higher
//! card; equal cards split the pot.

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::{
    Action, ActionSet, Field, Game, Joint, Listen, MAX_SEATS, Outcome, Returns, Rng, Schema, Seat, SeatSet,
    SetupError, Turn, View,
};

/// The rules of Leduc poker. There is nothing to choose before play.
#[derive(Clone, Debug)]
pub struct Leduc {
    setup: Setup,
}

/// Leduc poker has no options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {}

/// Give up the pot.
const FOLD: Action = Action(0);
/// Match what the other seat has put in, which may be nothing.
const CALL: Action = Action(1);
/// Match it and put in more.
const RAISE: Action = Action(2);

const SEATS: usize = 2;
const DECK: usize = 6;
const ROUNDS: usize = 2;
/// Chips that a raise adds, by round.
const RAISE_CHIPS: [u8; ROUNDS] = [2, 4];
const MAX_RAISES: u8 = 2;
/// The longest round of betting: check, raise, raise, call.
const MAX_MOVES: usize = 4;
/// Ante and two raises in either round.
const MOST_CHIPS: f32 = 13.0;

/// One of the six cards; two neighbours have the same rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Card(u8);

impl Card {
    fn all() -> impl Iterator<Item = Card> {
        (0..DECK as u8).map(Card)
    }

    fn rank(self) -> u8 {
        self.0 / 2
    }

    fn index(self) -> usize {
        self.0.into()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = ["jack", "queen", "king"][usize::from(self.rank())];
        write!(f, "{rank} of {}", ["spades", "hearts"][self.index() % 2])
    }
}

/// All that has been bet, and what follows from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Betting {
    /// Action numbers by round and move; `NO_MOVE` where there was none.
    moves: [[u8; MAX_MOVES]; ROUNDS],
    round: u8,
    /// Moves and raises of the current round.
    count: u8,
    raises: u8,
    /// Chips that each seat has put in.
    chips: [u8; SEATS],
    folded: bool,
    /// Both rounds are done, or somebody folded.
    over: bool,
}

const NO_MOVE: u8 = 3;

impl Betting {
    fn new() -> Betting {
        Betting {
            moves: [[NO_MOVE; MAX_MOVES]; ROUNDS],
            round: 0,
            count: 0,
            raises: 0,
            chips: [1; SEATS],
            folded: false,
            over: false,
        }
    }

    /// Seat 0 opens each round.
    fn actor(&self) -> usize {
        usize::from(self.count % 2)
    }

    fn play(&mut self, action: Action) {
        let (me, round) = (self.actor(), usize::from(self.round));
        self.moves[round][usize::from(self.count)] = action.0 as u8;
        self.count += 1;
        let owed = self.chips[1 - me];
        match action {
            FOLD => (self.folded, self.over) = (true, true),
            RAISE => {
                self.raises += 1;
                self.chips[me] = owed + RAISE_CHIPS[round];
            }
            // A call ends the round, but for the check that opens it.
            _ => {
                self.chips[me] = owed;
                if self.count > 1 {
                    if round + 1 == ROUNDS {
                        self.over = true;
                    } else {
                        (self.round, self.count, self.raises) = (self.round + 1, 0, 0);
                    }
                }
            }
        }
    }
}

/// The cards and the betting.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    cards: [Option<Card>; SEATS],
    open: Option<Card>,
    betting: Betting,
}

impl State {
    fn dealt(&self) -> [Option<Card>; 3] {
        [self.cards[0], self.cards[1], self.open]
    }

    fn deck(&self) -> impl Iterator<Item = Card> + use<> {
        let dealt = self.dealt();
        Card::all().filter(move |&card| !dealt.contains(&Some(card)))
    }
}

/// One's own card, the open one, and the betting.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LeducView {
    seat: Seat,
    card: Option<Card>,
    open: Option<Card>,
    betting: Betting,
}

impl LeducView {
    /// Rank of the own card: 0 for a jack, 1 for a queen, 2 for a king.
    pub fn rank(&self) -> Option<u8> {
        self.card.map(Card::rank)
    }

    /// Rank of the open card.
    pub fn open_rank(&self) -> Option<u8> {
        self.open.map(Card::rank)
    }

    /// Raises in this round of betting.
    pub fn raises(&self) -> u8 {
        self.betting.raises
    }

    /// Chips that each seat has put in, own first.
    pub fn chips(&self) -> [u8; SEATS] {
        let me = self.seat.index();
        [self.betting.chips[me], self.betting.chips[1 - me]]
    }
}

impl View for LeducView {
    fn seat(&self) -> Seat {
        self.seat
    }
}

/// What is announced in Leduc poker.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// To one seat: its card.
    Dealt(Card),
    /// To all: the open card.
    Opened(Card),
    /// To all: what a seat did.
    Moved(Seat, Action),
}

impl Game for Leduc {
    type Setup = Setup;
    type State = State;
    type View = LeducView;
    type Written = ();
    type Event = Event;

    const NAME: &'static str = "leduc";
    const SUMMARY: &'static str = "Leduc poker: six cards, two rounds of betting, one open card";
    const RULES_VERSION: u32 = 1;
    const ACTIONS: usize = 3;
    const PLANS_AT_ONCE: bool = false;
    const SCHEMA: Schema = Schema {
        fields: &[
            Field::flags("seat", &[SEATS], "whose view it is, one-hot"),
            Field::flags("card", &[DECK], "own card, one-hot; all zero before the deal"),
            Field::flags("open", &[DECK], "the card for all, one-hot; all zero in the first round"),
            Field::flags("moves", &[ROUNDS, MAX_MOVES, 3], "for each move: folded, called, raised"),
            Field {
                name: "chips",
                shape: &[SEATS],
                range: (0.0, 1.0),
                meaning: "share of 13 chips, own first",
            },
        ],
        omits: &[],
    };

    fn new(setup: Setup) -> Result<Leduc, SetupError> {
        Ok(Leduc { setup })
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
        3 + ROUNDS * MAX_MOVES
    }

    fn return_range(&self) -> RangeInclusive<f32> {
        -MOST_CHIPS..=MOST_CHIPS
    }

    fn return_sum(&self) -> Option<f32> {
        Some(0.0)
    }

    fn start(&self) -> State {
        State { cards: [None; SEATS], open: None, betting: Betting::new() }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        let betting = &state.betting;
        if state.cards[1].is_none() {
            Turn::Chance
        } else if betting.over {
            Turn::Over
        } else if betting.round == 1 && state.open.is_none() {
            Turn::Chance
        } else {
            Turn::Act(SeatSet::one(Seat(betting.actor() as u8)))
        }
    }

    #[inline]
    fn legal(&self, state: &State, seat: Seat) -> ActionSet {
        let betting = &state.betting;
        let facing_a_raise = betting.chips[seat.index()] < betting.chips[1 - seat.index()];
        let may_raise = betting.raises < MAX_RAISES;
        let bit = |action: Action, allowed: bool| u64::from(allowed) << action.0;
        ActionSet::from_bits(bit(FOLD, facing_a_raise) | bit(CALL, true) | bit(RAISE, may_raise))
    }

    #[inline]
    fn apply(&self, state: &mut State, joint: &Joint, listener: &mut impl Listen<Event>) {
        let seat = Seat(state.betting.actor() as u8);
        state.betting.play(joint.of(seat));
        listener.hear(SeatSet::first(SEATS), Event::Moved(seat, joint.of(seat)));
    }

    #[inline]
    fn chance_total(&self, state: &State) -> u32 {
        (DECK - state.dealt().iter().flatten().count()) as u32
    }

    #[inline]
    fn outcomes(&self, state: &State, each: &mut impl FnMut(Outcome)) {
        state.deck().for_each(|card| each(Outcome { id: card.0.into(), weight: 1 }));
    }

    #[inline]
    fn fall(&self, state: &mut State, id: u16, listener: &mut impl Listen<Event>) {
        let card = Card(id as u8);
        if let Some(seat) = state.cards.iter().position(Option::is_none) {
            state.cards[seat] = Some(card);
            listener.hear(SeatSet::one(Seat(seat as u8)), Event::Dealt(card));
        } else {
            state.open = Some(card);
            listener.hear(SeatSet::first(SEATS), Event::Opened(card));
        }
    }

    fn returns(&self, state: &State) -> Returns {
        let betting = &state.betting;
        let strength = |seat: usize| {
            let rank = state.cards[seat].map(Card::rank);
            (rank == state.open.map(Card::rank), rank)
        };
        let winner = if betting.folded {
            // The one who folded moved last.
            Some(betting.actor())
        } else {
            match strength(0).cmp(&strength(1)) {
                std::cmp::Ordering::Greater => Some(0),
                std::cmp::Ordering::Less => Some(1),
                std::cmp::Ordering::Equal => None,
            }
        };
        let mut returns = [0.0; MAX_SEATS];
        if let Some(winner) = winner {
            let lost = f32::from(betting.chips[1 - winner]);
            (returns[winner], returns[1 - winner]) = (lost, -lost);
        }
        returns
    }

    fn view(&self, state: &State, seat: Seat) -> LeducView {
        let betting = state.betting.clone();
        LeducView { seat, card: state.cards[seat.index()], open: state.open, betting }
    }

    fn observe(&self, view: &LeducView, out: &mut [f32]) {
        const CARD: usize = Leduc::SCHEMA.start("card");
        const OPEN: usize = Leduc::SCHEMA.start("open");
        const MOVES: usize = Leduc::SCHEMA.start("moves");
        const CHIPS: usize = Leduc::SCHEMA.start("chips");
        let me = view.seat.index();
        out.fill(0.0);
        out[me] = 1.0;
        if let Some(card) = view.card {
            out[CARD + card.index()] = 1.0;
        }
        if let Some(card) = view.open {
            out[OPEN + card.index()] = 1.0;
        }
        for (i, &action) in view.betting.moves.as_flattened().iter().enumerate() {
            if action != NO_MOVE {
                out[MOVES + i * 3 + usize::from(action)] = 1.0;
            }
        }
        out[CHIPS] = f32::from(view.betting.chips[me]) / MOST_CHIPS;
        out[CHIPS + 1] = f32::from(view.betting.chips[1 - me]) / MOST_CHIPS;
    }

    fn deal(&self, view: &LeducView, rng: &mut Rng) -> State {
        let mut state = State { cards: [None; SEATS], open: view.open, betting: view.betting.clone() };
        state.cards[view.seat.index()] = view.card;
        let unseen = rng.below(self.chance_total(&state)) as usize;
        state.cards[1 - view.seat.index()] = state.deck().nth(unseen);
        state
    }

    fn retrace(&self, state: &State, _: &[LeducView], each: &mut impl FnMut(&State, Seat, Action)) {
        let mut past = State { open: None, betting: Betting::new(), ..state.clone() };
        for (round, moves) in state.betting.moves.iter().enumerate() {
            past.open = state.open.filter(|_| round > 0);
            for &action in moves.iter().filter(|&&action| action != NO_MOVE) {
                let action = Action(action.into());
                each(&past, Seat(past.betting.actor() as u8), action);
                past.betting.play(action);
            }
        }
    }

    fn show_action(&self, view: &LeducView, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        let chips = view.betting.chips;
        out.write_str(match action {
            FOLD => "fold",
            RAISE => "raise",
            _ if chips[0] == chips[1] => "check",
            _ => "call",
        })
    }

    fn show_event(&self, _: &LeducView, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result {
        match *event {
            Event::Dealt(card) => write!(out, "you are dealt the {card}"),
            Event::Opened(card) => write!(out, "the {card} is opened"),
            Event::Moved(seat, action) => {
                let verb = ["folds", "calls", "raises"].get(action.index()).unwrap_or(&"moves");
                write!(out, "{} {verb}", self.seat_name(seat))
            }
        }
    }

    fn show_view(&self, view: &LeducView, out: &mut dyn fmt::Write) -> fmt::Result {
        let name = |card: Option<Card>| card.map_or("none yet".to_string(), |card| card.to_string());
        let me = view.seat.index();
        let chips = view.betting.chips;
        writeln!(out, "your card: {}", name(view.card))?;
        writeln!(out, "open card: {}", name(view.open))?;
        write!(out, "in the pot: {} yours, {} theirs", chips[me], chips[1 - me])
    }
}
