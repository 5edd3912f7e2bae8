//! Moves, legal sets, views and observations allocate nothing, nor do simulations in a grown tree.

// A global allocator cannot be written without `unsafe`; this one counts and hands everything on.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use fogbound_agents::Agent;
use fogbound_agents::net::{Network, Scratch, Shape};
use fogbound_agents::search::{Budget, Ismcts, Options};
use fogbound_env::games::{kuhn::Kuhn, leduc::Leduc};
use fogbound_env::registry::{self, NAMES, Visitor};
use fogbound_env::{Game, Perspective, Rng, Seat, Silence, Turn};
use fogbound_tests::{for_each_preset, random_joint};
use ndarray::{ArrayView2, ArrayViewMut2};
use serde_json::json;

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Plays until `steps` moves are made and says how often memory was asked for.
struct Play {
    steps: u32,
}

impl Visitor for Play {
    type Output = u64;

    fn visit<G: Game>(self, game: G) -> u64 {
        let mut rng = Rng::new(3);
        let mut observation = vec![0.0; G::SCHEMA.len()];
        let mut mask = vec![0; G::ACTIONS];
        let mut written = G::Written::default();
        let before = ALLOCATIONS.with(Cell::get);
        let mut state = game.start();
        for _ in 0..self.steps {
            let kept = state.clone();
            match game.turn(&state) {
                Turn::Chance => {
                    let id = game.draw(&state, &mut rng);
                    game.fall(&mut state, id, &mut Silence);
                }
                Turn::Act(acting) => {
                    for seat in acting.iter() {
                        game.observe(&game.view(&state, seat), &mut observation);
                        game.observe_again(&state, seat, &mut written, &mut observation);
                        game.legal(&state, seat).write_mask(&mut mask);
                    }
                    let joint = random_joint(&game, &state, acting, &mut rng);
                    game.apply(&mut state, &joint, &mut Silence);
                }
                Turn::Over => {
                    std::hint::black_box(game.returns(&state));
                    state = game.start();
                }
            }
            std::hint::black_box(kept);
        }
        ALLOCATIONS.with(Cell::get) - before
    }
}

#[test]
fn ten_thousand_moves_allocate_nothing() {
    for name in NAMES {
        for_each_preset(name, |preset| {
            let setup = json!({ "preset": preset });
            let allocations = registry::open(name, &setup, Play { steps: 10_000 }).unwrap();
            assert_eq!(allocations, 0, "{name}, preset {preset}");
        });
    }
}

/// How often memory is asked for when the first seat thinks about its first choice a second time.
fn allocations_of_a_search<G: Game>(game: &G, simulations: u64) -> u64 {
    let mut state = game.start();
    let mut rng = Rng::new(5);
    while game.turn(&state) == Turn::Chance {
        let id = game.draw(&state, &mut rng);
        game.fall(&mut state, id, &mut Silence);
    }
    let seen = Perspective::new(game, &state, Seat(0));
    let mut agent = Ismcts::new(Options { budget: Budget::simulations(simulations), ..Options::default() });
    // Enough to lay the small games out.
    (0..10).for_each(|_| drop(agent.think(&seen, &mut rng).clone()));
    let before = ALLOCATIONS.with(Cell::get);
    agent.act(&seen, &mut rng);
    ALLOCATIONS.with(Cell::get) - before
}

#[test]
fn more_simulations_do_not_allocate_more() {
    let kuhn = Kuhn::new(Default::default()).unwrap();
    let leduc = Leduc::new(Default::default()).unwrap();
    assert_eq!(allocations_of_a_search(&kuhn, 2_000), allocations_of_a_search(&kuhn, 8_000));
    assert_eq!(allocations_of_a_search(&leduc, 10_000), allocations_of_a_search(&leduc, 20_000));
}

/// Once its scratch has grown, a network evaluates batches of any size up to the largest without asking for memory.
#[test]
fn evaluations_of_a_network_allocate_nothing() {
    let shape = Shape { observation: 40, actions: 9, hidden: 32, layers: 3, advice: 0 };
    let network = Network::fresh(shape, &mut Rng::new(1));
    let observations: Vec<f32> = (0..16 * 40).map(|i| (i % 7) as f32).collect();
    let (mut logits, mut values) = (vec![0.0; 16 * 9], vec![0.0; 16]);
    let mut scratch = Scratch::default();
    let mut evaluate = |rows: usize| {
        let before = ALLOCATIONS.with(Cell::get);
        network.evaluate(
            ArrayView2::from_shape((rows, 40), &observations[..rows * 40]).unwrap(),
            ArrayViewMut2::from_shape((rows, 9), &mut logits[..rows * 9]).unwrap(),
            &mut values[..rows],
            &mut scratch,
        );
        ALLOCATIONS.with(Cell::get) - before
    };
    assert!(evaluate(16) > 0, "the scratch grows");
    for rows in [1, 16, 5, 4, 16] {
        assert_eq!(evaluate(rows), 0, "{rows} rows");
    }
}

#[test]
fn the_counter_counts() {
    let before = ALLOCATIONS.with(Cell::get);
    std::hint::black_box(vec![1u8]);
    assert_eq!(ALLOCATIONS.with(Cell::get), before + 1);
}
