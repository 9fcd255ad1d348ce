//! Candidates of a list.

use std::ops::Range;

use dwindle::Config;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::lent::{Lent, Turned};
use crate::stretches::{stretches, taken};

/// What has more holes is copied once, so that parts of it have fewer; and so is what has holes and is less than half of what was copied last.
const HOLES: usize = 4;

/// Shorter lists are made anew for each test.
const SHORT: usize = 64;

/// How many elements of a new list are made in the time in which one is exchanged.
const DEAR: usize = 3;

/// To look at all of a list takes as long as some new lists. So none is lent before as many tests have passed in a row, and it is looked
/// at when as many had it, then when as many times as many had it, and then each time when [`MOST`] had it.
const SOME: usize = 16;
const MOST: usize = 4096;

/// The elements of a list.
///
/// The test may keep and change each list that it gets. So each is a new one, or one that is [`Lent`] as long as tests do neither.
#[derive(Debug)]
pub(crate) struct Elements {
    items: Py<PyList>,
    /// What failed last, where it has many holes: what is asked about then is mostly a stretch of it, or all but a stretch.
    failed: Option<(Config, Py<PyList>)>,
    lent: Option<Lent>,
    /// How many tests have a list before all of it is looked at; none where tests keep or change their lists.
    until_looked: usize,
    /// How many tests have passed since the last that did not.
    passed: usize,
}

/// What is known when a test has come back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Trust {
    /// This test had the candidate, and so had all before it.
    All,
    /// Nothing is known yet.
    Open,
    /// A test has changed the list, perhaps one before this one: what was judged since the last [`Trust::All`] is doubtful.
    None,
}

impl Elements {
    /// Those of a list that does not change.
    pub(crate) const fn new(items: Py<PyList>) -> Self {
        Self { items, failed: None, lent: None, until_looked: SOME, passed: 0 }
    }

    /// A list of some of them for a test, which is [taken back](Self::take_back) after it; none where a test has changed its list.
    pub(crate) fn lend<'py>(
        &mut self,
        py: Python<'py>,
        kept: &Config,
    ) -> PyResult<Option<Bound<'py, PyList>>> {
        if self.until_looked == 0 || self.passed < SOME || kept.len() < SHORT {
            return self.make(py, kept).map(Some);
        }
        if let Some(lent) = &mut self.lent {
            match lent.turn_into(kept, self.items.bind(py), kept.len() / DEAR)? {
                Turned::Into(list) => return Ok(Some(list)),
                Turned::Dear if lent.is_wider(kept) => return self.make(py, kept).map(Some),
                Turned::Dear if !lent.is_right(self.items.bind(py))? => return Ok(self.lend_no_more()),
                Turned::Dear => {}
                Turned::Changed => return Ok(self.lend_no_more()),
                Turned::Unfit => {
                    self.lend_no_more::<()>();
                    return self.make(py, kept).map(Some);
                }
            }
        }
        let list = self.make(py, kept)?;
        self.lent = Some(Lent::new(list.clone().unbind(), kept.clone()));
        Ok(Some(list))
    }

    /// Takes the list of a test back, to which `list` is the caller's only reference.
    pub(crate) fn take_back(&mut self, list: &Bound<'_, PyAny>, has_passed: bool) -> PyResult<Trust> {
        let py = list.py();
        self.passed = if has_passed { self.passed + 1 } else { 0 };
        let Some(lent) = self.lent.as_mut().filter(|lent| lent.is(list)) else { return Ok(Trust::Open) };
        let tests = lent.count();
        let goes_on = has_passed && lent.is_free(list);
        if goes_on && tests < self.until_looked {
            return Ok(Trust::Open);
        }
        let is_right = lent.is_right(self.items.bind(py))?;
        if goes_on && is_right {
            self.until_looked = (SOME * self.until_looked).min(MOST);
            return Ok(Trust::All);
        }
        self.lent = None;
        if has_passed || !is_right {
            self.lend_no_more::<()>();
        }
        Ok(if is_right { Trust::All } else { Trust::None })
    }

    /// Whether no test has changed the list that is lent, as far as they are back.
    pub(crate) fn look(&mut self, py: Python<'_>) -> PyResult<bool> {
        let Some(lent) = &mut self.lent else { return Ok(true) };
        let is_right = lent.is_right(self.items.bind(py))?;
        if !is_right {
            self.lend_no_more::<()>();
        }
        Ok(is_right)
    }

    /// From now on each test has a list of its own. Gives nothing.
    fn lend_no_more<T>(&mut self) -> Option<T> {
        (self.lent, self.until_looked) = (None, 0);
        None
    }

    /// Notes that these fail.
    pub(crate) fn narrow(&mut self, py: Python<'_>, kept: &Config) -> PyResult<()> {
        if let Some(lent) = &mut self.lent {
            lent.retire();
        }
        let runs = kept.runs().len();
        let whole = self.failed.as_ref().map_or_else(|| self.items.bind(py).len(), |(kept, _)| kept.len());
        if runs > HOLES || (runs > 1 && 2 * kept.len() < whole) {
            self.failed = Some((kept.clone(), self.make(py, kept)?.unbind()));
        }
        Ok(())
    }

    /// A new list of some of them.
    pub(crate) fn make<'py>(&self, py: Python<'py>, kept: &Config) -> PyResult<Bound<'py, PyList>> {
        if let Some((failed, items)) = &self.failed
            && let Some(stretches) = ranks(kept, failed)
        {
            return taken(items.bind(py), &stretches);
        }
        taken(self.items.bind(py), &stretches(kept))
    }
}

/// Where `kept` stands among the units of `whole`, unless it has units of its own.
fn ranks(kept: &Config, whole: &Config) -> Option<Vec<Range<usize>>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut runs = whole.runs().iter();
    let (mut run, mut before) = (runs.next()?, 0);
    for stretch in kept.runs() {
        while run.end < stretch.end {
            before += run.len();
            run = runs.next()?;
        }
        let start = before + stretch.start.checked_sub(run.start)? as usize;
        let end = start + stretch.len();
        match found.last_mut() {
            Some(last) if last.end == start => last.end = end,
            _ => found.push(start..end),
        }
    }
    Some(found)
}
