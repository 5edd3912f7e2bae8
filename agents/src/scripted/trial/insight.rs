//! What the script looks at, as numbers: what lies where each card leads, and what pairs of cards are worth.
//!
//! The five cards come in their order, `Wait` with the own room, [`PER_CARD`] numbers each; then, for the killer, the pairs.

use fogbound_env::games::trial::{Card, Trial, TrialView, Who};

use super::chart::{Rooms, rooms};
use super::hunt::{Hunts, chore, stride};
use super::killer::Hunter;
use super::survivor::Fugitive;

/// Numbers for each card.
const PER_CARD: usize = 13;
/// Where the pairs begin: first all that have the first card on the left.
const PAIRS: usize = 5 * PER_CARD;
/// How many numbers there are.
pub(super) const INSIGHTS: usize = PAIRS + 25;

/// A worth in steps of the sacrifice track, as a number from -1 to 1.
fn small(worth: f32) -> f32 {
    (worth / 3.0).clamp(-1.0, 1.0)
}

fn flag(on: bool) -> f32 {
    f32::from(u8::from(on))
}

/// The room of a set with the highest score.
fn best(set: Rooms, score: impl Fn(usize) -> f32) -> Option<usize> {
    rooms(set).max_by(|&a, &b| score(a).total_cmp(&score(b)))
}

impl Fugitive<'_> {
    /// What a survivor looks at.
    pub(super) fn insight(&self, out: &mut [f32]) {
        let scene = self.scene();
        for card in Card::ALL {
            let leads = if card == Card::Wait { 0 } else { scene.steps[card as usize][self.room()] };
            let goal = best(leads, |room| self.arrival(room));
            let room = goal.unwrap_or(self.room());
            let seen = &scene.rooms[room];
            let (friends, wounded) = self.company(room);
            let numbers: [f32; PER_CARD] = [
                flag(goal.is_some()),
                small(if goal.is_some() { self.arrival(room) } else { self.staying() }),
                small(self.offers().job[room]),
                small(self.offers().outlook[room]),
                self.thoughts.menace[room].clamp(0.0, 1.0),
                self.thoughts.hooks[room],
                small(self.thoughts.hazard(self.me, room)),
                flag(scene.killer.room.index() == room),
                friends / 3.0,
                wounded / 3.0,
                flag(seen.hung != 0),
                seen.generator.map_or(0.0, |progress| f32::from(1 + progress.min(3)) / 4.0),
                flag(seen.locker),
            ];
            out[PER_CARD * card as usize..][..PER_CARD].copy_from_slice(&numbers);
        }
    }

    /// How many friends, and how many wounded ones, are expected in a room.
    fn company(&self, room: usize) -> (f32, f32) {
        let (mut all, mut wounded) = (0.0, 0.0);
        for friend in (0..4).filter(|&friend| friend != self.me) {
            let there = self.thoughts.friends[friend][room];
            all += there;
            if self.scene().people[friend].wounded {
                wounded += there;
            }
        }
        (all, wounded)
    }
}

impl Hunter<'_> {
    /// What the killer looks at.
    pub(super) fn insight(&self, out: &mut [f32]) {
        let (scene, from) = (&self.scene, self.room());
        for card in Card::ALL {
            let leads = if card == Card::Wait { 1 << from } else { scene.strides[card as usize][from] };
            let goal = best(leads, |room| self.spoils.first[room]);
            let room = goal.unwrap_or(from);
            let seen = &scene.rooms[room];
            let (healthy, wounded) = self.prey_at(room);
            let numbers: [f32; PER_CARD] = [
                flag(goal.is_some()),
                small(stride(scene, &self.spoils, from, card).value),
                small(self.spoils.first[room]),
                small(self.spoils.second[room]),
                self.hooks[room],
                healthy / 4.0,
                wounded / 4.0,
                small(chore(scene, room)),
                flag(scene.pallets[from] >> room & 1 == 1),
                seen.generator.map_or(0.0, |progress| f32::from(1 + progress.min(3)) / 4.0),
                small(self.nearby(room)),
                flag(seen.hung != 0),
                flag(seen.free_hooks > 0),
            ];
            out[PER_CARD * card as usize..][..PER_CARD].copy_from_slice(&numbers);
        }
        let hunts = Hunts::new(scene, &self.spoils);
        for left in Card::ALL {
            for right in Card::ALL.into_iter().filter(|&right| right != left) {
                let at = PAIRS + 5 * left as usize + right as usize;
                out[at] = small(hunts.pair(left, right).value / 2.0);
            }
        }
    }

    /// How many healthy and how many wounded survivors in the open are expected in a room.
    fn prey_at(&self, room: usize) -> (f32, f32) {
        let (mut healthy, mut wounded) = (0.0, 0.0);
        for slot in (0..4).filter(|&slot| self.scene.is_visible(slot)) {
            let there = self.prey[slot][room];
            if self.scene.people[slot].wounded {
                wounded += there;
            } else {
                healthy += there;
            }
        }
        (healthy, wounded)
    }
}

impl super::TrialScript {
    /// What the seat's character that is asked looks at, or its first if none is.
    pub(super) fn write_insight(&self, trial: &Trial, view: &TrialView, out: &mut [f32]) {
        match trial.own_character(view) {
            Who::Killer => self.hunter(trial, view).insight(out),
            Who::Survivor(slot) => self.fugitive(trial, view, slot).insight(out),
        }
    }
}
