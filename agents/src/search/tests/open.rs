//! Search with everything open.

use fogbound_env::{Action, Rng};

use super::*;
use crate::Agent;
use crate::search::Mcts;

/// A queen that is bet into calls a jack and folds to a king, if it can see the card.
#[test]
fn a_cheat_knows_when_to_call() {
    let game = kuhn();
    for rule in RULES {
        let mut agent = Mcts::new(ruled(rule, 500), 1);
        for (theirs, right) in [(0, 1), (2, 0)] {
            let state = kuhn_state(&game, [theirs, 1], &[1]);
            let thoughts = agent.think_openly(&game, &state, Seat(1), &mut Rng::new(2));
            assert!(thoughts.considered[right].probability > 0.9, "{rule:?}: {thoughts:?}");
        }
    }
}

/// One who thinks that all will be open later never pays to hide a card, but does see what wins at once.
#[test]
fn dealt_worlds_are_searched_one_by_one() {
    let game = kuhn();
    let mut agent = Mcts::new(ruled(Selection::UCT, 800), 8);
    let action = agent.act(&kuhn_seen(&game, [1, 2], &[1]), &mut Rng::new(4));
    assert_eq!(action, Action(1), "a king calls");
    assert_eq!(agent.thoughts().unwrap().simulations, 800);
    agent.begin(Seat(0));
    assert!(agent.thoughts().is_none());
}

/// In open Goofspiel with three cards the last prize is decided by what was bid before: the value of the position is
/// known. The prizes are 3, 2, 1; whoever has won the 3 with the 3 while the other threw the 1 stands at 2, 1 against
/// 3, 2 in hand.
#[test]
fn values_are_each_seats_own() {
    let game = goofspiel("tiny");
    let mut state = game.start();
    let mut joint = Joint::one(Seat(0), Action(2));
    joint.set(Seat(1), Action(0));
    game.apply(&mut state, &joint, &mut Silence);
    // 3 points to nil, with 2 and 1 to come: seat 1 can at best draw level, by winning both.
    let mut agent = Mcts::new(ruled(Selection::REGRET_MATCHING, 2_000), 1);
    let mine = agent.think_openly(&game, &state, Seat(0), &mut Rng::new(1)).value().unwrap();
    let theirs = agent.think_openly(&game, &state, Seat(1), &mut Rng::new(1)).value().unwrap();
    assert!(mine > -0.05 && theirs < 0.05, "{mine} {theirs}");
    assert!((mine + theirs).abs() < 0.1, "{mine} {theirs}");
}
