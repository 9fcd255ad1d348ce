//! What is left out of the input, so that no cause found before is in what the next search starts from.

use std::sync::Arc;

use super::alike::same_text;
use super::hitting::Choices;
use super::pieces::{Pieces, Set};
use super::texts::Texts;
use super::{Cause, SeveralCauses, Start};
use crate::Text;
use crate::search::{Search, Stop};
use crate::strategy::First;

/// Of each cause so many pieces are tried, the smallest first.
const MOST_PIECES: usize = 24;
/// So many hitting sets of all causes are tried in a row that lead to nothing.
const MOST_SETS: usize = 32;
/// So many starts are asked about before it is looked at which failures they show.
const AT_ONCE: usize = 4;

/// What is left out, and could be.
#[derive(Debug)]
pub(super) struct Forbidden {
    pieces: Pieces,
    other_failures: bool,
    /// What the last search was started without.
    out: Set,
    /// Of each search, the number of its cause, and the sets of pieces without one of which that is not there.
    without: Vec<(usize, Vec<Set>)>,
    /// What to leave out first, besides: all that the last cause has, and all parts that look like a part of it.
    first: Vec<Set>,
}

impl Forbidden {
    pub(super) fn new(text: &Text, how: &SeveralCauses) -> Self {
        Self {
            pieces: Pieces::new(text, how.parse.as_deref(), how.protect.as_ref()),
            other_failures: how.other_failures,
            out: Set::new(),
            without: Vec::new(),
            first: Vec::new(),
        }
    }

    /// Forbids `cause`, and adds it to `found`, unless it has a text that was found before; says whether it was added.
    pub(super) fn forbid(&mut self, found: &mut Vec<Cause>, cause: Cause) -> bool {
        let mut held = self.pieces.holding(&cause.places);
        let all = self.pieces.innermost(&held);
        held.truncate(MOST_PIECES);
        let sets: Vec<Set> = held.iter().map(|piece| Set::from([*piece])).collect();
        self.first = vec![all];
        let Some(at) = found.iter().position(|earlier| same_text(earlier, &cause)) else {
            self.without.push((found.len(), sets));
            found.push(cause);
            return true;
        };
        found[at].times += 1;
        found[at].tests += cause.tests;
        // The third is not searched for: of a part that both have, all that look like it go.
        let alike = self.alike(at, &held);
        if let Some(smallest) = alike.first() {
            found[at].alike = smallest.len() as u64;
            self.first.splice(0..0, alike.iter().cloned());
            self.without.retain(|(of, _)| *of != at);
            self.without.push((at, alike));
        } else {
            self.without.push((at, sets));
        }
        false
    }

    /// For each of these pieces that looks like one that was forbidden for this cause, all that look like it; the lightest
    /// first.
    fn alike(&self, cause: usize, held: &[u32]) -> Vec<Set> {
        let before =
            self.without.iter().filter(|(of, _)| *of == cause).flat_map(|(_, sets)| sets.iter().flatten());
        let before: Vec<Vec<u8>> = before.map(|piece| self.pieces.shape(*piece)).collect();
        let shared = held.iter().filter(|piece| before.contains(&self.pieces.shape(**piece)));
        let mut alike: Vec<Set> = shared.map(|piece| self.pieces.alike(*piece)).collect();
        alike.sort_by_key(|set| self.pieces.weight(set));
        alike.dedup();
        alike
    }

    /// A part of the input that fails, and has none of the causes so far.
    pub(super) fn next_start(
        &mut self,
        search: &mut Search<'_>,
        found: &[Cause],
    ) -> Result<Option<Start>, Stop> {
        search.keep_failure(None);
        let last = self.without.last().map(|(_, sets)| sets.clone()).unwrap_or_default();
        let sets: Vec<Set> = self.first.iter().chain(&last).map(|set| &self.out | set).collect();
        if let Some((set, start)) = self.first_failing(search, &sets, found)? {
            self.out = set;
            return Ok(Some(start));
        }
        let weights =
            |(_, sets): &(usize, Vec<Set>)| sets.iter().map(|set| self.pieces.weight(set) as u64).collect();
        let choices = Choices::new(self.without.iter().map(weights).collect()).take(MOST_SETS);
        let union = |choice: Vec<usize>| {
            let chosen = choice.iter().zip(&self.without).map(|(&at, (_, sets))| &sets[at]);
            chosen.fold(Set::new(), |union, set| &union | set)
        };
        let sets: Vec<Set> = choices.map(union).collect();
        let next = self.first_failing(search, &sets, found)?;
        Ok(next.map(|(set, start)| {
            self.out = set;
            start
        }))
    }

    /// The first of `sets` without which the input fails.
    fn first_failing(
        &self,
        search: &mut Search<'_>,
        sets: &[Set],
        found: &[Cause],
    ) -> Result<Option<(Set, Start)>, Stop> {
        let mut shown: Vec<(String, Set, Text)> = Vec::new();
        for sets in sets.chunks(AT_ONCE) {
            let texts: Vec<Text> = sets.iter().map(|set| self.pieces.without(set)).collect();
            let space = Arc::new(Texts(texts.clone()));
            let configs: Vec<_> = (0..sets.len()).map(Texts::config).collect();
            let first = First::new(Texts::config(0), configs.clone());
            if let Some(at) = search.run(&space, first)?.found() {
                return Ok(Some((sets[at].clone(), Start { text: texts[at].clone(), failure: None })));
            }
            if !self.other_failures {
                continue;
            }
            for ((set, text), config) in sets.iter().zip(texts).zip(configs) {
                let Some(failure) = search.other_failure(&space, &config).map(str::to_owned) else {
                    continue;
                };
                let is_known = found.iter().any(|cause| cause.failure.as_ref() == Some(&failure));
                let is_again = |(other, before, _): &&(String, Set, Text)| {
                    *other == failure && self.pieces.are_apart(&(before - &self.out), &(set - &self.out))
                };
                if let Some((_, set, text)) = shown.iter().find(is_again) {
                    return Ok(Some((set.clone(), Start { text: text.clone(), failure: Some(failure) })));
                }
                if is_known {
                    return Ok(Some((set.clone(), Start { text, failure: Some(failure) })));
                }
                shown.push((failure, set.clone(), text));
            }
        }
        // Where no two pieces are apart, a failure cannot be shown without each of two.
        let new = |set: &Set| set - &self.out;
        let can_be_sure = sets
            .iter()
            .enumerate()
            .any(|(at, one)| sets[..at].iter().any(|other| self.pieces.are_apart(&new(one), &new(other))));
        let only = shown.into_iter().next().filter(|_| !can_be_sure);
        Ok(only.map(|(failure, set, text)| (set, Start { text, failure: Some(failure) })))
    }
}
