//! Results by kind of game.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Rate;
use super::journal::Played;

/// How the first team did in one kind of game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stratum {
    /// What the games have in common: `board`.
    pub name: String,
    /// And what it is: `autohaven`.
    pub value: String,
    /// Games that the first team won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the first team lost.
    pub losses: u64,
    /// How often the first team won.
    pub win_rate: Rate,
    /// Mean number of choices in a game.
    pub decisions: f64,
}

/// Groups games by what their strata say: all games first, then questions in the order in which the games name them,
/// answers by name.
pub fn strata<'p>(played: impl Iterator<Item = &'p Played>) -> Vec<Stratum> {
    #[derive(Default)]
    struct Sum {
        outcomes: [u64; 3],
        decisions: u64,
    }
    let mut sums: BTreeMap<(usize, &str, &str), Sum> = BTreeMap::new();
    for played in played {
        let kinds = played.strata.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        for (place, (name, value)) in [("all", "")].into_iter().chain(kinds).enumerate() {
            let sum = sums.entry((place, name, value)).or_default();
            sum.outcomes[played.outcome as usize] += 1;
            sum.decisions += played.decisions;
        }
    }
    let stratum = |((_, name, value), sum): ((usize, &str, &str), Sum)| {
        let [wins, draws, losses] = sum.outcomes;
        let count = wins + draws + losses;
        Stratum {
            name: name.into(),
            value: value.into(),
            wins,
            draws,
            losses,
            win_rate: Rate::of(wins, count),
            decisions: sum.decisions as f64 / count as f64,
        }
    };
    sums.into_iter().map(stratum).collect()
}

#[cfg(test)]
mod tests {
    use super::super::journal::Outcome;
    use super::*;

    #[test]
    fn games_are_grouped_by_every_question() {
        let game = |game, outcome, killer: &str, board: &str| Played {
            game,
            first: 0,
            second: 0,
            outcome,
            paid: 0.0,
            decisions: 10 * game,
            strata: vec![("killer".into(), killer.into()), ("board".into(), board.into())],
        };
        let games = [
            game(1, Outcome::Win, "nurse", "autohaven"),
            game(2, Outcome::Draw, "hag", "autohaven"),
            game(3, Outcome::Win, "nurse", "macmillan"),
        ];
        let found = strata(games.iter());
        let rows: Vec<_> =
            found.iter().map(|s| (s.value.as_str(), s.wins, s.draws, s.losses, s.decisions)).collect();
        let expected = [
            ("", 2, 1, 0, 20.0),
            ("hag", 0, 1, 0, 20.0),
            ("nurse", 2, 0, 0, 20.0),
            ("autohaven", 1, 1, 0, 15.0),
            ("macmillan", 1, 0, 0, 30.0),
        ];
        assert_eq!(rows, expected);
        assert_eq!(found[2].win_rate, Rate::of(2, 2));
    }
}
