//! Kuhn poker, Leduc poker and Goofspiel have the sizes and values that the literature and OpenSpiel 2.0 give.

use fogbound_agents::exact::{CfrPlus, Counts, Mccfr, Solver, Tree, nash_conv};
use fogbound_env::Game;
use fogbound_env::games::goofspiel::{Goofspiel, Prizes, Setup};
use fogbound_env::games::{kuhn::Kuhn, leduc::Leduc, stalk::Stalk, trial::Trial};

/// What is known of a game.
struct Known {
    counts: Counts,
    /// NashConv of CFR+ after 10, 100 and 1,000 iterations, to as many digits as are published.
    nash_conv: [f64; 3],
    /// What the first seat gets at equilibrium.
    value: f64,
}

fn check<G: Game>(game: &G, known: &Known) {
    let tree = Tree::new(game, 100_000).expect("a small game");
    assert_eq!(tree.counts(), known.counts);
    let mut solver = CfrPlus::new(&tree);
    let mut done = 0;
    for (iterations, expected) in [10, 100, 1_000].into_iter().zip(known.nash_conv) {
        solver.run(iterations - done);
        done = iterations;
        let found = nash_conv(&tree, &solver.average());
        // Within half a unit of the last published digit, of which there are at least two.
        assert!(
            (found / expected - 1.0).abs() < 0.02,
            "after {iterations} iterations: {found}, not {expected}"
        );
    }
    let values = tree.values(&solver.average());
    assert!((values[0] - known.value).abs() < known.nash_conv[2], "{values:?}, not {}", known.value);
    assert!((values[0] + values[1]).abs() < 1e-9);
}

fn counts(infosets: usize, choices: usize, decisions: [usize; 2], chances: usize, ends: usize) -> Counts {
    Counts {
        infosets: vec![infosets; 2],
        choices: vec![choices; 2],
        decisions: decisions.to_vec(),
        chances,
        ends,
    }
}

#[test]
fn kuhn_poker() {
    let known = Known {
        counts: counts(6, 12, [12, 12], 4, 30),
        nash_conv: [0.065_4, 0.002_39, 0.000_175],
        value: -1.0 / 18.0,
    };
    check(&Kuhn::new(Default::default()).unwrap(), &known);
}

#[test]
fn leduc_poker() {
    let known = Known {
        counts: counts(468, 1_092, [1_890, 1_890], 157, 5_520),
        nash_conv: [1.221, 0.026_8, 0.000_514],
        value: -0.085_606,
    };
    check(&Leduc::new(Default::default()).unwrap(), &known);
}

fn goofspiel(cards: u8, prizes: Prizes) -> Goofspiel {
    Goofspiel::new(Setup { cards, prizes, ..Setup::default() }).expect("an allowed setup")
}

#[test]
fn goofspiel_of_three_cards() {
    let known = Known {
        counts: counts(8, 17, [10, 21], 0, 36),
        nash_conv: [0.033_3, 0.000_363, 0.000_003_7],
        value: 0.0,
    };
    check(&goofspiel(3, Prizes::Descending), &known);
}

#[test]
fn goofspiel_of_three_cards_with_prizes_in_random_order() {
    let known = Known {
        counts: counts(45, 93, [57, 117], 28, 216),
        nash_conv: [0.068_6, 0.000_747, 0.000_007_5],
        value: 0.0,
    };
    check(&goofspiel(3, Prizes::Random), &known);
}

#[test]
fn goofspiel_of_four_cards() {
    let known = Known {
        counts: counts(81, 174, [161, 340], 0, 576),
        nash_conv: [0.286, 0.022_3, 0.000_536],
        value: 0.0,
    };
    check(&goofspiel(4, Prizes::Descending), &known);
}

/// NashConv of the uniform strategy, and after ten iterations of CFR+: OpenSpiel finds the same on these games, walking them
/// through the Python package (`python/tests/test_open_spiel.py`).
#[test]
fn nash_conv_is_what_openspiel_finds() {
    fn check<G: Game>(game: &G, uniform: f64, after_ten: f64) {
        let tree = Tree::new(game, 100_000).expect("a small game");
        let mut solver = CfrPlus::new(&tree);
        solver.run(10);
        let found = [tree.uniform(), solver.average()].map(|strategy| nash_conv(&tree, &strategy));
        let near = (found[0] - uniform).abs() < 1e-6 && (found[1] - after_ten).abs() < 1e-6;
        assert!(near, "{}: {found:?}", G::NAME);
    }
    check(&Kuhn::new(Default::default()).unwrap(), 11.0 / 12.0, 0.065_374_181);
    check(&goofspiel(3, Prizes::Descending), 4.0 / 3.0, 1.0 / 30.0);
}

#[test]
fn a_tree_that_is_too_large_is_refused() {
    let refused = Tree::new(&goofspiel(13, Prizes::Random), 10_000).unwrap_err();
    let text = refused.to_string();
    assert!(text.starts_with("goofspiel has more than 10000 nodes: too many to lay out."), "{text}");
    assert!(text.contains("information sets") && text.contains("moves deep"), "{text}");
}

#[test]
fn games_of_several_seats_are_refused() {
    let (_, small) = Trial::presets().into_iter().find(|(name, _)| *name == "small").unwrap();
    let trial = Trial::new(small).unwrap();
    let refused = Tree::new(&trial, 10_000).unwrap_err().to_string();
    assert!(refused.starts_with("trial has 3 seats, and the exact tools solve games of two"), "{refused}");
}

/// The references are means over three or four runs of OpenSpiel's external sampling with 100,000 iterations. Single runs
/// of either program lie up to twice as high or half as low, so means of five runs are compared.
#[test]
fn sampled_regrets_lead_to_equilibria_too() {
    fn check<G: Game>(game: &G, reference: f64) {
        let tree = Tree::new(game, 100_000).expect("a small game");
        let (mut early, mut late) = (0.0, 0.0);
        for seed in 1..=5 {
            let mut solver = Mccfr::new(&tree, seed);
            solver.run(1_000);
            early += nash_conv(&tree, &solver.average()) / 5.0;
            solver.run(99_000);
            late += nash_conv(&tree, &solver.average()) / 5.0;
        }
        assert!(late < 1.5 * reference && late < early / 3.0, "{}: {early}, then {late}", G::NAME);
    }
    check(&Kuhn::new(Default::default()).unwrap(), 0.005_4);
    check(&Leduc::new(Default::default()).unwrap(), 0.132);
    check(&goofspiel(4, Prizes::Descending), 0.005_6);
    check(&goofspiel(3, Prizes::Random), 0.000_29);
}

/// The smallest `trial`: one round, two seats. Both sides have to mix: against a strategy that does not, a best response
/// gains a lot.
#[test]
fn the_smallest_trial_is_solved() {
    let (_, tiny) = Trial::presets().into_iter().find(|(name, _)| *name == "tiny").unwrap();
    let tree = Tree::new(&Trial::new(tiny).unwrap(), 700_000).unwrap();
    assert_eq!((tree.nodes(), tree.counts().infosets), (603_437, vec![182_818, 2_677]));
    let mut solver = CfrPlus::new(&tree);
    solver.run(60);
    let strategy = solver.average();
    assert!(nash_conv(&tree, &strategy) < 0.02, "{}", nash_conv(&tree, &strategy));
    assert!((tree.values(&strategy)[0] - 0.498).abs() < 0.01, "{:?}", tree.values(&strategy));
    // As OpenSpiel's `exploitability.nash_conv` says of `fogbound_trial_turns` with this setup, after a minute.
    let uniform = nash_conv(&tree, &tree.uniform());
    assert!((uniform - 0.958_458_719).abs() < 1e-6, "{uniform}");
}

/// The smallest `stalk`: one survivor, two rounds around a wall.
#[test]
fn the_smallest_stalk_is_solved() {
    let (_, tiny) = Stalk::presets().into_iter().find(|(name, _)| *name == "tiny").unwrap();
    let tree = Tree::new(&Stalk::new(tiny).unwrap(), 1_200_000).unwrap();
    assert_eq!((tree.nodes(), tree.counts().infosets), (1_165_867, vec![6_734, 455]));
    let mut solver = CfrPlus::new(&tree);
    solver.run(60);
    let strategy = solver.average();
    assert!(nash_conv(&tree, &strategy) < 0.005, "{}", nash_conv(&tree, &strategy));
    assert!((tree.values(&strategy)[0] - 0.833).abs() < 0.003, "{:?}", tree.values(&strategy));
    assert!(nash_conv(&tree, &tree.uniform()) > 0.2);
}
