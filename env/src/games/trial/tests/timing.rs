//! When perks may be used, and in which order (T14).

use super::*;

/// T14.1: three perks each, with a cost and a moment.
#[test]
fn t14_1_everybody_has_three_perks() {
    let s = Scene::of(Setup::default());
    assert_eq!(s.public().perks[0], [Perk(0), Perk(1), Perk(2)]);
    assert_eq!(s.public().perks[3], [Perk(9), Perk(10), Perk(11)]);
    assert_eq!(s.public().perks[4], [Perk(0), Perk(1), Perk(2)]);
}

#[test]
fn t14_2_e65_a_perk_is_used_once_a_round_whatever_it_costs() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Generator);
    s.put(1, Prop::Crow);
    s.put(2, Prop::Generator);
    s.perk(MEG, 0, 10);
    s.at(JAKE, 1);
    s.wound(JAKE);
    s.perk(DWIGHT, 0, 1);
    s.at(DWIGHT, 0);
    s.at(MEG, 1);
    s.blood(DWIGHT, 2);
    // Dwight comes and lets Meg repair, then Meg moves on and repairs by herself.
    s.state.public.first = DWIGHT;
    s.plan([Card::Sprint, Card::Crouch, Card::Sneak, Card::Vault], Card::Wait, Card::Vault);
    s.act(DWIGHT, Act::Pass);
    s.act(DWIGHT, Act::Perk(0));
    s.act(DWIGHT, Act::Survivor(MEG));
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(0);
    s.act(MEG, Act::Perk(0));
    assert_eq!((s.room(MEG), s.blood_of(KILLER)), (2, 4));
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(0);
    assert_eq!(s.blood_of(KILLER), 5, "not a second time");
    s.end_round();
    assert_eq!(s.public().used, PerkSet::NONE, "until the next round");
}

#[test]
fn t14_3_several_perks_of_one_in_any_order() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Generator);
    s.wound(MEG);
    s.perk(MEG, 0, 10);
    s.perk(MEG, 1, 22);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(0);
    assert_eq!(s.legal(), [Act::Pass, Act::Perk(0), Act::Perk(1)]);
    s.act(MEG, Act::Perk(0));
    assert_eq!(s.legal(), [Act::Pass, Act::Perk(1)]);
    s.act(MEG, Act::Perk(1));
    s.die(0);
    assert_eq!(s.blood_of(KILLER), 4, "the calm covers the new failure");
}

#[test]
fn t14_4_t14_5_e66_survivors_in_turn_order_then_the_killer() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Generator);
    s.put(8, Prop::Totem);
    for slot in [DWIGHT, CLAUDETTE, JAKE] {
        s.perk(slot, 0, 16);
    }
    s.perk(KILLER, 0, 13);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(1);
    for who in [CLAUDETTE.into(), JAKE.into(), DWIGHT.into(), KILLER] {
        assert!(s.is_asked(Node::Window(Window::DiceRolled), who));
        s.pass();
    }
    assert!(s.public().killer_acts, "nobody twice");
}

#[test]
fn t14_5_nobody_is_asked_again_for_what_came_later() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Generator);
    s.put(8, Prop::Totem);
    s.perk(MEG, 0, 10);
    s.perk(KILLER, 0, 13);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(1);
    s.act(KILLER, Act::Perk(0));
    assert_eq!(s.blood_of(KILLER), 3, "the failure that ruin made cannot be calmed any more");
}

#[test]
fn t14_6_the_hidden_the_hung_and_the_locked_are_silent() {
    for silence in 0..3 {
        let mut s = Scene::new(Killer::Trapper);
        s.put(1, Prop::Generator);
        s.perk(JAKE, 0, 16);
        let (hook, locker) = (s.put(8, Prop::Hook), s.put(8, Prop::Locker));
        match silence {
            0 => s.hang(JAKE, hook),
            1 => s.hide(JAKE, locker),
            _ => s.state.public.people[3].locked = true,
        }
        s.enter(MEG);
        s.act(MEG, Act::Prop(Prop::Generator));
        s.die(1);
        assert!(s.public().killer_acts, "way {silence}");
    }
}

#[test]
fn t14_7_a_perk_resolves_with_its_own_windows_before_the_window_goes_on() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Generator);
    let generator = s.game.board(BoardName::Macmillan).tile_at(Room(1), 0);
    s.progress(generator, 2);
    s.wound(JAKE);
    s.perk(JAKE, 0, 5);
    s.perk(CLAUDETTE, 0, 5);
    s.perk(KILLER, 0, 11);
    s.killer_at(8);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(1);
    s.act(CLAUDETTE, Act::Pass);
    s.act(JAKE, Act::Perk(0));
    assert!(s.is_asked(Node::Window(Window::Healed), KILLER), "nested, before Jake's move");
    s.act(KILLER, Act::Perk(0));
    assert_eq!(s.killer().room, Room(9));
    assert!(s.is_asked(Node::FreeMove, JAKE));
}

#[test]
fn t14_7_a_void_event_closes_its_window() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 3);
    s.at(JAKE, 3);
    s.item(MEG, Item::Flashlight);
    s.perk(JAKE, 0, 20);
    s.at(CLAUDETTE, 3);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(CLAUDETTE));
    s.act(MEG, Act::Item);
    assert!(s.is_asked(Node::KillerBonus, KILLER), "Jake has nothing to react to");
}

#[test]
fn t14_8_perks_are_announced_when_they_were_picked() {
    let s = {
        let mut s = Scene::start(Setup { mode: Mode::Devout, ..Setup::default() });
        while matches!(s.state.public.pending, Pending::Pick(_)) {
            s.auto();
        }
        s
    };
    for who in Who::ALL {
        let shown = (SeatSet::first(5), Event::Perks(who, s.public().perks[who.index()]));
        assert!(s.heard.contains(&shown));
    }
}

/// The perks of all tests are given to arbitrary holders; this one looks at one perk with two of them.
#[test]
fn t14_9_a_perk_works_for_any_holder() {
    for slot in [DWIGHT, CLAUDETTE] {
        let mut s = Scene::new(Killer::Trapper);
        s.blood(slot, 3);
        s.perk(slot, 2, 4);
        s.enter(slot);
        s.act(slot, Act::Perk(2));
        assert!(s.is_asked(Node::BonusCard, slot));
    }
}

#[test]
fn t14_10_an_act_perk_uses_the_interaction_up() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Chest);
    s.wound(MEG);
    s.perk(MEG, 0, 8);
    s.enter(MEG);
    s.act(MEG, Act::Perk(0));
    s.die(1);
    assert!(s.public().killer_acts && s.ups(1) == [Prop::Chest]);
}

#[test]
fn t14_11_a_carrier_still_has_his_perks() {
    let mut s = super::perks_survivor::struggle(|s| s.perk(KILLER, 0, 19), 1);
    s.die(5);
    assert!(s.is_asked(Node::Window(Window::DiceRolled), KILLER));
}

#[test]
fn t14_12_a_mark_that_is_there_is_not_made_again() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Generator);
    s.item(MEG, Item::Toolbox);
    s.at(JAKE, 1);
    s.perk(JAKE, 0, 14);
    s.blood(MEG, 4);
    s.perk(MEG, 0, 14);
    s.enter(MEG);
    s.act(MEG, Act::Item);
    s.act(MEG, Act::Perk(0));
    assert!(s.is_asked(Node::SurvivorAct, MEG), "it is kept already, so Jake was not asked");
}

#[test]
fn t14_12_calm_counts_as_a_change_even_against_a_full_killer() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Generator);
    s.blood(KILLER, 12);
    s.perk(MEG, 0, 10);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(0);
    assert!(s.is_asked(Node::Window(Window::DiceRolled), MEG));
}
