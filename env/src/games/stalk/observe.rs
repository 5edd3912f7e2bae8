//! A view as numbers: the own survivor first, the others clockwise, so that the survivors' seats are alike.
//!
//! Cells stand in rows of nine on every board, smaller ones in the north-west corner.

use super::Stalk;
use super::act::Act;
use super::cells::{Cell, Cells, MAX_CELLS};
use super::content::TILES;
use super::state::{Node, Phase, Slot, Status, Who};
use super::view::StalkView;
use crate::renaming::orders;
use crate::{Field, Renaming, Schema, Seat};

/// The row length of a plane of cells.
const ROW: usize = 9;

const fn share(name: &'static str, shape: &'static [usize], meaning: &'static str) -> Field {
    Field { name, shape, range: (0.0, 1.0), meaning }
}

/// The layout of the observation vector.
pub(super) const SCHEMA: Schema = Schema {
    fields: &[
        Field::flags("is_survivor", &[1], "whether the seat plays a survivor"),
        Field::flags("board", &[4], "which board, one-hot"),
        share(
            "clock",
            &[3],
            "round in eightieths, at most 1; the same of the last round; repairs of those needed",
        ),
        Field::flags("phase", &[3], "survivors' phase, killer's turn, over"),
        Field::flags("asked", &[3], "order, movement, call: what the own side is asked"),
        Field::flags("asked_whom", &[4], "which survivor moves, from the own one on"),
        Field::flags("steps", &[4], "steps left in the movement action: 1, 2, 3, 4"),
        Field::flags("stepped", &[1], "whether a step has been made in it"),
        share("hooks", &[4], "hook counts in halves, from the own survivor on"),
        Field::flags("status", &[4, 4], "hooked, out, chased, loses the next turn"),
        Field::flags("to_act", &[4], "own survivors that have still to act this round"),
        Field::flags("killer_loses", &[2], "the killer loses a turn; two"),
        share("deck", &[TILES], "tiles left in the own deck, in twentieths"),
        Field::flags(
            "survivors",
            &[4, MAX_CELLS],
            "where each is; for the killer, where each is likely to be",
        ),
        Field::flags("survivors_possible", &[4, MAX_CELLS], "where the killer must think each possible"),
        Field::flags("killer", &[MAX_CELLS], "where he is; for survivors, where he is likely to be"),
        Field::flags("killer_possible", &[MAX_CELLS], "where the survivors must think him possible"),
        Field::flags("generators", &[2, MAX_CELLS], "to be repaired, repaired"),
        Field::flags("palettes", &[2, MAX_CELLS], "up, down"),
        Field::flags("tiles", &[2, MAX_CELLS], "cells of the own board with a tile, with a Bush"),
    ],
    // What the digest stands for is in the planes; the rest is there to guess the past with.
    omits: &[
        "seat",
        "own.memory",
        "own.node",
        "public.known",
        "public.told",
        "public.broken",
        "public.killer_lost",
        "public.round",
        "public.phase",
    ],
};

/// Fields with a row for each survivor.
const BY_SURVIVOR: [&str; 6] = ["asked_whom", "hooks", "status", "to_act", "survivors", "survivors_possible"];

/// Writes one plane of cells.
struct Planes<'a> {
    out: &'a mut [f32],
    width: usize,
}

impl Planes<'_> {
    fn write(&mut self, start: usize, cells: Cells) {
        for Cell(cell) in cells.iter() {
            let (row, column) = (usize::from(cell) / self.width, usize::from(cell) % self.width);
            self.out[start + row * ROW + column] = 1.0;
        }
    }
}

impl Stalk {
    /// Survivors are alike. To the killer they can have any order; to one of them those behind it can, since the lowest in
    /// play speaks for all (S2.4).
    pub(super) fn renamings_of(&self, seat: Seat) -> impl Iterator<Item = Renaming> + use<> {
        let present = usize::from(self.setup.survivors);
        let own = usize::from(seat.0).saturating_sub(1);
        let first = usize::from(seat.0);
        orders(first, present).into_iter().map(move |order| {
            let mut renaming = Renaming::unchanged::<Stalk>(seat);
            // Observations count from the own survivor on, actions from the first.
            let place = |slot: usize| (slot + present - own) % present;
            let mut places = vec![0; present];
            order.iter().enumerate().for_each(|(from, &to)| places[place(from)] = place(to));
            for field in BY_SURVIVOR {
                renaming.exchange_rows::<Stalk>(field, &places);
            }
            renaming.exchange_actions(Act::Next(Slot(0)).action(), &order);
            renaming
        })
    }

    pub(super) fn write_observation(&self, view: &StalkView, out: &mut [f32]) {
        let own = if view.is_killer() { 0 } else { usize::from(view.seat.0 - 1) };
        // Absent survivors stand last, whatever the seat.
        let present = usize::from(self.setup.survivors);
        let turned = |place: usize| if place < present { (own + place) % present } else { place };
        self.write_table(view, out, own);
        for place in 0..4 {
            Stalk::write_survivor(view, turned(place), place, out);
        }
        self.write_planes(view, turned, out);
    }

    fn write_table(&self, view: &StalkView, out: &mut [f32], own: usize) {
        const BOARD: usize = SCHEMA.start("board");
        const CLOCK: usize = SCHEMA.start("clock");
        const PHASE: usize = SCHEMA.start("phase");
        const ASKED: usize = SCHEMA.start("asked");
        const WHOM: usize = SCHEMA.start("asked_whom");
        const STEPS: usize = SCHEMA.start("steps");
        const STEPPED: usize = SCHEMA.start("stepped");
        const LOSES: usize = SCHEMA.start("killer_loses");
        const DECK: usize = SCHEMA.start("deck");
        let public = &view.public;
        out[0] = f32::from(u8::from(!view.is_killer()));
        out[BOARD + self.setup.board as usize] = 1.0;
        let eightieths = |rounds: u8| (f32::from(rounds) / 80.0).min(1.0);
        out[CLOCK] = eightieths(public.round);
        out[CLOCK + 1] = eightieths(self.setup.round_limit);
        out[CLOCK + 2] = (public.repaired.len() as f32 / f32::from(self.setup.repairs_to_win)).min(1.0);
        let phase = match public.phase {
            Phase::Survivors => 0,
            Phase::Killer => 1,
            Phase::Over(_) => 2,
        };
        out[PHASE + phase] = 1.0;
        match view.own.node {
            Node::Order => out[ASKED] = 1.0,
            Node::Walk(walk) => {
                out[ASKED + 1] = 1.0;
                let present = usize::from(self.setup.survivors);
                if !view.is_killer() {
                    out[WHOM + (walk.slot.index() + present - own) % present] = 1.0;
                }
                let left = usize::from(walk.allowance - walk.steps);
                if left > 0 {
                    out[STEPS + left - 1] = 1.0;
                }
                out[STEPPED] = f32::from(u8::from(walk.steps > 0));
            }
            Node::Call => out[ASKED + 2] = 1.0,
            _ => {}
        }
        for lost in 0..usize::from(public.killer_lost.min(2)) {
            out[LOSES + lost] = 1.0;
        }
        for (kind, &left) in view.own.deck.iter().enumerate() {
            out[DECK + kind] = (f32::from(left) / 20.0).min(1.0);
        }
    }

    fn write_survivor(view: &StalkView, slot: usize, place: usize, out: &mut [f32]) {
        const HOOKS: usize = SCHEMA.start("hooks");
        const STATUS: usize = SCHEMA.start("status");
        const TO_ACT: usize = SCHEMA.start("to_act");
        let public = &view.public;
        out[HOOKS + place] = f32::from(public.hooks[slot]) / 2.0;
        let flags = [
            public.status[slot] == Status::Hooked,
            public.status[slot] == Status::Out,
            public.chased >> slot & 1 == 1,
            public.lost >> slot & 1 == 1,
        ];
        for (i, flag) in flags.into_iter().enumerate() {
            out[STATUS + place * flags.len() + i] = f32::from(u8::from(flag));
        }
        out[TO_ACT + place] = f32::from(view.own.to_act >> slot & 1);
    }

    fn write_planes(&self, view: &StalkView, turned: impl Fn(usize) -> usize, out: &mut [f32]) {
        const SURVIVORS: usize = SCHEMA.start("survivors");
        const POSSIBLE: usize = SCHEMA.start("survivors_possible");
        const KILLER: usize = SCHEMA.start("killer");
        const KILLER_POSSIBLE: usize = SCHEMA.start("killer_possible");
        const GENERATORS: usize = SCHEMA.start("generators");
        const PALETTES: usize = SCHEMA.start("palettes");
        const TILES_AT: usize = SCHEMA.start("tiles");
        let public = &view.public;
        let mut planes = Planes { out, width: self.board.width.into() };
        let trails = self.survivors_now(public);
        for place in 0..4 {
            let slot = turned(place);
            let trail = trails[slot];
            let known = if view.is_killer() { None } else { view.own.at[slot] };
            let present = public.status[slot] != Status::Out;
            let at = known.filter(|_| present).map_or(trail.likely(), Cells::one);
            planes.write(SURVIVORS + place * MAX_CELLS, at);
            planes.write(POSSIBLE + place * MAX_CELLS, trail.possible());
        }
        let trail = self.trail_now(public, Who::Killer);
        let at = view.cell_of(Who::Killer).map_or(trail.likely(), Cells::one);
        planes.write(KILLER, at);
        planes.write(KILLER_POSSIBLE, trail.possible());
        planes.write(GENERATORS, self.board.generators & !public.repaired);
        planes.write(GENERATORS + MAX_CELLS, public.repaired);
        let standing = !(public.down | public.broken);
        planes.write(PALETTES, self.board.palettes & standing);
        planes.write(PALETTES + MAX_CELLS, public.down);
        planes.write(TILES_AT, view.own.covered);
        planes.write(TILES_AT + MAX_CELLS, view.own.bushes);
    }
}
