//! The table of a session: commits of people, thinking of bots, and the record.

use std::any::Any;
use std::sync::Arc;

use fogbound_agents::{Agent, Thoughts};
use fogbound_env::registry::{self, Info, Visitor};
use fogbound_env::{Action, Game, Illegal, MAX_SEATS, Record, Rng, Seat, SeatSet, Table};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::bots::{Bots, Lineup, Sitter};
use super::look::{Look, look, open_look};

/// A game under way, whatever its kind.
pub(crate) trait Session: Send {
    /// What there is to know about the game.
    fn info(&self) -> Info;
    /// The seats of people.
    fn people(&self) -> SeatSet;
    /// What sits in each seat, for people: `person`, or the bot's name.
    fn labels(&self) -> Vec<String>;
    /// What players should know about the bots.
    fn notes(&self) -> Vec<String>;
    /// All that a seat may know now.
    fn look(&self, seat: Seat) -> Look;
    /// The table as one who has no seat sees it: with everything open if only bots play, else with nothing but words
    /// that everybody has heard.
    fn open_look(&self) -> Look;
    /// What a seat was told, in words, without the first `skip` things.
    fn heard(&self, seat: Seat, skip: usize) -> Vec<String>;
    /// What everybody was told, in words, without the first `skip` things.
    fn heard_by_all(&self, skip: usize) -> Vec<String>;
    /// People who have yet to choose, for whoever runs the table.
    fn waiting(&self) -> SeatSet;
    /// The legal action that a person means.
    fn read_action(&self, seat: Seat, text: &str) -> Option<Action>;
    /// Takes a person's choice.
    fn commit(&mut self, seat: Seat, action: Action) -> Result<(), Illegal>;
    /// The thinking of the next bot that is waited for, to be done wherever there is time.
    fn task(&mut self) -> Option<Task>;
    /// Takes the answer of a [`Task`].
    fn answer(&mut self, answer: Answer) -> Option<Thought>;
    /// The game so far.
    fn record(&self) -> &Record;
    /// Choices that lie face down until the last seat has chosen; they are not in the record yet.
    fn committed(&self) -> Vec<(Seat, Action)>;
}

/// The thinking of one bot. It holds a copy of the table, so that nothing is locked while it is done.
pub(crate) struct Task(Box<dyn FnOnce() -> Answer + Send>);

impl Task {
    /// Thinks.
    pub(crate) fn run(self) -> Answer {
        (self.0)()
    }
}

/// What a bot chose.
pub(crate) struct Answer {
    seat: Seat,
    action: Action,
    agent: Box<dyn Any + Send>,
    thought: Thought,
}

/// What a bot considered before a move, for people who want to learn from it after the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Thought {
    /// How many moves had been made.
    pub(crate) after: usize,
    pub(crate) seat: Seat,
    pub(crate) chosen: Action,
    /// The return that the bot expected for its seat.
    pub(crate) value: Option<f64>,
    pub(crate) simulations: u64,
    /// What it considered, most likely first.
    pub(crate) considered: Vec<Idea>,
}

/// So many of the actions that a bot considered are kept for each of its moves.
const IDEAS: usize = 8;

/// One of the actions that a bot considered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Idea {
    pub(crate) text: String,
    pub(crate) probability: f64,
    pub(crate) value: Option<f64>,
    pub(crate) visits: u64,
}

/// Begins a game with `lineup` in its seats; where seats are left out, people sit.
pub(crate) fn open(
    game: &str,
    setup: &Value,
    seed: u64,
    lineup: &Lineup,
    bots: &Bots,
) -> anyhow::Result<Box<dyn Session>> {
    registry::open(game, setup, Opening { lineup, bots, begin: Begin::New(seed) })?
}

/// Goes on with a recorded game.
pub(crate) fn resume(record: Record, lineup: &Lineup, bots: &Bots) -> anyhow::Result<Box<dyn Session>> {
    let (game, setup) = (record.game.clone(), record.setup.clone());
    registry::open(&game, &setup, Opening { lineup, bots, begin: Begin::From(record) })?
}

enum Begin {
    New(u64),
    From(Record),
}

struct Opening<'a> {
    lineup: &'a Lineup,
    bots: &'a Bots,
    begin: Begin,
}

impl Visitor for Opening<'_> {
    type Output = anyhow::Result<Box<dyn Session>>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let game = Arc::new(game);
        let seats = game.seats();
        anyhow::ensure!(
            self.lineup.len() <= seats,
            "{} has {seats} seats with this setup, not {}",
            G::NAME,
            self.lineup.len()
        );
        let mut chairs = Vec::new();
        for seat in 0..seats {
            let chair = match self.lineup.get(seat).unwrap_or(&Sitter::Person) {
                Sitter::Person => Chair::Person,
                Sitter::Bot(text) => {
                    let ready = self.bots.prepare(text, &game)?;
                    let mut agent = (ready.maker)();
                    agent.begin(Seat(seat as u8));
                    Chair::Bot { agent: Some(agent), label: ready.label.clone(), note: ready.note.clone() }
                }
            };
            chairs.push(chair);
        }
        let table = match self.begin {
            Begin::New(seed) => Table::new(game, seed),
            Begin::From(record) => Table::resume(game, record)?,
        };
        Ok(Box::new(Match { table, chairs }))
    }
}

enum Chair<G: Game> {
    Person,
    /// The agent is away while it thinks.
    Bot {
        agent: Option<Box<dyn Agent<G>>>,
        label: String,
        note: Option<String>,
    },
}

struct Match<G: Game> {
    table: Table<G>,
    chairs: Vec<Chair<G>>,
}

impl<G: Game> Match<G> {
    /// A bot's chance at one decision. It depends on nothing but the game's seed and the moves so far, so a game that
    /// is taken up again goes on as it would have.
    fn bot_rng(&self, seat: Seat) -> Rng {
        let record = self.table.record();
        let decision = (record.moves.len() * MAX_SEATS + seat.index()) as u64;
        Rng::stream(record.seed.unwrap_or(0), 1 + decision)
    }

    /// What is announced, in words for one who sees what `seat` does.
    fn words(&self, seat: Seat, event: &G::Event) -> String {
        let mut text = String::new();
        let seen = self.table.perspective(seat);
        self.table.game().show_event(seen.view(), event, &mut text).expect("writing to a string cannot fail");
        text
    }
}

impl<G: Game> Session for Match<G> {
    fn info(&self) -> Info {
        Info::of(&**self.table.game())
    }

    fn people(&self) -> SeatSet {
        let is_person = |&(_, chair): &(usize, &Chair<G>)| matches!(chair, Chair::Person);
        self.chairs.iter().enumerate().filter(is_person).map(|(seat, _)| Seat(seat as u8)).collect()
    }

    fn labels(&self) -> Vec<String> {
        let label = |chair: &Chair<G>| match chair {
            Chair::Person => "person".to_string(),
            Chair::Bot { label, .. } => label.clone(),
        };
        self.chairs.iter().map(label).collect()
    }

    fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        for chair in &self.chairs {
            if let Chair::Bot { note: Some(note), .. } = chair
                && !notes.contains(note)
            {
                notes.push(note.clone());
            }
        }
        notes
    }

    fn look(&self, seat: Seat) -> Look {
        look(&self.table, seat)
    }

    fn open_look(&self) -> Look {
        open_look(&self.table, self.people().is_empty())
    }

    fn heard(&self, seat: Seat, skip: usize) -> Vec<String> {
        self.table.heard(seat).skip(skip).map(|event| self.words(seat, event)).collect()
    }

    fn heard_by_all(&self, skip: usize) -> Vec<String> {
        let everybody = SeatSet::first(self.chairs.len());
        let open = self.table.announced().iter().filter(|(to, _)| *to == everybody);
        open.skip(skip).map(|(_, event)| self.words(Seat(0), event)).collect()
    }

    fn waiting(&self) -> SeatSet {
        let people = self.people();
        self.table.waiting().iter().filter(|&seat| people.contains(seat)).collect()
    }

    fn read_action(&self, seat: Seat, text: &str) -> Option<Action> {
        self.table.perspective(seat).read_action(text)
    }

    fn commit(&mut self, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.table.commit(seat, action)
    }

    fn task(&mut self) -> Option<Task> {
        let idle = |seat: &Seat| matches!(self.chairs[seat.index()], Chair::Bot { agent: Some(_), .. });
        let seat = self.table.waiting().iter().find(idle)?;
        let (table, mut rng) = (self.table.clone(), self.bot_rng(seat));
        let Chair::Bot { agent, .. } = &mut self.chairs[seat.index()] else { return None };
        let mut agent = agent.take()?;
        Some(Task(Box::new(move || {
            let seen = table.perspective(seat);
            let action = agent.act(&seen, &mut rng);
            let after = table.record().moves.len();
            let thought = thought(agent.thoughts(), &|action| seen.action_text(action), after, seat, action);
            Answer { seat, action, agent: Box::new(agent), thought }
        })))
    }

    fn answer(&mut self, answer: Answer) -> Option<Thought> {
        let back = answer.agent.downcast::<Box<dyn Agent<G>>>().ok()?;
        if let Some(Chair::Bot { agent, .. }) = self.chairs.get_mut(answer.seat.index()) {
            *agent = Some(*back);
        }
        self.table.commit(answer.seat, answer.action).ok()?;
        Some(answer.thought)
    }

    fn record(&self) -> &Record {
        self.table.record()
    }

    fn committed(&self) -> Vec<(Seat, Action)> {
        self.table.committed().collect()
    }
}

fn thought(
    thoughts: Option<&Thoughts>,
    name: &dyn Fn(Action) -> String,
    after: usize,
    seat: Seat,
    chosen: Action,
) -> Thought {
    let mut considered: Vec<Idea> = thoughts.map_or_else(Vec::new, |thoughts| {
        let idea = |one: &fogbound_agents::Considered| Idea {
            text: name(one.action),
            probability: one.probability,
            value: one.value,
            visits: one.visits,
        };
        thoughts.considered.iter().map(idea).collect()
    });
    considered.sort_by(|a, b| b.probability.total_cmp(&a.probability).then(b.visits.cmp(&a.visits)));
    considered.truncate(IDEAS);
    Thought {
        after,
        seat,
        chosen,
        value: thoughts.and_then(Thoughts::value),
        simulations: thoughts.map_or(0, |thoughts| thoughts.simulations),
        considered,
    }
}
