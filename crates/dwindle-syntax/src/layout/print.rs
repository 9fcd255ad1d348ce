//! Puts pieces on lines.

use dwindle::grammar::would_merge;

use super::lines::Lines;
use super::pieces::Pieces;

/// What a layout changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    /// Whether lines are broken inside of brackets as well, or between the outermost elements only.
    pub(super) inside: bool,
    /// Whether the usual blanks are added.
    pub(super) blanks: bool,
    /// Whether the line breaks of the text are kept.
    pub(super) breaks: bool,
}

/// What one level is indented by.
const INDENT: usize = 2;

/// Deeper lines are not indented any further.
const DEEPEST: usize = 40;

/// The text with the line breaks of `lines`, and with `blanks`, where `style` wants them.
pub(super) fn print(pieces: &Pieces<'_>, lines: &Lines, blanks: &[bool], style: Style) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(2 * pieces.text().len());
    for (at, &is_usual) in blanks.iter().enumerate() {
        let bytes = pieces.bytes(at);
        if at > 0 {
            let kept = pieces.needs_break(at) || (style.breaks && pieces.has_break(at));
            if kept || lines.begins(at, style.inside) {
                out.push(b'\n');
                let depth = if style.inside { lines.depth(at).min(DEEPEST) } else { 0 };
                out.extend(std::iter::repeat_n(b' ', INDENT * depth));
            } else if !pieces.gap(at).is_empty()
                || (style.blanks && is_usual)
                || would_merge(pieces.bytes(at - 1), bytes)
            {
                out.push(b' ');
            }
        }
        out.extend_from_slice(bytes);
    }
    let wants_end = style.inside || pieces.text().ends_with(b"\n");
    if wants_end && !out.is_empty() {
        out.push(b'\n');
    }
    out
}
