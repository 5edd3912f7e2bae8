//! What the perks of the killers do: K12 to K23.

use super::perks_survivor::struggle;
use super::*;

#[test]
fn k12_the_third_seal_locks_perks_but_not_items() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(8, Prop::Totem);
    s.put(1, Prop::Generator);
    s.perk(KILLER, 0, 12);
    s.perk(MEG, 0, 15);
    s.item(MEG, Item::Toolbox);
    s.enter(MEG);
    s.act(KILLER, Act::Perk(0));
    s.act(KILLER, Act::Survivor(MEG));
    assert!(s.person(MEG).locked);
    assert!(s.offers(Act::Item));
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(1);
    s.end_round();
    assert!(!s.person(MEG).locked);
}

#[test]
fn k12_hexes_need_a_totem_that_is_up() {
    let mut s = Scene::new(Killer::Trapper);
    s.down(8, Prop::Totem);
    s.perk(KILLER, 0, 12);
    s.hunt(Card::Wait, Card::Vault);
    assert!(s.is_asked(Node::KillerBonus, KILLER));
}

/// Meg has rolled for a repair, with these dice.
fn repair_roll(faces: &[u16], prepare: impl Fn(&mut Scene)) -> (Scene, Tile) {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.put(8, Prop::Totem);
    s.perk(KILLER, 1, 13);
    prepare(&mut s);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    while matches!(s.asked_node(), Some(Node::Window(Window::CheckDeclared))) {
        let (_, who) = s.asked();
        s.act(who, Act::Perk(0));
    }
    for &face in faces {
        s.fall(face);
    }
    (s, generator)
}

#[test]
fn k13_ruin_turns_ones_and_twos_into_failures() {
    for face in 1..3 {
        let (mut s, generator) = repair_roll(&[face], |_| {});
        assert!(s.is_asked(Node::Window(Window::DiceRolled), KILLER));
        s.act(KILLER, Act::Perk(1));
        assert_eq!((s.progress_of(generator), s.blood_of(KILLER)), (0, 3), "two paid, one gained");
    }
    let (s, generator) = repair_roll(&[3], |_| {});
    assert_eq!(s.progress_of(generator), 1);
}

#[test]
fn k13_ruin_is_for_repairs_under_a_totem() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.perk(KILLER, 1, 13);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(1);
    assert_eq!(s.progress_of(generator), 1, "no totem is up");
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Totem);
    s.perk(KILLER, 1, 13);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Totem));
    s.die(1);
    assert_eq!(s.blood_of(MEG), 4, "cleansed");
}

#[test]
fn e62_ruin_does_not_touch_the_danger_die() {
    let (s, generator) = repair_roll(&[5], |s| s.state.public.overcharged = u64::MAX);
    assert_eq!((s.progress_of(generator), s.blood_of(KILLER)), (2, 4));
}

#[test]
fn e63_calm_spirit_before_ruin_keeps_all_blood_away() {
    let (mut s, generator) = repair_roll(&[0, 2], |s| {
        s.perk(MEG, 0, 15);
        s.perk(MEG, 1, 10);
    });
    s.act(MEG, Act::Perk(1));
    s.act(KILLER, Act::Perk(1));
    assert_eq!((s.progress_of(generator), s.blood_of(KILLER)), (0, 2));
}

#[test]
fn e94_ruin_counts_for_every_die() {
    let (mut s, generator) = repair_roll(&[2, 1], |s| s.perk(MEG, 0, 15));
    s.act(KILLER, Act::Perk(1));
    assert_eq!((s.progress_of(generator), s.blood_of(KILLER)), (0, 4), "two paid, two gained");
}

#[test]
fn k14_devour_hope_picks_up_the_healthy() {
    for (track, offered) in [(3, true), (2, false)] {
        let mut s = Scene::new(Killer::Hag);
        s.put(8, Prop::Totem);
        s.put(3, Prop::Hook);
        s.at(MEG, 3);
        s.state.public.sacrifices = track;
        s.perk(KILLER, 2, 14);
        s.hunt(Card::Wait, Card::Vault);
        assert_eq!(s.offers(Act::Perk(2)), offered);
        if offered {
            s.act(KILLER, Act::Perk(2));
            assert!(s.person(MEG).is_hung() && !s.person(MEG).wounded);
            assert_eq!((s.blood_of(KILLER), s.public().sacrifices), (0, 5), "one more in cleanup");
        }
    }
}

#[test]
fn k14_devour_hope_spares_who_was_wounded_this_round() {
    let mut s = Scene::new(Killer::Hag);
    s.put(8, Prop::Totem);
    s.at(MEG, 3);
    s.state.public.sacrifices = 3;
    s.state.public.people[1].wounded_now = true;
    s.perk(KILLER, 2, 14);
    s.hunt(Card::Wait, Card::Vault);
    assert_eq!(s.legal(), [Act::Pass, Act::Survivor(MEG)]);
}

#[test]
fn k15_overwhelming_presence_blocks_a_path() {
    let mut s = Scene::new(Killer::Doctor);
    s.killer_at(4);
    s.lay(4, 8, OnPath::Pallet);
    s.perk(KILLER, 0, 15);
    s.blood(KILLER, 8);
    s.hunt(Card::Wait, Card::Sneak);
    s.act(KILLER, Act::Perk(0));
    assert_eq!(s.legal(), [to(0), to(1), to(7)], "neither walls nor the pallet");
    s.act(KILLER, to(1));
    assert_eq!(s.public().entity, Entity::OnPath(s.path(4, 1)));
    assert_eq!(s.killer().room, Room(4), "the blue card is stopped too");
}

#[test]
fn k16_monitor_and_abuse_exchanges_the_card_about_to_be_shown() {
    let mut s = Scene::new(Killer::Doctor);
    s.perk(KILLER, 1, 16);
    s.blood(KILLER, 3);
    s.hunt(Card::Vault, Card::Wait);
    s.act(KILLER, Act::Perk(1));
    assert_eq!(s.legal(), [Act::Card(Card::Sneak), Act::Card(Card::Sprint), Act::Card(Card::Crouch)]);
    s.act(KILLER, Act::Card(Card::Sneak));
    assert_eq!((s.killer().room, s.blood_of(KILLER)), (Room(0), 1));
    let mut s = Scene::new(Killer::Doctor);
    s.perk(KILLER, 1, 16);
    s.blood(KILLER, 3);
    s.hunt(Card::Wait, Card::Vault);
    s.pass();
    assert!(s.is_asked(Node::Window(Window::KillerTurnStart), KILLER), "also for the second card");
    s.act(KILLER, Act::Perk(1));
    s.act(KILLER, Act::Card(Card::Sprint));
    assert_eq!(s.killer().room, Room(7));
}

#[test]
fn k17_overcharge_marks_a_damaged_generator() {
    let mut s = Scene::new(Killer::Doctor);
    s.killer_at(1);
    let generator = s.put(1, Prop::Generator);
    s.progress(generator, 2);
    s.perk(KILLER, 2, 17);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Prop(Prop::Generator));
    assert!(s.is_asked(Node::Window(Window::KillerActed), KILLER));
    s.act(KILLER, Act::Perk(2));
    assert!(s.public().is_overcharged(generator));
    s.end_round();
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.danger(false);
    assert_eq!((s.progress_of(generator), s.public().overcharged), (0, 0), "for one check");
}

#[test]
fn k18_sloppy_butcher_endangers_healing() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(JAKE, 1);
    s.wound(JAKE);
    s.put(1, Prop::Totem);
    s.perk(KILLER, 0, 18);
    s.enter(MEG);
    s.act(MEG, Act::Survivor(JAKE));
    s.act(KILLER, Act::Perk(0));
    s.danger(false);
    assert!(s.person(JAKE).wounded);
    assert_eq!(s.blood_of(KILLER), 4, "one paid, one gained");
}

#[test]
fn k18_sloppy_butcher_is_for_healing_and_self_care() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Totem);
    s.perk(KILLER, 0, 18);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Totem));
    s.die(1);
    let mut s = Scene::new(Killer::Trapper);
    s.wound(MEG);
    s.perk(MEG, 0, 8);
    s.perk(KILLER, 0, 18);
    s.enter(MEG);
    s.act(MEG, Act::Perk(0));
    assert!(s.is_asked(Node::Window(Window::CheckDeclared), KILLER));
}

#[test]
fn k19_iron_grasp_rerolls_a_great_success() {
    let mut s = struggle(|s| s.perk(KILLER, 0, 19), 2);
    s.die(5);
    s.die(1);
    s.act(KILLER, Act::Perk(0));
    s.die(2);
    assert!(s.is_asked(Node::Carry, KILLER));
    assert_eq!(s.blood_of(KILLER), 2);
}

#[test]
fn k19_iron_grasp_also_answers_iron_will() {
    let mut s = struggle(
        |s| {
            s.perk(KILLER, 0, 19);
            s.perk(JAKE, 0, 9);
        },
        2,
    );
    s.die(4);
    s.die(1);
    s.act(JAKE, Act::Perk(0));
    s.act(KILLER, Act::Perk(0));
    s.die(1);
    assert!(s.is_asked(Node::Carry, KILLER));
}

#[test]
fn e59_iron_grasp_cannot_touch_a_die_rolled_again() {
    let mut s = struggle(
        |s| {
            s.perk(KILLER, 0, 19);
            s.perk(JAKE, 0, 26);
        },
        1,
    );
    s.die(1);
    s.act(JAKE, Act::Perk(0));
    s.die(5);
    assert!(s.heard(Event::Escapes(JAKE)));
}

#[test]
fn k20_spies_flip_up_to_two_props_of_a_room() {
    let mut s = Scene::new(Killer::Trapper);
    s.perk(KILLER, 0, 20);
    s.down(3, Prop::Generator);
    s.down(4, Prop::Generator);
    s.down(4, Prop::Pallet);
    s.down(9, Prop::Pallet);
    s.hunt(Card::Wait, Card::Vault);
    s.until(Node::Window(Window::RoundStart));
    s.act(KILLER, Act::Perk(0));
    assert_eq!(s.legal(), [to(3), to(4)], "his room and connected ones");
    s.act(KILLER, to(4));
    s.act(KILLER, Act::Category(Category::Altruism));
    assert_eq!(s.legal(), [Act::Pass, Act::Category(Category::Objective)], "the second is optional");
    s.act(KILLER, Act::Category(Category::Objective));
    assert_eq!(s.ups(4), [Prop::Generator, Prop::Pallet]);
    assert_eq!(s.blood_of(KILLER), 3);
}

#[test]
fn k21_deerstalker_wants_an_old_wound_next_door() {
    for (room, now, offered) in [(0, false, true), (0, true, false), (1, false, false)] {
        let mut s = Scene::new(Killer::Trapper);
        s.put(3, Prop::Totem);
        s.at(MEG, room);
        s.wound(MEG);
        s.state.public.people[1].wounded_now = now;
        s.perk(KILLER, 0, 21);
        s.hunt(Card::Wait, Card::Vault);
        assert_eq!(s.offers(Act::Perk(0)), offered, "{room} {now}");
    }
}

#[test]
fn k22_monstrous_shrine_blocks_an_occupied_hook() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    s.hang(JAKE, hook);
    s.perk(KILLER, 0, 22);
    s.blood(KILLER, 8);
    s.enter(MEG);
    s.act(KILLER, Act::Perk(0));
    assert_eq!((s.public().entity, s.blood_of(KILLER)), (Entity::OnTile(hook), 5));
    assert!(s.is_asked(Node::KillerBonus, KILLER), "Meg could do nothing here");
    assert!(s.person(JAKE).is_hung());
}

#[test]
fn k23_bitter_murmur_blocks_a_generator() {
    let mut s = Scene::new(Killer::Trapper);
    let generators = [s.put(5, Prop::Generator), s.put(5, Prop::Generator)];
    s.progress(generators[1], 1);
    s.put(1, Prop::Generator);
    s.perk(KILLER, 0, 23);
    s.enter(MEG);
    s.act(KILLER, Act::Perk(0));
    assert_eq!(s.legal(), [to(1), to(5)]);
    s.act(KILLER, to(5));
    assert!(s.is_asked(Node::WhichTile, KILLER));
    s.act(KILLER, Act::Index(1));
    assert_eq!(s.public().entity, Entity::OnTile(generators[1]));
}

#[test]
fn k23_t16_1_a_blocked_generator_cannot_be_repaired() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Generator);
    s.item(MEG, Item::Toolbox);
    s.perk(KILLER, 0, 23);
    s.blood(KILLER, 8);
    s.enter(MEG);
    s.act(KILLER, Act::Perk(0));
    assert!(s.is_asked(Node::KillerBonus, KILLER), "neither by hand nor with the toolbox");
}

#[test]
fn k17_the_mark_leaves_with_its_generator() {
    let mut s = Scene::new(Killer::Doctor);
    let generator = s.put(1, Prop::Generator);
    s.progress(generator, 1);
    s.state.public.overcharged = 1 << generator.0;
    s.item(MEG, Item::LargeToolbox);
    s.enter(MEG);
    s.act(MEG, Act::Item);
    assert_eq!((s.public().generators, s.public().overcharged), (1, 0));
}

#[test]
fn k17_a_toolbox_alone_does_not_lift_the_mark() {
    let mut s = Scene::new(Killer::Doctor);
    let generator = s.put(1, Prop::Generator);
    s.state.public.overcharged = 1 << generator.0;
    s.item(MEG, Item::Toolbox);
    s.enter(MEG);
    s.act(MEG, Act::Item);
    assert_eq!(s.progress_of(generator), 1);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.danger(true);
    assert_eq!(s.public().generators, 1);
}
