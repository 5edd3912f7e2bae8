//! Collects secret choices one by one until they can be played at once.

use crate::action::{Action, ActionSet, Joint};
use crate::game::{Illegal, check_action};
use crate::seat::{Seat, SeatSet};

/// The one who takes the face-down choices of a node.
///
/// A state never holds half a joint choice; the referee does. Whoever serves seats one at a time (a screen, a web
/// server, an AEC environment) hands each commit in, and plays the joint choice when the last one arrives. The
/// order of the commits makes no difference, and nothing that a seat is shown depends on who has committed.
///
/// ```
/// use fogbound_env::{Action, ActionSet, Referee, Seat, SeatSet};
///
/// let legal = ActionSet::from_bits(0b11);
/// let mut referee = Referee::new(SeatSet::first(2));
/// assert_eq!(referee.commit(Seat(1), Action(0), &legal), Ok(None));
/// let joint = referee.commit(Seat(0), Action(1), &legal).unwrap().expect("both have chosen");
/// assert_eq!((joint.of(Seat(0)), joint.of(Seat(1))), (Action(1), Action(0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Referee {
    acting: SeatSet,
    waiting: SeatSet,
    joint: Joint,
}

impl Referee {
    /// Begins a node at which `acting` choose; with nobody acting every commit is refused.
    #[inline]
    pub const fn new(acting: SeatSet) -> Referee {
        Referee { acting, waiting: acting, joint: Joint::NONE }
    }

    /// The seats that have yet to choose. For whoever runs the table, not for the seats.
    pub const fn waiting(&self) -> SeatSet {
        self.waiting
    }

    /// What has been committed so far at a node that still waits for others. For whoever runs the table, not for the
    /// seats.
    pub fn committed(&self) -> impl Iterator<Item = (Seat, Action)> {
        let (joint, waiting) = (self.joint, self.waiting);
        self.acting
            .iter()
            .filter(move |seat| !waiting.contains(*seat))
            .map(move |seat| (seat, joint.of(seat)))
    }

    /// Takes the choice of `seat`; the joint choice if it was the last. A refused commit changes nothing.
    pub fn commit(
        &mut self,
        seat: Seat,
        action: Action,
        legal: &ActionSet,
    ) -> Result<Option<Joint>, Illegal> {
        if !self.acting.contains(seat) {
            return Err(Illegal::NotAsked { seat });
        }
        if !self.waiting.contains(seat) {
            return Err(Illegal::Committed { seat });
        }
        check_action(legal, seat, action)?;
        Ok(self.take(seat, action))
    }

    /// [`commit`](Referee::commit) for a choice that is known to be legal.
    #[inline]
    pub(crate) fn take(&mut self, seat: Seat, action: Action) -> Option<Joint> {
        self.joint.set(seat, action);
        self.waiting = self.waiting.without(seat);
        self.waiting.is_empty().then_some(self.joint)
    }
}
