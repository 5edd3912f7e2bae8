//! Actions, events and views can be shown to people, and names can be read back.

use std::collections::BTreeSet;

use fogbound_env::{Action, Game, Perspective, Rng};

use crate::walk::{Trace, seats};

/// Nodes looked at in each game.
const NODES: usize = 24;

pub(crate) fn check<G: Game>(game: &G, games: u64) {
    let names: BTreeSet<String> = seats(game).map(|seat| game.seat_name(seat)).collect();
    assert_eq!(names.len(), game.seats(), "two seats have the same name");
    for i in 0..games {
        let mut rng = Rng::stream(22, i);
        let trace = Trace::random(game, &mut rng);
        for state in trace.sample(NODES, &mut rng) {
            for seat in seats(game) {
                let seen = Perspective::new(game, state, seat);
                assert!(!seen.view_text().trim().is_empty());
                // Whatever is in the list can be shown, legal or not.
                for action in (0..G::ACTIONS as u16).map(Action) {
                    assert!(!seen.action_text(action).is_empty());
                }
                let mut shown = BTreeSet::new();
                for action in seen.legal().iter() {
                    let text = seen.action_text(action);
                    assert!(!text.trim().is_empty());
                    assert_eq!(seen.read_action(&text), Some(action), "{text:?} is read as another action");
                    assert_eq!(seen.read_action(&text.to_uppercase()), Some(action));
                    assert_eq!(seen.read_action(&action.0.to_string()), Some(action));
                    assert!(shown.insert(text.to_lowercase()), "two legal actions are called {text:?}");
                }
                assert_eq!(seen.read_action("no such thing"), None);
            }
        }
        let after = trace.states.iter().skip(1);
        let told = trace.events.iter().zip(after);
        for ((to, event), state) in
            told.flat_map(|(events, state)| events.iter().map(move |told| (told, state)))
        {
            let listener = to.lowest().unwrap_or_else(|| panic!("{event:?} is told to nobody"));
            let mut text = String::new();
            game.show_event(&game.view(state, listener), event, &mut text)
                .expect("writing to a string cannot fail");
            assert!(!text.trim().is_empty(), "{event:?} has no words");
            if trace.moves.len() > 100 && rng.below(10) > 0 {
                continue;
            }
            let data = serde_json::to_value(event).expect("an event is plain data");
            let back: G::Event = serde_json::from_value(data).expect("an event can be read back");
            assert_eq!(back, *event);
        }
    }
}
