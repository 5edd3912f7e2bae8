//! Where hidden figures can be, shown by witnesses: for each cell of a set, a whole game that sounds the same to the side that
//! looks, and in which the figure stands there. On the boards and with the tiles that people play with, ways to play on are too
//! many to be counted out, so they are searched for: of the worlds found so far, one whose figures stand well for what comes is
//! played on, all choices and tiles picked so that it sounds right and that one figure comes to one cell.

mod tries;
mod worlds;

use self::tries::Try;
use self::worlds::Worlds;
use super::*;
use crate::{Action, Listen};

/// A step of play, as it can be played again.
#[derive(Clone, Copy, Debug)]
enum Step {
    Fall(u16),
    Act(Seat, Action),
}

impl Step {
    fn play(self, game: &Stalk, state: &mut State, listener: &mut impl Listen<Event>) {
        match self {
            Step::Fall(id) => game.fall(state, id, listener),
            Step::Act(seat, action) => game.apply(state, &Joint::one(seat, action), listener),
        }
    }
}

/// What one side does until it is the other's turn, and what the side that looks hears of it.
struct Part {
    round: u8,
    phase: Phase,
    viewer: Seat,
    steps: Vec<Step>,
    heard: Vec<Event>,
}

impl Part {
    /// Whether a state is still in this part.
    fn holds(&self, state: &State) -> bool {
        (self.round, self.phase) == (state.public.round, state.public.phase)
    }

    /// Whether the side that looks acts in it.
    fn is_own(&self) -> bool {
        is_own(self.phase, self.viewer)
    }

    /// Plays the next part of the truth at random.
    fn of_truth(game: &Stalk, truth: &mut State, viewer: Seat, chance: &mut Rng) -> Part {
        let (round, phase) = (truth.public.round, truth.public.phase);
        let mut part = Part { round, phase, viewer, steps: Vec::new(), heard: Vec::new() };
        while part.holds(truth) {
            let step = match game.turn(truth) {
                Turn::Act(acting) => {
                    let seat = acting.lowest().unwrap();
                    Step::Act(seat, rollout::random_action(&game.legal(truth, seat), chance))
                }
                _ => Step::Fall(game.draw(truth, chance)),
            };
            let mut heard: Vec<(SeatSet, Event)> = Vec::new();
            step.play(game, truth, &mut heard);
            part.steps.push(step);
            part.heard
                .extend(heard.into_iter().filter(|(to, _)| to.contains(viewer)).map(|(_, event)| event));
        }
        part
    }

    /// Where figures have to be before it, so that it can sound as it does.
    fn wanted(&self) -> impl Iterator<Item = Goal> + '_ {
        self.heard.iter().filter_map(|event| match *event {
            Event::Found(slot, cell) | Event::Revealed(slot, cell) | Event::Hooked(slot, cell) => {
                Some(Goal { figure: Who::Survivor(slot), cell })
            }
            _ => None,
        })
    }

    /// Plays it in a world just as in the truth, if that sounds the same.
    fn again(&self, game: &Stalk, mut world: State) -> Option<State> {
        let mut ears = Ears::new(self);
        for step in &self.steps {
            step.play(game, &mut world, &mut ears);
            if ears.differs {
                return None;
            }
        }
        ears.expected.is_empty().then_some(world)
    }
}

fn is_own(phase: Phase, viewer: Seat) -> bool {
    (phase == Phase::Killer) == (viewer == KILLER_SEAT)
}

/// Listens to a world for as long as it sounds like the truth.
#[derive(Clone, Copy)]
struct Ears<'a> {
    viewer: Seat,
    expected: &'a [Event],
    differs: bool,
}

impl Ears<'_> {
    fn new(part: &Part) -> Ears<'_> {
        Ears { viewer: part.viewer, expected: &part.heard, differs: false }
    }
}

impl Listen<Event> for Ears<'_> {
    // Nobody looks at the sets of a world: where its figures are is enough.
    const WATCHED: bool = false;

    fn hear(&mut self, to: SeatSet, event: Event) {
        if to.contains(self.viewer) {
            match self.expected.split_first() {
                Some((next, rest)) if *next == event => self.expected = rest,
                _ => self.differs = true,
            }
        }
    }
}

/// The tiles that are left to a figure's side.
fn deck(state: &State, figure: Who) -> &super::super::content::Deck {
    if figure == Who::Killer { &state.killer.deck } else { &state.survivors.deck }
}

/// Where somebody shall come to.
#[derive(Clone, Copy)]
struct Goal {
    figure: Who,
    cell: Cell,
}

/// How much is searched for witnesses.
struct Effort {
    /// Tries for every cell.
    spread: usize,
    /// Tries for a cell that has no witness yet.
    tries: usize,
    /// Times that the whole game is searched anew, as long as cells are left without a witness.
    searches: u64,
}

/// Where a figure could be at a decision of the other side, and the cells of that which no witness was found for.
#[derive(Clone)]
struct Claim {
    round: u8,
    figure: Who,
    set: Cells,
    without: Cells,
}

/// A part of a random game, how the game stands after it, and where those who are hidden can be then.
struct Stage {
    part: Part,
    state: State,
    claims: Vec<Claim>,
}

/// A random game.
struct Truth {
    viewer: Seat,
    stages: Vec<Stage>,
}

impl Truth {
    fn new(game: &Stalk, viewer: Seat, seed: u64, rounds: u8) -> Truth {
        let (mut state, mut chance, mut stages) = (game.start(), Rng::new(seed), Vec::new());
        loop {
            let part = Part::of_truth(game, &mut state, viewer, &mut chance);
            if matches!(state.public.phase, Phase::Over(_)) || state.public.round > rounds {
                return Truth { viewer, stages };
            }
            let set = |figure| game.trail_now(&state.public, figure).possible();
            let claim = |figure| Claim { round: part.round, figure, set: set(figure), without: set(figure) };
            let claims = hidden(game, viewer, &state).into_iter().map(claim).collect();
            stages.push(Stage { part, state, claims });
        }
    }

    /// Looks for witnesses whenever the viewer has to decide.
    fn search(&mut self, game: &Stalk, effort: &Effort, rng: &mut Rng) {
        let mut worlds = Worlds::new(hidden(game, self.viewer, &game.start()));
        worlds.add(&game.start(), true);
        for i in 0..self.stages.len() {
            let (earlier, later) = self.stages.split_at_mut(i + 1);
            let Stage { part, state, claims } = &mut earlier[i];
            let to_come = later.first().map(|stage| &stage.part);
            let mut next = Worlds::new(claims.iter().map(|claim| claim.figure).collect());
            // What the viewer does next, and hears of it, not all of these worlds will stand.
            let add = |next: &mut Worlds, world: State| {
                let stands = to_come.is_some_and(|part| part.is_own() && part.again(game, world).is_some());
                next.add(&world, stands);
            };
            // The truth is a world, too.
            add(&mut next, *state);
            if part.is_own() {
                let same = worlds.all.iter().filter_map(|&world| part.again(game, world));
                same.for_each(|world| add(&mut next, world));
                worlds = next;
                continue;
            }
            let goals: Vec<Goal> = claims.iter().flat_map(Claim::goals).collect();
            let wanted: Vec<Goal> = to_come.iter().flat_map(|part| part.wanted()).collect();
            for (enough, tries) in [(usize::MAX, effort.spread), (1, effort.tries), (8, effort.tries / 20)] {
                for &goal in &goals {
                    for _ in 0..tries {
                        if next.count(goal) >= enough {
                            break;
                        }
                        let wanted = if rng.below(2) == 0 { &wanted[..] } else { &[] };
                        let from = worlds.suited(game, part, goal, wanted, rng);
                        let world = Try::new(game, part, goal, &goals, wanted, rng).play(from, rng);
                        if let Some(world) = world {
                            add(&mut next, world);
                        }
                    }
                }
            }
            worlds = next;
            for claim in claims {
                let met = worlds.cells(claim.figure);
                assert!(met.within(claim.set), "{:?} in {:?}", claim.figure, met & !claim.set);
                claim.without = claim.without & !met;
            }
        }
    }

    /// All that the viewer hears.
    fn heard(&self) -> Vec<Event> {
        self.stages.iter().flat_map(|stage| stage.part.heard.iter().copied()).collect()
    }

    /// The claims at the viewer's decisions. Where a turn of the viewer is lost, there is none.
    fn claims(&self) -> impl Iterator<Item = &Claim> {
        let pairs = self.stages.windows(2);
        let decides = |pair: &&[Stage]| !pair[0].part.is_own() && pair[1].part.is_own();
        pairs.filter(decides).flat_map(|pair| &pair[0].claims)
    }
}

impl Claim {
    fn goals(&self) -> impl Iterator<Item = Goal> + '_ {
        self.set.iter().map(|cell| Goal { figure: self.figure, cell })
    }
}

/// What came of looking for witnesses: sets at decisions of the viewer, those with a witness for each cell, cells, and cells without.
#[derive(Debug, Default)]
struct Found {
    sets: usize,
    exact: usize,
    cells: u32,
    without: u32,
}

/// Searches a random game, again if need be: a witness found once is one.
fn witnesses(game: &Stalk, viewer: Seat, seed: u64, rounds: u8, effort: &Effort, found: &mut Found) {
    let mut truth = Truth::new(game, viewer, seed, rounds);
    for again in 0..effort.searches {
        truth.search(game, effort, &mut Rng::stream(seed, again));
        if truth.claims().all(|claim| claim.without.is_empty()) {
            break;
        }
    }
    for Claim { round, figure, set, without } in truth.claims() {
        found.sets += 1;
        found.exact += usize::from(without.is_empty());
        found.cells += set.len();
        found.without += without.len();
        if !without.is_empty() {
            println!(
                "game {seed}, round {round}: no witness for {figure:?} in {without:?} of {} cells",
                set.len()
            );
        }
    }
}

/// All tiles of both full decks, on the board that is played most.
#[test]
fn wherever_a_survivor_can_be_there_is_a_witness() {
    let game = Stalk::new(Setup::default()).unwrap();
    let (effort, mut found) = (Effort { spread: 64, tries: 10_000, searches: 6 }, Found::default());
    let seeds = [9, 39, 42, 44];
    let heard = seeds.map(|seed| Truth::new(&game, KILLER_SEAT, seed, 12).heard()).concat();
    let happens = |wanted: fn(&Event) -> bool| assert!(heard.iter().any(wanted), "{heard:?}");
    happens(|event| matches!(event, Event::Found(..)));
    happens(|event| matches!(event, Event::Revealed(..)));
    happens(|event| matches!(event, Event::Hooked(..)));
    for seed in seeds {
        witnesses(&game, KILLER_SEAT, seed, 12, &effort, &mut found);
    }
    assert!(found.cells > 8_000 && found.without == 0, "{found:?}");
}

#[test]
fn wherever_the_killer_can_be_there_is_a_witness() {
    let game = Stalk::new(Setup::default()).unwrap();
    let (effort, mut found) = (Effort { spread: 200, tries: 10_000, searches: 4 }, Found::default());
    for seed in 0..10 {
        witnesses(&game, Seat(1), seed, 20, &effort, &mut found);
    }
    assert!(found.cells > 3_000 && found.without == 0, "{found:?}");
}

/// `cargo test --release -p fogbound-env how_many_cells_have_witnesses -- --ignored --nocapture` shows how many there are in longer
/// games on all boards that are played on, with a long search for those that are hard to find.
#[test]
#[ignore = "takes an hour"]
fn how_many_cells_have_witnesses() {
    let presets = Setup::presets().into_iter().filter(|(name, _)| *name != "tiny");
    for (name, setup) in presets {
        let game = Stalk::new(setup).unwrap();
        for (viewer, games) in [(Seat(1), 60), (KILLER_SEAT, 12)] {
            let (effort, mut found) = (Effort { spread: 300, tries: 20_000, searches: 6 }, Found::default());
            for seed in 0..games {
                witnesses(&game, viewer, seed, 20, &effort, &mut found);
                println!("{name}, {} games, seen by {}: {found:?}", seed + 1, game.seat_name(viewer));
            }
        }
    }
}
