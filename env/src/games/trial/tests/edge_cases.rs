//! Where rules meet: cases that belong to no group alone.

use super::perks_survivor::struggle;
use super::*;

#[test]
fn k07_lightborn_answers_a_flashlight_and_the_attack_lands() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 3);
    s.item(MEG, Item::Flashlight);
    s.perk(KILLER, 0, 7);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(MEG));
    s.act(MEG, Act::Item);
    s.act(KILLER, Act::Perk(0));
    assert!(s.person(MEG).wounded && s.person(MEG).item.is_none());
}

#[test]
fn k07_lightborn_answers_a_dull_key_and_the_card_counts() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 4);
    s.item(MEG, Item::DullKey);
    s.perk(KILLER, 0, 7);
    s.go(MEG, Card::Sneak);
    s.act(MEG, Act::Item);
    s.act(KILLER, Act::Perk(0));
    assert_eq!(s.room(MEG), 1);
}

#[test]
fn t10_13_the_killer_names_one_of_two_different_generators() {
    let mut s = Scene::new(Killer::Trapper);
    let generators = [s.put(5, Prop::Generator), s.put(5, Prop::Generator)];
    s.progress(generators[0], 1);
    s.progress(generators[1], 2);
    s.killer_at(5);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Prop(Prop::Generator));
    assert!(s.is_asked(Node::WhichTile, KILLER));
    assert_eq!(s.legal(), [Act::Index(0), Act::Index(1)]);
    s.act(KILLER, Act::Index(1));
    assert_eq!((s.progress_of(generators[0]), s.progress_of(generators[1])), (1, 0));
}

#[test]
fn t10_13_only_the_generator_with_progress_is_meant() {
    let mut s = Scene::new(Killer::Trapper);
    let generators = [s.put(5, Prop::Generator), s.put(5, Prop::Generator)];
    s.progress(generators[1], 2);
    s.killer_at(5);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Prop(Prop::Generator));
    assert_eq!(s.progress_of(generators[1]), 0);
}

#[test]
fn t8_8_of_two_occupied_lockers_one_is_named() {
    let mut s = Scene::new(Killer::Trapper);
    let lockers = [s.put(3, Prop::Locker), s.put(3, Prop::Locker)];
    s.hide(MEG, lockers[0]);
    s.hide(JAKE, lockers[1]);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Prop(Prop::Locker));
    assert_eq!(s.legal(), [Act::Index(2), Act::Index(3)], "positions in the room");
    s.act(KILLER, Act::Index(3));
    s.die(1);
    assert!(s.person(JAKE).is_visible() && !s.person(MEG).is_visible());
}

#[test]
fn s05_adrenaline_over_a_trap_does_not_disturb_the_repair() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.progress(generator, 2);
    s.lay(9, 8, OnPath::BearTrap);
    s.perk(JAKE, 0, 5);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(1);
    s.act(JAKE, Act::Perk(0));
    s.act(JAKE, to(8));
    s.danger(false);
    assert!(s.person(JAKE).wounded && s.is_gone(generator));
    assert_eq!(s.public().generators, 1);
}

#[test]
fn s12_a_bonus_turn_along_an_arrow_counts_as_a_card() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(0, Prop::Crow);
    s.perk(MEG, 0, 12);
    s.at(MEG, 1);
    s.go(MEG, Card::Sprint);
    s.act(MEG, Act::Prop(Prop::Crow));
    s.act(MEG, Act::Card(Card::Vault));
    assert!(s.is_asked(Node::Window(Window::SurvivorMoved), MEG));
}

#[test]
fn s00_bond_along_an_arrow_lets_s12_follow() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 0);
    s.at(JAKE, 4);
    s.perk(MEG, 0, 0);
    s.perk(MEG, 1, 12);
    s.go(MEG, Card::Crouch);
    s.act(MEG, Act::Perk(0));
    assert!(s.is_asked(Node::Window(Window::SurvivorMoved), MEG), "E03: it is the card's move");
}

#[test]
fn k04_a_pallet_stops_the_bloodhound_too() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 7);
    s.wound(MEG);
    s.lay(3, 7, OnPath::Pallet);
    s.perk(KILLER, 1, 4);
    s.blood(KILLER, 8);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Perk(1));
    assert_eq!((s.killer().room, s.on(3, 7)), (Room(3), OnPath::Nothing));
    assert!(s.is_asked(Node::KillerBonus, KILLER));
}

#[test]
fn k16_after_k05_exchanges_what_is_on_the_left_by_then() {
    let mut s = Scene::new(Killer::Trapper);
    s.perk(KILLER, 0, 5);
    s.perk(KILLER, 1, 16);
    s.hunt(Card::Vault, Card::Wait);
    s.act(KILLER, Act::Perk(0));
    s.act(KILLER, Act::Perk(1));
    s.act(KILLER, Act::Card(Card::Sneak));
    assert!(s.heard(Event::Moves(KILLER, Room(0))));
    assert_eq!(s.killer().room, Room(4), "the old left card came second");
}

#[test]
fn s26_and_s09_in_one_struggle() {
    let mut s = struggle(
        |s| {
            s.perk(JAKE, 0, 26);
            s.perk(JAKE, 1, 9);
            s.blood(JAKE, 3);
        },
        1,
    );
    s.die(1);
    assert_eq!(s.legal(), [Act::Pass, Act::Perk(0)], "no four yet");
    s.act(JAKE, Act::Perk(0));
    s.die(4);
    assert_eq!(s.legal(), [Act::Pass, Act::Perk(1)]);
    s.act(JAKE, Act::Perk(1));
    assert!(s.heard(Event::Escapes(JAKE)));
}

#[test]
fn s09_a_five_that_is_grasped_leaves_the_fours_alone() {
    let mut s = struggle(
        |s| {
            s.perk(JAKE, 0, 9);
            s.perk(KILLER, 0, 19);
        },
        2,
    );
    s.die(5);
    s.die(4);
    s.act(KILLER, Act::Perk(0));
    s.die(1);
    assert!(s.is_asked(Node::Carry, KILLER), "T14.5: Jake had his moment before");
}

#[test]
fn t6_12_a_room_with_the_killer_in_it_may_be_entered_and_left() {
    let mut s = Scene::new(Killer::Trapper);
    s.killer_at(1);
    s.at(MEG, 0);
    s.at(JAKE, 1);
    s.plan([Card::Sneak, Card::Sprint, Card::Sneak, Card::Crouch], Card::Wait, Card::Vault);
    assert_eq!((s.room(MEG), s.room(JAKE)), (1, 2));
}

#[test]
fn k11_is_silent_in_the_killers_phase() {
    let mut s = Scene::new(Killer::Trapper);
    s.state.public.killer_acts = true;
    s.at(JAKE, 1);
    s.wound(JAKE);
    s.killer_at(5);
    s.perk(KILLER, 2, 11);
    s.enter(MEG);
    s.act(MEG, Act::Survivor(JAKE));
    s.die(2);
    assert!(!s.person(JAKE).wounded);
    assert!(!s.is_asked(Node::Window(Window::Healed), KILLER));
}

#[test]
fn t20_6_a_shared_hand_exchanges_only_with_what_is_left() {
    let mut s = Scene::bare(Setup { players: 3, ..Setup::default() });
    s.at(DWIGHT, 0);
    s.perk(DWIGHT, 0, 13);
    s.plan([Card::Crouch, Card::Sneak, Card::Sneak, Card::Sprint], Card::Wait, Card::Vault);
    s.act(DWIGHT, Act::Perk(0));
    assert_eq!(s.legal(), [Act::Card(Card::Sprint), Act::Card(Card::Vault)]);
    s.act(DWIGHT, Act::Card(Card::Vault));
    assert_eq!(s.room(DWIGHT), 4);
    assert_eq!(s.hand(MEG), [Card::Sprint, Card::Crouch]);
}

#[test]
fn t22_5_her_trap_may_lie_behind_a_wall_or_against_an_arrow() {
    let mut s = Scene::new(Killer::Hag);
    s.power();
    s.killer_at(7);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    assert_eq!(s.legal(), [Act::Pass, to(3), to(4), to(8), to(9)]);
}

#[test]
fn t22_3_the_chainsaw_may_find_nobody() {
    let mut s = Scene::new(Killer::Hillbilly);
    s.killer_at(4);
    s.power();
    s.at(MEG, 8);
    s.wound(MEG);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    s.act(KILLER, Act::Card(Card::Sprint));
    assert_eq!(s.killer().room, Room(8), "and the wounded one is left alone");
    assert!(!s.person(MEG).wounded_now && !s.heard(Event::PickedUp(MEG)));
}

#[test]
fn t22_4_the_blink_may_end_without_an_interaction() {
    let mut s = Scene::new(Killer::Nurse);
    s.power();
    s.blood(KILLER, 8);
    s.at(MEG, 0);
    s.hunt(Card::Wait, Card::Crouch);
    s.act(KILLER, Act::Power);
    s.act(KILLER, to(0));
    s.act(KILLER, Act::Pass);
    assert!(s.is_asked(Node::KillerBonus, KILLER));
    assert!(!s.person(MEG).wounded);
}

#[test]
fn k17_overcharge_follows_damage_after_a_blink() {
    let mut s = Scene::new(Killer::Nurse);
    s.power();
    let generator = s.put(0, Prop::Generator);
    s.progress(generator, 1);
    s.perk(KILLER, 0, 17);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    s.act(KILLER, to(0));
    s.act(KILLER, Act::Prop(Prop::Generator));
    s.act(KILLER, Act::Perk(0));
    assert!(s.public().is_overcharged(generator));
}

#[test]
fn s03_who_hides_in_time_is_not_sawn() {
    let mut s = Scene::new(Killer::Hillbilly);
    s.killer_at(4);
    s.power();
    s.at(MEG, 8);
    s.put(8, Prop::Locker);
    s.perk(MEG, 0, 3);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    s.act(KILLER, Act::Card(Card::Sprint));
    s.act(MEG, Act::Perk(0));
    assert!(!s.person(MEG).wounded && !s.person(MEG).is_visible());
}

#[test]
fn k09_stridor_comes_after_quick_and_quiet() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 1);
    s.wound(MEG);
    s.put(1, Prop::Locker);
    s.killer_at(0);
    s.perk(MEG, 0, 3);
    s.perk(KILLER, 0, 9);
    s.hunt(Card::Sprint, Card::Wait);
    s.act(MEG, Act::Perk(0));
    s.act(KILLER, Act::Perk(0));
    assert!(s.person(MEG).is_visible());
    assert!(s.is_asked(Node::KillerAct, KILLER) && s.offers(Act::Survivor(MEG)));
}

#[test]
fn s10_calm_spirit_also_covers_a_trap() {
    let mut s = Scene::new(Killer::Trapper);
    s.lay(0, 1, OnPath::BearTrap);
    s.perk(MEG, 0, 10);
    s.enter(MEG);
    s.danger(false);
    s.act(MEG, Act::Perk(0));
    assert!(s.person(MEG).wounded);
    assert_eq!(s.blood_of(KILLER), 4);
}

#[test]
fn s06_empathy_hears_a_trap_wound_before_the_move_ends() {
    let mut s = Scene::new(Killer::Trapper);
    s.lay(0, 1, OnPath::BearTrap);
    s.perk(JAKE, 0, 6);
    s.enter(MEG);
    s.danger(false);
    assert!(s.is_asked(Node::Window(Window::Wounded), JAKE));
    assert_eq!(s.room(MEG), 0);
    s.pass();
    assert_eq!(s.room(MEG), 1);
}

#[test]
fn item_maps_may_stop_after_the_first_flip() {
    let mut s = Scene::new(Killer::Trapper);
    s.item(MEG, Item::Map);
    s.down(8, Prop::Chest);
    s.down(2, Prop::Gate);
    s.at(MEG, 0);
    s.go(MEG, Card::Crouch);
    s.act(MEG, Act::Item);
    s.act(MEG, to(8));
    s.act(MEG, Act::Pass);
    assert!(s.public().killer_acts && s.ups(2).is_empty());
}

#[test]
fn t12_11_keep_high_is_not_stacked() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Generator);
    s.blood(MEG, 6);
    s.perk(MEG, 0, 15);
    s.perk(MEG, 1, 15);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.act(MEG, Act::Perk(0));
    s.die(1);
    s.die(1);
    assert_eq!(s.public().roll.count, 2, "the mode was not single any more");
}
