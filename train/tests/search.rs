//! Learning from what a search finds better.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

use std::path::Path;

mod common;

use common::{tiny, tiny_in};
use fogbound_agents::net::Advised;
use fogbound_agents::{Policy, scripted};
use fogbound_env::games::goofspiel::Goofspiel;
use fogbound_env::{Game, Perspective, Seat, Silence};
use fogbound_train::Trainer;
use fogbound_train::folder::Folder;
use fogbound_train::play::{Lesson, Tally};
use fogbound_train::run::{Begin, run};
use tempfile::tempdir;

const SEARCH: &str = "learner.method=search";

#[test]
fn every_game_can_be_searched() {
    for (game, others) in [
        ("kuhn", "network"),
        ("leduc", "script"),
        ("goofspiel", "network"),
        ("trial", "script"),
        ("stalk", "script"),
    ] {
        let changes =
            [SEARCH, "search.simulations=8", "search.share=0.5", &format!("search.others={others}")];
        let mut trainer = Trainer::new(&tiny(game, &changes), None).unwrap();
        let harvest = trainer.play(Lesson::Search).unwrap();
        let samples = &harvest.samples;
        assert!(!samples.is_empty() && harvest.tally.simulations >= 8 * samples.len() as u64, "{game}");
        assert!(samples.decisions.values.iter().all(|value| (-1.0..=1.0).contains(value)), "{game}");
        // Simulations are judged by the network, but for those that come to the end of the game.
        let Tally { simulations, evaluations, .. } = harvest.tally;
        assert!(evaluations > simulations / 2, "{game}: {evaluations} of {simulations}");
        for i in 0..samples.len() {
            let (_, logs) = samples.decisions.policies.row(i);
            let total: f32 = logs.iter().map(|log| log.exp()).sum();
            // The script and the search may leave actions out; they are written down with a small probability.
            assert!(logs.len() > 1 && (total - 1.0).abs() < 1e-3, "{game}: {logs:?}");
        }
        let metrics = trainer.update(0.0).unwrap();
        assert_eq!(metrics.lesson, Lesson::Search);
        assert!(metrics.stats.loss.is_finite() && metrics.stats.policy >= 0.0, "{game}: {metrics:?}");
    }
}

#[test]
fn what_was_tried_in_the_game_as_it_is_is_learnt_from_but_not_played() {
    // With such a step what is learnt is all for one action, by the others' hidden cards.
    let changes = [SEARCH, "search.others=script", "search.share=1.0", "search.step=1000.0", "play.steps=64"];
    let mut trainer = Trainer::new(&tiny("kuhn", &changes), None).unwrap();
    let decisions = trainer.play(Lesson::Search).unwrap().samples.decisions;
    let (mut sure, mut followed) = (0, 0);
    for (i, action) in decisions.actions.iter().enumerate() {
        let (actions, logs) = decisions.policies.row(i);
        if let Some(best) = logs.iter().position(|log| log.exp() > 0.99) {
            sure += 1;
            followed += u32::from(actions[best] == *action);
        }
    }
    let share = f64::from(followed) / f64::from(sure);
    assert!(sure > 100 && (0.3..0.8).contains(&share), "{followed} of {sure}");
}

fn shards_in(folder: &Path) -> usize {
    std::fs::read_dir(Folder::at(folder).replay()).map_or(0, Iterator::count)
}

#[test]
fn a_resumed_run_learns_from_the_same_decisions_again() {
    let folder = tempdir().unwrap();
    let config = |updates: u64| {
        let updates = format!("limits.updates={updates}");
        tiny_in(folder.path(), "kuhn", &[SEARCH, "search.simulations=4", "search.window=3", &updates])
    };
    run(&config(2), Begin::Anew, &[]).unwrap();
    assert_eq!(shards_in(folder.path()), 2);
    run(&config(4), Begin::Resume, &[]).unwrap();
    assert_eq!(shards_in(folder.path()), 3);
    // What comes after the checkpoint belongs to a part that was lost.
    let replay = Folder::at(folder.path()).replay();
    let newest = std::fs::read_dir(&replay).unwrap().map(|entry| entry.unwrap().path()).max().unwrap();
    std::fs::copy(&newest, replay.join("00000099-0000-00000000.shard")).unwrap();
    run(&config(6), Begin::Resume, &[]).unwrap();
    assert!(!replay.join("00000099-0000-00000000.shard").exists());
    run(&config(2), Begin::Overwrite, &[]).unwrap();
    assert_eq!(shards_in(folder.path()), 2);
}

#[test]
fn a_network_that_corrects_the_script_begins_with_it() {
    let config = tiny("goofspiel", &["network.script=true"]);
    let trainer = Trainer::new(&config, None).unwrap();
    let game = Goofspiel::new(Default::default()).unwrap();
    let mut state = game.start();
    game.fall(&mut state, 5, &mut Silence);
    let seen = Perspective::new(&game, &state, Seat(0));
    let normal = |policy: &mut dyn Policy<Goofspiel>| -> Vec<f32> {
        let mut weights = Vec::new();
        policy.weigh(&seen, &mut weights);
        let total: f32 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / total).collect()
    };
    let script = normal(&mut *scripted::policy_for().unwrap());
    let ours = normal(&mut Advised::by_all(trainer.averaged().into()));
    assert!(script.iter().zip(&ours).all(|(s, o)| (s - o).abs() < 0.05), "{script:?} {ours:?}");
    assert!(script.iter().any(|&chance| chance > 0.3), "even play would pass, too: {script:?}");
}
