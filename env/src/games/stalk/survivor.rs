//! Survivors' turns (S3), repairs (S8), escapes and rescues (S7).

use super::act::{self, Act};
use super::cells::{Cell, Cells};
use super::content::{Deck, Tile};
use super::engine::Engine;
use super::event::Event;
use super::state::{Ending, Node, Slot, State, Status, Walk, Who, slots};
use super::{STOP_ONLY, Stalk};
use crate::Listen;

/// S3.8: the allowance that brings a tile.
pub(super) const HIGH: u8 = 3;

/// The kind of tile that a draw from this deck gives for sure, if there is but one left.
pub(super) fn only_kind(deck: Deck) -> Option<u8> {
    let mut kinds = (0..deck.len() as u8).filter(|&kind| deck[usize::from(kind)] > 0);
    let first = kinds.next();
    first.filter(|_| kinds.next().is_none())
}

impl Stalk {
    /// The choices of a survivor's movement action (D2), one bit each.
    #[inline]
    pub(super) fn survivor_options(&self, state: &State, walk: Walk) -> u64 {
        let cell = state.survivors.at[walk.slot.index()];
        let mut options = STOP_ONLY;
        if walk.steps < walk.allowance {
            options |= u64::from(self.board.open[cell.index()]) << act::STEP;
        }
        let ways = self.board.palette_ways[cell.index()];
        if ways != 0 {
            // S10.3: adjacent palettes that are up.
            let up = !(state.public.down | state.public.broken);
            options |= self.ways_into(cell, ways, up) << act::PALETTE;
        }
        if walk.steps == 0 && (self.board.generators & !state.public.repaired).has(cell) {
            options |= 1 << act::REPAIR;
        }
        options
    }

    /// Those of the ways that lead into a cell of the set.
    #[inline]
    pub(super) fn ways_into(&self, cell: Cell, ways: u8, set: Cells) -> u64 {
        let leads = |way: &u8| ways >> way & 1 == 1 && set.has(self.board.beyond(cell, *way));
        (0..4).filter(leads).fold(0, |into, way| into | 1 << way)
    }
}

impl<L: Listen<Event>> Engine<'_, L> {
    /// S3.12: asks for the next part of the movement, unless there is nothing to ask.
    #[inline]
    pub(super) fn survivor_walks(&mut self, walk: Walk) {
        if self.game.survivor_options(self.s, walk) == STOP_ONLY {
            self.survivor_stops(walk);
        } else {
            self.s.survivors.node = Node::Walk(walk);
        }
    }

    #[inline]
    pub(super) fn survivor_acts(&mut self, walk: Walk, act: Act) {
        let slot = walk.slot;
        let cell = self.s.survivors.at[slot.index()];
        match act {
            Act::Step(way) => {
                let to = self.game.board.beyond(cell, way);
                self.s.survivors.at[slot.index()] = to;
                if (self.game.board.vaults | self.s.public.down).has(to) {
                    // S9.3
                    self.note(|_, public| Stalk::know_survivor_vault(public, slot, to));
                    self.announce(Event::Vault(Who::Survivor(slot), to));
                }
                self.survivor_walks(Walk { steps: walk.steps + 1, ..walk });
            }
            Act::Palette(way) => {
                // S10.2
                let palette = self.game.board.beyond(cell, way);
                self.s.public.down |= Cells::one(palette);
                self.announce(Event::PaletteDown(palette));
                self.survivor_walks(walk);
            }
            Act::Repair => self.s.survivors.node = Node::Repair(slot),
            _ => self.survivor_stops(walk),
        }
    }

    /// S3.8 to S3.11: a high roll brings a tile, where one may lie.
    fn survivor_stops(&mut self, walk: Walk) {
        let side = &self.s.survivors;
        let cell = side.at[walk.slot.index()];
        let free = self.game.board.plain & !side.covered;
        if walk.allowance < HIGH || !free.has(cell) || side.deck.iter().all(|&left| left == 0) {
            self.survivor_done(walk.slot);
        } else if let Some(kind) = only_kind(side.deck) {
            self.survivor_draws(walk.slot, kind);
        } else {
            self.s.survivors.node = Node::Draw(walk.slot);
        }
    }

    /// S5: the tile is laid and takes effect.
    pub(super) fn survivor_draws(&mut self, slot: Slot, kind: u8) {
        let tile = Tile::ALL[usize::from(kind)];
        let side = &mut self.s.survivors;
        let cell = side.at[slot.index()];
        side.deck[usize::from(kind)] -= 1;
        side.covered |= Cells::one(cell);
        self.tell_survivors(Event::Drew(Who::Survivor(slot), tile, cell));
        match tile {
            Tile::Trap | Tile::Crow => {
                self.note(|_, public| {
                    Stalk::know_survivor_rests(public, slot, cell);
                    public.known.covered[0] |= Cells::one(cell);
                    public.known.announced[usize::from(tile == Tile::Crow)] += 1;
                });
                if tile == Tile::Trap {
                    // S5.9
                    self.s.public.lost |= slot.bit();
                    self.announce(Event::Trap(slot, cell));
                } else {
                    self.announce(Event::Crow(Who::Survivor(slot), cell));
                }
            }
            Tile::Run => {
                // S5.15
                self.s.survivors.node = Node::Roll(slot);
                return;
            }
            Tile::Bush => self.s.survivors.bushes |= Cells::one(cell),
            Tile::Flashlight => {
                self.note(|_, public| public.known.announced[4] += 1);
                self.flashlight();
            }
            Tile::Tree | Tile::Empty => {}
        }
        self.survivor_done(slot);
    }

    /// C3 (S8.2 to S8.4): 0 alerts, 1 is quiet, 2 repairs.
    pub(super) fn repaired(&mut self, slot: Slot, result: u8) {
        let cell = self.s.survivors.at[slot.index()];
        match result {
            0 => self.announce(Event::GeneratorAlert(cell)),
            1 => self.tell_survivors(Event::Quiet(slot)),
            _ => {
                self.s.public.repaired |= Cells::one(cell);
                self.announce(Event::GeneratorFixed(cell));
                if self.s.public.repaired.len() >= self.game.setup.repairs_to_win.into() {
                    // S13.1
                    return self.end(Ending::Generators);
                }
            }
        }
        self.survivor_done(slot);
    }

    /// C4 (S7.4, S7.5).
    pub(super) fn escapes(&mut self, slot: Slot, free: bool) {
        if !free {
            self.tell_survivors(Event::EscapeFailed(slot));
            return self.next_survivor();
        }
        let cell = self.s.survivors.at[slot.index()];
        self.s.public.status[slot.index()] = Status::Free;
        self.note(|_, public| Stalk::know_survivor_rests(public, slot, cell));
        self.announce(Event::Unhooked(slot, cell));
        self.survivor_done(slot);
    }

    /// S7.6, S7.7: who ends a turn on a hooked friend's cell has rescued that friend.
    fn survivor_done(&mut self, slot: Slot) {
        let cell = self.s.survivors.at[slot.index()];
        let hooked = self.s.public.with_status(Status::Hooked);
        for victim in slots(hooked) {
            if self.s.survivors.at[victim.index()] == cell {
                self.note(|_, public| Stalk::know_rescued(public, victim, cell));
                self.s.public.status[victim.index()] = Status::Free;
                self.announce(Event::Rescued(victim, cell));
            }
        }
        self.next_survivor();
    }
}
