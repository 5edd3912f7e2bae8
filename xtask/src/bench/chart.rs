//! The picture: bars in groups, on a logarithmic scale.

use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::random::{Medians, Random};
use super::table::short;

/// One bar of every group.
struct Series {
    label: &'static str,
    color: RGBColor,
    /// The height, if the game has such a bar.
    value: fn(&Medians) -> Option<f64>,
}

/// Ours in shades of blue, OpenSpiel in shades of orange: told apart in print and by the colour-blind too.
const SERIES: [Series; 5] = [
    Series { label: "Fogbound, 2 threads", color: RGBColor(8, 69, 148), value: |m| Some(m.two) },
    Series { label: "Fogbound, 1 thread", color: RGBColor(49, 130, 189), value: |m| Some(m.one) },
    Series {
        label: "Fogbound, 1 thread, observations written",
        color: RGBColor(140, 190, 220),
        value: |m| Some(m.observed),
    },
    Series {
        label: "OpenSpiel, C++, 1 thread",
        color: RGBColor(217, 95, 14),
        value: |m| m.peer.map(|peer| peer.cpp),
    },
    Series {
        label: "OpenSpiel, Python, 1 thread",
        color: RGBColor(250, 180, 95),
        value: |m| m.peer.map(|peer| peer.python),
    },
];

/// The share of a group's width that its bars fill.
const FILLED: f64 = 0.86;
const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(40, 40, 40);

/// Draws the medians.
pub(crate) fn draw(random: &Random, path: &Path) -> Result<()> {
    let groups: Vec<(&str, Medians)> =
        random.rows.iter().map(|row| (row.name.as_str(), row.medians())).collect();
    // The library's errors borrow from what it draws on.
    paint(&groups, path).map_err(|error| anyhow!("{error}"))
}

fn paint(groups: &[(&str, Medians)], path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::new(path, (960, 540)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption("Random play: decisions per second (log scale)", (FONT, 22, &INK))
        .margin(16)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..groups.len() as f64, bounds(groups).log_scale())?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .disable_x_axis()
        .light_line_style(WHITE.mix(0.0))
        .bold_line_style(BLACK.mix(0.12))
        .y_label_formatter(&|value| tick(*value))
        .y_label_style((FONT, 14, &INK))
        .draw()?;

    let floor = bounds(groups).start;
    let width = FILLED / SERIES.len() as f64;
    let value_font = (FONT, 12, &INK).into_text_style(&root).pos(Pos::new(HPos::Center, VPos::Bottom));
    for (index, series) in SERIES.iter().enumerate() {
        let left = |group: usize| group as f64 + (1.0 - FILLED) / 2.0 + index as f64 * width;
        let values = || {
            let value =
                |(group, (_, medians)): (usize, &(&str, Medians))| Some((group, (series.value)(medians)?));
            groups.iter().enumerate().filter_map(value)
        };
        let bars = values().map(|(group, value)| {
            let corners = [(left(group), floor), (left(group) + width * 0.94, value)];
            Rectangle::new(corners, series.color.filled())
        });
        let color = series.color;
        chart
            .draw_series(bars)?
            .label(series.label)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 14, y + 5)], color.filled()));
        let labels = values().map(|(group, value)| {
            let middle = left(group) + width * 0.47;
            Text::new(short(value).replace(' ', ""), (middle, value * 1.06), value_font.clone())
        });
        chart.draw_series(labels)?;
    }

    let name_font = (FONT, 15, &INK).into_text_style(&root).pos(Pos::new(HPos::Center, VPos::Top));
    for (group, (name, _)) in groups.iter().enumerate() {
        let (x, y) = chart.backend_coord(&(group as f64 + 0.5, floor));
        root.draw(&Text::new(*name, (x, y + 10), name_font.clone()))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.2))
        .label_font((FONT, 13, &INK))
        .draw()?;
    root.present()?;
    Ok(())
}

/// A power of ten beside the axis: `100 M`.
fn tick(value: f64) -> String {
    let units = [(1e9, " G"), (1e6, " M"), (1e3, " k")];
    let (unit, sign) = units.into_iter().find(|(unit, _)| value >= *unit).unwrap_or((1.0, ""));
    format!("{:.0}{sign}", value / unit)
}

/// From the power of ten below all bars to enough above them for the legend.
fn bounds(groups: &[(&str, Medians)]) -> std::ops::Range<f64> {
    let values =
        groups.iter().flat_map(|(_, medians)| SERIES.iter().filter_map(|series| (series.value)(medians)));
    let (low, high) = values.fold((f64::MAX, f64::MIN_POSITIVE), |(low, high), v| (low.min(v), high.max(v)));
    10f64.powf(low.log10().floor().min(high.log10() - 1.0))..high * 12.0
}

#[cfg(test)]
mod tests {
    use super::super::random::Row;
    use super::super::random::tests::row;
    use super::*;

    #[test]
    fn ticks_are_powers_of_ten() {
        assert_eq!([1e2, 1e3, 1e6, 1e8, 1e9, 1e10].map(tick), ["100", "1 k", "1 M", "100 M", "1 G", "10 G"]);
    }

    #[test]
    fn every_series_is_in_the_picture() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("bench.svg");
        let alone = Row { name: "trial".into(), peer_game: None, peer: Vec::new(), ..row() };
        draw(&Random::new(vec![row(), alone]).unwrap(), &path).unwrap();
        let svg = std::fs::read_to_string(path).unwrap();
        for series in &SERIES {
            assert!(svg.contains(series.label), "{}", series.label);
        }
        assert!(svg.contains("40.0M") && svg.contains("kuhn") && svg.contains("trial"));
        assert_eq!(svg.matches("5.0M").count(), 1, "a game without a peer has no bars of one");
    }
}
