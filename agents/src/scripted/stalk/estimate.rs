//! How a game of `stalk` will end, from what a side knows.

use fogbound_env::games::stalk::{Slot, Stalk, StalkView, Status, Who};
use fogbound_env::{Game as _, Perspective};

use super::killer::{heat, prospect};
use crate::policy::Heuristic;

/// Counts repairs against hooks; the killer also looks at how near he thinks the survivors are.
#[derive(Clone, Copy, Debug, Default)]
pub struct StalkEstimate;

/// What both sides look at, in the order of [`KILLER`] and [`SURVIVORS`].
const PUBLIC: usize = 11;
/// What the killer looks at besides.
const NEAR: usize = 4;

/// How much each feature speaks for the killer: his return is about `tanh` of the weighted sum.
///
/// Fitted by logistic regression to 88,743 positions, the first of each round in which a side chose, from 3,750 games of
/// the script against itself: 2,500 on `paired`, 625 each on `standard` and `training`. On the fifth of the games that
/// was held back the winner is named in 74.1 % of the positions, from either side.
const KILLER: [f32; PUBLIC + NEAR] = [
    -0.339, // always
    0.426,  // share of the survivors on hooks
    0.668,  // share of those who are out
    0.336,  // share of those who are free and have hung before
    0.142,  // share of those who are chased
    1.635,  // hooked and out together, squared
    -1.463, // share of the repairs
    0.555,  // repairs times hooked and out
    -1.474, // share of the rounds
    2.010,  // the same times repairs
    -0.651, // generators on the board, in eights
    -0.622, // survivors on the killer's cell, as the script guesses
    0.208,  // within a call
    -0.028, // within a check
    0.501,  // the best that he can make for
];

/// The same for one who does not know where the killer is.
const SURVIVORS: [f32; PUBLIC] =
    [-0.071, 0.772, 0.994, 0.326, 0.325, 1.020, -1.866, 0.797, -1.793, 2.641, -0.769];

fn public(game: &Stalk, view: &StalkView) -> [f32; PUBLIC] {
    let all = f32::from(game.setup().survivors);
    let share = |count: usize| count as f32 / all;
    let marked = view.with_status(Status::Free).filter(|&slot| view.hooks(slot) > 0).count();
    let chased = view.with_status(Status::Free).filter(|&slot| view.is_chased(slot)).count();
    let hooked = share(view.with_status(Status::Hooked).count());
    // Those who never came to the table are not counted.
    let present = (0..game.setup().survivors).map(Slot);
    let out = share(present.filter(|&slot| view.status(slot) == Status::Out).count());
    let needed = f32::from(game.setup().repairs_to_win);
    let repaired = 1.0 - f32::from(game.repairs_needed(view)) / needed;
    let rounds = f32::from(view.round()) / f32::from(game.setup().round_limit);
    let caught = hooked + out;
    [
        1.0,
        hooked,
        out,
        share(marked),
        share(chased),
        caught * caught,
        repaired,
        repaired * caught,
        rounds,
        rounds * repaired,
        game.generators().len() as f32 / 8.0,
    ]
}

fn near(game: &Stalk, view: &StalkView) -> [f32; NEAR] {
    let Some(at) = view.cell_of(Who::Killer) else { return [0.0; NEAR] };
    let heat = heat(game, view);
    [
        heat.of(at).min(1.0),
        (heat.sum(game.call_range(at)) / 2.0).min(1.0),
        (heat.sum(game.chase_range(at)) / 2.0).min(1.0),
        prospect(game, &heat, at, view.palettes_down()).min(1.0),
    ]
}

fn weighed(features: &[f32], weights: &[f32]) -> f32 {
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

impl Heuristic<Stalk> for StalkEstimate {
    fn value(&mut self, seen: &Perspective<'_, Stalk>) -> f32 {
        let (game, view) = (seen.game(), seen.view());
        let public = public(game, view);
        if view.is_killer() {
            let (all, own) = KILLER.split_at(PUBLIC);
            (weighed(&public, all) + weighed(&near(game, view), own)).tanh()
        } else {
            -weighed(&public, &SURVIVORS).tanh()
        }
    }
}
