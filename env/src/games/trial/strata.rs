//! The kinds of match that differ enough to be counted apart.

use serde::Serialize;

use super::{State, Trial};

/// Presets that draw the line-up, one for each mode.
pub(super) const SURVEY: &[&str] = &["random", "bloodweb", "devout"];

impl Trial {
    /// The killer, the board and the mode, as the setup calls them.
    pub(super) fn strata_of(&self, state: &State) -> Vec<(&'static str, String)> {
        vec![
            ("killer", word(&state.public.killer_is)),
            ("board", word(&state.public.board)),
            ("mode", word(&self.setup.mode)),
        ]
    }
}

/// How an option without fields is written in a setup.
fn word(option: &impl Serialize) -> String {
    let json = serde_json::to_value(option).expect("an option is plain data");
    json.as_str().expect("an option without fields is a word").into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{Game, Rng, Silence, rollout};

    #[test]
    fn drawn_matches_name_their_killer_board_and_mode() {
        let mut seen = BTreeSet::new();
        for preset in SURVEY {
            let setup = Trial::presets().into_iter().find(|(name, _)| name == preset).unwrap().1;
            let trial = Trial::new(setup).unwrap();
            for game in 0..60 {
                let mut state = trial.start();
                rollout::play_out(&trial, &mut state, &mut Rng::stream(1, game), &mut Silence);
                seen.extend(trial.strata(&state));
            }
        }
        let answers = |question| seen.iter().filter(|(asked, _)| *asked == question).count();
        assert_eq!((answers("killer"), answers("board"), answers("mode")), (6, 2, 3));
        assert!(seen.contains(&("board", "autohaven".into())) && seen.contains(&("killer", "hag".into())));
    }
}
