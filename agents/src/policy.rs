//! Mixed strategies and estimates: what search, beliefs and rollouts are given to think with.

use fogbound_env::{Action, Game, Perspective, Rng};

use crate::{Agent, Considered, Thoughts};

/// A mixed strategy: how often each legal action would be chosen by one who sees this.
///
/// Scripted players and networks are policies. Search rolls games out with them, and beliefs weigh hidden commits by
/// them.
pub trait Policy<G: Game>: Send {
    /// Writes one weight for each legal action, in ascending order of actions, into `weights`, which arrives empty.
    /// Weights are finite and not negative, and at least one is positive; they need not add up to 1.
    fn weigh(&mut self, seen: &Perspective<'_, G>, weights: &mut Vec<f32>);

    /// How many [insights](Policy::insight) there are.
    fn insights(&self) -> usize {
        0
    }

    /// Writes what the policy looks at where the viewer chooses, as numbers from -1 to 1, for a network that corrects it:
    /// a network reads observations easily, but not where a card leads or who may come there. `out` arrives with zeros.
    fn insight(&mut self, _seen: &Perspective<'_, G>, _out: &mut [f32]) {}

    /// Where an insight stands when actions are called otherwise, as a [renaming](Game::renamings) tells.
    fn renamed_insight(&self, place: usize, _actions: &[u16]) -> usize {
        place
    }
}

/// An estimate of how a game will end.
pub trait Heuristic<G: Game>: Send {
    /// The return that the viewer's team can expect, within the game's return range.
    fn value(&mut self, seen: &Perspective<'_, G>) -> f32;
}

/// Every legal action equally often.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Policy<G> for Uniform {
    fn weigh(&mut self, seen: &Perspective<'_, G>, weights: &mut Vec<f32>) {
        weights.resize(seen.legal().len() as usize, 1.0);
    }
}

/// A policy that is surer of itself (a temperature below 1) or less sure than another.
#[derive(Clone, Debug)]
pub struct Tempered<P> {
    policy: P,
    power: f32,
}

impl<P> Tempered<P> {
    /// `policy` with each weight to the power of 1 / `temperature`, which is positive; at 1 nothing changes.
    pub fn new(policy: P, temperature: f32) -> Tempered<P> {
        Tempered { policy, power: 1.0 / temperature }
    }
}

impl<G: Game, P: Policy<G>> Policy<G> for Tempered<P> {
    fn weigh(&mut self, seen: &Perspective<'_, G>, weights: &mut Vec<f32>) {
        self.policy.weigh(seen, weights);
        sharpen(weights, self.power);
    }
}

/// Raises weights to a power. They are scaled first, so that the largest stays 1 whatever the power.
fn sharpen(weights: &mut [f32], power: f32) {
    let most = weights.iter().copied().fold(0.0, f32::max);
    if power != 1.0 {
        for weight in weights {
            *weight = (*weight / most).powf(power);
        }
    }
}

/// An agent that draws its actions from a policy.
#[derive(Clone, Debug, Default)]
pub struct Drawn<P> {
    policy: P,
    weights: Vec<f32>,
    thoughts: Thoughts,
}

impl<P> Drawn<P> {
    /// The agent that plays by `policy`.
    pub fn new(policy: P) -> Drawn<P> {
        Drawn { policy, weights: Vec::new(), thoughts: Thoughts::default() }
    }
}

impl<G: Game, P: Policy<G>> Agent<G> for Drawn<P> {
    fn act(&mut self, seen: &Perspective<'_, G>, rng: &mut Rng) -> Action {
        self.weights.clear();
        self.policy.weigh(seen, &mut self.weights);
        let total: f32 = self.weights.iter().sum();
        self.thoughts.considered.clear();
        self.thoughts.considered.extend(seen.legal().iter().zip(&self.weights).map(|(action, weight)| {
            let probability = f64::from(weight / total);
            Considered { action, visits: 0, available: 0, value: None, probability }
        }));
        let rank = draw_rank(&self.weights, rng);
        seen.legal().nth(rank as u32).expect("a policy weighs the legal actions")
    }

    fn thoughts(&self) -> Option<&Thoughts> {
        Some(&self.thoughts)
    }
}

impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for Box<P> {
    fn weigh(&mut self, seen: &Perspective<'_, G>, weights: &mut Vec<f32>) {
        (**self).weigh(seen, weights);
    }

    fn insights(&self) -> usize {
        (**self).insights()
    }

    fn insight(&mut self, seen: &Perspective<'_, G>, out: &mut [f32]) {
        (**self).insight(seen, out);
    }
}

/// An index, drawn in proportion to the weights.
pub fn draw_rank(weights: &[f32], rng: &mut Rng) -> usize {
    let total: f32 = weights.iter().sum();
    let mut ticket = rng.unit() * total;
    let mut last = 0;
    for (rank, &weight) in weights.iter().enumerate() {
        if weight > 0.0 {
            last = rank;
            if ticket < weight {
                return rank;
            }
            ticket -= weight;
        }
    }
    // Rounding can leave a ticket that nobody takes.
    last
}

#[cfg(test)]
mod tests {
    use fogbound_env::games::kuhn::Kuhn;
    use fogbound_env::{Seat, Silence, Turn};

    use super::*;

    #[test]
    fn a_low_temperature_makes_sure() {
        let sharpened = |power: f32| {
            let mut weights = [0.2, 0.4, 0.0];
            sharpen(&mut weights, power);
            weights
        };
        assert_eq!(sharpened(1.0), [0.2, 0.4, 0.0]);
        assert_eq!(sharpened(2.0), [0.25, 1.0, 0.0]);
        assert_eq!(sharpened(1000.0), [0.0, 1.0, 0.0]);
    }

    /// One who plays by a policy can tell how often it would have chosen what.
    #[test]
    fn a_drawn_agent_tells_its_policy() {
        let kuhn = Kuhn::new(Default::default()).unwrap();
        let (mut state, mut rng) = (kuhn.start(), Rng::new(1));
        while kuhn.turn(&state) == Turn::Chance {
            let id = kuhn.draw(&state, &mut rng);
            kuhn.fall(&mut state, id, &mut Silence);
        }
        let seen = Perspective::new(&kuhn, &state, Seat(0));
        let mut agent = Drawn::new(Uniform);
        let chosen = agent.act(&seen, &mut rng);
        let told = &Agent::<Kuhn>::thoughts(&agent).unwrap().considered;
        assert!(told.iter().map(|one| one.action).eq(seen.legal().iter()));
        assert!(told.iter().all(|one| one.probability == 0.5 && one.value.is_none()));
        assert!(told.iter().any(|one| one.action == chosen));
    }

    #[test]
    fn ranks_come_in_proportion_to_their_weights() {
        let mut rng = Rng::new(3);
        let mut counts = [0; 3];
        (0..40_000).for_each(|_| counts[draw_rank(&[1.0, 0.0, 3.0], &mut rng)] += 1);
        assert_eq!(counts[1], 0);
        assert!((counts[2] as f32 / 40_000.0 - 0.75).abs() < 0.01, "{counts:?}");
    }
}
