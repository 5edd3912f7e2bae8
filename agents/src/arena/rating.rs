//! Bradley-Terry ratings of two sides.

/// The strengths that explain the results best: the odds that agent `k` of the first side beats agent `s` of the second
/// are `exp(bias + first[k] - second[s])`. Each side's strengths have mean 0; the bias is what the first side is ahead by.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Strengths {
    pub(super) first: Vec<f64>,
    pub(super) second: Vec<f64>,
    pub(super) bias: f64,
}

/// Drawn games that every pairing is given on top of its own. Without them, an agent that always wins would be
/// infinitely strong.
const PRIOR_DRAWS: f64 = 1.0;
/// A step is never longer: from farther away the slope of the likelihood misleads.
const LONGEST_STEP: f64 = 0.5;
/// A step that is shorter changes nothing that shows.
const SHORTEST_STEP: f64 = 1e-9;
/// Steps are never more, though far fewer do.
const MOST_STEPS: usize = 10_000;

/// One cell of a cross table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    /// Wins of the one whose cell it is, a draw counting as half.
    pub score: f64,
    /// Games that were played.
    pub games: f64,
}

impl Strengths {
    /// Everybody equally strong.
    pub(super) fn even(firsts: usize, seconds: usize) -> Strengths {
        Strengths { first: vec![0.0; firsts], second: vec![0.0; seconds], bias: 0.0 }
    }

    /// How often agent `first` should beat agent `second`.
    pub(super) fn predict(&self, first: usize, second: usize) -> f64 {
        1.0 / (1.0 + (self.second[second] - self.first[first] - self.bias).exp())
    }

    /// The strengths of the highest likelihood, by Newton steps along one number after the other, from `self`. The cells
    /// lie in rows, one for each agent of the first side.
    pub(super) fn fit(mut self, cells: &[Cell]) -> Strengths {
        let (firsts, seconds) = (self.first.len(), self.second.len());
        for _ in 0..MOST_STEPS {
            let all = (0..firsts).flat_map(|k| (0..seconds).map(move |s| (k, s)));
            let mut longest: f64 = 0.0;
            let step = self.step(cells, all);
            self.bias += step;
            longest = longest.max(step.abs());
            for k in 0..firsts {
                let step = self.step(cells, (0..seconds).map(|s| (k, s)));
                self.first[k] += step;
                longest = longest.max(step.abs());
            }
            for s in 0..seconds {
                let step = -self.step(cells, (0..firsts).map(|k| (k, s)));
                self.second[s] += step;
                longest = longest.max(step.abs());
            }
            self.centre();
            if longest < SHORTEST_STEP {
                break;
            }
        }
        self
    }

    /// By how much the log-odds of these cells should grow together.
    fn step(&self, cells: &[Cell], which: impl Iterator<Item = (usize, usize)>) -> f64 {
        let (mut slope, mut bend) = (0.0, 0.0);
        for (k, s) in which {
            let Cell { score, games } = cells[k * self.second.len() + s];
            let (score, games) = (score + PRIOR_DRAWS / 2.0, games + PRIOR_DRAWS);
            let chance = self.predict(k, s);
            slope += score - games * chance;
            bend += games * chance * (1.0 - chance);
        }
        (slope / bend).clamp(-LONGEST_STEP, LONGEST_STEP)
    }

    /// Moves the means of both sides into the bias, which changes no prediction.
    fn centre(&mut self) {
        let mean = |side: &[f64]| side.iter().sum::<f64>() / side.len() as f64;
        let (first, second) = (mean(&self.first), mean(&self.second));
        self.first.iter_mut().for_each(|strength| *strength -= first);
        self.second.iter_mut().for_each(|strength| *strength -= second);
        self.bias += first - second;
    }
}

/// The strength of one whose odds against the `i`-th opponent are `exp(strength - levels[i])`, and its standard error, by
/// what it won against each.
pub(super) fn place(levels: &[f64], cells: &[Cell]) -> (f64, f64) {
    let mut one = Strengths { first: vec![0.0], second: levels.to_vec(), bias: 0.0 };
    for _ in 0..MOST_STEPS {
        let step = one.step(cells, (0..levels.len()).map(|opponent| (0, opponent)));
        one.first[0] += step;
        if step.abs() < SHORTEST_STEP {
            break;
        }
    }
    let told = |(opponent, cell): (usize, &Cell)| {
        let chance = one.predict(0, opponent);
        (cell.games + PRIOR_DRAWS) * chance * (1.0 - chance)
    };
    let information: f64 = cells.iter().enumerate().map(told).sum();
    (one.first[0], 1.0 / information.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results that follow the model exactly give the strengths back, but for the pull of the prior.
    #[test]
    fn known_strengths_are_found() {
        let truth = Strengths { first: vec![-1.2, 0.2, 1.0], second: vec![0.5, -0.5], bias: 0.7 };
        let games = 1e9;
        let cell = |i: usize| Cell { score: games * truth.predict(i / 2, i % 2), games };
        let found = Strengths::even(3, 2).fit(&(0..6).map(cell).collect::<Vec<_>>());
        let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(close(&found.first, &truth.first) && close(&found.second, &truth.second), "{found:?}");
        assert!((found.bias - truth.bias).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn who_always_wins_is_strong_but_not_infinitely() {
        let cells = [Cell { score: 100.0, games: 100.0 }, Cell { score: 0.0, games: 100.0 }];
        let found = Strengths::even(1, 2).fit(&cells);
        // 100.5 of 101 and 0.5 of 101: log-odds of ±5.3.
        assert!((found.predict(0, 0) - 100.5 / 101.0).abs() < 1e-6, "{found:?}");
        assert!((found.second[1] - 201.0f64.ln()).abs() < 1e-6 && found.bias.abs() < 1e-6, "{found:?}");
    }
}
