//! Before the first round (S0, S1), options (S13.5).

use super::*;
use crate::SetupError;

#[test]
fn s0_1_s1_3_s1_5_four_survivors_in_the_corners_and_the_killer_in_the_centre() {
    let scene = Scene::of(Setup::default());
    assert_eq!(scene.game.seats(), 5);
    assert_eq!([SU1, SU2, SU3, SU4].map(|slot| scene.at(slot)), ["a1", "i1", "i9", "a9"]);
    assert_eq!(scene.game.board.name(scene.state.killer.at), "e5");
}

#[test]
fn s1_4_corners_are_dealt_clockwise_and_the_killer_is_seat_0() {
    let scene = Scene::of(Setup::default());
    assert_eq!(scene.game.seat_name(Seat(0)), "killer");
    assert_eq!(scene.game.seat_name(Seat(1)), "survivor_0");
    assert_eq!(scene.game.teams(), [SeatSet::one(Seat(0)), SeatSet::first(5).without(Seat(0))]);
}

#[test]
fn s1_2_everything_is_unrepaired_and_upright() {
    let public = Scene::of(Setup::default()).state.public;
    assert!(public.repaired.is_empty() && public.down.is_empty() && public.broken.is_empty());
}

/// S1.8, S1.9: noise tokens are an aid to memory; views remember by themselves.
#[test]
fn s0_3_s1_1_s1_9_each_side_sees_its_own_side_of_the_divider() {
    let scene = Scene::of(Setup::default());
    let (killer, survivor) = (scene.game.view(&scene.state, Seat(0)), scene.game.view(&scene.state, Seat(1)));
    assert_eq!(killer.own.at, [Some(scene.state.killer.at), None, None, None]);
    assert_eq!(survivor.own.at, scene.state.survivors.at.map(Some));
    assert_eq!(killer.public, survivor.public);
    assert_eq!((killer.survivors(), survivor.killer()), (None, None));
}

#[test]
fn s1_6_s1_7_the_decks_are_as_listed_and_hidden_from_the_other_side() {
    let mut scene = Scene::of(Setup::default());
    let total = |deck: [u8; 7]| deck.iter().sum::<u8>();
    assert_eq!(scene.game.decks.map(total), [16, 15]);
    assert_eq!(Decks::Small.tiles().map(total), [8, 7]);
    let before = scene.game.view(&scene.state, Seat(0));
    scene.state.survivors.deck[0] -= 1;
    assert_eq!(scene.game.view(&scene.state, Seat(0)), before);
    assert_ne!(scene.game.view(&scene.state, Seat(1)).own.deck, scene.game.decks[0]);
}

#[test]
fn s1_10_all_starts_are_known_to_all() {
    let scene = Scene::of(Setup::default());
    let known = scene.state.public.known;
    let starts = scene.game.board.starts;
    assert_eq!(known.survivors.map(|trail| trail.possible()), starts.map(Cells::one));
    assert_eq!(known.killer.possible(), Cells::one(scene.state.killer.at));
}

#[test]
fn s13_5_presets_set_the_options() {
    let presets = Stalk::presets();
    let names: Vec<_> = presets.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["paired", "standard", "training", "tiny"]);
    assert_eq!(presets[0].1, Setup::default());
    let training = &presets[2].1;
    assert_eq!((training.decks, training.order, training.round_limit), (Decks::Small, Order::Clockwise, 80));
    assert!(presets.iter().all(|(_, setup)| Stalk::new(setup.clone()).is_ok()));
}

fn refused(setup: Setup, field: &str) {
    let error = Stalk::new(setup).unwrap_err();
    assert!(matches!(error, SetupError::Value { field: found, .. } if found == field), "{error}");
}

#[test]
fn s13_5_s5_16_options_that_make_no_game_are_refused() {
    let setup = Setup::default();
    refused(Setup { repairs_to_win: 5, ..setup.clone() }, "repairs_to_win");
    refused(Setup { repairs_to_win: 0, ..setup.clone() }, "repairs_to_win");
    refused(Setup { survivors: 0, ..setup.clone() }, "survivors");
    refused(Setup { survivors: 5, ..setup.clone() }, "survivors");
    refused(
        Setup { survivors: 3, board: BoardName::Cellar, repairs_to_win: 1, ..setup.clone() },
        "survivors",
    );
    refused(Setup { round_limit: 0, ..setup.clone() }, "round_limit");
    let custom = |survivors, killer| Setup { decks: Decks::Custom { survivors, killer }, ..Setup::default() };
    refused(custom([0; 7], [0, 1, 0, 0, 0, 0, 0]), "decks");
    refused(custom([0; 7], [0, 0, 0, 0, 1, 0, 0]), "decks");
    refused(custom([0, 0, 0, 4, 0, 0, 0], [0; 7]), "decks");
    assert!(Stalk::new(custom([1, 1, 1, 3, 1, 1, 1], [1, 0, 1, 4, 0, 1, 1])).is_ok());
}

#[test]
fn s13_5_fewer_survivors_use_the_lowest_corners_and_lose_together() {
    let mut scene = Scene::of(Setup { survivors: 2, ..Setup::default() }).killer("a1").killer_turn();
    assert_eq!(scene.game.seats(), 3);
    let mut scene = {
        scene.state.public.status[1] = Status::Hooked;
        scene
    };
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert_eq!(scene.state.public.phase, Phase::Over(Ending::Hooks));
}
