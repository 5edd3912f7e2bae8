//! A survivors' phase, followed through what was announced in it, in all ways in which it can have come about (part 4).
//!
//! Turns come one after the other. What is heard belongs to whoever acts, or to the next who does; whoever is not heard may have
//! acted whenever nobody else did.

use arrayvec::ArrayVec;

use super::Stalk;
use super::cells::{Cell, Cells};
use super::heard::{KEPT, Said};
use super::setup::Order;
use super::state::{Public, Slot, Status, slots};
use super::trail::{Ground, Moments, Noise, Trail};
use super::ways::Four;

/// A time at which nobody was heard: what a silent turn met then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lull {
    ground: Ground,
    /// Cells of those who hung there: whoever had ended a turn there would have rescued them (S7.7).
    hooks: Cells,
}

/// What is known of whoever acts.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "courses are copied as a whole, and a box would have to be copied apart"
)]
enum Doing {
    Nothing,
    /// Its turn has begun, and it has not been heard in it.
    Begins(Slot),
    /// It was heard on its way. As long as it has made no step, it may yet repair.
    Walks {
        slot: Slot,
        moments: Moments,
        unmoved: Trail,
    },
    /// It has come to rest, and has but to end its turn.
    Rests(Slot),
}

/// One way in which the phase can have come about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    /// Where each is after its turn, or before it, if that has not begun.
    pub(super) trails: Four,
    /// Which of the trails that were open each began with.
    start: [u8; 4],
    /// Where those came to rest who were heard without a name.
    pub(super) rested: [Option<Cell>; 4],
    /// Those whose turn has begun, or who have none; and those of them who were heard.
    begun: u8,
    heard: u8,
    /// The lull from which on each may have acted in silence.
    since: [u8; 4],
    doing: Doing,
}

impl Course {
    const fn actor(&self) -> Option<Slot> {
        match self.doing {
            Doing::Nothing => None,
            Doing::Begins(slot) | Doing::Walks { slot, .. } | Doing::Rests(slot) => Some(slot),
        }
    }

    fn trail(&mut self, slot: Slot) -> &mut Trail {
        &mut self.trails[slot.index()]
    }
}

/// The most courses that are followed at once.
pub(super) const COURSES: usize = 128;

/// All courses.
pub(super) type All = ArrayVec<Course, COURSES>;

/// The phase so far, apart from the courses that it can have taken.
struct SoFar<'a> {
    game: &'a Stalk,
    /// Where the survivors could be as it began.
    began: &'a Four,
    /// How the phase began, and what has changed since.
    first: Lull,
    later: ArrayVec<Lull, KEPT>,
    /// Survivors on hooks, and those who walk about.
    hooked: u8,
    free: u8,
    down: Cells,
    /// Where tiles lie, those of this phase among them: before they lay there, nobody else can have drawn one there (S3.8).
    covered: Cells,
    /// Where each draws a tile that is yet to be announced.
    to_come: [Cells; 4],
    /// Runs that those who are out must have had.
    spent: u8,
    last: Option<Said>,
}

impl Stalk {
    /// Follows this round's announcements, and writes down what is possible by now in each way: `over` says whether the phase is, so
    /// that nobody is on its way any more. There is no course if there is none that fits, or if they are too many.
    pub(super) fn follow(&self, public: &Public, over: bool, all: &mut All) {
        let known = &public.known;
        let mut phase = SoFar {
            game: self,
            began: &known.survivors,
            first: Lull { ground: self.survivor_ground(public), hooks: Cells::NONE },
            later: ArrayVec::new(),
            hooked: public.with_status(Status::Hooked) & self.everybody,
            free: public.with_status(Status::Free) & self.everybody,
            down: public.down,
            covered: known.covered[0],
            to_come: [Cells::NONE; 4],
            spent: known.spent,
            last: None,
        };
        // What has changed since the round began is taken back first.
        for said in public.told.of_survivors() {
            match said {
                Said::Palette(cell) => phase.down = phase.down & !Cells::one(cell),
                Said::Unhooked(slot, _) | Said::Rescued(slot, _) => {
                    phase.hooked |= slot.bit();
                    phase.free &= !slot.bit();
                }
                Said::Tile(slot, cell) => phase.to_come[slot.index()] |= Cells::one(cell),
                Said::Vault(..) | Said::Repair(_) | Said::Flashlight => {}
            }
        }
        phase.first = Lull { ground: phase.ground(), hooks: phase.hooks() };
        let begun = known.idle | !(phase.free | phase.hooked);
        all.clear();
        all.extend(known.ways.unfold(&known.survivors).map(|(start, trails)| Course {
            trails,
            start,
            rested: [None; 4],
            begun,
            heard: 0,
            since: [0; 4],
            doing: Doing::Nothing,
        }));
        for said in public.told.of_survivors() {
            phase.hear(all, said);
        }
        phase.finish(all, over);
    }
}

impl SoFar<'_> {
    fn ground(&self) -> Ground {
        self.game.ground(self.down, self.covered)
    }

    /// What somebody meets whose turn is over before others draw their tiles.
    fn ground_before_others(&self, slot: Slot) -> Ground {
        let others = self.to_come.iter().enumerate().filter(|(other, _)| *other != slot.index());
        Ground { bare: others.fold(Cells::NONE, |bare, (_, &cells)| bare | cells), ..self.ground() }
    }

    fn hooks(&self) -> Cells {
        // Whoever hangs is on the same cell in all ways.
        slots(self.hooked).fold(Cells::NONE, |cells, slot| cells | self.began[slot.index()].possible())
    }

    /// Notes what a silent turn meets from now on.
    fn lull(&mut self) {
        let lull = Lull { ground: self.ground(), hooks: self.hooks() };
        if self.now() != lull {
            // There is at most one after each announcement.
            self.later.push(lull);
        }
    }

    fn now(&self) -> Lull {
        *self.later.last().unwrap_or(&self.first)
    }

    /// Lets somebody's turn begin, and the turns before it be over; `false` if that cannot be.
    fn begin(&self, course: &mut Course, slot: Slot) -> bool {
        if course.begun & slot.bit() != 0 || !self.close(course) {
            return false;
        }
        if self.game.setup.order == Order::Clockwise {
            // S2.5: those before it have acted, and those after it have not.
            let before = slot.bit() - 1;
            if course.heard & !before != 0 {
                return false;
            }
            for earlier in slots(before & !course.begun & self.free) {
                let ground = self.ground_before_others(earlier);
                self.let_pass(course.trail(earlier), Lull { ground, ..self.now() }, true);
                if course.trail(earlier).possible().is_empty() {
                    return false;
                }
            }
            course.begun |= before;
        }
        course.begun |= slot.bit();
        course.heard |= slot.bit();
        course.doing = Doing::Begins(slot);
        true
    }

    /// Lets the turn of whoever acts be over; `false` if it cannot be.
    fn close(&self, course: &mut Course) -> bool {
        let Some(slot) = course.actor() else { return true };
        course.doing = Doing::Nothing;
        course.trail(slot).exclude(self.now().hooks);
        !course.trail(slot).possible().is_empty()
    }

    /// A whole turn in silence.
    fn let_pass(&self, trail: &mut Trail, lull: Lull, over: bool) {
        trail.travel(&self.game.board, self.game.gaits[0], lull.ground);
        if over {
            trail.exclude(lull.hooks);
        }
    }

    /// Follows an announcement in every course, and for each who can have been the one.
    fn branch(&self, all: &mut All, among: u8, follow: impl Fn(&mut Course, Slot) -> bool) {
        let fits = |course: &mut Course, slot: Slot| {
            (course.actor() == Some(slot) || self.begin(course, slot))
                && follow(course, slot)
                && !course.trails[slot.index()].possible().is_empty()
        };
        let (room, mut made) = (COURSES - all.len(), 0);
        // From the end, where new courses come, so that those are not followed again.
        for place in (0..all.len()).rev() {
            let course = &all[place];
            let can = among & (!course.begun | course.actor().map_or(0, Slot::bit));
            let Some(last) = slots(can).last() else {
                all.swap_remove(place);
                continue;
            };
            for slot in slots(can & !last.bit()) {
                let mut next = all[place];
                if fits(&mut next, slot) {
                    made += 1;
                    if made <= room {
                        all.push(next);
                    }
                }
            }
            // Courses are large to copy: with the last who can have been the one, the course itself goes on.
            if fits(&mut all[place], last) {
                made += 1;
            } else {
                all.swap_remove(place);
            }
            if made > room {
                all.clear();
                return;
            }
        }
    }

    fn hear(&mut self, all: &mut All, said: Said) {
        match said {
            Said::Vault(slot, cell) => {
                self.branch(all, slot.bit(), |course, slot| self.noise(course, slot, Noise::Vault(cell)));
            }
            Said::Palette(cell) => {
                self.branch(all, self.free, |course, slot| self.noise(course, slot, Noise::Palette(cell)));
                self.down |= Cells::one(cell);
            }
            Said::Repair(cell) => self.branch(all, self.free, |course, slot| {
                match course.doing {
                    Doing::Rests(_) | Doing::Nothing => return false,
                    Doing::Begins(_) => {}
                    Doing::Walks { unmoved, .. } => *course.trail(slot) = unmoved,
                }
                course.trail(slot).keep(Cells::one(cell));
                course.rested[slot.index()] = Some(cell);
                course.doing = Doing::Rests(slot);
                true
            }),
            Said::Tile(slot, cell) => {
                self.branch(all, slot.bit(), |course, slot| self.rest(course, slot, Cells::one(cell)));
                self.to_come[slot.index()] = Cells::NONE;
            }
            Said::Flashlight => {
                let stops = self.ground().stops;
                self.branch(all, self.free, |course, slot| self.rest(course, slot, stops));
            }
            Said::Unhooked(slot, _) => {
                self.branch(all, slot.bit(), |course, slot| {
                    course.doing = Doing::Rests(slot);
                    true
                });
                self.release(all, slot);
            }
            Said::Rescued(slot, cell) => {
                // S7.9: all who hang there come down together.
                if !matches!(self.last, Some(Said::Rescued(_, before)) if before == cell) {
                    self.branch(all, self.free, |course, slot| {
                        let ended = matches!(course.doing, Doing::Rests(_));
                        course.rested[slot.index()] = Some(cell);
                        if ended {
                            course.trail(slot).keep(Cells::one(cell));
                            return true;
                        }
                        self.rest(course, slot, Cells::one(cell))
                    });
                }
                self.release(all, slot);
            }
        }
        self.last = Some(said);
        self.lull();
    }

    /// Somebody hangs no more. S7.8: if it has a turn left, it may yet act.
    fn release(&mut self, all: &mut All, slot: Slot) {
        self.hooked &= !slot.bit();
        self.free |= slot.bit();
        self.lull();
        let since = self.later.len() as u8;
        all.iter_mut().for_each(|course| course.since[slot.index()] = since);
    }

    /// Somebody is heard on its way.
    fn noise(&self, course: &mut Course, slot: Slot, noise: Noise) -> bool {
        let (board, gait) = (&self.game.board, self.game.gaits[0]);
        let ground = self.ground_before_others(slot);
        let trail = &mut course.trails[slot.index()];
        let (earlier, mut unmoved) = match &course.doing {
            Doing::Begins(_) => (None, *trail),
            Doing::Walks { moments, unmoved, .. } => (Some(moments), *unmoved),
            Doing::Nothing | Doing::Rests(_) => return false,
        };
        let moments = trail.heard(board, gait, ground, noise, earlier);
        match noise {
            Noise::Vault(_) => unmoved = Trail::NOWHERE,
            Noise::Palette(cell) => unmoved.keep(board.stepped(Cells::one(cell))),
        }
        course.doing = Doing::Walks { slot, moments, unmoved };
        true
    }

    /// Somebody comes to rest in one of these cells.
    fn rest(&self, course: &mut Course, slot: Slot, cells: Cells) -> bool {
        match course.doing {
            Doing::Begins(_) => self.let_pass(course.trail(slot), self.now(), false),
            Doing::Walks { .. } => {}
            Doing::Nothing | Doing::Rests(_) => return false,
        }
        course.trail(slot).keep(cells);
        course.doing = Doing::Rests(slot);
        true
    }

    /// Lets turns be over that nobody heard.
    fn finish(&self, all: &mut All, over: bool) {
        // Who has the same behind it in several courses has the same before it.
        let mut walked: ArrayVec<(Slot, u8, u8, Trail), 32> = ArrayVec::new();
        all.retain(|course| {
            if over && !self.close(course) {
                return false;
            }
            for slot in slots(self.free & !course.begun) {
                let (start, since) = (course.start[slot.index()], course.since[slot.index()]);
                let known = walked.iter().find(|one| (one.0, one.1, one.2) == (slot, start, since));
                *course.trail(slot) = if let Some((.., trail)) = known {
                    *trail
                } else {
                    let trail = self.silent(course.trails[slot.index()], since, over);
                    // Where there is no room, it is worked out again.
                    let _ = walked.try_push((slot, start, since, trail));
                    trail
                };
            }
            self.game.share_runs(&mut course.trails, self.spent)
                && slots(self.free).all(|slot| !course.trails[slot.index()].possible().is_empty())
        });
    }

    /// A turn in silence, in any lull that it may have been in. In the last one it may not be over yet. Whether friends drew tiles
    /// before or after it is not asked.
    fn silent(&self, trail: Trail, since: u8, over: bool) -> Trail {
        let clockwise = self.game.setup.order == Order::Clockwise;
        let latest = self.later.len();
        let first = if clockwise { latest } else { since.into() };
        let (mut sum, mut hooks) = (Trail::NOWHERE, Cells::NONE);
        for (place, lull) in std::iter::once(&self.first).chain(&self.later).enumerate().skip(first) {
            let under_way = !over && place == latest;
            // Doors close as the phase goes on, so a later lull allows for more only if fewer hang, or if the turn is not over.
            if place == first || lull.hooks != hooks || under_way && !hooks.is_empty() {
                let mut walked = trail;
                self.let_pass(&mut walked, *lull, !under_way);
                sum = sum.or(walked);
                hooks = lull.hooks;
            }
        }
        sum
    }
}
