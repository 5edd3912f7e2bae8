//! Tables for the terminal.

use std::fmt::Write as _;

/// A table with names on the left.
#[derive(Debug)]
pub(crate) struct Table {
    text: String,
    width: usize,
}

impl Table {
    /// A table under a title, with names of at most `width` characters.
    pub(crate) fn new<'a>(title: &str, width: usize, heads: impl IntoIterator<Item = &'a str>) -> Self {
        let mut table = Self { text: format!("{title}\n\n"), width };
        table.row("", heads.into_iter().map(String::from));
        table
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, name: &str, cells: impl IntoIterator<Item = String>) {
        let _ = write!(self.text, "{name:width$}", width = self.width);
        for cell in cells {
            let _ = write!(self.text, "{cell:>11}");
        }
        self.text.push('\n');
    }

    /// The whole text, with a note under it.
    pub(crate) fn finish(self, note: &str) -> String {
        format!("{}\n{note}", self.text)
    }
}

/// A speed in a few characters: `41.2 M`.
pub(crate) fn short(value: f64) -> String {
    match value {
        v if v >= 1e9 => format!("{:.2} G", v / 1e9),
        v if v >= 1e6 => format!("{:.1} M", v / 1e6),
        v if v >= 1e4 => format!("{:.0} k", v / 1e3),
        v if v >= 1e3 => format!("{:.1} k", v / 1e3),
        v => format!("{v:.0}"),
    }
}

/// A ratio, or how many seconds, in a few characters.
pub(crate) fn few(value: f64) -> String {
    match value {
        v if v >= 100.0 => format!("{v:.0}"),
        v if v >= 1.0 => format!("{v:.1}"),
        v => format!("{v:.3}"),
    }
}

/// A cell that may be empty: not everything has a peer.
pub(crate) fn cell(value: Option<f64>, write: fn(f64) -> String) -> String {
    value.map_or_else(|| "-".into(), write)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([4.12e7, 5.5e5, 9_500.0, 12.0].map(short), ["41.2 M", "550 k", "9.5 k", "12"]);
        assert_eq!([193.4, 15.26, 0.0123].map(few), ["193", "15.3", "0.012"]);
        assert_eq!((cell(None, few), cell(Some(2.0), few)), ("-".into(), "2.0".into()));
    }
}
