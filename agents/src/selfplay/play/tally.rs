//! What is counted while games are played.

use crate::arena::{Cell, Estimate, Rate};
use serde::{Deserialize, Serialize};

use super::foresight::Foresight;
use super::league::Rival;

/// Results of one team against one rival.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Games that ended.
    pub games: u64,
    /// Games in which the team was paid more than any other.
    pub wins: u64,
    /// Games in which it was paid as much as the best of the others.
    pub draws: u64,
    /// What it was paid, added up.
    pub paid: f64,
    /// The squares of that, added up.
    pub squares: f64,
}

impl Score {
    pub(super) fn add(&mut self, other: &Score) {
        self.games += other.games;
        self.wins += other.wins;
        self.draws += other.draws;
        self.paid += other.paid;
        self.squares += other.squares;
    }

    pub(super) fn note(&mut self, paid: f32, best_of_others: f32) {
        self.games += 1;
        self.wins += u64::from(paid > best_of_others);
        self.draws += u64::from(paid == best_of_others);
        self.paid += f64::from(paid);
        self.squares += f64::from(paid).powi(2);
    }

    /// How often the team won.
    pub fn win_rate(&self) -> Rate {
        Rate::of(self.wins, self.games)
    }

    /// What the team was paid on average.
    pub fn mean(&self) -> Estimate {
        let count = self.games.max(1) as f64;
        let mean = self.paid / count;
        let variance = (self.squares - count * mean * mean).max(0.0) / (count - 1.0).max(1.0);
        Estimate { mean, margin: 1.96 * (variance / count).sqrt(), count: self.games }
    }

    /// The same as a cell of a cross table: a draw is half a win.
    pub fn cell(&self) -> Cell {
        Cell { score: self.wins as f64 + 0.5 * self.draws as f64, games: self.games as f64 }
    }
}

/// What was counted while games were played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// Games that ended.
    pub games: u64,
    /// Decisions that were made, by whomever.
    pub decisions: u64,
    /// Decisions for which a network was asked.
    pub evaluations: u64,
    /// Simulations of searches.
    #[serde(default)]
    pub simulations: u64,
    /// Decisions of the games that ended.
    pub lengths: u64,
    /// What the newest weights expected of these games, and what came.
    #[serde(default)]
    pub foresight: Foresight,
    /// Scores of each team against each rival, at `rival * teams + team`.
    scores: Vec<Score>,
    teams: usize,
}

impl Tally {
    /// Nothing yet.
    pub fn new(teams: usize) -> Tally {
        Tally { scores: vec![Score::default(); teams * Rival::ALL.len()], teams, ..Tally::default() }
    }

    /// Whether it counts games of so many teams.
    pub fn is_of(&self, teams: usize) -> bool {
        self.teams == teams && self.scores.len() == teams * Rival::ALL.len()
    }

    /// How `team` did against `rival`.
    pub fn score(&self, rival: Rival, team: usize) -> Score {
        self.scores[rival as usize * self.teams + team]
    }

    /// Notes what a team was paid, and the best that the others were paid.
    pub(super) fn note(&mut self, rival: Rival, team: usize, paid: f32, best_of_others: f32) {
        self.scores[rival as usize * self.teams + team].note(paid, best_of_others);
    }

    /// Adds another count.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.evaluations += other.evaluations;
        self.simulations += other.simulations;
        self.lengths += other.lengths;
        self.foresight.add(&other.foresight);
        self.scores.iter_mut().zip(&other.scores).for_each(|(score, other)| score.add(other));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_add_up() {
        let mut tally = Tally::new(2);
        for (paid, others) in [(1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)] {
            tally.note(Rival::Scripted, 1, paid, others);
        }
        let mut sum = Tally::new(2);
        sum.add(&tally);
        sum.add(&tally);
        let score = sum.score(Rival::Scripted, 1);
        assert_eq!((score.games, score.wins, score.draws), (8, 4, 2));
        assert_eq!((score.win_rate().rate, score.mean().mean), (0.5, 0.25));
        assert!(score.mean().margin > 0.0);
        assert_eq!(score.cell(), Cell { score: 5.0, games: 8.0 });
        assert_eq!(sum.score(Rival::Past, 1), Score::default());
    }
}
