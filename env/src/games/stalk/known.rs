//! What either side can tell of the other (part 4). All of it follows from announcements, and from silence, so both
//! sides could work it out, and it is kept once for both.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::Stalk;
use super::cells::{Cell, Cells};
use super::content::Tile;
use super::course::All;
use super::heard::{Heard, Hint, Log, Said};
use super::state::{Public, Slot, Status, slots};
use super::trail::{Ground, LAYERS, Trail};
use super::ways::{Four, WAYS, Ways};

/// Where everybody can be, and what the next deductions need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Known {
    /// Where each survivor can be; in the survivors' phase, where it could be as that began.
    pub(super) survivors: Four,
    /// Where they can be together.
    pub(super) ways: Ways,
    /// Where the killer can be: as his turn began, as long as he has not been heard in it.
    pub(super) killer: Trail,
    /// Survivors who have no turn in this round, being out or having lost it (S2.6).
    pub(super) idle: u8,
    /// Survivors who are known to have been heard in this round, or had no free turn when it began.
    pub(super) moved: u8,
    /// Whether the killer's trail covers this turn already.
    pub(super) killer_moved: bool,
    /// Runs that those who are out must have had.
    pub(super) spent: u8,
    /// Cells of the survivors' and of the killer's board where a tile was announced.
    pub(super) covered: [Cells; 2],
    /// Announced Traps and Crows of survivors, Crows and Flashlights of the killer, Flashlights of survivors.
    pub(super) announced: [u8; 5],
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
    /// Whether it was announced, or follows from what was.
    pub(super) named: bool,
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
        Sighting { cell, turns: 0, then, named: true }
    }
}

/// Index of the killer in the list of sightings.
pub(super) const KILLER: usize = 4;

impl Stalk {
    /// What a movement action meets with these palettes down, and tiles on these cells of the own board.
    pub(super) fn ground(&self, down: Cells, covered: Cells) -> Ground {
        Ground { loud: self.board.vaults | down, stops: self.board.plain & !covered, bare: Cells::NONE }
    }

    pub(super) fn killer_ground(&self, public: &Public) -> Ground {
        self.ground(public.down, public.known.covered[1])
    }

    /// S2.6: the round begins. Who is hooked, out or loses the turn stays where it is.
    pub(super) fn know_round(&self, public: &mut Public) {
        let idle = public.with_status(Status::Out) | public.lost | !self.everybody;
        public.known.idle = idle;
        public.known.moved = idle | public.with_status(Status::Hooked);
        public.known.killer_moved = false;
    }

    /// The survivors' phase is over: what was heard in it, and what was not, tells where they can be.
    #[inline]
    pub(super) fn know_phase_over(&self, public: &mut Public) {
        if public.told.count() > 1 || !self.know_silent_phase(public) {
            self.settle(public, true);
        }
        for slot in slots(self.everybody & !public.known.moved) {
            let seen = &mut public.known.seen[slot.index()];
            seen.turns = seen.turns.saturating_add(1);
        }
    }

    /// Nobody was heard: each has walked in silence, but not to where friends hang (S7.7). `false`, and nothing else, if that says
    /// more of some ways in which they can be than of others.
    #[inline]
    fn know_silent_phase(&self, public: &mut Public) -> bool {
        let ground = self.survivor_ground(public);
        let hooked = slots(public.with_status(Status::Hooked));
        let hooks: Cells = hooked.map(|slot| public.known.seen[slot.index()].cell).collect();
        let known = &mut public.known;
        let walking = self.everybody & !known.moved;
        let walk = |trail: &mut Trail| {
            trail.travel(&self.board, self.gaits[0], ground);
            trail.exclude(hooks);
        };
        if known.ways.is_one() {
            slots(walking).for_each(|slot| walk(&mut known.survivors[slot.index()]));
        } else {
            let mut after = known.survivors;
            slots(walking).for_each(|slot| walk(&mut after[slot.index()]));
            let happen = |slot: usize, trail: &mut Trail| {
                if walking >> slot & 1 == 1 {
                    walk(trail);
                }
            };
            if !known.ways.pass(&known.survivors, &after, happen) {
                return false;
            }
            known.survivors = after;
        }
        self.share_runs(&mut known.survivors, known.spent);
        true
    }

    /// What a survivor's turn meets by now.
    pub(super) fn survivor_ground(&self, public: &Public) -> Ground {
        self.ground(public.down, public.known.covered[0])
    }

    /// There are no more Runs than the deck has: those that some must have had, the others have not. `false` if there are too few.
    #[inline]
    pub(super) fn share_runs(&self, trails: &mut Four, spent: u8) -> bool {
        let gait = self.gaits[0];
        let least = trails.map(|trail| trail.least_runs(gait));
        let (sum, all) = (usize::from(spent) + least.iter().sum::<usize>(), usize::from(gait.runs));
        if sum > 0 && sum <= all {
            for (trail, least) in trails.iter_mut().zip(least) {
                trail.at_most_runs(all - (sum - least), gait);
            }
        }
        sum <= all
    }

    /// Works out what this round's announcements tell of the survivors: `over` says whether their phase is.
    pub(super) fn settle(&self, public: &mut Public, over: bool) {
        if !public.told.is_whole() {
            return self.know_nothing(public);
        }
        let mut courses = All::new();
        self.follow(public, over, &mut courses);
        if courses.is_empty() {
            // So much was heard that it might have been by anybody in too many ways: what was open before is left out.
            public.known.ways.blur();
            self.follow(public, over, &mut courses);
        }
        let Some(first) = courses.first() else { return self.know_nothing(public) };
        let known = &mut public.known;
        let mut certain = first.rested;
        if courses.len() == 1 {
            known.ways.close();
            known.survivors = first.trails;
        } else {
            for (slot, cell) in certain.iter_mut().enumerate() {
                *cell = cell.filter(|_| courses.iter().all(|course| course.rested[slot] == *cell));
            }
            known.survivors = known.ways.fold(courses.iter().map(|course| &course.trails));
        }
        for slot in slots(self.everybody) {
            if let Some(cell) = certain[slot.index()] {
                known.moved |= slot.bit();
                known.seen[slot.index()] = Sighting { named: false, ..Sighting::new(cell, Then::Stayed) };
            }
        }
        for said in public.told.of_survivors() {
            let (hint, cell) = match said {
                Said::Palette(cell) => (Hint::Palette, cell),
                Said::Repair(cell) => (Hint::Repair, cell),
                Said::Rescued(_, cell) => (Hint::Rescue, cell),
                _ => continue,
            };
            // One who is known to rest there accounts for one noise.
            if hint != Hint::Palette
                && let Some(known) = certain.iter_mut().find(|known| **known == Some(cell))
            {
                *known = None;
                continue;
            }
            public.known.log.push(Heard { round: public.round, hint, cell });
        }
    }

    /// More was announced than is kept, or than can be followed, so whoever walks about can be anywhere.
    fn know_nothing(&self, public: &mut Public) {
        let everywhere: Cells = (0..self.board.cells).map(Cell).collect();
        for slot in slots(public.with_status(Status::Free) & self.everybody) {
            public.known.survivors[slot.index()] = Trail([everywhere; LAYERS]);
        }
        public.known.ways.blur();
    }

    /// S9.3: a survivor was heard at a vault or palette, and goes on with the steps that it has left.
    pub(super) fn know_survivor_vault(public: &mut Public, slot: Slot, cell: Cell) {
        Stalk::know_name(public, slot, Sighting::new(cell, Then::Walked));
    }

    /// A survivor was seen, and its turn is over (S5.9, S5.10, S7.4).
    pub(super) fn know_survivor_rests(public: &mut Public, slot: Slot, cell: Cell) {
        Stalk::know_name(public, slot, Sighting::new(cell, Then::Stayed));
    }

    /// S7.8: a survivor is off the hook, and may act yet this round.
    pub(super) fn know_rescued(public: &mut Public, slot: Slot, cell: Cell) {
        Stalk::know_name(public, slot, Sighting::new(cell, Then::Acted));
    }

    fn know_name(public: &mut Public, slot: Slot, sighting: Sighting) {
        public.known.moved |= slot.bit();
        public.known.seen[slot.index()] = sighting;
    }

    /// Narrows where survivors can be, in every way.
    fn narrow(&self, public: &mut Public, among: u8, narrow: impl Fn(&mut Trail)) {
        let known = &mut public.known;
        if known.ways.is_one() {
            slots(among).for_each(|slot| narrow(&mut known.survivors[slot.index()]));
            self.share_runs(&mut known.survivors, known.spent);
            return;
        }
        // Filled where it lies, since it is large to move.
        let mut all: ArrayVec<Four, WAYS> = ArrayVec::new();
        all.extend(known.ways.unfold(&known.survivors).map(|(_, way)| way));
        all.retain(|way| {
            slots(among).for_each(|slot| narrow(&mut way[slot.index()]));
            slots(among).all(|slot| !way[slot.index()].possible().is_empty())
                && self.share_runs(way, known.spent)
        });
        if all.is_empty() {
            known.ways.blur();
            return self.narrow(public, among, narrow);
        }
        known.survivors = known.ways.fold(all.iter());
    }

    /// A survivor is seen on `cell` in the killer's turn (S6).
    pub(super) fn know_survivor_at(&self, public: &mut Public, slot: Slot, cell: Cell) {
        self.narrow(public, slot.bit(), |trail| trail.keep(Cells::one(cell)));
        public.known.survivors[slot.index()].settle(cell);
        public.known.seen[slot.index()] = Sighting::new(cell, Then::Stayed);
    }

    /// S7.3: a survivor is nowhere any more.
    pub(super) fn know_out(&self, public: &mut Public, slot: Slot) {
        let known = &mut public.known;
        known.spent += known.survivors[slot.index()].least_runs(self.gaits[0]) as u8;
        // Filled where it lies, since it is large to move.
        let mut all: ArrayVec<Four, WAYS> = ArrayVec::new();
        all.extend(known.ways.unfold(&known.survivors).map(|(_, way)| way));
        for way in &mut all {
            way[slot.index()] = Trail::NOWHERE;
        }
        known.survivors = known.ways.fold(all.iter());
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
    /// There is none where somebody was found, on one of the cells `found_on`.
    pub(super) fn know_call(&self, public: &mut Public, cell: Cell, found: u8, found_on: Cells) {
        let range = self.board.call_range(cell);
        let has_bushes = self.decks[0][Tile::Bush as usize] > 0;
        let plain = self.board.plain & !public.known.covered[0] & !found_on;
        let bush = if has_bushes { plain } else { Cells::NONE };
        let unseen = public.with_status(Status::Free) & self.everybody & !found;
        self.narrow(public, unseen, |trail| {
            trail.0[0] = trail.0[0] & !range;
            trail.0[1..].iter_mut().for_each(|set| *set = *set & !(range & !bush));
        });
        public.known.log.push(Heard { round: public.round, hint: Hint::Call, cell });
    }

    /// S6.12: whoever was not revealed at a check is farther off than three cells.
    pub(super) fn know_check(&self, public: &mut Public, cell: Cell, near: u8) {
        let range = self.board.chase_range(cell);
        let unseen = public.with_status(Status::Free) & self.everybody & !near;
        self.narrow(public, unseen, |trail| trail.exclude(range));
        public.known.log.push(Heard { round: public.round, hint: Hint::Check, cell });
    }
}
