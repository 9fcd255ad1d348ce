//! A log as a space: one unit per set of actions that can only be removed together.

mod rules_preserved;

pub use rules_preserved::RulesPreserved;

use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use crate::log::{self, Log, Times};
use crate::space::Space;
use crate::{Candidate, Config, Id};
use dwindle_core::span_hash::SpanHash;

/// A log seen as sets of its actions; an action in none of them is left out of every candidate.
///
/// Where the log has [times](LogSpace::timed), the gaps that dropped actions leave are closed up. Identities and
/// candidates cost one step for each action that is kept.
#[derive(Clone, Debug)]
pub struct LogSpace {
    log: Arc<Log>,
    units: Vec<Vec<u32>>,
    times: Option<Arc<Times>>,
}

/// A stretch of a candidate.
enum Piece {
    /// As it stands in the log.
    Old(Range<usize>),
    /// A time that was closed up.
    New(String),
}

impl LogSpace {
    /// The actions of `log` in these sets, each in ascending order; no action may be in two.
    pub const fn new(log: Arc<Log>, units: Vec<Vec<u32>>) -> Self {
        Self { log, units, times: None }
    }

    /// The same with the gaps between times closed up.
    #[must_use]
    pub fn timed(mut self, times: Option<Arc<Times>>) -> Self {
        self.times = times;
        self
    }

    /// The same with larger sets: those are joined that have an action in one of `groups` in common. An action of a
    /// group that is in no set stays left out.
    #[must_use]
    pub fn joined(mut self, groups: &[Vec<u32>]) -> Self {
        let known: Vec<u32> = self.actions(&self.full());
        let groups: Vec<Vec<u32>> = groups
            .iter()
            .map(|group| group.iter().copied().filter(|it| known.binary_search(it).is_ok()).collect())
            .collect();
        self.units = log::joined(&self.units, &groups, self.log.len());
        self
    }

    /// The same with nothing but what `config` keeps.
    #[must_use]
    pub fn narrowed(mut self, kept: &[u32]) -> Self {
        self.units.retain(|unit| kept.binary_search(&unit[0]).is_ok());
        self
    }

    /// The units that have an action of which `is_wanted` holds.
    pub fn having(&self, is_wanted: impl Fn(&[u8]) -> bool) -> Config {
        let is_wanted =
            |unit: &Vec<u32>| unit.iter().any(|&action| is_wanted(self.log.action(action as usize)));
        Config::of_units(
            (0u32..).zip(&self.units).filter(|(_, unit)| is_wanted(unit)).map(|(number, _)| number),
        )
    }

    /// The numbers of the actions that `config` keeps, ascending.
    pub fn actions(&self, config: &Config) -> Vec<u32> {
        let mut kept: Vec<u32> =
            config.units().flat_map(|unit| self.units[unit as usize].iter().copied()).collect();
        kept.sort_unstable();
        kept
    }

    /// The log that `config` makes.
    pub fn render(&self, config: &Config) -> Vec<u8> {
        self.pieces(config).into_iter().flat_map(|piece| self.bytes(piece).into_owned()).collect()
    }

    fn pieces(&self, config: &Config) -> Vec<Piece> {
        let kept = self.actions(config);
        let mut pieces: Vec<Piece> = Vec::new();
        let mut add = |piece: Piece| match (pieces.last_mut(), piece) {
            (_, Piece::Old(span)) if span.is_empty() => {}
            (Some(Piece::Old(before)), Piece::Old(span)) if before.end == span.start => before.end = span.end,
            (_, piece) => pieces.push(piece),
        };
        let mut times = self.times.as_ref().map_or_else(Vec::new, |times| times.closed_up(&kept)).into_iter();
        self.log.spans(kept.iter().copied(), |action, span| match action.and_then(|_| times.next()) {
            Some((at, Some(time))) => {
                add(Piece::Old(span.start..at.start));
                add(Piece::New(time));
                add(Piece::Old(at.end..span.end));
            }
            _ => add(Piece::Old(span)),
        });
        pieces
    }

    fn bytes(&self, piece: Piece) -> Cow<'_, [u8]> {
        match piece {
            Piece::Old(span) => Cow::Borrowed(&self.log.text().bytes()[span]),
            Piece::New(time) => Cow::Owned(time.into_bytes()),
        }
    }
}

impl Space for LogSpace {
    fn units(&self) -> usize {
        self.units.len()
    }

    fn id(&self, config: &Config) -> Id {
        let hash = |piece: &Piece| match piece {
            Piece::Old(span) => self.log.text().span_hash(span.clone()),
            Piece::New(time) => SpanHash::of(time.as_bytes()),
        };
        self.pieces(config).iter().map(hash).fold(SpanHash::EMPTY, SpanHash::then).id()
    }

    /// Bytes.
    fn size(&self, config: &Config) -> u64 {
        self.pieces(config).into_iter().map(|piece| self.bytes(piece).len() as u64).sum()
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(Candidate::Text(self.pieces(&config).into_iter().map(|piece| self.bytes(piece)).collect()))
    }
}

#[cfg(test)]
mod tests;
