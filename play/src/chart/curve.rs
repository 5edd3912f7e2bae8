//! Curves that fall with the work put in, on logarithmic scales.

use std::path::Path;

use plotters::prelude::*;

use super::{BLUE, FONT, INK, draw_on};

/// A curve with its name.
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

/// The colours of the first curves.
const COLORS: [RGBColor; 4] = [BLUE, RGBColor(230, 85, 13), RGBColor(49, 163, 84), RGBColor(117, 107, 177)];

/// Draws NashConv over `x`; points at zero have no place on the scale. A lone curve needs no name.
pub(crate) fn draw(title: &str, x: &str, curves: &[Curve], path: &Path) -> anyhow::Result<()> {
    let positive = |curve: &Curve| -> Vec<(f64, f64)> {
        curve.points.iter().copied().filter(|&(x, y)| x > 0.0 && y > 0.0).collect()
    };
    let all: Vec<(f64, f64)> = curves.iter().flat_map(positive).collect();
    draw_on(path, (800, 480), |sheet| {
        let mut chart = ChartBuilder::on(sheet)
            .caption(title, (FONT, 18, &INK))
            .margin(16)
            .x_label_area_size(44)
            .y_label_area_size(72)
            .build_cartesian_2d(
                span(all.iter().map(|point| point.0)).log_scale(),
                span(all.iter().map(|point| point.1)).log_scale(),
            )?;
        chart
            .configure_mesh()
            .light_line_style(BLACK.mix(0.05))
            .bold_line_style(BLACK.mix(0.12))
            .x_desc(x)
            .y_desc("NashConv")
            .x_label_formatter(&|x| format!("{x:e}"))
            .y_label_formatter(&|y| format!("{y:.0e}"))
            .label_style((FONT, 13, &INK))
            .draw()?;
        for (curve, color) in curves.iter().zip(COLORS.into_iter().cycle()) {
            let points = positive(curve);
            let line = chart.draw_series([PathElement::new(points.clone(), color.stroke_width(2))])?;
            if curves.len() > 1 {
                let sample = move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2));
                line.label(&curve.name).legend(sample);
            }
            chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, color.filled())))?;
        }
        if curves.len() > 1 {
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::LowerLeft)
                .background_style(WHITE.mix(0.8))
                .label_font((FONT, 13, &INK))
                .draw()?;
        }
        Ok(())
    })
}

/// From the power of ten below all values to the one above them, and a hair lower, so that its label is shown.
fn span(values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (low, high) = values.fold((f64::MAX, f64::MIN_POSITIVE), |(low, high), v| (low.min(v), high.max(v)));
    let low = low.min(high).log10().floor();
    0.999 * 10f64.powf(low)..10f64.powf(high.log10().ceil().max(low + 1.0))
}
