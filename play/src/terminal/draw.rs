//! What is on the screen: the board or the words, the players, the log, what is asked.

use fogbound_env::scene::{Figure, Held, Scene, Target};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph, Wrap};

use super::board::{Board, CAN, legend, side_colour, sign};
use super::grid::least_height;

/// A screen with a board needs so many columns beside the players.
const BOARD: u16 = 78;
const PLAYERS: u16 = 36;

/// Everything that one screen shows.
pub(super) struct Shown<'a> {
    pub(super) title: String,
    pub(super) scene: Option<&'a Scene>,
    /// The view in words, for games without a board.
    pub(super) text: &'a str,
    pub(super) prompt: String,
    /// Choices with their keys.
    pub(super) choices: Vec<(char, &'a str)>,
    pub(super) selected: usize,
    /// What the selected choice points at.
    pub(super) target: Option<Target>,
    pub(super) log: &'a [String],
    /// Keys that work now.
    pub(super) hint: &'static str,
}

pub(super) fn draw(frame: &mut Frame<'_>, shown: &Shown<'_>) {
    let asked = asked_height(shown, frame.area());
    let tall = frame.area().height >= 34;
    let log = if tall || shown.scene.is_none() { Constraint::Min(4) } else { Constraint::Length(0) };
    let board = match shown.scene {
        Some(scene) if tall => {
            let most = if scene.grid.is_some() { least_height(scene) + 3 } else { 26 };
            Constraint::Length(frame.area().height.saturating_sub(asked + 8).min(most))
        }
        Some(_) => Constraint::Min(0),
        None => Constraint::Length(shown.text.lines().count() as u16 + 2),
    };
    let rows = Layout::vertical([
        Constraint::Length(1),
        board,
        log,
        Constraint::Length(asked),
        Constraint::Length(1),
    ]);
    let [top, middle, story, bottom, hint] = rows.areas(frame.area());
    frame.render_widget(Paragraph::new(header(shown, top.width)), top);
    match shown.scene {
        Some(scene) => draw_scene(frame, shown, scene, middle),
        None => frame.render_widget(Paragraph::new(shown.text).block(framed("What you know")), middle),
    }
    draw_log(frame, shown.log, story);
    draw_asked(frame, shown, bottom);
    let style = Style::new().fg(Color::DarkGray);
    let cramped = shown.scene.is_some() && !tall;
    let more = if cramped { " · a higher screen shows more" } else { "" };
    frame.render_widget(Paragraph::new(Span::styled(format!("{}{more}", shown.hint), style)), hint);
}

fn framed(title: &str) -> Block<'_> {
    Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(Style::new().fg(Color::DarkGray))
        .title(title)
}

fn header(shown: &Shown<'_>, width: u16) -> Line<'static> {
    let mut spans =
        vec![Span::styled(format!(" {}  ", shown.title), Style::new().fg(CAN).add_modifier(Modifier::BOLD))];
    if let Some(scene) = shown.scene {
        if width >= BOARD + PLAYERS {
            spans.push(Span::styled(format!("{}  ", scene.title), Style::new().add_modifier(Modifier::BOLD)));
        }
        for track in &scene.tracks {
            let of = track.of.map_or_else(String::new, |of| format!("/{of}"));
            spans.push(Span::raw(format!(" {} {}{of} ", track.name, track.value)));
        }
    }
    Line::from(spans)
}

fn draw_scene(frame: &mut Frame<'_>, shown: &Shown<'_>, scene: &Scene, area: Rect) {
    let wide = area.width >= BOARD + PLAYERS;
    let side = if wide { PLAYERS } else { 0 };
    let [left, right] = Layout::horizontal([Constraint::Min(0), Constraint::Length(side)]).areas(area);
    let spare = left.height.saturating_sub(least_height(scene)).min(1);
    let [board, signs] = Layout::vertical([Constraint::Min(0), Constraint::Length(spare)]).areas(left);
    frame.render_widget(Board { scene, target: shown.target }, board);
    frame.render_widget(Paragraph::new(legend(scene)), signs);
    if wide {
        let mut lines: Vec<Line<'_>> = scene.figures.iter().flat_map(figure_lines).collect();
        if !scene.hand.is_empty() {
            lines.push(Line::raw("Your cards:"));
            lines.push(Line::from(scene.hand.iter().flat_map(card_spans).collect::<Vec<_>>()));
        }
        frame.render_widget(
            Paragraph::new(lines).wrap(Wrap { trim: false }).block(framed("At the table")),
            right,
        );
    }
}

fn figure_lines(figure: &Figure) -> Vec<Line<'static>> {
    let badge = Style::new().fg(Color::Black).bg(side_colour(figure)).add_modifier(Modifier::BOLD);
    let name = if figure.own { Style::new().fg(CAN).add_modifier(Modifier::BOLD) } else { Style::new() };
    let facts: Vec<String> = figure
        .facts
        .iter()
        .map(|(name, value)| if *name == "blood" { format!("{value} blood") } else { value.clone() })
        .chain(figure.marks.iter().map(ToString::to_string))
        .collect();
    let mut first = vec![
        Span::styled(format!(" {} ", figure.badge), badge),
        Span::styled(format!(" {}  ", figure.name), name),
    ];
    first.extend(figure.cards.iter().flat_map(card_spans));
    vec![Line::from(first), Line::styled(format!("    {}", facts.join(", ")), Style::new().fg(Color::Gray))]
}

/// A card that lies on the table: face down it is in brackets, and shows only what the viewer knows.
fn card_spans(card: &Held) -> [Span<'static>; 2] {
    let (sign, colour) = sign(card.kind);
    let text = match (card.face_down, card.kind) {
        (true, None) => "[░]".to_string(),
        (true, Some(kind)) => format!("[{sign} {kind}]"),
        (false, _) => format!("{sign} {}", card.name),
    };
    [Span::styled(text, Style::new().fg(colour)), Span::raw(" ")]
}

fn draw_log(frame: &mut Frame<'_>, log: &[String], area: Rect) {
    let room = usize::from(area.height.saturating_sub(2));
    let lines: Vec<Line<'_>> =
        log[log.len().saturating_sub(room)..].iter().map(|text| Line::raw(text.as_str())).collect();
    frame.render_widget(Paragraph::new(lines).block(framed("What happened")), area);
}

/// Lines that the prompt and the choices take.
fn asked_height(shown: &Shown<'_>, area: Rect) -> u16 {
    let lines = choice_lines(shown, area.width.saturating_sub(4)).len() as u16;
    (lines + 3).clamp(4, area.height / 3 + 2)
}

fn choice_lines<'a>(shown: &'a Shown<'a>, width: u16) -> Vec<Line<'a>> {
    let (mut lines, mut line, mut used) = (Vec::new(), Vec::new(), 0);
    for (i, (key, text)) in shown.choices.iter().enumerate() {
        let length = text.chars().count() + 7;
        if used + length > usize::from(width) && !line.is_empty() {
            lines.push(Line::from(std::mem::take(&mut line)));
            used = 0;
        }
        let style = if i == shown.selected {
            Style::new().fg(Color::Black).bg(CAN)
        } else {
            Style::new().fg(Color::White)
        };
        line.push(Span::styled(format!(" {key} "), Style::new().fg(CAN).add_modifier(Modifier::BOLD)));
        line.push(Span::styled(format!(" {text} "), style));
        line.push(Span::raw("  "));
        used += length;
    }
    lines.push(Line::from(line));
    lines
}

fn draw_asked(frame: &mut Frame<'_>, shown: &Shown<'_>, area: Rect) {
    let mut lines =
        vec![Line::styled(shown.prompt.as_str(), Style::new().add_modifier(Modifier::BOLD).fg(Color::White))];
    lines.extend(choice_lines(shown, area.width.saturating_sub(4)));
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).block(framed("")), area);
}
