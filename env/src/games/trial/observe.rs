//! A view as numbers: the own survivor first, the others clockwise, so that the survivors' seats are alike.

use super::Trial;
use super::board::{MAX_PATHS, MAX_ROOMS};
use super::content::{CardSet, Item, Prop};
use super::secrets::pairs;
use super::state::{Entity, Node, OnPath, Pending, Place, Planned, Slot, TileState, Who};
use super::view::TrialView;
use crate::{Field, Schema};

const NODES: usize = 29;

const fn share(name: &'static str, shape: &'static [usize], meaning: &'static str) -> Field {
    Field { name, shape, range: (0.0, 1.0), meaning }
}

/// The layout of the observation vector.
pub(super) const SCHEMA: Schema = Schema {
    fields: &[
        Field::flags("role", &[2], "killer, survivor"),
        Field::flags("board", &[3], "which board, one-hot"),
        share("clock", &[3], "round in hundredths; generators done of 4; sacrifice progress of 8"),
        Field::flags("asked", &[NODES], "what is asked, one-hot; secret planning and perk picks last"),
        Field::flags("asked_whom", &[5], "survivors from the own one on, killer"),
        Field::flags("killer_acts", &[1], "the killer's phase"),
        Field::flags("rooms", &[4, MAX_ROOMS], "where each survivor is, from the own one on"),
        Field::flags("place", &[4, 2], "on a locker, on a hook"),
        share("blood", &[5], "share of the pool: survivors, killer"),
        Field::flags("state", &[4, 5], "wounded, wounded this round, madness, token left, perk-locked"),
        Field::flags("items", &[4, 10], "item held, one-hot"),
        Field::flags("plans", &[4, 5], "a card lies face down; the card shown"),
        Field::flags("spent", &[5, 5], "cards seen leaving the hand this round: survivors, killer"),
        Field::flags("talk", &[4, 4], "colour announced this round"),
        Field::flags("first", &[4], "holder of the first player marker"),
        Field::flags("survivor_perks", &[4, 28], "perks that each survivor has and has not used this round"),
        Field::flags("killer_room", &[MAX_ROOMS], "where the killer is"),
        Field::flags("killer_is", &[6], "which killer"),
        Field::flags("killer_perks", &[24], "perks that he has and has not used this round"),
        Field::flags("killer_state", &[3], "power used, cloaked, bonus turn taken"),
        Field::flags("killer_cards", &[3, 6], "left, right, third: a card lies face down; the card shown"),
        share("traps", &[2], "bear traps and phantasm traps left"),
        share("face_down", &[MAX_ROOMS, 4], "face-down props by category, halved"),
        share("face_up", &[MAX_ROOMS, 8], "face-up props by kind, halved"),
        share("progress", &[MAX_ROOMS, 2], "progress on generators of 6, on gates of 3"),
        Field::flags("phantasms", &[MAX_ROOMS], "rooms with a phantasm trap"),
        Field::flags("paths", &[MAX_PATHS, 3], "wall, pallet, bear trap"),
        Field::flags(
            "entity",
            &[MAX_ROOMS + MAX_PATHS],
            "the room of the prop, or the path, that is blocked",
        ),
        share("unseen", &[8], "share of each prop that nobody has seen"),
        share("deck", &[10], "share of each item left in the deck"),
        share("dice", &[6], "dice on the table of 4; their faces of 5; whether it is the danger die"),
        Field::flags(
            "own_plan",
            &[2, 5],
            "own face-down cards: the survivors of the seat, or left and right",
        ),
        Field::flags("own_hand", &[5], "cards in the own hand"),
        share("guess", &[4, 4], "for the killer: chance of each card in each slot, as far as he can tell"),
        share(
            "guess_killer",
            &[2, 5],
            "for survivors: chance of each left and right card, as far as they can tell",
        ),
        Field::flags("own_draws", &[28], "perks drawn in Bloodweb, while picks are made"),
    ],
    // The view also holds the procedures under way and the seat's memory of the whole game.
    omits: &["public", "own", "options"],
};

/// Writes spans one after another, in the order of the schema.
struct Writer<'a> {
    out: &'a mut [f32],
    at: usize,
}

impl Writer<'_> {
    fn put(&mut self, value: f32) {
        self.out[self.at] = value;
        self.at += 1;
    }

    fn flag(&mut self, on: bool) {
        self.put(f32::from(u8::from(on)));
    }

    /// One-hot among `len`, or nothing.
    fn one(&mut self, len: usize, index: Option<usize>) {
        if let Some(index) = index {
            self.out[self.at + index] = 1.0;
        }
        self.at += len;
    }

    fn bits(&mut self, len: usize, bits: u64) {
        for i in (0..len).filter(|i| bits >> i & 1 == 1) {
            self.out[self.at + i] = 1.0;
        }
        self.at += len;
    }
}

impl Trial {
    /// The survivors as a seat counts them: its own first, then clockwise.
    pub(super) fn slots_from(&self, view: &TrialView) -> [Slot; 4] {
        let own = self.slots_of(view.seat).next().map_or(0, |slot| slot.0);
        std::array::from_fn(|i| Slot((own + i as u8) % 4))
    }

    pub(super) fn write_observation(&self, view: &TrialView, out: &mut [f32]) {
        let mut w = Writer { out, at: 0 };
        let slots = self.slots_from(view);
        Trial::write_clock(view, slots, &mut w);
        self.write_people(view, slots, &mut w);
        Trial::write_killer(view, &mut w);
        self.write_board(view, &mut w);
        self.write_own(view, slots, &mut w);
        debug_assert_eq!(w.at, SCHEMA.len());
    }

    fn write_clock(view: &TrialView, slots: [Slot; 4], w: &mut Writer<'_>) {
        let public = &view.public;
        w.one(2, Some(usize::from(view.seat.0 != 0)));
        w.one(3, Some(public.board as usize));
        w.put(f32::from(public.round.min(100)) / 100.0);
        w.put(f32::from(public.generators.min(4)) / 4.0);
        w.put(f32::from(public.sacrifices.min(8)) / 8.0);
        let (node, whom) = match public.pending {
            Pending::Ask(node, who) => (Some(node_index(node)), Some(who)),
            Pending::Plan(_) => (Some(NODES - 2), None),
            Pending::Pick(_) => (Some(NODES - 1), None),
            Pending::Chance(_) | Pending::Nothing => (None, None),
        };
        w.one(NODES, node);
        w.one(
            5,
            whom.map(|who| match who {
                Who::Survivor(slot) => slots.iter().position(|&s| s == slot).unwrap_or(0),
                Who::Killer => 4,
            }),
        );
        w.flag(public.killer_acts);
    }

    fn write_people(&self, view: &TrialView, slots: [Slot; 4], w: &mut Writer<'_>) {
        let public = &view.public;
        let placed = public.round > 0;
        for slot in slots {
            w.one(MAX_ROOMS, placed.then(|| public.person(slot).room.index()));
        }
        for slot in slots {
            w.flag(matches!(public.person(slot).place, Place::Locker(_)));
            w.flag(public.person(slot).is_hung());
        }
        for slot in slots {
            w.put(f32::from(public.person(slot).blood) / 6.0);
        }
        w.put(f32::from(public.killer.blood) / 12.0);
        for slot in slots {
            let person = public.person(slot);
            for on in [person.wounded, person.wounded_now, person.madness, person.token, person.locked] {
                w.flag(on);
            }
        }
        for slot in slots {
            w.one(10, public.person(slot).item.map(|item: Item| item as usize));
        }
        for slot in slots {
            write_card(public.person(slot).plan, 4, w);
        }
        for slot in slots {
            w.bits(5, public.spent[self.hand_owner(Who::Survivor(slot))].0.into());
        }
        w.bits(5, public.spent[4].0.into());
        for slot in slots {
            w.one(4, public.talk[slot.index()].map(|card| card as usize));
        }
        w.one(4, slots.iter().position(|&slot| slot == public.first));
        for slot in slots {
            w.bits(28, unused_perks(view, Who::Survivor(slot)));
        }
    }

    fn write_killer(view: &TrialView, w: &mut Writer<'_>) {
        let killer = &view.public.killer;
        w.one(MAX_ROOMS, (view.public.round > 0).then(|| killer.room.index()));
        w.one(6, Some(view.public.killer_is as usize));
        w.bits(24, unused_perks(view, Who::Killer));
        for on in [killer.power_used, killer.cloaked, killer.bonus_taken] {
            w.flag(on);
        }
        write_card(killer.left, 5, w);
        write_card(killer.right, 5, w);
        write_card(killer.third.map_or(Planned::None, Planned::Shown), 5, w);
        w.put(f32::from(killer.bear_traps) / 4.0);
        w.put(f32::from(killer.phantasms) / 7.0);
    }

    fn write_board(&self, view: &TrialView, w: &mut Writer<'_>) {
        let public = &view.public;
        let board = self.board(public.board);
        let mut down = [[0.0; 4]; MAX_ROOMS];
        let mut up = [[0.0; 8]; MAX_ROOMS];
        let mut progress = [[0.0; 2]; MAX_ROOMS];
        for room in board.rooms() {
            for tile in board.tiles(room) {
                let done = f32::from(public.progress[tile.index()]);
                match public.tiles[tile.index()] {
                    TileState::FaceDown => down[room.index()][board.category_of(tile) as usize] += 0.5,
                    TileState::Up(prop) => {
                        up[room.index()][prop as usize] += 0.5;
                        match prop {
                            Prop::Generator => progress[room.index()][0] += done / 6.0,
                            Prop::Gate => progress[room.index()][1] += done / 3.0,
                            _ => {}
                        }
                    }
                    TileState::Gone => {}
                }
            }
        }
        down.as_flattened().iter().for_each(|&x| w.put(x));
        up.as_flattened().iter().for_each(|&x| w.put(x));
        progress.as_flattened().iter().for_each(|&x: &f32| w.put(x.min(1.0)));
        w.bits(MAX_ROOMS, public.phantasms.into());
        for thing in public.on_path {
            w.one(
                3,
                match thing {
                    OnPath::Nothing => None,
                    OnPath::Wall => Some(0),
                    OnPath::Pallet => Some(1),
                    OnPath::BearTrap => Some(2),
                },
            );
        }
        w.one(
            MAX_ROOMS + MAX_PATHS,
            match public.entity {
                Entity::Away => None,
                Entity::OnTile(tile) => Some(board.room_of(tile).index()),
                Entity::OnPath(path) => Some(MAX_ROOMS + path.index()),
            },
        );
        for (left, copies) in public.unflipped.into_iter().zip(board.print.copies) {
            w.put(f32::from(left) / f32::from(copies.max(1)));
        }
        for (left, copies) in public.deck.into_iter().zip(Item::COPIES) {
            w.put(f32::from(left.min(copies)) / f32::from(copies));
        }
        let roll = &public.roll;
        w.put(f32::from(roll.count) / 4.0);
        roll.faces.into_iter().for_each(|face| w.put(f32::from(face) / 5.0));
        w.flag(roll.mode == super::state::DiceMode::Danger);
    }

    fn write_own(&self, view: &TrialView, slots: [Slot; 4], w: &mut Writer<'_>) {
        let own = &view.own;
        let is_killer = view.seat.0 == 0;
        let cards = if is_killer {
            [own.left, own.right]
        } else {
            let mut mine = self.slots_of(view.seat).map(|slot| own.plans[slot.index()]);
            [mine.next().flatten(), mine.next().flatten()]
        };
        for card in cards {
            w.one(5, card.map(|card| card as usize));
        }
        let full = if is_killer { CardSet::KILLER } else { CardSet::BASIC };
        let owner = if is_killer { 4 } else { self.hand_owner(Who::Survivor(slots[0])) };
        let planned = cards.into_iter().flatten().fold(CardSet::EMPTY, CardSet::with);
        w.bits(5, full.minus(view.public.spent[owner]).minus(planned).0.into());
        for slot in slots {
            let lies = is_killer && view.public.person(slot).plan == Planned::FaceDown;
            let spent = view.public.spent[self.hand_owner(Who::Survivor(slot))];
            let possible = if lies { own.possible[slot.index()].minus(spent) } else { CardSet::EMPTY };
            for card in super::content::Card::ALL.into_iter().take(4) {
                w.put(if possible.has(card) { 1.0 / possible.len() as f32 } else { 0.0 });
            }
        }
        Trial::write_killer_guess(view, w);
        let draws = self.slots_of(view.seat).map(Who::Survivor).chain(is_killer.then_some(Who::Killer));
        w.bits(28, draws.fold(0, |all, who| all | u64::from(own.perks.drawn[who.index()])));
    }

    fn write_killer_guess(view: &TrialView, w: &mut Writer<'_>) {
        let killer = &view.public.killer;
        let mut chances = [[0.0; 5]; 2];
        let mut count = 0.0;
        if view.seat.0 != 0 && killer.right == Planned::FaceDown {
            let spent = view.public.spent[4];
            for (left, right) in pairs(view.own.pairs) {
                let fits_left = match killer.left {
                    Planned::Shown(card) => card == left,
                    _ => !spent.has(left),
                };
                if fits_left && !spent.has(right) {
                    chances[0][left as usize] += 1.0;
                    chances[1][right as usize] += 1.0;
                    count += 1.0;
                }
            }
        }
        chances.as_flattened().iter().for_each(|&n| w.put(if count > 0.0 { n / count } else { 0.0 }));
    }
}

/// A card as everybody sees it: face down, or the card among `len`.
fn write_card(card: Planned, len: usize, w: &mut Writer<'_>) {
    w.flag(card == Planned::FaceDown);
    let shown = if let Planned::Shown(card) = card { Some(card as usize) } else { None };
    w.one(len, shown);
}

fn unused_perks(view: &TrialView, who: Who) -> u64 {
    let perks = view.public.perks[who.index()].into_iter().enumerate();
    let fresh = perks.filter(|(k, _)| view.public.used[who.index()] >> k & 1 == 0);
    fresh.fold(0, |all, (_, perk)| all | 1 << perk.0)
}

/// Where a question stands in the one-hot span; all windows are one question.
const fn node_index(node: Node) -> usize {
    match node {
        Node::Draft => 0,
        Node::RevealRoom => 1,
        Node::RevealCategory => 2,
        Node::Talk => 3,
        Node::Window(_) => 4,
        Node::Destination => 5,
        Node::FlipCategory => 6,
        Node::SurvivorAct => 7,
        Node::WhichTile => 8,
        Node::DropPath => 9,
        Node::FreeMove => 10,
        Node::BonusCard => 11,
        Node::KeepItem => 12,
        Node::KillerDestination => 13,
        Node::KillerAct => 14,
        Node::KillerBonus => 15,
        Node::KillerBonusCard => 16,
        Node::DiceCount => 17,
        Node::Carry => 18,
        Node::WhichDie => 19,
        Node::TargetSurvivor => 20,
        Node::TargetRoom => 21,
        Node::Exchange => 22,
        Node::ExchangeSide => 23,
        Node::Spark => 24,
        Node::Phantasm => 25,
        Node::ChainsawCard => 26,
    }
}

const _: () = assert!(node_index(Node::ChainsawCard) + 2 < NODES);
