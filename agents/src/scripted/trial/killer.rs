//! How the scripted killer chooses.

use fogbound_env::games::trial::{
    Act, Card, Category, Killer, MAX_ROOMS, Node, Prop, Purpose, RollKind, Spot, Trial, TrialView, Who,
};

use super::chart::{Rooms, rooms};
use super::forecast::{Forecast, forecast};
use super::hunt::{Hunts, Prize, Spoils, bloodpoint, chore, hook_chances, stride};
use super::perks::gain;
use super::scene::{COLOURS, Scene};
use super::taste::{KillerTaste, Tastes};
use super::thoughts::Thoughts;
use super::worth::Offers;
use crate::scripted::mixing::decay;

/// The killer's thoughts about the table.
#[derive(Debug)]
pub(super) struct Hunter<'a> {
    trial: &'a Trial,
    pub(super) scene: Scene<'a>,
    tastes: &'a Tastes,
    pub(super) spoils: Spoils,
    pub(super) hooks: [f32; MAX_ROOMS],
    /// Where survivors will be.
    pub(super) prey: Forecast,
}

impl<'a> Hunter<'a> {
    /// In the survivors' phase the killer puts himself in their place, in his own he sees where they are.
    pub(super) fn new(trial: &'a Trial, scene: Scene<'a>, tastes: &'a Tastes) -> Hunter<'a> {
        let (scene, hooks, prey) = if scene.killer.acts {
            let hooks = hook_chances(&scene);
            let prey = forecast(&scene, tastes.killer.prey_spread, |_, _| 0.0);
            (scene, hooks, prey)
        } else {
            let thoughts = Thoughts::new(scene, &tastes.survivors);
            let prey = thoughts.forecast(tastes.killer.prey_spread);
            (thoughts.scene, thoughts.hooks, prey)
        };
        let scene = Scene { taste: &tastes.killer, ..scene };
        let spoils = Spoils::new(&scene, &prey, &hooks);
        Hunter { trial, scene, tastes, spoils, hooks, prey }
    }

    fn taste(&self) -> &KillerTaste {
        self.scene.taste
    }

    pub(super) fn room(&self) -> usize {
        self.scene.killer.room.index()
    }

    /// The weight of a card: for the left one of all pairs that it begins, for the right one of the pair.
    pub(super) fn plan(&self, weights: &mut Vec<f32>, legal: impl Iterator<Item = Card>) {
        let hunts = Hunts::new(&self.scene, &self.spoils);
        let pair = |left, right| hunts.pair(left, right);
        if let [Some(left), _] = self.scene.view.own_pair() {
            weights.extend(legal.map(|right| pair(left, right).value));
            crate::scripted::mixing::mix(weights, self.taste().spread);
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
        let weight = |value: f32| {
            if value.is_finite() { decay((value - best) / self.taste().spread) } else { 0.0 }
        };
        weights.extend(legal.map(|left| values[left as usize].into_iter().map(weight).sum::<f32>()));
    }

    fn pair(&self, left: Card, right: Card) -> f32 {
        Hunts::new(&self.scene, &self.spoils).pair(left, right).value
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
    pub(super) fn nearby(&self, room: usize) -> f32 {
        rooms(self.scene.chart.near[room]).map(|next| self.spoils.first[next]).fold(0.0, f32::max)
    }

    pub(super) fn score(&self, node: Node, act: Act) -> f32 {
        match (node, act) {
            (Node::WhichTile, Act::Index(position)) => self.tile(position),
            (Node::KillerDestination, Act::Room(room)) => self.arrival(room.index()),
            (Node::KillerAct, act) => self.deed(act),
            (Node::KillerBonus, Act::Yes) => self.bonus_turn(),
            (Node::KillerBonusCard, Act::Card(card)) => {
                stride(&self.scene, &self.spoils, self.room(), card).value
            }
            (Node::ChainsawCard, Act::Card(card)) => {
                let leads = self.scene.strides[card as usize][self.room()];
                rooms(leads).map(|room| self.unharmed(room)).fold(0.0, f32::max)
            }
            (Node::DiceCount, Act::Index(more)) => self.dice(usize::from(more) + 1),
            (Node::Carry, act) => self.carry(act),
            (Node::TargetSurvivor, Act::Survivor(slot)) => self.victim(slot.index()),
            (Node::TargetRoom, Act::Room(room)) => self.target_room(room.index()),
            (Node::Exchange, Act::Card(card)) => self.with_replaced(self.scene.view.exchanged_side(), card),
            (Node::ExchangeSide, Act::Index(side)) => self.best_replacement(side) - self.planned(),
            (Node::Phantasm, Act::Yes) => {
                self.planned_from(self.trapped_room()) - self.planned() - self.taste().blood
            }
            (_, Act::Perk(k)) => self.perk(k),
            _ => 0.0,
        }
    }

    /// What an interaction here is worth.
    fn deed(&self, act: Act) -> f32 {
        let room = self.room();
        let blood = bloodpoint(&self.scene);
        match act {
            Act::Survivor(slot) => Prize::of(&self.scene, slot.index()).with_hook(self.hooks[room]),
            Act::Prop(Prop::Generator) => {
                let progress = self.scene.rooms[room].generator.unwrap_or(0);
                if self.scene.powered { 0.0 } else { self.taste().damage[usize::from(progress.min(2))] }
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
                rooms(reach).map(|room| self.unharmed(room)).fold(0.0, f32::max) - self.taste().blood
            }
            Killer::Nurse => {
                let next = rooms(self.scene.chart.near[room]).map(|room| self.spoils.first[room]);
                next.fold(0.0, f32::max) - 2.0 * self.taste().blood
            }
            Killer::Doctor => {
                let shock = |slot: usize| {
                    let person = &self.scene.people[slot];
                    if person.mad && person.blood == 0 && !person.wounded { self.taste().wound } else { 0.3 }
                };
                self.prey_here().map(shock).sum()
            }
        }
    }

    /// A healthy survivor that the Chainsaw would wound.
    fn unharmed(&self, room: usize) -> f32 {
        let here = |slot: usize| self.scene.is_visible(slot) && self.scene.people[slot].room.index() == room;
        let healthy = (0..4).any(|slot| here(slot) && !self.scene.people[slot].wounded);
        if healthy { self.taste().wound } else { 0.05 }
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
            held.map(|card| stride(&self.scene, &self.spoils, self.room(), card).value).fold(0.0, f32::max);
        let price = if self.scene.killer.blood >= 8 { 0.5 * self.taste().bonus } else { self.taste().bonus };
        best - price
    }

    fn victim(&self, slot: usize) -> f32 {
        let person = &self.scene.people[slot];
        if person.spot == Spot::Hook {
            // K22: who has most to lose on the hook.
            return 1.0;
        }
        Prize::of(&self.scene, slot).with_hook(self.hooks[person.room.index()])
            + if person.token { 0.1 } else { 0.0 }
    }

    /// Rooms that a power or perk asks for.
    fn target_room(&self, room: usize) -> f32 {
        let purpose = self.scene.view.purpose();
        match (purpose, self.scene.killer.killer) {
            (Purpose::Power, Killer::Wraith) => self.leap(room) + 0.1 * self.spoils.first[room],
            // Traps go where survivors want to walk.
            (Purpose::Power, Killer::Trapper | Killer::Hag) => {
                Offers::new(&self.scene, &self.tastes.survivors).draw(room)
            }
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
            [Some(left), Some(right)] => self.pair(left, right),
            [_, Some(right)] => stride(&self.scene, &self.spoils, self.room(), right).value,
            _ => 0.0,
        }
    }

    /// The plan as it lies, played from another room.
    fn planned_from(&self, room: usize) -> f32 {
        match self.scene.view.own_pair() {
            [Some(left), Some(right)] => Hunts::from(&self.scene, &self.spoils, room).pair(left, right).value,
            _ => 0.0,
        }
    }

    /// The plan with another card in place of one side.
    fn with_replaced(&self, side: u8, card: Card) -> f32 {
        match (self.scene.view.own_pair(), side) {
            ([Some(_), Some(right)], 0) => self.pair(card, right),
            ([Some(left), Some(_)], _) => self.pair(left, card),
            _ => stride(&self.scene, &self.spoils, self.room(), card).value,
        }
    }

    fn best_replacement(&self, side: u8) -> f32 {
        let held = Card::ALL.into_iter().filter(|&card| self.trial.holds(self.scene.view, card));
        held.map(|card| self.with_replaced(side, card)).fold(f32::NEG_INFINITY, f32::max)
    }

    /// The room of the survivor who sprang a phantasm trap: the one whose card was turned up last is on the move.
    fn trapped_room(&self) -> usize {
        self.scene.view.mover().map_or(self.room(), |slot| self.scene.people[slot.index()].room.index())
    }

    fn perk(&self, k: u8) -> f32 {
        let view = self.scene.view;
        let perk = view.perks(Who::Killer)[usize::from(k)];
        let room = self.room();
        let added = match perk.number() {
            // Unnerving Presence and Thanatophobia: gates above all, and repairs if there is blood to spare.
            0 | 10 => match view.check() {
                Some(RollKind::Open) => 1.5,
                Some(RollKind::Heal) => 0.7,
                _ if self.scene.killer.blood > 7 => 0.45,
                _ => 0.0,
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
                [Some(left), Some(right)] => self.pair(right, left) - self.planned(),
                _ => 0.0,
            },
            14 => self.taste().wound + self.hooks[room],
            16 => {
                let side = u8::from(self.scene.killer.left.is_some());
                self.best_replacement(side) - self.planned()
            }
            21 => 2.0 * self.hooks[room],
            _ => gain(Who::Killer, perk).unwrap_or(0.0),
        };
        added - self.taste().blood * f32::from(perk.cost(Who::Killer))
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
    fn tile(&self, position: u8) -> f32 {
        let room = self.scene.view.tile_room();
        let tile =
            self.trial.props(self.scene.view).find(|prop| prop.room == room && prop.position == position);
        tile.map_or(0.0, |tile| {
            f32::from(tile.progress) + tile.occupant.map_or(0.0, |slot| self.victim(slot.index()))
        })
    }
}

/// Scores at questions for which the rooms need not be thought through; `None` where they must.
pub(super) fn plain_score(view: &TrialView, taste: &KillerTaste, node: Node, act: Act) -> Option<f32> {
    Some(match (node, act) {
        (Node::FlipCategory, Act::Category(category)) => flip(category),
        // K19: any great success.
        (Node::WhichDie, Act::Index(die)) => f32::from(view.roll().faces[usize::from(die)]),
        (Node::Window(_) | Node::FlipCategory | Node::WhichDie, Act::Pass) => 0.0,
        (Node::Window(_), Act::Perk(k)) => {
            let perk = view.perks(Who::Killer)[usize::from(k)];
            gain(Who::Killer, perk)? - taste.blood * f32::from(perk.cost(Who::Killer))
        }
        _ => return None,
    })
}

/// Which category to turn up: hooks and totems, and no objectives for the survivors.
fn flip(category: Category) -> f32 {
    match category {
        Category::Boldness => 0.8,
        Category::Survival => 0.3,
        Category::Altruism => 0.25,
        Category::Objective => 0.0,
    }
}
