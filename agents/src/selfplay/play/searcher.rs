//! The search whose findings are learnt from.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use fogbound_env::Game;

use super::{Others, PlayError, SearchOptions};
use crate::belief::Reweighted;
use crate::net::{Advised, Networks};
use crate::search::{Budget, Guide, Ismcts, Leaf, Options, Root, Selection, Stop, Tools};
use crate::{Policy, scripted};

/// Worlds that are weighed for each decision.
const WORLDS: usize = 32;
/// Far more nodes than a small budget can fill.
const NODES: usize = 1 << 14;

/// A search by the newest weights.
pub(super) struct Searcher<G: Game> {
    networks: Arc<Networks>,
    pub(super) search: Ismcts<G>,
    asked: Arc<AtomicU64>,
}

impl<G: Game> Searcher<G> {
    pub(super) fn new(networks: &Arc<Networks>, how: &SearchOptions) -> Result<Searcher<G>, PlayError> {
        let script = || scripted::policy_for::<G>().ok_or(PlayError::NoScript { game: G::NAME });
        if how.others == Others::Script {
            script()?;
        }
        let asked = Arc::default();
        let advised = || Box::new(Advised::by_all(Arc::clone(networks)).counted_by(&asked));
        let model = || -> Box<dyn Policy<G>> {
            match how.others {
                Others::Network => advised(),
                Others::Script => script().expect("it was asked for above"),
            }
        };
        let tools = || Tools {
            leaf: match how.others {
                Others::Network => Leaf::Judged(advised()),
                Others::Script => Leaf::Rollout { policy: Some(model()), stop: next_round(advised()) },
            },
            belief: Box::new(Reweighted::new(model(), WORLDS)),
            guide: Guide::new(Some(advised()), Some(model())),
        };
        let options = Options {
            budget: Budget::simulations(how.simulations),
            root: Root::Halving { candidates: how.candidates, step: how.step as f32 },
            turns: Selection::PUCT,
            nodes: NODES,
            reuse: false,
            ..Options::default()
        };
        let search = Ismcts::with(options, tools);
        Ok(Searcher { networks: Arc::clone(networks), search, asked })
    }

    /// How often networks were asked since the last time that this was.
    pub(super) fn evaluations(&self) -> u64 {
        self.asked.swap(0, Ordering::Relaxed)
    }

    /// Whether it searches by these weights.
    pub(super) fn is_by(&self, networks: &Arc<Networks>) -> bool {
        Arc::ptr_eq(&self.networks, networks)
    }
}

/// Judges where everybody has had a turn: at the next planning, or where nobody plans at the searcher's next turn.
fn next_round<G: Game>(judge: Box<Advised<G>>) -> Stop<G> {
    if G::PLANS_AT_ONCE { Stop::AtPlanning { judge } } else { Stop::AfterTurns { turns: 1, judge } }
}
