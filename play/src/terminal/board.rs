//! The board with letters and lines. Each kind of way has a sign of its own, so that colour is never needed.

use fogbound_env::scene::{Figure, Link, Place, Scene, Target, Thing};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph, Widget};

use super::grid;

/// A room is this wide and high, its frame included.
const ROOM: (u16, u16) = (19, 4);

/// Sign and colour of each kind of way.
const WAYS: [(&str, &str, Color); 5] = [
    ("sneak", "●", Color::Rgb(86, 180, 233)),
    ("sprint", "▲", Color::Rgb(47, 199, 155)),
    ("crouch", "■", Color::Rgb(255, 127, 80)),
    ("vault", "»", Color::Rgb(240, 228, 66)),
    ("wait", "‖", Color::Gray),
];
/// What lies on a way.
const BLOCKS: [(&str, &str); 4] = [("wall", "#"), ("pallet", "="), ("bear trap", "^"), ("entity", "X")];
/// Letters of things that are too long to name.
const THINGS: [(&str, &str); 15] = [
    ("generator", "G"),
    ("gate", "E"),
    ("hook", "H"),
    ("totem", "T"),
    ("chest", "C"),
    ("locker", "L"),
    ("crow", "R"),
    ("pallet", "P"),
    ("vault", "V"),
    ("palette", "P"),
    ("barrier", "="),
    ("wreck", "x"),
    ("bush", "\""),
    ("tile", "'"),
    ("noise", "!"),
];
pub(super) const KILLER: Color = Color::Rgb(228, 87, 46);
pub(super) const SURVIVOR: Color = Color::Rgb(143, 211, 200);
pub(super) const CAN: Color = Color::Rgb(183, 156, 255);

/// What the signs mean that are on the board, in one line.
pub(super) fn legend(scene: &Scene) -> Line<'static> {
    let mut spans = Vec::new();
    for (kind, sign, colour) in WAYS.iter().filter(|(kind, ..)| scene.links.iter().any(|l| l.kind == *kind)) {
        spans.push(Span::styled(format!("{sign} {kind}  "), Style::new().fg(*colour)));
    }
    let lies = |kind: &str| {
        let mut things = scene.places.iter().flat_map(|place| &place.things);
        things.any(|thing| thing.kind == kind && !thing.hidden)
    };
    let things: Vec<String> = THINGS
        .iter()
        .filter(|(kind, _)| lies(kind))
        .map(|(kind, letter)| format!("{letter} {kind}"))
        .collect();
    spans.push(Span::styled(things.join("  "), Style::new().fg(Color::Gray)));
    if let Some(hidden) = scene.figures.iter().find(|figure| figure.hidden) {
        let sign = format!("  {} may be there", hidden.badge);
        spans.push(Span::styled(sign, grid::maybe(side_colour(hidden), true)));
    }
    Line::from(spans)
}

pub(super) fn sign(kind: Option<&str>) -> (&'static str, Color) {
    let found = WAYS.iter().find(|(name, ..)| Some(*name) == kind);
    found.map_or(("?", Color::Gray), |(_, sign, colour)| (sign, *colour))
}

pub(super) fn side_colour(figure: &Figure) -> Color {
    if figure.side == 0 { KILLER } else { SURVIVOR }
}

/// The board of a scene, with the place that a choice points at.
pub(super) struct Board<'a> {
    pub(super) scene: &'a Scene,
    pub(super) target: Option<Target>,
}

impl Widget for Board<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        if let Some(board) = &self.scene.grid {
            grid::draw(board, &self, area, buffer);
            return;
        }
        if area.width < ROOM.0 || area.height < ROOM.1 {
            return;
        }
        let spots = Spots::new(&self.scene.places, area);
        for link in &self.scene.links {
            draw_link(link, &spots, buffer);
        }
        for (i, place) in self.scene.places.iter().enumerate() {
            let here: Vec<&Figure> = self.scene.figures.iter().filter(|f| f.place == Some(i)).collect();
            draw_place(place, &here, self.is_meant(i), spots.room(i), buffer);
        }
    }
}

impl Board<'_> {
    /// Whether the selected choice points at this place.
    pub(super) fn is_meant(&self, number: usize) -> bool {
        match self.target {
            Some(Target::Place(place) | Target::Thing { place, .. }) => place == number,
            Some(Target::Figure(figure)) => self.scene.figures[figure].place == Some(number),
            _ => false,
        }
    }
}

/// Where the places are drawn.
struct Spots {
    rooms: Vec<Rect>,
    area: Rect,
}

impl Spots {
    fn new(places: &[Place], area: Rect) -> Spots {
        let range = |of: fn(&Place) -> i16| {
            let low = places.iter().map(of).min().unwrap_or(0);
            (low, (places.iter().map(of).max().unwrap_or(0) - low).max(1))
        };
        let ((left, wide), (top, high)) = (range(|place| place.at.0), range(|place| place.at.1));
        let scale = |value: i16, (low, span): (i16, i16), room: u16, cells: u16| {
            let free = f32::from(cells - room);
            (f32::from(value - low) / f32::from(span) * free).round() as u16
        };
        let rooms = places
            .iter()
            .map(|place| Rect {
                x: area.x + scale(place.at.0, (left, wide), ROOM.0, area.width),
                y: area.y + scale(place.at.1, (top, high), ROOM.1, area.height),
                width: ROOM.0,
                height: ROOM.1,
            })
            .collect();
        Spots { rooms, area }
    }

    fn room(&self, place: usize) -> Rect {
        self.rooms[place]
    }

    fn middle(&self, place: usize) -> (i32, i32) {
        let room = self.rooms[place];
        (i32::from(room.x + room.width / 2), i32::from(room.y + room.height / 2))
    }
}

/// A row of signs from room to room; rooms are drawn over its ends.
fn draw_link(link: &Link, spots: &Spots, buffer: &mut Buffer) {
    let ((x1, y1), (x2, y2)) = (spots.middle(link.from), spots.middle(link.to));
    let (dx, dy) = (x2 - x1, y2 - y1);
    // A cell is about twice as high as it is wide, so a sign every other column looks even.
    let steps = (dx.abs() / 2).max(dy.abs()).max(1);
    let inside = |x: u16, y: u16| spots.rooms.iter().any(|room| room.contains((x, y).into()));
    let cells: Vec<(u16, u16)> = (0..=steps)
        .map(|i| ((x1 + dx * i / steps) as u16, (y1 + dy * i / steps) as u16))
        .filter(|&(x, y)| !inside(x, y) && spots.area.contains((x, y).into()))
        .collect();
    let (plain, colour) = sign(Some(link.kind));
    let arrow = match (dx.abs() > 2 * dy.abs(), dx > 0, dy > 0) {
        (true, true, _) => "»",
        (true, false, _) => "«",
        (false, _, true) => "v",
        (false, _, false) => "^",
    };
    let style = Style::new().fg(colour);
    for &(x, y) in &cells {
        buffer.set_string(x, y, if link.one_way { arrow } else { plain }, style);
    }
    if let (Some(blocked), Some(&(x, y))) = (link.blocked, cells.get(cells.len() / 2)) {
        let found = BLOCKS.iter().find(|(name, _)| *name == blocked);
        let block = Style::new().fg(Color::Black).bg(Color::Rgb(217, 185, 140)).add_modifier(Modifier::BOLD);
        buffer.set_string(x, y, found.map_or("X", |(_, sign)| sign), block);
    }
}

fn draw_place(place: &Place, figures: &[&Figure], meant: bool, area: Rect, buffer: &mut Buffer) {
    let (frame, kind) = if meant { (CAN, BorderType::Thick) } else { (Color::DarkGray, BorderType::Rounded) };
    let mut title = place.name.clone();
    if place.note.is_some() {
        title.push('!');
    }
    let block = Block::bordered()
        .border_type(kind)
        .border_style(Style::new().fg(frame))
        .title(Span::styled(title, Style::new().add_modifier(Modifier::BOLD).fg(Color::White)));
    let things: Vec<Span<'_>> = place.things.iter().flat_map(thing_spans).collect();
    let people: Vec<Span<'_>> = figures.iter().copied().flat_map(figure_spans).collect();
    Paragraph::new(vec![Line::from(things), Line::from(people)]).block(block).render(area, buffer);
}

pub(super) fn letter(thing: &Thing) -> Option<&'static str> {
    THINGS.iter().find(|(kind, _)| *kind == thing.kind).map(|(_, letter)| *letter)
}

fn thing_spans(thing: &Thing) -> [Span<'static>; 2] {
    let letter = letter(thing);
    let text = match (letter, thing.progress) {
        // A back shows the first letter of its kind.
        (None, _) => thing.kind.chars().take(1).collect(),
        (Some(letter), None) => letter.to_string(),
        (Some(letter), Some((done, _))) => format!("{letter}{done}"),
    };
    let colour = if thing.hidden || thing.shut { Color::DarkGray } else { Color::White };
    [Span::styled(text, Style::new().fg(colour)), Span::raw(" ")]
}

fn figure_spans(figure: &Figure) -> [Span<'static>; 2] {
    let mut text = figure.badge.to_string();
    for (mark, sign) in [("wounded", "!"), ("on a hook", "j"), ("in a locker", "]"), ("mad", "~")] {
        if figure.marks.contains(&mark) {
            text.push_str(sign);
        }
    }
    [Span::styled(text, badge_style(figure)), Span::raw(" ")]
}

/// How the badge of a figure looks where it stands.
pub(super) fn badge_style(figure: &Figure) -> Style {
    let style = Style::new().fg(Color::Black).bg(side_colour(figure)).add_modifier(Modifier::BOLD);
    if figure.own { style.add_modifier(Modifier::UNDERLINED) } else { style }
}
