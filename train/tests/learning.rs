//! Training makes the network play better, and does the same thing every time.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

use fogbound_train::{Config, Metrics, Trainer};
use serde_json::json;

/// Goofspiel with five cards for two dozen updates.
fn lesson(seed: u64, learning_rate: f64) -> Config {
    Config {
        game: "goofspiel".into(),
        setup: json!({"cards": 5}),
        updates: Some(24),
        seed,
        lanes: 128,
        steps: 32,
        hidden: 64,
        learning_rate,
        minibatch: 512,
        eval_games: 2000,
        ..Config::default()
    }
}

fn train(config: &Config) -> (Trainer, Vec<Metrics>) {
    let mut trainer = Trainer::new(config, None).unwrap();
    let updates = config.updates.unwrap();
    let metrics = (0..updates).map(|update| trainer.update(update as f64 / updates as f64).unwrap());
    let metrics = metrics.collect();
    (trainer, metrics)
}

/// How much better than at the start the network plays, with the standard error.
fn gain(config: &Config) -> (f64, f64) {
    let start = Trainer::new(config, None).unwrap().evaluate().unwrap().overall;
    let end = train(config).0.evaluate().unwrap().overall;
    eprintln!("seed {}: {start} at the start, {end} at the end", config.seed);
    (end.mean - start.mean, start.interval.hypot(end.interval) / 1.96)
}

#[test]
fn training_beats_random_play() {
    let (gain, error) = gain(&lesson(1, 3e-3));
    assert!(gain > 0.3 && gain > 8.0 * error, "gained {gain:.3}, standard error {error:.3}");
}

/// What the test above measures is learning: without steps there is no gain at all.
#[test]
fn without_a_learning_rate_nothing_is_gained() {
    let config = Config { updates: Some(2), ..lesson(1, 0.0) };
    assert_eq!(gain(&config).0, 0.0);
}

fn weights(trainer: &Trainer) -> Vec<f32> {
    let all = trainer.net().tensors().iter().map(|tensor| tensor.reshape([-1]));
    Vec::try_from(tch::Tensor::cat(&all.collect::<Vec<_>>(), 0)).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let config = Config { updates: Some(3), ..lesson(7, 3e-3) };
    let ((first, first_metrics), (second, second_metrics)) = (train(&config), train(&config));
    assert_eq!(first_metrics, second_metrics);
    assert_eq!(weights(&first), weights(&second));
    let (other, other_metrics) = train(&Config { seed: 8, ..config });
    assert_ne!(first_metrics, other_metrics);
    assert_ne!(weights(&first), weights(&other));
}

#[test]
fn every_game_can_be_trained() {
    for name in fogbound_env::registry::NAMES {
        let config = Config { game: (*name).into(), setup: json!({}), updates: Some(2), ..lesson(1, 1e-3) };
        let (trainer, metrics) = train(&Config { lanes: 16, steps: 8, ..config });
        assert_eq!(trainer.counts().updates, 2);
        assert!(metrics.iter().all(|metrics| metrics.numbers().iter().all(|number| number.is_finite())));
    }
}
