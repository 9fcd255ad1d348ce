//! Draws the view: the text on the left, and the curve, the passes, the tests that run and other failures on the right.

use std::time::Duration;

use dwindle_run::text::{number, plural, seconds, size};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect, Size};
use ratatui::style::{Color, Style, Stylize};
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Axis, Block, Chart, Dataset, GraphType, Paragraph};

use super::seen::{Row, Running};
use super::text;
use super::view::View;
use crate::ui::paint::Paint;
use crate::ui::status::{Status, fit};

const KEYS: &str = "q stop  p pause  s next pass  d difference  o open  ? help";

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, view: &View, status: &Status, now: Duration) {
    let [top, left, right, bottom] = panes(frame.area());
    let (line, _) = fit(&status.parts(now), top.width.into(), Paint::default());
    frame.render_widget(Line::from(line).bold(), top);
    text::draw(frame, left, view);
    // What there is of each, in so much of the height at most; the curve takes the rest.
    let height_of = |of: usize, most: u16| {
        u16::try_from(of.max(1)).unwrap_or(u16::MAX).saturating_add(2).min(most.max(3))
    };
    let height = right.height;
    let [curve, passes, tests, failures] = Layout::vertical([
        Constraint::Min(0),
        Constraint::Length(height_of(view.seen.passes.len(), height / 3)),
        Constraint::Length(height_of(status.jobs, height / 4)),
        Constraint::Length(height_of(view.seen.others.len(), height / 4)),
    ])
    .areas(right);
    sizes(frame, curve, view);
    rows(frame, passes, view);
    jobs(frame, tests, view, now);
    let lines = view.seen.others.iter().map(|(failure, times)| format!("{:>4}  {failure}", number(*times)));
    list(frame, failures, format!("Other failures: {}", view.seen.others.len()), lines.collect());
    foot(frame, bottom, view);
    if !view.has_colors {
        for cell in &mut frame.buffer_mut().content {
            (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
        }
    }
}

/// How many columns there are for the text.
pub(super) fn columns(size: Size) -> usize {
    let [_, left, ..] = panes(Rect::new(0, 0, size.width, size.height));
    usize::from(left.width.saturating_sub(2))
}

/// The line above, the text, what is beside it, and the line below.
fn panes(area: Rect) -> [Rect; 4] {
    let rows = [Constraint::Length(1), Constraint::Min(0), Constraint::Length(1)];
    let [top, middle, bottom] = Layout::vertical(rows).areas(area);
    let columns = [Constraint::Percentage(52), Constraint::Percentage(48)];
    let [left, right] = Layout::horizontal(columns).areas(middle);
    [top, left, right, bottom]
}

fn foot(frame: &mut Frame<'_>, area: Rect, view: &View) {
    let state = match view {
        View { is_stopping: true, .. } => Span::from(" STOPPING ").reversed(),
        View { is_paused: true, .. } => Span::from(" PAUSED, p goes on ").reversed(),
        _ => Span::default(),
    };
    let note = view.seen.notes.last().and_then(|note| note.lines().next()).unwrap_or_default();
    let gap = if state.content.is_empty() { "" } else { "  " };
    frame.render_widget(Line::from(vec![state, gap.into(), KEYS.into(), "  ".into(), note.dim()]), area);
}

/// The size over tests, on a logarithmic axis.
fn sizes(frame: &mut Frame<'_>, area: Rect, view: &View) {
    let seen = &view.seen;
    let most = seen.asked.max(1);
    let least = seen.points.iter().map(|(_, size)| *size).min().unwrap_or(1).max(1);
    let largest = seen.points.iter().map(|(_, size)| *size).max().unwrap_or(10).max(least + 1);
    #[expect(clippy::cast_precision_loss, reason = "drawn, not counted")]
    let (x, log) = (|tests: u64| tests as f64, |bytes: u64| (bytes.max(1) as f64).log10());
    let mut steps: Vec<(f64, f64)> = Vec::new();
    for (tests, bytes) in &seen.points {
        steps.extend(steps.last().map(|(_, before)| (x(*tests), *before)));
        steps.push((x(*tests), log(*bytes)));
    }
    steps.extend(steps.last().map(|(_, last)| (x(most), *last)));
    let line = Dataset::default().graph_type(GraphType::Line).marker(Marker::Braille).data(&steps);
    let across = Axis::default().bounds([0.0, x(most)]).labels(["0".to_owned(), plural(most, "test")]);
    let up = Axis::default().bounds([log(least), log(largest)]).labels([number(least), number(largest)]);
    let chart = Chart::new(vec![line.style(Style::new().cyan())]).x_axis(across).y_axis(up);
    frame.render_widget(chart.block(Block::bordered().title("Bytes over tests (log)")), area);
}

fn rows(frame: &mut Frame<'_>, area: Rect, view: &View) {
    let seen = &view.seen;
    let turn = seen.turns.last();
    let name = usize::from(area.width).saturating_sub(21);
    let line = |(at, row): (usize, &Row)| {
        let sign = if Some(&at) == turn { '>' } else { ' ' };
        let (tests, gain) = (number(row.tests), format!("-{}", number(row.gain)));
        format!("{sign}{:<name$.name$} {tests:>6} {gain:>10}", row.name)
    };
    let mut lines: Vec<String> = seen.passes.iter().enumerate().map(line).collect();
    // The one that runs is always among those that there is room for.
    let room = usize::from(area.height.saturating_sub(2)).max(1);
    let first = turn.map_or(0, |at| (at + 1).saturating_sub(room));
    lines.drain(..first);
    list(frame, area, "Passes: tests, bytes".to_owned(), lines);
}

fn jobs(frame: &mut Frame<'_>, area: Rect, view: &View, now: Duration) {
    // The first is the one whose part is marked in the text.
    let line = |(at, running): (usize, &Running)| {
        let time = seconds(now.saturating_sub(running.since));
        let sign = if at == 0 && running.candidate.is_some() { '>' } else { ' ' };
        format!("{sign}{:>12}  {time}", size(running.subject.size))
    };
    let lines: Vec<String> = view.seen.running.iter().enumerate().map(line).collect();
    list(frame, area, format!("Tests that run: {}", lines.len()), lines);
}

fn list(frame: &mut Frame<'_>, area: Rect, title: String, lines: Vec<String>) {
    let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), area);
}
