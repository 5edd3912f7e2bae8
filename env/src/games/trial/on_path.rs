//! What lies on the paths (T7.12, T9.8, T10.14, T17, T22.1).

use serde::{Deserialize, Serialize};

use super::board::{Path, PathSet};

/// What lies on a path; the Entity is kept apart, since there is one (T17.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum OnPath {
    Nothing,
    Wall,
    Pallet,
    BearTrap,
}

/// What lies on all paths: a set of paths for each thing, since exits are worked out at every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct OnPaths {
    walls: PathSet,
    pallets: PathSet,
    bear_traps: PathSet,
}

impl OnPaths {
    /// Walls, and nothing else.
    pub(super) const fn walled(walls: PathSet) -> OnPaths {
        OnPaths { walls, pallets: 0, bear_traps: 0 }
    }

    /// Paths that hold `thing`.
    pub(super) const fn holding(&self, thing: OnPath) -> PathSet {
        match thing {
            OnPath::Nothing => !(self.walls | self.pallets | self.bear_traps),
            OnPath::Wall => self.walls,
            OnPath::Pallet => self.pallets,
            OnPath::BearTrap => self.bear_traps,
        }
    }

    /// What lies on a path.
    pub(super) fn at(&self, path: Path) -> OnPath {
        let things = [OnPath::Wall, OnPath::Pallet, OnPath::BearTrap];
        let lies = |thing: &OnPath| self.holding(*thing) >> path.0 & 1 == 1;
        things.into_iter().find(lies).unwrap_or(OnPath::Nothing)
    }

    /// Puts `thing` on a path, in place of what lay there.
    pub(super) const fn put(&mut self, path: Path, thing: OnPath) {
        let bit = 1 << path.0;
        self.walls &= !bit;
        self.pallets &= !bit;
        self.bear_traps &= !bit;
        match thing {
            OnPath::Nothing => {}
            OnPath::Wall => self.walls |= bit,
            OnPath::Pallet => self.pallets |= bit,
            OnPath::BearTrap => self.bear_traps |= bit,
        }
    }
}
