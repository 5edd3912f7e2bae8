//! Hidden bids that fit what was announced.

use super::{GoofspielView, MAX_CARDS, Won};
use crate::Rng;

/// What the result of a round with my bid `b` says about their bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clue {
    /// I bid no such card so far.
    None,
    /// I won with this card: theirs in that round is lower.
    Lower(usize),
    /// I lost with this card: theirs is higher.
    Higher(usize),
    /// Equal bids: theirs is this very card.
    Same(usize),
}

/// How many ways there are to give out the cards from some card on; see [`draw_bids`].
struct Ways {
    /// By card, then by cards set aside and open rounds: `aside * stride + open`.
    counts: [[u64; Ways::LAYER]; MAX_CARDS + 2],
    stride: usize,
}

/// Bids of the other seat, drawn so that every sequence that fits the announced results is equally likely: just as
/// likely as it is if the other seat bids at random.
///
/// The cards are given out in ascending order. When card `v` comes up, the rounds that I lost with a lower card are
/// *open*: any card from now on fits. The rounds that I won with a higher card fit as well, but which of them gets
/// the card is left open: the card is *set aside*, and when my winning card comes up, one of the cards set aside
/// goes to that round. So all that matters for counting is how many cards are set aside and how many rounds are
/// open, and both are small.
pub(super) fn draw_bids(view: &GoofspielView, cards: u8, rng: &mut Rng) -> [u8; MAX_CARDS] {
    let cards = usize::from(cards);
    let clues = clues(view);
    let ways = Ways::count(&clues, cards);
    let mut bids = [0; MAX_CARDS];
    let mut aside: Vec<u8> = Vec::with_capacity(MAX_CARDS);
    let mut open: Vec<usize> = Vec::with_capacity(MAX_CARDS);
    for (card, &clue) in clues.iter().enumerate().take(cards + 1).skip(1) {
        match clue {
            Clue::Same(round) => {
                bids[round] = card as u8;
                continue;
            }
            Clue::Lower(round) => {
                let pick = rng.below(aside.len() as u32) as usize;
                bids[round] = aside.swap_remove(pick);
            }
            Clue::Higher(_) | Clue::None => {}
        }
        let later_open = usize::from(matches!(clue, Clue::Higher(_)));
        let after = |aside: usize, open: usize| ways.at(card + 1, aside, open + later_open);
        let unused = after(aside.len(), open.len());
        let set_aside = after(aside.len() + 1, open.len());
        let to_open =
            open.len().checked_sub(1).map_or(0, |left| open.len() as u64 * after(aside.len(), left));
        let ticket = below_wide(unused + set_aside + to_open, rng);
        if ticket >= unused + set_aside {
            let pick = rng.below(open.len() as u32) as usize;
            bids[open.swap_remove(pick)] = card as u8;
        } else if ticket >= unused {
            aside.push(card as u8);
        }
        if let Clue::Higher(round) = clue {
            open.push(round);
        }
    }
    bids
}

/// For each of my cards, what its round says.
fn clues(view: &GoofspielView) -> [Clue; MAX_CARDS + 1] {
    let mut clues = [Clue::None; MAX_CARDS + 1];
    for round in 0..usize::from(view.open.rounds) {
        clues[usize::from(view.bids[round])] = match view.open.won[round] {
            Some(Won::By(seat)) if seat == view.seat => Clue::Lower(round),
            Some(Won::By(_)) => Clue::Higher(round),
            Some(Won::Nobody) => Clue::Same(round),
            None => Clue::None,
        };
    }
    clues
}

impl Ways {
    /// Up to 13 rounds are won or lost, and both numbers may be exceeded by one.
    const LAYER: usize = 8 * 9;

    fn count(clues: &[Clue; MAX_CARDS + 1], cards: usize) -> Ways {
        let lower = clues.iter().filter(|clue| matches!(clue, Clue::Lower(_))).count();
        let higher = clues.iter().filter(|clue| matches!(clue, Clue::Higher(_))).count();
        let mut ways = Ways { counts: [[0; Ways::LAYER]; MAX_CARDS + 2], stride: higher + 2 };
        // After the last card no card may be left aside and no round open.
        ways.counts[cards + 1][0] = 1;
        for card in (1..=cards).rev() {
            for aside in 0..=lower {
                for open in 0..=higher {
                    ways.counts[card][aside * ways.stride + open] =
                        ways.onward(clues[card], card, aside, open);
                }
            }
        }
        ways
    }

    fn at(&self, card: usize, aside: usize, open: usize) -> u64 {
        self.counts[card][aside * self.stride + open]
    }

    /// The count for `card`, from the counts for the next one.
    fn onward(&self, clue: Clue, card: usize, aside: usize, open: usize) -> u64 {
        let next = card + 1;
        // One of the cards set aside goes to the round that I won with this card.
        let (choices, aside) = match clue {
            Clue::Same(_) => return self.at(next, aside, open),
            Clue::Lower(_) if aside == 0 => return 0,
            Clue::Lower(_) => (aside as u64, aside - 1),
            Clue::Higher(_) | Clue::None => (1, aside),
        };
        let later_open = usize::from(matches!(clue, Clue::Higher(_)));
        let unused = self.at(next, aside, open + later_open);
        let set_aside = self.at(next, aside + 1, open + later_open);
        let to_open =
            open.checked_sub(1).map_or(0, |left| open as u64 * self.at(next, aside, left + later_open));
        choices * (unused + set_aside + to_open)
    }
}

/// A number in `0..n` for an `n` that may not fit into 32 bits.
fn below_wide(n: u64, rng: &mut Rng) -> u64 {
    if let Ok(n) = u32::try_from(n) {
        return rng.below(n).into();
    }
    let mask = u64::MAX >> n.leading_zeros();
    loop {
        let drawn = (u64::from(rng.bits()) << 32 | u64::from(rng.bits())) & mask;
        if drawn < n {
            return drawn;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::games::goofspiel::{Goofspiel, Prizes, Setup};
    use crate::{Action, Game, Joint, Rng, Seat, Silence};

    /// All bids of seat 1 that give seat 0 the same results, by trying every order of the cards.
    fn fitting(game: &Goofspiel, mine: &[u8], view: &GoofspielView) -> Vec<[u8; MAX_CARDS]> {
        fn orders(left: &[u8], length: usize) -> Vec<Vec<u8>> {
            if length == 0 {
                return vec![vec![]];
            }
            let extend = |&card: &u8| {
                let rest: Vec<u8> = left.iter().copied().filter(|&other| other != card).collect();
                orders(&rest, length - 1).into_iter().map(move |order| [vec![card], order].concat())
            };
            left.iter().flat_map(extend).collect()
        }
        let deck: Vec<u8> = (1..=game.setup().cards).collect();
        let fits = |order: &Vec<u8>| game.view(&play(game, mine, order), Seat(0)) == *view;
        let pad = |order: Vec<u8>| std::array::from_fn(|i| order.get(i).copied().unwrap_or(0));
        orders(&deck, mine.len()).into_iter().filter(fits).map(pad).collect()
    }

    fn play(game: &Goofspiel, mine: &[u8], theirs: &[u8]) -> super::super::State {
        let mut state = game.start();
        for (&mine, &theirs) in mine.iter().zip(theirs) {
            let mut joint = Joint::one(Seat(0), Action(u16::from(mine) - 1));
            joint.set(Seat(1), Action(u16::from(theirs) - 1));
            game.apply(&mut state, &joint, &mut Silence);
        }
        state
    }

    #[test]
    fn every_fitting_sequence_is_equally_likely() {
        let setup = Setup { cards: 6, prizes: Prizes::Ascending, ..Setup::default() };
        let game = Goofspiel::new(setup).unwrap();
        let mut rng = Rng::new(5);
        for (mine, theirs) in
            [([3, 5, 1, 4], [2, 6, 4, 1]), ([2, 6, 4, 1], [2, 5, 3, 6]), ([6, 1, 3, 5], [5, 2, 3, 4])]
        {
            let view = game.view(&play(&game, &mine, &theirs), Seat(0));
            let fitting = fitting(&game, &mine, &view);
            let mut seen: BTreeMap<[u8; MAX_CARDS], f64> = fitting.iter().map(|bids| (*bids, 0.0)).collect();
            let draws = 400.0 * fitting.len() as f64;
            for _ in 0..draws as u32 {
                *seen.get_mut(&draw_bids(&view, 6, &mut rng)).expect("a drawn sequence fits") += 1.0;
            }
            // Chi-squared has mean n - 1 and standard deviation sqrt(2(n - 1)): allow four of them.
            let chi2: f64 = seen.values().map(|count| (count - 400.0).powi(2) / 400.0).sum();
            let free = fitting.len() as f64 - 1.0;
            assert!(chi2 < free + 4.0 * (2.0 * free).sqrt() + 1.0, "{chi2} for {free}: {seen:?}");
        }
    }
}
