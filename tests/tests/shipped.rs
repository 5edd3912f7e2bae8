//! The networks that ship: they fit their games, are small, say where they come from, and play as well as they did.
//!
//! A network corrects its game's script, so a change of the script changes how it plays: that shows here.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fogbound_agents::arena::{Entrant, Journal, Results, Tournament};
use fogbound_agents::net::Checkpoint;
use fogbound_env::Game;
use fogbound_env::registry::{self, Visitor};
use serde_json::{Value, json};

/// The largest file that ships.
const LARGEST: u64 = 8 << 20;

fn file(game: &str, ending: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../checkpoints/{game}/{game}.{ending}"))
}

/// How often a game's network wins as each side against an opponent.
struct Duel {
    network: String,
    opponent: &'static str,
    games: u64,
}

impl Visitor for Duel {
    type Output = [f64; 2];

    fn visit<G: Game>(self, game: G) -> [f64; 2] {
        let game = Arc::new(game);
        let side = |spec: &str| {
            let spec = spec.parse().expect("a good spec");
            vec![Entrant::of(&spec, &game).expect("an agent of this game")]
        };
        let rate = |killer: &str, survivors: &str| {
            let tournament = Tournament::new(Arc::clone(&game), side(killer), side(survivors), 7);
            let tournament = tournament.expect("agents for both sides");
            let mut journal = Journal::in_memory(tournament.header());
            tournament.play(self.games, &mut journal, &|| {}).expect("all games are played");
            Results::of(&journal, self.games).expect("all are counted").pairings[0].win_rate.rate
        };
        [rate(&self.network, self.opponent), 1.0 - rate(self.opponent, &self.network)]
    }
}

/// The least that a network wins as the killer and as the survivors against the script: a little less than it was
/// measured to win.
fn plays_as_measured(game: &str, setup: &Value, least: [f64; 2]) {
    let network = format!("policy:ckpt={}", file(game, "safetensors").display());
    let won = |opponent, games| {
        let duel = Duel { network: network.clone(), opponent, games };
        registry::open(game, setup, duel).expect("a known game")
    };
    let [killer, survivors] = won("scripted", 400);
    assert!(killer >= least[0] && survivors >= least[1], "{game}: {killer} and {survivors} v the script");
    let [killer, survivors] = won("random", 100);
    assert!(killer >= 0.96 && survivors >= 0.96, "{game}: {killer} and {survivors} v random play");
}

#[test]
fn the_network_of_trial_plays_as_measured() {
    plays_as_measured("trial", &json!({"preset": "random"}), [0.54, 0.83]);
}

#[test]
fn the_network_of_stalk_plays_as_measured() {
    plays_as_measured("stalk", &json!({"preset": "paired"}), [0.61, 0.96]);
}

#[test]
fn networks_that_ship_are_small_and_say_where_they_come_from() {
    for game in ["trial", "stalk"] {
        let path = file(game, "safetensors");
        assert!(fs::metadata(&path).unwrap().len() <= LARGEST, "{game}");
        let card = Checkpoint::read(&path).unwrap().card;
        let beside: Value = serde_json::from_str(&fs::read_to_string(file(game, "json")).unwrap()).unwrap();
        assert_eq!(card, beside, "{game}: the card beside the file is the one in it");
        assert!(card["command"].as_array().is_some_and(|command| !command.is_empty()), "{game}");
        assert!(card["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{game}");
        // Each team against the script, against random play, and perhaps against more.
        assert!(card["evaluation"]["judgements"].as_array().is_some_and(|all| all.len() >= 4), "{game}");
    }
}
