//! How readily perks and items are used, and which are wanted.

/// What using a perk adds, before its price, for survivor perks S00 to S27. Those with a rule of their own in
/// `survivor.rs` have the value of the plain case here.
pub(super) const SURVIVOR_USE: [f32; 28] = [
    0.0,  // Bond: by the rooms it leads to
    0.5,  // Prove Thyself
    0.6,  // Leader: on a poor roll
    1.5,  // Quick & Quiet
    0.7,  // Sprint Burst
    0.4,  // Adrenaline
    1.0,  // Empathy
    0.85, // Botany Knowledge
    0.65, // Self-Care
    3.0,  // Iron Will
    1.0,  // Calm Spirit
    0.3,  // Saboteur
    0.0,  // Balanced Landing: by the rooms it leads to
    0.0,  // Urban Evasion: by the cards in hand
    0.5,  // Streetwise
    0.35, // Open-Handed
    0.6,  // Up the Ante: on a poor roll
    0.3,  // Ace in the Hole
    0.2,  // Technician
    0.0,  // Lithe: by the rooms it leads to
    0.0,  // Alert: by the rooms it leads to
    0.0,  // Kindred: by the rooms it leads to
    1.0,  // Resilience
    0.3,  // Déjà Vu
    1.5,  // Hope
    0.5,  // Spine Chill
    2.5,  // Slippery Meat
    0.9,  // We'll Make It
];

/// The same for killer perks K00 to K23.
pub(super) const KILLER_USE: [f32; 24] = [
    0.2,  // Unnerving Presence: more for gates
    0.8,  // Brutal Strength
    0.5,  // Agitation
    0.3,  // Predator
    0.0,  // Bloodhound: by the prey it leads to
    0.0,  // Shadowborn: by the plans
    0.8,  // Enduring
    0.5,  // Lightborn
    1.0,  // Tinkerer
    1.0,  // Stridor
    0.35, // Thanatophobia
    0.2,  // A Nurse's Calling
    0.1,  // Hex: The Third Seal
    0.6,  // Hex: Ruin
    2.0,  // Hex: Devour Hope: by the catch
    0.0,  // Overwhelming Presence
    0.0,  // Monitor & Abuse: by the cards in hand
    0.4,  // Overcharge
    0.5,  // Sloppy Butcher
    2.5,  // Iron Grasp
    0.2,  // Spies from the Shadows
    2.0,  // Deerstalker: by the catch
    1.2,  // Monstrous Shrine
    0.2,  // Bitter Murmur
];

/// How much each perk is wanted where perks are picked.
pub(super) const SURVIVOR_WANTED: [f32; 28] = [
    0.3, 0.8, 0.5, 0.6, 1.0, 0.6, 0.9, 0.8, 0.9, 0.6, 0.6, 0.2, 0.6, 0.4, 0.2, 0.7, 0.7, 0.3, 0.5, 0.4, 0.5,
    0.5, 0.8, 0.5, 0.5, 0.6, 0.8, 0.5,
];
pub(super) const KILLER_WANTED: [f32; 24] = [
    0.5, 0.6, 0.6, 0.5, 0.7, 0.3, 0.6, 0.3, 0.6, 0.4, 0.7, 0.3, 0.2, 0.7, 0.6, 0.1, 0.9, 0.5, 0.4, 0.8, 0.3,
    0.9, 0.9, 0.3,
];

/// How much an item is wanted, in the order of the items.
pub(super) const ITEM_WANTED: [f32; 10] = [0.8, 1.0, 0.9, 0.7, 0.6, 0.4, 0.5, 0.2, 0.2, 0.6];
