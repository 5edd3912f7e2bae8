//! Setups beyond the presets: any that is accepted passes the suite, any other is refused in clear words.

use std::sync::Arc;

use fogbound_env::games::goofspiel::{Bids, Goofspiel, Payoff, Prizes, Setup};
use fogbound_env::registry::NAMES;
use fogbound_env::{Game, erased};
use fogbound_tests::Check;
use proptest::prelude::*;
use serde_json::{Value, json};

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_goofspiel_passes_the_suite(
        cards in 3..=13u8,
        prizes in prop_oneof![Just(Prizes::Ascending), Just(Prizes::Descending), Just(Prizes::Random)],
        bids in prop_oneof![Just(Bids::Hidden), Just(Bids::Open)],
        payoff in prop_oneof![Just(Payoff::Win), Just(Payoff::Points)],
    ) {
        let game = Arc::new(Goofspiel::new(Setup { cards, prizes, bids, payoff }).unwrap());
        for check in Check::ALL {
            check.run(&game, 10);
        }
    }
}

#[test]
fn what_is_left_out_has_its_default_and_a_preset_can_be_changed() {
    let setup = |json: Value| erased::open("goofspiel", &json).unwrap().info().setup;
    assert_eq!(setup(Value::Null), setup(json!({})));
    assert_eq!(setup(json!({"preset": "default"})), setup(json!({})));
    let changed = setup(json!({"preset": "tiny", "bids": "open"}));
    assert_eq!(changed, json!({"cards": 3, "prizes": "descending", "bids": "open", "payoff": "win"}));
}

#[test]
fn refusals_say_what_was_wrong_and_what_is_allowed() {
    let refusal = |game: &str, json: Value| erased::open(game, &json).unwrap_err().to_string();
    let unknown = refusal("chess", json!({}));
    assert_eq!(unknown, format!("there is no game `chess`; the games are {}", NAMES.join(", ")));
    assert_eq!(
        refusal("goofspiel", json!({"cards": 2})),
        "setup field `cards` is 2, but must be a number from 3 to 13"
    );
    let unknown = refusal("goofspiel", json!({"card": 4}));
    assert!(unknown.contains("unknown field `card`, expected one of `cards`, `prizes`"), "{unknown}");
    let kind = refusal("goofspiel", json!({"cards": "four"}));
    assert!(kind.contains("invalid type: string \"four\""), "{kind}");
    assert_eq!(
        refusal("goofspiel", json!({"preset": "huge"})),
        "`goofspiel` has no preset `huge`; its presets are default, tiny, small, open"
    );
    let twice = refusal("trial", json!({"survivors": ["meg", "jake", "meg", "ace"]}));
    assert_eq!(twice, "setup field `survivors` is naming Meg twice, but must be four different survivors");
    assert!(refusal("trial", json!({"players": 2})).ends_with("must be 3, 4 or 5"));
    assert!(
        refusal("trial", json!({"assign": "random", "board": "clearing"})).contains("macmillan or autohaven")
    );
    assert_eq!(
        refusal("stalk", json!({"repairs_to_win": 5})),
        "setup field `repairs_to_win` is 5, but must be a number from 1 to 4, the generators of the board"
    );
    assert!(refusal("stalk", json!({"preset": "tiny", "survivors": 2})).ends_with("must be 1 in the cellar"));
    let list = refusal("kuhn", json!([1]));
    assert!(list.starts_with("setup is not one of kuhn: "), "{list}");
}
