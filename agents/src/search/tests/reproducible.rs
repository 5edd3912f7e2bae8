//! The same seed gives the same thoughts.

use fogbound_env::games::leduc::Leduc;
use fogbound_env::{Rng, Table};
use std::sync::Arc;

use super::*;
use crate::search::Ismcts;
use crate::{Agent, Thoughts};

/// All thoughts over a game of Leduc poker against itself.
fn thoughts_of_a_game(options: Options, seed: u64) -> Vec<Thoughts> {
    let mut table = Table::new(Arc::new(Leduc::new(Default::default()).unwrap()), 11);
    let mut agents = [Ismcts::new(options), Ismcts::new(options)];
    let mut rng = Rng::new(seed);
    let mut thoughts = Vec::new();
    (0..2).for_each(|seat| agents[seat].begin(Seat(seat as u8)));
    while let Some(seat) = table.waiting().lowest() {
        let agent = &mut agents[seat.index()];
        let action = agent.act(&table.perspective(seat), &mut rng);
        thoughts.push(agent.thoughts().unwrap().clone());
        table.commit(seat, action).unwrap();
    }
    thoughts
}

#[test]
fn for_every_form_and_number_of_threads() {
    for observers in FORMS {
        for threads in [1, 2, 3] {
            let options = Options { observers, threads, ..ruled(Selection::REGRET_MATCHING, 300) };
            assert_eq!(thoughts_of_a_game(options, 5), thoughts_of_a_game(options, 5));
        }
    }
    let options = ruled(Selection::UCT, 300);
    assert_ne!(thoughts_of_a_game(options, 5), thoughts_of_a_game(options, 6));
}

#[test]
fn threads_share_the_work_and_add_up_what_they_find() {
    let game = kuhn();
    let options = Options { threads: 3, ..ruled(Selection::UCT, 1_000) };
    let thoughts = Ismcts::new(options).think(&kuhn_seen(&game, [0, 2], &[1]), &mut Rng::new(1)).clone();
    assert_eq!(thoughts.simulations, 1_000);
    assert_eq!(thoughts.considered.iter().map(|one| one.visits).sum::<u64>(), 997);
}

/// What was found at the last move is still there at the next, unless a new game begins or reuse is off.
#[test]
fn trees_are_kept_from_move_to_move() {
    let game = kuhn();
    let first = kuhn_seen(&game, [1, 2], &[]);
    let later = kuhn_seen(&game, [1, 2], &[0, 1]);
    let visits = |thoughts: &Thoughts| thoughts.considered.iter().map(|one| one.visits).sum::<u64>();
    let mut rng = Rng::new(1);

    let mut agent = Ismcts::new(ruled(Selection::UCT, 1_000));
    agent.think(&first, &mut rng);
    assert!(visits(agent.think(&later, &mut rng)) > 1_000);
    agent.begin(Seat(0));
    assert!(agent.thoughts().is_none());
    assert_eq!(visits(agent.think(&later, &mut rng)), 999);

    let mut forgetful = Ismcts::new(Options { reuse: false, ..ruled(Selection::UCT, 1_000) });
    forgetful.think(&first, &mut rng);
    assert_eq!(visits(forgetful.think(&later, &mut rng)), 999);
}

#[test]
fn memory_stays_within_its_bound() {
    let game = Leduc::new(Default::default()).unwrap();
    let mut agent = Ismcts::new(Options { nodes: 20, ..ruled(Selection::UCT, 2_000) });
    let mut state = game.start();
    for card in [0, 3] {
        game.fall(&mut state, card, &mut Silence);
    }
    let seen = Perspective::new(&game, &state, Seat(0));
    for seed in 0..3 {
        let thoughts = agent.think(&seen, &mut Rng::new(seed));
        assert!(thoughts.nodes <= 20, "{}", thoughts.nodes);
    }
}
