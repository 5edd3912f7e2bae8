//! Worlds that live on from choice to choice.

use std::fmt;

use fogbound_env::{Action, Game, Joint, Perspective, Rng, Seat, SeatSet, Silence, Turn};

use super::Belief;
use crate::Policy;
use crate::policy::draw_rank;

/// A particle filter: worlds in which the model has played the others since the game began. Between two choices of the
/// seat they are played on; those that still look like what the seat sees are kept, and stand for the rest.
///
/// What is seen must come up by itself, so the filter is for games in which little is seen between two choices.
/// Where too few worlds are left, another belief fills up, so there are always some.
pub struct Particles<G: Game> {
    model: Box<dyn Policy<G>>,
    refill: Box<dyn Belief<G>>,
    count: usize,
    worlds: Vec<G::State>,
    /// What the seat has chosen in these worlds; `None` before its first choice, and while it thinks.
    chosen: Option<Action>,
    weights: Vec<f32>,
    survived: usize,
}

impl<G: Game> fmt::Debug for Particles<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Particles");
        shown.field("count", &self.count).field("survived", &self.survived).finish_non_exhaustive()
    }
}

impl<G: Game> Particles<G> {
    /// Worlds are played on this many times for each that is wanted, before the filter gives up.
    const TRIES: usize = 8;
    /// With fewer than one in so many of the wanted worlds, the belief is filled up.
    const FEW: usize = 16;

    /// A filter of `count` worlds, filled up from `refill` when too few are left.
    pub fn new(model: Box<dyn Policy<G>>, refill: Box<dyn Belief<G>>, count: usize) -> Particles<G> {
        Particles {
            model,
            refill,
            count: count.max(1),
            worlds: Vec::new(),
            chosen: None,
            weights: Vec::new(),
            survived: 0,
        }
    }

    /// The worlds of the present choice, all equally likely.
    pub fn worlds(&self) -> &[G::State] {
        &self.worlds
    }

    /// How many of the present worlds were played on from the last choice; the rest were filled up.
    pub fn survived(&self) -> usize {
        self.survived
    }

    /// The joint choice of `acting`, by the model but for what is fixed.
    fn choose(
        &mut self,
        game: &G,
        world: &G::State,
        acting: SeatSet,
        fixed: Option<(Seat, Action)>,
        rng: &mut Rng,
    ) -> Joint {
        let mut joint = Joint::NONE;
        for seat in acting.iter() {
            let action = match fixed {
                Some((own, action)) if own == seat => action,
                _ => {
                    let seen = Perspective::new(game, world, seat);
                    self.weights.clear();
                    self.model.weigh(&seen, &mut self.weights);
                    let rank = draw_rank(&self.weights, rng) as u32;
                    seen.legal().nth(rank).expect("a policy weighs the legal actions")
                }
            };
            joint.set(seat, action);
        }
        joint
    }

    /// Plays a world on to the next choice of `seat`; `false` if the game is over before.
    fn play_on(&mut self, game: &G, world: &mut G::State, seat: Seat, rng: &mut Rng) -> bool {
        let mut fixed = self.chosen.map(|action| (seat, action));
        loop {
            match game.turn(world) {
                Turn::Over => return false,
                Turn::Chance => {
                    let id = game.draw(world, rng);
                    game.fall(world, id, &mut Silence);
                }
                Turn::Act(acting) => {
                    if acting.contains(seat) && fixed.is_none() {
                        return true;
                    }
                    let joint = self.choose(game, world, acting, fixed.take(), rng);
                    game.apply(world, &joint, &mut Silence);
                }
            }
        }
    }
}

impl<G: Game> Belief<G> for Particles<G> {
    fn begin(&mut self, seat: Seat) {
        self.worlds.clear();
        self.chosen = None;
        self.refill.begin(seat);
    }

    fn update(&mut self, seen: &Perspective<'_, G>, rng: &mut Rng) {
        let game = seen.game();
        let here = |world: &G::State| game.view(world, seen.seat()) == *seen.view();
        if self.chosen.is_none() && self.worlds.first().is_some_and(here) {
            return;
        }
        self.refill.update(seen, rng);
        let mut before = std::mem::take(&mut self.worlds);
        if before.is_empty() {
            before.push(game.start());
        }
        for attempt in 0..self.count * Particles::<G>::TRIES {
            // With nothing after the first half of the tries, there is little hope in the rest.
            let hopeless = self.worlds.is_empty() && attempt == self.count * Particles::<G>::TRIES / 2;
            if self.worlds.len() == self.count || hopeless {
                break;
            }
            let mut world = before[attempt % before.len()].clone();
            if self.play_on(game, &mut world, seen.seat(), rng) && here(&world) {
                self.worlds.push(world);
            }
        }
        self.chosen = None;
        self.survived = self.worlds.len();
        let wanted = if self.survived == 0 { self.count } else { self.count.div_ceil(Particles::<G>::FEW) };
        for _ in self.survived..wanted {
            self.worlds.push(self.refill.world(seen, rng));
        }
    }

    fn world(&mut self, seen: &Perspective<'_, G>, rng: &mut Rng) -> G::State {
        if self.worlds.is_empty() {
            self.update(seen, rng);
        }
        self.worlds[rng.below(self.worlds.len() as u32) as usize].clone()
    }

    fn acted(&mut self, seen: &Perspective<'_, G>, action: Action) {
        self.chosen = Some(action);
        self.refill.acted(seen, action);
    }
}
