//! Returns keep to what is declared, games end in time, and they end in the same way when nobody looks.

use fogbound_env::{Game, Rng, SeatSet, Silence, Turn, rollout};

use crate::walk::{Trace, seats};

pub(crate) fn check<G: Game>(game: &G, games: u64) {
    let mut placed = SeatSet::EMPTY;
    for seat in game.teams().into_iter().flat_map(SeatSet::iter) {
        assert!(!placed.contains(seat), "{seat} is in two teams");
        placed = placed.with(seat);
    }
    assert_eq!(placed, SeatSet::first(game.seats()), "every seat is in a team");
    for i in 0..games {
        // Looks at the length of the game on the way.
        let trace = Trace::random(game, &mut Rng::stream(18, i));
        check_returns(game, trace.last());
        let mut rng = Rng::stream(19, i);
        let from = &trace.states[rng.below(trace.states.len() as u32) as usize];
        check_unwatched(game, from, &rng);
        if let Some(seat) = game.turn(from).acting().lowest() {
            // What a search plays to the end is dealt.
            check_unwatched(game, &game.deal(&game.view(from, seat), &mut rng.clone()), &rng);
        }
    }
}

/// With the same luck a game that nobody will look at takes the same way to its end, and pays the same.
fn check_unwatched<G: Game>(game: &G, from: &G::State, rng: &Rng) {
    let (mut seen, mut unseen) = (rng.clone(), rng.clone());
    let mut state = from.clone();
    rollout::play_out(game, &mut state, &mut seen, &mut Silence);
    let paid = rollout::unwatched(game, from.clone(), &mut unseen);
    assert_eq!(paid, game.returns(&state), "a game ends otherwise when nobody looks");
    assert_eq!(unseen, seen, "a game takes another way when nobody looks");
}

/// The returns of one finished game.
pub(crate) fn check_returns<G: Game>(game: &G, state: &G::State) {
    assert_eq!(game.turn(state), Turn::Over);
    let returns = game.returns(state);
    for seat in seats(game) {
        assert!(game.return_range().contains(&returns[seat.index()]), "{returns:?} is out of range");
    }
    assert!(returns[game.seats()..].iter().all(|&paid| paid == 0.0), "a seat that is not there is paid");
    let mut sum = 0.0;
    for team in game.teams() {
        let paid = returns[team.lowest().expect("a team has members").index()];
        assert!(
            team.iter().all(|seat| returns[seat.index()] == paid),
            "{returns:?} divides the team {team:?}"
        );
        sum += paid;
    }
    if let Some(declared) = game.return_sum() {
        assert!((sum - declared).abs() < 1e-6, "{returns:?} does not sum to {declared}");
    }
}
