//! A game with everything open, one move at a time: for tools that walk the whole tree, such as OpenSpiel's.

use std::fmt::Debug;
use std::sync::Arc;

use crate::action::{ActionSet, Joint};
use crate::game::{Game, Illegal, Outcome, Silence, Turn};
use crate::held::{AnyPerspective, Held};
use crate::perspective::Perspective;
use crate::record::{Move, Record, RecordError};
use crate::registry::Info;
use crate::rng::Rng;
use crate::seat::Seat;

/// A state with its rules and, unless it was dealt, the moves that led to it. Chance does not fall by itself: whoever
/// holds the position says how.
#[derive(Debug)]
pub struct Position<G: Game> {
    game: Arc<G>,
    state: G::State,
    record: Option<Record>,
    returns: Option<Vec<f32>>,
}

impl<G: Game> Position<G> {
    /// The position before the first move.
    pub fn new(game: Arc<G>) -> Position<G> {
        Position { state: game.start(), record: Some(Record::new(&*game, None)), returns: None, game }
    }

    /// The position at the end of a record.
    pub fn resume(game: Arc<G>, record: Record) -> Result<Position<G>, RecordError> {
        let state = record.replay(&*game, &mut Silence)?;
        let mut position = Position { game, state, record: Some(record), returns: None };
        position.settle();
        Ok(position)
    }

    /// A position that the viewer cannot tell from the real one.
    pub fn dealt(game: Arc<G>, seen: &Perspective<'_, G>, rng: &mut Rng) -> Position<G> {
        let state = seen.deal(rng);
        Position { game, state, record: None, returns: None }
    }

    fn played(&mut self, step: Move) {
        if let Some(record) = &mut self.record {
            record.moves.push(step);
        }
        self.settle();
    }

    /// Writes down what is paid once the game is over.
    fn settle(&mut self) {
        if self.game.turn(&self.state) == Turn::Over {
            self.returns = Some(self.game.returns(&self.state)[..self.game.seats()].to_vec());
            if let Some(record) = &mut self.record {
                record.returns.clone_from(&self.returns);
            }
        }
    }
}

/// A [`Position`] of any game.
pub trait AnyPosition: Debug + Send {
    /// What there is to know about the game.
    fn info(&self) -> Info;
    /// See [`Game::turn`].
    fn turn(&self) -> Turn;
    /// See [`Game::legal`]; empty if the seat is not asked.
    fn legal(&self, seat: Seat) -> ActionSet;
    /// See [`Game::outcomes`]; empty if chance does not fall now.
    fn outcomes(&self) -> Vec<Outcome>;
    /// See [`Game::try_apply`].
    fn apply(&mut self, joint: &Joint) -> Result<(), Illegal>;
    /// See [`Game::try_fall`].
    fn fall(&mut self, id: u16) -> Result<(), Illegal>;
    /// What each seat is paid, once the game is over.
    fn returns(&self) -> Option<&[f32]>;
    /// What the seat knows and may do.
    fn perspective(&self, seat: Seat) -> Arc<dyn AnyPerspective>;
    /// The moves so far; none of a position that was dealt.
    fn record(&self) -> Option<&Record>;
    /// A copy that is played on its own.
    fn clone_position(&self) -> Box<dyn AnyPosition>;
}

impl<G: Game> AnyPosition for Position<G> {
    fn info(&self) -> Info {
        Info::of(&*self.game)
    }

    fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    fn legal(&self, seat: Seat) -> ActionSet {
        if self.turn().acting().contains(seat) {
            self.game.legal(&self.state, seat)
        } else {
            ActionSet::EMPTY
        }
    }

    fn outcomes(&self) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        if self.turn() == Turn::Chance {
            self.game.outcomes(&self.state, &mut |outcome| outcomes.push(outcome));
        }
        outcomes
    }

    fn apply(&mut self, joint: &Joint) -> Result<(), Illegal> {
        self.game.try_apply(&mut self.state, joint, &mut Silence)?;
        self.played(Move::Act(*joint));
        Ok(())
    }

    fn fall(&mut self, id: u16) -> Result<(), Illegal> {
        self.game.try_fall(&mut self.state, id, &mut Silence)?;
        self.played(Move::Chance(id));
        Ok(())
    }

    fn returns(&self) -> Option<&[f32]> {
        self.returns.as_deref()
    }

    fn perspective(&self, seat: Seat) -> Arc<dyn AnyPerspective> {
        let seen = Perspective::new(&*self.game, &self.state, seat);
        Arc::new(Held::new(Arc::clone(&self.game), &seen, !self.turn().acting().is_empty()))
    }

    fn record(&self) -> Option<&Record> {
        self.record.as_ref()
    }

    fn clone_position(&self) -> Box<dyn AnyPosition> {
        Box::new(Position {
            game: Arc::clone(&self.game),
            state: self.state.clone(),
            record: self.record.clone(),
            returns: self.returns.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::goofspiel::Goofspiel;
    use crate::{Action, rollout};

    /// Walks to the end at random, by outcomes and legal sets alone.
    fn walk(position: &mut dyn AnyPosition, rng: &mut Rng) {
        loop {
            match position.turn() {
                Turn::Over => return,
                Turn::Chance => {
                    let outcomes = position.outcomes();
                    position.fall(outcomes[rng.below(outcomes.len() as u32) as usize].id).unwrap();
                }
                Turn::Act(seats) => {
                    let mut joint = Joint::NONE;
                    for seat in seats.iter() {
                        joint.set(seat, rollout::random_action(&position.legal(seat), rng));
                    }
                    position.apply(&joint).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_position_is_the_fold_of_its_record() {
        let game = Arc::new(Goofspiel::new(Default::default()).unwrap());
        let mut rng = Rng::new(5);
        let mut position = Position::new(Arc::clone(&game));
        walk(&mut position, &mut rng);
        assert_eq!(position.returns().map(<[f32]>::len), Some(2));
        let again = Position::resume(game, position.record().unwrap().clone()).unwrap();
        assert_eq!(again.state, position.state);
    }

    #[test]
    fn a_dealt_position_looks_the_same_and_is_played_to_its_end() {
        let game = Arc::new(Goofspiel::new(Default::default()).unwrap());
        let mut position = Position::new(Arc::clone(&game));
        position.fall(3).unwrap();
        let seen = Perspective::new(&*game, &position.state, Seat(1));
        let mut dealt = Position::dealt(Arc::clone(&game), &seen, &mut Rng::new(2));
        assert_eq!(dealt.perspective(Seat(1)).key(), seen.key());
        assert_eq!(dealt.record(), None);
        walk(&mut dealt, &mut Rng::new(3));
        assert!(dealt.returns().is_some());
    }

    #[test]
    fn what_the_rules_forbid_changes_nothing() {
        let mut position = Position::new(Arc::new(Goofspiel::new(Default::default()).unwrap()));
        let before = position.state;
        assert_eq!(position.apply(&Joint::one(Seat(0), Action(0))), Err(Illegal::ChanceFirst));
        assert_eq!(position.fall(999), Err(Illegal::Outcome { id: 999 }));
        assert_eq!(position.state, before);
        assert!(position.record().unwrap().moves.is_empty());
    }
}
