//! Survivors: spread over the generators, keep away from the killer, fetch friends.

use arrayvec::ArrayVec;
use fogbound_env::Action;
use fogbound_env::games::stalk::{Act, Cell, Cells, MAX_CELLS, Slot, Stalk, StalkView, Status, Who};

use super::maps::Worth;
use super::{best_after, hooked, step_to};

/// How sure the killer gets to a cell that is so many steps away: he walks 2.5 a turn.
const REACHED: [f32; 7] = [1.0, 1.0, 0.8, 0.55, 0.3, 0.1, 0.04];
/// What an attempt to repair is worth.
const REPAIR: f32 = 0.55;
/// What a step towards the goal is worth.
const STEP: f32 = 0.09;
/// No way is counted as longer.
pub(super) const FARTHEST: u8 = 30;
/// Noise gives the survivor away for a turn.
const NOISE: f32 = 0.12;

/// A survivor about to move.
pub(super) struct Scene<'a> {
    game: &'a Stalk,
    view: &'a StalkView,
    at: Cell,
    slot: Slot,
    goal: Option<Cell>,
    /// Where the killer may be.
    killer: Cells,
    /// Where the killer must think this survivor.
    guessed: Cells,
}

impl<'a> Scene<'a> {
    pub(super) fn new(game: &'a Stalk, view: &'a StalkView, who: Who) -> Scene<'a> {
        let slot = if let Who::Survivor(slot) = who { slot } else { Slot(0) };
        let at = view.cell_of(who).unwrap_or(Cell(0));
        let killer = game.likely(view, Who::Killer);
        let guessed = game.likely(view, Who::Survivor(slot));
        let mut scene = Scene { game, view, at, slot, goal: None, killer, guessed };
        scene.goal = scene.friend_to_fetch().or_else(|| scene.generator());
        scene
    }

    /// How likely the killer is to get to a cell in his next turn.
    pub(super) fn threat(&self, cell: Cell) -> f32 {
        if self.view.killer_loses() > 0 {
            return 0.0;
        }
        let near =
            |killer: Cell| REACHED.get(usize::from(self.game.walk(killer, cell))).copied().unwrap_or(0.0);
        self.killer.iter().map(near).sum::<f32>() / self.killer.len().max(1) as f32
    }

    /// A hooked friend, if this survivor is the nearest that can go.
    fn friend_to_fetch(&self) -> Option<Cell> {
        let cell_of = |slot: Slot| self.view.cell_of(Who::Survivor(slot));
        let friends = self.view.with_status(Status::Hooked).filter_map(cell_of);
        let nearest = friends.min_by_key(|&cell| self.game.walk(self.at, cell))?;
        let steps = self.game.walk(self.at, nearest);
        let nearer = |slot: Slot| {
            let others = cell_of(slot).map_or(u8::MAX, |cell| self.game.walk(cell, nearest));
            slot != self.slot && (others, slot) < (steps, self.slot)
        };
        let rescuers = self.view.with_status(Status::Free).filter(|&slot| nearer(slot)).count();
        // With two on hooks, two go; a friend under the killer's nose has to wait unless it gets desperate.
        let free = self.view.with_status(Status::Free).count();
        let wanted = rescuers < hooked(self.view).min(2);
        (wanted && (self.threat(nearest) < 0.6 || free <= 2)).then_some(nearest)
    }

    /// The generator that this survivor is to repair: near, and not left to somebody before it.
    fn generator(&self) -> Option<Cell> {
        let broken = self.game.broken_generators(self.view);
        // What a generator costs anybody, in steps: danger, and who has claimed it.
        let mut costs: ArrayVec<(Cell, u8), { MAX_CELLS }> =
            broken.iter().map(|cell| (cell, (4.0 * self.threat(cell)) as u8)).collect();
        for slot in self.view.with_status(Status::Free) {
            let at = self.view.cell_of(Who::Survivor(slot))?;
            let cost = |(cell, cost): &&mut (Cell, u8)| self.game.walk(at, *cell).saturating_add(*cost);
            let (choice, cost) = costs.iter_mut().min_by_key(cost)?;
            *cost = cost.saturating_add(3);
            if slot == self.slot {
                return Some(*choice);
            }
        }
        None
    }

    /// How likely the killer is to catch this survivor in a cell, in units of what that costs.
    pub(super) fn risk(&self, cell: Cell) -> f32 {
        let share = if self.guessed.has(cell) { 1.0 / self.guessed.len().max(1) as f32 } else { 0.02 };
        let free = self.view.with_status(Status::Free).count() as f32;
        let price = 1.0 + 0.6 * f32::from(self.view.hooks(self.slot)) + 1.6 / free.max(1.0);
        let chased = if self.view.is_chased(self.slot) { 1.5 } else { 1.0 };
        self.threat(cell) * chased * price * (0.2 + 1.2 * share)
    }

    /// Steps from a cell to the goal, at most [`FARTHEST`]; none if there is no goal.
    pub(super) fn way_to_goal(&self, cell: Cell) -> f32 {
        self.goal.map_or(0.0, |goal| f32::from(self.game.walk(cell, goal).min(FARTHEST)))
    }

    /// What ending the turn in each cell within reach is worth.
    pub(super) fn worth(&self, left: u8, worth: &mut Worth) {
        let generators = self.game.broken_generators(self.view);
        for cell in self.game.reach(Cells::one(self.at), left, Cells::NONE).iter() {
            let far = self.way_to_goal(cell);
            let there = if generators.has(cell) { 0.25 } else { 0.0 };
            worth.set(cell, there - STEP * far - self.risk(cell));
        }
    }

    /// What an action of a movement is worth.
    pub(super) fn score(&self, worth: &Worth, left: u8, action: Action) -> f32 {
        match Act::of(action) {
            Act::Step(_) => {
                let Some(to) = step_to(self.game, self.at, action) else { return 0.0 };
                let loud = (self.game.vaults() | self.view.palettes_down()).has(to);
                let noise = if loud { NOISE * (0.3 + self.threat(to)) } else { 0.0 };
                best_after(self.game, worth, to, left - 1, Cells::NONE) - noise
            }
            Act::Repair => REPAIR + worth.of(self.at),
            // A palette between oneself and a near killer is worth its noise.
            Act::Palette(_) => worth.of(self.at) + if self.threat(self.at) > 0.5 { 0.1 } else { -0.5 },
            _ => worth.of(self.at),
        }
    }
}
