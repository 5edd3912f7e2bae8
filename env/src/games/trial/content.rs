//! Cards, props, characters, perks and items: tables without logic (docs/rules/trial.md, parts 3 and 4).

use serde::{Deserialize, Serialize};

/// A movement card, which is also the colour of a path (T1.6). Only the killer has Wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Card {
    /// Blue.
    Sneak,
    /// Green.
    Sprint,
    /// Red.
    Crouch,
    /// Yellow, one way.
    Vault,
    /// No path: the killer stays and keeps his interaction (T9.5).
    Wait,
}

impl Card {
    /// All five.
    pub const ALL: [Card; 5] = [Card::Sneak, Card::Sprint, Card::Crouch, Card::Vault, Card::Wait];

    pub(super) const fn name(self) -> &'static str {
        ["Sneak", "Sprint", "Crouch", "Vault", "Wait"][self as usize]
    }

    pub(super) const fn colour(self) -> &'static str {
        ["blue", "green", "red", "yellow", "no"][self as usize]
    }
}

/// A set of cards, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct CardSet(pub(super) u8);

impl CardSet {
    pub(super) const EMPTY: CardSet = CardSet(0);
    /// The four basic cards (T2.11).
    pub(super) const BASIC: CardSet = CardSet(0b0_1111);
    /// The killer's five.
    pub(super) const KILLER: CardSet = CardSet(0b1_1111);

    pub(super) const fn one(card: Card) -> CardSet {
        CardSet(1 << card as u8)
    }

    pub(super) const fn has(self, card: Card) -> bool {
        self.0 >> card as u8 & 1 == 1
    }

    pub(super) const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | 1 << card as u8)
    }

    pub(super) const fn without(self, card: Card) -> CardSet {
        CardSet(self.0 & !(1 << card as u8))
    }

    pub(super) const fn minus(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().filter(move |&card| self.has(card))
    }
}

/// What is on the back of a prop (T1.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// Generators and exit gates.
    Objective,
    /// Hooks and hex totems.
    Boldness,
    /// Chests and lockers.
    Survival,
    /// Crows and pallets.
    Altruism,
}

impl Category {
    pub(super) const ALL: [Category; 4] =
        [Category::Objective, Category::Boldness, Category::Survival, Category::Altruism];

    pub(super) const fn name(self) -> &'static str {
        ["objective", "boldness", "survival", "altruism"][self as usize]
    }

    /// The two props of the category.
    pub(super) const fn props(self) -> [Prop; 2] {
        [Prop::ALL[2 * self as usize], Prop::ALL[2 * self as usize + 1]]
    }
}

/// What is on the face of a prop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prop {
    /// Repaired by survivors, damaged by the killer.
    Generator,
    /// Opened by survivors once there is power.
    Gate,
    /// Where survivors are sacrificed, and rescued.
    Hook,
    /// Cleansed by survivors, venerated by the killer.
    Totem,
    /// Holds an item.
    Chest,
    /// Hides a survivor.
    Locker,
    /// Lends a survivor speed, and tells the killer.
    Crow,
    /// Dropped onto a path to stop the killer.
    Pallet,
}

impl Prop {
    pub(super) const ALL: [Prop; 8] = [
        Prop::Generator,
        Prop::Gate,
        Prop::Hook,
        Prop::Totem,
        Prop::Chest,
        Prop::Locker,
        Prop::Crow,
        Prop::Pallet,
    ];

    pub(super) const fn name(self) -> &'static str {
        ["generator", "exit gate", "hook", "hex totem", "chest", "locker", "crow", "pallet"][self as usize]
    }
}

/// An item card (part 4 of the rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    /// One progress on a generator here.
    Toolbox,
    /// Two.
    LargeToolbox,
    /// Heals.
    MedKit,
    /// Stops what the killer does here.
    Flashlight,
    /// Stops the killer from coming here.
    Firecracker,
    /// Flips two props.
    Map,
    /// Flips four.
    RainbowMap,
    /// Two bloodpoints.
    BrokenKey,
    /// Leads through a wall.
    DullKey,
    /// One progress on a powered gate here.
    SkeletonKey,
}

impl Item {
    pub(super) const ALL: [Item; 10] = [
        Item::Toolbox,
        Item::LargeToolbox,
        Item::MedKit,
        Item::Flashlight,
        Item::Firecracker,
        Item::Map,
        Item::RainbowMap,
        Item::BrokenKey,
        Item::DullKey,
        Item::SkeletonKey,
    ];
    /// How many of each the deck has: sixteen in all (T15.2).
    pub(super) const COPIES: [u8; 10] = [3, 1, 3, 2, 2, 1, 1, 1, 1, 1];

    pub(super) const fn name(self) -> &'static str {
        [
            "Toolbox",
            "Large Toolbox",
            "Med-Kit",
            "Flashlight",
            "Firecracker",
            "Map",
            "Rainbow Map",
            "Broken Key",
            "Dull Key",
            "Skeleton Key",
        ][self as usize]
    }

    /// Windows in which some item can be used, one bit each.
    pub(super) const WINDOWS: u32 = {
        let mut windows = 0;
        let mut i = 0;
        while i < Item::ALL.len() {
            windows |= 1 << Item::ALL[i].window() as u32;
            i += 1;
        }
        windows
    };

    /// When the item can be used.
    pub(super) const fn window(self) -> Window {
        match self {
            Item::Toolbox | Item::LargeToolbox | Item::MedKit | Item::SkeletonKey => Window::SurvivorAct,
            Item::Flashlight => Window::KillerDeclared,
            Item::Firecracker => Window::KillerPath,
            Item::Map | Item::RainbowMap | Item::BrokenKey => Window::SurvivorTurnStart,
            Item::DullKey => Window::SurvivorReveal,
        }
    }
}

/// The moments at which perks and items can be used (T14.5), in the order of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Window {
    RoundStart,
    PlansSet,
    SurvivorTurnStart,
    SurvivorReveal,
    SurvivorMoved,
    SurvivorAct,
    CheckDeclared,
    DiceRolled,
    SurvivorActed,
    SurvivorTurnEnd,
    ItemUsed,
    KillerTurnStart,
    KillerReveal,
    KillerPath,
    KillerHalted,
    KillerMoved,
    KillerAct,
    KillerDeclared,
    Wounded,
    PickedUp,
    Sacrificed,
    KillerActed,
    Healed,
    GeneratorDone,
}

impl Window {
    pub(super) const COUNT: usize = 24;
}

/// A perk of either side; its number is its place in the table of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Perk(pub(super) u8);

/// What is printed on a perk card.
#[derive(Debug)]
pub(super) struct PerkPrint {
    pub(super) name: &'static str,
    pub(super) cost: u8,
    pub(super) window: Window,
}

const fn perk(name: &'static str, cost: u8, window: Window) -> PerkPrint {
    PerkPrint { name, cost, window }
}

/// S00 to S27.
pub(super) const SURVIVOR_PERKS: [PerkPrint; 28] = [
    perk("Bond", 1, Window::SurvivorReveal),
    perk("Prove Thyself", 2, Window::SurvivorTurnEnd),
    perk("Leader", 1, Window::DiceRolled),
    perk("Quick & Quiet", 1, Window::KillerMoved),
    perk("Sprint Burst", 3, Window::SurvivorTurnEnd),
    perk("Adrenaline", 2, Window::GeneratorDone),
    perk("Empathy", 0, Window::Wounded),
    perk("Botany Knowledge", 1, Window::SurvivorAct),
    perk("Self-Care", 1, Window::SurvivorAct),
    perk("Iron Will", 1, Window::DiceRolled),
    perk("Calm Spirit", 0, Window::DiceRolled),
    perk("Saboteur", 3, Window::SurvivorAct),
    perk("Balanced Landing", 1, Window::SurvivorMoved),
    perk("Urban Evasion", 1, Window::SurvivorTurnStart),
    perk("Streetwise", 2, Window::ItemUsed),
    perk("Open-Handed", 1, Window::CheckDeclared),
    perk("Up the Ante", 2, Window::DiceRolled),
    perk("Ace in the Hole", 1, Window::SurvivorActed),
    perk("Technician", 1, Window::CheckDeclared),
    perk("Lithe", 1, Window::SurvivorActed),
    perk("Alert", 1, Window::KillerDeclared),
    perk("Kindred", 1, Window::Sacrificed),
    perk("Resilience", 0, Window::DiceRolled),
    perk("Déjà Vu", 1, Window::RoundStart),
    perk("Hope", 2, Window::CheckDeclared),
    perk("Spine Chill", 2, Window::PlansSet),
    perk("Slippery Meat", 2, Window::DiceRolled),
    perk("We'll Make It", 2, Window::SurvivorActed),
];

/// K00 to K23.
pub(super) const KILLER_PERKS: [PerkPrint; 24] = [
    perk("Unnerving Presence", 2, Window::CheckDeclared),
    perk("Brutal Strength", 1, Window::KillerPath),
    perk("Agitation", 1, Window::PickedUp),
    perk("Predator", 2, Window::PlansSet),
    perk("Bloodhound", 2, Window::KillerReveal),
    perk("Shadowborn", 1, Window::KillerTurnStart),
    perk("Enduring", 1, Window::KillerHalted),
    perk("Lightborn", 1, Window::ItemUsed),
    perk("Tinkerer", 0, Window::SurvivorActed),
    perk("Stridor", 1, Window::KillerMoved),
    perk("Thanatophobia", 1, Window::CheckDeclared),
    perk("A Nurse's Calling", 1, Window::Healed),
    perk("Hex: The Third Seal", 2, Window::PlansSet),
    perk("Hex: Ruin", 2, Window::DiceRolled),
    perk("Hex: Devour Hope", 4, Window::KillerAct),
    perk("Overwhelming Presence", 2, Window::PlansSet),
    perk("Monitor & Abuse", 2, Window::KillerTurnStart),
    perk("Overcharge", 1, Window::KillerActed),
    perk("Sloppy Butcher", 1, Window::CheckDeclared),
    perk("Iron Grasp", 2, Window::DiceRolled),
    perk("Spies from the Shadows", 1, Window::RoundStart),
    perk("Deerstalker", 3, Window::KillerAct),
    perk("Monstrous Shrine", 3, Window::PlansSet),
    perk("Bitter Murmur", 2, Window::PlansSet),
];

/// The survivors, in the order of the rules; number `i` has the printed perks `3i` to `3i + 2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Survivor {
    Dwight,
    Meg,
    Claudette,
    Jake,
    Nea,
    Ace,
    Feng,
}

impl Survivor {
    pub(super) const ALL: [Survivor; 7] = [
        Survivor::Dwight,
        Survivor::Meg,
        Survivor::Claudette,
        Survivor::Jake,
        Survivor::Nea,
        Survivor::Ace,
        Survivor::Feng,
    ];

    pub(super) const fn name(self) -> &'static str {
        ["Dwight", "Meg", "Claudette", "Jake", "Nea", "Ace", "Feng Min"][self as usize]
    }

    pub(super) const fn printed_perks(self) -> [Perk; 3] {
        let first = 3 * self as u8;
        [Perk(first), Perk(first + 1), Perk(first + 2)]
    }
}

/// The killers, in the order of the rules; number `i` has the printed perks `3i` to `3i + 2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Killer {
    Trapper,
    Wraith,
    Hillbilly,
    Nurse,
    Hag,
    Doctor,
}

impl Killer {
    pub(super) const ALL: [Killer; 6] =
        [Killer::Trapper, Killer::Wraith, Killer::Hillbilly, Killer::Nurse, Killer::Hag, Killer::Doctor];

    pub(super) const fn name(self) -> &'static str {
        ["The Trapper", "The Wraith", "The Hillbilly", "The Nurse", "The Hag", "The Doctor"][self as usize]
    }

    pub(super) const fn power(self) -> &'static str {
        [
            "Bear Trap",
            "Wailing Bell",
            "Chainsaw",
            "Spencer's Last Breath",
            "Blackened Catalyst",
            "Carter's Spark",
        ][self as usize]
    }

    pub(super) const fn printed_perks(self) -> [Perk; 3] {
        let first = 3 * self as u8;
        [Perk(first), Perk(first + 1), Perk(first + 2)]
    }
}
