//! A terminal's screen as SVG.

use std::fmt::Write;

use vt100::{Color, Screen};

const WIDE: f32 = 8.4;
const HIGH: f32 = 18.0;

pub(crate) fn svg(screen: &Screen) -> String {
    let (rows, columns) = screen.size();
    let (width, height) = (f32::from(columns) * WIDE + 16.0, f32::from(rows) * HIGH + 16.0);
    let mut out = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="14"><rect width="{width}" height="{height}" rx="8" fill="#10151d"/>"##
    );
    for row in 0..rows {
        for column in 0..columns {
            let Some(cell) = screen.cell(row, column) else { continue };
            let (x, y) = (8.0 + f32::from(column) * WIDE, 8.0 + f32::from(row) * HIGH);
            if let Some(back) = colour(cell.bgcolor()) {
                let _ = write!(
                    out,
                    r#"<rect x="{x:.1}" y="{y}" width="{:.1}" height="{HIGH}" fill="{back}"/>"#,
                    WIDE + 0.2
                );
            }
            let text = cell.contents();
            if text.trim().is_empty() {
                continue;
            }
            let fill = colour(cell.fgcolor()).unwrap_or_else(|| "#d5deea".into());
            let weight = if cell.bold() { r#" font-weight="700""# } else { "" };
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            let _ = write!(out, r#"<text x="{x:.1}" y="{}" fill="{fill}"{weight}>{text}</text>"#, y + 13.5);
        }
    }
    out + "</svg>\n"
}

fn colour(colour: Color) -> Option<String> {
    const NAMED: [&str; 16] = [
        "#10151d", "#e4572e", "#2fc79b", "#f0e442", "#56b4e9", "#b79cff", "#8fd3c8", "#a9b5c3", "#5d6d84",
        "#ff7f50", "#2fc79b", "#f0e442", "#56b4e9", "#b79cff", "#8fd3c8", "#ffffff",
    ];
    match colour {
        Color::Default => None,
        Color::Idx(i) => Some(NAMED.get(usize::from(i)).unwrap_or(&"#d5deea").to_string()),
        Color::Rgb(r, g, b) => Some(format!("#{r:02x}{g:02x}{b:02x}")),
    }
}
