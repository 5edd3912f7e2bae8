//! Skill checks and dice (T12).

use super::perks_survivor::struggle;
use super::*;
use crate::Outcome;

/// Meg has declared a repair in the Storehouse.
fn repair(prepare: impl Fn(&mut Scene)) -> (Scene, Tile) {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    prepare(&mut s);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    (s, generator)
}

fn outcomes(s: &Scene) -> Vec<(u16, u32)> {
    let mut all = Vec::new();
    s.game.outcomes(&s.state, &mut |Outcome { id, weight }| all.push((id, weight)));
    all
}

#[test]
fn t12_1_a_check_is_one_skill_die_with_six_faces() {
    let (s, _) = repair(|_| {});
    assert_eq!(outcomes(&s), [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)]);
    assert_eq!(s.public().roll.count, 1);
}

#[test]
fn t12_2_faces_are_failure_success_and_great_success() {
    for (face, progress) in [(0, 0), (1, 1), (2, 1), (3, 1), (4, 1), (5, 2)] {
        let (mut s, generator) = repair(|_| {});
        s.die(face);
        assert_eq!(s.progress_of(generator), progress, "face {face}");
    }
}

#[test]
fn t12_3_a_great_success_is_a_success() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(JAKE, 1);
    s.wound(JAKE);
    s.enter(MEG);
    s.act(MEG, Act::Survivor(JAKE));
    s.die(5);
    assert!(!s.person(JAKE).wounded);
}

#[test]
fn t12_4_a_failure_does_nothing_and_pays_the_killer() {
    let (mut s, generator) = repair(|_| {});
    s.die(0);
    assert_eq!((s.progress_of(generator), s.blood_of(KILLER)), (0, 5));
}

#[test]
fn t12_5_one_blood_for_each_failed_die() {
    let mut s = struggle(|_| {}, 3);
    s.die(0);
    s.die(0);
    s.die(1);
    assert_eq!(s.blood_of(KILLER), 6);
}

#[test]
fn t12_6_a_die_is_rolled_again_once_at_most() {
    let (mut s, _) = repair(|s| {
        s.perk(DWIGHT, 0, 16);
        s.perk(JAKE, 0, 16);
    });
    s.die(0);
    s.act(JAKE, Act::Perk(0));
    s.die(0);
    assert!(s.public().killer_acts, "Dwight was not asked");
}

#[test]
fn t12_7_e58_a_new_failure_pays_once() {
    let (mut s, _) = repair(|s| s.perk(JAKE, 0, 16));
    s.die(0);
    assert_eq!(s.blood_of(KILLER), 4, "not before the re-rolls");
    s.act(JAKE, Act::Perk(0));
    s.die(0);
    assert_eq!(s.blood_of(KILLER), 5);
}

#[test]
fn t12_7_a_success_may_be_rolled_again_into_a_failure() {
    let (mut s, generator) = repair(|s| s.perk(JAKE, 0, 16));
    s.die(1);
    s.act(JAKE, Act::Perk(0));
    s.die(0);
    assert_eq!((s.progress_of(generator), s.blood_of(KILLER)), (0, 5));
}

#[test]
fn t12_8_failures_that_do_not_count_still_pay() {
    let (mut s, generator) = repair(|s| s.perk(MEG, 0, 15));
    s.act(MEG, Act::Perk(0));
    s.die(5);
    s.die(0);
    assert_eq!((s.progress_of(generator), s.blood_of(KILLER)), (2, 5));
}

#[test]
fn t12_9_the_danger_die_fails_four_times_in_six() {
    let (mut s, generator) = repair(|s| s.state.public.overcharged = u64::MAX);
    assert_eq!(outcomes(&s), [(0, 4), (5, 2)]);
    s.danger(false);
    assert_eq!((s.progress_of(generator), s.blood_of(KILLER)), (0, 5));
}

#[test]
fn t12_10_a_danger_die_rolled_again_is_a_danger_die() {
    let (mut s, generator) = repair(|s| {
        s.state.public.overcharged = u64::MAX;
        s.perk(JAKE, 0, 16);
    });
    s.danger(false);
    s.act(JAKE, Act::Perk(0));
    s.danger(true);
    assert_eq!((s.progress_of(generator), s.blood_of(KILLER)), (2, 4));
}

#[test]
fn t12_11_e60_the_killers_mode_prevails() {
    let (mut s, generator) = repair(|s| {
        s.perk(MEG, 0, 15);
        s.perk(KILLER, 0, 10);
        s.wound(MEG);
        s.wound(JAKE);
    });
    s.act(MEG, Act::Perk(0));
    s.act(KILLER, Act::Perk(0));
    s.die(5);
    s.die(1);
    assert_eq!(s.progress_of(generator), 1, "the lower of two dice");
}

#[test]
fn t12_11_danger_replaces_two_dice() {
    let (mut s, generator) = repair(|s| {
        s.perk(MEG, 0, 15);
        s.perk(KILLER, 0, 0);
        s.killer_at(1);
    });
    s.act(MEG, Act::Perk(0));
    s.act(KILLER, Act::Perk(0));
    s.danger(true);
    assert_eq!(s.progress_of(generator), 2);
}

#[test]
fn t12_11_nothing_replaces_danger() {
    let (mut s, generator) = repair(|s| {
        s.state.public.overcharged = u64::MAX;
        s.perk(MEG, 0, 15);
        s.perk(KILLER, 0, 10);
        s.wound(MEG);
        s.wound(JAKE);
    });
    s.danger(true);
    assert_eq!(s.progress_of(generator), 2, "neither was asked");
}

#[test]
fn t12_12_an_automatic_success_is_an_ordinary_one() {
    let (mut s, generator) = repair(|s| {
        s.perk(MEG, 0, 18);
        s.perk(DWIGHT, 0, 16);
        s.perk(KILLER, 0, 13);
        s.put(8, Prop::Totem);
    });
    s.act(MEG, Act::Perk(0));
    assert_eq!((s.progress_of(generator), s.blood_of(KILLER)), (1, 4), "no dice, so no window");
    assert!(s.public().killer_acts);
}

#[test]
fn t12_13_a_bear_trap_is_a_roll_but_no_check() {
    let mut s = Scene::new(Killer::Trapper);
    s.lay(0, 1, OnPath::BearTrap);
    s.wound(MEG);
    s.perk(MEG, 0, 22);
    s.perk(MEG, 1, 15);
    s.perk(JAKE, 0, 16);
    s.enter(MEG);
    s.danger(false);
    assert!(s.is_asked(Node::Window(Window::DiceRolled), JAKE), "S16 is for every roll, S22 for checks");
    assert_eq!(s.room(MEG), 0, "T17.6: before she enters");
}
