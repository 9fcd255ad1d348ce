//! Lines with those indented below them.

use super::drafts::{Drafts, Kind};
use crate::tree::Role;

/// Lines of one indentation.
struct Level {
    indent: usize,
    lines: Vec<u32>,
}

/// The lines as a list in which a line and those indented below it are one element.
///
/// A line of at most one word behind lines that are indented more, and no more than the line before those, belongs to them, as
/// `end`, `fi` and `else` do.
pub(super) fn blocks(bytes: &[u8], drafts: &mut Drafts, lines: &[u32]) -> Option<u32> {
    let mut levels: Vec<Level> = Vec::new();
    for line in lines {
        let indent = indent(bytes, drafts.get(*line).start as usize);
        while levels.last().is_some_and(|level| level.indent > indent) {
            end_level(drafts, &mut levels, indent);
        }
        match levels.last_mut() {
            Some(level) if level.indent == indent => {
                let last = level.lines.last().copied();
                match last.filter(|last| awaits_end(drafts, *last) && has_one_word(drafts, *line)) {
                    Some(block) => drafts.append(block, *line, Role::Loose),
                    None => level.lines.push(*line),
                }
            }
            _ => levels.push(Level { indent, lines: vec![*line] }),
        }
    }
    while levels.len() > 1 {
        end_level(drafts, &mut levels, 0);
    }
    let lines = levels.pop()?.lines;
    Some(listed(drafts, lines))
}

/// Puts the innermost level below the line before it; where there is none, it goes on with this indentation.
fn end_level(drafts: &mut Drafts, levels: &mut Vec<Level>, indent: usize) {
    let Some(level) = levels.pop() else { return };
    let Some(above) = levels.last_mut() else {
        levels.push(Level { indent, ..level });
        return;
    };
    let body = listed(drafts, level.lines);
    let head = above.lines.pop().expect("a level begins with a line");
    if drafts.get(head).kind == Kind::Block {
        drafts.append(head, body, Role::Loose);
        above.lines.push(head);
    } else {
        above.lines.push(drafts.node(Kind::Block, vec![(head, Role::Needed), (body, Role::Loose)]));
    }
}

fn listed(drafts: &mut Drafts, lines: Vec<u32>) -> u32 {
    match lines[..] {
        [only] => only,
        _ => drafts.node(Kind::List, lines.into_iter().map(|line| (line, Role::Element)).collect()),
    }
}

/// Whether the last part of a block is indented below another.
fn awaits_end(drafts: &Drafts, block: u32) -> bool {
    let draft = drafts.get(block);
    let start = |at: usize| drafts.get(draft.children[at].0).start;
    draft.kind == Kind::Block && {
        let last = draft.children.len() - 1;
        // What ends a block is a leaf or a short row; a body stands behind its head or behind such a line.
        start(last) > start(last - 1) && last % 2 == 1
    }
}

fn has_one_word(drafts: &Drafts, line: u32) -> bool {
    let draft = drafts.get(line);
    match draft.kind {
        Kind::Word | Kind::Mark => true,
        Kind::Row | Kind::List => {
            let kinds = draft.children.iter().map(|(child, _)| drafts.get(*child).kind);
            draft.children.len() <= 3
                && kinds.clone().all(|kind| matches!(kind, Kind::Word | Kind::Mark))
                && kinds.filter(|kind| *kind == Kind::Word).count() <= 1
        }
        Kind::Group | Kind::Element | Kind::Block => false,
    }
}

/// How many blanks stand before `start` on its line.
fn indent(bytes: &[u8], start: usize) -> usize {
    bytes[..start].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}
