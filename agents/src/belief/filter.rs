//! All worlds at once, as long as they are few.

use std::collections::HashMap;
use std::fmt;

use fogbound_env::{Action, Game, Joint, Perspective, Rng, Seat, SeatSet, Silence, Turn};

use super::particles::{Place, place};
use super::weighing::Weighed;
use super::{Belief, Particles};
use crate::Policy;

/// An exact filter: every world that the seat cannot tell from the real one, with the chance that it has if the model plays
/// the others. Between two choices of the seat all are played on, on every way that can still lead to what the seat sees
/// now, and those that have become the same are counted as one.
///
/// Where that takes too many steps, [`Particles`] drawn from these worlds take over for the rest of the game.
pub struct Filter<G: Game> {
    model: Box<dyn Policy<G>>,
    particles: Particles<G>,
    /// The most steps between two choices.
    most: usize,
    state: Progress<G>,
    weights: Vec<f32>,
}

/// How far a filter is.
enum Progress<G: Game> {
    /// All worlds are known: those of the last choice that was thought about, and what the seat chose then.
    Exact { worlds: Vec<(G::State, f64)>, chosen: Option<Action> },
    /// There were too many.
    Sampled,
}

impl<G: Game> fmt::Debug for Filter<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Filter");
        shown.field("worlds", &self.worlds().map(<[_]>::len)).field("particles", &self.particles);
        shown.finish_non_exhaustive()
    }
}

/// Worlds, each once, in the order in which they were found.
struct Worlds<S> {
    list: Vec<(S, f64)>,
    ranks: HashMap<S, usize>,
}

impl<S: Clone + Eq + std::hash::Hash> Worlds<S> {
    fn new() -> Worlds<S> {
        Worlds { list: Vec::new(), ranks: HashMap::new() }
    }

    fn add(&mut self, world: S, chance: f64) {
        let rank = *self.ranks.entry(world).or_insert_with_key(|world| {
            self.list.push((world.clone(), 0.0));
            self.list.len() - 1
        });
        self.list[rank].1 += chance;
    }
}

impl<G: Game> Filter<G> {
    /// A filter that takes at most so many steps between two choices, and else leaves the game to `particles`.
    pub fn new(model: Box<dyn Policy<G>>, particles: Particles<G>, most: usize) -> Filter<G> {
        let state = Progress::Exact { worlds: Vec::new(), chosen: None };
        Filter { model, particles, most, state, weights: Vec::new() }
    }

    /// All worlds of the present choice with their chances, which add up to 1; `None` once particles have taken over.
    pub fn worlds(&self) -> Option<&[(G::State, f64)]> {
        match &self.state {
            Progress::Exact { worlds, .. } => Some(worlds),
            Progress::Sampled => None,
        }
    }

    /// Plays all worlds on to what the seat sees; `None` if that takes too many steps, or if the model never gets there.
    fn play_on(
        &mut self,
        seen: &Perspective<'_, G>,
        before: &[(G::State, f64)],
        chosen: Option<Action>,
    ) -> Option<Vec<(G::State, f64)>> {
        let mut steps = self.most;
        let mut here = Worlds::new();
        let mut first = chosen.map(|action| (seen.seat(), action));
        let mut layer = before.to_vec();
        while !layer.is_empty() {
            let mut next = Worlds::new();
            for (world, chance) in layer {
                // Before the own choice is played, the world looks like what was seen then.
                let place = if first.is_some() { Some(Place::After(0)) } else { place(seen, &world) };
                match place {
                    None => {}
                    Some(Place::Here) => here.add(world, chance),
                    Some(Place::After(_)) => {
                        steps = steps.checked_sub(1)?;
                        self.take_step(seen, &world, first, |way, share| next.add(way, chance * share));
                    }
                }
            }
            first = None;
            layer = next.list;
        }
        let sum: f64 = here.list.iter().map(|(_, chance)| chance).sum();
        here.list.iter_mut().for_each(|(_, chance)| *chance /= sum);
        (sum > 0.0).then_some(here.list)
    }

    /// Tells all ways that a world can go on in one step, with their chances.
    fn take_step(
        &mut self,
        seen: &Perspective<'_, G>,
        world: &G::State,
        fixed: Option<(Seat, Action)>,
        mut each: impl FnMut(G::State, f64),
    ) {
        let game = seen.game();
        let mut tell = |mut way: G::State, chance: f64| {
            game.forget(&mut way, seen.seat());
            each(way, chance);
        };
        match game.turn(world) {
            Turn::Over => {}
            Turn::Chance => {
                let all = f64::from(game.chance_total(world));
                game.outcomes(world, &mut |outcome| {
                    let mut way = world.clone();
                    game.fall(&mut way, outcome.id, &mut Silence);
                    tell(way, f64::from(outcome.weight) / all);
                });
            }
            Turn::Act(acting) => {
                for (joint, chance) in self.joints(game, world, acting, fixed) {
                    let mut way = world.clone();
                    game.apply(&mut way, &joint, &mut Silence);
                    tell(way, chance);
                }
            }
        }
    }

    /// All that seats can choose together, by the model but for what is fixed.
    fn joints(
        &mut self,
        game: &G,
        world: &G::State,
        acting: SeatSet,
        fixed: Option<(Seat, Action)>,
    ) -> Vec<(Joint, f64)> {
        let mut joints = vec![(Joint::NONE, 1.0)];
        for seat in acting.iter() {
            if let Some((_, action)) = fixed.filter(|(own, _)| *own == seat) {
                for (joint, _) in &mut joints {
                    joint.set(seat, action);
                }
                continue;
            }
            let other = Perspective::new(game, world, seat);
            self.weights.clear();
            self.model.weigh(&other, &mut self.weights);
            let all: f64 = self.weights.iter().map(|&weight| f64::from(weight)).sum();
            let options = other.legal().iter().zip(&self.weights).filter(|(_, weight)| **weight > 0.0);
            let with = |(joint, chance): &(Joint, f64), action: Action, weight: f32| {
                let mut joint = *joint;
                joint.set(seat, action);
                (joint, chance * f64::from(weight) / all)
            };
            let options =
                options.flat_map(|(action, &weight)| joints.iter().map(move |one| with(one, action, weight)));
            joints = options.collect();
        }
        joints
    }
}

impl<G: Game> Belief<G> for Filter<G> {
    fn begin(&mut self, seat: Seat) {
        self.state = Progress::Exact { worlds: Vec::new(), chosen: None };
        self.particles.begin(seat);
    }

    fn update(&mut self, seen: &Perspective<'_, G>, rng: &mut Rng) {
        if let Progress::Exact { worlds, chosen } = &mut self.state {
            let here = |(world, _): &(G::State, f64)| seen.game().view(world, seen.seat()) == *seen.view();
            if chosen.is_none() && worlds.first().is_some_and(here) {
                return;
            }
            let (mut before, chosen) = (std::mem::take(worlds), chosen.take());
            if before.is_empty() {
                before.push((seen.game().start(), 1.0));
            }
            if let Some(worlds) = self.play_on(seen, &before, chosen) {
                self.state = Progress::Exact { worlds, chosen: None };
                return;
            }
            self.state = Progress::Sampled;
            let weighed = before.into_iter().map(|(world, chance)| Weighed { world, weight: chance as f32 });
            self.particles.take_over(weighed.collect(), chosen, rng);
        }
        self.particles.update(seen, rng);
    }

    fn world(&mut self, seen: &Perspective<'_, G>, rng: &mut Rng) -> G::State {
        match &self.state {
            Progress::Exact { worlds, .. } if worlds.is_empty() => {
                self.update(seen, rng);
                self.world(seen, rng)
            }
            Progress::Exact { worlds, .. } => {
                let mut ticket = f64::from(rng.unit());
                let drawn = worlds.iter().find(|(_, chance)| {
                    ticket -= chance;
                    ticket < 0.0
                });
                // Rounding may leave a little of the ticket.
                let (world, _) = drawn.or(worlds.last()).expect("there is a world");
                world.clone()
            }
            Progress::Sampled => self.particles.world(seen, rng),
        }
    }

    fn acted(&mut self, seen: &Perspective<'_, G>, action: Action) {
        if let Progress::Exact { chosen, .. } = &mut self.state {
            *chosen = Some(action);
        }
        // They pass it on to the belief that fills up, which may have to know the whole past.
        self.particles.acted(seen, action);
    }
}
