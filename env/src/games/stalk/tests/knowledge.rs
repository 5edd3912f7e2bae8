//! What either side can tell of the other (part 4).

use super::super::known::Sighting;
use super::*;

fn survivor(scene: &Scene, slot: Slot) -> Trail {
    scene.game.trail_now(&scene.state.public, Who::Survivor(slot))
}

fn killer(scene: &Scene) -> Trail {
    scene.game.trail_now(&scene.state.public, Who::Killer)
}

#[test]
fn silence_leaves_what_can_be_reached_unheard() {
    let mut scene = Scene::new();
    scene.idle();
    let board = &scene.game.board;
    // Three quiet steps from a1; with a Run from a plain cell, three more.
    let three = board.spread(Cells::one(Cell(0)), 3, board.vaults);
    assert_eq!(survivor(&scene, SU1).likely(), three);
    assert!(!three.has(scene.cell("d1")), "the vault would have been heard");
    assert_eq!(survivor(&scene, SU1).0[2], board.spread(three & board.plain, 3, board.vaults));
    assert!(survivor(&scene, SU1).possible().len() > three.len());
}

#[test]
fn a_vault_tells_where_and_leaves_two_steps() {
    let mut scene = Scene::new().put(SU1, "c1").turn_of(SU1);
    scene.roll(3).act(&[E]);
    let (board, d1) = (&scene.game.board, Cells::one(Cell(3)));
    assert_eq!(survivor(&scene, SU1).likely(), board.spread(d1, 2, board.vaults));
}

/// S5.14: one who was heard at a vault may have drawn a Run where it came to rest, and have gone on in silence. All cells that
/// a Run explains are dealt, and no others but those that more luck does.
#[test]
fn who_was_heard_at_a_vault_may_have_run_on() {
    let mut scene = Scene::new().put(SU1, "c1").turn_of(SU1);
    scene.roll(3).act(&[E, E, Act::Stop]).draw(Tile::Tree).idle();
    let trail = survivor(&scene, SU1);
    let board = &scene.game.board;
    let near = board.spread(Cells::one(Cell(3)), 2, board.vaults);
    assert!(trail.likely() == near && trail.0[2].len() > near.len());
    let view = scene.game.view(&scene.state, Seat(0));
    let mut rng = Rng::new(1);
    let dealt: Cells = (0..50_000).map(|_| scene.game.deal(&view, &mut rng).survivors.at[0]).collect();
    assert!((trail.0[2] & !dealt).is_empty() && (dealt & !trail.possible()).is_empty());
}

/// Whoever crosses a palette and pushes it over behind itself, where a friend may have done it, can still be heard.
#[test]
fn a_palette_pushed_by_one_of_two_does_not_bar_the_way_that_was_taken() {
    let setup = Setup { survivors: 2, decks: Decks::None, order: Order::Clockwise, ..Setup::default() };
    let mut scene = Scene::of(setup);
    scene.game.board = Board::new(
        "\
+---+---+---+---+---+
| 1   P   .   V   2 |
+   +   +   +   +   +
| P   . | .   .   . |
+   +   +   +   +   +
| G   . | K   .   . |
+---+---+---+---+---+
",
    );
    let mut scene = scene.put(SU1, "a1").put(SU2, "e2").killer("c3").turn_of(SU1);
    // The first palette can only be its doing; at the second, Su2 may have been.
    scene.roll(3).act(&[Act::Palette(2), E, E, Act::Palette(3), E]);
    assert!(scene.public().ends_with(&[Event::Vault(Who::Survivor(SU1), Cell(3))]));
    assert!(survivor(&scene, SU1).possible().has(Cell(3)));
}

/// S3.8: a tile is drawn in a cell without one, so where a Trap was drawn no friend has drawn a Run in the same phase.
#[test]
fn nobody_ran_on_from_where_a_friend_drew_a_tile() {
    let decks = Decks::Custom { survivors: [1, 1, 0, 1, 0, 0, 1], killer: [0; 7] };
    let mut scene = Scene::of(Setup { survivors: 2, decks, ..Setup::default() });
    scene.game.board = Board::new(
        "\
+---+---+---+---+---+---+---+
| 1   .   .   .   .   .   . |
+---+---+---+   +---+---+---+
| G   P | V | 2 | G   K   . |
+---+---+---+---+---+---+---+
",
    );
    let mut scene = scene.put(SU1, "a1").put(SU2, "d2").killer("f2").turn_of(SU2);
    scene.roll(3).act(&[N, Act::Stop]).draw(Tile::Trap);
    let (f1, g1) = (scene.cell("f1"), scene.cell("g1"));
    let possible = survivor(&scene, SU1).possible();
    assert!(possible.has(f1), "after a Run in c1");
    assert!(!possible.has(g1), "that would take a Run in d1");
}

/// Two in a corridor with a vault behind the first, and the second next to where the first can just come to rest.
fn corridor(order: Order, runs: u8) -> Scene {
    let decks = Decks::Custom { survivors: [1, 0, 1, runs, 0, 0, 1], killer: [0; 7] };
    let mut scene = Scene::of(Setup { survivors: 2, decks, order, ..Setup::default() });
    scene.game.board = Board::new(
        "\
+---+---+---+---+---+---+---+
| V   1   .   .   .   .   . |
+---+---+---+---+   +---+---+
| G   P | K | V   2   G   . |
+---+---+---+---+---+---+---+
",
    );
    scene.put(SU1, "b1").put(SU2, "e2").killer("c2").turn_of(SU1)
}

/// S3.8: whoever rolls high draws a tile in a cell without one, so where a friend draws one afterwards, nobody has come to rest
/// before with the last of three steps.
#[test]
fn nobody_had_rolled_high_to_rest_where_a_friend_then_draws_a_tile() {
    let mut scene = corridor(Order::Clockwise, 0);
    scene.roll(1).act(&[Act::Stop]).roll(3).act(&[N, Act::Stop]).draw(Tile::Crow);
    let (d1, e1) = (scene.cell("d1"), scene.cell("e1"));
    let possible = survivor(&scene, SU1).possible();
    assert!(possible.has(d1) && !possible.has(e1), "{possible:?}");
    // With two steps it may have rolled lower.
    let mut scene = corridor(Order::Clockwise, 0).put(SU1, "c1").turn_of(SU1);
    scene.roll(1).act(&[Act::Stop]).roll(3).act(&[N, Act::Stop]).draw(Tile::Crow);
    assert!(survivor(&scene, SU1).possible().has(e1));
    // With a Run it may have come in two parts, the second on a lower roll; and further, past where the tile lies.
    let mut scene = corridor(Order::Clockwise, 1);
    scene.roll(1).act(&[Act::Stop]).roll(3).act(&[N, Act::Stop]).draw(Tile::Crow);
    let trail = survivor(&scene, SU1);
    assert!(!trail.likely().has(e1) && trail.possible().has(e1) && trail.possible().has(scene.cell("f1")));
    // In the free order it may have come later, when the tile lay there.
    let mut scene = corridor(Order::Free, 0).turn_of(SU2);
    scene.roll(3).act(&[N, Act::Stop]).draw(Tile::Crow);
    assert!(survivor(&scene, SU1).possible().has(e1));
}

/// The same of one who was heard before, in either order; but not of its own tile.
#[test]
fn nobody_who_was_heard_had_rolled_high_to_rest_where_a_friend_then_draws_a_tile() {
    for order in [Order::Clockwise, Order::Free] {
        let mut scene = corridor(order, 0);
        scene.roll(2).act(&[W, E]);
        scene.roll(3).act(&[N, W, W]).draw(Tile::Crow);
        let (b1, c1) = (scene.cell("b1"), scene.cell("c1"));
        assert!(scene.public().ends_with(&[Event::Crow(Who::Survivor(SU2), c1)]));
        let possible = survivor(&scene, SU1).possible();
        assert!(possible.has(b1) && !possible.has(c1), "{order:?}: {possible:?}");
        let mut scene = corridor(order, 0);
        scene.roll(3).act(&[W, E, E]).draw(Tile::Crow);
        assert!(survivor(&scene, SU1).possible() == Cells::one(c1), "{order:?}");
    }
}

/// S5.13: everybody hears of a survivor's Flashlight, so it is not in the deck any more; where it lies, only survivors know.
#[test]
fn a_flashlight_of_the_survivors_is_out_of_every_dealt_deck() {
    let decks = Decks::Custom { survivors: [2, 0, 0, 0, 0, 1, 3], killer: [0; 7] };
    let mut scene = Scene::of(Setup { decks, order: Order::Clockwise, ..Setup::default() }).turn_of(SU1);
    scene.roll(3).act(&[E, Act::Stop]).draw(Tile::Flashlight).idle();
    let view = scene.game.view(&scene.state, Seat(0));
    let mut rng = Rng::new(1);
    for _ in 0..200 {
        let side = scene.game.deal(&view, &mut rng).survivors;
        assert_eq!(side.deck[Tile::Flashlight as usize], 0);
        let left: u32 = side.deck.iter().map(|&count| u32::from(count)).sum();
        assert_eq!(left + side.covered.len(), 6, "each tile is in the deck or on the board");
    }
}

/// Whoever is where only Runs lead has drawn them, so they are not left to be drawn in a dealt world.
#[test]
fn runs_that_a_figure_must_have_had_are_out_of_dealt_decks() {
    let only_by = |layer: usize, cell: Cell| {
        let sets = std::array::from_fn(|i| if i < layer { Cells::NONE } else { Cells::one(cell) });
        Trail(sets)
    };
    let mut scene = Scene::new().killer_turn();
    let (e5, a1, b1) = (Cell(40), Cell(0), Cell(1));
    scene.state.public.known.killer = only_by(3, e5);
    // A survivor's second set allows for a Bush.
    scene.state.public.known.survivors[0] = only_by(2, a1);
    scene.state.public.known.survivors[1] = only_by(3, b1);
    scene.state.public.known.seen = scene.state.public.known.seen.map(|seen| Sighting { turns: 9, ..seen });
    let mut rng = Rng::new(1);
    let tiles = |deck: &[u8]| deck.iter().map(|&count| u32::from(count)).sum::<u32>();
    for _ in 0..100 {
        let killer = scene.game.deal(&scene.game.view(&scene.state, Seat(1)), &mut rng).killer;
        assert!(killer.at == e5 && killer.deck[Tile::Run as usize] <= 1);
        assert_eq!(tiles(&killer.deck) + killer.covered.len(), 15);
        let side = scene.game.deal(&scene.game.view(&scene.state, Seat(0)), &mut rng).survivors;
        assert!(side.at[..2] == [a1, b1] && side.deck[Tile::Run as usize] == 0);
        assert_eq!(tiles(&side.deck) + side.covered.len(), 16);
    }
}

#[test]
fn a_crow_tells_exactly_and_covers_its_cell() {
    let mut scene = Scene::new();
    scene.roll(3).act(&[E, Act::Stop]).draw(Tile::Crow);
    assert_eq!(survivor(&scene, SU1).possible(), Cells::one(Cell(1)));
    assert!(scene.state.public.known.covered[0].has(Cell(1)));
}

#[test]
fn a_lone_repairer_is_known_by_its_generator() {
    let mut scene = Scene::new().put(SU1, "d2").turn_of(SU1);
    scene.roll(1).act(&[Act::Repair]).fall(0);
    assert_eq!(survivor(&scene, SU1).possible(), Cells::one(Cell(12)));
    // With two who may have been there, neither is.
    let mut scene = Scene::new().put(SU1, "d2").put(SU2, "d2").turn_of(SU1);
    scene.roll(1).act(&[Act::Repair]).fall(0);
    assert!(survivor(&scene, SU1).possible().len() > 1 && survivor(&scene, SU2).possible().len() > 1);
}

#[test]
fn a_lone_hand_at_a_palette_is_near_it() {
    let mut scene = Scene::new().put(SU1, "c3").turn_of(SU1);
    scene.roll(1).act(&[Act::Palette(3), Act::Stop]);
    let board = &scene.game.board;
    let near = board.spread(board.stepped(Cells::one(Cell(19))), 3, board.vaults);
    assert!((survivor(&scene, SU1).0[0] & !near).is_empty());
    assert!(survivor(&scene, SU1).possible().has(scene.cell("c3")));
}

#[test]
fn a_call_that_does_not_find_clears_its_range_but_for_bushes() {
    let mut scene = Scene::new().fog().killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    let range = scene.game.board.call_range(Cell(40));
    let trail = scene.state.public.known.survivors[0];
    assert!(!trail.0[0].meets(range), "without a Bush nobody is there");
    assert!(trail.possible().has(Cell(40)), "a Bush may have hidden somebody");
}

#[test]
fn a_check_clears_its_range_for_good() {
    let mut scene = Scene::new().fog().chased(SU1).killer_turn();
    scene.roll(1).act(&[Act::Stop]);
    let trail = scene.state.public.known.survivors[0];
    assert!(!trail.possible().meets(scene.game.board.chase_range(Cell(40))));
}

#[test]
fn nobody_ends_a_silent_turn_on_a_hooked_friends_cell() {
    let mut scene = Scene::new().put(SU1, "a2").hooked(SU2, 1).put(SU2, "a1");
    scene.state.public.known.moved |= SU2.bit();
    let mut scene = scene.turn_of(SU1);
    scene.idle();
    assert!(!survivor(&scene, SU1).possible().has(Cell(0)));
}

/// S7.9: nor does one who was heard at a vault and walked on.
#[test]
fn nobody_walks_on_from_a_vault_to_a_hooked_friends_cell_unheard() {
    let mut scene = Scene::new().put(SU1, "c1").hooked(SU2, 1).put(SU2, "e1");
    scene.state.public.known.moved |= SU2.bit();
    let mut scene = scene.turn_of(SU1);
    scene.roll(3).act(&[E]);
    let (d1, e1) = (Cell(3), Cell(4));
    assert!(survivor(&scene, SU1).possible().has(e1), "it may be on its way to the friend");
    scene.act(&[Act::Stop]).idle();
    let possible = survivor(&scene, SU1).possible();
    assert!(possible.has(d1) && !possible.has(e1));
}

#[test]
fn a_rescue_tells_of_both() {
    let scene = Scene::new().put(SU1, "e2").put(SU2, "d2").hooked(SU2, 1);
    let mut scene = scene.with(|s| s.public.known.moved |= SU2.bit()).turn_of(SU1);
    scene.roll(1).act(&[W]);
    assert_eq!(survivor(&scene, SU1).possible(), Cells::one(Cell(12)), "nobody else was near");
    assert!(survivor(&scene, SU2).possible().has(scene.cell("e2")), "the victim may act yet");
}

#[test]
fn one_who_was_rescued_on_a_generator_may_be_the_one_who_repairs() {
    let scene = Scene::new().put(SU1, "e2").put(SU2, "d2").put(SU3, "d2").hooked(SU2, 1);
    let mut scene = scene.with(|s| s.public.known.moved |= SU2.bit()).turn_of(SU1);
    // Su2 repairs; had it been left out, Su3 would have been taken for the one.
    scene.roll(1).act(&[W]).roll(1).act(&[Act::Repair]).fall(0).roll(3).act(&[E, N]);
    assert!(survivor(&scene, SU3).possible().has(scene.cell("e1")));
}

#[test]
fn survivors_follow_the_killer_by_his_noises() {
    let mut scene = Scene::new().killer_turn();
    scene.roll(1).act(&[N, Act::Stop]);
    let board = &scene.game.board;
    let four = board.spread(Cells::one(Cell(40)), 4, board.vaults);
    assert_eq!(killer(&scene).likely(), four, "his roll and his way are hidden");
    let mut scene = Scene::new().killer("d5").killer_turn();
    scene.roll(4).act(&[W]);
    assert_eq!(killer(&scene).possible(), Cells::one(Cell(38)));
    let mut scene = Scene::new().palette_down("b3").killer("a3").killer_turn();
    scene.roll(4).act(&[Act::Palette(1)]);
    assert!(killer(&scene).likely() == Cells::one(scene.cell("a3")));
}

#[test]
fn a_lost_turn_moves_nobody() {
    let mut scene = Scene::new().with(|s| s.public.killer_lost = 1);
    scene.idle();
    assert_eq!(killer(&scene).possible(), Cells::one(Cell(40)));
}

#[test]
fn the_killer_cannot_have_gone_through_a_palette_that_is_down() {
    let mut scene = Scene::new().palette_down("e3").palette_down("e7").killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Stop]);
    assert!(!scene.state.public.known.killer.possible().has(scene.cell("e3")));
}

/// S7.8: one who was rescued has one turn in the round, also where it is heard in it.
#[test]
fn who_is_heard_after_its_rescue_has_come_straight_from_the_hook() {
    let scene = Scene::new().put(SU1, "a2").put(SU2, "a1").hooked(SU2, 1);
    let mut scene = scene.with(|s| s.public.known.moved |= SU2.bit()).turn_of(SU1);
    // Three steps from a1 is the vault on d1: none is left.
    scene.roll(1).act(&[N]).roll(3).act(&[E, E, E]);
    assert!(scene.public().ends_with(&[Event::Vault(Who::Survivor(SU2), Cell(3))]));
    assert_eq!(survivor(&scene, SU2).likely(), Cells::one(Cell(3)));
}

/// Two on a generator, one of whom repairs: who is heard too far off a round later has not stayed there, so it was the other. Deals
/// know it, too.
#[test]
fn what_is_found_out_about_one_is_thought_back_to_the_other() {
    let setup =
        Setup { board: BoardName::Standard, decks: Decks::None, order: Order::Clockwise, ..Setup::default() };
    let mut scene = Scene::of(setup).put(SU1, "d2").put(SU2, "d2").turn_of(SU1);
    scene.roll(1).act(&[Act::Repair]).fall(0).roll(3).act(&[E, S, S]).idle();
    let (board, d2) = (scene.game.board.clone(), Cells::one(Cell(12)));
    assert_eq!(survivor(&scene, SU1).possible(), board.spread(d2, 3, board.vaults), "it may have been Su2");
    // Whatever is dealt, one of them has stayed.
    let view = scene.game.view(&scene.state, Seat(0));
    let mut rng = Rng::new(1);
    for _ in 0..500 {
        let at = scene.game.deal(&view, &mut rng).survivors.at;
        assert!(at[0] == Cell(12) || at[1] == Cell(12), "{at:?}");
    }
    // To the vault c5 it is six steps.
    scene.idle().roll(1).act(&[Act::Stop]).roll(3).act(&[S, W, W]).idle();
    assert!(scene.public().contains(&Event::Vault(Who::Survivor(SU2), Cell(38))));
    assert_eq!(
        survivor(&scene, SU1).possible(),
        board.spread(d2, 3, board.vaults),
        "it has had one turn since"
    );
}

/// There is one Run in the deck: who must have had it leaves none to the others.
#[test]
fn a_run_that_one_has_had_no_other_has() {
    let decks = Decks::Custom { survivors: [1, 0, 1, 1, 0, 0, 0], killer: [0; 7] };
    let setup = Setup { board: BoardName::Standard, decks, order: Order::Clockwise, ..Setup::default() };
    let mut scene = Scene::of(setup).turn_of(SU1);
    let steps = |scene: &Scene, slot: Slot| {
        let from = [Cell(0), Cell(8)][slot.index()];
        survivor(scene, slot).possible().iter().map(|cell| scene.game.board.walk(from, cell)).max()
    };
    // a1 to a2 and on to b1, where a Crow sits: that takes no Run, as far as anybody can tell.
    scene
        .roll(3)
        .act(&[S, Act::Stop])
        .draw(Tile::Run)
        .roll(3)
        .act(&[N, E, Act::Stop])
        .draw(Tile::Crow)
        .idle();
    assert!(steps(&scene, SU2) > Some(3), "it may have had the Run");
    // The same to the vault d1 and a further step, four cells off.
    let mut scene = Scene::of(scene.game.setup.clone()).turn_of(SU1);
    scene.roll(3).act(&[E, Act::Stop]).draw(Tile::Run).roll(3).act(&[E, E, E]).draw(Tile::Crow).idle();
    assert!(scene.public().contains(&Event::Crow(Who::Survivor(SU1), Cell(4))));
    assert_eq!(steps(&scene, SU2), Some(3), "the Run was Su1's");
}

/// More announcements in a round than are kept: everybody can be anywhere, and nothing is lost but what was known.
#[test]
fn more_noise_than_is_kept_leaves_everybody_anywhere() {
    let mut scene = Scene::new();
    for _ in 0..40 {
        scene.state.public.told.push(Event::Vault(Who::Survivor(SU1), Cell(3)));
    }
    scene.idle();
    let all: Cells = (0..scene.game.board.cells).map(Cell).collect();
    assert!([SU1, SU2, SU3, SU4].into_iter().all(|slot| survivor(&scene, slot).possible() == all));
}

/// So are those of who hangs on a hook, and of who is out.
#[test]
fn runs_of_the_hooked_and_of_the_dead_are_out_of_dealt_decks() {
    let by_a_run =
        |cell: Cell| Trail(std::array::from_fn(|i| if i < 2 { Cells::NONE } else { Cells::one(cell) }));
    let mut scene = Scene::new().put(SU1, "a1").put(SU2, "b1").hooked(SU1, 1).out(SU3).killer_turn();
    scene.state.public.known.survivors[0] = by_a_run(Cell(0));
    scene.state.public.known.survivors[1] = by_a_run(Cell(1));
    scene.state.public.known.spent = 1;
    let mut rng = Rng::new(1);
    for _ in 0..50 {
        let side = scene.game.deal(&scene.game.view(&scene.state, Seat(0)), &mut rng).survivors;
        assert_eq!(side.deck[Tile::Run as usize], 0);
    }
}

/// S6.6: where somebody was found there is no Bush, so nobody else is hidden there either.
#[test]
fn nobody_is_behind_a_bush_where_another_was_found() {
    let mut scene = Scene::new().put(SU1, "e4").fog().killer_turn();
    scene.roll(1).act(&[Act::Stop, Act::Call]);
    assert!(scene.public().contains(&Event::Found(SU1, Cell(31))));
    let possible = scene.state.public.known.survivors[1].possible();
    assert!(!possible.has(Cell(31)) && possible.has(Cell(40)), "{possible:?}");
}

/// In the middle of a phase only those are dealt a turn who can be where the phase found them.
#[test]
fn nobody_walks_twice_in_a_deal_in_the_middle_of_a_phase() {
    let game = Stalk::new(Setup::default()).unwrap();
    let mut rng = Rng::new(5);
    let mut looks = 0;
    for _ in 0..10 {
        let mut state = game.start();
        while game.turn(&state) != Turn::Over {
            let Some(seat) = game.turn(&state).acting().lowest() else {
                let id = game.draw(&state, &mut rng);
                game.fall(&mut state, id, &mut Silence);
                continue;
            };
            if state.public.phase == Phase::Survivors {
                let side = game.deal(&game.view(&state, Seat(0)), &mut rng).survivors;
                let Node::Walk(walk) = side.node else { panic!("somebody acts") };
                let acting = if walk.steps == 0 { walk.slot.bit() } else { 0 };
                for slot in slots(side.to_act | acting) {
                    let began = state.public.known.survivors[slot.index()].possible();
                    assert!(began.has(side.at[slot.index()]), "{slot:?} has walked already");
                    looks += 1;
                }
            }
            let action = rollout::random_action(&game.legal(&state, seat), &mut rng);
            game.apply(&mut state, &Joint::one(seat, action), &mut Silence);
        }
    }
    assert!(looks > 1_000);
}

/// S2.5: in the fixed order nobody is dealt a turn whose turn was over before somebody else was heard, and who acts now is followed
/// by those behind it only.
#[test]
fn nobody_acts_in_a_deal_whom_the_order_has_passed() {
    let mut scene = Scene::new();
    scene.roll(1).act(&[Act::Stop]).roll(3).act(&[W, Act::Stop]).draw(Tile::Crow);
    let view = scene.game.view(&scene.state, Seat(0));
    let (mut rng, mut acted) = (Rng::new(1), 0);
    for _ in 0..200 {
        let side = scene.game.deal(&view, &mut rng).survivors;
        let Node::Walk(Walk { slot, .. }) = side.node else { panic!("somebody walks") };
        acted |= slot.bit();
        assert_eq!(side.to_act & (SU1.bit() | SU2.bit()), 0, "they have acted");
        assert!(slots(side.to_act).all(|later| later > slot), "{slot:?} before {:b}", side.to_act);
    }
    assert_eq!(acted, SU3.bit() | SU4.bit());
}
