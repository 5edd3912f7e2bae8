//! Where the survivors can be together.
//!
//! Each survivor's trail says where it can be. That one of two was at a generator, not knowing which, narrows neither trail, but
//! where the one is later found far away, it was the other. So as long as it is open who was heard, the ways in which it may have
//! been are kept, each with what it makes of the trails.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::cells::{Cell, Cells};
use super::course::COURSES;
use super::state::slots;
use super::trail::{LAYERS, Trail};

/// The most ways that are kept, and the most trails in them that differ from what all ways make of them.
pub(super) const WAYS: usize = 20;
const NARROWED: usize = 9;

/// Where the four survivors can be in one way.
pub(super) type Four = [Trail; 4];

/// The open ways; none, if there is but one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Ways {
    count: u8,
    /// Whether ways have had to be joined in this game, so that what is possible may be less than what the trails say.
    blurred: bool,
    open: [Way; WAYS],
    narrowed: [Narrowed; NARROWED],
}

/// For each survivor, which of the narrowed trails is its own in this way, four bits each; 0 is the widest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
struct Way(u16);

impl Way {
    const fn of(self, slot: usize) -> usize {
        (self.0 >> (4 * slot) & 0xF) as usize
    }

    fn set(&mut self, slot: usize, place: usize) {
        self.0 |= (place as u16) << (4 * slot);
    }
}

/// A trail as part of a wider one: the cells that need no luck, and all that are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Narrowed {
    sure: [u32; 3],
    possible: [u32; 3],
}

fn packed(Cells(bits): Cells) -> [u32; 3] {
    [bits as u32, (bits >> 32) as u32, (bits >> 64) as u32]
}

fn unpacked([low, middle, high]: [u32; 3]) -> Cells {
    Cells(u128::from(low) | u128::from(middle) << 32 | u128::from(high) << 64)
}

impl Narrowed {
    const NONE: Narrowed = Narrowed { sure: [0; 3], possible: [0; 3] };

    fn of(part: Part) -> Narrowed {
        Narrowed { sure: packed(part.sure), possible: packed(part.possible) }
    }

    fn trail(self, wide: &Trail) -> Trail {
        let (sure, possible) = (unpacked(self.sure), unpacked(self.possible));
        Trail(std::array::from_fn(|layer| if layer == 0 { sure } else { sure | wide.0[layer] & possible }))
    }
}

/// What is told apart of a trail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    sure: Cells,
    possible: Cells,
}

impl Part {
    const fn of(trail: &Trail) -> Part {
        Part { sure: trail.0[0], possible: trail.0[LAYERS - 1] }
    }

    fn or(self, other: Part) -> Part {
        Part { sure: self.sure | other.sure, possible: self.possible | other.possible }
    }

    fn within(&self, other: &Part) -> bool {
        (self.sure & !other.sure | self.possible & !other.possible).is_empty()
    }
}

type Parts = [Part; 4];

/// Ways before they are joined.
type All = ArrayVec<Parts, COURSES>;

fn joined(a: &Parts, b: &Parts) -> Parts {
    std::array::from_fn(|slot| a[slot].or(b[slot]))
}

/// Whether two ways together are nothing but the survivors where either has them: they differ in one survivor at most, or one of
/// them allows for all of the other.
fn join_exactly(a: &Parts, b: &Parts, within: impl Fn(&Part, &Part) -> bool) -> bool {
    let (mut differ, mut inside, mut around) = (0, true, true);
    a.iter().zip(b).all(|(a, b)| {
        let (in_other, about_other) = (within(a, b), within(b, a));
        differ += u32::from(!(in_other && about_other));
        inside &= in_other;
        around &= about_other;
        differ <= 1 || inside || around
    })
}

/// What it costs to join two ways: cells in which it is said of somebody that it can be there, which only one of them has; if
/// nothing is lost of what is possible together, only those that need no luck.
fn cost_of_joining(a: &Parts, b: &Parts) -> (u32, u32) {
    let apart = |of: fn(&Part) -> Cells| {
        let differ = |(a, b): (&Part, &Part)| (of(a).0 ^ of(b).0).count_ones();
        a.iter().zip(b).map(differ).sum::<u32>()
    };
    let free = join_exactly(a, b, |a, b| a.possible.within(b.possible));
    (if free { 0 } else { apart(|part| part.possible) }, apart(|part| part.sure))
}

/// Joins ways as long as nothing is lost by it. `only` is the one that has changed since that was last done, if it was.
fn absorb(ways: &mut All, only: Option<usize>) {
    // The last pass in which each has changed: of two that have not since they were compared, nothing new can come.
    let mut changed = [u8::from(only.is_none()); COURSES];
    if let Some(place) = only {
        changed[place] = 1;
    }
    let (mut pass, mut joining) = (1, true);
    while joining {
        joining = false;
        pass += 1;
        let mut a = 0;
        while a < ways.len() {
            let mut b = a + 1;
            while b < ways.len() {
                let open = changed[a].max(changed[b]) + 1 >= pass;
                if !open || !join_exactly(&ways[a], &ways[b], Part::within) {
                    b += 1;
                    continue;
                }
                let both = joined(&ways[a], &ways[b]);
                ways.swap_remove(b);
                changed[b] = changed[ways.len()];
                if ways[a] != both {
                    ways[a] = both;
                    changed[a] = pass;
                    joining = true;
                }
            }
            a += 1;
        }
    }
}

/// Joins the two ways that differ least; says whether that allows for more than either.
fn join_closest(ways: &mut All) -> bool {
    let pairs = (1..ways.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let costs = pairs.map(|(a, b)| (cost_of_joining(&ways[a], &ways[b]), a, b));
    let Some(((lost, _), a, b)) = costs.min_by_key(|(cost, ..)| *cost) else { return false };
    ways[a] = joined(&ways[a], &ways[b]);
    ways.swap_remove(b);
    absorb(ways, Some(a));
    lost > 0
}

impl Ways {
    /// Nothing is open.
    pub(super) const ONE: Ways =
        Ways { count: 0, blurred: false, open: [Way(0); WAYS], narrowed: [Narrowed::NONE; NARROWED] };

    /// Whether nothing is open.
    #[inline]
    pub(super) const fn is_one(&self) -> bool {
        self.count == 0
    }

    /// Leaves one way, that of the widest trails.
    pub(super) fn close(&mut self) {
        *self = Ways { blurred: self.blurred, ..Ways::ONE };
    }

    /// The same where more may have been open.
    pub(super) fn blur(&mut self) {
        *self = Ways { blurred: true, ..Ways::ONE };
    }

    /// Whether nothing has been lost of what was open.
    pub(super) const fn is_whole(&self) -> bool {
        !self.blurred
    }

    /// How many ways there are.
    pub(super) fn count(&self) -> u32 {
        self.count.max(1).into()
    }

    /// Whether these survivors can all be in these cells.
    pub(super) fn allow(&self, wide: &Four, among: u8, at: [Cell; 4]) -> bool {
        self.unfold(wide)
            .any(|(_, way)| slots(among).all(|slot| way[slot.index()].possible().has(at[slot.index()])))
    }

    /// All ways, each with its trails, and with numbers that are the same for the same trails of somebody.
    pub(super) fn unfold<'a>(&'a self, wide: &'a Four) -> impl Iterator<Item = ([u8; 4], Four)> + 'a {
        let trail = |slot: usize, place: u8| match usize::from(place) {
            0 => wide[slot],
            place => self.narrowed[place - 1].trail(&wide[slot]),
        };
        // Where nothing is open, the first way is that of the widest trails.
        self.open[..self.count() as usize].iter().map(move |way| {
            let places = std::array::from_fn(|slot| way.of(slot) as u8);
            (places, std::array::from_fn(|slot| trail(slot, places[slot])))
        })
    }

    /// Keeps ways, and gives back what they make of the trails together. Where there are too many, the most alike are joined.
    pub(super) fn fold<'a>(&mut self, all: impl Iterator<Item = &'a Four> + Clone) -> Four {
        let wide = all
            .clone()
            .fold([Trail::NOWHERE; 4], |sum, way| std::array::from_fn(|slot| sum[slot].or(way[slot])));
        // Filled where it lies, since it is large to move.
        let mut ways = All::new();
        ways.extend(all.map(|way| way.each_ref().map(Part::of)));
        self.keep(&mut ways, &wide);
        wide
    }

    /// Lets the same happen to everybody in all ways, which has made `after` of `wide`. `false`, and nothing else, if there is a way
    /// in which it cannot have happened.
    pub(super) fn pass(&mut self, wide: &Four, after: &Four, happen: impl Fn(usize, &mut Trail)) -> bool {
        let ways = &self.open[..usize::from(self.count)];
        let mut narrowed = [[None; NARROWED]; 4];
        for way in ways {
            for slot in 0..4 {
                let place = way.of(slot);
                if place > 0 && narrowed[slot][place - 1].is_none() {
                    let mut trail = self.narrowed[place - 1].trail(&wide[slot]);
                    happen(slot, &mut trail);
                    if trail.possible().is_empty() {
                        return false;
                    }
                    narrowed[slot][place - 1] = Some(Part::of(&trail));
                }
            }
        }
        let part = |way: &Way, slot: usize| match way.of(slot) {
            0 => Part::of(&after[slot]),
            place => narrowed[slot][place - 1].unwrap_or(Part::of(&after[slot])),
        };
        let mut parts = All::new();
        parts.extend(ways.iter().map(|way| std::array::from_fn(|slot| part(way, slot))));
        self.keep(&mut parts, after);
        true
    }

    fn keep(&mut self, ways: &mut All, wide: &Four) {
        let wide = wide.each_ref().map(Part::of);
        // In order, so that it does not matter in which they were found.
        ways.sort_unstable();
        absorb(ways, None);
        self.close();
        while ways.len() > 1 && !self.take(ways, &wide) {
            self.blurred |= join_closest(ways);
        }
    }

    /// Keeps these ways; `false` if there is no room.
    fn take(&mut self, ways: &[Parts], wide: &Parts) -> bool {
        self.close();
        if ways.len() > WAYS {
            return false;
        }
        let mut kept: ArrayVec<Part, NARROWED> = ArrayVec::new();
        for (place, way) in self.open.iter_mut().zip(ways) {
            for slot in 0..4 {
                if way[slot] == wide[slot] {
                    continue;
                }
                let known = kept.iter().position(|part| *part == way[slot]);
                if known.is_none() && kept.try_push(way[slot]).is_err() {
                    self.close();
                    return false;
                }
                place.set(slot, known.map_or(kept.len(), |known| known + 1));
            }
        }
        self.narrowed.iter_mut().zip(kept).for_each(|(place, part)| *place = Narrowed::of(part));
        self.count = ways.len() as u8;
        true
    }
}
