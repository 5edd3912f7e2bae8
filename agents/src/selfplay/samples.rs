//! What happened in the games, ready to learn from.

use crate::selfplay::rows::Rows;

/// Decisions, one after the other, as columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decisions {
    /// What was seen.
    pub observations: Rows,
    /// What the other teams saw, if a critic reads that; otherwise rows of nothing.
    pub hidden: Rows,
    /// Logarithms of the policy that chose, for the legal actions; after a search, of what is to be learnt.
    pub policies: Rows,
    /// Who decided.
    pub seats: Vec<u8>,
    /// What was chosen.
    pub actions: Vec<u16>,
    /// What was expected of the game, from -1 to 1 for the seat.
    pub values: Vec<f32>,
}

impl Decisions {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// Takes over the first `count` decisions of `other`, which keeps the rest.
    fn take_from(&mut self, other: &mut Decisions, count: usize) {
        self.observations.take_from(&mut other.observations, count);
        self.hidden.take_from(&mut other.hidden, count);
        self.policies.take_from(&mut other.policies, count);
        self.seats.extend(other.seats.drain(..count));
        self.actions.extend(other.actions.drain(..count));
        self.values.extend(other.values.drain(..count));
    }
}

/// How far advantages and targets look ahead: 1 to the result, 0 to the seat's next decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lambdas {
    /// Of the advantages.
    pub advantage: f32,
    /// Of what the value is to be.
    pub value: f32,
}

/// Decisions with what came of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// The decisions.
    pub decisions: Decisions,
    /// How much better than expected each turned out.
    pub advantages: Vec<f32>,
    /// What should have been expected.
    pub targets: Vec<f32>,
}

impl Samples {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.advantages.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.advantages.is_empty()
    }

    /// Takes over all decisions that one seat made up to the end of its game, whose result was `result`.
    pub fn finish(&mut self, decisions: &mut Decisions, result: f32, lambdas: Lambdas) {
        let count = decisions.len();
        self.add(decisions, count, result, lambdas);
    }

    /// Takes over all but the last decision that one seat made in a game that goes on: what is expected at the last
    /// stands for the result, and the last waits for what will follow it.
    pub fn cut(&mut self, decisions: &mut Decisions, lambdas: Lambdas) {
        if let Some(&expected) = decisions.values.last() {
            let count = decisions.len() - 1;
            self.add(decisions, count, expected, lambdas);
        }
    }

    /// The advantages are generalised advantage estimates without discount. What follows a decision is the seat's
    /// own next decision, whatever the others did in between, and nothing is paid before the end.
    fn add(&mut self, decisions: &mut Decisions, count: usize, result: f32, lambdas: Lambdas) {
        let start = self.advantages.len();
        self.advantages.resize(start + count, 0.0);
        self.targets.resize(start + count, 0.0);
        let (mut next_value, mut advantage, mut error) = (result, 0.0, 0.0);
        for (i, &value) in decisions.values[..count].iter().enumerate().rev() {
            advantage = (next_value - value) + lambdas.advantage * advantage;
            error = (next_value - value) + lambdas.value * error;
            self.advantages[start + i] = advantage;
            self.targets[start + i] = value + error;
            next_value = value;
        }
        self.decisions.take_from(decisions, count);
    }

    /// Takes over all samples of `other`.
    pub fn append(&mut self, mut other: Samples) {
        let count = other.len();
        self.decisions.take_from(&mut other.decisions, count);
        self.advantages.append(&mut other.advantages);
        self.targets.append(&mut other.targets);
    }

    /// Adds a copy of sample `i` of `other`.
    pub fn copy_from(&mut self, other: &Samples, i: usize) {
        let (own, decisions) = (&mut self.decisions, &other.decisions);
        own.observations.copy_from(&decisions.observations, i);
        own.hidden.copy_from(&decisions.hidden, i);
        own.policies.copy_from(&decisions.policies, i);
        own.seats.push(decisions.seats[i]);
        own.actions.push(decisions.actions[i]);
        own.values.push(decisions.values[i]);
        self.advantages.push(other.advantages[i]);
        self.targets.push(other.targets[i]);
    }

    /// The advantages of each team with mean 0 and deviation 1, so that the pull of the magnet means the same to all.
    /// `team_of` gives the team of each seat.
    pub fn normalised_advantages(&self, team_of: &[u8]) -> Vec<f32> {
        let mut normalised = vec![0.0; self.len()];
        let team = |i: usize| team_of[usize::from(self.decisions.seats[i])];
        for wanted in 0..=team_of.iter().copied().max().unwrap_or(0) {
            let own = || (0..self.len()).filter(|&i| team(i) == wanted);
            let count = own().count().max(1) as f64;
            let mean = own().map(|i| f64::from(self.advantages[i])).sum::<f64>() / count;
            let square = |i: usize| (f64::from(self.advantages[i]) - mean).powi(2);
            let deviation = (own().map(square).sum::<f64>() / count).sqrt();
            for i in own() {
                // The small number keeps a team whose decisions do not matter from dividing by 0.
                normalised[i] = ((f64::from(self.advantages[i]) - mean) / (deviation + 1e-6)) as f32;
            }
        }
        normalised
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided(seat: u8, values: &[f32]) -> Decisions {
        let mut decisions = Decisions::default();
        for &value in values {
            decisions.observations.push_dense(&[1.0]);
            decisions.hidden.push_dense(&[]);
            decisions.policies.push_dense(&[-0.5]);
            decisions.seats.push(seat);
            decisions.actions.push(0);
            decisions.values.push(value);
        }
        decisions
    }

    const BOTH: fn(f32) -> Lambdas = |lambda| Lambdas { advantage: lambda, value: lambda };

    fn close(found: &[f32], expected: &[f32]) -> bool {
        found.len() == expected.len() && found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 1e-4)
    }

    #[test]
    fn advantages_look_to_the_own_next_decision() {
        let mut samples = Samples::default();
        let mut decisions = decided(0, &[0.2, 0.5, -0.5]);
        samples.finish(&mut decisions, 1.0, Lambdas { advantage: 0.5, value: 0.0 });
        // Steps of the value: 0.3, -1.0, 1.5.
        assert!(close(&samples.advantages, &[0.3 + 0.5 * (-1.0 + 0.5 * 1.5), -1.0 + 0.5 * 1.5, 1.5]));
        assert!(close(&samples.targets, &[0.5, -0.5, 1.0]), "{:?}", samples.targets);
        assert!(decisions.is_empty() && samples.len() == 3 && samples.decisions.len() == 3);
    }

    #[test]
    fn with_lambda_1_the_target_is_the_result() {
        let mut samples = Samples::default();
        samples.finish(&mut decided(0, &[0.2, 0.5, -0.5]), -1.0, BOTH(1.0));
        assert!(close(&samples.targets, &[-1.0; 3]));
    }

    #[test]
    fn a_game_that_goes_on_keeps_its_last_decision() {
        let mut samples = Samples::default();
        let mut decisions = decided(0, &[0.2, 0.6]);
        samples.cut(&mut decisions, BOTH(1.0));
        assert!(close(&samples.advantages, &[0.4]) && close(&samples.targets, &[0.6]));
        assert_eq!((decisions.len(), decisions.values[0]), (1, 0.6));
        samples.cut(&mut decisions, BOTH(1.0));
        assert_eq!(samples.len(), 1);
        samples.finish(&mut decisions, -1.0, BOTH(1.0));
        assert!(close(&samples.advantages, &[0.4, -1.6]));
        samples.cut(&mut decisions, BOTH(1.0));
        assert_eq!(samples.len(), 2);
    }

    #[test]
    fn each_team_is_normalised_by_itself() {
        let mut samples = Samples::default();
        samples.finish(&mut decided(0, &[0.0, 0.0]), 1.0, BOTH(0.0));
        samples.finish(&mut decided(1, &[5.0]), 100.0, BOTH(0.0));
        samples.finish(&mut decided(2, &[7.0]), 107.0, BOTH(0.0));
        let normalised = samples.normalised_advantages(&[0, 1, 1]);
        assert!(close(&normalised[..2], &[-1.0, 1.0]), "{normalised:?}");
        assert!(close(&normalised[2..], &[-1.0, 1.0]) || close(&normalised[2..], &[1.0, -1.0]));
    }
}
