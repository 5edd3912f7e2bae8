//! What things are worth, in steps of the sacrifice track, and what each room offers the survivors.

use fogbound_env::games::trial::{Category, MAX_ROOMS, Prop};

use super::chart::rooms;
use super::scene::Scene;

/// A repair, by the progress that the generator has.
pub(super) const REPAIR: [f32; 3] = [0.6, 0.85, 1.2];
/// A gate that is worked on, by its progress.
pub(super) const OPEN: [f32; 3] = [1.4, 2.2, 6.0];
/// Damage to a generator, by its progress.
pub(super) const DAMAGE: [f32; 3] = [0.0, 0.45, 1.0];
/// A survivor off the hook.
pub(super) const RESCUE: f32 = 1.5;
/// A healed friend.
pub(super) const HEAL: f32 = 0.7;
/// A healthy survivor wounded.
pub(super) const WOUND: f32 = 0.9;
/// A survivor hung: the round's step and what the team loses by the hook; and the token.
pub(super) const CATCH: f32 = 1.6;
pub(super) const TOKEN: f32 = 1.0;
/// A bloodpoint of the killer's.
pub(super) const BLOOD: f32 = 0.12;
/// How much of the best neighbour's offer counts for a room.
const OUTLOOK: f32 = 0.3;

/// What rooms offer to any survivor who comes there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offers {
    /// The best interaction.
    pub(super) job: [f32; MAX_ROOMS],
    /// The job, and what lies next door.
    pub(super) draw: [f32; MAX_ROOMS],
}

impl Offers {
    pub(super) fn new(scene: &Scene<'_>) -> Offers {
        let view = scene.view;
        let (generators, gates) =
            (f32::from(view.unseen(Prop::Generator)), f32::from(view.unseen(Prop::Gate)));
        let share = generators / (generators + gates).max(1.0);
        let hung = scene.people.iter().enumerate().filter(|(slot, _)| scene.is_hung(*slot)).count() as f32;
        let rescue = if f32::from(scene.lives()) <= hung { 2.0 * RESCUE } else { RESCUE };
        let mut job = [0.0f32; MAX_ROOMS];
        for (room, job) in scene.rooms[..scene.chart.rooms].iter().zip(&mut job) {
            let objective = room.backs[Category::Objective as usize] > 0;
            let mut best = if scene.powered {
                let search = if scene.gates == 0 { (1.0 - share) * OPEN[0] + 0.3 } else { 0.0 };
                let gate = room.gate.map_or(0.0, |progress| OPEN[usize::from(progress.min(2))]);
                gate.max(if objective { search } else { 0.0 })
            } else {
                let known = room.generator.map_or(0.0, |progress| REPAIR[usize::from(progress.min(2))]);
                let found = if objective { share * REPAIR[0] + 0.1 } else { 0.0 };
                known.max(found) + 0.2 * known.min(found)
            };
            if room.hung != 0 {
                best = best.max(rescue) + 0.2;
            }
            if room.chest || room.totem {
                best = best.max(0.3);
            }
            *job = best;
        }
        let mut draw = job;
        for (room, draw) in draw.iter_mut().enumerate().take(scene.chart.rooms) {
            let next = rooms(scene.neighbours(room)).map(|next| job[next]).fold(0.0, f32::max);
            *draw += OUTLOOK * next;
            if scene.powered && scene.gates != 0 {
                // Everybody draws together at a gate.
                let far = rooms(scene.gates).map(|gate| scene.chart.walk[room][gate]).min();
                *draw -= 0.4 * f32::from(far.unwrap_or(0));
            }
        }
        Offers { job, draw }
    }
}
