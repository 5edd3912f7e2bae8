//! How well the network plays against random opponents.

use std::fmt;

use fogbound_env::erased::AnyGame;
use fogbound_env::{BatchOptions, Fingerprint, Rng};
use serde::{Deserialize, Serialize};

use crate::net::{Net, sample};
use crate::selfplay::PlayError;

/// Games that are played at the same time.
const LANES: usize = 256;

/// A mean with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of the 95% interval around it.
    pub interval: f64,
}

impl Estimate {
    fn new(sum: f64, squares: f64, count: usize) -> Estimate {
        let n = count as f64;
        let mean = sum / n;
        let variance = (squares - n * mean * mean).max(0.0) / (n - 1.0).max(1.0);
        Estimate { mean, interval: 1.96 * (variance / n).sqrt() }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.3} ± {:.3}", self.mean, self.interval)
    }
}

/// What one team got.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TeamResult {
    /// The names of its seats.
    pub team: String,
    /// Its return.
    #[serde(flatten)]
    pub estimate: Estimate,
}

/// The returns of the network against uniformly random opponents, for each team.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// Games played for each team.
    pub games: usize,
    /// Mean over the teams.
    pub overall: Estimate,
    /// One entry for each team, which is a single seat in most games.
    pub teams: Vec<TeamResult>,
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.overall)?;
        let teams: Vec<_> = self.teams.iter().map(|t| format!("{} {}", t.team, t.estimate)).collect();
        write!(f, " ({})", teams.join(", "))
    }
}

/// Lets the network play `games` games as each team, its actions drawn from its policy, while all others choose
/// uniformly among their legal actions. The same weights always get the same result: the games' seeds are fixed,
/// whatever the run's own seed is, so that runs can be compared.
pub fn against_random(
    game: &dyn AnyGame,
    net: &Net,
    games: usize,
    threads: usize,
) -> Result<Evaluation, PlayError> {
    let info = game.info();
    let mut teams = Vec::new();
    for team in &info.teams {
        let plays = |seat: u8| team.iter().any(|member| member.0 == seat);
        let names: Vec<_> = team.iter().map(|seat| info.seats[seat.index()].as_str()).collect();
        let payee = team.first().map_or(0, |seat| seat.index());
        let estimate = play(game, net, games, threads, plays, payee)?;
        teams.push(TeamResult { team: names.join("+"), estimate });
    }
    let count = teams.len().max(1) as f64;
    let mean = teams.iter().map(|team| team.estimate.mean).sum::<f64>() / count;
    let squares: f64 = teams.iter().map(|team| team.estimate.interval.powi(2)).sum();
    Ok(Evaluation { games, overall: Estimate { mean, interval: squares.sqrt() / count }, teams })
}

/// Plays the games of one team and averages what `payee`, one of its seats, got.
fn play(
    game: &dyn AnyGame,
    net: &Net,
    games: usize,
    threads: usize,
    plays: impl Fn(u8) -> bool,
    payee: usize,
) -> Result<Estimate, PlayError> {
    let lanes = games.min(LANES);
    let seed = Fingerprint::of("evaluation").0;
    let mut batch = game.batch(BatchOptions { games: lanes, seed, threads })?;
    // The lanes' own streams count up from 0.
    let mut rng = Rng::stream(seed, u64::MAX - payee as u64);
    let (width, count) = (net.shape().observation, net.shape().actions);
    let seats = batch.rewards().len() / lanes;
    // Every lane has a fixed number of games: counting whatever ends first would favour short games.
    let mut left: Vec<usize> = (0..lanes).map(|lane| (games - lane).div_ceil(lanes)).collect();
    let (mut sum, mut squares, mut open) = (0.0, 0.0, games);
    let (mut observations, mut masks, mut actions) = (Vec::new(), Vec::new(), Vec::new());
    while open > 0 {
        observations.clear();
        masks.clear();
        let asked: Vec<bool> = (0..lanes).map(|lane| left[lane] > 0 && plays(batch.seats()[lane])).collect();
        for lane in (0..lanes).filter(|&lane| asked[lane]) {
            observations.extend(&batch.observations()[lane * width..][..width]);
            masks.extend(&batch.masks()[lane * count..][..count]);
        }
        let thought = (!masks.is_empty()).then(|| net.think(&observations, &masks));
        let mut policies = thought.iter().flat_map(|thought| thought.log_probs.chunks(count));
        actions.clear();
        for (lane, &asked) in asked.iter().enumerate() {
            let mask = &batch.masks()[lane * count..][..count];
            let policy = if asked { policies.next() } else { None };
            // A flat row is the uniform policy.
            let policy = policy.unwrap_or(&FLAT[..count]);
            actions.push(sample(policy, mask, &mut rng).ok_or(PlayError::NotFinite)?);
        }
        batch.step(&actions)?;
        for (lane, left) in left.iter_mut().enumerate() {
            if batch.dones()[lane] == 0 || *left == 0 {
                continue;
            }
            *left -= 1;
            open -= 1;
            let result = f64::from(batch.rewards()[lane * seats + payee]);
            sum += result;
            squares += result * result;
        }
    }
    Ok(Estimate::new(sum, squares, games))
}

/// A row of a policy that favours nothing.
const FLAT: [f32; fogbound_env::MAX_ACTIONS] = [0.0; fogbound_env::MAX_ACTIONS];

#[cfg(test)]
mod tests {
    use super::*;
    use fogbound_agents::net::Shape;
    use fogbound_env::erased;
    use serde_json::json;

    fn evaluate(games: usize) -> Evaluation {
        let game = erased::open("kuhn", &json!({})).unwrap();
        let info = game.info();
        let shape = Shape { observation: info.observation, actions: info.actions, hidden: 8, layers: 1 };
        against_random(&*game, &Net::new(shape, &mut Rng::new(1)), games, 1).unwrap()
    }

    #[test]
    fn an_untrained_network_plays_like_its_opponents() {
        let evaluation = evaluate(4000);
        assert_eq!(evaluation.teams.len(), 2);
        // Random against random in Kuhn poker pays the first seat 1/8; five standard errors are about 0.1.
        for (team, expected) in evaluation.teams.iter().zip([0.125, -0.125]) {
            assert!((team.estimate.mean - expected).abs() < 0.12, "{evaluation}");
            assert!((0.03..0.06).contains(&team.estimate.interval), "{evaluation}");
        }
    }

    #[test]
    fn the_same_weights_get_the_same_result() {
        assert_eq!(evaluate(300), evaluate(300));
        assert_eq!(evaluate(2).games, 2);
    }

    #[test]
    fn intervals_are_those_of_the_mean() {
        // Of -1, -1, 1, 1: variance 4/3.
        let estimate = Estimate::new(0.0, 4.0, 4);
        assert!((estimate.interval - 1.96 * (1.0f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!(Estimate { mean: 0.5, interval: 0.25 }.to_string(), "+0.500 ± 0.250");
    }
}
