//! What is believed with chance p is true p of the time, and every world looks like what is seen.

mod cells;
mod exact;

use std::collections::BTreeMap;
use std::sync::Arc;

use fogbound_env::games::goofspiel::Goofspiel;
use fogbound_env::games::kuhn::Kuhn;
use fogbound_env::games::leduc::Leduc;
use fogbound_env::games::stalk::Stalk;
use fogbound_env::games::trial::Trial;
use fogbound_env::{Action, Fingerprint, Game, Joint, Perspective, Rng, Seat, Silence, Turn};

use super::{Belief, Dealt, Particles, Reweighted};
use crate::policy::{Drawn, Uniform};
use crate::scripted::{StalkScript, TrialScript};
use crate::{Agent, Policy};

/// Likes high actions when it holds something good, and low ones otherwise.
#[derive(Clone, Copy)]
struct Bold {
    field: &'static str,
    good: &'static [usize],
}

/// Bets with a king.
const BOLD_IN_KUHN: Bold = Bold { field: "card", good: &[2] };
/// Raises with a king.
const BOLD_IN_LEDUC: Bold = Bold { field: "card", good: &[4, 5] };
/// Bids high as long as it holds the highest card.
const BOLD_IN_GOOFSPIEL: Bold = Bold { field: "hand", good: &[3] };
/// Has its preferences, whatever it holds.
const BOLD_IN_TRIAL: Bold = Bold { field: "is_survivor", good: &[0] };

impl<G: Game> Policy<G> for Bold {
    fn weigh(&mut self, seen: &Perspective<'_, G>, weights: &mut Vec<f32>) {
        let mut numbers = vec![0.0; G::SCHEMA.len()];
        seen.observe(&mut numbers);
        let start = G::SCHEMA.start(self.field);
        let good = self.good.iter().any(|at| numbers[start + at] > 0.0);
        let step: f32 = if good { 4.0 } else { 0.5 };
        weights.extend((0..seen.legal().len()).map(|rank| step.powi(rank as i32)));
    }
}

/// Something hidden that may be so or not.
type Fact<G> = fn(&G, &<G as Game>::State) -> bool;

/// The number `at` places into a field of what seat 1 observes.
fn hidden<G: Game>(game: &G, state: &G::State, field: &str, at: usize) -> f32 {
    let mut numbers = vec![0.0; G::SCHEMA.len()];
    game.observe(&game.view(state, Seat(1)), &mut numbers);
    numbers[G::SCHEMA.start(field) + at]
}

/// How likely something was thought, and whether it was so.
struct Forecast {
    seen: Fingerprint,
    believed: f64,
    is_so: bool,
}

/// For every choice of seat 0 in many games against `other`: what seat 0 thought of the fact. Seat 0 chooses at random. All worlds are checked on the way.
fn forecasts<G: Game>(
    game: &G,
    fact: Fact<G>,
    belief: &mut dyn Belief<G>,
    mut other: impl Policy<G>,
    games: u64,
) -> Vec<Forecast> {
    const WORLDS: u32 = 100;
    let mut forecasts = Vec::new();
    let mut weights = Vec::new();
    for i in 0..games {
        let mut rng = Rng::stream(77, i);
        let mut state = game.start();
        belief.begin(Seat(0));
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let id = game.draw(&state, &mut rng);
                    game.fall(&mut state, id, &mut Silence);
                }
                Turn::Act(acting) => {
                    let mut joint = Joint::NONE;
                    for seat in acting.iter() {
                        let seen = Perspective::new(game, &state, seat);
                        weights.clear();
                        if seat == Seat(0) {
                            belief.update(&seen, &mut rng);
                            let mut count = 0;
                            for _ in 0..WORLDS {
                                let world = belief.world(&seen, &mut rng);
                                assert_eq!(game.view(&world, seat), *seen.view());
                                count += u32::from(fact(game, &world));
                            }
                            forecasts.push(Forecast {
                                seen: seen.key(),
                                believed: f64::from(count) / f64::from(WORLDS),
                                is_so: fact(game, &state),
                            });
                            Uniform.weigh(&seen, &mut weights);
                        } else {
                            other.weigh(&seen, &mut weights);
                        }
                        let rank = crate::policy::draw_rank(&weights, &mut rng) as u32;
                        let action = seen.legal().nth(rank).unwrap();
                        joint.set(seat, action);
                        if seat == Seat(0) {
                            belief.acted(&seen, action);
                        }
                    }
                    game.apply(&mut state, &joint, &mut Silence);
                }
            }
        }
    }
    forecasts
}

/// How far beliefs are off, in standard errors: over ten buckets of belief and over all that can be seen, the largest
/// distance between what was believed and how often it was so. (Forecasts from 100 worlds are a little blurred; that
/// is allowed for.)
fn worst(forecasts: &[Forecast]) -> f64 {
    let mut groups: BTreeMap<(bool, u64), Vec<&Forecast>> = BTreeMap::new();
    for forecast in forecasts {
        let bucket = ((forecast.believed * 10.0) as u64).min(9);
        groups.entry((false, bucket)).or_default().push(forecast);
        groups.entry((true, forecast.seen.0)).or_default().push(forecast);
    }
    let distance = |group: &Vec<&Forecast>| {
        let n = group.len() as f64;
        let believed = group.iter().map(|forecast| forecast.believed).sum::<f64>() / n;
        let was_so = group.iter().filter(|forecast| forecast.is_so).count() as f64 / n;
        (believed - was_so).abs() / ((believed * (1.0 - believed) / n).sqrt() + 0.015)
    };
    groups.values().filter(|group| group.len() >= 50).map(distance).fold(0.0, f64::max)
}

fn kuhn() -> Kuhn {
    Kuhn::new(Default::default()).unwrap()
}

fn leduc() -> Leduc {
    Leduc::new(Default::default()).unwrap()
}

fn goofspiel() -> Goofspiel {
    let (_, small) = Goofspiel::presets().into_iter().find(|(name, _)| *name == "small").unwrap();
    Goofspiel::new(small).unwrap()
}

/// The other holds the king.
fn has_king(game: &Kuhn, state: &<Kuhn as Game>::State) -> bool {
    hidden(game, state, "card", 2) == 1.0
}

/// The other holds one of the two kings.
fn has_a_king(game: &Leduc, state: &<Leduc as Game>::State) -> bool {
    hidden(game, state, "card", 4) + hidden(game, state, "card", 5) == 1.0
}

/// The other still holds its highest card.
fn holds_highest(game: &Goofspiel, state: &<Goofspiel as Game>::State) -> bool {
    hidden(game, state, "hand", 3) == 1.0
}

const GAMES: u64 = 1_500;
/// Of fifty groups, the worst lies above four standard errors about once in three hundred times.
const BOUND: f64 = 4.0;

#[test]
fn deals_are_right_against_random_play() {
    let kuhn = forecasts(&kuhn(), has_king, &mut Dealt, Uniform, 4 * GAMES);
    let leduc = forecasts(&leduc(), has_a_king, &mut Dealt, Uniform, GAMES);
    let goofspiel = forecasts(&goofspiel(), holds_highest, &mut Dealt, Uniform, GAMES);
    for told in [kuhn, leduc, goofspiel] {
        assert!(worst(&told) < BOUND, "{}", worst(&told));
    }
}

/// What makes the other tests worth something: without the model, the same games are misjudged.
#[test]
fn deals_are_wrong_against_the_bold() {
    let kuhn = forecasts(&kuhn(), has_king, &mut Dealt, BOLD_IN_KUHN, 4 * GAMES);
    let leduc = forecasts(&leduc(), has_a_king, &mut Dealt, BOLD_IN_LEDUC, GAMES);
    let goofspiel = forecasts(&goofspiel(), holds_highest, &mut Dealt, BOLD_IN_GOOFSPIEL, GAMES);
    for told in [kuhn, leduc, goofspiel] {
        assert!(worst(&told) > BOUND, "{}", worst(&told));
    }
}

/// A belief that weighs deals by a model.
fn weighted<G: Game>(model: Bold) -> Reweighted<G> {
    Reweighted::new(Box::new(model), 200)
}

#[test]
fn weighted_deals_are_right_if_the_model_is() {
    let kuhn = forecasts(&kuhn(), has_king, &mut weighted(BOLD_IN_KUHN), BOLD_IN_KUHN, 4 * GAMES);
    let leduc = forecasts(&leduc(), has_a_king, &mut weighted(BOLD_IN_LEDUC), BOLD_IN_LEDUC, GAMES);
    let bold = BOLD_IN_GOOFSPIEL;
    let goofspiel = forecasts(&goofspiel(), holds_highest, &mut weighted(bold), bold, GAMES);
    for told in [kuhn, leduc, goofspiel] {
        assert!(worst(&told) < BOUND, "{}", worst(&told));
    }
}

/// A filter that plays worlds on by a model.
fn particles<G: Game>(model: Bold) -> Particles<G> {
    Particles::new(Box::new(model), Box::new(Dealt), 200)
}

#[test]
fn particles_are_right_if_the_model_is() {
    let kuhn = forecasts(&kuhn(), has_king, &mut particles(BOLD_IN_KUHN), BOLD_IN_KUHN, 500);
    let leduc = forecasts(&leduc(), has_a_king, &mut particles(BOLD_IN_LEDUC), BOLD_IN_LEDUC, 500);
    let bold = BOLD_IN_GOOFSPIEL;
    let goofspiel = forecasts(&goofspiel(), holds_highest, &mut particles(bold), bold, 500);
    for told in [kuhn, leduc, goofspiel] {
        assert!(worst(&told) < BOUND, "{}", worst(&told));
    }
}

/// How far forecasts are from what was so, squared.
fn blur(forecasts: &[Forecast]) -> f64 {
    let off = |one: &Forecast| (one.believed - f64::from(u8::from(one.is_so))).powi(2);
    forecasts.iter().map(off).sum::<f64>() / forecasts.len() as f64
}

fn stalk(preset: &str) -> Stalk {
    let (_, setup) = Stalk::presets().into_iter().find(|(name, _)| *name == preset).unwrap();
    Stalk::new(setup).unwrap()
}

/// Whether the first survivor of `stalk` is in the second column of the cellar.
fn is_east(game: &Stalk, state: &<Stalk as Game>::State) -> bool {
    (0..81).any(|at| at % 9 >= 1 && hidden(game, state, "survivors", at) > 0.0)
}

#[test]
fn deals_of_stalk_are_right_against_random_play() {
    let told = forecasts(&stalk("tiny"), is_east, &mut Dealt, Uniform, 600);
    assert!(worst(&told) < BOUND, "{}", worst(&told));
}

/// The killer of `stalk` against scripted survivors in the cellar: worlds in which the script has played on are right.
#[test]
fn particles_of_stalk_are_right_if_the_script_is() {
    let mut particles = Particles::new(Box::new(StalkScript::new()), Box::new(Dealt), 200);
    let told = forecasts(&stalk("tiny"), is_east, &mut particles, StalkScript::new(), 600);
    assert!(worst(&told) < BOUND, "{}", worst(&told));
}

/// The killer of `trial` against scripted survivors: with the script as its model, the belief gives the card that the
/// first survivor has laid the chance that it has, and tells more than even deals do.
#[test]
fn beliefs_about_planned_cards_of_trial_are_calibrated() {
    let game = Trial::new(Default::default()).unwrap();
    let lies_sprint: Fact<Trial> = |game, state| hidden(game, state, "own_plan", 1) > 0.0;
    let script = || Box::new(TrialScript::new());
    let told = forecasts(&game, lies_sprint, &mut Reweighted::new(script(), 200), TrialScript::new(), 150);
    assert!(worst(&told) < BOUND, "{}", worst(&told));
    let even = forecasts(&game, lies_sprint, &mut Dealt, TrialScript::new(), 150);
    assert!(blur(&told) < 0.9 * blur(&even), "{} against {}", blur(&told), blur(&even));
}

/// In the middle of a game of `trial` hardly any particle survives; there are worlds all the same.
#[test]
fn worlds_of_trial_look_like_what_is_seen() {
    let (_, small) = Trial::presets().into_iter().find(|(name, _)| *name == "small").unwrap();
    let game = Trial::new(small).unwrap();
    let none: Fact<Trial> = |_, _| false;
    forecasts(&game, none, &mut Reweighted::new(Box::new(BOLD_IN_TRIAL), 20), Uniform, 2);
    forecasts(&game, none, &mut Particles::new(Box::new(Uniform), Box::new(Dealt), 20), Uniform, 2);
}

/// What is retraced from a state is what was chosen on the way to it, seen as it was then.
fn check_retrace<G: Game>(game: &Arc<G>, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    let mut made: Vec<(Seat, Vec<u32>, Action)> = Vec::new();
    let mut remembered = Vec::new();
    let look = |state: &G::State, seat: Seat| {
        let mut numbers = vec![0.0; G::SCHEMA.len()];
        game.observe(&game.view(state, seat), &mut numbers);
        numbers.into_iter().map(f32::to_bits).collect::<Vec<_>>()
    };
    loop {
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => {
                let id = game.draw(&state, &mut rng);
                game.fall(&mut state, id, &mut Silence);
            }
            Turn::Act(acting) => {
                let mut told = Vec::new();
                game.retrace(&state, &remembered, &mut |past, seat, action| {
                    assert!(game.turn(past).acting().contains(seat));
                    assert!(game.legal(past, seat).contains(action));
                    told.push((seat, look(past, seat), action));
                });
                // A game may tell less than everything, but nothing else, and nothing out of order.
                let mut history = made.iter();
                for one in &told {
                    assert!(history.any(|other| other == one), "{one:?} was not chosen");
                }
                let mut joint = Joint::NONE;
                for seat in acting.iter() {
                    let seen = Perspective::new(&**game, &state, seat);
                    let action = Drawn::new(Uniform).act(&seen, &mut rng);
                    made.push((seat, look(&state, seat), action));
                    joint.set(seat, action);
                    if seat == Seat(1) {
                        remembered.push(seen.view().clone());
                    }
                }
                game.apply(&mut state, &joint, &mut Silence);
            }
        }
    }
}

#[test]
fn past_choices_are_retraced() {
    let random = Arc::new(Goofspiel::new(Default::default()).unwrap());
    let (_, small) = Trial::presets().into_iter().find(|(name, _)| *name == "small").unwrap();
    let trial = Arc::new(Trial::new(small).unwrap());
    for seed in 0..20 {
        check_retrace(&Arc::new(kuhn()), seed);
        check_retrace(&Arc::new(leduc()), seed);
        check_retrace(&Arc::new(goofspiel()), seed);
        check_retrace(&random, seed);
        check_retrace(&trial, seed);
    }
}

/// The whole past of the reference games is told, so that nothing is left unweighed.
#[test]
fn the_whole_past_of_small_games_is_retraced() {
    let game = leduc();
    let mut state = game.start();
    for card in [0, 3] {
        game.fall(&mut state, card, &mut Silence);
    }
    // Check, raise, call; the open card; raise.
    for (seat, action) in [(0, 1), (1, 2), (0, 1)] {
        game.apply(&mut state, &Joint::one(Seat(seat), Action(action)), &mut Silence);
    }
    game.fall(&mut state, 4, &mut Silence);
    game.apply(&mut state, &Joint::one(Seat(0), Action(2)), &mut Silence);
    let mut told = Vec::new();
    game.retrace(&state, &[], &mut |_, seat, action| told.push((seat.0, action.0)));
    assert_eq!(told, [(0, 1), (1, 2), (0, 1), (0, 2)]);
}
