//! Games that were written down once are played the same for ever, on every machine.
//!
//! When rules change on purpose, raise the game's `RULES_VERSION` and write the files anew:
//! `UPDATE=1 cargo test -p fogbound-tests --test golden`.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use fogbound_env::games::{stalk, trial};
use fogbound_env::registry::NAMES;
use fogbound_env::{Record, Rng, erased, rollout};
use fogbound_tests::for_each_preset;
use serde_json::json;

/// Games in each checksum.
const GAMES: u64 = 1_000;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden").join(name)
}

fn compare(name: &str, found: &str) {
    let path = path(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, found).expect("the golden files can be written");
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, kept, "{name} differs; if the rules changed on purpose, see the top of this test");
}

/// What a seat hears and sees in a whole game, and the record of it.
#[test]
fn one_game_of_every_preset() {
    for name in NAMES {
        for_each_preset(name, |preset| {
            let game = erased::open(name, &json!({ "preset": preset })).unwrap();
            let mut table = game.table(1);
            let mut rng = Rng::stream(1, 1);
            while let Some(seat) = table.waiting().lowest() {
                let action = rollout::random_action(&table.legal(seat), &mut rng);
                table.commit(seat, action).unwrap();
            }
            let text = table.record().to_text();
            compare(&format!("{name}-{preset}.jsonl"), &text);
            let replayed = erased::open_record(Record::from_text(&text).unwrap()).unwrap();
            assert_eq!(replayed.returns(), table.returns());
        });
    }
}

/// The boards in the documents are drawn from the tables that the engine plays on.
#[test]
fn pictures_of_the_trial_boards() {
    use trial::BoardName;
    for (name, board) in [
        ("macmillan", BoardName::Macmillan),
        ("autohaven", BoardName::Autohaven),
        ("clearing", BoardName::Clearing),
        ("hollow", BoardName::Hollow),
    ] {
        compare(&format!("../../docs/rules/trial-{name}.svg"), &board.svg());
    }
}

#[test]
fn pictures_of_the_stalk_boards() {
    for board in stalk::BoardName::ALL {
        compare(&format!("../../docs/rules/stalk-{}.svg", board.name()), &board.svg());
    }
}

#[test]
fn checksums_of_random_play() {
    let mut found = String::new();
    for name in NAMES {
        for_each_preset(name, |preset| {
            let game = erased::open(name, &json!({ "preset": preset })).unwrap();
            writeln!(found, "{name} {preset} {}", game.checksum(0, GAMES)).unwrap();
        });
    }
    compare("checksums.txt", &found);
}
