//! Draws the large pane: the text with its part under test marked, what went, or the keys.

use dwindle_run::text::{number, plural, size};
use dwindle_syntax::classes::Class;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Wrap};

use super::form::Form;
use super::picture::{Fate, Piece};
use super::view::{Shows, View};

const HELP: [&str; 15] = [
    "q, Ctrl-C   stop with the best so far;",
    "            twice: at once",
    "p, space    pause: no further test begins;",
    "            again: go on",
    "s           put this pass off until the",
    "            others find nothing more",
    "d           show what went, or the text",
    "t           go to the part under test:",
    "            red goes, yellow is replaced",
    "o           open the best in $PAGER",
    "c           open the candidate under test",
    "arrows, PgUp, PgDn, Home   scroll",
    "?, h        show the keys; Esc: the text",
    "",
    "The same command goes on from where a run stopped. dwindle report makes a page of it.",
];

/// Draws the large pane.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, view: &View) {
    let (seen, picture) = (&view.seen, &view.picture);
    let height = usize::from(area.height);
    // Never scrolled beyond the last line.
    let from = |count: usize| view.from.min(count.saturating_sub(1));
    let pane = match view.shows {
        Shows::Help => {
            let keys = Paragraph::new(HELP.map(Line::from).to_vec()).wrap(Wrap { trim: false });
            keys.block(Block::bordered().title("Keys"))
        }
        Shows::Now => {
            let rows = (from(picture.rows())..).take(height);
            let lines: Vec<_> = rows.map(|at| line(picture.row(at), view.has_colors)).collect();
            let now = seen.points.last().map_or_else(String::new, |(_, now)| format!(", {}", size(*now)));
            let title = match &seen.form {
                Form::Text => format!("The text now{now}"),
                Form::Files(Some(file)) => format!("{file} now; all{}", now.replace(',', "")),
                Form::Files(None) => format!("The files now{now}"),
            };
            let mut block = Block::bordered().title(title);
            if let Some((bytes, line)) = picture.marked() {
                let under_test =
                    format!("under test: {}, line {}", plural(bytes as u64, "byte"), number(line as u64));
                block = block.title_bottom(under_test);
            }
            Paragraph::new(lines).block(block)
        }
        Shows::Gone => {
            let patch = picture.gone();
            let lines = patch.lines().skip(from(patch.lines().count())).take(height);
            let line = |line: &str| match line.as_bytes().first() {
                Some(b'-') => Line::from(line.to_owned()).red(),
                Some(b'+') => Line::from(line.to_owned()).green(),
                Some(b'@') => Line::from(line.to_owned()).dim(),
                _ => Line::from(line.to_owned()),
            };
            Paragraph::new(lines.map(line).collect::<Vec<_>>()).block(Block::bordered().title("What went"))
        }
    };
    frame.render_widget(pane, area);
}

fn line(pieces: Vec<Piece>, has_colors: bool) -> Line<'static> {
    let piece = |(text, class, fate)| Span::styled(text, style(class, fate, has_colors));
    pieces.into_iter().map(piece).collect()
}

/// What is under test is told from the rest without colours, too.
fn style(class: Option<Class>, fate: Option<Fate>, has_colors: bool) -> Style {
    let plain = Style::new();
    match (fate, class) {
        (Some(Fate::Gone), _) if has_colors => plain.fg(Color::White).bg(Color::Red),
        (Some(Fate::Replaced), _) if has_colors => plain.fg(Color::Black).bg(Color::Yellow),
        (Some(Fate::Gone), _) => plain.add_modifier(Modifier::REVERSED),
        (Some(Fate::Replaced), _) => plain.add_modifier(Modifier::UNDERLINED),
        (None, Some(Class::Comment)) => plain.add_modifier(Modifier::DIM | Modifier::ITALIC),
        (None, Some(Class::String)) => plain.fg(Color::Green),
        (None, Some(Class::Number)) => plain.fg(Color::Magenta),
        (None, Some(Class::Keyword)) => plain.fg(Color::Blue).add_modifier(Modifier::BOLD),
        (None, Some(Class::Punctuation)) => plain.fg(Color::Cyan),
        (None, Some(Class::Name) | None) => plain,
    }
}
