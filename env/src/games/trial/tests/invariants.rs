//! What holds in every position of every match: counted in random play over all killers, boards, modes and tables.

use super::*;
use crate::rollout::random_action;
use crate::{Rng, Silence, View};

/// Plays a match at random and looks at every position.
fn watch(setup: Setup, seed: u64, look: impl Fn(&Scene)) -> Scene {
    let mut s = Scene::start(setup);
    let mut rng = Rng::new(seed);
    loop {
        look(&s);
        match s.game.turn(&s.state) {
            Turn::Over => return s,
            Turn::Chance => {
                let id = s.game.draw(&s.state, &mut rng);
                s.game.try_fall(&mut s.state, id, &mut Silence).expect("drawn outcomes are possible");
            }
            Turn::Act(seats) => {
                let mut joint = Joint::NONE;
                for seat in seats.iter() {
                    joint.set(seat, random_action(&s.game.legal(&s.state, seat), &mut rng));
                }
                s.game.try_apply(&mut s.state, &joint, &mut Silence).expect("legal choices are legal");
            }
        }
    }
}

/// One setup for each killer; boards, modes and tables alternate.
fn setups() -> impl Iterator<Item = Setup> {
    let modes = [Mode::Adept, Mode::Bloodweb, Mode::Devout];
    let boards = [BoardName::Macmillan, BoardName::Autohaven];
    Killer::ALL.into_iter().enumerate().map(move |(i, killer)| Setup {
        killer,
        mode: modes[i % 3],
        board: boards[i / 3],
        players: 3 + (i % 3) as u8,
        table_talk: i == 4,
        round_limit: 30,
        ..Setup::default()
    })
}

fn in_every_position(look: impl Fn(&Scene)) {
    for (i, setup) in setups().enumerate() {
        for seed in 0..4 {
            watch(setup.clone(), 100 * i as u64 + seed, &look);
        }
    }
}

fn face_down_tiles_are_unseen(s: &Scene) {
    let board = s.game.board(s.public().board);
    for category in Category::ALL {
        let hidden = board.all_tiles().filter(|&tile| {
            board.category_of(tile) == category && s.public().tiles[tile.index()] == TileState::FaceDown
        });
        let unseen: u8 = category.props().map(|prop| s.public().unflipped[prop as usize]).iter().sum();
        assert_eq!(hidden.count(), usize::from(unseen));
    }
}

#[test]
fn t2_8_t17_5_face_down_tiles_are_what_nobody_has_seen() {
    in_every_position(face_down_tiles_are_unseen);
}

fn items_are_conserved(s: &Scene) {
    let public = s.public();
    let held = public.people.iter().filter(|person| person.item.is_some()).count();
    let drawn = public.deck.iter().chain(&public.discards).map(|&count| usize::from(count)).sum::<usize>();
    let on_the_way = public
        .stack
        .iter()
        .any(|frame| matches!(frame, crate::games::trial::frame::Frame::DrawItem { step: 2, .. }));
    assert_eq!(held + drawn + usize::from(on_the_way), 16);
}

#[test]
fn t15_1_t15_2_sixteen_items_in_deck_discards_and_hands() {
    in_every_position(items_are_conserved);
}

fn pools_are_capped(s: &Scene) {
    assert!(s.killer().blood <= 12);
    assert!(s.public().people.iter().all(|person| person.blood <= 6));
}

#[test]
fn t13_1_t13_3_pools_stay_within_their_caps() {
    in_every_position(pools_are_capped);
}

fn traps_are_conserved(s: &Scene) {
    let traps = s.public().on_path.holding(OnPath::BearTrap).count_ones();
    assert_eq!(traps + u32::from(s.killer().bear_traps), 4);
    assert_eq!(s.public().phantasms.count_ones() + u32::from(s.killer().phantasms), 7);
}

#[test]
fn t22_1_t22_5_t22_11_trap_tokens_are_conserved() {
    in_every_position(traps_are_conserved);
}

fn objectives_end_the_match(s: &Scene) {
    let public = s.public();
    let needed = s.game.board(public.board).print.sacrifices;
    assert!(public.generators <= 7 && public.sacrifices <= needed);
    assert_eq!(public.sacrifices == needed, public.ending == Some(Ending::Killer));
    assert!(public.progress.iter().all(|&progress| progress <= 3));
    let open = public.progress.contains(&3);
    assert_eq!(open, public.ending == Some(Ending::Survivors));
}

#[test]
fn t7_2_t18_3_t24_2_objectives_end_the_match_at_once() {
    in_every_position(objectives_end_the_match);
}

fn places_are_not_shared(s: &Scene) {
    let public = s.public();
    for slot in Slot::ALL {
        let (Place::Locker(tile) | Place::Hook(tile)) = s.person(slot).place else { continue };
        assert_eq!(s.game.board(public.board).room_of(tile), s.person(slot).room);
        assert!(public.is_up(tile, Prop::Locker) || public.is_up(tile, Prop::Hook));
        let same = public.people.iter().filter(|person| person.place == s.person(slot).place);
        assert_eq!(same.count(), 1);
    }
}

#[test]
fn t8_2_t11_14_nobody_shares_a_locker_or_a_hook() {
    in_every_position(places_are_not_shared);
}

fn fresh_wounds_do_not_hang(s: &Scene) {
    assert!(s.public().people.iter().all(|person| !(person.is_hung() && person.wounded_now)));
}

#[test]
fn t10_9_a_wound_of_this_round_is_never_hung() {
    in_every_position(fresh_wounds_do_not_hang);
}

fn choices_are_real(s: &Scene) {
    for seat in s.game.turn(&s.state).acting().iter() {
        let choices = s.game.legal(&s.state, seat).len();
        assert!(choices > 1 || choices == 1 && s.game.asks_forced(&s.state, seat));
    }
}

#[test]
fn t1_12_t1_16_nobody_is_asked_without_a_choice() {
    in_every_position(choices_are_real);
}

#[test]
fn t24_1_every_match_ends() {
    for (i, setup) in setups().enumerate() {
        let s = watch(setup, i as u64, |_| {});
        let returns = s.game.returns(&s.state);
        assert!(s.public().round <= 30);
        assert!(returns[1..s.game.seats()].iter().all(|&survivor| survivor == 0.0 - returns[0]));
    }
}

const INVARIANTS: [fn(&Scene); 8] = [
    face_down_tiles_are_unseen,
    items_are_conserved,
    pools_are_capped,
    traps_are_conserved,
    objectives_end_the_match,
    places_are_not_shared,
    fresh_wounds_do_not_hang,
    choices_are_real,
];

/// Every killer on every board in every mode, with 3 to 5 players, fixed, drawn and drafted, and every other table
/// talking.
fn every_setup() -> Vec<Setup> {
    let mut setups = Vec::new();
    for killer in Killer::ALL {
        for mode in [Mode::Adept, Mode::Bloodweb, Mode::Devout] {
            for board in BoardName::ALL {
                for players in 3..=5 {
                    let large = matches!(board, BoardName::Macmillan | BoardName::Autohaven);
                    let drawn = if large { Assign::Random } else { Assign::Fixed };
                    let assign = [Assign::Fixed, drawn, Assign::Draft][setups.len() % 3];
                    let table_talk = setups.len() % 2 == 1;
                    setups.push(Setup {
                        players,
                        mode,
                        board,
                        killer,
                        assign,
                        captain: players == 5 && setups.len() % 4 == 0,
                        table_talk,
                        ..Setup::default()
                    });
                }
            }
        }
    }
    setups
}

/// All invariants in every position over all setups. `FOGBOUND_DECISIONS` asks for a longer run.
#[test]
fn all_invariants_hold_through_a_long_run() {
    let wanted = std::env::var("FOGBOUND_DECISIONS").map_or(1_000_000, |n| n.parse().expect("a number"));
    let decisions = std::cell::Cell::new(0u64);
    for (i, setup) in every_setup().into_iter().cycle().enumerate() {
        watch(setup, i as u64, |s| {
            for holds in INVARIANTS {
                holds(s);
            }
            decisions.set(decisions.get() + s.game.turn(&s.state).acting().len().max(1) as u64);
        });
        if decisions.get() >= wanted {
            return;
        }
    }
}

/// Memories digest events as numbers: two events that differ must have different ones.
#[test]
fn different_events_have_different_words() {
    let mut seen = std::collections::BTreeMap::new();
    for (i, setup) in every_setup().into_iter().enumerate() {
        let game = Trial::new(setup).unwrap();
        let mut state = game.start();
        let mut heard: Vec<(SeatSet, Event)> = Vec::new();
        crate::rollout::play_out(&game, &mut state, &mut Rng::new(i as u64), &mut heard);
        for (_, event) in heard {
            // What was asked follows from what came before.
            let plain = match event {
                Event::Chose { who, act, .. } => Event::Chose { who, act, node: Node::Talk },
                other => other,
            };
            let first = *seen.entry(event.word()).or_insert(plain);
            assert_eq!(first, plain, "two events look the same to a memory");
        }
    }
    assert!(seen.len() > 700, "only {} kinds of events were seen", seen.len());
}

/// Two views of a seat that differ in anything that is not on the table have different keys, also in worlds that were
/// dealt, where what others did in secret is not in their memories.
#[test]
fn different_secrets_have_different_keys() {
    let known = std::cell::RefCell::new(std::collections::HashMap::new());
    in_every_position(|s| {
        let (Turn::Act(acting), mut rng) = (s.game.turn(&s.state), Rng::new(s.public().memory)) else {
            return;
        };
        let mut worlds = vec![s.state];
        let viewer = s.game.view(&s.state, acting.lowest().expect("somebody acts"));
        worlds.extend((0..3).map(|_| s.game.deal(&viewer, &mut rng)));
        for (world, seat) in
            worlds.iter().flat_map(|world| (0..s.game.seats()).map(move |seat| (world, seat)))
        {
            let view = s.game.view(world, Seat(seat as u8));
            let mut known = known.borrow_mut();
            let first = known.entry(view.key()).or_insert_with(|| view.clone());
            assert_eq!((first.seat, &first.own, first.options), (view.seat, &view.own, view.options));
            assert_eq!(first.public.memory, view.public.memory);
        }
    });
    assert!(known.borrow().len() > 20_000, "only {} views were seen", known.borrow().len());
}
