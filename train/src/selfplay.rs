//! Games that the network plays against itself.

use fogbound_env::erased::{AnyBatch, AnyGame};
use fogbound_env::{BatchError, BatchOptions, Rng};
use thiserror::Error;

use crate::experience::{Decisions, Experience};
use crate::net::{Net, sample};

/// Why self-play stopped.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The games could not be stepped.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// The network gave no usable policy or value.
    #[error("the network gave a policy or a value that is not finite")]
    NotFinite,
}

/// Many games at once, the same network on all seats.
///
/// A lane hands out one decision at a time. The decisions of each seat are kept apart until the game ends, because
/// only then is it known what they were worth; those of games that are still being played wait for a later update.
#[derive(Debug)]
pub struct SelfPlay {
    batch: Box<dyn AnyBatch>,
    rng: Rng,
    seats: usize,
    /// Decisions of the games in play: those of seat `s` in lane `i` are at `i * seats + s`.
    open: Vec<Decisions>,
    scale: Scale,
}

/// Maps the game's returns to -1 to 1.
#[derive(Clone, Copy, Debug)]
struct Scale {
    middle: f32,
    half: f32,
}

impl Scale {
    fn new((low, high): (f32, f32)) -> Scale {
        let half = (high - low) / 2.0;
        Scale { middle: low + half, half: if half > 0.0 { half } else { 1.0 } }
    }

    fn apply(self, result: f32) -> f32 {
        (result - self.middle) / self.half
    }
}

impl SelfPlay {
    /// Begins the games; `rng` draws the actions.
    pub fn new(game: &dyn AnyGame, options: BatchOptions, rng: Rng) -> Result<SelfPlay, BatchError> {
        let info = game.info();
        let seats = info.seats.len();
        Ok(SelfPlay {
            batch: game.batch(options)?,
            rng,
            seats,
            open: vec![Decisions::default(); options.games * seats],
            scale: Scale::new(info.returns),
        })
    }

    /// Makes `steps` decisions in each lane, and more if no game has ended by then.
    pub fn collect(&mut self, net: &Net, steps: usize, lambda: f64) -> Result<Experience, PlayError> {
        let mut experience = Experience::new(self.seats);
        let mut step = 0;
        while step < steps || experience.is_empty() {
            self.step(net, lambda as f32, &mut experience)?;
            step += 1;
        }
        Ok(experience)
    }

    fn step(&mut self, net: &Net, lambda: f32, experience: &mut Experience) -> Result<(), PlayError> {
        let batch = &mut *self.batch;
        let lanes = batch.lanes();
        let (width, count) = (net.shape().observation, net.shape().actions);
        let thought = net.think(batch.observations(), batch.masks());
        let mut actions = Vec::with_capacity(lanes);
        for lane in 0..lanes {
            let mask = &batch.masks()[lane * count..][..count];
            let policy = &thought.log_probs[lane * count..][..count];
            let action = sample(policy, mask, &mut self.rng).ok_or(PlayError::NotFinite)?;
            let value = thought.values[lane];
            if !value.is_finite() {
                return Err(PlayError::NotFinite);
            }
            let seat = batch.seats()[lane];
            let open = &mut self.open[lane * self.seats + usize::from(seat)];
            open.observations.extend(&batch.observations()[lane * width..][..width]);
            open.masks.extend(mask);
            open.seats.push(seat);
            open.actions.push(action.into());
            open.log_probs.push(policy[usize::from(action)]);
            open.values.push(value);
            actions.push(action);
        }
        batch.step(&actions)?;
        experience.made += lanes as u64;
        for lane in (0..lanes).filter(|&lane| batch.dones()[lane] == 1) {
            experience.games += 1;
            for seat in 0..self.seats {
                let result = batch.rewards()[lane * self.seats + seat];
                experience.paid[seat] += f64::from(result);
                let open = &mut self.open[lane * self.seats + seat];
                experience.finish(open, self.scale.apply(result), lambda);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fogbound_agents::net::Shape;
    use fogbound_env::erased;
    use serde_json::json;

    fn play(name: &str, setup: &serde_json::Value, steps: usize) -> Experience {
        let game = erased::open(name, setup).unwrap();
        let info = game.info();
        let shape = Shape { observation: info.observation, actions: info.actions, hidden: 8, layers: 1 };
        let net = Net::new(shape, &mut Rng::new(1));
        let options = BatchOptions { games: 20, seed: 4, threads: 1 };
        SelfPlay::new(&*game, options, Rng::new(2)).unwrap().collect(&net, steps, 1.0).unwrap()
    }

    #[test]
    fn every_seat_gets_its_own_result() {
        let points = json!({"cards": 4, "payoff": "points"});
        let experience = play("goofspiel", &points, 60);
        assert_eq!(experience.made, 1200);
        assert!(experience.games > 100);
        assert_eq!(experience.paid[0], -experience.paid[1]);
        let scale = Scale::new(erased::open("goofspiel", &points).unwrap().info().returns);
        let mut sums = [0.0f64; 2];
        for (&seat, target) in experience.decisions.seats.iter().zip(&experience.targets) {
            sums[usize::from(seat)] += f64::from(target * scale.half + scale.middle);
        }
        // Both seats decide equally often in each game, so the targets add up to the results in the same way.
        assert!((sums[0] + sums[1]).abs() < 1e-2 && sums[0].signum() == experience.paid[0].signum());
    }

    #[test]
    fn it_plays_on_until_a_game_has_ended() {
        let experience = play("leduc", &json!({}), 1);
        assert!(experience.games > 0 && !experience.is_empty() && experience.made > 20);
    }

    #[test]
    fn buffers_are_as_long_as_there_are_decisions() {
        let experience = play("kuhn", &json!({}), 40);
        let decisions = &experience.decisions;
        let info = erased::open("kuhn", &json!({})).unwrap().info();
        assert_eq!(decisions.observations.len(), experience.len() * info.observation);
        assert_eq!(decisions.masks.len(), experience.len() * info.actions);
        let lengths = [decisions.seats.len(), decisions.actions.len(), decisions.log_probs.len()];
        assert_eq!(lengths, [experience.len(); 3]);
        assert!(experience.targets.iter().all(|target| (-1.001..=1.001).contains(target)));
        for (mask, &action) in decisions.masks.chunks(info.actions).zip(&decisions.actions) {
            assert_eq!(mask[action as usize], 1);
        }
    }
}
