//! What the script looks at, as numbers: what lies where each card leads, how the survivors stand, and what pairs of cards
//! are worth.
//!
//! The five cards come in their order, `Wait` with the own room, [`PER_CARD`] numbers each; then the four survivors as
//! actions count them, [`PER_PERSON`] each; then, for the killer, the pairs.

use fogbound_env::games::trial::{Act, Card, MAX_ROOMS, Slot, Trial, TrialView, Who};

use super::chart::{Rooms, rooms};
use super::hunt::{Hunts, Prize, chore, stride};
use super::killer::Hunter;
use super::scene::{RoomSeen, Scene};
use super::survivor::Fugitive;
use super::thoughts::Thoughts;

/// Numbers for each card.
const PER_CARD: usize = 13;
/// Where the survivors begin, and numbers for each.
const PEOPLE: usize = 5 * PER_CARD;
const PER_PERSON: usize = 7;
/// Where the pairs begin: first all that have the first card on the left.
const PAIRS: usize = PEOPLE + 4 * PER_PERSON;
/// No way is counted as longer.
const FARTHEST: u8 = 6;
/// How many numbers there are.
pub(super) const INSIGHTS: usize = PAIRS + 25;

/// Where an insight stands when actions have other names for the survivors.
pub(super) fn renamed(place: usize, actions: &[u16]) -> usize {
    if !(PEOPLE..PAIRS).contains(&place) {
        return place;
    }
    let (survivor, number) = ((place - PEOPLE) / PER_PERSON, (place - PEOPLE) % PER_PERSON);
    let name = |slot: usize| Act::Survivor(Slot::ALL[slot]).action();
    let named = usize::from(actions[name(survivor).index()] - name(0).0);
    PEOPLE + named * PER_PERSON + number
}

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

/// What either side looks at in a survivor. `from` is where the one who looks stands, `met` how likely the two meet next.
fn person(
    scene: &Scene<'_>,
    hooks: &[f32; MAX_ROOMS],
    slot: usize,
    from: usize,
    met: f32,
) -> [f32; PER_PERSON] {
    let room = scene.people[slot].room.index();
    [
        flag(room == from && scene.is_visible(slot)),
        f32::from(scene.chart.walk[from][room].min(FARTHEST)) / f32::from(FARTHEST),
        met,
        small(Prize::of(scene, slot).with_hook(hooks[room])),
        hooks[room],
        generator(&scene.rooms[room]),
        f32::from(scene.neighbours(room).count_ones() as u8) / MAX_ROOMS as f32,
    ]
}

/// How far a generator is, or 0 if there is none.
fn generator(seen: &RoomSeen) -> f32 {
    seen.generator.map_or(0.0, |progress| f32::from(1 + progress.min(3)) / 4.0)
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
                generator(seen),
                flag(seen.locker),
            ];
            out[PER_CARD * card as usize..][..PER_CARD].copy_from_slice(&numbers);
        }
        let Thoughts { hooks, friends, .. } = &self.thoughts;
        for (slot, out) in out[PEOPLE..PAIRS].chunks_exact_mut(PER_PERSON).enumerate() {
            let met = friends[slot][self.room()];
            out.copy_from_slice(&person(scene, hooks, slot, self.room(), met));
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
                generator(seen),
                small(self.nearby(room)),
                flag(seen.hung != 0),
                flag(seen.free_hooks > 0),
            ];
            out[PER_CARD * card as usize..][..PER_CARD].copy_from_slice(&numbers);
        }
        let next = self.next_rooms();
        for (slot, out) in out[PEOPLE..PAIRS].chunks_exact_mut(PER_PERSON).enumerate() {
            let met: f32 = rooms(next).map(|room| self.prey[slot][room]).sum();
            out.copy_from_slice(&person(scene, &self.hooks, slot, from, met.min(1.0)));
        }
        let hunts = Hunts::new(scene, &self.spoils);
        for left in Card::ALL {
            for right in Card::ALL.into_iter().filter(|&right| right != left) {
                let at = PAIRS + 5 * left as usize + right as usize;
                out[at] = small(hunts.pair(left, right).value / 2.0);
            }
        }
    }

    /// Where the killer can go next: by the card that lies before him, if one does.
    fn next_rooms(&self) -> Rooms {
        let (scene, from) = (&self.scene, self.room());
        let leads =
            |card: Card| if card == Card::Wait { 1 << from } else { scene.strides[card as usize][from] };
        match scene.view.own_pair() {
            [_, Some(right)] => leads(right),
            _ => Card::ALL.into_iter().fold(0, |all, card| all | leads(card)),
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

#[cfg(test)]
mod tests {
    use fogbound_env::Game;

    use super::*;

    #[test]
    fn what_is_told_of_a_survivor_goes_with_its_name() {
        let trial = Trial::new(Default::default()).unwrap();
        // The first of the killer's renamings turns the table by one place.
        let renaming = &trial.renamings()[0];
        let places: Vec<usize> = (0..INSIGHTS).map(|place| renamed(place, renaming.actions())).collect();
        assert_eq!(places[..PEOPLE], (0..PEOPLE).collect::<Vec<_>>());
        assert_eq!(places[PAIRS..], (PAIRS..INSIGHTS).collect::<Vec<_>>());
        assert_eq!(places[PEOPLE], PEOPLE + PER_PERSON);
        assert_eq!(places[PAIRS - 1], PEOPLE + PER_PERSON - 1, "the last becomes the first");
    }
}
