//! The moves decide the state.

use fogbound_env::{Fingerprint, Game, Rng};

use crate::walk::{Trace, play};

pub(crate) fn check<G: Game>(game: &G, games: u64) {
    for i in 0..games {
        let trace = Trace::random(game, &mut Rng::stream(11, i));
        // A game made anew from the same setup must do as well as this one.
        let twin = G::new(game.setup().clone()).expect("the setup has been accepted before");
        let mut state = twin.start();
        for (n, step) in trace.moves.iter().enumerate() {
            assert_eq!(state, trace.states[n], "state after {n} moves");
            assert_eq!(Fingerprint::of(&state), Fingerprint::of(&trace.states[n]));
            let untouched = state.clone();
            let before = Fingerprint::of(&untouched);
            let events = play(&twin, &mut state, step);
            assert_eq!(events, trace.events[n], "events of move {}", n + 1);
            assert_eq!(Fingerprint::of(&untouched), before, "a clone changed with its original");
        }
        assert_eq!(state, *trace.last());
    }
}
