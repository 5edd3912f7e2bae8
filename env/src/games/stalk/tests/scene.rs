//! Setting up a position.

use super::*;

/// A game that a test arranges and then plays.
pub(super) struct Scene {
    pub(super) game: Stalk,
    pub(super) state: State,
    pub(super) heard: Vec<(SeatSet, Event)>,
}

impl Scene {
    pub(super) fn of(setup: Setup) -> Scene {
        let game = Stalk::new(setup).expect("the setup is sound");
        let state = game.start();
        Scene { game, state, heard: Vec::new() }
    }

    /// Board `standard`, survivors in the fixed order.
    pub(super) fn new() -> Scene {
        Scene::of(Setup { board: BoardName::Standard, order: Order::Clockwise, ..Setup::default() })
    }

    /// A cell by its name.
    pub(super) fn cell(&self, name: &str) -> Cell {
        let bytes = name.as_bytes();
        Cell((bytes[1] - b'1') * self.game.board.width + bytes[0] - b'a')
    }

    /// Puts a survivor somewhere, with everybody's knowledge.
    pub(super) fn put(mut self, slot: Slot, name: &str) -> Scene {
        let cell = self.cell(name);
        self.state.survivors.at[slot.index()] = cell;
        self.state.public.known.survivors[slot.index()] = Trail::at(cell);
        self.state.public.known.seen[slot.index()].cell = cell;
        self
    }

    /// Puts the killer somewhere, with everybody's knowledge.
    pub(super) fn killer(mut self, name: &str) -> Scene {
        let cell = self.cell(name);
        self.state.killer.at = cell;
        self.state.public.known.killer = Trail::at(cell);
        self.state.public.known.seen[4].cell = cell;
        self
    }

    /// Nobody knows any more where anybody is: any cell will do.
    pub(super) fn fog(mut self) -> Scene {
        let all: Cells = (0..self.game.board.cells).map(Cell).collect();
        let known = &mut self.state.public.known;
        known.survivors = [Trail([all; 5]); 4];
        known.killer = Trail([all; 5]);
        self
    }

    pub(super) fn with(mut self, change: impl FnOnce(&mut State)) -> Scene {
        change(&mut self.state);
        self
    }

    pub(super) fn hooked(self, slot: Slot, times: u8) -> Scene {
        self.with(|s| {
            s.public.status[slot.index()] = Status::Hooked;
            s.public.hooks[slot.index()] = times;
        })
    }

    pub(super) fn out(self, slot: Slot) -> Scene {
        self.with(|s| {
            s.public.status[slot.index()] = Status::Out;
            s.public.hooks[slot.index()] = 2;
            s.public.known.survivors[slot.index()] = Trail::NOWHERE;
            s.survivors.to_act &= !slot.bit();
        })
    }

    pub(super) fn chased(self, slot: Slot) -> Scene {
        self.with(|s| s.public.chased |= slot.bit())
    }

    pub(super) fn palette_down(self, name: &str) -> Scene {
        let cell = self.cell(name);
        self.with(|s| s.public.down |= Cells::one(cell))
    }

    /// A tile on the survivors' board.
    pub(super) fn covered(self, name: &str) -> Scene {
        let cell = self.cell(name);
        self.with(|s| s.survivors.covered |= Cells::one(cell))
    }

    pub(super) fn bush(self, name: &str) -> Scene {
        let cell = self.cell(name);
        self.covered(name).with(|s| {
            s.survivors.bushes |= Cells::one(cell);
            s.survivors.deck[Tile::Bush as usize] -= 1;
        })
    }

    /// It is this survivor's turn; those before it have acted.
    pub(super) fn turn_of(self, slot: Slot) -> Scene {
        self.with(|s| {
            s.survivors.to_act &= !((2u8 << slot.0) - 1);
            let hooked = s.public.status[slot.index()] == Status::Hooked;
            s.survivors.node = if hooked { Node::Escape(slot) } else { Node::Roll(slot) };
        })
    }

    /// It is the killer's turn; the survivors stand where they were put.
    pub(super) fn killer_turn(self) -> Scene {
        self.with(|s| {
            s.public.phase = Phase::Killer;
            s.survivors.to_act = 0;
            s.survivors.node = Node::Wait;
            s.public.known.moved = 0xF;
            s.killer.node = Node::Roll(Slot(0));
        })
    }

    /// Lets chance fall: a die's number of steps.
    pub(super) fn roll(&mut self, face: u16) -> &mut Scene {
        self.fall(face - 1)
    }

    /// Lets chance fall.
    pub(super) fn fall(&mut self, id: u16) -> &mut Scene {
        self.game.try_fall(&mut self.state, id, &mut self.heard).expect("chance can fall like that");
        self
    }

    pub(super) fn draw(&mut self, tile: Tile) -> &mut Scene {
        self.fall(tile as u16)
    }

    /// Whoever acts plays these, one after another.
    pub(super) fn act(&mut self, acts: &[Act]) -> &mut Scene {
        for act in acts {
            let seat = self.game.turn(&self.state).acting().lowest().expect("somebody acts");
            let joint = Joint::one(seat, act.action());
            self.game.try_apply(&mut self.state, &joint, &mut self.heard).expect("the act is legal");
        }
        self
    }

    /// Ends turns without steps and tiles until the killer's turn or the next round begins.
    pub(super) fn idle(&mut self) -> &mut Scene {
        let (round, phase) = (self.state.public.round, self.state.public.phase);
        while self.state.public.round == round && self.state.public.phase == phase {
            match self.game.turn(&self.state) {
                Turn::Act(_) => {
                    let next = self.state.survivors.to_act.trailing_zeros() as u8;
                    let order = phase == Phase::Survivors && self.state.survivors.node == Node::Order;
                    self.act(&[if order { Act::Next(Slot(next)) } else { Act::Stop }])
                }
                Turn::Chance if matches!(Stalk::node(&self.state), Node::Escape(_)) => self.fall(1),
                Turn::Chance => self.roll(1),
                Turn::Over => break,
            };
        }
        self
    }

    /// The legal actions of whoever acts.
    pub(super) fn legal(&self) -> Vec<u16> {
        let seat = self.game.turn(&self.state).acting().lowest().expect("somebody acts");
        self.game.legal(&self.state, seat).iter().map(|action| action.0).collect()
    }

    /// What both sides heard, without the beginnings of rounds and turns; forgets it.
    pub(super) fn public(&mut self) -> Vec<Event> {
        let everybody = SeatSet::first(self.game.seats());
        let heard = std::mem::take(&mut self.heard);
        let told = heard.into_iter().filter(|(to, _)| *to == everybody).map(|(_, event)| event);
        told.filter(|event| !matches!(event, Event::Round(_) | Event::KillerTurn)).collect()
    }

    pub(super) fn at(&self, slot: Slot) -> String {
        self.game.board.name(self.state.survivors.at[slot.index()])
    }

    pub(super) fn node(&self) -> Node {
        Stalk::node(&self.state)
    }

    pub(super) fn chased_now(&self) -> u8 {
        self.state.public.chased
    }
}
