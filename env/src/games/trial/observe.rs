//! A view as numbers: the own survivor first, the others clockwise, so that the survivors' seats are alike.
//!
//! Perks and items stand in as their number in binary digits, which keeps the vector short. Perks stand in the order in
//! which the actions name them.

use super::Trial;
use super::board::{MAX_PATHS, MAX_ROOMS};
use super::content::{Card, CardSet, Perk};
use super::flags::Flags;
use super::ground::Written;
use super::secrets::pairs_of;
use super::state::{DiceMode, Node, Pending, Place, Planned, Public, Roll, Slot, Who};
use super::view::{OwnCards, TrialView};
use crate::{Field, Schema, Seat};

/// Kinds of questions; what is asked exactly follows from the kind, the role and the legal set.
const QUESTIONS: usize = 16;
/// Binary digits of a perk, and whether it has not been used this round.
const PERK: usize = 6;
const ITEM: usize = 4;
/// What is known of a room's props: four backs, eight kinds, progress on generators and on gates.
pub(super) const ROOM: usize = 14;
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
pub(super) mod at {
    use super::SCHEMA;

    pub(crate) const IS_SURVIVOR: usize = SCHEMA.start("is_survivor");
    pub(crate) const BOARD: usize = SCHEMA.start("board");
    pub(crate) const CLOCK: usize = SCHEMA.start("clock");
    pub(crate) const ASKED: usize = SCHEMA.start("asked");
    pub(crate) const ASKED_WHOM: usize = SCHEMA.start("asked_whom");
    pub(crate) const KILLER_ACTS: usize = SCHEMA.start("killer_acts");
    pub(crate) const ROOMS: usize = SCHEMA.start("rooms");
    pub(crate) const PLACE: usize = SCHEMA.start("place");
    pub(crate) const BLOOD: usize = SCHEMA.start("blood");
    pub(crate) const STATE: usize = SCHEMA.start("state");
    pub(crate) const ITEMS: usize = SCHEMA.start("items");
    pub(crate) const PLANS: usize = SCHEMA.start("plans");
    pub(crate) const SPENT: usize = SCHEMA.start("spent");
    pub(crate) const TALK: usize = SCHEMA.start("talk");
    pub(crate) const FIRST: usize = SCHEMA.start("first");
    pub(crate) const PERKS: usize = SCHEMA.start("perks");
    pub(crate) const KILLER_ROOM: usize = SCHEMA.start("killer_room");
    pub(crate) const KILLER_IS: usize = SCHEMA.start("killer_is");
    pub(crate) const KILLER_PERKS: usize = SCHEMA.start("killer_perks");
    pub(crate) const KILLER_STATE: usize = SCHEMA.start("killer_state");
    pub(crate) const KILLER_CARDS: usize = SCHEMA.start("killer_cards");
    pub(crate) const KILLER_THIRD: usize = SCHEMA.start("killer_third");
    pub(crate) const KILLER_SPENT: usize = SCHEMA.start("killer_spent");
    pub(crate) const PROPS: usize = SCHEMA.start("props");
    pub(crate) const PHANTASMS: usize = SCHEMA.start("phantasms");
    pub(crate) const PATHS: usize = SCHEMA.start("paths");
    pub(crate) const ENTITY: usize = SCHEMA.start("entity");
    pub(crate) const UNSEEN: usize = SCHEMA.start("unseen");
    pub(crate) const DECK: usize = SCHEMA.start("deck");
    pub(crate) const DICE: usize = SCHEMA.start("dice");
    pub(crate) const OWN_PLAN: usize = SCHEMA.start("own_plan");
    pub(crate) const OWN_HAND: usize = SCHEMA.start("own_hand");
    pub(crate) const GUESS: usize = SCHEMA.start("guess");
}

/// The vector being written. Every span of it is, whether it holds anything or not: to clear it beforehand would take a tenth
/// of the time of a step. What lies on the board is left out where it stands there already.
pub(super) type Out<'a> = &'a mut [f32; LEN];

// Flags are gathered in runs that lie between shares, and written as a whole.
/// Role and board.
type Beginning = Flags<{ at::IS_SURVIVOR }, { at::CLOCK }, 1>;
/// What is asked, and where the survivors are.
type Asked = Flags<{ at::ASKED }, { at::BLOOD }, 2>;
/// What the characters are, have and show.
type Characters = Flags<{ at::STATE }, { at::PROPS }, 4>;
/// The seat's own cards.
type OwnFlags = Flags<{ at::OWN_PLAN }, { at::GUESS }, 1>;

/// `parts` of `wholes`, each of its own: done for all at once, since a processor divides four as fast as one.
pub(super) fn shares<const N: usize>(parts: [u8; N], wholes: [u8; N]) -> [f32; N] {
    std::array::from_fn(|i| f32::from(parts[i]) / f32::from(wholes[i]))
}

/// A card as everybody sees it, one bit each: face down, and which one.
const fn card_bits(card: Planned) -> u64 {
    let shown = if let Planned::Shown(card) = card { 2 << card as u64 } else { 0 };
    shown | matches!(card, Planned::FaceDown) as u64
}

/// A character's three perks: the number of each, and whether it has not been used this round.
fn perk_bits(public: &Public, who: Who) -> u64 {
    let unused = !public.used.of(who);
    let perks = public.perks[who.index()].into_iter().enumerate();
    perks.fold(0, |bits, (k, Perk(perk))| {
        let digits = u64::from(perk) | u64::from(unused >> k & 1) << (PERK - 1);
        bits | digits << (PERK * k)
    })
}

/// Flags as bits, lowest first.
fn bits<const N: usize>(flags: [bool; N]) -> u64 {
    flags.into_iter().enumerate().fold(0, |bits, (i, flag)| bits | u64::from(flag) << i)
}

/// What a seat knows, wherever that lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    pub(super) seat: Seat,
    pub(super) public: &'a Public,
    pub(super) own: OwnCards,
}

impl TrialView {
    pub(super) fn known(&self) -> Known<'_> {
        Known { seat: self.seat, public: &self.public, own: self.own.cards() }
    }
}

impl Trial {
    /// The survivors as a seat counts them: its own first, then clockwise.
    pub(super) fn slots_from(&self, seat: Seat) -> [Slot; 4] {
        let own = self.slots_of(seat).next().map_or(0, |slot| slot.0);
        std::array::from_fn(|i| Slot((own + i as u8) % 4))
    }

    /// For which of its characters a seat chooses now; the first if it does not choose.
    pub fn own_character(&self, view: &TrialView) -> Who {
        self.character_of(&view.public, view.seat)
    }

    fn character_of(&self, public: &Public, seat: Seat) -> Who {
        let asked = match public.pending {
            Pending::Ask(_, who) if self.seat_of(who) == seat => Some(who),
            Pending::Plan(sub) => self.plans_for(public, seat, sub),
            Pending::Pick(sub) => Some(self.picks_for(seat, sub).0),
            _ => None,
        };
        asked.unwrap_or_else(|| self.slots_of(seat).next().map_or(Who::Killer, Who::Survivor))
    }

    /// The hand of one of the seat's own characters.
    pub(super) fn own_hand(&self, view: &TrialView, who: Who) -> CardSet {
        self.hand_of(&view.public, &view.own.cards(), who)
    }

    fn hand_of(&self, public: &Public, own: &OwnCards, who: Who) -> CardSet {
        self.hand_without(public, who, own.plans, [own.left, own.right])
    }

    /// Writes what is known over what was written into the same place before.
    pub(super) fn write_observation(&self, known: &Known<'_>, written: &mut Written, out: &mut [f32]) {
        let out: Out<'_> = out.try_into().expect("an observation is as long as the schema");
        let slots = self.slots_from(known.seat);
        let own = self.character_of(known.public, known.seat);
        let mut asked = Trial::write_clock(known, slots, own, out);
        let mut characters = Characters::NONE;
        self.write_people(known.public, slots, &mut asked, &mut characters, out);
        Trial::write_killer(known.public, &mut characters, out);
        asked.write(out);
        characters.write(out);
        self.write_ground(known.public, written, out);
        write_dice(&known.public.roll, out);
        self.write_own(known, slots, own, out);
    }

    fn write_clock(known: &Known<'_>, slots: [Slot; 4], own: Who, out: Out<'_>) -> Asked {
        let public = known.public;
        let mut beginning = Beginning::NONE;
        beginning.put(at::IS_SURVIVOR, u64::from(known.seat.0 != 0));
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
        public: &Public,
        slots: [Slot; 4],
        asked: &mut Asked,
        characters: &mut Characters,
        out: Out<'_>,
    ) {
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
            perks[i] = perk_bits(public, Who::Survivor(slot));
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

    fn write_killer(public: &Public, characters: &mut Characters, out: Out<'_>) {
        let killer = &public.killer;
        out[at::BLOOD + 4] = f32::from(killer.blood) / 12.0;
        characters.put(at::KILLER_ROOM, 1 << killer.room.0);
        characters.put(at::KILLER_IS, 1 << public.killer_is as u64);
        characters.put(at::KILLER_PERKS, perk_bits(public, Who::Killer));
        characters.put(at::KILLER_STATE, bits([killer.power_used, killer.cloaked, killer.bonus_taken]));
        characters.put(at::KILLER_CARDS, card_bits(killer.left) | card_bits(killer.right) << 6);
        characters.put(at::KILLER_THIRD, killer.third.map_or(0, |card| 1 << card as u64));
        characters.put(at::KILLER_SPENT, public.spent[4].0.into());
    }

    fn write_own(&self, known: &Known<'_>, slots: [Slot; 4], character: Who, out: Out<'_>) {
        let Known { seat, public, own } = *known;
        let is_killer = seat.0 == 0;
        let cards = if is_killer {
            [own.left, own.right, None, None]
        } else {
            slots.map(|slot| own.plans[slot.index()])
        };
        let mut own_cards = OwnFlags::NONE;
        for (i, card) in cards.into_iter().enumerate() {
            own_cards.put(at::OWN_PLAN + 5 * i, card.map_or(0, |card| 1 << card as u64));
        }
        let hand = self.hand_of(public, &own, character);
        own_cards.put(at::OWN_HAND, hand.0.into());
        own_cards.write(out);
        out[at::GUESS..].copy_from_slice(&[0.0; LEN - at::GUESS]);
        if !is_killer {
            return write_killer_guess(known, out);
        }
        for (i, slot) in slots.into_iter().enumerate() {
            if public.person(slot).plan == Planned::FaceDown {
                let spent = public.spent[self.hand_owner(Who::Survivor(slot))];
                let possible = own.possible[slot.index()].minus(spent);
                for card in possible.iter() {
                    out[at::GUESS + 4 * i + card as usize] = 1.0 / possible.len() as f32;
                }
            }
        }
    }
}

/// The dice on the table.
fn write_dice(roll: &Roll, out: Out<'_>) {
    out[at::DICE] = f32::from(roll.count) / 4.0;
    out[at::DICE + 1..][..4].copy_from_slice(&shares(roll.faces, [5; 4]));
    out[at::DICE + 5] = f32::from(u8::from(roll.mode == DiceMode::Danger));
}

/// What a survivor can tell of the killer's face-down cards.
fn write_killer_guess(known: &Known<'_>, out: Out<'_>) {
    let killer = &known.public.killer;
    if killer.right != Planned::FaceDown {
        return;
    }
    let spent = known.public.spent[4];
    let lefts = match killer.left {
        Planned::Shown(card) => CardSet::one(card),
        _ => CardSet::KILLER.minus(spent),
    };
    let fitting = known.own.pairs & pairs_of(lefts, CardSet::KILLER.minus(spent));
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
