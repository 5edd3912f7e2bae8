//! What survivors do with props and each other (T7).

use super::*;

#[test]
fn t7_1_repairs_by_die() {
    for (face, progress, blood) in [(0, 0, 5), (1, 1, 4), (4, 1, 4), (5, 2, 4)] {
        let mut s = Scene::new(Killer::Trapper);
        let generator = s.put(1, Prop::Generator);
        s.enter(MEG);
        s.act(MEG, Act::Prop(Prop::Generator));
        s.die(face);
        assert_eq!((s.progress_of(generator), s.blood_of(KILLER)), (progress, blood));
    }
}

#[test]
fn t7_1_t7_2_e34_a_great_success_at_two_completes_and_no_more() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.progress(generator, 2);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(5);
    assert!(s.heard(Event::Progress(Room(1), Prop::Generator, 3)));
    assert!(s.is_gone(generator));
    assert_eq!(s.public().generators, 1);
}

#[test]
fn t7_3_e35_the_fourth_generator_powers_the_gates_at_once() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.progress(generator, 2);
    s.put(4, Prop::Gate);
    s.state.public.generators = 3;
    s.at(DWIGHT, 0);
    s.at(MEG, 0);
    s.plan([Card::Sprint, Card::Vault, Card::Sneak, Card::Sneak], Card::Wait, Card::Vault);
    s.act(DWIGHT, Act::Prop(Prop::Generator));
    s.die(1);
    assert!(s.is_asked(Node::SurvivorAct, MEG) && s.offers(Act::Prop(Prop::Gate)));
}

#[test]
fn t7_4_e36_a_fifth_generator_is_of_no_use() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Generator);
    s.put(1, Prop::Chest);
    s.state.public.generators = 4;
    s.enter(MEG);
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Chest)]);
}

#[test]
fn t7_4_progress_of_a_completed_generator_is_gone() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.progress(generator, 2);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(1);
    assert_eq!(s.progress_of(generator), 0);
}

#[test]
fn t7_5_e33_gates_need_power_and_take_one_progress_at_a_time() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Gate);
    s.put(1, Prop::Chest);
    s.state.public.generators = 3;
    s.enter(MEG);
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Chest)]);
    for (face, progress) in [(0, 0), (1, 1), (5, 1)] {
        let mut s = Scene::new(Killer::Trapper);
        let gate = s.put(1, Prop::Gate);
        s.state.public.generators = 4;
        s.enter(MEG);
        s.act(MEG, Act::Prop(Prop::Gate));
        s.die(face);
        assert_eq!(s.progress_of(gate), progress);
    }
}

#[test]
fn t7_6_a_chest_gives_an_item_and_goes() {
    let mut s = Scene::new(Killer::Trapper);
    let chest = s.put(1, Prop::Chest);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Chest));
    s.draw(Item::Firecracker);
    assert!(s.is_gone(chest));
    assert_eq!(s.person(MEG).item, Some(Item::Firecracker));
    assert_eq!(s.public().deck[Item::Firecracker as usize], 1);
}

#[test]
fn t7_8_t8_1_a_locker_hides() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(1, Prop::Locker);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Locker));
    assert_eq!((s.person(MEG).place, s.room(MEG)), (Place::Locker(locker), 1));
}

#[test]
fn t7_9_t7_23_e86_a_crow_pays_the_killer_and_stays_for_the_next() {
    let mut s = Scene::new(Killer::Trapper);
    let crow = s.put(1, Prop::Crow);
    s.at(MEG, 0);
    s.at(JAKE, 0);
    s.plan([Card::Sneak, Card::Sprint, Card::Sneak, Card::Sprint], Card::Wait, Card::Vault);
    s.act(MEG, Act::Prop(Prop::Crow));
    s.act(MEG, Act::Card(Card::Vault));
    s.act(JAKE, Act::Prop(Prop::Crow));
    assert_eq!(s.blood_of(KILLER), 6);
    assert!(!s.is_gone(crow));
}

#[test]
fn t7_10_e39_without_cards_the_crow_is_not_offered() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Crow);
    s.put(1, Prop::Chest);
    s.state.public.spent[1] = CardSet(0b1101);
    s.enter(MEG);
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Chest)]);
}

#[test]
fn t7_11_a_pallet_moves_from_the_room_to_a_path() {
    let mut s = Scene::new(Killer::Trapper);
    let pallet = s.put(1, Prop::Pallet);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Pallet));
    s.act(MEG, to(2));
    assert!(s.is_gone(pallet));
    assert_eq!(s.on(1, 2), OnPath::Pallet);
}

#[test]
fn t7_12_t17_4_e51_paths_that_hold_something_take_no_pallet() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(4, Prop::Pallet);
    s.lay(4, 8, OnPath::Pallet);
    s.lay(4, 7, OnPath::BearTrap);
    s.block_path(4, 1);
    s.at(MEG, 0);
    s.go(MEG, Card::Vault);
    s.act(MEG, Act::Prop(Prop::Pallet));
    assert_eq!(s.on(0, 4), OnPath::Pallet, "the only path left was taken without a question");
}

#[test]
fn t7_13_e50_a_pallet_may_lie_on_an_arrow_that_ends_here() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(7, Prop::Pallet);
    s.at(MEG, 3);
    s.go(MEG, Card::Sprint);
    s.act(MEG, Act::Prop(Prop::Pallet));
    assert_eq!(s.legal(), [to(3), to(4), to(8), to(9)]);
}

#[test]
fn t7_13_without_a_free_path_there_is_no_drop() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Pallet);
    s.put(1, Prop::Chest);
    for room in [0, 2, 4] {
        s.lay(1, room, OnPath::Pallet);
    }
    s.enter(MEG);
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Chest)]);
}

#[test]
fn t7_14_t7_16_e27_an_empty_hook_is_blocked_without_reward() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Hook));
    assert_eq!((s.public().entity, s.blood_of(MEG)), (Entity::OnTile(hook), 2));
    s.end_round();
    assert_eq!(s.public().entity, Entity::Away);
}

#[test]
fn t7_15_a_rescuer_gains_one_blood_and_both_may_move() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    s.hang(JAKE, hook);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Hook));
    assert_eq!(s.blood_of(MEG), 3);
    assert!(s.is_asked(Node::FreeMove, MEG));
    s.act(MEG, to(0));
    assert!(s.is_asked(Node::FreeMove, JAKE));
    s.act(JAKE, to(4));
    assert_eq!((s.room(MEG), s.room(JAKE)), (0, 4));
}

#[test]
fn t7_16_a_blocked_hook_cannot_be_sabotaged() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    s.put(1, Prop::Chest);
    s.block(hook);
    s.enter(MEG);
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Chest)]);
}

#[test]
fn t7_17_t7_20_cleansing_is_a_check_for_two_blood() {
    for (face, gone, mine, his) in [(0, false, 2, 5), (1, true, 4, 4), (5, true, 4, 4)] {
        let mut s = Scene::new(Killer::Trapper);
        let totem = s.put(1, Prop::Totem);
        s.enter(MEG);
        s.act(MEG, Act::Prop(Prop::Totem));
        s.die(face);
        assert_eq!((s.is_gone(totem), s.blood_of(MEG), s.blood_of(KILLER)), (gone, mine, his));
    }
}

#[test]
fn t7_18_healing_another_is_a_check() {
    for (face, wounded) in [(0, true), (1, false)] {
        let mut s = Scene::new(Killer::Trapper);
        s.at(JAKE, 1);
        s.wound(JAKE);
        s.at(DWIGHT, 1);
        s.enter(MEG);
        assert_eq!(s.legal(), [Act::Pass, Act::Survivor(JAKE)], "the healthy need nothing");
        s.act(MEG, Act::Survivor(JAKE));
        s.die(face);
        assert_eq!(s.person(JAKE).wounded, wounded);
    }
}

#[test]
fn t7_19_nobody_heals_themself_or_breaks_walls() {
    let mut s = Scene::new(Killer::Trapper);
    s.wound(MEG);
    s.enter(MEG);
    assert!(s.public().killer_acts, "beside a wall, nothing was offered");
    assert!(s.person(MEG).wounded);
}

#[test]
fn t7_22_equal_props_are_one_choice() {
    let mut s = Scene::new(Killer::Trapper);
    let generators = [s.put(5, Prop::Generator), s.put(5, Prop::Generator)];
    s.at(MEG, 2);
    s.go(MEG, Card::Vault);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(1);
    assert_eq!((s.progress_of(generators[0]), s.progress_of(generators[1])), (1, 0), "the lower one");
    let mut s = Scene::new(Killer::Trapper);
    let generators = [s.put(5, Prop::Generator), s.put(5, Prop::Generator)];
    s.state.public.overcharged = 1 << generators[0].0;
    s.at(MEG, 2);
    s.go(MEG, Card::Vault);
    s.act(MEG, Act::Prop(Prop::Generator));
    assert!(s.is_asked(Node::WhichTile, MEG), "a mark makes a difference");
    assert_eq!(s.legal(), [Act::Index(0), Act::Index(1)]);
}
