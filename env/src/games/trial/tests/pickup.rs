//! Picking up, carrying, sacrificing and rescuing (T11).

use super::perks_survivor::struggle;
use super::*;

/// Jake hangs after one attack in the Shelter Woods.
fn hung(prepare: impl Fn(&mut Scene)) -> Scene {
    let mut s = Scene::new(Killer::Trapper);
    s.put(3, Prop::Hook);
    s.at(JAKE, 3);
    s.wound(JAKE);
    prepare(&mut s);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(JAKE));
    s
}

#[test]
fn t11_1_t21_8_a_hook_here_is_used_at_once() {
    let s = hung(|_| {});
    assert!(s.person(JAKE).is_hung());
    assert!(s.is_asked(Node::KillerBonus, KILLER), "no carrying was offered");
}

#[test]
fn t11_1_t11_14_e12_of_two_hooks_the_free_one_is_used() {
    let mut s = Scene::new(Killer::Trapper);
    let hooks = [s.put(8, Prop::Hook), s.put(8, Prop::Hook)];
    s.hang(MEG, hooks[0]);
    s.killer_at(8);
    s.at(JAKE, 8);
    s.wound(JAKE);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(JAKE));
    assert_eq!(s.person(JAKE).place, Place::Hook(hooks[1]));
}

#[test]
fn t11_14_e13_e28_a_blocked_hook_is_of_no_use() {
    let s = hung(|s| {
        let hook = s.game.board(BoardName::Macmillan).tile_at(Room(3), 1);
        s.block(hook);
    });
    assert!(s.is_asked(Node::DiceCount, KILLER));
}

#[test]
fn t11_2_carrying_spends_no_card() {
    let mut s = struggle(|_| {}, 1);
    s.die(1);
    s.act(KILLER, to(0));
    assert_eq!(s.hand(KILLER), [Card::Sneak, Card::Sprint, Card::Crouch]);
}

#[test]
fn t11_3_t11_4_t11_5_t21_5_e14_one_to_four_dice_as_the_killer_likes() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(JAKE, 3);
    s.wound(JAKE);
    s.put(0, Prop::Hook);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(JAKE));
    assert_eq!(s.legal(), [Act::Index(0), Act::Index(1), Act::Index(2), Act::Index(3)]);
    s.act(KILLER, Act::Index(3));
    (0..4).for_each(|_| s.die(1));
    assert_eq!(s.public().roll.count, 4);
    assert!(s.is_asked(Node::Carry, KILLER));
}

#[test]
fn t11_6_one_great_success_frees() {
    let mut s = struggle(|_| {}, 2);
    s.die(1);
    s.die(5);
    assert!(s.heard(Event::Escapes(JAKE)));
    assert_eq!((s.room(JAKE), s.killer().room), (3, Room(3)));
}

#[test]
fn t11_7_a_die_is_a_room() {
    let mut s = struggle(|_| {}, 2);
    s.die(1);
    s.die(1);
    s.act(KILLER, to(0));
    s.act(KILLER, to(1));
    assert_eq!((s.killer().room, s.room(JAKE)), (Room(1), 1));
    assert!(s.heard(Event::Escapes(JAKE)), "T11.13: no hook at the end");
}

#[test]
fn t11_8_neither_pallets_nor_walls_are_passed() {
    let mut s = struggle(
        |s| {
            s.lay(3, 7, OnPath::Pallet);
            s.power();
            s.at(MEG, 0);
        },
        2,
    );
    s.die(1);
    s.die(1);
    assert_eq!(s.legal(), [Act::Pass, to(0)], "not 4 behind the wall, not 7 behind the pallet");
    s.act(KILLER, to(0));
    assert_eq!(s.legal(), [Act::Pass, to(1), to(3), to(4)], "neither Meg nor the power");
}

#[test]
fn t11_9_rooms_may_be_visited_again_and_stopping_is_free() {
    let mut s = struggle(|_| {}, 3);
    (0..3).for_each(|_| s.die(1));
    s.act(KILLER, to(0));
    s.act(KILLER, to(3));
    assert!(s.offers(Act::Pass));
    s.act(KILLER, Act::Pass);
    assert_eq!(s.room(JAKE), 3);
}

#[test]
fn t11_9_e18_carrying_follows_arrows() {
    let mut s = Scene::new(Killer::Trapper);
    s.killer_at(7);
    s.at(JAKE, 7);
    s.wound(JAKE);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(JAKE));
    s.act(KILLER, Act::Index(0));
    s.die(1);
    assert_eq!(s.legal(), [Act::Pass, to(3), to(8)], "not back to 4 or 9");
}

#[test]
fn t11_10_t11_11_e15_a_hook_found_on_the_way_may_be_used() {
    let mut s = struggle(
        |s| {
            s.down(0, Prop::Hook);
        },
        2,
    );
    s.die(1);
    s.die(1);
    s.act(KILLER, to(0));
    assert_eq!(s.ups(0), [Prop::Hook]);
    s.act(KILLER, Act::Pass);
    assert!(s.person(JAKE).is_hung());
}

#[test]
fn t11_12_e15_a_hook_may_be_passed() {
    let mut s = struggle(
        |s| {
            s.put(0, Prop::Hook);
        },
        2,
    );
    s.die(1);
    s.die(1);
    s.act(KILLER, to(0));
    s.act(KILLER, to(1));
    assert!(s.person(JAKE).is_visible());
}

#[test]
fn e16_a_hook_face_down_at_the_start_is_found_by_coming_back() {
    let mut s = struggle(
        |s| {
            s.down(3, Prop::Hook);
        },
        2,
    );
    s.die(1);
    s.die(1);
    assert!(s.ups(3).is_empty());
    s.act(KILLER, to(0));
    s.act(KILLER, to(3));
    assert!(s.person(JAKE).is_hung());
}

#[test]
fn t11_12_t11_13_e17_without_an_exit_the_carry_ends_at_once() {
    let mut s = struggle(
        |s| {
            s.lay(3, 7, OnPath::Pallet);
            s.lay(3, 0, OnPath::Pallet);
        },
        4,
    );
    (0..4).for_each(|_| s.die(1));
    assert!(s.heard(Event::Escapes(JAKE)));
    assert_eq!(s.room(JAKE), 3);
}

#[test]
fn t11_15_t12_5_e20_every_failed_die_pays_even_after_an_escape() {
    let mut s = struggle(|_| {}, 4);
    s.die(0);
    s.die(0);
    s.die(5);
    s.die(0);
    assert!(s.heard(Event::Escapes(JAKE)));
    assert_eq!(s.blood_of(KILLER), 7);
}

#[test]
fn t11_16_a_struggle_is_a_roll_but_no_check() {
    let mut s = struggle(
        |s| {
            s.perk(JAKE, 0, 15);
            s.perk(KILLER, 0, 0);
            s.perk(JAKE, 1, 26);
        },
        1,
    );
    s.die(0);
    assert!(s.is_asked(Node::Window(Window::DiceRolled), JAKE), "no window before, one after");
}

#[test]
fn t11_17_e19_who_broke_free_may_be_picked_up_again() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(JAKE, 3);
    s.wound(JAKE);
    s.killer_at(0);
    s.hunt(Card::Sneak, Card::Wait);
    s.act(KILLER, Act::Survivor(JAKE));
    s.act(KILLER, Act::Index(0));
    s.die(5);
    assert!(s.is_asked(Node::KillerAct, KILLER) && s.offers(Act::Survivor(JAKE)));
}

#[test]
fn t11_18_t21_11_e11_picked_up_healthy_stays_healthy() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(1, Prop::Locker);
    s.put(1, Prop::Hook);
    s.hide(JAKE, locker);
    s.killer_at(1);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Prop(Prop::Locker));
    s.die(0);
    assert!(s.person(JAKE).is_hung() && !s.person(JAKE).wounded);
    s.end_round();
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Hook));
    assert!(s.person(JAKE).is_visible() && !s.person(JAKE).wounded);
}

#[test]
fn t11_19_t11_20_t21_13_a_victim_elsewhere_is_brought_first() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(3, Prop::Hook);
    s.down(3, Prop::Chest);
    s.at(JAKE, 0);
    s.wound(JAKE);
    s.perk(KILLER, 0, 21);
    s.blood(KILLER, 8);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Perk(0));
    assert_eq!((s.room(JAKE), s.ups(3)), (3, vec![Prop::Hook, Prop::Chest]));
    assert!(s.person(JAKE).is_hung());
}

#[test]
fn t11_21_t2_5_e29_the_token_moves_once_a_game() {
    let s = hung(|_| {});
    assert_eq!((s.public().sacrifices, s.person(JAKE).token), (1, false));
    let mut s = hung(|s| s.state.public.people[3].token = false);
    assert_eq!(s.public().sacrifices, 0);
    s.end_round();
    assert_eq!(s.public().sacrifices, 1, "but it counts in cleanup");
}

#[test]
fn t11_22_the_hung_are_not_there_for_perks() {
    let s = hung(|s| {
        s.perk(JAKE, 0, 21);
        s.perk(MEG, 0, 6);
    });
    assert!(s.is_asked(Node::KillerBonus, KILLER));
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    s.hang(JAKE, hook);
    s.wound(JAKE);
    s.killer_at(1);
    s.hunt(Card::Wait, Card::Vault);
    assert!(s.is_asked(Node::KillerBonus, KILLER), "nor to be attacked");
}

#[test]
fn t11_24_e25_a_rescue_moves_the_entity_to_the_hook() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    let generator = s.put(1, Prop::Generator);
    s.block(generator);
    s.hang(JAKE, hook);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Hook));
    assert_eq!(s.public().entity, Entity::OnTile(hook));
}

#[test]
fn t11_25_e23_e24_either_may_decline_and_moves_spring_traps() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    s.hang(JAKE, hook);
    s.lay(1, 2, OnPath::BearTrap);
    s.put(2, Prop::Chest);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Hook));
    s.act(MEG, Act::Pass);
    s.act(JAKE, to(2));
    s.danger(false);
    assert_eq!((s.room(MEG), s.room(JAKE)), (1, 2));
    assert!(s.person(JAKE).wounded && s.public().killer_acts, "and no interaction");
}

#[test]
fn t11_26_e22_an_old_wound_can_be_caught_again_after_a_rescue() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    s.hang(JAKE, hook);
    s.wound(JAKE);
    s.killer_at(1);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Hook));
    s.act(MEG, Act::Pass);
    s.act(JAKE, Act::Pass);
    assert!(s.person(JAKE).wounded);
    assert!(s.is_asked(Node::KillerAct, KILLER) && s.offers(Act::Survivor(JAKE)));
}

#[test]
fn t11_27_t11_28_the_rescued_act_again_with_the_killer_beside_the_hook() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    s.hang(JAKE, hook);
    s.perk(JAKE, 0, 20);
    s.killer_at(1);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Hook));
    s.act(MEG, Act::Pass);
    s.act(JAKE, Act::Pass);
    s.act(KILLER, Act::Survivor(MEG));
    assert!(s.is_asked(Node::Window(Window::KillerDeclared), JAKE));
}

#[test]
fn t11_29_who_is_carried_is_in_the_killers_room() {
    let mut s = struggle(
        |s| {
            s.at(DWIGHT, 3);
            s.perk(DWIGHT, 0, 2);
        },
        1,
    );
    s.die(1);
    s.act(DWIGHT, Act::Perk(0));
    s.die(5);
    assert!(s.heard(Event::Escapes(JAKE)));
}

#[test]
fn t11_30_nothing_interrupts_the_steps_of_a_carry() {
    let mut s = struggle(
        |s| {
            s.at(MEG, 0);
            s.item(MEG, Item::Firecracker);
            s.perk(MEG, 0, 3);
            s.put(0, Prop::Locker);
        },
        1,
    );
    s.die(1);
    s.act(KILLER, to(0));
    assert!(s.heard(Event::Escapes(JAKE)) && s.person(MEG).is_visible());
}
