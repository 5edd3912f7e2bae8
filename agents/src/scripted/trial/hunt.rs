//! The killer's view of a round: what each room is worth to him, and where his cards lead.

use fogbound_env::games::trial::{Card, Category, Killer, MAX_ROOMS, Prop, Spot};

use super::chart::{Rooms, rooms};
use super::forecast::Forecast;
use super::scene::Scene;

/// How likely a survivor who is picked up in a room ends on a hook.
pub(super) fn hook_chances(scene: &Scene<'_>) -> [f32; MAX_ROOMS] {
    let share = hook_share(scene);
    let mut chances = [0.0f32; MAX_ROOMS];
    for (hook, seen) in scene.rooms[..scene.chart.rooms].iter().enumerate() {
        let found = if seen.free_hooks > 0 {
            1.0
        } else if seen.backs[Category::Boldness as usize] > 0 {
            share
        } else {
            continue;
        };
        for (chance, holds) in chances.iter_mut().zip(&scene.chart.carry[hook]) {
            *chance = chance.max(found * holds);
        }
    }
    chances
}

/// How many of the face-down boldness props are hooks.
pub(super) fn hook_share(scene: &Scene<'_>) -> f32 {
    let (hooks, totems) = (scene.view.unseen(Prop::Hook), scene.view.unseen(Prop::Totem));
    f32::from(hooks) / f32::from((hooks + totems).max(1))
}

/// What a survivor is worth to the killer: a part for sure, and a part if a hook is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prize {
    sure: f32,
    hung: f32,
}

impl Prize {
    pub(super) fn of(scene: &Scene<'_>, slot: usize) -> Prize {
        let person = &scene.people[slot];
        match person.spot {
            Spot::Hook => Prize { sure: 0.0, hung: 0.0 },
            // T8.8: one search in six fails for the one who hides.
            Spot::Locker => Prize { sure: 0.25, hung: hanging(scene, slot) / 6.0 },
            Spot::Open => Prize::in_the_open(scene, slot),
        }
    }

    /// The same for one who comes out of hiding.
    pub(super) fn in_the_open(scene: &Scene<'_>, slot: usize) -> Prize {
        let person = &scene.people[slot];
        if !person.wounded {
            Prize { sure: scene.taste.wound, hung: 0.0 }
        } else if person.fresh_wound {
            Prize { sure: 0.0, hung: 0.0 }
        } else {
            Prize { sure: 0.0, hung: hanging(scene, slot) }
        }
    }

    /// Its worth where a hook is found so often.
    pub(super) fn with_hook(self, chance: f32) -> f32 {
        self.sure + self.hung * chance
    }
}

/// What it is worth to the killer to hang a survivor.
fn hanging(scene: &Scene<'_>, slot: usize) -> f32 {
    let (token, taste) = (scene.people[slot].token, scene.taste);
    let worth = taste.catch + if token { taste.token } else { 0.0 };
    // The last steps of the track decide the game.
    if scene.lives() <= 1 + u8::from(token) { 2.0 * worth } else { worth }
}

/// What an interaction in each room is worth to the killer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spoils {
    /// The first one there.
    pub(super) first: [f32; MAX_ROOMS],
    /// A second one in the same room.
    pub(super) second: [f32; MAX_ROOMS],
}

impl Spoils {
    pub(super) fn new(scene: &Scene<'_>, forecast: &Forecast, hooks: &[f32; MAX_ROOMS]) -> Spoils {
        // Those that are worth more are met first.
        let mut order = [0, 1, 2, 3];
        order.sort_unstable_by_key(|&slot| !scene.people[slot].wounded);
        let (mut first, mut total, mut nobody) = ([0.0; MAX_ROOMS], [0.0; MAX_ROOMS], [1.0; MAX_ROOMS]);
        for slot in order {
            let prize = Prize::of(scene, slot);
            for room in 0..MAX_ROOMS {
                let chance = forecast[slot][room];
                let worth = chance * prize.with_hook(hooks[room]);
                first[room] += nobody[room] * worth;
                total[room] += worth;
                nobody[room] *= 1.0 - chance;
            }
        }
        let mut second = [0.0; MAX_ROOMS];
        for room in 0..scene.chart.rooms {
            let chore = chore(scene, room);
            second[room] = total[room] - first[room] + (1.0 - nobody[room]) * chore + 0.05;
            first[room] += nobody[room] * chore;
        }
        Spoils { first, second }
    }
}

/// What the killer can do in a room without prey.
pub(super) fn chore(scene: &Scene<'_>, room: usize) -> f32 {
    let seen = &scene.rooms[room];
    let damage = match seen.generator {
        Some(progress) if !scene.powered => scene.taste.damage[usize::from(progress.min(2))],
        _ => 0.0,
    };
    let totem = if seen.totem { 2.0 * bloodpoint(scene) } else { 0.0 };
    let crow = if seen.crow { bloodpoint(scene) + 0.05 } else { 0.0 };
    let power = match scene.killer.killer {
        Killer::Trapper | Killer::Hag if !scene.killer.power_used => 0.2,
        _ => 0.0,
    };
    damage.max(totem).max(crow).max(power)
}

/// What another bloodpoint is worth to the killer.
pub(super) fn bloodpoint(scene: &Scene<'_>) -> f32 {
    if scene.killer.blood < 10 { scene.taste.blood } else { 0.02 }
}

/// The best way to play one card from a room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    pub(super) value: f32,
    /// Where it leads, if he interacts.
    pub(super) visit: Rooms,
}

/// The best way to play a single card.
pub(super) fn stride(scene: &Scene<'_>, spoils: &Spoils, from: usize, card: Card) -> Stride {
    if card == Card::Wait {
        return Stride { value: spoils.first[from], visit: 1 << from };
    }
    let leads = scene.strides[card as usize][from];
    let halts = leads & scene.pallets[from];
    let mut best = Stride { value: if halts == 0 { 0.0 } else { 0.05 }, visit: 0 };
    for room in rooms(leads & !halts) {
        if spoils.first[room] >= best.value {
            best = Stride { value: spoils.first[room], visit: 1 << room };
        }
    }
    best
}

/// One way for the killer to play two cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hunt {
    pub(super) value: f32,
    /// Where he interacts.
    pub(super) visits: Rooms,
}

/// What each pair of cards is worth: strides from the rooms that one card leads to are looked at once.
#[derive(Debug)]
pub(super) struct Hunts<'a> {
    scene: &'a Scene<'a>,
    spoils: &'a Spoils,
    from: usize,
    then: [[Stride; 4]; MAX_ROOMS],
}

impl<'a> Hunts<'a> {
    /// From where the killer stands.
    pub(super) fn new(scene: &'a Scene<'a>, spoils: &'a Spoils) -> Hunts<'a> {
        Hunts::from(scene, spoils, scene.killer.room.index())
    }

    /// From any room.
    pub(super) fn from(scene: &'a Scene<'a>, spoils: &'a Spoils, from: usize) -> Hunts<'a> {
        let reach = scene.strides.iter().fold(1 << from, |all, leads| all | leads[from]);
        let mut then = [[Stride { value: 0.0, visit: 0 }; 4]; MAX_ROOMS];
        for room in rooms(reach) {
            then[room] = super::scene::COLOURS.map(|card| stride(scene, spoils, room, card));
        }
        Hunts { scene, spoils, from, then }
    }

    /// The best way to play a left and a right card.
    pub(super) fn pair(&self, left: Card, right: Card) -> Hunt {
        let (open, halts): (Rooms, Rooms) = if left == Card::Wait {
            (1 << self.from, 0)
        } else {
            let leads = self.scene.strides[left as usize][self.from];
            (leads & !self.scene.pallets[self.from], leads & self.scene.pallets[self.from])
        };
        let mut best = Hunt { value: f32::NEG_INFINITY, visits: 0 };
        for room in rooms(open) {
            let then = self.second(room, right, true);
            let value = self.spoils.first[room] + then.value;
            if value > best.value {
                best = Hunt { value, visits: 1 << room | then.visit };
            }
        }
        if halts != 0 || open == 0 {
            let then = self.second(self.from, right, false);
            if then.value > best.value {
                best = Hunt { value: then.value, visits: then.visit };
            }
        }
        best
    }

    /// The right card, after the left one has led to a room.
    pub(super) fn second(&self, room: usize, right: Card, acted_there: bool) -> Stride {
        if right == Card::Wait {
            let value = if acted_there { self.spoils.second[room] } else { self.spoils.first[room] };
            return Stride { value, visit: 1 << room };
        }
        self.then[room][right as usize]
    }
}

/// How likely the killer is to interact in each room for the rest of the round, as far as the viewer can tell.
pub(super) fn menace(scene: &Scene<'_>, spoils: &Spoils) -> [f32; MAX_ROOMS] {
    let (view, killer) = (scene.view, &scene.killer);
    let mut hunts = [Hunt { value: 0.0, visits: 0 }; 20];
    let mut count = 0;
    let mut keep = |hunt: Hunt| {
        hunts[count] = hunt;
        count += 1;
    };
    match (killer.left, killer.right) {
        (_, Some(_)) => {}
        (Some(left), None) => {
            for right in Card::ALL.into_iter().filter(|&right| view.may_be_pair(left, right)) {
                let Stride { value, visit } = stride(scene, spoils, killer.room.index(), right);
                keep(Hunt { value, visits: visit });
            }
        }
        (None, None) => {
            let pairs = Hunts::new(scene, spoils);
            for left in Card::ALL {
                let others = Card::ALL.into_iter().filter(|&right| right != left);
                for right in others.filter(|&right| view.is_killer() || view.may_be_pair(left, right)) {
                    keep(pairs.pair(left, right));
                }
            }
        }
    }
    let hunts = &hunts[..count];
    let best = hunts.iter().map(|hunt| hunt.value).fold(f32::NEG_INFINITY, f32::max);
    let mut likely = [0.0; MAX_ROOMS];
    let mut total = 0.0;
    for hunt in hunts {
        let weight = crate::scripted::mixing::decay((hunt.value - best) / scene.taste.spread);
        total += weight;
        rooms(hunt.visits).for_each(|room| likely[room] += weight);
    }
    if total > 0.0 {
        likely[..scene.chart.rooms].iter_mut().for_each(|chance| *chance /= total);
    }
    likely
}
