//! Candidates of a list.

use std::ops::Range;

use dwindle::Config;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// Below this, elements that stand side by side are taken one by one.
const LONG: usize = 16;

/// What has as many holes is copied once, so that parts of it have fewer.
const HOLES: usize = 4;

/// The elements of a list.
///
/// The test may keep and change each list that it gets, so none is given twice.
#[derive(Debug)]
pub(crate) struct Elements {
    items: Py<PyList>,
    /// What failed last, where it has many holes: what is asked about then is mostly a stretch of it, or all but a stretch.
    failed: Option<(Config, Py<PyList>)>,
}

impl Elements {
    /// Those of a list that does not change.
    pub(crate) const fn new(items: Py<PyList>) -> Self {
        Self { items, failed: None }
    }

    /// Notes that these fail.
    pub(crate) fn narrow(&mut self, py: Python<'_>, kept: &Config) -> PyResult<()> {
        if kept.runs().len() > HOLES {
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
        let stretches = kept.runs().iter().map(|run| run.start as usize..run.end as usize);
        taken(self.items.bind(py), &stretches.collect::<Vec<_>>())
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

/// A list of these stretches of `items`.
fn taken<'py>(items: &Bound<'py, PyList>, stretches: &[Range<usize>]) -> PyResult<Bound<'py, PyList>> {
    let (Some(first), Some(last)) = (stretches.first(), stretches.last()) else {
        return Ok(PyList::empty(items.py()));
    };
    let len: usize = stretches.iter().map(ExactSizeIterator::len).sum();
    if stretches.len() > 1 && len < LONG * stretches.len() {
        let some = stretches.iter().flat_map(Clone::clone).map(|at| items.get_item(at));
        return PyList::new(items.py(), some.collect::<PyResult<Vec<_>>>()?);
    }
    // Where much is kept, what lies between is less.
    let made = items.get_slice(first.start, last.end);
    for pair in stretches.windows(2).rev() {
        made.del_slice(pair[0].end - first.start, pair[1].start - first.start)?;
    }
    Ok(made)
}
