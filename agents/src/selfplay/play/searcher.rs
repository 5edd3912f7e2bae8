//! The search whose findings are learnt from.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use fogbound_env::{Game, Perspective, Rng};

use super::lane::logs;
use super::tries::Tries;
use super::{Others, PlayError, SearchOptions};
use crate::Agent;
use crate::belief::Reweighted;
use crate::net::{Advised, Networks};
use crate::scripted;
use crate::search::{Budget, Guide, Ismcts, Leaf, Options, Root, Selection, Tools};

/// Worlds that are weighed for each decision.
const WORLDS: usize = 32;
/// Far more nodes than a small budget can fill.
const NODES: usize = 1 << 14;

/// What a search found about a decision.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    /// What is to be learnt: how often each legal action is to be chosen, as logarithms.
    pub(super) logs: Vec<f32>,
    /// How often each is chosen in this game. Nothing that the seat cannot know shows in it.
    pub(super) played: Vec<f32>,
    /// What `played` brings, as a return.
    pub(super) value: f32,
    /// Games that were played in the head for it, and positions that networks were asked about.
    pub(super) simulations: u64,
    pub(super) evaluations: u64,
}

/// A search by the newest weights.
pub(super) struct Searcher<G: Game> {
    networks: Arc<Networks>,
    way: Way<G>,
}

enum Way<G: Game> {
    /// A tree in which networks play for all.
    Tree { search: Box<Ismcts<G>>, asked: Arc<AtomicU64> },
    /// Actions are tried, and the script plays on.
    Tries(Box<Tries<G>>),
}

impl<G: Game> Searcher<G> {
    pub(super) fn new(networks: &Arc<Networks>, how: &SearchOptions) -> Result<Searcher<G>, PlayError> {
        let way = match how.others {
            Others::Network => {
                let asked = Arc::default();
                Way::Tree { search: Box::new(tree(networks, how, &asked)), asked }
            }
            Others::Script => {
                let script = scripted::policy_for::<G>().ok_or(PlayError::NoScript { game: G::NAME })?;
                Way::Tries(Box::new(Tries::new(networks, script, how)))
            }
        };
        Ok(Searcher { networks: Arc::clone(networks), way })
    }

    /// Whether it searches by these weights.
    pub(super) fn is_by(&self, networks: &Arc<Networks>) -> bool {
        Arc::ptr_eq(&self.networks, networks)
    }

    /// Thinks about a decision of the game whose state is `truth`; a tree does not look at that.
    pub(super) fn find(&mut self, seen: &Perspective<'_, G>, truth: &G::State, rng: &mut Rng) -> Found {
        match &mut self.way {
            Way::Tries(tries) => tries.find(seen, truth, rng),
            Way::Tree { search, asked } => {
                search.begin(seen.seat());
                let thoughts = search.think(seen, rng);
                let played: Vec<f32> = thoughts.considered.iter().map(|one| one.probability as f32).collect();
                Found {
                    logs: logs(&played),
                    played,
                    value: thoughts.value().map_or_else(|| middle(seen.game()), |value| value as f32),
                    simulations: thoughts.simulations,
                    evaluations: asked.swap(0, Ordering::Relaxed),
                }
            }
        }
    }
}

/// The return half-way between the worst and the best.
fn middle<G: Game>(game: &G) -> f32 {
    let (low, high) = game.return_range().into_inner();
    f32::midpoint(low, high)
}

/// A search of a tree in which the networks play for all, and judge where it ends.
fn tree<G: Game>(networks: &Arc<Networks>, how: &SearchOptions, asked: &Arc<AtomicU64>) -> Ismcts<G> {
    let advised = || Box::new(Advised::by_all(Arc::clone(networks)).counted_by(asked));
    let tools = || Tools {
        leaf: Leaf::Judged(advised()),
        belief: Box::new(Reweighted::new(advised(), WORLDS)),
        guide: Guide::new(Some(advised()), Some(advised())),
    };
    let options = Options {
        budget: Budget::simulations(how.simulations),
        root: Root::Halving { candidates: how.candidates, step: how.step as f32 },
        turns: Selection::PUCT,
        nodes: NODES,
        reuse: false,
        ..Options::default()
    };
    Ismcts::with(options, tools)
}
