//! Survivor turns and bonus turns (T6).

use super::*;

#[test]
fn t6_1_t6_11_each_survivor_has_one_turn_then_the_killer() {
    let mut s = Scene::new(Killer::Trapper);
    s.state.public.first = CLAUDETTE;
    s.plan([Card::Sneak, Card::Sprint, Card::Sneak, Card::Sprint], Card::Wait, Card::Vault);
    let order: Vec<Who> = s
        .heard
        .iter()
        .filter_map(|(_, event)| match event {
            Event::Reveals(who, _) => Some(*who),
            _ => None,
        })
        .collect();
    assert_eq!(order, [CLAUDETTE.into(), JAKE.into(), DWIGHT.into(), MEG.into(), KILLER, KILLER]);
}

#[test]
fn t6_1_t6_4_interacting_is_optional_and_once() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.enter(MEG);
    assert!(s.offers(Act::Pass));
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(1);
    assert_eq!(s.progress_of(generator), 1);
    assert!(s.public().killer_acts);
}

#[test]
fn t6_2_the_sacrificed_are_skipped() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(8, Prop::Hook);
    s.hang(MEG, hook);
    s.hunt(Card::Wait, Card::Vault);
    assert!(!s.heard.iter().any(|(_, event)| matches!(event, Event::Reveals(Who::Survivor(MEG), _))));
    assert!(s.public().killer_acts);
}

#[test]
fn t6_3_e21_who_was_rescued_before_their_turn_has_none() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    s.hang(JAKE, hook);
    s.put(2, Prop::Generator);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Hook));
    s.act(MEG, Act::Pass);
    s.act(JAKE, to(2));
    assert!(s.public().killer_acts, "no turn and no interaction for Jake");
    assert_eq!(s.hand(JAKE).len(), 4);
}

#[test]
fn t6_3_the_rescued_may_take_bonus_turns() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    s.hang(JAKE, hook);
    s.put(1, Prop::Crow);
    s.perk(MEG, 0, 1);
    s.blood(MEG, 2);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Hook));
    s.act(MEG, Act::Pass);
    s.act(JAKE, Act::Pass);
    s.act(MEG, Act::Perk(0));
    s.act(JAKE, Act::Prop(Prop::Crow));
    assert_eq!(s.legal().len(), 4, "all four cards are in hand");
}

#[test]
fn t6_5_a_bonus_turn_interrupts_and_the_order_resumes() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(DWIGHT, 0);
    s.at(MEG, 0);
    s.put(1, Prop::Crow);
    s.put(2, Prop::Chest);
    s.plan([Card::Sprint, Card::Sprint, Card::Sneak, Card::Sneak], Card::Wait, Card::Vault);
    s.act(DWIGHT, Act::Prop(Prop::Crow));
    s.act(DWIGHT, Act::Card(Card::Crouch));
    assert!(s.is_asked(Node::SurvivorAct, DWIGHT));
    s.pass();
    assert!(s.is_asked(Node::SurvivorAct, MEG));
}

#[test]
fn t6_6_e40_bonus_turns_may_be_chained() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Crow);
    s.put(2, Prop::Crow);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Crow));
    s.act(MEG, Act::Card(Card::Crouch));
    s.act(MEG, Act::Prop(Prop::Crow));
    assert_eq!((s.room(MEG), s.blood_of(KILLER)), (2, 6));
    assert_eq!(s.legal(), [Act::Card(Card::Sneak), Act::Card(Card::Vault)]);
}

#[test]
fn t6_7_e41_a_bonus_card_without_path_is_lost() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Crow);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Crow));
    s.act(MEG, Act::Card(Card::Vault));
    assert_eq!(s.room(MEG), 1);
    assert!(s.heard(Event::Discards(Who::Survivor(MEG), Card::Vault)));
    assert_eq!(s.hand(MEG), [Card::Sneak, Card::Crouch]);
    assert!(s.public().killer_acts, "no interaction");
}

#[test]
fn t6_8_a_bonus_turn_has_no_start_reveal_or_end_of_its_own() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Crow);
    s.at(JAKE, 4);
    s.blood(MEG, 6);
    s.perk(MEG, 0, 0);
    s.perk(MEG, 1, 13);
    s.perk(MEG, 2, 4);
    s.at(MEG, 2);
    s.go(MEG, Card::Crouch);
    s.act(MEG, Act::Pass);
    s.act(MEG, Act::Prop(Prop::Crow));
    s.act(MEG, Act::Card(Card::Sneak));
    assert_eq!(s.room(MEG), 4, "she met Jake without being asked for a detour");
    assert!(s.is_asked(Node::Window(Window::SurvivorTurnEnd), MEG), "the end of the regular turn");
    s.pass();
    assert!(s.public().killer_acts, "and only one");
}

#[test]
fn t6_9_t21_6_discards_come_back_in_cleanup() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Crow);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Crow));
    s.act(MEG, Act::Card(Card::Vault));
    assert_eq!(s.hand(MEG).len(), 2);
    s.end_round();
    assert_eq!(s.hand(MEG).len(), 4);
}

#[test]
fn t6_10_who_hides_during_the_move_does_not_interact() {
    let mut s = Scene::new(Killer::Hag);
    s.phantasm(1);
    s.put(1, Prop::Locker);
    s.put(1, Prop::Generator);
    s.perk(MEG, 0, 3);
    s.enter(MEG);
    s.act(KILLER, Act::Yes);
    s.act(MEG, Act::Perk(0));
    assert!(s.public().killer_acts, "on the locker before the interaction");
}

#[test]
fn t6_12_neither_the_killers_presence_nor_a_wound_restricts() {
    let mut s = Scene::new(Killer::Trapper);
    s.killer_at(1);
    s.wound(MEG);
    s.put(1, Prop::Generator);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(5);
    assert!(s.heard(Event::Progress(Room(1), Prop::Generator, 2)));
}
