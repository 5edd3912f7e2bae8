//! What lies on the board, as numbers. It looks the same to all seats and seldom changes from one decision to the next. So
//! it is not written again into a row that still shows it.

use super::Trial;
use super::board::{MAX_TILES, Tile};
use super::content::{Category, Item, Prop};
use super::flags::{Flags, apart};
use super::observe::{Out, ROOM, at, shares};
use super::on_path::{OnPath, OnPaths};
use super::setup::BoardName;
use super::state::{Entity, Public, TileState};

/// What lies on the board beside props.
type Ground = Flags<{ at::PHANTASMS }, { at::UNSEEN }, 2>;

/// What a row of observations shows of the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Written {
    props: Option<Props>,
    beside: Option<Beside>,
}

/// All that the numbers about props follow from.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Props {
    board: BoardName,
    /// The column of its room in which each tile is counted.
    columns: [u8; MAX_TILES],
    progress: [u8; MAX_TILES],
}

/// All that the numbers beside these follow from.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Beside {
    board: BoardName,
    on_path: OnPaths,
    entity: Entity,
    phantasms: u16,
    unflipped: [u8; 8],
    deck: [u8; 10],
}

/// Four counts of two bits each, halved, 1 at most: the Hollow has three hooks in a room, everywhere else two of a kind are
/// the most.
static HALVES: [[f32; 4]; 256] = {
    let mut halves = [[0.0; 4]; 256];
    let mut counts = 0;
    while counts < 256 {
        let mut i = 0;
        while i < 4 {
            halves[counts][i] = [0.0, 0.5, 1.0, 1.0][counts >> (2 * i) & 3];
            i += 1;
        }
        counts += 1;
    }
    halves
};

/// The column of a tile that is gone, which no room has.
const GONE: u8 = 12;

/// The column of a prop that is face up.
const fn shown(prop: Prop) -> u8 {
    4 + prop as u8
}

/// The column of its room in which a tile is counted: four backs, eight kinds, and what is gone. It is put together from
/// numbers, not looked up, so that sixteen tiles are done at once.
const fn column_of(tile: TileState, category: Category) -> u8 {
    let back = if matches!(tile, TileState::Gone) { GONE } else { category as u8 };
    if let TileState::Up(prop) = tile { shown(prop) } else { back }
}

impl Trial {
    pub(super) fn write_ground(&self, public: &Public, written: &mut Written, out: Out<'_>) {
        let Public { board, progress, on_path, entity, phantasms, unflipped, deck, .. } = *public;
        let props = Props { board, columns: self.columns(public), progress };
        if written.props != Some(props) {
            self.write_props(&props, out);
            written.props = Some(props);
        }
        let beside = Beside { board, on_path, entity, phantasms, unflipped, deck };
        if written.beside != Some(beside) {
            self.write_beside(&beside, out);
            written.beside = Some(beside);
        }
    }

    fn columns(&self, public: &Public) -> [u8; MAX_TILES] {
        let mut columns = [GONE; MAX_TILES];
        let categories = self.board(public.board).categories();
        for ((column, tile), &category) in columns.iter_mut().zip(&public.tiles).zip(categories) {
            *column = column_of(*tile, category);
        }
        columns
    }

    fn write_props(&self, props: &Props, out: Out<'_>) {
        let board = self.board(props.board);
        // Where a room's tiles end, and what they are, is nothing that a processor could foresee. So there is one sum over all
        // tiles, two bits a column, and a room's counts are what it grew by. What is gone runs over at the upper end.
        let (mut sums, mut sum) = ([0; MAX_TILES + 1], 0u32);
        for (grown, column) in sums[1..].iter_mut().zip(props.columns) {
            sum = sum.wrapping_add(1 << (2 * column));
            *grown = sum;
        }
        let mut before = 0;
        let (rooms, _) = out[at::PROPS..at::PHANTASMS].as_chunks_mut::<ROOM>();
        for (room, &end) in rooms.iter_mut().zip(board.tile_ends()) {
            let after = sums[usize::from(end)];
            let [first, second, third, _] = after.wrapping_sub(before).to_le_bytes();
            before = after;
            for (i, counts) in [first, second, third].into_iter().enumerate() {
                room[4 * i..][..4].copy_from_slice(&HALVES[usize::from(counts)]);
            }
            room[12..].copy_from_slice(&[0.0; 2]);
        }
        for (i, &progress) in props.progress.iter().enumerate().filter(|(_, progress)| **progress > 0) {
            if props.columns[i] == GONE {
                continue;
            }
            let at = at::PROPS + ROOM * board.room_of(Tile(i as u8)).index();
            let gate = props.columns[i] == shown(Prop::Gate);
            let (column, whole) = if gate { (13, 3.0) } else { (12, 6.0) };
            out[at + column] = (out[at + column] + f32::from(progress) / whole).min(1.0);
        }
    }

    fn write_beside(&self, beside: &Beside, out: Out<'_>) {
        let board = self.board(beside.board);
        let mut ground = Ground::NONE;
        ground.put(at::PHANTASMS, beside.phantasms.into());
        let traps = beside.on_path.holding(OnPath::BearTrap);
        let first = beside.on_path.holding(OnPath::Wall) | traps;
        let second = beside.on_path.holding(OnPath::Pallet) | traps;
        ground.put(at::PATHS, apart(first) | apart(second) << 1);
        let rooms = match beside.entity {
            Entity::Away => 0,
            Entity::OnTile(tile) => 1 << board.room_of(tile).0,
            Entity::OnPath(path) => board.ends(path).into_iter().fold(0, |rooms, room| rooms | 1 << room.0),
        };
        ground.put(at::ENTITY, rooms);
        ground.write(out);
        let copies = board.print.copies.map(|copies| copies.max(1));
        out[at::UNSEEN..][..8].copy_from_slice(&shares(beside.unflipped, copies));
        out[at::DECK..][..10].copy_from_slice(&shares(beside.deck, Item::COPIES));
    }
}
