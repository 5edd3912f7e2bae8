//! The order of commits makes no difference, and nobody sees them.

use std::sync::Arc;

use fogbound_env::{Action, Game, Illegal, Joint, Rng, Seat, SeatSet, Table};

use crate::walk::seats;

pub(crate) fn check<G: Game>(game: &Arc<G>, games: u64) {
    for i in 0..games {
        let mut rng = Rng::stream(16, i);
        let mut table = Table::new(Arc::clone(game), i);
        while !table.waiting().is_empty() {
            let acting = table.waiting();
            let mut joint = Joint::NONE;
            for seat in acting.iter() {
                joint.set(seat, fogbound_env::rollout::random_action(&table.legal(seat), &mut rng));
            }
            let mut order: Vec<Seat> = acting.iter().collect();
            // A copy of a long game is dear; where one seat acts alone, there is little to compare.
            if order.len() == 1 && table.record().moves.len() > 50 {
                table.commit(order[0], joint.of(order[0])).expect("a legal choice is taken");
                continue;
            }
            let mut other = table.clone();
            commit_all(&mut table, &joint, &order);
            rng.shuffle(&mut order);
            commit_all(&mut other, &joint, &order);
            assert_eq!(table.record(), other.record(), "the order of commits changed the game");
            assert_eq!(table.announced(), other.announced());
            for seat in seats(&**game) {
                assert_eq!(shown(&table, seat), shown(&other, seat));
            }
        }
        let over = table.commit(Seat(0), Action(0));
        assert_eq!(over, Err(Illegal::Over));
        assert!(table.is_over() && table.returns().is_some());
    }
}

/// What a seat is shown, apart from whether it has committed itself.
fn shown<G: Game>(table: &Table<G>, seat: Seat) -> (G::View, usize) {
    (table.perspective(seat).view().clone(), table.heard(seat).count())
}

fn commit_all<G: Game>(table: &mut Table<G>, joint: &Joint, order: &[Seat]) {
    let everybody: Vec<Seat> = seats(&**table.game()).collect();
    let before: Vec<_> = everybody.iter().map(|&seat| shown(table, seat)).collect();
    let moves = table.record().moves.len();
    for (n, &seat) in order.iter().enumerate() {
        refuse_strays(table, order);
        table.commit(seat, joint.of(seat)).expect("a legal choice is taken");
        if n + 1 < order.len() {
            let now: Vec<_> = everybody.iter().map(|&seat| shown(table, seat)).collect();
            assert_eq!(now, before, "somebody was shown something after a commit of {seat}");
            assert_eq!(table.record().moves.len(), moves, "half a choice was played");
            assert!(table.legal(seat).is_empty());
            assert_eq!(table.commit(seat, joint.of(seat)), Err(Illegal::Committed { seat }));
        }
    }
}

/// Seats that are not asked, and choices that are not legal, are refused and change nothing.
fn refuse_strays<G: Game>(table: &mut Table<G>, acting: &[Seat]) {
    let (waiting, record) = (table.waiting(), table.record().clone());
    let stray = SeatSet::first(fogbound_env::MAX_SEATS).iter().find(|seat| !acting.contains(seat));
    for seat in stray.into_iter().chain([Seat(u8::MAX)]) {
        assert_eq!(table.commit(seat, Action(0)), Err(Illegal::NotAsked { seat }));
    }
    let seat = waiting.lowest().expect("somebody is waited for");
    for action in [Action::NONE, Action(G::ACTIONS as u16)] {
        assert!(matches!(table.commit(seat, action), Err(Illegal::Action { .. })));
    }
    assert_eq!((table.waiting(), table.record()), (waiting, &record));
}
