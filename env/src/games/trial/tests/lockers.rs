//! Hiding and searching (T8).

use super::*;

#[test]
fn t8_2_an_occupied_locker_takes_nobody_else() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(1, Prop::Locker);
    s.hide(JAKE, locker);
    s.put(1, Prop::Totem);
    s.enter(MEG);
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Totem)]);
}

#[test]
fn t8_3_the_hidden_use_no_perks() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(0, Prop::Locker);
    s.hide(MEG, locker);
    s.perk(MEG, 0, 13);
    s.go(MEG, Card::Sprint);
    assert_eq!(s.room(MEG), 1, "she was not asked");
}

#[test]
fn t8_4_e46_the_hidden_are_not_there_for_friends() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(1, Prop::Locker);
    s.hide(JAKE, locker);
    s.wound(JAKE);
    s.perk(MEG, 0, 7);
    s.put(1, Prop::Totem);
    s.enter(MEG);
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Totem)]);
}

#[test]
fn t8_4_t1_10_the_hidden_are_not_there_for_the_killer() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(3, Prop::Locker);
    s.hide(JAKE, locker);
    s.wound(JAKE);
    s.hunt(Card::Wait, Card::Vault);
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Locker)]);
}

#[test]
fn t8_5_e45_whoever_moves_comes_off_and_may_interact() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(0, Prop::Locker);
    s.put(1, Prop::Chest);
    s.hide(MEG, locker);
    s.go(MEG, Card::Sprint);
    assert!(s.person(MEG).is_visible() && s.room(MEG) == 1);
    assert!(s.is_asked(Node::SurvivorAct, MEG));
}

#[test]
fn t8_6_e44_without_a_move_they_stay_hidden() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(0, Prop::Locker);
    s.hide(MEG, locker);
    s.perk(MEG, 0, 4);
    s.blood(MEG, 3);
    s.go(MEG, Card::Crouch);
    assert_eq!(s.person(MEG).place, Place::Locker(locker));
    assert!(s.public().killer_acts, "no window at the end of the turn either");
}

#[test]
fn t8_8_t10_7_a_search_is_the_hidden_ones_check() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(3, Prop::Locker);
    s.hide(JAKE, locker);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Prop(Prop::Locker));
    s.die(0);
    assert!(s.heard(Event::PickedUp(JAKE)));
    assert!(s.is_asked(Node::DiceCount, KILLER));
}

#[test]
fn t8_9_an_empty_locker_is_nothing_to_the_killer() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(3, Prop::Locker);
    s.hunt(Card::Wait, Card::Vault);
    assert!(s.is_asked(Node::KillerBonus, KILLER));
}

#[test]
fn t8_10_a_successful_hider_stands_in_the_room() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(3, Prop::Locker);
    s.hide(JAKE, locker);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Prop(Prop::Locker));
    s.die(3);
    assert!(s.is_gone(locker) && s.person(JAKE).is_visible());
    assert_eq!((s.room(JAKE), s.blood_of(KILLER)), (3, 4));
}

#[test]
fn t8_10_after_a_failure_the_locker_stays_and_the_killer_gains() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(3, Prop::Locker);
    s.hide(JAKE, locker);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Prop(Prop::Locker));
    s.die(0);
    assert!(!s.is_gone(locker));
    assert_eq!(s.blood_of(KILLER), 5);
}

#[test]
fn t8_11_e47_no_perk_touches_a_search() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(3, Prop::Locker);
    s.hide(JAKE, locker);
    s.at(DWIGHT, 3);
    s.perk(DWIGHT, 0, 2);
    s.perk(MEG, 0, 16);
    s.perk(JAKE, 0, 10);
    s.perk(KILLER, 0, 0);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Prop(Prop::Locker));
    s.die(0);
    assert_eq!(s.blood_of(KILLER), 5, "no window before or after the die");
}

#[test]
fn t8_12_e10_who_was_wounded_this_round_only_comes_off() {
    for wounded in [true, false] {
        let mut s = Scene::new(Killer::Trapper);
        let locker = s.put(3, Prop::Locker);
        s.put(3, Prop::Hook);
        s.hide(JAKE, locker);
        s.state.public.people[3].wounded = wounded;
        s.state.public.people[3].wounded_now = true;
        s.hunt(Card::Wait, Card::Vault);
        s.act(KILLER, Act::Prop(Prop::Locker));
        s.die(0);
        assert!(s.person(JAKE).is_visible());
        assert_eq!(s.blood_of(KILLER), 5);
    }
}
