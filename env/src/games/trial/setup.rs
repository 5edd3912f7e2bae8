//! What is agreed before play (T1.13).

use serde::{Deserialize, Serialize};

use super::board::{AUTOHAVEN, BoardPrint, CLEARING, HOLLOW, MACMILLAN};
use super::content::{Killer, Survivor};
use crate::SetupError;

/// The options of `trial`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// Players at the table, 3 to 5; with fewer than 5, survivors share a hand (T20).
    pub players: u8,
    /// Where the perks come from (T19).
    pub mode: Mode,
    /// The board, unless the line-up is drawn.
    pub board: BoardName,
    /// The killer, unless the line-up is drawn or drafted.
    pub killer: Killer,
    /// The survivors of slots 0 to 3, all different.
    pub survivors: [Survivor; 4],
    /// Who chooses the characters (T2.2).
    pub assign: Assign,
    /// One player leads all four survivors, each with a hand of their own (T20.8).
    pub captain: bool,
    /// Whether survivors may announce a colour before planning (T3.7).
    pub table_talk: bool,
    /// The game is a draw after this many rounds (T24.1).
    pub round_limit: u8,
}

/// Where the perks come from (T19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// The three printed ones.
    Adept,
    /// Up to three of five drawn ones cover printed ones.
    Bloodweb,
    /// Up to three of all of one's side cover printed ones.
    Devout,
}

/// The boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardName {
    /// Ten rooms.
    Macmillan,
    /// Eleven rooms.
    Autohaven,
    /// Four rooms, for fast tests.
    Clearing,
    /// Three rooms and the last minutes of a match, for exact work.
    Hollow,
}

impl BoardName {
    /// All of them.
    pub const ALL: [BoardName; 4] =
        [BoardName::Macmillan, BoardName::Autohaven, BoardName::Clearing, BoardName::Hollow];

    pub(super) const fn print(self) -> &'static BoardPrint {
        match self {
            BoardName::Macmillan => &MACMILLAN,
            BoardName::Autohaven => &AUTOHAVEN,
            BoardName::Clearing => &CLEARING,
            BoardName::Hollow => &HOLLOW,
        }
    }
}

/// Who chooses the characters (T2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Assign {
    /// The setup.
    Fixed,
    /// Chance: killer, survivors and one of the two large boards.
    Random,
    /// The players, survivors first, in public.
    Draft,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            players: 5,
            mode: Mode::Adept,
            board: BoardName::Macmillan,
            killer: Killer::Trapper,
            survivors: [Survivor::Dwight, Survivor::Meg, Survivor::Claudette, Survivor::Jake],
            assign: Assign::Fixed,
            captain: false,
            table_talk: false,
            round_limit: 100,
        }
    }
}

impl Setup {
    pub(super) fn check(&self) -> Result<(), SetupError> {
        if !(3..=5).contains(&self.players) {
            return Err(SetupError::value("players", self.players, "3, 4 or 5"));
        }
        if self.captain && self.players != 5 {
            let allowed = "5 with a captain, who leads four survivors that share no cards";
            return Err(SetupError::value("players", self.players, allowed));
        }
        let twice = (1..4).find(|&i| self.survivors[..i].contains(&self.survivors[i]));
        if let Some(i) = twice {
            let got = format!("naming {} twice", self.survivors[i].name());
            return Err(SetupError::value("survivors", got, "four different survivors"));
        }
        let large = matches!(self.board, BoardName::Macmillan | BoardName::Autohaven);
        if self.assign == Assign::Random && !large {
            let allowed = "macmillan or autohaven where the line-up is drawn, since the board is drawn, too";
            return Err(SetupError::value("board", self.board.print().name.to_lowercase(), allowed));
        }
        if self.round_limit == 0 {
            return Err(SetupError::value("round_limit", 0, "a number from 1 to 255"));
        }
        Ok(())
    }

    pub(super) fn presets() -> Vec<(&'static str, Setup)> {
        let adept = Setup::default();
        let random = Setup { assign: Assign::Random, ..adept.clone() };
        let bloodweb = Setup { mode: Mode::Bloodweb, ..random.clone() };
        let devout = Setup { mode: Mode::Devout, ..random.clone() };
        let four = Setup { players: 4, ..random.clone() };
        let three = Setup { players: 3, table_talk: true, assign: Assign::Draft, ..adept.clone() };
        let captain = Setup { captain: true, ..random.clone() };
        let small = Setup { board: BoardName::Clearing, players: 3, round_limit: 3, ..adept.clone() };
        let tiny = Setup {
            board: BoardName::Hollow,
            killer: Killer::Nurse,
            captain: true,
            round_limit: 1,
            ..adept.clone()
        };
        vec![
            ("adept", adept),
            ("random", random),
            ("bloodweb", bloodweb),
            ("devout", devout),
            ("four", four),
            ("three", three),
            ("captain", captain),
            ("small", small),
            ("tiny", tiny),
        ]
    }
}
