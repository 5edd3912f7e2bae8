//! A game line by line, for pipes, scripts and small terminals.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use fogbound_env::Seat;

use super::save;
use crate::session::{Look, Session};
use crate::work;

/// Lines that push a secret off the screen before the next person looks at it.
const SCREENFUL: usize = 60;

pub(super) fn play(mut session: Box<dyn Session>, record: Option<&Path>) -> anyhow::Result<()> {
    let (names, people) = (session.info().seats, session.people());
    let mut told = vec![0; names.len()];
    let mut lines = io::stdin().lock().lines();
    let yours: Vec<&str> = people.iter().map(|seat| names[seat.index()].as_str()).collect();
    println!("You are {}. Type the name or the number of your choice, or quit.", yours.join(" and "));
    introduce(&*session);
    let mut last = None;
    loop {
        while let Some(task) = session.task() {
            session.answer(task.run());
        }
        let Some(seat) = session.waiting().lowest() else { break };
        if people.len() > 1 && last != Some(seat) {
            println!("{}", "\n".repeat(SCREENFUL));
            print!("{}, press Enter when nobody else is looking. ", names[seat.index()]);
            io::stdout().flush()?;
            if lines.next().transpose()?.is_none() {
                break;
            }
        }
        last = Some(seat);
        tell(&*session, seat, &mut told);
        let look = session.look(seat);
        show(&look);
        let Some(action) = ask(&*session, &look, &mut lines)? else { break };
        session.commit(seat, action)?;
        save(&*session, record)?;
    }
    if session.record().returns.is_none() {
        println!("The game is left unfinished.");
    }
    for seat in people.iter() {
        tell(&*session, seat, &mut told);
        if let Some(ending) = session.look(seat).ending {
            let name = &names[seat.index()];
            println!(
                "\nThe game is over: {name} has {}, and gets {}.",
                ending.verdict,
                ending.returns[seat.index()]
            );
        }
    }
    save(&*session, record)?;
    if let Some(path) = record {
        println!("Recorded in {}.", path.display());
    }
    Ok(())
}

/// Tells who the bots are, and what is not as their level promises.
fn introduce(session: &dyn Session) {
    let names = session.info().seats;
    for (name, label) in names.iter().zip(session.labels()).filter(|(_, label)| label != "person") {
        println!("{name} is a bot ({label}).");
    }
    for note in session.notes() {
        println!("Note: {note}.");
    }
}

fn show(look: &Look) {
    println!("\n{}\n{}", look.text, look.prompt);
    let names: Vec<String> = look.choices.iter().map(|c| format!("{} [{}]", c.text, c.action.0)).collect();
    println!("choose: {}", names.join(", "));
}

/// Asks until the answer is one of the choices; nothing if the person leaves.
fn ask(
    session: &dyn Session,
    look: &Look,
    lines: &mut impl Iterator<Item = io::Result<String>>,
) -> anyhow::Result<Option<fogbound_env::Action>> {
    loop {
        print!("> ");
        io::stdout().flush()?;
        let Some(line) = lines.next().transpose()?.filter(|line| line.trim() != "quit") else {
            return Ok(None);
        };
        if let Some(action) = session.read_action(look.seat, &line) {
            return Ok(Some(action));
        }
        println!("{:?} is not one of your choices.", line.trim());
    }
}

/// Says what the seat has heard since it was last told.
fn tell(session: &dyn Session, seat: Seat, told: &mut [usize]) {
    let news = session.heard(seat, told[seat.index()]);
    told[seat.index()] += news.len();
    for text in news {
        println!("* {text}");
    }
}

pub(super) fn watch(
    mut session: Box<dyn Session>,
    record: Option<&Path>,
    pause: Duration,
) -> anyhow::Result<()> {
    introduce(&*session);
    let info = session.info();
    // One who watches is told what everybody hears, and nothing that was told to one seat.
    let seats: Vec<Seat> = (0..info.seats.len() as u8).map(Seat).collect();
    let mut told = 0;
    loop {
        let news = session.heard_by_all(told);
        told += news.len();
        for text in news {
            work::print(&format!("* {text}\n"))?;
            thread::sleep(pause);
        }
        let Some(task) = session.task() else { break };
        session.answer(task.run());
        save(&*session, record)?;
    }
    let returns = session.record().returns.clone().unwrap_or_default();
    let paid: Vec<String> =
        seats.iter().map(|seat| format!("{} {}", info.seats[seat.index()], returns[seat.index()])).collect();
    work::print(&format!("The game is over: {}.\n", paid.join(", ")))
}
