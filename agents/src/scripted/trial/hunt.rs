//! The killer's view of a round: where prey will be, what each room is worth to him, and where his cards lead.

use fogbound_env::games::trial::{Card, Category, Killer, MAX_ROOMS, Prop, Slot, Spot};

use super::chart::{Rooms, rooms};
use super::scene::{COLOURS, Scene};
use super::worth::{BLOOD, CATCH, DAMAGE, Offers, TOKEN, WOUND};
use crate::scripted::mixing::decay;

/// Chance that a carried survivor does not break free of so many dice.
const HOLDS: [f32; 8] = [1.0, 0.833, 0.694, 0.579, 0.482, 0.402, 0.335, 0.279];

/// How sharply survivors are thought to follow what draws them.
const SURVIVOR_SPREAD: f32 = 0.35;

/// Where each survivor will be when the killer moves, as chances.
pub(super) type Forecast = [[f32; MAX_ROOMS]; 4];

/// Where survivors will be: those who have moved stay, the others follow what draws them, away from the killer.
pub(super) fn forecast(scene: &Scene<'_>, offers: &Offers) -> Forecast {
    let planning = scene.view.round() > 0 && !scene.killer.acts;
    let mut chances = [[0.0; MAX_ROOMS]; 4];
    let reach = two_strides(scene);
    for (slot, chances) in chances.iter_mut().enumerate() {
        let person = &scene.people[slot];
        let room = person.room.index();
        // A survivor without a card in the open has a turn to come, or plans one now.
        let moves =
            planning && person.shown.is_none() && person.spot != Spot::Hook && turn_to_come(scene, slot);
        if !moves {
            chances[room] = 1.0;
            continue;
        }
        let fear = if person.wounded { 0.7 } else { 0.3 };
        let pull = |next: usize| offers.draw[next] - fear * f32::from(reach >> next & 1 == 1);
        let mut options: Rooms = 0;
        let mut idle = false;
        for card in COLOURS {
            if scene.view.may_be_plan(Slot::ALL[slot], card) {
                let leads = scene.steps[card as usize][room];
                options |= leads;
                idle |= leads == 0;
            }
        }
        let best = rooms(options).map(pull).fold(0.0, f32::max);
        let mut total = 0.0;
        for next in rooms(options) {
            chances[next] = decay((pull(next) - best) / SURVIVOR_SPREAD);
            total += chances[next];
        }
        if idle {
            chances[room] += 0.05;
            total += 0.05;
        }
        if total == 0.0 {
            chances[room] = 1.0;
            continue;
        }
        chances[..scene.chart.rooms].iter_mut().for_each(|chance| *chance /= total);
    }
    chances
}

/// Whether a survivor has a card face down, or cards are being laid.
fn turn_to_come(scene: &Scene<'_>, slot: usize) -> bool {
    let nobody_shown = scene.people.iter().all(|person| person.shown.is_none() && !person.to_move);
    scene.people[slot].to_move || nobody_shown
}

/// Rooms that the killer can come to with two cards.
fn two_strides(scene: &Scene<'_>) -> Rooms {
    let from = scene.killer.room.index();
    let one = scene.strides.iter().fold(1 << from, |all, leads| all | leads[from]);
    rooms(one).fold(one, |all, room| scene.strides.iter().fold(all, |all, leads| all | leads[room]))
}

/// How likely a survivor who is picked up in a room ends on a hook.
pub(super) fn hook_chances(scene: &Scene<'_>) -> [f32; MAX_ROOMS] {
    let (hooks, totems) =
        (f32::from(scene.view.unseen(Prop::Hook)), f32::from(scene.view.unseen(Prop::Totem)));
    let share = hooks / (hooks + totems).max(1.0);
    let count = scene.chart.rooms;
    let mut found = [0.0; MAX_ROOMS];
    for (room, found) in scene.rooms[..count].iter().zip(&mut found) {
        *found = if room.free_hooks > 0 {
            1.0
        } else if room.backs[Category::Boldness as usize] > 0 {
            share
        } else {
            0.0
        };
    }
    let mut chances = [0.0f32; MAX_ROOMS];
    for (room, chance) in chances[..count].iter_mut().enumerate() {
        for (hook, found) in found[..count].iter().enumerate() {
            let steps = usize::from(scene.chart.walk[room][hook]);
            if steps <= 4 {
                *chance = chance.max(found * HOLDS[steps]);
            }
        }
    }
    chances
}

/// What a survivor is worth to the killer where they stand.
pub(super) fn prize(scene: &Scene<'_>, slot: usize, hook_chance: f32) -> f32 {
    let person = &scene.people[slot];
    let hung = CATCH + if person.token { TOKEN } else { 0.0 };
    let hung =
        if f32::from(scene.lives()) <= 1.0 + f32::from(u8::from(person.token)) { 2.0 * hung } else { hung };
    match person.spot {
        Spot::Hook => 0.0,
        // T8.8: one search in six fails for the one who hides.
        Spot::Locker => 0.25 + hung * hook_chance / 6.0,
        Spot::Open if !person.wounded => WOUND,
        Spot::Open if person.fresh_wound => 0.0,
        Spot::Open => hung * hook_chance,
    }
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
    pub(super) fn new(scene: &Scene<'_>, forecast: &Forecast) -> Spoils {
        let hooks = hook_chances(scene);
        let count = scene.chart.rooms;
        let mut spoils = Spoils { first: [0.0; MAX_ROOMS], second: [0.0; MAX_ROOMS] };
        // Those that are worth more are met first.
        let mut order = [0, 1, 2, 3];
        order.sort_unstable_by_key(|&slot| !scene.people[slot].wounded);
        for room in 0..count {
            let (mut first, mut nobody, mut total) = (0.0, 1.0, 0.0);
            for slot in order {
                let chance = forecast[slot][room];
                if chance > 0.0 {
                    let worth = prize(scene, slot, hooks[room]);
                    first += nobody * chance * worth;
                    total += chance * worth;
                    nobody *= 1.0 - chance;
                }
            }
            let chore = chore(scene, room);
            spoils.first[room] = first + nobody * chore;
            spoils.second[room] = total - first + (1.0 - nobody) * chore + 0.05;
        }
        spoils
    }
}

/// What the killer can do in a room without prey.
pub(super) fn chore(scene: &Scene<'_>, room: usize) -> f32 {
    let seen = &scene.rooms[room];
    let blood = if scene.killer.blood < 10 { BLOOD } else { 0.02 };
    let damage = match seen.generator {
        Some(progress) if !scene.powered => DAMAGE[usize::from(progress.min(2))],
        _ => 0.0,
    };
    let totem = if seen.totem { 2.0 * blood } else { 0.0 };
    let crow = if seen.crow { blood + 0.05 } else { 0.0 };
    let power = match scene.killer.killer {
        Killer::Trapper | Killer::Hag if !scene.killer.power_used => 0.2,
        _ => 0.0,
    };
    damage.max(totem).max(crow).max(power)
}

/// One way for the killer to play his cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hunt {
    pub(super) value: f32,
    /// Where he interacts with the left and the right card.
    pub(super) visits: [Option<usize>; 2],
}

/// Where a card takes the killer: himself if it leads nowhere; `None` where he cannot interact.
fn landings(scene: &Scene<'_>, from: usize, card: Card) -> (Rooms, Rooms) {
    if card == Card::Wait {
        return (1 << from, 0);
    }
    let leads = scene.strides[card as usize][from];
    let halts = leads & scene.pallets[from];
    (leads & !halts, halts)
}

/// The best way to play one card from a room, with `gain` for an interaction in a room. Returns its worth, where he
/// then is, and whether he interacts.
fn best_stride(
    scene: &Scene<'_>,
    from: usize,
    card: Card,
    gain: impl Fn(usize) -> f32,
) -> (f32, usize, bool) {
    let (open, halts) = landings(scene, from, card);
    let mut best = (if open == 0 { 0.0 } else { f32::NEG_INFINITY }, from, false);
    if halts != 0 {
        best = (0.05, from, false);
    }
    for room in rooms(open) {
        let worth = gain(room);
        if worth > best.0 {
            best = (worth, room, true);
        }
    }
    best
}

/// The best way to play a single card.
pub(super) fn stride(scene: &Scene<'_>, spoils: &Spoils, from: usize, card: Card) -> (f32, usize, bool) {
    best_stride(scene, from, card, |room| spoils.first[room])
}

/// The best way to play a left and a right card.
pub(super) fn hunt(scene: &Scene<'_>, spoils: &Spoils, left: Card, right: Card) -> Hunt {
    let from = scene.killer.room.index();
    let (open, halts) = landings(scene, from, left);
    let mut best = Hunt { value: f32::NEG_INFINITY, visits: [None, None] };
    let mut try_from = |room: usize, first: Option<usize>| {
        let gain = |next: usize| if first == Some(next) { spoils.second[next] } else { spoils.first[next] };
        let (then, next, acts) = best_stride(scene, room, right, gain);
        let value = first.map_or(0.0, |room| spoils.first[room]) + then;
        if value > best.value {
            best = Hunt { value, visits: [first, acts.then_some(next)] };
        }
    };
    rooms(open).for_each(|room| try_from(room, Some(room)));
    if halts != 0 || open == 0 {
        try_from(from, None);
    }
    best
}

/// How sharply the killer is thought to follow his best plan.
const KILLER_SPREAD: f32 = 0.3;

/// How likely the killer is to interact in each room for the rest of the round, as a survivor sees it.
pub(super) fn menace(scene: &Scene<'_>, spoils: &Spoils) -> [f32; MAX_ROOMS] {
    let (view, killer) = (scene.view, &scene.killer);
    let mut hunts = [Hunt { value: 0.0, visits: [None; 2] }; 20];
    let mut count = 0;
    let mut keep = |hunt: Hunt| {
        hunts[count] = hunt;
        count += 1;
    };
    match (killer.left, killer.right) {
        (_, Some(_)) => {}
        (Some(left), None) => {
            for right in Card::ALL.into_iter().filter(|&right| view.may_be_pair(left, right)) {
                let (value, room, acts) = stride(scene, spoils, killer.room.index(), right);
                keep(Hunt { value, visits: [None, acts.then_some(room)] });
            }
        }
        (None, None) => {
            for left in Card::ALL {
                for right in Card::ALL.into_iter().filter(|&right| view.may_be_pair(left, right)) {
                    keep(hunt(scene, spoils, left, right));
                }
            }
        }
    }
    let hunts = &hunts[..count];
    let best = hunts.iter().map(|hunt| hunt.value).fold(f32::NEG_INFINITY, f32::max);
    let mut likely = [0.0; MAX_ROOMS];
    let mut total = 0.0;
    for hunt in hunts {
        let weight = decay((hunt.value - best) / KILLER_SPREAD);
        total += weight;
        let [first, then] = hunt.visits;
        let then = then.filter(|_| then != first);
        first.into_iter().chain(then).for_each(|room| likely[room] += weight);
    }
    if total > 0.0 {
        likely[..scene.chart.rooms].iter_mut().for_each(|chance| *chance /= total);
    }
    likely
}
