//! How fast a search is.

use std::time::{Duration, Instant};

use fogbound_env::{Game, Joint, Perspective, Rng, Seat, Silence, Turn};

use crate::Agent;

/// How fast games were played in the head.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchSpeed {
    /// Choices that were thought about.
    pub moves: u64,
    /// Simulations in all.
    pub simulations: u64,
    /// Seconds on the clock.
    pub seconds: f64,
}

impl SearchSpeed {
    /// Simulations per second on the clock.
    pub fn per_second(&self) -> f64 {
        self.simulations as f64 / self.seconds
    }
}

/// Lets `agent` play all seats of game after game for a while, thinking anew about every choice, and counts the
/// simulations that it tells of in its thoughts.
///
/// ```
/// use std::time::Duration;
/// use fogbound_agents::search::{Ismcts, Options, measure};
/// use fogbound_env::{Game, games::kuhn::Kuhn};
///
/// let kuhn = Kuhn::new(Default::default()).unwrap();
/// let speed = measure(&kuhn, &mut Ismcts::new(Options::default()), 1, Duration::from_millis(5));
/// assert_eq!(speed.simulations, 1_000 * speed.moves, "there is always a choice in Kuhn poker");
/// ```
pub fn measure<G: Game>(game: &G, agent: &mut dyn Agent<G>, seed: u64, time: Duration) -> SearchSpeed {
    let start = Instant::now();
    let mut speed = SearchSpeed::default();
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    while start.elapsed() < time {
        match game.turn(&state) {
            Turn::Over => state = game.start(),
            Turn::Chance => {
                let id = game.draw(&state, &mut rng);
                game.fall(&mut state, id, &mut Silence);
            }
            Turn::Act(acting) => {
                let mut joint = Joint::NONE;
                for seat in acting.iter() {
                    joint.set(seat, think(game, &state, seat, agent, &mut rng, &mut speed));
                }
                game.apply(&mut state, &joint, &mut Silence);
            }
        }
    }
    speed.seconds = start.elapsed().as_secs_f64();
    speed
}

fn think<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    agent: &mut dyn Agent<G>,
    rng: &mut Rng,
    speed: &mut SearchSpeed,
) -> fogbound_env::Action {
    agent.begin(seat);
    let action = agent.act(&Perspective::new(game, state, seat), rng);
    speed.moves += 1;
    speed.simulations += agent.thoughts().map_or(0, |thoughts| thoughts.simulations);
    action
}
