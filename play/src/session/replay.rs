//! A recorded game to look through, decision by decision, with everything that was hidden.

use std::collections::BTreeMap;

use fogbound_env::registry::{self, Info, Visitor};
use fogbound_env::scene::Scene;
use fogbound_env::{Action, Game, Move, Perspective, Record, Seat, SeatSet};
use serde::Serialize;

use super::table::Thought;

/// A game as a row of frames: one before each joint choice, and one after the last move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Film {
    pub(crate) info: Info,
    pub(crate) frames: Vec<Frame>,
    pub(crate) returns: Option<Vec<f32>>,
}

/// One moment of a game, with nothing hidden.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Frame {
    /// How many moves had been made.
    pub(crate) after: usize,
    /// The table with all cards open, for games with a picture.
    pub(crate) scene: Option<Scene>,
    /// What each seat knew.
    pub(crate) views: Vec<String>,
    /// What the acting seats then chose.
    pub(crate) choices: Vec<(Seat, String)>,
    /// What had been said since the frame before, and to whom if not to all.
    pub(crate) events: Vec<(Vec<Seat>, String)>,
    /// What bots considered here.
    pub(crate) thoughts: Vec<Thought>,
}

impl Film {
    /// Plays a record through. `thoughts` are those of its bots, if they were kept. Only the frames that `detail`
    /// picks get a picture, the seats' views and all that bots considered: a long game has hundreds of frames.
    pub(crate) fn of(record: &Record, thoughts: &[Thought], detail: Detail) -> anyhow::Result<Film> {
        registry::open(&record.game, &record.setup, Shoot { record, thoughts, detail })?
    }
}

/// Which frames are filmed in detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// None of them.
    Outline,
    /// One.
    Frame(usize),
    /// Every one.
    Whole,
}

impl Detail {
    fn picks(self, frame: usize) -> bool {
        match self {
            Detail::Outline => false,
            Detail::Frame(one) => one == frame,
            Detail::Whole => true,
        }
    }
}

struct Shoot<'a> {
    record: &'a Record,
    thoughts: &'a [Thought],
    detail: Detail,
}

impl Visitor for Shoot<'_> {
    type Output = anyhow::Result<Film>;

    fn visit<G: Game>(self, game: G) -> anyhow::Result<Film> {
        let mut announced: Vec<(SeatSet, G::Event)> = Vec::new();
        // The whole record is checked first; below its moves can be trusted.
        self.record.replay(&game, &mut announced)?;
        announced.clear();
        let mut by_move: BTreeMap<usize, Vec<Thought>> = BTreeMap::new();
        for thought in self.thoughts {
            by_move.entry(thought.after).or_default().push(thought.clone());
        }
        let (mut state, mut told, mut frames) = (game.start(), 0, Vec::new());
        for (after, step) in self.record.moves.iter().enumerate() {
            match step {
                Move::Chance(id) => game.fall(&mut state, *id, &mut announced),
                Move::Act(joint) => {
                    let thoughts = by_move.remove(&after).unwrap_or_default();
                    let mut frame =
                        self.frame(&game, &state, (frames.len(), after), &announced[told..], thoughts);
                    frame.choices = SeatSet::first(game.seats())
                        .iter()
                        .filter(|&seat| joint.of(seat) != Action::NONE)
                        .map(|seat| (seat, Perspective::new(&game, &state, seat).action_text(joint.of(seat))))
                        .collect();
                    frames.push(frame);
                    told = announced.len();
                    game.apply(&mut state, joint, &mut announced);
                }
            }
        }
        let last = (frames.len(), self.record.moves.len());
        frames.push(self.frame(&game, &state, last, &announced[told..], Vec::new()));
        Ok(Film { info: Info::of(&game), frames, returns: self.record.returns.clone() })
    }
}

impl Shoot<'_> {
    fn frame<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        (number, after): (usize, usize),
        events: &[(SeatSet, G::Event)],
        mut thoughts: Vec<Thought>,
    ) -> Frame {
        let everybody = SeatSet::first(game.seats());
        // What is told without names follows from what everybody sees, so any seat's view will do.
        let view = game.view(state, Seat(0));
        let event = |(to, event): &(SeatSet, G::Event)| {
            let mut text = String::new();
            game.show_event(&view, event, &mut text).expect("writing to a string cannot fail");
            (if *to == everybody { Vec::new() } else { to.iter().collect() }, text)
        };
        let detailed = self.detail.picks(number);
        if !detailed {
            for thought in &mut thoughts {
                thought.considered.clear();
            }
        }
        let looked_at = if detailed { everybody } else { SeatSet::EMPTY };
        let seen: Vec<_> = looked_at.iter().map(|seat| Perspective::new(game, state, seat)).collect();
        Frame {
            after,
            scene: open_scene(game, &seen),
            views: seen.iter().map(Perspective::view_text).collect(),
            choices: Vec::new(),
            events: events.iter().map(event).collect(),
            thoughts,
        }
    }
}

/// What all seats see, put together, with shades where those who choose must think that others can be.
pub(super) fn open_scene<G: Game>(game: &G, seen: &[Perspective<'_, G>]) -> Option<Scene> {
    let mut scenes = seen.iter().filter_map(|seen| game.scene(seen.view()));
    let mut open = scenes.next()?;
    scenes.for_each(|other| open.reveal(&other));
    // With every card open nobody is the viewer, and nobody is asked.
    open.hand.clear();
    open.prompt.clear();
    let asked: SeatSet = seen.iter().filter(|seen| !seen.legal().is_empty()).map(Perspective::seat).collect();
    let sides: Vec<usize> =
        open.figures.iter().filter(|figure| asked.contains(figure.seat)).map(|figure| figure.side).collect();
    for figure in &mut open.figures {
        figure.own = false;
        figure.hidden = figure.possible.len() > 1 && !sides.is_empty() && !sides.contains(&figure.side);
    }
    Some(open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Bots, Sitter, open};

    /// A film shows every face-down card, in every frame in which there is one.
    #[test]
    fn a_film_hides_nothing() {
        let bots = Bots::new("none".into());
        let setup = serde_json::json!({"preset": "small"});
        let lineup = vec![Sitter::Bot("random".into()); 3];
        let mut session = open("trial", &setup, 5, &lineup, &bots).unwrap();
        let mut thoughts = Vec::new();
        while let Some(task) = session.task() {
            thoughts.extend(session.answer(task.run()));
        }
        let film = Film::of(session.record(), &thoughts, Detail::Whole).unwrap();
        let scenes: Vec<&Scene> = film.frames.iter().filter_map(|frame| frame.scene.as_ref()).collect();
        assert_eq!(scenes.len(), film.frames.len());
        let cards: Vec<_> =
            scenes.iter().flat_map(|s| &s.figures).flat_map(|f| &f.cards).filter(|c| c.face_down).collect();
        assert!(cards.len() > 20 && cards.iter().all(|card| card.kind.is_some()), "{cards:?}");
        assert_eq!(film.returns.as_deref(), session.record().returns.as_deref());
        let outline = Film::of(session.record(), &thoughts, Detail::Outline).unwrap();
        assert!(outline.frames.iter().all(|frame| frame.scene.is_none() && frame.views.is_empty()));
        let thought_of: usize = outline.frames.iter().map(|frame| frame.thoughts.len()).sum();
        let chosen: usize = outline.frames.iter().map(|frame| frame.choices.len()).sum();
        assert_eq!((thought_of, chosen), (thoughts.len(), thoughts.len()), "bots made every choice");
    }

    /// A film of a game that hides figures shows where they are, and shades what those who choose can tell of them.
    #[test]
    fn a_film_shows_where_everybody_is() {
        let bots = Bots::new("none".into());
        let lineup = vec![Sitter::Bot("random".into()); 5];
        let setup = serde_json::json!({"preset": "training"});
        let mut session = open("stalk", &setup, 5, &lineup, &bots).unwrap();
        while let Some(task) = session.task() {
            session.answer(task.run());
        }
        let film = Film::of(session.record(), &[], Detail::Whole).unwrap();
        let mut shaded = [0, 0];
        for frame in &film.frames {
            let figures = &frame.scene.as_ref().unwrap().figures;
            for figure in figures {
                assert_eq!(figure.place.is_none(), figure.marks.contains(&"out"), "{figure:?}");
                shaded[figure.side] += usize::from(figure.hidden);
                let chooses = |(seat, _): &(Seat, String)| figures[seat.index()].side == figure.side;
                assert!(!(figure.hidden && frame.choices.iter().any(chooses)), "{figure:?}");
            }
        }
        assert!(shaded.iter().all(|&count| count > 10), "{shaded:?}");
    }
}
