//! Builds a tree of parts in the order of the bytes.

use std::borrow::Cow;
use std::ops::Range;

use super::number::Number;
use super::packing::Packing;
use super::parts::{Kind, ListId, Meaning, Part, PartId, Parts, Unit};
use super::write;

/// Makes [`Parts`] in the order of the bytes.
#[derive(Debug)]
pub struct PartsBuilder<'a> {
    bytes: Cow<'a, [u8]>,
    parts: Vec<Part>,
    open: Vec<PartId>,
    units: Vec<Draft>,
    lists: Vec<Vec<PartId>>,
    free: Vec<Range<usize>>,
    /// The numbers and paddings, and where each stands.
    numbers: Vec<(PartId, Range<usize>)>,
    reach: Reach,
}

/// How far a builder had come.
#[derive(Debug)]
pub(super) struct State {
    reach: Reach,
    bytes: usize,
    parts: usize,
    open: usize,
    units: usize,
    free: usize,
    numbers: usize,
    lists: Vec<usize>,
}

/// How far the parts go, one behind the other.
#[derive(Clone, Copy, Debug, Default)]
struct Reach {
    end: usize,
    /// Whether one began elsewhere.
    is_torn: bool,
}

/// A unit of which is not known yet how deep it is.
#[derive(Debug)]
struct Draft {
    parts: Vec<PartId>,
    instead: Option<Box<[u8]>>,
    /// How many other ways there are in which what is as deep can go, before this.
    way: usize,
}

impl Parts {
    /// Data of which nothing is known: all of it may go.
    pub fn unknown(bytes: &[u8]) -> Self {
        let mut builder = PartsBuilder::new(bytes);
        builder.content(0..bytes.len());
        builder.finish()
    }
}

impl<'a> PartsBuilder<'a> {
    /// With nothing read of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        let whole = Part { end: 0, parent: 0, kind: Kind::Group };
        Self {
            bytes: Cow::Borrowed(bytes),
            parts: vec![whole],
            open: vec![0],
            units: Vec::new(),
            lists: Vec::new(),
            free: Vec::new(),
            numbers: Vec::new(),
            reach: Reach::default(),
        }
    }

    /// The data, and behind it what was unpacked of it.
    pub fn data(&self) -> &[u8] {
        &self.bytes
    }

    fn push(&mut self, kind: Kind) -> PartId {
        let id = self.parts.len();
        self.parts.push(Part { end: id + 1, parent: *self.open.last().unwrap_or(&0), kind });
        id
    }

    /// Goes on behind `span`, which should begin where the parts end; one without bytes stands anywhere.
    fn reach(&mut self, span: &Range<usize>) {
        if !span.is_empty() {
            let is_next = span.start == self.reach.end;
            self.reach = Reach { end: span.end, is_torn: self.reach.is_torn || !is_next };
        }
    }

    /// Whether the parts, as they stand one behind the other, are all of the data to this place.
    pub fn has_read_to(&self, end: usize) -> bool {
        !self.reach.is_torn && self.reach.end == end
    }

    /// Bytes that stay as they are.
    pub fn bytes(&mut self, span: Range<usize>) -> PartId {
        self.reach(&span);
        self.push(Kind::Bytes(span))
    }

    /// Content, whose bytes may go one by one.
    pub fn content(&mut self, span: Range<usize>) -> PartId {
        if !span.is_empty() {
            self.free.push(span.clone());
        }
        self.bytes(span)
    }

    /// Begins a part; what follows is in it until it is [closed](Self::close).
    pub fn open(&mut self) -> PartId {
        let id = self.push(Kind::Group);
        self.open.push(id);
        id
    }

    /// Begins a part that can go.
    pub fn open_unit(&mut self) -> PartId {
        let id = self.open();
        self.unit([id]);
        id
    }

    /// Begins what `span` is when it is unpacked, and gives where that stands; none where it cannot be unpacked, or is of more
    /// than `most` bytes.
    pub fn unpack(&mut self, packing: Packing, span: Range<usize>, most: usize) -> Option<Range<usize>> {
        let content = (packing.unpack)(self.bytes.get(span.clone())?, most)?;
        let start = self.bytes.len();
        self.bytes.to_mut().extend(content);
        let content = start..self.bytes.len();
        self.reach(&span);
        self.reach.end = content.start;
        let id = self.push(Kind::Packed(packing, span, content.clone()));
        self.open.push(id);
        Some(content)
    }

    /// Ends the part that was opened last.
    pub fn close(&mut self) {
        let Some(id) = self.open.pop() else { return };
        self.parts[id].end = self.parts.len();
        if let Kind::Packed(_, span, content) = &self.parts[id].kind {
            self.reach =
                Reach { end: span.end, is_torn: self.reach.is_torn || self.reach.end != content.end };
        }
    }

    /// The part that was opened last and is not closed.
    pub fn current(&self) -> PartId {
        *self.open.last().unwrap_or(&0)
    }

    /// Parts that can go, but only together.
    pub fn unit(&mut self, parts: impl IntoIterator<Item = PartId>) {
        self.units.push(Draft { parts: parts.into_iter().collect(), instead: None, way: 0 });
    }

    /// Parts that can go together in another way than the first `way` of those as deep, with something instead of the first of them
    /// if it is given.
    pub fn unit_by(&mut self, way: usize, parts: Vec<PartId>, instead: Option<&[u8]>) {
        self.units.push(Draft { parts, instead: instead.map(Into::into), way });
    }

    /// A list of parts that numbers count, with nothing in it.
    pub fn list(&mut self) -> ListId {
        self.lists.push(Vec::new());
        self.lists.len() - 1
    }

    /// Puts a part at the end of a list.
    pub fn put_in(&mut self, list: ListId, part: PartId) {
        self.lists[list].push(part);
    }

    /// The parts directly in one that is closed.
    pub fn children(&self, id: PartId) -> Vec<PartId> {
        let within = |at: usize| (at < self.parts[id].end).then_some(at);
        std::iter::successors(within(id + 1), |at| within(self.parts[*at].end)).collect()
    }

    /// The number at `span`, which is as it is as long as nobody says what it [means](Self::means).
    pub fn number(&mut self, span: Range<usize>) -> PartId {
        self.bytes(span)
    }

    /// Says what a number means.
    pub fn means(&mut self, id: PartId, form: Number, meaning: Meaning) {
        let Kind::Bytes(span) = self.parts[id].kind.clone() else { return };
        let form = match form {
            Number::Leb => self.leb(span.clone()),
            other => other,
        };
        self.numbers.push((id, span));
        self.parts[id].kind = Kind::Number(form, meaning);
    }

    /// LEB128 as wide as it is here.
    fn leb(&self, span: Range<usize>) -> Number {
        let Some((value, end)) = Number::Leb.read(&self.bytes, span.start) else { return Number::Leb };
        let width = end - span.start;
        if width == Number::Leb.width(value) {
            Number::Leb
        } else {
            Number::PaddedLeb(u8::try_from(width).unwrap_or(u8::MAX))
        }
    }

    /// The bytes at `span` make the size of a part a multiple of `of`.
    pub fn padding(&mut self, span: Range<usize>, part: PartId, of: u64) {
        let id = self.bytes(span.clone());
        if self.bytes[span.clone()].iter().all(|byte| *byte == 0) {
            self.parts[id].kind = Kind::Padding(part, of);
            self.numbers.push((id, span));
        }
    }

    /// The bytes at `span` are the same as those of a part before them.
    pub fn copy(&mut self, span: Range<usize>, part: PartId) {
        let id = self.bytes(span.clone());
        self.parts[id].kind = Kind::Copy(part);
        self.numbers.push((id, span));
    }

    /// How deep what comes next is in others.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Reads what may turn out not to be as it should: then everything is as it was before.
    pub fn attempt<R>(&mut self, read: impl FnOnce(&mut Self) -> Option<R>) -> Option<R> {
        let before = self.state();
        let done = read(self);
        if done.is_none() {
            self.go_back(before);
        }
        done
    }

    /// How far it has come.
    pub(super) fn state(&self) -> State {
        State {
            reach: self.reach,
            bytes: self.bytes.len(),
            parts: self.parts.len(),
            open: self.open.len(),
            units: self.units.len(),
            free: self.free.len(),
            numbers: self.numbers.len(),
            lists: self.lists.iter().map(Vec::len).collect(),
        }
    }

    /// Forgets what came after a state.
    pub(super) fn go_back(&mut self, to: State) {
        self.reach = to.reach;
        if self.bytes.len() > to.bytes {
            self.bytes.to_mut().truncate(to.bytes);
        }
        self.parts.truncate(to.parts);
        self.open.truncate(to.open);
        self.units.truncate(to.units);
        self.free.truncate(to.free);
        self.numbers.truncate(to.numbers);
        self.lists.truncate(to.lists.len());
        for (list, len) in self.lists.iter_mut().zip(to.lists) {
            list.truncate(len);
        }
    }

    /// The tree. Numbers that are not what they would have to be stay as they are.
    pub fn finish(mut self) -> Parts {
        while self.open.len() > 1 {
            self.close();
        }
        self.parts[0].end = self.parts.len();
        let Self { bytes, parts, units, lists, mut free, numbers, .. } = self;
        free.sort_by_key(|span| (span.start, span.end));
        free.dedup_by(|next, before| next.start < before.end);
        let units = nested(units, &parts);
        let mut made = Parts { bytes: bytes.into(), nodes: parts, units, free, lists };
        // A number that holds by chance of a wrong one is right no more when that one stays as it is.
        loop {
            let wrong = write::wrong(&made, &numbers);
            if wrong.is_empty() {
                return made;
            }
            for (id, span) in wrong {
                made.nodes[id].kind = Kind::Bytes(span);
            }
        }
    }
}

/// The units with their depths, outer ones first.
fn nested(units: Vec<Draft>, parts: &[Part]) -> Vec<Unit> {
    let mut is_unit = vec![false; parts.len()];
    units.iter().filter_map(|unit| unit.parts.first()).for_each(|id| is_unit[*id] = true);
    let depth = |id: PartId| {
        let above = std::iter::successors(Some(id), |id| (*id > 0).then(|| parts[*id].parent));
        above.skip(1).filter(|id| is_unit[*id]).count()
    };
    let units = units.into_iter().filter(|unit| !unit.parts.is_empty());
    let mut units: Vec<((usize, usize), Draft)> =
        units.map(|unit| ((depth(unit.parts[0]), unit.way), unit)).collect();
    units.sort_by_key(|(round, unit)| (*round, unit.parts[0]));
    let rounds = units.chunk_by(|(one, _), (other, _)| one == other).map(<[_]>::len);
    let depths: Vec<usize> =
        rounds.enumerate().flat_map(|(depth, count)| std::iter::repeat_n(depth, count)).collect();
    let with_depth = |((_, Draft { parts, instead, .. }), depth)| Unit { parts, instead, depth };
    units.into_iter().zip(depths).map(with_depth).collect()
}
