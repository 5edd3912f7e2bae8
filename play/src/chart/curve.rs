//! A curve that falls with the iterations, on logarithmic scales.

use std::path::Path;

use plotters::prelude::*;

use super::{BLUE, FONT, INK, draw_on};

/// Draws the points of a curve; those at zero have no place on the scale.
pub(crate) fn draw(title: &str, points: &[(f64, f64)], path: &Path) -> anyhow::Result<()> {
    let points: Vec<(f64, f64)> = points.iter().copied().filter(|&(x, y)| x > 0.0 && y > 0.0).collect();
    draw_on(path, (800, 480), |sheet| {
        let mut chart = ChartBuilder::on(sheet)
            .caption(title, (FONT, 18, &INK))
            .margin(16)
            .x_label_area_size(44)
            .y_label_area_size(72)
            .build_cartesian_2d(
                span(points.iter().map(|point| point.0)).log_scale(),
                span(points.iter().map(|point| point.1)).log_scale(),
            )?;
        chart
            .configure_mesh()
            .light_line_style(BLACK.mix(0.05))
            .bold_line_style(BLACK.mix(0.12))
            .x_desc("iterations")
            .y_desc("NashConv")
            .x_label_formatter(&|x| format!("{x:e}"))
            .y_label_formatter(&|y| format!("{y:.0e}"))
            .label_style((FONT, 13, &INK))
            .draw()?;
        chart.draw_series([PathElement::new(points.clone(), BLUE.stroke_width(2))])?;
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, BLUE.filled())))?;
        Ok(())
    })
}

/// From the power of ten below all values to the one above them, and a hair lower, so that its label is shown.
fn span(values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (low, high) = values.fold((f64::MAX, f64::MIN_POSITIVE), |(low, high), v| (low.min(v), high.max(v)));
    let low = low.min(high).log10().floor();
    0.999 * 10f64.powf(low)..10f64.powf(high.log10().ceil().max(low + 1.0))
}
