//! On the smallest board, deals are as likely as even choices of all make them.

use std::collections::BTreeMap;

use super::*;
use crate::{Fingerprint, Outcome, View};

/// For what a seat knows: the reach of every place where the hidden figure can be.
type Posterior = BTreeMap<u8, f64>;

struct Exact<'a> {
    game: &'a Stalk,
    by_key: BTreeMap<Fingerprint, (super::super::StalkView, Posterior)>,
}

impl Exact<'_> {
    fn walk(&mut self, state: &State, reach: f64) {
        match self.game.turn(state) {
            Turn::Over => {}
            Turn::Chance => {
                let total = f64::from(self.game.chance_total(state));
                let mut outcomes: Vec<Outcome> = Vec::new();
                self.game.outcomes(state, &mut |outcome| outcomes.push(outcome));
                for Outcome { id, weight } in outcomes {
                    let mut next = *state;
                    self.game.fall(&mut next, id, &mut Silence);
                    self.walk(&next, reach * f64::from(weight) / total);
                }
            }
            Turn::Act(acting) => {
                let seat = acting.lowest().unwrap();
                let view = self.game.view(state, seat);
                let hidden = if seat == Seat(0) { state.survivors.at[0] } else { state.killer.at };
                let (_, posterior) =
                    self.by_key.entry(view.key()).or_insert_with(|| (view, Posterior::new()));
                *posterior.entry(hidden.0).or_default() += reach;
                let legal = self.game.legal(state, seat);
                for action in legal.iter() {
                    let mut next = *state;
                    self.game.apply(&mut next, &Joint::one(seat, action), &mut Silence);
                    self.walk(&next, reach / f64::from(legal.len()));
                }
            }
        }
    }
}

#[test]
fn deals_on_the_smallest_board_have_the_exact_posterior() {
    let setup = Stalk::presets().into_iter().find(|(name, _)| *name == "tiny").unwrap().1;
    let game = Stalk::new(setup).unwrap();
    let mut exact = Exact { game: &game, by_key: BTreeMap::new() };
    exact.walk(&game.start(), 1.0);
    let mut rng = Rng::new(5);
    let mut likeliest: Vec<_> = exact.by_key.into_values().collect();
    likeliest.sort_by(|a, b| b.1.values().sum::<f64>().total_cmp(&a.1.values().sum::<f64>()));
    let hidden: Vec<_> = likeliest.into_iter().filter(|(_, posterior)| posterior.len() > 1).collect();
    let killers = hidden.iter().filter(|(view, _)| view.is_killer()).take(30);
    let survivors = hidden.iter().filter(|(view, _)| !view.is_killer()).take(30);
    let later = hidden.iter().filter(|(view, _)| view.is_killer() && view.round() == 2).take(30);
    let mut compared = 0;
    for (view, posterior) in killers.chain(survivors).chain(later) {
        const DEALS: u32 = 3_000;
        let total: f64 = posterior.values().sum();
        let mut dealt: BTreeMap<u8, f64> = BTreeMap::new();
        for _ in 0..DEALS {
            let state = game.deal(view, &mut rng);
            let hidden = if view.is_killer() { state.survivors.at[0] } else { state.killer.at };
            *dealt.entry(hidden.0).or_default() += 1.0 / f64::from(DEALS);
        }
        // Five deviations of a share p of n deals are 5 sqrt(p (1 - p) / n).
        for cell in posterior.keys().chain(dealt.keys()) {
            let p = posterior.get(cell).copied().unwrap_or(0.0) / total;
            let found = dealt.get(cell).copied().unwrap_or(0.0);
            let allowed = 5.0 * (p * (1.0 - p) / f64::from(DEALS)).sqrt();
            assert!(
                (found - p).abs() <= allowed + 1e-9,
                "{cell}: {found} for {p} in {posterior:?}, {view:?}"
            );
        }
        compared += 1;
    }
    assert!(compared > 60, "only {compared} views were compared");
}
