//! The scripted players of `trial`.
//!
//! | file | what it holds |
//! |---|---|
//! | `chart` | the boards: where colours lead, distances |
//! | `scene` | the table, read once from a view |
//! | `worth` | what things are worth, and what rooms offer survivors |
//! | `hunt` | where prey will be, what rooms are worth to the killer, where he may come |
//! | `perks` | tables: which perks and items are used and wanted |
//! | `survivor`, `killer` | the choices of each side |
//! | `estimate` | how a game will end |
//!
//! Both sides score their choices in steps of the sacrifice track and mix those that are nearly best.

mod chart;
mod estimate;
mod hunt;
mod killer;
mod perks;
mod scene;
mod survivor;
mod worth;

use fogbound_env::games::trial::{Act, BoardName, Node, Question, Slot, Trial, TrialView, Who, Window};
use fogbound_env::{ActionSet, Perspective};

use self::chart::Chart;
pub use self::estimate::TrialEstimate;
use self::killer::Hunter;
use self::survivor::Fugitive;
use super::mixing::mix;
use crate::policy::Policy;

/// How much worse choices are still made where nobody watches for habits.
const SURE: f32 = 0.06;
/// The same for a survivor's movement card, which the killer tries to foresee.
const PLAN_SPREAD: f32 = 0.25;

/// Plays all seats of `trial`.
#[derive(Clone, Debug)]
pub struct TrialScript {
    charts: [Chart; 3],
}

impl TrialScript {
    /// The script, with its boards drawn up.
    pub fn new() -> TrialScript {
        TrialScript { charts: charts() }
    }

    fn survivor(
        &self,
        trial: &Trial,
        view: &TrialView,
        node: Node,
        slot: Slot,
        legal: ActionSet,
        weights: &mut Vec<f32>,
    ) {
        let acts = legal.iter().map(Act::of);
        let first = legal.nth(0).map(Act::of).expect("a seat that is asked has a choice");
        if survivor::plain_score(view, trial, node, slot, first).is_some() {
            let score = |act| survivor::plain_score(view, trial, node, slot, act).unwrap_or(0.0);
            weights.extend(acts.map(score));
            return mix(weights, SURE);
        }
        // Dice that lie well are left alone.
        if node == Node::Window(Window::DiceRolled) && !survivor::is_poor(view) {
            weights.extend(acts.map(|act| f32::from(u8::from(act == Act::Pass))));
            return;
        }
        let mind = Fugitive::new(&self.charts[view.board() as usize], trial, view, slot);
        weights.extend(acts.map(|act| match (node, act) {
            (Node::WhichTile, Act::Index(position)) => mind.tile(position),
            _ => mind.score(node, act),
        }));
        let hidden = matches!(node, Node::Exchange);
        mix(weights, if hidden { PLAN_SPREAD } else { SURE });
    }

    fn killer(&self, trial: &Trial, view: &TrialView, node: Node, legal: ActionSet, weights: &mut Vec<f32>) {
        let acts = legal.iter().map(Act::of);
        let mind = Hunter::new(&self.charts[view.board() as usize], trial, view);
        weights.extend(acts.map(|act| match (node, act) {
            (Node::WhichTile, Act::Index(position)) => mind.tile(position),
            (Node::FlipCategory, Act::Category(category)) => killer::flip(category),
            (Node::WhichDie, act) => killer::die(view, act),
            _ => mind.score(node, act),
        }));
        mix(weights, SURE);
    }
}

impl Default for TrialScript {
    fn default() -> TrialScript {
        TrialScript::new()
    }
}

fn charts() -> [Chart; 3] {
    [BoardName::Macmillan, BoardName::Autohaven, BoardName::Clearing].map(Chart::new)
}

impl Policy<Trial> for TrialScript {
    fn weigh(&mut self, seen: &Perspective<'_, Trial>, weights: &mut Vec<f32>) {
        let (trial, view, legal) = (seen.game(), seen.view(), seen.legal());
        let cards = legal.iter().filter_map(|action| match Act::of(action) {
            Act::Card(card) => Some(card),
            _ => None,
        });
        match trial.question(view) {
            Question::Plan(Who::Killer) => {
                Hunter::new(&self.charts[view.board() as usize], trial, view).plan(weights, cards);
            }
            Question::Plan(Who::Survivor(slot)) => {
                let mind = Fugitive::new(&self.charts[view.board() as usize], trial, view, slot);
                weights.extend(cards.map(|card| mind.score(Node::Destination, Act::Card(card))));
                mix(weights, PLAN_SPREAD);
            }
            Question::PerkPick(who, k) => {
                let kept = view.perks(who)[k].number();
                let wanted = if who == Who::Killer { killer::wanted } else { survivor::wanted };
                weights.extend(legal.iter().map(|action| wanted(Act::of(action), kept)));
                mix(weights, SURE);
            }
            Question::Choice(node, Who::Survivor(slot)) => {
                self.survivor(trial, view, node, slot, legal, weights);
            }
            Question::Choice(node, Who::Killer) => self.killer(trial, view, node, legal, weights),
            Question::Nothing => {}
        }
    }
}
