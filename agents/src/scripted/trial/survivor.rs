//! How the scripted survivors choose.

use fogbound_env::Perspective;
use fogbound_env::games::trial::{
    Act, Card, Category, Face, Item, Node, Prop, Purpose, RollKind, Slot, Spot, Trial, TrialView, Who, Window,
};

use super::chart::rooms;
use super::perks::{ITEM_WANTED, gain, wanted};
use super::scene::{COLOURS, Scene};
use super::taste::SurvivorTaste;
use super::thoughts::Thoughts;
use super::worth::Offers;

/// One survivor's thoughts about the table.
#[derive(Debug)]
pub(super) struct Fugitive<'a> {
    trial: &'a Trial,
    pub(super) thoughts: Thoughts<'a>,
    pub(super) me: usize,
}

impl<'a> Fugitive<'a> {
    pub(super) fn new(trial: &'a Trial, thoughts: Thoughts<'a>, slot: Slot) -> Fugitive<'a> {
        Fugitive { trial, thoughts, me: slot.index() }
    }

    pub(super) fn scene(&self) -> &Scene<'a> {
        &self.thoughts.scene
    }

    fn taste(&self) -> &SurvivorTaste {
        self.thoughts.taste
    }

    pub(super) fn room(&self) -> usize {
        self.scene().people[self.me].room.index()
    }

    fn risk(&self, room: usize) -> f32 {
        self.thoughts.risk(self.me, room)
    }

    pub(super) fn arrival(&self, room: usize) -> f32 {
        self.thoughts.arrival(self.me, room)
    }

    fn standing(&self, room: usize) -> f32 {
        self.thoughts.standing(self.me, room)
    }

    pub(super) fn offers(&self) -> &Offers {
        &self.thoughts.offers
    }

    /// What it is worth to stay: hidden ones remain hidden (T8.6).
    pub(super) fn staying(&self) -> f32 {
        let room = self.room();
        let shelter = if self.scene().people[self.me].spot == Spot::Locker { 0.8 } else { 0.0 };
        self.standing(room) + shelter * self.risk(room)
    }

    /// What a movement card is worth.
    pub(super) fn card(&self, card: Card) -> f32 {
        let leads = if card == Card::Wait { 0 } else { self.scene().steps[card as usize][self.room()] };
        if leads == 0 {
            return self.staying() - 0.1;
        }
        rooms(leads).map(|room| self.arrival(room)).fold(f32::NEG_INFINITY, f32::max)
    }

    /// The best card in hand.
    fn best_card(&self) -> f32 {
        let held = COLOURS.into_iter().filter(|&card| self.trial.holds(self.scene().view, card));
        held.map(|card| self.card(card)).fold(f32::NEG_INFINITY, f32::max)
    }

    /// What a free move adds: it brings no interaction.
    fn free_move(&self) -> f32 {
        let best = rooms(self.scene().neighbours(self.room())).map(|room| self.step(room));
        best.fold(f32::NEG_INFINITY, f32::max) - self.standing(self.room())
    }

    fn step(&self, room: usize) -> f32 {
        self.standing(room) - self.thoughts.hazard(self.me, room) + 0.05 * self.offers().job[room]
    }

    /// What it is worth to interact with a prop of a kind here.
    fn prop(&self, prop: Prop) -> f32 {
        let (scene, room) = (self.scene(), self.room());
        let seen = &scene.rooms[room];
        let me = &scene.people[self.me];
        match prop {
            Prop::Generator => self.taste().repair[usize::from(seen.generator.unwrap_or(0).min(2))],
            Prop::Gate => self.taste().open[usize::from(seen.gate.unwrap_or(0).min(2))],
            Prop::Hook if seen.hung != 0 => self.taste().rescue + 0.5,
            Prop::Hook => 0.05 + 0.5 * self.risk(room) * f32::from(u8::from(me.wounded)),
            Prop::Totem => {
                if me.blood < 5 {
                    0.35
                } else {
                    0.1
                }
            }
            Prop::Chest => me.item.map_or(0.4, |item| 0.4 - 0.3 * ITEM_WANTED[item as usize]),
            Prop::Locker => self.taste().hide * self.risk(room),
            Prop::Crow => self.best_card() - self.standing(room) - self.taste().blood - 0.1,
            Prop::Pallet => 0.1 + 0.3 * self.risk(room),
        }
    }

    /// What it is worth to heal a friend.
    fn heal(&self, friend: usize) -> f32 {
        let room = self.scene().people[friend].room.index();
        self.taste().heal + 0.4 * self.thoughts.menace[room]
    }

    /// Scores a choice at a question about rooms, cards or deeds.
    pub(super) fn score(&self, node: Node, act: Act) -> f32 {
        match (node, act) {
            (Node::WhichTile, Act::Index(position)) => self.tile(position),
            (Node::FreeMove, Act::Room(room)) => self.step(room.index()),
            (Node::FreeMove, _) => self.standing(self.room()),
            (Node::DropPath, Act::Room(room)) => self.barrier(room.index()),
            (Node::TargetRoom, Act::Room(room)) => self.target_room(room.index()),
            (_, Act::Room(room)) => self.arrival(room.index()),
            (_, Act::Card(card)) => self.card(card),
            (Node::ExchangeSide, Act::Yes) => self.exchange(),
            (_, Act::Prop(prop)) => self.prop(prop),
            (_, Act::Survivor(slot)) => self.heal(slot.index()),
            (_, Act::SnapOut) => 0.35,
            (_, Act::Perk(k)) => self.perk(k),
            (_, Act::Item) => self.item(),
            _ => 0.0,
        }
    }

    /// A pallet is best where the killer would come from.
    fn barrier(&self, room: usize) -> f32 {
        let killer = self.scene().killer.room.index();
        1.0 / (1.0 + f32::from(self.scene().chart.walk[killer][room]))
    }

    /// Rooms that a perk or item asks for.
    fn target_room(&self, room: usize) -> f32 {
        match self.scene().view.purpose() {
            Purpose::Item(Item::Map | Item::RainbowMap) => {
                f32::from(self.scene().rooms[room].backs[Category::Objective as usize])
                    + 0.1 * self.offers().draw(room)
            }
            _ => self.arrival(room),
        }
    }

    /// What it adds to lay another card.
    fn exchange(&self) -> f32 {
        let now = self.scene().view.own_plan(Slot::ALL[self.me]).map_or(0.0, |card| self.card(card));
        self.best_card() - now
    }

    /// What it adds to use one of the own perks.
    fn perk(&self, k: u8) -> f32 {
        let slot = Slot::ALL[self.me];
        let (view, me, room) = (self.scene().view, &self.scene().people[self.me], self.room());
        let perk = view.perks(Who::Survivor(slot))[usize::from(k)];
        let added = match perk.number() {
            // Bond: a friend's room instead of the card's.
            0 => {
                let friends = (0..4).filter(|&friend| friend != self.me && self.scene().is_visible(friend));
                let there =
                    friends.fold(0, |set, friend| set | 1 << self.scene().people[friend].room.index());
                let bond = rooms(self.scene().neighbours(room) & there).map(|room| self.arrival(room));
                bond.fold(f32::NEG_INFINITY, f32::max) - me.shown.map_or(0.0, |card| self.card(card))
            }
            // Prove Thyself: the friend does what there is to do.
            1 => self.offers().job[room],
            // Sprint Burst.
            4 => self.best_card() - self.standing(room),
            // Adrenaline.
            5 => {
                if me.wounded {
                    self.taste().heal
                } else {
                    self.free_move()
                }
            }
            // Botany Knowledge and We'll Make It heal for sure, Self-Care by a check.
            7 | 27 => self.taste().heal,
            8 => 0.8 * self.taste().heal,
            // Balanced Landing: the interaction is still to come.
            12 => {
                let next = rooms(self.scene().neighbours(room)).map(|room| self.arrival(room));
                next.fold(f32::NEG_INFINITY, f32::max) - self.offers().draw(room) + self.risk(room)
            }
            13 => self.exchange(),
            // Technician: a sure step, where one step is enough.
            18 => {
                if self.scene().rooms[room].generator == Some(2) {
                    0.3
                } else {
                    0.0
                }
            }
            // Lithe, Alert, Kindred.
            19..=21 => self.free_move(),
            _ => gain(Who::Survivor(slot), perk).unwrap_or(0.0),
        };
        added - self.taste().blood * f32::from(perk.cost(Who::Survivor(slot)))
    }

    /// What it adds to use the own item.
    fn item(&self) -> f32 {
        let me = &self.scene().people[self.me];
        let room = self.room();
        let progress = self.scene().rooms[room].generator.unwrap_or(0);
        match me.item {
            Some(Item::Toolbox) => 2.0,
            Some(Item::LargeToolbox) => {
                if progress < 2 {
                    2.0
                } else {
                    0.2
                }
            }
            Some(Item::MedKit | Item::SkeletonKey) => 2.5,
            Some(Item::Flashlight) => {
                let victim = self.scene().view.aimed_at().map(|slot| &self.scene().people[slot.index()]);
                victim.map_or(-0.2, |victim| if victim.wounded { 1.0 } else { 0.2 })
            }
            Some(Item::Firecracker) => {
                if me.wounded {
                    self.taste().heal
                } else {
                    0.1
                }
            }
            Some(Item::Map | Item::RainbowMap) => 0.3,
            Some(Item::BrokenKey) => {
                if me.blood <= 4 {
                    0.5
                } else {
                    -0.1
                }
            }
            Some(Item::DullKey) => {
                let through = self.scene().strides.iter().fold(0, |all, leads| all | leads[room]);
                let best = rooms(through).map(|room| self.arrival(room)).fold(f32::NEG_INFINITY, f32::max);
                best - me.shown.map_or(0.0, |card| self.card(card)) - 0.2
            }
            None => 0.0,
        }
    }

    /// Which tile of a kind: the one that is furthest, or has somebody on it.
    fn tile(&self, position: u8) -> f32 {
        let (view, room) = (self.scene().view, self.scene().view.tile_room());
        let tile = self.trial.props(view).find(|prop| prop.room == room && prop.position == position);
        let Some(tile) = tile else { return 0.0 };
        match tile.face {
            Face::Front(Prop::Hook) => tile.occupant.map_or(0.0, |slot| 1.0 + self.wounded_last(slot)),
            _ => f32::from(tile.progress) - if tile.overcharged { 0.5 } else { 0.0 },
        }
    }

    /// The healthy are rescued first: they are no easy prey.
    fn wounded_last(&self, slot: Slot) -> f32 {
        if self.scene().people[slot.index()].wounded { 0.0 } else { 0.3 }
    }
}

/// S10, which is of use whenever it is on offer.
const CALM_SPIRIT: usize = 10;

/// Scores at questions for which the rooms need not be thought through; `None` where they must.
pub(super) fn plain_score(
    seen: &Perspective<'_, Trial>,
    taste: &SurvivorTaste,
    node: Node,
    slot: Slot,
    act: Act,
) -> Option<f32> {
    let (trial, view) = (seen.game(), seen.view());
    let me = view.survivor(slot);
    Some(match (node, act) {
        (Node::Draft, Act::Pick(survivor)) => {
            let first = 3 * usize::from(survivor);
            (first..first + 3).map(|perk| wanted(Who::Survivor(slot), perk)).sum()
        }
        // The killer hears it, too.
        (Node::Talk, act) => f32::from(u8::from(act == Act::Pass)),
        (Node::RevealRoom, Act::Room(room)) => {
            let objective = Face::Back(Category::Objective);
            f32::from(u8::from(trial.props(view).any(|prop| prop.room == room && prop.face == objective)))
        }
        (Node::RevealCategory | Node::FlipCategory, Act::Category(category)) => flip(view, category),
        (Node::KeepItem, Act::Index(new)) => {
            let item = if new == 0 { me.item } else { view.drawn_item() };
            item.map_or(0.0, |item| ITEM_WANTED[item as usize])
        }
        (Node::WhichDie, act) => die(view, act),
        (Node::Spark, Act::Yes) => {
            if me.mad {
                1.0
            } else {
                0.1 * f32::from(me.blood)
            }
        }
        (Node::Spark, _) => 0.25,
        (Node::Window(_), Act::Pass) => 0.0,
        (Node::Window(window), Act::Perk(k)) => {
            let perk = view.perks(Who::Survivor(slot))[usize::from(k)];
            let gain = gain(Who::Survivor(slot), perk)?;
            let wasted = window == Window::DiceRolled && perk.number() != CALM_SPIRIT && !is_poor(view);
            let price = taste.blood * f32::from(perk.cost(Who::Survivor(slot)));
            if wasted { -1.0 } else { gain - price }
        }
        _ => return None,
    })
}

/// Which category to turn up: objectives, and no hooks for the killer.
fn flip(view: &TrialView, category: Category) -> f32 {
    match category {
        Category::Objective if view.unseen(Prop::Generator) + view.unseen(Prop::Gate) > 0 => 1.0,
        Category::Survival => 0.5,
        Category::Altruism => 0.4,
        Category::Objective | Category::Boldness => 0.0,
    }
}

/// Which die to roll again: the lowest; in a struggle all that are no escape.
fn die(view: &TrialView, act: Act) -> f32 {
    let roll = view.roll();
    match act {
        Act::Index(die) => 5.0 - f32::from(roll.faces[usize::from(die)]),
        _ => 0.1,
    }
}

/// Whether dice in view ask for another roll: a failure, or a struggle that is lost so far.
fn is_poor(view: &TrialView) -> bool {
    let roll = view.roll();
    if roll.kind == RollKind::Struggle { !roll.great } else { roll.fails }
}
