//! What the perks of the survivors do: S00 to S13.

use super::*;

#[test]
fn s00_bond_moves_to_a_friend() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 0);
    s.at(CLAUDETTE, 1);
    s.at(JAKE, 4);
    s.perk(MEG, 0, 0);
    s.put(4, Prop::Chest);
    s.go(MEG, Card::Crouch);
    assert!(s.is_asked(Node::Window(Window::SurvivorReveal), MEG));
    s.act(MEG, Act::Perk(0));
    assert_eq!(s.legal(), [to(1), to(4)]);
    s.act(MEG, to(4));
    assert_eq!((s.room(MEG), s.blood_of(MEG)), (4, 1));
    assert!(s.is_asked(Node::SurvivorAct, MEG), "the move counts as the card's");
}

#[test]
fn s00_bond_needs_a_visible_friend_next_door() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(1, Prop::Locker);
    s.hide(CLAUDETTE, locker);
    s.at(JAKE, 2);
    s.perk(MEG, 0, 0);
    s.enter(MEG);
    assert_eq!(s.room(MEG), 1, "nobody was asked");
}

#[test]
fn s01_prove_thyself_lends_an_interaction() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.at(MEG, 1);
    s.perk(DWIGHT, 1, 1);
    s.enter(DWIGHT);
    s.act(DWIGHT, Act::Pass);
    assert!(s.is_asked(Node::Window(Window::SurvivorTurnEnd), DWIGHT));
    s.act(DWIGHT, Act::Perk(1));
    assert!(s.is_asked(Node::SurvivorAct, MEG));
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(1);
    assert_eq!((s.progress_of(generator), s.room(MEG), s.blood_of(DWIGHT)), (1, 1, 0));
}

#[test]
fn s01_prove_thyself_needs_somebody_with_something_to_do() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 1);
    s.item(MEG, Item::MedKit);
    s.perk(DWIGHT, 1, 1);
    s.enter(DWIGHT);
    assert!(s.public().killer_acts, "an empty room: nobody was asked");
}

#[test]
fn s02_leader_needs_the_roller_in_the_room_and_another() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Generator);
    s.at(DWIGHT, 2);
    s.perk(DWIGHT, 0, 2);
    s.perk(MEG, 0, 2);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(0);
    assert_eq!(s.blood_of(KILLER), 5, "neither the roller nor one elsewhere may");
}

#[test]
fn s03_quick_and_quiet_hides_from_an_arriving_killer() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(1, Prop::Locker);
    s.at(MEG, 1);
    s.killer_at(0);
    s.perk(MEG, 0, 3);
    s.hunt(Card::Sprint, Card::Wait);
    assert!(s.is_asked(Node::Window(Window::KillerMoved), MEG));
    s.act(MEG, Act::Perk(0));
    assert_eq!(s.person(MEG).place, Place::Locker(locker));
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Locker)]);
}

#[test]
fn s03_quick_and_quiet_needs_an_empty_open_locker() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(1, Prop::Locker);
    s.at(MEG, 1);
    s.hide(JAKE, locker);
    s.killer_at(0);
    s.perk(MEG, 0, 3);
    s.hunt(Card::Sprint, Card::Wait);
    assert!(s.is_asked(Node::KillerAct, KILLER));
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(1, Prop::Locker);
    s.at(MEG, 1);
    s.block(locker);
    s.killer_at(0);
    s.perk(MEG, 0, 3);
    s.hunt(Card::Sprint, Card::Wait);
    assert!(s.is_asked(Node::KillerAct, KILLER));
}

#[test]
fn s04_sprint_burst_is_a_bonus_turn() {
    let mut s = Scene::new(Killer::Trapper);
    s.blood(MEG, 3);
    s.perk(MEG, 0, 4);
    s.enter(MEG);
    s.act(MEG, Act::Perk(0));
    assert_eq!(s.blood_of(MEG), 0);
    assert!(s.is_asked(Node::BonusCard, MEG));
    s.act(MEG, Act::Card(Card::Crouch));
    assert_eq!(s.room(MEG), 2);
}

#[test]
fn s04_sprint_burst_needs_a_card_in_hand() {
    let mut s = Scene::new(Killer::Trapper);
    s.blood(MEG, 3);
    s.perk(MEG, 0, 4);
    s.state.public.spent[1] = CardSet(0b1101);
    s.enter(MEG);
    assert!(s.public().killer_acts);
}

#[test]
fn s05_adrenaline_heals_and_moves() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.progress(generator, 2);
    s.wound(JAKE);
    s.perk(JAKE, 0, 5);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(1);
    assert!(s.is_asked(Node::Window(Window::GeneratorDone), JAKE));
    s.act(JAKE, Act::Perk(0));
    assert!(!s.person(JAKE).wounded);
    assert!(s.is_asked(Node::FreeMove, JAKE) && s.offers(Act::Pass));
    s.act(JAKE, to(8));
    assert_eq!((s.room(JAKE), s.blood_of(JAKE)), (8, 0));
}

#[test]
fn s06_empathy_gains_when_another_is_wounded() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 3);
    s.perk(CLAUDETTE, 0, 6);
    s.perk(MEG, 0, 6);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(MEG));
    assert!(s.is_asked(Node::Window(Window::Wounded), CLAUDETTE), "not the wounded one");
    s.act(CLAUDETTE, Act::Perk(0));
    assert_eq!(s.blood_of(CLAUDETTE), 3);
}

#[test]
fn s06_t14_12_empathy_is_not_offered_to_a_full_pool() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 3);
    s.perk(CLAUDETTE, 0, 6);
    s.blood(CLAUDETTE, 6);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(MEG));
    assert!(s.is_asked(Node::KillerBonus, KILLER));
}

#[test]
fn s07_botany_heals_without_a_check_next_door() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 1);
    s.at(JAKE, 5);
    s.at(DWIGHT, 8);
    for slot in [MEG, JAKE, DWIGHT] {
        s.wound(slot);
    }
    s.perk(CLAUDETTE, 1, 7);
    s.enter(CLAUDETTE);
    s.act(CLAUDETTE, Act::Perk(1));
    assert_eq!(s.legal(), [Act::Survivor(MEG), Act::Survivor(JAKE)], "the wall still connects");
    s.act(CLAUDETTE, Act::Survivor(JAKE));
    assert!(!s.person(JAKE).wounded);
    assert!(s.public().killer_acts, "it was the interaction");
}

#[test]
fn s08_self_care_is_a_check() {
    for (face, wounded) in [(0, true), (1, false)] {
        let mut s = Scene::new(Killer::Trapper);
        s.wound(CLAUDETTE);
        s.perk(CLAUDETTE, 2, 8);
        s.enter(CLAUDETTE);
        s.act(CLAUDETTE, Act::Perk(2));
        s.die(face);
        assert_eq!(s.person(CLAUDETTE).wounded, wounded);
        assert_eq!((s.blood_of(CLAUDETTE), s.blood_of(KILLER)), (1, 4 + u8::from(wounded)));
    }
}

/// The killer has picked Jake up, and rolls are about to be made for this many spaces.
pub(super) fn struggle(prepare: impl Fn(&mut Scene), dice: u8) -> Scene {
    let mut s = Scene::new(Killer::Trapper);
    s.at(JAKE, 3);
    s.wound(JAKE);
    prepare(&mut s);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(JAKE));
    s.act(KILLER, Act::Index(dice - 1));
    s
}

#[test]
fn s09_iron_will_makes_fours_great() {
    let mut s = struggle(|s| s.perk(JAKE, 0, 9), 2);
    s.die(4);
    s.die(1);
    s.act(JAKE, Act::Perk(0));
    assert!(s.heard(Event::Escapes(JAKE)));
    assert_eq!(s.blood_of(JAKE), 1);
}

#[test]
fn s09_iron_will_needs_a_four_and_no_five() {
    let mut s = struggle(|s| s.perk(JAKE, 0, 9), 2);
    s.die(5);
    s.die(4);
    assert!(s.heard(Event::Escapes(JAKE)), "free already, nothing was asked");
    let mut s = struggle(|s| s.perk(JAKE, 0, 9), 1);
    s.die(3);
    assert!(s.is_asked(Node::Carry, KILLER));
}

#[test]
fn s10_calm_spirit_keeps_blood_from_the_killer() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Generator);
    s.perk(JAKE, 0, 10);
    s.enter(JAKE);
    s.act(JAKE, Act::Prop(Prop::Generator));
    s.die(0);
    s.act(JAKE, Act::Perk(0));
    assert_eq!((s.blood_of(JAKE), s.blood_of(KILLER)), (2, 4));
}

#[test]
fn s10_calm_spirit_needs_an_own_failure() {
    let mut s = Scene::new(Killer::Trapper);
    s.put(1, Prop::Generator);
    s.perk(JAKE, 0, 10);
    s.perk(MEG, 0, 10);
    s.enter(JAKE);
    s.act(JAKE, Act::Prop(Prop::Generator));
    s.die(1);
    assert!(s.public().killer_acts);
}

#[test]
fn s11_e83_saboteur_removes_a_hook_while_more_than_four_are_left() {
    for (hidden, offered) in [(4, true), (3, false)] {
        let mut s = Scene::new(Killer::Trapper);
        let hook = s.put(1, Prop::Hook);
        s.state.public.unflipped[Prop::Hook as usize] = hidden;
        s.blood(JAKE, 3);
        s.perk(JAKE, 2, 11);
        s.enter(JAKE);
        assert_eq!(s.offers(Act::Perk(2)), offered);
        if offered {
            s.act(JAKE, Act::Perk(2));
            assert!(s.is_gone(hook));
            assert_eq!(s.blood_of(JAKE), 0);
        }
    }
}

#[test]
fn s11_saboteur_needs_an_unoccupied_open_hook() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(1, Prop::Hook);
    s.state.public.unflipped[Prop::Hook as usize] = 6;
    s.hang(MEG, hook);
    s.blood(JAKE, 3);
    s.perk(JAKE, 2, 11);
    s.enter(JAKE);
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Hook)]);
}

#[test]
fn s12_balanced_landing_moves_on_after_a_vault() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 0);
    s.perk(MEG, 0, 12);
    s.put(8, Prop::Chest);
    s.go(MEG, Card::Vault);
    assert!(s.is_asked(Node::Window(Window::SurvivorMoved), MEG));
    s.act(MEG, Act::Perk(0));
    s.act(MEG, to(8));
    assert_eq!((s.room(MEG), s.blood_of(MEG)), (8, 1));
    assert!(s.is_asked(Node::SurvivorAct, MEG), "the turn's interaction is still to come");
}

#[test]
fn s12_balanced_landing_needs_a_card_and_a_yellow_path() {
    let mut s = Scene::new(Killer::Trapper);
    s.perk(MEG, 0, 12);
    s.enter(MEG);
    assert!(s.public().killer_acts, "green");
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 9);
    s.at(JAKE, 9);
    s.killer_at(9);
    s.perk(MEG, 0, 12);
    s.perk(MEG, 1, 20);
    s.hunt(Card::Wait, Card::Sneak);
    s.act(KILLER, Act::Survivor(JAKE));
    s.act(MEG, Act::Perk(1));
    s.act(MEG, to(7));
    assert!(s.is_asked(Node::KillerBonus, KILLER), "no card moved her");
}

#[test]
fn s13_urban_evasion_changes_the_planned_card() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 0);
    s.perk(MEG, 0, 13);
    s.go(MEG, Card::Crouch);
    assert!(s.is_asked(Node::Window(Window::SurvivorTurnStart), MEG));
    s.act(MEG, Act::Perk(0));
    assert!(s.is_asked(Node::Exchange, MEG));
    assert_eq!(s.legal(), [Act::Card(Card::Sneak), Act::Card(Card::Sprint), Act::Card(Card::Vault)]);
    s.act(MEG, Act::Card(Card::Vault));
    assert_eq!(s.room(MEG), 4);
    assert!(s.hand(MEG).contains(&Card::Crouch), "the old card is back in hand");
    assert!(s.heard(Event::Exchanged(Who::Survivor(MEG))));
}
