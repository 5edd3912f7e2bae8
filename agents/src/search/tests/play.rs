//! The search finds what anybody can see.

use fogbound_env::{Action, Rng, Seat};

use super::*;
use crate::Agent;
use crate::belief::{Belief, Dealt};
use crate::search::leaf::Leaf;
use crate::search::walk::{Frame, Sight, Walker};
use crate::search::{Guide, Ismcts};

const JACK: u16 = 0;
const QUEEN: u16 = 1;
const KING: u16 = 2;
const PASS: Action = Action(0);
const BET: Action = Action(1);

#[test]
fn kuhn_never_folds_a_king_nor_calls_with_a_jack() {
    let game = kuhn();
    for observers in FORMS {
        for rule in RULES {
            let mut agent = Ismcts::new(Options { observers, ..ruled(rule, 2_000) });
            for (card, right) in [(KING, BET), (JACK, PASS)] {
                for (cards, moves) in [([QUEEN, card], &[1][..]), ([card, QUEEN], &[0, 1])] {
                    agent.begin(Seat(0));
                    agent.act(&kuhn_seen(&game, cards, moves), &mut Rng::new(3));
                    let thoughts = agent.thoughts().unwrap();
                    let chance = thoughts.considered[right.index()].probability;
                    assert!(chance > 0.95, "{observers:?} {rule:?} {cards:?} {moves:?}: {thoughts:?}");
                }
            }
        }
    }
}

#[test]
fn thoughts_add_up() {
    let game = goofspiel("default");
    let seen = Perspective::new(&game, &after_the_first_prize(&game), Seat(1));
    for observers in FORMS {
        for rule in RULES {
            let mut agent = Ismcts::new(Options { observers, ..ruled(rule, 500) });
            let thoughts = agent.think(&seen, &mut Rng::new(5)).clone();
            assert_eq!(thoughts.simulations, 500);
            let chances: f64 = thoughts.considered.iter().map(|one| one.probability).sum();
            assert!((chances - 1.0).abs() < 1e-9);
            // The first simulation only makes the root.
            let visits: u64 = thoughts.considered.iter().map(|one| one.visits).sum();
            assert_eq!(visits, 499);
            assert!(thoughts.considered.iter().all(|one| one.available == 499));
            assert!(
                thoughts.considered.iter().all(|one| one.value.is_none_or(|v| (-1.0..=1.0).contains(&v)))
            );
            assert!(thoughts.depth >= 2 && thoughts.nodes > 10);
            let value = thoughts.value().unwrap();
            assert!((-1.0..=1.0).contains(&value));
        }
    }
}

/// Every node counts the choices that were played from it, and no others: not those of a joint choice for which
/// another seat had no node yet.
#[test]
fn what_is_not_played_leaves_no_trace() {
    let game = goofspiel("small");
    let seen = Perspective::new(&game, &game.start(), Seat(0));
    for rule in RULES {
        let mut walker = Walker::new(10_000, Leaf::Random, Guide::default());
        let frame = Frame::new(&game, Seat(0), Sight::Own, rule, rule);
        let mut rng = Rng::new(2);
        for _ in 0..2_000 {
            walker.simulate(&frame, Dealt.world(&seen, &mut rng), &mut rng);
        }
        for id in walker.nodes.ids() {
            let edges = walker.nodes.edges(id);
            let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
            assert!(edges.iter().all(|edge| edge.available == visits), "{rule:?}: {edges:?}");
        }
    }
}

/// With one observer, what the other may bid depends on the world: such actions join the node as they come up, and
/// are counted as available only when they are.
#[test]
fn actions_that_are_not_always_legal_are_compared_by_availability() {
    let game = goofspiel("small");
    let mut state = game.start();
    let mut joint = Joint::one(Seat(0), Action(1));
    joint.set(Seat(1), Action(3));
    game.apply(&mut state, &joint, &mut Silence);
    // Seat 0 bid 2 and lost: seat 1 bid 3 or 4, and holds the other.
    let seen = Perspective::new(&game, &state, Seat(0));
    let mut walker = Walker::new(10_000, Leaf::Random, Guide::default());
    let frame = Frame::new(&game, Seat(0), Sight::Of(Seat(0)), Selection::UCT, Selection::UCT);
    let mut rng = Rng::new(8);
    for _ in 0..401 {
        walker.simulate(&frame, Dealt.world(&seen, &mut rng), &mut rng);
    }
    let root = walker.nodes.find(Frame::<Goofspiel>::key(seen.key(), Seat(1))).unwrap();
    let mut available: Vec<_> =
        walker.nodes.edges(root).iter().map(|edge| (edge.action.0, edge.available)).collect();
    available.sort_unstable();
    assert_eq!(available.iter().map(|&(action, _)| action).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!((available[0].1, available[1].1, available[2].1 + available[3].1), (400, 400, 400));
    assert!((150..250).contains(&available[2].1), "{available:?}");
}
