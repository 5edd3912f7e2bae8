//! Whole runs: their files, going on with them, and what is refused.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

use std::fs;
use std::path::{Path, PathBuf};

mod common;

use common::{tiny, tiny_in};
use fogbound_train::checkpoint::{self, Checkpoint, Extent};
use fogbound_train::config::recipe;
use fogbound_train::folder::Folder;
use fogbound_train::log::Log;
use fogbound_train::play::Shares;
use fogbound_train::run::{Begin, Summary, run};
use fogbound_train::{Config, Trainer};
use tempfile::tempdir;

fn config(folder: &Path, updates: u64) -> Config {
    tiny_in(folder, "kuhn", &[&format!("limits.updates={updates}")])
}

fn begin(config: &Config, begin: Begin) -> Summary {
    run(config, begin, &[]).unwrap()
}

fn error(config: &Config, begin: Begin) -> String {
    format!("{:#}", run(config, begin, &[]).unwrap_err())
}

/// The cells of the table, without its header.
fn rows(folder: &Path) -> Vec<Vec<String>> {
    let table = fs::read_to_string(folder.join(Log::CSV)).unwrap();
    let mut lines = table.lines().map(|line| line.split(',').map(str::to_string).collect::<Vec<_>>());
    let header = lines.next().unwrap();
    assert_eq!((header[0].as_str(), header.last().unwrap().as_str()), ("update", "rating/player_1/high"));
    lines.inspect(|row| assert_eq!(row.len(), header.len(), "{row:?}")).collect()
}

#[test]
fn a_run_leaves_its_files() {
    let folder = tempdir().unwrap();
    // A folder that does not exist yet.
    let out = folder.path().join("runs/kuhn");
    let config =
        Config { league: Shares { every: 1, past: 0.5, ..config(&out, 3).league }, ..config(&out, 3) };
    let summary = run(&config, Begin::Anew, &["fogbound-train".into(), "--updates".into()]).unwrap();
    assert_eq!(summary.counts.updates, 3);

    let newest = Folder::at(&out).checkpoint();
    let card = Checkpoint::read(&newest).unwrap().card;
    assert_eq!((card.counts, &card.evaluation), (summary.counts, &summary.evaluation));
    assert_eq!(
        (card.command, card.config),
        (vec!["fogbound-train".into(), "--updates".into()], config.clone())
    );
    assert!(newest.with_extension("json").exists());
    let saved = fs::read_to_string(Folder::at(&out).config()).unwrap();
    assert_eq!(recipe::parse("saved", &saved, &[]).unwrap(), config);

    let names = |within: &str| {
        let entries = fs::read_dir(out.join(within)).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names.into_iter().filter(|name| name.ends_with(".safetensors")).collect::<Vec<_>>()
    };
    assert_eq!(names("older"), ["00000000.safetensors", "00000002.safetensors"]);
    let league = ["00000001.safetensors", "00000002.safetensors", "00000003.safetensors"];
    assert_eq!(names("league"), league);
    let best = Checkpoint::read(&Folder::at(&out).best()).unwrap().card;
    assert!(best.evaluation.merit >= card.evaluation.merit);
    // The weights alone are a quarter of all that is needed to go on.
    let size = |path: PathBuf| fs::metadata(path).unwrap().len();
    assert!(size(Folder::at(&out).best()) < size(newest));

    let rows = rows(&out);
    let updates: Vec<_> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(updates, ["0", "1", "2", "3"]);
    let evaluated: Vec<_> = rows.iter().map(|row| !row.last().unwrap().is_empty()).collect();
    assert_eq!(evaluated, [true, false, true, true]);

    let board = fs::read_dir(out.join(Log::BOARD)).unwrap().next().unwrap().unwrap();
    assert!(board.file_name().to_string_lossy().starts_with("events.out.tfevents."));
    let events = fs::read(board.path()).unwrap();
    for (tag, times) in [("loss/total", 3), ("loss/entropy", 3), ("rating/player_0/high", 3)] {
        let found = events.windows(tag.len()).filter(|window| *window == tag.as_bytes()).count();
        assert_eq!(found, times, "{tag}");
    }
}

#[test]
fn only_so_many_older_checkpoints_are_kept() {
    let folder = tempdir().unwrap();
    let few =
        tiny_in(folder.path(), "kuhn", &["limits.updates=5", "checkpoints.every=1", "checkpoints.keep=2"]);
    begin(&few, Begin::Anew);
    let kept = || {
        let entries =
            fs::read_dir(folder.path().join("older")).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(kept(), ["00000003.safetensors", "00000004.safetensors"]);
    for (name, update) in kept().iter().zip([3, 4]) {
        let older = Checkpoint::read(&folder.path().join("older").join(name)).unwrap();
        assert_eq!(older.card.counts.updates, update);
    }
}

#[test]
fn a_run_can_be_resumed() {
    let folder = tempdir().unwrap();
    let first = begin(&config(folder.path(), 4), Begin::Anew);
    // Rows that were written after the checkpoint: what an interrupted run leaves.
    let table = folder.path().join(Log::CSV);
    let text = fs::read_to_string(&table).unwrap();
    fs::write(
        &table,
        text.clone() + &text.lines().last().unwrap().replacen('4', "5", 1) + "\n6,half of a ro",
    )
    .unwrap();
    let message = error(&config(folder.path(), 4), Begin::Resume);
    assert!(
        message.contains("is over: it has 4 updates") && message.contains("raise --updates"),
        "{message}"
    );

    let second = begin(&config(folder.path(), 7), Begin::Resume);
    assert_eq!(second.counts.updates, 7);
    assert!(second.counts.games > first.counts.games && second.seconds > first.seconds);
    assert!(second.counts.next_game > first.counts.next_game);
    let updates: Vec<_> = rows(folder.path()).into_iter().map(|row| row[0].clone()).collect();
    assert_eq!(updates, ["0", "1", "2", "3", "4", "5", "6", "7"]);
}

#[test]
fn an_old_run_is_not_lost_by_accident() {
    let folder = tempdir().unwrap();
    let newest = Folder::at(folder.path()).checkpoint();
    let config = config(folder.path(), 1);
    let message = error(&config, Begin::Resume);
    assert!(message.starts_with("there is nothing to resume"), "{message}");
    begin(&config, Begin::Anew);
    let old = fs::read(&newest).unwrap();
    let message = error(&config, Begin::Anew);
    assert!(message.contains("already holds a run") && message.contains("--overwrite"), "{message}");
    assert_eq!(fs::read(&newest).unwrap(), old);
    begin(&Config { seed: 2, ..config }, Begin::Overwrite);
    assert_eq!(rows(folder.path()).len(), 2);
    assert_ne!(fs::read(&newest).unwrap(), old);
}

/// Weights so large that what they compute is not finite: the run stops, says why, and leaves the file as it was.
#[test]
fn a_run_that_cannot_go_on_names_its_last_good_checkpoint() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("checkpoint.safetensors");
    begin(&config(folder.path(), 1), Begin::Anew);
    let old = Checkpoint::read(&path).unwrap();
    let trainer = Trainer::new(&old.card.config, Some(&old)).unwrap();
    tch::no_grad(|| {
        for tensor in trainer.learners()[0].net().tensors() {
            _ = tensor.shallow_clone().fill_(1e38);
        }
    });
    checkpoint::save(&path, &old.card, trainer.learners(), Extent::Whole).unwrap();
    let before = fs::read(&path).unwrap();
    let message = error(&config(folder.path(), 3), Begin::Resume);
    assert!(message.contains("not finite") || message.contains("became"), "{message}");
    assert!(message.ends_with(&format!("the last good checkpoint is {}", path.display())), "{message}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn what_cannot_be_trained_is_named() {
    let folder = tempdir().unwrap();
    let good = config(&folder.path().join("run"), 1);
    let unknown = error(&Config { game: "chess".into(), ..good.clone() }, Begin::Anew);
    assert!(unknown.contains("there is no game `chess`") && unknown.contains("kuhn"), "{unknown}");
    let cards = Config { out: good.out.clone(), ..tiny("goofspiel", &["setup={cards = 99}"]) };
    let cards = error(&cards, Begin::Anew);
    assert!(cards.contains("setup field `cards` is 99"), "{cards}");
    let mut lanes = good.clone();
    lanes.play.lanes = 0;
    assert_eq!(error(&lanes, Begin::Anew), "play.lanes is 0, but must be from 1 to 65536");
    assert!(!folder.path().join("run").exists());
    fs::write(folder.path().join("run"), "a file").unwrap();
    let message = error(&good, Begin::Anew);
    assert!(message.contains("cannot make the folder"), "{message}");
}
