//! The worked examples of the rules.

use super::*;

#[test]
fn g01_no_matching_path() {
    let mut s = Scene::full(Setup::default());
    s.at(JAKE, 7);
    s.blood(JAKE, 3);
    s.perk(JAKE, 0, 4);
    s.go(JAKE, Card::Sneak);
    assert_eq!(s.room(JAKE), 7);
    assert!(s.ups(7).is_empty());
    assert!(s.is_asked(Node::Window(Window::SurvivorTurnEnd), JAKE));
    s.pass();
    assert!(!s.heard.iter().any(|(_, event)| matches!(event, Event::Chose { node: Node::SurvivorAct, .. })));
}

/// Meg has gone from the Coal Tower to the Storehouse and found a generator.
fn meg_finds_a_generator() -> Scene {
    let mut s = Scene::full(Setup::default());
    s.at(MEG, 0);
    s.go(MEG, Card::Sprint);
    assert!(s.is_asked(Node::FlipCategory, MEG));
    assert_eq!(s.legal().len(), 4);
    s.act(MEG, Act::Category(Category::Objective));
    s.flip(Prop::Generator);
    s
}

#[test]
fn g02_move_and_reveal() {
    let s = meg_finds_a_generator();
    assert_eq!((s.room(MEG), s.ups(1)), (1, vec![Prop::Generator]));
    assert!(s.is_asked(Node::SurvivorAct, MEG) && s.offers(Act::Prop(Prop::Generator)));
}

#[test]
fn g03_repair_success() {
    let mut s = meg_finds_a_generator();
    s.act(MEG, Act::Prop(Prop::Generator));
    s.die(2);
    assert!(s.heard(Event::Progress(Room(1), Prop::Generator, 1)));
    assert_eq!(s.blood_of(KILLER), 4);
}

#[test]
fn g04_crow_bonus_turn() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(DWIGHT, 0);
    s.put(1, Prop::Crow);
    s.down(2, Prop::Generator);
    s.down(2, Prop::Chest);
    s.go(DWIGHT, Card::Sprint);
    s.act(DWIGHT, Act::Prop(Prop::Crow));
    assert_eq!(s.blood_of(KILLER), 5);
    assert!(s.is_asked(Node::BonusCard, DWIGHT));
    assert_eq!(s.legal(), [Act::Card(Card::Sneak), Act::Card(Card::Crouch), Act::Card(Card::Vault)]);
    s.act(DWIGHT, Act::Card(Card::Crouch));
    assert_eq!(s.room(DWIGHT), 2);
    s.act(DWIGHT, Act::Category(Category::Survival));
    assert_eq!(s.ups(2), [Prop::Chest]);
    assert!(s.is_asked(Node::SurvivorAct, DWIGHT));
    assert_eq!(s.hand(DWIGHT), [Card::Sneak, Card::Vault]);
    assert_eq!(s.ups(1), [Prop::Crow]);
}

/// The Nurse has moved to the Blood Lodge and wounded Meg there.
fn nurse_wounds_meg() -> Scene {
    let survivors = [Survivor::Dwight, Survivor::Meg, Survivor::Claudette, Survivor::Feng];
    let setup = Setup { killer: Killer::Nurse, board: BoardName::Autohaven, survivors, ..Setup::default() };
    let mut s = Scene::bare(setup);
    s.killer_at(7);
    s.blood(KILLER, 5);
    s.at(MEG, 8);
    s.down(8, Prop::Hook);
    s.down(8, Prop::Chest);
    s.at(JAKE, 9);
    s.blood(JAKE, 1);
    s.perk(JAKE, 2, 20);
    s.at(DWIGHT, 5);
    for prop in [Prop::Hook, Prop::Totem, Prop::Chest] {
        s.put(9, prop);
    }
    let generator = s.put(9, Prop::Generator);
    s.progress(generator, 2);
    s.hunt(Card::Sprint, Card::Crouch);
    assert_eq!(s.killer().room, Room(8));
    s.act(KILLER, Act::Category(Category::Boldness));
    s.act(KILLER, Act::Survivor(MEG));
    s
}

#[test]
fn g05_killer_moves_and_attacks() {
    let s = nurse_wounds_meg();
    assert_eq!(s.ups(8), [Prop::Hook]);
    assert!(s.person(MEG).wounded && s.person(MEG).wounded_now);
}

#[test]
fn g06_second_turn_reaction_and_bonus_turn() {
    let mut s = nurse_wounds_meg();
    s.down(6, Prop::Crow);
    assert_eq!(s.asked(), (Node::KillerDestination, KILLER));
    assert_eq!(s.legal(), [to(4), to(9)]);
    s.act(KILLER, to(9));
    s.act(KILLER, Act::Prop(Prop::Generator));
    assert!(s.is_asked(Node::Window(Window::KillerDeclared), JAKE));
    s.act(JAKE, Act::Perk(2));
    assert_eq!(s.legal(), [Act::Pass, to(5), to(6), to(8)]);
    s.act(JAKE, to(6));
    assert_eq!((s.room(JAKE), s.blood_of(JAKE), s.ups(6)), (6, 0, vec![Prop::Crow]));
    assert!(s.heard(Event::Progress(Room(9), Prop::Generator, 0)));
    assert_eq!(s.hand(KILLER), [Card::Sneak, Card::Vault, Card::Wait]);
    assert!(s.is_asked(Node::KillerBonus, KILLER));
    s.act(KILLER, Act::Yes);
    assert_eq!(s.blood_of(KILLER), 1);
    s.act(KILLER, Act::Card(Card::Sneak));
    assert_eq!(s.killer().room, Room(5));
    s.blood(KILLER, 8);
    s.act(KILLER, Act::Survivor(DWIGHT));
    assert!(s.person(DWIGHT).wounded);
    assert_eq!((s.public().round, s.public().pending), (2, Pending::Plan(0)), "no second bonus turn");
}

#[test]
fn g07_pallet_drop() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 0);
    s.at(JAKE, 0);
    s.killer_at(0);
    s.power();
    s.put(1, Prop::Pallet);
    s.state.public.first = MEG;
    s.plan([Card::Sneak, Card::Sprint, Card::Sneak, Card::Sprint], Card::Sprint, Card::Crouch);
    s.act(MEG, Act::Prop(Prop::Pallet));
    assert_eq!(s.legal(), [to(0), to(2), to(4)]);
    s.act(MEG, to(0));
    assert_eq!(s.room(JAKE), 1, "a survivor passes over the pallet");
    assert_eq!((s.killer().room, s.on(0, 1)), (Room(0), OnPath::Nothing));
    assert!(s.is_asked(Node::KillerBonus, KILLER), "neither card gave an interaction");
}

#[test]
fn g08_two_repairs() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(DWIGHT, 0);
    s.at(JAKE, 0);
    let generator = s.put(1, Prop::Generator);
    s.plan([Card::Sprint, Card::Sneak, Card::Sneak, Card::Sprint], Card::Wait, Card::Vault);
    s.act(DWIGHT, Act::Prop(Prop::Generator));
    s.die(3);
    assert_eq!(s.progress_of(generator), 1);
    s.act(JAKE, Act::Prop(Prop::Generator));
    s.die(5);
    assert!(s.is_gone(generator));
    assert_eq!(s.public().generators, 1);
}

#[test]
fn g09_rescue() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(8, Prop::Hook);
    s.put(8, Prop::Hook);
    s.hang(MEG, hook);
    s.wound(MEG);
    s.at(CLAUDETTE, 4);
    s.down(4, Prop::Chest);
    s.down(9, Prop::Generator);
    s.go(CLAUDETTE, Card::Sprint);
    s.act(CLAUDETTE, Act::Prop(Prop::Hook));
    assert!(s.is_asked(Node::WhichTile, CLAUDETTE));
    s.act(CLAUDETTE, Act::Index(0));
    assert_eq!(s.public().entity, Entity::OnTile(hook));
    assert_eq!(s.blood_of(CLAUDETTE), 3);
    assert!(s.person(MEG).is_visible() && s.room(MEG) == 8);
    s.act(CLAUDETTE, to(4));
    assert_eq!((s.room(CLAUDETTE), s.ups(4)), (4, vec![Prop::Chest]));
    s.act(MEG, to(9));
    assert_eq!((s.room(MEG), s.ups(9)), (9, vec![Prop::Generator]));
    assert!(s.person(MEG).wounded);
    assert!(s.public().is_blocked(hook));
}

#[test]
fn g10_bear_trap() {
    let mut s = Scene::new(Killer::Trapper);
    s.killer_at(4);
    s.at(MEG, 8);
    s.power();
    s.hunt(Card::Wait, Card::Crouch);
    s.act(KILLER, Act::Power);
    assert_eq!(s.legal(), [to(0), to(1), to(7), to(8)]);
    s.act(KILLER, to(8));
    assert_eq!((s.on(4, 8), s.killer().bear_traps), (OnPath::BearTrap, 3));
    s.end_round();
    s.go(MEG, Card::Sprint);
    s.danger(false);
    assert_eq!((s.on(4, 8), s.killer().bear_traps), (OnPath::Nothing, 4));
    assert!(s.person(MEG).wounded);
    assert_eq!((s.blood_of(KILLER), s.room(MEG)), (5, 4));
}

#[test]
fn g11_wailing_bell() {
    let mut s = Scene::new(Killer::Wraith);
    s.killer_at(0);
    s.power();
    s.down(9, Prop::Hook);
    s.hunt(Card::Wait, Card::Sneak);
    s.act(KILLER, Act::Power);
    assert_eq!(s.legal(), [to(2), to(5), to(6), to(7), to(8), to(9)]);
    s.act(KILLER, to(9));
    assert_eq!((s.killer().room, s.ups(9)), (Room(9), vec![Prop::Hook]));
    assert!(s.killer().cloaked);
    assert!(s.is_asked(Node::KillerBonus, KILLER), "no interaction is left in this turn");
}

/// The Doctor uses his power on Dwight (mad, no blood) and Meg (two blood).
fn spark() -> Scene {
    let mut s = Scene::new(Killer::Doctor);
    s.power();
    s.at(DWIGHT, 3);
    s.at(MEG, 3);
    s.blood(DWIGHT, 0);
    s.state.public.people[0].madness = true;
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Power);
    s
}

#[test]
fn g12_carters_spark() {
    let mut s = spark();
    assert!(s.person(DWIGHT).wounded && s.person(DWIGHT).madness);
    assert!(s.is_asked(Node::Spark, MEG));
    s.act(MEG, Act::Yes);
    assert_eq!((s.blood_of(MEG), s.person(MEG).madness), (1, false));
    let mut s = spark();
    s.act(MEG, Act::Pass);
    assert_eq!((s.blood_of(MEG), s.person(MEG).madness), (2, true));
}

#[test]
fn g13_immediate_sacrifice() {
    let mut s = Scene::new(Killer::Trapper);
    let hook = s.put(3, Prop::Hook);
    s.at(DWIGHT, 3);
    s.wound(DWIGHT);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(DWIGHT));
    assert_eq!(s.person(DWIGHT).place, Place::Hook(hook));
    assert!(!s.person(DWIGHT).token);
    assert_eq!(s.public().sacrifices, 1);
}

#[test]
fn g14_break_free() {
    let mut s = Scene::new(Killer::Wraith);
    s.at(CLAUDETTE, 3);
    s.wound(CLAUDETTE);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(CLAUDETTE));
    assert!(s.is_asked(Node::DiceCount, KILLER));
    s.act(KILLER, Act::Index(1));
    s.die(5);
    s.die(0);
    assert_eq!(s.blood_of(KILLER), 5);
    assert!(s.person(CLAUDETTE).is_visible() && s.person(CLAUDETTE).wounded);
    assert_eq!(s.room(CLAUDETTE), 3);
}

#[test]
fn g15_carry() {
    let mut s = Scene::new(Killer::Hillbilly);
    s.killer_at(4);
    let taken = s.put(4, Prop::Hook);
    s.hang(DWIGHT, taken);
    s.at(MEG, 4);
    s.wound(MEG);
    s.down(8, Prop::Chest);
    s.down(9, Prop::Locker);
    let hook = s.put(9, Prop::Hook);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Survivor(MEG));
    s.act(KILLER, Act::Index(2));
    s.die(0);
    s.die(1);
    s.die(2);
    assert_eq!(s.blood_of(KILLER), 5);
    assert_eq!(s.legal(), [Act::Pass, to(1), to(7), to(8)]);
    s.act(KILLER, to(8));
    s.flip(Prop::Chest);
    s.act(KILLER, to(9));
    s.act(KILLER, Act::Pass);
    assert_eq!(s.ups(9), [Prop::Hook, Prop::Locker]);
    assert_eq!(s.person(MEG).place, Place::Hook(hook));
    assert_eq!(s.public().sacrifices, 2);
}
