//! The edits of a text that leave some blocks out, with the jumps to them led on and the values that they gave
//! replaced.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::edges::Way;
use super::{Flow, Merge};
use crate::rewrite::Edit;

impl Flow {
    /// The edits of `text` that leave these blocks out, and those that nothing leads to without them.
    ///
    /// Jumps to them lead on to where they would have led. A value that is given nowhere any more becomes a constant, and a merge
    /// takes what came from the last block on each way. All ways are parts of ways that there were, so that a value that is left still
    /// comes before its uses.
    ///
    /// Edits are in order; one may lie within another, and has no effect then.
    pub fn left_out(&self, text: &[u8], blocks: &BTreeSet<usize>) -> Vec<Edit> {
        if blocks.is_empty() {
            return Vec::new();
        }
        let ways = self.kept(blocks);
        let mut edits: Vec<Edit> = Vec::new();
        let mut uses: Vec<&Range<usize>> = Vec::new();
        for (_, block) in self.blocks.iter().enumerate().filter(|(number, _)| !ways.contains_key(number)) {
            edits.push(Edit { span: block.span.clone(), with: Box::default() });
            uses.extend(&block.uses);
        }
        for (block, ways) in &ways {
            let is_plain = self.is_plain(*block, ways, blocks);
            if let Some(jump) = self.blocks[*block].jump.as_ref().filter(|_| is_plain) {
                uses.extend(&jump.uses);
            }
            edits.extend(self.jump(text, *block, ways, is_plain));
        }
        let mut merges: Vec<(&Merge, Vec<(usize, usize)>)> = Vec::new();
        for block in ways.keys() {
            for merge in &self.blocks[*block].merges {
                let before = before(&ways, *block);
                if before.iter().all(|(from, _)| self.blocks[*from].reference.is_some()) && !before.is_empty()
                {
                    merges.push((merge, before));
                } else {
                    edits.push(Edit { span: merge.span.clone(), with: Box::default() });
                    uses.extend(&merge.uses);
                }
            }
        }
        let constants: BTreeSet<usize> = uses.iter().map(|span| span.start).collect();
        let value = || self.words.value.as_bytes().into();
        edits.extend(uses.into_iter().map(|span| Edit { span: span.clone(), with: value() }));
        edits.extend(
            merges.into_iter().filter_map(|(merge, before)| self.merge(text, merge, &before, &constants)),
        );
        edits.sort_by_key(|edit| (edit.span.start, std::cmp::Reverse(edit.span.end)));
        edits
    }

    /// What becomes of the jump of a block.
    fn jump(&self, text: &[u8], block: usize, ways: &[Way], is_plain: bool) -> Vec<Edit> {
        let Some(jump) = &self.blocks[block].jump else { return Vec::new() };
        let label = |way: &Way| String::from_utf8_lossy(&text[way.label.clone()]).into_owned();
        let whole = |with: String| vec![Edit { span: jump.span.clone(), with: with.into_bytes().into() }];
        match ways {
            [] if is_plain && !jump.targets.is_empty() => whole(self.words.end.to_owned()),
            [way, ..] if is_plain => whole(self.words.jump.replace("{target}", &label(way))),
            _ => {
                let changed = jump.targets.iter().zip(ways).filter(|((_, to), way)| *to != way.to);
                changed
                    .map(|((at, _), way)| Edit { span: at.clone(), with: label(way).into_bytes().into() })
                    .collect()
            }
        }
    }

    /// What a merge takes, of each block `before` and the last one on the way from it; none where that is what it took.
    fn merge(
        &self,
        text: &[u8],
        merge: &Merge,
        before: &[(usize, usize)],
        constants: &BTreeSet<usize>,
    ) -> Option<Edit> {
        let mut ways: Vec<usize> = before.iter().map(|(from, _)| *from).collect();
        let mut taken: Vec<usize> = merge.incoming.iter().map(|(_, from)| *from).collect();
        ways.sort_unstable();
        taken.sort_unstable();
        let is_same = ways == taken && before.iter().all(|(from, last)| from == last);
        if is_same {
            return None;
        }
        let text_of = |span: &Range<usize>| String::from_utf8_lossy(&text[span.clone()]).into_owned();
        let value = |last: usize| {
            let known = merge.incoming.iter().find(|(_, from)| *from == last);
            let known = known.filter(|(span, _)| !constants.contains(&span.start));
            known.map_or_else(|| self.words.value.to_owned(), |(span, _)| text_of(span))
        };
        let taken: Vec<String> = before
            .iter()
            .map(|(from, last)| {
                let reference = self.blocks[*from].reference.as_ref().map(text_of).unwrap_or_default();
                self.words.incoming.replace("{value}", &value(*last)).replace("{from}", &reference)
            })
            .collect();
        Some(Edit { span: merge.list.clone(), with: taken.join(", ").into_bytes().into() })
    }
}

/// The blocks from which a way leads to `block`, each with the last one on its way, in order.
fn before(ways: &BTreeMap<usize, Vec<Way>>, block: usize) -> Vec<(usize, usize)> {
    let all = ways.iter().flat_map(|(from, ways)| ways.iter().map(move |way| (*from, way)));
    let mut before: Vec<(usize, usize)> =
        all.filter(|(_, way)| way.to == block).map(|(from, way)| (from, way.last)).collect();
    // A jump that leads to one block in several ways has one value for all of them.
    let mut first: Option<(usize, usize)> = None;
    for (from, last) in &mut before {
        match first {
            Some((same, value)) if same == *from => *last = value,
            _ => first = Some((*from, *last)),
        }
    }
    before
}
