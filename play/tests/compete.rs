//! `fogbound agents`, `arena` and `balance` as a person or a script uses them.

mod common;

use std::fs;

use common::{ok, refused};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&ok(args, "")).expect("the command prints JSON")
}

#[test]
fn agents_are_listed_for_people_and_for_programs() {
    let text = ok(&["agents"], "");
    let agents = json(&["agents", "--json"]);
    for agent in agents.as_array().unwrap() {
        assert!(text.contains(agent["name"].as_str().unwrap()), "{text}");
    }
}

#[test]
fn agents_compete_and_the_threads_do_not_matter() {
    let run = |threads: &str| {
        json(&[
            "arena",
            "--game",
            "kuhn",
            "--first",
            "random",
            "--first",
            "uniform",
            "--second",
            "random",
            "--games",
            "200",
            "--seed",
            "3",
            "--threads",
            threads,
            "--json",
        ])
    };
    let results = run("1");
    assert_eq!(results, run("2"));
    assert_eq!((&results["games"], &results["seed"]), (&200.into(), &3.into()));
    let pairings = results["pairings"].as_array().unwrap();
    assert_eq!(pairings.len(), 2);
    for pairing in pairings {
        let count = |field: &str| pairing[field].as_u64().unwrap();
        assert_eq!(count("wins") + count("draws") + count("losses"), 200);
        let rate = &pairing["win_rate"];
        assert!(
            rate["low"].as_f64() < rate["rate"].as_f64() && rate["rate"].as_f64() < rate["high"].as_f64()
        );
    }
    assert_eq!(results["first_ratings"].as_array().unwrap().len(), 2);
}

#[test]
fn a_tournament_is_written_down_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let run = |games: &'static str, seed: &'static str| {
        let setup = r#"{"preset":"random"}"#;
        let out = out.to_str().unwrap();
        vec![
            "arena",
            "--game",
            "trial",
            "--setup",
            setup,
            "--killer",
            "random",
            "--survivors",
            "random",
            "--survivors",
            "uniform",
            "--games",
            games,
            "--seed",
            seed,
            "--out",
            out,
        ]
        .into_iter()
        .map(String::from)
        .collect::<Vec<_>>()
    };
    let call = |args: &[String]| ok(&args.iter().map(String::as_str).collect::<Vec<_>>(), "");
    call(&run("3", "1"));
    let journal = || fs::read_to_string(out.join("journal.jsonl")).unwrap();
    let before = journal();
    assert_eq!(before.lines().count(), 1 + 6);
    let text = call(&run("5", "1"));
    assert!(text.contains("| killer | survivors | wins |") && text.contains("`uniform`"), "{text}");
    assert!(journal().starts_with(&before) && journal().lines().count() == 1 + 10);
    let written = fs::read_to_string(out.join("results.md")).unwrap();
    assert!(
        written.ends_with(&text) && written.starts_with("`fogbound arena --game trial --setup '{"),
        "{written}"
    );
    let results: Value =
        serde_json::from_str(&fs::read_to_string(out.join("results.json")).unwrap()).unwrap();
    assert_eq!(results["games"], 5);
    for (picture, words) in [("cross.svg", "killer wins"), ("ratings.svg", "survivors: uniform")] {
        let svg = fs::read_to_string(out.join(picture)).unwrap();
        assert!(svg.contains(words), "{picture}: {svg}");
    }
    let other = run("5", "2");
    let error = refused(&other.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(error.contains("`seed` is 1 there and 2 here"), "{error}");
}

#[test]
fn balance_is_counted_by_kind_of_game() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let report =
        json(&["balance", "--game", "trial", "--games", "20", "--seed", "5", "--out", out, "--json"]);
    let strata = report["strata"].as_array().unwrap();
    let of = |name: &str| strata.iter().filter(|stratum| stratum["name"] == name).collect::<Vec<_>>();
    assert_eq!((of("all").len(), of("killer").len(), of("board").len(), of("mode").len()), (1, 6, 2, 3));
    let games = |stratum: &Value| stratum["win_rate"]["count"].as_u64().unwrap();
    assert!(strata.iter().all(|stratum| games(stratum) >= 20), "{report}");
    for name in ["killer", "board", "mode"] {
        assert_eq!(of(name).into_iter().map(games).sum::<u64>(), games(of("all")[0]));
    }
    assert!(fs::read_to_string(folder.path().join("balance.md")).unwrap().contains("| board | autohaven |"));
    assert!(fs::read_to_string(folder.path().join("balance.svg")).unwrap().contains("mode: devout"));
    // The same again, from the journals.
    let again = json(&["balance", "--game", "trial", "--games", "20", "--seed", "5", "--out", out, "--json"]);
    assert_eq!(again, report);
}

#[test]
fn balance_of_a_game_without_kinds_is_one_row() {
    let text = ok(&["balance", "--game", "kuhn", "--games", "100", "--setup", "{}"], "");
    assert!(text.contains("player_0 wins") && text.contains("| all |  | 100 |"), "{text}");
}

#[test]
fn mistakes_are_explained() {
    let arena =
        |game, first, second| refused(&["arena", "--game", game, "--killer", first, "--survivors", second]);
    assert!(arena("kuhn", "randon", "random").contains("there is no agent `randon`; the agents are random"));
    assert!(arena("kuhn", "random:sims=3", "random").contains("`random` has no setting `sims`"));
    assert!(arena("kuhn", "random", "random:x").contains("write KEY=VALUE"));
    assert!(arena("chess", "random", "random").contains("the games are kuhn"));
    assert!(refused(&["arena", "--game", "kuhn", "--first", "random"]).contains("--survivors"));
    let twice = ["arena", "--game", "kuhn", "--first", "random", "--first", "random", "--second", "random"];
    assert!(refused(&twice).contains("named twice"));
    let none = ["arena", "--game", "kuhn", "--first", "random", "--second", "random", "--games", "0"];
    assert!(refused(&none).contains("0 is not in 1..=10000000"));
    let file = tempfile::NamedTempFile::new().unwrap();
    let nowhere = file.path().join("x");
    let nowhere = ["--out", nowhere.to_str().unwrap(), "--first", "random", "--second", "random"];
    assert!(refused(&[&["arena", "--game", "kuhn"][..], &nowhere].concat()).contains("cannot use"));
    assert!(refused(&["balance", "--game", "chess"]).contains("the games are kuhn"));
    assert!(refused(&["balance", "--game", "kuhn", "--agent", "x"]).contains("there is no agent `x`"));
    assert!(refused(&["balance", "--game", "kuhn", "--setup", "{"]).contains("is not JSON"));
}
