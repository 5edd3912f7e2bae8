//! Which worlds can still come to what a seat sees.

use super::super::heard::Told;
use super::*;

/// Plays a random game, and calls `each` wherever a seat is asked, with the states since it was asked before.
fn between_choices(game: &Stalk, seed: u64, mut each: impl FnMut(&[State], &State, Seat)) {
    let mut rng = Rng::stream(45, seed);
    let mut state = game.start();
    let mut since = vec![Vec::new(); game.seats()];
    loop {
        match game.turn(&state) {
            Turn::Over => return,
            Turn::Chance => {
                for states in &mut since {
                    states.push(state);
                }
                let id = game.draw(&state, &mut rng);
                game.fall(&mut state, id, &mut Silence);
            }
            Turn::Act(acting) => {
                let seat = acting.lowest().unwrap();
                each(&since[seat.index()], &state, seat);
                for states in &mut since {
                    states.push(state);
                }
                since[seat.index()].clear();
                let action = rollout::random_action(&game.legal(&state, seat), &mut rng);
                game.apply(&mut state, &Joint::one(seat, action), &mut Silence);
            }
        }
    }
}

#[test]
fn the_way_that_was_taken_is_never_barred_and_goes_only_on() {
    let mut setups: Vec<Setup> = Stalk::presets().into_iter().map(|(_, setup)| setup).collect();
    setups.push(Setup { survivors: 1, ..Setup::default() });
    for setup in setups {
        let game = Stalk::new(setup).unwrap();
        for seed in 0..40 {
            between_choices(&game, seed, |since, state, seat| {
                let view = game.view(state, seat);
                let steps: Vec<Option<u32>> = since.iter().map(|one| game.progress(one, &view)).collect();
                assert!(steps.iter().all(Option::is_some), "{state:?} came of what cannot lead there");
                assert!(steps.is_sorted(), "{steps:?}");
            });
        }
    }
}

/// What was announced in another game bars the way: the killer's next turn does not come of it.
#[test]
fn other_ways_are_barred() {
    let game = Stalk::new(Setup::default()).unwrap();
    let (mut barred, mut all) = (0, 0);
    let mut before: Vec<State> = Vec::new();
    for seed in 0..40 {
        let mut now = Vec::new();
        between_choices(&game, seed, |since, state, seat| {
            if seat == Seat(0) {
                let view = game.view(state, seat);
                let last_round = |one: &&State| one.public.round == state.public.round;
                for one in before.iter().filter(last_round) {
                    all += 1;
                    barred += u32::from(game.progress(one, &view).is_none());
                }
                // More has been said than that the round begins.
                now.extend(since.iter().filter(last_round).filter(|one| one.public.told.count() > 1));
            }
        });
        before = now;
    }
    assert!(all > 100 && barred * 10 > all * 9, "{barred} of {all}");
}

/// What says the same of where somebody is may still be something else.
#[test]
fn announcements_are_told_apart() {
    let told = |event: Event| {
        let mut told = Told::NOTHING;
        told.push(event);
        told
    };
    let cell = Cell(12);
    let (alert, fixed) = (told(Event::GeneratorAlert(cell)), told(Event::GeneratorFixed(cell)));
    assert!(alert.begins(&alert) && !alert.begins(&fixed) && !fixed.begins(&alert));
    assert!(alert.of_survivors().eq(fixed.of_survivors()));
    let (trap, crow) = (told(Event::Trap(SU1, cell)), told(Event::Crow(Who::Survivor(SU1), cell)));
    assert!(!trap.begins(&crow) && trap.of_survivors().eq(crow.of_survivors()));
}
