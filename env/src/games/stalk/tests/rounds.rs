//! Rounds and the order of turns (S2), announcements (S12), endings (S13).

use super::*;
use crate::View as _;

fn order(scene: &Scene) -> Vec<u16> {
    assert_eq!(scene.node(), Node::Order);
    scene.legal()
}

#[test]
fn s2_1_s2_2_survivors_open_and_the_killer_follows() {
    let mut scene = Scene::new();
    assert_eq!(scene.node(), Node::Roll(SU1));
    scene.idle();
    assert_eq!((scene.state.public.phase, scene.state.public.round), (Phase::Killer, 1));
    scene.idle();
    assert_eq!((scene.state.public.phase, scene.state.public.round), (Phase::Survivors, 2));
}

#[test]
fn s2_3_s2_4_the_spokesperson_picks_the_order_until_one_is_left() {
    let mut scene = Scene::of(Setup::default());
    assert_eq!(order(&scene), [11, 12, 13, 14]);
    assert_eq!(scene.game.turn(&scene.state), Turn::Act(SeatSet::one(Seat(1))));
    scene.act(&[Act::Next(SU3)]).roll(1).act(&[Act::Stop]);
    assert_eq!(order(&scene), [11, 12, 14]);
    scene.act(&[Act::Next(SU1)]).roll(1).act(&[Act::Stop, Act::Next(SU4)]).roll(1).act(&[Act::Stop]);
    assert_eq!(scene.node(), Node::Roll(SU2));
    assert!(scene.public().is_empty(), "the order is not announced");
}

#[test]
fn s2_4_with_the_first_out_the_second_speaks() {
    let mut scene = Scene::of(Setup::default()).out(SU1);
    scene.idle().idle();
    assert_eq!(scene.game.turn(&scene.state), Turn::Act(SeatSet::one(Seat(2))));
}

#[test]
fn s2_5_the_fixed_order_skips_who_is_out() {
    let mut scene = Scene::new().out(SU2);
    scene.roll(1).act(&[Act::Stop]);
    assert_eq!(scene.node(), Node::Roll(SU3));
}

#[test]
fn s2_6_a_lost_turn_is_used_up_first_whatever_the_status() {
    let mut scene = Scene::new().with(|s| s.public.lost = SU1.bit()).hooked(SU1, 1).killer_turn();
    scene.idle();
    // The lost turn is gone, and with it the escape roll.
    assert_eq!((scene.node(), scene.state.public.lost), (Node::Roll(SU2), 0));
    assert!(scene.heard.iter().any(|(_, event)| *event == Event::LostTurn(SU1)));
}

#[test]
fn s2_7_a_hooked_survivor_only_rolls_for_escape() {
    let scene = Scene::new().hooked(SU1, 1).turn_of(SU1);
    assert_eq!(scene.node(), Node::Escape(SU1));
    assert_eq!(scene.game.chance_total(&scene.state), 36);
}

#[test]
fn s2_8_who_is_out_takes_no_turns_but_knows_and_wins_with_the_team() {
    let scene = Scene::new().out(SU1).put(SU2, "d2").with(|s| s.public.repaired = Cells::one(Cell(34)));
    let mut scene = scene.turn_of(SU2);
    scene.roll(1).act(&[Act::Repair]).fall(2);
    assert_eq!(scene.game.returns(&scene.state)[..5], [-1.0, 1.0, 1.0, 1.0, 1.0]);
}

#[test]
fn s12_1_s12_2_announcements_reach_everybody_and_name_what_they_may() {
    let mut scene = Scene::new().put(SU1, "d2").turn_of(SU1);
    scene.roll(1).act(&[Act::Repair]).fall(0);
    // A generator's noise names the cell and nobody.
    assert_eq!(scene.public(), [Event::GeneratorAlert(Cell(12))]);
}

#[test]
fn s12_3_finds_come_in_seat_order_before_hooks() {
    let mut scene = Scene::new().put(SU1, "d2").put(SU2, "e2").put(SU3, "d2").killer("d2").killer_turn();
    scene.roll(2).act(&[Act::Stop, Act::Call]);
    let (d2, e2) = (scene.cell("d2"), scene.cell("e2"));
    let expected = [
        Event::Call(d2),
        Event::Found(SU1, d2),
        Event::Found(SU2, e2),
        Event::Found(SU3, d2),
        Event::Hooked(SU1, d2),
        Event::Hooked(SU3, d2),
    ];
    assert_eq!(scene.public(), expected);
}

#[test]
fn s12_5_e45_the_other_side_cannot_count_hidden_moves() {
    let mut scene = Scene::new();
    let before = scene.game.view(&scene.state, Seat(0));
    scene.roll(3).act(&[S, N, Act::Stop]).draw(Tile::Tree).roll(1);
    let view = scene.game.view(&scene.state, Seat(0));
    assert_eq!((&view, view.key()), (&before, before.key()));
    let mut scene = Scene::new().killer_turn();
    let before = scene.game.view(&scene.state, Seat(2));
    scene.roll(4).act(&[N, S]);
    assert_eq!(scene.game.view(&scene.state, Seat(2)), before);
}

#[test]
fn s12_5_a_used_bush_is_told_to_survivors_only() {
    let mut scene = Scene::new().put(SU1, "d4").bush("d4").killer("e4").killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    let told = scene.heard.iter().find(|(_, event)| *event == Event::BushReturned(Cell(30)));
    assert_eq!(told.map(|(to, _)| *to), Some(SeatSet::first(5).without(Seat(0))));
}

#[test]
fn s12_6_phases_and_lost_killer_turns_are_public() {
    let mut scene = Scene::new().with(|s| s.public.killer_lost = 1);
    scene.idle();
    let everybody = SeatSet::first(5);
    let told = |event: Event| scene.heard.contains(&(everybody, event));
    assert!(told(Event::KillerTurnLost) && told(Event::Round(2)) && !told(Event::KillerTurn));
}

#[test]
fn s13_1_s13_3_the_second_repair_wins_at_once() {
    let mut scene =
        Scene::new().put(SU1, "d2").turn_of(SU1).with(|s| s.public.repaired = Cells::one(Cell(34)));
    scene.roll(1).act(&[Act::Repair]).fall(2);
    assert_eq!(scene.game.turn(&scene.state), Turn::Over);
    assert_eq!(scene.public(), [Event::GeneratorFixed(Cell(12)), Event::End(Ending::Generators)]);
}

#[test]
fn s13_2_all_hooked_or_out_at_one_moment_is_the_killers_win() {
    let scene = Scene::new().out(SU2).hooked(SU3, 1).hooked(SU4, 1).put(SU1, "e5").killer_turn();
    let mut scene = scene;
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert_eq!(scene.state.public.phase, Phase::Over(Ending::Hooks));
    assert_eq!(scene.game.returns(&scene.state)[..5], [1.0, -1.0, -1.0, -1.0, -1.0]);
}

#[test]
fn s13_4_the_last_round_is_the_killers() {
    let mut scene = Scene::of(Setup { round_limit: 1, ..Setup::default() });
    scene.idle().idle();
    assert_eq!(scene.state.public.phase, Phase::Over(Ending::Limit));
    assert_eq!(scene.game.returns(&scene.state)[0], 1.0);
}
