//! `fogbound play`: a game in the terminal, line by line.

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use fogbound_agents::{Agent, Random};
use fogbound_env::registry::{self, Visitor};
use fogbound_env::{Game, Rng, Seat, Table};

use crate::Setup;

#[derive(Args)]
pub(crate) struct Options {
    /// The game to play; see `fogbound games`
    game: String,
    /// Your seat, by name or number
    #[arg(long = "as", value_name = "SEAT", default_value = "0")]
    seat: String,
    #[command(flatten)]
    setup: Setup,
    /// Seed of chance and of the bots
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Write the game to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    registry::open(&options.game, &options.setup.json()?, Play { options })?
}

struct Play<'a> {
    options: &'a Options,
}

impl Visitor for Play<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: Game>(self, game: G) -> anyhow::Result<()> {
        let me = find_seat(&game, &self.options.seat)?;
        let seed = self.options.seed;
        let mut table = Table::new(Arc::new(game), seed);
        let mut bots: Vec<Rng> =
            (1..=table.game().seats() as u64).map(|bot| Rng::stream(seed, bot)).collect();
        let mut told = 0;
        let stdin = io::stdin();
        let mut lines = stdin.lock().lines();
        println!(
            "You are {}. Type the name or the number of your choice, or quit.",
            table.game().seat_name(me)
        );
        while let Some(seat) = table.waiting().lowest() {
            let action = if seat == me {
                tell(&table, me, &mut told)?;
                let seen = table.perspective(me);
                println!("\n{}", seen.view_text());
                let names = seen.legal().iter().map(|a| format!("{} [{}]", seen.action_text(a), a.0));
                println!("choose: {}", names.collect::<Vec<_>>().join(", "));
                loop {
                    print!("> ");
                    io::stdout().flush()?;
                    let Some(line) = lines.next().transpose()?.filter(|line| line.trim() != "quit") else {
                        println!("The game is left unfinished.");
                        return self.save(&table);
                    };
                    if let Some(action) = seen.read_action(&line) {
                        break action;
                    }
                    println!("{:?} is not one of your choices.", line.trim());
                }
            } else {
                Random.act(&table.perspective(seat), &mut bots[seat.index()])
            };
            table.commit(seat, action)?;
        }
        tell(&table, me, &mut told)?;
        let paid = table.returns().expect("nobody is waited for only when the game is over");
        println!("\nThe game is over: you get {}.", paid[me.index()]);
        self.save(&table)
    }
}

impl Play<'_> {
    fn save<G: Game>(&self, table: &Table<G>) -> anyhow::Result<()> {
        let Some(path) = &self.options.record else { return Ok(()) };
        fs::write(path, table.record().to_text())
            .with_context(|| format!("cannot write {}", path.display()))?;
        println!("Recorded in {}.", path.display());
        Ok(())
    }
}

/// Says what the seat has heard since it was last told.
fn tell<G: Game>(table: &Table<G>, seat: Seat, told: &mut usize) -> anyhow::Result<()> {
    for event in table.heard(seat).skip(*told) {
        let mut text = String::new();
        table.game().show_event(event, &mut text)?;
        println!("* {text}");
        *told += 1;
    }
    Ok(())
}

fn find_seat<G: Game>(game: &G, wanted: &str) -> anyhow::Result<Seat> {
    let seats: Vec<Seat> = (0..game.seats() as u8).map(Seat).collect();
    let found = seats.iter().find(|&&seat| game.seat_name(seat) == wanted || seat.0.to_string() == wanted);
    found.copied().with_context(|| {
        let names: Vec<_> = seats.iter().map(|&seat| game.seat_name(seat)).collect();
        format!("there is no seat {wanted:?}; the seats are {}", names.join(", "))
    })
}
