//! The scripted players of `trial`.
//!
//! | file | what it holds |
//! |---|---|
//! | `chart` | the boards: where colours lead, distances |
//! | `scene` | the table, read once from a view |
//! | `taste` | the numbers that both sides play by |
//! | `worth` | what rooms offer survivors |
//! | `forecast` | where survivors will be |
//! | `hunt` | what rooms are worth to the killer, and where he may come |
//! | `perks` | tables: which perks and items are used and wanted |
//! | `thoughts`, `survivor` | what survivors think of the rooms, and their choices |
//! | `killer`, `carry` | the killer's choices |
//! | `estimate` | how a game will end |
//! | `insight` | what the script looks at, for networks that correct it |
//!
//! Both sides score their choices in steps of the sacrifice track and mix those that are nearly best.

mod carry;
mod chart;
mod estimate;
mod forecast;
mod hunt;
mod insight;
mod killer;
mod perks;
mod scene;
mod survivor;
mod taste;
mod thoughts;
mod worth;

use fogbound_env::games::trial::{Act, BoardName, Card, Node, Question, Slot, Trial, TrialView, Who};
use fogbound_env::{ActionSet, Perspective};

use self::chart::Chart;
pub use self::estimate::TrialEstimate;
use self::killer::Hunter;
use self::scene::Scene;
use self::survivor::Fugitive;
use self::taste::Tastes;
use self::thoughts::Thoughts;
use super::mixing::mix;
use crate::policy::Policy;

/// How much worse choices are still made where nobody watches for habits.
const SURE: f32 = 0.06;

/// Plays all seats of `trial`.
#[derive(Clone, Debug)]
pub struct TrialScript {
    charts: [Chart; 4],
    tastes: Tastes,
}

impl TrialScript {
    /// The script, with its boards drawn up.
    pub fn new() -> TrialScript {
        let charts = BoardName::ALL.map(Chart::new);
        TrialScript { charts, tastes: taste::TASTES }
    }

    /// The table as survivors look at it; the killer tries to look at it with their eyes.
    fn scene<'a>(&'a self, trial: &'a Trial, view: &'a TrialView) -> Scene<'a> {
        Scene::new(&self.charts[view.board() as usize], trial, view, &self.tastes.feared)
    }

    fn fugitive<'a>(&'a self, trial: &'a Trial, view: &'a TrialView, slot: Slot) -> Fugitive<'a> {
        Fugitive::new(trial, Thoughts::new(self.scene(trial, view), &self.tastes.survivors), slot)
    }

    fn hunter<'a>(&'a self, trial: &'a Trial, view: &'a TrialView) -> Hunter<'a> {
        Hunter::new(trial, self.scene(trial, view), &self.tastes)
    }

    fn survivor(&self, seen: &Perspective<'_, Trial>, node: Node, slot: Slot, weights: &mut Vec<f32>) {
        let (trial, view, legal) = (seen.game(), seen.view(), seen.legal());
        if weigh_plainly(legal, weights, |act| {
            survivor::plain_score(seen, &self.tastes.survivors, node, slot, act)
        }) {
            return;
        }
        let mind = self.fugitive(trial, view, slot);
        weights.extend(legal.iter().map(|action| mind.score(node, Act::of(action))));
        mix(weights, if node == Node::Exchange { self.tastes.survivors.spread } else { SURE });
    }

    fn killer(&self, seen: &Perspective<'_, Trial>, node: Node, weights: &mut Vec<f32>) {
        let (view, legal) = (seen.view(), seen.legal());
        if weigh_plainly(legal, weights, |act| killer::plain_score(view, &self.tastes.killer, node, act)) {
            return;
        }
        let mind = self.hunter(seen.game(), view);
        weights.extend(legal.iter().map(|action| mind.score(node, Act::of(action))));
        mix(weights, if node == Node::Exchange { self.tastes.killer.spread } else { SURE });
    }
}

impl Default for TrialScript {
    fn default() -> TrialScript {
        TrialScript::new()
    }
}

/// Weighs the choices where none needs a look at the rooms; otherwise leaves the weights empty and says no.
fn weigh_plainly(legal: ActionSet, weights: &mut Vec<f32>, score: impl Fn(Act) -> Option<f32>) -> bool {
    for action in legal.iter() {
        let Some(score) = score(Act::of(action)) else {
            weights.clear();
            return false;
        };
        weights.push(score);
    }
    mix(weights, SURE);
    true
}

/// The cards of a legal set.
fn cards(legal: ActionSet) -> impl Iterator<Item = Card> {
    legal.iter().filter_map(|action| match Act::of(action) {
        Act::Card(card) => Some(card),
        _ => None,
    })
}

impl Policy<Trial> for TrialScript {
    fn weigh(&mut self, seen: &Perspective<'_, Trial>, weights: &mut Vec<f32>) {
        let (trial, view, legal) = (seen.game(), seen.view(), seen.legal());
        match trial.question(view) {
            Question::Plan(Who::Killer) => self.hunter(trial, view).plan(weights, cards(legal)),
            Question::Plan(Who::Survivor(slot)) => {
                let mind = self.fugitive(trial, view, slot);
                weights.extend(cards(legal).map(|card| mind.card(card)));
                mix(weights, self.tastes.survivors.spread);
            }
            Question::PerkPick(who, k) => {
                let kept = view.perks(who)[k].number();
                weights.extend(legal.iter().map(|action| match Act::of(action) {
                    Act::Pick(perk) => perks::wanted(who, usize::from(perk)),
                    _ => perks::wanted(who, kept),
                }));
                mix(weights, SURE);
            }
            Question::Choice(node, Who::Survivor(slot)) => self.survivor(seen, node, slot, weights),
            Question::Choice(node, Who::Killer) => self.killer(seen, node, weights),
            Question::Nothing => {}
        }
    }

    fn insights(&self) -> usize {
        insight::INSIGHTS
    }

    fn insight(&mut self, seen: &Perspective<'_, Trial>, out: &mut [f32]) {
        self.write_insight(seen.game(), seen.view(), out);
    }

    fn renamed_insight(&self, place: usize, actions: &[u16]) -> usize {
        insight::renamed(place, actions)
    }
}
