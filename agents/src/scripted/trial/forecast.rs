//! Where survivors will be when the killer moves.

use fogbound_env::games::trial::{MAX_ROOMS, Slot, Spot};

use super::chart::{Rooms, rooms};
use super::scene::{COLOURS, Scene};
use crate::scripted::mixing::decay;

/// Where each survivor will be, as chances.
pub(super) type Forecast = [[f32; MAX_ROOMS]; 4];

/// How often a survivor is thought to lay a card that leads nowhere.
const IDLE: f32 = 0.05;

/// Those who have moved stay; the others follow what pulls them, a slot to a room.
pub(super) fn forecast(scene: &Scene<'_>, spread: f32, pull: impl Fn(usize, usize) -> f32) -> Forecast {
    let mut chances = [[0.0; MAX_ROOMS]; 4];
    let planning = scene.people.iter().all(|person| person.shown.is_none() && !person.to_move);
    for (slot, chances) in chances.iter_mut().enumerate() {
        let person = &scene.people[slot];
        let room = person.room.index();
        let moves = person.spot != Spot::Hook && (person.to_move || planning) && !scene.killer.acts;
        if !moves {
            chances[room] = 1.0;
            continue;
        }
        let mut options: Rooms = 0;
        let mut idle = false;
        for card in COLOURS {
            if scene.view.may_be_plan(Slot::ALL[slot], card) {
                let leads = scene.steps[card as usize][room];
                options |= leads;
                idle |= leads == 0;
            }
        }
        let mut best = f32::NEG_INFINITY;
        for next in rooms(options) {
            chances[next] = pull(slot, next);
            best = best.max(chances[next]);
        }
        let mut total = 0.0;
        for next in rooms(options) {
            chances[next] = decay((chances[next] - best) / spread);
            total += chances[next];
        }
        if idle || options == 0 {
            chances[room] = IDLE;
            total += IDLE;
        }
        chances[..scene.chart.rooms].iter_mut().for_each(|chance| *chance /= total);
    }
    chances
}
