//! Tree search with everything open: fine for games without secrets, cheating or self-deceit elsewhere.

use std::time::Instant;

use fogbound_env::{Action, ActionSet, Fingerprint, Game, Perspective, Rng, Seat};

use super::answer::{Findings, draw};
use super::guide::Guide;
use super::leaf::Leaf;
use super::options::{Options, Root};
use super::walk::{Frame, Sight, Walker};
use crate::Agent;
use crate::thoughts::Thoughts;

/// Monte-Carlo tree search over states: in its tree every seat sees everything.
///
/// As an [`Agent`] it deals some worlds, searches each as if it were open, and adds up what it finds. It does not
/// cheat, but it deceives itself: it counts on knowing later what it cannot know. [`Mcts::think_openly`] is given the
/// true state: that is cheating, and good for tests and as an upper bound.
///
/// The options' `observers`, `threads` and `reuse` have no meaning here.
#[derive(Debug)]
pub struct Mcts<G: Game> {
    options: Options,
    worlds: u32,
    walker: Walker<G>,
    thoughts: Option<Thoughts>,
}

impl<G: Game> Mcts<G> {
    /// A search with random rollouts that shares its budget out over `worlds` dealt worlds.
    pub fn new(options: Options, worlds: u32) -> Mcts<G> {
        Mcts::with(options, worlds, Leaf::Random)
    }

    /// The same with another way to value positions.
    pub fn with(options: Options, worlds: u32, leaf: Leaf<G>) -> Mcts<G> {
        Mcts {
            options,
            worlds: worlds.max(1),
            walker: Walker::new(options.nodes, leaf, Guide::default()),
            thoughts: None,
        }
    }

    /// Searches the true state for `seat`. This cheats: no agent at a table can be given one.
    pub fn think_openly(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut Rng) -> &Thoughts {
        let legal = Perspective::new(game, state, seat).legal();
        self.think_in(game, std::slice::from_ref(state), seat, &legal, rng)
    }

    fn think_in(
        &mut self,
        game: &G,
        worlds: &[G::State],
        seat: Seat,
        legal: &ActionSet,
        rng: &mut Rng,
    ) -> &Thoughts {
        let begun = Instant::now();
        let frame = Frame::new(game, seat, Sight::Open, self.options.turns, self.options.planning);
        let mut findings = Findings::new(legal);
        for (i, world) in worlds.iter().enumerate() {
            self.walker.begin_search(false);
            let mut countdown = self.options.budget.in_turn(i, worlds.len()).start(begun);
            while countdown.take() {
                self.walker.simulate(&frame, world.clone(), rng);
            }
            findings.add(&frame, &self.walker.nodes, Frame::<G>::key(Fingerprint::of(world), seat));
            findings.add_work(countdown.made(), self.walker.depth);
        }
        self.thoughts.insert(findings.thoughts(&frame, Root::ByRule))
    }
}

impl<G: Game> Agent<G> for Mcts<G> {
    fn begin(&mut self, _: Seat) {
        self.walker.begin_search(false);
        self.thoughts = None;
    }

    fn act(&mut self, seen: &Perspective<'_, G>, rng: &mut Rng) -> Action {
        let worlds: Vec<G::State> = (0..self.worlds).map(|_| seen.deal(rng)).collect();
        let thoughts = self.think_in(seen.game(), &worlds, seen.seat(), &seen.legal(), rng);
        draw(thoughts, rng)
    }

    fn thoughts(&self) -> Option<&Thoughts> {
        self.thoughts.as_ref()
    }
}
