//! Where hidden figures of `stalk` are thought to stand on the real boards, and how often they do.

use fogbound_env::games::stalk::{MAX_CELLS, Setup, Slot, Stalk, Status, Who};
use fogbound_env::{Game, Joint, Perspective, Rng, Seat, Silence, Turn};

use super::super::{Belief, Dealt, Particles};
use super::BOUND;
use crate::Policy;
use crate::policy::draw_rank;
use crate::scripted::StalkScript;

/// How many classes of belief there are, by tenths.
const CLASSES: usize = 10;

/// What was believed of cells in a class, and how often it was so, in one game.
#[derive(Clone, Copy, Debug, Default)]
struct Told {
    cells: f64,
    believed: f64,
    was_so: f64,
}

/// Forecasts of many games, class by class, and how far they are from what was so.
#[derive(Debug, Default)]
struct Calibration {
    games: Vec<[Told; CLASSES]>,
    figures: f64,
    squares: f64,
}

impl Calibration {
    /// The largest distance between what was believed and how often it was so, in standard errors. What is believed in
    /// one game hangs together, so whole games are what the error is counted by.
    fn worst(&self) -> f64 {
        let of_class = |class: usize| {
            let games = self.games.iter().map(move |game| game[class]);
            let cells: f64 = games.clone().map(|told| told.cells).sum();
            let off: f64 = games.clone().map(|told| told.believed - told.was_so).sum();
            let squares: f64 = games.map(|told| (told.believed - told.was_so).powi(2)).sum();
            if cells < 50.0 { 0.0 } else { off.abs() / squares.sqrt() }
        };
        (0..CLASSES).map(of_class).fold(0.0, f64::max)
    }

    /// How far the beliefs about a figure are from where it was, squared.
    fn blur(&self) -> f64 {
        self.squares / self.figures
    }

    fn add(&mut self, believed: &[f64; MAX_CELLS], at: usize) {
        let game = self.games.last_mut().unwrap();
        self.figures += 1.0;
        for (cell, &chance) in believed.iter().enumerate() {
            let was_so = f64::from(u8::from(cell == at));
            self.squares += (chance - was_so).powi(2);
            if chance > 0.0 {
                let told = &mut game[((chance * CLASSES as f64) as usize).min(CLASSES - 1)];
                told.cells += 1.0;
                told.believed += chance;
                told.was_so += was_so;
            }
        }
    }
}

/// The figures that are hidden from a seat.
fn hidden_from(game: &Stalk, seen: &Perspective<'_, Stalk>) -> Vec<Who> {
    let all = (0..game.setup().survivors).map(Slot);
    let free = all.filter(|&slot| seen.view().status(slot) == Status::Free).map(Who::Survivor).collect();
    if seen.view().is_killer() { free } else { vec![Who::Killer] }
}

/// Where a figure is in a world.
fn cell_of(game: &Stalk, world: &<Stalk as Game>::State, who: Who) -> usize {
    let seat = if who == Who::Killer { Seat(0) } else { Seat(1) };
    game.view(world, seat).cell_of(who).unwrap().index()
}

/// Games between scripts, in which `seat` says once a round where it thinks that the others are.
fn calibration(game: &Stalk, seat: Seat, belief: &mut dyn Belief<Stalk>, games: u64) -> Calibration {
    const WORLDS: u32 = 200;
    let mut script = StalkScript::new();
    let mut calibration = Calibration::default();
    let mut weights = Vec::new();
    for i in 0..games {
        let mut rng = Rng::stream(78, i);
        let (mut state, mut round) = (game.start(), 0);
        belief.begin(seat);
        calibration.games.push(Default::default());
        loop {
            let acting = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let id = game.draw(&state, &mut rng);
                    game.fall(&mut state, id, &mut Silence);
                    continue;
                }
                Turn::Act(acting) => acting.lowest().unwrap(),
            };
            let seen = Perspective::new(game, &state, acting);
            weights.clear();
            script.weigh(&seen, &mut weights);
            let action = seen.legal().nth(draw_rank(&weights, &mut rng) as u32).unwrap();
            if acting == seat {
                belief.update(&seen, &mut rng);
                if seen.view().round() > round {
                    round = seen.view().round();
                    let worlds: Vec<_> = (0..WORLDS).map(|_| belief.world(&seen, &mut rng)).collect();
                    assert!(worlds.iter().all(|world| game.view(world, seat) == *seen.view()));
                    for who in hidden_from(game, &seen) {
                        let mut believed = [0.0; MAX_CELLS];
                        for world in &worlds {
                            believed[cell_of(game, world, who)] += 1.0 / f64::from(WORLDS);
                        }
                        calibration.add(&believed, cell_of(game, &state, who));
                    }
                }
                belief.acted(&seen, action);
            }
            game.apply(&mut state, &Joint::one(acting, action), &mut Silence);
        }
    }
    calibration
}

fn particles(count: usize) -> Particles<Stalk> {
    Particles::new(Box::new(StalkScript::new()), Box::new(Dealt), count)
}

/// The killer against four scripted survivors on the default board: what he believes is as often so, and tells much
/// more than even deals do, which do not pass the same test.
#[test]
fn particles_of_four_survivors_are_calibrated_on_the_real_board() {
    let game = Stalk::new(Setup::default()).unwrap();
    let told = calibration(&game, Seat(0), &mut particles(250), 60);
    assert!(told.worst() < BOUND, "{}", told.worst());
    let even = calibration(&game, Seat(0), &mut Dealt, 60);
    assert!(even.worst() > BOUND, "{}", even.worst());
    assert!(told.blur() < 0.75 * even.blur(), "{} against {}", told.blur(), even.blur());
}

/// One survivor alone, and what it believes of a scripted killer.
#[test]
fn particles_of_the_killer_are_calibrated_on_the_real_board() {
    let game = Stalk::new(Setup { survivors: 1, ..Setup::default() }).unwrap();
    let told = calibration(&game, Seat(1), &mut particles(200), 200);
    assert!(told.worst() < BOUND, "{}", told.worst());
    let even = calibration(&game, Seat(1), &mut Dealt, 200);
    assert!(told.blur() < 0.9 * even.blur(), "{} against {}", told.blur(), even.blur());
}

/// One of four survivors, and what it believes of a scripted killer: what its friends did in between is worked out from where
/// they are now. One sees little of him, so it takes many games to tell how much more it knows than even deals do.
#[test]
fn particles_of_a_killer_before_four_survivors_are_calibrated_on_the_real_board() {
    let game = Stalk::new(Setup::default()).unwrap();
    let told = calibration(&game, Seat(1), &mut particles(200), 150);
    assert!(told.worst() < BOUND, "{}", told.worst());
    let even = calibration(&game, Seat(1), &mut Dealt, 150);
    assert!(even.worst() > BOUND, "{}", even.worst());
    assert!(told.blur() < 0.8 * even.blur(), "{} against {}", told.blur(), even.blur());
}
