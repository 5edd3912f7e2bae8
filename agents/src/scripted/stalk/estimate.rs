//! How a game of `stalk` will end, from what is announced.

use fogbound_env::games::stalk::{Slot, Stalk, Status};
use fogbound_env::{Game as _, Perspective};

use crate::policy::Heuristic;

/// Counts repairs against hooks.
#[derive(Clone, Copy, Debug, Default)]
pub struct StalkEstimate;

/// What is left of a game between scripts, by least squares: a survivor on a hook, one out, one that has hung before,
/// each as a share of the team; repairs as a share of those needed; and the start.
const HOOKED: f32 = 1.07;
const OUT: f32 = 1.3;
const MARKED: f32 = 0.48;
const REPAIRED: f32 = -1.3;
const START: f32 = -0.41;

impl Heuristic<Stalk> for StalkEstimate {
    fn value(&mut self, seen: &Perspective<'_, Stalk>) -> f32 {
        let (game, view) = (seen.game(), seen.view());
        let survivors = game.setup().survivors;
        let caught = |slot: u8| match (view.status(Slot(slot)), view.hooks(Slot(slot))) {
            (Status::Hooked, _) => HOOKED,
            (Status::Out, _) => OUT,
            (Status::Free, 0) => 0.0,
            (Status::Free, _) => MARKED,
        };
        let caught = (0..survivors).map(caught).sum::<f32>() / f32::from(survivors);
        let needed = f32::from(game.setup().repairs_to_win);
        let repaired = 1.0 - f32::from(game.repairs_needed(view)) / needed;
        let killer = (START + caught + REPAIRED * repaired).clamp(-0.95, 0.95);
        if view.is_killer() { killer } else { -killer }
    }
}
