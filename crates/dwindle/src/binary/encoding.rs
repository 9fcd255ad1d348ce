//! Encodings of values that say of themselves what they are and how long: there is no number that all data of such an encoding
//! begin with, so data are taken for it because they can be read by it to their very end.
//!
//! Each reader says how unlikely it is that data can be read to their end by chance.

mod bson;
mod cbor;
mod der;
mod messagepack;
mod protobuf;
mod reader;
mod self_described;

use std::ops::Range;

use super::builder::PartsBuilder;
use super::parts::Parts;
use reader::Reader;

/// How unlikely it has to be that data can be read by an encoding by chance: one in 2 to this power; and to be sure of it.
const EVIDENCE: u32 = 16;
const SURE: u32 = 48;

/// An encoding of values.
#[derive(Clone, Copy, Debug)]
pub struct Encoding {
    name: &'static str,
    read: Reader,
}

const ALL: &[Encoding] = &[
    Encoding { name: "BSON", read: bson::read },
    Encoding { name: "DER", read: der::read },
    Encoding { name: "protobuf", read: protobuf::read },
    Encoding { name: "MessagePack", read: messagepack::read },
    Encoding { name: "CBOR", read: cbor::read },
];

impl PartialEq for Encoding {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Encoding {}

impl Encoding {
    /// What the encoding is called.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The parts of `bytes`, if they can be read by this to their end.
    pub fn read(self, bytes: &[u8]) -> Option<Parts> {
        let mut builder = PartsBuilder::new(bytes);
        (self.read)(&mut builder, 0..bytes.len())?;
        Some(builder.finish())
    }

    /// Reads a part of other data; whether it can be read by this to its end.
    pub(super) fn read_part(self, builder: &mut PartsBuilder<'_>, span: &Range<usize>) -> bool {
        builder.attempt(|builder| (self.read)(builder, span.clone())).is_some()
    }

    /// How unlikely it is that this can be done by chance.
    fn evidence(self, bytes: &[u8]) -> Option<u32> {
        (self.read)(&mut PartsBuilder::new(bytes), 0..bytes.len())
    }
}

/// The encodings that `bytes` may be of and whether that is sure, the likeliest first.
pub fn guesses(bytes: &[u8]) -> Vec<(Encoding, bool)> {
    let likely = ALL.iter().filter_map(|encoding| Some((*encoding, encoding.evidence(bytes)?)));
    let mut likely: Vec<(Encoding, u32)> = likely.filter(|(_, evidence)| *evidence >= EVIDENCE).collect();
    likely.sort_by_key(|(_, evidence)| std::cmp::Reverse(*evidence));
    likely.into_iter().map(|(encoding, evidence)| (encoding, evidence >= SURE)).collect()
}

/// The encoding that all these stretches of the data are surely of, but for those that are empty.
pub(super) fn of_all(bytes: &[u8], spans: &[Range<usize>]) -> Option<Encoding> {
    let is_of_all = |encoding: &&Encoding| {
        let mut spans = spans.iter().filter(|span| !span.is_empty());
        let evidence = spans.try_fold(0u32, |all, span| {
            encoding.evidence(&bytes[span.clone()]).map(|evidence| all.saturating_add(evidence))
        });
        evidence.is_some_and(|evidence| evidence >= SURE)
    };
    ALL.iter().find(is_of_all).copied()
}

/// Reads what is in a part of other data, if it is surely of an encoding; whether it is.
pub(super) fn content(builder: &mut PartsBuilder<'_>, span: &Range<usize>) -> bool {
    ALL.iter().any(|encoding| {
        let is_sure = |evidence: &u32| *evidence >= SURE;
        builder.attempt(|builder| (encoding.read)(builder, span.clone()).filter(is_sure)).is_some()
    })
}
