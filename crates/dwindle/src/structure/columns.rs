//! Finds columns, what stands at the same place of lists with equally many elements, and offers each as a rewrite
//! that removes it.

use std::collections::BTreeMap;
use std::ops::Range;

use super::parser::Structure;
use crate::Text;
use crate::rewrite::{Edit, Rewrite};
use crate::tree::{NodeId, Parse, Role, Shape, Tree};

/// The name of the rule.
const COLUMNS: &str = "columns";

/// Lists of one depth, one separator and one length.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Form<'t> {
    depth: usize,
    separator: &'t [u8],
    columns: usize,
}

/// Each column of lists that have as many elements as others as a rewrite, which takes it out of all of them at once.
pub(crate) fn columns(text: &Text) -> Vec<Rewrite> {
    let Some(tree) = Structure::new().parse(text) else { return Vec::new() };
    let mut forms: BTreeMap<Form<'_>, Vec<Vec<Range<usize>>>> = BTreeMap::new();
    let mut depths = vec![0; tree.len()];
    for id in tree.ids() {
        if let Some(parent) = tree.parent(id) {
            depths[id.index()] = depths[parent.index()] + 1;
        }
        if let Some((separator, cells)) = cells(&tree, id) {
            let form = Form { depth: depths[id.index()], separator, columns: cells.len() };
            forms.entry(form).or_default().push(cells);
        }
    }
    let mut rewrites = Vec::new();
    for (form, lists) in forms.into_iter().filter(|(_, lists)| lists.len() > 1) {
        for column in 0..form.columns {
            let edits = lists.iter().map(|cells| Edit { span: cells[column].clone(), with: Box::default() });
            rewrites.push(Rewrite { rule: COLUMNS, edits: edits.collect() });
        }
    }
    rewrites
}

/// The cells of a list, each with the separator before it or, of the first, behind it (where it overlaps the second); and
/// that separator.
///
/// Empty cells between two separators count. Lists of lines have none.
fn cells(tree: &Tree, id: NodeId) -> Option<(&[u8], Vec<Range<usize>>)> {
    if tree.node(id).shape() != Shape::Star {
        return None;
    }
    let is_mark = |child: &NodeId| tree.node(*child).role() == Role::Separator || tree.name(*child) == "mark";
    let children: Vec<NodeId> = tree.children(id).collect();
    let span = |child: NodeId| tree.node(child).span();
    let separator = children.iter().find(|child| is_mark(child));
    let cuts: Vec<Range<usize>> = match separator {
        Some(_) => children.iter().filter(|child| is_mark(child)).map(|child| span(*child)).collect(),
        None => children.windows(2).map(|two| span(two[0]).end..span(two[1]).start).collect(),
    };
    let between = &tree.text().bytes()[cuts.first()?.clone()];
    if between.contains(&b'\n') || between.contains(&b'\r') {
        return None;
    }
    let node = tree.node(id).span();
    let mut cells = Vec::with_capacity(cuts.len() + 1);
    cells.push(node.start..cuts[0].end);
    for (at, cut) in cuts.iter().enumerate() {
        let end = cuts.get(at + 1).map_or(node.end, |next| next.start);
        cells.push(cut.start..end);
    }
    Some((between, cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_goes_from_all_lists_of_its_length() {
        let text = Text::new(b"a,b b,c\nd,,f\nx,y\n".as_slice()).unwrap();
        let left = |rewrite: &Rewrite| {
            let mut bytes = text.bytes().to_vec();
            rewrite.edits.iter().rev().for_each(|edit| drop(bytes.drain(edit.span.clone())));
            String::from_utf8(bytes).unwrap()
        };
        let left: Vec<String> = columns(&text).iter().map(left).collect();
        assert_eq!(left, ["b b,c\n,f\nx,y\n", "a,c\nd,f\nx,y\n", "a,b b\nd,\nx,y\n"]);
    }
}
