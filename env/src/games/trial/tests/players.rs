//! Smaller groups (T20).

use super::*;

fn three() -> Scene {
    Scene::bare(Setup { players: 3, ..Setup::default() })
}

#[test]
fn t20_1_t20_2_two_survivors_for_one_player() {
    for (players, shared) in [(5, 0), (4, 1), (3, 2)] {
        let game = Trial::new(Setup { players, ..Setup::default() }).unwrap();
        let twos = (1..players).filter(|&seat| game.slots_of(Seat(seat)).count() == 2).count();
        assert_eq!(twos, shared);
    }
}

#[test]
fn t20_3_the_two_cannot_plan_the_same_card() {
    let mut s = three();
    let cards = [Card::Crouch, Card::Vault, Card::Sneak, Card::Sprint];
    s.plan_once(cards, Card::Wait, Card::Vault);
    assert_eq!(s.game.turn(&s.state), Turn::Act(SeatSet::first(3)));
    for (seat, card) in [(1, Card::Crouch), (2, Card::Sneak)] {
        let legal = s.game.legal(&s.state, Seat(seat));
        assert!(!legal.contains(Act::Card(card).action()));
        assert_eq!(legal.len(), 3);
    }
}

#[test]
fn t20_4_each_of_the_two_has_a_turn_at_the_own_place() {
    let mut s = three();
    s.state.public.first = MEG;
    s.plan([Card::Sprint, Card::Sneak, Card::Sneak, Card::Sprint], Card::Wait, Card::Vault);
    let order: Vec<Slot> = s
        .heard
        .iter()
        .filter_map(|(_, event)| match event {
            Event::Reveals(Who::Survivor(slot), _) => Some(*slot),
            _ => None,
        })
        .collect();
    assert_eq!(order, [MEG, CLAUDETTE, JAKE, DWIGHT]);
}

#[test]
fn t20_6_e76_bonus_cards_come_from_the_two_that_are_left() {
    let mut s = three();
    s.at(DWIGHT, 0);
    s.put(1, Prop::Crow);
    s.plan([Card::Sprint, Card::Sneak, Card::Sneak, Card::Sprint], Card::Wait, Card::Vault);
    s.act(DWIGHT, Act::Prop(Prop::Crow));
    assert_eq!(s.legal(), [Act::Card(Card::Crouch), Act::Card(Card::Vault)]);
}

#[test]
fn t20_6_with_one_hung_three_cards_are_left() {
    let mut s = three();
    let hook = s.put(8, Prop::Hook);
    s.hang(MEG, hook);
    s.at(DWIGHT, 0);
    s.put(1, Prop::Crow);
    s.plan([Card::Sprint, Card::Sneak, Card::Sneak, Card::Sprint], Card::Wait, Card::Vault);
    s.act(DWIGHT, Act::Prop(Prop::Crow));
    assert_eq!(s.legal().len(), 3);
}

#[test]
fn t20_6_blood_and_items_are_each_ones_own() {
    let mut s = three();
    s.at(DWIGHT, 0);
    s.put(1, Prop::Chest);
    s.plan([Card::Sprint, Card::Sneak, Card::Sneak, Card::Sprint], Card::Wait, Card::Vault);
    s.act(DWIGHT, Act::Prop(Prop::Chest));
    s.draw(Item::Map);
    assert_eq!((s.person(DWIGHT).item, s.person(MEG).item), (Some(Item::Map), None));
}

#[test]
fn t20_7_a_seat_whose_two_hang_does_not_plan() {
    let mut s = three();
    let hooks = [s.put(8, Prop::Hook), s.put(8, Prop::Hook)];
    s.hang(DWIGHT, hooks[0]);
    s.hang(MEG, hooks[1]);
    assert_eq!(s.game.turn(&s.state), Turn::Act(SeatSet::first(3).without(Seat(1))));
    let hands = [Card::Sneak, Card::Sneak, Card::Sneak, Card::Sprint];
    s.plan(hands, Card::Wait, Card::Vault);
    assert!(s.public().killer_acts);
}

fn captain() -> Scene {
    Scene::bare(Setup { captain: true, ..Setup::default() })
}

#[test]
fn t20_8_a_captain_leads_all_four_in_a_game_of_two() {
    let s = captain();
    assert_eq!(s.game.seats(), 2);
    assert_eq!(s.game.slots_of(Seat(1)).collect::<Vec<_>>(), Slot::ALL);
    assert_eq!(s.game.teams(), [SeatSet::one(Seat(0)), SeatSet::one(Seat(1))]);
    let refused = Trial::new(Setup { captain: true, players: 3, ..Setup::default() }).unwrap_err();
    assert!(refused.to_string().contains("5 with a captain"), "{refused}");
}

#[test]
fn t20_8_the_captain_plans_slot_by_slot_with_four_hands() {
    let mut s = captain();
    let cards = [Card::Sneak; 4];
    let both = Turn::Act(SeatSet::first(2));
    let alone = Turn::Act(SeatSet::one(Seat(1)));
    for (sub, acting) in [both, both, alone, alone].into_iter().enumerate() {
        assert_eq!(s.game.turn(&s.state), acting, "sub-round {sub}");
        assert_eq!(s.game.legal(&s.state, Seat(1)).len(), 4, "no card is shared");
        s.plan_once(cards, Card::Wait, Card::Vault);
    }
    assert!(!matches!(s.public().pending, Pending::Plan(_)));
}

#[test]
fn t20_8_hung_survivors_take_no_sub_round() {
    let mut s = captain();
    let hooks = [s.put(8, Prop::Hook), s.put(8, Prop::Hook), s.put(7, Prop::Hook)];
    for (slot, hook) in [DWIGHT, CLAUDETTE, JAKE].into_iter().zip(hooks) {
        s.hang(slot, hook);
    }
    s.plan_once([Card::Sneak; 4], Card::Wait, Card::Vault);
    assert_eq!(s.game.turn(&s.state), Turn::Act(SeatSet::one(Seat(0))), "the killer's right card");
}

#[test]
fn t20_8_the_captain_knows_the_own_cards_and_not_the_killers() {
    let mut s = captain();
    let cards = [Card::Sneak, Card::Vault, Card::Crouch, Card::Sprint];
    s.plan_once(cards, Card::Sprint, Card::Vault);
    s.plan_once(cards, Card::Sprint, Card::Vault);
    let view = s.game.view(&s.state, Seat(1));
    assert_eq!(view.own.plans, [Some(Card::Sneak), Some(Card::Vault), None, None]);
    assert_eq!((view.own.left, view.own.right), (None, None));
    let guess = s.game.deal(&view, &mut crate::Rng::new(1));
    assert!(guess.secret.left.is_some() && guess.secret.right.is_some(), "both of the killer's cards lie");
    assert_eq!(s.game.view(&s.state, Seat(0)).own.plans, [None; 4]);
}

#[test]
fn an_opening_stands_in_mid_match() {
    let tiny = Trial::presets().into_iter().find(|(name, _)| *name == "tiny").unwrap().1;
    let s = Scene::start(tiny);
    let public = s.public();
    assert_eq!(public.pending, Pending::Plan(0), "no reveals, no dice");
    assert_eq!((public.sacrifices, s.killer().room, s.killer().blood), (6, Room(2), 0));
    assert_eq!(public.active(), 0b0011);
    assert!(s.person(CLAUDETTE).is_hung() && !s.person(CLAUDETTE).token);
    assert!(s.person(DWIGHT).wounded && !s.person(DWIGHT).wounded_now);
    assert_eq!(public.unflipped, [0; 8]);
}
