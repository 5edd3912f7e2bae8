//! What happened in finished games, ready to learn from.

/// Decisions, one after the other, as flat buffers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Decisions {
    /// What was seen, `[N, O]`.
    pub(crate) observations: Vec<f32>,
    /// What was allowed, 1 or 0, `[N, A]`.
    pub(crate) masks: Vec<u8>,
    /// Who decided, `[N]`.
    pub(crate) seats: Vec<u8>,
    /// What was chosen, `[N]`.
    pub(crate) actions: Vec<i64>,
    /// Logarithm of the probability with which it was chosen, `[N]`.
    pub(crate) log_probs: Vec<f32>,
    /// What the network expected, `[N]`.
    pub(crate) values: Vec<f32>,
}

impl Decisions {
    fn append(&mut self, other: &mut Decisions) {
        self.observations.append(&mut other.observations);
        self.masks.append(&mut other.masks);
        self.seats.append(&mut other.seats);
        self.actions.append(&mut other.actions);
        self.log_probs.append(&mut other.log_probs);
        self.values.append(&mut other.values);
    }
}

/// Decisions of finished games with what came of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Experience {
    pub(crate) decisions: Decisions,
    /// How much better than expected each decision turned out, `[N]`.
    pub(crate) advantages: Vec<f32>,
    /// What the network should have expected, `[N]`.
    pub(crate) targets: Vec<f32>,
    /// Games that ended.
    pub games: u64,
    /// Decisions that were made while collecting, also in games that go on.
    pub made: u64,
    /// What the games paid each seat, added up.
    pub paid: Vec<f64>,
}

impl Experience {
    pub(crate) fn new(seats: usize) -> Experience {
        Experience {
            decisions: Decisions::default(),
            advantages: Vec::new(),
            targets: Vec::new(),
            games: 0,
            made: 0,
            paid: vec![0.0; seats],
        }
    }

    /// How many decisions there are to learn from.
    pub fn len(&self) -> usize {
        self.advantages.len()
    }

    /// Whether there is nothing to learn from.
    pub fn is_empty(&self) -> bool {
        self.advantages.is_empty()
    }

    /// Takes over the decisions that one seat made in a game, now that its scaled result is known.
    ///
    /// The advantages are generalised advantage estimates without discount. What follows a decision is the seat's
    /// own next decision, whatever the others did in between, and there are no rewards before the end.
    pub(crate) fn finish(&mut self, decisions: &mut Decisions, result: f32, lambda: f32) {
        let start = self.advantages.len();
        self.advantages.resize(start + decisions.values.len(), 0.0);
        let (mut next_value, mut advantage) = (result, 0.0);
        for (i, &value) in decisions.values.iter().enumerate().rev() {
            advantage = (next_value - value) + lambda * advantage;
            self.advantages[start + i] = advantage;
            next_value = value;
        }
        self.targets.extend(decisions.values.iter().zip(&self.advantages[start..]).map(|(v, a)| v + a));
        self.decisions.append(decisions);
    }

    /// The advantages with mean 0 and deviation 1 for each seat, so that the pull of the magnet means the same on
    /// all seats.
    pub(crate) fn normalised_advantages(&self) -> Vec<f32> {
        let mut normalised = vec![0.0; self.len()];
        for seat in 0..self.paid.len() {
            let of_seat = || (0..self.len()).filter(|&i| usize::from(self.decisions.seats[i]) == seat);
            let count = of_seat().count().max(1) as f64;
            let mean = of_seat().map(|i| f64::from(self.advantages[i])).sum::<f64>() / count;
            let square = |i: usize| (f64::from(self.advantages[i]) - mean).powi(2);
            let deviation = (of_seat().map(square).sum::<f64>() / count).sqrt();
            for i in of_seat() {
                // The small number keeps a seat whose decisions do not matter from dividing by 0.
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
        let count = values.len();
        Decisions {
            observations: vec![0.0; count],
            masks: vec![1; count],
            seats: vec![seat; count],
            actions: vec![0; count],
            log_probs: vec![0.0; count],
            values: values.to_vec(),
        }
    }

    #[test]
    fn advantages_look_to_the_own_next_decision() {
        let mut experience = Experience::new(2);
        let mut decisions = decided(0, &[0.2, 0.5, -0.5]);
        experience.finish(&mut decisions, 1.0, 0.5);
        // Steps of the value: 0.3, -1.0, 1.5.
        let expected = [0.3 + 0.5 * (-1.0 + 0.5 * 1.5), -1.0 + 0.5 * 1.5, 1.5];
        for (advantage, expected) in experience.advantages.iter().zip(expected) {
            assert!((advantage - expected).abs() < 1e-6, "{:?}", experience.advantages);
        }
        assert!(decisions.values.is_empty() && experience.len() == 3);
    }

    #[test]
    fn with_lambda_1_the_target_is_the_result() {
        let mut experience = Experience::new(1);
        experience.finish(&mut decided(0, &[0.2, 0.5, -0.5]), -1.0, 1.0);
        assert!(experience.targets.iter().all(|target| (target + 1.0).abs() < 1e-6));
    }

    #[test]
    fn each_seat_is_normalised_by_itself() {
        let mut experience = Experience::new(2);
        experience.finish(&mut decided(0, &[0.0, 0.0]), 1.0, 0.0);
        experience.finish(&mut decided(1, &[5.0, 7.0]), 100.0, 0.0);
        let normalised = experience.normalised_advantages();
        let expected = [-1.0, 1.0, -1.0, 1.0];
        assert!(normalised.iter().zip(expected).all(|(n, e)| (n - e).abs() < 1e-4), "{normalised:?}");
    }
}
