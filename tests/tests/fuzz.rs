//! Arbitrary bytes as moves, setups and records: errors are fine, panics are not.

use fogbound_env::erased::{self, AnyTable};
use fogbound_env::registry::{self, NAMES, Visitor};
use fogbound_env::{Action, Game, Joint, Move, Record, Seat, SeatSet, Silence, Turn, rollout};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Enough for half a minute in all; set `PROPTEST_CASES` for a longer hunt.
const CASES: u32 = 400;

fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(CASES);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Plays bytes as moves straight into the rules.
struct PlayBytes<'a>(&'a [u8]);

impl Visitor for PlayBytes<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let mut state = game.start();
        for chunk in self.0.chunks(4) {
            let byte = |i: usize| chunk.get(i).copied().unwrap_or(0);
            let wide = u16::from_le_bytes([byte(1), byte(2)]);
            // Small numbers are often legal, large ones never: both roads have to be walked.
            let number = if byte(3) % 8 == 0 { wide } else { wide % (G::ACTIONS as u16 + 2) };
            let before = state.clone();
            let played = if byte(0) % 4 == 0 {
                game.try_fall(&mut state, number, &mut Silence)
            } else {
                let mut joint = Joint::one(Seat(byte(0) % 8), Action(number));
                for (i, seat) in game.turn(&state).acting().iter().enumerate() {
                    joint.set(seat, Action(u16::from(byte(i + 1)) % (G::ACTIONS as u16 + 1)));
                }
                game.try_apply(&mut state, &joint, &mut Silence)
            };
            if played.is_err() {
                assert_eq!(state, before);
            }
        }
        if game.turn(&state) != Turn::Over {
            rollout::play_out(&game, &mut state, &mut fogbound_env::Rng::new(1), &mut Silence);
        }
    }
}

/// JSON that has a fair chance to be a setup.
fn near_setups() -> impl Strategy<Value = Value> {
    let field = prop_oneof![
        Just("cards".to_string()),
        Just("prizes".to_string()),
        Just("bids".to_string()),
        Just("payoff".to_string()),
        Just("preset".to_string()),
        "[a-z]{0,6}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0..20u8).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop_oneof!["random", "hidden", "open", "descending", "win", "tiny", ".{0,8}"].prop_map(Value::from),
    ];
    let tree = leaf.prop_recursive(2, 8, 4, |inner| prop::collection::vec(inner, 0..4).prop_map(Value::from));
    prop_oneof![
        3 => prop::collection::hash_map(field, tree.clone(), 0..4).prop_map(|map| Value::Object(map.into_iter().collect())),
        1 => tree,
    ]
}

fn a_record(name: &str, seed: u64) -> Record {
    let mut table = erased::open(name, &Value::Null).expect("a known game").table(seed);
    play_on(&mut *table, seed);
    table.record().clone()
}

fn play_on(table: &mut dyn AnyTable, seed: u64) {
    let mut rng = fogbound_env::Rng::new(seed);
    while let Some(seat) = table.waiting().lowest() {
        let action = rollout::random_action(&table.legal(seat), &mut rng);
        table.commit(seat, action).expect("a legal choice");
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn bytes_as_moves(game in 0..NAMES.len(), bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        registry::open(NAMES[game], &json!({}), PlayBytes(&bytes)).unwrap();
    }

    #[test]
    fn bytes_as_commits(game in 0..NAMES.len(), seed: u64, bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut table = erased::open(NAMES[game], &Value::Null).unwrap().table(seed);
        for pair in bytes.chunks_exact(2) {
            let before = (table.waiting(), table.record().clone());
            let legal = table.legal(Seat(pair[0])).contains(Action(pair[1].into()));
            let taken = table.commit(Seat(pair[0]), Action(pair[1].into()));
            prop_assert_eq!(taken.is_ok(), legal);
            if taken.is_err() {
                prop_assert_eq!((table.waiting(), table.record()), (before.0, &before.1));
            }
        }
        play_on(&mut *table, seed);
        prop_assert!(table.returns().is_some());
    }

    #[test]
    fn json_as_setups(game in 0..NAMES.len(), setup in near_setups()) {
        match erased::open(NAMES[game], &setup) {
            Ok(game) => play_on(&mut *game.table(1), 1),
            Err(refused) => prop_assert!(!refused.to_string().is_empty()),
        }
    }

    #[test]
    fn bytes_as_records(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = String::from_utf8_lossy(&bytes);
        prop_assert!(Record::from_text(&text).is_err());
        prop_assert!(Record::from_cut_text(&text).is_err());
    }

    /// A record that was tampered with is refused, or it is still the same game.
    #[test]
    fn damaged_records(
        game in 0..NAMES.len(),
        seed in 0..50u64,
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3u8), 1..4),
    ) {
        let record = a_record(NAMES[game], seed);
        let mut bytes = record.to_text().into_bytes();
        for (at, byte, kind) in edits {
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => { bytes.remove(at); }
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        for read in [Record::from_text(&text), Record::from_cut_text(&text)].into_iter().flatten() {
            let whole = read.moves.len() == record.moves.len();
            prop_assert_eq!(&read.moves[..], &record.moves[..read.moves.len()]);
            if whole && read.returns.is_some() {
                // Anything that still replays has the same ending.
                if let Ok(table) = erased::open_record(read) {
                    prop_assert_eq!(table.returns(), record.returns.as_deref());
                }
            }
        }
    }

    /// Moves that were never checked, in records that were never written: the replay refuses, or plays.
    #[test]
    fn arbitrary_moves_in_records(
        game in 0..NAMES.len(),
        moves in prop::collection::vec((any::<bool>(), 0..16u16, 0..16u16), 0..40),
    ) {
        let mut record = a_record(NAMES[game], 1);
        record.returns = None;
        record.moves = moves.into_iter().map(|(chance, first, second)| {
            let mut joint = Joint::NONE;
            joint.set(Seat(0), if first == 15 { Action::NONE } else { Action(first) });
            joint.set(Seat(1), if second == 15 { Action::NONE } else { Action(second) });
            if chance { Move::Chance(first) } else { Move::Act(joint) }
        }).collect();
        let again = Record::from_text(&record.to_text()).unwrap();
        prop_assert_eq!(&again, &record);
        let _ = erased::open_record(again);
    }

    #[test]
    fn seat_sets_are_sets(bits: u8, seat in 0..8u8) {
        let set: SeatSet = (0..8).filter(|i| bits >> i & 1 == 1).map(Seat).collect();
        prop_assert_eq!(set.len() as u32, bits.count_ones());
        prop_assert!(set.with(Seat(seat)).contains(Seat(seat)));
        prop_assert!(!set.without(Seat(seat)).contains(Seat(seat)));
    }
}
