//! Goofspiel by matching bids to prizes.

use fogbound_env::games::goofspiel::{Goofspiel, Payoff};
use fogbound_env::{Game, Perspective};

use super::mixing::decay;
use crate::policy::{Heuristic, Policy};

/// Bids cards whose place in the hand is about the prize's place among those to come, or a little above.
#[derive(Clone, Copy, Debug, Default)]
pub struct GoofspielScript;

impl Policy<Goofspiel> for GoofspielScript {
    fn weigh(&mut self, seen: &Perspective<'_, Goofspiel>, weights: &mut Vec<f32>) {
        let (view, cards) = (seen.view(), seen.game().setup().cards);
        let prize = view.prize().unwrap_or(0);
        let below = (1..prize).filter(|&other| view.is_to_come(other)).count() as f32;
        for place in 0..seen.legal().len() {
            let over = place as f32 - below;
            // One card more than the match wins against the match; far more is a waste.
            weights.push(decay(-(over - 0.6).abs() * 13.0 / f32::from(cards).max(4.0)));
        }
    }
}

impl Heuristic<Goofspiel> for GoofspielScript {
    /// The lead, measured against half of what is still to be won.
    fn value(&mut self, seen: &Perspective<'_, Goofspiel>) -> f32 {
        let game = seen.game();
        let view = seen.view();
        let [mine, theirs] = view.points().map(f32::from);
        let lead = mine - theirs;
        if game.setup().payoff == Payoff::Points {
            return lead;
        }
        let to_come =
            (1..=game.setup().cards).filter(|&prize| view.is_to_come(prize) || view.prize() == Some(prize));
        let open: f32 = to_come.map(f32::from).sum();
        (lead / (0.5 * open + 1.0)).clamp(-1.0, 1.0)
    }
}
