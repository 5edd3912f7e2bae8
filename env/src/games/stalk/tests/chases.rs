//! Chases (S6).

use super::*;

#[test]
fn s6_1_s6_2_s6_4_a_call_shows_the_killer_and_finds_who_is_next_to_him() {
    let mut scene = Scene::new().put(SU1, "e4").put(SU2, "d4").put(SU3, "f4").killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    // d4 and f4 are diagonal to e5.
    assert_eq!(scene.public(), [Event::Call(Cell(40)), Event::Found(SU1, Cell(31))]);
    assert_eq!(scene.chased_now(), SU1.bit());
}

#[test]
fn s6_4_hooked_survivors_are_not_found() {
    let mut scene = Scene::new().put(SU1, "e4").hooked(SU1, 1).killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert_eq!((scene.public(), scene.chased_now()), (vec![Event::Call(Cell(40))], 0));
}

#[test]
fn s6_5_who_is_found_on_the_killers_cell_is_hooked_or_chased_by_option() {
    let mut scene = Scene::new().put(SU1, "e5").killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert_eq!(scene.state.public.status[0], Status::Hooked);
    let setup = Setup { board: BoardName::Standard, hook_on_call: false, ..Setup::default() };
    let mut scene = Scene::of(setup).put(SU1, "e5").killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert_eq!((scene.state.public.status[0], scene.chased_now()), (Status::Free, SU1.bit()));
}

#[test]
fn s6_6_a_bush_hides_and_goes_back() {
    let mut scene = Scene::new().put(SU1, "e5").bush("e5").killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert_eq!((scene.public(), scene.state.public.status[0]), (vec![Event::Call(Cell(40))], Status::Free));
    assert_eq!(scene.state.survivors.deck[Tile::Bush as usize], 3);
    assert!(scene.state.survivors.covered.is_empty());
    // Out of range it stays.
    let mut scene = Scene::new().put(SU1, "e3").bush("e2").killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert!(scene.state.survivors.bushes.has(Cell(13)));
}

#[test]
fn s6_7_s6_8_bushes_are_no_cover_in_a_chase_for_anybody() {
    let mut scene =
        Scene::new().put(SU1, "d4").bush("d4").put(SU2, "c4").chased(SU2).killer("e4").killer_turn();
    scene.roll(1).act(&[Act::Stop]);
    let revealed = [Event::Check(Cell(31)), Event::Revealed(SU1, Cell(30)), Event::Revealed(SU2, Cell(29))];
    assert_eq!(scene.public(), revealed);
    assert!(scene.state.survivors.bushes.has(Cell(30)), "it is not used up");
}

#[test]
fn s6_9_a_call_that_finds_nobody_only_shows_the_killer() {
    let mut scene = Scene::new().killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert_eq!((scene.public(), scene.chased_now()), (vec![Event::Call(Cell(40))], 0));
    scene.idle().roll(1).act(&[Act::Stop]);
    assert_eq!(scene.node(), Node::Call, "he may try again every turn");
}

#[test]
fn s6_10_s6_11_s6_12_a_check_hooks_reveals_and_lets_go() {
    let scene = Scene::new().put(SU1, "e2").put(SU2, "f2").put(SU3, "c4").put(SU4, "b6");
    let mut scene = scene.chased(SU3).killer("e4").killer_turn();
    scene.roll(2).act(&[N, N]);
    let (e2, f2) = (scene.cell("e2"), scene.cell("f2"));
    let expected = [Event::Check(e2), Event::Hooked(SU1, e2), Event::Revealed(SU2, f2), Event::Escaped(SU3)];
    assert_eq!(scene.public(), expected);
    assert_eq!(scene.chased_now(), SU2.bit());
}

#[test]
fn s6_13_s6_14_no_question_of_a_chase_while_one_is_on() {
    let mut scene = Scene::new().put(SU1, "e4").chased(SU1).killer_turn();
    scene.roll(1).act(&[Act::Stop]);
    assert_eq!((scene.state.public.round, scene.chased_now()), (2, SU1.bit()), "the check came by itself");
    let mut scene = Scene::new().chased(SU1).killer_turn();
    scene.roll(1).act(&[Act::Stop]);
    assert_eq!(scene.public(), [Event::Check(Cell(40)), Event::Escaped(SU1)]);
    scene.idle().roll(1).act(&[Act::Stop]);
    assert_eq!(scene.node(), Node::Call, "the chase is over");
}

#[test]
fn s6_15_the_chased_act_as_always_and_unseen() {
    let mut scene = Scene::new().put(SU1, "d2").chased(SU1).turn_of(SU1);
    scene.roll(2);
    assert_eq!(scene.legal(), [1, 8, 9]);
    scene.act(&[E, Act::Stop]);
    assert_eq!(scene.public(), []);
}

#[test]
fn s6_16_the_larger_range_is_for_chases_only() {
    let mut scene = Scene::new().put(SU1, "e3").killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert_eq!(scene.public(), [Event::Call(Cell(40))]);
    let mut scene = Scene::new().put(SU1, "e3").chased(SU2).killer_turn();
    scene.roll(1).act(&[Act::Stop]);
    assert!(scene.public().contains(&Event::Revealed(SU1, Cell(22))));
}
