//! Skill checks, rolls and what they build (T12).

use super::board::Tile;
use super::content::{Prop, Window};
use super::engine::Engine;
use super::event::Event;
use super::frame::Frame;
use super::state::{DiceMode, Ending, Grade, Luck, Roll, RollKind, Slot, TileState, Who};
use crate::Listen;

impl<L: Listen<Event>> Engine<'_, L> {
    pub(super) fn push_check(&mut self, slot: Slot, kind: RollKind, tile: Tile) {
        let mode = DiceMode::Single;
        self.push(Frame::Check { slot, kind, tile, mode, auto: false, hope: false, step: 0 });
        self.check(slot, kind, tile, mode, false, 0);
    }

    /// CHECK. 0 declare, 1 roll unless it succeeds by itself, 2 done.
    pub(super) fn check(
        &mut self,
        slot: Slot,
        kind: RollKind,
        tile: Tile,
        mode: DiceMode,
        auto: bool,
        step: u8,
    ) {
        match step {
            0 => {
                // E28: the mark makes one check dangerous and is gone.
                let overcharged = kind == RollKind::Repair && self.s.public.is_overcharged(tile);
                let mode = if overcharged { DiceMode::Danger } else { mode };
                self.s.public.overcharged &= !(u64::from(overcharged) << tile.0);
                self.s.public.hope = false;
                self.set(Frame::Check { slot, kind, tile, mode, auto, hope: false, step: 1 });
                self.open(Window::CheckDeclared, slot);
                if self.is_at_work() {
                    self.check(slot, kind, tile, mode, auto, 1);
                }
            }
            1 => {
                if let Frame::Check { hope, .. } = self.s.public.top() {
                    self.s.public.hope = hope;
                }
                if auto {
                    // T12.12: no dice, no window, no blood.
                    self.s.public.roll.grade = Grade::Success;
                    return self.pop();
                }
                let count = if matches!(mode, DiceMode::KeepHigh | DiceMode::KeepLow) { 2 } else { 1 };
                self.pop();
                self.push_roll(slot, kind, mode, count);
            }
            _ => self.pop(),
        }
    }

    pub(super) fn push_roll(&mut self, slot: Slot, kind: RollKind, mode: DiceMode, count: u8) {
        self.s.public.roll = Roll { slot, kind, mode, count, ..Roll::none() };
        self.push(Frame::Roll { step: 0, die: 0 });
        self.roll(0, 0);
    }

    fn throw(&mut self) {
        let danger = self.s.public.roll.mode == DiceMode::Danger;
        self.chance(if danger { Luck::DangerDie } else { Luck::SkillDie });
    }

    /// Puts the face that fell on a die.
    fn land(&mut self, die: u8) {
        let face = self.s.answer as u8;
        let roll = &mut self.s.public.roll;
        roll.faces[usize::from(die)] = face;
        let (slot, danger) = (roll.slot, roll.mode == DiceMode::Danger);
        self.tell(Event::Rolls { slot, die, face, danger });
    }

    /// ROLL. 0 throw a die, 1 it lands, 2 count.
    pub(super) fn roll(&mut self, step: u8, die: u8) {
        match step {
            0 => {
                self.set(Frame::Roll { step: 1, die });
                self.throw();
            }
            1 => {
                self.land(die);
                if die + 1 < self.s.public.roll.count {
                    return self.roll(0, die + 1);
                }
                self.set(Frame::Roll { step: 2, die });
                // T8.11: a search is a plain die.
                if self.s.public.roll.kind != RollKind::Search {
                    self.open(Window::DiceRolled, self.s.public.roll.slot);
                }
                if self.is_at_work() {
                    self.roll(2, die);
                }
            }
            _ => {
                self.pop();
                let roll = self.s.public.roll;
                let dice = 0..usize::from(roll.count);
                // T12.5, T12.7, T12.8: one for each die that is a failure in the end.
                let failures = dice.clone().filter(|&die| roll.fails(die)).count() as u8;
                let struggle_won =
                    roll.kind == RollKind::Struggle && dice.clone().any(|die| roll.is_great(die));
                let kept = roll.kept();
                self.s.public.roll.grade = if struggle_won || roll.is_great(kept) {
                    Grade::Great
                } else if roll.fails(kept) {
                    Grade::Failure
                } else {
                    Grade::Success
                };
                for _ in 0..if roll.no_blood { 0 } else { failures } {
                    self.gain(Who::Killer, 1);
                }
            }
        }
    }

    /// Rolls the dice of a set again, in index order. 0 throw, 1 land.
    pub(super) fn reroll(&mut self, dice: u8, step: u8) {
        if dice == 0 {
            return self.pop();
        }
        let die = dice.trailing_zeros() as u8;
        if step == 0 {
            self.set(Frame::Reroll { dice, step: 1 });
            return self.throw();
        }
        self.set(Frame::Reroll { dice: dice & (dice - 1), step: 0 });
        self.s.public.roll.again |= 1 << die;
        self.land(die);
    }

    /// `ADD_PROGRESS` (T7.1 to T7.5).
    pub(super) fn add_progress(&mut self, tile: Tile, amount: u8) {
        let room = self.board().room_of(tile);
        let TileState::Up(prop) = self.s.public.tiles[tile.index()] else { return };
        let progress = (self.s.public.progress[tile.index()] + amount).min(3);
        self.s.public.progress[tile.index()] = progress;
        self.tell(Event::Progress(room, prop, progress));
        if progress < 3 {
            return;
        }
        if prop == Prop::Gate {
            return self.end(Ending::Survivors);
        }
        self.remove_tile(tile);
        self.s.public.progress[tile.index()] = 0;
        self.s.public.generators += 1;
        self.tell(Event::GeneratorRuns(self.s.public.generators));
        self.open_later(Window::GeneratorDone, Slot(0));
    }
}

impl Roll {
    /// No dice on the table.
    pub(super) const fn none() -> Roll {
        Roll {
            slot: Slot(0),
            kind: RollKind::Repair,
            mode: DiceMode::Single,
            count: 0,
            faces: [0; 4],
            again: 0,
            iron_will: false,
            ruin: false,
            no_blood: false,
            grade: Grade::Failure,
        }
    }
}
