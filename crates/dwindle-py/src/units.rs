//! The search for the units that a list or a text needs to fail.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use dwindle::search::OwnedSearch;
use dwindle::space::{ListSpace, Shared};
use dwindle::{Algorithm, Candidate, Config, Text};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::told;

/// Finds a 1-minimal part of a list whose elements only the caller knows, or of a text.
#[pyclass(module = "dwindle._engine")]
#[derive(Debug)]
pub(crate) struct UnitSearch {
    space: Shared,
    search: OwnedSearch,
    algorithm: Algorithm,
    /// The final sweep runs, or none is needed.
    is_swept: bool,
}

/// What a candidate is made of.
enum Kept {
    /// Positions in a list, each stretch from its first to one past its last.
    Stretches(Vec<(u32, u32)>),
    /// A text.
    Bytes(Vec<u8>),
}

#[pymethods]
impl UnitSearch {
    /// A search among the elements of a list of this length, which together fail. Candidates are stretches of
    /// positions to keep.
    #[staticmethod]
    fn of_list(len: usize, algorithm: &str) -> PyResult<Self> {
        Self::of(Arc::new(ListSpace::new(len)), algorithm)
    }

    /// A search among the units of a text that fails. Candidates are bytes.
    #[staticmethod]
    fn of_text(text: &[u8], unit: &str, algorithm: &str) -> PyResult<Self> {
        let wrong = |error: &dyn std::error::Error| PyValueError::new_err(error.to_string());
        let unit = unit.parse().map_err(|error| wrong(&error))?;
        let text = Text::new(text).map_err(|error| wrong(&error))?;
        Self::of(Arc::new(text.cut(unit)), algorithm)
    }

    /// The next candidate to be judged: its ticket, what it keeps, and how many times the usual limit of time its test
    /// has. `None` when the search is done, or has to be told an outcome first.
    fn ask(&mut self, py: Python<'_>) -> PyResult<Option<(u64, Py<PyAny>, u32)>> {
        let asked = py.detach(|| {
            if self.search.is_done() && !self.is_swept {
                self.is_swept = true;
                if let Some(sweep) = self.algorithm.sweep(self.search.best()) {
                    self.search.go_on(&self.space, &sweep);
                }
            }
            let asked = self.search.ask()?;
            Some(Kept::of(asked.candidate()).map(|kept| (asked.ticket, kept, asked.patience)))
        });
        let Some((ticket, kept, patience)) = asked.transpose()? else { return Ok(None) };
        Ok(Some((ticket, kept.into_python(py)?, patience)))
    }

    /// Takes the outcome of the candidate with this ticket.
    #[pyo3(signature = (ticket, outcome, timed_out=false))]
    fn tell(&mut self, py: Python<'_>, ticket: u64, outcome: &str, timed_out: bool) -> PyResult<()> {
        let judgement = told::judgement(outcome, timed_out)?;
        py.detach(|| self.search.tell(ticket, judgement)).map_err(|error| told::not_told(&error))
    }

    /// Takes back a candidate whose test was stopped.
    fn give_back(&mut self, ticket: u64) -> PyResult<()> {
        self.search.give_back(ticket).map_err(|error| told::not_told(&error))
    }

    /// The tickets of candidates whose outcomes will hardly be needed any more.
    fn unwanted(&self, py: Python<'_>) -> Vec<u64> {
        py.detach(|| self.search.unwanted())
    }

    /// What the smallest candidate known to fail keeps.
    fn best(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Kept::of(self.space.candidate(Cow::Borrowed(self.search.best())))?.into_python(py)
    }

    /// How many units the smallest candidate known to fail has.
    #[getter]
    fn size(&self) -> usize {
        self.search.best().len()
    }

    /// How many outcomes the algorithm asked for that had to be found out by a test, in serial order.
    #[getter]
    fn tests(&self) -> u64 {
        self.search.count().tests
    }
}

impl UnitSearch {
    fn of(space: Shared, algorithm: &str) -> PyResult<Self> {
        let algorithm = told::algorithm(algorithm)?;
        let search = OwnedSearch::new(&space, &*algorithm.strategy(&*space, space.full()));
        Ok(Self { space, search, algorithm, is_swept: false })
    }
}

impl Kept {
    fn of(candidate: io::Result<Candidate<'_>>) -> io::Result<Self> {
        match candidate? {
            Candidate::Units(config) => Ok(Self::Stretches(stretches(&config))),
            other => match other.text() {
                Some(text) => Ok(Self::Bytes(text.into_owned())),
                None => Err(other.unsupported("a list or a text")),
            },
        }
    }

    fn into_python(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match self {
            Self::Stretches(stretches) => stretches.into_py_any(py),
            Self::Bytes(bytes) => PyBytes::new(py, &bytes).into_py_any(py),
        }
    }
}

fn stretches(config: &Config) -> Vec<(u32, u32)> {
    config.runs().iter().map(|run| (run.start, run.end)).collect()
}
