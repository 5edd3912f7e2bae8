//! Games say truly whether seats ever choose at once: searches, OpenSpiel and others rely on it.

use fogbound_env::registry::{self, NAMES, Visitor};
use fogbound_env::{Game, Rng, Silence, Turn};
use fogbound_tests::{for_each_preset, random_joint};
use serde_json::json;

/// What a game says, and whether several seats chose at once in some random games.
struct AtOnce;

impl Visitor for AtOnce {
    type Output = (bool, bool);

    fn visit<G: Game>(self, game: G) -> (bool, bool) {
        let found = (0..20).any(|number| {
            let mut rng = Rng::stream(4, number);
            let mut state = game.start();
            loop {
                match game.turn(&state) {
                    Turn::Over => return false,
                    Turn::Act(acting) if acting.len() > 1 => return true,
                    Turn::Act(acting) => {
                        let joint = random_joint(&game, &state, acting, &mut rng);
                        game.apply(&mut state, &joint, &mut Silence);
                    }
                    Turn::Chance => {
                        let id = game.draw(&state, &mut rng);
                        game.fall(&mut state, id, &mut Silence);
                    }
                }
            }
        });
        (G::PLANS_AT_ONCE, found)
    }
}

#[test]
fn games_in_which_seats_choose_at_once_say_so() {
    for name in NAMES {
        let (mut said, mut found) = (false, false);
        for_each_preset(name, |preset| {
            let (says, finds) = registry::open(name, &json!({ "preset": preset }), AtOnce).unwrap();
            said = says;
            found |= finds;
        });
        assert_eq!(said, found, "{name}");
    }
}
