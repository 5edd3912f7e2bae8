//! What a tournament showed.

use fogbound_env::Rng;
use serde::{Deserialize, Serialize};

use super::journal::{Header, Journal, Outcome, Played};
use super::rating::{Cell, Strengths};
use super::{Estimate, Rate};

/// Samples of the bootstrap.
const SAMPLES: u64 = 400;
/// Points for a factor of e in the odds, so that 400 points are odds of 10 to 1.
pub(super) const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// How one agent of the first side did against one of the second.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// The agent of the first team.
    pub first: String,
    /// The agent of the other seats.
    pub second: String,
    /// Games that the first team won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the first team lost.
    pub losses: u64,
    /// How often the first team won.
    pub win_rate: Rate,
    /// The same with a draw as half a win.
    pub score: Estimate,
    /// What the first team was paid.
    pub paid: Estimate,
    /// Choices in a game, all seats together.
    pub decisions: Estimate,
    /// Choices in the longest game.
    pub longest: u64,
}

/// A strength in points, with its 95 % interval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// Whose it is.
    pub agent: String,
    /// The strength; 400 points more are ten times the odds.
    pub points: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// Where the ratings explain the results worst. A gap far beyond the margin of the pairing's score says that strength is
/// not one number here: some agents suit some opponents.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Misfit {
    /// The agent of the first team.
    pub first: String,
    /// The agent of the other seats.
    pub second: String,
    /// The score that was seen.
    pub observed: Estimate,
    /// The score by the ratings.
    pub predicted: f64,
}

/// The outcome of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Results {
    /// What was played.
    #[serde(flatten)]
    pub header: Header,
    /// Games of each pairing.
    pub games: u64,
    /// Every pairing, in rows of the first side.
    pub pairings: Vec<Pairing>,
    /// Strengths of the first side, with mean 0.
    pub first_ratings: Vec<Rating>,
    /// Strengths of the second side, with mean 0.
    pub second_ratings: Vec<Rating>,
    /// By how much the first side is ahead when agents of mean strength meet.
    pub bias: Rating,
    /// Where the ratings are farthest off.
    pub misfit: Misfit,
}

/// The scores of all games that every pairing has played, in the rows of the games.
struct Scores {
    cells: usize,
    games: usize,
    rows: Vec<f64>,
}

impl Results {
    /// Sums up the first `count` games of a journal that holds them for every pairing; games that some pairing has not
    /// played are left out. None if no game is left.
    pub fn of(journal: &Journal, count: u64) -> Option<Results> {
        let header = journal.header().clone();
        let (firsts, seconds) = (header.first.len(), header.second.len());
        let played: Vec<&Played> = journal.played().filter(|played| played.game < count).collect();
        // The journal is sorted by game.
        let complete: Vec<&[&Played]> = played
            .chunk_by(|a, b| a.game == b.game)
            .filter(|pairings| pairings.len() == firsts * seconds)
            .collect();
        if complete.is_empty() {
            return None;
        }
        let pairing = |cell: usize| {
            let games: Vec<&Played> = complete.iter().map(|pairings| pairings[cell]).collect();
            Pairing::of(&header.first[cell / seconds], &header.second[cell % seconds], &games)
        };
        let pairings: Vec<Pairing> = (0..firsts * seconds).map(pairing).collect();
        let scores = Scores {
            cells: firsts * seconds,
            games: complete.len(),
            rows: complete.iter().flat_map(|row| row.iter().map(|played| score(played))).collect(),
        };
        let (strengths, samples) = scores.bootstrap(Strengths::even(firsts, seconds), header.seed);
        let rate = |agent: &str, strength: &dyn Fn(&Strengths) -> f64| Rating {
            agent: agent.into(),
            points: POINTS * strength(&strengths),
            low: POINTS * quantile(&samples, strength, 0.025),
            high: POINTS * quantile(&samples, strength, 0.975),
        };
        let misfit = |(cell, pairing): (usize, &Pairing)| Misfit {
            first: pairing.first.clone(),
            second: pairing.second.clone(),
            observed: pairing.score,
            predicted: strengths.predict(cell / seconds, cell % seconds),
        };
        let misfits = pairings.iter().enumerate().map(misfit);
        let worst = misfits.max_by(|a, b| a.gap().total_cmp(&b.gap()));
        Some(Results {
            games: complete.len() as u64,
            first_ratings: (0..firsts).map(|k| rate(&header.first[k], &|s| s.first[k])).collect(),
            second_ratings: (0..seconds).map(|k| rate(&header.second[k], &|s| s.second[k])).collect(),
            bias: rate("first side", &|strengths| strengths.bias),
            misfit: worst.expect("there is at least one pairing"),
            pairings,
            header,
        })
    }
}

impl Misfit {
    /// How far the prediction is off.
    pub fn gap(&self) -> f64 {
        (self.observed.mean - self.predicted).abs()
    }
}

impl Pairing {
    fn of(first: &str, second: &str, games: &[&Played]) -> Pairing {
        let count = |outcome| games.iter().filter(|played| played.outcome == outcome).count() as u64;
        let estimate = |value: &dyn Fn(&Played) -> f64| {
            Estimate::of(&games.iter().map(|played| value(played)).collect::<Vec<_>>())
        };
        Pairing {
            first: first.into(),
            second: second.into(),
            wins: count(Outcome::Win),
            draws: count(Outcome::Draw),
            losses: count(Outcome::Loss),
            win_rate: Rate::of(count(Outcome::Win), games.len() as u64),
            score: estimate(&score),
            paid: estimate(&|played| f64::from(played.paid)),
            decisions: estimate(&|played| played.decisions as f64),
            longest: games.iter().map(|played| played.decisions).max().unwrap_or(0),
        }
    }
}

fn score(played: &Played) -> f64 {
    match played.outcome {
        Outcome::Win => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Loss => 0.0,
    }
}

impl Scores {
    /// The cross table of some of the games.
    fn table(&self, games: impl Iterator<Item = usize>) -> Vec<Cell> {
        let mut table = vec![Cell::default(); self.cells];
        for game in games {
            let row = &self.rows[game * self.cells..][..self.cells];
            for (cell, score) in table.iter_mut().zip(row) {
                cell.score += score;
                cell.games += 1.0;
            }
        }
        table
    }

    /// The strengths by all games, and by games drawn from them with all their pairings, so that the luck that pairings
    /// share is shared in each sample, too.
    fn bootstrap(&self, even: Strengths, seed: u64) -> (Strengths, Vec<Strengths>) {
        let count = self.games;
        let best = even.fit(&self.table(0..count));
        let sample = |index: u64| {
            let mut rng = Rng::stream(seed, u64::MAX - index);
            let games = (0..count).map(|_| rng.below(count as u32) as usize);
            best.clone().fit(&self.table(games))
        };
        let samples = (0..SAMPLES).map(sample).collect();
        (best, samples)
    }
}

fn quantile(samples: &[Strengths], strength: &dyn Fn(&Strengths) -> f64, share: f64) -> f64 {
    let mut values: Vec<f64> = samples.iter().map(strength).collect();
    values.sort_by(f64::total_cmp);
    values[(share * (values.len() - 1) as f64).round() as usize]
}
