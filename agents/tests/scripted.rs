//! The scripted players: sound at every node of every game, the same for the same seed, and better than chance.

use std::sync::Arc;

use fogbound_agents::policy::draw_rank;
use fogbound_agents::scripted::{self, Scripted};
use fogbound_agents::{Agent, Random, arena};
use fogbound_env::games::goofspiel::Goofspiel;
use fogbound_env::games::kuhn::Kuhn;
use fogbound_env::games::leduc::Leduc;
use fogbound_env::games::stalk::Stalk;
use fogbound_env::games::trial::Trial;
use fogbound_env::registry::{self, Visitor};
use fogbound_env::{Game, Joint, Perspective, Rng, Seat, SeatSet, Silence, Table, Turn, rollout};

fn preset<G: Game>(name: &str) -> G {
    let found = G::presets().into_iter().find(|(known, _)| *known == name);
    G::new(found.expect("a known preset").1).expect("presets can be played")
}

/// Plays games in which every seat follows its script or chance, and looks at all that the script says.
struct LookEverywhere {
    games: u64,
}

impl Visitor for LookEverywhere {
    type Output = u64;

    fn visit<G: Game>(self, game: G) -> u64 {
        let mut policy = scripted::policy_for::<G>().expect("every game has a script");
        let mut heuristic = scripted::heuristic_for::<G>().expect("every game has an estimate");
        let (mut weights, mut again) = (Vec::new(), Vec::new());
        let mut advice = vec![0.0; scripted::advice::<G>()];
        let mut insightful = advice.len() == G::ACTIONS;
        let mut looks = 0;
        for i in 0..self.games {
            let mut rng = Rng::stream(11, i);
            // In a third of the games everybody follows chance, in a third the script, else one after the other.
            let follows = |step: u64| i % 3 == 1 || i % 3 == 2 && step.is_multiple_of(2);
            let mut state = game.start();
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
                            let seen = Perspective::new(&game, &state, seat);
                            weights.clear();
                            policy.weigh(&seen, &mut weights);
                            assert_eq!(weights.len(), seen.legal().len() as usize, "{}", seen.view_text());
                            assert!(weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0));
                            assert!(weights.iter().any(|weight| *weight > 0.0), "{}", seen.view_text());
                            again.clear();
                            policy.weigh(&seen, &mut again);
                            assert_eq!(weights, again, "the same view gives the same weights");
                            scripted::advise(&mut *policy, &seen, &mut again, &mut advice);
                            let (chances, insights) = advice.split_at(G::ACTIONS);
                            assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-4);
                            assert!(
                                insights.iter().all(|number| (-1.0..=1.0).contains(number)),
                                "{insights:?}"
                            );
                            insightful |= insights.iter().any(|&number| number != 0.0);
                            let rank = draw_rank(&weights, &mut rng) as u32;
                            let drawn = seen.legal().nth(rank).expect("a weight for each legal action");
                            let chance = rollout::random_action(&seen.legal(), &mut rng);
                            joint.set(seat, if follows(looks) { drawn } else { chance });
                            looks += 1;
                        }
                        let values = SeatSet::first(game.seats())
                            .iter()
                            .map(|seat| heuristic.value(&Perspective::new(&game, &state, seat)));
                        for value in values {
                            assert!(game.return_range().contains(&value), "{value}");
                        }
                        game.apply(&mut state, &joint, &mut Silence);
                    }
                }
            }
        }
        assert!(insightful, "insights that are always 0 are none");
        looks
    }
}

#[test]
fn scripts_are_sound_at_every_node_of_every_preset() {
    for name in registry::NAMES {
        let info = registry::open(name, &serde_json::Value::Null, Presets).expect("a known game");
        for preset in info {
            let setup = serde_json::json!({ "preset": preset });
            let looks = registry::open(name, &setup, LookEverywhere { games: 30 }).expect("a known preset");
            assert!(looks > 30, "{name} {preset}");
        }
    }
}

struct Presets;

impl Visitor for Presets {
    type Output = Vec<&'static str>;

    fn visit<G: Game>(self, _: G) -> Vec<&'static str> {
        G::presets().into_iter().map(|(name, _)| name).collect()
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game: Arc<Trial> = Arc::new(preset("random"));
    let play = |seed| {
        let mut table = Table::new(Arc::clone(&game), seed);
        let mut agent = Scripted::<Trial>::new().expect("trial has a script");
        let mut rng = Rng::stream(seed, 1);
        while let Some(seat) = table.waiting().lowest() {
            let action = agent.act(&table.perspective(seat), &mut rng);
            table.commit(seat, action).expect("scripts play legal actions");
        }
        table.record().clone()
    };
    assert_eq!(play(5), play(5));
    assert_ne!(play(5), play(6));
}

/// How often the killer and the survivors of a killer game win.
fn killer_game_wins<G: Game>(
    preset_name: &str,
    killer_is_scripted: bool,
    survivors_are_scripted: bool,
    games: u64,
) -> [u64; 2] {
    let game: Arc<G> = Arc::new(preset(preset_name));
    let mut wins = [0, 0];
    for i in 0..games {
        let mut table = Table::new(Arc::clone(&game), i);
        let mut script = Scripted::<G>::new().expect("killer games have scripts");
        let mut rng = Rng::stream(i, 1);
        while let Some(seat) = table.waiting().lowest() {
            let seen = table.perspective(seat);
            let scripted = if seat == Seat(0) { killer_is_scripted } else { survivors_are_scripted };
            let action = if scripted { script.act(&seen, &mut rng) } else { Random.act(&seen, &mut rng) };
            table.commit(seat, action).expect("agents play legal actions");
        }
        let paid = table.returns().expect("the game is over")[0];
        wins[0] += u64::from(paid > 0.0);
        wins[1] += u64::from(paid < 0.0);
    }
    wins
}

#[test]
fn scripted_trial_players_beat_random_ones() {
    for name in ["adept", "random"] {
        let [killer, _] = killer_game_wins::<Trial>(name, true, false, 100);
        assert!(killer >= 95, "{name}: the killer wins {killer} of 100");
        let [_, survivors] = killer_game_wins::<Trial>(name, false, true, 100);
        assert!(survivors >= 95, "{name}: survivors win {survivors} of 100");
    }
}

#[test]
fn scripted_trial_games_end_by_the_rules_and_are_open() {
    let [killer, survivors] = killer_game_wins::<Trial>("random", true, true, 200);
    assert!(killer + survivors >= 198, "{} of 200 games are draws", 200 - killer - survivors);
    assert!((60..=140).contains(&killer), "the killer wins {killer} of 200");
}

/// The killer wins about 98, 93 and 90 of 100 games against random survivors (`docs/results.md`), so on the last two
/// boards this asks for less than 90.
#[test]
fn scripted_stalk_players_beat_random_ones() {
    for (name, at_least) in [("paired", 95), ("standard", 84), ("training", 84)] {
        let [killer, _] = killer_game_wins::<Stalk>(name, true, false, 100);
        assert!(killer >= at_least, "{name}: the killer wins {killer} of 100");
        let [_, survivors] = killer_game_wins::<Stalk>(name, false, true, 100);
        assert!(survivors >= 95, "{name}: survivors win {survivors} of 100");
    }
}

#[test]
fn scripted_stalk_games_are_open() {
    let [killer, survivors] = killer_game_wins::<Stalk>("paired", true, true, 200);
    assert_eq!(killer + survivors, 200);
    assert!((30..=120).contains(&killer), "the killer wins {killer} of 200");
}

/// Scripts of the small games earn more than chance does against chance, in either seat.
fn beats_random<G: Game>(games: u64) {
    let game = Arc::new(G::new(Default::default()).expect("defaults can be played"));
    let mut script = Scripted::<G>::new().expect("every game has a script");
    let by_chance = arena::play(&game, &mut [&mut Random, &mut Random], 3, games).expect("legal play");
    let first = arena::play(&game, &mut [&mut script, &mut Random], 3, games).expect("legal play");
    let second = arena::play(&game, &mut [&mut Random, &mut script], 3, games).expect("legal play");
    assert!(first[0].mean - first[0].margin > by_chance[0].mean + by_chance[0].margin, "{first:?}");
    assert!(second[1].mean - second[1].margin > by_chance[1].mean + by_chance[1].margin, "{second:?}");
}

#[test]
fn scripts_of_the_small_games_beat_random_players() {
    beats_random::<Leduc>(20_000);
    beats_random::<Goofspiel>(2_000);
}

/// What `seat` earns in Kuhn poker on average against the script, if it bets where `bets` says: bit `2 * card + 1` when
/// it faces a bet, else bit `2 * card`.
fn kuhn_earnings(game: &Kuhn, state: &<Kuhn as Game>::State, seat: Seat, bets: u8) -> f32 {
    match game.turn(state) {
        Turn::Over => game.returns(state)[seat.index()],
        Turn::Chance => {
            let mut sum = 0.0;
            game.outcomes(state, &mut |outcome| {
                let mut next = state.clone();
                game.fall(&mut next, outcome.id, &mut Silence);
                sum += outcome.weight as f32 * kuhn_earnings(game, &next, seat, bets);
            });
            sum / game.chance_total(state) as f32
        }
        Turn::Act(acting) => {
            let actor = acting.lowest().expect("somebody acts");
            let seen = Perspective::new(game, state, actor);
            let mut weights = Vec::new();
            if actor == seat {
                let card = seen.view().card().expect("cards are dealt");
                let bet = f32::from(bets >> (2 * card + u8::from(seen.view().is_facing_bet())) & 1);
                weights.extend([1.0 - bet, bet]);
            } else {
                scripted::policy_for::<Kuhn>().expect("kuhn has a script").weigh(&seen, &mut weights);
            }
            let actions = seen.legal().iter().zip(weights);
            actions
                .map(|(action, weight)| {
                    let mut next = state.clone();
                    game.apply(&mut next, &Joint::one(actor, action), &mut Silence);
                    weight * kuhn_earnings(game, &next, seat, bets)
                })
                .sum()
        }
    }
}

/// The value of Kuhn poker is 1/18 for the second seat: no pure strategy earns more than its share against the script.
#[test]
fn the_kuhn_script_cannot_be_exploited() {
    let game: Kuhn = preset("default");
    for (seat, share) in [(Seat(0), -1.0 / 18.0), (Seat(1), 1.0 / 18.0)] {
        let best = (0..64).map(|bets| kuhn_earnings(&game, &game.start(), seat, bets)).fold(-2.0, f32::max);
        assert!((best - share).abs() < 1e-5, "{seat} can earn {best}");
    }
}

/// The estimate of a killer game tells something to either side: it is closer to the return than the mean return is, and
/// what one side gains the other loses.
fn foretells_the_end<G: Game>(preset_name: &str) {
    let game: G = preset(preset_name);
    let mut policy = scripted::policy_for::<G>().expect("killer games have scripts");
    let mut heuristic = scripted::heuristic_for::<G>().expect("killer games have estimates");
    let (mut weights, mut judged) = (Vec::new(), [Vec::new(), Vec::new()]);
    for i in 0..150 {
        let mut rng = Rng::stream(21, i);
        let mut state = game.start();
        let first = judged[0].len();
        while game.turn(&state) != Turn::Over {
            let Turn::Act(acting) = game.turn(&state) else {
                let id = game.draw(&state, &mut rng);
                game.fall(&mut state, id, &mut Silence);
                continue;
            };
            let values = [0, 1].map(|seat| heuristic.value(&Perspective::new(&game, &state, Seat(seat))));
            assert_eq!(values[0], -values[1]);
            for (side, value) in judged.iter_mut().zip(values) {
                side.push((value, 0.0));
            }
            let mut joint = Joint::NONE;
            for seat in acting.iter() {
                let seen = Perspective::new(&game, &state, seat);
                weights.clear();
                policy.weigh(&seen, &mut weights);
                let rank = draw_rank(&weights, &mut rng) as u32;
                joint.set(seat, seen.legal().nth(rank).expect("a weight for each legal action"));
            }
            game.apply(&mut state, &joint, &mut Silence);
        }
        for (side, paid) in judged.iter_mut().zip(game.returns(&state)) {
            side[first..].iter_mut().for_each(|pair| pair.1 = paid);
        }
    }
    for pairs in judged {
        let count = pairs.len() as f32;
        let mean = pairs.iter().map(|pair| pair.1).sum::<f32>() / count;
        let error = pairs.iter().map(|(value, paid)| (value - paid).powi(2)).sum::<f32>() / count;
        let spread = pairs.iter().map(|(_, paid)| (mean - paid).powi(2)).sum::<f32>() / count;
        assert!(error < 0.9 * spread, "{error} of {spread}");
    }
}

#[test]
fn estimates_foretell_the_end() {
    foretells_the_end::<Trial>("random");
    foretells_the_end::<Stalk>("paired");
}

/// What is open of who was heard without a name in `stalk` has room in a state, nearly always.
#[test]
fn hardly_anything_of_who_was_heard_is_left_out() {
    let game: Stalk = preset("paired");
    let mut policy = scripted::policy_for::<Stalk>().expect("there is a script");
    let (mut looks, mut whole, mut weights) = (0, 0, Vec::new());
    for i in 0..60 {
        let (mut state, mut rng) = (game.start(), Rng::stream(47, i));
        while game.turn(&state) != Turn::Over {
            let Some(seat) = game.turn(&state).acting().lowest() else {
                let id = game.draw(&state, &mut rng);
                game.fall(&mut state, id, &mut Silence);
                continue;
            };
            let seen = Perspective::new(&game, &state, seat);
            if seat == Seat(0) {
                looks += 1;
                whole += u32::from(game.view(&state, seat).all_is_thought_through());
            }
            weights.clear();
            policy.weigh(&seen, &mut weights);
            let action = seen.legal().nth(draw_rank(&weights, &mut rng) as u32).expect("a legal action");
            game.apply(&mut state, &Joint::one(seat, action), &mut Silence);
        }
    }
    println!("{whole} of {looks}");
    assert!(looks > 1_000 && whole * 10 >= looks * 9, "{whole} of {looks}");
}
