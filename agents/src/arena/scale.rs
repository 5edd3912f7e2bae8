//! A ladder: agents that never change, and where somebody else stands among them.

use super::rating::{Cell, Strengths, place};
use super::results::{POINTS, Rating};

/// How strong some agents are on either side. Whoever has played against them has a place on the same scale, which means
/// the same in a year's time, because the agents will not have changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    strengths: Strengths,
    /// The agent whose strength is 0 on either side.
    zero: usize,
}

/// Which side somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first team.
    First,
    /// All other seats.
    Second,
}

impl Scale {
    /// The scale of `count` agents, by what each won as the first side against each as the second. The cells lie in rows, one
    /// for each agent of the first side. Agent `zero` has 0 points on either side.
    ///
    /// # Panics
    /// If there are not as many cells as pairings, or there is no agent `zero`.
    pub fn new(count: usize, cells: &[Cell], zero: usize) -> Scale {
        assert!(
            cells.len() == count * count && zero < count,
            "a cell for each pairing, and one of the agents as 0"
        );
        Scale { strengths: Strengths::even(count, count).fit(cells), zero }
    }

    /// The points of agent `rung` on a side.
    pub fn points(&self, side: Side, rung: usize) -> f64 {
        let strengths = self.of(side);
        POINTS * (strengths[rung] - strengths[self.zero])
    }

    /// The rating of one who won this as `side` against each of the agents. The interval is that of these games; where the
    /// agents themselves stand is taken as known.
    ///
    /// # Panics
    /// If there is not one cell for each agent.
    pub fn place(&self, agent: impl Into<String>, side: Side, cells: &[Cell]) -> Rating {
        assert_eq!(cells.len(), self.strengths.first.len(), "a cell for each agent");
        let bias = self.strengths.bias;
        let (others, ahead) = match side {
            Side::First => (&self.strengths.second, bias),
            Side::Second => (&self.strengths.first, -bias),
        };
        let levels: Vec<f64> = others.iter().map(|strength| strength - ahead).collect();
        let (strength, error) = place(&levels, cells);
        let points = |strength: f64| POINTS * (strength - self.of(side)[self.zero]);
        let [low, high] = [-1.96, 1.96].map(|times| points(strength + times * error));
        Rating { agent: agent.into(), points: points(strength), low, high }
    }

    fn of(&self, side: Side) -> &[f64] {
        match side {
            Side::First => &self.strengths.first,
            Side::Second => &self.strengths.second,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three agents whose killers are 0, 100 and 250 points strong, their survivors 0, 300 and 200, and killers ahead by 50.
    const KILLERS: [f64; 3] = [0.0, 100.0, 250.0];
    const SURVIVORS: [f64; 3] = [0.0, 300.0, 200.0];
    const AHEAD: f64 = 50.0;

    fn won(points: f64, games: f64) -> Cell {
        Cell { score: games / (1.0 + 10f64.powf(-points / 400.0)), games }
    }

    fn scale() -> Scale {
        let row = |killer: f64| SURVIVORS.map(|survivors| won(AHEAD + killer - survivors, 1e9));
        Scale::new(3, KILLERS.map(row).as_flattened(), 0)
    }

    #[test]
    fn agents_stand_where_their_games_put_them() {
        let scale = scale();
        for rung in 0..3 {
            assert!((scale.points(Side::First, rung) - KILLERS[rung]).abs() < 0.01);
            assert!((scale.points(Side::Second, rung) - SURVIVORS[rung]).abs() < 0.01);
        }
    }

    #[test]
    fn whoever_plays_against_them_is_placed_among_them() {
        let scale = scale();
        // A killer of 180 points, and survivors of 60.
        let killer =
            scale.place("killer", Side::First, &SURVIVORS.map(|rung| won(AHEAD + 180.0 - rung, 1e6)));
        let survivors =
            scale.place("survivors", Side::Second, &KILLERS.map(|rung| won(60.0 - rung - AHEAD, 1e6)));
        assert!((killer.points - 180.0).abs() < 0.1 && (survivors.points - 60.0).abs() < 0.1);
        assert!(killer.low < 180.0 && killer.high > 180.0 && killer.high - killer.low < 2.0, "{killer:?}");
        // The more games, the narrower: a hundredth of them, ten times as wide.
        let fewer = scale.place("killer", Side::First, &SURVIVORS.map(|rung| won(AHEAD + 180.0 - rung, 1e4)));
        let ratio = (fewer.high - fewer.low) / (killer.high - killer.low);
        assert!((ratio - 10.0).abs() < 0.1, "{ratio}");
    }

    #[test]
    fn an_agent_of_the_ladder_is_placed_where_it_stands() {
        let scale = scale();
        let row = SURVIVORS.map(|survivors| won(AHEAD + KILLERS[2] - survivors, 1e9));
        assert!((scale.place("again", Side::First, &row).points - scale.points(Side::First, 2)).abs() < 1e-3);
    }

    #[test]
    fn who_loses_every_game_still_has_a_place() {
        let lost = scale().place("killer", Side::First, &[Cell { score: 0.0, games: 100.0 }; 3]);
        assert!(lost.points.is_finite() && lost.high < 0.0, "{lost:?}");
    }
}
