//! The killer: walk to where survivors are thick, call when one is likely to be found.

use fogbound_env::Action;
use fogbound_env::games::stalk::{Act, Cell, Cells, Slot, Stalk, StalkView, Status, Who};

use super::maps::Worth;
use super::{best_after, hooked, step_to};

/// What a survivor on a generator's cell is worth against one elsewhere: that is where they go.
const ON_GENERATOR: f32 = 2.0;
/// How much of a survivor's worth is left a step farther on.
const FAR: f32 = 0.82;
/// Steps that are looked ahead.
const HORIZON: u8 = 12;

/// How likely each cell is to hold a free survivor.
fn heat(game: &Stalk, view: &StalkView) -> Worth {
    let mut heat = Worth::default();
    let generators = game.broken_generators(view);
    for slot in view.with_status(Status::Free) {
        let likely = game.likely(view, Who::Survivor(slot));
        let there = likely & generators;
        let weight = weight_of(view, slot);
        let bonus = ON_GENERATOR * there.len() as f32;
        let all = likely.len() as f32 + bonus;
        heat.spread(likely, weight * likely.len() as f32 / all.max(1.0));
        heat.spread(there, weight * bonus / all.max(1.0));
    }
    heat
}

/// One who was hooked before is out the next time.
fn weight_of(view: &StalkView, slot: Slot) -> f32 {
    if view.hooks(slot) > 0 { 1.2 } else { 1.0 }
}

/// What can be found from a cell later: all heat, less the farther away.
fn prospect(game: &Stalk, heat: &Worth, from: Cell, closed: Cells) -> f32 {
    let (mut reached, mut share, mut sum) = (Cells::one(from), 1.0, heat.of(from));
    for _ in 0..HORIZON {
        let next = game.reach(reached, 1, closed);
        if next == reached {
            break;
        }
        share *= FAR;
        sum += share * heat.sum(next & !reached);
        reached = next;
    }
    sum
}

/// What ending the turn in each cell within reach is worth.
pub(super) fn worth(game: &Stalk, view: &StalkView, left: u8, worth: &mut Worth) {
    let Some(at) = view.cell_of(Who::Killer) else { return };
    let heat = heat(game, view);
    let closed = view.palettes_down();
    // With more on hooks, each further catch is worth more, and hooks are worth guarding.
    let urgency = 1.0 + 0.4 * hooked(view) as f32;
    for cell in game.reach(Cells::one(at), left, closed).iter() {
        let caught = heat.of(cell);
        let seen = if view.is_chase_on() {
            0.25 * heat.sum(game.chase_range(cell))
        } else {
            0.5 * heat.sum(game.call_range(cell))
        };
        let noise = if game.vaults().has(cell) { 0.03 } else { 0.0 };
        worth.set(cell, urgency * (2.0 * caught + seen) + 0.35 * prospect(game, &heat, cell, closed) - noise);
    }
}

/// What an action of a movement is worth.
pub(super) fn score(game: &Stalk, view: &StalkView, worth: &Worth, left: u8, action: Action) -> f32 {
    let Some(at) = view.cell_of(Who::Killer) else { return 0.0 };
    let closed = view.palettes_down();
    match Act::of(action) {
        Act::Step(_) => {
            let Some(to) = step_to(game, at, action) else { return 0.0 };
            // A vault ends the movement.
            let left = if game.vaults().has(to) { 0 } else { left - 1 };
            best_after(game, worth, to, left, closed)
        }
        Act::Palette(way) => {
            let palette = game.beyond(at, way).map_or(Cells::NONE, Cells::one);
            let heat = heat(game, view);
            let gain = prospect(game, &heat, at, closed & !palette) - prospect(game, &heat, at, closed);
            worth.of(at) + 0.8 * gain - 0.1
        }
        _ => worth.of(at),
    }
}

/// Weights of not calling and of calling.
pub(super) fn call(game: &Stalk, view: &StalkView) -> [f32; 2] {
    let Some(at) = view.cell_of(Who::Killer) else { return [1.0, 1.0] };
    let heat = heat(game, view);
    let (here, near) = (heat.of(at), heat.sum(game.call_range(at)));
    // A hook is worth showing oneself for, a chase a little less.
    let pays = 2.0 * here + near - 0.45;
    if pays > 0.0 { [0.05, 1.0] } else { [1.0, (0.2 + pays).max(0.0)] }
}
