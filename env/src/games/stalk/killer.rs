//! The killer's turn (S4).

use super::act::{self, Act};
use super::cells::Cells;
use super::content::Tile;
use super::engine::Engine;
use super::event::Event;
use super::state::{Node, Phase, Slot, State, Walk, Who};
use super::survivor::only_kind;
use super::{STOP_ONLY, Stalk};
use crate::Listen;

/// S4.4: the roll that brings a tile.
pub(super) const HIGH: u8 = 4;

impl Stalk {
    /// The choices of the killer's movement action (D3), one bit each.
    #[inline]
    pub(super) fn killer_options(&self, state: &State, walk: Walk) -> u64 {
        let cell = state.killer.at;
        let open = self.board.open[cell.index()];
        // S10.6: an activated palette is closed to the killer.
        let ways = self.board.palette_ways[cell.index()];
        let closed = if ways == 0 { 0 } else { self.ways_into(cell, ways, state.public.down) };
        let mut options = STOP_ONLY;
        if walk.steps < walk.allowance {
            options |= (u64::from(open) & !closed) << act::STEP;
        }
        if walk.steps == 0 {
            // S10.9
            options |= closed << act::PALETTE;
        }
        options
    }
}

impl<L: Listen<Event>> Engine<'_, L> {
    /// S4.8: asks for the next part of the movement, unless there is nothing to ask.
    #[inline]
    pub(super) fn killer_walks(&mut self, walk: Walk) {
        if self.game.killer_options(self.s, walk) == STOP_ONLY {
            self.killer_stops(walk);
        } else {
            self.s.killer.node = Node::Walk(walk);
        }
    }

    #[inline]
    pub(super) fn killer_acts(&mut self, walk: Walk, act: Act) {
        match act {
            Act::Step(way) => {
                let to = self.game.board.beyond(self.s.killer.at, way);
                self.s.killer.at = to;
                if self.game.board.vaults.has(to) {
                    // S9.5: no more steps, and no tile on a map element.
                    self.note(|game, public| game.know_killer_vault(public, to));
                    self.announce(Event::Vault(Who::Killer, to));
                    self.killer_moved();
                } else {
                    self.killer_walks(Walk { steps: walk.steps + 1, ..walk });
                }
            }
            Act::Palette(way) => {
                // S10.8, S4.7
                let palette = self.game.board.beyond(self.s.killer.at, way);
                self.note(|game, public| game.know_palette_broken(public, palette));
                let public = &mut self.s.public;
                public.down = public.down & !Cells::one(palette);
                public.broken |= Cells::one(palette);
                self.announce(Event::PaletteBroken(palette));
                self.killer_moved();
            }
            _ => self.killer_stops(walk),
        }
    }

    /// S4.4, S4.5: a high roll brings a tile, where one may lie.
    fn killer_stops(&mut self, walk: Walk) {
        let side = &self.s.killer;
        let free = self.game.board.plain & !side.covered;
        if walk.allowance < HIGH || !free.has(side.at) || side.deck.iter().all(|&left| left == 0) {
            self.killer_moved();
        } else if let Some(kind) = only_kind(side.deck) {
            self.killer_draws(kind);
        } else {
            self.s.killer.node = Node::Draw(Slot(0));
        }
    }

    /// S5: the tile is laid and takes effect.
    pub(super) fn killer_draws(&mut self, kind: u8) {
        let tile = Tile::ALL[usize::from(kind)];
        let side = &mut self.s.killer;
        let cell = side.at;
        side.deck[usize::from(kind)] -= 1;
        side.covered |= Cells::one(cell);
        self.tell_killer(Event::Drew(Who::Killer, tile, cell));
        match tile {
            Tile::Run => {
                // S5.15
                self.s.killer.node = Node::Roll(Slot(0));
                return;
            }
            Tile::Crow => {
                self.note(|game, public| {
                    game.know_killer_at(public, cell);
                    public.known.covered[1] |= Cells::one(cell);
                    public.known.announced[2] += 1;
                });
                self.announce(Event::Crow(Who::Killer, cell));
            }
            Tile::Flashlight => {
                self.note(|_, public| {
                    public.known.covered[1] |= Cells::one(cell);
                    public.known.announced[3] += 1;
                });
                self.flashlight();
            }
            Tile::Tree | Tile::Trap | Tile::Bush | Tile::Empty => {}
        }
        self.killer_moved();
    }

    /// S5.12, S5.13: whoever drew it, the killer is seen and loses his next turn.
    pub(super) fn flashlight(&mut self) {
        let cell = self.s.killer.at;
        self.note(|game, public| {
            if public.phase == Phase::Killer {
                game.know_killer_at(public, cell);
            } else {
                Stalk::know_killer_resting(public, cell);
            }
        });
        self.s.public.killer_lost += 1;
        self.announce(Event::Flashlight(cell));
    }

    /// S4.8: the movement is over, and the turn ends with a check or with the question of a chase.
    fn killer_moved(&mut self) {
        if self.s.public.chased != 0 {
            self.check();
            self.end_round();
        } else {
            self.s.killer.node = Node::Call;
        }
    }

    /// D4 (S6.1).
    pub(super) fn killer_decides(&mut self, act: Act) {
        if act == Act::Call {
            self.call();
        } else {
            self.note(Stalk::know_killer_moved);
        }
        self.end_round();
    }
}
