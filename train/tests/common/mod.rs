//! What the tests of the trainer share.

#![allow(dead_code, reason = "not every test needs all of it")]

use std::path::Path;

use fogbound_train::config::recipe;
use fogbound_train::{Config, Metrics, Trainer};

/// A small run of `game` on one thread, with changes as on the command line.
pub(crate) fn tiny(game: &str, changes: &[&str]) -> Config {
    let base = [
        "threads=1",
        "limits.minutes=0.0",
        "limits.updates=2",
        "network.hidden=16",
        "network.layers=2",
        "play.lanes=8",
        "play.steps=8",
        "evaluation.games=20",
        "evaluation.every=2",
        "evaluation.ladder=[]",
        "checkpoints.every=2",
        "learner.imitate=0",
        "learner.minibatch=512",
    ];
    let changes: Vec<String> = base.iter().chain(changes).map(|change| (*change).to_string()).collect();
    recipe::read(game, &changes).expect("a config for a test")
}

/// The same with a folder.
pub(crate) fn tiny_in(folder: &Path, game: &str, changes: &[&str]) -> Config {
    Config { out: Some(folder.into()), ..tiny(game, changes) }
}

/// Makes all updates of a run, without its files.
pub(crate) fn train(config: &Config) -> (Trainer, Vec<Metrics>) {
    let mut trainer = Trainer::new(config, None).expect("a run that can begin");
    let updates = config.limits.updates;
    let metrics =
        (0..updates).map(|update| trainer.update(update as f64 / updates as f64).expect("an update"));
    let metrics = metrics.collect();
    (trainer, metrics)
}
