//! Moves, legal sets, views and observations allocate nothing.

// A global allocator cannot be written without `unsafe`; this one counts and hands everything on.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use fogbound_env::registry::{self, NAMES, Visitor};
use fogbound_env::{Game, Rng, Silence, Turn};
use fogbound_tests::{for_each_preset, random_joint};
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
                        observation.fill(0.0);
                        game.observe(&game.view(&state, seat), &mut observation);
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

#[test]
fn the_counter_counts() {
    let before = ALLOCATIONS.with(Cell::get);
    std::hint::black_box(vec![1u8]);
    assert_eq!(ALLOCATIONS.with(Cell::get), before + 1);
}
