//! Rounds and planning (T3).
//!
//! T3.6 (talk is always public) is the announcement of T3.7 here; there is no other way to talk.

use super::*;

fn options(s: &Scene, seat: u8) -> Vec<Act> {
    s.game.legal(&s.state, Seat(seat)).iter().map(Act::of).collect()
}

#[test]
fn t3_1_t23_1_planning_survivors_killer_cleanup() {
    let mut s = Scene::new(Killer::Trapper);
    assert_eq!(s.public().pending, Pending::Plan(0));
    s.hunt(Card::Wait, Card::Sneak);
    s.pass();
    let of = |wanted: Event| s.heard.iter().position(|&(_, event)| event == wanted).unwrap();
    let (set, first) = (of(Event::PlansSet), of(Event::Reveals(KILLER, Card::Wait)));
    let survivors = of(Event::Reveals(Who::Survivor(JAKE), Card::Sneak));
    assert!(set < survivors && survivors < first);
    assert!(first < of(Event::Round(2, MEG)));
}

#[test]
fn t3_2_one_card_each_and_two_for_the_killer() {
    let mut s = Scene::new(Killer::Trapper);
    assert_eq!(s.game.turn(&s.state), Turn::Act(SeatSet::first(5)));
    s.plan_once([Card::Sneak; 4], Card::Wait, Card::Vault);
    assert_eq!(s.game.turn(&s.state), Turn::Act(SeatSet::one(Seat(0))));
}

#[test]
fn t3_3_the_sacrificed_set_no_card() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(8, Prop::Hook);
    s.hang(MEG, hook);
    assert_eq!(s.game.turn(&s.state), Turn::Act(SeatSet::first(5).without(Seat(2))));
}

#[test]
fn t3_4_the_killers_cards_differ_and_nobody_sees_any() {
    let mut s = Scene::new(Killer::Trapper);
    assert_eq!(options(&s, 0).len(), 5);
    s.plan_once([Card::Sneak; 4], Card::Wait, Card::Vault);
    assert!(!options(&s, 0).contains(&Act::Card(Card::Wait)));
    assert_eq!(s.heard, [(SeatSet::first(5), Event::Committed(0))], "only that all have chosen");
    let other = {
        let mut other = Scene::new(Killer::Trapper);
        other.plan_once([Card::Vault, Card::Sneak, Card::Crouch, Card::Sprint], Card::Wait, Card::Vault);
        other
    };
    assert_eq!(s.game.view(&s.state, Seat(0)), other.game.view(&other.state, Seat(0)));
}

#[test]
fn t3_5_a_card_without_a_path_may_be_planned() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 9);
    assert_eq!(options(&s, 2).len(), 4, "also blue and green, which do not leave the Oak Grove");
    s.go(MEG, Card::Sneak);
    assert_eq!(s.room(MEG), 9);
}

#[test]
fn t3_7_announcements_are_public_and_do_not_bind() {
    let mut s = Scene::of(Setup { table_talk: true, ..Setup::default() });
    s.state.public.watch = [PerkSet::NONE; Window::COUNT];
    s.state.public.killer.power_used = true;
    while s.public().round < 2 {
        s.auto();
    }
    assert_eq!(s.asked(), (Node::Talk, Who::Survivor(MEG)), "from the holder of the marker");
    assert_eq!(s.legal().len(), 5, "four colours or silence");
    s.act(MEG, Act::Card(Card::Vault));
    s.act(CLAUDETTE, Act::Pass);
    assert_eq!((s.public().talk[1], s.public().talk[2]), (Some(Card::Vault), None));
    s.act(JAKE, Act::Card(Card::Sneak));
    s.act(DWIGHT, Act::Pass);
    assert_eq!(s.public().pending, Pending::Plan(0));
    assert_eq!(options(&s, 2).len(), 4, "Meg may plan what she likes");
    let who = Who::Survivor(MEG);
    let said = Event::Chose { who, node: Node::Talk, act: Act::Card(Card::Vault) };
    assert!(s.heard.contains(&(SeatSet::first(5), said)), "the killer hears it");
}

#[test]
fn t3_7_the_sacrificed_do_not_talk_and_words_are_forgotten() {
    let mut s = Scene::bare(Setup { table_talk: true, ..Setup::default() });
    let hook = s.put(8, Prop::Hook);
    s.hang(MEG, hook);
    s.state.public.talk[0] = Some(Card::Vault);
    s.hunt(Card::Wait, Card::Vault);
    s.until(Node::Talk);
    assert_eq!(s.public().talk, [None; 4]);
    assert_eq!(s.asked().1, Who::Survivor(CLAUDETTE), "Meg holds the marker and hangs");
}

#[test]
fn t3_8_t3_9_turns_go_round_from_the_marker() {
    let mut s = Scene::new(Killer::Trapper);
    s.state.public.first = JAKE;
    s.hunt(Card::Wait, Card::Vault);
    let order: Vec<Slot> = s
        .heard
        .iter()
        .filter_map(|(_, event)| match event {
            Event::Reveals(Who::Survivor(slot), _) => Some(*slot),
            _ => None,
        })
        .collect();
    assert_eq!(order, [JAKE, DWIGHT, MEG, CLAUDETTE]);
}

#[test]
fn t3_9_e32_a_hung_holder_is_skipped_and_windows_still_start_there() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(8, Prop::Hook);
    s.hang(CLAUDETTE, hook);
    s.state.public.first = CLAUDETTE;
    s.put(1, Prop::Generator);
    s.at(JAKE, 0);
    s.perk(MEG, 0, 16);
    s.perk(DWIGHT, 0, 16);
    s.plan([Card::Sneak, Card::Sneak, Card::Sneak, Card::Sprint], Card::Wait, Card::Vault);
    s.act(JAKE, Act::Prop(Prop::Generator));
    s.die(1);
    s.act(DWIGHT, Act::Pass);
    s.act(MEG, Act::Pass);
    assert!(s.public().killer_acts);
}

/// The killer has looked at Meg's card and changed his left one; Meg is about to interact.
fn after_an_exchange(card: Card) -> Scene {
    let mut s = Scene::new(Killer::Trapper);
    s.perk(KILLER, 0, 3);
    s.put(1, Prop::Generator);
    s.enter(MEG);
    s.act(KILLER, Act::Perk(0));
    s.act(KILLER, Act::Survivor(MEG));
    s.act(KILLER, Act::Index(0));
    s.act(KILLER, Act::Card(card));
    s
}

#[test]
fn t3_4_that_a_card_was_exchanged_is_public_but_not_which() {
    let (one, other) = (after_an_exchange(Card::Sneak), after_an_exchange(Card::Sprint));
    assert!(one.heard.contains(&(SeatSet::first(5), Event::Exchanged(KILLER))));
    for seat in 1..5 {
        let view = |s: &Scene| s.game.view(&s.state, Seat(seat));
        assert_eq!(view(&one), view(&other));
    }
    let view = |s: &Scene| s.game.view(&s.state, Seat(0));
    assert_ne!(view(&one), view(&other), "he knows his own card");
}

#[test]
fn t3_4_what_was_seen_in_secret_stays_with_the_one_who_saw() {
    let s = after_an_exchange(Card::Sneak);
    let peeks: Vec<_> = s.heard.iter().filter(|(_, event)| matches!(event, Event::Peeks(..))).collect();
    assert_eq!(peeks.len(), 1);
    assert_eq!(peeks[0].0, SeatSet::one(Seat(0)));
}
