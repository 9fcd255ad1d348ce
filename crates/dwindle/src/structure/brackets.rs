//! Brackets and tags with their partners, and what stands between them.

use std::collections::BTreeMap;

use super::drafts::{Drafts, Kind};
use super::items::{Item, What, items};
use super::separators::split;
use crate::Text;
use crate::tree::Role;

/// By what an opening bracket is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key<'t> {
    Bracket(u8),
    /// The inside of a tag.
    Tag,
    /// What stands between two tags of this name.
    Name(&'t [u8]),
}

/// What was opened and is not closed yet.
struct Frame<'t> {
    key: Key<'t>,
    /// The bracket or tag that opens it.
    open: Item,
    items: Vec<Item>,
}

/// Nodes on the way.
struct Nesting<'t> {
    bytes: &'t [u8],
    drafts: Drafts,
    /// What stands outside of all brackets.
    outer: Vec<Item>,
    frames: Vec<Frame<'t>>,
    /// Where in `frames` those of each key are.
    open: BTreeMap<Key<'t>, Vec<usize>>,
}

/// All nodes of a text, and the one that is all of it, if there is more than blanks.
pub(super) fn nest(text: &Text) -> (Drafts, Option<u32>) {
    let mut nesting = Nesting {
        bytes: text.bytes(),
        drafts: Drafts::default(),
        outer: Vec::new(),
        frames: Vec::new(),
        open: BTreeMap::new(),
    };
    let items = items(text);
    for (at, item) in items.iter().enumerate() {
        nesting.take(*item, items.get(at + 1).copied());
    }
    nesting.dissolve(0);
    let Nesting { bytes, mut drafts, outer, .. } = nesting;
    let top = split(bytes, &mut drafts, &outer, true);
    (drafts, top)
}

impl<'t> Nesting<'t> {
    fn take(&mut self, item: Item, next: Option<Item>) {
        let mark = (item.what == What::Mark).then(|| self.bytes[item.start as usize]);
        match mark {
            Some(bracket @ (b'(' | b'[' | b'{')) => self.begin(Key::Bracket(bracket), item),
            Some(b')') => self.end(Key::Bracket(b'('), item),
            Some(b']') => self.end(Key::Bracket(b'['), item),
            Some(b'}') => self.end(Key::Bracket(b'{'), item),
            Some(b'<') if next.is_some_and(|next| self.begins_tag(next)) => self.begin(Key::Tag, item),
            Some(b'>') if self.frames.last().is_some_and(|frame| frame.key == Key::Tag) => self.end_tag(item),
            _ => self.items().push(item),
        }
    }

    /// Whether what follows `<` makes it a tag.
    fn begins_tag(&self, next: Item) -> bool {
        let first = self.bytes[next.start as usize];
        first.is_ascii_alphabetic() || next.what == What::Mark && matches!(first, b'/' | b'!' | b'?')
    }

    fn items(&mut self) -> &mut Vec<Item> {
        self.frames.last_mut().map_or(&mut self.outer, |frame| &mut frame.items)
    }

    fn begin(&mut self, key: Key<'t>, open: Item) {
        self.open.entry(key).or_default().push(self.frames.len());
        self.frames.push(Frame { key, open, items: Vec::new() });
    }

    /// Closes the last frame of this key, if there is one; what is still open in it has no partner.
    fn end(&mut self, key: Key<'t>, close: Item) {
        let Some(at) = self.open.get(&key).and_then(|open| open.last()).copied() else {
            self.items().push(close);
            return;
        };
        self.dissolve(at + 1);
        let node = self.closed(close);
        self.items().push(node);
    }

    /// Closes the last frame as a tag, and what that opens or closes.
    fn end_tag(&mut self, close: Item) {
        let items = self.frames.last().map_or(&[][..], |frame| &frame.items);
        let bytes = self.bytes;
        let slice = |item: &Item| &bytes[item.start as usize..item.stop as usize];
        let name = |from: usize| {
            let words = items[from.min(items.len())..].iter();
            let end = words.take_while(|item| matches!(item.what, What::Word | What::Mark)).last()?;
            Some(&bytes[items[from].start as usize..end.stop as usize])
        };
        let closes = items.first().is_some_and(|item| slice(item) == b"/");
        let is_open = items.first().is_some_and(|item| item.what == What::Word)
            && items.last().is_some_and(|item| slice(item) != b"/");
        let name = if closes {
            name(1)
        } else if is_open {
            name(0).map(until_equal)
        } else {
            None
        };
        let tag = self.closed(close);
        match name {
            Some(name) if closes => self.end(Key::Name(name), tag),
            Some(name) => self.begin(Key::Name(name), tag),
            None => self.items().push(tag),
        }
    }

    /// The last frame as a node, which `close` closes.
    fn closed(&mut self, close: Item) -> Item {
        let frame = self.pop().expect("a frame is open");
        let (kind, is_free) = match frame.key {
            Key::Bracket(_) | Key::Tag => (Kind::Group, false),
            Key::Name(_) => (Kind::Element, true),
        };
        let inside = split(self.bytes, &mut self.drafts, &frame.items, is_free);
        let open = (self.node_of(frame.open), Role::Needed);
        let close_node = (self.node_of(close), Role::Needed);
        let inside = inside.map(|inside| (inside, Role::Loose));
        let children = [Some(open), inside, Some(close_node)].into_iter().flatten().collect();
        let node = self.drafts.node(kind, children);
        Item { start: frame.open.start, stop: close.stop, what: What::Node(node) }
    }

    fn node_of(&mut self, item: Item) -> u32 {
        match item.what {
            What::Node(node) => node,
            _ => self.drafts.leaf(Kind::Mark, item.start, item.stop),
        }
    }

    /// Takes the frames from `from` on as if nothing had been opened.
    fn dissolve(&mut self, from: usize) {
        // From the outermost on, so that what is moved is moved once.
        let frames: Vec<Frame<'t>> = self.frames.drain(from..).collect();
        for frame in frames {
            self.open.get_mut(&frame.key).and_then(Vec::pop);
            let into = self.frames.last_mut().map_or(&mut self.outer, |frame| &mut frame.items);
            into.push(frame.open);
            into.extend(frame.items);
        }
    }

    fn pop(&mut self) -> Option<Frame<'t>> {
        let frame = self.frames.pop()?;
        self.open.get_mut(&frame.key).and_then(Vec::pop);
        Some(frame)
    }
}

/// What stands before a blank or `=`.
fn until_equal(name: &[u8]) -> &[u8] {
    let end = name.iter().position(|byte| *byte == b'=').unwrap_or(name.len());
    &name[..end]
}
