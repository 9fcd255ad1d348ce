//! The control flow of a text, as a query on its tree tells.
//!
//! What a language has is a page of data: `flows/*.scm`. The captures say what is what:
//!
//! * `@body` is what blocks are in. `(#set! value "…")` stands in the place of a value that nothing gives any more.
//! * `@label` begins a block, up to the next one.
//! * `@jump` is what a block is left by, and each `@target` of it a label to which it leads; what names no block of the body is
//!   none. A jump to one label is `(#set! to "…")`, and the end of a block that leads nowhere `(#set! end "…")`. Without the
//!   block of a `@needed` label it becomes one of these.
//! * `@merge` is a value that depends on where its block was entered from: `@value` where that was `@from`, in the form
//!   `(#set! incoming "…")`.
//! * `@name` is the name of a value, in what gives it, `@given`.
//!
//! A label that stands anywhere else keeps its block.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use dwindle::flow::{Block, Flow, Merge, Words};
use tree_sitter::{Language, Node, Query, StreamingIterator};

use super::raw;

/// The bodies with more than one block of `text`, in order, as `query` tells.
pub(super) fn flows(text: &[u8], language: &Language, query: &'static Query) -> Vec<Flow> {
    let Some(tree) = raw::tree(text, language) else { return Vec::new() };
    let mut bodies: Vec<Body<'_>> = Vec::new();
    let mut parts: Vec<Part> = Vec::new();
    let (names, mut cursor) = (query.capture_names(), raw::cursor());
    let mut matches = cursor.matches(query, tree.root_node(), text);
    while let Some(found) = matches.next() {
        let setting = |key: &str| {
            let mut settings = query.property_settings(found.pattern_index).iter();
            settings.find(|one| &*one.key == key).and_then(|one| one.value.as_deref())
        };
        let captures = found.captures();
        let span = |name: &str| {
            captures.iter().find(|one| names[one.index as usize] == name).map(|one| one.node.byte_range())
        };
        if let Some(capture) = captures.iter().find(|one| names[one.index as usize] == "body") {
            bodies.push(Body { node: capture.node, value: setting("value").unwrap_or_default() });
        }
        parts.extend(Part::of(span, setting));
    }
    bodies.sort_by_key(|body| body.node.start_byte());
    bodies.iter().filter_map(|body| body.flow(text, &parts)).collect()
}

/// What a match is about.
enum Part {
    Label(Range<usize>),
    Target { jump: Range<usize>, label: Range<usize>, to: &'static str, end: &'static str },
    Needed { jump: Range<usize>, label: Range<usize> },
    Incoming { merge: Range<usize>, value: Range<usize>, from: Range<usize>, form: &'static str },
    Given { by: Range<usize>, name: Range<usize> },
}

impl Part {
    fn of(
        span: impl Fn(&str) -> Option<Range<usize>>,
        setting: impl Fn(&str) -> Option<&'static str>,
    ) -> Option<Self> {
        let said = |key| setting(key).unwrap_or_default();
        let (jump, merge) = (span("jump"), span("merge"));
        Some(if let Some(label) = span("label") {
            Self::Label(label)
        } else if let (Some(jump), Some(label)) = (jump.clone(), span("target")) {
            Self::Target { jump, label, to: said("to"), end: said("end") }
        } else if let (Some(jump), Some(label)) = (jump, span("needed")) {
            Self::Needed { jump, label }
        } else if let (Some(merge), Some(value), Some(from)) = (merge, span("value"), span("from")) {
            Self::Incoming { merge, value, from, form: said("incoming") }
        } else {
            Self::Given { by: span("given")?, name: span("name")? }
        })
    }

    /// Where it is.
    fn start(&self) -> usize {
        match self {
            Self::Label(span)
            | Self::Target { jump: span, .. }
            | Self::Needed { jump: span, .. }
            | Self::Incoming { merge: span, .. }
            | Self::Given { by: span, .. } => span.start,
        }
    }
}

/// What blocks are in.
struct Body<'t> {
    node: Node<'t>,
    value: &'static str,
}

impl Body<'_> {
    /// Its blocks; none where there is only one, or what is in them was not understood.
    fn flow(&self, text: &[u8], parts: &[Part]) -> Option<Flow> {
        if self.node.has_error() {
            return None;
        }
        let inside = |part: &&Part| self.node.byte_range().contains(&part.start());
        let parts: Vec<&Part> = parts.iter().filter(inside).collect();
        let mut reading = Reading::new(text, self, &parts)?;
        for part in &parts {
            reading.jumps_and_merges(part);
        }
        for part in &parts {
            reading.values(part);
        }
        reading.finish()
    }
}

/// The blocks of a body while their parts are read.
struct Reading<'x> {
    text: &'x [u8],
    /// Where each token stands.
    places: BTreeMap<&'x [u8], Vec<Range<usize>>>,
    blocks: Vec<Block>,
    /// Their numbers by their labels.
    labels: BTreeMap<&'x [u8], usize>,
    /// The labels whose meaning is known, by where they start.
    understood: BTreeSet<usize>,
    words: Words,
}

impl<'x> Reading<'x> {
    /// The blocks by their places; none if there is only one, or two have one label.
    fn new(text: &'x [u8], body: &Body<'_>, parts: &[&Part]) -> Option<Self> {
        let mut cursor = body.node.walk();
        let inside: Vec<Node<'_>> = body.node.named_children(&mut cursor).collect();
        let (start, end) = (inside.first()?.start_byte(), inside.last()?.end_byte());
        let mut starts: Vec<Range<usize>> = Vec::new();
        starts.extend(parts.iter().filter_map(|part| match part {
            Part::Label(span) => Some(span.clone()),
            _ => None,
        }));
        starts.sort_by_key(|label| label.start);
        let (mut blocks, mut labels) = (Vec::new(), BTreeMap::new());
        let first = starts.first()?.start;
        if first > start {
            blocks.push(Block { span: start..first, ..Block::default() });
        }
        let ends = starts.iter().skip(1).map(|next| next.start).chain([end]);
        for (label, end) in starts.iter().zip(ends) {
            if labels.insert(name(&text[label.clone()]), blocks.len()).is_some() {
                return None;
            }
            blocks.push(Block { span: label.start..end, ..Block::default() });
        }
        let places = places(text, body.node);
        let words = Words { jump: "", end: "", value: body.value, incoming: "" };
        (blocks.len() > 1).then_some(Self {
            text,
            places,
            blocks,
            labels,
            understood: BTreeSet::new(),
            words,
        })
    }

    /// The block in which a place is.
    fn block_at(&mut self, place: usize) -> Option<&mut Block> {
        let after = self.blocks.partition_point(|block| block.span.start <= place);
        self.blocks.get_mut(after.checked_sub(1)?)
    }

    /// The number of the block that a label names, of which that is known now.
    fn named(&mut self, label: &Range<usize>) -> Option<usize> {
        let block = *self.labels.get(name(&self.text[label.clone()]))?;
        self.blocks[block].reference.get_or_insert_with(|| label.clone());
        self.understood.insert(label.start);
        Some(block)
    }

    /// Takes in a part that names blocks.
    fn jumps_and_merges(&mut self, part: &Part) {
        let (Part::Target { label, .. } | Part::Needed { label, .. } | Part::Incoming { from: label, .. }) =
            part
        else {
            return;
        };
        let Some(named) = self.named(label) else { return };
        let Some(block) = self.block_at(part.start()) else { return };
        match part {
            Part::Target { jump, label, to, end } => {
                let own = block.jump.get_or_insert_default();
                own.span = jump.clone();
                own.targets.push((label.clone(), named));
                (self.words.jump, self.words.end) = (to, end);
            }
            Part::Needed { jump, .. } => {
                let own = block.jump.get_or_insert_default();
                own.span = jump.clone();
                own.needs.push(named);
            }
            Part::Incoming { merge, value, form, .. } => {
                match block.merges.iter_mut().find(|one| one.span == *merge) {
                    Some(known) => known.incoming.push((value.clone(), named)),
                    None => block.merges.push(Merge {
                        span: merge.clone(),
                        incoming: vec![(value.clone(), named)],
                        ..Merge::default()
                    }),
                }
                self.words.incoming = form;
            }
            Part::Label(_) | Part::Given { .. } => {}
        }
    }

    /// Takes in where a value stands.
    fn values(&mut self, part: &Part) {
        let Part::Given { by, name } = part else { return };
        let all = self.places.get(&self.text[name.clone()]).into_iter().flatten();
        let uses: Vec<Range<usize>> = all.filter(|place| *place != name).cloned().collect();
        let Some(block) = self.block_at(by.start) else { return };
        block.uses.extend(uses.iter().cloned());
        if let Some(jump) = block.jump.as_mut().filter(|jump| jump.span == *by) {
            jump.uses.clone_from(&uses);
        }
        if let Some(merge) = block.merges.iter_mut().find(|merge| merge.span == *by) {
            merge.uses = uses;
        }
    }

    /// All blocks, of which those stay whose labels stand where it is not known what they mean; none where a merge cannot be written
    /// anew.
    fn finish(mut self) -> Option<Flow> {
        for (word, places) in &self.places {
            let block = self.labels.get(name(word)).and_then(|block| self.blocks.get_mut(*block));
            if let Some(block) = block {
                block.is_fixed |= places.iter().any(|place| !self.understood.contains(&place.start));
            }
        }
        for merge in self.blocks.iter_mut().flat_map(|block| &mut block.merges) {
            merge.list = list(self.text, merge)?;
        }
        Some(Flow { blocks: self.blocks, words: self.words })
    }
}

/// A label without the signs around it.
fn name(label: &[u8]) -> &[u8] {
    let is_sign = |byte: &u8| matches!(byte, b':' | b'%' | b'^' | b'"');
    let start = label.iter().position(|byte| !is_sign(byte)).unwrap_or(label.len());
    let end = label.iter().rposition(|byte| !is_sign(byte)).map_or(start, |last| last + 1);
    &label[start..end]
}

/// From the bracket before the first value that a merge takes to the one after the last block.
fn list(text: &[u8], merge: &Merge) -> Option<Range<usize>> {
    let first = merge.incoming.first()?.0.start;
    let open = text[merge.span.start..first].iter().rposition(|byte| *byte == b'[')?;
    let close = text[..merge.span.end].iter().rposition(|byte| *byte == b']')?;
    Some(merge.span.start + open..close + 1)
}

/// The tokens in a node, each with its places.
fn places<'x>(text: &'x [u8], node: Node<'_>) -> BTreeMap<&'x [u8], Vec<Range<usize>>> {
    let mut places: BTreeMap<&[u8], Vec<Range<usize>>> = BTreeMap::new();
    raw::walk(node, |node| {
        if node.child_count() == 0 && node.is_named() && node.kind() != "label" {
            places.entry(&text[node.byte_range()]).or_default().push(node.byte_range());
        }
        true
    });
    places
}
