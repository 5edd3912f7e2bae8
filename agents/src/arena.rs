//! Agents against each other, with intervals.

use std::sync::Arc;

use fogbound_env::{Game, Illegal, Rng, Seat, Table};

use crate::Agent;

/// A mean with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean of the sample.
    pub mean: f64,
    /// Half the width of the interval: the true mean lies within `mean ± margin` in 95 of 100 such samples.
    pub margin: f64,
    /// Size of the sample.
    pub count: u64,
}

impl Estimate {
    /// The estimate from a sample, by the normal approximation.
    pub fn of(sample: &[f64]) -> Estimate {
        let count = sample.len() as f64;
        let mean = sample.iter().sum::<f64>() / count;
        let variance = sample.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        Estimate { mean, margin: 1.96 * (variance / count).sqrt(), count: sample.len() as u64 }
    }
}

/// Plays `games` games, `agents[i]` in seat `i`, and estimates each seat's return.
///
/// Game `i` takes its chance moves from seed `seed + i`, whoever plays, so that two line-ups given the same seed
/// meet the same luck; the agents draw from streams of their own.
pub fn play<G: Game>(
    game: &Arc<G>,
    agents: &mut [&mut dyn Agent<G>],
    seed: u64,
    games: u64,
) -> Result<Vec<Estimate>, Illegal> {
    assert_eq!(agents.len(), game.seats(), "one agent for each seat");
    let mut returns = vec![Vec::new(); game.seats()];
    for i in 0..games {
        let mut table = Table::new(Arc::clone(game), seed.wrapping_add(i));
        let mut rngs: Vec<Rng> =
            (0..game.seats() as u64).map(|s| Rng::stream(seed.wrapping_add(i), s + 1)).collect();
        agents.iter_mut().enumerate().for_each(|(seat, agent)| agent.begin(Seat(seat as u8)));
        while let Some(Seat(seat)) = table.waiting().lowest() {
            let index = usize::from(seat);
            let action = agents[index].act(&table.perspective(Seat(seat)), &mut rngs[index]);
            table.commit(Seat(seat), action)?;
        }
        let paid = table.returns().expect("nobody is waited for only when the game is over");
        returns.iter_mut().zip(paid).for_each(|(all, &one)| all.push(f64::from(one)));
    }
    Ok(returns.iter().map(|sample| Estimate::of(sample)).collect())
}

#[cfg(test)]
mod tests {
    use fogbound_env::Action;
    use fogbound_env::games::kuhn::Kuhn;

    use super::*;
    use crate::Random;

    #[test]
    fn estimates_of_known_samples() {
        let estimate = Estimate::of(&[1.0, -1.0, 1.0, -1.0]);
        assert_eq!((estimate.mean, estimate.count), (0.0, 4));
        assert!((estimate.margin - 1.96 * (4.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        assert_eq!(Estimate::of(&[0.5]).margin, 0.0);
    }

    /// Two players who choose evenly: 1/8 for the first by counting all 30 endings of Kuhn poker.
    #[test]
    fn random_kuhn_pays_the_known_mean() {
        let kuhn = Arc::new(Kuhn::new(Default::default()).unwrap());
        let scores = play(&kuhn, &mut [&mut Random, &mut Random], 1, 20_000).unwrap();
        assert!((scores[0].mean - 0.125).abs() < 2.0 * scores[0].margin, "{scores:?}");
        assert_eq!(scores[0].mean, -scores[1].mean);
    }

    #[test]
    fn the_same_seed_gives_the_same_games() {
        let kuhn = Arc::new(Kuhn::new(Default::default()).unwrap());
        let run = || play(&kuhn, &mut [&mut Random, &mut Random], 9, 100).unwrap();
        assert_eq!(run(), run());
    }

    /// An agent that plays what its seat may not.
    struct Rogue;

    impl<G: Game> Agent<G> for Rogue {
        fn act(&mut self, _: &fogbound_env::Perspective<'_, G>, _: &mut Rng) -> Action {
            Action(77)
        }
    }

    #[test]
    fn an_illegal_choice_is_an_error() {
        let kuhn = Arc::new(Kuhn::new(Default::default()).unwrap());
        let refused = play(&kuhn, &mut [&mut Rogue, &mut Random], 1, 1).unwrap_err();
        assert!(refused.to_string().contains("action 77"), "{refused}");
    }
}
