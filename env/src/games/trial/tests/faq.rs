//! Answers that are not among the tests of their own groups (T21). Elsewhere: T21.1, T21.2, T21.4 in `movement`; T21.5,
//! T21.8, T21.11, T21.13 in `pickup`; T21.6 in `survivor_turns`; T21.7, T21.9 in `killer_acts`; T21.10 in
//! `killer_turns`.

use super::*;

#[test]
fn t21_3_a_failure_that_is_rolled_again_pays_nothing() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Totem);
    s.perk(JAKE, 0, 16);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Totem));
    s.die(0);
    s.act(JAKE, Act::Perk(0));
    s.die(1);
    assert_eq!((s.blood_of(KILLER), s.blood_of(MEG)), (4, 4));
}

#[test]
fn t21_12_unkept_failures_pay_and_replaced_faces_do_not() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Totem);
    s.perk(MEG, 0, 15);
    s.perk(JAKE, 0, 16);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Totem));
    s.act(MEG, Act::Perk(0));
    s.die(0);
    s.die(0);
    s.act(JAKE, Act::Perk(0));
    s.act(JAKE, Act::Index(0));
    s.die(3);
    assert_eq!(
        (s.blood_of(KILLER), s.blood_of(MEG)),
        (5, 3),
        "one for the unkept die; cleansed after one spent"
    );
}

#[test]
fn t21_14_what_is_above_the_maximum_is_lost() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Totem);
    s.blood(MEG, 6);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Totem));
    s.die(2);
    assert_eq!(s.blood_of(MEG), 6);
}
