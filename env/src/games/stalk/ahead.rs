//! Whether a world that is played on can still come to what a seat knows.
//!
//! What is announced stays announced, so a world that has said something else, or has let the moment pass in silence, is
//! on another way for good.

use super::Stalk;
use super::cells::Cells;
use super::known::{KILLER, Sighting};
use super::state::{Node, Phase, Public, Slot, State, Status, slots};
use super::view::StalkView;

/// More than is announced in a round.
const ROUND: u32 = 256;

impl Stalk {
    /// How many rounds have passed and what has been announced in this one; `None` if no further play leads from
    /// `state` to `view`.
    pub(super) fn progress_to(&self, state: &State, view: &StalkView) -> Option<u32> {
        let (now, then) = (&state.public, &view.public);
        let last_round = now.round == then.round;
        if !goes_on(now, then) || last_round && !now.told.begins(&then.told) {
            return None;
        }
        let fits = match (now.phase, then.phase) {
            (Phase::Survivors, Phase::Survivors) if last_round => killer_was_heard(now, then),
            (Phase::Survivors, _) if last_round => self.survivors_were_heard(state, then),
            _ => true,
        };
        fits.then(|| u32::from(now.round) * ROUND + u32::from(now.told.count()))
    }

    /// In the survivors' phase of the last round: whoever has acted was last seen where he was seen in the end.
    fn survivors_were_heard(&self, state: &State, then: &Public) -> bool {
        let now = &state.public;
        let acting = match state.survivors.node {
            Node::Roll(slot) | Node::Repair(slot) | Node::Escape(slot) | Node::Draw(slot) => slot.bit(),
            Node::Walk(walk) => walk.slot.bit(),
            Node::Wait | Node::Order | Node::Call => 0,
        };
        let fits = |slot: Slot| {
            let (status, later) = (now.status[slot.index()], then.status[slot.index()]);
            // Nobody is hooked in this phase.
            if status == Status::Free && later == Status::Hooked {
                return false;
            }
            // Whoever hangs may yet be rescued.
            let pending = (state.survivors.to_act | acting) & slot.bit() != 0 || status != later;
            let last = then.known.seen[slot.index()];
            // What follows from announcements may follow only from later ones.
            pending || !last.named || last_sighting(now, slot) == last
        };
        slots(self.everybody).all(fits)
    }
}

/// Where a survivor will have been seen last when the phase is over, if nothing more is heard of it.
fn last_sighting(now: &Public, slot: Slot) -> Sighting {
    let seen = now.known.seen[slot.index()];
    let silent = u8::from(now.known.moved & slot.bit() == 0);
    Sighting { turns: seen.turns.saturating_add(silent), ..seen }
}

/// In the survivors' phase, the killer's last turn is over: he was seen where he was seen in the end, unless a
/// Flashlight shows him later (S5.13).
fn killer_was_heard(now: &Public, then: &Public) -> bool {
    let same = now.known.seen[KILLER] == then.known.seen[KILLER] && now.chased == then.chased;
    same || now.known.announced[3] < then.known.announced[3] || now.killer_lost < then.killer_lost
}

/// What only ever grows has not outgrown what it will be.
fn goes_on(now: &Public, then: &Public) -> bool {
    let told = now.known.announced.iter().zip(then.known.announced).all(|(&now, then)| now <= then);
    let covered =
        now.known.covered.iter().zip(then.known.covered).all(|(&now, then)| now & !then == Cells::NONE);
    let hooked = now.hooks.iter().zip(then.hooks).all(|(&now, then)| now <= then);
    now.round <= then.round
        && told
        && covered
        && hooked
        && (now.repaired & !then.repaired).is_empty()
        && (now.broken & !then.broken).is_empty()
        && (now.down & !(then.down | then.broken)).is_empty()
}
