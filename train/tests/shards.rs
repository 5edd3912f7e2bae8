//! Playing and learning apart: shards come back as they were written, and two processes' work meets in a folder.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

use std::fs;
use std::path::{Path, PathBuf};
use std::slice;
use std::thread;
use std::time::Duration;

mod common;

use common::{tiny, tiny_in};
use fogbound_train::Trainer;
use fogbound_train::apart::{Inbox, Selfplay, Source};
use fogbound_train::checkpoint::Checkpoint;
use fogbound_train::folder::Folder;
use fogbound_train::play::{Harvest, Lesson};
use fogbound_train::run::{Begin, run, run_from};
use fogbound_train::shards;
use tempfile::tempdir;

/// A shard of Kuhn poker in `folder`.
fn written(folder: &Path) -> (Trainer, Harvest, PathBuf) {
    let mut trainer = Trainer::new(&tiny("kuhn", &[]), None).unwrap();
    let harvest = trainer.play(Lesson::SelfPlay).unwrap();
    let path = shards::write(folder, trainer.info(), trainer.inputs(), (3, 1, 7), Lesson::SelfPlay, &harvest)
        .unwrap();
    (trainer, harvest, path)
}

#[test]
fn a_shard_comes_back_as_it_was() {
    let folder = tempdir().unwrap();
    let (trainer, harvest, path) = written(folder.path());
    // What is being written has another name.
    fs::write(folder.path().join("00000001-0000-00000001.shard.partial"), "half").unwrap();
    assert_eq!(shards::list(folder.path()).unwrap(), slice::from_ref(&path));
    let (label, samples) = shards::read(&path, trainer.info(), trainer.inputs()).unwrap();
    assert_eq!(samples, harvest.samples);
    assert_eq!((label.update, label.lesson, label.tally), (3, Lesson::SelfPlay, harvest.tally));
}

#[test]
fn broken_and_foreign_shards_are_refused() {
    let folder = tempdir().unwrap();
    let (trainer, _, path) = written(folder.path());
    let good = fs::read(&path).unwrap();
    let problem = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        shards::read(&path, trainer.info(), trainer.inputs()).unwrap_err().to_string()
    };
    for length in [0, 7, 100, good.len() - 1] {
        assert!(problem(&good[..length]).contains("is not a whole shard"), "{length}");
    }
    let mut flipped = good.clone();
    *flipped.last_mut().unwrap() ^= 1;
    assert!(problem(&flipped).contains("its checksum is "), "{}", problem(&flipped));
    let (old, new) = (br#"\"format\":2"#, br#"\"format\":7"#);
    let at = good.windows(old.len()).position(|window| window == old).unwrap();
    let other = [&good[..at], new, &good[at + old.len()..]].concat();
    assert!(problem(&other).contains("its label has version 7, and this program reads 2"));
    fs::write(&path, &good).unwrap();
    let leduc = Trainer::new(&tiny("leduc", &[]), None).unwrap();
    let error = shards::read(&path, leduc.info(), leduc.inputs()).unwrap_err().to_string();
    assert!(error.contains("kuhn") && error.contains("leduc"), "{error}");
}

#[test]
fn one_plays_and_another_learns() {
    let folder = tempdir().unwrap();
    let (out, shards) = (folder.path().join("run"), folder.path().join("shards"));
    fs::create_dir(&shards).unwrap();
    fs::write(shards.join("00000000-0009-00000000.shard"), "not a shard").unwrap();
    // The first checkpoint is what the player begins with.
    run(&tiny_in(&out, "kuhn", &["limits.updates=1"]), Begin::Anew, &[]).unwrap();
    let player = {
        let (run, shards) = (out.clone(), shards.clone());
        thread::spawn(move || {
            let player = Selfplay { run, shards, player: 1, threads: 1, count: 8, most: 2 };
            let mut updates = Vec::new();
            player.run(&mut |path, _| updates.push(path.file_name().unwrap().to_owned())).map(|()| updates)
        })
    };
    let inbox = Inbox { folder: shards.clone(), batch: 40, stale: 9, patience: Duration::from_mins(1) };
    let learner = tiny_in(&out, "kuhn", &["limits.updates=4", "evaluation.every=100"]);
    let summary = run_from(&learner, Begin::Resume, &[], &mut Source::Shards(inbox.clone())).unwrap();
    assert_eq!(summary.counts.updates, 4);
    assert!(summary.counts.games > 0 && summary.counts.samples >= 160);
    assert_eq!(Checkpoint::read(&Folder::at(&out).checkpoint()).unwrap().card.counts, summary.counts);
    assert!(shards.join("00000000-0009-00000000.broken").exists());
    // The player is let go by emptying its folder.
    while !player.is_finished() {
        for path in shards::list(&shards).unwrap() {
            fs::remove_file(path).unwrap();
        }
        thread::sleep(Duration::from_millis(10));
    }
    let names = player.join().unwrap().unwrap();
    assert_eq!(names.len(), 8);
    // It took over newer weights on the way: the names begin with the update of the weights.
    assert_ne!(names[0].to_string_lossy()[..8], names[7].to_string_lossy()[..8], "{names:?}");
    for path in shards::list(&shards).unwrap() {
        fs::remove_file(path).unwrap();
    }
    let silent = Inbox { patience: Duration::from_millis(100), ..inbox };
    let more = tiny_in(&out, "kuhn", &["limits.updates=5"]);
    let error = run_from(&more, Begin::Resume, &[], &mut Source::Shards(silent)).unwrap_err().to_string();
    assert!(error.contains("no shard came"), "{error}");
}
