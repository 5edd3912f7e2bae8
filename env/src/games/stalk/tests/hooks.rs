//! Hooks, escapes, rescues (S7).

use super::*;

#[test]
fn s7_1_s7_2_a_hooked_survivor_stays_and_is_left_alone() {
    let mut scene = Scene::new().put(SU1, "e5").chased(SU1).killer_turn();
    scene.roll(1).act(&[Act::Stop]);
    assert_eq!(scene.public(), [Event::Check(Cell(40)), Event::Hooked(SU1, Cell(40))]);
    assert_eq!((scene.at(SU1), scene.chased_now()), ("e5".into(), 0));
    assert_eq!(scene.node(), Node::Escape(SU1));
}

#[test]
fn s7_3_s7_10_the_second_hook_eliminates_for_good() {
    let mut scene = Scene::new().put(SU1, "e5").with(|s| s.public.hooks[0] = 1).killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    let expected = [Event::Call(Cell(40)), Event::Found(SU1, Cell(40)), Event::Eliminated(SU1, Cell(40))];
    assert_eq!(scene.public(), expected);
    assert_eq!((scene.state.public.status[0], scene.state.public.hooks[0]), (Status::Out, 2));
    assert!(scene.state.public.known.survivors[0].possible().is_empty());
    assert_eq!(scene.node(), Node::Roll(SU2));
}

#[test]
fn s7_4_s7_5_double_six_frees_and_all_else_is_silent() {
    let scene = || Scene::new().put(SU1, "d2").hooked(SU1, 1).turn_of(SU1);
    let mut free = scene();
    assert_eq!(free.fall(0).public(), [Event::Unhooked(SU1, Cell(12))]);
    assert_eq!((free.state.public.status[0], free.node()), (Status::Free, Node::Roll(SU2)));
    let mut fails = scene();
    assert_eq!(fails.fall(1).public(), []);
    assert_eq!(fails.state.public.status[0], Status::Hooked);
}

#[test]
fn s7_6_s7_8_s7_9_a_friend_who_ends_a_turn_there_rescues() {
    let mut scene = Scene::new().put(SU1, "e2").put(SU2, "d2").hooked(SU2, 1).turn_of(SU1);
    scene.roll(1).act(&[W]);
    assert_eq!(scene.public(), [Event::Rescued(SU2, Cell(12))]);
    assert_eq!(scene.node(), Node::Roll(SU2), "the victim has not acted and has its turn");
    assert_eq!(scene.state.public.hooks[1], 1, "S7.10: hook counts stay");
}

#[test]
fn s7_7_passing_through_or_losing_a_turn_rescues_nobody() {
    let mut scene = Scene::new().put(SU1, "e2").put(SU2, "d2").hooked(SU2, 1).turn_of(SU1);
    scene.roll(2).act(&[W, E]);
    assert_eq!(scene.public(), []);
    let scene = Scene::new().put(SU1, "d2").put(SU2, "d2").hooked(SU2, 1);
    let mut scene = scene.with(|s| s.public.lost = SU1.bit()).killer_turn();
    scene.idle();
    assert_eq!((scene.public(), scene.node()), (vec![], Node::Escape(SU2)));
}

#[test]
fn s7_8_a_victim_that_has_acted_waits_for_the_next_round() {
    let mut scene = Scene::new().put(SU2, "e2").put(SU1, "d2").hooked(SU1, 1).turn_of(SU2);
    scene.roll(1).act(&[W]);
    assert_eq!(scene.public(), [Event::Rescued(SU1, Cell(12))]);
    assert_eq!(scene.node(), Node::Roll(SU3));
}

#[test]
fn s7_11_several_are_hooked_before_the_end_is_tested() {
    let scene = Scene::new().out(SU3).out(SU4).put(SU1, "e5").put(SU2, "e5");
    let mut scene = scene.killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    let last: Vec<_> = scene.public().into_iter().skip(3).collect();
    assert_eq!(last, [Event::Hooked(SU1, Cell(40)), Event::Hooked(SU2, Cell(40)), Event::End(Ending::Hooks)]);
}
