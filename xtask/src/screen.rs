//! A picture of a terminal's screen: what `tmux capture-pane -e -p` writes, as SVG.
//!
//! The same screen always gives the same bytes. Of the sequences that colour text those are known that programs for
//! terminals of 16 colours send; others are passed over.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result};

/// The size of a character.
const CELL: [usize; 2] = [8, 17];
/// Around the screen.
const EDGE: usize = 10;
const TEXT: &str = "#222";
const PAPER: &str = "#fff";
/// The eight colours, then the same bright.
const COLOURS: [&str; 16] = [
    "#222", "#b3261e", "#1b7a34", "#8a6d00", "#1f5fb0", "#8e3a9d", "#0b7a7a", "#888", "#555", "#d8453b",
    "#2ea44f", "#b38f00", "#3f83dc", "#b05cc0", "#17a2a2", "#ccc",
];

/// How a stretch of text looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Look {
    text: Option<usize>,
    paper: Option<usize>,
    bold: bool,
    reversed: bool,
}

impl Look {
    /// Takes the numbers of one sequence.
    fn change(&mut self, numbers: &str) {
        for number in numbers.split(';').map(|number| number.parse().unwrap_or(0_usize)) {
            match number {
                0 => *self = Self::default(),
                1 => self.bold = true,
                22 => self.bold = false,
                7 => self.reversed = true,
                27 => self.reversed = false,
                30..=37 => self.text = Some(number - 30),
                90..=97 => self.text = Some(number - 90 + 8),
                39 => self.text = None,
                40..=47 => self.paper = Some(number - 40),
                100..=107 => self.paper = Some(number - 100 + 8),
                49 => self.paper = None,
                _ => {}
            }
        }
    }

    fn colours(self) -> (&'static str, &'static str) {
        let text = self.text.map_or(TEXT, |number| COLOURS[number]);
        let paper = self.paper.map_or(PAPER, |number| COLOURS[number]);
        if self.reversed { (paper, text) } else { (text, paper) }
    }
}

/// Draws the screen in the file at `path`, of 80 columns and 24 lines.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn draw(path: &Path) -> Result<String> {
    let screen = std::fs::read_to_string(path).with_context(|| format!("read {}", path.display()))?;
    let (width, height) = (80 * CELL[0] + 2 * EDGE, 24 * CELL[1] + 2 * EDGE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" font-size=\"13\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{PAPER}\" stroke=\"#888\"/>\n"
    );
    let mut look = Look::default();
    for (row, line) in screen.lines().take(24).enumerate() {
        let mut column = 0;
        let mut pieces = line.split('\u{1b}');
        if let Some(first) = pieces.next() {
            column = stretch(&mut svg, look, [row, column], first);
        }
        for piece in pieces {
            let end = piece.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(0);
            let (sequence, text) = piece.split_at((end + 1).min(piece.len()));
            if let Some(numbers) = sequence.strip_prefix('[').and_then(|it| it.strip_suffix('m')) {
                look.change(numbers);
            }
            column = stretch(&mut svg, look, [row, column], text);
        }
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// Draws `text` from a place on; gives the column behind it.
fn stretch(svg: &mut String, look: Look, [row, column]: [usize; 2], text: &str) -> usize {
    let len = text.chars().count();
    if len == 0 {
        return column;
    }
    let (ink, paper) = look.colours();
    let (x, y) = (EDGE + column * CELL[0], EDGE + row * CELL[1]);
    if paper != PAPER {
        let width = len * CELL[0];
        // Writing to a String cannot fail.
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{}\" fill=\"{paper}\"/>",
            CELL[1]
        );
    }
    let shown = text.trim_end();
    let blanks = shown.chars().take_while(|letter| *letter == ' ').count();
    let shown = shown.trim_start();
    if !shown.is_empty() {
        let (x, y) = (x + blanks * CELL[0], y + 13);
        let (width, bold) =
            (shown.chars().count() * CELL[0], if look.bold { " font-weight=\"bold\"" } else { "" });
        let shown = shown.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{ink}\"{bold} \
             xml:space=\"preserve\">{shown}</text>"
        );
    }
    column + len
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stands_in_its_column_with_its_colours() {
        let mut svg = String::new();
        let mut look = Look::default();
        assert_eq!(stretch(&mut svg, look, [1, 0], "a < b "), 6);
        look.change("7;31");
        assert_eq!(stretch(&mut svg, look, [1, 6], "  x"), 9);
        assert!(svg.contains(">a &lt; b</text>"), "{svg}");
        assert!(
            svg.contains("<rect x=\"58\" y=\"27\" width=\"24\" height=\"17\" fill=\"#b3261e\"/>"),
            "{svg}"
        );
        assert!(svg.contains("<text x=\"74\" y=\"40\" textLength=\"8\""), "{svg}");
        look.change("");
        assert_eq!(look, Look::default());
    }
}
