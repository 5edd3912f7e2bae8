//! What there is to see on a board, for whoever draws it.

use serde::Serialize;

/// A board with what stands on it, as one seat sees it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// One line above the board.
    pub title: String,
    /// Width and height of the plane that positions lie in.
    pub size: (u16, u16),
    /// The places that figures can be in.
    pub places: Vec<Place>,
    /// What leads from place to place.
    pub links: Vec<Link>,
    /// Who is where.
    pub figures: Vec<Figure>,
}

/// A place on a board.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Place {
    /// What it is called.
    pub name: String,
    /// Its centre.
    pub at: (i16, i16),
    /// What is in it, in a few words each.
    pub holds: Vec<String>,
}

/// A way between two places.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Link {
    /// The number of the first place.
    pub from: usize,
    /// The number of the second.
    pub to: usize,
    /// Its kind, by which it is coloured: `sneak`.
    pub kind: &'static str,
    /// Whether it leads one way only.
    pub one_way: bool,
    /// What lies on it, if anything does.
    pub holds: Option<&'static str>,
}

/// A figure on a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// What it is called.
    pub name: String,
    /// Which team it belongs to.
    pub team: usize,
    /// The number of its place.
    pub place: usize,
    /// What is the matter with it: `wounded`.
    pub marks: Vec<String>,
}
