//! Where a lone figure can be, counted out: all ways to play on are followed, and those that would have been heard
//! otherwise are dropped. The sets must hold the cells that are left, and no others.

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

/// Plays a random game and compares at each of the viewer's decisions. Gives back how many were compared.
fn compare(game: &Stalk, viewer: Seat, seed: u64, rounds: u8) -> u32 {
    let hidden = if viewer == Seat(0) { Who::Survivor(SU1) } else { Who::Killer };
    let at = |state: &State| match hidden {
        Who::Killer => state.killer.at,
        Who::Survivor(slot) => state.survivors.at[slot.index()],
    };
    let mut rng = Rng::new(seed);
    let (mut truth, mut worlds, mut compared) = (game.start(), vec![game.start()], 0);
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
                    let cells: Cells = kept.iter().map(at).collect();
                    let possible = game.trail_now(&truth.public, hidden).possible();
                    assert!(cells.has(at(&truth)));
                    assert_eq!(possible, cells, "seed {seed}, {hidden:?}, {truth:?}");
                    compared += 1;
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

fn lone(board: BoardName, decks: Decks) -> Stalk {
    Stalk::new(Setup { board, decks, survivors: 1, repairs_to_win: 1, ..Setup::default() }).unwrap()
}

/// Vaults and palettes, one after the other, in one turn or in several; calls and checks.
#[test]
fn sets_of_a_lone_figure_are_exact() {
    for board in [BoardName::Training, BoardName::Paired, BoardName::Cellar] {
        let game = lone(board, Decks::None);
        let compared: u32 =
            (0..20).flat_map(|seed| [0, 1].map(|seat| compare(&game, Seat(seat), seed, 12))).sum();
        assert!(compared > 300, "{compared}");
    }
}

/// Runs, Bushes, Crows and empty tiles: worlds are many soon, so these games are short, and the sets agree in them.
#[test]
fn they_are_with_tiles_too() {
    let silent = Decks::Custom { survivors: [0, 0, 0, 1, 0, 0, 2], killer: [0, 0, 0, 1, 0, 0, 2] };
    let mixed = Decks::Custom { survivors: [0, 0, 1, 1, 1, 0, 1], killer: [0, 0, 1, 1, 0, 0, 1] };
    for decks in [silent, mixed] {
        let game = lone(BoardName::Training, decks);
        let compared: u32 =
            (0..6).flat_map(|seed| [0, 1].map(|seat| compare(&game, Seat(seat), seed, 2))).sum();
        assert!(compared > 40, "{compared}");
    }
}
