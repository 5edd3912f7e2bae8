//! The game in words.

use std::fmt;

use super::Stalk;
use super::act::Act;
use super::board::DIRECTIONS;
use super::cells::{Cell, Cells};
use super::content::Tile;
use super::event::Event;
use super::state::{Ending, Node, Slot, Status, Who};
use super::view::StalkView;
use crate::{Action, View as _};

fn person(slot: Slot) -> String {
    format!("survivor {}", slot.0 + 1)
}

fn name(who: Who) -> String {
    if let Who::Survivor(slot) = who { person(slot) } else { "the killer".into() }
}

impl Stalk {
    pub(super) fn write_action(view: &StalkView, act: Act, out: &mut dyn fmt::Write) -> fmt::Result {
        let way = |way: u8| DIRECTIONS[usize::from(way.min(3))];
        match act {
            Act::Step(to) => write!(out, "step {}", way(to)),
            Act::Palette(to) if view.is_killer() => write!(out, "destroy the palette {}", way(to)),
            Act::Palette(to) => write!(out, "push over the palette {}", way(to)),
            Act::Repair => out.write_str("repair"),
            Act::Stop if view.own.node == Node::Call => out.write_str("no chase"),
            Act::Stop => out.write_str("stop"),
            Act::Call => out.write_str("call a chase"),
            Act::Next(slot) => write!(out, "{} acts", person(slot)),
        }
    }

    pub(super) fn write_event(&self, event: Event, out: &mut dyn fmt::Write) -> fmt::Result {
        let at = |cell: Cell| self.board.name(cell);
        match event {
            Event::Round(round) => write!(out, "round {round} begins"),
            Event::KillerTurn => out.write_str("the killer's turn begins"),
            Event::KillerTurnLost => out.write_str("the killer loses his turn"),
            Event::Vault(who, cell) => write!(out, "noise: {} lands on {}", name(who), at(cell)),
            Event::PaletteDown(cell) => write!(out, "noise: the palette on {} is pushed over", at(cell)),
            Event::PaletteBroken(cell) => write!(out, "the killer destroys the palette on {}", at(cell)),
            Event::GeneratorAlert(cell) => write!(out, "noise: a repair goes wrong on {}", at(cell)),
            Event::GeneratorFixed(cell) => write!(out, "the generator on {} works", at(cell)),
            Event::Trap(slot, cell) => write!(out, "{} is caught in a trap on {}", person(slot), at(cell)),
            Event::Crow(who, cell) => write!(out, "a crow gives {} away on {}", name(who), at(cell)),
            Event::Flashlight(cell) => {
                write!(out, "a flashlight blinds the killer on {}: he will lose a turn", at(cell))
            }
            Event::Call(cell) => write!(out, "the killer calls a chase from {}", at(cell)),
            Event::Found(slot, cell) => write!(out, "{} is found on {}", person(slot), at(cell)),
            Event::Check(cell) => write!(out, "the killer shows himself on {}", at(cell)),
            Event::Revealed(slot, cell) => write!(out, "{} is chased on {}", person(slot), at(cell)),
            Event::Escaped(slot) => write!(out, "{} has shaken the killer off", person(slot)),
            Event::Hooked(slot, cell) => write!(out, "{} is hooked on {}", person(slot), at(cell)),
            Event::Eliminated(slot, cell) => write!(out, "{} is eliminated on {}", person(slot), at(cell)),
            Event::Unhooked(slot, cell) => write!(out, "{} gets off the hook on {}", person(slot), at(cell)),
            Event::Rescued(slot, cell) => write!(out, "noise: {} is rescued on {}", person(slot), at(cell)),
            Event::End(Ending::Generators) => out.write_str("the lights are on: the survivors win"),
            Event::End(Ending::Hooks) => out.write_str("nobody is left to run: the killer wins"),
            Event::End(Ending::Limit) => out.write_str("the last round is over: the killer wins"),
            Event::Order(slot) => write!(out, "{} is to act", person(slot)),
            Event::LostTurn(slot) => write!(out, "{} loses this turn", person(slot)),
            Event::Roll(who, face) => write!(out, "{} may walk {face}", name(who)),
            Event::Chose(who, action) => write!(out, "{} {}", name(who), chosen(action)),
            Event::Quiet(slot) => write!(out, "{} works on without success, unheard", person(slot)),
            Event::Drew(who, tile, cell) => {
                let article = if tile == Tile::Empty { "an" } else { "a" };
                write!(out, "{} draws {article} {} on {}", name(who), tile.name(), at(cell))
            }
            Event::EscapeFailed(slot) => write!(out, "{} hangs on", person(slot)),
            Event::BushReturned(cell) => write!(out, "the bush on {} has served", at(cell)),
        }
    }

    pub(super) fn write_view(&self, view: &StalkView, out: &mut dyn fmt::Write) -> fmt::Result {
        let public = &view.public;
        let needed = self.setup.repairs_to_win;
        writeln!(out, "round {}, {} of {needed} generators repaired", public.round, public.repaired.len())?;
        for slot in (0..self.setup.survivors).map(Slot) {
            writeln!(out, "  {}", self.survivor_line(view, slot))?;
        }
        writeln!(out, "  {}", self.killer_line(view))?;
        self.write_grid(view, out)?;
        write!(
            out,
            "you are {}",
            if view.is_killer() { "the killer".into() } else { person(Slot(view.seat().0 - 1)) }
        )
    }

    fn where_text(&self, cells: Cells) -> String {
        match cells.len() {
            0 => "nowhere".into(),
            1..=6 => cells.iter().map(|cell| self.board.name(cell)).collect::<Vec<_>>().join(" or "),
            count => format!("one of {count} cells"),
        }
    }

    fn survivor_line(&self, view: &StalkView, slot: Slot) -> String {
        let public = &view.public;
        let place = match (public.status[slot.index()], view.cell_of(Who::Survivor(slot))) {
            (Status::Out, _) => return format!("{}: out", person(slot)),
            (_, Some(cell)) => self.board.name(cell),
            (_, None) => self.where_text(self.likely(view, Who::Survivor(slot))),
        };
        let mut line = format!("{}: {place}", person(slot));
        for (on, word) in [
            (public.status[slot.index()] == Status::Hooked, "on a hook"),
            (public.status[slot.index()] != Status::Hooked && public.hooks[slot.index()] > 0, "hooked once"),
            (view.is_chased(slot), "chased"),
            (public.lost & slot.bit() != 0, "loses the next turn"),
        ] {
            if on {
                line = line + ", " + word;
            }
        }
        line
    }

    fn killer_line(&self, view: &StalkView) -> String {
        let place = match view.cell_of(Who::Killer) {
            Some(cell) => self.board.name(cell),
            None => self.where_text(self.likely(view, Who::Killer)),
        };
        let lost = if view.public.killer_lost > 0 { ", loses the next turn" } else { "" };
        format!("killer: {place}{lost}")
    }

    /// The board with the own figures, and a `?` wherever a hidden one is likely to be.
    fn write_grid(&self, view: &StalkView, out: &mut dyn fmt::Write) -> fmt::Result {
        let (width, _) = self.size();
        let hidden = |who: Who| view.cell_of(who).is_none().then(|| self.likely(view, who));
        let figures = (0..self.setup.survivors).map(|slot| Who::Survivor(Slot(slot))).chain([Who::Killer]);
        let maybe = figures.filter_map(hidden).fold(Cells::NONE, |all, cells| all | cells);
        let letters: Vec<String> = (0..width).map(|column| char::from(b'a' + column).to_string()).collect();
        writeln!(out, "     {}", letters.join("   "))?;
        for (line, text) in self.setup.board.drawing().lines().enumerate() {
            if line % 2 == 0 {
                writeln!(out, "   {text}")?;
                continue;
            }
            let row = (line / 2) as u8;
            let mut cells: Vec<char> = text.chars().collect();
            for column in 0..width {
                let cell = Cell(row * width + column);
                let at = 4 * usize::from(column);
                cells[at + 2] = self.glyph(view, cell);
                if maybe.has(cell) {
                    cells[at + 3] = '?';
                }
                if view.own.covered.has(cell) {
                    cells[at + 1] = if view.own.bushes.has(cell) { '"' } else { '\'' };
                }
            }
            writeln!(out, "{:>2} {}", row + 1, cells.into_iter().collect::<String>())?;
        }
        Ok(())
    }

    /// What stands on a cell: a figure, or the mark as it is now.
    fn glyph(&self, view: &StalkView, cell: Cell) -> char {
        let public = &view.public;
        if view.cell_of(Who::Killer) == Some(cell) {
            return 'K';
        }
        let mut there = (0..self.setup.survivors).map(Slot);
        if let Some(slot) = there.find(|&slot| view.cell_of(Who::Survivor(slot)) == Some(cell)) {
            return char::from(b'1' + slot.0);
        }
        let marks = [
            (public.repaired, '*'),
            (self.board.generators, 'G'),
            (public.down, '='),
            (public.broken, '.'),
            (self.board.palettes, 'P'),
            (self.board.vaults, 'V'),
        ];
        marks.iter().find(|(cells, _)| cells.has(cell)).map_or('.', |(_, mark)| *mark)
    }
}

/// What was chosen, as a verb phrase.
fn chosen(action: Action) -> String {
    let way = |way: u8| DIRECTIONS[usize::from(way.min(3))];
    match Act::of(action) {
        Act::Step(to) => format!("steps {}", way(to)),
        Act::Palette(to) => format!("turns to the palette {}", way(to)),
        Act::Repair => "tries to repair".into(),
        Act::Stop => "stops".into(),
        Act::Call => "calls".into(),
        Act::Next(slot) => format!("lets {} act", person(slot)),
    }
}
