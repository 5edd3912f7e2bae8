//! On games that are small enough to lay out: deals are exactly the states that the viewer takes for possible.

use std::collections::{HashMap, HashSet};

use fogbound_env::registry::{self, NAMES, Visitor};
use fogbound_env::{Fingerprint, Game, Joint, Perspective, Rng, Seat, SeatSet, Silence, Turn};
use fogbound_tests::for_each_preset;
use serde_json::json;

/// Games with more states than this are left out.
const MOST_STATES: usize = 30_000;
/// So are games that can be longer than this.
const MOST_MOVES: usize = 60;
/// Deals for each state that is possible. The chance to miss a state that comes up evenly is e^-40.
const DEALS: usize = 40;

/// One viewer's information: what it sees, and every state in which it sees that.
struct Information<G: Game> {
    view: G::View,
    states: HashSet<G::State>,
}

/// Every state of a game at which somebody acts, by what each seat knows there.
struct Layout<G: Game> {
    states: usize,
    by_key: HashMap<(Seat, Fingerprint), Information<G>>,
}

impl<G: Game> Layout<G> {
    /// False if the game is too large.
    fn add(&mut self, game: &G, state: &G::State, depth: usize) -> bool {
        if depth > MOST_MOVES {
            return false;
        }
        match game.turn(state) {
            Turn::Over => true,
            Turn::Chance => {
                let mut ids = Vec::new();
                game.outcomes(state, &mut |outcome| ids.push(outcome.id));
                ids.into_iter().all(|id| {
                    let mut next = state.clone();
                    game.fall(&mut next, id, &mut Silence);
                    self.add(game, &next, depth + 1)
                })
            }
            Turn::Act(acting) => {
                self.states += 1;
                for seat in SeatSet::first(game.seats()).iter() {
                    let seen = Perspective::new(game, state, seat);
                    let entry = self.by_key.entry((seat, seen.key()));
                    let new = || Information { view: seen.view().clone(), states: HashSet::new() };
                    entry.or_insert_with(new).states.insert(state.clone());
                }
                self.states <= MOST_STATES && self.add_joint(game, state, acting, Joint::NONE, depth)
            }
        }
    }

    fn add_joint(
        &mut self,
        game: &G,
        state: &G::State,
        waiting: SeatSet,
        joint: Joint,
        depth: usize,
    ) -> bool {
        let Some(seat) = waiting.lowest() else {
            let mut next = state.clone();
            game.apply(&mut next, &joint, &mut Silence);
            return self.add(game, &next, depth + 1);
        };
        game.legal(state, seat).iter().all(|action| {
            let mut joint = joint;
            joint.set(seat, action);
            self.add_joint(game, state, waiting.without(seat), joint, depth)
        })
    }
}

struct Support;

impl Visitor for Support {
    /// How many pieces of information were looked at; none if the game is too large.
    type Output = Option<usize>;

    fn visit<G: Game>(self, game: G) -> Option<usize> {
        let mut layout = Layout { states: 0, by_key: HashMap::new() };
        if !layout.add(&game, &game.start(), 0) {
            return None;
        }
        let mut rng = Rng::new(23);
        let looked_at = layout.by_key.len();
        for information in layout.by_key.into_values() {
            let mut missing = information.states.clone();
            for _ in 0..DEALS * information.states.len() {
                let dealt = game.deal(&information.view, &mut rng);
                assert!(
                    information.states.contains(&dealt),
                    "{dealt:?} is not possible for {:?}",
                    information.view
                );
                missing.remove(&dealt);
            }
            assert!(missing.is_empty(), "never dealt for {:?}: {missing:?}", information.view);
        }
        Some(looked_at)
    }
}

#[test]
fn deals_are_exactly_what_is_possible() {
    let mut small = Vec::new();
    for name in NAMES {
        for_each_preset(name, |preset| {
            if let Some(looked_at) = registry::open(name, &json!({ "preset": preset }), Support).unwrap() {
                assert!(looked_at > 0);
                small.push(format!("{name} {preset}"));
            }
        });
    }
    // A game that grows out of this test's reach should be noticed.
    for expected in ["kuhn default", "leduc default", "goofspiel tiny", "goofspiel small"] {
        assert!(small.iter().any(|found| found == expected), "{expected} was not laid out: {small:?}");
    }
}
