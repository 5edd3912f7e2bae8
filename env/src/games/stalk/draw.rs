//! The boards as pictures, from the same tables that the engine plays on.

use std::fmt::Write as _;

use super::board::Board;
use super::cells::Cell;
use super::setup::BoardName;

/// The side of a cell, and the rim with the names of rows and columns.
const SIDE: u16 = 56;
const RIM: u16 = 30;
const LEGEND: u16 = 34;

impl BoardName {
    /// The board as an SVG picture.
    pub fn svg(self) -> String {
        draw(&Board::new(self.drawing()))
    }
}

fn draw(board: &Board) -> String {
    let columns = u16::from(board.width);
    let rows = u16::from(board.cells / board.width);
    let (width, height) = (2 * RIM + columns * SIDE, 2 * RIM + rows * SIDE + LEGEND);
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">"#
    );
    let _ = writeln!(svg, r##"<rect width="{width}" height="{height}" fill="#f7f5f0"/>"##);
    for cell in (0..board.cells).map(Cell) {
        draw_cell(&mut svg, board, cell);
    }
    for cell in (0..board.cells).map(Cell) {
        draw_walls(&mut svg, board, cell);
    }
    for column in 0..columns {
        let letter = char::from(b'a' + column as u8);
        text(&mut svg, RIM + column * SIDE + SIDE / 2, RIM - 10, 14, "#555", &letter.to_string());
    }
    for row in 0..rows {
        text(&mut svg, RIM / 2, RIM + row * SIDE + SIDE / 2 + 5, 14, "#555", &(row + 1).to_string());
    }
    let legend = "G generator · P palette · V vault · 1-4, K starts";
    text(&mut svg, width / 2, height - 14, 13, "#333", legend);
    svg + "</svg>\n"
}

fn corner(board: &Board, cell: Cell) -> (u16, u16) {
    let (row, column) = (u16::from(cell.0 / board.width), u16::from(cell.0 % board.width));
    (RIM + column * SIDE, RIM + row * SIDE)
}

fn text(svg: &mut String, x: u16, y: u16, size: u16, colour: &str, words: &str) {
    let _ = writeln!(
        svg,
        r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" fill="{colour}">{words}</text>"#
    );
}

fn draw_cell(svg: &mut String, board: &Board, cell: Cell) {
    let (x, y) = corner(board, cell);
    let start = board.starts.iter().position(|&start| start == cell);
    let (fill, mark) = if board.generators.has(cell) {
        ("#fbe3a6", "G".to_string())
    } else if board.palettes.has(cell) {
        ("#e2c9a8", "P".to_string())
    } else if board.vaults.has(cell) {
        ("#cfe0ee", "V".to_string())
    } else if board.killer_start == cell {
        ("#f3c4c0", "K".to_string())
    } else if let Some(slot) = start.filter(|&slot| slot == 0 || cell != Cell(0)) {
        ("#cfe8d2", (slot + 1).to_string())
    } else {
        ("#fffdf8", String::new())
    };
    let _ = writeln!(
        svg,
        r##"<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{fill}" stroke="#d8d2c4"/>"##
    );
    if !mark.is_empty() {
        text(svg, x + SIDE / 2, y + SIDE / 2 + 7, 20, "#333", &mark);
    }
}

/// The walls on all four sides; a wall between two cells is drawn twice, in the same place.
fn draw_walls(svg: &mut String, board: &Board, cell: Cell) {
    let (x, y) = corner(board, cell);
    let (right, below) = (x + SIDE, y + SIDE);
    let sides = [(x, y, right, y), (right, y, right, below), (x, below, right, below), (x, y, x, below)];
    for (way, (x1, y1, x2, y2)) in sides.into_iter().enumerate() {
        if board.open[cell.index()] >> way & 1 == 0 {
            let _ = writeln!(
                svg,
                r##"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#2d2a26" stroke-width="5" stroke-linecap="round"/>"##
            );
        }
    }
}
