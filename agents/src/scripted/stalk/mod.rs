//! `stalk` by maps: where the other side may be, and what each cell within reach is worth.
//!
//! Both sides look at the cells where a movement can end, value each, and take the step that keeps the best of them
//! open. What they know of the other side is what the view can tell for certain.

mod estimate;
mod insight;
mod killer;
mod maps;
mod survivor;

use fogbound_env::games::stalk::{Act, Asked, Cell, Cells, Stalk, StalkView};
use fogbound_env::{Action, Perspective};

pub use self::estimate::StalkEstimate;
use self::maps::Worth;
use super::mixing::mix;
use crate::policy::Policy;

/// The killer goes where survivors are thick and calls when it pays; survivors spread over the generators, keep away
/// from where he may be, and fetch their friends off the hooks.
#[derive(Clone, Debug, Default)]
pub struct StalkScript {
    worth: Worth,
}

impl StalkScript {
    /// A player that has seen nothing yet.
    pub fn new() -> StalkScript {
        StalkScript::default()
    }
}

/// How much worse an action may be and still be taken a third as often.
const SPREAD: f32 = 0.06;

impl Policy<Stalk> for StalkScript {
    fn weigh(&mut self, seen: &Perspective<'_, Stalk>, weights: &mut Vec<f32>) {
        let (game, view) = (seen.game(), seen.view());
        match view.asked() {
            Asked::Walk { left, .. } if view.is_killer() => {
                killer::worth(game, view, left, &mut self.worth);
                weights.extend(
                    seen.legal().iter().map(|action| killer::score(game, view, &self.worth, left, action)),
                );
                mix(weights, SPREAD);
            }
            Asked::Walk { who, left, .. } => {
                let scene = survivor::Scene::new(game, view, who);
                scene.worth(left, &mut self.worth);
                weights.extend(seen.legal().iter().map(|action| scene.score(&self.worth, left, action)));
                mix(weights, SPREAD);
            }
            Asked::Call => weights.extend(killer::call(game, view)),
            Asked::Order | Asked::Nothing => weights.resize(seen.legal().len() as usize, 1.0),
        }
    }

    fn insights(&self) -> usize {
        insight::INSIGHTS
    }

    fn insight(&mut self, seen: &Perspective<'_, Stalk>, out: &mut [f32]) {
        insight::write(seen.game(), seen.view(), out);
    }
}

/// The best cell that is still within reach after a step.
fn best_after(game: &Stalk, worth: &Worth, to: Cell, left: u8, closed: Cells) -> f32 {
    worth.best(game.reach(Cells::one(to), left, closed))
}

/// The cell that a step leads to.
fn step_to(game: &Stalk, from: Cell, action: Action) -> Option<Cell> {
    let Act::Step(way) = Act::of(action) else { return None };
    game.beyond(from, way)
}

/// How many hang on hooks.
fn hooked(view: &StalkView) -> usize {
    view.with_status(fogbound_env::games::stalk::Status::Hooked).count()
}
