//! How the scripted killer chooses.

use fogbound_env::games::trial::{
    Act, Card, Category, Killer, MAX_ROOMS, Node, Prop, Purpose, RollKind, Spot, Trial, TrialView, Who,
};

use super::chart::{Chart, Rooms, rooms};
use super::hunt::{Hunt, Spoils, chore, forecast, hook_chances, hunt, prize, stride};
use super::perks::{KILLER_USE, KILLER_WANTED};
use super::scene::{COLOURS, Scene};
use super::worth::{BLOOD, DAMAGE, Offers, WOUND};
use crate::scripted::mixing::decay;

/// The killer's thoughts about the table.
#[derive(Debug)]
pub(super) struct Hunter<'a> {
    trial: &'a Trial,
    scene: Scene<'a>,
    offers: Offers,
    spoils: Spoils,
    hooks: [f32; MAX_ROOMS],
}

/// How much a worse plan is still laid, so that it cannot be foreseen.
const PLAN_SPREAD: f32 = 0.3;

impl<'a> Hunter<'a> {
    pub(super) fn new(chart: &'a Chart, trial: &'a Trial, view: &'a TrialView) -> Hunter<'a> {
        let scene = Scene::new(chart, trial, view);
        let offers = Offers::new(&scene);
        let spoils = Spoils::new(&scene, &forecast(&scene, &offers));
        let hooks = hook_chances(&scene);
        Hunter { trial, scene, offers, spoils, hooks }
    }

    fn room(&self) -> usize {
        self.scene.killer.room.index()
    }

    /// The weight of a card: for the left one of all pairs that it begins, for the right one of the pair.
    pub(super) fn plan(&self, weights: &mut Vec<f32>, legal: impl Iterator<Item = Card>) {
        let pair = |left, right| -> Hunt { hunt(&self.scene, &self.spoils, left, right) };
        if let [Some(left), _] = self.scene.view.own_pair() {
            weights.extend(legal.map(|right| pair(left, right).value));
            crate::scripted::mixing::mix(weights, PLAN_SPREAD);
            return;
        }
        let mut values = [[f32::NEG_INFINITY; 5]; 5];
        let mut best = f32::NEG_INFINITY;
        for left in Card::ALL {
            for right in Card::ALL.into_iter().filter(|&right| right != left) {
                let value = pair(left, right).value;
                values[left as usize][right as usize] = value;
                best = best.max(value);
            }
        }
        let weight = |value: f32| if value.is_finite() { decay((value - best) / PLAN_SPREAD) } else { 0.0 };
        weights.extend(legal.map(|left| values[left as usize].into_iter().map(weight).sum::<f32>()));
    }

    /// Whether a survivor stands where the killer can attack.
    fn prey_here(&self) -> impl Iterator<Item = usize> + '_ {
        let here = self.scene.killer.room;
        (0..4).filter(move |&slot| self.scene.is_visible(slot) && self.scene.people[slot].room == here)
    }

    /// What it is worth to come to a room and act there, and to have cards for later.
    fn arrival(&self, room: usize) -> f32 {
        let pallet = self.scene.pallets[self.room()] >> room & 1 == 1;
        if pallet {
            return 0.05;
        }
        let own = self.scene.view.own_pair();
        let next = match own {
            [_, Some(right)] => {
                let gain = |next: usize| {
                    if next == room { self.spoils.second[next] } else { self.spoils.first[next] }
                };
                let leads =
                    if right == Card::Wait { 1 << room } else { self.scene.strides[right as usize][room] };
                rooms(leads).map(gain).fold(0.0, f32::max)
            }
            _ => 0.15 * self.nearby(room),
        };
        self.spoils.first[room] + next
    }

    /// What is next door: a good place to start the next round from.
    fn nearby(&self, room: usize) -> f32 {
        rooms(self.scene.chart.near[room]).map(|next| self.spoils.first[next]).fold(0.0, f32::max)
    }

    pub(super) fn score(&self, node: Node, act: Act) -> f32 {
        match (node, act) {
            (Node::KillerDestination, Act::Room(room)) => self.arrival(room.index()),
            (Node::KillerAct, act) => self.deed(act),
            (Node::KillerBonus, Act::Yes) => self.bonus_turn(),
            (Node::KillerBonusCard, Act::Card(card)) => {
                stride(&self.scene, &self.spoils, self.room(), card).0
            }
            (Node::ChainsawCard, Act::Card(card)) => {
                let leads = self.scene.strides[card as usize][self.room()];
                rooms(leads).map(|room| self.unharmed(room)).fold(0.0, f32::max)
            }
            (Node::DiceCount, Act::Index(more)) => self.dice(usize::from(more) + 1),
            (Node::Carry, act) => self.carry(act),
            (Node::TargetSurvivor, Act::Survivor(slot)) => self.victim(slot.index()),
            (Node::TargetRoom, Act::Room(room)) => self.target_room(room.index()),
            (Node::Exchange, Act::Card(card)) => self.replaced(card),
            (Node::ExchangeSide, Act::Index(side)) => self.best_replacement(side) - self.planned(),
            (Node::Phantasm, Act::Yes) => self.spoils.first[self.trapped_room()] - 0.3,
            (_, Act::Perk(k)) => self.perk(k),
            _ => 0.0,
        }
    }

    /// What an interaction here is worth.
    fn deed(&self, act: Act) -> f32 {
        let room = self.room();
        let blood = if self.scene.killer.blood < 10 { BLOOD } else { 0.02 };
        match act {
            Act::Survivor(slot) => prize(&self.scene, slot.index(), self.hooks[room]),
            Act::Prop(Prop::Generator) => {
                let progress = self.scene.rooms[room].generator.unwrap_or(0);
                if self.scene.powered { 0.0 } else { DAMAGE[usize::from(progress.min(2))] }
            }
            Act::Prop(Prop::Totem) => 2.0 * blood,
            Act::Prop(Prop::Crow) => blood + 0.05,
            Act::Prop(_) => 0.35,
            Act::Power => self.power(),
            Act::Perk(k) => self.perk(k),
            _ => 0.0,
        }
    }

    /// What the power is worth here.
    fn power(&self) -> f32 {
        let room = self.room();
        let first_turn = self.scene.killer.right.is_none();
        match self.scene.killer.killer {
            Killer::Trapper => 0.2,
            Killer::Hag => 0.3,
            Killer::Wraith => {
                let best = rooms(self.far()).map(|room| self.leap(room)).fold(0.0, f32::max);
                if first_turn { best - 0.1 } else { 0.2 * best }
            }
            Killer::Hillbilly => {
                let held = COLOURS.into_iter().filter(|&card| self.trial.holds(self.scene.view, card));
                let reach = held.fold(0, |all, card| all | self.scene.strides[card as usize][room]);
                rooms(reach).map(|room| self.unharmed(room)).fold(0.0, f32::max)
            }
            Killer::Nurse => {
                let next = rooms(self.scene.chart.near[room]).map(|room| self.spoils.first[room]);
                next.fold(0.0, f32::max) - 2.0 * BLOOD
            }
            Killer::Doctor => {
                let shock = |slot: usize| {
                    let person = &self.scene.people[slot];
                    if person.mad && person.blood == 0 && !person.wounded { WOUND } else { 0.3 }
                };
                self.prey_here().map(shock).sum()
            }
        }
    }

    /// A healthy survivor that the Chainsaw would wound.
    fn unharmed(&self, room: usize) -> f32 {
        let here = |slot: usize| self.scene.is_visible(slot) && self.scene.people[slot].room.index() == room;
        let healthy = (0..4).any(|slot| here(slot) && !self.scene.people[slot].wounded);
        if healthy { WOUND } else { 0.05 }
    }

    fn far(&self) -> Rooms {
        let room = self.room();
        ((1 << self.scene.chart.rooms) - 1) & !self.scene.chart.near[room] & !(1 << room)
    }

    /// What it is worth to leap to a room, from which the right card is played.
    fn leap(&self, room: usize) -> f32 {
        match self.scene.view.own_pair() {
            [_, Some(right)] => {
                let leads =
                    if right == Card::Wait { 1 << room } else { self.scene.strides[right as usize][room] };
                rooms(leads & !self.scene.pallets[room])
                    .map(|next| self.spoils.first[next])
                    .fold(0.0, f32::max)
            }
            _ => 0.3 * self.spoils.first[room],
        }
    }

    fn bonus_turn(&self) -> f32 {
        let held = Card::ALL.into_iter().filter(|&card| self.trial.holds(self.scene.view, card));
        let best =
            held.map(|card| stride(&self.scene, &self.spoils, self.room(), card).0).fold(0.0, f32::max);
        let price = if self.scene.killer.blood >= 8 { 0.25 } else { 0.5 };
        best - price
    }

    /// Rooms that a carry can pass.
    fn carry_exits(&self, room: usize) -> Rooms {
        self.scene.neighbours(room) & !self.scene.pallets[room]
    }

    /// The best hook within so many steps of a room: 1 if it is known.
    fn hook_within(&self, room: usize, steps: usize) -> f32 {
        let (mut seen, mut best): (Rooms, f32) = (1 << room, self.hook_at(room, true));
        for _ in 0..steps {
            let next = rooms(seen).fold(0, |all, room| all | self.carry_exits(room)) & !seen;
            best = rooms(next).map(|room| self.hook_at(room, false)).fold(best, f32::max);
            seen |= next;
        }
        best
    }

    fn hook_at(&self, room: usize, entered: bool) -> f32 {
        let seen = &self.scene.rooms[room];
        if seen.free_hooks > 0 {
            1.0
        } else if !entered && seen.backs[Category::Boldness as usize] > 0 {
            let (hooks, totems) = (self.scene.view.unseen(Prop::Hook), self.scene.view.unseen(Prop::Totem));
            f32::from(hooks) / f32::from((hooks + totems).max(1))
        } else {
            0.0
        }
    }

    /// Dice to ask for: each may free the survivor, too few lead to no hook.
    fn dice(&self, count: usize) -> f32 {
        let held = [1.0, 0.833, 0.694, 0.579, 0.482][count.min(4)];
        held * self.hook_within(self.room(), count)
    }

    fn carry(&self, act: Act) -> f32 {
        let left = self.scene.view.carried().map_or(0, |(_, left)| usize::from(left));
        match act {
            Act::Room(room) => {
                let room = room.index();
                let known = self.hook_at(room, false);
                let later = if left > 1 { 0.95 * self.hook_within(room, left - 1) } else { 0.0 };
                known.max(later)
            }
            _ => self.hook_at(self.room(), true) + 0.01,
        }
    }

    fn victim(&self, slot: usize) -> f32 {
        let person = &self.scene.people[slot];
        if person.spot == Spot::Hook {
            // K22: who has most to lose on the hook.
            return 1.0;
        }
        prize(&self.scene, slot, self.hooks[person.room.index()]) + if person.token { 0.1 } else { 0.0 }
    }

    /// Rooms that a power or perk asks for.
    fn target_room(&self, room: usize) -> f32 {
        let purpose = self.scene.view.purpose();
        match (purpose, self.scene.killer.killer) {
            (Purpose::Power, Killer::Wraith) => self.leap(room) + 0.1 * self.spoils.first[room],
            // Traps go where survivors want to walk.
            (Purpose::Power, Killer::Trapper | Killer::Hag) => self.offers.draw[room],
            (Purpose::Perk(perk), _) if perk.number() == 20 => {
                f32::from(self.scene.rooms[room].backs[Category::Boldness as usize])
            }
            (Purpose::Perk(perk), _) if perk.number() == 23 => chore(&self.scene, room),
            _ => self.arrival(room),
        }
    }

    /// The plan as it lies.
    fn planned(&self) -> f32 {
        match self.scene.view.own_pair() {
            [Some(left), Some(right)] => hunt(&self.scene, &self.spoils, left, right).value,
            [_, Some(right)] => stride(&self.scene, &self.spoils, self.room(), right).0,
            _ => 0.0,
        }
    }

    /// The plan with another card in place of one side.
    fn with_replaced(&self, side: u8, card: Card) -> f32 {
        match (self.scene.view.own_pair(), side) {
            ([Some(_), Some(right)], 0) => hunt(&self.scene, &self.spoils, card, right).value,
            ([Some(left), Some(_)], _) => hunt(&self.scene, &self.spoils, left, card).value,
            _ => stride(&self.scene, &self.spoils, self.room(), card).0,
        }
    }

    fn best_replacement(&self, side: u8) -> f32 {
        let held = Card::ALL.into_iter().filter(|&card| self.trial.holds(self.scene.view, card));
        held.map(|card| self.with_replaced(side, card)).fold(f32::NEG_INFINITY, f32::max)
    }

    /// D25 does not say again which side was named; the better of both uses of the card is a fair guess.
    fn replaced(&self, card: Card) -> f32 {
        self.with_replaced(0, card).max(self.with_replaced(1, card))
    }

    /// The room of the survivor who sprang a phantasm trap: the one whose card was turned up last is on the move.
    fn trapped_room(&self) -> usize {
        self.scene.view.mover().map_or(self.room(), |slot| self.scene.people[slot.index()].room.index())
    }

    fn perk(&self, k: u8) -> f32 {
        let view = self.scene.view;
        let perk = view.perks(Who::Killer)[usize::from(k)];
        let plain = KILLER_USE[perk.number()];
        let room = self.room();
        let gain = match perk.number() {
            // Unnerving Presence and Thanatophobia: gates above all.
            0 | 10 => match view.check().map(|check| check.kind) {
                Some(RollKind::Open) => 1.5,
                Some(RollKind::Heal) => 0.4,
                _ => plain + if self.scene.killer.blood > 7 { 0.2 } else { 0.0 },
            },
            // Bloodhound.
            4 => {
                let wounded = |slot: usize| self.scene.is_visible(slot) && self.scene.people[slot].wounded;
                let there = (0..4).filter(|&slot| wounded(slot));
                let set = there.fold(0, |set, slot| set | 1 << self.scene.people[slot].room.index());
                let leads = self.scene.strides.iter().fold(0, |all, leads| all | leads[room]);
                let best = rooms(leads & set).map(|room| self.arrival(room)).fold(0.0, f32::max);
                best - self.shown_card().map_or(0.0, |card| self.card_value(card))
            }
            // Shadowborn.
            5 => match view.own_pair() {
                [Some(left), Some(right)] => {
                    hunt(&self.scene, &self.spoils, right, left).value - self.planned()
                }
                _ => 0.0,
            },
            // A Nurse's Calling: prey that comes with it.
            11 => 0.0,
            14 => WOUND + self.hooks[room],
            16 => {
                let side = u8::from(self.scene.killer.left.is_some());
                self.best_replacement(side) - self.planned()
            }
            21 => 2.0 * self.hooks[room],
            _ => plain,
        };
        gain - BLOOD * f32::from(perk.cost(Who::Killer))
    }

    fn shown_card(&self) -> Option<Card> {
        self.scene.killer.right.or(self.scene.killer.left)
    }

    fn card_value(&self, card: Card) -> f32 {
        let leads = if card == Card::Wait {
            1 << self.room()
        } else {
            self.scene.strides[card as usize][self.room()]
        };
        rooms(leads).map(|room| self.arrival(room)).fold(0.0, f32::max)
    }

    /// Which tile of a kind: the generator that is furthest, the locker with the best prey.
    pub(super) fn tile(&self, position: u8) -> f32 {
        let room = self.scene.view.tile_room();
        let tile =
            self.trial.props(self.scene.view).find(|prop| prop.room == room && prop.position == position);
        tile.map_or(0.0, |tile| {
            f32::from(tile.progress) + tile.occupant.map_or(0.0, |slot| self.victim(slot.index()))
        })
    }
}

/// How much a perk is wanted where perks are picked; `kept` is the printed one.
pub(super) fn wanted(act: Act, kept: usize) -> f32 {
    match act {
        Act::Pick(perk) => KILLER_WANTED[usize::from(perk)],
        _ => KILLER_WANTED[kept],
    }
}

/// The struggle's die that is rolled again (K19): any great success.
pub(super) fn die(view: &TrialView, act: Act) -> f32 {
    match act {
        Act::Index(die) => f32::from(view.roll().faces[usize::from(die)]),
        _ => 0.0,
    }
}

/// Which category to turn up: hooks and totems, and no objectives for the survivors.
pub(super) fn flip(category: Category) -> f32 {
    match category {
        Category::Boldness => 0.8,
        Category::Survival => 0.3,
        Category::Altruism => 0.25,
        Category::Objective => 0.0,
    }
}
