//! What the script looks at, as numbers: each cell that a step leads to, and how hot or how dangerous the cells around are.
//!
//! First the own cell and those beyond its four sides, [`PER_CELL`] numbers each; then a plane in rows of nine, as in
//! observations: for the killer how likely each cell holds a survivor, for a survivor how sure he comes to each.

use fogbound_env::games::stalk::{Asked, Cell, Cells, MAX_CELLS, Stalk, StalkView, Who};

use super::killer::{heat, prospect};
use super::survivor::{FARTHEST, Scene};

/// Numbers for the own cell and for each beside it.
const PER_CELL: usize = 6;
/// The own cell, and one beyond each side.
const CELLS: usize = 5;
/// The row length of the plane.
const ROW: usize = 9;
/// Where the plane begins.
const PLANE: usize = CELLS * PER_CELL;
/// How many numbers there are.
pub(super) const INSIGHTS: usize = PLANE + MAX_CELLS;
/// How far a survivor looks around for danger.
const AROUND: u8 = 4;

fn flag(on: bool) -> f32 {
    f32::from(u8::from(on))
}

/// The own cell, and what lies beyond each side.
fn cells_around(game: &Stalk, at: Cell) -> [Option<Cell>; CELLS] {
    let beyond = |way| game.beyond(at, way);
    [Some(at), beyond(0), beyond(1), beyond(2), beyond(3)]
}

/// Where a cell stands in the plane.
fn place(game: &Stalk, cell: Cell) -> usize {
    let width = usize::from(game.size().0);
    PLANE + cell.index() / width * ROW + cell.index() % width
}

/// Writes what the side that is asked looks at.
pub(super) fn write(game: &Stalk, view: &StalkView, out: &mut [f32]) {
    match view.asked() {
        Asked::Walk { .. } | Asked::Call if view.is_killer() => killer(game, view, out),
        Asked::Walk { who, .. } => survivor(game, view, who, out),
        _ => {}
    }
}

fn killer(game: &Stalk, view: &StalkView, out: &mut [f32]) {
    let Some(at) = view.cell_of(Who::Killer) else { return };
    let heat = heat(game, view);
    let closed = view.palettes_down();
    for (numbers, cell) in out.chunks_exact_mut(PER_CELL).zip(cells_around(game, at)) {
        let Some(cell) = cell else { continue };
        numbers.copy_from_slice(&[
            flag(!closed.has(cell)),
            heat.of(cell).min(1.0),
            (heat.sum(game.call_range(cell)) / 2.0).min(1.0),
            (heat.sum(game.chase_range(cell)) / 2.0).min(1.0),
            prospect(game, &heat, cell, closed).min(1.0),
            flag(game.vaults().has(cell)),
        ]);
    }
    for cell in (0..MAX_CELLS as u8).map(Cell).filter(|&cell| heat.of(cell) > 0.0) {
        out[place(game, cell)] = heat.of(cell).min(1.0);
    }
}

fn survivor(game: &Stalk, view: &StalkView, who: Who, out: &mut [f32]) {
    let Some(at) = view.cell_of(who) else { return };
    let scene = Scene::new(game, view, who);
    for (numbers, cell) in out.chunks_exact_mut(PER_CELL).zip(cells_around(game, at)) {
        let Some(cell) = cell else { continue };
        numbers.copy_from_slice(&[
            flag(!view.palettes_down().has(cell)),
            scene.threat(cell),
            (scene.risk(cell) / 2.0).min(1.0),
            scene.way_to_goal(cell) / f32::from(FARTHEST),
            flag(game.broken_generators(view).has(cell)),
            flag(game.vaults().has(cell)),
        ]);
    }
    for cell in game.reach(Cells::one(at), AROUND, Cells::NONE).iter() {
        out[place(game, cell)] = scene.threat(cell);
    }
}
