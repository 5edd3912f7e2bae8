//! Connections, walls, pallets and traps on paths (T1.11, T17).

use super::*;

fn board(s: &Scene) -> &crate::games::trial::board::Board {
    s.game.board(s.state.public.board)
}

fn rooms(s: &Scene, room: u8, set: u32) -> Vec<u8> {
    let set = engine::rooms_along(board(s), Room(room), set);
    (0..16).filter(|room| set >> room & 1 == 1).collect()
}

#[test]
fn t1_11_exits_for_survivors_the_killer_and_a_carrier() {
    let mut s = Scene::new(Killer::Trapper);
    s.lay(4, 8, OnPath::Pallet);
    let (public, room) = (s.public(), Room(4));
    assert_eq!(rooms(&s, 4, engine::survivor_exits(public, board(&s), room)), [1, 7, 8]);
    assert_eq!(rooms(&s, 4, engine::killer_exits(public, board(&s), room)), [1, 3, 5, 7, 8]);
    assert_eq!(rooms(&s, 4, engine::carry_exits(public, board(&s), room)), [1, 7]);
    assert_eq!(rooms(&s, 4, board(&s).incident[4]), [0, 1, 3, 5, 7, 8]);
    assert_eq!(rooms(&s, 4, engine::free_paths(public, board(&s), room)), [0, 1, 7]);
    s.block_path(4, 1);
    let public = s.public();
    assert_eq!(rooms(&s, 4, engine::survivor_exits(public, board(&s), room)), [7, 8]);
    assert_eq!(rooms(&s, 4, engine::killer_exits(public, board(&s), room)), [3, 5, 7, 8]);
}

#[test]
fn t17_1_e54_an_arrow_connects_both_ways() {
    let s = Scene::new(Killer::Trapper);
    assert!(board(&s).is_connected(Room(7), Room(9)) && board(&s).is_connected(Room(9), Room(7)));
    assert!(!board(&s).is_connected(Room(3), Room(9)));
}

#[test]
fn t17_2_e55_what_lies_on_a_path_does_not_disconnect() {
    let mut s = Scene::new(Killer::Trapper);
    s.at(MEG, 4);
    s.wound(MEG);
    s.perk(KILLER, 0, 21);
    s.hunt(Card::Wait, Card::Vault);
    s.act(KILLER, Act::Perk(0));
    assert_eq!(s.room(MEG), 3, "there is only a walled path between the two");
}

#[test]
fn t17_3_four_walls_stand_at_the_start() {
    for board in [BoardName::Macmillan, BoardName::Autohaven] {
        let s = Scene::of(Setup { board, ..Setup::default() });
        let walls = s.public().on_path.holding(OnPath::Wall).count_ones();
        assert_eq!(walls, 4);
    }
}

#[test]
fn t17_5_e85_a_room_may_run_out_of_props() {
    let mut s = Scene::new(Killer::Trapper);
    let chest = s.put(1, Prop::Chest);
    s.enter(MEG);
    s.act(MEG, Act::Prop(Prop::Chest));
    s.draw(Item::Map);
    assert!(s.is_gone(chest) && s.ups(1).is_empty());
    s.end_round();
    s.at(MEG, 0);
    s.at(JAKE, 0);
    s.enter(JAKE);
    assert_eq!(s.room(JAKE), 1);
}

#[test]
fn t17_6_a_bear_trap_is_sprung_either_way_and_the_move_goes_on() {
    for great in [true, false] {
        let mut s = Scene::new(Killer::Trapper);
        s.lay(0, 1, OnPath::BearTrap);
        s.at(MEG, 1);
        s.go(MEG, Card::Sprint);
        assert_eq!((s.on(0, 1), s.killer().bear_traps), (OnPath::Nothing, 4));
        s.danger(great);
        assert_eq!((s.room(MEG), s.person(MEG).wounded), (0, !great));
        assert_eq!(s.blood_of(KILLER), 4 + u8::from(!great));
    }
}

#[test]
fn t17_6_the_roll_is_made_in_the_room_that_is_left() {
    let mut s = Scene::new(Killer::Trapper);
    s.lay(0, 1, OnPath::BearTrap);
    s.at(DWIGHT, 0);
    s.perk(DWIGHT, 0, 2);
    s.enter(MEG);
    s.danger(false);
    s.act(DWIGHT, Act::Perk(0));
    s.danger(true);
    assert!(!s.person(MEG).wounded && s.room(MEG) == 1);
}

#[test]
fn t17_6_the_killer_walks_over_bear_traps() {
    let mut s = Scene::new(Killer::Trapper);
    s.lay(3, 0, OnPath::BearTrap);
    s.hunt(Card::Sneak, Card::Wait);
    assert_eq!((s.killer().room, s.on(3, 0)), (Room(0), OnPath::BearTrap));
}

#[test]
fn t17_7_e90_a_carried_survivor_springs_nothing() {
    let mut s = super::perks_survivor::struggle(|s| s.lay(3, 0, OnPath::BearTrap), 1);
    s.state.public.phantasms = 1;
    s.die(1);
    s.act(KILLER, to(0));
    assert_eq!((s.room(JAKE), s.on(3, 0), s.public().phantasms), (0, OnPath::BearTrap, 1));
}
