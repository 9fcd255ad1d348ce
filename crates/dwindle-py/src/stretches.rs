//! Lists of stretches of a list.

use std::ops::Range;

use dwindle::Config;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// Below this, elements that stand side by side are taken one by one.
const LONG: usize = 16;

/// The stretches of elements that are kept.
pub(crate) fn stretches(kept: &Config) -> Vec<Range<usize>> {
    kept.runs().iter().map(|run| run.start as usize..run.end as usize).collect()
}

/// A list of these stretches of `items`.
pub(crate) fn taken<'py>(
    items: &Bound<'py, PyList>,
    stretches: &[Range<usize>],
) -> PyResult<Bound<'py, PyList>> {
    let (Some(first), Some(last)) = (stretches.first(), stretches.last()) else {
        return Ok(PyList::empty(items.py()));
    };
    let len: usize = stretches.iter().map(ExactSizeIterator::len).sum();
    if stretches.len() > 1 && len < LONG * stretches.len() {
        let some = stretches.iter().flat_map(Clone::clone).map(|at| items.get_item(at));
        return PyList::new(items.py(), some.collect::<PyResult<Vec<_>>>()?);
    }
    if 2 * len < last.end - first.start {
        let made = items.get_slice(first.start, first.end);
        for stretch in &stretches[1..] {
            let end = made.len();
            made.set_slice(end, end, items.get_slice(stretch.start, stretch.end).as_any())?;
        }
        return Ok(made);
    }
    // Where much is kept, what lies between is less.
    let made = items.get_slice(first.start, last.end);
    for pair in stretches.windows(2).rev() {
        made.del_slice(pair[0].end - first.start, pair[1].start - first.start)?;
    }
    Ok(made)
}
