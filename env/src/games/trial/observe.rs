//! A view as numbers: the own survivor first, the others clockwise, so that the survivors' seats are alike.
//!
//! Perks and items stand in as their number in binary digits, which keeps the vector short. Perks stand in the order in
//! which the actions name them.

use super::Trial;
use super::board::{MAX_PATHS, MAX_ROOMS, MAX_TILES, Tile};
use super::content::{Card, CardSet, Category, Item, Perk, Prop};
use super::on_path::OnPath;
use super::secrets::pairs_of;
use super::state::{DiceMode, Entity, Node, Pending, Place, Planned, Slot, TileState, Who};
use super::view::TrialView;
use crate::{Field, Schema};

/// Kinds of questions; what is asked exactly follows from the kind, the role and the legal set.
const QUESTIONS: usize = 16;
/// Binary digits of a perk, and whether it has not been used this round.
const PERK: usize = 6;
const ITEM: usize = 4;
/// What is known of a room's props: four backs, eight kinds, progress on generators and on gates.
const ROOM: usize = 14;
const fn share(name: &'static str, shape: &'static [usize], meaning: &'static str) -> Field {
    Field { name, shape, range: (0.0, 1.0), meaning }
}

/// The layout of the observation vector.
pub(super) const SCHEMA: Schema = Schema {
    fields: &[
        Field::flags("is_survivor", &[1], "whether the seat plays survivors"),
        Field::flags("board", &[4], "which board, one-hot"),
        share("clock", &[3], "round in hundredths; generators done of 4; sacrifice progress of 8"),
        Field::flags("asked", &[QUESTIONS], "the kind of question, one-hot"),
        Field::flags(
            "asked_whom",
            &[5],
            "survivors from the own one on, killer; in secret rounds the own character",
        ),
        Field::flags("killer_acts", &[1], "the killer's phase"),
        Field::flags(
            "rooms",
            &[4, MAX_ROOMS],
            "where each survivor is, from the own one on (before the start dice: the first room)",
        ),
        Field::flags("place", &[4, 2], "on a locker, on a hook"),
        share("blood", &[5], "share of the pool: survivors, killer"),
        Field::flags("state", &[4, 5], "wounded, wounded this round, madness, token left, perk-locked"),
        Field::flags("items", &[4, ITEM], "number of the item held, from 1 on, lowest digit first"),
        Field::flags("plans", &[4, 5], "a card lies face down; the card shown"),
        Field::flags("spent", &[4, 4], "cards of the survivor's hand seen leaving it this round"),
        Field::flags("talk", &[4, 3], "a colour was announced this round; its number, lowest digit first"),
        Field::flags("first", &[4], "holder of the first player marker"),
        Field::flags("perks", &[4, 3, PERK], "number of the perk, lowest digit first; not used this round"),
        Field::flags("killer_room", &[MAX_ROOMS], "where the killer is"),
        Field::flags("killer_is", &[6], "which killer"),
        Field::flags("killer_perks", &[3, PERK], "the same for the killer"),
        Field::flags("killer_state", &[3], "power used, cloaked, bonus turn taken"),
        Field::flags("killer_cards", &[2, 6], "left, right: a card lies face down; the card shown"),
        Field::flags("killer_third", &[5], "card of the bonus turn"),
        Field::flags("killer_spent", &[5], "cards of the killer seen leaving the hand this round"),
        share(
            "props",
            &[MAX_ROOMS, ROOM],
            "face-down props by category and face-up ones by kind, halved, 1 at most; progress on generators of 6, on gates of 3",
        ),
        Field::flags("phantasms", &[MAX_ROOMS], "rooms with a phantasm trap"),
        Field::flags("paths", &[MAX_PATHS, 2], "wall 1 0, pallet 0 1, bear trap 1 1"),
        Field::flags(
            "entity",
            &[MAX_ROOMS],
            "the room of the prop that is blocked, or both ends of the path",
        ),
        share("unseen", &[8], "share of each prop that nobody has seen"),
        share("deck", &[10], "share of each item left in the deck"),
        share("dice", &[6], "dice on the table of 4; their faces of 5; whether it is the danger die"),
        Field::flags("own_plan", &[4, 5], "own face-down cards: survivors of the seat, or left and right"),
        Field::flags("own_hand", &[5], "cards in the hand of the own character that is asked"),
        share(
            "guess",
            &[4, 4],
            "chance of face-down cards, as far as the seat can tell: for the killer each slot's four; for survivors \
             first the five of the left, then of the right",
        ),
    ],
    // Left out: procedures under way and memories of the whole game; which of a room's tiles is which; what follows
    // from other fields or from the legal set.
    omits: &[
        "options",
        "own.common",
        "own.memory",
        "own.pairs",
        "own.perks",
        "own.possible",
        "public.discards",
        "public.entity",
        "public.hope",
        "public.killer.bear_traps",
        "public.killer.phantasms",
        "public.killer.travelled",
        "public.memory",
        "public.overcharged",
        "public.pending",
        "public.people.place",
        "public.progress",
        "public.roll",
        "public.round",
        "public.stack",
        "public.survivors",
        "public.tiles",
        "public.watch",
        "public.ending",
    ],
};

const LEN: usize = SCHEMA.len();

/// Where each span begins.
mod at {
    use super::SCHEMA;

    pub(super) const IS_SURVIVOR: usize = SCHEMA.start("is_survivor");
    pub(super) const BOARD: usize = SCHEMA.start("board");
    pub(super) const CLOCK: usize = SCHEMA.start("clock");
    pub(super) const ASKED: usize = SCHEMA.start("asked");
    pub(super) const ROOMS: usize = SCHEMA.start("rooms");
    pub(super) const PLACE: usize = SCHEMA.start("place");
    pub(super) const BLOOD: usize = SCHEMA.start("blood");
    pub(super) const STATE: usize = SCHEMA.start("state");
    pub(super) const ITEMS: usize = SCHEMA.start("items");
    pub(super) const PLANS: usize = SCHEMA.start("plans");
    pub(super) const SPENT: usize = SCHEMA.start("spent");
    pub(super) const TALK: usize = SCHEMA.start("talk");
    pub(super) const FIRST: usize = SCHEMA.start("first");
    pub(super) const PERKS: usize = SCHEMA.start("perks");
    pub(super) const KILLER_ROOM: usize = SCHEMA.start("killer_room");
    pub(super) const KILLER_IS: usize = SCHEMA.start("killer_is");
    pub(super) const KILLER_PERKS: usize = SCHEMA.start("killer_perks");
    pub(super) const KILLER_STATE: usize = SCHEMA.start("killer_state");
    pub(super) const KILLER_CARDS: usize = SCHEMA.start("killer_cards");
    pub(super) const KILLER_THIRD: usize = SCHEMA.start("killer_third");
    pub(super) const KILLER_SPENT: usize = SCHEMA.start("killer_spent");
    pub(super) const PROPS: usize = SCHEMA.start("props");
    pub(super) const PHANTASMS: usize = SCHEMA.start("phantasms");
    pub(super) const PATHS: usize = SCHEMA.start("paths");
    pub(super) const ENTITY: usize = SCHEMA.start("entity");
    pub(super) const UNSEEN: usize = SCHEMA.start("unseen");
    pub(super) const DECK: usize = SCHEMA.start("deck");
    pub(super) const DICE: usize = SCHEMA.start("dice");
    pub(super) const OWN_PLAN: usize = SCHEMA.start("own_plan");
    pub(super) const OWN_HAND: usize = SCHEMA.start("own_hand");
    pub(super) const GUESS: usize = SCHEMA.start("guess");
}

/// The vector being written. Every span of it is, whether it holds anything or not: to clear it beforehand would take a tenth
/// of the time of a step.
type Out<'a> = &'a mut [f32; LEN];

fn flag(on: bool) -> f32 {
    f32::from(u8::from(on))
}

/// The binary digits of every byte as numbers, lowest first: copying them takes a quarter of the time of making them.
static DIGITS: [[f32; 8]; 256] = {
    let mut digits = [[0.0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut i = 0;
        while i < 8 {
            digits[byte][i] = (byte >> i & 1) as f32;
            i += 1;
        }
        byte += 1;
    }
    digits
};

/// The shares `left / copies` of up to eight copies.
static SHARES: [[f32; 9]; 9] = {
    let mut shares = [[0.0; 9]; 9];
    let mut copies = 1;
    while copies < 9 {
        let mut left = 0;
        while left < 9 {
            shares[copies][left] = left as f32 / copies as f32;
            left += 1;
        }
        copies += 1;
    }
    shares
};

/// Two counts of four bits each, halved, 1 at most: the Hollow has three hooks in a room, everywhere else two of a kind are
/// the most.
static HALVES: [[f32; 2]; 256] = {
    let mut halves = [[0.0; 2]; 256];
    let mut counts = 0;
    while counts < 256 {
        let (low, high) = (counts & 15, counts >> 4);
        halves[counts] =
            [if low < 2 { low as f32 / 2.0 } else { 1.0 }, if high < 2 { high as f32 / 2.0 } else { 1.0 }];
        counts += 1;
    }
    halves
};

/// Sets the places from `at` on to the binary digits of `bits`, lowest first.
#[inline(always)]
fn digits<const N: usize>(out: Out<'_>, at: usize, bits: u64) {
    let mut i = 0;
    while i < N {
        let count = if N - i < 8 { N - i } else { 8 };
        out[at + i..][..count].copy_from_slice(&DIGITS[(bits >> i & 0xff) as usize][..count]);
        i += 8;
    }
}

/// Moves the lowest 32 bits apart, so that there is room for another bit behind each.
const fn apart(bits: u32) -> u64 {
    let mut wide = bits as u64;
    wide = (wide | wide << 16) & 0x0000_ffff_0000_ffff;
    wide = (wide | wide << 8) & 0x00ff_00ff_00ff_00ff;
    wide = (wide | wide << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    wide = (wide | wide << 2) & 0x3333_3333_3333_3333;
    (wide | wide << 1) & 0x5555_5555_5555_5555
}

/// The column of its room in which a tile is counted: four backs, eight kinds, and what is gone. It is put together from
/// numbers, not looked up, so that sixteen tiles are done at once.
const fn column(tile: TileState, category: Category) -> u8 {
    let back = if matches!(tile, TileState::Gone) { 12 } else { category as u8 };
    if let TileState::Up(prop) = tile { 4 + prop as u8 } else { back }
}

/// A card as everybody sees it, one bit each: face down, and which one.
const fn card_bits(card: Planned) -> u64 {
    let shown = if let Planned::Shown(card) = card { 2 << card as u64 } else { 0 };
    shown | matches!(card, Planned::FaceDown) as u64
}

fn write_perks(out: Out<'_>, at: usize, view: &TrialView, who: Who) {
    let unused = !view.public.used.of(who);
    for (k, Perk(perk)) in view.public.perks[who.index()].into_iter().enumerate() {
        digits::<PERK>(out, at + PERK * k, u64::from(perk) | u64::from(unused >> k & 1) << (PERK - 1));
    }
}

impl Trial {
    /// The survivors as a seat counts them: its own first, then clockwise.
    pub(super) fn slots_from(&self, view: &TrialView) -> [Slot; 4] {
        let own = self.slots_of(view.seat).next().map_or(0, |slot| slot.0);
        std::array::from_fn(|i| Slot((own + i as u8) % 4))
    }

    /// For which of its characters a seat chooses now; the first if it does not choose.
    pub fn own_character(&self, view: &TrialView) -> Who {
        let asked = match view.public.pending {
            Pending::Ask(_, who) if self.seat_of(who) == view.seat => Some(who),
            Pending::Plan(sub) => self.plans_for(&view.public, view.seat, sub),
            Pending::Pick(sub) => Some(self.picks_for(view.seat, sub).0),
            _ => None,
        };
        asked.unwrap_or_else(|| self.slots_of(view.seat).next().map_or(Who::Killer, Who::Survivor))
    }

    /// The hand of one of the seat's own characters.
    pub(super) fn own_hand(&self, view: &TrialView, who: Who) -> CardSet {
        let owner = self.hand_owner(who);
        let rest = |full: CardSet, planned: &[Option<Card>]| {
            let planned = planned.iter().flatten().fold(CardSet::EMPTY, |set, &card| set.with(card));
            full.minus(view.public.spent[owner]).minus(planned)
        };
        if who == Who::Killer {
            return rest(CardSet::KILLER, &[view.own.left, view.own.right]);
        }
        let shares = |slot: Slot| self.hand_owner(Who::Survivor(slot)) == owner;
        rest(CardSet::BASIC, &Slot::ALL.map(|slot| view.own.plans[slot.index()].filter(|_| shares(slot))))
    }

    pub(super) fn write_observation(&self, view: &TrialView, out: &mut [f32]) {
        let out: Out<'_> = out.try_into().expect("an observation is as long as the schema");
        let slots = self.slots_from(view);
        self.write_clock(view, slots, out);
        for (i, slot) in slots.into_iter().enumerate() {
            self.write_person(view, i, slot, out);
        }
        Trial::write_killer(view, out);
        self.write_board(view, out);
        self.write_own(view, slots, out);
    }

    fn write_clock(&self, view: &TrialView, slots: [Slot; 4], out: Out<'_>) {
        let public = &view.public;
        out[at::IS_SURVIVOR] = flag(view.seat.0 != 0);
        digits::<4>(out, at::BOARD, 1 << public.board as u64);
        out[at::CLOCK] = f32::from(public.round.min(100)) / 100.0;
        out[at::CLOCK + 1] = f32::from(public.generators.min(4)) / 4.0;
        out[at::CLOCK + 2] = f32::from(public.sacrifices.min(8)) / 8.0;
        let asked = match public.pending {
            Pending::Ask(node, who) => Some((question(node), who)),
            Pending::Plan(_) | Pending::Pick(_) => Some((QUESTIONS - 1, self.own_character(view))),
            Pending::Chance(_) | Pending::Nothing => None,
        };
        let asked = asked.map_or(0, |(question, who)| {
            let place = match who {
                Who::Survivor(slot) => (4 + slot.0 - slots[0].0) % 4,
                Who::Killer => 4,
            };
            1 << question | 1 << (QUESTIONS + usize::from(place))
        });
        // The question, who is asked, and whose phase it is stand side by side.
        const { assert!(SCHEMA.start("killer_acts") == at::ASKED + QUESTIONS + 5) };
        digits::<{ QUESTIONS + 6 }>(out, at::ASKED, asked | u64::from(public.killer_acts) << (QUESTIONS + 5));
        digits::<4>(out, at::FIRST, 1 << ((4 + public.first.0 - slots[0].0) % 4));
    }

    /// The survivor who is the `i`-th from the own one on.
    fn write_person(&self, view: &TrialView, i: usize, slot: Slot, out: Out<'_>) {
        let public = &view.public;
        let person = public.person(slot);
        digits::<MAX_ROOMS>(out, at::ROOMS + MAX_ROOMS * i, 1 << person.room.0);
        out[at::PLACE + 2 * i] = flag(matches!(person.place, Place::Locker(_)));
        out[at::PLACE + 2 * i + 1] = flag(matches!(person.place, Place::Hook(_)));
        out[at::BLOOD + i] = f32::from(person.blood) / 6.0;
        let state = [person.wounded, person.wounded_now, person.madness, person.token, person.locked];
        out[at::STATE + 5 * i..][..5].copy_from_slice(&state.map(flag));
        digits::<ITEM>(out, at::ITEMS + ITEM * i, person.item.map_or(0, |item| 1 + item as u64));
        digits::<5>(out, at::PLANS + 5 * i, card_bits(person.plan));
        let spent = public.spent[self.hand_owner(Who::Survivor(slot))];
        digits::<4>(out, at::SPENT + 4 * i, spent.0.into());
        let talk = public.talk[slot.index()];
        digits::<3>(out, at::TALK + 3 * i, talk.map_or(0, |card| 1 | (card as u64) << 1));
        write_perks(out, at::PERKS + 3 * PERK * i, view, Who::Survivor(slot));
    }

    fn write_killer(view: &TrialView, out: Out<'_>) {
        let killer = &view.public.killer;
        digits::<MAX_ROOMS>(out, at::KILLER_ROOM, 1 << killer.room.0);
        out[at::BLOOD + 4] = f32::from(killer.blood) / 12.0;
        digits::<6>(out, at::KILLER_IS, 1 << view.public.killer_is as u64);
        write_perks(out, at::KILLER_PERKS, view, Who::Killer);
        let state = [killer.power_used, killer.cloaked, killer.bonus_taken];
        out[at::KILLER_STATE..at::KILLER_STATE + 3].copy_from_slice(&state.map(flag));
        digits::<12>(out, at::KILLER_CARDS, card_bits(killer.left) | card_bits(killer.right) << 6);
        digits::<5>(out, at::KILLER_THIRD, killer.third.map_or(0, |card| 1 << card as u64));
        digits::<5>(out, at::KILLER_SPENT, view.public.spent[4].0.into());
    }

    fn write_board(&self, view: &TrialView, out: Out<'_>) {
        let public = &view.public;
        let board = self.board(public.board);
        self.write_props(view, out);
        digits::<MAX_ROOMS>(out, at::PHANTASMS, public.phantasms.into());
        let traps = public.on_path.holding(OnPath::BearTrap);
        let first = public.on_path.holding(OnPath::Wall) | traps;
        let second = public.on_path.holding(OnPath::Pallet) | traps;
        digits::<{ 2 * MAX_PATHS }>(out, at::PATHS, apart(first) | apart(second) << 1);
        let rooms = match public.entity {
            Entity::Away => 0,
            Entity::OnTile(tile) => 1 << board.room_of(tile).0,
            Entity::OnPath(path) => board.ends(path).into_iter().fold(0, |rooms, room| rooms | 1 << room.0),
        };
        digits::<MAX_ROOMS>(out, at::ENTITY, rooms);
        for (i, (left, copies)) in public.unflipped.into_iter().zip(board.print.copies).enumerate() {
            out[at::UNSEEN + i] = SHARES[usize::from(copies.max(1))][usize::from(left)];
        }
        for (i, (left, copies)) in public.deck.into_iter().zip(Item::COPIES).enumerate() {
            out[at::DECK + i] = SHARES[usize::from(copies)][usize::from(left.min(copies))];
        }
        let roll = &public.roll;
        out[at::DICE] = f32::from(roll.count) / 4.0;
        for (i, face) in roll.faces.into_iter().enumerate() {
            out[at::DICE + 1 + i] = f32::from(face) / 5.0;
        }
        out[at::DICE + 5] = flag(roll.mode == DiceMode::Danger);
    }

    fn write_props(&self, view: &TrialView, out: Out<'_>) {
        let public = &view.public;
        let board = self.board(public.board);
        // Where a room's tiles end, and what they are, is nothing that a processor could foresee. So there is one sum over all
        // tiles, four bits a column, and a room's counts are what it grew by.
        let mut shifts = [0; MAX_TILES];
        for ((shift, tile), &category) in shifts.iter_mut().zip(&public.tiles).zip(board.categories()) {
            *shift = 4 * column(*tile, category);
        }
        let (mut sums, mut sum) = ([0; MAX_TILES + 1], 0u64);
        for (grown, shift) in sums[1..].iter_mut().zip(shifts) {
            sum += 1 << (shift % 64);
            *grown = sum;
        }
        let mut before = 0;
        for (room, &end) in board.tile_ends().iter().enumerate() {
            let after = sums[usize::from(end)];
            let (counts, at) = (after - before, at::PROPS + ROOM * room);
            before = after;
            for pair in 0..6 {
                out[at + 2 * pair..][..2].copy_from_slice(&HALVES[(counts >> (8 * pair) & 0xff) as usize]);
            }
            out[at + 12..][..2].fill(0.0);
        }
        // Most tiles have none, so they are looked at four at a time.
        for (group, four) in public.progress.as_chunks::<4>().0.iter().enumerate() {
            if *four == [0; 4] {
                continue;
            }
            for (i, &progress) in four.iter().enumerate().filter(|(_, progress)| **progress > 0) {
                let tile = Tile((4 * group + i) as u8);
                let state = public.tiles[tile.index()];
                if state == TileState::Gone {
                    continue;
                }
                let at = at::PROPS + ROOM * board.room_of(tile).index();
                let gate = state == TileState::Up(Prop::Gate);
                let (column, whole) = if gate { (13, 3.0) } else { (12, 6.0) };
                out[at + column] = (out[at + column] + f32::from(progress) / whole).min(1.0);
            }
        }
    }

    fn write_own(&self, view: &TrialView, slots: [Slot; 4], out: Out<'_>) {
        let own = &view.own;
        let is_killer = view.seat.0 == 0;
        let cards = if is_killer {
            [own.left, own.right, None, None]
        } else {
            slots.map(|slot| own.plans[slot.index()])
        };
        for (i, card) in cards.into_iter().enumerate() {
            digits::<5>(out, at::OWN_PLAN + 5 * i, card.map_or(0, |card| 1 << card as u64));
        }
        let hand = self.own_hand(view, self.own_character(view));
        digits::<5>(out, at::OWN_HAND, hand.0.into());
        out[at::GUESS..].fill(0.0);
        if !is_killer {
            return write_killer_guess(view, out);
        }
        for (i, slot) in slots.into_iter().enumerate() {
            if view.public.person(slot).plan == Planned::FaceDown {
                let spent = view.public.spent[self.hand_owner(Who::Survivor(slot))];
                let possible = own.possible[slot.index()].minus(spent);
                for card in possible.iter() {
                    out[at::GUESS + 4 * i + card as usize] = 1.0 / possible.len() as f32;
                }
            }
        }
    }
}

/// What a survivor can tell of the killer's face-down cards.
fn write_killer_guess(view: &TrialView, out: Out<'_>) {
    let killer = &view.public.killer;
    if killer.right != Planned::FaceDown {
        return;
    }
    let spent = view.public.spent[4];
    let lefts = match killer.left {
        Planned::Shown(card) => CardSet::one(card),
        _ => CardSet::KILLER.minus(spent),
    };
    let fitting = view.own.pairs & pairs_of(lefts, CardSet::KILLER.minus(spent));
    let all = fitting.count_ones() as f32;
    if fitting == 0 {
        return;
    }
    for card in Card::ALL {
        let only = CardSet::one(card);
        let as_left = fitting & pairs_of(only, CardSet::KILLER);
        let as_right = fitting & pairs_of(CardSet::KILLER, only);
        out[at::GUESS + card as usize] = as_left.count_ones() as f32 / all;
        out[at::GUESS + 5 + card as usize] = as_right.count_ones() as f32 / all;
    }
}

/// The kind of a question. Those of one kind differ in who is asked, or in what can be answered.
const fn question(node: Node) -> usize {
    match node {
        Node::Draft | Node::RevealRoom | Node::RevealCategory => 0,
        Node::Talk => 1,
        Node::Window(_) => 2,
        Node::Destination | Node::KillerDestination => 3,
        Node::FlipCategory | Node::DropPath => 4,
        Node::SurvivorAct | Node::KillerAct => 5,
        Node::WhichTile => 6,
        Node::WhichDie => 7,
        Node::KeepItem => 8,
        Node::DiceCount => 9,
        Node::FreeMove | Node::Carry => 10,
        Node::BonusCard | Node::KillerBonus | Node::KillerBonusCard => 11,
        Node::TargetSurvivor | Node::TargetRoom => 12,
        Node::Exchange | Node::ExchangeSide => 13,
        Node::Spark | Node::Phantasm | Node::ChainsawCard => 14,
    }
}
