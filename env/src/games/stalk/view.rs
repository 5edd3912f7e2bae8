//! All that one seat may know (S12, part 4).

use serde::{Deserialize, Serialize};

use super::KILLER_SEAT;
use super::Stalk;
use super::cells::{Cell, Cells};
use super::content::Deck;
use super::state::{Killer, Node, Public, State, Survivors};
use crate::{Fingerprint, Seat, View};

/// What a seat knows: what was announced, with all that follows from it, and its own side of the divider.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StalkView {
    pub(super) seat: Seat,
    pub(super) public: Public,
    pub(super) own: Own,
}

/// A side of the divider.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Own {
    /// The side's figures: four survivors, or the killer and nobody else.
    pub(super) at: [Option<Cell>; 4],
    pub(super) covered: Cells,
    pub(super) bushes: Cells,
    pub(super) deck: Deck,
    pub(super) to_act: u8,
    pub(super) node: Node,
    pub(super) memory: u64,
}

impl View for StalkView {
    fn seat(&self) -> Seat {
        self.seat
    }

    /// The memory digests all that the side has done and heard, and everything else follows from that.
    fn key(&self) -> Fingerprint {
        Fingerprint::default().then_word(self.seat.0.into()).then_word(self.own.memory)
    }
}

impl StalkView {
    /// Whether it is the killer's view.
    pub fn is_killer(&self) -> bool {
        self.seat == KILLER_SEAT
    }

    /// The survivors' side, if it is the viewer's.
    pub(super) fn survivors(&self) -> Option<Survivors> {
        (!self.is_killer()).then(|| Survivors {
            at: self.own.at.map(|cell| cell.unwrap_or(Cell(0))),
            covered: self.own.covered,
            bushes: self.own.bushes,
            deck: self.own.deck,
            to_act: self.own.to_act,
            node: self.own.node,
            memory: self.own.memory,
        })
    }

    /// The killer's side, if it is the viewer's.
    pub(super) fn killer(&self) -> Option<Killer> {
        let at = self.own.at[0].filter(|_| self.is_killer())?;
        let Own { covered, deck, node, memory, .. } = self.own;
        Some(Killer { at, covered, deck, node, memory })
    }
}

impl Stalk {
    /// The only place that reads a state for a seat.
    pub(super) fn view_of(state: &State, seat: Seat) -> StalkView {
        let own = if seat == KILLER_SEAT {
            let Killer { at, covered, deck, node, memory } = state.killer;
            let at = [Some(at), None, None, None];
            Own { at, covered, bushes: Cells::NONE, deck, to_act: 0, node, memory }
        } else {
            let Survivors { at, covered, bushes, deck, to_act, node, memory } = state.survivors;
            Own { at: at.map(Some), covered, bushes, deck, to_act, node, memory }
        };
        StalkView { seat, public: state.public, own }
    }
}
