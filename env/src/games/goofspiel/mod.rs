//! Goofspiel: bid for prizes with cards of which nobody sees yours in time.
//!
//! Each seat holds the cards 1 to n. Each round a prize card is turned; both bid one card face down, the higher
//! bid wins the prize's points, equal bids lose it for both. With hidden bids only the winner of each round is
//! announced; with open bids the cards are shown. Whoever has more points at the end wins.

mod deal;

use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use self::deal::draw_bids;
use crate::{
    Action, ActionSet, Field, Game, Joint, Listen, MAX_SEATS, Outcome, Returns, Rng, Schema, Seat, SeatSet,
    SetupError, Turn, View,
};

const SEATS: usize = 2;
const MAX_CARDS: usize = 13;
const BOTH: SeatSet = SeatSet::first(SEATS);

/// The rules of Goofspiel for one setup.
#[derive(Clone, Debug)]
pub struct Goofspiel {
    setup: Setup,
}

/// The options of Goofspiel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// Cards in each hand, 3 to 13; also the number of prizes and of rounds.
    pub cards: u8,
    /// The order in which the prizes come.
    pub prizes: Prizes,
    /// What is announced of the bids.
    pub bids: Bids,
    /// What a game pays.
    pub payoff: Payoff,
}

/// The order in which the prizes come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prizes {
    /// Smallest first.
    Ascending,
    /// Largest first.
    Descending,
    /// Shuffled; each is turned at the start of its round.
    Random,
}

/// What is announced of the bids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bids {
    /// Only who won the round.
    Hidden,
    /// Both cards.
    Open,
}

/// What a game pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Payoff {
    /// 1 for more points, -1 for fewer, 0 for as many.
    Win,
    /// The difference in points.
    Points,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { cards: 13, prizes: Prizes::Random, bids: Bids::Hidden, payoff: Payoff::Win }
    }
}

/// Who won a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Won {
    /// This seat.
    By(Seat),
    /// Nobody: equal bids.
    Nobody,
}

/// What both seats know: the prizes so far, and who won them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Open {
    /// Rounds that are over.
    rounds: u8,
    /// Prize of each round up to the current one, 0 where none is turned yet.
    prizes: [u8; MAX_CARDS],
    won: [Option<Won>; MAX_CARDS],
    points: [u8; SEATS],
}

/// Cards as a set: bit `i` is the card worth `i + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
struct Hand(u16);

impl Hand {
    const fn full(cards: u8) -> Hand {
        Hand(((1u32 << cards) - 1) as u16)
    }

    fn without(self, card: u8) -> Hand {
        Hand(self.0 & !(1 << (card - 1)))
    }

    fn has(self, card: u8) -> bool {
        self.0 >> (card - 1) & 1 == 1
    }

    fn cards(self) -> impl Iterator<Item = u8> {
        (1..=MAX_CARDS as u8).filter(move |&card| self.has(card))
    }

    fn lowest(self) -> u8 {
        self.0.trailing_zeros() as u8 + 1
    }
}

/// Everything, both seats' bids included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    open: Open,
    /// Prizes that have not been turned.
    deck: Hand,
    hands: [Hand; SEATS],
    /// Card bid by each seat in each round that is over, 0 elsewhere.
    bids: [[u8; MAX_CARDS]; SEATS],
}

/// The rounds as both seats know them, and one's own bids (and the other's, if bids are open).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GoofspielView {
    seat: Seat,
    open: Open,
    hand: Hand,
    bids: [u8; MAX_CARDS],
    their_bids: Option<[u8; MAX_CARDS]>,
}

impl GoofspielView {
    /// The prize that is bid for, if one is turned.
    pub fn prize(&self) -> Option<u8> {
        self.open.prizes.get(usize::from(self.open.rounds)).copied().filter(|&prize| prize > 0)
    }

    /// Whether a prize is still to come.
    pub fn is_to_come(&self, prize: u8) -> bool {
        !self.open.prizes.contains(&prize)
    }

    /// Points so far, own first.
    pub fn points(&self) -> [u8; SEATS] {
        let me = self.seat.index();
        [self.open.points[me], self.open.points[1 - me]]
    }
}

impl View for GoofspielView {
    fn seat(&self) -> Seat {
        self.seat
    }
}

/// What is announced in Goofspiel.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// To all: the prize of the coming round.
    Prize(u8),
    /// To all, if bids are open: both cards.
    Bids([u8; SEATS]),
    /// To all: the prize went to somebody, or to nobody.
    Won {
        /// What was bid for.
        prize: u8,
        /// Who got it.
        by: Won,
    },
}

impl Goofspiel {
    /// The prize of round `round` if the order is fixed.
    fn fixed_prize(&self, round: u8) -> Option<u8> {
        let cards = self.setup.cards;
        match self.setup.prizes {
            Prizes::Ascending => Some(round + 1),
            Prizes::Descending => Some(cards - round),
            Prizes::Random => None,
        }
    }

    fn turn_prize(state: &mut State, prize: u8, listener: &mut impl Listen<Event>) {
        state.open.prizes[usize::from(state.open.rounds)] = prize;
        state.deck = state.deck.without(prize);
        listener.hear(BOTH, Event::Prize(prize));
    }

    /// Both bids are on the table: settle the round.
    #[inline]
    fn settle(&self, state: &mut State, bids: [u8; SEATS], listener: &mut impl Listen<Event>) {
        let round = usize::from(state.open.rounds);
        let prize = state.open.prizes[round];
        for (seat, &bid) in bids.iter().enumerate() {
            state.bids[seat][round] = bid;
            state.hands[seat] = state.hands[seat].without(bid);
        }
        let by = match bids[0].cmp(&bids[1]) {
            Ordering::Greater => Won::By(Seat(0)),
            Ordering::Less => Won::By(Seat(1)),
            Ordering::Equal => Won::Nobody,
        };
        if let Won::By(seat) = by {
            state.open.points[seat.index()] += prize;
        }
        state.open.won[round] = Some(by);
        state.open.rounds += 1;
        if self.setup.bids == Bids::Open {
            listener.hear(BOTH, Event::Bids(bids));
        }
        listener.hear(BOTH, Event::Won { prize, by });
    }

    /// Turns prizes and plays last cards that leave nothing to choose.
    #[inline]
    fn advance(&self, state: &mut State, listener: &mut impl Listen<Event>) {
        let round = state.open.rounds;
        if round == self.setup.cards {
            return;
        }
        let last = round + 1 == self.setup.cards;
        if let Some(prize) = self.fixed_prize(round) {
            Goofspiel::turn_prize(state, prize, listener);
        } else if last {
            Goofspiel::turn_prize(state, state.deck.lowest(), listener);
        }
        if last {
            self.settle(state, state.hands.map(Hand::lowest), listener);
        }
    }
}

impl Game for Goofspiel {
    type Setup = Setup;
    type State = State;
    type View = GoofspielView;
    type Written = ();
    type Event = Event;

    const NAME: &'static str = "goofspiel";
    const SUMMARY: &'static str = "Goofspiel: bid for prizes with cards laid face down at the same time";
    const RULES_VERSION: u32 = 1;
    const ACTIONS: usize = MAX_CARDS;
    const SCHEMA: Schema = Schema {
        fields: &[
            Field::flags("seat", &[SEATS], "whose view it is, one-hot"),
            Field::flags("hand", &[MAX_CARDS], "cards still in the own hand"),
            Field::flags("prize", &[MAX_CARDS], "prize being bid for, one-hot; all zero between rounds"),
            Field {
                name: "bid_in",
                shape: &[MAX_CARDS],
                range: (0.0, 1.0),
                meaning: "for each own card the round it was bid in, divided by 13; 0 if it was not",
            },
            Field {
                name: "their_bid_in",
                shape: &[MAX_CARDS],
                range: (0.0, 1.0),
                meaning: "the same for the other seat, if bids are open",
            },
            Field {
                name: "prize_in",
                shape: &[MAX_CARDS],
                range: (0.0, 1.0),
                meaning: "for each prize the round it was turned in, divided by 13; 0 if it was not",
            },
            Field {
                name: "prize_won",
                shape: &[MAX_CARDS],
                range: (-1.0, 1.0),
                meaning: "for each prize 1 if won, -1 if lost, 0 if undecided or nobody's",
            },
            Field {
                name: "points",
                shape: &[SEATS],
                range: (0.0, 1.0),
                meaning: "points so far, own first, divided by 91",
            },
        ],
        omits: &[],
    };

    fn new(setup: Setup) -> Result<Goofspiel, SetupError> {
        if !(3..=MAX_CARDS as u8).contains(&setup.cards) {
            return Err(SetupError::value("cards", setup.cards, "a number from 3 to 13"));
        }
        Ok(Goofspiel { setup })
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn presets() -> Vec<(&'static str, Setup)> {
        let default = Setup::default();
        let tiny = Setup { cards: 3, prizes: Prizes::Descending, ..default.clone() };
        let small = Setup { cards: 4, ..tiny.clone() };
        let open = Setup { bids: Bids::Open, ..default.clone() };
        vec![("default", default), ("tiny", tiny), ("small", small), ("open", open)]
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
        2 * (usize::from(self.setup.cards) - 1)
    }

    fn return_range(&self) -> RangeInclusive<f32> {
        match self.setup.payoff {
            Payoff::Win => -1.0..=1.0,
            Payoff::Points => {
                let cards = f32::from(self.setup.cards);
                let all = cards * (cards + 1.0) / 2.0;
                -all..=all
            }
        }
    }

    fn return_sum(&self) -> Option<f32> {
        Some(0.0)
    }

    fn start(&self) -> State {
        let full = Hand::full(self.setup.cards);
        let open = Open { rounds: 0, prizes: [0; MAX_CARDS], won: [None; MAX_CARDS], points: [0; SEATS] };
        let mut state = State { open, deck: full, hands: [full; SEATS], bids: [[0; MAX_CARDS]; SEATS] };
        self.advance(&mut state, &mut crate::Silence);
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        let round = state.open.rounds;
        if round == self.setup.cards {
            Turn::Over
        } else if state.open.prizes[usize::from(round)] == 0 {
            Turn::Chance
        } else {
            Turn::Act(BOTH)
        }
    }

    #[inline]
    fn legal(&self, state: &State, seat: Seat) -> ActionSet {
        ActionSet::from_bits(state.hands[seat.index()].0.into())
    }

    #[inline]
    fn apply(&self, state: &mut State, joint: &Joint, listener: &mut impl Listen<Event>) {
        let bid = |seat| joint.of(Seat(seat)).0 as u8 + 1;
        self.settle(state, [bid(0), bid(1)], listener);
        self.advance(state, listener);
    }

    #[inline]
    fn chance_total(&self, state: &State) -> u32 {
        state.deck.0.count_ones()
    }

    #[inline]
    fn outcomes(&self, state: &State, each: &mut impl FnMut(Outcome)) {
        state.deck.cards().for_each(|prize| each(Outcome { id: prize.into(), weight: 1 }));
    }

    #[inline]
    fn fall(&self, state: &mut State, id: u16, listener: &mut impl Listen<Event>) {
        Goofspiel::turn_prize(state, id as u8, listener);
    }

    fn returns(&self, state: &State) -> Returns {
        let [mine, theirs] = state.open.points.map(f32::from);
        let first = match self.setup.payoff {
            Payoff::Win if mine == theirs => 0.0,
            Payoff::Win => (mine - theirs).signum(),
            Payoff::Points => mine - theirs,
        };
        let mut returns = [0.0; MAX_SEATS];
        (returns[0], returns[1]) = (first, 0.0 - first);
        returns
    }

    fn view(&self, state: &State, seat: Seat) -> GoofspielView {
        let me = seat.index();
        let shown = self.setup.bids == Bids::Open;
        GoofspielView {
            seat,
            open: state.open,
            hand: state.hands[me],
            bids: state.bids[me],
            their_bids: shown.then(|| state.bids[1 - me]),
        }
    }

    fn observe(&self, view: &GoofspielView, out: &mut [f32]) {
        const HAND: usize = Goofspiel::SCHEMA.start("hand");
        const PRIZE: usize = Goofspiel::SCHEMA.start("prize");
        const BID_IN: usize = Goofspiel::SCHEMA.start("bid_in");
        const THEIR_BID_IN: usize = Goofspiel::SCHEMA.start("their_bid_in");
        const PRIZE_IN: usize = Goofspiel::SCHEMA.start("prize_in");
        const PRIZE_WON: usize = Goofspiel::SCHEMA.start("prize_won");
        const POINTS: usize = Goofspiel::SCHEMA.start("points");
        const ALL_POINTS: f32 = 91.0;
        out.fill(0.0);

        let (open, me) = (&view.open, view.seat.index());
        out[me] = 1.0;
        for card in view.hand.cards() {
            out[HAND + usize::from(card) - 1] = 1.0;
        }
        for round in 0..=usize::from(open.rounds).min(MAX_CARDS - 1) {
            let when = (round + 1) as f32 / MAX_CARDS as f32;
            let mut mark = |start: usize, card: u8| {
                if card > 0 {
                    out[start + usize::from(card) - 1] = when;
                }
            };
            mark(BID_IN, view.bids[round]);
            mark(THEIR_BID_IN, view.their_bids.map_or(0, |bids| bids[round]));
            mark(PRIZE_IN, open.prizes[round]);
            let Some(prize) = usize::from(open.prizes[round]).checked_sub(1) else { continue };
            match open.won[round] {
                Some(Won::By(seat)) => out[PRIZE_WON + prize] = if seat == view.seat { 1.0 } else { -1.0 },
                Some(Won::Nobody) => {}
                None => out[PRIZE + prize] = 1.0,
            }
        }
        out[POINTS] = f32::from(open.points[me]) / ALL_POINTS;
        out[POINTS + 1] = f32::from(open.points[1 - me]) / ALL_POINTS;
    }

    /// Draws the other seat's bids so that every sequence that gives the announced results is equally likely.
    fn deal(&self, view: &GoofspielView, rng: &mut Rng) -> State {
        let (me, them) = (view.seat.index(), 1 - view.seat.index());
        let full = Hand::full(self.setup.cards);
        let theirs = view.their_bids.unwrap_or_else(|| draw_bids(view, self.setup.cards, rng));
        let mut state = State { open: view.open, deck: full, hands: [full; SEATS], bids: [view.bids; SEATS] };
        state.bids[them] = theirs;
        state.hands[me] = view.hand;
        state.hands[them] = theirs.into_iter().filter(|&bid| bid > 0).fold(full, Hand::without);
        state.deck = view.open.prizes.into_iter().filter(|&prize| prize > 0).fold(full, Hand::without);
        state
    }

    fn retrace(&self, state: &State, _: &[GoofspielView], each: &mut impl FnMut(&State, Seat, Action)) {
        let mut past = self.start();
        // The last cards are not chosen.
        for round in 0..usize::from(state.open.rounds.min(self.setup.cards - 1)) {
            if self.turn(&past) == Turn::Chance {
                Goofspiel::turn_prize(&mut past, state.open.prizes[round], &mut crate::Silence);
            }
            let bids = [0, 1].map(|seat| Action(u16::from(state.bids[seat][round]) - 1));
            let mut joint = Joint::NONE;
            for (seat, bid) in BOTH.iter().zip(bids) {
                each(&past, seat, bid);
                joint.set(seat, bid);
            }
            self.apply(&mut past, &joint, &mut crate::Silence);
        }
    }

    fn show_action(&self, _: &GoofspielView, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "bid {}", action.0 + 1)
    }

    fn show_event(&self, _: &GoofspielView, event: &Event, out: &mut dyn fmt::Write) -> fmt::Result {
        match *event {
            Event::Prize(prize) => write!(out, "the prize is {prize}"),
            Event::Bids([first, second]) => write!(out, "the bids are {first} and {second}"),
            Event::Won { prize, by: Won::By(seat) } => write!(out, "{} wins {prize}", self.seat_name(seat)),
            Event::Won { prize, by: Won::Nobody } => write!(out, "equal bids: nobody wins {prize}"),
        }
    }

    fn show_view(&self, view: &GoofspielView, out: &mut dyn fmt::Write) -> fmt::Result {
        let (open, me) = (&view.open, view.seat.index());
        let hand: Vec<_> = view.hand.cards().map(|card| card.to_string()).collect();
        if let Some(&prize) = open.prizes.get(usize::from(open.rounds)).filter(|&&prize| prize > 0) {
            writeln!(out, "prize: {prize}")?;
        }
        writeln!(out, "your hand: {}", hand.join(" "))?;
        write!(out, "points: {} yours, {} theirs", open.points[me], open.points[1 - me])
    }
}
