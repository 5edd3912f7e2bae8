//! The options that say which game is played and who sits where.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use fogbound_env::{Seat, SeatSet, erased};
use serde_json::{Value, json};

use crate::session::{self, Bots, Lineup, Session, Sitter, find_seat};

/// Which game, how it is set up, and which bots play.
#[derive(Args, Clone)]
pub(crate) struct Seating {
    /// A named setup of the game; see `fogbound games NAME`
    #[arg(long, value_name = "NAME")]
    pub(crate) preset: Option<String>,
    /// Options of the game as JSON, for example '{"board":"autohaven"}'; they change the preset
    #[arg(long, value_name = "JSON", default_value = "{}")]
    pub(crate) setup: String,
    /// Who plays the other seats: easy, medium, hard, or the spec of an agent (see `fogbound agents`)
    #[arg(long, value_name = "BOT", default_value = "easy")]
    pub(crate) bots: String,
    /// Who plays one seat: SEAT=BOT; may be given more than once
    #[arg(long = "bot", value_name = "SEAT=BOT")]
    pub(crate) bot: Vec<String>,
    /// Seed of chance and of the bots; drawn if left out
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// The folder of trained networks, one folder a game
    #[arg(long, value_name = "DIR", default_value = "checkpoints")]
    pub(crate) checkpoints: PathBuf,
}

impl Seating {
    /// Begins the game with people in the seats that `people` names.
    pub(crate) fn open(&self, game: &str, people: &[String]) -> anyhow::Result<Box<dyn Session>> {
        let setup = self.setup()?;
        let names = erased::open(game, &setup)?.info().seats;
        let lineup = self.lineup(&names, people)?;
        let seed = self.seed.map_or_else(drawn_seed, Ok)?;
        session::open(game, &setup, seed, &lineup, &Bots::new(self.checkpoints.clone()))
    }

    fn setup(&self) -> anyhow::Result<Value> {
        let mut setup = crate::setup_json(&self.setup)?;
        if let Some(preset) = &self.preset {
            let fields = setup.as_object_mut().context("--setup must be a JSON object")?;
            fields.insert("preset".into(), json!(preset));
        }
        Ok(setup)
    }

    fn lineup(&self, names: &[String], people: &[String]) -> anyhow::Result<Lineup> {
        let people = people.iter().map(|name| find_seat(names, name)).collect::<anyhow::Result<SeatSet>>()?;
        let sitter = |seat: usize| {
            let is_person = people.contains(Seat(seat as u8));
            if is_person { Sitter::Person } else { Sitter::Bot(self.bots.clone()) }
        };
        let mut lineup: Lineup = (0..names.len()).map(sitter).collect();
        for one in &self.bot {
            let (seat, bot) =
                one.split_once('=').with_context(|| format!("--bot {one:?} is not SEAT=BOT"))?;
            let seat = find_seat(names, seat)?;
            anyhow::ensure!(
                !people.contains(seat),
                "{} is played by a person and by a bot",
                names[seat.index()]
            );
            lineup[seat.index()] = Sitter::Bot(bot.into());
        }
        Ok(lineup)
    }
}

/// A seed that nobody can guess, so that nobody can know the dice.
pub(crate) fn drawn_seed() -> anyhow::Result<u64> {
    getrandom::u64().map_err(|error| anyhow::anyhow!("the system gives no random numbers: {error}"))
}
