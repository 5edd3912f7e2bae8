//! Bloodpoints (T13).

use super::*;

#[test]
fn t13_1_t21_14_e64_a_full_killer_gains_nothing() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Generator);
    s.blood(KILLER, 12);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(0);
    assert_eq!(s.blood_of(KILLER), 12);
}

#[test]
fn t13_1_a_survivor_holds_six() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    s.hang(JAKE, hook);
    s.blood(MEG, 6);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Hook));
    assert_eq!(s.blood_of(MEG), 6);
}

#[test]
fn t13_2_a_perk_needs_and_costs_its_blood() {
    for (blood, offered) in [(2, true), (1, false)] {
        let mut s = Scene::new(Killer::Trapper);
        s.put(1, Prop::Generator);
        s.at(DWIGHT, 1);
        s.blood(DWIGHT, blood);
        s.perk(DWIGHT, 0, 16);
        s.enter(MEG);
        s.act(MEG, Act::Prop(Prop::Generator));
        s.die(1);
        assert_eq!(s.is_asked(Node::Window(Window::DiceRolled), DWIGHT), offered);
        if offered {
            s.act(DWIGHT, Act::Perk(0));
            assert_eq!(s.blood_of(DWIGHT), 0);
        }
    }
}

#[test]
fn t13_3_blood_is_public_and_never_negative() {
    let mut s = Scene::new(Killer::Doctor);
    s.power();
    s.at(MEG, 3);
    s.blood(MEG, 1);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    s.act(MEG, Act::Yes);
    assert_eq!(s.blood_of(MEG), 0);
    assert!(s.heard.contains(&(SeatSet::first(5), Event::Blood(Who::Survivor(MEG), 0))));
}

#[test]
fn t13_4_the_cap_counts_after_each_gain() {
    let mut s = super::perks_survivor::struggle(|s| s.blood(KILLER, 11), 3);
    (0..3).for_each(|_| s.die(0));
    assert_eq!(s.blood_of(KILLER), 12);
    s.act(KILLER, Act::Pass);
    s.act(KILLER, Act::Yes);
    assert_eq!(s.blood_of(KILLER), 8, "nothing above the cap was kept");
}

#[test]
fn t13_1_t10_3_scouting_at_eleven_and_twelve() {
    for before in [11, 12] {
        let mut s = Scene::new(Killer::Trapper);
        s.put(3, Prop::Crow);
        s.blood(KILLER, before);
        s.hunt(Card::Wait, Card::Vault);
        s.act(KILLER, Act::Prop(Prop::Crow));
        assert_eq!(s.blood_of(KILLER), 12);
        assert!(s.ups(3).is_empty(), "the crow goes in any case");
    }
}

#[test]
fn t13_2_the_killers_perks_cost_him_too() {
    for (blood, asked) in [(2, true), (1, false)] {
        let mut s = Scene::new(Killer::Trapper);
        s.put(8, Prop::Totem);
        s.perk(KILLER, 0, 12);
        s.blood(KILLER, blood);
        s.at(MEG, 0);
        s.item(MEG, Item::BrokenKey);
        s.go(MEG, Card::Crouch);
        assert_eq!(s.is_asked(Node::Window(Window::PlansSet), KILLER), asked);
        if asked {
            s.act(KILLER, Act::Perk(0));
            s.act(KILLER, Act::Survivor(JAKE));
            assert_eq!(s.blood_of(KILLER), 0);
        }
    }
}
