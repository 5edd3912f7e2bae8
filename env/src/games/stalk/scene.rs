//! What a seat knows, as a picture: see [`Scene`].

use super::act::Act;
use super::cells::{Cell, Cells};
use super::state::{Node, Phase, Slot, Status, Who, slots};
use super::view::StalkView;
use super::{KILLER_SEAT, Stalk, seat_of};
use crate::scene::{Figure, Grid, Place, Scene, Target, Thing, Track};
use crate::{Action, View};

/// The side of a cell in the units of a drawing.
const SIDE: u8 = 60;
/// Positions of things in a cell: what is printed there, the sides' event tiles, what was heard.
const PRINTED: u8 = 0;
const TILES: [u8; 2] = [1, 2];
const NOISE: u8 = 3;

impl Stalk {
    pub(super) fn scene_of(&self, view: &StalkView) -> Scene {
        let public = &view.public;
        let counted =
            |name: &str, value: u32, of: u8| Track { name: name.into(), value, of: Some(of.into()) };
        let caught = (public.with_status(Status::Hooked) | public.with_status(Status::Out)) & self.everybody;
        let board = self.setup.board.name();
        Scene {
            title: format!("{}{} board", board[..1].to_uppercase(), &board[1..]),
            prompt: self.prompt(view),
            tracks: vec![
                counted("round", public.round.into(), self.setup.round_limit),
                counted("generators", public.repaired.len(), self.setup.repairs_to_win),
                counted("caught", caught.count_ones(), self.setup.survivors),
            ],
            places: self.all_cells().map(|cell| self.place(view, cell)).collect(),
            grid: Some(self.grid()),
            links: Vec::new(),
            figures: self.everyone().map(|who| self.figure(view, who)).collect(),
            hand: Vec::new(),
            dice: None,
        }
    }

    fn all_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.board.cells).map(Cell)
    }

    /// The figures in the order of their seats.
    fn everyone(&self) -> impl Iterator<Item = Who> + use<> {
        [Who::Killer].into_iter().chain(slots(self.everybody).map(Who::Survivor))
    }

    /// S0.2: columns have letters, rows numbers.
    fn grid(&self) -> Grid {
        let (columns, rows) = self.size();
        Grid {
            columns: (0..columns).map(|column| char::from(b'a' + column).to_string()).collect(),
            rows: (1..=rows).map(|row| row.to_string()).collect(),
            walls: self.walls(),
        }
    }

    fn walls(&self) -> Vec<(usize, usize)> {
        let (columns, rows) = self.size();
        let wall = |cell: Cell, way: u8, inside: bool, to: u8| {
            (inside && self.beyond(cell, way).is_none()).then(|| (cell.index(), usize::from(cell.0 + to)))
        };
        let of_cell = |cell: Cell| {
            let (row, column) = (cell.0 / columns, cell.0 % columns);
            [wall(cell, 1, column + 1 < columns, 1), wall(cell, 2, row + 1 < rows, columns)]
        };
        self.all_cells().flat_map(of_cell).flatten().collect()
    }

    fn place(&self, view: &StalkView, cell: Cell) -> Place {
        let (row, column) = (cell.0 / self.board.width, cell.0 % self.board.width);
        let middle = |number: u8| i16::from(number) * i16::from(SIDE) + i16::from(SIDE / 2);
        let things = [self.printed(view, cell), tile(view, cell), noise(view, cell)];
        Place {
            name: self.board.name(cell),
            at: (middle(column), middle(row)),
            things: things.into_iter().flatten().collect(),
            note: None,
        }
    }

    /// The map element of a cell (S0.8), as it is now.
    fn printed(&self, view: &StalkView, cell: Cell) -> Option<Thing> {
        let public = &view.public;
        let repaired = public.repaired.has(cell);
        let elements = [
            (self.board.generators, "generator", if repaired { "generator, repaired" } else { "generator" }),
            (self.board.vaults, "vault", "vault"),
            (public.broken, "wreck", "destroyed palette"),
            (public.down, "barrier", "palette, pushed over"),
            (self.board.palettes, "palette", "palette, upright"),
        ];
        let (_, kind, name) = elements.into_iter().find(|(cells, ..)| cells.has(cell))?;
        let progress = (kind == "generator").then_some((repaired.into(), 1));
        Some(Thing { progress, shut: kind == "wreck", ..thing(kind, name.into(), PRINTED) })
    }

    fn figure(&self, view: &StalkView, who: Who) -> Figure {
        let (name, badge, seat, side) = match who {
            Who::Killer => ("Killer".into(), 'K', KILLER_SEAT, 0),
            Who::Survivor(slot) => {
                (format!("Survivor {}", slot.0 + 1), char::from(b'1' + slot.0), seat_of(slot), 1)
            }
        };
        let free = !matches!(who, Who::Survivor(slot) if view.status(slot) != Status::Free);
        let cells = |of: fn(&Stalk, &StalkView, Who) -> Cells| {
            if free { of(self, view, who) } else { Cells::NONE }
        };
        let (possible, likely) = (cells(Stalk::possible), cells(Stalk::likely));
        let only = || possible.iter().next().filter(|_| possible.len() == 1);
        let place = view.cell_of(who).or_else(only);
        Figure {
            name,
            badge,
            seat,
            side,
            place: place.map(Cell::index),
            hidden: place.is_none() && free,
            possible: possible.iter().map(Cell::index).collect(),
            likely: likely.iter().map(Cell::index).collect(),
            own: seat == view.seat(),
            acting: acting(view) == Some(who),
            marks: marks(view, who),
            facts: self.whereabouts(view, who, place, possible),
            skills: Vec::new(),
            cards: Vec::new(),
        }
    }

    /// Where a figure is or can be, and where a hidden one was last seen.
    fn whereabouts(
        &self,
        view: &StalkView,
        who: Who,
        place: Option<Cell>,
        possible: Cells,
    ) -> Vec<(&'static str, String)> {
        if let Some(cell) = place {
            return vec![("where", format!("on {}", self.board.name(cell)))];
        }
        let index = match who {
            Who::Killer => super::known::KILLER,
            Who::Survivor(slot) if view.status(slot) == Status::Out => return Vec::new(),
            Who::Survivor(slot) => slot.index(),
        };
        let seen = self.board.name(view.public.known.seen[index].cell);
        vec![("where", format!("in one of {} cells, seen on {seen}", possible.len()))]
    }

    /// What a choice points at.
    pub(super) fn target_of(&self, view: &StalkView, action: Action) -> Target {
        let walker = match view.own.node {
            Node::Walk(_) if view.is_killer() => Some(Who::Killer),
            Node::Walk(walk) => Some(Who::Survivor(walk.slot)),
            _ => None,
        };
        let here = walker.and_then(|who| view.cell_of(who));
        let beyond = |way| here.and_then(|cell| self.beyond(cell, way)).map(Cell::index);
        let thing = |place, kind| Target::Thing { place, kind: Some(kind), position: None };
        match Act::of(action) {
            Act::Step(way) => beyond(way).map_or(Target::Table, Target::Place),
            Act::Palette(way) => {
                let kind = if view.is_killer() { "barrier" } else { "palette" };
                beyond(way).map_or(Target::Table, |place| thing(place, kind))
            }
            Act::Repair => here.map_or(Target::Table, |cell| thing(cell.index(), "generator")),
            Act::Next(slot) => Target::Figure(slot.index() + 1),
            Act::Stop | Act::Call => Target::Table,
        }
    }

    fn prompt(&self, view: &StalkView) -> String {
        let asked = |who: Who| self.figure(view, who);
        match (view.own.node, acting(view)) {
            (Node::Walk(walk), Some(who)) => {
                let (figure, left) = (asked(who), walk.allowance - walk.steps);
                let steps = if left == 1 { "step" } else { "steps" };
                let name = figure.name;
                if figure.own {
                    format!("{name}: {left} {steps} left.")
                } else {
                    format!("Waiting for {name}.")
                }
            }
            (Node::Order, _) if Stalk::spokesperson(&view.public) == view.seat() => {
                "Survivors: who acts next?".into()
            }
            (Node::Call, _) => "Killer: call a chase from here?".into(),
            _ => match view.public.phase {
                Phase::Killer => "Waiting for the killer.".into(),
                Phase::Survivors => "Waiting for the survivors.".into(),
                Phase::Over(_) => "The game is over.".into(),
            },
        }
    }
}

fn thing(kind: &'static str, name: String, position: u8) -> Thing {
    Thing { kind, name, hidden: false, progress: None, shut: false, position }
}

/// An event tile of the viewer's own board.
fn tile(view: &StalkView, cell: Cell) -> Option<Thing> {
    let (kind, name) = if view.bushes().has(cell) { ("bush", "Bush") } else { ("tile", "event tile") };
    let position = TILES[usize::from(view.is_killer())];
    view.tiles().has(cell).then(|| thing(kind, name.into(), position))
}

/// What was heard on a cell in this round or the one before, without a name.
fn noise(view: &StalkView, cell: Cell) -> Option<Thing> {
    let (_, round) = view.noises().filter(|(at, round)| *at == cell && round + 1 >= view.round()).last()?;
    Some(thing("noise", format!("noise in round {round}"), NOISE))
}

/// Who moves, as far as the viewer knows.
fn acting(view: &StalkView) -> Option<Who> {
    match (view.public.phase, view.own.node) {
        (Phase::Killer, _) => Some(Who::Killer),
        (Phase::Survivors, Node::Walk(walk)) if !view.is_killer() => Some(Who::Survivor(walk.slot)),
        _ => None,
    }
}

fn marks(view: &StalkView, who: Who) -> Vec<&'static str> {
    let flags = match who {
        Who::Killer => vec![(view.killer_loses() > 0, "loses the next turn")],
        Who::Survivor(slot) => survivor_flags(view, slot).to_vec(),
    };
    flags.into_iter().filter(|(on, _)| *on).map(|(_, mark)| mark).collect()
}

fn survivor_flags(view: &StalkView, slot: Slot) -> [(bool, &'static str); 5] {
    let status = view.status(slot);
    [
        (status == Status::Hooked, "on a hook"),
        (status == Status::Out, "out"),
        (status == Status::Free && view.hooks(slot) > 0, "hooked once"),
        (view.is_chased(slot), "chased"),
        (view.public.lost & slot.bit() != 0, "loses the next turn"),
    ]
}
