//! Whole runs: their files, going on with them, and what is refused.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

use std::fs;
use std::path::Path;

use fogbound_train::Config;
use fogbound_train::checkpoint::Checkpoint;
use fogbound_train::log::Log;
use fogbound_train::run::{CHECKPOINT, run};
use serde_json::json;
use tempfile::tempdir;

fn config(folder: &Path, updates: u64) -> Config {
    Config {
        game: "kuhn".into(),
        lanes: 8,
        steps: 8,
        hidden: 16,
        eval_games: 20,
        eval_every: 2,
        updates: Some(updates),
        out: Some(folder.into()),
        ..Config::default()
    }
}

fn error(config: &Config) -> String {
    format!("{:#}", run(config, &[]).unwrap_err())
}

/// The cells of the table, without its header.
fn rows(folder: &Path) -> Vec<Vec<String>> {
    let table = fs::read_to_string(folder.join(Log::CSV)).unwrap();
    let mut lines = table.lines().map(|line| line.split(',').map(str::to_string).collect::<Vec<_>>());
    let header = lines.next().unwrap();
    assert_eq!((header[0].as_str(), header.last().unwrap().as_str()), ("update", "eval_interval"));
    lines.inspect(|row| assert_eq!(row.len(), header.len(), "{row:?}")).collect()
}

#[test]
fn a_run_leaves_its_files() {
    let folder = tempdir().unwrap();
    // A folder that does not exist yet.
    let out = folder.path().join("runs/kuhn");
    let summary = run(&config(&out, 3), &["fogbound-train".into(), "--updates".into()]).unwrap();
    assert_eq!((summary.counts.updates, summary.counts.decisions), (3, 192));

    let card = Checkpoint::read(&out.join(CHECKPOINT)).unwrap().card;
    assert_eq!((card.counts, &card.evaluation), (summary.counts, &summary.last));
    assert_eq!(card.command, ["fogbound-train", "--updates"]);
    assert!(out.join(CHECKPOINT).with_extension("json").exists());

    let rows = rows(&out);
    let updates: Vec<_> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(updates, ["0", "1", "2", "3"]);
    let evaluated: Vec<_> = rows.iter().map(|row| !row.last().unwrap().is_empty()).collect();
    assert_eq!(evaluated, [true, false, true, true]);

    let board = fs::read_dir(out.join(Log::BOARD)).unwrap().next().unwrap().unwrap();
    assert!(board.file_name().to_string_lossy().starts_with("events.out.tfevents."));
    let events = fs::read(board.path()).unwrap();
    for tag in ["train/loss", "train/entropy", "eval/overall"] {
        let found = events.windows(tag.len()).filter(|window| *window == tag.as_bytes()).count();
        assert_eq!(found, 3, "{tag}");
    }
}

#[test]
fn a_run_can_be_resumed() {
    let folder = tempdir().unwrap();
    let first = run(&config(folder.path(), 4), &[]).unwrap();
    // Rows that were written after the checkpoint: what an interrupted run leaves.
    let table = folder.path().join(Log::CSV);
    let text = fs::read_to_string(&table).unwrap();
    fs::write(
        &table,
        text.clone() + &text.lines().last().unwrap().replacen('4', "5", 1) + "\n6,half of a ro",
    )
    .unwrap();
    let over = Config { resume: true, ..config(folder.path(), 4) };
    let message = error(&over);
    assert!(
        message.contains("is over: it has 4 updates") && message.contains("raise --updates"),
        "{message}"
    );

    let second = run(&Config { updates: Some(7), ..over }, &[]).unwrap();
    assert_eq!((second.counts.updates, second.counts.decisions), (7, 7 * 64));
    assert_eq!(second.first, first.first);
    assert!(second.counts.games > first.counts.games && second.seconds > first.seconds);
    let updates: Vec<_> = rows(folder.path()).into_iter().map(|row| row[0].clone()).collect();
    assert_eq!(updates, ["0", "1", "2", "3", "4", "5", "6", "7"]);
}

#[test]
fn an_old_run_is_not_lost_by_accident() {
    let folder = tempdir().unwrap();
    let config = config(folder.path(), 1);
    let message = error(&Config { resume: true, ..config.clone() });
    assert!(message.starts_with("there is nothing to resume"), "{message}");
    run(&config, &[]).unwrap();
    let old = fs::read(folder.path().join(CHECKPOINT)).unwrap();
    let message = error(&config);
    assert!(message.contains("already holds a run") && message.contains("--overwrite"), "{message}");
    assert_eq!(fs::read(folder.path().join(CHECKPOINT)).unwrap(), old);
    run(&Config { overwrite: true, seed: 2, ..config }, &[]).unwrap();
    assert_eq!(rows(folder.path()).len(), 2);
    assert_ne!(fs::read(folder.path().join(CHECKPOINT)).unwrap(), old);
}

#[test]
fn what_cannot_be_trained_is_named() {
    let folder = tempdir().unwrap();
    let good = config(&folder.path().join("run"), 1);
    let unknown = error(&Config { game: "chess".into(), ..good.clone() });
    assert!(unknown.contains("there is no game `chess`") && unknown.contains("kuhn"), "{unknown}");
    let setup = Config { game: "goofspiel".into(), setup: json!({"cards": 99}), ..good.clone() };
    assert!(error(&setup).contains("setup field `cards` is 99"), "{}", error(&setup));
    let lanes = error(&Config { lanes: 0, ..good.clone() });
    assert_eq!(lanes, "--lanes is 0, but must be from 1 to 65536");
    assert!(!folder.path().join("run").exists());
    fs::write(folder.path().join("run"), "a file").unwrap();
    assert!(error(&good).contains("cannot make the folder"), "{}", error(&good));
}
