//! Hand-written players: the first opponents, the yardstick, and what search rolls games out with.
//!
//! [`policy_for`] and [`heuristic_for`] find the script of a game by its type, [`Scripted`] plays by it. Scripts see
//! a [`Perspective`] and nothing else.
//!
//! ```
//! use std::sync::Arc;
//! use fogbound_agents::{Random, arena, scripted::Scripted};
//! use fogbound_env::{Game, games::kuhn::Kuhn};
//!
//! let game = Arc::new(Kuhn::new(Default::default()).unwrap());
//! let mut script = Scripted::<Kuhn>::new().expect("kuhn has a script");
//! let scores = arena::play(&game, &mut [&mut script, &mut Random], 1, 2_000).unwrap();
//! assert!(scores[0].mean > 0.0);
//! ```

mod goofspiel;
mod kuhn;
mod leduc;
mod mixing;
mod stalk;
mod trial;

use std::any::Any;
use std::fmt;

use fogbound_env::games::{goofspiel::Goofspiel, kuhn::Kuhn, leduc::Leduc, stalk::Stalk, trial::Trial};
use fogbound_env::{Action, Game, Perspective, Rng};

pub use self::goofspiel::GoofspielScript;
pub use self::kuhn::KuhnScript;
pub use self::leduc::LeducScript;
pub use self::stalk::{StalkEstimate, StalkScript};
pub use self::trial::{TrialEstimate, TrialScript};
use crate::policy::{Drawn, Heuristic, Policy};
use crate::{Agent, Thoughts};

/// One line for each game: its strategy and its estimate, with their types forgotten.
const SCRIPTS: &[fn() -> Script] = &[
    || Script::of::<Kuhn>(KuhnScript, KuhnScript),
    || Script::of::<Leduc>(LeducScript, LeducScript),
    || Script::of::<Goofspiel>(GoofspielScript, GoofspielScript),
    || Script::of::<Trial>(TrialScript::new(), TrialEstimate),
    || Script::of::<Stalk>(StalkScript::new(), StalkEstimate),
];

/// A `Box<dyn Policy<G>>` and a `Box<dyn Heuristic<G>>` of one game.
struct Script {
    policy: Box<dyn Any>,
    heuristic: Box<dyn Any>,
}

impl Script {
    fn of<G: Game>(policy: impl Policy<G> + 'static, heuristic: impl Heuristic<G> + 'static) -> Script {
        let policy: Box<dyn Policy<G>> = Box::new(policy);
        let heuristic: Box<dyn Heuristic<G>> = Box::new(heuristic);
        Script { policy: Box::new(policy), heuristic: Box::new(heuristic) }
    }
}

/// The scripted strategy of a game, for all its seats.
pub fn policy_for<G: Game>() -> Option<Box<dyn Policy<G>>> {
    SCRIPTS.iter().find_map(|script| script().policy.downcast().ok()).map(|policy| *policy)
}

/// The scripted estimate of a game.
pub fn heuristic_for<G: Game>() -> Option<Box<dyn Heuristic<G>>> {
    SCRIPTS.iter().find_map(|script| script().heuristic.downcast().ok()).map(|heuristic| *heuristic)
}

/// Length of what a script tells a network that corrects it; 0 if the game has none. See [`advise`].
pub fn advice<G: Game>() -> usize {
    policy_for::<G>().map_or(0, |script| G::ACTIONS + script.insights())
}

/// Writes what a script tells a network that corrects it: how often it would choose each action, 0 for those that are not
/// legal, and its insights. `weights` is room to work in.
pub fn advise<G: Game>(
    script: &mut dyn Policy<G>,
    seen: &Perspective<'_, G>,
    weights: &mut Vec<f32>,
    out: &mut [f32],
) {
    out.fill(0.0);
    let (policy, insights) = out.split_at_mut(G::ACTIONS);
    weights.clear();
    script.weigh(seen, weights);
    let total: f32 = weights.iter().sum();
    for (action, weight) in seen.legal().iter().zip(&*weights) {
        policy[action.index()] = weight / total;
    }
    script.insight(seen, insights);
}

/// The agent that plays by the script of its game.
pub struct Scripted<G: Game>(Drawn<Box<dyn Policy<G>>>);

impl<G: Game> Scripted<G> {
    /// The scripted player, if the game has one.
    pub fn new() -> Option<Scripted<G>> {
        policy_for().map(|policy| Scripted(Drawn::new(policy)))
    }
}

impl<G: Game> fmt::Debug for Scripted<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scripted({})", G::NAME)
    }
}

impl<G: Game> Agent<G> for Scripted<G> {
    fn act(&mut self, seen: &Perspective<'_, G>, rng: &mut Rng) -> Action {
        self.0.act(seen, rng)
    }

    fn thoughts(&self) -> Option<&Thoughts> {
        Agent::<G>::thoughts(&self.0)
    }
}
