//! Training makes the network play better, and does the same thing every time.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

mod common;

use std::sync::Arc;

use common::{tiny, tiny_in, train};
use fogbound_agents::selfplay::apart::Apart;
use fogbound_train::checkpoint::{self, Checkpoint, Extent};
use fogbound_train::play::{Duel, Lesson, Player};
use fogbound_train::run::{Begin, run};
use fogbound_train::{Config, Metrics, Trainer};
use tempfile::tempdir;

fn weights(trainer: &Trainer) -> Vec<f32> {
    let tensors = trainer.learners().iter().flat_map(|learner| learner.net().tensors());
    Vec::try_from(tch::Tensor::cat(&tensors.map(|tensor| tensor.reshape([-1])).collect::<Vec<_>>(), 0))
        .unwrap()
}

/// The bytes of the checkpoint at this point of a run: newest and averaged weights, the optimiser's memory, the card.
fn checkpoint_of(trainer: &Trainer) -> Vec<u8> {
    let folder = tempdir().unwrap();
    let path = folder.path().join("checkpoint.safetensors");
    let card = trainer.card(1.0, &[], &trainer.evaluate().unwrap());
    checkpoint::save(&path, &card, trainer.learners(), Extent::Whole).unwrap();
    std::fs::read(path).unwrap()
}

/// Without the clock, which no two runs share.
fn timeless(metrics: &[Metrics]) -> Vec<Metrics> {
    metrics.iter().map(|metrics| Metrics { seconds: [0.0; 2], ..metrics.clone() }).collect()
}

#[test]
fn without_a_learning_rate_nothing_changes() {
    let config = tiny("goofspiel", &["learner.rate=0.0", "learner.last_rate=0.0"]);
    let (trained, _) = train(&config);
    assert_eq!(weights(&trained), weights(&Trainer::new(&config, None).unwrap()));
}

#[test]
fn the_same_seed_gives_the_same_run() {
    for sharing in ["shared", "per_team"] {
        let changes =
            ["limits.updates=4", &format!("network.sharing={sharing}"), "league.every=2", "league.past=0.4"];
        let config = tiny("goofspiel", &changes);
        let ((first, first_metrics), (second, second_metrics)) = (train(&config), train(&config));
        assert_eq!(timeless(&first_metrics), timeless(&second_metrics));
        assert_eq!(weights(&first), weights(&second));
        assert!(checkpoint_of(&first) == checkpoint_of(&second), "two files of the same run differ");
        let (other, other_metrics) = train(&Config { seed: 8, ..config });
        assert_ne!(timeless(&first_metrics), timeless(&other_metrics));
        assert_ne!(weights(&first), weights(&other));
        assert!(checkpoint_of(&first) != checkpoint_of(&other));
    }
}

/// Games depend on no thread: what is counted is the same, only the order of the samples differs.
#[test]
fn threads_do_not_change_the_games() {
    let played = |threads: &str| {
        let config = tiny("trial", &[threads, "league.scripted=0.3", "play.steps=40"]);
        Trainer::new(&config, None).unwrap().play(Lesson::SelfPlay).unwrap()
    };
    let (one, three) = (played("threads=1"), played("threads=3"));
    assert_eq!(one.tally, three.tally);
    assert_eq!(one.samples.len(), three.samples.len());
    let sum = |numbers: &[f32]| numbers.iter().map(|x| f64::from(*x)).sum::<f64>();
    assert!((sum(&one.samples.targets) - sum(&three.samples.targets)).abs() < 1e-3);
}

#[test]
fn every_game_can_be_trained() {
    for name in fogbound_env::registry::NAMES {
        let (trainer, metrics) = train(&tiny(name, &["learner.imitate=1", "learner.renamed=0.5"]));
        assert_eq!(trainer.counts().updates, 2);
        assert_eq!(metrics[0].lesson, Lesson::Imitation);
        assert!(
            metrics.iter().all(|metrics| metrics.stats.numbers().iter().all(|number| number.is_finite()))
        );
        assert!(metrics[1].tally.evaluations > 0);
    }
}

/// A game of Goofspiel has as many rounds as cards, and both choose in each but the last.
#[test]
fn every_game_has_one_of_the_variants_in_turn() {
    let config = tiny("goofspiel", &["variants=[{cards = 3}, {cards = 6}, {}]", "setup={cards = 4}"]);
    let mut trainer = Trainer::new(&config, None).unwrap();
    let ours = Player::Fixed(Arc::new(trainer.averaged()));
    let duel = Duel { ours, team: 0, rival: Player::Random, games: 384, seed: 1 };
    let verdict = trainer.crew().duel(&duel).unwrap();
    let rounds = |cards: u64| cards - 1;
    assert_eq!(verdict.decisions, 128 * 2 * (rounds(3) + rounds(6) + rounds(4)));
    assert!(trainer.update(0.0).unwrap().tally.games > 0);
}

/// The script's games have decisions of all teams, and one that learns alone is shown its own, once.
#[test]
fn what_is_shown_to_nobody_is_not_counted_as_learnt() {
    let learnt = |team: &[&str]| {
        let base = ["network.sharing=per_team", "learner.imitate=1", "learner.epochs=3", "play.steps=40"];
        let metrics =
            Trainer::new(&tiny("trial", &[&base, team].concat()), None).unwrap().update(0.0).unwrap();
        (metrics.learnt, metrics.counts.samples)
    };
    let ((all, samples), (own, same)) = (learnt(&[]), learnt(&["team=killer"]));
    assert_eq!((all, same), (samples, samples));
    assert!(own > 0 && own < samples / 2, "{own} of {samples}");
}

/// Wherever games are played to be learnt from, they are the same ones.
#[test]
fn whoever_plays_apart_has_the_variants_too() {
    let played = |variants: &str| {
        let config = tiny("goofspiel", &[variants, "setup={cards = 6}", "play.steps=64"]);
        let mut apart = Apart::new(&checkpoint_of(&Trainer::new(&config, None).unwrap()), 1, 1).unwrap();
        let (_, harvest) = apart.harvest().unwrap();
        harvest.tally.lengths as f64 / harvest.tally.games as f64
    };
    assert_eq!(played("variants=[]"), 10.0);
    assert_eq!(played("variants=[{cards = 3}]"), 4.0);
    // As many short games as long ones, although each lane could play only one kind.
    let both = played("variants=[{cards = 3}, {cards = 6}]");
    assert!((both - 7.0).abs() < 0.5, "{both}");
}

#[test]
fn variants_that_cannot_be_played_together_are_named() {
    let problem =
        |game: &str, variants: &str| Trainer::new(&tiny(game, &[variants]), None).unwrap_err().to_string();
    let seats = problem("trial", "variants=[{mode = \"devout\"}, {players = 3}]");
    assert!(
        seats.starts_with("variants[1]: its seats are killer, ") && seats.contains("survivor"),
        "{seats}"
    );
    let unknown = problem("trial", "variants=[{mood = \"devout\"}]");
    assert!(unknown.starts_with("variants[0]: ") && unknown.contains("mood"), "{unknown}");
    let modes = "variants=[{mode = \"adept\"}, {mode = \"bloodweb\"}, {mode = \"devout\"}]";
    let (trainer, _) = train(&tiny("trial", &[modes]));
    assert_eq!(trainer.counts().updates, 2);
}

/// Only decisions of the newest weights are learnt from.
#[test]
fn what_others_decide_is_not_learnt_from() {
    let harvest = |changes: &[&str]| {
        Trainer::new(&tiny("goofspiel", changes), None).unwrap().play(Lesson::SelfPlay).unwrap()
    };
    let alone = harvest(&["league.past=0.0", "league.scripted=0.0", "play.steps=64"]);
    let scripted = harvest(&["league.past=0.0", "league.scripted=1.0", "play.steps=64"]);
    assert_eq!(alone.tally.decisions, alone.tally.evaluations);
    // The script makes every other decision, and no network is asked for it.
    let share = scripted.tally.evaluations as f64 / scripted.tally.decisions as f64;
    assert!((share - 0.5).abs() < 0.05, "{share}");
    // Each lane may hold back one decision a seat.
    for harvest in [&alone, &scripted] {
        let missing = harvest.tally.evaluations - harvest.samples.len() as u64;
        assert!(missing <= 16, "{missing}");
    }
}

fn tensors(trainer: &Trainer) -> Vec<Vec<f32>> {
    let flat = |learner: &fogbound_train::Learner| -> Vec<f32> {
        let tensors: Vec<_> = learner.net().tensors().iter().map(|tensor| tensor.reshape([-1])).collect();
        Vec::try_from(tch::Tensor::cat(&tensors, 0)).unwrap()
    };
    trainer.learners().iter().map(flat).collect()
}

#[test]
fn where_one_team_learns_the_others_keep_their_weights() {
    for (team, index) in [("killer", 0), ("survivors", 1)] {
        for (method, imitate) in [("results", 0), ("search", 0), ("results", 1)] {
            let changes = [
                &format!("team={team}"),
                &format!("learner.method={method}"),
                &format!("learner.imitate={imitate}"),
                "network.sharing=per_team",
                "league.scripted=0.3",
                "league.past=0.3",
                "league.every=1",
                "search.share=1.0",
                "search.simulations=4",
            ];
            let config = tiny("trial", &changes);
            let before = tensors(&Trainer::new(&config, None).unwrap());
            let (mut trainer, _) = train(&config);
            let after = tensors(&trainer);
            assert!(
                before[index] != after[index] && before[1 - index] == after[1 - index],
                "{team} {method}"
            );
            let harvest = trainer.play(trainer.lesson()).unwrap();
            let mut seats = harvest.samples.decisions.seats.iter();
            assert!(seats.all(|&seat| usize::from(seat > 0) == index), "{team} {method}");
        }
    }
    let nobody = Trainer::new(&tiny("trial", &["team=ghosts", "network.sharing=per_team"]), None);
    assert_eq!(nobody.unwrap_err().to_string(), "there is no team `ghosts`; the teams are killer, survivors");
}

#[test]
fn a_team_learns_on_against_the_weights_of_another_run() {
    let folder = tempfile::tempdir().unwrap();
    let made = |name: &str, seed: u64| {
        let changes = ["network.sharing=per_team", &format!("seed={seed}")];
        run(&tiny_in(&folder.path().join(name), "trial", &changes), Begin::Anew, &[]).unwrap();
        let path = folder.path().join(name).join("checkpoint.safetensors");
        let mut trainer = Trainer::new(&tiny("trial", &changes), None).unwrap();
        trainer.start_from(&Checkpoint::read(&path).unwrap()).unwrap();
        (path, tensors(&trainer))
    };
    let ((first, ours), (second, theirs)) = (made("first", 1), made("second", 2));
    let alone = tiny("trial", &["network.sharing=per_team", "team=killer"]);
    let config = Config { from: Some(first), against: Some(second), ..alone };
    let before = tensors(&Trainer::new(&config, None).unwrap());
    assert!(before[0] == ours[0] && before[1] == theirs[1] && ours[1] != theirs[1]);
    let after = tensors(&train(&config).0);
    assert!(after[0] != before[0] && after[1] == before[1]);
}
