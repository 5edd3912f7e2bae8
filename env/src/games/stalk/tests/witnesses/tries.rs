//! One try to play a part so that it sounds as in the truth, and that a figure comes to a cell.

use super::*;
use crate::Outcome;

/// What somebody is after.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Aim {
    /// To enter the cell.
    Enter(Cell),
    /// To stand there in the end.
    Stand(Cell),
    /// To take as little from the deck as can be.
    Rest,
    /// Nothing.
    Wander,
}

/// Where an event happens, and by whom if it says so.
pub(super) fn source(event: Event, phase: Phase) -> Option<(Option<Who>, Cell)> {
    Some(match event {
        Event::Vault(who, cell) | Event::Crow(who, cell) => (Some(who), cell),
        Event::Trap(slot, cell) => (Some(Who::Survivor(slot)), cell),
        Event::Flashlight(cell) if phase == Phase::Killer => (Some(Who::Killer), cell),
        Event::Call(cell) | Event::Check(cell) => (Some(Who::Killer), cell),
        Event::PaletteDown(cell)
        | Event::PaletteBroken(cell)
        | Event::Rescued(_, cell)
        | Event::GeneratorAlert(cell)
        | Event::GeneratorFixed(cell) => (None, cell),
        _ => return None,
    })
}

/// Steps from one cell to another that is entered last, past what cannot be entered in silence.
fn steps_to(board: &Board, from: Cell, goal: Cell, loud: Cells) -> i32 {
    const FAR: i32 = 40;
    let mut reached = Cells::one(goal);
    for steps in 0..FAR {
        if reached.has(from) {
            return steps;
        }
        reached |= board.stepped(reached) & !loud;
    }
    FAR
}

const fn index(who: Who) -> usize {
    if let Who::Survivor(slot) = who { slot.index() } else { 4 }
}

pub(super) struct Try<'a> {
    game: &'a Stalk,
    part: &'a Part,
    /// What survivors and killer are after by themselves.
    aims: [Aim; 5],
    /// Which survivor does what is heard next without a name.
    unnamed: usize,
    /// Where the movement action under way shall end.
    leg: Option<Cell>,
    /// Whether no Runs are wanted.
    thrifty: bool,
    /// Whether what is to be heard is made to be heard as soon as it can be.
    eager: bool,
}

impl<'a> Try<'a> {
    pub(super) fn new(
        game: &'a Stalk,
        part: &'a Part,
        goal: Goal,
        goals: &[Goal],
        wanted: &[Goal],
        rng: &mut Rng,
    ) -> Try<'a> {
        let mut aims = [Aim::Rest; 5];
        for aim in &mut aims {
            if rng.below(4) == 0 {
                *aim = Aim::Wander;
            }
        }
        for _ in 0..rng.below(4) {
            let other = goals[rng.below(goals.len() as u32) as usize];
            aims[index(other.figure)] = Aim::Stand(other.cell);
        }
        for other in wanted {
            aims[index(other.figure)] = Aim::Stand(other.cell);
        }
        if rng.below(8) > 0 {
            aims[index(goal.figure)] = Aim::Stand(goal.cell);
        }
        let (unnamed, thrifty, eager) = (rng.below(4) as usize, rng.below(2) == 0, rng.below(2) == 0);
        Try { game, part, aims, unnamed, leg: None, thrifty, eager }
    }

    /// Whose movement it is.
    fn mover(&self, world: &State) -> Option<Who> {
        match Stalk::node(world) {
            Node::Roll(slot) | Node::Walk(Walk { slot, .. }) | Node::Draw(slot) => {
                Some(if self.part.phase == Phase::Killer { Who::Killer } else { Who::Survivor(slot) })
            }
            _ => None,
        }
    }

    /// What the mover is after: what is to be heard next, if that is its doing.
    fn aim(&self, mover: Who, next: Option<&Event>) -> Aim {
        let own = self.aims[index(mover)];
        let Some(&event) = next else { return own };
        let Some((by, cell)) = source(event, self.part.phase) else { return own };
        let anybody = self.eager && (mover == Who::Killer || self.unnamed == index(mover));
        match event {
            _ if !by.map_or(anybody, |who| who == mover) => own,
            Event::Vault(..) => Aim::Enter(cell),
            _ => Aim::Stand(cell),
        }
    }

    /// Where a movement action may end that leads to a cell with as few Runs after it as can be.
    fn leg(&self, world: &State, mover: Who, allowance: u8, goal: Cell, rng: &mut Rng) -> Option<Cell> {
        let board = &self.game.board;
        let loud = board.vaults | world.public.down;
        let (covered, steps) = match mover {
            Who::Killer => (world.killer.covered, self.game.gaits[1].steps),
            Who::Survivor(_) => (world.survivors.covered, self.game.gaits[0].steps),
        };
        let (from, stops) = (Cells::one(place(world, mover)), board.plain & !covered);
        let near = board.spread(from, allowance, loud);
        // There may be reason to draw a Run on the way, though it can do without.
        let detour = rng.below(4) == 0;
        let mut any = |cells: Cells| cells.iter().nth(rng.below(cells.len().max(1)) as usize);
        let straight = board.spread(from, allowance, loud & !Cells::one(goal)).has(goal);
        if straight && !detour {
            return Some(goal);
        }
        let mut to = Cells::one(goal);
        for _ in 0..=self.game.gaits[1].runs {
            to = board.spread(to, steps, loud) & stops;
            if near.meets(to) {
                return any(near & to);
            }
        }
        straight.then_some(goal)
    }

    /// How good a step is for who makes it.
    fn score(&self, world: &State, on: &State, step: Step, next: Option<&Event>, rng: &mut Rng) -> i32 {
        let rolls = matches!(Stalk::node(world), Node::Roll(_));
        let Some(mover) = self.mover(world) else {
            // S2.4: who is to be heard next may as well be next.
            let named = next.and_then(|&event| source(event, self.part.phase)?.0);
            return match step {
                Step::Act(_, action) => match Act::of(action) {
                    Act::Next(slot) if named == Some(Who::Survivor(slot)) => 4 * rng.below(2) as i32,
                    _ => 0,
                },
                Step::Fall(_) => 0,
            };
        };
        let stops = matches!(step, Step::Act(_, action) if Act::of(action) == Act::Stop);
        let aim = self.aim(mover, next);
        let goal = match aim {
            Aim::Enter(cell) | Aim::Stand(cell) => cell,
            Aim::Wander => return 0,
            Aim::Rest => {
                return match step {
                    Step::Fall(id) if rolls => -2 * i32::from(id),
                    _ => 10 * i32::from(stops),
                };
            }
        };
        let end = self.leg.unwrap_or(goal);
        let loud = self.game.board.vaults | world.public.down;
        let left = |state: &State| steps_to(&self.game.board, place(state, mover), end, loud);
        match step {
            Step::Fall(id) if rolls => 2 * i32::from(id),
            Step::Fall(id) if id == Tile::Run as u16 => {
                if self.thrifty || place(world, mover) == goal {
                    -3
                } else {
                    6
                }
            }
            Step::Fall(_) => 0,
            Step::Act(..) if stops => match left(world) {
                // It has to leave first, to come back.
                0 if aim == Aim::Enter(end) => -20,
                0 => 10,
                _ => 0,
            },
            Step::Act(..) => 10 * (left(world) - left(on)),
        }
    }

    /// All that can happen next.
    fn steps(&self, world: &State) -> Vec<Step> {
        let mut steps = Vec::new();
        match self.game.turn(world) {
            Turn::Over => {}
            Turn::Chance => {
                self.game.outcomes(world, &mut |Outcome { id, .. }| steps.push(Step::Fall(id)));
            }
            Turn::Act(acting) => {
                let legal = acting.iter().map(|seat| (seat, self.game.legal(world, seat)));
                steps.extend(legal.flat_map(|(seat, legal)| {
                    legal.iter().map(move |action| Step::Act(seat, action)).collect::<Vec<_>>()
                }));
            }
        }
        steps
    }

    /// Plays the part, always by what seems best of what sounds right.
    pub(super) fn play(&mut self, mut world: State, rng: &mut Rng) -> Option<State> {
        let mut ears = Ears::new(self.part);
        while self.part.holds(&world) {
            let next = ears.expected.first();
            match (Stalk::node(&world), self.mover(&world)) {
                (Node::Roll(_), _) => self.leg = None,
                (Node::Walk(walk), Some(mover)) if self.leg.is_none() => {
                    if let Aim::Enter(goal) | Aim::Stand(goal) = self.aim(mover, next) {
                        self.leg = self.leg(&world, mover, walk.allowance - walk.steps, goal, rng);
                    }
                }
                _ => {}
            }
            let mut best: Option<(i32, State, Ears)> = None;
            for step in self.steps(&world) {
                let (mut on, mut heard) = (world, ears);
                step.play(self.game, &mut on, &mut heard);
                if heard.differs {
                    continue;
                }
                let told = heard.expected.len() < ears.expected.len();
                let haste = if self.eager { 20 } else { 25 * rng.below(2) as i32 };
                let score = self.score(&world, &on, step, next, rng) + haste * i32::from(told);
                let score = score + rng.below(4) as i32;
                if best.as_ref().is_none_or(|(most, ..)| score > *most) {
                    best = Some((score, on, heard));
                }
            }
            let before = ears.expected.len();
            (_, world, ears) = best?;
            if ears.expected.len() < before {
                (self.unnamed, self.leg) = (rng.below(4) as usize, None);
            }
        }
        ears.expected.is_empty().then_some(world)
    }
}
