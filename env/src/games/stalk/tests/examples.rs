//! The golden examples (`ge01` and so on).

use super::*;

#[test]
fn ge02_ge04_draws_have_the_decks_chances() {
    let mut scene = Scene::new();
    scene.roll(3);
    assert_eq!(scene.legal(), [1, 2, 9]);
    scene.act(&[E, E, Act::Stop]);
    let mut weights = Vec::new();
    scene.game.outcomes(&scene.state, &mut |outcome| weights.push((outcome.id, outcome.weight)));
    assert_eq!(weights, [(0, 3), (1, 2), (2, 3), (3, 3), (4, 3), (6, 2)]);
    assert_eq!(scene.game.chance_total(&scene.state), 16);
    scene.draw(Tile::Crow);
    assert_eq!(
        (scene.public(), scene.node()),
        (vec![Event::Crow(Who::Survivor(SU1), Cell(2))], Node::Roll(SU2))
    );
    let mut scene = Scene::new();
    scene.roll(3).act(&[Act::Stop]);
    assert_eq!(scene.node(), Node::Draw(SU1));
}

#[test]
fn ge03_ge05_no_draw_on_cover_or_a_generator() {
    let mut scene = Scene::new().covered("c1");
    scene.roll(3).act(&[E, E, Act::Stop]);
    assert_eq!((scene.node(), scene.public()), (Node::Roll(SU2), vec![]));
    let mut scene = Scene::new().put(SU1, "e2").turn_of(SU1);
    scene.roll(3).act(&[W]);
    assert!(!scene.legal().contains(&8));
    scene.act(&[Act::Stop]);
    assert_eq!((scene.at(SU1), scene.node()), ("d2".into(), Node::Roll(SU2)));
}

#[test]
fn ge06_ge07_repairs() {
    let mut scene = Scene::new().put(SU1, "d2").turn_of(SU1);
    scene.roll(2);
    assert_eq!(scene.legal(), [1, 8, 9]);
    for result in 0..3 {
        let mut scene = Scene::new().put(SU1, "d2").turn_of(SU1);
        scene.roll(2).act(&[Act::Repair]).fall(result);
        assert_eq!(scene.node(), Node::Roll(SU2));
    }
    let mut scene =
        Scene::new().put(SU1, "d2").turn_of(SU1).with(|s| s.public.repaired = Cells::one(Cell(34)));
    scene.roll(1).act(&[Act::Repair]).fall(2);
    assert_eq!(scene.game.returns(&scene.state)[..2], [-1.0, 1.0]);
}

#[test]
fn ge08_ge09_vaults() {
    let mut scene = Scene::new().put(SU1, "c1").turn_of(SU1);
    scene.roll(3).act(&[E, E, S]);
    assert_eq!(scene.public(), [Event::Vault(Who::Survivor(SU1), Cell(3))]);
    assert_eq!((scene.at(SU1), scene.legal()), ("e2".into(), vec![6, 9]));
    let mut scene = Scene::new().killer("d5").killer_turn();
    scene.roll(4).act(&[W]);
    assert_eq!((scene.public(), scene.node()), (vec![Event::Vault(Who::Killer, Cell(38))], Node::Call));
}

#[test]
fn ge10_ge11_ge12_ge13_palettes() {
    let mut scene = Scene::new().put(SU1, "c3").turn_of(SU1);
    scene.roll(1);
    assert_eq!(scene.legal(), [0, 1, 2, 3, 7, 9]);
    scene.act(&[Act::Palette(3), E]);
    assert_eq!((scene.public(), scene.at(SU1)), (vec![Event::PaletteDown(Cell(19))], "d3".into()));
    assert_eq!(scene.node(), Node::Roll(SU2));
    let mut scene = Scene::new().palette_down("b3").killer("a3").killer_turn();
    scene.roll(4);
    assert_eq!(scene.legal(), [0, 5, 9]);
    scene.act(&[Act::Palette(1)]);
    assert_eq!((scene.public(), scene.node()), (vec![Event::PaletteBroken(Cell(19))], Node::Call));
    assert_eq!(scene.state.killer.at, scene.cell("a3"));
    let mut scene = Scene::new().palette_down("b3").put(SU1, "c3").turn_of(SU1);
    scene.roll(2).act(&[W]);
    assert_eq!(scene.node(), Node::Walk(Walk { slot: SU1, allowance: 2, steps: 1 }));
    let mut scene = Scene::new().put(SU1, "e4").turn_of(SU1);
    scene.roll(2).act(&[N, N, Act::Palette(2)]);
    assert_eq!((scene.public(), scene.node()), (vec![Event::PaletteDown(Cell(22))], Node::Roll(SU2)));
}

#[test]
fn ge14_ge15_calls() {
    let mut scene = Scene::new().put(SU1, "d2").put(SU2, "c3").killer("c2").killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert_eq!(scene.public(), [Event::Call(Cell(11)), Event::Found(SU2, Cell(20))]);
    assert_eq!(scene.chased_now(), SU2.bit());
    let mut scene = Scene::new().put(SU1, "d2").put(SU2, "e2").killer("d2").killer_turn();
    scene.roll(2).act(&[Act::Stop, Act::Call]);
    assert_eq!(scene.chased_now(), SU2.bit());
}

#[test]
fn ge16_ge17_ge18_ge29_checks() {
    let scene = Scene::new().put(SU1, "e2").put(SU2, "f2").put(SU3, "c4").put(SU4, "b6").chased(SU3);
    let mut scene = scene.killer("e4").killer_turn();
    scene.roll(2).act(&[N, N]);
    let (e2, f2) = (Cell(13), Cell(14));
    let expected = [Event::Check(e2), Event::Hooked(SU1, e2), Event::Revealed(SU2, f2), Event::Escaped(SU3)];
    assert_eq!((scene.public(), scene.chased_now()), (expected.to_vec(), SU2.bit()));
    let mut scene =
        Scene::new().put(SU1, "b5").put(SU2, "a4").chased(SU1).chased(SU2).killer("d5").killer_turn();
    scene.roll(1).act(&[Act::Stop]);
    assert_eq!(scene.public(), [Event::Check(Cell(39)), Event::Revealed(SU1, Cell(37)), Event::Escaped(SU2)]);
    let mut scene = Scene::new().put(SU1, "c4").chased(SU1).killer_turn();
    scene.roll(2).act(&[Act::Stop]);
    assert_eq!(scene.public(), [Event::Check(Cell(40)), Event::Revealed(SU1, Cell(29))]);
    let mut scene = Scene::new().put(SU1, "e2").put(SU3, "c3").chased(SU1).killer("e4").killer_turn();
    scene.roll(1).act(&[Act::Stop]);
    assert_eq!(scene.chased_now(), SU1.bit() | SU3.bit());
}

#[test]
fn ge19_ge20_bushes() {
    let scene = || Scene::new().put(SU1, "d4").bush("d4").put(SU2, "c4").killer("e4");
    let mut call = scene().killer_turn();
    call.roll(1).act(&[Act::Stop, Act::Call]);
    assert_eq!((call.public(), call.chased_now()), (vec![Event::Call(Cell(31))], 0));
    assert_eq!(call.state.survivors.deck[Tile::Bush as usize], 3);
    let mut check = scene().chased(SU2).killer_turn();
    check.roll(1).act(&[Act::Stop]);
    assert_eq!(check.chased_now(), SU1.bit() | SU2.bit());
}

#[test]
fn ge21_ge22_ge23_tiles() {
    let mut scene = Scene::new();
    scene.roll(3).act(&[S, Act::Stop]).draw(Tile::Trap);
    assert_eq!(scene.public(), [Event::Trap(SU1, Cell(9))]);
    let mut scene = Scene::new();
    scene.roll(3).act(&[S, Act::Stop]).draw(Tile::Run).roll(2).act(&[S, Act::Stop]);
    assert_eq!((scene.public(), scene.at(SU1)), (vec![], "a3".into()));
    assert_eq!(scene.node(), Node::Roll(SU2));
    let mut scene = Scene::new().put(SU2, "e3").killer_turn();
    scene.roll(4).act(&[N, Act::Stop]).draw(Tile::Flashlight).act(&[Act::Call]);
    assert_eq!(
        scene.public(),
        [Event::Flashlight(Cell(31)), Event::Call(Cell(31)), Event::Found(SU2, Cell(22))]
    );
    scene.idle();
    assert_eq!((scene.public(), scene.chased_now()), (vec![Event::KillerTurnLost], SU2.bit()));
}

#[test]
fn ge24_ge25_off_the_hook() {
    let mut scene = Scene::new().put(SU1, "d2").hooked(SU1, 1).turn_of(SU1);
    scene.fall(0).idle().idle();
    assert_eq!(scene.node(), Node::Roll(SU1), "it moves from its next turn on");
    let mut scene = Scene::new().put(SU1, "e2").put(SU2, "d2").hooked(SU2, 1).turn_of(SU1);
    scene.roll(1).act(&[W]);
    assert_eq!((scene.public(), scene.node()), (vec![Event::Rescued(SU2, Cell(12))], Node::Roll(SU2)));
}

#[test]
fn ge26_ge27_second_hooks() {
    let scene = || Scene::new().put(SU1, "d2").put(SU2, "e2").killer("e2").with(|s| s.public.hooks[0] = 1);
    let mut one = scene().killer_turn();
    one.roll(1).act(&[W, Act::Call]);
    let (d2, e2) = (Cell(12), Cell(13));
    let expected =
        [Event::Call(d2), Event::Found(SU1, d2), Event::Found(SU2, e2), Event::Eliminated(SU1, d2)];
    assert_eq!((one.public(), one.chased_now()), (expected.to_vec(), SU2.bit()));
    let mut last = scene().out(SU2).hooked(SU3, 1).hooked(SU4, 1).killer_turn();
    last.roll(1).act(&[W, Act::Call]);
    assert!(last.public().ends_with(&[Event::Eliminated(SU1, d2), Event::End(Ending::Hooks)]));
}

#[test]
fn ge28_a_vault_in_a_chase() {
    let mut scene = Scene::new().put(SU1, "b5").chased(SU1).killer_turn();
    scene.roll(4).act(&[W, W]);
    let expected =
        [Event::Vault(Who::Killer, Cell(38)), Event::Check(Cell(38)), Event::Revealed(SU1, Cell(37))];
    assert_eq!(scene.public(), expected);
}

#[test]
fn ge30_a_palette_over_the_killer() {
    let mut scene = Scene::new().killer("e3").put(SU1, "e2").turn_of(SU1);
    scene.roll(1).act(&[Act::Palette(2), Act::Stop]).idle().roll(3);
    assert_eq!(scene.legal(), [0, 2, 9]);
    scene.act(&[S]);
    assert!(!scene.legal().contains(&0), "he cannot come back in");
}

#[test]
fn ge31_ge32_the_paired_board_is_plain_where_tokens_are_missing() {
    let setup = Setup { order: Order::Clockwise, ..Setup::default() };
    let mut scene = Scene::of(setup.clone()).put(SU1, "e4").turn_of(SU1);
    scene.roll(3).act(&[N]);
    assert_eq!(scene.legal(), [0, 2, 9]);
    scene.act(&[Act::Stop]);
    assert_eq!(scene.node(), Node::Draw(SU1));
    let mut scene = Scene::of(setup.clone()).put(SU1, "e2").turn_of(SU1);
    scene.roll(3);
    assert_eq!(scene.legal(), [0, 1, 2, 3, 9]);
    scene.act(&[E]);
    assert_eq!(scene.legal(), [3, 9]);
    scene.act(&[Act::Stop]);
    assert_eq!(scene.node(), Node::Draw(SU1));
    let mut scene = Scene::of(setup).put(SU1, "f2").turn_of(SU1);
    scene.roll(1);
    assert!(!scene.legal().contains(&8));
}
