//! The cross table: one cell for each pairing, the darker the more often the first side wins.

use std::path::Path;

use fogbound_agents::arena::Results;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{INK, draw_on, text, width};

const CELL: (i32, i32) = (150, 56);
const TOP: i32 = 84;
const MARGIN: i32 = 16;

/// Draws the win rates of the first side.
pub(crate) fn draw(results: &Results, [first, second]: [&str; 2], path: &Path) -> anyhow::Result<()> {
    let (rows, columns) = (&results.header.first, &results.header.second);
    let widest = |names: &[String]| names.iter().map(|name| width(name, 13)).max().unwrap_or(0);
    let left = widest(rows).max(width(first, 13)) + 2 * MARGIN;
    let cell_width = CELL.0.max(widest(columns) + MARGIN);
    let title = format!("{}: how often {first} wins against {second}", results.header.game);
    let size = (
        (left + cell_width * columns.len() as i32).max(width(&title, 16)) + MARGIN,
        TOP + CELL.1 * rows.len() as i32 + MARGIN,
    );
    draw_on(path, (size.0 as u32, size.1 as u32), |sheet| {
        sheet.draw(&Text::new(title, (MARGIN, 26), text(16, &INK, HPos::Left)))?;
        for (column, name) in columns.iter().enumerate() {
            let middle = left + column as i32 * cell_width + cell_width / 2;
            sheet.draw(&Text::new(name.as_str(), (middle, TOP - 20), text(13, &INK, HPos::Center)))?;
        }
        for (row, name) in rows.iter().enumerate() {
            let middle = TOP + row as i32 * CELL.1 + CELL.1 / 2;
            sheet.draw(&Text::new(name.as_str(), (left - MARGIN, middle), text(13, &INK, HPos::Right)))?;
        }
        for (cell, pairing) in results.pairings.iter().enumerate() {
            let x = left + (cell % columns.len()) as i32 * cell_width;
            let y = TOP + (cell / columns.len()) as i32 * CELL.1;
            let rate = pairing.win_rate;
            let corners = [(x + 1, y + 1), (x + cell_width - 1, y + CELL.1 - 1)];
            sheet.draw(&Rectangle::new(corners, shade(rate.rate).filled()))?;
            let color = if rate.rate > 0.6 { WHITE } else { INK };
            let percent = format!("{:.1} %", 100.0 * rate.rate);
            let interval = format!("{:.1} to {:.1}", 100.0 * rate.low, 100.0 * rate.high);
            let middle = x + cell_width / 2;
            sheet.draw(&Text::new(percent, (middle, y + 20), text(16, &color, HPos::Center)))?;
            sheet.draw(&Text::new(interval, (middle, y + 40), text(11, &color, HPos::Center)))?;
        }
        Ok(())
    })
}

/// From white at 0 to dark blue at 1: light against dark is told apart in print and by the colour-blind too.
fn shade(rate: f64) -> RGBColor {
    let mix = |light: f64, dark: f64| (light + (dark - light) * rate) as u8;
    RGBColor(mix(247.0, 8.0), mix(251.0, 69.0), mix(255.0, 148.0))
}
