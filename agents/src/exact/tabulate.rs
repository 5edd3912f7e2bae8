//! An agent as a table, to be judged exactly.

use fogbound_env::{Game, Rng};

use super::layout::{self, LayoutError};
use super::response::nash_conv;
use super::tree::{Strategy, Tree};
use crate::Agent;

/// What an agent does everywhere in a small game.
#[derive(Clone, Debug)]
pub struct Tabulated {
    /// The game.
    pub tree: Tree,
    /// How often the agent chose each action, at every information set.
    pub strategy: Strategy,
    /// What the seats could gain in all by playing a best response to the agent instead; 0 at an equilibrium.
    pub nash_conv: f64,
}

/// Asks `agent` at every information set of `game`, each time as if a new game had just come there, and writes down
/// what it does on average over `times` answers. An agent that can tell with which chances it answered is taken at
/// its word, which is less noisy than counting.
///
/// A game with more than `limit` nodes is too large.
pub fn tabulate<G: Game>(
    game: &G,
    agent: &mut dyn Agent<G>,
    times: u32,
    seed: u64,
    limit: usize,
) -> Result<Tabulated, LayoutError> {
    let mut everywhere = Vec::new();
    let tree = layout::lay_out(game, limit, layout::DEEPEST, |seen| everywhere.push(seen))?;
    let times = times.max(1);
    let mut chances: Vec<f64> = Vec::new();
    for (place, seen) in everywhere.iter().enumerate() {
        let mut here = vec![0.0; seen.legal().len() as usize];
        for time in 0..times {
            let mut rng = Rng::stream(seed, place as u64 * u64::from(times) + u64::from(time));
            agent.begin(seen.seat());
            let chosen = agent.act(seen, &mut rng);
            if let Some(thoughts) = agent.thoughts() {
                here.iter_mut().zip(&thoughts.considered).for_each(|(sum, one)| *sum += one.probability);
            } else {
                let rank = seen.legal().iter().position(|action| action == chosen);
                here[rank.expect("agents choose legal actions")] += 1.0;
            }
        }
        chances.extend(here.iter().map(|sum| sum / f64::from(times)));
    }
    let strategy = Strategy(chances);
    let nash_conv = nash_conv(&tree, &strategy);
    Ok(Tabulated { tree, strategy, nash_conv })
}

#[cfg(test)]
mod tests {
    use fogbound_env::games::kuhn::Kuhn;

    use super::*;
    use crate::Random;

    /// Uniform play in Kuhn poker can be exploited by 11/12 in all (as OpenSpiel has it, too).
    #[test]
    fn random_play_is_found_to_be_as_exploitable_as_it_is() {
        let kuhn = Kuhn::new(Default::default()).unwrap();
        let tabulated = tabulate(&kuhn, &mut Random, 4_000, 1, 1_000).unwrap();
        assert!((tabulated.nash_conv - 11.0 / 12.0).abs() < 0.05, "{}", tabulated.nash_conv);
        let even = tabulated.tree.uniform();
        assert!((nash_conv(&tabulated.tree, &even) - 11.0 / 12.0).abs() < 1e-9);
    }

    #[test]
    fn a_game_that_is_too_large_is_refused() {
        let kuhn = Kuhn::new(Default::default()).unwrap();
        let refused = tabulate(&kuhn, &mut Random, 1, 1, 10).unwrap_err();
        assert!(refused.to_string().starts_with("kuhn has more than 10 nodes"), "{refused}");
    }
}
