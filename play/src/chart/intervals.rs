//! Values with intervals, one row each, in groups.

use std::path::Path;

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{BLUE, INK, draw_on, text, width};

const ROW: i32 = 24;
const TOP: i32 = 48;
const AXIS: i32 = 44;
const MARGIN: i32 = 16;
const PLOT: i32 = 520;

/// One value.
pub(crate) struct Row {
    /// Rows of one group lie side by side under its name.
    pub(crate) group: String,
    /// What the value is of; may be empty if it is the only one of its group.
    pub(crate) label: String,
    /// The value.
    pub(crate) value: f64,
    /// Lower end of its interval.
    pub(crate) low: f64,
    /// Upper end of its interval.
    pub(crate) high: f64,
}

/// Draws a dot and a line for each row, over a common scale.
pub(crate) fn draw(title: &str, rows: &[Row], path: &Path) -> anyhow::Result<()> {
    let name = |row: &Row| match row.label.as_str() {
        "" => row.group.clone(),
        label => format!("{}: {label}", row.group),
    };
    let left = rows.iter().map(|row| width(&name(row), 13)).max().unwrap_or(0) + 2 * MARGIN;
    let breaks = rows.windows(2).filter(|pair| pair[0].group != pair[1].group).count() as i32;
    let bottom = TOP + ROW * rows.len() as i32 + ROW / 2 * breaks;
    let size = ((left + PLOT).max(width(title, 16)) + 3 * MARGIN, bottom + AXIS);
    draw_on(path, (size.0 as u32, size.1 as u32), |sheet| {
        sheet.draw(&Text::new(title, (MARGIN, 24), text(16, &INK, HPos::Left)))?;
        let (low, high) = bounds(rows);
        let place = |value: f64| left + ((value - low) / (high - low) * f64::from(PLOT)) as i32;
        let step = tick_step(high - low);
        for tick in ((low / step).ceil() as i64)..=((high / step).floor() as i64) {
            let x = place(tick as f64 * step);
            sheet.draw(&PathElement::new([(x, TOP - 8), (x, bottom)], BLACK.mix(0.12)))?;
            let label = format!("{:.*}", (-step.log10().floor()).max(0.0) as usize, tick as f64 * step);
            sheet.draw(&Text::new(label, (x, bottom + 16), text(12, &INK, HPos::Center)))?;
        }
        let mut y = TOP + ROW / 2;
        for (i, row) in rows.iter().enumerate() {
            if i > 0 && rows[i - 1].group != row.group {
                y += ROW / 2;
            }
            sheet.draw(&Text::new(name(row), (left - MARGIN, y), text(13, &INK, HPos::Right)))?;
            let line = [(place(row.low), y), (place(row.high), y)];
            sheet.draw(&PathElement::new(line, BLUE.stroke_width(2)))?;
            sheet.draw(&Circle::new((place(row.value), y), 4, BLUE.filled()))?;
            y += ROW;
        }
        Ok(())
    })
}

/// The ends of the scale, with a little air.
fn bounds(rows: &[Row]) -> (f64, f64) {
    let low = rows.iter().map(|row| row.low).fold(f64::MAX, f64::min);
    let high = rows.iter().map(|row| row.high).fold(f64::MIN, f64::max);
    let air = (0.05 * (high - low)).max(0.5);
    (low - air, high + air)
}

/// One, two or five times a power of ten, so that there are about five to ten ticks.
fn tick_step(range: f64) -> f64 {
    let power = 10f64.powf((range / 5.0).log10().floor());
    let factor = [5.0, 2.0].into_iter().find(|factor| range / (factor * power) >= 5.0);
    factor.unwrap_or(1.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        for (range, step) in [(10.0, 2.0), (100.0, 20.0), (5.0, 1.0), (33.0, 5.0), (0.4, 0.05)] {
            assert!((tick_step(range) - step).abs() < 1e-9, "{range}: {}", tick_step(range));
        }
    }

    #[test]
    fn every_row_is_in_the_picture() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.svg");
        let row = |group: &str, label: &str, value: f64| Row {
            group: group.into(),
            label: label.into(),
            value,
            low: value - 1.0,
            high: value + 2.0,
        };
        draw("Rows", &[row("board", "autohaven", 40.0), row("mode", "", 60.0)], &path).unwrap();
        let svg = std::fs::read_to_string(path).unwrap();
        assert!(svg.contains("board: autohaven") && svg.contains("\nmode\n") && svg.contains("Rows"));
        assert_eq!(svg.matches("<circle").count(), 2);
    }
}
