//! A game on a drawn screen: keys, turns, and bots that think in the meantime.

use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use fogbound_env::Seat;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::Alignment;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::Paragraph;

use super::draw::{Shown, draw};
use super::save;
use crate::session::{Answer, Look, Session};

/// Keys that choose, in the order of the choices.
pub(super) const KEYS: &str = "123456789abcdefghijklmnoprstuvwxyz";
const TICK: Duration = Duration::from_millis(50);

pub(super) fn play(session: Box<dyn Session>, record: Option<&Path>) -> anyhow::Result<()> {
    let mut game = Screen::new(session, record, Duration::ZERO);
    let mut terminal = ratatui::init();
    let played = game.play(&mut terminal);
    ratatui::restore();
    game.report();
    played
}

pub(super) fn watch(session: Box<dyn Session>, record: Option<&Path>, pause: Duration) -> anyhow::Result<()> {
    let mut game = Screen::new(session, record, pause);
    let mut terminal = ratatui::init();
    let played = game.play(&mut terminal);
    ratatui::restore();
    game.report();
    played
}

struct Screen<'a> {
    session: Box<dyn Session>,
    record: Option<&'a Path>,
    names: Vec<String>,
    /// Who looks at the screen.
    viewer: Option<Seat>,
    selected: usize,
    log: Vec<String>,
    thinking: Option<Receiver<Answer>>,
    /// How long to rest after a choice of a bot, and since when.
    pause: Duration,
    rested: Instant,
    left: bool,
}

impl Screen<'_> {
    fn new(session: Box<dyn Session>, record: Option<&Path>, pause: Duration) -> Screen<'_> {
        let names = session.info().seats;
        // One person has the screen from the start.
        let people = session.people();
        let viewer = people.lowest().filter(|_| people.len() == 1);
        let rested = Instant::now();
        Screen {
            session,
            record,
            names,
            viewer,
            selected: 0,
            log: Vec::new(),
            thinking: None,
            pause,
            rested,
            left: false,
        }
    }

    fn play(&mut self, terminal: &mut DefaultTerminal) -> anyhow::Result<()> {
        while !self.left {
            self.think()?;
            self.hand_over(terminal)?;
            let look = self.look();
            terminal.draw(|frame| draw(frame, &self.shown(&look)))?;
            if event::poll(TICK)? {
                let event = event::read()?;
                self.key(&event, &look)?;
            }
        }
        save(&*self.session, self.record)
    }

    /// What the one at the screen may see. Before the first turn of several people nobody is at it.
    fn look(&self) -> Look {
        match self.viewer {
            Some(seat) => self.session.look(seat),
            None => self.session.open_look(),
        }
    }

    fn refresh_log(&mut self) {
        self.log = match self.viewer {
            Some(seat) => self.session.heard(seat, 0),
            None => self.session.heard_by_all(0),
        };
    }

    /// Lets bots think beside the screen, and takes their answers.
    fn think(&mut self) -> anyhow::Result<()> {
        if let Some(answer) = self.thinking.as_ref().and_then(|answers| answers.try_recv().ok()) {
            self.thinking = None;
            self.rested = Instant::now();
            self.session.answer(answer);
            save(&*self.session, self.record)?;
        }
        if self.thinking.is_none()
            && self.rested.elapsed() >= self.pause
            && let Some(task) = self.session.task()
        {
            let (sender, receiver) = mpsc::channel();
            self.thinking = Some(receiver);
            thread::spawn(move || {
                // Nobody listens any more if the person has left.
                let _ = sender.send(task.run());
            });
        }
        self.refresh_log();
        Ok(())
    }

    /// Where several people share the screen, it is covered until the next one is alone with it.
    fn hand_over(&mut self, terminal: &mut DefaultTerminal) -> anyhow::Result<()> {
        let waiting = self.session.waiting();
        let Some(next) = waiting.lowest().filter(|_| self.thinking.is_none()) else { return Ok(()) };
        if self.viewer.is_some_and(|viewer| waiting.contains(viewer)) {
            return Ok(());
        }
        let name = self.names[next.index()].clone();
        loop {
            terminal.draw(|frame| {
                let bold = Style::new().add_modifier(Modifier::BOLD);
                let text = Text::from(vec![
                    Line::styled(format!("{name}, it is your turn."), bold),
                    Line::raw("Press Enter when nobody else is looking."),
                ]);
                let mut area = frame.area();
                area.y += area.height / 2;
                area.height = area.height.saturating_sub(area.y).min(2);
                frame.render_widget(Paragraph::new(text).alignment(Alignment::Center), area);
            })?;
            match event::read()? {
                Event::Key(key) if key.code == KeyCode::Enter => break,
                event if is_quit(&event) => {
                    self.left = true;
                    return Ok(());
                }
                _ => {}
            }
        }
        self.viewer = Some(next);
        self.selected = 0;
        self.refresh_log();
        Ok(())
    }

    fn shown<'a>(&'a self, look: &'a Look) -> Shown<'a> {
        let title = self.viewer.map_or("everybody", |seat| self.names[seat.index()].as_str());
        let thinks = look.choices.is_empty() && look.ending.is_none() && self.thinking.is_some();
        Shown {
            title: format!("Fogbound: {title}"),
            scene: look.scene.as_ref(),
            text: &look.text,
            prompt: if thinks { "The bots are thinking…".into() } else { look.prompt.clone() },
            choices: KEYS.chars().zip(look.choices.iter().map(|choice| choice.text.as_str())).collect(),
            selected: self.selected,
            target: look.choices.get(self.selected).map(|choice| choice.target),
            log: &self.log,
            hint: " keys or arrows and Enter choose · q leaves",
        }
    }

    fn key(&mut self, event: &Event, look: &Look) -> anyhow::Result<()> {
        if is_quit(event) {
            self.left = true;
            return Ok(());
        }
        let Event::Key(key) = event else { return Ok(()) };
        if key.kind == KeyEventKind::Release || look.choices.is_empty() {
            return Ok(());
        }
        let count = look.choices.len();
        let chosen = match key.code {
            KeyCode::Left | KeyCode::Up => {
                self.selected = (self.selected + count - 1) % count;
                None
            }
            KeyCode::Right | KeyCode::Down | KeyCode::Tab => {
                self.selected = (self.selected + 1) % count;
                None
            }
            KeyCode::Enter => Some(self.selected),
            KeyCode::Char(key) => KEYS.chars().position(|one| one == key),
            _ => None,
        };
        if let Some(choice) = chosen.and_then(|chosen| look.choices.get(chosen)) {
            self.session.commit(look.seat, choice.action)?;
            self.selected = 0;
            save(&*self.session, self.record)?;
        }
        Ok(())
    }

    /// What stays on the terminal when the screen is gone.
    fn report(&self) {
        match &self.session.record().returns {
            Some(returns) => {
                let paid: Vec<String> =
                    self.names.iter().zip(returns).map(|(name, paid)| format!("{name} {paid}")).collect();
                println!("The game is over: {}.", paid.join(", "));
            }
            None => println!("The game is left unfinished."),
        }
        if let Some(path) = self.record {
            println!("Recorded in {}.", path.display());
        }
    }
}

pub(super) fn is_quit(event: &Event) -> bool {
    let Event::Key(key) = event else { return false };
    let interrupt = key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
    interrupt || matches!(key.code, KeyCode::Char('q') | KeyCode::Esc)
}
