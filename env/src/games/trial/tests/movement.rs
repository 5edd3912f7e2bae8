//! Moving and revealing props (T4, T5).

use super::*;

#[test]
fn t4_1_t1_6_each_card_follows_its_colour() {
    for (card, room) in [(Card::Sneak, 3), (Card::Sprint, 1), (Card::Vault, 4)] {
        let mut s = Scene::new(Killer::Trapper);
        s.at(MEG, 0);
        s.go(MEG, card);
        assert_eq!(s.room(MEG), room);
        assert!(s.heard(Event::Reveals(Who::Survivor(MEG), card)));
    }
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 2);
    s.go(MEG, Card::Crouch);
    assert_eq!(s.room(MEG), 1);
}

#[test]
fn t4_2_t4_3_t21_2_among_several_paths_one_has_to_be_taken() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 8);
    s.go(MEG, Card::Crouch);
    assert!(s.is_asked(Node::Destination, MEG));
    assert_eq!(s.legal(), [to(7), to(9)], "staying is not offered");
    s.act(MEG, to(7));
    assert_eq!(s.room(MEG), 7);
}

#[test]
fn t4_4_a_vault_path_leads_one_way() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 7);
    s.go(MEG, Card::Vault);
    assert_eq!(s.room(MEG), 7, "two yellow paths end here, none begins");
}

#[test]
fn t4_5_a_card_without_path_costs_the_interaction() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 7);
    s.put(7, Prop::Generator);
    s.go(MEG, Card::Sneak);
    assert!(s.heard(Event::Stays(Who::Survivor(MEG))));
    assert!(s.public().killer_acts);
}

#[test]
fn t4_5_t4_10_e01_a_wall_stops_a_survivor() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 3);
    s.put(3, Prop::Generator);
    s.down(3, Prop::Hook);
    s.go(MEG, Card::Crouch);
    assert_eq!((s.room(MEG), s.on(3, 4)), (3, OnPath::Wall));
    assert!(s.public().killer_acts && s.ups(3) == [Prop::Generator]);
}

#[test]
fn t4_6_e02_the_open_path_has_to_be_taken() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 1);
    s.go(MEG, Card::Sprint);
    assert_eq!(s.room(MEG), 0, "the other green path is walled");
}

#[test]
fn t4_7_e03_the_killer_may_prefer_a_pallet_or_a_wall() {
    let mut s = Scene::new(Killer::Trapper);
    s.killer_at(1);
    s.lay(0, 1, OnPath::Pallet);
    s.hunt(Card::Sprint, Card::Vault);
    assert!(s.is_asked(Node::KillerDestination, KILLER));
    assert_eq!(s.legal(), [to(0), to(5)]);
}

#[test]
fn t4_8_a_free_move_takes_any_colour_but_no_wall() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 4);
    s.at(JAKE, 4);
    s.killer_at(4);
    s.lay(4, 8, OnPath::Pallet);
    s.put(1, Prop::Chest);
    s.perk(MEG, 0, 20);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(JAKE));
    s.act(MEG, Act::Perk(0));
    assert_eq!(s.legal(), [Act::Pass, to(1), to(7), to(8)]);
    s.act(MEG, to(1));
    assert_eq!(s.killer().room, Room(7), "no interaction came with it");
}

#[test]
fn t4_9_e52_survivors_pass_over_pallets() {
    let mut s = Scene::new(Killer::Trapper);
    s.lay(0, 1, OnPath::Pallet);
    s.put(1, Prop::Chest);
    s.enter(MEG);
    assert_eq!((s.room(MEG), s.on(0, 1)), (1, OnPath::Pallet));
    assert!(s.is_asked(Node::SurvivorAct, MEG));
}

#[test]
fn t4_11_a_room_holds_any_number_of_minis() {
    let mut s = Scene::new(Killer::Trapper);
    for slot in Slot::ALL {
        s.at(slot, 0);
    }
    s.killer_at(0);
    s.plan([Card::Sprint; 4], Card::Sprint, Card::Vault);
    assert!(Slot::ALL.iter().all(|&slot| s.room(slot) == 1));
    assert_eq!(s.killer().room, Room(1));
}

#[test]
fn t4_12_e56_a_relocation_ignores_what_is_on_paths_and_flips() {
    let mut s = Scene::new(Killer::Trapper);
    s.killer_at(0);
    s.lay(0, 1, OnPath::BearTrap);
    s.at(MEG, 1);
    s.wound(MEG);
    s.down(0, Prop::Chest);
    s.perk(KILLER, 0, 21);
    s.hunt(Card::Wait, Card::Crouch);
    s.act(KILLER, Act::Perk(0));
    assert_eq!((s.room(MEG), s.on(0, 1)), (0, OnPath::BearTrap));
    assert_eq!(s.ups(0), [Prop::Chest]);
}

#[test]
fn t5_1_t5_3_whoever_enters_flips_one_prop_of_a_chosen_category() {
    let mut s = Scene::new(Killer::Trapper);
    s.down(1, Prop::Generator);
    s.down(1, Prop::Pallet);
    s.enter(MEG);
    assert!(s.is_asked(Node::FlipCategory, MEG));
    assert_eq!(s.legal(), [Act::Category(Category::Objective), Act::Category(Category::Altruism)]);
    s.act(MEG, Act::Category(Category::Altruism));
    assert_eq!(s.ups(1), [Prop::Pallet]);
}

#[test]
fn t5_1_t21_1_with_all_props_up_nothing_is_flipped() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Generator);
    s.enter(MEG);
    assert!(s.is_asked(Node::SurvivorAct, MEG));
    assert!(!s.heard.iter().any(|(_, event)| matches!(event, Event::Finds(..))));
}

#[test]
fn t5_2_t21_4_the_killer_flips_too_and_so_do_bonus_turns() {
    let mut s = Scene::new(Killer::Trapper);
    s.killer_at(0);
    s.down(1, Prop::Chest);
    s.down(2, Prop::Chest);
    s.hunt(Card::Sprint, Card::Vault);
    s.act(KILLER, Act::Yes);
    s.act(KILLER, Act::Card(Card::Crouch));
    assert_eq!((s.ups(1), s.ups(2)), (vec![Prop::Chest], vec![Prop::Chest]));
}

#[test]
fn t5_3_one_flip_for_each_room_carried_into() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(JAKE, 3);
    s.wound(JAKE);
    s.down(0, Prop::Generator);
    s.down(0, Prop::Chest);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(JAKE));
    s.act(KILLER, Act::Index(0));
    s.die(1);
    s.act(KILLER, to(0));
    assert!(s.is_asked(Node::FlipCategory, KILLER));
    s.act(KILLER, Act::Category(Category::Survival));
    assert_eq!(s.ups(0), [Prop::Chest]);
}

#[test]
fn t5_4_getting_off_where_one_is_flips_nothing() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(3, Prop::Locker);
    s.down(3, Prop::Hook);
    s.hide(MEG, locker);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Prop(Prop::Locker));
    s.die(1);
    assert!(s.person(MEG).is_visible() && s.ups(3).is_empty());
}

#[test]
fn t5_5_waiting_flips_nothing() {
    let mut s = Scene::new(Killer::Trapper);
    s.down(3, Prop::Hook);
    s.hunt(Card::Wait, Card::Vault);
    assert!(s.ups(3).is_empty());
    assert!(s.is_asked(Node::KillerBonus, KILLER));
}

#[test]
fn t5_6_face_down_props_cannot_be_used() {
    let mut s = Scene::new(Killer::Trapper);
    s.down(1, Prop::Generator);
    s.down(1, Prop::Chest);
    s.enter(MEG);
    s.act(MEG, Act::Category(Category::Survival));
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Chest)]);
}
