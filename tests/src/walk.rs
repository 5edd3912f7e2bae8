//! Random games, kept whole so that checks can look at every node.

use fogbound_env::{Action, Fingerprint, Game, Joint, Move, Rng, Seat, SeatSet, Turn, rollout};

/// A game from its first node to its last.
#[derive(Debug)]
pub struct Trace<G: Game> {
    /// Every state, the first and the last included.
    pub states: Vec<G::State>,
    /// The move played at each state but the last.
    pub moves: Vec<Move>,
    /// What each move announced, and to whom.
    pub events: Vec<Vec<(SeatSet, G::Event)>>,
}

/// A random legal choice for each acting seat.
pub fn random_joint<G: Game>(game: &G, state: &G::State, acting: SeatSet, rng: &mut Rng) -> Joint {
    let mut joint = Joint::NONE;
    for seat in acting.iter() {
        let legal = game.legal(state, seat);
        assert!(!legal.is_empty(), "{seat} acts without a legal choice in {state:?}");
        joint.set(seat, rollout::random_action(&legal, rng));
    }
    joint
}

/// Plays a move that is known to be legal and says what was announced.
pub(crate) fn play<G: Game>(game: &G, state: &mut G::State, step: &Move) -> Vec<(SeatSet, G::Event)> {
    let mut events = Vec::new();
    match step {
        Move::Chance(id) => game.fall(state, *id, &mut events),
        Move::Act(joint) => game.apply(state, joint, &mut events),
    }
    events
}

impl<G: Game> Trace<G> {
    /// Plays a random game.
    pub fn random(game: &G, rng: &mut Rng) -> Trace<G> {
        let mut state = game.start();
        let mut trace = Trace { states: vec![state.clone()], moves: Vec::new(), events: Vec::new() };
        loop {
            let step = match game.turn(&state) {
                Turn::Chance => Move::Chance(game.draw(&state, rng)),
                Turn::Act(acting) => {
                    assert!(!acting.is_empty(), "nobody acts in {state:?}");
                    Move::Act(random_joint(game, &state, acting, rng))
                }
                Turn::Over => return trace,
            };
            assert!(trace.moves.len() < game.longest(), "a game is longer than {} moves", game.longest());
            trace.events.push(play(game, &mut state, &step));
            trace.moves.push(step);
            trace.states.push(state.clone());
        }
    }

    /// The last state.
    pub fn last(&self) -> &G::State {
        self.states.last().expect("a trace has its first state")
    }

    /// All states of a short game; of a long one a random choice of about `most`, and always the last.
    pub fn sample(&self, most: usize, rng: &mut Rng) -> Vec<&G::State> {
        let (count, last) = (self.states.len() as u32, self.states.len() - 1);
        let taken: Vec<bool> = (0..=last).map(|i| i == last || (rng.below(count) as usize) < most).collect();
        self.states.iter().zip(taken).filter(|(_, taken)| *taken).map(|(state, _)| state).collect()
    }

    /// Indices of the states at which somebody acts; all of them, or a random choice of at most `most`.
    pub fn decisions(&self, game: &G, most: usize, rng: &mut Rng) -> Vec<usize> {
        let acts = |&i: &usize| matches!(game.turn(&self.states[i]), Turn::Act(_));
        let mut nodes: Vec<usize> = (0..self.states.len()).filter(acts).collect();
        if nodes.len() > most {
            rng.shuffle(&mut nodes);
            nodes.truncate(most);
            nodes.sort_unstable();
        }
        nodes
    }

    /// For each state, a digest of all that `seat` did and heard until then.
    pub(crate) fn memories(&self, seat: Seat) -> Vec<Fingerprint> {
        let mut memory = Fingerprint::of(&seat);
        let mut memories = vec![memory];
        for (step, events) in self.moves.iter().zip(&self.events) {
            memory = remember(memory, seat, step, events);
            memories.push(memory);
        }
        memories
    }
}

/// What `seat` remembers after one more move: its own choice and what it was told.
pub(crate) fn remember<E: std::hash::Hash>(
    memory: Fingerprint,
    seat: Seat,
    step: &Move,
    events: &[(SeatSet, E)],
) -> Fingerprint {
    let mut memory = memory;
    if let Move::Act(joint) = step
        && joint.of(seat) != Action::NONE
    {
        memory = memory.then(&("did", joint.of(seat)));
    }
    for (_, event) in events.iter().filter(|(to, _)| to.contains(seat)) {
        memory = memory.then(&("heard", event));
    }
    memory
}

/// Every seat of the game.
pub(crate) fn seats<G: Game>(game: &G) -> impl Iterator<Item = Seat> + use<G> {
    SeatSet::first(game.seats()).iter()
}
