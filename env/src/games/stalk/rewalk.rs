//! Guesses at how a hidden figure went on since it was last seen: turns played again with even choices, and thrown
//! away where they do not fit what was heard. What is left has the distribution that even choices give.

use super::Stalk;
use super::act::Act;
use super::cells::{Cell, Cells};
use super::content::{Deck, Tile};
use super::heard::{Heard, Hint};
use super::killer::HIGH as KILLER_HIGH;
use super::state::{Slot, State, Walk};
use super::survivor::HIGH as SURVIVOR_HIGH;
use crate::{Action, ActionSet, Rng, rollout};

/// Draws a tile, or nothing from an empty deck.
pub(super) fn draw_tile(deck: &mut Deck, rng: &mut Rng) -> Option<Tile> {
    let left: u32 = deck.iter().map(|&count| u32::from(count)).sum();
    let mut ticket = (left > 0).then(|| rng.below(left))?;
    for (tile, count) in Tile::ALL.into_iter().zip(deck) {
        if ticket < u32::from(*count) {
            *count -= 1;
            return Some(tile);
        }
        ticket -= u32::from(*count);
    }
    None
}

fn choose(options: u64, rng: &mut Rng) -> Act {
    Act::of(rollout::random_action(&ActionSet::from_bits(options), rng))
}

/// Whether something was heard in a round.
fn heard(world: &State, round: u8, hint: Hint, cell: Cell) -> bool {
    world.public.known.log.of_round(round).any(|heard: Heard| heard.hint == hint && heard.cell == cell)
}

impl Stalk {
    /// A survivor's turn that nobody heard, but for what the log has; `false` if it does not fit.
    pub(super) fn rewalk_survivor(&self, world: &mut State, slot: Slot, round: u8, rng: &mut Rng) -> bool {
        loop {
            let allowance = rng.below(3) as u8 + 1;
            let walk = Walk { slot, allowance, steps: 0 };
            match self.rewalk_steps(world, walk, round, rng) {
                Some(true) => {}
                Some(false) => return true,
                None => return false,
            }
            match self.redraw(world, slot, allowance, rng) {
                Some(true) => {}
                Some(false) => return true,
                None => return false,
            }
        }
    }

    /// The tile at the end of a survivor's movement action: whether another one follows (S5.14), or not at all.
    fn redraw(&self, world: &mut State, slot: Slot, allowance: u8, rng: &mut Rng) -> Option<bool> {
        let cell = world.survivors.at[slot.index()];
        let free = self.board.plain & !world.survivors.covered;
        if allowance < SURVIVOR_HIGH || !free.has(cell) {
            return Some(false);
        }
        match draw_tile(&mut world.survivors.deck, rng) {
            None => Some(false),
            // These would have been announced.
            Some(Tile::Trap | Tile::Crow | Tile::Flashlight) => None,
            Some(tile) => {
                world.survivors.covered |= Cells::one(cell);
                if tile == Tile::Bush {
                    world.survivors.bushes |= Cells::one(cell);
                }
                Some(tile == Tile::Run)
            }
        }
    }

    /// The steps of a survivor's movement action: whether it ended in a place where a tile may be drawn, or not at all.
    fn rewalk_steps(&self, world: &mut State, mut walk: Walk, round: u8, rng: &mut Rng) -> Option<bool> {
        loop {
            let options = self.survivor_options(world, walk);
            let cell = world.survivors.at[walk.slot.index()];
            match choose(options, rng) {
                Act::Step(way) => {
                    let to = self.board.beyond(cell, way);
                    if (self.board.vaults | world.public.down).has(to) {
                        return None;
                    }
                    world.survivors.at[walk.slot.index()] = to;
                    walk.steps += 1;
                }
                Act::Repair => {
                    let face = rng.below(6);
                    let fits = (1..5).contains(&face) || heard(world, round, Hint::Repair, cell);
                    return fits.then_some(false);
                }
                Act::Palette(_) => return None,
                _ => return Some(true),
            }
        }
    }

    /// The end of a round for a survivor that was not seen in it; `false` if it would have been.
    pub(super) fn stays_unseen(&self, world: &mut State, slot: Slot, round: u8) -> bool {
        let cell = world.survivors.at[slot.index()];
        let log = world.public.known.log;
        for Heard { hint, cell: killer, .. } in log.of_round(round) {
            let near = match hint {
                Hint::Call => self.board.call_range(killer).has(cell),
                Hint::Check => self.board.chase_range(killer).has(cell),
                _ => false,
            };
            if near {
                if hint == Hint::Check || !world.survivors.bushes.has(cell) {
                    return false;
                }
                let side = &mut world.survivors;
                side.bushes = side.bushes & !Cells::one(cell);
                side.covered = side.covered & !Cells::one(cell);
                side.deck[Tile::Bush as usize] += 1;
            }
        }
        true
    }

    /// A turn of the killer that nobody heard, but for what the log has; `false` if it does not fit.
    pub(super) fn rewalk_killer(&self, world: &mut State, round: u8, rng: &mut Rng) -> bool {
        let broke = world.public.known.log.of_round(round).find(|heard| heard.hint == Hint::Broken);
        loop {
            let mut walk = Walk { slot: Slot(0), allowance: rng.below(4) as u8 + 1, steps: 0 };
            if let Some(broke) = broke
                && self.board.stepped(Cells::one(broke.cell)).has(world.killer.at)
            {
                return true;
            }
            loop {
                match choose(self.killer_options(world, walk), rng) {
                    Act::Step(way) => {
                        let to = self.board.beyond(world.killer.at, way);
                        if self.board.vaults.has(to) {
                            return false;
                        }
                        world.killer.at = to;
                        walk.steps += 1;
                    }
                    Act::Palette(_) => return false,
                    _ => break,
                }
                if walk.steps == walk.allowance {
                    break;
                }
            }
            let free = self.board.plain & !world.killer.covered;
            if walk.allowance < KILLER_HIGH || !free.has(world.killer.at) {
                return broke.is_none();
            }
            match draw_tile(&mut world.killer.deck, rng) {
                None => return broke.is_none(),
                Some(Tile::Crow | Tile::Flashlight) => return false,
                Some(tile) => {
                    world.killer.covered |= Cells::one(world.killer.at);
                    if tile != Tile::Run {
                        return broke.is_none();
                    }
                }
            }
        }
    }

    /// The rest of the turn of a survivor that was heard at a vault: up to two more steps, and what the tile brings that it may
    /// have drawn then; `false` if that does not fit.
    pub(super) fn rewalk_from_vault(&self, world: &mut State, slot: Slot, round: u8, rng: &mut Rng) -> bool {
        let more = rng.below(3);
        for _ in 0..more {
            let cell = world.survivors.at[slot.index()];
            let way = ActionSet::from_bits(self.board.open[cell.index()].into());
            let Action(way) = rollout::random_action(&way, rng);
            let to = self.board.beyond(cell, way as u8);
            if !(self.board.vaults | world.public.down).has(to) {
                world.survivors.at[slot.index()] = to;
            }
        }
        // The vault was a step, too: the more came after it, the likelier the roll was the highest.
        let allowance = if rng.below(3 - more) == 0 { SURVIVOR_HIGH } else { SURVIVOR_HIGH - 1 };
        match self.redraw(world, slot, allowance, rng) {
            Some(true) => self.rewalk_survivor(world, slot, round, rng),
            Some(false) => true,
            None => false,
        }
    }
}
