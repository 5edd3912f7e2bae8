//! One game, and a row of them.

use fogbound_env::{Fingerprint, Game, Illegal, Joint, Perspective, Returns, Rng, Seat, Silence, Turn};
use std::sync::Arc;

use super::Estimate;
use crate::Agent;

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ended<G: Game> {
    pub(super) returns: Returns,
    /// Choices that seats were asked for.
    pub(super) decisions: u64,
    pub(super) state: G::State,
}

/// Plays game `index` of the run `seed`, `agents[i]` in seat `i`.
///
/// Chance falls from [`Rng::stream`]`(seed, index)`, whoever plays. Each seat draws from a stream of its own, which
/// depends on the seed, the game and the seat, and not on who the others are.
pub(super) fn play_game<G: Game>(
    game: &G,
    agents: &mut [&mut dyn Agent<G>],
    seed: u64,
    index: u64,
) -> Result<Ended<G>, Illegal> {
    let mut chance = Rng::stream(seed, index);
    let private = Fingerprint::of(&(seed, index)).0;
    let mut rngs: Vec<Rng> = (0..agents.len() as u64).map(|seat| Rng::stream(private, seat)).collect();
    agents.iter_mut().enumerate().for_each(|(seat, agent)| agent.begin(Seat(seat as u8)));
    let mut state = game.start();
    let mut decisions = 0;
    loop {
        match game.turn(&state) {
            Turn::Chance => {
                let id = game.draw(&state, &mut chance);
                game.fall(&mut state, id, &mut Silence);
            }
            Turn::Act(acting) => {
                let mut joint = Joint::NONE;
                for seat in acting.iter() {
                    let seen = Perspective::new(game, &state, seat);
                    joint.set(seat, agents[seat.index()].act(&seen, &mut rngs[seat.index()]));
                    decisions += 1;
                }
                game.try_apply(&mut state, &joint, &mut Silence)?;
            }
            Turn::Over => return Ok(Ended { returns: game.returns(&state), decisions, state }),
        }
    }
}

/// Plays `games` games one after the other, `agents[i]` in seat `i`, and estimates each seat's return.
///
/// Two line-ups given the same seed meet the same luck: game `i` takes its chance moves from [`Rng::stream`]`(seed, i)`,
/// whoever plays. Tests and quick comparisons need no more; for more than two agents, or many games, see
/// [`Tournament`](super::Tournament).
pub fn play<G: Game>(
    game: &Arc<G>,
    agents: &mut [&mut dyn Agent<G>],
    seed: u64,
    games: u64,
) -> Result<Vec<Estimate>, Illegal> {
    assert_eq!(agents.len(), game.seats(), "one agent for each seat");
    let mut returns = vec![Vec::new(); game.seats()];
    for index in 0..games {
        let ended = play_game(&**game, agents, seed, index)?;
        returns.iter_mut().zip(ended.returns).for_each(|(all, one)| all.push(f64::from(one)));
    }
    Ok(returns.iter().map(|sample| Estimate::of(sample)).collect())
}

#[cfg(test)]
mod tests {
    use fogbound_env::Action;
    use fogbound_env::games::kuhn::Kuhn;

    use super::*;
    use crate::Random;

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
        fn act(&mut self, _: &Perspective<'_, G>, _: &mut Rng) -> Action {
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
