//! What the killer does with props and survivors (T10).

use super::*;

/// The killer waits in the Storehouse, which is as the test has prepared it.
fn waits(prepare: impl Fn(&mut Scene)) -> Scene {
    let mut s = Scene::new(Killer::Trapper);
    s.killer_at(1);
    prepare(&mut s);
    s.hunt(Card::Wait, Card::Vault);
    s
}

#[test]
fn t10_1_an_attack_wounds_the_healthy() {
    let mut s = waits(|s| s.at(MEG, 1));
    s.act(KILLER, Act::Survivor(MEG));
    assert!(s.person(MEG).wounded && s.person(MEG).wounded_now);
    assert!(s.heard(Event::Wounded(MEG)));
}

#[test]
fn t10_2_an_attack_picks_up_the_wounded() {
    let mut s = waits(|s| {
        s.at(MEG, 1);
        s.wound(MEG);
    });
    s.act(KILLER, Act::Survivor(MEG));
    assert!(s.heard(Event::PickedUp(MEG)));
}

#[test]
fn t10_3_scouting_removes_the_crow_for_one_blood() {
    let mut s = waits(|s| {
        s.put(1, Prop::Crow);
    });
    s.act(KILLER, Act::Prop(Prop::Crow));
    assert!(s.ups(1).is_empty());
    assert_eq!(s.blood_of(KILLER), 5);
}

#[test]
fn t10_4_damage_removes_all_progress() {
    let mut s = waits(|s| {
        let generator = s.put(1, Prop::Generator);
        s.progress(generator, 2);
    });
    s.act(KILLER, Act::Prop(Prop::Generator));
    assert!(s.heard(Event::Progress(Room(1), Prop::Generator, 0)));
    assert_eq!(s.ups(1), [Prop::Generator], "it stays");
}

#[test]
fn t10_5_e38_without_progress_there_is_nothing_to_damage() {
    let s = waits(|s| {
        s.put(1, Prop::Generator);
    });
    assert!(s.is_asked(Node::KillerBonus, KILLER));
}

#[test]
fn t10_6_t10_17_e87_veneration_gives_two_blood_every_time() {
    let mut s = Scene::new(Killer::Trapper);
    let totem = s.put(1, Prop::Totem);
    s.killer_at(2);
    s.hunt(Card::Crouch, Card::Wait);
    s.act(KILLER, Act::Prop(Prop::Totem));
    assert_eq!(s.blood_of(KILLER), 6);
    s.act(KILLER, Act::Prop(Prop::Totem));
    assert_eq!(s.blood_of(KILLER), 8, "twice in one round");
    assert!(!s.is_gone(totem));
}

#[test]
fn t10_8_t10_9_t23_3_e08_no_pick_up_in_the_round_of_the_wound() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 1);
    s.killer_at(2);
    s.hunt(Card::Crouch, Card::Wait);
    s.act(KILLER, Act::Survivor(MEG));
    assert!(s.is_asked(Node::KillerBonus, KILLER), "she was no target in the second turn");
    s.end_round();
    assert!(!s.person(MEG).wounded_now);
    s.hunt(Card::Wait, Card::Vault);
    assert!(s.offers(Act::Survivor(MEG)), "next round she is");
}

#[test]
fn e09_a_trap_wound_protects_too() {
    let mut s = Scene::new(Killer::Trapper);
    s.lay(0, 1, OnPath::BearTrap);
    s.killer_at(1);
    s.enter(MEG);
    s.danger(false);
    assert!(s.person(MEG).wounded && s.room(MEG) == 1);
    assert!(s.is_asked(Node::KillerBonus, KILLER), "nothing to attack");
}

#[test]
fn t10_9_healing_does_not_clear_the_wound_of_this_round() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(JAKE, 1);
    s.wound(JAKE);
    s.state.public.people[3].wounded_now = true;
    s.enter(MEG);
    s.act(MEG, Act::Survivor(JAKE));
    s.die(1);
    assert!(!s.person(JAKE).wounded && s.person(JAKE).wounded_now);
}

#[test]
fn t10_10_t21_7_a_second_wound_changes_nothing() {
    let mut s = Scene::new(Killer::Trapper);
    s.lay(0, 1, OnPath::BearTrap);
    s.wound(MEG);
    s.enter(MEG);
    s.danger(false);
    assert!(s.person(MEG).wounded && !s.person(MEG).wounded_now);
}

#[test]
fn t10_11_t21_9_e37_gates_cannot_be_damaged() {
    let s = waits(|s| {
        let gate = s.put(1, Prop::Gate);
        s.progress(gate, 2);
    });
    assert!(s.is_asked(Node::KillerBonus, KILLER));
}

#[test]
fn t10_12_the_power_is_one_of_the_choices() {
    let s = waits(Scene::power);
    assert_eq!(s.legal(), [Act::Pass, Act::Power]);
}

#[test]
fn t10_13_the_victim_of_an_act_perk_is_named_before_the_reactions() {
    let mut s = Scene::new(Killer::Trapper);
    s.perk(KILLER, 0, 21);
    for slot in [MEG, JAKE] {
        s.at(slot, 0);
        s.wound(slot);
    }
    s.at(DWIGHT, 3);
    s.item(DWIGHT, Item::Flashlight);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Perk(0));
    assert!(s.is_asked(Node::TargetSurvivor, KILLER));
    s.act(KILLER, Act::Survivor(JAKE));
    assert!(s.is_asked(Node::Window(Window::KillerDeclared), DWIGHT));
    s.act(DWIGHT, Act::Item);
    assert_eq!((s.room(JAKE), s.blood_of(KILLER)), (0, 1), "paid for nothing");
}

#[test]
fn t10_14_the_killer_cannot_use_a_blocked_prop() {
    let s = waits(|s| {
        let totem = s.put(1, Prop::Totem);
        s.block(totem);
    });
    assert!(s.is_asked(Node::KillerBonus, KILLER));
}

/// T10.16: none of his interactions rolls dice for him; a search is the survivor's roll (T8.8).
#[test]
fn t10_15_other_props_are_nothing_to_the_killer() {
    let s = waits(|s| {
        for prop in [Prop::Gate, Prop::Hook, Prop::Chest, Prop::Pallet] {
            s.put(1, prop);
        }
    });
    assert!(s.is_asked(Node::KillerBonus, KILLER));
}
