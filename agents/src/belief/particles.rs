//! Worlds that live on from choice to choice.

use std::fmt;

use fogbound_env::{Action, Game, Joint, Perspective, Rng, Seat, SeatSet, Silence, Turn};

use super::Belief;
use super::weighing::{Weighed, resample, sample_size};
use crate::Policy;
use crate::policy::draw_rank;

/// A particle filter: worlds in which the model has played the others since the game began. Between two choices of the
/// seat they are played on, on ways that can still lead to what the seat sees now, and each is weighed by how likely it
/// was to go such a way. So the worlds are right if the model is, but for their number.
///
/// What cannot be known on the way must come up by itself ([`Game::progress`] tells what can), so the filter is for
/// games in which little of that is seen between two choices. Where no world is left, another belief fills up, so there
/// are always some.
pub struct Particles<G: Game> {
    model: Box<dyn Policy<G>>,
    refill: Box<dyn Belief<G>>,
    count: usize,
    worlds: Vec<G::State>,
    /// What the seat has chosen in these worlds; `None` before its first choice, and while it thinks.
    chosen: Option<Action>,
    /// Ways on from a world, and how likely each is.
    ways: Vec<G::State>,
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
    /// Every world is played on to the next step at most this many times.
    const PASSES: usize = 16;

    /// A filter of `count` worlds, filled up from `refill` when none is left.
    pub fn new(model: Box<dyn Policy<G>>, refill: Box<dyn Belief<G>>, count: usize) -> Particles<G> {
        Particles {
            model,
            refill,
            count: count.max(1),
            worlds: Vec::new(),
            chosen: None,
            ways: Vec::new(),
            weights: Vec::new(),
            survived: 0,
        }
    }

    /// The worlds of the present choice, all equally likely.
    pub fn worlds(&self) -> &[G::State] {
        &self.worlds
    }

    /// Goes on from these worlds, in which the seat has made its last choice.
    pub(super) fn take_over(
        &mut self,
        before: Vec<Weighed<G::State>>,
        chosen: Option<Action>,
        rng: &mut Rng,
    ) {
        self.worlds.clear();
        resample(before, self.count, rng, &mut self.worlds);
        self.chosen = chosen;
    }

    /// How many worlds were found on from the last choice; none if they had to be filled up.
    pub fn survived(&self) -> usize {
        self.survived
    }

    /// Takes one of the ways that fit, by its weight, and gives back the chance that one of them is taken.
    fn take_way(&mut self, world: &mut G::State, all: f32, rng: &mut Rng) -> f32 {
        let fitting: f32 = self.weights.iter().sum();
        if fitting > 0.0 {
            *world = self.ways.swap_remove(draw_rank(&self.weights, rng));
        }
        fitting / all
    }

    /// Lets chance fall, in one of the ways that fit.
    fn fall(&mut self, seen: &Perspective<'_, G>, world: &mut G::State, rng: &mut Rng) -> f32 {
        let (game, ways, weights) = (seen.game(), &mut self.ways, &mut self.weights);
        ways.clear();
        weights.clear();
        game.outcomes(world, &mut |outcome| {
            let mut way = world.clone();
            game.fall(&mut way, outcome.id, &mut Silence);
            if place(seen, &way).is_some() {
                ways.push(way);
                weights.push(outcome.weight as f32);
            }
        });
        let all = game.chance_total(world) as f32;
        self.take_way(world, all, rng)
    }

    /// Lets a single seat choose as the model does, in one of the ways that fit.
    fn choose(&mut self, seen: &Perspective<'_, G>, world: &mut G::State, seat: Seat, rng: &mut Rng) -> f32 {
        let game = seen.game();
        self.ways.clear();
        self.weights.clear();
        let other = Perspective::new(game, world, seat);
        self.model.weigh(&other, &mut self.weights);
        let all = self.weights.iter().sum();
        for (weight, action) in self.weights.iter_mut().zip(other.legal().iter()) {
            let mut way = world.clone();
            if *weight > 0.0 {
                game.apply(&mut way, &Joint::one(seat, action), &mut Silence);
                *weight = if place(seen, &way).is_some() { *weight } else { 0.0 };
            }
            self.ways.push(way);
        }
        self.take_way(world, all, rng)
    }

    /// The joint choice of several seats, by the model but for what is fixed.
    fn choose_together(
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

    /// Plays a world on to a step of its way, or to what the seat sees, and gives back the chance of that; 0 if it does
    /// not come there.
    fn play_on(&mut self, seen: &Perspective<'_, G>, world: &mut G::State, goal: Goal, rng: &mut Rng) -> f32 {
        let (game, seat) = (seen.game(), seen.seat());
        let mut fixed = goal.first.map(|action| (seat, action));
        let mut weight = 1.0;
        while weight > 0.0 {
            if fixed.is_none() {
                match place(seen, world) {
                    None => return 0.0,
                    Some(place) if place >= goal.place => break,
                    Some(_) => {}
                }
            }
            match game.turn(world) {
                Turn::Over => return 0.0,
                Turn::Chance => weight *= self.fall(seen, world, rng),
                Turn::Act(acting) => match acting.lowest() {
                    Some(other) if acting.len() == 1 && other != seat => {
                        weight *= self.choose(seen, world, other, rng);
                    }
                    _ => {
                        let joint = self.choose_together(game, world, acting, fixed.take(), rng);
                        game.apply(world, &joint, &mut Silence);
                        weight *= f32::from(u8::from(place(seen, world).is_some()));
                    }
                },
            }
        }
        weight
    }

    /// Plays all worlds on to the same goal. With few left they are played on again, and differently.
    fn play_all_on(
        &mut self,
        seen: &Perspective<'_, G>,
        before: &[G::State],
        goal: Goal,
        rng: &mut Rng,
    ) -> Vec<Weighed<G::State>> {
        let mut found = Vec::new();
        for _ in 0..Particles::<G>::PASSES {
            if sample_size(&found) * 2.0 >= self.count as f32 {
                break;
            }
            for turn in 0..self.count {
                let mut world = before[turn % before.len()].clone();
                let weight = self.play_on(seen, &mut world, goal, rng);
                if weight > 0.0 {
                    found.push(Weighed { world, weight });
                }
            }
        }
        found
    }
}

/// What worlds are played on to.
#[derive(Clone, Copy, Debug)]
struct Goal {
    /// What the seat chooses first.
    first: Option<Action>,
    place: Place,
}

/// How far a world is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// So many steps; see [`Game::progress`].
    After(u32),
    /// It looks like what the seat sees.
    Here,
}

/// How far a world is on its way to what the seat sees, unless it is on another way.
pub(super) fn place<G: Game>(seen: &Perspective<'_, G>, world: &G::State) -> Option<Place> {
    let game = seen.game();
    match game.turn(world) {
        Turn::Over => None,
        Turn::Act(acting) if acting.contains(seen.seat()) => {
            (game.view(world, seen.seat()) == *seen.view()).then_some(Place::Here)
        }
        Turn::Act(_) | Turn::Chance => game.progress(world, seen.view()).map(Place::After),
    }
}

impl<G: Game> Belief<G> for Particles<G> {
    fn begin(&mut self, seat: Seat) {
        self.worlds.clear();
        self.chosen = None;
        self.refill.begin(seat);
    }

    fn update(&mut self, seen: &Perspective<'_, G>, rng: &mut Rng) {
        let here = |world: &G::State| seen.game().view(world, seen.seat()) == *seen.view();
        if self.chosen.is_none() && self.worlds.first().is_some_and(here) {
            return;
        }
        let mut before = std::mem::take(&mut self.worlds);
        if before.is_empty() {
            before.push(seen.game().start());
        }
        // After each step, worlds that have taken it stand for those that have not: what is unlikely altogether is
        // found, if no step of it is too unlikely.
        let mut goal = Goal { first: self.chosen.take(), place: Place::After(0) };
        loop {
            let found = self.play_all_on(seen, &before, goal, rng);
            self.survived = found.len();
            if found.is_empty() {
                self.refill.update(seen, rng);
                self.worlds.extend((0..self.count).map(|_| self.refill.world(seen, rng)));
                return;
            }
            let nearest = found.iter().filter_map(|one| place(seen, &one.world)).min();
            before.clear();
            resample(found, self.count, rng, &mut before);
            match nearest {
                Some(Place::After(steps)) => goal = Goal { first: None, place: Place::After(steps + 1) },
                _ => break,
            }
        }
        self.worlds = before;
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
