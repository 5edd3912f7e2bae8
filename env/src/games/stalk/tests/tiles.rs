//! Event tiles (S5).

use super::*;

#[test]
fn s5_1_s5_2_s5_3_tiles_lie_on_the_drawers_board_only() {
    let mut scene = Scene::new().covered("e5").killer_turn();
    scene.roll(4).act(&[Act::Stop]);
    // The survivors' tile on e5 does not keep the killer from drawing there.
    assert_eq!(scene.node(), Node::Draw(Slot(0)));
    scene.draw(Tile::Empty);
    assert!(scene.state.killer.covered.has(Cell(40)));
    assert_eq!(scene.public(), []);
}

#[test]
fn s5_4_s5_6_s5_7_a_tile_acts_once_and_stays_as_cover() {
    for tile in [Tile::Tree, Tile::Empty, Tile::Crow] {
        let mut scene = Scene::new();
        scene.roll(3).act(&[Act::Stop]).draw(tile);
        scene.public();
        scene.idle().idle().roll(3).act(&[E, W, Act::Stop]);
        assert_eq!((scene.node(), scene.public()), (Node::Roll(SU2), vec![]));
    }
}

#[test]
fn s5_5_a_deck_is_never_filled_up() {
    let mut scene = Scene::new().with(|s| s.survivors.deck = [1, 0, 0, 0, 0, 0, 0]);
    // One kind is left, so nothing is asked of chance.
    scene.roll(3).act(&[Act::Stop]);
    assert_eq!((scene.node(), scene.state.survivors.deck), (Node::Roll(SU2), [0; 7]));
}

#[test]
fn s5_8_s5_9_a_trap_tells_all_and_costs_the_next_turn() {
    let mut scene = Scene::new();
    scene.roll(3).act(&[Act::Stop]).draw(Tile::Trap);
    assert_eq!(scene.public(), [Event::Trap(SU1, Cell(0))]);
    assert_eq!(scene.state.public.lost, SU1.bit());
    scene.idle().idle();
    assert_eq!(scene.node(), Node::Roll(SU2));
    scene.idle().idle();
    assert_eq!(scene.node(), Node::Roll(SU1));
}

#[test]
fn s5_10_a_crow_gives_either_side_away() {
    let mut scene = Scene::new();
    scene.roll(3).act(&[Act::Stop]).draw(Tile::Crow);
    assert_eq!(scene.public(), [Event::Crow(Who::Survivor(SU1), Cell(0))]);
    let mut scene = Scene::new().killer_turn();
    scene.roll(4).act(&[Act::Stop]).draw(Tile::Crow);
    assert_eq!(scene.public(), [Event::Crow(Who::Killer, Cell(40))]);
}

#[test]
fn s5_11_a_bush_lies_unheard() {
    let mut scene = Scene::new();
    scene.roll(3).act(&[Act::Stop]).draw(Tile::Bush);
    assert_eq!((scene.public(), scene.state.survivors.bushes), (vec![], Cells::one(Cell(0))));
}

#[test]
fn s5_12_s5_13_a_flashlight_costs_the_killer_his_next_turn_and_no_more() {
    let mut scene = Scene::new().killer_turn();
    scene.roll(4).act(&[Act::Stop]).draw(Tile::Flashlight);
    assert_eq!((scene.public(), scene.node()), (vec![Event::Flashlight(Cell(40))], Node::Call));
    scene.act(&[Act::Stop]).idle();
    assert_eq!(scene.state.public.round, 3);
}

#[test]
fn s5_13_survivors_can_have_flashlights_and_they_add_up() {
    let decks = Decks::Custom { survivors: [0, 0, 0, 0, 0, 2, 0], killer: [0; 7] };
    let mut scene = Scene::of(Setup { decks, order: Order::Clockwise, ..Setup::default() });
    scene.roll(3).act(&[Act::Stop]).roll(3).act(&[Act::Stop]);
    assert_eq!(scene.public(), [Event::Flashlight(Cell(40)), Event::Flashlight(Cell(40))]);
    assert_eq!(scene.state.public.killer_lost, 2);
    scene.idle();
    assert_eq!((scene.state.public.round, scene.state.public.killer_lost), (2, 1));
}

#[test]
fn s5_14_s5_15_a_run_is_a_whole_new_movement_action() {
    let mut scene = Scene::new();
    scene.roll(3).act(&[S, Act::Stop]).draw(Tile::Run);
    assert_eq!(scene.node(), Node::Roll(SU1));
    scene.roll(3);
    assert!(scene.legal().contains(&0) && scene.legal().contains(&9));
    scene.act(&[S, Act::Stop]);
    assert_eq!(scene.node(), Node::Draw(SU1), "a further high roll draws again");
}

#[test]
fn s5_16_the_decks_hold_what_they_may() {
    for decks in [Decks::Full, Decks::Small, Decks::None] {
        let [survivors, killer] = decks.tiles();
        assert_eq!((killer[Tile::Trap as usize], killer[Tile::Bush as usize]), (0, 0));
        assert_eq!(survivors[Tile::Flashlight as usize], 0);
    }
}
