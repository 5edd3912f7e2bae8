//! The worked examples of the rules, from re-rolls to the Entity.

use super::*;

#[test]
fn g16_reroll_and_blood() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(CLAUDETTE, 0);
    s.at(DWIGHT, 1);
    s.at(MEG, 1);
    s.wound(MEG);
    s.perk(DWIGHT, 0, 2);
    s.perk(MEG, 0, 16);
    s.go(CLAUDETTE, Card::Sprint);
    s.act(CLAUDETTE, Act::Survivor(MEG));
    s.die(0);
    s.act(DWIGHT, Act::Perk(0));
    s.die(3);
    assert!(!s.person(MEG).wounded, "nobody may roll the die a third time");
    assert_eq!((s.blood_of(KILLER), s.blood_of(DWIGHT)), (4, 1));
}

#[test]
fn g17_unkept_failure() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.at(JAKE, 0);
    s.perk(JAKE, 0, 15);
    s.go(JAKE, Card::Sprint);
    s.act(JAKE, Act::Prop(Prop::Generator));
    s.act(JAKE, Act::Perk(0));
    s.die(0);
    s.die(4);
    assert_eq!((s.progress_of(generator), s.blood_of(KILLER)), (1, 5));
}

#[test]
fn g18_caps() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Totem);
    s.killer_at(1);
    s.blood(KILLER, 11);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Prop(Prop::Totem));
    assert_eq!(s.blood_of(KILLER), 12);
    let mut s = Scene::new(Killer::Trapper);
    let totem = s.put(1, Prop::Totem);
    s.at(MEG, 0);
    s.blood(MEG, 5);
    s.go(MEG, Card::Sprint);
    s.act(MEG, Act::Prop(Prop::Totem));
    s.die(1);
    assert_eq!(s.blood_of(MEG), 6);
    assert!(s.is_gone(totem));
}

#[test]
fn g19_wounded_again() {
    let mut s = Scene::new(Killer::Doctor);
    s.power();
    s.at(MEG, 3);
    s.wound(MEG);
    s.state.public.people[1].madness = true;
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    s.act(MEG, Act::Pass);
    let meg = s.person(MEG);
    assert!(meg.wounded && meg.madness && !meg.wounded_now);
    assert_eq!(meg.blood, 2);
}

#[test]
fn g20_pick_up_elsewhere() {
    let mut s = Scene::new(Killer::Trapper);
    s.killer_at(0);
    s.perk(KILLER, 0, 21);
    s.at(MEG, 1);
    s.wound(MEG);
    s.down(0, Prop::Chest);
    s.down(0, Prop::Pallet);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Perk(0));
    assert_eq!(s.room(MEG), 0);
    assert!(s.is_asked(Node::FlipCategory, MEG));
    s.act(MEG, Act::Category(Category::Altruism));
    assert_eq!(s.ups(0), [Prop::Pallet]);
    assert!(s.is_asked(Node::DiceCount, KILLER));
}

#[test]
fn g21_locker_search() {
    let search = |face| {
        let mut s = Scene::new(Killer::Trapper);
        let locker = s.put(3, Prop::Locker);
        s.put(3, Prop::Hook);
        s.hide(JAKE, locker);
        s.hunt(Card::Wait, Card::Vault);
        s.act(KILLER, Act::Prop(Prop::Locker));
        s.die(face);
        (s, locker)
    };
    let (s, locker) = search(0);
    assert!(s.person(JAKE).is_hung() && !s.person(JAKE).wounded);
    assert_eq!(s.blood_of(KILLER), 5);
    assert!(!s.is_gone(locker));
    for face in 1..6 {
        let (s, locker) = search(face);
        assert!(s.is_gone(locker));
        assert!(s.person(JAKE).is_visible() && s.room(JAKE) == 3);
        assert_eq!(s.blood_of(KILLER), 4);
    }
}

#[test]
fn g22_gate_progress() {
    let mut s = Scene::new(Killer::Trapper);
    s.state.public.generators = 4;
    let gate = s.put(1, Prop::Gate);
    s.progress(gate, 1);
    s.at(MEG, 0);
    s.at(JAKE, 0);
    s.plan([Card::Sneak, Card::Sprint, Card::Sneak, Card::Sprint], Card::Wait, Card::Vault);
    s.act(MEG, Act::Prop(Prop::Gate));
    s.die(5);
    assert_eq!(s.progress_of(gate), 2);
    s.act(JAKE, Act::Prop(Prop::Gate));
    s.die(3);
    assert_eq!(s.public().ending, Some(Ending::Survivors));
    assert_eq!(s.game.turn(&s.state), Turn::Over);
}

#[test]
fn g23_cleanup_scoring() {
    let cleanup = |track| {
        let mut s = Scene::new(Killer::Trapper);
        let hooks = [s.put(8, Prop::Hook), s.put(8, Prop::Hook)];
        s.hang(MEG, hooks[0]);
        s.hang(JAKE, hooks[1]);
        s.state.public.sacrifices = track;
        s.hunt(Card::Wait, Card::Vault);
        s.end_round();
        s
    };
    let s = cleanup(5);
    assert_eq!((s.public().sacrifices, s.public().ending, s.public().first), (7, None, MEG));
    let s = cleanup(6);
    assert_eq!((s.public().sacrifices, s.public().ending), (8, Some(Ending::Killer)));
    assert_eq!(s.public().first, DWIGHT, "the marker has not passed");
}

#[test]
fn g24_win_on_a_first_sacrifice() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(3, Prop::Hook);
    s.at(MEG, 3);
    s.wound(MEG);
    s.state.public.sacrifices = 7;
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(MEG));
    assert_eq!((s.public().sacrifices, s.public().ending), (8, Some(Ending::Killer)));
    assert!(s.public().killer_acts);
}

#[test]
fn g25_shared_hand() {
    let mut s = Scene::bare(Setup { players: 3, ..Setup::default() });
    s.at(DWIGHT, 3);
    s.put(0, Prop::Crow);
    let cards = [Card::Sneak, Card::Vault, Card::Sneak, Card::Sprint];
    s.plan_once(cards, Card::Wait, Card::Vault);
    let left: Vec<Act> = s.game.legal(&s.state, Seat(1)).iter().map(Act::of).collect();
    assert_eq!(left, [Act::Card(Card::Sprint), Act::Card(Card::Crouch), Act::Card(Card::Vault)]);
    s.plan_once(cards, Card::Wait, Card::Vault);
    s.act(DWIGHT, Act::Prop(Prop::Crow));
    s.act(DWIGHT, Act::Card(Card::Crouch));
    assert_eq!(s.hand(DWIGHT), [Card::Sprint]);
    assert_eq!(s.hand(MEG), [Card::Sprint]);
}

#[test]
fn g26_must_move() {
    let mut s = Scene::autohaven(Killer::Trapper);
    s.at(MEG, 5);
    s.go(MEG, Card::Sneak);
    assert!(s.is_asked(Node::Destination, MEG));
    assert_eq!(s.legal(), [to(4), to(9)]);
}

#[test]
fn g27_sabotage_moves_the_entity() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    s.hang(JAKE, hook);
    let empty = s.put(8, Prop::Hook);
    s.at(MEG, 4);
    s.at(DWIGHT, 0);
    s.perk(KILLER, 0, 22);
    s.state.public.first = MEG;
    s.plan([Card::Sprint, Card::Sprint, Card::Sneak, Card::Sneak], Card::Wait, Card::Vault);
    s.act(KILLER, Act::Perk(0));
    assert!(s.public().is_blocked(hook));
    s.act(MEG, Act::Prop(Prop::Hook));
    assert_eq!(s.public().entity, Entity::OnTile(empty));
    assert!(s.is_asked(Node::SurvivorAct, DWIGHT) && s.offers(Act::Prop(Prop::Hook)));
}
