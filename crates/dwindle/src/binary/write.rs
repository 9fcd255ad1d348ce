//! Writes what is left of some parts, with each number as it then has to be.

use std::collections::BTreeMap;
use std::ops::Range;

use super::number::Number;
use super::parts::{Gone, Kind, ListId, Meaning, PartId, Parts};

impl Parts {
    /// The data without what is `gone`, and with each number as it then has to be.
    pub fn without(&self, gone: &Gone) -> Vec<u8> {
        Writer::new(self, gone).whole()
    }
}

/// Of these numbers and paddings those that are not what they would have to be.
pub(super) fn wrong(parts: &Parts, numbers: &[(PartId, Range<usize>)]) -> Vec<(PartId, Range<usize>)> {
    let gone = Gone::default();
    let mut writer = Writer::new(parts, &gone);
    writer.whole();
    let is_wrong = |(id, span): &&(PartId, Range<usize>)| {
        if matches!(parts.nodes[*id].kind, Kind::Bytes(_)) {
            return false;
        }
        let Some((buffer, place)) = &writer.places[*id] else { return true };
        writer.buffers[*buffer].get(place.clone()) != parts.bytes.get(span.clone())
    };
    numbers.iter().filter(is_wrong).cloned().collect()
}

struct Writer<'a> {
    parts: &'a Parts,
    gone: &'a Gone,
    is_gone: Vec<bool>,
    /// What stands in the place of parts.
    instead: BTreeMap<PartId, &'a [u8]>,
    /// By list, how many of its first parts are left.
    left: Vec<Option<Vec<u64>>>,
    sizes: Vec<Option<u64>>,
    /// Parts whose size is being found out.
    is_open: Vec<bool>,
    /// The whole, and what is unpacked.
    buffers: Vec<Vec<u8>>,
    /// By part, in which buffer it stands and where.
    places: Vec<Option<(usize, Range<usize>)>>,
    /// What was packed again; none where it is as it was.
    packed: BTreeMap<PartId, Option<Vec<u8>>>,
}

impl<'a> Writer<'a> {
    fn new(parts: &'a Parts, gone: &'a Gone) -> Self {
        let count = parts.nodes.len();
        let mut is_gone = vec![false; count];
        for &id in &gone.parts {
            is_gone[id..parts.nodes[id].end].fill(true);
        }
        Self {
            parts,
            gone,
            is_gone,
            instead: gone.instead.iter().map(|(id, bytes)| (*id, &**bytes)).collect(),
            left: vec![None; parts.lists.len()],
            sizes: vec![None; count],
            is_open: vec![false; count],
            buffers: Vec::new(),
            places: vec![None; count],
            packed: BTreeMap::new(),
        }
    }

    fn whole(&mut self) -> Vec<u8> {
        let buffer = self.buffer(0);
        self.buffers[buffer].clone()
    }

    /// The parts directly in a part that are left.
    fn children(&self, id: PartId) -> Vec<PartId> {
        let (mut at, mut children) = (id + 1, Vec::new());
        while at < self.parts.nodes[id].end {
            if !self.is_gone[at] {
                children.push(at);
            }
            at = self.parts.nodes[at].end;
        }
        children
    }

    /// Writes a part, or what is unpacked of it, into a buffer of its own; which one.
    fn buffer(&mut self, id: PartId) -> usize {
        let buffer = self.buffers.len();
        self.buffers.push(Vec::new());
        let (mut out, mut numbers) = (Vec::new(), Vec::new());
        for child in self.children(id) {
            self.emit(child, buffer, &mut out, &mut numbers);
        }
        self.places[id] = Some((buffer, 0..out.len()));
        self.buffers[buffer] = out;
        let is_checksum =
            |id: &PartId| matches!(self.parts.nodes[*id].kind, Kind::Number(_, Meaning::Checksum(..)));
        let (mut checksums, others): (Vec<PartId>, Vec<PartId>) = numbers.into_iter().partition(is_checksum);
        for id in others {
            self.fill(id);
        }
        // What has another checksum in it comes after that one.
        checksums.sort_by_key(|id| self.covered(*id));
        for id in checksums {
            self.fill(id);
        }
        buffer
    }

    fn emit(&mut self, id: PartId, buffer: usize, out: &mut Vec<u8>, numbers: &mut Vec<PartId>) {
        let start = out.len();
        if let Some(bytes) = self.instead.get(&id) {
            out.extend_from_slice(bytes);
            return;
        }
        match &self.parts.nodes[id].kind {
            Kind::Bytes(span) => {
                for left in without(span, &self.gone.bytes) {
                    self.copy(left, out);
                }
            }
            Kind::Group => {
                for child in self.children(id) {
                    self.emit(child, buffer, out, numbers);
                }
            }
            Kind::Number(form, _) if self.is_fixed(*form) => {
                out.resize(start + form.width(0), 0);
                numbers.push(id);
            }
            Kind::Number(form, _) => self.form(*form).write(self.value(id), out),
            Kind::Packed(_, span, content) => {
                let content = self.buffer_of_packed(id, content);
                match content {
                    None => out.extend_from_slice(&self.parts.bytes[span.clone()]),
                    Some(packed) => out.extend_from_slice(&packed),
                }
            }
            Kind::Padding(part, of) => out.resize(start + self.padding(*part, *of), 0),
            Kind::Copy(part) => {
                if let Some((from, place)) = self.places[*part].clone() {
                    // What is copied stands before its copy.
                    let copied =
                        if from == buffer { out[place].to_vec() } else { self.buffers[from][place].to_vec() };
                    out.extend(copied);
                }
            }
        }
        self.places[id] = self.places[id].take().or(Some((buffer, start..out.len())));
    }

    /// What is unpacked of a part, packed again; none where nothing of it is gone.
    fn buffer_of_packed(&mut self, id: PartId, content: &Range<usize>) -> Option<Vec<u8>> {
        if !self.packed.contains_key(&id) {
            let buffer = self.buffer(id);
            let Kind::Packed(packing, ..) = self.parts.nodes[id].kind else { return None };
            let is_whole = self.buffers[buffer] == self.parts.bytes[content.clone()];
            let again = if is_whole { None } else { Some((packing.pack)(&self.buffers[buffer])) };
            self.packed.insert(id, again);
        }
        self.packed.get(&id).cloned().flatten()
    }

    /// Appends these bytes as they are, or with other values.
    fn copy(&self, span: Range<usize>, out: &mut Vec<u8>) {
        let (begin, values) = (out.len(), &self.gone.values);
        out.extend_from_slice(&self.parts.bytes[span.clone()]);
        let first = values.partition_point(|(at, _)| *at < span.start);
        for (at, value) in values[first..].iter().take_while(|(at, _)| *at < span.end) {
            out[begin + at - span.start] = *value;
        }
    }

    fn size(&mut self, id: PartId) -> u64 {
        if self.is_gone[id] || self.is_open[id] {
            return 0;
        }
        if let Some(size) = self.sizes[id] {
            return size;
        }
        if let Some(bytes) = self.instead.get(&id) {
            return bytes.len() as u64;
        }
        self.is_open[id] = true;
        let size = match &self.parts.nodes[id].kind {
            Kind::Bytes(span) => without(span, &self.gone.bytes).iter().map(|left| left.len() as u64).sum(),
            Kind::Group => self.children(id).into_iter().map(|child| self.size(child)).sum(),
            Kind::Number(form, _) if self.is_fixed(*form) => form.width(0) as u64,
            Kind::Number(form, _) => self.form(*form).width(self.value(id)) as u64,
            Kind::Packed(_, span, content) => {
                self.buffer_of_packed(id, content).map_or(span.len(), |packed| packed.len()) as u64
            }
            Kind::Padding(part, of) => self.padding(*part, *of) as u64,
            Kind::Copy(part) => self.size(*part),
        };
        self.is_open[id] = false;
        self.sizes[id] = Some(size);
        size
    }

    /// How a number of this form is written.
    const fn form(&self, form: Number) -> Number {
        match form {
            Number::PaddedLeb(_) if self.gone.narrowed => Number::Leb,
            other => other,
        }
    }

    const fn is_fixed(&self, form: Number) -> bool {
        self.form(form).is_fixed()
    }

    /// How many of the first `count` parts of a list are left.
    fn left_of(&mut self, list: ListId, count: usize) -> u64 {
        let (parts, is_gone) = (&self.parts.lists[list], &self.is_gone);
        let left = self.left[list].get_or_insert_with(|| {
            let counts = parts.iter().scan(0, |left, id| {
                *left += u64::from(!is_gone[*id]);
                Some(*left)
            });
            std::iter::once(0).chain(counts).collect()
        });
        left[count.min(parts.len())]
    }

    fn padding(&mut self, part: PartId, of: u64) -> usize {
        usize::try_from((of - self.size(part) % of) % of).unwrap_or(0)
    }

    /// How many bytes a checksum is of.
    fn covered(&self, id: PartId) -> usize {
        match self.parts.nodes[id].kind {
            Kind::Number(_, Meaning::Checksum(_, part)) => {
                self.places[part].as_ref().map_or(0, |(_, place)| place.len())
            }
            _ => 0,
        }
    }

    /// What a number has to be.
    fn value(&mut self, id: PartId) -> u64 {
        let Kind::Number(_, meaning) = self.parts.nodes[id].kind else { return 0 };
        match meaning {
            Meaning::Length(part, of, more) => (self.size(part) / of.max(1)).wrapping_add_signed(more),
            Meaning::Count(part, more) => (self.children(part).len() as u64).wrapping_add_signed(more),
            Meaning::Index(part, more) => {
                let siblings = self.children(self.parts.nodes[part].parent);
                (siblings.partition_point(|sibling| *sibling < part) as u64).wrapping_add_signed(more)
            }
            Meaning::Left(list, count) => self.left_of(list, count),
            Meaning::Offset(part, from, more) => {
                let place = |id: PartId| self.places[id].as_ref().map(|(_, place)| place.start as u64);
                let (Some(at), Some(from)) = (place(part), place(from)) else { return 0 };
                (at.wrapping_sub(from)).wrapping_add_signed(more)
            }
            Meaning::Checksum(checksum, part) => {
                let Some((buffer, place)) = &self.places[part] else { return 0 };
                checksum.of(&self.buffers[*buffer][place.clone()])
            }
        }
    }

    /// Writes a number of fixed width where it stands.
    fn fill(&mut self, id: PartId) {
        let Kind::Number(form, _) = self.parts.nodes[id].kind else { return };
        let mut written = Vec::new();
        form.write(self.value(id), &mut written);
        if let Some((buffer, place)) = &self.places[id] {
            self.buffers[*buffer][place.clone()].copy_from_slice(&written);
        }
    }
}

/// What is left of `span` without those of `gone`, which are in order and apart.
fn without(span: &Range<usize>, gone: &[Range<usize>]) -> Vec<Range<usize>> {
    let first = gone.partition_point(|gone| gone.end <= span.start);
    let (mut left, mut at) = (Vec::new(), span.start);
    for gone in gone[first..].iter().take_while(|gone| gone.start < span.end) {
        if gone.start > at {
            left.push(at..gone.start);
        }
        at = gone.end.min(span.end);
    }
    if at < span.end {
        left.push(at..span.end);
    }
    left
}
