//! Structure for what no parser makes sense of: brackets, tokens and lines.

use dwindle::grammar::Symbol;
use dwindle::tree::{Role, Shape, TreeBuilder};

use super::parts::Part;
use super::raw::RawNode;

/// Adds a tree of the lines of a text, the root included.
pub(super) fn by_lines(builder: &mut TreeBuilder, text: &[u8], symbol: Symbol) {
    builder.open(symbol, symbol, Shape::Unparsed, Role::Needed, 0);
    for (start, stop) in lines(text) {
        builder.leaf(symbol, symbol, Role::Loose, start..stop);
    }
    builder.close(text.len());
}

/// The stretches of the lines that have more than blanks, without the blanks around them.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    text.split_inclusive(|byte| *byte == b'\n').filter_map(move |line| {
        let start = at + (line.len() - line.trim_ascii_start().len());
        at += line.len();
        let stop = start + line.trim_ascii().len();
        (start < stop).then_some((start, stop))
    })
}

/// The parts of a region that the parser gave up on: what it recognised there, in the brackets it stands in, and
/// the lines of what it skipped.
pub(super) fn by_brackets(
    nodes: &[RawNode],
    children: &[usize],
    region: RawNode,
    text: &[u8],
    symbol: Symbol,
    parts: &mut Vec<Part>,
) {
    let partners = partners(nodes, children, text);
    let open = Part::Open { symbol, place: symbol, shape: Shape::Unparsed, role: Role::Loose };
    let mut at = region.start;
    for (number, child) in children.iter().enumerate() {
        let node = nodes[*child];
        skipped(text, at, node.start, parts);
        at = node.stop;
        if node.start == node.stop {
            continue;
        }
        if partners[number].is_some_and(|partner| partner > number) {
            parts.push(open);
        }
        let role = if partners[number].is_some() { Role::Needed } else { Role::Loose };
        parts.push(Part::child(*child, node.symbol(), role));
        if partners[number].is_some_and(|partner| partner < number) {
            parts.push(Part::Close);
        }
    }
    skipped(text, at, region.stop, parts);
}

fn skipped(text: &[u8], start: u32, stop: u32, parts: &mut Vec<Part>) {
    let offset = |at: usize| start + u32::try_from(at).expect("a text has less than 4 GiB");
    let bytes = &text[start as usize..stop as usize];
    parts.extend(lines(bytes).map(|(from, to)| Part::Text { start: offset(from), stop: offset(to) }));
}

/// For each bracket that has a partner, the number of the partner.
fn partners(nodes: &[RawNode], children: &[usize], text: &[u8]) -> Vec<Option<usize>> {
    let mut partners = vec![None; children.len()];
    let mut open: Vec<(usize, u8)> = Vec::new();
    for (number, child) in children.iter().enumerate() {
        let node = nodes[*child];
        match &text[node.start as usize..node.stop as usize] {
            [b'('] => open.push((number, b')')),
            [b'['] => open.push((number, b']')),
            [b'{'] => open.push((number, b'}')),
            [close @ (b')' | b']' | b'}')] => {
                // Brackets left open inside of a pair have no partner.
                if let Some(depth) = open.iter().rposition(|(_, expected)| expected == close) {
                    let (partner, _) = open[depth];
                    open.truncate(depth);
                    partners[partner] = Some(number);
                    partners[number] = Some(partner);
                }
            }
            _ => {}
        }
    }
    partners
}
