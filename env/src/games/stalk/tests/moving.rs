//! Turns of both sides (S3, S4), generators (S8), vaults (S9), palettes (S10), walls (S11).

use super::*;

fn outcomes(scene: &Scene) -> Vec<(u16, u32)> {
    let mut list = Vec::new();
    scene.game.outcomes(&scene.state, &mut |outcome| list.push((outcome.id, outcome.weight)));
    list
}

#[test]
fn s3_1_ge01_half_the_die_rounded_up_is_the_allowance() {
    let scene = Scene::new();
    // Six faces make three allowances, two faces each.
    assert_eq!(outcomes(&scene), [(0, 1), (1, 1), (2, 1)]);
    for (allowance, draws) in [(1, false), (2, false), (3, true)] {
        let mut scene = Scene::new();
        scene.roll(allowance).act(&[Act::Stop]);
        assert_eq!(matches!(scene.node(), Node::Draw(_)), draws);
    }
}

#[test]
fn s3_2_s3_3_s3_4_fewer_steps_or_none_and_never_diagonal() {
    let mut scene = Scene::new();
    scene.roll(2);
    assert_eq!(scene.legal(), [1, 2, 9]);
    scene.act(&[E, W]);
    // The way back is a way, too: the second step ended the movement.
    assert_eq!((scene.at(SU1), scene.node()), ("a1".into(), Node::Roll(SU2)));
}

#[test]
fn s3_5_s3_6_after_the_roll_a_survivor_may_repair_instead() {
    let mut scene = Scene::new().put(SU1, "d2").turn_of(SU1);
    scene.roll(3);
    assert!(scene.legal().contains(&8));
}

#[test]
fn s3_7_s10_2_palettes_are_pushed_over_in_ones_own_turn() {
    let mut scene = Scene::new().put(SU1, "c3").turn_of(SU1);
    scene.roll(1).act(&[Act::Palette(3)]);
    assert_eq!(scene.public(), [Event::PaletteDown(Cell(19))]);
    assert!(scene.state.public.down.has(Cell(19)));
}

#[test]
fn s3_8_s3_9_s3_12_a_roll_of_three_draws_where_the_survivor_rests() {
    let mut scene = Scene::new();
    scene.roll(3).act(&[E, Act::Stop]);
    assert_eq!(scene.node(), Node::Draw(SU1));
    scene.draw(Tile::Tree);
    assert!(scene.state.survivors.covered.has(Cell(1)));
    assert_eq!(scene.node(), Node::Roll(SU2));
}

#[test]
fn s3_10_s3_11_no_tile_on_map_elements_covered_cells_or_from_an_empty_deck() {
    let mut scene = Scene::new().put(SU1, "e2").turn_of(SU1);
    scene.roll(3).act(&[W, Act::Stop]);
    assert_eq!(scene.node(), Node::Roll(SU2));
    let mut scene = Scene::new().covered("a1");
    scene.roll(3).act(&[Act::Stop]);
    assert_eq!(scene.node(), Node::Roll(SU2));
    let mut scene = Scene::new().with(|s| s.survivors.deck = [0; 7]);
    scene.roll(3).act(&[Act::Stop]);
    assert_eq!((scene.node(), scene.state.survivors.covered), (Node::Roll(SU2), Cells::NONE));
}

#[test]
fn s3_12_a_stop_that_is_the_only_choice_is_not_asked() {
    let mut scene = Scene::new();
    scene.roll(1).act(&[E]);
    assert_eq!(scene.node(), Node::Roll(SU2));
}

#[test]
fn s3_13_a_repair_on_a_high_roll_draws_nothing() {
    let mut scene = Scene::new().put(SU1, "d2").turn_of(SU1);
    scene.roll(3).act(&[Act::Repair]).fall(1);
    assert_eq!(scene.node(), Node::Roll(SU2));
    assert_eq!(scene.state.survivors.deck, scene.game.decks[0]);
}

#[test]
fn s4_1_s4_2_s4_3_the_killer_walks_up_to_four_orthogonal_steps() {
    let mut scene = Scene::new().killer_turn();
    assert_eq!(outcomes(&scene), [(0, 1), (1, 1), (2, 1), (3, 1)]);
    scene.roll(4);
    assert_eq!(scene.legal(), [0, 1, 2, 3, 9]);
    scene.act(&[N, N, S, Act::Stop]);
    assert_eq!(scene.game.board.name(scene.state.killer.at), "e4");
}

#[test]
fn s4_4_s4_5_a_four_brings_a_tile_where_the_killer_rests() {
    let mut scene = Scene::new().killer_turn();
    scene.roll(4).act(&[N, Act::Stop]);
    assert_eq!(scene.node(), Node::Draw(Slot(0)));
    scene.draw(Tile::Tree);
    assert!(scene.state.killer.covered.has(scene.cell("e4")));
    // e3 is a palette: no tile there.
    let mut scene = Scene::new().killer_turn();
    scene.roll(4).act(&[N, N, Act::Stop]);
    assert_eq!(scene.node(), Node::Call);
}

#[test]
fn s4_6_s4_7_s10_8_s10_9_a_palette_is_destroyed_in_place_of_movement() {
    let mut scene = Scene::new().palette_down("b3").killer("a3").killer_turn();
    scene.roll(4);
    assert_eq!(scene.legal(), [0, 5, 9]);
    scene.act(&[Act::Palette(1)]);
    assert_eq!((scene.public(), scene.node()), (vec![Event::PaletteBroken(Cell(19))], Node::Call));
    assert!(scene.state.public.broken.has(Cell(19)) && !scene.state.public.down.has(Cell(19)));
    // Not after a step.
    let mut scene = Scene::new().palette_down("b3").killer("a2").killer_turn();
    scene.roll(4).act(&[S]);
    assert!(!scene.legal().contains(&5));
}

#[test]
fn s4_8_a_turn_ends_with_the_question_of_a_chase() {
    let mut scene = Scene::new().killer_turn();
    scene.roll(1).act(&[N]);
    assert_eq!((scene.node(), scene.legal()), (Node::Call, vec![9, 10]));
}

#[test]
fn s4_9_e13_a_lost_killer_turn_leaves_a_chase_as_it_is() {
    let mut scene = Scene::new().chased(SU1).with(|s| s.public.killer_lost = 1);
    scene.idle();
    assert_eq!((scene.state.public.round, scene.chased_now()), (2, SU1.bit()));
    assert_eq!(scene.public(), [Event::KillerTurnLost]);
}

#[test]
fn s8_1_s8_2_s8_3_s8_4_a_repair_is_one_die() {
    let scene = || {
        let mut scene = Scene::new().put(SU1, "d2").turn_of(SU1);
        scene.roll(1).act(&[Act::Repair]);
        scene
    };
    assert_eq!(outcomes(&scene()), [(0, 1), (1, 4), (2, 1)]);
    let (mut alert, mut quiet, mut fixed) = (scene(), scene(), scene());
    assert_eq!(alert.fall(0).public(), [Event::GeneratorAlert(Cell(12))]);
    assert_eq!(quiet.fall(1).public(), []);
    assert_eq!(fixed.fall(2).public(), [Event::GeneratorFixed(Cell(12))]);
    assert!(fixed.state.public.repaired.has(Cell(12)) && alert.state.public.repaired.is_empty());
}

#[test]
fn s8_5_repairs_come_before_steps_and_after_palettes() {
    let mut scene = Scene::new().put(SU1, "d2").turn_of(SU1);
    scene.roll(3).act(&[E, W]);
    assert!(!scene.legal().contains(&8), "a step was made");
    // No generator of the boards lies beside a palette; what comes after a palette is still a movement without steps.
    let walk = Walk { slot: SU1, allowance: 3, steps: 0 };
    let scene = Scene::new().put(SU1, "d2").turn_of(SU1);
    assert_ne!(scene.game.survivor_options(&scene.state, walk) >> 8 & 1, 0);
}

#[test]
fn s8_6_s8_7_s8_8_each_attempt_stands_alone_and_names_nobody() {
    let mut scene = Scene::new().put(SU1, "d2").put(SU2, "d2").chased(SU1).turn_of(SU1);
    scene.roll(1).act(&[Act::Repair]).fall(1).roll(1).act(&[Act::Repair]).fall(2);
    assert_eq!(scene.public(), [Event::GeneratorFixed(Cell(12))]);
    let scene = Scene::new().put(SU1, "d2").with(|s| s.public.repaired = Cells::one(Cell(12)));
    let mut scene = scene.turn_of(SU1);
    scene.roll(2);
    assert!(!scene.legal().contains(&8), "a repaired generator cannot be repaired");
}

#[test]
fn s9_1_s9_2_s9_3_s9_4_survivors_vault_loudly_and_go_on() {
    let mut scene = Scene::new().put(SU1, "c1").turn_of(SU1);
    scene.roll(3).act(&[E]);
    assert_eq!(scene.public(), [Event::Vault(Who::Survivor(SU1), Cell(3))]);
    scene.act(&[W]);
    assert_eq!(scene.public(), [], "leaving is silent");
    scene.act(&[E]);
    assert_eq!(scene.public(), [Event::Vault(Who::Survivor(SU1), Cell(3))], "each entry is a noise");
}

#[test]
fn s9_5_a_vault_ends_the_killers_movement() {
    let mut scene = Scene::new().killer("d5").killer_turn();
    scene.roll(4).act(&[W]);
    assert_eq!(scene.public(), [Event::Vault(Who::Killer, Cell(38))]);
    assert_eq!(scene.node(), Node::Call);
}

#[test]
fn s10_1_s10_5_s10_6_s0_9_a_palette_that_is_down_is_a_vault_for_some_and_closed_to_others() {
    let mut scene = Scene::new().palette_down("b3").put(SU1, "c3").turn_of(SU1);
    scene.roll(2).act(&[W]);
    assert_eq!(scene.public(), [Event::Vault(Who::Survivor(SU1), Cell(19))]);
    let mut scene = Scene::new().palette_down("b3").killer("c3").killer_turn();
    scene.roll(2);
    assert_eq!(scene.legal(), [0, 1, 2, 7, 9], "no step west, but the palette can be destroyed");
    // Upright or broken it is an ordinary cell.
    let mut scene = Scene::new().put(SU1, "c3").turn_of(SU1);
    scene.roll(1).act(&[W]);
    assert_eq!(scene.public(), []);
}

#[test]
fn s10_3_s10_4_activation_is_free_at_any_time_and_names_nobody() {
    let mut scene = Scene::new().put(SU1, "e4").turn_of(SU1);
    scene.roll(2).act(&[N, N]);
    assert_eq!(scene.legal(), [6, 9], "after the last step");
    scene.act(&[Act::Palette(2)]);
    assert_eq!(scene.public(), [Event::PaletteDown(Cell(22))]);
}

#[test]
fn s10_7_palettes_fall_whoever_stands_there() {
    let mut scene = Scene::new().put(SU1, "e2").put(SU2, "e3").killer("e3").turn_of(SU1);
    scene.roll(1).act(&[Act::Palette(2), Act::Stop]);
    assert_eq!(scene.public(), [Event::PaletteDown(Cell(22))]);
    assert_eq!((scene.at(SU2), scene.state.killer.at), ("e3".into(), Cell(22)));
}

#[test]
fn s10_9_s11_3_walls_part_palettes_from_both_sides() {
    let scene = Scene::new().palette_down("e3");
    let mut killer = scene.killer("d3").killer_turn();
    killer.roll(1);
    assert!(killer.legal().iter().all(|action| !(4..8).contains(action)));
    let mut survivor = Scene::new().put(SU1, "d3").turn_of(SU1);
    survivor.roll(1);
    assert!(survivor.legal().iter().all(|action| !(4..8).contains(action)));
}

#[test]
fn s11_1_walls_stop_movement() {
    let mut scene = Scene::new().put(SU1, "c2").turn_of(SU1);
    scene.roll(1);
    assert_eq!(scene.legal(), [2, 9]);
}

#[test]
fn s11_2_s6_3_walls_hide_from_a_call() {
    let mut scene = Scene::new().put(SU1, "d2").killer("c2").killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert_eq!(scene.public(), [Event::Call(Cell(11))]);
}
