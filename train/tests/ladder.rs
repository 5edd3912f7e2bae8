//! Opponents that never change, and where weights stand among them.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

mod common;

use std::fs;

use common::{tiny, tiny_in};
use fogbound_train::checkpoint::{self, Extent};
use fogbound_train::log::Log;
use fogbound_train::run::{Begin, run};
use fogbound_train::{Config, Trainer};
use tempfile::tempdir;

fn trainer(config: &Config) -> Trainer {
    Trainer::new(config, None).unwrap()
}

fn error(ladder: &str) -> String {
    format!("{:#}", trainer(&tiny("kuhn", &[ladder])).ladder().unwrap_err())
}

/// Fresh weights choose nearly evenly, and so do two of the rungs: they all stand at the same place, below the script.
#[test]
fn weights_stand_beside_agents_that_play_alike() {
    let rungs = "evaluation.ladder=[\"uniform\", \"ismcts:sims=100,belief=dealt\"]";
    let games = ["evaluation.games=2000", "evaluation.ladder_games=1000", "setup={cards = 4}", rungs];
    let trainer = trainer(&tiny("goofspiel", &games));
    let names: Vec<&str> = trainer.ladder().unwrap().names().collect();
    assert_eq!(names, ["scripted", "random", "uniform", "ismcts:sims=100,belief=dealt"]);
    let evaluation = trainer.evaluate().unwrap();
    assert_eq!(evaluation.ratings.len(), 2);
    for (team, rating) in ["player_0", "player_1"].into_iter().zip(&evaluation.ratings) {
        let rate = |rival: &str| evaluation.judgement(rival, team).unwrap().score.mean();
        let (random, uniform) = (rate("random"), rate("uniform"));
        let margin = 2.0 * random.margin.hypot(uniform.margin);
        assert!((random.mean - uniform.mean).abs() < margin, "{random:?} {uniform:?}");
        assert!((random.mean).abs() < 0.2 && random.count == 2000 && uniform.count == 1000, "{random:?}");
        let [script, search] = ["scripted", names[3]].map(|rival| rate(rival).mean);
        assert!(script < -0.2 && search < -0.2, "{script} {search}");
        assert!(rating.agent == team && rating.high < -50.0 && rating.low > -600.0, "{rating:?}");
        assert!(rating.high - rating.low < 60.0, "{rating:?}");
    }
}

/// Who plays by a search draws from the streams of its game, as everybody does.
#[test]
fn ratings_do_not_depend_on_the_number_of_threads() {
    let judged = |threads: &str| {
        let rungs = "evaluation.ladder=[\"ismcts:sims=10\"]";
        let changes = [threads, rungs, "evaluation.ladder_games=20", "variants=[{cards = 4}, {cards = 5}]"];
        trainer(&tiny("goofspiel", &changes)).evaluate().unwrap()
    };
    assert_eq!(judged("threads=1"), judged("threads=3"));
}

#[test]
fn rungs_that_cannot_be_had_are_refused_by_their_field() {
    let unknown = error("evaluation.ladder=[\"ismcts\", \"grandmaster\"]");
    assert!(
        unknown.starts_with("evaluation.ladder[1] cannot be used: there is no agent `grandmaster`"),
        "{unknown}"
    );
    let twice = error("evaluation.ladder=[\"random\"]");
    assert_eq!(twice, "evaluation.ladder[0] cannot be used: `random` is on the ladder already");
    let missing = error("evaluation.ladder=[\"policy:ckpt=nowhere.safetensors\"]");
    assert!(
        missing.starts_with("evaluation.ladder[0] cannot be used: `policy` cannot play kuhn"),
        "{missing}"
    );
}

/// On another machine it would play otherwise.
#[test]
fn no_rung_looks_at_the_clock() {
    let timed = error("evaluation.ladder=[\"ismcts:ms=50\"]");
    assert!(timed.contains("evaluation.ladder[0]") && timed.contains("limit its `sims`"), "{timed}");
}

/// Weights that stand on the ladder themselves are level with their rung.
#[test]
fn weights_are_a_rung_for_others() {
    let folder = tempdir().unwrap();
    let trainer = trainer(&tiny("kuhn", &[]));
    let path = folder.path().join("old.safetensors");
    let card = trainer.card(1.0, &[], &trainer.evaluate().unwrap());
    checkpoint::save(&path, &card, trainer.learners(), Extent::Weights).unwrap();
    let rung = format!("policy:ckpt={},temperature=1", path.display());
    let ladder = format!("evaluation.ladder=[\"{rung}\"]");
    let games = ["evaluation.games=4000", "evaluation.ladder_games=4000", &ladder];
    let config = tiny_in(&folder.path().join("run"), "kuhn", &games);
    // The same seed, so the same weights: what one of them wins in one seat, the other wins in the same seat against it.
    let again = Trainer::new(&config, None).unwrap();
    let evaluation = again.evaluate().unwrap();
    let of = |team: &str, rival: &str| evaluation.judgement(rival, team).unwrap().score.mean();
    let (first, second) = (of("player_0", &rung), of("player_1", &rung));
    assert!(
        (first.mean + second.mean).abs() < 1.5 * first.margin.hypot(second.margin),
        "{first:?} {second:?}"
    );
    let standing = again.ladder().unwrap().standing(again.crew()).unwrap().unwrap();
    assert!(standing.contains(&format!("{rung} ")), "{standing}");
    run(&config, Begin::Anew, &[]).unwrap();
    // Neither its commas nor its slashes end a name in the table.
    let table = fs::read_to_string(folder.path().join("run").join(Log::CSV)).unwrap();
    let names: Vec<&str> = table.lines().next().unwrap().split(',').collect();
    let own: Vec<&&str> = names.iter().filter(|name| name.starts_with("eval/policy")).collect();
    assert!(own.len() == 10 && own.iter().all(|name| name.split('/').count() <= 4), "{own:?}");
    assert!(own[0].ends_with(";temperature=1/player_0"), "{own:?}");
}

/// Numbers stay with their names; ratings of another scale are not mixed with those of this one.
#[test]
fn a_run_may_go_on_with_another_ladder() {
    let folder = tempdir().unwrap();
    let with = |updates: u64, ladder: &str| {
        let updates = format!("limits.updates={updates}");
        tiny_in(folder.path(), "kuhn", &[&updates, "evaluation.ladder_games=4", ladder])
    };
    let table = || {
        let text = fs::read_to_string(folder.path().join(Log::CSV)).unwrap();
        let rows: Vec<Vec<String>> =
            text.lines().map(|line| line.split(',').map(str::to_string).collect()).collect();
        rows
    };
    let column = |rows: &[Vec<String>], name: &str| -> Vec<String> {
        let at = rows[0].iter().position(|known| known == name).unwrap();
        rows[1..].iter().map(|row| row[at].clone()).collect()
    };
    run(&with(2, "evaluation.ladder=[]"), Begin::Anew, &[]).unwrap();
    let before = table();
    run(&with(4, "evaluation.ladder=[\"uniform\"]"), Begin::Resume, &[]).unwrap();
    let after = table();
    assert!(after.iter().all(|row| row.len() == after[0].len()), "{after:?}");
    for name in ["update", "loss/total", "eval/scripted/player_0", "eval/random/player_1/return"] {
        let (old, new) = (column(&before, name), column(&after, name));
        assert_eq!(new[..old.len()], old, "{name}");
    }
    assert!(column(&before, "rating/player_0").iter().any(|cell| !cell.is_empty()));
    let (rung, rating) = (column(&after, "eval/uniform/player_0"), column(&after, "rating/player_0"));
    assert!(rung[..3].iter().chain(&rating[..3]).all(String::is_empty), "{rung:?} {rating:?}");
    // It was judged anew at once, and at the end.
    assert!(
        rung.len() == 6 && [&rung[3], &rung[5], &rating[5]].iter().all(|cell| !cell.is_empty()),
        "{rung:?} {rating:?}"
    );
}
