//! The table of agents: what can be named, with which settings, and how it is made.

use std::path::PathBuf;
use std::sync::Arc;

use fogbound_env::Game;
use fogbound_env::games::kuhn::Kuhn;

use super::{Fallback, Key, Settings, SpecError, Takes, searchers};
use crate::net::{Advised, Checkpoint, Networks};
use crate::policy::{Drawn, Tempered, Uniform};
use crate::{Agent, Random, Scripted};

/// What can be said about a kind of agent without knowing the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct About {
    /// What it is called.
    pub name: &'static str,
    /// How it plays, in one sentence.
    pub summary: &'static str,
    /// The settings that it takes.
    pub keys: &'static [Key],
}

/// Makes one agent after the other, all alike; what they share, such as a network, was loaded before.
pub type Maker<G> = Box<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>;

/// A kind of agent, as it is built for `G`.
pub(super) struct Kind<G: Game> {
    pub(super) about: About,
    /// Loads and checks what the agents need, and gives back what makes them.
    pub(super) prepare: fn(&Settings, &Arc<G>) -> Result<Maker<G>, SpecError>,
}

/// Every kind of agent. A new one is one more entry; its settings have been checked by its keys, so that it reads them
/// by name, as in `settings.get("sims")`. What cannot be had is a [`SpecError::Unfit`].
pub(super) fn kinds<G: Game>() -> Vec<Kind<G>> {
    let mut kinds = vec![
        Kind {
            about: About { name: "random", summary: "chooses every legal action equally often", keys: &[] },
            prepare: |_, _| Ok(Box::new(|| Box::new(Random))),
        },
        Kind {
            about: About {
                name: "uniform",
                summary: "draws from the policy that favours nothing",
                keys: &[],
            },
            prepare: |_, _| Ok(Box::new(|| Box::new(Drawn::new(Uniform)))),
        },
        Kind {
            about: About { name: "scripted", summary: "plays by hand-written rules", keys: &[] },
            prepare: scripted,
        },
        Kind {
            about: About {
                name: "policy",
                summary: "plays by a trained network, without search",
                keys: &[CKPT, TEMPERATURE],
            },
            prepare: policy,
        },
    ];
    kinds.extend(searchers::kinds());
    kinds
}

const CKPT: Key =
    Key { name: "ckpt", summary: "the network's checkpoint", takes: Takes::Path, default: Fallback::Needed };

const TEMPERATURE: Key = Key {
    name: "temperature",
    summary: "below 1 the network's favourites are chosen more often than it says, above 1 less often",
    takes: Takes::Number(0.01, 100.0),
    default: Fallback::Is("1"),
};

fn scripted<G: Game>(_: &Settings, _: &Arc<G>) -> Result<Maker<G>, SpecError> {
    let no_script = || SpecError::unfit::<G>("scripted", "nobody has written a script for it");
    Scripted::<G>::new().ok_or_else(no_script)?;
    Ok(Box::new(|| Box::new(Scripted::new().expect("the game has a script"))))
}

fn policy<G: Game>(settings: &Settings, game: &Arc<G>) -> Result<Maker<G>, SpecError> {
    let networks = networks("policy", settings, game)?;
    let temperature = settings.get("temperature");
    let advised = move || Advised::by_all(Arc::clone(&networks));
    Ok(Box::new(move || Box::new(Drawn::new(Tempered::new(advised(), temperature)))))
}

/// The networks that `ckpt` names.
pub(super) fn networks<G: Game>(
    agent: &'static str,
    settings: &Settings,
    game: &Arc<G>,
) -> Result<Arc<Networks>, SpecError> {
    let path: PathBuf = settings.get("ckpt");
    let read = Checkpoint::read(&path).and_then(|checkpoint| Networks::read(&checkpoint, &**game));
    read.map(Arc::new).map_err(|error| SpecError::unfit::<G>(agent, error))
}

/// What there is to say about every kind; it is the same for all games, so the smallest will do.
pub(super) fn abouts() -> Vec<About> {
    kinds::<Kuhn>().into_iter().map(|kind| kind.about).collect()
}
