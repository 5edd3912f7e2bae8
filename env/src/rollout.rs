//! Random play: for benchmarks, for checksums, and as the simplest use of the interface.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::action::{ActionSet, Joint};
use crate::fingerprint::Fingerprint;
use crate::game::{Game, Listen, Returns, Silence, Turn};
use crate::rng::Rng;
use crate::seat::{Seat, SeatSet};

/// What is looked at before each choice of a random game.
trait Watch<G: Game> {
    fn look(&mut self, game: &G, state: &G::State, seat: Seat);
}

/// Nothing is looked at.
struct Blind;

impl<G: Game> Watch<G> for Blind {
    #[inline(always)]
    fn look(&mut self, _: &G, _: &G::State, _: Seat) {}
}

/// The deciding seat's observation and mask are written, as a learner would have them.
struct Observed {
    observation: Vec<f32>,
    mask: Vec<u8>,
}

impl<G: Game> Watch<G> for Observed {
    #[inline]
    fn look(&mut self, game: &G, state: &G::State, seat: Seat) {
        game.observe(&game.view(state, seat), &mut self.observation);
        game.legal(state, seat).write_mask(&mut self.mask);
        std::hint::black_box((&self.observation, &self.mask));
    }
}

/// A uniformly random member of a set that is not empty.
#[inline]
pub fn random_action(legal: &ActionSet, rng: &mut Rng) -> crate::Action {
    legal.nth(rng.below(legal.len())).expect("a rank below the size has a member")
}

/// Plays from `state` to the end, every choice uniformly random, and counts the decisions: one for each acting
/// seat and one for each chance outcome.
pub fn play_out<G: Game>(
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
    listener: &mut impl Listen<G::Event>,
) -> u64 {
    play_watched(game, state, rng, listener, &mut Blind)
}

/// Nobody listens, and nobody will look. Private, so that no state that was played on like this gets out.
struct Unwatched;

impl<E> Listen<E> for Unwatched {
    const WATCHED: bool = false;

    #[inline(always)]
    fn hear(&mut self, _: SeatSet, _: E) {}
}

/// Plays as [`play_out`] does, and tells what each seat is paid. Nobody sees the states on the way, so games leave out what they
/// keep for views alone: [`Listen::WATCHED`].
pub fn unwatched<G: Game>(game: &G, mut state: G::State, rng: &mut Rng) -> Returns {
    play_out(game, &mut state, rng, &mut Unwatched);
    game.returns(&state)
}

#[inline]
fn play_watched<G: Game>(
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
    listener: &mut impl Listen<G::Event>,
    watch: &mut impl Watch<G>,
) -> u64 {
    let mut decisions = 0;
    loop {
        match game.turn(state) {
            Turn::Chance => {
                let id = game.draw(state, rng);
                game.fall(state, id, listener);
                decisions += 1;
            }
            Turn::Act(acting) => {
                let mut joint = Joint::NONE;
                for seat in acting.iter() {
                    watch.look(game, state, seat);
                    joint.set(seat, random_action(&game.legal(state, seat), rng));
                    decisions += 1;
                }
                game.apply(state, &joint, listener);
            }
            Turn::Over => return decisions,
        }
    }
}

/// A number that stands for the first `games` random games of `seed`: their lengths, last states and returns. Any
/// machine that plays by the same rules gets the same one.
pub fn checksum<G: Game>(game: &G, seed: u64, games: u64) -> Fingerprint {
    (0..games).fold(Fingerprint::default(), |print, i| {
        let mut rng = Rng::stream(seed, i);
        let mut state = game.start();
        let decisions = play_out(game, &mut state, &mut rng, &mut Silence);
        print.then(&decisions).then(&state).then(&game.returns(&state).map(f32::to_bits))
    })
}

/// How fast random games were played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Speed {
    /// Finished games.
    pub games: u64,
    /// Choices of seats and outcomes of chance.
    pub decisions: u64,
    /// Seconds on the clock.
    pub seconds: f64,
}

impl Speed {
    /// Decisions per second on the clock, all threads together.
    pub fn per_second(&self) -> f64 {
        self.decisions as f64 / self.seconds
    }
}

/// Whether anybody looks at the games that are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looks {
    /// Nobody does or will, as in a rollout to the end: [`unwatched`].
    Never,
    /// Nobody does, but somebody may at any time, so all that views need is kept.
    Perhaps,
    /// Every deciding seat's observation and mask are written.
    Always,
}

/// Plays random games on `threads` threads for a while.
pub fn measure<G: Game>(game: &G, seed: u64, time: Duration, threads: usize, looks: Looks) -> Speed {
    let start = Instant::now();
    let play = |thread: usize| {
        let mut watch = Observed { observation: vec![0.0; G::SCHEMA.len()], mask: vec![0; G::ACTIONS] };
        let mut rng = Rng::stream(seed, thread as u64);
        let mut speed = Speed::default();
        // Looking at the clock costs as much as a small game: do it once for many.
        while start.elapsed() < time {
            for _ in 0..64 {
                let mut state = game.start();
                speed.decisions += match looks {
                    Looks::Never => play_out(game, &mut state, &mut rng, &mut Unwatched),
                    Looks::Perhaps => play_out(game, &mut state, &mut rng, &mut Silence),
                    Looks::Always => play_watched(game, &mut state, &mut rng, &mut Silence, &mut watch),
                };
                speed.games += 1;
                std::hint::black_box(game.returns(&state));
            }
        }
        speed
    };
    let parts: Vec<Speed> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..threads).map(|thread| scope.spawn(move || play(thread))).collect();
        runs.into_iter().map(|run| run.join().expect("random play does not panic")).collect()
    });
    Speed {
        games: parts.iter().map(|part| part.games).sum(),
        decisions: parts.iter().map(|part| part.decisions).sum(),
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// What the parts of a move cost, in nanoseconds, averaged over the positions of random games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Costs {
    /// Copying a state.
    pub clone: f64,
    /// The legal set of one seat.
    pub legal: f64,
    /// Playing one joint choice or chance outcome (a copy of the state included).
    pub step: f64,
    /// The view of one seat.
    pub view: f64,
    /// Writing a view as numbers.
    pub observe: f64,
    /// Dealing a full state for a view.
    pub deal: f64,
}

/// Measures what the parts of a move cost, spending about `time` on each.
pub fn costs<G: Game>(game: &G, seed: u64, time: Duration) -> Costs {
    let positions = decision_positions(game, seed, 256);
    let views: Vec<_> = positions.iter().map(|(state, seat, _)| game.view(state, *seat)).collect();
    let mut observation = vec![0.0; G::SCHEMA.len()];
    let mut rng = Rng::new(seed);
    Costs {
        clone: nanoseconds(time, &positions, |(state, ..)| state.clone()),
        legal: nanoseconds(time, &positions, |(state, seat, _)| game.legal(state, *seat)),
        step: nanoseconds(time, &positions, |(state, _, joint)| {
            let mut next = state.clone();
            game.apply(&mut next, joint, &mut Silence);
            next
        }),
        view: nanoseconds(time, &positions, |(state, seat, _)| game.view(state, *seat)),
        observe: nanoseconds(time, &views, |view| {
            game.observe(view, &mut observation);
            observation[0]
        }),
        deal: nanoseconds(time, &views, |view| game.deal(view, &mut rng)),
    }
}

/// Nodes of random games at which somebody chooses, each with one that chooses and a random joint choice.
fn decision_positions<G: Game>(game: &G, seed: u64, count: usize) -> Vec<(G::State, Seat, Joint)> {
    let mut positions = Vec::with_capacity(count);
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    while positions.len() < count {
        match game.turn(&state) {
            Turn::Chance => {
                let id = game.draw(&state, &mut rng);
                game.fall(&mut state, id, &mut Silence);
            }
            Turn::Act(acting) => {
                let mut joint = Joint::NONE;
                for seat in acting.iter() {
                    joint.set(seat, random_action(&game.legal(&state, seat), &mut rng));
                }
                let seat = acting.lowest().expect("somebody acts");
                positions.push((state.clone(), seat, joint));
                game.apply(&mut state, &joint, &mut Silence);
            }
            Turn::Over => state = game.start(),
        }
    }
    positions
}

fn nanoseconds<T, R>(time: Duration, items: &[T], mut work: impl FnMut(&T) -> R) -> f64 {
    let start = Instant::now();
    let mut rounds = 0u64;
    while start.elapsed() < time {
        for item in items {
            std::hint::black_box(work(std::hint::black_box(item)));
        }
        rounds += 1;
    }
    start.elapsed().as_secs_f64() * 1e9 / (rounds * items.len() as u64) as f64
}
