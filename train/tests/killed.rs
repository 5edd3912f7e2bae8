//! A run that is killed at any moment leaves a whole checkpoint, and goes on from it.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use fogbound_agents::net;
use fogbound_env::Rng;
use fogbound_train::checkpoint::Checkpoint;
use fogbound_train::folder::Folder;
use fogbound_train::log::Log;
use fogbound_train::{Trainer, shards};
use serde_json::Value;
use tempfile::tempdir;

const KILLS: u32 = 15;

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fogbound-train"));
    command.args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Reads every file of a run that is renamed into its place when it is whole: checkpoints, cards and shards. Gives back how many
/// there are.
fn read_all(folder: &Path, trainer: &Trainer) -> usize {
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let kind = path.extension().map(|kind| kind.to_string_lossy().into_owned()).unwrap_or_default();
        count += match kind.as_str() {
            _ if path.is_dir() => read_all(&path, trainer),
            "safetensors" => net::Checkpoint::read(&path).map(|_| 1).unwrap(),
            "json" => serde_json::from_slice(&fs::read(&path).unwrap()).map(|_: Value| 1).unwrap(),
            shards::ENDING => shards::read(&path, trainer.info(), trainer.inputs()).map(|_| 1).unwrap(),
            _ => 0,
        };
    }
    count
}

/// Waits for the first checkpoint, or for the run to fail.
fn wait_for(path: &Path, child: &mut Child) {
    let start = Instant::now();
    while !path.exists() {
        assert!(child.try_wait().unwrap().is_none(), "the run ended before its first checkpoint");
        assert!(start.elapsed() < Duration::from_mins(2), "there is no checkpoint after two minutes");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until a resumed run has made an update of its own, so that no kill falls into its start.
fn go_on(path: &Path, child: &mut Child, updates: u64) {
    let start = Instant::now();
    while Checkpoint::read(path).unwrap().card.counts.updates <= updates {
        assert!(child.try_wait().unwrap().is_none(), "the resumed run ended");
        assert!(start.elapsed() < Duration::from_mins(2), "the resumed run does not go on");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The last update in the table of a run, which is written before its checkpoint.
fn last_row(out: &str) -> u64 {
    let table = fs::read_to_string(Path::new(out).join(Log::CSV)).unwrap();
    // What was cut off has no end of line.
    let whole = &table[..table.rfind('\n').unwrap()];
    whole.lines().last().and_then(|row| row.split(',').next()?.parse().ok()).unwrap_or(0)
}

#[test]
fn a_killed_run_leaves_a_whole_checkpoint_and_goes_on() {
    kill_often(&[]);
}

#[test]
fn so_does_one_that_learns_again_from_what_was_searched() {
    kill_often(&[
        "--set",
        "learner.method=search",
        "--set",
        "search.simulations=4",
        "--set",
        "search.window=3",
    ]);
}

fn kill_often(changes: &[&str]) {
    let folder = tempdir().unwrap();
    let out = folder.path().join("run");
    let path = Folder::at(&out).checkpoint();
    let out = out.to_str().unwrap();
    // It does little else than write checkpoints, so that many kills fall into the writing.
    let begin = [
        "run",
        "--game",
        "kuhn",
        "--out",
        out,
        "--threads",
        "1",
        "--updates",
        "1000000",
        "--set",
        "play.lanes=4",
        "--set",
        "play.steps=4",
        "--set",
        "network.hidden=64",
        "--set",
        "checkpoints.every=1",
        "--set",
        "evaluation.games=2",
        "--set",
        "evaluation.every=50",
        "--set",
        "league.every=3",
        "--set",
        "league.snapshots=4",
    ];
    let mut child = start(&[&begin[..], changes].concat());
    wait_for(&path, &mut child);
    go_on(&path, &mut child, 0);
    let mut rng = Rng::new(5);
    let mut updates = 0;
    for kill in 0..KILLS {
        thread::sleep(Duration::from_millis(u64::from(rng.below(200))));
        assert!(child.try_wait().unwrap().is_none(), "the run ended by itself before kill {kill}");
        child.kill().unwrap();
        child.wait().unwrap();
        let kept = Checkpoint::read(&path).unwrap().card.counts.updates;
        assert!(kept >= updates, "from {updates} back to {kept} at kill {kill}");
        // A checkpoint is written after every update, so no more than one is lost.
        let last = last_row(out);
        assert!(last <= kept + 1, "{last} updates were made, and {kept} are left at kill {kill}");
        updates = kept;
        let whole = Checkpoint::read(&path).unwrap();
        let trainer = Trainer::new(&whole.card.config, Some(&whole)).unwrap();
        // The newest and the best with their cards, and one older at least.
        assert!(read_all(Path::new(out), &trainer) >= 5, "at kill {kill}");
        child = start(&["resume", out]);
        go_on(&path, &mut child, updates);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(updates > 0);
}
