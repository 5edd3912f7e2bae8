//! A search without a tree: actions are tried, the script plays on, and a network judges all that came of it at once.

use std::sync::Arc;

use fogbound_env::{Action, ActionSet, Game, Perspective, Rng, SeatSet};

use super::SearchOptions;
use super::batch::Batch;
use super::searcher::Found;
use crate::Policy;
use crate::net::{Networks, Scratch, as_return};
use crate::search::{Until, gumbel, play_on};

/// Tries some actions in the game as it is, with the same luck for all, up to the next planning; where nobody plans, up to where the
/// seat is asked again after others.
///
/// The actions are drawn by the network's policy without putting them back, and all are tried equally often: what is learnt
/// from are the values of all of them, and not which is the best.
///
/// The seat does not know the game as it is. But what is true comes up, over many games, as often as the seat has to think it
/// likely, whatever the others meant by what they did; and since the learner's loss is linear in the values, it learns their mean
/// over all that the seat cannot tell apart. That holds as long as nothing of the truth shows in what the seat does: it plays by
/// the network, not by what was found. What others choose at the same time is not in the game yet, and drawn by the script.
pub(super) struct Tries<G: Game> {
    networks: Arc<Networks>,
    script: Box<dyn Policy<G>>,
    how: SearchOptions,
    batch: Batch,
    scratch: Scratch,
    weights: Vec<f32>,
    /// What each try came to: its action's rank among those tried, and the return where the game ended.
    outcomes: Vec<(usize, Option<f32>)>,
}

/// An action that is tried.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    action: Action,
    /// Its place among the legal actions.
    rank: usize,
    luck: f32,
    total: f32,
}

impl<G: Game> Tries<G> {
    pub(super) fn new(networks: &Arc<Networks>, script: Box<dyn Policy<G>>, how: &SearchOptions) -> Tries<G> {
        Tries {
            networks: Arc::clone(networks),
            script,
            how: *how,
            batch: Batch::default(),
            scratch: Scratch::default(),
            weights: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Thinks about a decision of the game whose state is `truth`.
    pub(super) fn find(&mut self, seen: &Perspective<'_, G>, truth: &G::State, rng: &mut Rng) -> Found {
        let game = seen.game();
        let prior = self.prior(seen);
        let mut tried = self.candidates(seen, &prior, rng);
        let times = (self.how.simulations as usize / tried.len()).max(1);
        self.try_out(seen, truth, &tried, times, rng);
        let mut judged = self.batch.values.iter();
        for &(candidate, ended) in &self.outcomes {
            let value = || as_return(game, *judged.next().expect("a value for each that did not end"));
            tried[candidate].total += ended.unwrap_or_else(value);
        }
        let mean = |candidate: &Candidate| candidate.total / times as f32;
        let weight: f32 = tried.iter().map(|candidate| prior[candidate.rank]).sum();
        // What was not tried is taken to be as good as the rest.
        let usual =
            tried.iter().map(|candidate| prior[candidate.rank] * mean(candidate)).sum::<f32>() / weight;
        let (low, high) = game.return_range().into_inner();
        let step = if high > low { self.how.step as f32 / (high - low) } else { 0.0 };
        let mut logs: Vec<f32> = prior.iter().map(|prior| prior.max(f32::MIN_POSITIVE).ln()).collect();
        for candidate in &tried {
            logs[candidate.rank] += step * (mean(candidate) - usual);
        }
        let best = logs.iter().copied().fold(f32::MIN, f32::max);
        let total = best + logs.iter().map(|log| (log - best).exp()).sum::<f32>().ln();
        for log in &mut logs {
            *log -= total;
        }
        let simulations = (times * tried.len()) as u64;
        Found { logs, played: prior, value: usual, simulations, evaluations: 1 + self.batch.len() as u64 }
    }

    /// How often the network would choose each legal action.
    fn prior(&mut self, seen: &Perspective<'_, G>) -> Vec<f32> {
        let Tries { networks, script, batch, scratch, weights, .. } = self;
        let network = networks.of(seen.seat());
        batch.clear();
        batch.push(seen, seen.legal(), Some(&mut **script), weights, network.shape().inputs());
        batch.evaluate(network, scratch);
        batch.settle(0, weights);
        let total: f32 = weights.iter().sum();
        weights.iter().map(|weight| weight / total).collect()
    }

    fn candidates(&self, seen: &Perspective<'_, G>, prior: &[f32], rng: &mut Rng) -> Vec<Candidate> {
        let candidate = |(rank, action): (usize, Action)| {
            let luck = prior[rank].max(f32::MIN_POSITIVE).ln() + gumbel(rng);
            Candidate { action, rank, luck, total: 0.0 }
        };
        let mut tried: Vec<Candidate> = seen.legal().iter().enumerate().map(candidate).collect();
        tried.sort_by(|a, b| b.luck.total_cmp(&a.luck));
        tried.truncate(self.how.candidates.min(self.how.simulations as usize));
        tried
    }

    /// Tries each action so many times, and asks what came of it.
    fn try_out(
        &mut self,
        seen: &Perspective<'_, G>,
        truth: &G::State,
        tried: &[Candidate],
        times: usize,
        rng: &mut Rng,
    ) {
        let Tries { networks, script, batch, scratch, weights, outcomes, .. } = self;
        let (game, seat) = (seen.game(), seen.seat());
        let network = networks.of(seat);
        let width = network.shape().inputs();
        let team = game.teams().into_iter().find(|team| team.contains(seat)).unwrap_or(SeatSet::one(seat));
        batch.clear();
        outcomes.clear();
        for _ in 0..times {
            let luck = Rng::new(rng.bits().into());
            for (candidate, &Candidate { action, .. }) in tried.iter().enumerate() {
                let (mut state, mut luck) = (truth.clone(), luck.clone());
                let first = (seat, Some(action));
                let until = Until::next_round::<G>();
                let acting = play_on(game, &mut state, first, Some(&mut **script), until, weights, &mut luck);
                if acting.is_empty() {
                    outcomes.push((candidate, Some(game.returns(&state)[seat.index()])));
                    continue;
                }
                outcomes.push((candidate, None));
                // Those who are asked have most to go by.
                let asked = team.iter().find(|&mate| acting.contains(mate));
                let speaker = if acting.contains(seat) { seat } else { asked.unwrap_or(seat) };
                let there = Perspective::new(game, &state, speaker);
                batch.push(&there, ActionSet::EMPTY, Some(&mut **script), weights, width);
            }
        }
        batch.evaluate(network, scratch);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::net::{Network, Shape};
    use crate::scripted;
    use fogbound_env::games::goofspiel::Goofspiel;
    use fogbound_env::games::kuhn::{Kuhn, State};
    use fogbound_env::{Fingerprint, Seat};

    /// Tries by a network with fresh weights.
    fn tries<G: Game>(game: &G, how: &SearchOptions) -> Tries<G> {
        let advice = scripted::advice::<G>();
        let shape = Shape { observation: G::SCHEMA.len(), actions: G::ACTIONS, hidden: 8, layers: 1, advice };
        let network = Arc::new(Network::fresh(shape, &mut Rng::new(1)));
        let networks = Arc::new(Networks::new(vec![network], &game.teams()));
        Tries::new(&networks, scripted::policy_for().unwrap(), how)
    }

    /// Positions after none to three random decisions at which `wanted` says so for one of those who are asked.
    fn positions<G: Game>(game: &G, wanted: impl Fn(&Perspective<'_, G>) -> bool) -> Vec<(G::State, Seat)> {
        let mut found = Vec::new();
        for (seed, decisions) in (0..40).flat_map(|seed| (0..4).map(move |decisions| (seed, decisions))) {
            let (mut state, mut rng) = (game.start(), Rng::new(seed));
            let until = Until::Decisions(decisions);
            let nobody = (Seat(0), None);
            let acting = play_on(game, &mut state, nobody, None, until, &mut Vec::new(), &mut rng);
            if let Some(seat) = acting.iter().find(|&seat| wanted(&Perspective::new(game, &state, seat))) {
                found.push((state, seat));
            }
        }
        found
    }

    /// What a seat observes under a name.
    fn observed<G: Game>(seen: &Perspective<'_, G>, name: &str, count: usize) -> Vec<f32> {
        let mut observation = vec![0.0; G::SCHEMA.len()];
        seen.observe(&mut observation);
        observation[G::SCHEMA.start(name)..][..count].to_vec()
    }

    /// Where the first seat has passed and the other has bet: whatever it does ends the game. To fold costs one, to call wins or
    /// loses two.
    fn after_a_bet(game: &Kuhn) -> Vec<(State, Seat)> {
        let bet = |seen: &Perspective<'_, Kuhn>| {
            let bets = observed(seen, "bets", Kuhn::SCHEMA.len() - Kuhn::SCHEMA.start("bets"));
            seen.seat() == Seat(0) && bets.iter().any(|&bet| bet > 0.0)
        };
        positions(game, bet)
    }

    const FOLD: usize = 0;
    const CALL: usize = 1;

    /// How much more calling is lifted than folding.
    fn lead(logs: &[f32], prior: &[f32]) -> f32 {
        logs[CALL] - logs[FOLD] - (prior[CALL] / prior[FOLD]).ln()
    }

    fn lead_of_calls(tries: &mut Tries<Kuhn>, game: &Kuhn, state: &State, seat: Seat) -> f32 {
        let seen = Perspective::new(game, state, seat);
        let prior = tries.prior(&seen);
        lead(&tries.find(&seen, state, &mut Rng::new(1)).logs, &prior)
    }

    #[test]
    fn what_ends_the_game_is_worth_what_it_pays() {
        let game = Kuhn::new(Default::default()).unwrap();
        let how = SearchOptions { simulations: 8, step: 10.0, ..SearchOptions::default() };
        let mut tries = tries(&game, &how);
        let mut calls: HashMap<Fingerprint, Vec<i32>> = HashMap::new();
        for (state, seat) in after_a_bet(&game) {
            let seen = Perspective::new(&game, &state, seat);
            let prior = tries.prior(&seen);
            let mut rng = Rng::new(1);
            let Found { logs, played, value, simulations, evaluations } = tries.find(&seen, &state, &mut rng);
            assert_eq!((simulations, evaluations), (8, 1), "no network is asked about the end");
            let call = -1.0 + 0.4 * lead(&logs, &prior);
            assert!((call.abs() - 2.0).abs() < 1e-3, "{call}");
            assert!((value - (prior[CALL] * call - prior[FOLD])).abs() < 1e-3, "{value}");
            // The game goes on as if nothing had been found.
            assert_eq!(played, prior);
            let next = rng.bits();
            rng = Rng::new(1);
            for _ in seen.legal().iter() {
                gumbel(&mut rng);
            }
            for _ in 0..4 {
                rng.bits();
            }
            assert_eq!(next, rng.bits());
            calls.entry(seen.key()).or_default().push(call.round() as i32);
        }
        // With the middle card the seat cannot tell whether the other has the lowest or the highest, and is taught either.
        assert_eq!(calls.len(), 3, "{calls:?}");
        let both = |calls: &&Vec<i32>| calls.contains(&2) && calls.contains(&-2);
        assert_eq!(calls.values().filter(both).count(), 1, "{calls:?}");
    }

    #[test]
    fn one_who_bets_the_best_card_only_is_folded_to() {
        let game = Kuhn::new(Default::default()).unwrap();
        let mut tries = tries(&game, &SearchOptions { step: 10.0, ..SearchOptions::default() });
        let mut asked = 0;
        for (state, seat) in after_a_bet(&game) {
            let card = |seat| observed(&Perspective::new(&game, &state, seat), "card", 3);
            // By the cards alone the other may as well have the lowest, and a call would be worth more than folding.
            if card(seat) == [0.0, 1.0, 0.0] && card(Seat(1)) == [0.0, 0.0, 1.0] {
                asked += 1;
                assert!((lead_of_calls(&mut tries, &game, &state, seat) + 2.5).abs() < 1e-3);
            }
        }
        assert!(asked > 0);
    }

    #[test]
    fn what_was_found_by_good_and_by_bad_luck_makes_up_for_each_other() {
        let game = Kuhn::new(Default::default()).unwrap();
        let mut tries = tries(&game, &SearchOptions { step: 400.0, ..SearchOptions::default() });
        let mut leads: HashMap<Fingerprint, [Option<f32>; 2]> = HashMap::new();
        for (state, seat) in after_a_bet(&game) {
            let lead = lead_of_calls(&mut tries, &game, &state, seat);
            let key = Perspective::new(&game, &state, seat).key();
            leads.entry(key).or_default()[usize::from(lead > 0.0)] = Some(lead);
        }
        // A call is worth -2 or +2 and folding -1, of a range of 4: however far that goes, nothing of it is cut off.
        let middle: Vec<f32> = leads.values().filter_map(|&[lost, won]| Some(lost? + won?)).collect();
        assert!(middle.len() == 1 && (middle[0] - 400.0 * 2.0 / 4.0).abs() < 0.1, "{leads:?}");
    }

    #[test]
    fn all_that_is_judged_is_judged_at_once_and_the_same_again() {
        let game = Goofspiel::new(Default::default()).unwrap();
        let how = SearchOptions { simulations: 24, candidates: 5, ..SearchOptions::default() };
        let mut tries = tries(&game, &how);
        for (state, seat) in positions(&game, |seen| seen.legal().len() > 6) {
            let seen = Perspective::new(&game, &state, seat);
            let untried = seen.legal().len() as usize - 5;
            let found = tries.find(&seen, &state, &mut Rng::new(7));
            assert_eq!((found.simulations, found.evaluations), (20, 21), "five actions, four times each");
            assert_eq!(tries.batch.len(), 20);
            assert_eq!(found.logs.len(), seen.legal().len() as usize);
            assert_eq!(tries.find(&seen, &state, &mut Rng::new(7)), found);
            assert!((found.logs.iter().map(|log| log.exp()).sum::<f32>() - 1.0).abs() < 1e-5);
            // What was not tried is taken to be as good as the rest: it keeps its share of what is left.
            let prior = tries.prior(&seen);
            let mut lifts: Vec<f32> =
                found.logs.iter().zip(&prior).map(|(now, before)| now - before.ln()).collect();
            lifts.sort_by(f32::total_cmp);
            let most =
                lifts.windows(untried).map(|some| some[untried - 1] - some[0]).fold(f32::MAX, f32::min);
            assert!(most < 1e-4, "{lifts:?}");
        }
    }

    #[test]
    fn no_step_is_too_large_and_no_budget_exceeded() {
        let game = Kuhn::new(Default::default()).unwrap();
        let how = SearchOptions { simulations: 2, step: 1000.0, ..SearchOptions::default() };
        let mut tries = tries(&game, &how);
        for (state, seat) in positions(&game, |_| true) {
            let found = tries.find(&Perspective::new(&game, &state, seat), &state, &mut Rng::new(1));
            assert!(found.simulations == 2 && found.value.is_finite(), "{found:?}");
            assert!((found.logs.iter().map(|log| log.exp()).sum::<f32>() - 1.0).abs() < 1e-5, "{found:?}");
        }
        let game = Goofspiel::new(Default::default()).unwrap();
        let (start, seat) = positions(&game, |_| true).swap_remove(0);
        let seen = Perspective::new(&game, &start, seat);
        let found = self::tries(&game, &how).find(&seen, &start, &mut Rng::new(1));
        assert_eq!(found.simulations, 2, "of thirteen cards only two are tried");
    }
}
