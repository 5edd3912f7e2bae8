//! A board of cells with letters and lines: walls, what lies in the cells, who stands there, and who may.

use fogbound_env::scene::{Figure, Grid, Scene, Thing};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::board::{Board, CAN, badge_style, letter, side_colour};

/// The narrowest and the widest cell, without its walls.
const WIDE: (u16, u16) = (5, 9);
/// Columns for the names of the rows.
const RIM: u16 = 3;
const WALL: Style = Style::new().fg(Color::Rgb(214, 205, 190));
const FAINT: Style = Style::new().fg(Color::Rgb(70, 82, 98));

/// Lines that the board of a scene needs, if it is a grid: one a row, and one between rows.
pub(super) fn least_height(scene: &Scene) -> u16 {
    scene.grid.as_ref().map_or(0, |grid| (2 * grid.rows.len()).saturating_sub(1) as u16)
}

/// How a figure looks that may be somewhere.
pub(super) fn maybe(colour: Color, likely: bool) -> Style {
    let style = Style::new().fg(colour).add_modifier(Modifier::ITALIC);
    if likely { style } else { style.add_modifier(Modifier::DIM) }
}

/// Where the cells of a grid are on the screen.
struct Frame<'a> {
    grid: &'a Grid,
    area: Rect,
    wide: u16,
    /// There is room for a line above the first row and below the last.
    rimmed: bool,
}

pub(super) fn draw(grid: &Grid, board: &Board<'_>, area: Rect, buffer: &mut Buffer) {
    let columns = grid.columns.len().max(1) as u16;
    let wide = (area.width.saturating_sub(RIM + 1) / columns).saturating_sub(1).min(WIDE.1);
    if wide < WIDE.0 || area.height < least_height(board.scene) {
        buffer.set_string(area.x, area.y, "This screen is too small for the board.", Style::new());
        return;
    }
    let rimmed = area.height > 2 * grid.rows.len() as u16;
    let frame = Frame { grid, area, wide, rimmed };
    frame.draw_walls(buffer);
    for (number, place) in board.scene.places.iter().enumerate() {
        let cell = Cell {
            at: frame.corner(number),
            wide,
            things: &place.things,
            here: board.scene.figures.iter().filter(|figure| figure.place == Some(number)).collect(),
            shades: shades(board.scene, number),
            meant: board.is_meant(number),
        };
        cell.draw(buffer);
    }
    frame.draw_names(buffer);
}

/// The hidden figures that may be in a place, and whether that is likely.
fn shades(scene: &Scene, place: usize) -> Vec<(&Figure, bool)> {
    let hidden = scene.figures.iter().filter(|figure| figure.hidden && figure.possible.contains(&place));
    hidden.map(|figure| (figure, figure.likely.contains(&place))).collect()
}

impl Frame<'_> {
    /// The first column of a cell's inside, and its line.
    fn corner(&self, place: usize) -> (u16, u16) {
        let columns = self.grid.columns.len();
        let (row, column) = ((place / columns) as u16, (place % columns) as u16);
        let top = self.area.y + u16::from(self.rimmed);
        (self.area.x + RIM + 1 + column * (self.wide + 1), top + 2 * row)
    }

    /// Whether a wall is between two cells; `None` lies outside of the board.
    fn wall(&self, a: Option<usize>, b: Option<usize>) -> bool {
        match (a, b) {
            (Some(a), Some(b)) => self.grid.walls.contains(&(a.min(b), a.max(b))),
            (None, None) => false,
            _ => true,
        }
    }

    fn place(&self, row: i32, column: i32) -> Option<usize> {
        let inside = |number: i32, count: usize| usize::try_from(number).ok().filter(|n| *n < count);
        let (rows, columns) = (self.grid.rows.len(), self.grid.columns.len());
        Some(inside(row, rows)? * columns + inside(column, columns)?)
    }

    fn draw_walls(&self, buffer: &mut Buffer) {
        let (rows, columns) = (self.grid.rows.len() as i32, self.grid.columns.len() as i32);
        let (left, top) = (self.area.x + RIM, self.area.y + u16::from(self.rimmed));
        for row in 0..=rows {
            for column in 0..=columns {
                let around = [(-1, -1), (-1, 0), (0, -1), (0, 0)]
                    .map(|(down, right)| self.place(row + down, column + right));
                let [north_west, north_east, south_west, south_east] = around;
                let x = left + column as u16 * (self.wide + 1);
                let level = self.wall(north_east, south_east);
                let upright = self.wall(south_west, south_east);
                // Without a rim there is no line above the first row and below the last.
                let line = (top + 2 * row as u16).checked_sub(1);
                if let Some(y) = line.filter(|_| self.rimmed || (row > 0 && row < rows)) {
                    let arms = [
                        self.wall(north_west, north_east),
                        level,
                        upright,
                        self.wall(north_west, south_west),
                    ];
                    buffer.set_string(x, y, joint(arms), WALL);
                    if column < columns {
                        let (text, style) = if level { ("─", WALL) } else { (" ", FAINT) };
                        buffer.set_string(x + 1, y, text.repeat(self.wide.into()), style);
                    }
                }
                if row < rows {
                    let (text, style) = if upright { ("│", WALL) } else { ("·", FAINT) };
                    buffer.set_string(x, top + 2 * row as u16, text, style);
                }
            }
        }
    }

    /// Names of columns on the upper rim, or in the cells of the first row if there is none; of rows at the left.
    fn draw_names(&self, buffer: &mut Buffer) {
        let style = Style::new().fg(Color::White).add_modifier(Modifier::BOLD);
        for (row, name) in self.grid.rows.iter().enumerate() {
            let (_, y) = self.corner(row * self.grid.columns.len());
            buffer.set_string(self.area.x, y, format!("{name:>2}"), style);
        }
        for (column, name) in self.grid.columns.iter().enumerate() {
            let (x, y) = self.corner(column);
            if self.rimmed {
                buffer.set_string(x + self.wide / 2, y - 1, name, style);
            } else {
                buffer.set_string(x + self.wide - 1, y, name, Style::new().fg(Color::Gray));
            }
        }
    }
}

/// The sign where walls meet, by the arms that it has: up, right, down, left.
fn joint(arms: [bool; 4]) -> &'static str {
    const SIGNS: [&str; 16] =
        ["·", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"];
    SIGNS[arms.iter().enumerate().map(|(i, arm)| usize::from(*arm) << i).sum::<usize>()]
}

/// One cell, and all that is to be seen in it.
struct Cell<'a> {
    at: (u16, u16),
    wide: u16,
    things: &'a [Thing],
    here: Vec<&'a Figure>,
    /// Who may be here, and whether that is likely.
    shades: Vec<(&'a Figure, bool)>,
    meant: bool,
}

impl Cell<'_> {
    fn draw(&self, buffer: &mut Buffer) {
        let (left, y) = self.at;
        let ground = self.ground();
        buffer.set_string(left, y, " ".repeat(self.wide.into()), ground);
        let mut x = left;
        let end = left + self.wide;
        let mut put = |text: &str, style: Style| {
            if x < end {
                buffer.set_string(x, y, text, ground.patch(style));
                x += 1;
            }
        };
        for figure in &self.here {
            put(&figure.badge.to_string(), badge_style(figure));
        }
        // A figure says more than the thing that it stands on.
        for thing in self.things {
            let done = thing.progress.is_some_and(|(done, all)| done == all);
            let colour = if thing.shut { Color::DarkGray } else { Color::White };
            put(letter(thing).unwrap_or("?"), Style::new().fg(colour).add_modifier(Modifier::BOLD));
            if done {
                put("✓", Style::new().fg(Color::Rgb(47, 199, 155)));
            }
        }
        for (figure, likely) in &self.shades {
            put(&figure.badge.to_string(), maybe(side_colour(figure), *likely));
        }
        if self.meant {
            let mark = ground.fg(CAN).add_modifier(Modifier::BOLD);
            buffer.set_string(end - 1, y, "◄", mark);
        }
    }

    /// The more figures may be here, the lighter it is.
    fn ground(&self) -> Style {
        if self.meant {
            return Style::new().bg(Color::Rgb(58, 53, 96));
        }
        let Some((first, _)) = self.shades.first() else { return Style::new() };
        let weight: f32 = self.shades.iter().map(|(_, likely)| if *likely { 1.0 } else { 0.4 }).sum();
        let Color::Rgb(red, green, blue) = side_colour(first) else { return Style::new() };
        let part = 0.1 + 0.07 * weight.min(4.0);
        let mix = |colour: u8, night: f32| (night + (f32::from(colour) - night) * part) as u8;
        Style::new().bg(Color::Rgb(mix(red, 16.0), mix(green, 21.0), mix(blue, 29.0)))
    }
}
