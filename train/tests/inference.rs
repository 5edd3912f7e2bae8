//! The network that `fogbound_agents` evaluates is the one that was trained: both say the same of the same decisions.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

mod common;

use common::tiny;
use fogbound_agents::net::{Checkpoint, Network, Scratch};
use fogbound_env::{BatchOptions, Rng, erased};
use fogbound_train::checkpoint::{self, Extent};
use fogbound_train::{Net, Shape, Trainer};
use ndarray::{ArrayView2, ArrayViewMut2};
use serde_json::json;
use tempfile::tempdir;

/// The largest difference that is allowed between libtorch's numbers and ours.
const TOLERANCE: f32 = 1e-4;
/// The weights that are saved are an average, which forgets at once here: then they are those that libtorch is asked with.
const NEWEST: &str = "learner.average=0.0";

/// A trained network, on decisions of random games, in batches of all sizes.
fn compare(game: &str, changes: &[&str]) {
    let mut trainer = Trainer::new(&tiny(game, changes), None).unwrap();
    (0..3).for_each(|_| _ = trainer.update(0.0).unwrap());
    let folder = tempdir().unwrap();
    let path = folder.path().join("net.safetensors");
    let card = trainer.card(1.0, &[], &trainer.evaluate().unwrap());
    checkpoint::save(&path, &card, trainer.learners(), Extent::Weights).unwrap();
    let networks = trainer.crew().read(&Checkpoint::read(&path).unwrap()).unwrap();
    for (learner, network) in trainer.learners().iter().zip(networks.all()) {
        compare_one(game, learner.net(), network);
    }
}

fn compare_one(game: &str, theirs: &Net, network: &Network) {
    let shape = network.shape();
    let (mut observations, masks) = decisions(game, 37);
    if shape.advice > 0 {
        observations = with_advice(&observations, &masks, shape);
    }
    let mut scratch = Scratch::default();
    for rows in [1, 2, 4, 7, 37] {
        let observations = &observations[..rows * shape.inputs()];
        let masks = &masks[..rows * shape.actions];
        let expected = theirs.think(observations, masks);
        let mut logits = vec![0.0; masks.len()];
        let mut values = vec![0.0; rows];
        network.evaluate(
            ArrayView2::from_shape((rows, shape.inputs()), observations).unwrap(),
            ArrayViewMut2::from_shape((rows, shape.actions), &mut logits).unwrap(),
            &mut values,
            &mut scratch,
        );
        for (ours, theirs) in values.iter().zip(&expected.values) {
            assert!((ours - theirs).abs() < TOLERANCE, "{game}: value {ours} against {theirs}");
        }
        let lines = logits.chunks(shape.actions).zip(masks.chunks(shape.actions));
        for ((logits, mask), theirs) in lines.zip(expected.log_probs.chunks(shape.actions)) {
            let legal = || (0..shape.actions).filter(|&action| mask[action] == 1);
            let total: f32 = legal().map(|action| logits[action].exp()).sum();
            for action in legal() {
                let ours = logits[action].exp() / total;
                assert!((ours - theirs[action].exp()).abs() < TOLERANCE, "{game}: action {action}");
            }
        }
    }
}

/// Observations with advice after each: a policy over the legal actions, which now and then is 0, and insights.
fn with_advice(observations: &[f32], masks: &[u8], shape: Shape) -> Vec<f32> {
    let mut rng = Rng::new(4);
    let mut inputs = Vec::new();
    for (seen, mask) in observations.chunks(shape.observation).zip(masks.chunks(shape.actions)) {
        let weights: Vec<f32> = mask.iter().map(|&legal| f32::from(legal) * rng.below(4) as f32).collect();
        let total = weights.iter().sum::<f32>().max(1.0);
        inputs.extend_from_slice(seen);
        inputs.extend(weights.iter().map(|weight| weight / total));
        inputs.extend((shape.actions..shape.advice).map(|_| rng.unit()));
    }
    inputs
}

/// Observations and masks of one decision in each of `lanes` random games.
fn decisions(game: &str, lanes: usize) -> (Vec<f32>, Vec<u8>) {
    let game = erased::open(game, &json!({})).unwrap();
    let mut batch = game.batch(BatchOptions { games: lanes, seed: 3, threads: 1 }).unwrap();
    let mut rng = Rng::new(8);
    let actions = game.info().actions;
    for _ in 0..40 {
        let choose = |mask: &[u8]| {
            let legal: Vec<u16> = (0..actions as u16).filter(|&a| mask[usize::from(a)] == 1).collect();
            legal[rng.below(legal.len() as u32) as usize]
        };
        let chosen: Vec<u16> = batch.masks().chunks(actions).map(choose).collect();
        batch.step(&chosen).unwrap();
    }
    (batch.observations().to_vec(), batch.masks().to_vec())
}

#[test]
fn libtorch_and_agents_agree_on_trial() {
    let shared = "network.sharing=shared";
    compare("trial", &["network.hidden=48", "network.layers=3", shared, "network.script=false", NEWEST]);
    compare("trial", &["network.hidden=40", "network.sharing=per_team", "network.script=true", NEWEST]);
}

#[test]
fn libtorch_and_agents_agree_on_small_games() {
    compare("goofspiel", &["network.hidden=32", NEWEST]);
    compare("kuhn", &["network.hidden=10", "network.layers=1", "network.sharing=per_team", NEWEST]);
}
