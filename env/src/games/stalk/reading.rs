//! What code outside the game can read from a view, and from the board.

use super::Stalk;
use super::cells::{Cell, Cells};
use super::heard::{Hint, Said};
use super::state::{Node, Phase, Public, Slot, Status, Who, slots};
use super::trail::Trail;
use super::view::StalkView;
use super::ways::Four;

/// What a seat's side is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Nothing.
    Nothing,
    /// Who acts next (D1).
    Order,
    /// How to move on (D2, D3).
    Walk {
        /// Who moves.
        who: Who,
        /// Steps left.
        left: u8,
        /// Whether a step has been made.
        stepped: bool,
    },
    /// Whether to start a chase (D4).
    Call,
}

impl StalkView {
    /// What the seat's side is asked; only one of its seats answers.
    pub fn asked(&self) -> Asked {
        match self.own.node {
            Node::Order => Asked::Order,
            Node::Call => Asked::Call,
            Node::Walk(walk) => Asked::Walk {
                who: if self.is_killer() { Who::Killer } else { Who::Survivor(walk.slot) },
                left: walk.allowance - walk.steps,
                stepped: walk.steps > 0,
            },
            _ => Asked::Nothing,
        }
    }

    /// The round, from 1 on.
    pub fn round(&self) -> u8 {
        self.public.round
    }

    /// Whose part of the round it is.
    pub fn phase(&self) -> Phase {
        self.public.phase
    }

    /// How a survivor fares.
    pub fn status(&self, slot: Slot) -> Status {
        self.public.status[slot.index()]
    }

    /// Survivors with a status, lowest slot first.
    pub fn with_status(&self, status: Status) -> impl Iterator<Item = Slot> {
        slots(self.public.with_status(status))
    }

    /// How often a survivor was hooked.
    pub fn hooks(&self, slot: Slot) -> u8 {
        self.public.hooks[slot.index()]
    }

    /// Whether a survivor is chased.
    pub fn is_chased(&self, slot: Slot) -> bool {
        self.public.chased & slot.bit() != 0
    }

    /// Whether anybody is chased.
    pub fn is_chase_on(&self) -> bool {
        self.public.chased != 0
    }

    /// Whether a survivor has still to act this round, as far as its own side knows.
    pub fn is_to_act(&self, slot: Slot) -> bool {
        self.own.to_act & slot.bit() != 0
    }

    /// Turns that the killer will lose.
    pub fn killer_loses(&self) -> u8 {
        self.public.killer_lost
    }

    /// Where a figure of the own side is, or a survivor that hangs on a hook.
    pub fn cell_of(&self, who: Who) -> Option<Cell> {
        match who {
            Who::Killer => self.own.at[0].filter(|_| self.is_killer()),
            Who::Survivor(slot) if self.public.status[slot.index()] == Status::Out => None,
            Who::Survivor(slot) if !self.is_killer() => self.own.at[slot.index()],
            Who::Survivor(slot) => {
                let hooked = self.public.status[slot.index()] == Status::Hooked;
                hooked.then_some(self.public.known.seen[slot.index()].cell)
            }
        }
    }

    /// Cells where somebody was heard lately without a name, at a repair or a rescue, each with its round.
    pub fn noises(&self) -> impl Iterator<Item = (Cell, u8)> + '_ {
        let log = self.public.known.log.iter();
        let before = log.filter(|heard| matches!(heard.hint, Hint::Repair | Hint::Rescue));
        let said = self.public.told.of_survivors().filter(|_| self.public.phase == Phase::Survivors);
        let now = said.filter_map(|said| match said {
            Said::Repair(cell) | Said::Rescued(_, cell) => Some((cell, self.public.round)),
            _ => None,
        });
        before.map(|heard| (heard.cell, heard.round)).chain(now)
    }

    /// Whether all that was open of who was heard without a name has been kept so far; where too much was, the most alike of what
    /// could have been was joined, and a survivor's possible cells may be too many since.
    pub fn all_is_thought_through(&self) -> bool {
        self.public.known.ways.is_whole()
    }

    /// Activated palettes.
    pub fn palettes_down(&self) -> Cells {
        self.public.down
    }

    /// Cells of the own board with an event tile.
    pub fn tiles(&self) -> Cells {
        self.own.covered
    }

    /// Cells of the own board with a Bush.
    pub fn bushes(&self) -> Cells {
        self.own.bushes
    }
}

impl Stalk {
    /// The cells where a figure can be, as everybody can tell who has only heard the announcements: for the killer of
    /// survivors, and for survivors of the killer.
    pub fn possible(&self, view: &StalkView, who: Who) -> Cells {
        self.trail_now(&view.public, who).possible()
    }

    /// Those of the possible cells that need neither Bush nor Run; the next best, if there are none.
    pub fn likely(&self, view: &StalkView, who: Who) -> Cells {
        self.trail_now(&view.public, who).likely()
    }

    /// Where a figure can be by now: one that may have moved since its trail was brought up to date has.
    pub(super) fn trail_now(&self, public: &Public, who: Who) -> Trail {
        match who {
            Who::Survivor(slot) => self.survivors_now(public)[slot.index()],
            Who::Killer => {
                let mut trail = public.known.killer;
                if public.phase == Phase::Killer && !public.known.killer_moved {
                    trail.travel(&self.board, self.gaits[1], self.killer_ground(public));
                }
                trail
            }
        }
    }

    /// Where the survivors can be by now.
    pub(super) fn survivors_now(&self, public: &Public) -> Four {
        if public.phase != Phase::Survivors {
            return public.known.survivors;
        }
        if public.told.count() > 1 {
            let mut settled = *public;
            self.settle(&mut settled, false);
            return settled.known.survivors;
        }
        let (mut trails, ground) = (public.known.survivors, self.survivor_ground(public));
        for slot in slots(self.everybody & !public.known.moved) {
            trails[slot.index()].travel(&self.board, self.gaits[0], ground);
        }
        trails
    }

    /// How many columns and rows the board has.
    pub fn size(&self) -> (u8, u8) {
        (self.board.width, self.board.cells / self.board.width)
    }

    /// The cells next to a cell, without a wall between (S0.4).
    pub fn neighbours(&self, cell: Cell) -> Cells {
        self.board.stepped(Cells::one(cell))
    }

    /// The cell next to `cell` north, east, south or west (0 to 3), if there is no wall between.
    pub fn beyond(&self, cell: Cell, way: u8) -> Option<Cell> {
        (self.board.open[cell.index()] >> way & 1 == 1).then(|| self.board.beyond(cell, way))
    }

    /// Where one may be after at most so many steps that enter no closed cell.
    pub fn reach(&self, from: Cells, steps: u8, closed: Cells) -> Cells {
        self.board.spread(from, steps, closed)
    }

    /// Steps from cell to cell with all palettes up; 255 if there is no way.
    pub fn walk(&self, from: Cell, to: Cell) -> u8 {
        self.board.walk(from, to)
    }

    /// Rows plus columns between two cells (S0.5).
    pub fn distance(&self, a: Cell, b: Cell) -> u8 {
        self.board.distance(a, b)
    }

    /// The cells in which a call from `cell` finds survivors (S6.4).
    pub fn call_range(&self, cell: Cell) -> Cells {
        self.board.call_range(cell)
    }

    /// The cells in which a check at `cell` finds survivors (S6.12).
    pub fn chase_range(&self, cell: Cell) -> Cells {
        self.board.chase_range(cell)
    }

    /// Generators that still need repairs.
    pub fn broken_generators(&self, view: &StalkView) -> Cells {
        self.board.generators & !view.public.repaired
    }

    /// How many more generators the survivors need.
    pub fn repairs_needed(&self, view: &StalkView) -> u8 {
        self.setup.repairs_to_win.saturating_sub(view.public.repaired.len() as u8)
    }

    /// All vaults.
    pub fn vaults(&self) -> Cells {
        self.board.vaults
    }

    /// Palettes that stand upright.
    pub fn palettes_up(&self, view: &StalkView) -> Cells {
        self.board.palettes & !(view.public.down | view.public.broken)
    }

    /// A cell's name: column letter and row number.
    pub fn cell_name(&self, cell: Cell) -> String {
        self.board.name(cell)
    }
}
