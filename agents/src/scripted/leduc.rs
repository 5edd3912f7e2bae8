//! Leduc poker by the strength of one's hand.

use fogbound_env::games::leduc::{Leduc, LeducView};
use fogbound_env::{Action, Perspective};

use crate::policy::{Heuristic, Policy};

/// Raises with good hands, folds poor ones to a raise, and bluffs now and then.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeducScript;

/// How often the hand beats a random one: before the open card by rank, after it with a pair or by rank.
fn strength(view: &LeducView) -> f32 {
    let Some(rank) = view.rank() else { return 0.5 };
    match view.open_rank() {
        None => [0.2, 0.5, 0.8][usize::from(rank)],
        Some(open) if open == rank => 0.97,
        Some(open) => {
            // Four cards are unseen, one of them pairs the open card; the rest are split by rank.
            let higher = (rank + 1..3).filter(|&other| other != open).count() as f32 * 2.0 + 1.0;
            let equal = 1.0;
            1.0 - (higher + equal / 2.0) / 4.0
        }
    }
}

impl Policy<Leduc> for LeducScript {
    fn weigh(&mut self, seen: &Perspective<'_, Leduc>, weights: &mut Vec<f32>) {
        let view = seen.view();
        let strength = strength(view);
        let [mine, theirs] = view.chips();
        // What calling has to win, as a share of the pot after it.
        let price = f32::from(theirs - mine) / f32::from(2 * theirs);
        for action in seen.legal().iter() {
            weights.push(match action {
                Action(0) => (1.3 * price + 0.1 - strength).max(0.0),
                Action(1) => 0.25,
                _ => (strength - 0.45).max(0.04),
            });
        }
    }
}

impl Heuristic<Leduc> for LeducScript {
    fn value(&mut self, seen: &Perspective<'_, Leduc>) -> f32 {
        let view = seen.view();
        let [mine, theirs] = view.chips();
        (2.0 * strength(view) - 1.0) * f32::from(mine.min(theirs))
    }
}
