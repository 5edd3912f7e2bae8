//! Who sits where: people, and bots by level or by spec.

use std::any::Any;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use fogbound_agents::Spec;
use fogbound_agents::spec::Maker;
use fogbound_env::registry::{self, Info, Visitor};
use fogbound_env::{Game, Seat};
use serde::{Deserialize, Serialize};

/// The levels, weakest first, with what they promise.
pub(crate) const LEVELS: [(&str, &str); 3] = [
    ("easy", "plays by hand-written rules"),
    ("medium", "plays by a trained network"),
    ("hard", "thinks for a second or two, guided by a trained network"),
];

/// Who sits in a seat, as a person writes it: `person`, a level, or the spec of an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub(crate) enum Sitter {
    /// Somebody in front of a screen.
    Person,
    /// A bot, by level or spec.
    Bot(String),
}

impl From<String> for Sitter {
    fn from(text: String) -> Sitter {
        if text == "person" { Sitter::Person } else { Sitter::Bot(text) }
    }
}

impl From<Sitter> for String {
    fn from(sitter: Sitter) -> String {
        match sitter {
            Sitter::Person => "person".into(),
            Sitter::Bot(text) => text,
        }
    }
}

/// Who sits in each seat, in the order of the seats.
pub(crate) type Lineup = Vec<Sitter>;

/// Where bots come from. What they share, such as a network, is loaded once for all tables with the same setup.
#[derive(Debug)]
pub(crate) struct Bots {
    /// The folder with a folder of checkpoints for each game.
    checkpoints: PathBuf,
    ready: Mutex<BTreeMap<String, Arc<dyn Any + Send + Sync>>>,
}

/// Kinds of bots that are kept ready at most.
const READY: usize = 64;

/// A bot that is ready to play.
pub(crate) struct Prepared<G: Game> {
    pub(crate) maker: Maker<G>,
    /// What it is, for people: `hard: ismcts:ms=1500`.
    pub(crate) label: String,
    /// What a player should know about it: that it is not what the level promises.
    pub(crate) note: Option<String>,
}

impl Bots {
    pub(crate) fn new(checkpoints: PathBuf) -> Bots {
        Bots { checkpoints, ready: Mutex::default() }
    }

    /// The bot that `text` names, ready for `game`.
    pub(crate) fn prepare<G: Game>(&self, text: &str, game: &Arc<G>) -> anyhow::Result<Arc<Prepared<G>>> {
        let key = format!("{} {text} {}", G::NAME, Info::of(&**game).setup);
        let ready = || self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = ready().get(&key).and_then(|found| Arc::clone(found).downcast().ok()) {
            return Ok(found);
        }
        let made = Arc::new(self.make(text, game)?);
        let mut ready = ready();
        if ready.len() >= READY {
            ready.clear();
        }
        ready.insert(key, Arc::clone(&made) as Arc<dyn Any + Send + Sync>);
        Ok(made)
    }

    fn make<G: Game>(&self, text: &str, game: &Arc<G>) -> anyhow::Result<Prepared<G>> {
        if LEVELS.iter().any(|(level, _)| *level == text) {
            return self.level(text, game);
        }
        let levels = LEVELS.map(|(level, _)| level).join(", ");
        let spec: Spec =
            text.parse().with_context(|| format!("a bot is a level ({levels}) or the spec of an agent"))?;
        Ok(Prepared { maker: spec.prepare(game)?, label: spec.to_string(), note: None })
    }

    /// The first of the level's agents that this game has.
    fn level<G: Game>(&self, level: &str, game: &Arc<G>) -> anyhow::Result<Prepared<G>> {
        let network = self.checkpoint(G::NAME);
        let with = |kind: &str, rest: &str| {
            network.as_ref().map(|path| format!("{kind}:ckpt={}{rest}", path.display()))
        };
        let plain = |text: &str| Some(text.to_string());
        let candidates = match level {
            "easy" => vec![plain("scripted"), plain("random")],
            "medium" => vec![with("policy", ""), plain("ismcts:sims=300"), plain(UNSCRIPTED_QUICK)],
            // A tree of so many nodes takes a few megabytes, and a server has hundreds of bots.
            _ => vec![
                with("guided", ",ms=1500,sims=1000000,nodes=8192"),
                plain("ismcts:ms=1500,sims=1000000,nodes=8192"),
                plain(UNSCRIPTED),
            ],
        };
        let mut note = network.is_none().then(|| format!("no network is shipped for {}", G::NAME));
        if level == "easy" {
            note = None;
        }
        for (place, text) in candidates.into_iter().enumerate() {
            let Some(text) = text else { continue };
            let spec: Spec = text.parse().context("the agent of a level has a sound spec")?;
            match spec.prepare(game) {
                Ok(maker) => {
                    let why = note.filter(|_| place > 0);
                    let note = why.map(|why| format!("{level} plays as {}: {why}", spec.about().name));
                    return Ok(Prepared { maker, label: format!("{level}: {spec}"), note });
                }
                Err(error) => note = Some(error.to_string()),
            }
        }
        anyhow::bail!("no bot of level {level} can play {}: {}", G::NAME, note.unwrap_or_default())
    }

    /// The network that is shipped for a game.
    fn checkpoint(&self, game: &str) -> Option<PathBuf> {
        let is_network = |path: &PathBuf| path.extension().is_some_and(|end| end == "safetensors");
        let entries = fs::read_dir(self.checkpoints.join(Path::new(game))).ok()?;
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_network).min()
    }
}

/// What players of a game should know about a level: that it is not what it promises.
pub(crate) fn level_note(game: &str, level: &str, bots: &Bots) -> anyhow::Result<Option<String>> {
    struct Ask<'a>(&'a str, &'a Bots);
    impl Visitor for Ask<'_> {
        type Output = anyhow::Result<Option<String>>;
        fn visit<G: Game>(self, game: G) -> Self::Output {
            Ok(self.1.prepare(self.0, &Arc::new(game))?.note.clone())
        }
    }
    registry::open(game, &serde_json::Value::Null, Ask(level, bots))?
}

/// Searches that do without a script.
const UNSCRIPTED: &str =
    "ismcts:ms=1500,sims=1000000,nodes=8192,rollout=random,cut=never,belief=dealt,prior=even";
const UNSCRIPTED_QUICK: &str = "ismcts:sims=300,rollout=random,cut=never,belief=dealt,prior=even";

/// Finds a seat by its name or number.
pub(crate) fn find_seat(names: &[String], wanted: &str) -> anyhow::Result<Seat> {
    let found = names.iter().enumerate().find(|(i, name)| *name == wanted || i.to_string() == wanted);
    let seat = found.map(|(i, _)| Seat(i as u8));
    seat.with_context(|| format!("there is no seat {wanted:?}; the seats are {}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use fogbound_env::games::{kuhn::Kuhn, trial::Trial};

    use super::*;

    #[test]
    fn levels_say_when_they_are_not_what_they_promise() {
        let empty = tempfile::tempdir().unwrap();
        let bots = Bots::new(empty.path().into());
        let trial = Arc::new(Trial::new(Default::default()).unwrap());
        let easy = bots.prepare("easy", &trial).unwrap();
        assert_eq!((easy.label.as_str(), easy.note.as_deref()), ("easy: scripted", None));
        let hard = bots.prepare("hard", &trial).unwrap();
        assert!(hard.label.starts_with("hard: ismcts"), "{}", hard.label);
        assert_eq!(hard.note.as_deref(), Some("hard plays as ismcts: no network is shipped for trial"));
        let broken = empty.path().join("kuhn");
        fs::create_dir(&broken).unwrap();
        fs::write(broken.join("a.safetensors"), "rubbish").unwrap();
        let medium = bots.prepare("medium", &Arc::new(Kuhn::new(Default::default()).unwrap())).unwrap();
        assert!(medium.note.as_ref().unwrap().contains("cannot play kuhn"), "{}", medium.label);
        let error = bots.prepare("brilliant", &trial).err().unwrap();
        assert!(format!("{error:#}").contains("a level (easy, medium, hard)"), "{error:#}");
    }
}
