//! Critics that see what all teams see.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

use std::fs;
use std::path::Path;

mod common;

use common::{tiny, train};
use fogbound_agents::net::Scratch;
use fogbound_agents::selfplay::apart::Apart;
use fogbound_env::Game;
use fogbound_env::games::kuhn::Kuhn;
use fogbound_train::checkpoint::{self, Checkpoint, Extent};
use fogbound_train::config::recipe;
use fogbound_train::play::Lesson;
use fogbound_train::{Metrics, Rows, Trainer, shards};
use ndarray::Array2;
use tempfile::tempdir;

const ALL: &str = "learner.critic=all";

fn save(trainer: &Trainer, path: &Path) -> Vec<u8> {
    let card = trainer.card(1.0, &[], &trainer.evaluate().unwrap());
    checkpoint::save(path, &card, trainer.learners(), Extent::Whole).unwrap();
    fs::read(path).unwrap()
}

fn dense(rows: &Rows, i: usize, width: usize) -> Vec<f32> {
    let mut out = Vec::new();
    rows.spread([(i, None)].into_iter(), width, 0.0, &mut out);
    out
}

/// In Kuhn poker the other card decides a showdown. One who sees both errs by much less, once it has learnt that.
#[test]
fn one_who_sees_all_cards_expects_more_precisely() {
    let config = tiny(
        "kuhn",
        &[ALL, "learner.lambda=1.0", "learner.value_lambda=1.0", "limits.updates=40", "play.steps=64"],
    );
    let (_, metrics) = train(&config);
    let mean = |of: fn(&Metrics) -> f64| metrics[30..].iter().map(of).sum::<f64>() / 10.0;
    let (critic, value) = (mean(|m| m.stats.critic), mean(|m| m.stats.value));
    assert!(critic > 0.0 && critic < 0.8 * value, "{critic} {value}");
    // Without a critic there is nothing to err.
    let (_, metrics) = train(&tiny("kuhn", &[]));
    assert!(metrics.iter().all(|metrics| metrics.stats.critic == 0.0));
}

/// Behind what the player reads stands what the other one sees, who has another card; and what is expected is the critic's.
#[test]
fn a_critic_judges_by_what_both_see() {
    let mut trainer = Trainer::new(&tiny("kuhn", &[ALL, "play.steps=40"]), None).unwrap();
    let decisions = trainer.play(Lesson::SelfPlay).unwrap().samples.decisions;
    let critic = trainer.learners()[0].critic().unwrap();
    let (own, other) = (trainer.inputs(), trainer.info().observation);
    let card = Kuhn::SCHEMA.start("card")..Kuhn::SCHEMA.start("card") + 3;
    assert!(decisions.len() > 100);
    for i in 0..decisions.len() {
        let (seen, hidden) = (dense(&decisions.observations, i, own), dense(&decisions.hidden, i, other));
        assert!(seen[card.clone()] != hidden[card.clone()] && hidden[card.clone()].contains(&1.0));
        let inputs = Array2::from_shape_vec((1, own + other), [seen, hidden].concat()).unwrap();
        let (mut logits, mut values) = (Array2::zeros((1, 1)), [0.0]);
        critic.evaluate(inputs.view(), logits.view_mut(), &mut values, &mut Scratch::default());
        assert!((values[0] - decisions.values[i]).abs() < 1e-6);
    }
    let mut plain = Trainer::new(&tiny("kuhn", &[]), None).unwrap();
    let decisions = plain.play(Lesson::SelfPlay).unwrap().samples.decisions;
    assert!((0..decisions.len()).all(|i| decisions.hidden.row(i).0.is_empty()));
}

#[test]
fn every_game_can_have_a_critic_and_a_run_goes_on_with_it() {
    for game in fogbound_env::registry::NAMES {
        let config = tiny(game, &[ALL, "learner.imitate=1", "network.sharing=per_team", "play.steps=16"]);
        let (trainer, metrics) = train(&config);
        assert_eq!([metrics[0].lesson, metrics[1].lesson], [Lesson::Imitation, Lesson::SelfPlay]);
        assert!(metrics.iter().all(|metrics| metrics.stats.critic > 0.0), "{game}: {metrics:?}");
        let folder = tempdir().unwrap();
        let path = folder.path().join("one.safetensors");
        let saved = save(&trainer, &path);
        let resumed = Trainer::new(&config, Some(&Checkpoint::read(&path).unwrap())).unwrap();
        let again = save(&resumed, &folder.path().join("two.safetensors"));
        assert!(saved == again, "{game}: something of the run was lost");
        assert!(saved != save(&Trainer::new(&config, None).unwrap(), &path));
    }
}

#[test]
fn whoever_plays_apart_asks_the_critic_too() {
    let (trainer, _) = train(&tiny("leduc", &[ALL, "play.steps=64"]));
    let folder = tempdir().unwrap();
    let bytes = save(&trainer, &folder.path().join("checkpoint.safetensors"));
    let mut apart = Apart::new(&bytes, 1, 1).unwrap();
    let parcel = apart.shard().unwrap();
    let (info, inputs) = (trainer.info(), Some(trainer.inputs()));
    let (_, samples) = shards::decode(&parcel.bytes, Path::new("a shard"), info, inputs).unwrap();
    assert!(samples.len() > 10 && (0..samples.len()).all(|i| !samples.decisions.hidden.row(i).0.is_empty()));
    // Weights that are only to be played by have no critic.
    let path = folder.path().join("weights.safetensors");
    let card = trainer.card(1.0, &[], &trainer.evaluate().unwrap());
    checkpoint::save(&path, &card, trainer.learners(), Extent::Weights).unwrap();
    let error = Apart::new(&fs::read(path).unwrap(), 1, 1).unwrap_err().to_string();
    assert!(error.contains("critic.trunk.0.weight is missing"), "{error}");
}

#[test]
fn the_same_seed_gives_the_same_critic() {
    let critics = |seed: &str| {
        let (trainer, _) = train(&tiny("goofspiel", &[ALL, seed, "network.sharing=per_team"]));
        let folder = tempdir().unwrap();
        save(&trainer, &folder.path().join("checkpoint.safetensors"))
    };
    assert!(critics("seed=1") == critics("seed=1") && critics("seed=1") != critics("seed=2"));
}

#[test]
fn what_a_search_finds_needs_no_critic() {
    let changes = [ALL, "learner.method=search"].map(String::from);
    let error = recipe::read("kuhn", &changes).unwrap_err().to_string();
    assert!(
        error.ends_with(
            "learner.critic is \"all\", but must be \"own\", unless learner.method is \"results\""
        ),
        "{error}"
    );
}
