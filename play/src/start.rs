//! `fogbound` alone: says what it is, and offers a game.

use std::io::{self, BufRead, Write};

use clap::Parser;
use fogbound_env::erased;
use fogbound_env::registry::NAMES;
use serde_json::Value;

use crate::session::{LEVELS, find_seat};
use crate::{Cli, Command, terminal};

const WELCOME: &str = "\
Fogbound: games in which everybody plans in secret.

  fogbound serve                        play in the browser, alone or with friends
  fogbound play trial --as survivor_0   play in this terminal
  fogbound watch trial                  let bots play, and watch
  fogbound games                        what there is to play
  fogbound --help                       everything else
";

pub(crate) fn run() -> anyhow::Result<()> {
    print!("{WELCOME}");
    if !terminal::is_drawn() {
        return Ok(());
    }
    println!("\nA game now? Enter takes what stands in brackets, q leaves.\n");
    let Some(game) = ask("game", NAMES, "trial")? else { return Ok(()) };
    let seats = erased::open(&game, &Value::Null)?.info().seats;
    let names: Vec<&str> = seats.iter().map(String::as_str).collect();
    let Some(seat) = ask("seat", &names, names[names.len() - 1])? else { return Ok(()) };
    let Some(level) = ask("bots", &LEVELS.map(|(level, _)| level), LEVELS[0].0)? else { return Ok(()) };
    let seat = find_seat(&seats, &seat)?;
    let words = ["fogbound", "play", &game, "--as", &seat.0.to_string(), "--bots", &level];
    println!("\n  {}\n", words.join(" "));
    match Cli::try_parse_from(words)?.command {
        Some(Command::Play(options)) => terminal::run(&options),
        _ => Ok(()),
    }
}

/// Asks until the answer is one of `known`; nothing if the person leaves.
fn ask(what: &str, known: &[&str], default: &str) -> anyhow::Result<Option<String>> {
    loop {
        print!("{what}: {} [{default}] ", known.join(", "));
        io::stdout().flush()?;
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match line.trim() {
            "" => return Ok(Some(default.into())),
            "q" | "quit" => return Ok(None),
            answer if known.contains(&answer) => return Ok(Some(answer.into())),
            other => println!("{other:?} is none of them."),
        }
    }
}
