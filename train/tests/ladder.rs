//! Opponents that never change, and where weights stand among them.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

mod common;

use common::tiny;
use fogbound_train::{Config, Trainer};

fn trainer(config: &Config) -> Trainer {
    Trainer::new(config, None).unwrap()
}

fn error(ladder: &str) -> String {
    format!("{:#}", Trainer::new(&tiny("kuhn", &[ladder]), None).unwrap_err())
}

/// Fresh weights choose nearly evenly, and so do two of the rungs: they all stand at the same place, below the script.
#[test]
fn weights_stand_beside_agents_that_play_alike() {
    let rungs = "evaluation.ladder=[\"uniform\", \"ismcts:sims=100,belief=dealt\"]";
    let games = ["evaluation.games=2000", "evaluation.ladder_games=1000", "setup={cards = 4}", rungs];
    let trainer = trainer(&tiny("goofspiel", &games));
    let names: Vec<&str> = trainer.ladder().names().collect();
    assert_eq!(names, ["scripted", "random", "uniform", "ismcts:sims=100,belief=dealt"]);
    let evaluation = trainer.evaluate().unwrap();
    for (team, rating) in ["player_0", "player_1"].into_iter().zip(&evaluation.ratings) {
        let rate = |rival: &str| evaluation.score(rival, team).unwrap().mean();
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
