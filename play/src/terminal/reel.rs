//! A replay to leaf through, with everything open.

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind};

use super::draw::{Shown, draw};
use super::screen::is_quit;
use crate::session::{Film, Frame};

pub(super) fn leaf(film: &Film) -> anyhow::Result<()> {
    let mut terminal = ratatui::init();
    let shown = turn_pages(film, &mut terminal);
    ratatui::restore();
    shown
}

fn turn_pages(film: &Film, terminal: &mut ratatui::DefaultTerminal) -> anyhow::Result<()> {
    let last = film.frames.len() - 1;
    let mut at = 0;
    loop {
        let page = Page::new(film, at);
        terminal.draw(|screen| draw(screen, &page.shown(&film.frames[at])))?;
        let event = event::read()?;
        if is_quit(&event) {
            return Ok(());
        }
        let Event::Key(key) = event else { continue };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        at = match key.code {
            KeyCode::Right | KeyCode::Down | KeyCode::Enter | KeyCode::Char(' ') => (at + 1).min(last),
            KeyCode::Left | KeyCode::Up => at.saturating_sub(1),
            KeyCode::PageDown => (at + 10).min(last),
            KeyCode::PageUp => at.saturating_sub(10),
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => at,
        };
    }
}

/// The words of one frame.
struct Page {
    title: String,
    prompt: String,
    text: String,
    log: Vec<String>,
}

impl Page {
    fn new(film: &Film, at: usize) -> Page {
        let (frame, seats) = (&film.frames[at], &film.info.seats);
        let name = |seat: &fogbound_env::Seat| seats[seat.index()].as_str();
        let told = |(to, text): &(Vec<fogbound_env::Seat>, String)| match to.as_slice() {
            [] => text.clone(),
            some => format!("(to {}) {text}", some.iter().map(name).collect::<Vec<_>>().join(", ")),
        };
        let chose: Vec<String> =
            frame.choices.iter().map(|(seat, text)| format!("{} chooses: {text}.", name(seat))).collect();
        let prompt = match (&film.returns, at + 1 == film.frames.len()) {
            (Some(returns), true) => {
                let paid: Vec<String> =
                    seats.iter().zip(returns).map(|(name, paid)| format!("{name} {paid}")).collect();
                format!("The game is over: {}.", paid.join(", "))
            }
            (None, true) => "The game was left unfinished here.".into(),
            _ => chose.join(" "),
        };
        let views = seats.iter().zip(&frame.views).map(|(name, view)| format!("{name}:\n{view}"));
        Page {
            title: format!("Replay {}/{}", at, film.frames.len() - 1),
            prompt,
            text: views.collect::<Vec<_>>().join("\n"),
            log: frame.events.iter().map(told).collect(),
        }
    }

    fn shown<'a>(&'a self, frame: &'a Frame) -> Shown<'a> {
        Shown {
            title: self.title.clone(),
            scene: frame.scene.as_ref(),
            text: &self.text,
            prompt: self.prompt.clone(),
            choices: Vec::new(),
            selected: 0,
            target: None,
            log: &self.log,
            hint: " ← → one choice · PgUp PgDn ten · Home End · q leaves",
        }
    }
}
