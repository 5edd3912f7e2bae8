//! Everything that changes during play: what is on the table, and what is face down.

use serde::{Deserialize, Serialize};

use super::act::Options;
use super::board::{MAX_TILES, Path, Room, Tile};
use super::content::{Card, CardSet, Item, Killer, Perk, Prop, Survivor, Window};
use super::frame::{Frame, Stack};
use super::on_path::OnPaths;
use super::setup::BoardName;

/// A survivor's place in the turn order, 0 to 3, clockwise (T1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Slot(pub(super) u8);

impl Slot {
    /// All four, lowest first.
    pub const ALL: [Slot; 4] = [Slot(0), Slot(1), Slot(2), Slot(3)];

    /// The slot's number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A character: a survivor or the killer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The survivor of a slot.
    Survivor(Slot),
    /// The killer.
    Killer,
}

impl Who {
    pub(super) const ALL: [Who; 5] = [
        Who::Survivor(Slot(0)),
        Who::Survivor(Slot(1)),
        Who::Survivor(Slot(2)),
        Who::Survivor(Slot(3)),
        Who::Killer,
    ];

    /// Survivors by slot, the killer last.
    pub(super) const fn index(self) -> usize {
        match self {
            Who::Survivor(slot) => slot.index(),
            Who::Killer => 4,
        }
    }
}

/// Where a survivor is within the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Place {
    Open,
    /// On a locker (T8).
    Locker(Tile),
    /// On a hook: sacrificed (T11.21).
    Hook(Tile),
}

/// A survivor as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Person {
    pub(super) room: Room,
    pub(super) place: Place,
    pub(super) blood: u8,
    pub(super) item: Option<Item>,
    pub(super) wounded: bool,
    /// T10.9.
    pub(super) wounded_now: bool,
    pub(super) madness: bool,
    /// The sacrifice token is still on the own board (T2.5).
    pub(super) token: bool,
    /// Perk-locked by K12.
    pub(super) locked: bool,
    pub(super) plan: Planned,
}

/// What everybody knows of a planned card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Planned {
    None,
    FaceDown,
    Shown(Card),
}

/// What lies on a tile's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum TileState {
    FaceDown,
    Up(Prop),
    Gone,
}

/// Where the Entity token is (T16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Entity {
    Away,
    OnTile(Tile),
    OnPath(Path),
}

/// What a check came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Grade {
    Failure,
    Success,
    Great,
}

/// What dice are rolled for (T12.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum RollKind {
    Repair,
    Open,
    Cleanse,
    Heal,
    SelfCare,
    SnapOut,
    Search,
    Struggle,
    Trap,
}

impl RollKind {
    /// A struggle and a trap are rolls but not checks (T11.16, T12.13).
    pub(super) const fn is_check(self) -> bool {
        !matches!(self, RollKind::Struggle | RollKind::Trap)
    }
}

/// Which dice a check is made with (T12.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum DiceMode {
    Single,
    KeepHigh,
    KeepLow,
    Danger,
}

/// The dice on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Roll {
    pub(super) slot: Slot,
    pub(super) kind: RollKind,
    pub(super) mode: DiceMode,
    pub(super) count: u8,
    pub(super) faces: [u8; 4],
    /// Dice that have been rolled again, one bit each (T12.6).
    pub(super) again: u8,
    /// S09: a four is a great success.
    pub(super) iron_will: bool,
    /// K13: ones and twos are failures.
    pub(super) ruin: bool,
    /// S10.
    pub(super) no_blood: bool,
    /// What the last roll came to.
    pub(super) grade: Grade,
}

/// How the killer's last travel ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Travelled {
    Arrived,
    /// Stopped by a pallet or a firecracker: no interaction.
    Stopped,
    /// Stopped by a pallet, but K06 keeps the interaction.
    Kept,
}

/// The killer as everybody sees him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Hunter {
    pub(super) room: Room,
    pub(super) blood: u8,
    pub(super) power_used: bool,
    /// T22.2.
    pub(super) cloaked: bool,
    pub(super) bonus_taken: bool,
    pub(super) left: Planned,
    pub(super) right: Planned,
    pub(super) third: Option<Card>,
    pub(super) bear_traps: u8,
    pub(super) phantasms: u8,
    pub(super) travelled: Travelled,
}

/// Who has won, or nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// A gate is open (T18.4).
    Survivors,
    /// The track is full (T18.3).
    Killer,
    /// The round limit has passed (T24.1).
    Draw,
}

/// Perks on the table, one bit each: three for each survivor, then the killer's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct PerkSet(pub(super) u16);

impl PerkSet {
    pub(super) const NONE: PerkSet = PerkSet(0);

    pub(super) const fn one(who: Who, k: u8) -> PerkSet {
        PerkSet(1 << (3 * who.index() + k as usize))
    }

    #[must_use]
    pub(super) const fn with(self, other: PerkSet) -> PerkSet {
        PerkSet(self.0 | other.0)
    }

    #[must_use]
    pub(super) const fn minus(self, other: PerkSet) -> PerkSet {
        PerkSet(self.0 & !other.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those of one character, one bit each.
    pub(super) const fn of(self, who: Who) -> u8 {
        (self.0 >> (3 * who.index()) & 0b111) as u8
    }
}

/// What everybody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Public {
    pub(super) board: BoardName,
    pub(super) killer_is: Killer,
    pub(super) survivors: [Survivor; 4],
    /// Perks by character; covered ones are shown after the picks (T14.8).
    pub(super) perks: [[Perk; 3]; 5],
    /// Perks used this round (T14.2).
    pub(super) used: PerkSet,
    /// Perks that can be used in each window.
    #[serde(with = "serde_arrays")]
    pub(super) watch: [PerkSet; Window::COUNT],
    pub(super) round: u8,
    /// Holder of the first player marker (T3.8).
    pub(super) first: Slot,
    pub(super) killer_acts: bool,
    pub(super) people: [Person; 4],
    pub(super) killer: Hunter,
    /// Cards that everybody has seen leave a hand this round, by owner: the lowest slot of a seat, the killer last.
    pub(super) spent: [CardSet; 5],
    #[serde(with = "serde_arrays")]
    pub(super) tiles: [TileState; MAX_TILES],
    /// Progress on generators and gates.
    #[serde(with = "serde_arrays")]
    pub(super) progress: [u8; MAX_TILES],
    /// K17: generators whose next repair is made with the danger die, one bit each.
    pub(super) overcharged: u64,
    /// Copies of each prop that nobody has seen (T2.8).
    pub(super) unflipped: [u8; 8],
    pub(super) deck: [u8; 10],
    pub(super) discards: [u8; 10],
    pub(super) on_path: OnPaths,
    pub(super) entity: Entity,
    /// Rooms with a phantasm trap, one bit each.
    pub(super) phantasms: u16,
    pub(super) generators: u8,
    pub(super) sacrifices: u8,
    /// What each survivor announced this round (T3.7).
    pub(super) talk: [Option<Card>; 4],
    pub(super) roll: Roll,
    /// S24: the check just made adds one more.
    pub(super) hope: bool,
    pub(super) stack: Stack,
    pub(super) pending: Pending,
    pub(super) ending: Option<Ending>,
    /// Digest of everything that was announced to all.
    pub(super) memory: u64,
}

/// What is face down, or in one seat's head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Secret {
    /// Face-down cards of the survivors.
    pub(super) plans: [Option<Card>; 4],
    pub(super) left: Option<Card>,
    pub(super) right: Option<Card>,
    pub(super) knowledge: Knowledge,
    pub(super) perks: PerkHands,
    /// Perk cards that were discarded and are in no deck: survivors', killer's.
    pub(super) perks_out: [u32; 2],
    /// Digest of what each seat did and heard in private.
    pub(super) memory: [u64; 5],
}

/// What seats know of each other's face-down cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Knowledge {
    /// By survivor seat (seat 0 unused): pairs of left and right cards that are possible, bit `left * 5 + right`.
    pub(super) pairs: [u32; 5],
    /// For the killer: cards that are possible in each slot.
    pub(super) plans: [CardSet; 4],
}

/// Perk cards during setup (T19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct PerkHands {
    /// Perks drawn by each character, one bit each (Bloodweb).
    pub(super) drawn: [u32; 5],
    /// Own printed perks that each character has drawn and discarded.
    pub(super) returned: [u32; 5],
    /// What each printed perk is replaced with, as far as it has been decided.
    pub(super) picks: [[Option<Perk>; 3]; 5],
}

impl PerkHands {
    /// Nobody has drawn or picked anything.
    pub(super) const NONE: PerkHands = PerkHands { drawn: [0; 5], returned: [0; 5], picks: [[None; 3]; 5] };

    /// Takes over what one character has in `from`.
    pub(super) fn take(&mut self, from: &PerkHands, who: Who) {
        let i = who.index();
        (self.drawn[i], self.returned[i], self.picks[i]) = (from.drawn[i], from.returned[i], from.picks[i]);
    }
}

/// What has to happen before the game can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Pending {
    /// Nothing: the engine is at work.
    Nothing,
    /// One character chooses.
    Ask(Node, Who),
    /// Seats plan in secret; the sub-round (N12).
    Plan(u8),
    /// Seats pick perks in secret; the sub-round (T19.11).
    Pick(u8),
    Chance(Luck),
}

/// What is asked (part 5 of the rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Node {
    Draft,
    RevealRoom,
    RevealCategory,
    Talk,
    Window(Window),
    Destination,
    FlipCategory,
    SurvivorAct,
    WhichTile,
    DropPath,
    FreeMove,
    BonusCard,
    KeepItem,
    KillerDestination,
    KillerAct,
    KillerBonus,
    KillerBonusCard,
    DiceCount,
    Carry,
    WhichDie,
    TargetSurvivor,
    TargetRoom,
    /// Which card to exchange: hidden.
    Exchange,
    /// Whether to exchange, and which of the killer's two: public.
    ExchangeSide,
    Spark,
    Phantasm,
    ChainsawCard,
}

/// What chance decides (part 6 of the rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Luck {
    Killer,
    Survivor(Slot),
    Board,
    /// A perk card for a character (C2).
    Draw(Who),
    /// The face of a prop (C3).
    Flip(Tile),
    /// A start room (C4).
    Start(Who),
    SkillDie,
    DangerDie,
    Item,
}

impl Luck {
    /// Whether one die decides, which has six faces and never a single outcome.
    pub(super) const fn is_die(self) -> bool {
        matches!(self, Luck::SkillDie | Luck::DangerDie | Luck::Start(_))
    }
}

/// A game of `trial`: what is on the table, what is face down, and what may be chosen now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) public: Public,
    pub(super) secret: Secret,
    /// Choices of the one who is asked. They may depend on a face-down hand, so they are not public.
    pub(super) options: Options,
    /// The last answer, for the frame on top.
    pub(super) answer: u16,
}

impl Person {
    /// T1.10: neither sacrificed nor on a locker.
    pub(super) const fn is_visible(&self) -> bool {
        matches!(self.place, Place::Open)
    }

    pub(super) const fn is_hung(&self) -> bool {
        matches!(self.place, Place::Hook(_))
    }
}

impl Roll {
    /// Whether a die counts as a failure (T12.2, K13).
    pub(super) const fn fails(&self, die: usize) -> bool {
        let face = self.faces[die];
        face == 0 || self.ruin && face <= 2 && !matches!(self.mode, DiceMode::Danger)
    }

    /// Whether a die counts as a great success (T12.2, S09).
    pub(super) const fn is_great(&self, die: usize) -> bool {
        self.faces[die] == 5 || self.iron_will && self.faces[die] == 4
    }

    /// The die that counts (T12.11).
    pub(super) const fn kept(&self) -> usize {
        let second = self.count > 1
            && match self.mode {
                DiceMode::KeepHigh => self.faces[1] > self.faces[0],
                DiceMode::KeepLow => self.faces[1] < self.faces[0],
                DiceMode::Single | DiceMode::Danger => false,
            };
        second as usize
    }

    pub(super) const fn was_again(&self, die: usize) -> bool {
        self.again >> die & 1 == 1
    }
}

impl Public {
    /// Survivors that are not sacrificed (T3.3), one bit each.
    #[inline]
    pub(super) fn active(&self) -> u8 {
        Slot::ALL.into_iter().fold(0, |set, slot| set | u8::from(!self.person(slot).is_hung()) << slot.0)
    }

    pub(super) fn person(&self, slot: Slot) -> &Person {
        &self.people[slot.index()]
    }

    pub(super) fn person_mut(&mut self, slot: Slot) -> &mut Person {
        &mut self.people[slot.index()]
    }

    pub(super) fn visible_in(&self, slot: Slot, room: Room) -> bool {
        self.person(slot).is_visible() && self.person(slot).room == room
    }

    /// Who hangs on a hook.
    pub(super) fn hung_on(&self, tile: Tile) -> Option<Slot> {
        Slot::ALL.into_iter().find(|&slot| self.person(slot).place == Place::Hook(tile))
    }

    /// Who hides on a locker.
    pub(super) fn hidden_on(&self, tile: Tile) -> Option<Slot> {
        Slot::ALL.into_iter().find(|&slot| self.person(slot).place == Place::Locker(tile))
    }

    pub(super) fn is_up(&self, tile: Tile, prop: Prop) -> bool {
        self.tiles[tile.index()] == TileState::Up(prop)
    }

    pub(super) fn is_blocked(&self, tile: Tile) -> bool {
        self.entity == Entity::OnTile(tile)
    }

    pub(super) fn is_overcharged(&self, tile: Tile) -> bool {
        self.overcharged >> tile.0 & 1 == 1
    }

    pub(super) fn has_phantasm(&self, room: Room) -> bool {
        self.phantasms >> room.0 & 1 == 1
    }

    pub(super) fn top(&self) -> Frame {
        self.stack.top()
    }
}

/// Arrays longer than serde knows.
mod serde_arrays {
    use serde::de::{DeserializeOwned, Error};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer, T: Serialize, const N: usize>(
        array: &[T; N],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        array.as_slice().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>, T: DeserializeOwned, const N: usize>(
        deserializer: D,
    ) -> Result<[T; N], D::Error> {
        let items = Vec::<T>::deserialize(deserializer)?;
        let length = items.len();
        items.try_into().map_err(|_| D::Error::invalid_length(length, &"a board's worth of entries"))
    }
}
