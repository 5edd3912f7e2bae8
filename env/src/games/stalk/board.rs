//! The boards (S1.12, part 2): drawn once as text, and read into tables when a game is made.

use super::cells::{Cell, Cells, MAX_CELLS};

/// The directions of a step: north, east, south, west. A cell's open directions are one bit each, in this order.
pub(super) const DIRECTIONS: [&str; 4] = ["north", "east", "south", "west"];

/// `standard`: every printed token has a place of its own on the map (S1.11).
pub(super) const STANDARD: &str = "\
+---+---+---+---+---+---+---+---+---+
| 1   .   .   V   .   V   .   .   2 |
+   +   +---+---+   +---+---+   +   +
| .   . | . | G   .   G | . | .   . |
+   +---+   +---+   +---+   +---+   +
| .   P   .   . | P | .   .   P   . |
+---+---+   +   +   +   +   +---+---+
| . | G | .   .   .   .   . | G | . |
+   +   +---+---+   +---+---+   +   +
| .   .   V   .   K   .   V   .   . |
+   +   +---+---+   +---+---+   +   +
| . | G | .   .   .   .   . | G | . |
+---+---+   +   +   +   +   +---+---+
| .   P   .   . | P | .   .   P   . |
+   +---+   +---+   +---+   +---+   +
| .   . | . | G   .   G | . | .   . |
+   +   +---+---+   +---+---+   +   +
| 4   .   .   V   .   V   .   .   3 |
+---+---+---+---+---+---+---+---+---+
";

/// `paired`: every token lies on both sides' boards, so that the map has half as many places (S1.11).
pub(super) const PAIRED: &str = "\
+---+---+---+---+---+---+---+---+---+
| 1   .   .   V   .   V   .   .   2 |
+   +   +---+---+   +---+---+   +   +
| .   . | . | G   .   . | . | .   . |
+   +---+   +---+   +---+   +---+   +
| .   P   .   . | . | .   .   P   . |
+---+---+   +   +   +   +   +---+---+
| . | . | .   .   .   .   . | G | . |
+   +   +---+---+   +---+---+   +   +
| .   .   V   .   K   .   V   .   . |
+   +   +---+---+   +---+---+   +   +
| . | G | .   .   .   .   . | . | . |
+---+---+   +   +   +   +   +---+---+
| .   .   .   . | P | .   .   .   . |
+   +---+   +---+   +---+   +---+   +
| .   . | . | .   .   G | . | .   . |
+   +   +---+---+   +---+---+   +   +
| 4   .   .   V   .   V   .   .   3 |
+---+---+---+---+---+---+---+---+---+
";

/// `training`: a smaller map for faster learning.
pub(super) const TRAINING: &str = "\
+---+---+---+---+---+---+
| 1   .   .   .   .   2 |
+   +   +   +   +   +   +
| .   . | P | G | V | . |
+   +---+   +---+   +   +
| . | G   K   .   . | . |
+   +---+   +   +---+   +
| . | .   .   .   G | . |
+   +   +---+   +---+   +
| . | V | G | P | .   . |
+   +   +   +   +   +   +
| 4   .   .   .   .   3 |
+---+---+---+---+---+---+
";

/// `cellar`: four cells around a wall, small enough to be solved.
pub(super) const CELLAR: &str = "\
+---+---+
| 1   G |
+---+   +
| K   G |
+---+---+
";

/// A board's tables.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) width: u8,
    pub(super) cells: u8,
    /// Open directions of every cell, one bit each.
    pub(super) open: [u8; MAX_CELLS],
    /// Directions in which a palette's cell is adjacent (S0.4), one bit each; empty for most cells.
    pub(super) palette_ways: [u8; MAX_CELLS],
    /// Cells whose way north, east, south, west is open.
    ways: [Cells; 4],
    pub(super) starts: [Cell; 4],
    pub(super) killer_start: Cell,
    pub(super) generators: Cells,
    pub(super) palettes: Cells,
    pub(super) vaults: Cells,
    /// All cells without a printed mark (S0.8): where a tile may lie.
    pub(super) plain: Cells,
    /// Cells within the chase range of each cell (S0.5, S6.12).
    within_three: [Cells; MAX_CELLS],
    /// Steps from cell to cell, walls counted.
    steps: Vec<u8>,
}

impl Board {
    /// Reads a drawing. Drawings are constants, and a test reads them all.
    pub(super) fn new(drawing: &str) -> Board {
        let lines: Vec<&[u8]> = drawing.lines().map(str::as_bytes).collect();
        let (width, height) = (lines[0].len() / 4, lines.len() / 2);
        let mut board = Board {
            width: width as u8,
            cells: (width * height) as u8,
            open: [0; MAX_CELLS],
            palette_ways: [0; MAX_CELLS],
            ways: [Cells::NONE; 4],
            starts: [Cell(0); 4],
            killer_start: Cell(0),
            generators: Cells::NONE,
            palettes: Cells::NONE,
            vaults: Cells::NONE,
            plain: Cells::NONE,
            within_three: [Cells::NONE; MAX_CELLS],
            steps: Vec::new(),
        };
        for row in 0..height {
            for column in 0..width {
                let cell = Cell((row * width + column) as u8);
                let (above, line, below) = (lines[2 * row], lines[2 * row + 1], lines[2 * row + 2]);
                let at = 4 * column;
                let walls = [above[at + 2], line[at + 4], below[at + 2], line[at]];
                for (way, _) in walls.iter().enumerate().filter(|(_, wall)| **wall == b' ') {
                    board.open[cell.index()] |= 1 << way;
                    board.ways[way] |= Cells::one(cell);
                }
                board.mark(cell, line[at + 2]);
            }
        }
        board.fill_tables();
        board
    }

    fn mark(&mut self, cell: Cell, mark: u8) {
        let kind = match mark {
            b'G' => &mut self.generators,
            b'P' => &mut self.palettes,
            b'V' => &mut self.vaults,
            _ => &mut self.plain,
        };
        *kind |= Cells::one(cell);
        match mark {
            b'K' => self.killer_start = cell,
            b'1'..=b'4' => self.starts[usize::from(mark - b'1')] = cell,
            _ => {}
        }
    }

    fn fill_tables(&mut self) {
        let all: Cells = (0..self.cells).map(Cell).collect();
        for cell in all.iter() {
            let near = all.iter().filter(|&other| self.distance(cell, other) <= 3).collect();
            self.within_three[cell.index()] = near;
            for way in 0..4 {
                let open = self.open[cell.index()] >> way & 1 == 1;
                if open && self.palettes.has(self.beyond(cell, way)) {
                    self.palette_ways[cell.index()] |= 1 << way;
                }
            }
        }
        self.steps = vec![u8::MAX; MAX_CELLS * MAX_CELLS];
        for from in all.iter() {
            let (mut reached, mut steps) = (Cells::one(from), 0);
            let mut new = reached;
            while !new.is_empty() {
                new.iter().for_each(|to| self.steps[from.index() * MAX_CELLS + to.index()] = steps);
                new = self.stepped(reached) & !reached;
                reached |= new;
                steps += 1;
            }
        }
    }

    /// The cell next to `cell` in an open direction.
    #[inline]
    pub(super) fn beyond(&self, cell: Cell, way: u8) -> Cell {
        Cell(match way {
            0 => cell.0 - self.width,
            1 => cell.0 + 1,
            2 => cell.0 + self.width,
            _ => cell.0 - 1,
        })
    }

    /// All cells one step away from some cell of the set (S0.4).
    #[inline]
    pub(super) fn stepped(&self, from: Cells) -> Cells {
        // A set is moved by a fixed number of bits in fewer instructions.
        match self.width {
            9 => self.stepped_in(from, 9),
            6 => self.stepped_in(from, 6),
            width => self.stepped_in(from, width),
        }
    }

    /// The same on a board that is known to be so wide.
    #[inline(always)]
    fn stepped_in(&self, from: Cells, width: u8) -> Cells {
        let [north, east, south, west] = self.ways;
        Cells(
            (from.0 & north.0) >> width
                | (from.0 & east.0) << 1
                | (from.0 & south.0) << width
                | (from.0 & west.0) >> 1,
        )
    }

    /// Where one may be after at most `steps` steps that enter no cell of `closed`.
    #[inline]
    pub(super) fn spread(&self, from: Cells, steps: u8, closed: Cells) -> Cells {
        match self.width {
            9 => self.spread_in(from, steps, closed, 9),
            6 => self.spread_in(from, steps, closed, 6),
            width => self.spread_in(from, steps, closed, width),
        }
    }

    #[inline(always)]
    fn spread_in(&self, from: Cells, steps: u8, closed: Cells, width: u8) -> Cells {
        let mut reached = from;
        for _ in 0..steps {
            reached |= self.stepped_in(reached, width) & !closed;
        }
        reached
    }

    /// S0.5: rows plus columns, through walls.
    pub(super) fn distance(&self, a: Cell, b: Cell) -> u8 {
        let (row, column) = (|cell: Cell| cell.0 / self.width, |cell: Cell| cell.0 % self.width);
        row(a).abs_diff(row(b)) + column(a).abs_diff(column(b))
    }

    /// Steps that it takes to walk from one cell to another with all palettes up.
    pub(super) fn walk(&self, from: Cell, to: Cell) -> u8 {
        self.steps[from.index() * MAX_CELLS + to.index()]
    }

    /// S6.12: the cells in which a check finds survivors.
    #[inline]
    pub(super) fn chase_range(&self, cell: Cell) -> Cells {
        self.within_three[cell.index()]
    }

    /// S6.4: the cells in which a call finds survivors.
    #[inline]
    pub(super) fn call_range(&self, cell: Cell) -> Cells {
        Cells::one(cell) | self.stepped(Cells::one(cell))
    }

    /// S0.2: column letter and row number.
    pub(super) fn name(&self, cell: Cell) -> String {
        let (row, column) = (cell.0 / self.width, cell.0 % self.width);
        format!("{}{}", char::from(b'a' + column), row + 1)
    }
}
