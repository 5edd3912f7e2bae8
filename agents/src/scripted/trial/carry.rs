//! How the scripted killer carries (T11).

use fogbound_env::games::trial::{Act, Category};

use super::chart::{HOLDS, Rooms, rooms};
use super::hunt::hook_share;
use super::killer::Hunter;

impl Hunter<'_> {
    /// Rooms that a carry can pass.
    fn carry_exits(&self, room: usize) -> Rooms {
        self.scene.neighbours(room) & !self.scene.pallets[room]
    }

    /// The best hook within so many steps of a room: 1 if it is known.
    fn hook_within(&self, room: usize, steps: usize) -> f32 {
        let (mut seen, mut best): (Rooms, f32) = (1 << room, self.hook_at(room, true));
        for _ in 0..steps {
            let next = rooms(seen).fold(0, |all, room| all | self.carry_exits(room)) & !seen;
            best = rooms(next).map(|room| self.hook_at(room, false)).fold(best, f32::max);
            seen |= next;
        }
        best
    }

    fn hook_at(&self, room: usize, entered: bool) -> f32 {
        let seen = &self.scene.rooms[room];
        if seen.free_hooks > 0 {
            1.0
        } else if !entered && seen.backs[Category::Boldness as usize] > 0 {
            hook_share(&self.scene)
        } else {
            0.0
        }
    }

    /// Dice to ask for: each may free the survivor, too few lead to no hook.
    pub(super) fn dice(&self, count: usize) -> f32 {
        let held = HOLDS[count.min(4)];
        held * self.hook_within(self.room(), count)
    }

    pub(super) fn carry(&self, act: Act) -> f32 {
        let left = self.scene.view.carried().map_or(0, |(_, left)| usize::from(left));
        match act {
            Act::Room(room) => {
                let room = room.index();
                let known = self.hook_at(room, false);
                let later = if left > 1 { 0.95 * self.hook_within(room, left - 1) } else { 0.0 };
                known.max(later)
            }
            _ => self.hook_at(self.room(), true) + 0.01,
        }
    }
}
