//! What the perks of the survivors do: S14 to S27.

use super::perks_survivor::struggle;
use super::*;

#[test]
fn s14_streetwise_keeps_an_item() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.item(MEG, Item::Toolbox);
    s.at(JAKE, 1);
    s.perk(JAKE, 0, 14);
    s.enter(MEG);
    s.act(MEG, Act::Item);
    assert!(s.is_asked(Node::Window(Window::ItemUsed), JAKE));
    s.act(JAKE, Act::Perk(0));
    assert_eq!((s.progress_of(generator), s.person(MEG).item), (1, Some(Item::Toolbox)));
    assert_eq!((s.blood_of(JAKE), s.public().discards[0]), (0, 0));
}

#[test]
fn s14_streetwise_needs_the_user_in_the_room() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Generator);
    s.item(MEG, Item::Toolbox);
    s.perk(JAKE, 0, 14);
    s.enter(MEG);
    s.act(MEG, Act::Item);
    assert_eq!((s.person(MEG).item, s.public().discards[0]), (None, 1));
}

#[test]
fn e88_a_kept_toolbox_may_be_used_again_but_not_kept_again() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.item(MEG, Item::Toolbox);
    s.blood(MEG, 4);
    s.perk(MEG, 0, 14);
    s.enter(MEG);
    s.act(MEG, Act::Item);
    s.act(MEG, Act::Perk(0));
    s.act(MEG, Act::Item);
    assert_eq!((s.progress_of(generator), s.person(MEG).item), (2, None));
    assert!(s.is_asked(Node::SurvivorAct, MEG));
}

#[test]
fn s15_open_handed_does_not_touch_the_danger_die() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.state.public.overcharged = 1 << generator.0;
    s.perk(JAKE, 0, 15);
    s.enter(JAKE);
    s.act(JAKE, Act::Prop(Prop::Generator));
    s.danger(true);
    assert_eq!(s.progress_of(generator), 2);
}

#[test]
fn s16_up_the_ante_rerolls_for_anybody_anywhere() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.perk(JAKE, 0, 16);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(0);
    s.act(JAKE, Act::Perk(0));
    s.die(5);
    assert_eq!((s.progress_of(generator), s.blood_of(JAKE), s.blood_of(KILLER)), (2, 0, 4));
}

#[test]
fn s16_up_the_ante_chooses_the_die() {
    let mut s = struggle(|s| s.perk(JAKE, 0, 16), 2);
    s.die(1);
    s.die(2);
    s.act(JAKE, Act::Perk(0));
    assert!(s.is_asked(Node::WhichDie, JAKE));
    s.act(JAKE, Act::Index(1));
    s.die(5);
    assert_eq!(s.public().roll.faces[..2], [1, 5]);
    assert!(s.heard(Event::Escapes(JAKE)));
}

#[test]
fn s17_ace_in_the_hole_draws_again() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Chest);
    s.perk(MEG, 0, 17);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Chest));
    s.draw(Item::Map);
    assert!(s.is_asked(Node::Window(Window::SurvivorActed), MEG));
    s.act(MEG, Act::Perk(0));
    s.draw(Item::MedKit);
    assert!(s.is_asked(Node::KeepItem, MEG));
    s.act(MEG, Act::Index(1));
    assert_eq!(s.person(MEG).item, Some(Item::MedKit));
    assert_eq!(s.public().discards[Item::Map as usize], 1);
}

#[test]
fn s18_t12_12_technician_repairs_without_a_die() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.perk(JAKE, 0, 18);
    s.perk(KILLER, 0, 0);
    s.killer_at(1);
    s.enter(JAKE);
    s.act(JAKE, Act::Prop(Prop::Generator));
    s.act(JAKE, Act::Perk(0));
    assert_eq!((s.progress_of(generator), s.blood_of(JAKE), s.blood_of(KILLER)), (1, 1, 4));
    assert!(!s.heard.iter().any(|(_, event)| matches!(event, Event::Rolls { .. })));
}

#[test]
fn e61_technician_works_on_an_overcharged_generator() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.state.public.overcharged = 1 << generator.0;
    s.perk(JAKE, 0, 18);
    s.enter(JAKE);
    s.act(JAKE, Act::Prop(Prop::Generator));
    s.act(JAKE, Act::Perk(0));
    assert_eq!((s.progress_of(generator), s.public().overcharged), (1, 0));
}

#[test]
fn s18_technician_is_for_repairs() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Totem);
    s.perk(JAKE, 0, 18);
    s.enter(JAKE);
    s.act(JAKE, Act::Prop(Prop::Totem));
    s.die(0);
    assert_eq!(s.blood_of(KILLER), 5);
}

#[test]
fn s19_lithe_moves_after_a_drop() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Pallet);
    s.perk(MEG, 0, 19);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Pallet));
    s.act(MEG, to(4));
    s.act(MEG, Act::Perk(0));
    assert_eq!(s.legal(), [Act::Pass, to(0), to(2), to(4)]);
    s.act(MEG, to(4));
    assert_eq!((s.room(MEG), s.on(1, 4)), (4, OnPath::Pallet));
}

#[test]
fn s20_alert_is_not_for_the_target() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 3);
    s.perk(MEG, 0, 20);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(MEG));
    assert!(s.person(MEG).wounded);
}

#[test]
fn s20_alert_is_not_for_the_spark_but_for_other_powers() {
    for (killer, asked) in [(Killer::Doctor, false), (Killer::Nurse, true)] {
        let mut s = Scene::new(killer);
        s.power();
        s.at(MEG, 3);
        s.perk(MEG, 0, 20);
        s.hunt(Card::Wait, Card::Vault);
        s.act(KILLER, Act::Power);
        assert_eq!(s.is_asked(Node::Window(Window::KillerDeclared), MEG), asked);
    }
}

#[test]
fn e67_alert_moves_a_bystander_and_the_attack_lands() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 3);
    s.at(JAKE, 3);
    s.perk(MEG, 0, 20);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(JAKE));
    s.act(MEG, Act::Perk(0));
    s.act(MEG, to(0));
    assert_eq!(s.room(MEG), 0);
    assert!(s.person(JAKE).wounded);
}

#[test]
fn s21_kindred_moves_when_another_is_hung() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(3, Prop::Hook);
    s.at(JAKE, 3);
    s.wound(JAKE);
    s.perk(MEG, 0, 21);
    s.perk(JAKE, 0, 21);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(JAKE));
    assert!(s.is_asked(Node::Window(Window::Sacrificed), MEG));
    s.act(MEG, Act::Perk(0));
    s.act(MEG, to(8));
    assert_eq!((s.room(MEG), s.blood_of(MEG)), (8, 1));
}

#[test]
fn s22_resilience_rerolls_an_own_failure_while_wounded() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.wound(MEG);
    s.perk(MEG, 0, 22);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(0);
    s.act(MEG, Act::Perk(0));
    s.die(2);
    assert_eq!((s.progress_of(generator), s.blood_of(KILLER), s.blood_of(MEG)), (1, 4, 2));
}

#[test]
fn s22_resilience_is_neither_for_the_healthy_nor_for_struggles() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Generator);
    s.perk(MEG, 0, 22);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(0);
    assert_eq!(s.blood_of(KILLER), 5);
    let mut s = struggle(|s| s.perk(JAKE, 0, 22), 1);
    s.die(0);
    assert!(s.is_asked(Node::Carry, KILLER));
}

#[test]
fn s23_deja_vu_flips_an_objective_at_the_start_of_a_round() {
    let mut s = Scene::new(Killer::Trapper);
    s.perk(MEG, 0, 23);
    s.down(5, Prop::Gate);
    s.down(8, Prop::Chest);
    s.down(2, Prop::Gate);
    s.hunt(Card::Wait, Card::Vault);
    s.until(Node::Window(Window::RoundStart));
    s.act(MEG, Act::Perk(0));
    assert_eq!(s.legal(), [to(2), to(5)], "the chest is no objective");
    s.act(MEG, to(2));
    assert_eq!(s.ups(2), [Prop::Gate]);
    assert_eq!((s.public().round, s.public().pending), (2, Pending::Plan(0)));
}

#[test]
fn s24_hope_counts_twice_on_a_gate() {
    for (face, progress) in [(1, 2), (0, 0)] {
        let mut s = Scene::new(Killer::Trapper);
        s.state.public.generators = 4;
        let gate = s.put(1, Prop::Gate);
        s.perk(MEG, 0, 24);
        s.enter(MEG);
        s.act(MEG, Act::Prop(Prop::Gate));
        s.act(MEG, Act::Perk(0));
        s.die(face);
        assert_eq!((s.progress_of(gate), s.blood_of(MEG)), (progress, 0));
    }
}

#[test]
fn s25_spine_chill_sees_the_left_card_and_may_exchange() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 0);
    s.perk(MEG, 0, 25);
    s.play(MEG, Card::Sprint, Card::Crouch, Card::Wait);
    assert!(s.is_asked(Node::Window(Window::PlansSet), MEG));
    s.act(MEG, Act::Perk(0));
    let seen = (SeatSet::one(Seat(2)), Event::Peeks(KILLER, Card::Crouch));
    assert!(s.heard.contains(&seen), "and nobody else has heard it");
    assert!(s.is_asked(Node::ExchangeSide, MEG));
    assert_eq!(s.legal(), [Act::Pass, Act::Yes]);
    s.act(MEG, Act::Yes);
    s.act(MEG, Act::Card(Card::Vault));
    assert_eq!(s.room(MEG), 4);
}

#[test]
fn s25_spine_chill_needs_a_planned_card() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    s.hang(MEG, hook);
    s.perk(MEG, 0, 25);
    s.hunt(Card::Wait, Card::Vault);
    assert!(s.public().killer_acts);
}

#[test]
fn s26_slippery_meat_rerolls_any_number_of_dice() {
    let mut s = struggle(|s| s.perk(JAKE, 0, 26), 3);
    s.die(0);
    s.die(1);
    s.die(2);
    s.act(JAKE, Act::Perk(0));
    assert_eq!(s.legal(), [Act::Index(0), Act::Index(1), Act::Index(2)], "at least one");
    s.act(JAKE, Act::Index(2));
    assert_eq!(s.legal(), [Act::Pass, Act::Index(0), Act::Index(1)]);
    s.act(JAKE, Act::Index(0));
    s.act(JAKE, Act::Pass);
    s.die(3);
    s.die(4);
    assert_eq!(s.public().roll.faces[..3], [3, 1, 4], "in the order of the dice");
    assert_eq!((s.blood_of(JAKE), s.blood_of(KILLER)), (0, 4));
}

#[test]
fn s27_well_make_it_heals_the_rescued() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    s.hang(JAKE, hook);
    s.wound(JAKE);
    s.perk(MEG, 0, 27);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Hook));
    s.act(MEG, Act::Pass);
    s.act(JAKE, to(2));
    assert!(s.is_asked(Node::Window(Window::SurvivorActed), MEG), "wherever they are by now");
    s.act(MEG, Act::Perk(0));
    assert!(!s.person(JAKE).wounded);
    assert_eq!(s.blood_of(MEG), 1, "three after the rescue, two spent");
}

#[test]
fn s27_well_make_it_needs_a_wounded_one() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    s.hang(JAKE, hook);
    s.perk(MEG, 0, 27);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Hook));
    s.act(MEG, Act::Pass);
    s.act(JAKE, Act::Pass);
    assert!(s.public().killer_acts);
}
