//! The boards: rooms, their face-down props, and the coloured paths between them (docs/rules/trial.md, part 3).

use super::content::{Card, Category, Prop};

/// The most rooms, paths and props that a board has.
pub const MAX_ROOMS: usize = 11;
pub(super) const MAX_PATHS: usize = 22;
pub(super) const MAX_TILES: usize = 44;

/// A room of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Room(pub(super) u8);

/// A path of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Path(pub(super) u8);

/// A place for a prop: numbered through the rooms, in each room by category (T2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub(super) struct Tile(pub(super) u8);

impl Room {
    /// The room's number on its board.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Path {
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Tile {
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of paths, one bit each.
pub(super) type PathSet = u32;

/// A printed room.
#[derive(Debug)]
pub(super) struct RoomPrint {
    pub(super) name: &'static str,
    /// The start dice that lead here.
    pub(super) faces: &'static [u8],
    /// Face-down props by category (T1.7).
    pub(super) props: [u8; 4],
    /// Where the room is drawn.
    pub(super) at: (i16, i16),
}

/// A printed path.
#[derive(Debug)]
pub(super) struct PathPrint {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) card: Card,
    pub(super) wall: bool,
}

/// A printed board, and what a game on it needs (the small board needs less).
#[derive(Debug)]
pub(super) struct BoardPrint {
    pub(super) name: &'static str,
    pub(super) rooms: &'static [RoomPrint],
    pub(super) paths: &'static [PathPrint],
    /// Copies of each prop (T1.9).
    pub(super) copies: [u8; 8],
    /// Generators to complete before the gates have power (T7.3).
    pub(super) generators: u8,
    /// Sacrifice progress that wins (T18.3).
    pub(super) sacrifices: u8,
    /// Where play begins in mid-match.
    pub(super) opening: Option<Opening>,
}

/// A position in mid-match, in place of opening reveals and start dice.
#[derive(Debug)]
pub(super) struct Opening {
    /// What lies on each tile, all face up, and its progress.
    pub(super) tiles: &'static [(Prop, u8)],
    /// Where each survivor is, and the hook on which they hang.
    pub(super) survivors: [(u8, Option<u8>); 4],
    /// Wounded survivors, one bit each.
    pub(super) wounded: u8,
    pub(super) killer: u8,
    /// Bloodpoints of each survivor and of the killer.
    pub(super) blood: (u8, u8),
    pub(super) sacrifices: u8,
}

const fn room(name: &'static str, faces: &'static [u8], props: [u8; 4], at: (i16, i16)) -> RoomPrint {
    RoomPrint { name, faces, props, at }
}

const fn path(from: u8, to: u8, card: Card) -> PathPrint {
    PathPrint { from, to, card, wall: false }
}

const fn walled(from: u8, to: u8, card: Card) -> PathPrint {
    PathPrint { from, to, card, wall: true }
}

use Card::{Crouch, Sneak, Sprint, Vault};

/// T1.9: seven generators, three gates, seven hooks, three totems, six chests, six lockers, five crows, seven pallets.
const FULL_SET: [u8; 8] = [7, 3, 7, 3, 6, 6, 5, 7];

pub(super) const MACMILLAN: BoardPrint = BoardPrint {
    name: "MacMillan Estate",
    rooms: &[
        room("Coal Tower", &[1], [1, 1, 1, 1], (140, 80)),
        room("Storehouse", &[], [1, 1, 1, 1], (400, 80)),
        room("Ironworks", &[2], [1, 0, 1, 2], (660, 80)),
        room("Shelter Woods", &[0], [1, 1, 2, 1], (80, 260)),
        room("Suffocation Pit", &[], [1, 1, 1, 2], (300, 260)),
        room("Foreman's Office", &[], [2, 1, 1, 0], (520, 260)),
        room("Rail Yard", &[3], [1, 1, 1, 1], (740, 260)),
        room("Loading Dock", &[5], [1, 1, 1, 1], (140, 420)),
        room("Shack", &[], [0, 2, 2, 2], (400, 510)),
        room("Oak Grove", &[4], [1, 1, 1, 1], (660, 420)),
    ],
    paths: &[
        path(0, 1, Sprint),
        path(0, 3, Sneak),
        path(0, 4, Vault),
        path(1, 2, Crouch),
        path(1, 4, Sneak),
        walled(1, 5, Sprint),
        path(2, 5, Vault),
        path(2, 6, Sprint),
        walled(3, 4, Crouch),
        path(3, 7, Sprint),
        walled(4, 5, Crouch),
        path(4, 7, Vault),
        path(4, 8, Sprint),
        path(5, 6, Sneak),
        walled(5, 8, Sneak),
        path(5, 9, Vault),
        path(6, 9, Crouch),
        path(7, 8, Crouch),
        path(8, 9, Crouch),
        path(9, 7, Vault),
    ],
    copies: FULL_SET,
    generators: 4,
    sacrifices: 8,
    opening: None,
};

pub(super) const AUTOHAVEN: BoardPrint = BoardPrint {
    name: "Autohaven Wreckers",
    rooms: &[
        room("Gas Heaven", &[0], [1, 1, 1, 1], (100, 80)),
        room("Wretched Shop", &[], [1, 0, 2, 1], (310, 80)),
        room("Garage", &[5], [1, 1, 1, 1], (520, 80)),
        room("Scrap Heap", &[1], [1, 1, 1, 1], (730, 80)),
        room("School Bus", &[], [0, 1, 1, 2], (190, 260)),
        room("Wreckers' Yard", &[4], [1, 1, 1, 1], (410, 260)),
        room("Car Crusher", &[], [1, 1, 0, 2], (640, 260)),
        room("Tire Stacks", &[2], [1, 1, 1, 1], (80, 440)),
        room("Blood Lodge", &[], [1, 1, 1, 1], (300, 440)),
        room("Shack", &[], [1, 2, 1, 0], (520, 440)),
        room("Azarov's Office", &[3], [1, 0, 2, 1], (750, 440)),
    ],
    paths: &[
        path(0, 1, Crouch),
        path(0, 4, Sprint),
        path(0, 7, Crouch),
        path(1, 2, Sprint),
        path(4, 1, Vault),
        walled(1, 5, Sneak),
        path(2, 3, Sneak),
        path(2, 5, Crouch),
        path(6, 2, Vault),
        path(3, 6, Sneak),
        path(3, 10, Crouch),
        path(4, 5, Sneak),
        path(7, 4, Vault),
        walled(4, 8, Crouch),
        walled(5, 6, Sprint),
        path(5, 8, Vault),
        path(5, 9, Sneak),
        path(6, 9, Sprint),
        walled(6, 10, Sneak),
        path(7, 8, Sprint),
        path(8, 9, Crouch),
        path(10, 9, Vault),
    ],
    copies: FULL_SET,
    generators: 4,
    sacrifices: 8,
    opening: None,
};

/// Four rooms for fast tests: one generator and one gate to find, three on the track to win.
pub(super) const CLEARING: BoardPrint = BoardPrint {
    name: "Clearing",
    rooms: &[
        room("Gate House", &[0, 1], [1, 1, 0, 0], (120, 120)),
        room("Orchard", &[2], [0, 0, 1, 1], (360, 120)),
        room("Well", &[3], [1, 1, 0, 0], (120, 360)),
        room("Barn", &[4, 5], [0, 1, 1, 1], (360, 360)),
    ],
    paths: &[
        path(0, 1, Sneak),
        path(1, 3, Sprint),
        path(3, 2, Sneak),
        path(2, 0, Crouch),
        path(0, 3, Vault),
        walled(1, 2, Crouch),
    ],
    copies: [1, 1, 2, 1, 1, 1, 1, 1],
    generators: 1,
    sacrifices: 3,
    opening: None,
};

/// The last minutes of a match, small enough to be laid out whole. Two survivors hang, and if they still do when the
/// round ends, the track is full; so it is if one of the two who are free, both wounded, is caught. There are hooks
/// enough that a catch is final: struggles have thousands of outcomes.
pub(super) const HOLLOW: BoardPrint = BoardPrint {
    name: "Hollow",
    rooms: &[
        room("Ridge", &[], [0, 2, 0, 0], (240, 100)),
        room("Sump", &[], [0, 3, 0, 1], (110, 320)),
        room("Mill Race", &[], [0, 3, 1, 0], (370, 320)),
    ],
    paths: &[path(0, 1, Sneak), path(0, 2, Sprint), path(1, 2, Crouch)],
    copies: [0, 0, 8, 0, 0, 1, 0, 1],
    generators: 1,
    sacrifices: 8,
    opening: Some(Opening {
        tiles: &[
            (Prop::Hook, 0),
            (Prop::Hook, 0),
            (Prop::Hook, 0),
            (Prop::Hook, 0),
            (Prop::Hook, 0),
            (Prop::Pallet, 0),
            (Prop::Hook, 0),
            (Prop::Hook, 0),
            (Prop::Hook, 0),
            (Prop::Locker, 0),
        ],
        survivors: [(0, None), (0, None), (1, Some(2)), (2, Some(6))],
        wounded: 0b0011,
        killer: 2,
        blood: (0, 0),
        sacrifices: 6,
    }),
};

/// A board made ready for play: everything that is looked up during a move.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) print: &'static BoardPrint,
    /// Paths with an end at a room, in either direction (T1.11).
    pub(super) incident: [PathSet; MAX_ROOMS],
    /// Paths that may be left along from a room: all but yellow ones that end there (T4.4).
    pub(super) leaving: [PathSet; MAX_ROOMS],
    /// Paths of each colour; nothing for Wait.
    pub(super) colour: [PathSet; 5],
    /// Both ends of a path.
    ends: [[Room; 2]; MAX_PATHS],
    /// The path between two rooms, if there is one.
    between: [[Option<Path>; MAX_ROOMS]; MAX_ROOMS],
    /// Rooms connected to a room (T17.1), one bit each.
    pub(super) connected: [u16; MAX_ROOMS],
    /// Paths that begin with a wall.
    pub(super) walls: PathSet,
    /// First tile of each room, and one behind the last room's.
    first_tile: [u8; MAX_ROOMS + 1],
    /// Room and category of a tile.
    tile_room: [Room; MAX_TILES],
    tile_category: [Category; MAX_TILES],
    /// Where each start die leads (T2.15).
    pub(super) start: [Room; 6],
}

impl Board {
    pub(super) fn new(print: &'static BoardPrint) -> Board {
        let mut board = Board {
            print,
            incident: [0; MAX_ROOMS],
            leaving: [0; MAX_ROOMS],
            colour: [0; 5],
            ends: [[Room(0); 2]; MAX_PATHS],
            between: [[None; MAX_ROOMS]; MAX_ROOMS],
            connected: [0; MAX_ROOMS],
            walls: 0,
            first_tile: [0; MAX_ROOMS + 1],
            tile_room: [Room(0); MAX_TILES],
            tile_category: [Category::Objective; MAX_TILES],
            start: [Room(0); 6],
        };
        for (i, path) in print.paths.iter().enumerate() {
            let (from, to, bit) = (usize::from(path.from), usize::from(path.to), 1 << i);
            board.ends[i] = [Room(path.from), Room(path.to)];
            board.between[from][to] = Some(Path(i as u8));
            board.between[to][from] = Some(Path(i as u8));
            board.incident[from] |= bit;
            board.incident[to] |= bit;
            board.leaving[from] |= bit;
            if path.card != Vault {
                board.leaving[to] |= bit;
            }
            board.colour[path.card as usize] |= bit;
            board.connected[from] |= 1 << to;
            board.connected[to] |= 1 << from;
            board.walls |= u32::from(path.wall) << i;
        }
        let mut tile = 0;
        for (i, room) in print.rooms.iter().enumerate() {
            board.first_tile[i] = tile;
            for category in Category::ALL {
                for _ in 0..room.props[category as usize] {
                    board.tile_room[usize::from(tile)] = Room(i as u8);
                    board.tile_category[usize::from(tile)] = category;
                    tile += 1;
                }
            }
            for &face in room.faces {
                board.start[usize::from(face)] = Room(i as u8);
            }
        }
        board.first_tile[print.rooms.len()..].fill(tile);
        board
    }

    pub(super) fn rooms(&self) -> impl Iterator<Item = Room> + use<> {
        (0..self.print.rooms.len() as u8).map(Room)
    }

    /// The tiles of a room, lowest position first.
    pub(super) fn tiles(&self, room: Room) -> impl Iterator<Item = Tile> + use<> {
        (self.first_tile[room.index()]..self.first_tile[room.index() + 1]).map(Tile)
    }

    /// The number behind the last tile of each room; rooms that the board lacks have no tiles.
    pub(super) fn tile_ends(&self) -> &[u8] {
        &self.first_tile[1..]
    }

    /// What is on the back of each tile.
    pub(super) fn categories(&self) -> &[Category; MAX_TILES] {
        &self.tile_category
    }

    pub(super) fn tile_count(&self) -> usize {
        usize::from(self.first_tile[self.print.rooms.len()])
    }

    /// The tile at a position of a room.
    pub(super) fn tile_at(&self, room: Room, position: u8) -> Tile {
        Tile(self.first_tile[room.index()] + position)
    }

    /// Which position of its room a tile has.
    pub(super) fn position(&self, tile: Tile) -> u8 {
        tile.0 - self.first_tile[self.room_of(tile).index()]
    }

    pub(super) fn room_of(&self, tile: Tile) -> Room {
        self.tile_room[tile.index()]
    }

    pub(super) fn category_of(&self, tile: Tile) -> Category {
        self.tile_category[tile.index()]
    }

    /// Every tile of the board, lowest first.
    pub(super) fn all_tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        (0..self.tile_count() as u8).map(Tile)
    }

    /// Both ends of a path; a yellow one leads from the first to the second.
    pub(super) fn ends(&self, path: Path) -> [Room; 2] {
        self.ends[path.index()]
    }

    /// The other end of a path.
    pub(super) fn other_end(&self, path: Path, room: Room) -> Room {
        let [from, to] = self.ends[path.index()];
        if room == from { to } else { from }
    }

    pub(super) fn path_between(&self, a: Room, b: Room) -> Option<Path> {
        self.between[a.index()][b.index()]
    }

    pub(super) fn is_connected(&self, a: Room, b: Room) -> bool {
        self.connected[a.index()] >> b.0 & 1 == 1
    }

    /// The action list has more rooms than some boards, and all of it can be shown.
    pub(super) fn room_name(&self, room: Room) -> &'static str {
        self.print.rooms.get(room.index()).map_or("no such room", |print| print.name)
    }
}

/// The paths of a set, lowest first.
pub(super) fn paths(mut set: PathSet) -> impl Iterator<Item = Path> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(Path(lowest as u8))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T1.7, T1.9, T2.7: the printed props are the full set, and every start die has one room, if dice are rolled.
    #[test]
    fn printed_props_sum_to_the_categories() {
        for print in [&MACMILLAN, &AUTOHAVEN, &CLEARING, &HOLLOW] {
            let of_category = |c: usize| -> u8 { print.rooms.iter().map(|room| room.props[c]).sum() };
            // Observations count the props of a room in two bits a kind.
            let most = print.rooms.iter().flat_map(|room| room.props).max();
            assert!(most < Some(4), "{}", print.name);
            let copies = |c: usize| print.copies[2 * c] + print.copies[2 * c + 1];
            for category in 0..4 {
                assert_eq!(of_category(category), copies(category), "{} category {category}", print.name);
            }
            let mut faces: Vec<u8> = print.rooms.iter().flat_map(|room| room.faces.iter().copied()).collect();
            faces.sort_unstable();
            let rolled: &[u8] = if print.opening.is_some() { &[] } else { &[0, 1, 2, 3, 4, 5] };
            assert_eq!(faces, rolled, "{}", print.name);
        }
        assert_eq!(Board::new(&MACMILLAN).tile_count(), 44);
        assert_eq!(Board::new(&AUTOHAVEN).tile_count(), 44);
    }

    /// An opening shows each printed prop once, on a tile of its category, and hangs people on hooks of their room.
    #[test]
    fn openings_fit_their_boards() {
        let print = &HOLLOW;
        let (board, opening) = (Board::new(print), print.opening.as_ref().expect("it has one"));
        assert_eq!(opening.tiles.len(), board.tile_count());
        let mut copies = [0; 8];
        for (tile, &(prop, progress)) in board.all_tiles().zip(opening.tiles) {
            copies[prop as usize] += 1;
            assert!(board.category_of(tile).props().contains(&prop) && progress < 3);
        }
        assert_eq!(copies, print.copies);
        for (room, hook) in opening.survivors {
            let Some(hook) = hook else { continue };
            assert_eq!(opening.tiles[usize::from(hook)].0, Prop::Hook);
            assert_eq!(board.room_of(Tile(hook)), Room(room));
        }
    }

    /// T4.4, T17.3: four walls, five one-way paths; with walls intact a survivor can get from any room to any other.
    #[test]
    fn boards_are_strongly_connected() {
        for print in [&MACMILLAN, &AUTOHAVEN, &CLEARING, &HOLLOW] {
            let board = Board::new(print);
            if print.rooms.len() > 4 {
                assert_eq!(board.walls.count_ones(), 4);
                assert_eq!(board.colour[Vault as usize].count_ones(), 5);
            }
            for start in board.rooms() {
                let mut seen = 1u16 << start.0;
                let mut open = vec![start];
                while let Some(room) = open.pop() {
                    for path in paths(board.leaving[room.index()] & !board.walls) {
                        let next = board.other_end(path, room);
                        if seen >> next.0 & 1 == 0 {
                            seen |= 1 << next.0;
                            open.push(next);
                        }
                    }
                }
                assert_eq!(seen.count_ones() as usize, print.rooms.len(), "{} from {start:?}", print.name);
                let colours =
                    (0..4).filter(|&c| board.colour[c] & board.leaving[start.index()] & !board.walls != 0);
                assert!(colours.count() >= 2, "{} {start:?}", print.name);
            }
        }
    }

    /// No two rooms have more than one path, so a room and its neighbour name a path.
    #[test]
    fn paths_are_named_by_their_ends() {
        for print in [&MACMILLAN, &AUTOHAVEN, &CLEARING, &HOLLOW] {
            let mut pairs: Vec<_> =
                print.paths.iter().map(|p| (p.from.min(p.to), p.from.max(p.to))).collect();
            pairs.sort_unstable();
            pairs.dedup();
            assert_eq!(pairs.len(), print.paths.len());
        }
    }
}
