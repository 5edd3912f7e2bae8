//! The Hag's traps, the Doctor's madness, and powers that are stopped (T22.6 to T22.13).

use super::*;

/// Meg walks into a trap in the Storehouse, where a chest is found first.
fn meg_springs_a_phantasm() -> Scene {
    let mut s = Scene::new(Killer::Hag);
    s.phantasm(1);
    s.down(1, Prop::Chest);
    s.enter(MEG);
    s
}

#[test]
fn t22_6_the_hag_may_come() {
    let mut s = meg_springs_a_phantasm();
    assert_eq!(s.ups(1), [Prop::Chest], "the flip comes first");
    assert!(s.is_asked(Node::Phantasm, KILLER));
    assert_eq!((s.public().phantasms, s.killer().phantasms), (0, 7));
    s.act(KILLER, Act::Yes);
    assert_eq!((s.killer().room, s.blood_of(KILLER)), (Room(1), 4));
}

#[test]
fn t22_6_or_the_hag_gains_blood() {
    let mut s = meg_springs_a_phantasm();
    s.act(KILLER, Act::Pass);
    assert_eq!((s.killer().room, s.blood_of(KILLER)), (Room(3), 5));
}

#[test]
fn t22_6_where_she_stands_she_only_gains() {
    let mut s = Scene::new(Killer::Hag);
    s.phantasm(1);
    s.killer_at(1);
    s.put(1, Prop::Chest);
    s.enter(MEG);
    assert!(s.is_asked(Node::SurvivorAct, MEG));
    assert_eq!(s.blood_of(KILLER), 5);
}

#[test]
fn e73_in_her_own_phase_she_only_gains() {
    let mut s = Scene::new(Killer::Hag);
    s.phantasm(7);
    s.at(MEG, 3);
    s.at(JAKE, 3);
    s.perk(MEG, 0, 20);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(JAKE));
    s.act(MEG, Act::Perk(0));
    s.act(MEG, to(7));
    assert_eq!((s.killer().room, s.blood_of(KILLER)), (Room(3), 5));
    assert!(s.person(JAKE).wounded, "the attack still lands");
}

#[test]
fn e57_who_is_brought_to_the_killer_springs_nothing() {
    let mut s = Scene::new(Killer::Hag);
    s.phantasm(3);
    s.perk(KILLER, 0, 21);
    s.at(MEG, 0);
    s.wound(MEG);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Perk(0));
    assert_eq!(s.room(MEG), 3);
    assert!(s.public().has_phantasm(Room(3)));
    assert_eq!(s.blood_of(KILLER), 1);
}

#[test]
fn e72_after_the_trap_her_cards_start_from_the_new_room() {
    let mut s = Scene::new(Killer::Hag);
    s.phantasm(1);
    s.at(MEG, 0);
    s.play(MEG, Card::Sprint, Card::Crouch, Card::Wait);
    s.act(KILLER, Act::Yes);
    assert_eq!(s.killer().room, Room(2), "red leads from the Storehouse to the Ironworks");
}

#[test]
fn t22_7_e48_the_spark_spares_the_hidden() {
    let mut s = Scene::new(Killer::Doctor);
    s.power();
    let locker = s.put(3, Prop::Locker);
    s.hide(MEG, locker);
    s.at(JAKE, 3);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    assert!(s.is_asked(Node::Spark, JAKE));
    s.act(JAKE, Act::Pass);
    assert!(s.person(JAKE).madness && !s.person(MEG).madness);
}

#[test]
fn t22_7_the_spark_goes_round_in_turn_order() {
    let mut s = Scene::new(Killer::Doctor);
    s.power();
    s.state.public.first = CLAUDETTE;
    s.at(MEG, 3);
    s.at(JAKE, 3);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    assert!(s.is_asked(Node::Spark, JAKE));
    s.act(JAKE, Act::Yes);
    assert!(s.is_asked(Node::Spark, MEG));
}

#[test]
fn t22_7_without_blood_madness_is_forced() {
    let mut s = Scene::new(Killer::Doctor);
    s.power();
    s.at(MEG, 3);
    s.blood(MEG, 0);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    assert!(s.person(MEG).madness && !s.person(MEG).wounded);
}

#[test]
fn t22_12_the_spark_needs_a_visible_survivor_here() {
    let mut s = Scene::new(Killer::Doctor);
    s.power();
    let locker = s.put(3, Prop::Locker);
    s.hide(MEG, locker);
    s.hunt(Card::Wait, Card::Vault);
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Locker)]);
}

#[test]
fn t22_8_e74_madness_makes_the_doctors_bonus_turn_cheap() {
    for (mad, cost) in [(0, 4), (1, 3), (3, 1), (4, 1)] {
        let mut s = Scene::new(Killer::Doctor);
        s.state.public.people.iter_mut().take(mad).for_each(|person| person.madness = true);
        s.blood(KILLER, cost);
        s.hunt(Card::Wait, Card::Vault);
        s.act(KILLER, Act::Yes);
        assert_eq!(s.blood_of(KILLER), 0);
        let mut s = Scene::new(Killer::Doctor);
        s.state.public.people.iter_mut().take(mad).for_each(|person| person.madness = true);
        s.blood(KILLER, cost - 1);
        s.hunt(Card::Wait, Card::Vault);
        assert_eq!(s.public().round, 2, "one less is not enough");
    }
}

#[test]
fn t22_10_other_killers_pay_four_whatever_happens() {
    for killer in [Killer::Trapper, Killer::Wraith, Killer::Hillbilly, Killer::Nurse, Killer::Hag] {
        let mut s = Scene::new(killer);
        s.state.public.people.iter_mut().for_each(|person| person.madness = true);
        s.blood(KILLER, 4);
        s.hunt(Card::Wait, Card::Vault);
        s.act(KILLER, Act::Yes);
        assert_eq!(s.blood_of(KILLER), 0);
    }
}

#[test]
fn t22_9_e68_a_flashlight_stops_a_power_which_counts_as_used() {
    let mut s = Scene::new(Killer::Nurse);
    s.power();
    s.at(MEG, 3);
    s.item(MEG, Item::Flashlight);
    s.blood(KILLER, 6);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    s.act(MEG, Act::Item);
    assert_eq!((s.killer().room, s.killer().power_used), (Room(3), true));
    assert_eq!(s.blood_of(KILLER), 4, "the price stays paid");
}

#[test]
fn t22_13_what_a_power_does_is_chosen_after_the_reactions() {
    let mut s = Scene::new(Killer::Trapper);
    s.power();
    s.at(MEG, 3);
    s.item(MEG, Item::Flashlight);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    assert!(s.is_asked(Node::Window(Window::KillerDeclared), MEG));
    s.act(MEG, Act::Pass);
    assert!(s.is_asked(Node::TargetRoom, KILLER));
}

#[test]
fn e75_t11_23_a_sacrifice_takes_the_madness_away() {
    let mut s = Scene::new(Killer::Doctor);
    s.put(3, Prop::Hook);
    s.at(MEG, 3);
    s.wound(MEG);
    s.item(MEG, Item::Map);
    s.state.public.people[1].madness = true;
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(MEG));
    let meg = s.person(MEG);
    assert!(meg.is_hung() && !meg.madness);
    assert!(meg.wounded && meg.item == Some(Item::Map) && meg.blood == 2, "the rest stays");
}

#[test]
fn t7_21_snapping_out_is_a_check() {
    for (face, mad) in [(0, true), (1, false), (5, false)] {
        let mut s = Scene::new(Killer::Doctor);
        s.state.public.people[1].madness = true;
        s.enter(MEG);
        assert_eq!(s.legal(), [Act::Pass, Act::SnapOut]);
        s.act(MEG, Act::SnapOut);
        s.die(face);
        assert_eq!(s.person(MEG).madness, mad);
        assert_eq!(s.blood_of(KILLER), 4 + u8::from(mad));
    }
}
