//! What a search takes from others instead of finding it out: which actions look promising, and how other seats play.

use std::fmt;

use fogbound_env::{Action, Game, Perspective, Rng, Seat};

use crate::Policy;
use crate::policy::draw_rank;

/// Policies that guide a search. The default is none: everything is found out.
pub struct Guide<G: Game> {
    /// Which actions look promising before they have been tried. A leaf that is judged has priors of its own.
    pub prior: Option<Box<dyn Policy<G>>>,
    /// How the other seats play. With it, they do so in all simulations, and the tree holds the own choices alone: the
    /// search looks for the best answer to such play. Without it, the others learn in the tree as the searcher does.
    pub others: Option<Box<dyn Policy<G>>>,
    weights: Vec<f32>,
}

impl<G: Game> Default for Guide<G> {
    fn default() -> Guide<G> {
        Guide::new(None, None)
    }
}

impl<G: Game> fmt::Debug for Guide<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Guide");
        shown.field("prior", &self.prior.is_some()).field("others", &self.others.is_some());
        shown.finish_non_exhaustive()
    }
}

impl<G: Game> Guide<G> {
    /// A guide with these policies.
    pub fn new(prior: Option<Box<dyn Policy<G>>>, others: Option<Box<dyn Policy<G>>>) -> Guide<G> {
        Guide { prior, others, weights: Vec::new() }
    }

    /// Whether the choices of `seat` are left to the tree of `searcher`.
    pub(super) fn leaves(&self, seat: Seat, searcher: Seat) -> bool {
        self.others.is_none() || seat == searcher
    }

    /// What another seat does.
    pub(super) fn play(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut Rng) -> Action {
        let others = self.others.as_mut().expect("only then are choices not left to the tree");
        let seen = Perspective::new(game, state, seat);
        self.weights.clear();
        others.weigh(&seen, &mut self.weights);
        let rank = draw_rank(&self.weights, rng);
        seen.legal().nth(rank as u32).expect("a policy weighs the legal actions")
    }
}
