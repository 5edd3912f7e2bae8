//! The Entity token (T16).

use super::*;

#[test]
fn t16_1_a_blocked_prop_cannot_be_used() {
    for prop in
        [Prop::Generator, Prop::Hook, Prop::Totem, Prop::Chest, Prop::Locker, Prop::Crow, Prop::Pallet]
    {
        let mut s = Scene::new(Killer::Trapper);
        let tile = s.put(1, prop);
        s.block(tile);
        s.enter(MEG);
        assert!(s.public().killer_acts, "{prop:?}");
    }
}

#[test]
fn t16_2_e89_placing_it_again_lifts_the_old_block() {
    let mut s = Scene::new(Killer::Trapper);
    let first = s.put(1, Prop::Hook);
    let second = s.put(4, Prop::Hook);
    s.at(DWIGHT, 0);
    s.at(MEG, 0);
    s.at(CLAUDETTE, 0);
    s.state.public.first = DWIGHT;
    s.plan([Card::Sprint, Card::Vault, Card::Sprint, Card::Sneak], Card::Wait, Card::Vault);
    s.act(DWIGHT, Act::Prop(Prop::Hook));
    assert!(s.public().is_blocked(first));
    s.act(MEG, Act::Prop(Prop::Hook));
    assert!(s.public().is_blocked(second) && !s.public().is_blocked(first));
    assert!(s.is_asked(Node::SurvivorAct, CLAUDETTE) && s.offers(Act::Prop(Prop::Hook)));
}

#[test]
fn t16_3_t18_5_it_leaves_in_cleanup() {
    let mut s = Scene::new(Killer::Trapper);
    s.block_path(0, 1);
    s.hunt(Card::Wait, Card::Vault);
    s.end_round();
    assert_eq!(s.public().entity, Entity::Away);
}

#[test]
fn t16_4_e53_a_blocked_path_is_closed_to_both_sides() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 0);
    s.killer_at(0);
    s.block_path(0, 1);
    s.play(MEG, Card::Sprint, Card::Sprint, Card::Crouch);
    assert_eq!((s.room(MEG), s.killer().room), (0, Room(0)));
    assert!(s.is_asked(Node::KillerBonus, KILLER));
}

#[test]
fn t16_4_a_blocked_path_is_closed_to_a_carrier_but_still_connects() {
    let mut s = super::perks_survivor::struggle(|s| s.block_path(3, 0), 1);
    s.die(1);
    assert_eq!(s.legal(), [Act::Pass, to(7)]);
    let mut s = Scene::new(Killer::Trapper);
    s.block_path(3, 0);
    s.at(MEG, 0);
    s.wound(MEG);
    s.perk(KILLER, 0, 21);
    s.hunt(Card::Wait, Card::Vault);
    assert!(s.offers(Act::Perk(0)), "the rooms are connected all the same");
}

#[test]
fn t16_5_e26_a_blocked_hook_cannot_be_rescued_from() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    s.hang(JAKE, hook);
    s.put(1, Prop::Chest);
    s.block(hook);
    s.enter(MEG);
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Chest)]);
}

#[test]
fn t16_6_it_leaves_with_its_prop() {
    let mut s = Scene::new(Killer::Trapper);
    let chest = s.put(1, Prop::Chest);
    s.block(chest);
    let Scene { game, state, heard } = &mut s;
    game.engine(state, heard).remove_tile(chest);
    assert_eq!(s.public().entity, Entity::Away);
}
