//! What each room offers the survivors, in steps of the sacrifice track.

use fogbound_env::games::trial::{Category, MAX_ROOMS, Prop};

use super::chart::rooms;
use super::scene::Scene;
use super::taste::SurvivorTaste;

/// What rooms offer to any survivor who comes there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offers {
    /// The best interaction.
    pub(super) job: [f32; MAX_ROOMS],
    /// What lies next door.
    pub(super) outlook: [f32; MAX_ROOMS],
}

impl Offers {
    pub(super) fn new(scene: &Scene<'_>, taste: &SurvivorTaste) -> Offers {
        let view = scene.view;
        let (generators, gates) =
            (f32::from(view.unseen(Prop::Generator)), f32::from(view.unseen(Prop::Gate)));
        let share = generators / (generators + gates).max(1.0);
        let hung = (0..4).filter(|&slot| scene.is_hung(slot)).count() as f32;
        let rescue = if f32::from(scene.lives()) <= hung { 2.0 * taste.rescue } else { taste.rescue };
        let mut job = [0.0f32; MAX_ROOMS];
        for (room, job) in scene.rooms[..scene.chart.rooms].iter().zip(&mut job) {
            let objective = room.backs[Category::Objective as usize] > 0;
            let mut best = if scene.powered {
                let search = if scene.gates == 0 { (1.0 - share) * taste.open[0] + 0.3 } else { 0.0 };
                let gate = room.gate.map_or(0.0, |progress| taste.open[usize::from(progress.min(2))]);
                gate.max(if objective { search } else { 0.0 })
            } else {
                let known = room.generator.map_or(0.0, |progress| taste.repair[usize::from(progress.min(2))]);
                let found = if objective { share * taste.repair[0] + 0.1 } else { 0.0 };
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
        let mut outlook = [0.0f32; MAX_ROOMS];
        for (room, outlook) in outlook.iter_mut().enumerate().take(scene.chart.rooms) {
            let next = rooms(scene.neighbours(room)).map(|next| job[next]).fold(0.0, f32::max);
            *outlook = taste.outlook * next;
            if scene.powered && scene.gates != 0 {
                // Everybody draws together at a gate.
                let far = rooms(scene.gates).map(|gate| scene.chart.walk[room][gate]).min();
                *outlook -= taste.gate_step * f32::from(far.unwrap_or(0));
            }
        }
        Offers { job, outlook }
    }

    /// What draws a survivor to a room.
    pub(super) fn draw(&self, room: usize) -> f32 {
        self.job[room] + self.outlook[room]
    }
}
