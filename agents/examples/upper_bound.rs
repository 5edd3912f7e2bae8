//! What search could win if nothing were hidden from it: a bound for honest searchers, and no player.
//!
//! One side searches with a belief that is the truth, which no agent can have; the other side follows the script.
//!
//! ```sh
//! cargo run --release -p fogbound-agents --example upper_bound -- stalk 0 1000 even 200 300
//! ```
//!
//! The arguments are the game, a seat of the side that cheats, simulations for each choice, whether the script tells which
//! actions look promising (`scripted`) or nobody does (`even`), the step, and games. Apart from the truth it searches as
//! `ismcts:others=scripted,rounds=3,root=halving,candidates=16` does.

use std::sync::{Arc, Mutex};

use fogbound_agents::belief::Belief;
use fogbound_agents::scripted::{Scripted, heuristic_for, policy_for};
use fogbound_agents::search::{Budget, Guide, Ismcts, Leaf, Options, Root, Selection, Stop, Tools};
use fogbound_agents::{Agent, arena::Rate};
use fogbound_env::registry::{self, Visitor};
use fogbound_env::{Game, Joint, Perspective, Rng, Seat, SeatSet, Silence, Turn};

/// Believes what is so.
struct Truth<G: Game>(Arc<Mutex<G::State>>);

impl<G: Game> Belief<G> for Truth<G> {
    fn world(&mut self, _: &Perspective<'_, G>, _: &mut Rng) -> G::State {
        self.0.lock().expect("nobody panics while holding the truth").clone()
    }
}

/// Games in which the side of `cheat` knows all.
struct Play {
    cheat: Seat,
    sims: u64,
    /// Whether the script tells which actions look promising.
    prior: bool,
    step: f32,
    games: u64,
}

impl Visitor for Play {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let teams = game.teams();
        let Some(side) = teams.into_iter().find(|team| team.contains(self.cheat)) else {
            eprintln!("{} has {} seats, from 0 on", G::NAME, game.seats());
            std::process::exit(2);
        };
        let mut wins = 0;
        for i in 0..self.games {
            let state = self.play(&game, side, i);
            wins += u64::from(game.returns(&state)[self.cheat.index()] > 0.0);
        }
        let rate = Rate::of(wins, self.games);
        println!("{} wins of {} with the truth known: {rate:?}", wins, self.games);
    }
}

impl Play {
    fn play<G: Game>(&self, game: &G, side: SeatSet, index: u64) -> G::State {
        let mut rng = Rng::stream(1, index);
        let truth = Arc::new(Mutex::new(game.start()));
        let script = || policy_for::<G>().expect("the game has a script");
        let options = Options {
            budget: Budget::simulations(self.sims),
            root: Root::Halving { candidates: 16, step: self.step },
            turns: Selection::PUCT,
            reuse: false,
            ..Options::default()
        };
        let judge = || heuristic_for::<G>().expect("the game has an estimate");
        let search = |_| {
            Ismcts::with(options, || Tools {
                leaf: Leaf::Rollout {
                    policy: Some(script()),
                    stop: Stop::AfterTurns { turns: 3, judge: judge() },
                },
                belief: Box::new(Truth(Arc::clone(&truth))),
                guide: Guide::new(self.prior.then(script), Some(script())),
            })
        };
        let mut cheats: Vec<Ismcts<G>> = (0..game.seats()).map(search).collect();
        let mut honest = Scripted::<G>::new().expect("the game has a script");
        loop {
            let mut state = truth.lock().expect("nobody panics while holding the truth").clone();
            match game.turn(&state) {
                Turn::Over => return state,
                Turn::Chance => {
                    let id = game.draw(&state, &mut rng);
                    game.fall(&mut state, id, &mut Silence);
                }
                Turn::Act(acting) => {
                    let mut joint = Joint::NONE;
                    for seat in acting.iter() {
                        let seen = Perspective::new(game, &state, seat);
                        let action = if side.contains(seat) {
                            cheats[seat.index()].act(&seen, &mut rng)
                        } else {
                            honest.act(&seen, &mut rng)
                        };
                        joint.set(seat, action);
                    }
                    game.apply(&mut state, &joint, &mut Silence);
                }
            }
            *truth.lock().expect("nobody panics while holding the truth") = state;
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |at: usize, default: &'static str| arguments.get(at).map_or(default, String::as_str);
    let refuse = |at: usize, wanted: &str| -> ! {
        eprintln!("argument {} must be {wanted}, not {:?}", at + 1, arguments[at]);
        std::process::exit(2)
    };
    let number = |at: usize, default: &'static str| {
        argument(at, default).parse::<u64>().unwrap_or_else(|_| refuse(at, "a whole number"))
    };
    let play = Play {
        cheat: Seat(number(1, "0").try_into().unwrap_or(u8::MAX)),
        sims: number(2, "1000"),
        prior: match argument(3, "even") {
            "scripted" => true,
            "even" => false,
            _ => refuse(3, "`even` or `scripted`"),
        },
        step: number(4, "200") as f32,
        games: number(5, "100"),
    };
    if let Err(error) = registry::open(argument(0, "stalk"), &serde_json::Value::Null, play) {
        eprintln!("{error}");
        std::process::exit(2);
    }
}
