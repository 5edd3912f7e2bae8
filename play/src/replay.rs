//! `fogbound replay`: a recorded game, with everything that was said in it.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use fogbound_env::registry::{self, Visitor};
use fogbound_env::{Game, Record, Seat, SeatSet};

use crate::session::{Detail, Film};
use crate::{terminal, work};

#[derive(Args)]
pub(crate) struct Options {
    /// A record, as `fogbound play --record` writes it
    file: PathBuf,
    /// Print what was said, without drawing; so it is wherever input or output is no terminal
    #[arg(long)]
    plain: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let path = options.file.display();
    let text = fs::read_to_string(&options.file).with_context(|| format!("cannot read {path}"))?;
    let record = Record::from_text(&text).with_context(|| format!("{path} is not a whole record"))?;
    if !options.plain && terminal::is_drawn() {
        let film = Film::of(&record, &[], Detail::Whole);
        return terminal::leaf(&film.with_context(|| format!("{path} cannot be replayed"))?);
    }
    let (game, setup) = (record.game.clone(), record.setup.clone());
    registry::open(&game, &setup, Replay { record })?.with_context(|| format!("{path} cannot be replayed"))
}

struct Replay {
    record: Record,
}

impl Visitor for Replay {
    type Output = anyhow::Result<()>;

    fn visit<G: Game>(self, game: G) -> anyhow::Result<()> {
        let everybody = SeatSet::first(game.seats());
        let mut out = String::new();
        writeln!(out, "{} {}, {} moves", self.record.game, self.record.setup, self.record.moves.len())?;
        let mut announced: Vec<(SeatSet, G::Event)> = Vec::new();
        let state = self.record.replay(&game, &mut announced)?;
        let view = game.view(&state, Seat(0));
        for (to, event) in &announced {
            let mut text = String::new();
            game.show_event(&view, event, &mut text)?;
            if *to == everybody {
                writeln!(out, "* {text}")?;
            } else {
                let names: Vec<_> = to.iter().map(|seat| game.seat_name(seat)).collect();
                writeln!(out, "* (to {}) {text}", names.join(", "))?;
            }
        }
        match &self.record.returns {
            Some(returns) => writeln!(out, "The game is over: {returns:?}.")?,
            None => writeln!(out, "The game was left unfinished.")?,
        }
        work::print(&out)
    }
}
