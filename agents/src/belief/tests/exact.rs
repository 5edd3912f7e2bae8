//! Beliefs that count all worlds give each the chance that it has.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use fogbound_env::games::kuhn::Kuhn;
use fogbound_env::games::stalk::Stalk;
use fogbound_env::{Action, Fingerprint, Game, Joint, Perspective, Rng, Seat, Silence, Turn, View};

use super::super::{Belief, Dealt, Filter, Particles};
use super::{BOLD_IN_GOOFSPIEL, BOLD_IN_KUHN, BOLD_IN_LEDUC, BOUND, Bold};
use super::{forecasts, goofspiel, has_a_king, has_king, holds_highest, is_east, kuhn, leduc, stalk, worst};
use crate::Policy;
use crate::policy::{Uniform, draw_rank};
use crate::scripted::StalkScript;

fn filter<G: Game>(model: impl Policy<G> + Clone + 'static, most: usize) -> Filter<G> {
    let particles = Particles::new(Box::new(model.clone()), Box::new(Dealt), 100);
    Filter::new(Box::new(model), particles, most)
}

/// Whoever bets with a king in four of five cases, and with another card in one of three, has the king more often.
#[test]
fn a_bet_in_kuhn_is_weighed_by_hand() {
    let game = kuhn();
    let mut state = game.start();
    // Jack and king; a check, and the bet of the other.
    for card in [0, 2] {
        game.fall(&mut state, card, &mut Silence);
    }
    let mut belief = filter::<Kuhn>(BOLD_IN_KUHN, 1_000);
    let mut rng = Rng::new(1);
    belief.begin(Seat(0));
    let seen = Perspective::new(&game, &state, Seat(0));
    belief.update(&seen, &mut rng);
    assert_eq!(belief.worlds().unwrap().iter().map(|(_, chance)| *chance).collect::<Vec<_>>(), [0.5; 2]);
    belief.acted(&seen, Action(0));
    game.apply(&mut state, &Joint::one(Seat(0), Action(0)), &mut Silence);
    game.apply(&mut state, &Joint::one(Seat(1), Action(1)), &mut Silence);
    belief.update(&Perspective::new(&game, &state, Seat(0)), &mut rng);
    let king: f64 = belief
        .worlds()
        .unwrap()
        .iter()
        .filter(|(world, _)| has_king(&game, world))
        .map(|(_, chance)| chance)
        .sum();
    let (with_king, without) = (4.0 / 5.0, 0.5 / 1.5);
    assert!((king - with_king / (with_king + without)).abs() < 1e-6, "{king}");
}

#[test]
fn small_games_are_believed_rightly() {
    fn bold<G: Game>(model: Bold) -> Filter<G> {
        filter(model, 2_000)
    }
    let kuhn = forecasts(&kuhn(), has_king, &mut bold(BOLD_IN_KUHN), BOLD_IN_KUHN, 500);
    let leduc = forecasts(&leduc(), has_a_king, &mut bold(BOLD_IN_LEDUC), BOLD_IN_LEDUC, 500);
    let model = BOLD_IN_GOOFSPIEL;
    let goofspiel = forecasts(&goofspiel(), holds_highest, &mut bold(model), model, 500);
    let mut script = filter(StalkScript::new(), 1_000);
    let stalk = forecasts(&stalk("tiny"), is_east, &mut script, StalkScript::new(), 300);
    for told in [kuhn, leduc, goofspiel, stalk] {
        assert!(worst(&told) < BOUND, "{}", worst(&told));
    }
}

/// Where the figures of the other side stand, as a digest: what is believed in.
fn hidden_cells(game: &Stalk, world: &<Stalk as Game>::State, seat: Seat) -> Fingerprint {
    let other = if seat == Seat(0) { Seat(1) } else { Seat(0) };
    let mut numbers = vec![0.0; Stalk::SCHEMA.len()];
    game.observe(&game.view(world, other), &mut numbers);
    let field = if seat == Seat(0) { "survivors" } else { "killer" };
    let at = Stalk::SCHEMA.start(field);
    Fingerprint::of(&numbers[at..at + 81].iter().map(|number| number.to_bits()).collect::<Vec<_>>())
}

/// What is thought of where the others stand, for each view that a seat has had where it was asked.
type Beliefs = BTreeMap<(Seat, Fingerprint), BTreeMap<Fingerprint, f64>>;

/// Games at random, in which all seats say what they think.
fn believed(game: &Stalk, games: u64) -> Beliefs {
    let mut all = Beliefs::new();
    let mut weights = Vec::new();
    for i in 0..games {
        let mut rng = Rng::stream(5, i);
        let mut beliefs: Vec<_> = (0..game.seats()).map(|_| filter::<Stalk>(Uniform, 20_000)).collect();
        for (seat, belief) in beliefs.iter_mut().enumerate() {
            belief.begin(Seat(seat as u8));
        }
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let id = game.draw(&state, &mut rng);
                    game.fall(&mut state, id, &mut Silence);
                }
                Turn::Act(acting) => {
                    let seat = acting.lowest().unwrap();
                    let seen = Perspective::new(game, &state, seat);
                    let belief = &mut beliefs[seat.index()];
                    belief.update(&seen, &mut rng);
                    let told = all.entry((seat, seen.key())).or_default();
                    told.clear();
                    for (world, chance) in belief.worlds().expect("the cellar is small") {
                        assert_eq!(game.view(world, seat), *seen.view());
                        *told.entry(hidden_cells(game, world, seat)).or_default() += chance;
                    }
                    weights.clear();
                    Uniform.weigh(&seen, &mut weights);
                    let action = seen.legal().nth(draw_rank(&weights, &mut rng) as u32).unwrap();
                    belief.acted(&seen, action);
                    game.apply(&mut state, &Joint::one(seat, action), &mut Silence);
                }
            }
        }
    }
    all
}

/// Goes through the whole game and adds up how likely each world of the wanted views comes about.
fn count(game: &Stalk, state: &<Stalk as Game>::State, chance: f64, wanted: &Beliefs, counted: &mut Beliefs) {
    match game.turn(state) {
        Turn::Over => {}
        Turn::Chance => {
            let all = f64::from(game.chance_total(state));
            game.outcomes(state, &mut |outcome| {
                let mut next = *state;
                game.fall(&mut next, outcome.id, &mut Silence);
                count(game, &next, chance * f64::from(outcome.weight) / all, wanted, counted);
            });
        }
        Turn::Act(acting) => {
            let seat = acting.lowest().unwrap();
            let key = (seat, game.view(state, seat).key());
            if wanted.contains_key(&key) {
                *counted.entry(key).or_default().entry(hidden_cells(game, state, seat)).or_default() +=
                    chance;
            }
            let legal = game.legal(state, seat);
            for action in legal.iter() {
                let mut next = *state;
                game.apply(&mut next, &Joint::one(seat, action), &mut Silence);
                count(game, &next, chance / f64::from(legal.len()), wanted, counted);
            }
        }
    }
}

/// In the cellar, which can be gone through as a whole, both sides believe what is so under even play, to the last digit.
#[test]
fn beliefs_in_the_cellar_of_stalk_are_exact() {
    let game = stalk("tiny");
    let told = believed(&game, 60);
    let mut counted = Beliefs::new();
    count(&game, &game.start(), 1.0, &told, &mut counted);
    assert!(
        told.len() > 200 && told.values().filter(|cells| cells.len() > 1).count() > 100,
        "{}",
        told.len()
    );
    for (key, cells) in &told {
        let sum: f64 = counted[key].values().sum();
        assert_eq!(cells.len(), counted[key].len());
        for (cell, chance) in cells {
            let real = counted[key][cell] / sum;
            assert!((chance - real).abs() < 1e-9, "{chance} and not {real}");
        }
    }
}

/// On a real board the worlds become too many, and particles go on from them; every world still looks like what is seen.
#[test]
fn where_worlds_are_many_particles_take_over() {
    let game = stalk("paired");
    let mut belief = filter(StalkScript::new(), 300);
    forecasts(&game, |_, _| false, &mut belief, StalkScript::new(), 2);
    assert!(belief.worlds().is_none());
    belief.begin(Seat(0));
    assert!(belief.worlds().is_some_and(<[_]>::is_empty));
}

/// Counts the choices that it is told of.
struct Listening(Arc<AtomicUsize>);

impl Belief<Kuhn> for Listening {
    fn world(&mut self, seen: &Perspective<'_, Kuhn>, rng: &mut Rng) -> <Kuhn as Game>::State {
        seen.deal(rng)
    }

    fn acted(&mut self, _: &Perspective<'_, Kuhn>, _: Action) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Whoever may have to fill up later has to know what was chosen while all worlds were known.
#[test]
fn the_belief_that_fills_up_is_told_of_every_choice() {
    let told = Arc::new(AtomicUsize::new(0));
    let particles = Particles::new(Box::new(Uniform), Box::new(Listening(Arc::clone(&told))), 10);
    let mut belief = Filter::new(Box::new(Uniform), particles, 1_000);
    let choices = forecasts(&kuhn(), has_king, &mut belief, Uniform, 20).len();
    assert!(belief.worlds().is_some() && choices >= 20);
    assert_eq!(told.load(Ordering::Relaxed), choices);
}
