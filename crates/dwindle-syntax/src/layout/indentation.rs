//! Indentation where it is syntax: the same number of blanks at each level.

use super::pieces::Pieces;

/// What one level is indented by.
const INDENT: usize = 4;

/// The text with each level of its blocks indented by four blanks. Lines in brackets and in literals stay as they are
/// but for one level more.
pub(super) fn regular(pieces: &Pieces<'_>) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::new();
    let mut levels: Vec<usize> = vec![0];
    let mut open = 0_usize;
    for at in 0..pieces.len() {
        let (bytes, gap) = (pieces.bytes(at), pieces.gap(at));
        if at == 0 || pieces.has_break(at) {
            if at > 0 {
                out.push(b'\n');
            }
            let is_joined = at > 0 && pieces.bytes(at - 1) == b"\\";
            if open == 0 && !is_joined {
                let width = gap.rsplit(|&byte| byte == b'\n').next().map_or(0, width);
                while levels.last().is_some_and(|&last| last > width) {
                    levels.pop();
                }
                if levels.last() != Some(&width) {
                    levels.push(width);
                }
            }
            let extra = usize::from(open > 0 || is_joined);
            out.extend(std::iter::repeat_n(b' ', INDENT * (levels.len() - 1 + extra)));
        } else if !gap.is_empty() {
            out.push(b' ');
        }
        match bytes {
            b"(" | b"[" | b"{" => open += 1,
            b")" | b"]" | b"}" => open = open.saturating_sub(1),
            _ => {}
        }
        out.extend_from_slice(bytes);
    }
    if !out.is_empty() {
        out.push(b'\n');
    }
    out
}

/// How far blanks indent: a tab goes on to the next multiple of eight.
fn width(blanks: &[u8]) -> usize {
    blanks.iter().fold(0, |width, &byte| if byte == b'\t' { width / 8 * 8 + 8 } else { width + 1 })
}
