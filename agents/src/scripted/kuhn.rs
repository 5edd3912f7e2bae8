//! Kuhn poker by the book: an equilibrium.

use fogbound_env::games::kuhn::Kuhn;
use fogbound_env::{Perspective, View};

use crate::policy::{Heuristic, Policy};

/// Plays the equilibrium in which the first seat bluffs with a third of its jacks.
#[derive(Clone, Copy, Debug, Default)]
pub struct KuhnScript;

/// How often the first seat bets, by card, and how often it calls a bet after its pass.
const OPENS: [f32; 3] = [1.0 / 3.0, 0.0, 1.0];
const CALLS_AFTER_PASS: [f32; 3] = [0.0, 2.0 / 3.0, 1.0];
/// How often the second seat bets after a pass, and calls a bet.
const BETS_SECOND: [f32; 3] = [1.0 / 3.0, 0.0, 1.0];
const CALLS_SECOND: [f32; 3] = [0.0, 1.0 / 3.0, 1.0];

impl Policy<Kuhn> for KuhnScript {
    fn weigh(&mut self, seen: &Perspective<'_, Kuhn>, weights: &mut Vec<f32>) {
        let view = seen.view();
        let table = match (view.seat().0, view.is_facing_bet()) {
            (0, false) => OPENS,
            (0, true) => CALLS_AFTER_PASS,
            (_, false) => BETS_SECOND,
            (_, true) => CALLS_SECOND,
        };
        let bet = view.card().map_or(0.5, |card| table[usize::from(card)]);
        weights.extend([1.0 - bet, bet]);
    }
}

impl Heuristic<Kuhn> for KuhnScript {
    /// A high card wins about the ante.
    fn value(&mut self, seen: &Perspective<'_, Kuhn>) -> f32 {
        let view = seen.view();
        view.card().map_or(0.0, |card| f32::from(card) - 1.0)
    }
}
