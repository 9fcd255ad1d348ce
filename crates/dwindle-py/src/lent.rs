//! A list that many tests get, one after the other: what differs between their candidates is exchanged in it.
//!
//! A test may keep its list, and may change it. That it keeps one, the number of references to it says. That it has changed one,
//! its length may say at once; else it is found out where an element is exchanged that is not as it should be, or where all are
//! looked at. Then what was judged since they were last looked at is doubtful.

use dwindle::Config;
use dwindle::config::Choice;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::stretches::{stretches, taken};

/// As many elements are exchanged one by one, if others take their places.
const FEW: usize = 8;

/// A list, which is lent to tests.
#[derive(Debug)]
pub(crate) struct Lent {
    list: Py<PyList>,
    holds: Config,
    /// How many tests had it since its elements were looked at.
    tests: usize,
    /// Its elements were looked at after its first test, so before others take their places.
    is_tried: bool,
    /// Something failed since then, so that other candidates are to come.
    is_retired: bool,
}

/// Elements that stand side by side, and those that take their places.
#[derive(Debug, Default, PartialEq)]
struct Exchange {
    at: usize,
    gone: Config,
    put: Config,
}

impl Lent {
    /// A new list, which holds these elements.
    pub(crate) const fn new(list: Py<PyList>, holds: Config) -> Self {
        Self { list, holds, tests: 0, is_tried: false, is_retired: false }
    }

    /// Notes that something failed.
    pub(crate) const fn retire(&mut self) {
        self.is_retired = true;
    }

    /// Whether it is of more use than a list of these.
    pub(crate) const fn is_wider(&self, kept: &Config) -> bool {
        !self.is_retired && self.holds.len() > kept.len()
    }

    /// Whether this is the list.
    pub(crate) fn is(&self, list: &Bound<'_, PyAny>) -> bool {
        self.list.is(list)
    }

    /// Notes that one more test had it; how many there are since its elements were looked at.
    pub(crate) fn count(&mut self) -> usize {
        self.tests += 1;
        self.tests
    }

    /// Whether it may be lent again, as far as can be said at once: nobody keeps it beside us and the caller, whose reference is `list`,
    /// and it is as long as it should be.
    #[expect(deprecated, reason = "what takes its place is unsafe")]
    pub(crate) fn is_free(&self, list: &Bound<'_, PyAny>) -> bool {
        list.get_refcnt() <= 2 && self.list.bind(list.py()).len() == self.holds.len()
    }

    /// Whether each test had what it should since the elements were last looked at: of one it is known, and of several if none has
    /// changed the list.
    pub(crate) fn is_right(&mut self, items: &Bound<'_, PyList>) -> PyResult<bool> {
        let is_right = self.tests <= 1 || self.is_unchanged(items)?;
        self.tests = 0;
        Ok(is_right)
    }

    fn is_unchanged(&self, items: &Bound<'_, PyList>) -> PyResult<bool> {
        let list = self.list.bind(items.py());
        Ok(list.len() == self.holds.len() && holds(list, 0, &self.holds, items)?)
    }

    /// Exchanges elements, so that it holds these, if that are at most `most` elements.
    pub(crate) fn turn_into<'py>(
        &mut self,
        kept: &Config,
        items: &Bound<'py, PyList>,
        most: usize,
    ) -> PyResult<Turned<'py>> {
        let exchanges = exchanges(&self.holds, kept);
        if exchanges.iter().map(|exchange| exchange.gone.len() + exchange.put.len()).sum::<usize>() > most {
            return Ok(Turned::Dear);
        }
        if !self.is_tried && !self.is_unchanged(items)? {
            return Ok(Turned::Unfit);
        }
        self.is_tried = true;
        let list = self.list.bind(items.py());
        // From the end on, so that what stands before keeps its place.
        for Exchange { at, gone, put } in exchanges.iter().rev() {
            if !holds(list, *at, gone, items)? {
                return Ok(if self.tests > 1 { Turned::Changed } else { Turned::Unfit });
            }
            if put.len() == gone.len() && put.len() <= FEW {
                for (at, unit) in (*at..).zip(put.units()) {
                    list.set_item(at, items.get_item(unit as usize)?)?;
                }
            } else if put.is_empty() {
                list.del_slice(*at, at + gone.len())?;
            } else {
                list.set_slice(*at, at + gone.len(), taken(items, &stretches(put))?.as_any())?;
            }
        }
        self.holds = kept.clone();
        Ok(Turned::Into(list.clone()))
    }
}

/// What came of turning it into another.
pub(crate) enum Turned<'py> {
    /// The list.
    Into(Bound<'py, PyList>),
    /// Too much had to be exchanged, so nothing was.
    Dear,
    /// The only test that had it since it was looked at has changed it.
    Unfit,
    /// A test has changed the list, perhaps before another had it.
    Changed,
}

/// Whether the elements of a list from `at` on are these of `items`, and no others that are equal.
fn holds(list: &Bound<'_, PyList>, at: usize, kept: &Config, items: &Bound<'_, PyList>) -> PyResult<bool> {
    for (at, unit) in (at..).zip(kept.units()) {
        if !list.get_item(at)?.is(&items.get_item(unit as usize)?) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What has to be exchanged in a list that holds `from`, so that it holds `to`, in its order.
fn exchanges(from: &Config, to: &Config) -> Vec<Exchange> {
    let mut found: Vec<Exchange> = Vec::new();
    let (mut old, mut new) = (from.runs().iter().copied().peekable(), to.runs().iter().copied().peekable());
    let (mut rank, mut unit, mut is_open) = (0, 0, false);
    loop {
        // The runs that end behind `unit`.
        while old.next_if(|run| run.end <= unit).is_some() {}
        while new.next_if(|run| run.end <= unit).is_some() {}
        let bounds = [old.peek(), new.peek()].map(|run| run.map(|run| (run.start.max(unit), run.end)));
        let (start, end, is_old, is_new) = match bounds {
            [None, None] => return found,
            [Some((start, end)), None] => (start, end, true, false),
            [None, Some((start, end))] => (start, end, false, true),
            [Some((here, here_end)), Some((there, there_end))] => match here.cmp(&there) {
                std::cmp::Ordering::Less => (here, here_end.min(there), true, false),
                std::cmp::Ordering::Greater => (there, there_end.min(here), false, true),
                std::cmp::Ordering::Equal => (here, here_end.min(there_end), true, true),
            },
        };
        unit = end;
        if is_old != is_new {
            if !is_open {
                found.push(Exchange { at: rank, ..Exchange::default() });
            }
            if let Some(last) = found.last_mut() {
                (if is_old { &mut last.gone } else { &mut last.put }).push(start, end, Choice::Keep);
            }
        }
        is_open = is_old != is_new;
        rank += if is_old { (end - start) as usize } else { 0 };
    }
}
