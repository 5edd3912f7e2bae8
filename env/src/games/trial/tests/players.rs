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
