//! The edge cases (`e01` and so on) that no clause's test shows already.

use super::*;

#[test]
fn s0_6_s0_7_e01_sharing_a_cell_means_nothing_by_itself() {
    let mut scene = Scene::new().put(SU1, "e5").put(SU2, "e5").killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Stop]);
    assert_eq!((scene.public(), scene.state.public.status[0]), (vec![], Status::Free));
}

#[test]
fn e02_e03_hooked_and_diagonal_survivors_are_not_found() {
    let mut scene = Scene::new().put(SU1, "e4").hooked(SU1, 1).put(SU2, "d4").killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert_eq!(scene.public(), [Event::Call(Cell(40))]);
}

#[test]
fn e04_e05_bushes_are_used_once_and_only_in_range() {
    let mut scene = Scene::new().put(SU1, "b5").bush("b5").killer("b4").killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert!(scene.state.survivors.bushes.is_empty(), "b4 and b5 are joined");
    let mut scene = Scene::new().put(SU1, "b8").bush("b8").killer("c8").killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert!(scene.state.survivors.bushes.has(Cell(64)), "a wall stands between");
    let mut scene = Scene::new().put(SU1, "e5").put(SU2, "e5").bush("e5").killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert_eq!(scene.state.survivors.deck[Tile::Bush as usize], 3);
    assert_eq!(scene.state.public.status[..2], [Status::Free; 2]);
}

#[test]
fn e07_one_found_one_hidden_then_both_revealed() {
    let mut scene = Scene::new().put(SU1, "e4").bush("e4").put(SU2, "e6").killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert_eq!(scene.chased_now(), SU2.bit());
    scene.idle().roll(1).act(&[Act::Stop]);
    assert_eq!(scene.chased_now(), SU1.bit() | SU2.bit());
}

#[test]
fn e10_e11_e12_checks_catch_strangers_and_end_by_themselves() {
    let mut scene = Scene::new().put(SU1, "e5").put(SU2, "e3").put(SU3, "a1").chased(SU3).killer_turn();
    scene.roll(1).act(&[Act::Stop]);
    assert_eq!(scene.state.public.status[0], Status::Hooked);
    assert_eq!(scene.chased_now(), SU2.bit());
    // The only chased one is hooked, and the chase goes on with another.
    let mut scene = Scene::new().put(SU1, "e5").chased(SU1).put(SU2, "e3").killer_turn();
    scene.roll(1).act(&[Act::Stop]);
    assert_eq!((scene.state.public.status[0], scene.chased_now()), (Status::Hooked, SU2.bit()));
    // All get away: it is over, and there is no call in this turn.
    let mut scene = Scene::new().put(SU1, "a1").chased(SU1).killer_turn();
    scene.roll(1).act(&[Act::Stop]);
    assert_eq!(scene.public(), [Event::Check(Cell(40)), Event::Escaped(SU1)]);
    assert_eq!((scene.chased_now(), scene.state.public.phase), (0, Phase::Survivors));
}

#[test]
fn e14_a_flashlight_in_a_chase_does_not_stop_the_check() {
    let mut scene = Scene::new().put(SU1, "e4").chased(SU1).killer_turn();
    scene.roll(4).act(&[Act::Stop]).draw(Tile::Flashlight);
    assert_eq!(
        scene.public(),
        [Event::Flashlight(Cell(40)), Event::Check(Cell(40)), Event::Revealed(SU1, Cell(31))]
    );
}

#[test]
fn e16_e17_e18_traps_and_runs_on_a_friends_cell() {
    let scene = || Scene::new().put(SU1, "a2").put(SU2, "a1").hooked(SU2, 1).turn_of(SU1);
    let mut trap = scene();
    trap.roll(3).act(&[N, Act::Stop]).draw(Tile::Trap);
    assert_eq!(trap.public(), [Event::Trap(SU1, Cell(0)), Event::Rescued(SU2, Cell(0))]);
    // Whoever is caught in a Trap and hooked then loses the turn, and does not roll for its freedom.
    let mut hooked = Scene::new().put(SU1, "a2").killer("a1").turn_of(SU1);
    hooked.roll(3).act(&[N, Act::Stop]).draw(Tile::Trap).idle().roll(1).act(&[Act::Stop, Act::Call]);
    assert_eq!((hooked.state.public.status[0], hooked.node()), (Status::Hooked, Node::Roll(SU2)));
    let mut run = scene();
    run.roll(3).act(&[N, Act::Stop]).draw(Tile::Run).roll(1).act(&[S]);
    assert_eq!(run.public(), []);
}

#[test]
fn e25_no_tile_is_drawn_on_a_map_element() {
    for (from, way) in [("c1", E), ("a3", E), ("e2", W)] {
        let mut scene = Scene::new().put(SU1, from).turn_of(SU1);
        let deck = scene.state.survivors.deck;
        scene.roll(3).act(&[way, Act::Stop]);
        let to = scene.state.survivors.at[0];
        let board = &scene.game.board;
        assert!((board.vaults | board.palettes | board.generators).has(to), "{from}");
        assert_eq!((scene.node(), scene.state.survivors.deck), (Node::Roll(SU2), deck), "{from}");
    }
}

#[test]
fn e27_a_tile_that_was_drawn_does_nothing_more() {
    for (tile, event) in
        [(Tile::Trap, Event::Trap(SU1, Cell(0))), (Tile::Crow, Event::Crow(Who::Survivor(SU1), Cell(0)))]
    {
        let mut scene = Scene::new().put(SU1, "b1").put(SU2, "a2").turn_of(SU1);
        scene.roll(3).act(&[W, Act::Stop]).draw(tile);
        assert_eq!(scene.public(), [event]);
        let deck = scene.state.survivors.deck;
        scene.roll(3).act(&[N, Act::Stop]);
        assert_eq!(
            (scene.public(), scene.node(), scene.state.survivors.deck),
            (vec![], Node::Roll(SU3), deck)
        );
        assert_eq!(scene.state.public.lost & SU2.bit(), 0);
    }
}

#[test]
fn e38_each_run_needs_a_high_roll_and_a_free_cell_and_never_comes_back() {
    let decks = Decks::Custom { survivors: [0, 0, 0, 3, 0, 0, 0], killer: [0; 7] };
    let setup = Setup { board: BoardName::Standard, decks, order: Order::Clockwise, ..Setup::default() };
    let mut scene = Scene::of(setup.clone()).turn_of(SU1);
    // a1 to b1, c1, over the vault to e1, and on to e2, where there is no tile left.
    for steps in [&[E, Act::Stop][..], &[E, Act::Stop], &[E, E, Act::Stop]] {
        assert_eq!(scene.node(), Node::Roll(SU1));
        scene.roll(3).act(steps);
    }
    assert_eq!((scene.node(), scene.state.survivors.deck), (Node::Roll(SU1), [0; 7]));
    scene.roll(3).act(&[S, Act::Stop]);
    assert_eq!((scene.node(), scene.at(SU1)), (Node::Roll(SU2), "e2".into()));
    // A lower roll draws nothing.
    let mut scene = Scene::of(setup).turn_of(SU1);
    scene.roll(2).act(&[E, Act::Stop]);
    assert_eq!((scene.node(), scene.state.survivors.deck[Tile::Run as usize]), (Node::Roll(SU2), 3));
}

#[test]
fn e19_double_six_rescues_the_neighbour() {
    let mut scene = Scene::new().put(SU1, "d2").put(SU2, "d2").hooked(SU1, 1).hooked(SU2, 1).turn_of(SU1);
    scene.fall(0);
    assert_eq!(scene.public(), [Event::Unhooked(SU1, Cell(12)), Event::Rescued(SU2, Cell(12))]);
}

#[test]
fn e20_e48_a_rescue_in_a_chase_protects_nobody() {
    let mut scene = Scene::new().put(SU1, "e4").put(SU2, "e5").hooked(SU2, 1).chased(SU1).turn_of(SU1);
    scene.roll(1).act(&[S]).idle();
    scene.public();
    scene.roll(1).act(&[Act::Stop]);
    let expected = [Event::Check(Cell(40)), Event::Hooked(SU1, Cell(40)), Event::Eliminated(SU2, Cell(40))];
    assert_eq!(scene.public(), expected);
}

#[test]
fn e28_the_last_bush_is_drawn_for_sure() {
    let mut scene = Scene::new().put(SU1, "e4").bush("e4").killer_turn();
    scene.state.survivors.deck = [0; 7];
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    scene.roll(3).act(&[Act::Stop]);
    assert!(scene.state.survivors.bushes.has(Cell(31)));
    assert_eq!(scene.node(), Node::Roll(SU2));
}

#[test]
fn e29_e37_destroying_on_a_four_and_after_a_run() {
    let mut scene = Scene::new().palette_down("b3").killer("c3").killer_turn();
    scene.roll(4).act(&[Act::Palette(3)]);
    assert_eq!(scene.node(), Node::Call);
    let mut scene = Scene::new().palette_down("b3").killer("d3").killer_turn();
    scene.roll(4).act(&[W, Act::Stop]).draw(Tile::Run).roll(1);
    assert!(scene.legal().contains(&7));
}

#[test]
fn e30_leaving_a_vault_is_an_ordinary_step() {
    let mut scene = Scene::new().killer("c5").killer_turn();
    scene.roll(2).act(&[E]);
    assert_eq!((scene.public(), scene.legal()), (vec![], vec![1, 3, 9]));
}

#[test]
fn e33_e34_on_the_palette_itself() {
    let mut scene = Scene::new().put(SU1, "e3").turn_of(SU1);
    scene.roll(1);
    assert_eq!(scene.legal(), [0, 2, 9], "one's own cell is not adjacent");
    let mut scene = Scene::new().palette_down("e3").put(SU1, "e3").chased(SU1).killer("e4").killer_turn();
    scene.roll(1);
    assert!(!scene.legal().contains(&0));
    scene.act(&[Act::Palette(0)]);
    assert!(scene.public().contains(&Event::Revealed(SU1, Cell(22))));
}

#[test]
fn e36_a_broken_palette_is_an_ordinary_cell_without_tiles() {
    let mut scene = Scene::new().put(SU1, "a3").with(|s| s.public.broken = Cells::one(Cell(19))).turn_of(SU1);
    scene.roll(3).act(&[E, Act::Stop]);
    assert_eq!((scene.public(), scene.node()), (vec![], Node::Roll(SU2)));
}

#[test]
fn e42_a_repair_on_a_friends_cell_rescues() {
    let mut scene = Scene::new().put(SU1, "d2").put(SU2, "d2").hooked(SU2, 1).turn_of(SU1);
    scene.roll(1).act(&[Act::Repair]).fall(1);
    assert_eq!(scene.public(), [Event::Rescued(SU2, Cell(12))]);
}

#[test]
fn e43_a_phase_of_lost_turns_is_empty() {
    let mut scene = Scene::new().with(|s| s.public.lost = 0xF).killer_turn();
    scene.idle();
    assert_eq!((scene.state.public.phase, scene.state.public.round), (Phase::Killer, 2));
}

#[test]
fn e44_a_hooked_spokesperson_still_speaks() {
    let scene = Scene::of(Setup::default()).hooked(SU1, 1);
    assert_eq!(scene.game.turn(&scene.state), Turn::Act(SeatSet::one(Seat(1))));
}

#[test]
fn e46_the_lights_win_though_three_hang() {
    let scene = Scene::new().put(SU1, "d2").hooked(SU2, 1).hooked(SU3, 1).hooked(SU4, 1);
    let mut scene = scene.with(|s| s.public.repaired = Cells::one(Cell(34))).turn_of(SU1);
    scene.roll(1).act(&[Act::Repair]).fall(2);
    assert_eq!(scene.state.public.phase, Phase::Over(Ending::Generators));
}

#[test]
fn e47_a_call_that_only_hooks_starts_no_chase() {
    let mut scene = Scene::new().put(SU1, "e5").killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert_eq!(scene.chased_now(), 0);
}
