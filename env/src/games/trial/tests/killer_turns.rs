//! The killer's turns and his bonus turn (T9).

use super::*;

#[test]
fn t9_1_t9_7_left_first_then_right() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(0, Prop::Totem);
    s.hunt(Card::Sneak, Card::Sprint);
    assert_eq!(s.killer().room, Room(0));
    assert!(s.is_asked(Node::KillerAct, KILLER) && s.offers(Act::Pass), "optional");
    assert!(matches!(s.killer().right, Planned::FaceDown), "the other card is still face down");
    s.pass();
    assert_eq!(s.killer().room, Room(1));
}

#[test]
fn t9_2_the_killer_moves_as_survivors_do() {
    let mut s = Scene::new(Killer::Trapper);
    s.killer_at(7);
    s.hunt(Card::Vault, Card::Sneak);
    assert_eq!(s.killer().room, Room(7), "arrows end here, and nothing is blue");
    assert!(s.heard(Event::Stays(KILLER)));
}

#[test]
fn t9_3_props_victims_and_the_power_are_offered() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(3, Prop::Crow);
    s.at(MEG, 3);
    s.power();
    s.hunt(Card::Wait, Card::Vault);
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Crow), Act::Survivor(MEG), Act::Power]);
}

#[test]
fn t9_4_a_failed_move_costs_the_interaction_and_the_power() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 3);
    s.power();
    s.hunt(Card::Vault, Card::Sneak);
    assert_eq!(s.killer().room, Room(0), "he was asked nothing before the second card");
}

#[test]
fn t9_5_t21_10_wait_stays_and_keeps_the_interaction() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 3);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(MEG));
    assert!(s.person(MEG).wounded && s.killer().room == Room(3));
}

#[test]
fn t9_6_e05_no_power_after_a_pallet() {
    let mut s = Scene::new(Killer::Trapper);
    s.power();
    s.lay(3, 0, OnPath::Pallet);
    s.hunt(Card::Sneak, Card::Vault);
    assert!(s.is_asked(Node::KillerBonus, KILLER));
}

#[test]
fn t9_8_a_pallet_stops_him_and_is_gone() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 3);
    s.down(0, Prop::Chest);
    s.lay(3, 0, OnPath::Pallet);
    s.hunt(Card::Sneak, Card::Vault);
    assert_eq!((s.killer().room, s.on(3, 0)), (Room(3), OnPath::Nothing));
    assert!(s.ups(0).is_empty(), "nothing entered, nothing flipped");
    assert!(s.is_asked(Node::KillerBonus, KILLER), "no attack on Meg");
}

#[test]
fn t9_9_t17_3_t23_2_a_wall_falls_and_opens_the_path_to_all() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 4);
    s.hunt(Card::Crouch, Card::Vault);
    assert_eq!((s.killer().room, s.on(3, 4)), (Room(4), OnPath::Nothing));
    s.act(KILLER, Act::Pass);
    s.end_round();
    s.go(MEG, Card::Crouch);
    assert_eq!(s.room(MEG), 3);
}

#[test]
fn t9_10_t13_2_a_third_card_costs_four_blood() {
    let mut s = Scene::new(Killer::Trapper);
    s.hunt(Card::Wait, Card::Vault);
    assert!(s.is_asked(Node::KillerBonus, KILLER));
    assert_eq!(s.legal(), [Act::Pass, Act::Yes]);
    s.act(KILLER, Act::Yes);
    assert_eq!(s.blood_of(KILLER), 0);
    s.act(KILLER, Act::Card(Card::Sneak));
    assert_eq!((s.killer().room, s.public().round), (Room(0), 2));
    let mut s = Scene::new(Killer::Trapper);
    s.blood(KILLER, 3);
    s.hunt(Card::Wait, Card::Vault);
    assert_eq!(s.public().round, 2, "three are not enough");
}

#[test]
fn t9_11_one_bonus_turn_a_round() {
    let mut s = Scene::new(Killer::Trapper);
    s.blood(KILLER, 12);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Yes);
    s.act(KILLER, Act::Card(Card::Sneak));
    assert_eq!((s.blood_of(KILLER), s.public().round), (8, 2));
}

#[test]
fn t9_12_e04_a_stopped_second_turn_still_allows_the_bonus_turn() {
    let mut s = Scene::new(Killer::Trapper);
    s.lay(3, 0, OnPath::Pallet);
    s.hunt(Card::Wait, Card::Sneak);
    assert!(s.is_asked(Node::KillerBonus, KILLER));
}

#[test]
fn t9_12_e06_the_third_card_is_one_that_is_still_in_hand() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 3);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(MEG));
    s.act(KILLER, Act::Yes);
    assert_eq!(s.legal(), [Act::Card(Card::Sneak), Act::Card(Card::Sprint), Act::Card(Card::Crouch)]);
}

#[test]
fn t9_12_e07_wait_may_be_the_third_card() {
    let mut s = Scene::new(Killer::Trapper);
    s.hunt(Card::Vault, Card::Sneak);
    s.put(0, Prop::Totem);
    s.act(KILLER, Act::Yes);
    s.act(KILLER, Act::Card(Card::Wait));
    assert!(s.is_asked(Node::KillerAct, KILLER) && s.offers(Act::Prop(Prop::Totem)));
}

#[test]
fn t9_12_with_no_card_in_hand_there_is_no_bonus_turn() {
    let mut s = Scene::new(Killer::Trapper);
    s.state.public.spent[4] = CardSet(0b0_0111);
    s.hunt(Card::Wait, Card::Vault);
    assert_eq!(s.public().round, 2);
}

#[test]
fn t9_13_cleanup_follows() {
    let mut s = Scene::new(Killer::Trapper);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Pass);
    assert_eq!((s.public().round, s.public().pending), (2, Pending::Plan(0)));
}
