//! What a search is told before it begins.

use std::time::{Duration, Instant};

use super::selection::Selection;

/// How long to think about a move: a number of simulations, a time, or whichever ends first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    simulations: u64,
    time: Option<Duration>,
}

impl Budget {
    /// This many simulations, at least one; the same seed then gives the same answer.
    pub const fn simulations(count: u64) -> Budget {
        Budget { simulations: count, time: None }
    }

    /// As many simulations as fit into this many milliseconds.
    pub const fn milliseconds(count: u64) -> Budget {
        Budget { simulations: u64::MAX, time: Some(Duration::from_millis(count)) }
    }

    /// The same budget, ended after this many milliseconds at the latest.
    #[must_use]
    pub const fn within_milliseconds(self, count: u64) -> Budget {
        Budget { simulations: self.simulations, time: Some(Duration::from_millis(count)) }
    }

    /// What one of several threads has of it. Simulations are shared out; time is not.
    pub(super) fn share(self, thread: usize, threads: usize) -> Budget {
        let (thread, threads) = (thread as u64, threads as u64);
        if self.simulations == u64::MAX {
            return self;
        }
        let simulations = self.simulations / threads + u64::from(thread < self.simulations % threads);
        Budget { simulations: simulations.max(1), time: self.time }
    }

    /// What the `turn`-th of several searches, one after the other, has of it: a share of the simulations, and the time
    /// up to the end of its turn.
    pub(super) fn in_turn(self, turn: usize, turns: usize) -> Budget {
        let part = |time: Duration| time.mul_f64((turn + 1) as f64 / turns as f64);
        Budget { time: self.time.map(part), ..self.share(turn, turns) }
    }

    /// Begins to spend it; the time counts from `begun` on.
    pub(super) fn start(self, begun: Instant) -> Countdown {
        Countdown { left: self.simulations.max(1), until: self.time.map(|time| begun + time), made: 0 }
    }
}

/// A budget being spent.
#[derive(Clone, Debug)]
pub(super) struct Countdown {
    left: u64,
    until: Option<Instant>,
    made: u64,
}

impl Countdown {
    /// Takes one simulation out of the budget; `false` if there is none left. The first is always granted.
    #[inline]
    pub(super) fn take(&mut self) -> bool {
        // Looking at the clock costs as much as a small game: do it once for some.
        const CHECK_EVERY: u64 = 8;
        let late = |until: Instant| self.made > 0 && Instant::now() >= until;
        if self.left == 0 || self.made.is_multiple_of(CHECK_EVERY) && self.until.is_some_and(late) {
            return false;
        }
        self.left -= 1;
        self.made += 1;
        true
    }

    /// Simulations that are left; a budget of time alone has no end of them.
    pub(super) const fn left(&self) -> u64 {
        self.left
    }

    /// Simulations made so far.
    pub(super) const fn made(&self) -> u64 {
        self.made
    }
}

/// Whose knowledge the nodes of the tree stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observers {
    /// That of the searching seat, for all seats: the others' choices are averaged over what they might hold. Actions
    /// that are not legal in every world are compared by how often they were available (Cowling et al. 2012).
    Single,
    /// That of each seat at its own choices: nobody in the tree acts on what it cannot know.
    Multiple,
}

/// How the simulations are spent on the actions of the choice that is thought about, and how it is answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Root {
    /// By the rule of all other choices.
    ByRule,
    /// Some actions, drawn by their priors, are tried equally often; the worse half is dropped, and so on. The answer is
    /// the priors, each times `exp(step * value)`, with values from 0 to 1: few simulations suffice to do better than
    /// the priors (Danihelka et al. 2022; Sokota et al. 2024).
    Halving {
        /// The most actions that are tried.
        candidates: usize,
        /// How far the answer moves away from the priors.
        step: f32,
    },
}

impl Root {
    /// Halving with the usual numbers.
    pub const HALVING: Root = Root::Halving { candidates: 8, step: 200.0 };
}

/// Where the simulations begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In worlds of the belief: all thought is spent on what can still come.
    Here,
    /// At the start of the game. No belief is needed, since the seats' own strategies tell what leads where, and with
    /// regret matching everywhere the answers come near an equilibrium. Only for games that are small enough to come
    /// by the present moment often.
    Start,
}

/// The options of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// How long to think about a move.
    pub budget: Budget,
    /// Where the simulations begin.
    pub origin: Origin,
    /// Whose knowledge the nodes stand for.
    pub observers: Observers,
    /// How simulations are spent on the choice that is thought about.
    pub root: Root,
    /// The rule where a single seat chooses.
    pub turns: Selection,
    /// The rule where several seats choose at once.
    pub planning: Selection,
    /// Threads that search, each in a tree of its own; what they find is added up. The answer depends on their
    /// number, but not on how they are scheduled, unless there is a time limit.
    pub threads: usize,
    /// The most nodes that each tree may have.
    pub nodes: usize,
    /// Whether what was found at one move is kept for the next.
    pub reuse: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            budget: Budget::simulations(1_000),
            origin: Origin::Here,
            observers: Observers::Multiple,
            root: Root::ByRule,
            turns: Selection::UCT,
            planning: Selection::REGRET_MATCHING,
            threads: 1,
            nodes: 1 << 18,
            reuse: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_share_the_simulations() {
        let shares = |count, threads| -> u64 {
            let share = |thread| Budget::simulations(count).share(thread, threads);
            (0..threads).map(|thread| share(thread).simulations).sum()
        };
        assert_eq!(shares(1_000, 3), 1_000);
        assert_eq!(shares(7, 2), 7);
        assert_eq!(Budget::milliseconds(5).share(1, 4), Budget::milliseconds(5));
    }

    #[test]
    fn searches_in_turn_end_in_time() {
        let budget = Budget::simulations(10).within_milliseconds(900);
        assert_eq!(budget.in_turn(0, 3), Budget::simulations(4).within_milliseconds(300));
        assert_eq!(budget.in_turn(2, 3), Budget::simulations(3).within_milliseconds(900));
    }

    #[test]
    fn a_budget_ends_at_whichever_limit_comes_first() {
        let spend = |budget: Budget| {
            let mut countdown = budget.start(Instant::now());
            while countdown.take() {}
            countdown.made()
        };
        assert_eq!(spend(Budget::simulations(100)), 100);
        assert_eq!(spend(Budget::simulations(0)), 1);
        assert_eq!(spend(Budget::simulations(50).within_milliseconds(600_000)), 50);
        assert!(spend(Budget::milliseconds(0)) >= 1);
    }
}
