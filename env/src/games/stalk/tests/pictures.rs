//! What a seat knows as a picture.

use super::*;
use crate::scene::{Scene as Picture, Target};

/// Plays random games of every preset, and hands every seat's picture to `check` at every question.
fn all_pictures(mut check: impl FnMut(&Stalk, &State, Seat, &Picture)) {
    for (i, (_, setup)) in Stalk::presets().into_iter().enumerate() {
        let game = Stalk::new(setup).unwrap();
        let (mut state, mut rng) = (game.start(), Rng::stream(6, i as u64));
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let id = game.draw(&state, &mut rng);
                    game.fall(&mut state, id, &mut Silence);
                }
                Turn::Act(acting) => {
                    for seat in (0..game.seats() as u8).map(Seat) {
                        let picture = game.scene(&game.view(&state, seat)).expect("stalk is drawn");
                        check(&game, &state, seat, &picture);
                    }
                    let seat = acting.lowest().unwrap();
                    let joint = Joint::one(seat, rollout::random_action(&game.legal(&state, seat), &mut rng));
                    game.apply(&mut state, &joint, &mut Silence);
                }
            }
        }
    }
}

/// Where the figures of a picture really are: the killer, then the survivors.
fn truth(game: &Stalk, state: &State) -> Vec<Cell> {
    let survivors = state.survivors.at[..game.seats() - 1].iter().copied();
    [state.killer.at].into_iter().chain(survivors).collect()
}

/// A figure of the other side is drawn only where announcements leave one cell or a hook shows it, and the shading
/// always covers where it is.
#[test]
fn pictures_hide_the_other_side_and_shade_where_it_can_be() {
    let (mut hidden, mut shown) = (0, 0);
    all_pictures(|game, state, seat, picture| {
        let own_side = usize::from(seat != Seat(0));
        for (figure, at) in picture.figures.iter().zip(truth(game, state)) {
            let out = figure.marks.contains(&"out");
            if out {
                assert_eq!((figure.place, figure.possible.len()), (None, 0));
                continue;
            }
            let hooked = figure.marks.contains(&"on a hook");
            assert!(hooked || figure.possible.contains(&at.index()), "{figure:?} is on {at:?}");
            assert!(figure.likely.iter().all(|cell| figure.possible.contains(cell)));
            match figure.place {
                Some(place) => assert_eq!(place, at.index()),
                None => assert!(figure.side != own_side && figure.possible.len() > 1, "{figure:?}"),
            }
            if figure.side != own_side {
                let known = hooked || figure.possible.len() == 1;
                assert_eq!(figure.place.is_some(), known, "{figure:?}");
                assert_eq!(figure.hidden, !known, "{figure:?}");
                if known { shown += 1 } else { hidden += 1 }
            }
        }
    });
    assert!(hidden > 1000 && shown > 100, "{hidden} hidden, {shown} shown");
}

/// A picture holds nothing that the seat cannot know: it is the same in every world that the seat cannot tell from the
/// true one, whatever is hidden there.
#[test]
fn pictures_are_the_same_in_every_world_that_fits_the_view() {
    let (mut rng, mut asked, mut moved) = (Rng::new(8), 0, 0);
    all_pictures(|game, state, seat, picture| {
        asked += 1;
        if asked % 7 != 0 {
            return;
        }
        let dealt = game.deal(&game.view(state, seat), &mut rng);
        assert_eq!(game.scene(&game.view(&dealt, seat)).as_ref(), Some(picture));
        moved += usize::from(truth(game, &dealt) != truth(game, state));
    });
    assert!(moved > 100, "in {moved} worlds somebody stood elsewhere");
}

/// Every choice that points somewhere points at something that is drawn, and no two point at the same.
#[test]
fn choices_point_at_what_is_drawn() {
    let mut on_board = 0;
    all_pictures(|game, state, seat, picture| {
        let view = game.view(state, seat);
        let targets: Vec<Target> =
            game.legal(state, seat).iter().map(|action| game.target(&view, action)).collect();
        for (i, target) in targets.iter().enumerate().filter(|(_, target)| **target != Target::Table) {
            let drawn = match *target {
                Target::Place(place) => place < picture.places.len(),
                Target::Figure(figure) => figure < picture.figures.len(),
                Target::Thing { place, kind, .. } => {
                    picture.places[place].things.iter().any(|thing| Some(thing.kind) == kind)
                }
                Target::Table | Target::Card(_) => false,
            };
            assert!(drawn && !targets[i + 1..].contains(target), "{target:?} in {targets:?}");
            on_board += 1;
        }
    });
    assert!(on_board > 1000, "{on_board}");
}

/// The picture has the walls of the board, and no step leads through one.
#[test]
fn pictures_have_the_walls_of_the_board() {
    for name in BoardName::ALL {
        let drawing = name.drawing();
        let inner = |line: &str| line[1..line.len() - 1].to_string();
        let lines: Vec<String> = drawing.lines().map(inner).collect();
        let upright: usize = lines.iter().skip(1).step_by(2).map(|line| line.matches('|').count()).sum();
        let level: usize = lines[1..lines.len() - 1]
            .iter()
            .skip(1)
            .step_by(2)
            .map(|line| line.split('+').filter(|part| *part == "---").count())
            .sum();
        let survivors = if name == BoardName::Cellar { 1 } else { 4 };
        let repairs_to_win = 1;
        let game = Stalk::new(Setup { board: name, survivors, repairs_to_win, ..Setup::default() }).unwrap();
        let picture = game.scene(&game.view(&game.start(), Seat(0))).unwrap();
        let grid = picture.grid.unwrap();
        assert_eq!(grid.walls.len(), upright + level, "{name:?}");
        for (a, b) in grid.walls {
            assert!(b == a + 1 || b == a + grid.columns.len(), "{a} {b}");
            assert!(!game.neighbours(Cell(a as u8)).has(Cell(b as u8)), "{a} {b}");
        }
    }
}

/// With all seats' pictures put together nothing is hidden any more: every figure stands where it is, and both sides'
/// tiles lie on the board.
#[test]
fn pictures_put_together_show_the_truth() {
    let mut tiles = 0;
    all_pictures(|game, state, seat, picture| {
        if seat != Seat(0) {
            return;
        }
        let mut open = picture.clone();
        for other in (1..game.seats() as u8).map(Seat) {
            open.reveal(&game.scene(&game.view(state, other)).unwrap());
        }
        for (figure, at) in open.figures.iter().zip(truth(game, state)) {
            let out = figure.marks.contains(&"out");
            assert_eq!(figure.place, (!out).then_some(at.index()), "{figure:?}");
            assert!(figure.facts.iter().all(|(_, fact)| fact.starts_with("on ")), "{figure:?}");
        }
        let acting = open.figures.iter().filter(|figure| figure.acting).count();
        assert!(acting <= 1);
        let drawn = |kinds: &[&str]| {
            open.places.iter().flat_map(|place| &place.things).filter(|t| kinds.contains(&t.kind)).count()
        };
        let laid = state.survivors.covered.len() + state.killer.covered.len();
        assert_eq!(drawn(&["tile", "bush"]), laid as usize);
        tiles += laid;
    });
    assert!(tiles > 0);
}
