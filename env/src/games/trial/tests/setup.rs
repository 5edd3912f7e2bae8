//! Roles, seats and setup (T1, T2).
//!
//! No behaviour of their own: T1.14 and T1.15 (difficulty, flavour and information lines), T2.1 (who is the killer is
//! the seat).

use super::*;
use crate::Outcome;

fn outcomes(s: &Scene) -> Vec<u16> {
    let mut ids = Vec::new();
    s.game.outcomes(&s.state, &mut |Outcome { id, .. }| ids.push(id));
    ids
}

#[test]
fn t1_1_three_to_five_players_and_always_four_survivors() {
    for players in 3..=5 {
        let s = Scene::of(Setup { players, ..Setup::default() });
        assert_eq!(s.game.seats(), usize::from(players));
        let survivors: usize = (1..players).map(|seat| s.game.slots_of(Seat(seat)).count()).sum();
        assert_eq!(survivors, 4);
    }
    for players in [2, 6] {
        assert!(Trial::new(Setup { players, ..Setup::default() }).is_err());
    }
}

#[test]
fn t1_2_survivors_are_one_team() {
    let game = Trial::new(Setup::default()).unwrap();
    let killer = SeatSet::one(Seat(0));
    assert_eq!(game.teams(), [killer, SeatSet::first(5).without(Seat(0))]);
}

#[test]
fn t1_3_objectives_are_four_generators_and_eight_sacrifices() {
    for board in [BoardName::Macmillan, BoardName::Autohaven] {
        assert_eq!((board.print().generators, board.print().sacrifices), (4, 8));
    }
}

#[test]
fn t1_5_neighbouring_slots_share_a_seat() {
    for (players, seats) in [(5, [1, 2, 3, 4]), (4, [1, 1, 2, 3]), (3, [1, 1, 2, 2])] {
        let game = Trial::new(Setup { players, ..Setup::default() }).unwrap();
        assert_eq!(Slot::ALL.map(|slot| game.seat_of(Who::Survivor(slot)).0), seats);
        assert_eq!(game.seat_of(KILLER), Seat(0));
    }
}

#[test]
fn t1_6_t2_11_survivors_have_four_cards_and_the_killer_five() {
    let s = Scene::of(Setup::default());
    assert_eq!(s.hand(MEG), [Card::Sneak, Card::Sprint, Card::Crouch, Card::Vault]);
    assert_eq!(s.hand(KILLER), Card::ALL);
}

#[test]
fn t1_7_t2_7_rooms_begin_with_their_props_face_down() {
    let s = Scene::full(Setup::default());
    assert!(s.public().tiles.iter().all(|&tile| tile == TileState::FaceDown));
    let board = s.game.board(BoardName::Macmillan);
    let counts: Vec<usize> = board.rooms().map(|room| board.tiles(room).count()).collect();
    assert_eq!(counts, [4, 4, 4, 5, 5, 4, 4, 4, 6, 4]);
}

#[test]
fn t1_8_t1_9_the_categories_have_their_props() {
    use Prop::{Chest, Crow, Gate, Generator, Hook, Locker, Pallet, Totem};
    let props = [[Generator, Gate], [Hook, Totem], [Chest, Locker], [Crow, Pallet]];
    assert_eq!(Category::ALL.map(Category::props), props);
    assert_eq!(BoardName::Macmillan.print().copies, [7, 3, 7, 3, 6, 6, 5, 7]);
    assert_eq!(BoardName::Autohaven.print().copies, [7, 3, 7, 3, 6, 6, 5, 7]);
}

#[test]
fn t1_12_a_single_option_is_taken_and_announced() {
    let mut s = Scene::new(Killer::Trapper);
    s.enter(MEG);
    let (who, node) = (Who::Survivor(MEG), Node::Destination);
    assert!(s.heard(Event::Chose { who, node, act: to(1) }), "nobody was asked");
}

#[test]
fn t1_13_the_setup_has_defaults_and_limits() {
    let setup = Setup::default();
    assert_eq!((setup.players, setup.mode, setup.board), (5, Mode::Adept, BoardName::Macmillan));
    assert_eq!((setup.killer, setup.assign, setup.table_talk), (Killer::Trapper, Assign::Fixed, false));
    assert_eq!(setup.round_limit, 100);
    let twice = [Survivor::Meg, Survivor::Meg, Survivor::Jake, Survivor::Nea];
    assert!(Trial::new(Setup { survivors: twice, ..Setup::default() }).is_err());
    assert!(Trial::new(Setup { round_limit: 0, ..Setup::default() }).is_err());
}

#[test]
fn t2_2_random_characters_are_killer_survivors_board() {
    let mut s = Scene::start(Setup { assign: Assign::Random, ..Setup::default() });
    assert_eq!(outcomes(&s), [0, 1, 2, 3, 4, 5]);
    s.fall(Killer::Hag as u16);
    for survivor in [6, 0, 3, 2] {
        assert!(outcomes(&s).contains(&survivor));
        s.fall(survivor);
        assert!(!outcomes(&s).contains(&survivor), "survivors are distinct");
    }
    assert_eq!(outcomes(&s), [0, 1]);
    s.fall(1);
    let public = s.public();
    assert_eq!((public.killer_is, public.board), (Killer::Hag, BoardName::Autohaven));
    let survivors = [Survivor::Feng, Survivor::Dwight, Survivor::Jake, Survivor::Claudette];
    assert_eq!(public.survivors, survivors);
    assert_eq!(public.perks[0], Survivor::Feng.printed_perks());
}

#[test]
fn t2_2_a_draft_goes_by_slots_and_ends_with_the_killer() {
    let mut s = Scene::start(Setup { assign: Assign::Draft, ..Setup::default() });
    for (slot, pick) in Slot::ALL.into_iter().zip([4, 5, 6, 0]) {
        assert!(s.is_asked(Node::Draft, slot));
        s.act(slot, Act::Pick(pick));
        assert!(!s.offers(Act::Pick(pick)) || slot == JAKE, "each survivor once");
    }
    assert_eq!(s.legal().len(), 6);
    s.act(KILLER, Act::Pick(3));
    assert_eq!(s.public().killer_is, Killer::Nurse);
    assert_eq!(s.public().survivors[0], Survivor::Nea);
}

#[test]
fn t2_3_t2_4_t2_5_t2_12_t2_13_what_everybody_begins_with() {
    let s = Scene::of(Setup::default());
    assert_eq!(s.public().first, DWIGHT);
    assert!(Slot::ALL.iter().all(|&slot| s.person(slot).token && s.blood_of(slot) == 2));
    assert_eq!(s.blood_of(KILLER), 4);
    assert_eq!((s.killer().bear_traps, s.killer().phantasms), (4, 7));
    assert_eq!((s.public().sacrifices, s.public().generators), (0, 0));
}

#[test]
fn t2_6_the_setup_names_the_board() {
    for board in BoardName::ALL {
        let s = Scene::of(Setup { board, ..Setup::default() });
        assert_eq!(s.public().board, board);
        let rooms = s.game.board(s.public().board).rooms().count();
        assert_eq!(rooms, board.print().rooms.len());
    }
}

#[test]
fn t2_8_types_come_from_what_nobody_has_seen_and_low_positions_go_first() {
    let mut s = Scene::full(Setup::default());
    s.at(MEG, 4);
    s.go(MEG, Card::Sprint);
    s.act(MEG, Act::Category(Category::Boldness));
    let mut weights = Vec::new();
    s.game.outcomes(&s.state, &mut |outcome| weights.push((outcome.id, outcome.weight)));
    assert_eq!(weights, [(Prop::Hook as u16, 7), (Prop::Totem as u16, 3)]);
    s.flip(Prop::Totem);
    let first = s.game.board(BoardName::Macmillan).tile_at(Room(8), 0);
    assert_eq!(s.public().tiles[first.index()], TileState::Up(Prop::Totem));
    assert_eq!(s.public().unflipped[Prop::Totem as usize], 2);
}

#[test]
fn t2_9_t2_10_each_survivor_reveals_a_prop_in_turn_order() {
    for players in [3, 5] {
        let mut s = Scene::start(Setup { players, ..Setup::default() });
        for slot in Slot::ALL {
            assert!(s.is_asked(Node::RevealRoom, slot));
            assert_eq!(s.legal().len(), 10);
            s.act(slot, to(8));
            assert!(s.is_asked(Node::RevealCategory, slot));
            s.act(slot, Act::Category([Category::Survival, Category::Altruism][slot.index() / 2]));
            s.auto();
        }
        assert_eq!(s.ups(8).len(), 4);
    }
}

#[test]
fn t2_15_t2_16_e79_e80_start_dice_are_rolled_by_slots_then_the_killer() {
    let mut s = Scene::start(Setup::default());
    while !matches!(s.state.public.pending, Pending::Chance(Luck::Start(_))) {
        s.auto();
    }
    let ups = s.public().tiles;
    for (who, face, room) in [
        (Who::Survivor(DWIGHT), 0, 3),
        (Who::Survivor(MEG), 1, 0),
        (Who::Survivor(CLAUDETTE), 2, 2),
        (Who::Survivor(JAKE), 3, 6),
        (KILLER, 0, 3),
    ] {
        assert_eq!(s.public().pending, Pending::Chance(Luck::Start(who)));
        s.fall(face);
        assert!(s.heard(Event::Starts(who, Room(room))));
    }
    assert_eq!(s.public().tiles, ups, "nothing is flipped by being placed");
    assert_eq!(s.blood_of(KILLER), 4, "and a zero is no failure");
    assert_eq!(s.killer().room, s.person(DWIGHT).room, "in one room, and nothing happens");
}

#[test]
fn t2_15_every_face_has_its_room() {
    let rooms = |board: BoardName| {
        let game = Trial::new(Setup::default()).unwrap();
        game.board(board).start.map(|room| room.0)
    };
    assert_eq!(rooms(BoardName::Macmillan), [3, 0, 2, 6, 9, 7]);
    assert_eq!(rooms(BoardName::Autohaven), [0, 3, 7, 10, 5, 2]);
}

#[test]
fn t2_17_perks_come_before_the_reveals_and_dice_come_last() {
    let mut s = Scene::start(Setup { mode: Mode::Devout, ..Setup::default() });
    assert!(matches!(s.public().pending, Pending::Pick(0)));
    (0..3).for_each(|_| s.auto());
    assert!(s.is_asked(Node::RevealRoom, DWIGHT));
    while !matches!(s.state.public.pending, Pending::Plan(0)) {
        s.auto();
    }
    let of = |wanted: fn(&Event) -> bool| s.heard.iter().rposition(|(_, event)| wanted(event)).unwrap();
    let dice = s.heard.iter().position(|(_, event)| matches!(event, Event::Starts(..))).unwrap();
    assert!(of(|event| matches!(event, Event::Finds(..))) < dice);
    assert_eq!(s.public().round, 1);
}

#[test]
fn t1_9_the_printed_paths_match_their_tables() {
    let s = Scene::new(Killer::Trapper);
    let out = |board: BoardName, room: usize, card: Card| {
        let board = s.game.board(board);
        let set = board.leaving[room] & board.colour[card as usize];
        let rooms = engine::rooms_along(board, Room(room as u8), set);
        (0..11).filter(|room| rooms >> room & 1 == 1).collect::<Vec<u8>>()
    };
    let cards = [Card::Sneak, Card::Sprint, Card::Crouch, Card::Vault];
    let all = |board, room| cards.map(|card| out(board, room, card));
    let (a, b) = (BoardName::Macmillan, BoardName::Autohaven);
    assert_eq!(all(a, 4), [vec![1], vec![8], vec![3, 5], vec![7]]);
    assert_eq!(all(a, 5), [vec![6, 8], vec![1], vec![4], vec![9]]);
    assert_eq!(all(a, 9), [vec![], vec![], vec![6, 8], vec![7]]);
    assert_eq!(all(b, 5), [vec![1, 4, 9], vec![6], vec![2], vec![8]]);
    assert_eq!(all(b, 6), [vec![3, 10], vec![5, 9], vec![], vec![2]]);
    assert_eq!(all(b, 10), [vec![6], vec![], vec![3], vec![9]]);
}

/// T2.2: a drawn line-up is told by its names, rooms by the board that was drawn.
#[test]
fn a_drawn_game_is_told_by_names() {
    let (_, setup) = Trial::presets().into_iter().find(|(name, _)| *name == "random").unwrap();
    let game = Trial::new(setup).unwrap();
    for seed in 0..20 {
        let (mut state, mut rng) = (game.start(), crate::Rng::new(seed));
        let mut heard: Vec<(SeatSet, Event)> = Vec::new();
        crate::rollout::play_out(&game, &mut state, &mut rng, &mut heard);
        let view = game.view(&state, Seat(0));
        let told = |event: &Event| {
            let mut text = String::new();
            game.show_event(&view, event, &mut text).unwrap();
            text
        };
        let texts: Vec<String> = heard.iter().map(|(_, event)| told(event)).collect();
        let vague = ["room ", "path ", "survivor ", "perk ", "number "];
        let drawn = |text: &&String| !text.contains(" is ") && vague.iter().any(|word| text.contains(word));
        let unclear: Vec<_> = texts
            .iter()
            .filter(drawn)
            .filter(|text| !text.contains("the path from") && !text.starts_with("generator number"))
            .collect();
        assert!(unclear.is_empty(), "{unclear:?}");
        let first = state.public.survivors[0].name();
        assert!(texts.iter().any(|text| text.starts_with(&format!("{first} moves to the "))), "{first}");
    }
}
