//! A board made ready for reasoning: where each colour leads, and how far rooms are apart.

use fogbound_env::games::trial::{BoardName, Card, MAX_ROOMS};

/// Rooms as a set, one bit each.
pub(super) type Rooms = u16;

/// The rooms of a set, lowest first.
pub(super) fn rooms(mut set: Rooms) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(lowest)
    })
}

/// Chance that a carried survivor does not break free of so many dice.
pub(super) const HOLDS: [f32; 5] = [1.0, 0.833, 0.694, 0.579, 0.482];

/// What does not change about a board during play.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    pub(super) rooms: usize,
    /// Where the four colours lead from each room, walls or not.
    pub(super) leads: [[Rooms; MAX_ROOMS]; 4],
    /// Connected rooms (T17.1).
    pub(super) near: [Rooms; MAX_ROOMS],
    /// Steps from room to room with all walls standing.
    pub(super) walk: [[u8; MAX_ROOMS]; MAX_ROOMS],
    /// How likely a survivor does not break free on the way to a hook's room, by hook and by where it begins.
    pub(super) carry: [[f32; MAX_ROOMS]; MAX_ROOMS],
    /// Generators that have to run, and progress on the track that wins.
    pub(super) generators: u8,
    pub(super) sacrifices: u8,
}

impl Chart {
    pub(super) fn new(board: BoardName) -> Chart {
        let mut leads = [[0; MAX_ROOMS]; 4];
        let mut near = [0; MAX_ROOMS];
        let mut open = [0; MAX_ROOMS];
        for way in board.ways() {
            let (from, to, card) = (way.from.index(), way.to.index(), way.card as usize);
            let both = way.card != Card::Vault;
            leads[card][from] |= 1 << to;
            leads[card][to] |= Rooms::from(both) << from;
            near[from] |= 1 << to;
            near[to] |= 1 << from;
            if !way.walled {
                open[from] |= 1 << to;
                open[to] |= Rooms::from(both) << from;
            }
        }
        let rooms = board.room_count();
        let walk: [[u8; MAX_ROOMS]; MAX_ROOMS] = std::array::from_fn(|from| distances(&open, from));
        let holds = |steps: u8| HOLDS.get(usize::from(steps)).copied().unwrap_or(0.0);
        Chart {
            rooms,
            leads,
            near,
            walk,
            carry: std::array::from_fn(|hook| std::array::from_fn(|from| holds(walk[from][hook]))),
            generators: board.generators_needed(),
            sacrifices: board.sacrifices_needed(),
        }
    }
}

/// Steps from a room to each room; `u8::MAX` where no way leads.
fn distances(open: &[Rooms; MAX_ROOMS], from: usize) -> [u8; MAX_ROOMS] {
    let mut steps = [u8::MAX; MAX_ROOMS];
    let (mut seen, mut edge, mut far): (Rooms, Rooms, u8) = (1 << from, 1 << from, 0);
    while edge != 0 {
        rooms(edge).for_each(|room| steps[room] = far);
        edge = rooms(edge).fold(0, |next, room| next | open[room]) & !seen;
        seen |= edge;
        far += 1;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_of_the_macmillan_estate() {
        let chart = Chart::new(BoardName::Macmillan);
        // Coal Tower to Suffocation Pit is one vault, and the way back leads over the Storehouse.
        assert_eq!((chart.walk[0][4], chart.walk[4][0]), (1, 2));
        // Through the wall it would be one step from the Storehouse to the office; by the Ironworks it is two.
        assert_eq!(chart.walk[1][5], 2);
        assert_eq!(chart.leads[Card::Sprint as usize][1], 1 << 0 | 1 << 5);
        let all = chart.walk[..chart.rooms].iter().flat_map(|steps| &steps[..chart.rooms]);
        assert_eq!(all.copied().max(), Some(4));
    }
}
