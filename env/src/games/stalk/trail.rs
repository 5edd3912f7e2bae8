//! Where a hidden figure can be, by how lucky it must have been to get there.

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::cells::{Cell, Cells};

/// Sets in a trail.
pub(super) const LAYERS: usize = 5;

/// The cells where a figure can be, in nested sets. The lowest needs no luck. In a survivor's trail, the second allows
/// that a Bush hid it, and each further one a Run more. In the killer's, each further one allows a Run more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Trail(pub(super) [Cells; LAYERS]);

/// How a side's figures move, for the sake of their trails.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gait {
    /// Steps of the highest roll.
    pub(super) steps: u8,
    /// The lowest set that a Run leads out of.
    pub(super) run_from: usize,
    /// Run tiles in the deck.
    pub(super) runs: u8,
}

/// What a movement action meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ground {
    /// Cells that cannot be entered without being heard, or not at all.
    pub(super) loud: Cells,
    /// Cells where an event tile may be drawn.
    pub(super) stops: Cells,
    /// Cells where somebody else draws a tile later in the same phase. So there is none yet, and who comes to rest there has not
    /// rolled high (S3.8).
    pub(super) bare: Cells,
}

impl Ground {
    /// Where a movement action of up to so many silent steps, the most of a roll, can end.
    fn ends(&self, board: &Board, from: Cells, steps: u8) -> Cells {
        if self.bare.is_empty() {
            return board.spread(from, steps, self.loud);
        }
        let near = board.spread(from, steps - 1, self.loud);
        near | board.spread(near, 1, self.loud) & !self.bare
    }
}

/// The most steps of a survivor's movement action.
const MOST_STEPS: usize = 3;

/// Where a survivor can be in the middle of a movement action, by the steps that it may have left. Whoever may have more left may
/// have fewer, after a lower roll, so each set holds the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment([Cells; MOST_STEPS + 1]);

/// The moment at which a survivor was heard, by how lucky it must have been, as in its trail.
pub(super) type Moments = [Moment; LAYERS];

impl Moment {
    /// It is in no movement action.
    const NONE: Moment = Moment([Cells::NONE; MOST_STEPS + 1]);

    /// It begins one in one of these cells.
    fn beginning(cells: Cells) -> Moment {
        Moment([cells; MOST_STEPS + 1])
    }

    /// It has walked on in silence, or not.
    fn walked(mut self, board: &Board, loud: Cells) -> Moment {
        for left in (0..MOST_STEPS).rev() {
            self.0[left] |= board.spread(self.0[left + 1], 1, loud);
        }
        self
    }

    /// Where it can be in the end if it is not heard any more.
    fn rests(&self, board: &Board, ground: Ground) -> Cells {
        let [last, rest @ .., most] = self.0;
        let walk = |reached: Cells, set: Cells| {
            set | if reached.is_empty() { reached } else { board.spread(reached, 1, ground.loud) }
        };
        // With a step left it may have rolled lower.
        let near = rest.into_iter().rev().fold(most, walk);
        near | walk(near, last) & !ground.bare
    }

    /// It has entered the cell that it approached, silent up to the last step.
    fn entered(&self, approach: &Approach) -> Moment {
        let enters =
            |left: usize| self.0[left + 1..].iter().zip(approach.from).any(|(set, from)| set.meets(from));
        let most = (0..MOST_STEPS).rev().find(|&left| enters(left));
        let cells = |left| if most.is_some_and(|most| left <= most) { approach.to } else { Cells::NONE };
        Moment(std::array::from_fn(cells))
    }

    /// It is in one of these cells.
    fn among(self, cells: Cells) -> Moment {
        Moment(self.0.map(|set| set & cells))
    }

    fn or(self, other: Moment) -> Moment {
        Moment(std::array::from_fn(|left| self.0[left] | other.0[left]))
    }
}

/// The ways to a cell that cannot be entered in silence.
struct Approach {
    to: Cells,
    /// Where one may be to enter it within one step, two, and so on.
    from: [Cells; MOST_STEPS],
}

impl Approach {
    /// Steps lead to and fro, so they are followed back from where they end.
    fn new(board: &Board, to: Cell, loud: Cells) -> Approach {
        let to = Cells::one(to);
        let mut from = [board.stepped(to); MOST_STEPS];
        for steps in 1..MOST_STEPS {
            from[steps] = from[steps - 1] | board.stepped(from[steps - 1] & !loud);
        }
        Approach { to, from }
    }
}

/// What a survivor was heard doing in the middle of a movement action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noise {
    /// It entered this cell (S9.3).
    Vault(Cell),
    /// It pushed the palette on this cell over, from a cell next to it (S10.4).
    Palette(Cell),
}

/// A noise, and what it says of the moment at which it was made.
struct Sound {
    /// Where it can have been made, and the most steps that can have been left then.
    places: Cells,
    left: usize,
    /// How the cell was entered, if one was.
    approach: Option<Approach>,
    /// What is met from then on.
    ground: Ground,
}

impl Sound {
    fn new(board: &Board, noise: Noise, ground: Ground) -> Sound {
        match noise {
            Noise::Vault(cell) => {
                let approach = Approach::new(board, cell, ground.loud);
                Sound { places: approach.to, left: MOST_STEPS - 1, approach: Some(approach), ground }
            }
            Noise::Palette(cell) => {
                let palette = Cells::one(cell);
                let places = board.stepped(palette);
                // To enter a palette that was just pushed over would be heard.
                let ground = Ground { loud: ground.loud | palette, ..ground };
                Sound { places, left: MOST_STEPS, approach: None, ground }
            }
        }
    }

    /// The moment at which it is made, after a walk that was silent with `loud` cells.
    fn made(&self, board: &Board, from: Moment, loud: Cells) -> Moment {
        match &self.approach {
            Some(approach) => from.entered(approach),
            None => from.walked(board, loud).among(self.places),
        }
    }
}

impl Trail {
    /// The figure is on `cell`, whatever came before.
    pub(super) const fn at(cell: Cell) -> Trail {
        Trail([Cells::one(cell); LAYERS])
    }

    /// The figure is nowhere.
    pub(super) const NOWHERE: Trail = Trail([Cells::NONE; LAYERS]);

    /// Every cell that is possible at all.
    #[inline]
    pub(super) const fn possible(&self) -> Cells {
        self.0[LAYERS - 1]
    }

    /// The cells that need the least luck.
    pub(super) fn likely(&self) -> Cells {
        self.0.into_iter().find(|set| !set.is_empty()).unwrap_or(Cells::NONE)
    }

    /// How many Runs it takes at least to be on a cell.
    pub(super) fn runs_to(&self, cell: Cell, gait: Gait) -> u8 {
        let layer = self.0.iter().position(|set| set.has(cell)).unwrap_or(0);
        layer.saturating_sub(gait.run_from) as u8
    }

    /// Whether a Run may lead from the set below into this one.
    const fn runs_into(gait: Gait, layer: usize) -> bool {
        gait.run_from < layer && layer <= gait.run_from + gait.runs as usize
    }

    /// Lets movement actions of up to `gait.steps` silent steps go by: one, and one for each Run.
    pub(super) fn travel(&mut self, board: &Board, gait: Gait, ground: Ground) {
        let (mut last, mut reached) = (Cells::NONE, Cells::NONE);
        for layer in 0..LAYERS {
            let mut from = self.0[layer];
            if Trail::runs_into(gait, layer) {
                from |= reached & ground.stops;
            }
            if !from.within(last) {
                reached |= ground.ends(board, from, gait.steps);
                last = from;
            }
            self.0[layer] = reached;
        }
    }

    /// Where a movement action of this turn can have begun: where the turn began, or after a Run.
    pub(super) fn beginnings(&self, board: &Board, gait: Gait, ground: Ground) -> Trail {
        let (mut begin, mut moved) = (*self, *self);
        moved.travel(board, gait, ground);
        for layer in 1..LAYERS {
            let below = begin.0[layer - 1];
            begin.0[layer] |= below;
            if Trail::runs_into(gait, layer) {
                begin.0[layer] |= moved.0[layer - 1] & ground.stops;
            }
        }
        begin
    }

    /// The figure entered the loud cell `cell` in a movement action of this turn, and stands there.
    pub(super) fn enter(&mut self, board: &Board, gait: Gait, ground: Ground, cell: Cell) {
        let begin = self.beginnings(board, gait, ground);
        for layer in 0..LAYERS {
            let nearby = board.spread(begin.0[layer], gait.steps - 1, ground.loud);
            let heard = board.stepped(nearby).has(cell);
            self.0[layer] = if heard { Cells::one(cell) } else { Cells::NONE };
        }
        self.settle(cell);
    }

    /// The survivor was heard in its turn, and may go on with the steps that it has left; and again after each Run. `earlier` is
    /// the moment at which it was last heard in this turn, if it was. Gives back the moment at which it is heard now.
    pub(super) fn heard(
        &mut self,
        board: &Board,
        gait: Gait,
        ground: Ground,
        noise: Noise,
        earlier: Option<&Moments>,
    ) -> Moments {
        let before = *self;
        // Where it can have come to rest unheard and have drawn a Run: after a silent walk, or after it was last heard.
        let mut rests = earlier.map(|_| before);
        let mut rest = || {
            *rests.get_or_insert_with(|| {
                let mut walked = before;
                walked.travel(board, gait, ground);
                walked
            })
        };
        let sound = Sound::new(board, noise, ground);
        let (mut moments, mut moment) = ([Moment::NONE; LAYERS], Moment::NONE);
        let (mut last, mut rested, mut ran) = (Moment::NONE, Cells::NONE, Cells::NONE);
        for layer in 0..LAYERS {
            let below = rested;
            // Once all is possible, more luck changes nothing; nor does it where it leads to the same.
            if moment.0[sound.left] != sound.places {
                let mut from = earlier.map_or(Moment::beginning(before.0[layer]), |earlier| earlier[layer]);
                if Trail::runs_into(gait, layer) {
                    from = from.or(Moment::beginning(rest().0[layer - 1] & ground.stops));
                }
                if from != last {
                    // What a lower set allows is possible in any case.
                    let now = moment.or(sound.made(board, from, ground.loud));
                    if now != moment {
                        rested |= now.rests(board, sound.ground);
                        moment = now;
                    }
                    last = from;
                }
            }
            moments[layer] = moment;
            if Trail::runs_into(gait, layer) {
                let from = below & ground.stops;
                if from != ran {
                    rested |= sound.ground.ends(board, from, gait.steps);
                    ran = from;
                }
            }
            self.0[layer] = rested;
        }
        moments
    }

    /// The figure is seen on `cell`.
    #[inline]
    pub(super) fn pin(&mut self, cell: Cell) {
        self.keep(Cells::one(cell));
        self.settle(cell);
    }

    /// The figure is where one of two trails has it.
    pub(super) fn or(self, other: Trail) -> Trail {
        Trail(std::array::from_fn(|layer| self.0[layer] | other.0[layer]))
    }

    /// The Runs that the figure must have had.
    pub(super) fn least_runs(&self, gait: Gait) -> usize {
        let lowest = self.0.iter().position(|set| !set.is_empty()).unwrap_or(0);
        lowest.saturating_sub(gait.run_from)
    }

    /// The figure has had so many Runs at most.
    pub(super) fn at_most_runs(&mut self, runs: usize, gait: Gait) {
        for layer in (gait.run_from + runs + 1).min(LAYERS)..LAYERS {
            self.0[layer] = self.0[layer - 1];
        }
    }

    /// What was seen is true, even where the sets did not expect it.
    #[inline]
    pub(super) fn settle(&mut self, cell: Cell) {
        debug_assert!(self.possible().has(cell), "a figure is seen where it cannot be: {self:?}, {cell:?}");
        if self.possible().is_empty() {
            *self = Trail::at(cell);
        }
    }

    /// The figure is in one of these cells.
    #[inline]
    pub(super) fn keep(&mut self, cells: Cells) {
        self.0.iter_mut().for_each(|set| *set = *set & cells);
    }

    /// The figure is in none of these cells.
    #[inline]
    pub(super) fn exclude(&mut self, cells: Cells) {
        self.keep(!cells);
    }
}
