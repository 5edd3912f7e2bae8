//! What the perks of the killers do: K00 to K11.

use super::*;

/// Meg is about to repair a generator in the Storehouse; the killer stands where the test says.
fn repair(killer_room: u8, prepare: impl Fn(&mut Scene)) -> (Scene, Tile) {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.killer_at(killer_room);
    prepare(&mut s);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Generator));
    (s, generator)
}

#[test]
fn k00_unnerving_presence_makes_checks_nearby_dangerous() {
    for room in [1, 5] {
        let (mut s, generator) = repair(room, |s| s.perk(KILLER, 0, 0));
        assert!(s.is_asked(Node::Window(Window::CheckDeclared), KILLER));
        s.act(KILLER, Act::Perk(0));
        s.danger(true);
        assert_eq!((s.progress_of(generator), s.blood_of(KILLER)), (2, 2));
    }
}

#[test]
fn k00_unnerving_presence_needs_to_be_near_and_no_danger_yet() {
    let (mut s, _) = repair(3, |s| s.perk(KILLER, 0, 0));
    s.die(1);
    let (mut s, generator) = repair(1, |s| {
        s.perk(KILLER, 0, 0);
        s.state.public.overcharged = u64::MAX;
    });
    s.danger(true);
    assert_eq!(s.progress_of(generator), 2);
}

/// The killer is about to walk from the Coal Tower over a pallet to Meg.
fn over_a_pallet(prepare: impl Fn(&mut Scene)) -> Scene {
    let mut s = Scene::new(Killer::Trapper);
    s.killer_at(0);
    s.at(MEG, 1);
    s.lay(0, 1, OnPath::Pallet);
    prepare(&mut s);
    s.hunt(Card::Sprint, Card::Crouch);
    s
}

#[test]
fn k01_brutal_strength_goes_through_a_pallet() {
    let mut s = over_a_pallet(|s| s.perk(KILLER, 1, 1));
    assert!(s.is_asked(Node::Window(Window::KillerPath), KILLER));
    s.act(KILLER, Act::Perk(1));
    assert_eq!((s.killer().room, s.on(0, 1)), (Room(1), OnPath::Nothing));
    assert!(s.is_asked(Node::KillerAct, KILLER));
    assert_eq!(s.blood_of(KILLER), 3);
}

#[test]
fn k01_brutal_strength_needs_a_pallet() {
    let mut s = Scene::new(Killer::Trapper);
    s.killer_at(0);
    s.perk(KILLER, 1, 1);
    s.hunt(Card::Sprint, Card::Crouch);
    assert_eq!(s.killer().room, Room(2), "neither path had one, nothing was asked");
}

#[test]
fn k02_agitation_adds_a_space() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(JAKE, 3);
    s.wound(JAKE);
    let hook = s.put(1, Prop::Hook);
    s.perk(KILLER, 2, 2);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(JAKE));
    assert!(s.is_asked(Node::Window(Window::PickedUp), KILLER));
    s.act(KILLER, Act::Perk(2));
    s.act(KILLER, Act::Index(0));
    s.die(1);
    s.act(KILLER, to(0));
    s.act(KILLER, to(1));
    assert_eq!(s.person(JAKE).place, Place::Hook(hook), "two rooms with one die");
}

#[test]
fn k02_agitation_is_not_needed_beside_a_hook() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(JAKE, 3);
    s.wound(JAKE);
    s.put(3, Prop::Hook);
    s.perk(KILLER, 2, 2);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(JAKE));
    assert!(s.person(JAKE).is_hung());
}

#[test]
fn k03_predator_sees_a_card_and_may_exchange() {
    let mut s = Scene::new(Killer::Trapper);
    s.killer_at(0);
    s.perk(KILLER, 0, 3);
    s.at(MEG, 0);
    s.play(MEG, Card::Vault, Card::Crouch, Card::Wait);
    s.act(KILLER, Act::Perk(0));
    assert!(s.is_asked(Node::TargetSurvivor, KILLER));
    s.act(KILLER, Act::Survivor(MEG));
    assert!(s.heard.contains(&(SeatSet::one(Seat(0)), Event::Peeks(Who::Survivor(MEG), Card::Vault))));
    assert_eq!(s.legal(), [Act::Pass, Act::Index(0), Act::Index(1)]);
    s.act(KILLER, Act::Index(0));
    assert_eq!(s.legal(), [Act::Card(Card::Sneak), Act::Card(Card::Sprint), Act::Card(Card::Vault)]);
    s.act(KILLER, Act::Card(Card::Vault));
    assert!(s.is_asked(Node::KillerAct, KILLER) && s.killer().room == s.person(MEG).room);
    assert!(s.hand(KILLER).contains(&Card::Crouch));
}

#[test]
fn k03_predator_does_not_see_the_hidden_or_the_hung() {
    let mut s = Scene::new(Killer::Trapper);
    let hooks = [s.put(8, Prop::Hook), s.put(8, Prop::Hook)];
    let locker = s.put(1, Prop::Locker);
    s.hang(DWIGHT, hooks[0]);
    s.hang(MEG, hooks[1]);
    s.hide(CLAUDETTE, locker);
    s.perk(KILLER, 0, 3);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Perk(0));
    assert!(s.is_asked(Node::ExchangeSide, KILLER), "Jake was the only choice");
}

#[test]
fn k04_bloodhound_runs_to_the_wounded_even_from_wait() {
    for left in [Card::Wait, Card::Sneak] {
        let mut s = Scene::new(Killer::Trapper);
        s.at(MEG, 7);
        s.wound(MEG);
        s.perk(KILLER, 1, 4);
        s.hunt(left, Card::Vault);
        assert!(s.is_asked(Node::Window(Window::KillerReveal), KILLER));
        s.act(KILLER, Act::Perk(1));
        assert_eq!((s.killer().room, s.blood_of(KILLER)), (Room(7), 2));
        assert_eq!(s.legal(), [Act::Pass, Act::Survivor(MEG)]);
    }
}

#[test]
fn k04_bloodhound_needs_visible_prey_at_the_end_of_an_exit() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 4);
    s.wound(MEG);
    s.killer_at(7);
    s.perk(KILLER, 1, 4);
    s.hunt(Card::Wait, Card::Vault);
    assert!(s.is_asked(Node::KillerBonus, KILLER), "the arrow points the other way");
}

#[test]
fn k05_shadowborn_trades_the_cards() {
    let mut s = Scene::new(Killer::Trapper);
    s.perk(KILLER, 2, 5);
    s.hunt(Card::Sneak, Card::Sprint);
    assert!(s.is_asked(Node::Window(Window::KillerTurnStart), KILLER));
    s.act(KILLER, Act::Perk(2));
    assert!(s.heard(Event::Swapped));
    let moves: Vec<_> =
        s.heard.iter().filter(|(_, event)| matches!(event, Event::Reveals(KILLER, _))).collect();
    let everybody = SeatSet::first(5);
    let cards = [Card::Sprint, Card::Sneak].map(|card| (everybody, Event::Reveals(KILLER, card)));
    assert_eq!(moves, cards.iter().collect::<Vec<_>>());
}

#[test]
fn k05_shadowborn_is_for_the_first_turn() {
    let mut s = Scene::new(Killer::Trapper);
    s.perk(KILLER, 2, 5);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Pass);
    assert!(s.is_asked(Node::KillerBonus, KILLER));
}

#[test]
fn k06_enduring_keeps_the_interaction_of_a_halted_killer() {
    let mut s = over_a_pallet(|s| {
        s.perk(KILLER, 0, 6);
        s.at(JAKE, 0);
    });
    assert!(s.is_asked(Node::Window(Window::KillerHalted), KILLER));
    s.act(KILLER, Act::Perk(0));
    assert_eq!((s.killer().room, s.on(0, 1)), (Room(0), OnPath::Nothing));
    s.act(KILLER, Act::Survivor(JAKE));
    assert!(s.person(JAKE).wounded);
}

#[test]
fn t9_6_e05_enduring_keeps_the_power_too() {
    let mut s = over_a_pallet(|s| {
        s.perk(KILLER, 0, 6);
        s.power();
    });
    s.act(KILLER, Act::Perk(0));
    assert!(s.is_asked(Node::KillerAct, KILLER) && s.offers(Act::Power));
}

#[test]
fn e92_enduring_may_be_used_with_nothing_to_do() {
    let mut s = over_a_pallet(|s| s.perk(KILLER, 0, 6));
    assert!(s.offers(Act::Perk(0)));
    s.blood(KILLER, 6);
    s.act(KILLER, Act::Perk(0));
    assert!(s.is_asked(Node::KillerBonus, KILLER));
    assert_eq!(s.blood_of(KILLER), 5);
}

#[test]
fn k07_lightborn_wastes_an_item() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.item(MEG, Item::Toolbox);
    s.perk(KILLER, 1, 7);
    s.enter(MEG);
    s.act(MEG, Act::Item);
    assert!(s.is_asked(Node::Window(Window::ItemUsed), KILLER));
    s.act(KILLER, Act::Perk(1));
    assert_eq!((s.progress_of(generator), s.person(MEG).item), (0, None));
    assert_eq!((s.public().discards[0], s.blood_of(KILLER)), (1, 3));
}

#[test]
fn e93_a_kept_item_that_is_wasted_stays() {
    let mut s = Scene::new(Killer::Trapper);
    let generator = s.put(1, Prop::Generator);
    s.item(MEG, Item::Toolbox);
    s.at(JAKE, 1);
    s.perk(JAKE, 0, 14);
    s.perk(KILLER, 1, 7);
    s.enter(MEG);
    s.act(MEG, Act::Item);
    s.act(JAKE, Act::Perk(0));
    s.act(KILLER, Act::Perk(1));
    assert_eq!((s.progress_of(generator), s.person(MEG).item), (0, Some(Item::Toolbox)));
    assert!(s.offers(Act::Item));
}

#[test]
fn k08_tinkerer_watches_for_two_progress() {
    for (before, face, asked) in [(1, 1, true), (2, 0, true), (0, 1, false), (2, 1, false)] {
        let (mut s, _) = repair(3, |s| {
            s.perk(KILLER, 2, 8);
            let generator = s.game.board(BoardName::Macmillan).tiles(Room(1)).next().expect("a tile");
            s.progress(generator, before);
        });
        s.die(face);
        let blood = s.blood_of(KILLER);
        assert_eq!(s.is_asked(Node::Window(Window::SurvivorActed), KILLER), asked, "{before} {face}");
        if asked {
            s.act(KILLER, Act::Perk(2));
            assert_eq!(s.blood_of(KILLER), blood + 1);
        }
    }
}

#[test]
fn k09_e49_t8_13_stridor_drags_the_wounded_out_of_hiding() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(1, Prop::Locker);
    s.hide(MEG, locker);
    s.wound(MEG);
    s.killer_at(0);
    s.perk(KILLER, 0, 9);
    s.hunt(Card::Sprint, Card::Wait);
    assert!(s.is_asked(Node::Window(Window::KillerMoved), KILLER));
    s.act(KILLER, Act::Perk(0));
    assert!(s.person(MEG).is_visible());
    assert_eq!(s.legal(), [Act::Pass, Act::Survivor(MEG)]);
}

#[test]
fn k09_stridor_does_not_hear_the_healthy() {
    let mut s = Scene::new(Killer::Trapper);
    let locker = s.put(1, Prop::Locker);
    s.hide(MEG, locker);
    s.killer_at(0);
    s.perk(KILLER, 0, 9);
    s.hunt(Card::Sprint, Card::Wait);
    assert_eq!(s.legal(), [Act::Pass, Act::Prop(Prop::Locker)]);
}

#[test]
fn k10_thanatophobia_keeps_the_lower_die() {
    let (mut s, generator) = repair(3, |s| {
        s.perk(KILLER, 1, 10);
        s.wound(DWIGHT);
        s.wound(JAKE);
    });
    s.act(KILLER, Act::Perk(1));
    s.die(5);
    s.die(0);
    assert_eq!((s.progress_of(generator), s.blood_of(KILLER)), (0, 4), "one paid, one gained");
}

#[test]
fn k10_thanatophobia_needs_two_wounded() {
    let (mut s, _) = repair(3, |s| {
        s.perk(KILLER, 1, 10);
        s.wound(DWIGHT);
        let hook = s.put(8, Prop::Hook);
        s.wound(JAKE);
        s.hang(JAKE, hook);
    });
    s.die(1);
    assert!(s.public().killer_acts);
}

#[test]
fn k11_a_nurses_calling_comes_to_the_healed() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(JAKE, 1);
    s.wound(JAKE);
    s.killer_at(5);
    s.down(1, Prop::Chest);
    s.down(1, Prop::Pallet);
    s.perk(KILLER, 2, 11);
    s.enter(MEG);
    s.act(MEG, Act::Category(Category::Survival));
    s.act(MEG, Act::Survivor(JAKE));
    s.die(2);
    assert!(s.is_asked(Node::Window(Window::Healed), KILLER));
    s.act(KILLER, Act::Perk(2));
    assert_eq!((s.killer().room, s.ups(1)), (Room(1), vec![Prop::Chest, Prop::Pallet]));
}

#[test]
fn k11_a_nurses_calling_hears_connected_rooms_only() {
    for room in [1, 3] {
        let mut s = Scene::new(Killer::Trapper);
        s.at(JAKE, 1);
        s.wound(JAKE);
        s.killer_at(room);
        s.perk(KILLER, 2, 11);
        s.enter(MEG);
        s.act(MEG, Act::Survivor(JAKE));
        s.die(2);
        assert!(s.public().killer_acts, "neither in his own room nor far away");
    }
}
