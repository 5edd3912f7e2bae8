//! Item cards (T15).

use super::*;

/// Meg has an item and walks into the Storehouse.
fn meg_with(item: Item, prepare: impl Fn(&mut Scene)) -> Scene {
    let mut s = Scene::new(Killer::Trapper);
    s.item(MEG, item);
    prepare(&mut s);
    s.enter(MEG);
    s
}

#[test]
fn item_toolbox_adds_one_progress_to_a_chosen_generator() {
    let mut s = Scene::new(Killer::Trapper);
    let generators = [s.put(5, Prop::Generator), s.put(5, Prop::Generator)];
    s.progress(generators[1], 1);
    s.item(MEG, Item::Toolbox);
    s.at(MEG, 2);
    s.go(MEG, Card::Vault);
    s.act(MEG, Act::Item);
    assert!(s.is_asked(Node::WhichTile, MEG));
    s.act(MEG, Act::Index(1));
    assert_eq!((s.progress_of(generators[0]), s.progress_of(generators[1])), (0, 2));
    assert_eq!((s.person(MEG).item, s.public().discards[0]), (None, 1));
}

#[test]
fn item_large_toolbox_adds_two() {
    let mut s = meg_with(Item::LargeToolbox, |s| {
        s.put(1, Prop::Generator);
    });
    s.act(MEG, Act::Item);
    assert!(s.heard(Event::Progress(Room(1), Prop::Generator, 2)));
}

#[test]
fn t15_8_toolboxes_need_an_open_generator_and_too_few_running() {
    for item in [Item::Toolbox, Item::LargeToolbox] {
        let s = meg_with(item, |s| {
            s.put(1, Prop::Chest);
        });
        assert!(!s.offers(Act::Item), "no generator");
        let s = meg_with(item, |s| {
            s.put(1, Prop::Chest);
            s.put(1, Prop::Generator);
            s.state.public.generators = 4;
        });
        assert!(!s.offers(Act::Item), "four run already");
        let s = meg_with(item, |s| {
            s.put(1, Prop::Chest);
            let generator = s.put(1, Prop::Generator);
            s.block(generator);
        });
        assert!(!s.offers(Act::Item), "blocked");
    }
}

#[test]
fn e84_t15_7_a_toolbox_finishes_a_generator_and_leaves_the_interaction() {
    let mut s = meg_with(Item::Toolbox, |s| {
        let generator = s.put(1, Prop::Generator);
        s.progress(generator, 2);
        s.put(1, Prop::Chest);
        s.perk(JAKE, 0, 5);
    });
    s.act(MEG, Act::Item);
    assert_eq!(s.public().generators, 1);
    assert!(s.is_asked(Node::Window(Window::GeneratorDone), JAKE));
    s.act(JAKE, Act::Pass);
    assert!(s.is_asked(Node::SurvivorAct, MEG));
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Chest)]);
}

#[test]
fn item_med_kit_heals_its_holder_or_another_here() {
    let mut s = meg_with(Item::MedKit, |s| {
        s.wound(MEG);
        s.wound(JAKE);
        s.at(JAKE, 1);
        s.wound(DWIGHT);
    });
    s.act(MEG, Act::Item);
    assert!(s.is_asked(Node::TargetSurvivor, MEG));
    assert_eq!(s.legal(), [Act::Survivor(MEG), Act::Survivor(JAKE)]);
    s.act(MEG, Act::Survivor(MEG));
    assert!(!s.person(MEG).wounded && s.person(JAKE).wounded);
    assert!(s.is_asked(Node::SurvivorAct, MEG));
}

#[test]
fn item_med_kit_needs_a_visible_wound_here() {
    let s = meg_with(Item::MedKit, |s| {
        let locker = s.put(1, Prop::Locker);
        s.hide(JAKE, locker);
        s.wound(JAKE);
        s.put(1, Prop::Totem);
    });
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Totem)]);
}

#[test]
fn item_flashlight_stops_an_attack_here() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 3);
    s.at(JAKE, 3);
    s.item(MEG, Item::Flashlight);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(JAKE));
    assert!(s.is_asked(Node::Window(Window::KillerDeclared), MEG));
    s.act(MEG, Act::Item);
    assert!(!s.person(JAKE).wounded);
    assert!(s.is_asked(Node::KillerBonus, KILLER), "the interaction is spent");
}

#[test]
fn item_flashlight_works_for_the_target_but_not_from_elsewhere() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 3);
    s.item(MEG, Item::Flashlight);
    s.item(JAKE, Item::Flashlight);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(MEG));
    s.act(MEG, Act::Pass);
    assert!(s.person(MEG).wounded, "Jake was not asked");
}

#[test]
fn item_firecracker_keeps_the_killer_out_and_idle() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 1);
    s.at(JAKE, 0);
    s.killer_at(0);
    s.item(MEG, Item::Firecracker);
    s.hunt(Card::Sprint, Card::Crouch);
    assert!(s.is_asked(Node::Window(Window::KillerPath), MEG));
    s.act(MEG, Act::Item);
    assert_eq!(s.killer().room, Room(0));
    assert!(s.is_asked(Node::KillerBonus, KILLER), "Jake was not in danger");
}

#[test]
fn e69_firecracker_against_a_pallet_path() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 1);
    s.killer_at(0);
    s.lay(0, 1, OnPath::Pallet);
    s.item(MEG, Item::Firecracker);
    s.perk(KILLER, 0, 1);
    s.hunt(Card::Sprint, Card::Crouch);
    s.act(MEG, Act::Item);
    assert_eq!((s.on(0, 1), s.killer().room), (OnPath::Pallet, Room(0)));
    assert!(s.is_asked(Node::KillerBonus, KILLER), "the window is void for the killer's own perk");
}

#[test]
fn item_map_flips_one_or_two_props_anywhere() {
    let mut s = Scene::new(Killer::Trapper);
    s.item(MEG, Item::Map);
    s.down(8, Prop::Chest);
    s.down(8, Prop::Pallet);
    s.down(2, Prop::Gate);
    s.at(MEG, 0);
    s.go(MEG, Card::Crouch);
    assert!(s.is_asked(Node::Window(Window::SurvivorTurnStart), MEG));
    s.act(MEG, Act::Item);
    assert_eq!(s.legal(), [to(2), to(8)]);
    s.act(MEG, to(8));
    s.act(MEG, Act::Category(Category::Altruism));
    assert_eq!(s.ups(8), [Prop::Pallet]);
    assert_eq!(s.legal(), [Act::Pass, to(2), to(8)]);
    s.act(MEG, to(2));
    assert_eq!(s.ups(2), [Prop::Gate]);
    assert!(s.public().killer_acts, "two, and not more");
}

#[test]
fn item_rainbow_map_flips_up_to_four() {
    let mut s = Scene::new(Killer::Trapper);
    s.item(MEG, Item::RainbowMap);
    for room in [0, 1, 2, 4, 6] {
        s.down(room, Prop::Generator);
    }
    s.at(MEG, 0);
    s.go(MEG, Card::Crouch);
    s.act(MEG, Act::Item);
    assert!(!s.offers(Act::Pass));
    for room in [0, 1, 2, 4] {
        s.act(MEG, to(room));
        assert_eq!(s.ups(room), [Prop::Generator]);
    }
    assert!(s.public().killer_acts && s.ups(6).is_empty());
}

#[test]
fn item_maps_need_a_face_down_prop() {
    let s = meg_with(Item::Map, |s| {
        s.put(1, Prop::Chest);
    });
    assert!(s.is_asked(Node::SurvivorAct, MEG));
}

#[test]
fn item_broken_key_gives_two_blood_up_to_the_cap() {
    for (before, after) in [(2, 4), (5, 6)] {
        let mut s = meg_with(Item::BrokenKey, |s| s.blood(MEG, before));
        s.act(MEG, Act::Item);
        assert_eq!(s.blood_of(MEG), after);
    }
    let s = meg_with(Item::BrokenKey, |s| s.blood(MEG, 6));
    assert!(s.public().killer_acts, "not offered to a full pool");
}

#[test]
fn item_dull_key_leads_through_a_wall_that_stays() {
    let mut s = Scene::new(Killer::Trapper);
    s.item(MEG, Item::DullKey);
    s.at(MEG, 4);
    s.put(5, Prop::Chest);
    s.go(MEG, Card::Crouch);
    assert!(s.is_asked(Node::Window(Window::SurvivorReveal), MEG));
    s.act(MEG, Act::Item);
    assert_eq!(s.legal(), [to(1), to(3), to(5), to(7), to(8)], "arrows still count");
    s.act(MEG, to(5));
    assert_eq!((s.room(MEG), s.on(4, 5)), (5, OnPath::Wall));
    assert!(s.is_asked(Node::SurvivorAct, MEG));
}

#[test]
fn item_dull_key_does_not_pass_the_entity() {
    let mut s = Scene::new(Killer::Trapper);
    s.item(MEG, Item::DullKey);
    s.at(MEG, 4);
    s.block_path(4, 8);
    s.go(MEG, Card::Crouch);
    s.act(MEG, Act::Item);
    assert_eq!(s.legal(), [to(1), to(3), to(5), to(7)]);
}

#[test]
fn item_skeleton_key_adds_to_a_powered_gate() {
    let mut s = meg_with(Item::SkeletonKey, |s| {
        let gate = s.put(1, Prop::Gate);
        s.progress(gate, 2);
        s.state.public.generators = 4;
    });
    s.act(MEG, Act::Item);
    assert_eq!(s.public().ending, Some(Ending::Survivors));
    let s = meg_with(Item::SkeletonKey, |s| {
        s.put(1, Prop::Gate);
        s.put(1, Prop::Chest);
    });
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Chest)], "without power nothing opens");
}

#[test]
fn t15_1_t7_6_t7_7_e42_of_two_items_one_is_kept() {
    for (index, kept, lost) in [(0, Item::Map, Item::MedKit), (1, Item::MedKit, Item::Map)] {
        let mut s = Scene::new(Killer::Trapper);
        s.item(MEG, Item::Map);
        let chest = s.put(1, Prop::Chest);
        s.enter(MEG);
        s.act(MEG, Act::Prop(Prop::Chest));
        assert!(s.is_gone(chest));
        s.draw(Item::MedKit);
        assert!(s.is_asked(Node::KeepItem, MEG));
        s.act(MEG, Act::Index(index));
        assert_eq!(s.person(MEG).item, Some(kept));
        assert_eq!(s.public().discards[lost as usize], 1);
    }
}

#[test]
fn t15_1_of_two_equal_items_one_goes_without_a_question() {
    let mut s = Scene::new(Killer::Trapper);
    s.item(MEG, Item::Toolbox);
    s.put(1, Prop::Chest);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Chest));
    s.draw(Item::Toolbox);
    assert_eq!((s.person(MEG).item, s.public().discards[0]), (Some(Item::Toolbox), 1));
    assert!(s.public().killer_acts);
}

#[test]
fn t15_2_t2_14_the_deck_has_sixteen_cards() {
    let s = Scene::of(Setup::default());
    assert_eq!(s.public().deck, Item::COPIES);
    assert_eq!(s.public().deck.iter().sum::<u8>(), 16);
}

#[test]
fn t15_3_the_card_is_discarded_before_its_effect() {
    let mut s = meg_with(Item::BrokenKey, |_| {});
    s.act(MEG, Act::Item);
    let of = |wanted: Event| s.heard.iter().position(|&(_, event)| event == wanted).unwrap();
    assert!(of(Event::Loses(MEG, Item::BrokenKey)) < of(Event::Blood(Who::Survivor(MEG), 4)));
}

#[test]
fn t15_4_t8_7_the_hidden_use_no_items() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(0, Prop::Locker);
    s.hide(MEG, locker);
    s.item(MEG, Item::BrokenKey);
    s.go(MEG, Card::Sprint);
    assert_eq!((s.room(MEG), s.blood_of(MEG)), (1, 2), "she came off without having been asked");
}

#[test]
fn t15_5_item_and_perk_share_a_window() {
    let mut s = meg_with(Item::BrokenKey, |s| s.perk(MEG, 0, 13));
    assert_eq!(s.legal(), [Act::Pass, Act::Perk(0), Act::Item]);
    s.act(MEG, Act::Item);
    assert_eq!(s.legal(), [Act::Pass, Act::Perk(0)]);
}

#[test]
fn t15_6_e43_discards_become_the_deck() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Chest);
    s.state.public.deck = [0; 10];
    s.state.public.discards[Item::Map as usize] = 1;
    s.state.public.discards[Item::Flashlight as usize] = 2;
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Chest));
    assert_eq!(s.game.chance_total(&s.state), 3);
    s.draw(Item::Flashlight);
    assert_eq!((s.public().discards, s.public().deck.iter().sum::<u8>()), ([0; 10], 2));
}

#[test]
fn t15_6_without_any_card_nothing_is_drawn() {
    let mut s = Scene::new(Killer::Trapper);
    let chest = s.put(1, Prop::Chest);
    s.state.public.deck = [0; 10];
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Chest));
    assert!(s.is_gone(chest));
    assert_eq!(s.person(MEG).item, None);
}
