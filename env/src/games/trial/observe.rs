//! A view as numbers: the own survivor first, the others clockwise, so that the survivors' seats are alike.
//!
//! Perks and items stand in as their number in binary digits, which keeps the vector short. Perks stand in the order in
//! which the actions name them.

use super::Trial;
use super::board::{MAX_PATHS, MAX_ROOMS, MAX_TILES, Tile};
use super::content::{Card, CardSet, Category, Item, Perk, Prop};
use super::flags::{Flags, apart};
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
    pub(super) const ASKED_WHOM: usize = SCHEMA.start("asked_whom");
    pub(super) const KILLER_ACTS: usize = SCHEMA.start("killer_acts");
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

// Flags are gathered in runs that lie between shares, and written as a whole.
/// Role and board.
type Beginning = Flags<{ at::IS_SURVIVOR }, { at::CLOCK }, 1>;
/// What is asked, and where the survivors are.
type Asked = Flags<{ at::ASKED }, { at::BLOOD }, 2>;
/// What the characters are, have and show.
type Characters = Flags<{ at::STATE }, { at::PROPS }, 4>;
/// What lies on the board beside props.
type Ground = Flags<{ at::PHANTASMS }, { at::UNSEEN }, 2>;
/// The seat's own cards.
type OwnCards = Flags<{ at::OWN_PLAN }, { at::GUESS }, 1>;

/// `parts` of `wholes`, each of its own: done for all at once, since a processor divides four as fast as one.
fn shares<const N: usize>(parts: [u8; N], wholes: [u8; N]) -> [f32; N] {
    std::array::from_fn(|i| f32::from(parts[i]) / f32::from(wholes[i]))
}

/// Four counts of two bits each, halved, 1 at most: the Hollow has three hooks in a room, everywhere else two of a kind are
/// the most.
static HALVES: [[f32; 4]; 256] = {
    let mut halves = [[0.0; 4]; 256];
    let mut counts = 0;
    while counts < 256 {
        let mut i = 0;
        while i < 4 {
            halves[counts][i] = [0.0, 0.5, 1.0, 1.0][counts >> (2 * i) & 3];
            i += 1;
        }
        counts += 1;
    }
    halves
};

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

/// A character's three perks: the number of each, and whether it has not been used this round.
fn perk_bits(view: &TrialView, who: Who) -> u64 {
    let unused = !view.public.used.of(who);
    let perks = view.public.perks[who.index()].into_iter().enumerate();
    perks.fold(0, |bits, (k, Perk(perk))| {
        let digits = u64::from(perk) | u64::from(unused >> k & 1) << (PERK - 1);
        bits | digits << (PERK * k)
    })
}

/// Flags as bits, lowest first.
fn bits<const N: usize>(flags: [bool; N]) -> u64 {
    flags.into_iter().enumerate().fold(0, |bits, (i, flag)| bits | u64::from(flag) << i)
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
        self.hand_without(&view.public, who, view.own.plans, [view.own.left, view.own.right])
    }

    pub(super) fn write_observation(&self, view: &TrialView, out: &mut [f32]) {
        let out: Out<'_> = out.try_into().expect("an observation is as long as the schema");
        let slots = self.slots_from(view);
        let own = self.own_character(view);
        let mut asked = Trial::write_clock(view, slots, own, out);
        let mut characters = Characters::NONE;
        self.write_people(view, slots, &mut asked, &mut characters, out);
        Trial::write_killer(view, &mut characters, out);
        asked.write(out);
        characters.write(out);
        self.write_board(view, out);
        self.write_own(view, slots, own, out);
    }

    fn write_clock(view: &TrialView, slots: [Slot; 4], own: Who, out: Out<'_>) -> Asked {
        let public = &view.public;
        let mut beginning = Beginning::NONE;
        beginning.put(at::IS_SURVIVOR, u64::from(view.seat.0 != 0));
        beginning.put(at::BOARD, 1 << public.board as u64);
        beginning.write(out);
        out[at::CLOCK] = f32::from(public.round.min(100)) / 100.0;
        out[at::CLOCK + 1] = f32::from(public.generators.min(4)) / 4.0;
        out[at::CLOCK + 2] = f32::from(public.sacrifices.min(8)) / 8.0;
        let question = match public.pending {
            Pending::Ask(node, who) => Some((question(node), who)),
            Pending::Plan(_) | Pending::Pick(_) => Some((QUESTIONS - 1, own)),
            Pending::Chance(_) | Pending::Nothing => None,
        };
        let mut asked = Asked::NONE;
        if let Some((question, who)) = question {
            let place = match who {
                Who::Survivor(slot) => (4 + slot.0 - slots[0].0) % 4,
                Who::Killer => 4,
            };
            asked.put(at::ASKED, 1 << question);
            asked.put(at::ASKED_WHOM, 1 << place);
        }
        asked.put(at::KILLER_ACTS, u64::from(public.killer_acts));
        asked
    }

    fn write_people(
        &self,
        view: &TrialView,
        slots: [Slot; 4],
        asked: &mut Asked,
        characters: &mut Characters,
        out: Out<'_>,
    ) {
        let public = &view.public;
        let (mut rooms, mut places, mut state, mut items) = (0, 0, 0, 0);
        let (mut plans, mut spent, mut talk, mut perks) = (0, 0, 0, [0; 4]);
        for (i, slot) in slots.into_iter().enumerate() {
            let person = public.person(slot);
            rooms |= 1 << (MAX_ROOMS * i + person.room.index());
            let place = [matches!(person.place, Place::Locker(_)), matches!(person.place, Place::Hook(_))];
            places |= bits(place) << (2 * i);
            let marks = [person.wounded, person.wounded_now, person.madness, person.token, person.locked];
            state |= bits(marks) << (5 * i);
            items |= person.item.map_or(0, |item| 1 + item as u64) << (ITEM * i);
            plans |= card_bits(person.plan) << (5 * i);
            // The fifth bit is of a card that survivors do not have.
            let seen = public.spent[self.hand_owner(Who::Survivor(slot))];
            spent |= u64::from(seen.0 & 0xf) << (4 * i);
            talk |= public.talk[slot.index()].map_or(0, |card| 1 | (card as u64) << 1) << (3 * i);
            perks[i] = perk_bits(view, Who::Survivor(slot));
        }
        asked.put(at::ROOMS, rooms);
        asked.put(at::PLACE, places);
        let blood = slots.map(|slot| public.person(slot).blood);
        out[at::BLOOD..][..4].copy_from_slice(&shares(blood, [6; 4]));
        characters.put(at::STATE, state);
        characters.put(at::ITEMS, items);
        characters.put(at::PLANS, plans);
        characters.put(at::SPENT, spent);
        characters.put(at::TALK, talk);
        characters.put(at::FIRST, 1 << ((4 + public.first.0 - slots[0].0) % 4));
        for (i, perks) in perks.into_iter().enumerate() {
            characters.put(at::PERKS + 3 * PERK * i, perks);
        }
    }

    fn write_killer(view: &TrialView, characters: &mut Characters, out: Out<'_>) {
        let killer = &view.public.killer;
        out[at::BLOOD + 4] = f32::from(killer.blood) / 12.0;
        characters.put(at::KILLER_ROOM, 1 << killer.room.0);
        characters.put(at::KILLER_IS, 1 << view.public.killer_is as u64);
        characters.put(at::KILLER_PERKS, perk_bits(view, Who::Killer));
        characters.put(at::KILLER_STATE, bits([killer.power_used, killer.cloaked, killer.bonus_taken]));
        characters.put(at::KILLER_CARDS, card_bits(killer.left) | card_bits(killer.right) << 6);
        characters.put(at::KILLER_THIRD, killer.third.map_or(0, |card| 1 << card as u64));
        characters.put(at::KILLER_SPENT, view.public.spent[4].0.into());
    }

    fn write_board(&self, view: &TrialView, out: Out<'_>) {
        let public = &view.public;
        let board = self.board(public.board);
        self.write_props(view, out);
        let mut ground = Ground::NONE;
        ground.put(at::PHANTASMS, public.phantasms.into());
        let traps = public.on_path.holding(OnPath::BearTrap);
        let first = public.on_path.holding(OnPath::Wall) | traps;
        let second = public.on_path.holding(OnPath::Pallet) | traps;
        ground.put(at::PATHS, apart(first) | apart(second) << 1);
        let rooms = match public.entity {
            Entity::Away => 0,
            Entity::OnTile(tile) => 1 << board.room_of(tile).0,
            Entity::OnPath(path) => board.ends(path).into_iter().fold(0, |rooms, room| rooms | 1 << room.0),
        };
        ground.put(at::ENTITY, rooms);
        ground.write(out);
        let copies = board.print.copies.map(|copies| copies.max(1));
        out[at::UNSEEN..][..8].copy_from_slice(&shares(public.unflipped, copies));
        out[at::DECK..][..10].copy_from_slice(&shares(public.deck, Item::COPIES));
        let roll = &public.roll;
        out[at::DICE] = f32::from(roll.count) / 4.0;
        out[at::DICE + 1..][..4].copy_from_slice(&shares(roll.faces, [5; 4]));
        out[at::DICE + 5] = f32::from(u8::from(roll.mode == DiceMode::Danger));
    }

    fn write_props(&self, view: &TrialView, out: Out<'_>) {
        let public = &view.public;
        let board = self.board(public.board);
        // Where a room's tiles end, and what they are, is nothing that a processor could foresee. So there is one sum over all
        // tiles, two bits a column, and a room's counts are what it grew by. What is gone runs over at the upper end.
        let mut marks = [0; MAX_TILES];
        for ((mark, tile), &category) in marks.iter_mut().zip(&public.tiles).zip(board.categories()) {
            *mark = 1u32 << (2 * column(*tile, category));
        }
        let (mut sums, mut sum) = ([0; MAX_TILES + 1], 0u32);
        for (grown, mark) in sums[1..].iter_mut().zip(marks) {
            sum = sum.wrapping_add(mark);
            *grown = sum;
        }
        let mut before = 0;
        let (rooms, _) = out[at::PROPS..at::PHANTASMS].as_chunks_mut::<ROOM>();
        for (room, &end) in rooms.iter_mut().zip(board.tile_ends()) {
            let after = sums[usize::from(end)];
            let [first, second, third, _] = after.wrapping_sub(before).to_le_bytes();
            before = after;
            for (i, counts) in [first, second, third].into_iter().enumerate() {
                room[4 * i..][..4].copy_from_slice(&HALVES[usize::from(counts)]);
            }
            room[12..].copy_from_slice(&[0.0; 2]);
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

    fn write_own(&self, view: &TrialView, slots: [Slot; 4], character: Who, out: Out<'_>) {
        let own = &view.own;
        let is_killer = view.seat.0 == 0;
        let cards = if is_killer {
            [own.left, own.right, None, None]
        } else {
            slots.map(|slot| own.plans[slot.index()])
        };
        let mut own_cards = OwnCards::NONE;
        for (i, card) in cards.into_iter().enumerate() {
            own_cards.put(at::OWN_PLAN + 5 * i, card.map_or(0, |card| 1 << card as u64));
        }
        let hand = self.own_hand(view, character);
        own_cards.put(at::OWN_HAND, hand.0.into());
        own_cards.write(out);
        out[at::GUESS..].copy_from_slice(&[0.0; LEN - at::GUESS]);
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
