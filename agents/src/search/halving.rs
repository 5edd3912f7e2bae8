//! Few simulations for many actions: some are tried equally often, the worse half is dropped, and so on.

use fogbound_env::{Action, Game, Rng};

use super::nodes::Nodes;
use super::options::Countdown;
use super::walk::{Frame, Walker};

/// How many simulations one halving takes at most: a search that is limited by time begins anew after them.
const MOST: u64 = 1_000;

/// An action that is tried.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    action: Action,
    /// The logarithm of its prior, and a number of Gumbel's distribution.
    luck: f32,
    score: f32,
}

/// Spends the budget on the root that is found by `key`. The actions to try are drawn without putting them back, by
/// their priors: a number of Gumbel's distribution is added to the logarithm of each, and the highest are taken.
pub(super) fn halve<G: Game>(
    walker: &mut Walker<G>,
    frame: &Frame<'_, G>,
    key: u64,
    (candidates, step): (usize, f32),
    mut world: impl FnMut(&mut Rng) -> G::State,
    countdown: &mut Countdown,
    rng: &mut Rng,
) {
    // The first simulation puts the root into the tree, unless it is kept from the last search.
    if walker.nodes.find(key).is_none() && countdown.take() {
        let state = world(rng);
        walker.simulate(frame, state, rng);
    }
    while countdown.left() > 0 {
        let mut standing = drawn(&walker.nodes, key, candidates, rng);
        if standing.is_empty() {
            // There was no room for the root.
            return;
        }
        let mut left = countdown.left().min(MOST);
        let mut rounds = u64::from(standing.len().next_power_of_two().ilog2()).max(1);
        while rounds > 0 {
            let each = left.div_ceil(rounds * standing.len() as u64);
            for _ in 0..each {
                // All are tried in the same world and with the same luck, so that less of what tells them apart is luck.
                let state = world(rng);
                let luck = Rng::new(rng.bits().into());
                for candidate in &standing {
                    if !countdown.take() {
                        return;
                    }
                    walker.forced = Some(candidate.action);
                    walker.simulate(frame, state.clone(), &mut luck.clone());
                }
            }
            left = left.saturating_sub(each * standing.len() as u64);
            rounds -= 1;
            judge(&mut standing, &walker.nodes, key, step);
            let half = standing.len().div_ceil(2);
            keep_best(&mut standing, half);
        }
    }
}

/// A number of Gumbel's distribution: what has the highest logarithm of a weight plus such a number is drawn by the weights.
pub(crate) fn gumbel(rng: &mut Rng) -> f32 {
    -(-rng.unit().max(f32::MIN_POSITIVE).ln()).max(f32::MIN_POSITIVE).ln()
}

/// The candidates, best first.
fn drawn(nodes: &Nodes, key: u64, candidates: usize, rng: &mut Rng) -> Vec<Candidate> {
    let Some(root) = nodes.find(key) else { return Vec::new() };
    let mut standing: Vec<Candidate> = nodes
        .edges(root)
        .iter()
        .map(|edge| {
            let luck = edge.prior.max(f32::MIN_POSITIVE).ln() + gumbel(rng);
            Candidate { action: edge.action, luck, score: luck }
        })
        .collect();
    keep_best(&mut standing, candidates.max(1));
    standing
}

/// Takes in what was found about the candidates.
fn judge(standing: &mut [Candidate], nodes: &Nodes, key: u64, step: f32) {
    let Some(root) = nodes.find(key) else { return };
    for candidate in standing {
        if let Some(rank) = nodes.rank_of(root, candidate.action) {
            candidate.score = candidate.luck + step * nodes.edges(root)[rank].mean(0.5);
        }
    }
}

/// Keeps the best, in the order of their scores; among equals the lower action goes first.
fn keep_best(standing: &mut Vec<Candidate>, count: usize) {
    standing.sort_by(|a, b| b.score.total_cmp(&a.score));
    standing.truncate(count);
}
