//! What survivors think of the rooms around them. The killer tries to think the same.

use fogbound_env::games::trial::MAX_ROOMS;

use super::forecast::{Forecast, forecast};
use super::hunt::{Prize, Spoils, hook_chances, menace};
use super::scene::Scene;
use super::taste::SurvivorTaste;
use super::worth::Offers;

/// The survivors' common view of the table.
#[derive(Debug)]
pub(super) struct Thoughts<'a> {
    pub(super) scene: Scene<'a>,
    pub(super) taste: &'a SurvivorTaste,
    pub(super) offers: Offers,
    /// Where all will be, at a first guess.
    pub(super) friends: Forecast,
    /// How likely the killer is to interact in each room.
    pub(super) menace: [f32; MAX_ROOMS],
    /// How likely a pick-up ends on a hook.
    pub(super) hooks: [f32; MAX_ROOMS],
    /// What each survivor is worth to the killer, in the open.
    prizes: [Prize; 4],
}

impl<'a> Thoughts<'a> {
    pub(super) fn new(scene: Scene<'a>, taste: &'a SurvivorTaste) -> Thoughts<'a> {
        let offers = Offers::new(&scene, taste);
        let hooks = hook_chances(&scene);
        let friends = forecast(&scene, taste.spread, |_, room| offers.draw(room));
        let menace = menace(&scene, &Spoils::new(&scene, &friends, &hooks));
        let prizes = [0, 1, 2, 3].map(|slot| Prize::in_the_open(&scene, slot));
        Thoughts { scene, taste, offers, friends, menace, hooks, prizes }
    }

    /// Where all will be, at a second guess.
    pub(super) fn forecast(&self, spread: f32) -> Forecast {
        forecast(&self.scene, spread, |slot, room| self.arrival(slot, room))
    }

    /// What the killer's coming costs one who stands in a room.
    pub(super) fn risk(&self, slot: usize, room: usize) -> f32 {
        self.taste.caution * self.menace[room] * self.prizes[slot].with_hook(self.hooks[room])
    }

    /// What there is to do in a room, less what friends are likely to do there first.
    fn job(&self, slot: usize, room: usize) -> f32 {
        let seen = &self.scene.rooms[room];
        let lasting = match seen.generator {
            _ if self.scene.powered => 1.0,
            Some(0) => 0.9,
            Some(1) => 0.7,
            _ => self.taste.shared,
        };
        let left = if seen.hung != 0 { 0.2 } else { lasting };
        let (mut job, mut heal) = (self.offers.job[room], 0.0f32);
        for friend in (0..4).filter(|&friend| friend != slot && !self.scene.is_hung(friend)) {
            let there = self.friends[friend][room];
            job *= 1.0 - (1.0 - left) * there;
            if self.scene.people[friend].wounded {
                heal = heal.max(self.taste.heal * there);
            }
        }
        job.max(heal)
    }

    /// What it is worth to walk into a room and act there.
    pub(super) fn arrival(&self, slot: usize, room: usize) -> f32 {
        self.job(slot, room) + self.standing(slot, room) - self.hazard(slot, room)
    }

    /// Bear traps on the way, phantasms at its end.
    pub(super) fn hazard(&self, slot: usize, room: usize) -> f32 {
        let person = &self.scene.people[slot];
        let trap = self.scene.traps[person.room.index()] >> room & 1 == 1;
        // T17.6: the danger die wounds in four cases of six.
        let wound = if trap && !person.wounded { 0.66 * self.scene.taste.wound } else { 0.0 };
        wound + if self.scene.phantasm(room) { 0.35 } else { 0.0 }
    }

    /// What it is worth to stand in a room without an interaction.
    pub(super) fn standing(&self, slot: usize, room: usize) -> f32 {
        self.offers.outlook[room] - self.risk(slot, room)
    }
}
