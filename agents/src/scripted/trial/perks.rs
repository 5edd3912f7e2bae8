//! How readily perks and items are used, and which are wanted.

use fogbound_env::games::trial::{Perk, Who};

/// What is thought of a perk.
#[derive(Clone, Copy, Debug)]
struct PerkTaste {
    /// What using it adds, before its price; `None` where it depends on the rooms.
    gain: Option<f32>,
    /// How much it is wanted where perks are picked: half, and a tenth of the percentage points that it added to its
    /// side's wins in 40,000 games with preset `devout` in which everybody picked at random.
    wanted: f32,
}

/// A perk that is worth the same wherever it can be used.
const fn plain(gain: f32, wanted: f32) -> PerkTaste {
    PerkTaste { gain: Some(gain), wanted }
}

/// A perk whose use depends on the rooms.
const fn rooms(wanted: f32) -> PerkTaste {
    PerkTaste { gain: None, wanted }
}

/// S00 to S27.
const SURVIVOR_PERKS: [PerkTaste; 28] = [
    rooms(0.45),      // Bond
    rooms(0.66),      // Prove Thyself
    plain(0.6, 0.71), // Leader
    plain(1.5, 0.5),  // Quick & Quiet
    rooms(0.49),      // Sprint Burst
    rooms(0.68),      // Adrenaline
    plain(1.0, 0.63), // Empathy
    rooms(1.12),      // Botany Knowledge
    rooms(0.8),       // Self-Care
    plain(3.0, 0.42), // Iron Will
    plain(1.0, 0.53), // Calm Spirit
    plain(0.0, 0.36), // Saboteur
    rooms(0.36),      // Balanced Landing
    rooms(0.43),      // Urban Evasion
    plain(0.5, 0.47), // Streetwise
    plain(0.0, 0.29), // Open-Handed
    plain(0.6, 0.72), // Up the Ante
    plain(0.3, 0.32), // Ace in the Hole
    rooms(0.38),      // Technician
    rooms(0.33),      // Lithe
    rooms(0.36),      // Alert
    rooms(0.5),       // Kindred
    plain(1.0, 0.57), // Resilience
    plain(0.0, 0.3),  // Déjà Vu
    plain(1.5, 0.41), // Hope
    plain(0.0, 0.29), // Spine Chill
    plain(2.5, 0.34), // Slippery Meat
    rooms(0.63),      // We'll Make It
];

/// K00 to K23.
const KILLER_PERKS: [PerkTaste; 24] = [
    rooms(0.82),      // Unnerving Presence
    plain(0.8, 0.54), // Brutal Strength
    plain(0.0, 0.05), // Agitation
    plain(0.2, 0.16), // Predator
    rooms(0.8),       // Bloodhound
    rooms(0.59),      // Shadowborn
    plain(0.8, 0.28), // Enduring
    plain(0.5, 0.94), // Lightborn
    plain(1.0, 0.92), // Tinkerer
    plain(1.0, 0.61), // Stridor
    rooms(0.05),      // Thanatophobia
    plain(0.0, 0.1),  // A Nurse's Calling
    plain(0.1, 0.27), // Hex: The Third Seal
    plain(0.6, 0.62), // Hex: Ruin
    rooms(0.51),      // Hex: Devour Hope
    plain(0.0, 0.28), // Overwhelming Presence
    rooms(0.49),      // Monitor & Abuse
    plain(0.0, 0.05), // Overcharge
    plain(0.9, 1.78), // Sloppy Butcher
    plain(2.5, 0.45), // Iron Grasp
    plain(0.0, 0.27), // Spies from the Shadows
    rooms(0.68),      // Deerstalker
    plain(1.2, 0.49), // Monstrous Shrine
    plain(0.2, 0.22), // Bitter Murmur
];

/// How much an item is wanted, in the order of the items.
pub(super) const ITEM_WANTED: [f32; 10] = [0.8, 1.0, 0.9, 0.7, 0.6, 0.4, 0.5, 0.2, 0.2, 0.6];

const fn taste(who: Who, number: usize) -> PerkTaste {
    match who {
        Who::Survivor(_) => SURVIVOR_PERKS[number],
        Who::Killer => KILLER_PERKS[number],
    }
}

/// What using a perk adds, before its price; `None` where it depends on the rooms.
pub(super) const fn gain(who: Who, perk: Perk) -> Option<f32> {
    taste(who, perk.number()).gain
}

/// How much a perk of a character's side is wanted.
pub(super) const fn wanted(who: Who, number: usize) -> f32 {
    taste(who, number).wanted
}
