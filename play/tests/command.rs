//! The `fogbound` command as a person or a script uses it.

mod common;

use common::{ok, refused};
use serde_json::Value;

#[test]
fn games_are_listed_for_people_and_for_programs() {
    let text = ok(&["games"], "");
    let games: Vec<Value> = serde_json::from_str(&ok(&["games", "--json"], "")).unwrap();
    assert!(games.len() >= 3);
    for game in &games {
        let name = game["name"].as_str().unwrap();
        assert!(text.contains(name));
        assert!(ok(&["games", name], "").contains("observation of"));
        let spans = game["schema"]["fields"].as_array().unwrap();
        let length: u64 = spans
            .iter()
            .map(|span| {
                span["shape"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).product::<u64>()
            })
            .sum();
        assert_eq!(game["observation"], length);
    }
}

#[test]
fn bench_measures_and_its_checksum_does_not_depend_on_the_threads() {
    let run = |threads: &str| -> Value {
        let args = ["bench", "--game", "kuhn", "--seconds", "0.05", "--threads", threads, "--json"];
        serde_json::from_str(&ok(&args, "")).unwrap()
    };
    let (one, two) = (run("1"), run("2"));
    assert!(one["decisions_per_second"].as_f64().unwrap() > 0.0);
    assert!(one["decisions_per_second_unwatched"].as_f64().unwrap() > 0.0);
    assert!(one["decisions_per_second_observed"].as_f64().unwrap() > 0.0);
    assert!(one["costs_ns"]["deal"].as_f64().unwrap() > 0.0);
    assert_eq!(one["checksum"], two["checksum"]);
    assert_eq!(two["threads"], 2);
    let text = ok(&["bench", "--game", "kuhn", "--seconds", "0.05"], "");
    assert!(text.contains("decisions/s") && text.contains(one["checksum"].as_str().unwrap()));
}

#[test]
fn bench_counts_the_simulations_of_a_search() {
    let run = |game: &str, search: &str| -> Value {
        let args = ["bench", "--game", game, "--seconds", "0.05", search, "--sims", "50", "--json"];
        serde_json::from_str(&ok(&args, "")).unwrap()
    };
    let random = run("kuhn", "--search");
    assert_eq!(random["simulations"].as_u64().unwrap(), 50 * random["moves"].as_u64().unwrap());
    assert!(random["simulations_per_cpu_second"].as_f64().unwrap() > 0.0);
    assert!(random["agent"].as_str().unwrap().contains("rollout=random"), "{random}");
    let default = run("trial", "--search=default");
    assert_eq!(default["agent"], "ismcts:sims=50,threads=1");
    let text = ok(&["bench", "--game", "leduc", "--seconds", "0.05", "--search"], "");
    assert!(text.contains("simulations/s"), "{text}");
    assert!(refused(&["bench", "--sims", "5"]).contains("--search"));
}

#[test]
fn a_game_can_be_played_recorded_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.jsonl");
    let record = record.to_str().unwrap();
    // By number, by name, with a slip in between; more lines than the game needs.
    let input = "1\nrubbish\nbid 2\n".to_string() + &"0\n1\n2\n".repeat(20);
    let setup = r#"{"preset":"tiny"}"#;
    let text = ok(&["play", "goofspiel", "--as", "player_1", "--setup", setup, "--record", record], &input);
    assert!(text.contains("You are player_1"), "{text}");
    assert!(text.contains("is not one of your choices"), "{text}");
    assert!(text.contains("player_0 is a bot (easy: scripted)"), "{text}");
    assert!(text.contains("The game is over: player_1 has "), "{text}");
    let replay = ok(&["replay", record], "");
    assert!(replay.contains("wins") && replay.contains("The game is over"), "{replay}");

    let damaged = std::fs::read_to_string(record).unwrap().replace("\"act\":[[0,", "\"act\":[[1,");
    std::fs::write(record, damaged).unwrap();
    let error = refused(&["replay", record]);
    assert!(error.contains("move 1"), "{error}");
}

#[test]
fn without_arguments_it_explains_itself() {
    let text = ok(&[], "");
    for line in ["fogbound serve", "fogbound play trial --as", "fogbound watch", "fogbound --help"] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn bots_are_chosen_by_level_and_by_spec_and_say_what_they_are() {
    let text = ok(&["play", "kuhn", "--bots", "hard", "--checkpoints", "no-such-folder"], "quit\n");
    assert!(text.contains("player_1 is a bot (hard: ismcts:"), "{text}");
    assert!(text.contains("Note: hard plays as ismcts: no network is shipped for kuhn."), "{text}");
    let text = ok(&["play", "kuhn", "--bot", "player_1=random"], "quit\n");
    assert!(text.contains("player_1 is a bot (random)"), "{text}");
    assert!(refused(&["play", "kuhn", "--bots", "clever"]).contains("easy, medium, hard"));
    assert!(refused(&["play", "kuhn", "--bot", "1"]).contains("is not SEAT=BOT"));
    assert!(refused(&["play", "kuhn", "--bot", "0=random"]).contains("by a person and by a bot"));
    assert!(refused(&["play", "trial", "--preset", "huge"]).contains("its presets are adept"));
}

#[test]
fn watching_tells_what_everybody_hears_and_the_same_seed_the_same_game() {
    let args = ["watch", "trial", "--preset", "small", "--seed", "4", "--pause", "0"];
    let text = ok(&args, "");
    assert!(text.contains("* round 1 begins") && text.contains("The game is over: killer"), "{text}");
    assert!(!text.contains("only you see it"), "{text}");
    assert_eq!(text, ok(&args, ""));
    assert_ne!(text, ok(&["watch", "trial", "--preset", "small", "--seed", "5", "--pause", "0"], ""));
}

/// Several people at one keyboard: each is asked alone, after the screen was pushed away.
#[test]
fn people_can_share_a_plain_terminal() {
    let text = ok(&["play", "kuhn", "--as", "player_0,player_1", "--seed", "1"], &"\n0\n".repeat(8));
    assert!(
        text.contains("You are player_0 and player_1") && text.contains("press Enter when nobody"),
        "{text}"
    );
    assert!(text.contains("The game is over: player_1 has "), "{text}");
}

#[test]
fn a_game_can_be_left() {
    for input in ["", "quit\n"] {
        let text = ok(&["play", "kuhn"], input);
        assert!(text.contains("left unfinished"), "{text}");
    }
}

#[test]
fn errors_say_what_was_wrong_and_what_is_allowed() {
    assert!(refused(&["play", "chess"]).contains("the games are kuhn"));
    assert!(refused(&["play", "kuhn", "--as", "killer"]).contains("the seats are player_0, player_1"));
    assert!(
        refused(&["bench", "--game", "goofspiel", "--setup", r#"{"cards":99}"#]).contains("from 3 to 13")
    );
    assert!(refused(&["bench", "--setup", "{"]).contains("is not JSON"));
    assert!(refused(&["bench", "--seconds", "-1"]).contains("must be a number from 0.001"));
    assert!(refused(&["replay", "no-such-file"]).contains("cannot read no-such-file"));
    assert!(refused(&["fly"]).contains("unrecognized subcommand 'fly'"));
}

/// Whoever reads may stop before the end, as `head` does.
#[test]
fn a_closed_pipe_is_no_error() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_fogbound"))
        .args(["games", "trial"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let status = child.wait().unwrap();
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(status.success() && told.is_empty(), "{told}");
}
