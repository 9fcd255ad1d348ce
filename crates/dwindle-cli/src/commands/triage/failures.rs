//! The failures that inputs showed: which inputs are one, which stands for it, and what that was reduced to.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use dwindle::Text;

use super::alike::{Reduced, alike};
use super::look::Seen;
use super::memory::Shows;
use crate::commands::many::failure::Failure;
use crate::commands::many::shrink::State;

/// All failures, the one with the most inputs first; those taken for others included.
#[derive(Debug)]
pub(super) struct Failures(pub(super) Vec<Kind>);

/// Inputs that show the same failure.
#[derive(Debug)]
pub(super) struct Kind {
    pub(super) failure: Failure,
    /// The inputs by number, the representative first, then in their order.
    pub(super) inputs: Vec<usize>,
    /// How many files hold them.
    pub(super) files: u64,
    /// What the representative was reduced to, if it was.
    pub(super) reduced: Option<Text>,
    /// Logical tests of that.
    pub(super) tests: u64,
    pub(super) state: State,
    /// The failure that this is taken for.
    pub(super) same_as: Option<usize>,
}

impl Kind {
    /// The reduced input, where it was reduced to the end.
    fn minimal(&self) -> Option<&[u8]> {
        self.reduced.as_ref().filter(|_| self.state == State::Reduced).map(Text::bytes)
    }
}

impl Failures {
    /// The failures that `inputs` show.
    pub(super) fn of(inputs: &[Seen]) -> Self {
        let mut kinds: BTreeMap<String, Kind> = BTreeMap::new();
        for (number, seen) in inputs.iter().enumerate() {
            if let Some(Shows::Fails(failure)) = &seen.shows {
                let kind = kinds.entry(failure.to_string()).or_insert_with(|| Kind {
                    failure: failure.clone(),
                    inputs: Vec::new(),
                    files: 0,
                    reduced: None,
                    tests: 0,
                    state: State::Found,
                    same_as: None,
                });
                kind.inputs.push(number);
                kind.files += seen.files.len() as u64;
            }
        }
        let mut kinds: Vec<Kind> = kinds.into_values().collect();
        for kind in &mut kinds {
            let smallest =
                kind.inputs.iter().enumerate().min_by_key(|&(_, &number)| (inputs[number].size, number));
            let at = smallest.map_or(0, |(at, _)| at);
            kind.inputs[..=at].rotate_right(1);
            // A signature keeps what its input quotes: that of the representative has to be the one to keep.
            if let Some(Shows::Fails(failure)) = &inputs[kind.inputs[0]].shows {
                kind.failure = failure.clone();
            }
        }
        kinds.sort_by_key(|kind| (Reverse(kind.files), kind.inputs[0]));
        Self(kinds)
    }

    /// Logical tests of all reductions.
    pub(super) fn tests(&self) -> u64 {
        self.0.iter().map(|kind| kind.tests).sum()
    }

    /// The distinct failures with those that were taken for each, the one with the most inputs first.
    pub(super) fn distinct(&self) -> Vec<(&Kind, Vec<&Kind>)> {
        let also = |nth: usize| self.0.iter().filter(move |kind| kind.same_as == Some(nth)).collect();
        let own = self.0.iter().enumerate().filter(|(_, kind)| kind.same_as.is_none());
        let mut distinct: Vec<(&Kind, Vec<&Kind>)> = own.map(|(nth, kind)| (kind, also(nth))).collect();
        distinct.sort_by_key(|(kind, also)| {
            let files = kind.files + also.iter().map(|kind| kind.files).sum::<u64>();
            (Reverse(files), kind.inputs[0])
        });
        distinct
    }

    /// Takes failures for one whose reduced inputs are alike: each for the first that it is like.
    pub(super) fn merge(&mut self) {
        let shown: Vec<String> = self.0.iter().map(|kind| kind.failure.to_string()).collect();
        let mut own: Vec<usize> = Vec::new();
        for nth in 0..self.0.len() {
            let of = |nth: usize| {
                let kind = &self.0[nth];
                let place = kind.failure.place.as_deref();
                Some(Reduced { shown: &shown[nth], place, bytes: kind.minimal()? })
            };
            let Some(one) = of(nth) else { continue };
            let like = own.iter().copied().find(|&other| of(other).is_some_and(|other| alike(one, other)));
            match like {
                Some(other) => self.0[nth].same_as = Some(other),
                None => own.push(nth),
            }
        }
    }
}
