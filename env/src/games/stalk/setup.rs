//! What is agreed before play (S13.5).

use serde::{Deserialize, Serialize};

use super::board::{self, Board};
use super::content::{Deck, FULL, MOST_RUNS, NO_TILES, SMALL, TILES, Tile};
use crate::SetupError;

/// The options of `stalk`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The map.
    pub board: BoardName,
    /// The event tiles.
    pub decks: Decks,
    /// Who says in which order the survivors act (S2.4, S2.5).
    pub order: Order,
    /// Whether a survivor found on the killer's own cell is hooked at once (S6.5).
    pub hook_on_call: bool,
    /// Generators that the survivors need (S13.1).
    pub repairs_to_win: u8,
    /// Survivors at the table, 1 to 4.
    pub survivors: u8,
    /// The killer wins after this many rounds (S13.4).
    pub round_limit: u8,
}

/// The maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardName {
    /// 9 by 9, with 4 generators and 3 palettes.
    Paired,
    /// The same walls, with 8 generators and 6 palettes.
    Standard,
    /// 6 by 6.
    Training,
    /// 2 by 2, for exact work.
    Cellar,
}

impl BoardName {
    /// All of them.
    pub const ALL: [BoardName; 4] =
        [BoardName::Paired, BoardName::Standard, BoardName::Training, BoardName::Cellar];

    /// What the setup calls it.
    pub const fn name(self) -> &'static str {
        ["paired", "standard", "training", "cellar"][self as usize]
    }

    /// The board in letters and lines.
    pub const fn drawing(self) -> &'static str {
        [board::PAIRED, board::STANDARD, board::TRAINING, board::CELLAR][self as usize]
    }
}

/// The event tiles of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decks {
    /// 16 and 15 tiles.
    Full,
    /// 8 and 7 tiles.
    Small,
    /// No tiles at all.
    None,
    /// Counts of Tree, Trap, Crow, Run, Bush, Flashlight and empty tiles for either side.
    Custom {
        /// The survivors' deck.
        survivors: [u8; TILES],
        /// The killer's deck.
        killer: [u8; TILES],
    },
}

impl Decks {
    /// The survivors' and the killer's tiles, by kind.
    pub(super) const fn tiles(self) -> [Deck; 2] {
        match self {
            Decks::Full => FULL,
            Decks::Small => SMALL,
            Decks::None => NO_TILES,
            Decks::Custom { survivors, killer } => [survivors, killer],
        }
    }
}

/// Who says in which order the survivors act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The team, turn by turn.
    Free,
    /// Lowest seat first, always.
    Clockwise,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            board: BoardName::Paired,
            decks: Decks::Full,
            order: Order::Free,
            hook_on_call: true,
            repairs_to_win: 2,
            survivors: 4,
            round_limit: 80,
        }
    }
}

impl Setup {
    pub(super) fn check(&self) -> Result<(), SetupError> {
        let board = Board::new(self.board.drawing());
        let generators = board.generators.len();
        if !(1..=generators).contains(&self.repairs_to_win.into()) {
            let allowed = format!("a number from 1 to {generators}, the generators of the board");
            return Err(SetupError::value("repairs_to_win", self.repairs_to_win, allowed));
        }
        let most = if self.board == BoardName::Cellar { 1 } else { 4 };
        if !(1..=most).contains(&self.survivors) {
            let allowed =
                if most == 1 { "1 in the cellar".into() } else { format!("a number from 1 to {most}") };
            return Err(SetupError::value("survivors", self.survivors, allowed));
        }
        if self.round_limit == 0 {
            return Err(SetupError::value("round_limit", 0, "a number from 1 to 255"));
        }
        let decks = self.decks.tiles();
        if [Tile::Trap, Tile::Bush].iter().any(|&tile| decks[1][tile as usize] > 0) {
            // S5.16
            return Err(SetupError::value(
                "decks",
                "one with a Trap or Bush for the killer",
                "without these",
            ));
        }
        for (deck, most) in decks.iter().zip(MOST_RUNS) {
            if deck[Tile::Run as usize] > most {
                let allowed =
                    format!("at most {} for survivors and {} for the killer", MOST_RUNS[0], MOST_RUNS[1]);
                return Err(SetupError::value(
                    "decks",
                    format!("{} Runs", deck[Tile::Run as usize]),
                    allowed,
                ));
            }
            if deck.iter().any(|&count| count > 20) {
                return Err(SetupError::value("decks", "more than 20 of a kind", "at most 20 of a kind"));
            }
        }
        Ok(())
    }

    pub(super) fn presets() -> Vec<(&'static str, Setup)> {
        let paired = Setup::default();
        let standard = Setup { board: BoardName::Standard, ..paired.clone() };
        let training = Setup {
            board: BoardName::Training,
            decks: Decks::Small,
            order: Order::Clockwise,
            ..paired.clone()
        };
        let tiny = Setup {
            board: BoardName::Cellar,
            decks: Decks::None,
            order: Order::Clockwise,
            repairs_to_win: 1,
            survivors: 1,
            round_limit: 2,
            ..paired.clone()
        };
        vec![("paired", paired), ("standard", standard), ("training", training), ("tiny", tiny)]
    }
}
