//! A space of the parts of binary data, or of the bytes of their content.

use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::binary::{Gone, PartId, Parts, Unit};
use crate::latest::Latest;
use crate::space::{Answered, Rule, Space};
use crate::{Candidate, Config, Id, Outcome};

/// How many candidates are kept as they were made: the search asks several things of each.
const KEPT: usize = 16;

/// Pieces of binary data as units. What is left when some are dropped is written anew, with lengths, counts and checksums
/// as they then have to be.
///
/// Costs the writing of the whole for each candidate.
#[derive(Debug)]
pub struct PartsSpace {
    parts: Arc<Parts>,
    pieces: Vec<Piece>,
    made: Latest<Config, OnceLock<Arc<[u8]>>>,
}

/// What is dropped with a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Whole parts, together.
    Parts(Vec<PartId>),
    /// Whole parts, together, and something instead of the first.
    Instead(Vec<PartId>, Box<[u8]>),
    /// Nothing, but numbers that are wider than they have to be become narrow.
    Width,
    /// Some bytes of content.
    Bytes(Range<usize>),
    /// Nothing, but the byte of content that stands here gets this value.
    Value(usize, u8),
}

/// Candidates that are larger than the best pass without a test. Those of its size may have less in them, or simpler.
#[derive(Clone, Copy, Debug)]
pub struct NoLarger;

impl From<&Unit> for Piece {
    fn from(unit: &Unit) -> Self {
        match &unit.instead {
            Some(instead) => Self::Instead(unit.parts.clone(), instead.clone()),
            None => Self::Parts(unit.parts.clone()),
        }
    }
}

impl PartsSpace {
    /// These pieces of `parts`: in order and apart.
    pub fn new(parts: Arc<Parts>, pieces: Vec<Piece>) -> Answered<Self, NoLarger> {
        Answered::by(Arc::new(Self { parts, pieces, made: Latest::default() }), NoLarger)
    }

    /// The data that `config` leaves.
    pub fn made(&self, config: &Config) -> Arc<[u8]> {
        let place = self.made.place(|known| known == config, || config.clone(), |since, _| since < KEPT);
        Arc::clone(place.get_or_init(|| self.parts.without(&self.gone(config)).into()))
    }

    fn gone(&self, config: &Config) -> Gone {
        let mut gone = Gone::default();
        let join = |spans: &mut Vec<Range<usize>>, span: &Range<usize>| match spans.last_mut() {
            Some(last) if last.end == span.start => last.end = span.end,
            _ => spans.push(span.clone()),
        };
        for unit in Config::full(self.pieces.len()).minus(config).units() {
            match &self.pieces[unit as usize] {
                Piece::Parts(parts) => gone.parts.extend(parts),
                Piece::Instead(parts, instead) => {
                    gone.instead.extend(parts.first().map(|first| (*first, instead.clone())));
                    gone.parts.extend(parts.iter().skip(1));
                }
                Piece::Width => gone.narrowed = true,
                Piece::Bytes(span) => join(&mut gone.bytes, span),
                Piece::Value(at, value) => gone.values.push((*at, *value)),
            }
        }
        gone
    }
}

impl Space for PartsSpace {
    fn units(&self) -> usize {
        self.pieces.len()
    }

    fn id(&self, config: &Config) -> Id {
        Id::of_bytes(&self.made(config))
    }

    fn size(&self, config: &Config) -> u64 {
        self.made(config).len() as u64
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(Candidate::Text(vec![Cow::Owned(self.made(&config).to_vec())]))
    }

    fn compares_values(&self) -> bool {
        true
    }

    fn weights(&self, config: &Config) -> Vec<u64> {
        vec![1; config.len()]
    }
}

impl Rule for NoLarger {
    fn outcome(&self, space: &(impl Space + ?Sized), config: &Config, best: &Config) -> Option<Outcome> {
        (space.size(config) > space.size(best)).then_some(Outcome::Pass)
    }
}
