//! What is left out of the input, so that no cause found before is in what the next search starts from.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use regex::bytes::Regex;

use super::cause::Cause;
use super::hitting::Choices;
use super::pieces::{Pieces, Set};
use super::start::{Next, Start};
use crate::edited;
use crate::search::{Search, Stop};
use crate::space::{Space, Texts, Unit};
use crate::strategy::First;
use crate::tree::Parse;
use crate::{Outcome, Text};

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
    /// What the last search came to.
    last: Option<Cause>,
    /// Of each search, the number of its cause, and the sets of pieces without one of which that is not there.
    without: Vec<(usize, Vec<Set>)>,
    /// What to leave out first, besides: all that the last cause has.
    first: Vec<Set>,
}

impl Forbidden {
    /// What can be left out of `text`, but for matches of `protect`; where `other_failures` count, too.
    pub(super) fn new(
        text: &Text,
        parse: Option<&dyn Parse>,
        protect: Option<&Regex>,
        other_failures: bool,
    ) -> Self {
        Self {
            pieces: Pieces::new(text, parse, protect),
            other_failures,
            out: Set::new(),
            last: None,
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
        self.last = Some(cause.clone());
        let Some(at) = found.iter().position(|earlier| earlier.is_like(&cause)) else {
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
            self.first.clear();
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
    pub(super) fn next_start(&mut self, search: &mut Search<'_>) -> Result<Next, Stop> {
        search.keep_failure(None);
        if self.other_failures {
            self.keep_harmless(search)?;
        }
        let last = self.without.last().map(|(_, sets)| sets.clone()).unwrap_or_default();
        let sets: Vec<Set> = self.first.iter().chain(&last).map(|set| &self.out | set).collect();
        let next = self.first_failing(search, &sets)?;
        if !matches!(next, Next::Nothing) {
            return Ok(next);
        }
        let weights =
            |(_, sets): &(usize, Vec<Set>)| sets.iter().map(|set| self.pieces.weight(set) as u64).collect();
        let choices = Choices::new(self.without.iter().map(weights).collect()).take(MOST_SETS);
        let union = |choice: Vec<usize>| {
            let chosen = choice.iter().zip(&self.without).map(|(&at, (_, sets))| &sets[at]);
            chosen.fold(Set::new(), |union, set| &union | set)
        };
        let sets: Vec<Set> = choices.map(union).collect();
        self.first_failing(search, &sets)
    }

    /// Of the sets of the last cause, keeps those without which the cause itself passes, or puts one such set together.
    ///
    /// Without others it fails in another way: what is left out is needed by what stays. So the input would fail in that
    /// way, too, and the failure would be none that it had before.
    fn keep_harmless(&mut self, search: &mut Search<'_>) -> Result<(), Stop> {
        let (Some(cause), Some((_, sets))) = (&self.last, self.without.last()) else { return Ok(()) };
        let mut harmless = Vec::new();
        for set in sets {
            if self.passes_without(search, cause, set)? {
                harmless.push(set.clone());
            }
        }
        if harmless.is_empty() {
            harmless.extend(self.together(search, cause, sets)?);
        }
        if let Some((_, sets)) = self.without.last_mut().filter(|_| !harmless.is_empty()) {
            *sets = harmless;
            self.first.clear();
        }
        Ok(())
    }

    /// Pieces without all of which `cause` passes, and without any fewer of which it does not; none where it never does.
    ///
    /// What belongs together in the input may be several pieces, if it was found at several places.
    fn together(&self, search: &mut Search<'_>, cause: &Cause, sets: &[Set]) -> Result<Option<Set>, Stop> {
        let mut all: Set = sets.iter().flatten().copied().collect();
        if !self.passes_without(search, cause, &all)? {
            return Ok(None);
        }
        // The heaviest come back first.
        for piece in sets.iter().rev().flatten() {
            let mut fewer = all.clone();
            if fewer.remove(piece) && self.passes_without(search, cause, &fewer)? {
                all = fewer;
            }
        }
        Ok(Some(all))
    }

    fn passes_without(&self, search: &mut Search<'_>, cause: &Cause, set: &Set) -> Result<bool, Stop> {
        let Some(rest) = without(cause, &self.pieces.gone(set)) else { return Ok(false) };
        let space = Arc::new(rest.cut(Unit::Bytes));
        Ok(search.outcome(&space, &space.full())? == Outcome::Pass)
    }

    /// The first of `sets` without which the input fails; where other failures count, also in another way, and the input
    /// that passes ends it.
    ///
    /// If the input fails in another way without one set only, what that set has is needed by what stays: only a failure that is
    /// seen without two of several sets was there before.
    fn first_failing(&mut self, search: &mut Search<'_>, sets: &[Set]) -> Result<Next, Stop> {
        // Where nothing of the last cause was found in the input, nothing more is left out.
        let sets: Vec<Set> = sets.iter().filter(|set| **set != self.out).cloned().collect();
        let (is_only, mut seen) = (sets.len() == 1, Vec::<(String, Set, Text)>::new());
        for sets in sets.chunks(if self.other_failures { 1 } else { AT_ONCE }) {
            let texts: Vec<Text> = sets.iter().map(|set| self.pieces.without(set)).collect();
            let space = Arc::new(Texts::new(texts.clone()));
            let configs: Vec<_> = (0..sets.len()).map(Texts::config).collect();
            let first = First::new(Texts::config(0), configs.clone());
            if let Some(at) = search.run(&space, first)?.found() {
                self.out.clone_from(&sets[at]);
                return Ok(Next::Start(Start { text: texts[at].clone(), failure: None }));
            }
            let ([set], [text], [config], true) =
                (sets, texts.as_slice(), configs.as_slice(), self.other_failures)
            else {
                continue;
            };
            if let Some(failure) = search.other_failure(&space, config).map(str::to_owned) {
                let before = seen.iter().position(|(known, ..)| *known == failure);
                if before.is_none() {
                    seen.push((failure, set.clone(), text.clone()));
                }
                if let Some(at) = before.or(is_only.then_some(0)) {
                    let (failure, set, text) = seen.swap_remove(at);
                    self.out = set;
                    return Ok(Next::Start(Start { text, failure: Some(failure) }));
                }
                continue;
            }
            if search.outcome(&space, config)? == Outcome::Pass {
                return Ok(Next::Repaired);
            }
        }
        Ok(Next::Nothing)
    }
}

/// A cause without its tokens that stand in one of `spans` in the input; none where there are no such tokens.
fn without(cause: &Cause, spans: &[Range<usize>]) -> Option<Text> {
    let is_gone =
        |place: &Range<usize>| spans.iter().any(|span| span.start <= place.start && place.end <= span.end);
    let gone = cause.tokens.iter().filter(|(_, place)| is_gone(place));
    let rest = edited::pieces(&cause.text, gone.map(|(token, _)| (token.clone(), Cow::default())));
    (rest.len() > 1).then(|| Text::new(rest.concat()).ok()).flatten()
}
