//! A picture of what one seat knows, as data: places, ways between them, figures and cards.
//!
//! Screens draw it without knowing the game: the page as SVG, the terminal with letters and lines. It is made from a
//! view, so it cannot show more than the seat may see.

use serde::Serialize;

use crate::seat::Seat;

/// The table as one seat sees it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// What the board is called.
    pub title: String,
    /// What is asked of the viewer, or what is waited for.
    pub prompt: String,
    /// Counters that everybody watches.
    pub tracks: Vec<Track>,
    /// The places of the board.
    pub places: Vec<Place>,
    /// How they lie as the cells of a grid, row by row; elsewhere they are rooms with ways between them.
    pub grid: Option<Grid>,
    /// The ways between rooms.
    pub links: Vec<Link>,
    /// Those who stand on the board.
    pub figures: Vec<Figure>,
    /// The cards that the viewer holds.
    pub hand: Vec<Held>,
    /// Dice on the table: the last roll.
    pub dice: Option<Dice>,
}

/// A board of cells. The cell in row `r` and column `c` is place `r * columns.len() + c`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Grid {
    /// The columns' names, from the left.
    pub columns: Vec<String>,
    /// The rows' names, from above.
    pub rows: Vec<String>,
    /// Neighbouring cells with a wall between them, the lower number first. There is one all around, too.
    pub walls: Vec<(usize, usize)>,
}

/// A counter, such as rounds or points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Track {
    /// What is counted.
    pub name: String,
    /// Where it stands.
    pub value: u32,
    /// Where it ends, if it does.
    pub of: Option<u32>,
}

/// A room or a field of the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// What it is called.
    pub name: String,
    /// Its middle, in the units of the drawing (about 840 by 600).
    pub at: (i16, i16),
    /// What lies there.
    pub things: Vec<Thing>,
    /// A warning that everybody sees, such as a trap.
    pub note: Option<String>,
}

/// Something that lies in a place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Thing {
    /// Which sign stands for it: one word.
    pub kind: &'static str,
    /// What it is called.
    pub name: String,
    /// It lies face down, and the name is that of its back.
    pub hidden: bool,
    /// How far it has got, and how far it has to get.
    pub progress: Option<(u8, u8)>,
    /// It cannot be used now.
    pub shut: bool,
    /// Its number in its place, by which a choice names it.
    pub position: u8,
}

/// A way between two places.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Link {
    /// One end, by its number among the places.
    pub from: usize,
    /// The other end.
    pub to: usize,
    /// Which kind of way: one word.
    pub kind: &'static str,
    /// It leads from the first end to the second only.
    pub one_way: bool,
    /// What lies on it.
    pub blocked: Option<&'static str>,
}

/// Somebody on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// What it is called.
    pub name: String,
    /// The sign that stands for it on the board, different from that of others on its side.
    pub badge: char,
    /// Who plays it.
    pub seat: Seat,
    /// The number of its side.
    pub side: usize,
    /// Where it stands, if it is on the board and the viewer knows.
    pub place: Option<usize>,
    /// It is on the board, but the viewer does not know where: the possible places are shaded. In a replay it may have a
    /// place as well, and is shaded if those who choose do not know it.
    pub hidden: bool,
    /// Where those from whom it is hidden must think that it can be. Empty in games that hide nobody.
    pub possible: Vec<usize>,
    /// Those of the possible places that need no luck to be reached.
    pub likely: Vec<usize>,
    /// The viewer plays it.
    pub own: bool,
    /// It is asked now, and everybody knows.
    pub acting: bool,
    /// The state that it is in: `wounded`, `on a hook`.
    pub marks: Vec<&'static str>,
    /// What it has, with a name for each: bloodpoints, an item.
    pub facts: Vec<(&'static str, String)>,
    /// What it can do beside moving.
    pub skills: Vec<String>,
    /// Cards in front of it.
    pub cards: Vec<Held>,
}

/// A card in a hand or on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Held {
    /// Which card, if the viewer knows: one word, the same as the kind of way that it opens.
    pub kind: Option<&'static str>,
    /// Its name, or what the viewer sees of it.
    pub name: String,
    /// It lies face down.
    pub face_down: bool,
}

/// Dice that were rolled.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Dice {
    /// What for.
    pub name: String,
    /// What they show.
    pub faces: Vec<u8>,
}

/// Which part of a scene a choice is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// The table as a whole: the choice is a button.
    #[default]
    Table,
    /// A place, by its number.
    Place(usize),
    /// A figure, by its number.
    Figure(usize),
    /// Things in a place that go by this kind or by this position.
    Thing {
        /// The place.
        place: usize,
        /// The kind of thing, if that decides.
        kind: Option<&'static str>,
        /// The position in the place, if that decides.
        position: Option<u8>,
    },
    /// A card of the hand, by its kind.
    Card(&'static str),
}

impl Scene {
    /// Adds what `other`, the scene of another seat at the same moment, knows of its own figures and of what lies on
    /// the board; for replays, where nothing is secret any more.
    pub fn reveal(&mut self, other: &Scene) {
        for (mine, theirs) in self.figures.iter_mut().zip(&other.figures) {
            if theirs.own {
                mine.cards.clone_from(&theirs.cards);
                mine.facts.clone_from(&theirs.facts);
                mine.place = theirs.place;
                mine.acting |= theirs.acting;
            }
        }
        for (mine, theirs) in self.places.iter_mut().zip(&other.places) {
            for thing in &theirs.things {
                match mine.things.iter_mut().find(|known| known.position == thing.position) {
                    Some(known) if known.hidden => known.clone_from(thing),
                    Some(_) => {}
                    None => mine.things.push(thing.clone()),
                }
            }
        }
    }
}
