//! Names that can be exchanged: survivors who are alike, a table that can be turned.

use crate::action::Action;
use crate::game::Game;
use crate::seat::Seat;

/// Other names for what one seat sees and does, under which the game is the same game: what was seen becomes what
/// could have been seen as well, and what was done is as good there.
///
/// Whoever learns from decisions can learn from each of them under other names, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renaming {
    seat: Seat,
    observation: Vec<u16>,
    actions: Vec<u16>,
}

impl Renaming {
    /// The names that `seat` of `G` has, to be exchanged one after the other.
    pub fn unchanged<G: Game>(seat: Seat) -> Renaming {
        let same = |count: usize| (0..count as u16).collect();
        Renaming { seat, observation: same(G::SCHEMA.len()), actions: same(G::ACTIONS) }
    }

    /// Exchanges the rows of an observation's field: row `i` of its first dimension becomes row `order[i]`. Rows beyond
    /// the order stay where they are.
    pub fn exchange_rows<G: Game>(&mut self, field: &str, order: &[usize]) {
        let start = G::SCHEMA.start(field);
        let span = G::SCHEMA.fields.iter().find(|span| span.name == field).expect("it has a start");
        let width = span.len() / span.shape[0];
        for (from, to) in order.iter().enumerate() {
            for column in 0..width {
                self.observation[start + from * width + column] = (start + to * width + column) as u16;
            }
        }
    }

    /// Exchanges some actions: the `i`-th from `first` on becomes the `order[i]`-th.
    pub fn exchange_actions(&mut self, first: Action, order: &[usize]) {
        for (from, to) in order.iter().enumerate() {
            self.actions[first.index() + from] = first.0 + *to as u16;
        }
    }

    /// Whose names they are.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Where each number of an observation then stands.
    pub fn observation(&self) -> &[u16] {
        &self.observation
    }

    /// What each action is called then.
    pub fn actions(&self) -> &[u16] {
        &self.actions
    }
}

/// All orders of the numbers from `first` to `count`, with those before `first` in their places; the one that changes
/// nothing is left out.
pub(crate) fn orders(first: usize, count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![(0..count).collect::<Vec<_>>()];
    for place in first..count {
        let exchanged = |order: &Vec<usize>| -> Vec<Vec<usize>> {
            let swap = |other| {
                let mut order = order.clone();
                order.swap(place, other);
                order
            };
            (place..count).map(swap).collect()
        };
        orders = orders.iter().flat_map(exchanged).collect();
    }
    orders.retain(|order| !order.is_sorted());
    orders
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::stalk::Stalk;

    #[test]
    fn all_orders_come_once() {
        let mut all = orders(0, 4);
        assert_eq!(all.len(), 23);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 23);
        assert_eq!(orders(2, 4), [[0, 1, 3, 2]]);
        assert!(orders(3, 4).is_empty() && orders(1, 1).is_empty());
    }

    #[test]
    fn rows_and_actions_change_places() {
        let mut renaming = Renaming::unchanged::<Stalk>(Seat(0));
        renaming.exchange_rows::<Stalk>("status", &[1, 0]);
        renaming.exchange_actions(Action(11), &[2, 0, 1]);
        let status = Stalk::SCHEMA.start("status");
        let moved: Vec<_> =
            (0..12).map(|i| usize::from(renaming.observation()[status + i]) - status).collect();
        assert_eq!(moved, [4, 5, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11]);
        assert_eq!(renaming.actions()[10..], [10, 13, 11, 12, 14]);
    }
}
