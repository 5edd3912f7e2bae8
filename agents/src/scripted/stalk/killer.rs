//! The killer: walk to where survivors are thick, call when one is likely to be found.

use fogbound_env::Action;
use fogbound_env::games::stalk::{Act, Cell, Cells, Slot, Stalk, StalkView, Status, Who};

use super::maps::Worth;
use super::{best_after, hooked, step_to};

/// How much of a survivor that can be at a generator is there: that is where they go.
const ON_GENERATOR: f32 = 0.9;
/// How much somebody who was heard counts, and how much of that is left a round later.
const HEARD: f32 = 0.5;
const STILL_THERE: f32 = 0.6;
/// How much of what is hot is left a step farther on, and what it counts against what can be caught at once.
const FAR: f32 = 0.9;
const AHEAD: f32 = 6.0;
/// What a call costs, since it shows the killer to all.
const CALL_PRICE: f32 = 0.9;
/// Steps that are looked ahead.
const HORIZON: u8 = 12;

/// How likely each cell is to hold a free survivor.
pub(super) fn heat(game: &Stalk, view: &StalkView) -> Worth {
    let mut heat = Worth::default();
    let generators = game.broken_generators(view);
    let mut anywhere = Cells::NONE;
    for slot in view.with_status(Status::Free) {
        let likely = game.likely(view, Who::Survivor(slot));
        anywhere |= game.possible(view, Who::Survivor(slot));
        let there = likely & generators;
        let weight = weight_of(view, slot);
        let share = if there.is_empty() || likely.len() == 1 { 0.0 } else { ON_GENERATOR };
        heat.spread(likely, weight * (1.0 - share));
        heat.spread(there, weight * share);
    }
    for (cell, round) in view.noises() {
        let rounds = i32::from(view.round()) - i32::from(round);
        if anywhere.has(cell) && rounds < 5 {
            heat.spread(Cells::one(cell), HEARD * STILL_THERE.powi(rounds));
        }
    }
    heat
}

/// One who was hooked before is out the next time.
fn weight_of(view: &StalkView, slot: Slot) -> f32 {
    if view.hooks(slot) > 0 { 1.2 } else { 1.0 }
}

/// The best that can be made for from a cell: heat, less the farther away.
pub(super) fn prospect(game: &Stalk, heat: &Worth, from: Cell, closed: Cells) -> f32 {
    let (mut reached, mut share, mut best) = (Cells::one(from), 1.0, heat.of(from));
    let mut new = reached;
    for _ in 0..HORIZON {
        new = game.reach(new, 1, closed) & !reached;
        if new.is_empty() {
            break;
        }
        share *= FAR;
        best = best.max(share * heat.best(new));
        reached |= new;
    }
    best
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
        worth
            .set(cell, urgency * (2.0 * caught + seen) + AHEAD * prospect(game, &heat, cell, closed) - noise);
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
    let pays = 2.0 * here + near - CALL_PRICE;
    if pays > 0.0 { [0.05, 1.0] } else { [1.0, (0.2 + pays).max(0.0)] }
}
