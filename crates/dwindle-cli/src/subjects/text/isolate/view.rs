//! Two sides as people look at them: one text, with what only one of them has marked.

use std::fmt;

use dwindle::space::Sides;
use dwindle::space::TextSpace;
use dwindle_run::text::{place, plain, plural};
use serde::Serialize;

/// So many lines that both sides share are shown before and after a difference.
const AROUND: usize = 3;
/// How much of a line is shown.
const WIDTH: usize = 160;

/// Which side has something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    Both,
    Passing,
    Failing,
}

/// A stretch of text that only one side has.
#[derive(Debug, Serialize)]
pub(super) struct Mark {
    side: Side,
    /// In that side's file, from 1.
    line: usize,
    /// From 1, in characters.
    column: usize,
    pub(super) bytes: usize,
    /// What it says; bytes that are no text are replaced.
    text: String,
}

/// A piece of the text of both sides, and whose it is.
struct Piece {
    side: Side,
    bytes: Vec<u8>,
}

/// Both sides as one text.
pub(super) struct View {
    lines: Vec<Vec<Piece>>,
    /// What only one side has, in order.
    pub(super) marks: Vec<Mark>,
}

impl View {
    /// The view of `sides`, which are configurations of `space`.
    pub(super) fn new(space: &TextSpace, sides: &Sides) -> Self {
        let pieces = pieces(space, sides);
        Self { marks: marks(&pieces), lines: lines(pieces) }
    }
}

/// The units of both sides in order, neighbours of the same side together.
fn pieces(space: &TextSpace, sides: &Sides) -> Vec<Piece> {
    let (passing, failing) = (sides.passing(), sides.failing());
    let mut pieces: Vec<Piece> = Vec::new();
    for unit in passing.union(&failing).units() {
        let side = match (passing.contains(unit), failing.contains(unit)) {
            (true, true) => Side::Both,
            (true, false) => Side::Passing,
            _ => Side::Failing,
        };
        let bytes = space.unit_bytes(unit);
        match pieces.last_mut() {
            Some(last) if last.side == side => last.bytes.extend_from_slice(bytes),
            _ => pieces.push(Piece { side, bytes: bytes.to_vec() }),
        }
    }
    pieces
}

fn marks(pieces: &[Piece]) -> Vec<Mark> {
    let mut marks = Vec::new();
    let (mut passing, mut failing) = (Vec::new(), Vec::new());
    for Piece { side, bytes } in pieces {
        let before = match side {
            Side::Both => None,
            Side::Passing => Some(&passing),
            Side::Failing => Some(&failing),
        };
        if let Some(before) = before {
            let (line, column) = place(before);
            marks.push(Mark {
                side: *side,
                line,
                column,
                bytes: bytes.len(),
                text: String::from_utf8_lossy(bytes).into_owned(),
            });
        }
        if *side != Side::Failing {
            passing.extend_from_slice(bytes);
        }
        if *side != Side::Passing {
            failing.extend_from_slice(bytes);
        }
    }
    marks
}

/// Cuts the pieces at the ends of lines.
fn lines(pieces: Vec<Piece>) -> Vec<Vec<Piece>> {
    let mut lines = vec![Vec::new()];
    for Piece { side, bytes } in pieces {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let ends = part.ends_with(b"\n");
            lines.last_mut().expect("there is one").push(Piece { side, bytes: part.to_vec() });
            if ends {
                lines.push(Vec::new());
            }
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

impl fmt::Display for View {
    /// Lines of one side alone begin with `-` (passing) or `+` (failing), lines that differ in part with `~`; there
    /// `[-` and `-]` enclose what the passing side has, `{+` and `+}` what the failing one has.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let differs: Vec<usize> = (0..self.lines.len())
            .filter(|&at| self.lines[at].iter().any(|piece| piece.side != Side::Both))
            .collect();
        let mut shown = 0;
        for (at, line) in self.lines.iter().enumerate() {
            let next = differs.partition_point(|&other| other + AROUND < at);
            if differs.get(next).is_none_or(|&other| other > at + AROUND) {
                continue;
            }
            if at > shown {
                writeln!(f, "@@ {} that both sides share @@", plural((at - shown) as u64, "line"))?;
            }
            shown = at + 1;
            write_line(f, line)?;
        }
        if self.lines.len() > shown {
            let rest = (self.lines.len() - shown) as u64;
            writeln!(f, "@@ {} that both sides share @@", plural(rest, "line"))?;
        }
        Ok(())
    }
}

fn write_line(f: &mut fmt::Formatter<'_>, line: &[Piece]) -> fmt::Result {
    let text = |piece: &Piece| shown(&piece.bytes);
    if let [piece] = line {
        let sign = match piece.side {
            Side::Both => ' ',
            Side::Passing => '-',
            Side::Failing => '+',
        };
        return writeln!(f, "{sign} {}", short(&text(piece)));
    }
    let marked = line.iter().map(|piece| match piece.side {
        Side::Both => short(&text(piece)),
        Side::Passing => format!("[-{}-]", short(&text(piece))),
        Side::Failing => format!("{{+{}+}}", short(&text(piece))),
    });
    writeln!(f, "~ {}", marked.collect::<String>())
}

/// Bytes as they are shown: without the end of the line, and with escapes for what is not text.
fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_suffix('\n').unwrap_or(&text);
    plain(text, &['\t'])
}

/// The beginning and the end of what is too long to be shown.
fn short(text: &str) -> String {
    let chars = text.chars().count();
    if chars <= WIDTH {
        return text.to_owned();
    }
    let head: String = text.chars().take(WIDTH / 2).collect();
    let tail: String = text.chars().skip(chars - WIDTH / 2).collect();
    format!("{head}...{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use dwindle::Text;
    use dwindle::space::{Merged, Unit};

    fn view(passing: &str, failing: &str, unit: Unit) -> String {
        let text = |text: &str| Text::new(text.as_bytes().to_vec()).expect("it is short");
        let Merged { space, sides } =
            Merged::new(&text(passing), &text(failing), unit).expect("they are short");
        View::new(&space, &sides).to_string()
    }

    #[test]
    fn lines_of_one_side_and_parts_of_lines_are_marked() {
        assert_eq!(view("a\nb\n", "a\nc\n", Unit::Lines), "  a\n- b\n+ c\n");
        assert_eq!(view("int x = 1;\n", "int x = 0;\n", Unit::Tokens), "~ int x = [-1-]{+0+};\n");
        assert_eq!(view("", "a", Unit::Lines), "+ a\n");
    }

    #[test]
    fn what_is_far_from_any_difference_is_counted() {
        let shared = (0..20).map(|i| i.to_string() + "\n").collect::<Vec<_>>().concat();
        let failing = format!("{shared}x\n{shared}");
        let view = view(&(shared.clone() + &shared), &failing, Unit::Lines);
        let expected = "@@ 17 lines that both sides share @@\n  17\n  18\n  19\n+ x\n  0\n  1\n  2\n\
                        @@ 17 lines that both sides share @@\n";
        assert_eq!(view, expected);
    }
}
