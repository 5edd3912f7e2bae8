//! The numbers that the scripts play by, in steps of the sacrifice track.
//!
//! They were guessed and then searched one at a time, the sides taking turns: a number was changed by a third where
//! that won more of the same 1,500 games of preset `random` against the other side as it stood. The search was
//! stopped where neither side gained much any more, and the numbers were rounded.

/// What survivors strive for.
#[derive(Clone, Copy, Debug)]
pub(super) struct SurvivorTaste {
    /// A repair, by the progress that the generator has.
    pub(super) repair: [f32; 3],
    /// Work on a gate, by its progress.
    pub(super) open: [f32; 3],
    /// A survivor off the hook.
    pub(super) rescue: f32,
    /// A healed survivor.
    pub(super) heal: f32,
    /// How much of the best neighbour's offer counts for a room.
    pub(super) outlook: f32,
    /// A step further away from the gate, once there is power.
    pub(super) gate_step: f32,
    /// How much of a job is left when a friend is there first.
    pub(super) shared: f32,
    /// How much the killer's coming counts.
    pub(super) caution: f32,
    /// How much of the danger a locker takes away.
    pub(super) hide: f32,
    /// What a bloodpoint is worth.
    pub(super) blood: f32,
    /// By how much a choice may be worse and still be made a third as often.
    pub(super) spread: f32,
}

/// What the killer strives for.
#[derive(Clone, Copy, Debug)]
pub(super) struct KillerTaste {
    /// Damage to a generator, by its progress.
    pub(super) damage: [f32; 3],
    /// A healthy survivor wounded.
    pub(super) wound: f32,
    /// A survivor hung: the round's step, and what the team loses by the hook.
    pub(super) catch: f32,
    /// The sacrifice token of a survivor who is hung.
    pub(super) token: f32,
    /// A bloodpoint.
    pub(super) blood: f32,
    /// What the bonus turn has to bring.
    pub(super) bonus: f32,
    /// By how much a plan may be worse and still be laid a third as often.
    pub(super) spread: f32,
    /// The same for survivors, as the killer thinks.
    pub(super) prey_spread: f32,
}

/// What both sides strive for, and what survivors think of the killer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tastes {
    pub(super) survivors: SurvivorTaste,
    pub(super) feared: KillerTaste,
    pub(super) killer: KillerTaste,
}

/// What the scripts play by.
pub(super) const TASTES: Tastes = Tastes { survivors: SURVIVORS, feared: FEARED, killer: KILLER };

/// What the survivors strive for.
const SURVIVORS: SurvivorTaste = SurvivorTaste {
    repair: [0.36, 0.75, 1.4],
    open: [1.1, 2.2, 6.0],
    rescue: 2.0,
    heal: 2.0,
    outlook: 0.23,
    gate_step: 0.24,
    shared: 0.9,
    caution: 0.4,
    hide: 0.8,
    blood: 0.1,
    spread: 0.12,
};

/// What survivors think of the killer.
const FEARED: KillerTaste = KillerTaste {
    damage: [0.0, 0.58, 1.3],
    wound: 0.41,
    catch: 0.56,
    token: 0.6,
    blood: 0.16,
    bonus: 0.5,
    spread: 0.86,
    prey_spread: 0.3,
};

/// What the killer strives for.
const KILLER: KillerTaste = KillerTaste {
    damage: [0.0, 0.36, 1.0],
    wound: 1.3,
    catch: 2.1,
    token: 1.2,
    blood: 0.2,
    bonus: 0.65,
    spread: 0.15,
    prey_spread: 0.25,
};
