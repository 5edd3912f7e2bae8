//! What either side can tell of the other (part 4). All of it follows from announcements, and from silence, so both
//! sides could work it out, and it is kept once for both.

use serde::{Deserialize, Serialize};

use super::Stalk;
use super::cells::{Cell, Cells};
use super::content::Tile;
use super::heard::{Heard, Hint, Log};
use super::state::{Public, Slot, Status, slots};
use super::trail::{Ground, Moment, Noise, Trail};

/// Where everybody can be, and what the next deductions need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Known {
    /// Where each survivor can be: as the round began, for those who have not been heard in it.
    pub(super) survivors: [Trail; 4],
    /// Where the killer can be: as his turn began, as long as he has not been heard in it.
    pub(super) killer: Trail,
    /// Survivors whose trail covers this round's turn already, or who have none.
    pub(super) moved: u8,
    /// Whether the killer's trail covers this turn already.
    pub(super) killer_moved: bool,
    /// Palettes that were down when the round began: before that a survivor may have passed in silence.
    pub(super) down_before: Cells,
    /// Cells of the survivors' and of the killer's board where a tile was announced.
    pub(super) covered: [Cells; 2],
    /// Announced Traps and Crows of survivors, Crows and Flashlights of the killer, Flashlights of survivors.
    pub(super) announced: [u8; 5],
    /// Whose turn it is, as far as that was heard, and where it can have been when it was.
    pub(super) acting: Option<Slot>,
    pub(super) moment: Moment,
    /// When each survivor, and the killer, was last seen for certain.
    pub(super) seen: [Sighting; 5],
    /// What was heard lately without a name.
    pub(super) log: Log,
}

/// Where a figure was last seen for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Sighting {
    pub(super) cell: Cell,
    /// Turns that it has had since.
    pub(super) turns: u8,
    pub(super) then: Then,
}

/// What may have followed a sighting in the same turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Then {
    /// Nothing.
    Stayed,
    /// Up to two more steps: it was heard at a vault.
    Walked,
    /// A whole turn, if it had not acted before it was rescued (S7.8).
    Acted,
}

impl Sighting {
    pub(super) const fn new(cell: Cell, then: Then) -> Sighting {
        Sighting { cell, turns: 0, then }
    }
}

/// Index of the killer in the list of sightings.
pub(super) const KILLER: usize = 4;

impl Stalk {
    fn ground(&self, side: usize, loud: Cells, known: &Known) -> Ground {
        Ground { loud: self.board.vaults | loud, stops: self.board.plain & !known.covered[side] }
    }

    /// What a survivor's turn of this round meets.
    pub(super) fn survivor_ground(&self, public: &Public) -> Ground {
        self.ground(0, public.known.down_before, &public.known)
    }

    pub(super) fn killer_ground(&self, public: &Public) -> Ground {
        self.ground(1, public.down, &public.known)
    }

    /// S2.6: the round begins. Who is hooked, out or loses the turn stays where it is.
    pub(super) fn know_round(&self, public: &mut Public) {
        let still = public.with_status(Status::Hooked) | public.with_status(Status::Out) | public.lost;
        public.known.moved = still | !self.everybody;
        public.known.down_before = public.down;
        (public.known.acting, public.known.moment) = (None, Moment::NONE);
        public.known.killer_moved = false;
    }

    /// Lets a survivor's whole turn go by in silence, if that has not been done in this round.
    #[inline]
    fn know_moved(&self, public: &mut Public, slot: Slot) {
        if public.known.moved & slot.bit() == 0 {
            let ground = self.survivor_ground(public);
            public.known.survivors[slot.index()].travel(&self.board, self.gaits[0], ground);
            public.known.moved |= slot.bit();
        }
    }

    /// The survivors' phase is over: those that were not heard have walked in silence.
    #[inline]
    pub(super) fn know_phase_over(&self, public: &mut Public) {
        let hooked = slots(public.with_status(Status::Hooked));
        let hooks: Cells = hooked.map(|slot| public.known.seen[slot.index()].cell).collect();
        for slot in slots(self.everybody & !public.known.moved) {
            self.know_moved(public, slot);
            let seen = &mut public.known.seen[slot.index()];
            seen.turns = seen.turns.saturating_add(1);
        }
        // S7.7, S7.9: whoever ends a turn on a hooked friend's cell is heard and takes all down that hang there. Nobody is hooked
        // in this phase, and who was there before would have been hooked as well.
        for slot in slots(public.with_status(Status::Free) & self.everybody) {
            public.known.survivors[slot.index()].exclude(hooks);
        }
    }

    /// S9.3: a survivor was heard at a vault or palette, and goes on with the steps that it has left.
    pub(super) fn know_survivor_vault(&self, public: &mut Public, slot: Slot, cell: Cell) {
        self.know_heard(public, slot, Noise::Vault(cell));
        let known = &mut public.known;
        known.survivors[slot.index()].settle(cell);
        known.moved |= slot.bit();
        known.seen[slot.index()] = Sighting::new(cell, Then::Walked);
    }

    /// A survivor was heard in the middle of its turn.
    fn know_heard(&self, public: &mut Public, slot: Slot, noise: Noise) {
        let earlier = (public.known.acting == Some(slot)).then_some(public.known.moment);
        let mut ground = self.survivor_ground(public);
        if public.known.acting.is_some() {
            // No palette has fallen since somebody was last heard by name: all that are down fell before this turn began, or in it
            // and before the moment from which it goes on.
            ground.loud |= public.down;
        }
        let known = &mut public.known;
        let trail = &mut known.survivors[slot.index()];
        let seen = known.seen[slot.index()];
        if earlier.is_none() && seen.then == Then::Acted && seen.turns == 0 {
            // S7.8: the turn that it has had after its rescue is the one in which it is heard.
            *trail = Trail::at(seen.cell);
        }
        known.moment = trail.heard(&self.board, self.gaits[0], ground, (noise, public.down), earlier);
        known.acting = Some(slot);
    }

    /// A survivor is seen on `cell` and its turn is over (S5.9, S5.10, S7.4, S6).
    pub(super) fn know_survivor_at(&self, public: &mut Public, slot: Slot, cell: Cell) {
        self.know_moved(public, slot);
        public.known.survivors[slot.index()].pin(cell);
        public.known.seen[slot.index()] = Sighting::new(cell, Then::Stayed);
    }

    /// S7.8: a survivor is off the hook, and may act yet this round.
    pub(super) fn know_rescued(&self, public: &mut Public, slot: Slot, cell: Cell) {
        let ground = self.survivor_ground(public);
        let known = &mut public.known;
        known.survivors[slot.index()] = Trail::at(cell);
        known.survivors[slot.index()].travel(&self.board, self.gaits[0], ground);
        known.seen[slot.index()] = Sighting::new(cell, Then::Acted);
        let free = public.with_status(Status::Free) & !slot.bit();
        self.know_somebody(public, Hint::Rescue, cell, free, |_, possible| possible.has(cell));
    }

    /// S8.7: somebody tried to repair at `cell`, so stood there when its turn began, and stands there now.
    pub(super) fn know_repair(&self, public: &mut Public, cell: Cell) {
        // S7.8: one who was rescued this round may have begun its turn since.
        let rescued = |slot: &Slot| {
            let seen = public.known.seen[slot.index()];
            seen.then == Then::Acted && seen.turns == 0
        };
        let fresh = slots(self.everybody).filter(rescued).fold(0, |set, slot| set | slot.bit());
        let among = public.with_status(Status::Free) & (!public.known.moved | fresh);
        self.know_somebody(public, Hint::Repair, cell, among, |rested, _| rested.has(cell));
    }

    /// Somebody ended its turn on `cell`; if only one can have, it was that one.
    fn know_somebody(
        &self,
        public: &mut Public,
        hint: Hint,
        cell: Cell,
        among: u8,
        can: impl Fn(Cells, Cells) -> bool,
    ) {
        let ground = self.survivor_ground(public);
        let mut candidates = slots(among & self.everybody).filter(|slot| {
            let trail = public.known.survivors[slot.index()];
            let mut moved = trail;
            if public.known.moved & slot.bit() == 0 {
                moved.travel(&self.board, self.gaits[0], ground);
            }
            can(trail.possible(), moved.possible())
        });
        let (first, second) = (candidates.next(), candidates.next());
        drop(candidates);
        if let (Some(slot), None) = (first, second) {
            self.know_survivor_at(public, slot, cell);
        } else {
            public.known.log.push(Heard { round: public.round, hint, cell });
        }
    }

    /// S10.4: somebody stood next to the palette at `cell` in its turn; if only one can have, it was that one.
    pub(super) fn know_palette_down(&self, public: &mut Public, cell: Cell) {
        let ground = self.survivor_ground(public);
        let next = self.board.stepped(Cells::one(cell));
        let travelled = |public: &Public, slot: Slot| {
            let mut moved = public.known.survivors[slot.index()];
            if public.known.moved & slot.bit() == 0 {
                moved.travel(&self.board, self.gaits[0], ground);
            }
            moved
        };
        let free = public.with_status(Status::Free) & self.everybody & !public.lost;
        let mut candidates = slots(free).filter(|&slot| travelled(public, slot).possible().meets(next));
        let (first, second) = (candidates.next(), candidates.next());
        drop(candidates);
        public.known.log.push(Heard { round: public.round, hint: Hint::Palette, cell });
        if let (Some(slot), None) = (first, second) {
            let all = travelled(public, slot);
            self.know_heard(public, slot, Noise::Palette(cell));
            let trail = &mut public.known.survivors[slot.index()];
            trail.0.iter_mut().zip(all.0).for_each(|(set, bound)| *set = *set & bound);
            if public.known.moved & slot.bit() == 0 {
                public.known.moved |= slot.bit();
                let seen = &mut public.known.seen[slot.index()];
                seen.turns = seen.turns.saturating_add(1);
            }
        } else {
            // Whoever acts may have crossed the palette before it fell, if that was its doing.
            (public.known.acting, public.known.moment) = (None, Moment::NONE);
        }
    }

    /// The killer's turn is over, or he is seen: he has walked in silence unless he was heard.
    pub(super) fn know_killer_moved(&self, public: &mut Public) {
        if !public.known.killer_moved {
            let ground = self.killer_ground(public);
            public.known.killer.travel(&self.board, self.gaits[1], ground);
            public.known.killer_moved = true;
            let seen = &mut public.known.seen[KILLER];
            seen.turns = seen.turns.saturating_add(1);
        }
    }

    /// The killer is seen on `cell` and will not move any more this turn (S5.10, S5.12, S6.1, S6.10).
    pub(super) fn know_killer_at(&self, public: &mut Public, cell: Cell) {
        self.know_killer_moved(public);
        public.known.killer.pin(cell);
        public.known.seen[KILLER] = Sighting::new(cell, Then::Stayed);
    }

    /// S5.13: a survivor's Flashlight shows the killer where he rests between his turns.
    pub(super) fn know_killer_resting(public: &mut Public, cell: Cell) {
        public.known.killer.pin(cell);
        public.known.seen[KILLER] = Sighting::new(cell, Then::Stayed);
    }

    /// S9.5: the killer entered a vault, which ended his movement.
    pub(super) fn know_killer_vault(&self, public: &mut Public, cell: Cell) {
        let ground = self.killer_ground(public);
        let known = &mut public.known;
        known.killer.enter(&self.board, self.gaits[1], ground, cell);
        known.killer_moved = true;
        known.seen[KILLER] = Sighting::new(cell, Then::Stayed);
    }

    /// S10.9: the killer, next to the palette at `cell`, gave his movement for it. Called before the palette goes.
    pub(super) fn know_palette_broken(&self, public: &mut Public, cell: Cell) {
        let ground = self.killer_ground(public);
        let next = self.board.stepped(Cells::one(cell));
        let known = &mut public.known;
        known.killer = known.killer.beginnings(&self.board, self.gaits[1], ground);
        known.killer.keep(next);
        known.killer_moved = true;
        known.seen[KILLER].turns = known.seen[KILLER].turns.saturating_add(1);
        known.log.push(Heard { round: public.round, hint: Hint::Broken, cell });
    }

    /// S6.4, S6.6: whoever was not found at a call is out of its range, or was behind a Bush.
    pub(super) fn know_call(&self, public: &mut Public, cell: Cell, found: u8) {
        let range = self.board.call_range(cell);
        let known = &mut public.known;
        let has_bushes = self.decks[0][Tile::Bush as usize] > 0;
        let bush = if has_bushes { self.board.plain & !known.covered[0] } else { Cells::NONE };
        let unseen = public.with_status(Status::Free) & self.everybody & !found;
        for slot in slots(unseen) {
            let trail = &mut public.known.survivors[slot.index()];
            trail.0[0] = trail.0[0] & !range;
            trail.0[1..].iter_mut().for_each(|set| *set = *set & !(range & !bush));
        }
        public.known.log.push(Heard { round: public.round, hint: Hint::Call, cell });
    }

    /// S6.12: whoever was not revealed at a check is farther off than three cells.
    pub(super) fn know_check(&self, public: &mut Public, cell: Cell, near: u8) {
        let range = self.board.chase_range(cell);
        for slot in slots(public.with_status(Status::Free) & self.everybody & !near) {
            public.known.survivors[slot.index()].exclude(range);
        }
        public.known.log.push(Heard { round: public.round, hint: Hint::Check, cell });
    }
}
