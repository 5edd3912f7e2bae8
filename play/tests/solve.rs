//! `fogbound solve` and `completions` as a person or a script uses them.

mod common;

use std::fs;

use common::{ok, refused};
use serde_json::Value;

#[test]
fn small_games_are_solved() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("curve.svg");
    for (algorithm, iterations, bound) in [("cfr+", "500", 0.001), ("mccfr", "50000", 0.02)] {
        let plot = plot.to_str().unwrap();
        let args =
            ["solve", "--game", "kuhn", "--algorithm", algorithm, "--iterations", iterations, "--seed", "1"];
        let report: Value =
            serde_json::from_str(&ok(&[&args[..], &["--json", "--plot", plot]].concat(), "")).unwrap();
        assert!(report["nash_conv"].as_f64().unwrap() < bound, "{report}");
        assert!((report["value"].as_f64().unwrap() + 1.0 / 18.0).abs() < bound, "{report}");
        assert_eq!((&report["nodes"], &report["algorithm"]), (&58.into(), &algorithm.into()));
        let curve = report["curve"].as_array().unwrap();
        assert_eq!(curve[2]["iterations"], 5);
        assert_eq!(curve.last().unwrap()["nash_conv"], report["nash_conv"]);
        let svg = fs::read_to_string(plot).unwrap();
        assert!(svg.contains(&format!("kuhn by {algorithm}")) && svg.contains("NashConv"), "{svg}");
        let text = ok(&args, "");
        assert!(
            text.contains("6 + 6 information sets") && text.contains(&format!("| {iterations} |")),
            "{text}"
        );
    }
}

#[test]
fn what_cannot_be_solved_is_explained() {
    let error = refused(&["solve", "--game", "trial"]);
    assert!(error.contains("trial has 5 seats, and the exact tools solve games of two"), "{error}");
    let error = refused(&["solve", "--game", "goofspiel", "--limit", "5000"]);
    assert!(error.contains("goofspiel has more than 5000 nodes: too many to lay out"), "{error}");
    assert!(refused(&["solve", "--game", "chess"]).contains("the games are kuhn"));
    assert!(
        refused(&["solve", "--game", "kuhn", "--algorithm", "magic"])
            .contains("possible values: cfr+, mccfr")
    );
    assert!(refused(&["solve", "--game", "kuhn", "--iterations", "0"]).contains("0 is not in"));
    assert!(refused(&["solve", "--game", "kuhn", "--limit", "0"]).contains("must be a number from 1"));
    let file = tempfile::NamedTempFile::new().unwrap();
    let nowhere = file.path().join("x.svg");
    let nowhere = nowhere.to_str().unwrap();
    assert!(refused(&["solve", "--game", "kuhn", "--plot", nowhere]).contains("cannot draw"));
}

#[test]
fn shells_can_complete_the_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = ok(&["completions", shell], "");
        assert!(
            script.contains("fogbound") && script.contains("arena") && script.contains("balance"),
            "{shell}"
        );
    }
    assert!(refused(&["completions", "abacus"]).contains("possible values: bash"));
}

#[test]
fn agents_are_judged_by_what_can_be_gained_against_them() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("curve.svg");
    let plot = plot.to_str().unwrap();
    let args = ["nashconv", "--game", "goofspiel", "--setup", r#"{"preset":"tiny"}"#, "--seeds", "2"];
    let agents = ["--agent", "ismcts:planning=rm", "--agent", "ismcts:planning=uct", "--sims", "10,300"];
    let report: Value =
        serde_json::from_str(&ok(&[&args[..], &agents, &["--json", "--plot", plot]].concat(), "")).unwrap();
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[1]["agent"], "ismcts:sims=300,planning=rm");
    let gain = |row: usize| rows[row]["nash_conv"]["mean"].as_f64().unwrap();
    assert!(gain(1) < gain(0) && gain(1) < report["uniform"].as_f64().unwrap(), "{report}");
    assert!(fs::read_to_string(plot).unwrap().contains("ismcts:planning=uct"));
    let text = ok(&[&args[..], &["--agent", "random", "--times", "50"]].concat(), "");
    assert!(text.contains("| `random` |"), "{text}");
    let error = refused(&[&args[..], &["--agent", "random", "--sims", "10"]].concat());
    assert!(error.contains("--sims does not go with `random`"), "{error}");
    let error = refused(&["nashconv", "--game", "trial", "--agent", "random"]);
    assert!(error.contains("trial has 5 seats"), "{error}");
}
