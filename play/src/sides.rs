//! What the two sides of a game are called.

use fogbound_env::{Game, Seat, SeatSet};

/// The first team and all other seats: `killer` and `survivors`.
pub(crate) fn names<G: Game>(game: &G) -> [String; 2] {
    let first = game.teams().first().copied().unwrap_or_default();
    let others = SeatSet::first(game.seats()).iter().filter(|&seat| !first.contains(seat)).collect();
    [first, others]
        .map(|side: SeatSet| name(&side.iter().map(|seat: Seat| game.seat_name(seat)).collect::<Vec<_>>()))
}

/// One seat goes by its name, several by what their names have in common.
fn name(seats: &[String]) -> String {
    let stem =
        |seat: &str| seat.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_').to_string();
    match seats {
        [seat] => seat.clone(),
        [seat, rest @ ..] if rest.iter().all(|other| stem(other) == stem(seat)) => stem(seat) + "s",
        _ => seats.join(" and "),
    }
}

#[cfg(test)]
mod tests {
    use fogbound_env::games::{kuhn::Kuhn, trial::Trial};

    use super::*;

    #[test]
    fn sides_have_names_that_people_use() {
        assert_eq!(names(&Trial::new(Default::default()).unwrap()), ["killer", "survivors"]);
        assert_eq!(names(&Kuhn::new(Default::default()).unwrap()), ["player_0", "player_1"]);
        assert_eq!(name(&["cook".into(), "baker".into()]), "cook and baker");
    }
}
