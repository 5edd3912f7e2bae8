//! Killer powers and passives (T22).

use super::*;

/// A killer in the Suffocation Pit (4) with his power, who waits first; the survivors are in the Oak Grove.
fn in_the_pit(killer: Killer) -> Scene {
    let mut s = Scene::new(killer);
    s.killer_at(4);
    s.power();
    s
}

/// A killer in the Shelter Woods (3) with his power, where his yellow card leads nowhere.
fn in_the_woods(killer: Killer) -> Scene {
    let mut s = Scene::new(killer);
    s.power();
    s
}

#[test]
fn t22_0_a_power_is_used_once_a_round() {
    let mut s = in_the_pit(Killer::Trapper);
    s.hunt(Card::Wait, Card::Sprint);
    s.act(KILLER, Act::Power);
    s.act(KILLER, to(0));
    assert_eq!(s.killer().room, Room(8));
    assert!(s.is_asked(Node::KillerBonus, KILLER), "nothing to do in the second turn");
    s.end_round();
    s.hunt(Card::Wait, Card::Vault);
    assert!(s.is_asked(Node::KillerAct, KILLER) && s.offers(Act::Power));
}

#[test]
fn t22_0_the_power_takes_the_place_of_the_interaction() {
    let mut s = in_the_pit(Killer::Trapper);
    s.at(MEG, 4);
    s.hunt(Card::Wait, Card::Vault);
    assert_eq!(s.legal(), [Act::Pass, Act::Survivor(MEG), Act::Power]);
    s.act(KILLER, Act::Power);
    s.act(KILLER, to(0));
    assert_eq!(s.killer().room, Room(7), "the second card is next");
}

#[test]
fn t22_1_a_bear_trap_needs_a_path_without_anything_on_it() {
    let mut s = in_the_pit(Killer::Trapper);
    s.lay(4, 1, OnPath::Pallet);
    s.lay(4, 7, OnPath::BearTrap);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    assert_eq!(s.legal(), [to(0), to(8)]);
}

#[test]
fn t22_1_a_bear_trap_needs_a_path_without_the_entity() {
    let mut s = in_the_pit(Killer::Trapper);
    s.block_path(4, 8);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    assert_eq!(s.legal(), [to(0), to(1), to(7)]);
}

#[test]
fn t22_1_t22_12_no_trap_left_no_power() {
    let mut s = in_the_woods(Killer::Trapper);
    s.state.public.killer.bear_traps = 0;
    s.hunt(Card::Wait, Card::Vault);
    assert!(s.is_asked(Node::KillerBonus, KILLER));
}

#[test]
fn t22_12_no_free_path_no_bear_trap() {
    let mut s = in_the_woods(Killer::Trapper);
    for room in [0, 7] {
        s.lay(3, room, OnPath::Pallet);
    }
    s.hunt(Card::Wait, Card::Vault);
    assert!(s.is_asked(Node::KillerBonus, KILLER));
}

#[test]
fn t22_2_the_cloak_silences_perks_at_once() {
    let mut s = Scene::new(Killer::Wraith);
    s.killer_at(0);
    s.at(MEG, 2);
    s.put(2, Prop::Locker);
    s.perk(MEG, 0, 3);
    s.power();
    s.hunt(Card::Wait, Card::Crouch);
    s.act(KILLER, Act::Power);
    s.act(KILLER, to(2));
    assert_eq!(s.killer().room, Room(1), "nobody was asked, and the red card led on");
    assert!(s.person(MEG).is_visible());
}

#[test]
fn t22_2_the_cloak_silences_items_and_falls_in_cleanup() {
    let mut s = Scene::new(Killer::Wraith);
    s.killer_at(0);
    s.power();
    s.at(MEG, 7);
    s.at(JAKE, 7);
    s.item(MEG, Item::Flashlight);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    s.act(KILLER, to(9));
    assert_eq!(s.killer().room, Room(7));
    s.act(KILLER, Act::Survivor(JAKE));
    assert!(s.person(JAKE).wounded && s.killer().cloaked);
    s.end_round();
    assert!(!s.killer().cloaked);
}

#[test]
fn e81_a_cloaked_carrier_cannot_be_slipped() {
    let mut s = Scene::new(Killer::Wraith);
    s.state.public.killer.cloaked = true;
    s.at(MEG, 3);
    s.wound(MEG);
    s.perk(MEG, 0, 26);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(MEG));
    s.act(KILLER, Act::Index(0));
    s.die(1);
    assert!(s.is_asked(Node::Carry, KILLER));
}

#[test]
fn t22_3_the_chainsaw_goes_through_a_pallet_and_wounds() {
    let mut s = in_the_pit(Killer::Hillbilly);
    s.at(MEG, 8);
    s.at(JAKE, 8);
    s.wound(JAKE);
    s.lay(4, 8, OnPath::Pallet);
    s.down(8, Prop::Chest);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    assert!(s.is_asked(Node::ChainsawCard, KILLER));
    assert_eq!(s.legal(), [Act::Card(Card::Sneak), Act::Card(Card::Sprint), Act::Card(Card::Crouch)]);
    s.act(KILLER, Act::Card(Card::Sprint));
    assert_eq!((s.killer().room, s.on(4, 8)), (Room(8), OnPath::Nothing));
    assert_eq!(s.ups(8), [Prop::Chest]);
    assert!(s.person(MEG).wounded, "the one healthy survivor there");
}

#[test]
fn t22_3_the_chainsaw_breaks_a_wall_and_its_victim_is_chosen() {
    let mut s = in_the_pit(Killer::Hillbilly);
    s.at(MEG, 5);
    s.at(JAKE, 5);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    s.act(KILLER, Act::Card(Card::Crouch));
    assert!(s.is_asked(Node::KillerDestination, KILLER));
    assert_eq!(s.legal(), [to(3), to(5)]);
    s.act(KILLER, to(5));
    assert_eq!(s.on(4, 5), OnPath::Nothing);
    assert!(s.is_asked(Node::TargetSurvivor, KILLER));
    assert_eq!(s.legal(), [Act::Survivor(MEG), Act::Survivor(JAKE)], "passing is no choice");
    s.act(KILLER, Act::Survivor(JAKE));
    assert!(s.person(JAKE).wounded_now && !s.person(MEG).wounded);
}

#[test]
fn t22_3_t22_12_the_chainsaw_costs_a_bloodpoint() {
    let mut s = in_the_pit(Killer::Hillbilly);
    s.blood(KILLER, 1);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    assert_eq!(s.killer().blood, 0);
    let mut s = in_the_pit(Killer::Hillbilly);
    s.blood(KILLER, 0);
    s.hunt(Card::Wait, Card::Vault);
    assert!(s.is_asked(Node::KillerAct, KILLER) && !s.offers(Act::Power));
}

#[test]
fn e70_the_chainsaw_card_is_not_in_hand_for_the_bonus_turn() {
    let mut s = in_the_pit(Killer::Hillbilly);
    s.blood(KILLER, 6);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    s.act(KILLER, Act::Card(Card::Sprint));
    s.until(Node::KillerBonus);
    s.act(KILLER, Act::Yes);
    assert_eq!(s.legal(), [Act::Card(Card::Sneak), Act::Card(Card::Crouch)]);
}

#[test]
fn t22_9_a_firecracker_stops_the_chainsaw_and_keeps_its_price() {
    let mut s = in_the_pit(Killer::Hillbilly);
    s.blood(KILLER, 6);
    s.at(MEG, 8);
    s.item(MEG, Item::Firecracker);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    s.act(KILLER, Act::Card(Card::Sprint));
    s.act(MEG, Act::Item);
    assert!(s.killer().power_used && !s.person(MEG).wounded);
    assert!(!s.hand(KILLER).contains(&Card::Sprint));
    assert_eq!(s.killer().room, Room(7), "the yellow card came next, from the Pit");
}

#[test]
fn t1_16_t22_12_e91_the_hillbilly_is_asked_although_he_can_only_pass() {
    // In the Oak Grove, red is spent and yellow face down: no chainsaw, and nobody is there.
    let mut s = Scene::new(Killer::Hillbilly);
    s.killer_at(6);
    for slot in Slot::ALL {
        s.at(slot, 0);
    }
    s.power();
    s.hunt(Card::Crouch, Card::Vault);
    assert_eq!(s.killer().room, Room(9));
    assert!(s.is_asked(Node::KillerAct, KILLER));
    assert_eq!(s.legal(), [Act::Pass]);
    assert!(s.game.asks_forced(&s.state, Seat(0)));
    s.pass();
    assert_eq!(s.killer().room, Room(7));
    assert!(s.offers(Act::Power), "green leads on");
}

#[test]
fn t1_16_the_only_chainsaw_card_is_still_asked_for() {
    let mut s = Scene::new(Killer::Hillbilly);
    s.killer_at(2);
    s.power();
    s.hunt(Card::Crouch, Card::Sneak);
    // In the Storehouse only green is left in hand and leads on.
    s.act(KILLER, Act::Power);
    assert!(s.is_asked(Node::ChainsawCard, KILLER));
    assert_eq!(s.legal(), [Act::Card(Card::Sprint)]);
}

#[test]
fn t22_4_the_nurse_pays_blinks_and_may_interact() {
    let mut s = in_the_pit(Killer::Nurse);
    s.at(MEG, 5);
    s.down(5, Prop::Chest);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    assert_eq!(s.blood_of(KILLER), 2);
    assert_eq!(s.legal(), [to(0), to(1), to(3), to(5), to(7), to(8)], "walls and arrows do not matter");
    s.act(KILLER, to(5));
    assert_eq!((s.killer().room, s.ups(5)), (Room(5), vec![Prop::Chest]));
    assert_eq!(s.on(4, 5), OnPath::Wall);
    assert!(s.is_asked(Node::KillerAct, KILLER));
    assert_eq!(s.legal(), [Act::Pass, Act::Survivor(MEG)], "not the power again");
}

#[test]
fn e71_after_the_blink_and_an_attack_the_second_card_follows() {
    let mut s = in_the_pit(Killer::Nurse);
    s.at(MEG, 5);
    s.hunt(Card::Wait, Card::Sneak);
    s.act(KILLER, Act::Power);
    s.act(KILLER, to(5));
    s.act(KILLER, Act::Survivor(MEG));
    assert!(s.person(MEG).wounded_now);
    assert!(s.is_asked(Node::KillerDestination, KILLER));
    assert_eq!(s.legal(), [to(6), to(8)]);
}

#[test]
fn t22_12_the_blink_needs_two_blood() {
    let mut s = in_the_woods(Killer::Nurse);
    s.blood(KILLER, 1);
    s.hunt(Card::Wait, Card::Vault);
    assert_eq!(s.public().round, 2, "she was never asked");
}

#[test]
fn t22_5_the_hag_traps_her_room_and_may_trap_another() {
    let mut s = in_the_pit(Killer::Hag);
    s.phantasm(8);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    assert!(s.public().has_phantasm(Room(4)));
    assert_eq!(s.legal(), [Act::Pass, to(0), to(1), to(3), to(5), to(7)]);
    s.act(KILLER, to(0));
    assert!(s.public().has_phantasm(Room(0)));
    assert_eq!(s.killer().phantasms, 4);
}

#[test]
fn t22_5_t22_11_a_trapped_room_takes_no_second_trap() {
    let mut s = in_the_pit(Killer::Hag);
    s.phantasm(4);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    assert_eq!(s.legal(), [to(0), to(1), to(3), to(5), to(7), to(8)], "another room has to be named");
}

#[test]
fn t22_5_the_last_token_goes_to_her_room() {
    let mut s = in_the_woods(Killer::Hag);
    s.state.public.killer.phantasms = 1;
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    assert_eq!((s.public().phantasms, s.killer().phantasms), (1 << 3, 0));
    assert!(s.is_asked(Node::KillerBonus, KILLER));
}

#[test]
fn t22_12_the_hag_needs_a_token_and_a_free_room() {
    let mut s = in_the_woods(Killer::Hag);
    s.state.public.killer.phantasms = 0;
    s.hunt(Card::Wait, Card::Vault);
    assert!(s.is_asked(Node::KillerBonus, KILLER));
    let mut s = in_the_woods(Killer::Hag);
    for room in [0, 3, 4, 7] {
        s.phantasm(room);
    }
    s.hunt(Card::Wait, Card::Vault);
    assert!(s.is_asked(Node::KillerBonus, KILLER));
}
