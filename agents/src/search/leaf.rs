//! What a position is worth where the tree ends.

use std::fmt;

use fogbound_env::{
    Action, Game, Joint, MAX_SEATS, Perspective, Returns, Rng, Seat, SeatSet, Silence, Turn, rollout,
};

use super::walk::Frame;
use crate::policy::draw_rank;
use crate::{Heuristic, Policy};

/// Judges a position for one who sees it: which actions are promising, and how the game will end. A network is one.
pub trait Evaluator<G: Game>: Send {
    /// Writes one weight for each legal action into `prior`, as [`Policy::weigh`] does, and gives the return that the
    /// viewer's team can expect. A seat that is not asked has no legal actions and gets no weights.
    fn evaluate(&mut self, seen: &Perspective<'_, G>, prior: &mut Vec<f32>) -> f32;
}

/// When a rollout ends.
pub enum Stop<G: Game> {
    /// When the game does.
    AtTheEnd,
    /// After this many decisions of seats; what then is, is judged.
    After {
        /// How many decisions.
        decisions: u32,
        /// The judge.
        judge: Box<dyn Heuristic<G>>,
    },
    /// Where several seats next choose at once; what then is, is judged.
    AtPlanning {
        /// The judge.
        judge: Box<dyn Heuristic<G>>,
    },
    /// Where it is the searcher's turn again, after others have had theirs; what then is, is judged.
    AfterTurns {
        /// How many turns of others pass by.
        turns: u32,
        /// The judge.
        judge: Box<dyn Heuristic<G>>,
    },
}

/// How positions at the edge of the tree are valued.
pub enum Leaf<G: Game> {
    /// By playing on at random to the end.
    Random,
    /// By playing on, perhaps not to the end.
    Rollout {
        /// Who plays for all seats; at random if nobody is named.
        policy: Option<Box<dyn Policy<G>>>,
        /// How far to play.
        stop: Stop<G>,
    },
    /// By looking at them.
    Judged(Box<dyn Evaluator<G>>),
}

impl<G: Game> fmt::Debug for Leaf<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Leaf::Random => "Random",
            Leaf::Rollout { .. } => "Rollout",
            Leaf::Judged(_) => "Judged",
        })
    }
}

impl<G: Game> fmt::Debug for Stop<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::AtTheEnd => f.write_str("AtTheEnd"),
            Stop::After { decisions, .. } => write!(f, "After({decisions})"),
            Stop::AtPlanning { .. } => f.write_str("AtPlanning"),
            Stop::AfterTurns { turns, .. } => write!(f, "AfterTurns({turns})"),
        }
    }
}

impl<G: Game> Leaf<G> {
    /// Rollouts by `policy` to the end of the game.
    pub fn policy(policy: Box<dyn Policy<G>>) -> Leaf<G> {
        Leaf::Rollout { policy: Some(policy), stop: Stop::AtTheEnd }
    }
}

/// How far a game is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// To its end.
    Over,
    /// Over this many decisions of seats.
    Decisions(u32),
    /// To where several seats next choose at once.
    Planning,
    /// To the searcher's turn after others have had this many.
    Turns(u32),
}

impl Until {
    /// To the next planning; where nobody plans, to where the searcher is asked again after others.
    pub(crate) const fn next_round<G: Game>() -> Until {
        if G::PLANS_AT_ONCE { Until::Planning } else { Until::Turns(1) }
    }
}

impl<G: Game> Stop<G> {
    fn parts(&mut self) -> (Until, Option<&mut dyn Heuristic<G>>) {
        match self {
            Stop::AtTheEnd => (Until::Over, None),
            Stop::After { decisions, judge } => (Until::Decisions(*decisions), Some(&mut **judge)),
            Stop::AtPlanning { judge } => (Until::Planning, Some(&mut **judge)),
            Stop::AfterTurns { turns, judge } => (Until::Turns(*turns), Some(&mut **judge)),
        }
    }
}

/// Lets `policy` play on for all from `state`, at random if there is none. `forced` is what `searcher` does first. Gives back who
/// is to choose where it stopped; nobody is if the game is over.
pub(crate) fn play_on<G: Game>(
    game: &G,
    state: &mut G::State,
    (searcher, mut forced): (Seat, Option<Action>),
    mut policy: Option<&mut dyn Policy<G>>,
    until: Until,
    weights: &mut Vec<f32>,
    rng: &mut Rng,
) -> SeatSet {
    let mut decisions = 0;
    // Turns of others that have passed, and whether others have chosen last.
    let (mut passed, mut others) = (0, false);
    loop {
        let acting = match game.turn(state) {
            Turn::Over => return SeatSet::EMPTY,
            Turn::Chance => {
                let id = game.draw(state, rng);
                game.fall(state, id, &mut Silence);
                continue;
            }
            Turn::Act(acting) => acting,
        };
        let own = acting.contains(searcher);
        passed += u32::from(own && others);
        others = !own || acting.len() > 1;
        let far_enough = match until {
            Until::Over => false,
            Until::Decisions(most) => decisions >= most,
            Until::Planning => decisions > 0 && acting.len() > 1,
            Until::Turns(turns) => own && passed >= turns,
        };
        if far_enough {
            return acting;
        }
        let mut joint = Joint::NONE;
        for seat in acting.iter() {
            decisions += 1;
            if let Some(action) = forced.take_if(|_| seat == searcher) {
                joint.set(seat, action);
                continue;
            }
            let legal = game.legal(state, seat);
            let action = match policy.as_mut().filter(|_| legal.len() > 1) {
                Some(policy) => {
                    weights.clear();
                    policy.weigh(&Perspective::new(game, state, seat), weights);
                    legal.nth(draw_rank(weights, rng) as u32).expect("a policy weighs the legal actions")
                }
                None => rollout::random_action(&legal, rng),
            };
            joint.set(seat, action);
        }
        game.apply(state, &joint, &mut Silence);
    }
}

/// Plays on from `state` and tells what each seat gets.
pub(super) fn roll_out<G: Game>(
    frame: &Frame<'_, G>,
    state: &mut G::State,
    policy: Option<&mut dyn Policy<G>>,
    stop: &mut Stop<G>,
    weights: &mut Vec<f32>,
    rng: &mut Rng,
) -> Returns {
    let game = frame.game;
    let (until, judge) = stop.parts();
    let acting = play_on(game, state, (frame.seat, None), policy, until, weights, rng);
    match judge {
        Some(judge) if !acting.is_empty() => {
            frame.by_team([None; MAX_SEATS], acting, |seat| judge.value(&Perspective::new(game, state, seat)))
        }
        _ => game.returns(state),
    }
}
