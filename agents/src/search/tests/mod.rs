//! Tests of the search as a whole. What a part does alone is tested beside it.

mod beliefs;
mod halving;
mod leaves;
mod open;
mod play;
mod reproducible;
mod strength;

use fogbound_env::games::goofspiel::Goofspiel;
use fogbound_env::games::kuhn::Kuhn;
use fogbound_env::{Game, Joint, Perspective, Seat, Silence};

use super::{Budget, Observers, Options, Selection};

const FORMS: [Observers; 2] = [Observers::Single, Observers::Multiple];
const RULES: [Selection; 3] = [Selection::UCT, Selection::PUCT, Selection::REGRET_MATCHING];

fn kuhn() -> Kuhn {
    Kuhn::new(Default::default()).unwrap()
}

/// The preset of that name.
fn goofspiel(preset: &str) -> Goofspiel {
    let (_, setup) = Goofspiel::presets().into_iter().find(|(name, _)| *name == preset).unwrap();
    Goofspiel::new(setup).unwrap()
}

/// The same rule everywhere.
fn ruled(rule: Selection, simulations: u64) -> Options {
    Options { turns: rule, planning: rule, budget: Budget::simulations(simulations), ..Options::default() }
}

/// A position of Kuhn poker: both cards, and what was played, 0 for a pass and 1 for a bet.
fn kuhn_state(game: &Kuhn, cards: [u16; 2], moves: &[u16]) -> <Kuhn as Game>::State {
    let mut state = game.start();
    for card in cards {
        game.fall(&mut state, card, &mut Silence);
    }
    for (i, &action) in moves.iter().enumerate() {
        let joint = Joint::one(Seat(i as u8 % 2), fogbound_env::Action(action));
        game.apply(&mut state, &joint, &mut Silence);
    }
    state
}

/// How the seat to move sees that position.
fn kuhn_seen<'g>(game: &'g Kuhn, cards: [u16; 2], moves: &[u16]) -> Perspective<'g, Kuhn> {
    Perspective::new(game, &kuhn_state(game, cards, moves), Seat(moves.len() as u8 % 2))
}

/// The first prize has been turned.
fn after_the_first_prize(game: &Goofspiel) -> <Goofspiel as Game>::State {
    let mut state = game.start();
    game.fall(&mut state, 7, &mut Silence);
    state
}
