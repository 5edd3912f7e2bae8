//! Pictures of results, as SVG.

pub(crate) mod cross;
pub(crate) mod curve;
pub(crate) mod intervals;

use std::error::Error;
use std::path::Path;

use anyhow::anyhow;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(40, 40, 40);
const BLUE: RGBColor = RGBColor(49, 130, 189);

/// A white sheet to draw on, in pixels.
type Sheet<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws a picture of `size` into a file.
fn draw_on(
    path: &Path,
    size: (u32, u32),
    paint: impl FnOnce(&Sheet<'_>) -> Result<(), Box<dyn Error>>,
) -> anyhow::Result<()> {
    let work = || {
        let sheet = SVGBackend::new(path, size).into_drawing_area();
        sheet.fill(&WHITE)?;
        paint(&sheet)?;
        sheet.present()?;
        Ok::<_, Box<dyn Error>>(())
    };
    // The library's errors borrow from what it draws on.
    work().map_err(|error| anyhow!("cannot draw {}: {error}", path.display()))
}

/// Text of a height and a colour, held at one of its sides.
fn text(height: u32, color: &RGBColor, side: HPos) -> TextStyle<'_> {
    TextStyle::from((FONT, height).into_font()).color(color).pos(Pos::new(side, VPos::Center))
}

/// About how wide a text is, for margins.
fn width(text: &str, height: u32) -> i32 {
    text.chars().count() as i32 * height as i32 * 6 / 10
}
