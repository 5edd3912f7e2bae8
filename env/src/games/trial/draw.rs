//! The boards as pictures, from the same tables that the engine plays on.

use std::fmt::Write as _;

use super::board::{BoardPrint, RoomPrint};
use super::content::Category;
use super::setup::BoardName;

const WIDTH: i16 = 840;
const HEIGHT: i16 = 600;
const ROOM: (i16, i16) = (150, 84);
/// Colour and dash of each kind of path: they differ by shape, too, for eyes that do not tell the colours apart.
const PATHS: [(&str, &str); 4] =
    [("#2b6cb0", ""), ("#2f855a", "14 6"), ("#c53030", "3 5"), ("#b7791f", "16 5 3 5")];

impl BoardName {
    /// The board as an SVG picture.
    pub fn svg(self) -> String {
        draw(self.print())
    }
}

fn draw(board: &BoardPrint) -> String {
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">"#
    );
    let _ = writeln!(svg, r##"<rect width="{WIDTH}" height="{HEIGHT}" fill="#f7f5f0"/>"##);
    let _ = writeln!(
        svg,
        r#"<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L10 5L0 10z" fill="{}"/></marker></defs>"#,
        PATHS[3].0
    );
    for path in board.paths {
        let (from, to) = (&board.rooms[usize::from(path.from)], &board.rooms[usize::from(path.to)]);
        let ((x1, y1), (x2, y2)) = (edge(from, to), edge(to, from));
        let (colour, dash) = PATHS[path.card as usize];
        let arrow = if path.card as usize == 3 { r#" marker-end="url(#arrow)""# } else { "" };
        let _ = writeln!(
            svg,
            r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="5" stroke-dasharray="{dash}"{arrow}/>"#
        );
        if path.wall {
            let (x, y) = (i16::midpoint(x1, x2), i16::midpoint(y1, y2));
            let _ = writeln!(
                svg,
                r##"<rect x="{}" y="{}" width="18" height="18" fill="#6b5b4b" stroke="#222"/>"##,
                x - 9,
                y - 9
            );
        }
    }
    for room in board.rooms {
        draw_room(&mut svg, room);
    }
    let legend =
        "blue solid: Sneak · green dashed: Sprint · red dotted: Crouch · yellow arrow: Vault · square: wall";
    let _ = writeln!(svg, r##"<text x="12" y="{}" font-size="14" fill="#333">{legend}</text>"##, HEIGHT - 12);
    svg + "</svg>\n"
}

/// Where the line from one room to another leaves the first one's box.
fn edge(from: &RoomPrint, to: &RoomPrint) -> (i16, i16) {
    let (dx, dy) = (f32::from(to.at.0 - from.at.0), f32::from(to.at.1 - from.at.1));
    let across = f32::from(ROOM.0) / 2.0 / dx.abs().max(0.01);
    let down = f32::from(ROOM.1) / 2.0 / dy.abs().max(0.01);
    let part = across.min(down);
    (from.at.0 + (dx * part) as i16, from.at.1 + (dy * part) as i16)
}

fn draw_room(svg: &mut String, room: &RoomPrint) {
    let (x, y) = (room.at.0 - ROOM.0 / 2, room.at.1 - ROOM.1 / 2);
    let (width, height) = ROOM;
    let _ = writeln!(
        svg,
        r##"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="10" fill="#fffdf8" stroke="#333" stroke-width="2"/>"##
    );
    let name = room.name.replace('\'', "&#39;");
    let _ = writeln!(
        svg,
        r#"<text x="{}" y="{}" font-size="15" font-weight="bold" text-anchor="middle">{name}</text>"#,
        room.at.0,
        y + 22
    );
    let count = |category: Category| format!("{} {}", room.props[category as usize], category.name());
    let [objective, boldness, survival, altruism] = Category::ALL.map(count);
    for (line, text) in
        [format!("{objective}, {boldness}"), format!("{survival}, {altruism}")].iter().enumerate()
    {
        let _ = writeln!(
            svg,
            r##"<text x="{}" y="{}" font-size="11" text-anchor="middle" fill="#444">{text}</text>"##,
            room.at.0,
            y + 42 + 15 * line as i16
        );
    }
    if !room.faces.is_empty() {
        let faces: Vec<String> = room.faces.iter().map(u8::to_string).collect();
        let _ = writeln!(
            svg,
            r##"<text x="{}" y="{}" font-size="11" text-anchor="middle" fill="#777">start die {}</text>"##,
            room.at.0,
            y + 74,
            faces.join(", ")
        );
    }
}
