//! What a seat is shown depends on nothing but what it did and heard.

use std::collections::HashMap;

use fogbound_env::{Action, Fingerprint, Game, Move, Outcome, Perspective, Rng, Seat, Turn};

use crate::walk::{Trace, play, random_joint, remember, seats};

/// Games that are replayed with one hidden thing changed, for each random game and seat.
const SWAPS: usize = 4;

pub(crate) fn check<G: Game>(game: &G, games: u64) {
    let mut known = Known::default();
    for i in 0..games {
        let mut rng = Rng::stream(14, i);
        let trace = Trace::random(game, &mut rng);
        for seat in seats(game) {
            let memories = trace.memories(seat);
            for node in trace.decisions(game, usize::MAX, &mut rng) {
                known.check(seat, memories[node], &Shown::new(game, &trace.states[node], seat));
            }
            for _ in 0..SWAPS {
                replay_with_a_change(game, &trace, seat, &mut rng);
            }
        }
    }
}

/// All that a seat gets to see at a node, bit for bit.
#[derive(Debug, PartialEq)]
struct Shown<V> {
    view: V,
    legal: fogbound_env::ActionSet,
    observation: Vec<u32>,
    key: Fingerprint,
}

impl<V: fogbound_env::View> Shown<V> {
    fn new<G: Game<View = V>>(game: &G, state: &G::State, seat: Seat) -> Shown<V> {
        let seen = Perspective::new(game, state, seat);
        let mut observation = vec![0.0; G::SCHEMA.len()];
        seen.observe(&mut observation);
        let observation = observation.into_iter().map(f32::to_bits).collect();
        Shown { view: seen.view().clone(), legal: seen.legal(), observation, key: seen.key() }
    }
}

/// What has been shown for each memory, and remembered for each key, over all games.
#[derive(Default)]
struct Known {
    shown: HashMap<Fingerprint, Fingerprint>,
    remembered: HashMap<Fingerprint, Fingerprint>,
}

impl Known {
    /// The same memory is shown the same, and the same key comes of the same memory (perfect recall).
    fn check<V: fogbound_env::View>(&mut self, seat: Seat, memory: Fingerprint, shown: &Shown<V>) {
        let digest = Fingerprint::of(&(shown.key, shown.legal, &shown.observation));
        let before = *self.shown.entry(memory).or_insert(digest);
        assert_eq!(
            before, digest,
            "{seat} did and heard the same as before but is shown something else: {shown:?}"
        );
        let before = *self.remembered.entry(shown.key).or_insert(memory);
        assert_eq!(
            before, memory,
            "{seat} did or heard something else than before but its view is the same: {shown:?}"
        );
    }
}

/// Changes one choice of another seat, or one fall of chance, and plays on as before: as long as the seat hears
/// the same, it must be shown the same.
fn replay_with_a_change<G: Game>(game: &G, trace: &Trace<G>, seat: Seat, rng: &mut Rng) {
    let at = rng.below(trace.moves.len() as u32) as usize;
    let Some(changed) = change(game, &trace.states[at], &trace.moves[at], seat, rng) else { return };
    let mut state = trace.states[at].clone();
    let (mut memory, mut real_memory) = (Fingerprint::default(), Fingerprint::default());
    let mut step = changed;
    for n in at..trace.moves.len() {
        memory = remember(memory, seat, &step, &play(game, &mut state, &step));
        real_memory = remember(real_memory, seat, &trace.moves[n], &trace.events[n]);
        if memory != real_memory {
            return;
        }
        let real = &trace.states[n + 1];
        let (turn, real_turn) = (game.turn(&state), game.turn(real));
        if matches!((turn, real_turn), (Turn::Act(_), Turn::Act(_))) {
            assert_eq!(
                Shown::new(game, &state, seat),
                Shown::new(game, real, seat),
                "{seat} heard the same after a hidden change at move {} but is shown something else after move {}",
                at + 1,
                n + 1
            );
        }
        let Some(next) = trace.moves.get(n + 1).and_then(|next| follow(game, &state, next, seat, rng)) else {
            return;
        };
        step = next;
    }
}

/// The move with something changed that is not the seat's own choice, if there is such a thing.
fn change<G: Game>(game: &G, state: &G::State, step: &Move, seat: Seat, rng: &mut Rng) -> Option<Move> {
    match *step {
        Move::Chance(_) => Some(Move::Chance(game.draw(state, rng))),
        Move::Act(joint) => {
            let mut changed = random_joint(game, state, game.turn(state).acting(), rng);
            changed.set(seat, joint.of(seat));
            (changed != joint).then_some(Move::Act(changed))
        }
    }
}

/// The move that comes nearest to the real one: the seat's own choice is kept; what others can no longer do is
/// replaced. None if the seat's own choice is not asked for or not possible here.
fn follow<G: Game>(game: &G, state: &G::State, real: &Move, seat: Seat, rng: &mut Rng) -> Option<Move> {
    match (game.turn(state), *real) {
        (Turn::Chance, Move::Chance(id)) => {
            let mut possible = false;
            game.outcomes(state, &mut |outcome: Outcome| possible |= outcome.id == id);
            Some(Move::Chance(if possible { id } else { game.draw(state, rng) }))
        }
        (Turn::Act(acting), Move::Act(joint)) => {
            let mut next = random_joint(game, state, acting, rng);
            for other in acting.iter().filter(|&other| game.legal(state, other).contains(joint.of(other))) {
                next.set(other, joint.of(other));
            }
            let own = joint.of(seat);
            (next.of(seat) == own || own == Action::NONE).then_some(Move::Act(next))
        }
        _ => None,
    }
}
