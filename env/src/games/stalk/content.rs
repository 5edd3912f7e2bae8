//! Event tiles and their decks (S5, part 2).

use serde::{Deserialize, Serialize};

/// The kinds of event tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tile {
    /// Cover and nothing else (S5.6).
    Tree,
    /// The survivor is announced and loses a turn (S5.8).
    Trap,
    /// The drawer is announced (S5.10).
    Crow,
    /// One more movement action (S5.14).
    Run,
    /// Hides survivors from a call (S5.11).
    Bush,
    /// The killer is announced and loses a turn (S5.12).
    Flashlight,
    /// Nothing (S5.7).
    Empty,
}

/// How many kinds there are.
pub const TILES: usize = 7;

impl Tile {
    /// All kinds, in the order of the decks' lists.
    pub const ALL: [Tile; TILES] =
        [Tile::Tree, Tile::Trap, Tile::Crow, Tile::Run, Tile::Bush, Tile::Flashlight, Tile::Empty];

    /// What the tile is called.
    pub const fn name(self) -> &'static str {
        match self {
            Tile::Tree => "Tree",
            Tile::Trap => "Trap",
            Tile::Crow => "Crow",
            Tile::Run => "Run",
            Tile::Bush => "Bush",
            Tile::Flashlight => "Flashlight",
            Tile::Empty => "empty tile",
        }
    }
}

/// Tiles left in a deck, by kind.
pub(super) type Deck = [u8; TILES];

/// The most Run tiles that a side's deck may have: what a side can tell of the other counts them one by one.
pub(super) const MOST_RUNS: [u8; 2] = [3, 4];

pub(super) const FULL: [Deck; 2] = [[3, 2, 3, 3, 3, 0, 2], [4, 0, 3, 4, 0, 2, 2]];
pub(super) const SMALL: [Deck; 2] = [[2, 1, 2, 1, 1, 0, 1], [2, 0, 1, 2, 0, 1, 1]];
pub(super) const NO_TILES: [Deck; 2] = [[0; TILES]; 2];
