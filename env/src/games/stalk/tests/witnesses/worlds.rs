//! Worlds that sound alike, kept so that figures are in as many places in them as can be, each by itself and two together.

use super::*;

const CELLS: usize = 81;
/// Runs that can be left, and one more for none.
const RUNS: usize = 5;
/// Worlds are told apart by the Runs that are left, by whether a Bush hides the figure, and by whether they stand when what comes
/// next is heard.
const KINDS: usize = 4 * RUNS;
/// Worlds of a kind that are kept in any case, all figures together.
const MOST: usize = 96;
/// Worlds that are kept in all.
const KEPT: usize = 60_000;
/// Worlds that are looked at for a try.
const LOOKS: usize = 24;

/// What is known of the worlds in which two figures are in two places.
#[derive(Clone, Copy, Default)]
struct Pair {
    worlds: u8,
    /// The most tiles that are left in one.
    tiles: u8,
}

pub(super) struct Worlds {
    figures: Vec<Who>,
    pub(super) all: Vec<State>,
    /// Which worlds have a figure in a cell, by kind.
    at: Vec<Vec<u32>>,
    pairs: Vec<Pair>,
}

impl Worlds {
    pub(super) fn new(figures: Vec<Who>) -> Worlds {
        let places = figures.len() * CELLS;
        Worlds {
            figures,
            all: Vec::new(),
            at: vec![Vec::new(); places * KINDS],
            pairs: vec![Pair::default(); places * places * RUNS * 2],
        }
    }

    fn index(&self, figure: Who) -> usize {
        self.figures.iter().position(|&other| other == figure).expect("nobody comes back to the board")
    }

    /// Keeps a world that is not like those that are kept already, or has more tiles left.
    pub(super) fn add(&mut self, world: &State, stands: bool) {
        let left = deck(world, self.figures[0]);
        let (tiles, runs) = (left.iter().sum::<u8>(), usize::from(left[Tile::Run as usize]));
        let figures = self.figures.iter().enumerate();
        let places: Vec<usize> =
            figures.map(|(i, &figure)| i * CELLS + place(world, figure).index()).collect();
        let by_bush = |at: usize| {
            let bush = self.figures[0] != Who::Killer && world.survivors.bushes.has(Cell((at % CELLS) as u8));
            at * KINDS + runs * 4 + usize::from(bush) * 2 + usize::from(stands)
        };
        let kinds: Vec<usize> = places.iter().map(|&at| by_bush(at)).collect();
        let mut new = kinds.iter().any(|&kind| self.at[kind].len() < MOST / self.figures.len());
        for a in &places {
            for b in &places {
                let kind = runs * 2 + usize::from(stands);
                let pair = &mut self.pairs[(a * self.figures.len() * CELLS + b) * RUNS * 2 + kind];
                new |= (pair.worlds < 2 || pair.tiles < tiles) && self.all.len() < KEPT;
                *pair = Pair { worlds: pair.worlds.saturating_add(1), tiles: tiles.max(pair.tiles) };
            }
        }
        if new {
            for kind in kinds {
                self.at[kind].push(self.all.len() as u32);
            }
            self.all.push(*world);
        }
    }

    /// How many worlds have somebody where it shall come to.
    pub(super) fn count(&self, goal: Goal) -> usize {
        let kinds = (self.index(goal.figure) * CELLS + goal.cell.index()) * KINDS;
        self.at[kinds..kinds + KINDS].iter().map(Vec::len).sum()
    }

    /// All cells in which a figure is in some world.
    pub(super) fn cells(&self, figure: Who) -> Cells {
        self.all.iter().map(|world| place(world, figure)).collect()
    }

    /// How far a world is from what has to come, in turns.
    fn lacks(&self, game: &Stalk, world: &State, part: &Part, goal: Goal, wanted: &[Goal]) -> u32 {
        // What is made next to a cell, or in it, and by whom; a repair only by who stands there already.
        let turns = |figure: Who, cell: Cell, steps: u8| {
            u32::from(game.board.walk(place(world, figure), cell).saturating_sub(steps).div_ceil(3))
        };
        let anybody = |cell: Cell, steps: u8| {
            self.figures.iter().map(|&figure| turns(figure, cell, steps)).min().unwrap_or(0)
        };
        let noise = |event: Event| match (event, tries::source(event, part.phase)) {
            (_, None) => 0,
            (_, Some((Some(figure), cell))) => turns(figure, cell, 3),
            (Event::GeneratorAlert(_) | Event::GeneratorFixed(_), Some((None, cell))) => anybody(cell, 0),
            (_, Some((None, cell))) => anybody(cell, 3),
        };
        // Runs lead as far as further turns do; where it would be heard, it has to stand already.
        let runs = deck(world, goal.figure)[Tile::Run as usize];
        let loud = (game.board.vaults | world.public.down).has(goal.cell);
        let on_its_way = match turns(goal.figure, goal.cell, if loud { 0 } else { 3 }) {
            far if loud => 4 * far.min(1),
            far => far.saturating_sub(runs.into()),
        };
        on_its_way
            + part.heard.iter().map(|&event| noise(event)).sum::<u32>()
            + wanted.iter().map(|other| turns(other.figure, other.cell, 3)).sum::<u32>()
    }

    /// Of some worlds, the one that suits best what has to come.
    pub(super) fn suited(
        &self,
        game: &Stalk,
        part: &Part,
        goal: Goal,
        wanted: &[Goal],
        rng: &mut Rng,
    ) -> State {
        let mut any = |n: usize| rng.below(n as u32) as usize;
        let figure = self.index(goal.figure) * CELLS;
        let look = |look: usize| {
            // Half of them have it there already.
            let cell = if look.is_multiple_of(2) { goal.cell.index() } else { any(CELLS) };
            let kind = &self.at[(figure + cell) * KINDS + any(KINDS)];
            let world = if kind.is_empty() { any(self.all.len()) } else { kind[any(kind.len())] as usize };
            (self.lacks(game, &self.all[world], part, goal, wanted) * 2 + any(3) as u32, world)
        };
        let best = (0..LOOKS).map(look).min().expect("some are looked at");
        self.all[best.1]
    }
}
