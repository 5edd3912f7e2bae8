//! The boards and their terms (S0, S1.11, S1.12, part 2).

use super::*;

fn board(name: BoardName) -> Board {
    Board::new(name.drawing())
}

fn masks(board: &Board) -> String {
    let digit = |open: &u8| char::from_digit((*open).into(), 16).unwrap().to_ascii_uppercase();
    let digits = |row: &[u8]| row.iter().map(digit).collect::<String>();
    let rows: Vec<String> = board.open[..board.cells.into()].chunks(board.width.into()).map(digits).collect();
    rows.join(" ")
}

fn cell(board: &Board, name: &str) -> Cell {
    let bytes = name.as_bytes();
    Cell((bytes[1] - b'1') * board.width + bytes[0] - b'a')
}

fn ids(cells: Cells) -> Vec<u8> {
    cells.iter().map(|cell| cell.0).collect()
}

/// Steps between two cells without entering a vault on the way.
fn quiet_steps(board: &Board, from: &str, to: &str) -> Option<u8> {
    let from = Cells::one(cell(board, from));
    (0..40).find(|&steps| board.spread(from, steps, board.vaults).has(cell(board, to)))
}

#[test]
fn s0_2_cells_are_numbered_row_by_row() {
    let board = board(BoardName::Standard);
    assert_eq!((cell(&board, "a1"), cell(&board, "e5"), cell(&board, "i9")), (Cell(0), Cell(40), Cell(80)));
    assert_eq!(board.name(Cell(12)), "d2");
}

#[test]
fn s1_12_the_standard_board_is_the_printed_table() {
    let board = board(BoardName::Standard);
    let table = "6EAAEAAEC 7942F843D 3AFC56FA9 443BFB944 7FAAFAAFD 116EFEC11 6AF953FAC 7C12F816D 3BAABAAB9";
    assert_eq!(masks(&board), table);
    assert_eq!(ids(board.generators), [12, 14, 28, 34, 46, 52, 66, 68]);
    assert_eq!(ids(board.palettes), [19, 22, 25, 55, 58, 61]);
    assert_eq!(ids(board.vaults), [3, 5, 38, 42, 75, 77]);
    let open: u32 = board.open.iter().map(|ways| ways.count_ones()).sum();
    assert_eq!(open / 2, 92);
    let steps = |from: &str, to: &str| board.walk(cell(&board, from), cell(&board, to));
    assert_eq!((steps("a1", "d2"), steps("a1", "b4"), steps("a1", "d8")), (6, 12, 12));
    assert_eq!((quiet_steps(&board, "a1", "d2"), quiet_steps(&board, "a1", "b4")), (Some(10), None));
    assert!(board.generators.iter().all(|generator| board.walk(board.killer_start, generator) == 4));
    let farthest = |from: Cell| (0..81).map(|to| board.walk(from, Cell(to))).max();
    assert_eq!((farthest(Cell(0)), farthest(board.killer_start)), (Some(16), Some(8)));
    assert_eq!(board.spread(Cells::one(Cell(0)), 40, board.vaults).len(), 63);
    assert_eq!(board.spread(Cells::one(board.killer_start), 40, board.palettes).len(), 39);
}

#[test]
fn s1_11_paired_has_half_the_places_on_the_same_walls() {
    let (paired, standard) = (board(BoardName::Paired), board(BoardName::Standard));
    assert_eq!(masks(&paired), masks(&standard));
    assert_eq!(ids(paired.generators), [12, 34, 46, 68]);
    assert_eq!(ids(paired.palettes), [19, 25, 58]);
    assert_eq!((paired.vaults, paired.starts), (standard.vaults, standard.starts));
    let steps = |from: &str| {
        paired.generators.iter().map(|to| paired.walk(cell(&paired, from), to)).collect::<Vec<_>>()
    };
    assert_eq!((steps("a1"), steps("i1")), (vec![6, 12, 12, 12], vec![6, 12, 12, 12]));
    assert_eq!((steps("a9"), steps("i9")), (vec![12, 12, 12, 6], vec![12, 12, 12, 6]));
    assert_eq!(steps("e5"), [4, 4, 4, 4]);
    assert_eq!((quiet_steps(&paired, "a1", "d2"), quiet_steps(&paired, "a9", "f8")), (Some(10), Some(10)));
    assert_eq!((quiet_steps(&paired, "a1", "h4"), quiet_steps(&paired, "a1", "b6")), (None, None));
    assert_eq!(paired.spread(Cells::one(paired.killer_start), 40, paired.palettes).len(), 78);
}

#[test]
fn s1_12_the_training_board_is_the_printed_table() {
    let board = board(BoardName::Training);
    assert_eq!(masks(&board), "6EEEEC 795155 52FE95 56BF85 55456D 3BBBB9");
    assert_eq!(ids(board.generators), [9, 13, 22, 26]);
    assert_eq!((ids(board.palettes), ids(board.vaults)), (vec![8, 27], vec![10, 25]));
    assert_eq!(board.starts, [0, 5, 35, 30].map(Cell));
    let steps = |from: &str, to: &str| board.walk(cell(&board, from), cell(&board, to));
    assert_eq!((steps("a1", "d2"), steps("a1", "b3"), steps("f1", "e4")), (4, 5, 6));
    assert_eq!(quiet_steps(&board, "f1", "e4"), Some(8));
    assert_eq!([steps("c3", "b3"), steps("c3", "e4"), steps("c3", "d2"), steps("c3", "c5")], [1, 3, 4, 6]);
    assert_eq!(board.spread(Cells::one(Cell(0)), 40, board.vaults).len(), 34);
    assert_eq!(board.spread(Cells::one(board.killer_start), 40, board.palettes).len(), 34);
}

#[test]
fn every_board_is_walled_the_same_from_both_sides() {
    for name in BoardName::ALL {
        let board = board(name);
        for cell in (0..board.cells).map(Cell) {
            assert_ne!(board.open[cell.index()], 0, "{name:?} shuts {cell:?} in");
            for way in (0..4).filter(|way| board.open[cell.index()] >> way & 1 == 1) {
                let back = (way + 2) % 4;
                assert_eq!(board.open[board.beyond(cell, way).index()] >> back & 1, 1);
            }
        }
    }
}

#[test]
fn s0_4_adjacent_cells_share_an_edge_without_a_wall() {
    let board = board(BoardName::Standard);
    let next = |name: &str| board.stepped(Cells::one(cell(&board, name)));
    // c2 has one way out, south; diagonals and the cell itself never count.
    assert_eq!(ids(next("c2")), [cell(&board, "c3").0]);
    assert!(!next("e5").has(cell(&board, "e5")) && !next("e5").has(cell(&board, "d4")));
}

#[test]
fn s0_5_distance_counts_rows_and_columns_through_walls() {
    let board = board(BoardName::Standard);
    let distance = |a: &str, b: &str| board.distance(cell(&board, a), cell(&board, b));
    assert_eq!((distance("c2", "d2"), distance("e5", "c4"), distance("a1", "i9")), (1, 3, 16));
    assert!(board.chase_range(cell(&board, "e5")).has(cell(&board, "c4")));
    assert!(!board.chase_range(cell(&board, "e5")).has(cell(&board, "c3")));
}

#[test]
fn s0_8_map_elements_are_plain_in_no_state() {
    let scene = Scene::new().palette_down("b3").with(|s| s.public.repaired = Cells::one(Cell(12)));
    let board = &scene.game.board;
    assert!(!(board.generators | board.palettes | board.vaults).meets(board.plain));
    assert!(board.plain.has(board.killer_start) && board.plain.has(board.starts[0]));
}
