//! A game being played: state, referee, chance, record and what everybody heard.

use std::sync::Arc;

use crate::action::{Action, ActionSet};
use crate::game::{Game, Illegal, Turn};
use crate::perspective::Perspective;
use crate::record::{Move, Record, RecordError};
use crate::referee::Referee;
use crate::rng::Rng;
use crate::seat::{Seat, SeatSet};

/// A table at which one game is played from the first move to the last.
///
/// It takes the seats' commits in any order, plays them when all are in, lets chance fall by itself, writes the
/// record, and keeps the events for those who may hear them.
#[derive(Debug)]
pub struct Table<G: Game> {
    game: Arc<G>,
    state: G::State,
    referee: Referee,
    rng: Rng,
    record: Record,
    heard: Vec<(SeatSet, G::Event)>,
}

/// Derived, `Clone` would ask that the rules can be cloned, too; they are shared.
impl<G: Game> Clone for Table<G> {
    fn clone(&self) -> Table<G> {
        Table {
            game: Arc::clone(&self.game),
            state: self.state.clone(),
            referee: self.referee,
            rng: self.rng.clone(),
            record: self.record.clone(),
            heard: self.heard.clone(),
        }
    }
}

impl<G: Game> Table<G> {
    /// A new game whose chance moves come from `seed`.
    pub fn new(game: Arc<G>, seed: u64) -> Table<G> {
        let record = Record::new(&*game, Some(seed));
        let state = game.start();
        let mut table = Table {
            game,
            state,
            referee: Referee::new(SeatSet::EMPTY),
            rng: Rng::new(seed),
            record,
            heard: Vec::new(),
        };
        table.settle();
        table
    }

    /// Goes on with a recorded game. Chance is in step with the seed again if the record names one.
    pub fn resume(game: Arc<G>, record: Record) -> Result<Table<G>, RecordError> {
        let mut heard = Vec::new();
        let state = record.replay(&*game, &mut heard)?;
        let mut rng = Rng::new(record.seed.unwrap_or(0));
        let mut past = game.start();
        for step in &record.moves {
            match step {
                Move::Chance(id) => {
                    game.draw(&past, &mut rng);
                    game.fall(&mut past, *id, &mut crate::Silence);
                }
                Move::Act(joint) => game.apply(&mut past, joint, &mut crate::Silence),
            }
        }
        let mut table = Table { game, state, referee: Referee::new(SeatSet::EMPTY), rng, record, heard };
        table.settle();
        Ok(table)
    }

    /// Lets chance fall until somebody has to choose or the game is over.
    fn settle(&mut self) {
        loop {
            match self.game.turn(&self.state) {
                Turn::Chance => {
                    let id = self.game.draw(&self.state, &mut self.rng);
                    self.game.fall(&mut self.state, id, &mut self.heard);
                    self.record.moves.push(Move::Chance(id));
                }
                Turn::Act(acting) => {
                    self.referee = Referee::new(acting);
                    return;
                }
                Turn::Over => {
                    self.referee = Referee::new(SeatSet::EMPTY);
                    self.record.returns = Some(self.game.returns(&self.state)[..self.game.seats()].to_vec());
                    return;
                }
            }
        }
    }

    /// The rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The seats that have yet to choose, for whoever runs the table; empty when the game is over.
    pub fn waiting(&self) -> SeatSet {
        self.referee.waiting()
    }

    /// The choices that lie face down until the last seat has chosen, for whoever keeps the table over a break.
    pub fn committed(&self) -> impl Iterator<Item = (Seat, Action)> {
        self.referee.committed()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.record.returns.is_some()
    }

    /// What each seat is paid, once the game is over.
    pub fn returns(&self) -> Option<&[f32]> {
        self.record.returns.as_deref()
    }

    /// The choices of `seat`; empty if it is not asked or has committed.
    pub fn legal(&self, seat: Seat) -> ActionSet {
        if self.waiting().contains(seat) { self.game.legal(&self.state, seat) } else { ActionSet::EMPTY }
    }

    /// What `seat` knows and may do. It is the same before and after the other seats have committed.
    pub fn perspective(&self, seat: Seat) -> Perspective<'_, G> {
        Perspective::new(&self.game, &self.state, seat)
    }

    /// Takes the choice of `seat`, and plays on if it was the last that was waited for. A refused choice changes
    /// nothing.
    pub fn commit(&mut self, seat: Seat, action: Action) -> Result<(), Illegal> {
        if self.is_over() {
            return Err(Illegal::Over);
        }
        let legal = self.legal(seat);
        if let Some(joint) = self.referee.commit(seat, action, &legal)? {
            self.game.apply(&mut self.state, &joint, &mut self.heard);
            self.record.moves.push(Move::Act(joint));
            self.settle();
        }
        Ok(())
    }

    /// Everything that `seat` has heard so far, in order.
    pub fn heard(&self, seat: Seat) -> impl Iterator<Item = &G::Event> {
        self.heard.iter().filter(move |(to, _)| to.contains(seat)).map(|(_, event)| event)
    }

    /// Everything that was announced, and to whom. For replays and logs, not for a seat.
    pub fn announced(&self) -> &[(SeatSet, G::Event)] {
        &self.heard
    }

    /// The game so far.
    pub fn record(&self) -> &Record {
        &self.record
    }
}
