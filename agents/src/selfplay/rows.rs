//! Rows of numbers of which most are zero.

/// Rows that keep only some of their columns: observations without their zeros, policies without illegal actions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// Where each row ends in the two lists below.
    ends: Vec<usize>,
    columns: Vec<u16>,
    numbers: Vec<f32>,
}

impl Rows {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds a row of the given columns.
    pub fn push(&mut self, row: impl Iterator<Item = (u16, f32)>) {
        for (column, number) in row {
            self.columns.push(column);
            self.numbers.push(number);
        }
        self.ends.push(self.columns.len());
    }

    /// Adds a row without its zeros.
    pub fn push_dense(&mut self, row: &[f32]) {
        let numbered = row.iter().enumerate().filter(|(_, number)| **number != 0.0);
        self.push(numbered.map(|(column, &number)| (column as u16, number)));
    }

    /// The columns and numbers of row `i`.
    pub fn row(&self, i: usize) -> (&[u16], &[f32]) {
        let from = if i == 0 { 0 } else { self.ends[i - 1] };
        (&self.columns[from..self.ends[i]], &self.numbers[from..self.ends[i]])
    }

    /// What row `i` has in `column`, if it has it.
    pub fn get(&self, i: usize, column: u16) -> Option<f32> {
        let (columns, numbers) = self.row(i);
        columns.iter().position(|&c| c == column).map(|at| numbers[at])
    }

    /// Takes over the first `count` rows of `other`, which keeps the rest.
    pub fn take_from(&mut self, other: &mut Rows, count: usize) {
        let Some(last) = count.checked_sub(1) else { return };
        let cut = other.ends[last];
        let base = self.columns.len();
        self.ends.extend(other.ends.drain(..count).map(|end| base + end));
        self.columns.extend(other.columns.drain(..cut));
        self.numbers.extend(other.numbers.drain(..cut));
        other.ends.iter_mut().for_each(|end| *end -= cut);
    }

    /// Adds a copy of row `i` of `other`.
    pub fn copy_from(&mut self, other: &Rows, i: usize) {
        let (columns, numbers) = other.row(i);
        self.columns.extend_from_slice(columns);
        self.numbers.extend_from_slice(numbers);
        self.ends.push(self.columns.len());
    }

    /// Writes the chosen rows one below the other into `out`, `width` numbers a row, with `blank` where a row has
    /// nothing. Beside a row may stand which column each of its columns becomes.
    pub fn spread<'a>(
        &self,
        chosen: impl ExactSizeIterator<Item = (usize, Option<&'a [u16]>)>,
        width: usize,
        blank: f32,
        out: &mut Vec<f32>,
    ) {
        out.clear();
        out.resize(chosen.len() * width, blank);
        for ((i, renamed), line) in chosen.zip(out.chunks_exact_mut(width)) {
            let (columns, numbers) = self.row(i);
            for (&column, &number) in columns.iter().zip(numbers) {
                let column = renamed.map_or(column, |names| names[usize::from(column)]);
                line[usize::from(column)] = number;
            }
        }
    }

    /// The three lists, for writing them down.
    pub fn parts(&self) -> (&[usize], &[u16], &[f32]) {
        (&self.ends, &self.columns, &self.numbers)
    }

    /// Rows from their lists, if these fit each other and no column reaches `width`.
    pub fn from_parts(ends: Vec<usize>, columns: Vec<u16>, numbers: Vec<f32>, width: usize) -> Option<Rows> {
        let ordered = ends.is_sorted() && ends.last().copied().unwrap_or(0) == columns.len();
        let fits = columns.len() == numbers.len() && columns.iter().all(|&c| usize::from(c) < width);
        (ordered && fits).then_some(Rows { ends, columns, numbers })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three() -> Rows {
        let mut rows = Rows::default();
        rows.push_dense(&[0.0, 2.0, 0.0]);
        rows.push_dense(&[0.0, 0.0, 0.0]);
        rows.push_dense(&[1.0, 0.0, -3.0]);
        rows
    }

    #[test]
    fn rows_come_back_as_they_were() {
        let rows = three();
        let mut out = Vec::new();
        rows.spread([(2, None), (0, None)].into_iter(), 3, 0.0, &mut out);
        assert_eq!(out, [1.0, 0.0, -3.0, 0.0, 2.0, 0.0]);
        rows.spread([(2, Some(&[1, 0, 2][..])), (0, None)].into_iter(), 3, 0.0, &mut out);
        assert_eq!(out, [0.0, 1.0, -3.0, 0.0, 2.0, 0.0]);
        assert_eq!((rows.get(2, 2), rows.get(2, 1), rows.row(1).0.len()), (Some(-3.0), None, 0));
    }

    #[test]
    fn rows_are_handed_over_in_order() {
        let (mut from, mut to) = (three(), three());
        to.take_from(&mut from, 2);
        assert_eq!((to.len(), from.len()), (5, 1));
        let mut out = Vec::new();
        to.spread([(3, None), (4, None)].into_iter(), 3, 9.0, &mut out);
        assert_eq!(out, [9.0, 2.0, 9.0, 9.0, 9.0, 9.0]);
        assert_eq!(from.row(0), (&[0u16, 2][..], &[1.0f32, -3.0][..]));
        to.take_from(&mut from, 0);
        assert_eq!(to.len(), 5);
    }

    #[test]
    fn lists_that_do_not_fit_are_refused() {
        let made = |ends: &[usize], columns: &[u16]| {
            Rows::from_parts(ends.to_vec(), columns.to_vec(), vec![1.0; columns.len()], 3)
        };
        assert!(made(&[1, 1, 3], &[0, 1, 2]).is_some());
        assert!(made(&[1, 2], &[0, 1, 2]).is_none() && made(&[2, 1, 3], &[0, 1, 2]).is_none());
        assert!(made(&[1], &[3]).is_none());
    }
}
