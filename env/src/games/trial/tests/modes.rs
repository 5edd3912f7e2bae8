//! Game modes (T19).

use super::*;

fn draws(s: &Scene) -> Vec<u16> {
    let mut ids = Vec::new();
    s.game.outcomes(&s.state, &mut |outcome| ids.push(outcome.id));
    ids
}

fn offered(s: &Scene, seat: u8) -> Vec<Act> {
    s.game.legal(&s.state, Seat(seat)).iter().map(Act::of).collect()
}

/// One sub-round of picks, by seat.
fn pick(s: &mut Scene, acts: &[(u8, Act)]) {
    let mut joint = Joint::NONE;
    for seat in s.game.turn(&s.state).acting().iter() {
        let act = acts.iter().find(|(who, _)| *who == seat.0).map_or(Act::Pass, |(_, act)| *act);
        joint.set(seat, act.action());
    }
    s.game.try_apply(&mut s.state, &joint, &mut s.heard).expect("the picks are legal");
}

/// All have drawn the lowest perks that they could.
fn bloodweb() -> Scene {
    let mut s = Scene::start(Setup { mode: Mode::Bloodweb, ..Setup::default() });
    while let Pending::Chance(Luck::Draw(_)) = s.state.public.pending {
        let id = draws(&s)[0];
        s.fall(id);
    }
    s
}

#[test]
fn t19_1_adept_has_the_printed_perks_only() {
    let s = Scene::start(Setup::default());
    assert!(s.is_asked(Node::RevealRoom, DWIGHT), "nothing to draw or to pick");
    assert_eq!(s.public().perks[1], Survivor::Meg.printed_perks());
}

#[test]
fn t19_2_e78_an_own_printed_perk_is_drawn_again() {
    let mut s = Scene::start(Setup { mode: Mode::Bloodweb, ..Setup::default() });
    assert_eq!(s.public().pending, Pending::Chance(Luck::Draw(Who::Survivor(DWIGHT))));
    assert_eq!(draws(&s).len(), 28);
    s.fall(0);
    assert_eq!(s.state.secret.perks.drawn[0], 0);
    assert!(!draws(&s).contains(&0), "discarded");
    for perk in [3, 4, 5, 6] {
        s.fall(perk);
        assert_eq!(s.public().pending, Pending::Chance(Luck::Draw(Who::Survivor(DWIGHT))));
    }
    s.fall(7);
    assert_eq!(s.public().pending, Pending::Chance(Luck::Draw(Who::Survivor(MEG))), "five, and the next");
    assert_eq!(s.state.secret.perks.drawn[0].count_ones(), 5);
}

#[test]
fn t19_2_everybody_ends_with_eight_different_perks() {
    let s = bloodweb();
    for who in Who::ALL {
        let drawn = s.state.secret.perks.drawn[who.index()];
        assert_eq!(drawn.count_ones(), 5);
        assert!(s.public().perks[who.index()].iter().all(|perk| drawn >> perk.0 & 1 == 0));
    }
}

#[test]
fn t19_3_t19_6_up_to_three_drawn_perks_cover_printed_ones() {
    let mut s = bloodweb();
    let drawn = s.state.secret.perks.drawn[0];
    let cards: Vec<Act> = (0..28).filter(|perk| drawn >> perk & 1 == 1).map(Act::Pick).collect();
    let mut all = vec![Act::Pass];
    all.extend(&cards);
    assert_eq!(offered(&s, 1), all);
    pick(&mut s, &[(1, cards[0])]);
    assert!(!offered(&s, 1).contains(&cards[0]), "used already");
    pick(&mut s, &[]);
    pick(&mut s, &[(1, cards[4])]);
    let (Act::Pick(first), Act::Pick(last)) = (cards[0], cards[4]) else { panic!("picks") };
    assert_eq!(s.public().perks[0], [Perk(first), Perk(1), Perk(last)]);
    assert_eq!(s.public().perks[1], Survivor::Meg.printed_perks());
}

#[test]
fn t19_4_slots_draw_in_order_from_one_deck_and_the_killer_from_his() {
    let mut s = Scene::start(Setup { mode: Mode::Bloodweb, players: 3, ..Setup::default() });
    let mut order = Vec::new();
    let mut seen = Vec::new();
    while let Pending::Chance(Luck::Draw(who)) = s.state.public.pending {
        let ids = draws(&s);
        if order.last() != Some(&who) {
            order.push(who);
        }
        if who != KILLER {
            assert!(ids.iter().all(|id| !seen.contains(id)), "what was drawn is out of the deck");
            seen.push(ids[0]);
        }
        s.fall(ids[0]);
    }
    assert_eq!(order, Who::ALL);
}

#[test]
fn t19_4_discards_form_a_new_deck_when_the_deck_is_empty() {
    let mut s = Scene::start(Setup { mode: Mode::Bloodweb, ..Setup::default() });
    s.fall(0);
    s.state.secret.perks_out[0] = (1 << 28) - 1 - (1 << 3);
    s.fall(3);
    assert_eq!(draws(&s).len(), 27, "all but the one in hand");
}

#[test]
fn t19_5_draws_are_told_to_the_drawer_only() {
    let s = bloodweb();
    for (to, event) in &s.heard {
        if let Event::Drew(who, _) = event {
            assert_eq!(*to, SeatSet::one(s.game.seat_of(*who)));
        }
    }
    let told = s.heard.iter().filter(|(_, event)| matches!(event, Event::Drew(..))).count();
    assert!(told >= 25);
}

#[test]
fn t19_5_t19_7_picks_are_revealed_together() {
    let mut s = Scene::start(Setup { mode: Mode::Devout, ..Setup::default() });
    pick(&mut s, &[(1, Act::Pick(25)), (0, Act::Pick(20))]);
    pick(&mut s, &[]);
    assert!(!s.heard.iter().any(|(_, event)| matches!(event, Event::Perks(..))));
    assert_eq!(s.public().perks[0], Survivor::Dwight.printed_perks());
    pick(&mut s, &[]);
    assert!(s.heard(Event::Perks(KILLER, [Perk(20), Perk(1), Perk(2)])));
    assert!(s.heard(Event::Perks(Who::Survivor(DWIGHT), [Perk(25), Perk(1), Perk(2)])));
}

#[test]
fn t19_7_t19_8_e77_devout_offers_the_whole_side_without_copies() {
    let mut s = Scene::start(Setup { mode: Mode::Devout, ..Setup::default() });
    assert_eq!((offered(&s, 1).len(), offered(&s, 0).len()), (26, 22));
    for printed in 0..3 {
        assert!(!offered(&s, 1).contains(&Act::Pick(printed)));
    }
    pick(&mut s, &[(1, Act::Pick(25)), (2, Act::Pick(25))]);
    assert!(!offered(&s, 1).contains(&Act::Pick(25)), "chosen already");
    assert!(offered(&s, 1).contains(&Act::Pick(0)), "covered, so it may be chosen again");
    pick(&mut s, &[]);
    pick(&mut s, &[]);
    assert_eq!((s.public().perks[0][0], s.public().perks[1][0]), (Perk(25), Perk(25)));
}

#[test]
fn t19_9_t19_10_a_cover_takes_the_place_of_what_it_covers() {
    let mut s = Scene::start(Setup { mode: Mode::Devout, ..Setup::default() });
    pick(&mut s, &[]);
    pick(&mut s, &[(3, Act::Pick(4))]);
    pick(&mut s, &[]);
    assert_eq!(s.public().perks[2], [Perk(6), Perk(4), Perk(8)], "Meg's own perk on Claudette's board");
    let watch = s.public().watch;
    assert_eq!(watch, Trial::watchers(s.public()));
    assert_eq!(watch[Window::SurvivorTurnEnd as usize].of(Who::Survivor(Slot(2))), 0b010);
}

#[test]
fn t19_11_seats_with_two_survivors_pick_for_the_lower_slot_first() {
    for (players, rounds) in [(5, 3), (4, 6), (3, 6)] {
        let s = Scene::start(Setup { mode: Mode::Devout, players, ..Setup::default() });
        assert!(!s.game.pickers(rounds - 1).is_empty() && s.game.pickers(rounds).is_empty());
    }
    let s = Scene::start(Setup { mode: Mode::Devout, players: 3, ..Setup::default() });
    assert_eq!(s.game.picks_for(Seat(1), 2), (Who::Survivor(DWIGHT), 2));
    assert_eq!(s.game.picks_for(Seat(1), 3), (Who::Survivor(MEG), 0));
    assert!(!s.game.pickers(3).contains(Seat(0)), "the killer is done after three");
}
