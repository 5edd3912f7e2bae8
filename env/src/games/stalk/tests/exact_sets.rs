//! Where hidden figures can be, counted out: all ways to play on are followed, and those that would have been heard
//! otherwise are dropped. The sets of a lone figure, and of several, must hold the cells that are left, and no others.

use std::collections::HashSet;

use super::*;
use crate::{Outcome, View};

/// Follows all that can happen up to the viewer's next decision, and keeps the worlds in which it has done and heard just what
/// `view` has.
fn follow(
    game: &Stalk,
    mut world: State,
    view: &super::super::StalkView,
    met: &mut HashSet<State>,
    kept: &mut HashSet<State>,
) {
    game.forget(&mut world, view.seat());
    if !met.insert(world) {
        return;
    }
    match game.turn(&world) {
        Turn::Over => {}
        Turn::Chance => {
            let mut outcomes: Vec<Outcome> = Vec::new();
            game.outcomes(&world, &mut |outcome| outcomes.push(outcome));
            for Outcome { id, .. } in outcomes {
                let mut next = world;
                game.fall(&mut next, id, &mut Silence);
                follow(game, next, view, met, kept);
            }
        }
        Turn::Act(acting) if acting.contains(view.seat()) => {
            if game.view(&world, view.seat()).key() == view.key() {
                kept.insert(world);
            }
        }
        Turn::Act(acting) => {
            let seat = acting.lowest().unwrap();
            for action in game.legal(&world, seat).iter() {
                let mut next = world;
                game.apply(&mut next, &Joint::one(seat, action), &mut Silence);
                follow(game, next, view, met, kept);
            }
        }
    }
}

/// What came of comparing: decisions of the viewer and figures, how many of them had just their cells, and cells too many.
#[derive(Debug, Default)]
struct Compared {
    sets: u32,
    exact: u32,
    cells_too_many: u32,
}

impl Compared {
    fn add(&mut self, other: &Compared) {
        self.sets += other.sets;
        self.exact += other.exact;
        self.cells_too_many += other.cells_too_many;
    }
}

/// Plays a random game and compares at each of the viewer's decisions.
fn compare(game: &Stalk, viewer: Seat, seed: u64, rounds: u8) -> Compared {
    let mut rng = Rng::new(seed);
    let (mut truth, mut worlds, mut compared) = (game.start(), vec![game.start()], Compared::default());
    loop {
        match game.turn(&truth) {
            Turn::Over => return compared,
            Turn::Chance => {
                let id = game.draw(&truth, &mut rng);
                game.fall(&mut truth, id, &mut Silence);
            }
            Turn::Act(acting) => {
                let seat = acting.lowest().unwrap();
                let action = rollout::random_action(&game.legal(&truth, seat), &mut rng);
                let joint = Joint::one(seat, action);
                if seat == viewer {
                    if truth.public.round > rounds {
                        return compared;
                    }
                    let view = game.view(&truth, viewer);
                    let (mut met, mut kept) = (HashSet::new(), HashSet::new());
                    for world in worlds {
                        follow(game, world, &view, &mut met, &mut kept);
                    }
                    for figure in hidden(game, viewer, &truth) {
                        let cells: Cells = kept.iter().map(|world| place(world, figure)).collect();
                        let possible = game.trail_now(&truth.public, figure).possible();
                        assert!(cells.has(place(&truth, figure)));
                        assert!((cells & !possible).is_empty(), "seed {seed}, {figure:?}, {truth:?}");
                        compared.sets += 1;
                        compared.exact += u32::from(possible == cells);
                        compared.cells_too_many += (possible & !cells).len();
                    }
                    worlds = kept.into_iter().collect();
                    for world in &mut worlds {
                        game.apply(world, &joint, &mut Silence);
                    }
                }
                game.apply(&mut truth, &joint, &mut Silence);
            }
        }
    }
}

/// The same for both sides in some games.
fn compare_both(game: &Stalk, seeds: u64, rounds: u8) -> Compared {
    let mut sum = Compared::default();
    for seed in 0..seeds {
        for seat in [0, 1] {
            sum.add(&compare(game, Seat(seat), seed, rounds));
        }
    }
    sum
}

fn lone(board: BoardName, decks: Decks) -> Stalk {
    Stalk::new(Setup { board, decks, survivors: 1, repairs_to_win: 1, ..Setup::default() }).unwrap()
}

/// Vaults and palettes, one after the other, in one turn or in several; calls and checks.
#[test]
fn sets_of_a_lone_figure_are_exact() {
    for board in [BoardName::Training, BoardName::Paired, BoardName::Cellar] {
        let game = lone(board, Decks::None);
        let compared = compare_both(&game, 20, 12);
        assert!(compared.sets > 300 && compared.exact == compared.sets, "{compared:?}");
    }
}

/// Runs, Bushes, Crows and empty tiles: worlds are many soon, so these games are short, and the sets agree in them.
#[test]
fn they_are_with_tiles_too() {
    let silent = Decks::Custom { survivors: [0, 0, 0, 1, 0, 0, 2], killer: [0, 0, 0, 1, 0, 0, 2] };
    let mixed = Decks::Custom { survivors: [0, 0, 1, 1, 1, 0, 1], killer: [0, 0, 1, 1, 0, 0, 1] };
    for decks in [silent, mixed] {
        let game = lone(BoardName::Training, decks);
        let compared = compare_both(&game, 6, 2);
        assert!(compared.sets > 40 && compared.exact == compared.sets, "{compared:?}");
    }
}

/// A small board with a vault, palettes and generators, on which some survivors hide.
fn several(survivors: u8, order: Order, decks: Decks) -> Stalk {
    let setup =
        Setup { board: BoardName::Training, decks, survivors, order, repairs_to_win: 3, ..Setup::default() };
    let mut game = Stalk::new(setup).unwrap();
    game.board = Board::new(
        "\
+---+---+---+---+
| 1   .   V   2 |
+   +   +   +   +
| P   G | .   . |
+   +   +   +   +
| 3   P | K   G |
+---+---+---+---+
",
    );
    game
}

/// Two and three who hide, and are heard with and without a name: what is found out about one is thought back to the others.
#[test]
fn sets_of_several_are_exact() {
    for order in [Order::Free, Order::Clockwise] {
        let mut compared = Compared::default();
        (0..8).for_each(|seed| compared.add(&compare(&several(2, order, Decks::None), Seat(0), seed, 12)));
        assert!(compared.sets > 300 && compared.exact == compared.sets, "{compared:?}");
    }
}

/// Three at a table are many worlds soon.
#[test]
fn sets_of_three_are_exact() {
    let compared = compare(&several(3, Order::Free, Decks::None), Seat(0), 1, 2);
    assert!(compared.sets >= 15 && compared.exact == compared.sets, "{compared:?}");
}

/// Two who share a Run: the one has it, or the other.
#[test]
fn sets_of_two_are_exact_with_a_run_between_them() {
    let decks = Decks::Custom { survivors: [0, 0, 0, 1, 0, 0, 0], killer: [0; 7] };
    let mut compared = Compared::default();
    (0..3).for_each(|seed| compared.add(&compare(&several(2, Order::Free, decks), Seat(0), seed, 2)));
    assert!(compared.sets > 30 && compared.exact == compared.sets, "{compared:?}");
}
