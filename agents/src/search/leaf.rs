//! What a position is worth where the tree ends.

use std::fmt;

use fogbound_env::{Game, Joint, MAX_SEATS, Perspective, Returns, Rng, Silence, Turn, rollout};

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
    let mut policy = policy;
    let mut decisions = 0;
    // Turns of others that have passed, and whether others have chosen last.
    let (mut passed, mut others) = (0, false);
    loop {
        let acting = match game.turn(state) {
            Turn::Over => return game.returns(state),
            Turn::Chance => {
                let id = game.draw(state, rng);
                game.fall(state, id, &mut Silence);
                continue;
            }
            Turn::Act(acting) => acting,
        };
        let own = acting.contains(frame.seat);
        passed += u32::from(own && others);
        others = !own || acting.len() > 1;
        let judge = match stop {
            Stop::After { decisions: most, judge } if decisions >= *most => Some(judge),
            Stop::AtPlanning { judge } if decisions > 0 && acting.len() > 1 => Some(judge),
            Stop::AfterTurns { turns, judge } if own && passed >= *turns => Some(judge),
            _ => None,
        };
        if let Some(judge) = judge {
            return frame.by_team([None; MAX_SEATS], acting, |seat| {
                judge.value(&Perspective::new(game, state, seat))
            });
        }
        let mut joint = Joint::NONE;
        for seat in acting.iter() {
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
            decisions += 1;
        }
        game.apply(state, &joint, &mut Silence);
    }
}
