//! More thought makes better play, and mixed plans are hard to exploit.

use std::sync::Arc;

use fogbound_env::games::leduc::Leduc;
use fogbound_env::games::trial::{self, Trial};

use super::*;
use crate::exact::tabulate;
use crate::search::{Ismcts, Origin};
use crate::{Agent, Random, arena};

fn exploited<G: Game>(game: &G, options: Options, times: u32) -> f64 {
    tabulate(game, &mut Ismcts::new(options), times, 1, 100_000).unwrap().nash_conv
}

#[test]
fn mixed_plans_in_goofspiel_are_harder_to_exploit() {
    let game = goofspiel("small");
    let mixed = exploited(&game, ruled(Selection::REGRET_MATCHING, 2_000), 2);
    let pure = exploited(&game, ruled(Selection::UCT, 2_000), 2);
    assert!(mixed < 0.3 && pure > 1.0, "{mixed} {pure}");
}

#[test]
fn more_simulations_are_harder_to_exploit() {
    let game = goofspiel("small");
    let [few, some, many] =
        [30, 300, 3_000].map(|n| exploited(&game, ruled(Selection::REGRET_MATCHING, n), 2));
    assert!(few > 2.0 * many && some > many && many < 0.4, "{few} {some} {many}");
}

#[test]
fn more_simulations_of_leduc_are_harder_to_exploit() {
    let leduc = Leduc::new(Default::default()).unwrap();
    for rule in [Selection::UCT, Selection::REGRET_MATCHING] {
        let [few, many] = [30, 1_000].map(|n| exploited(&leduc, ruled(rule, n), 1));
        assert!(many < 2.2 && few > 1.5 * many, "{rule:?}: {few} {many}");
    }
}

/// With everybody's strategy searched from the start of the game, nobody has to guess what a bet means.
#[test]
fn kuhn_is_all_but_solved_from_its_start() {
    let from_start = |n| Options { origin: Origin::Start, ..ruled(Selection::REGRET_MATCHING, n) };
    let [few, many] = [300, 30_000].map(|n| exploited(&kuhn(), from_start(n), 4));
    assert!(many < 0.08 && few > 2.0 * many, "{few} {many}");
    // From here on, with cards dealt evenly, a queen calls every bet; that costs 1/3.
    let here = exploited(&kuhn(), ruled(Selection::REGRET_MATCHING, 10_000), 1);
    assert!((here - 1.0 / 3.0).abs() < 0.03, "{here}");
}

/// Killer and survivors on the small board, each against random play, on the same dozen games.
#[test]
fn trial_is_won_against_random_play() {
    let (_, small) = Trial::presets().into_iter().find(|(name, _)| *name == "small").unwrap();
    // In three rounds, random play comes to nothing.
    let game = Arc::new(Trial::new(trial::Setup { round_limit: 20, ..small }).unwrap());
    let options = Options { budget: Budget::simulations(60), ..Options::default() };
    let (mut first, mut second) = (Ismcts::new(options), Ismcts::new(options));
    let mean = |agents: &mut [&mut dyn Agent<Trial>]| arena::play(&game, agents, 1, 12).unwrap()[0].mean;
    let killer = mean(&mut [&mut first, &mut Random, &mut Random]);
    let survivors = mean(&mut [&mut Random, &mut first, &mut second]);
    let random = mean(&mut [&mut Random, &mut Random, &mut Random]);
    assert!(killer > random && random > survivors, "{killer} {random} {survivors}");
    assert!(killer - survivors > 0.5, "{killer} {random} {survivors}");
}
