//! The table as a script looks at it: what lies in each room, and who can go where.

use fogbound_env::games::trial::{
    Card, Face, KillerSeen, MAX_ROOMS, Obstacle, Prop, Slot, Spot, SurvivorSeen, Trial, TrialView,
};

use super::chart::{Chart, Rooms};
use super::taste::KillerTaste;

/// The cards that lead somewhere.
pub(super) const COLOURS: [Card; 4] = [Card::Sneak, Card::Sprint, Card::Crouch, Card::Vault];

/// What lies in a room, apart from what the Entity holds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoomSeen {
    /// Face-down props by category.
    pub(super) backs: [u8; 4],
    /// Progress of the generator, or gate, that is furthest.
    pub(super) generator: Option<u8>,
    pub(super) gate: Option<u8>,
    /// Hooks that somebody can be hung on.
    pub(super) free_hooks: u8,
    /// Survivors that can be rescued here, one bit each.
    pub(super) hung: u8,
    pub(super) chest: bool,
    pub(super) totem: bool,
    pub(super) crow: bool,
    /// A locker with nobody on it.
    pub(super) locker: bool,
}

/// All that scripts look at more than once.
#[derive(Clone, Debug)]
pub(super) struct Scene<'a> {
    pub(super) chart: &'a Chart,
    pub(super) view: &'a TrialView,
    /// What the killer strives for, or is thought to.
    pub(super) taste: &'a KillerTaste,
    pub(super) people: [SurvivorSeen; 4],
    pub(super) killer: KillerSeen,
    pub(super) rooms: [RoomSeen; MAX_ROOMS],
    /// Where the colours lead survivors.
    pub(super) steps: [[Rooms; MAX_ROOMS]; 4],
    /// Where they lead the killer.
    pub(super) strides: [[Rooms; MAX_ROOMS]; 4],
    /// Neighbours behind a pallet, and behind a bear trap.
    pub(super) pallets: [Rooms; MAX_ROOMS],
    pub(super) traps: [Rooms; MAX_ROOMS],
    pub(super) powered: bool,
    /// Rooms with a gate face up.
    pub(super) gates: Rooms,
}

impl<'a> Scene<'a> {
    pub(super) fn new(
        chart: &'a Chart,
        trial: &'a Trial,
        view: &'a TrialView,
        taste: &'a KillerTaste,
    ) -> Scene<'a> {
        let mut scene = Scene {
            chart,
            view,
            taste,
            people: Slot::ALL.map(|slot| view.survivor(slot)),
            killer: view.killer(),
            rooms: [RoomSeen::default(); MAX_ROOMS],
            steps: chart.leads,
            strides: chart.leads,
            pallets: [0; MAX_ROOMS],
            traps: [0; MAX_ROOMS],
            powered: view.generators() >= chart.generators,
            gates: 0,
        };
        scene.look_at_paths();
        scene.look_at_props(trial);
        scene
    }

    fn look_at_paths(&mut self) {
        let board = self.view.board();
        for (path, obstacle) in self.view.obstacles() {
            let way = board.way(path);
            let (from, to) = (way.from.index(), way.to.index());
            match obstacle {
                Obstacle::Wall => cut(&mut self.steps[way.card as usize], from, to),
                Obstacle::Pallet => join(&mut self.pallets, from, to),
                Obstacle::BearTrap => join(&mut self.traps, from, to),
            }
        }
        if let Some(path) = self.view.shut_path() {
            let way = board.way(path);
            cut(&mut self.steps[way.card as usize], way.from.index(), way.to.index());
            cut(&mut self.strides[way.card as usize], way.from.index(), way.to.index());
        }
    }

    fn look_at_props(&mut self, trial: &Trial) {
        for prop in trial.props(self.view) {
            let room = &mut self.rooms[prop.room.index()];
            let kind = match prop.face {
                Face::Back(category) => {
                    room.backs[category as usize] += 1;
                    continue;
                }
                Face::Front(kind) => kind,
            };
            if kind == Prop::Gate {
                self.gates |= 1 << prop.room.index();
            }
            if prop.shut {
                continue;
            }
            match kind {
                Prop::Generator => room.generator = room.generator.max(Some(prop.progress)),
                Prop::Gate => room.gate = room.gate.max(Some(prop.progress)),
                Prop::Hook => match prop.occupant {
                    Some(slot) => room.hung |= 1 << slot.index(),
                    None => room.free_hooks += 1,
                },
                Prop::Totem => room.totem = true,
                Prop::Chest => room.chest = true,
                Prop::Locker => room.locker |= prop.occupant.is_none(),
                Prop::Crow => room.crow = true,
                Prop::Pallet => {}
            }
        }
    }

    /// All rooms that a survivor can go to from a room, whatever the card.
    pub(super) fn neighbours(&self, room: usize) -> Rooms {
        self.steps.iter().fold(0, |all, leads| all | leads[room])
    }

    pub(super) fn is_hung(&self, slot: usize) -> bool {
        self.people[slot].spot == Spot::Hook
    }

    pub(super) fn is_visible(&self, slot: usize) -> bool {
        self.people[slot].spot == Spot::Open
    }

    /// Whether a phantasm trap lies in a room.
    pub(super) fn phantasm(&self, room: usize) -> bool {
        self.view.phantasms() >> room & 1 == 1
    }

    /// Progress on the track that the killer still needs.
    pub(super) fn lives(&self) -> u8 {
        self.chart.sacrifices.saturating_sub(self.view.sacrifices())
    }
}

fn cut(leads: &mut [Rooms; MAX_ROOMS], a: usize, b: usize) {
    leads[a] &= !(1 << b);
    leads[b] &= !(1 << a);
}

fn join(ends: &mut [Rooms; MAX_ROOMS], a: usize, b: usize) {
    ends[a] |= 1 << b;
    ends[b] |= 1 << a;
}
