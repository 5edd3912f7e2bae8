//! A game with people and bots in its seats. The terminal and the server both play through this.
//!
//! A [`Session`] knows the whole table, but answers only for one seat at a time: [`Session::look`] and
//! [`Session::heard`] are made from that seat's view and from what it was told, and nothing else leaves before the end.

mod bots;
mod look;
mod replay;
mod table;

pub(crate) use bots::{Bots, LEVELS, Lineup, Sitter, find_seat, level_note};
pub(crate) use look::Look;
pub(crate) use replay::{Detail, Film, Frame};
pub(crate) use table::{Answer, Session, Task, Thought, open, resume};
