//! The search for what passes, and for what makes the difference.

use std::sync::Arc;

use dwindle::Config;
use dwindle::search::OwnedSearch;
use dwindle::space::Space;
use dwindle::strategy::{Dd, Mode, Strategy};
use dwindle::value::{Edit, NodeId, ValueSpace};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::model::Model;
use crate::told;
use crate::values::Candidate;

/// Narrows the difference between a value that fails and what is left of it without the elements of its parts, by the
/// Debugging Book's general dd.
#[pyclass(module = "dwindle._engine")]
#[derive(Debug)]
pub(crate) struct SidesSearch {
    model: Py<Model>,
    space: Arc<ValueSpace>,
    search: OwnedSearch<Dd>,
}

#[pymethods]
impl SidesSearch {
    /// A search in the value of `root`, which fails: `"maximise"` lets what passes grow, `"both"` moves both sides.
    #[new]
    fn new(py: Python<'_>, model: Py<Model>, root: NodeId, mode: &str) -> PyResult<Self> {
        let mode = match mode {
            "maximise" => Mode::Maximise,
            "both" => Mode::Both,
            _ => return Err(PyValueError::new_err(format!("no way is called `{mode}`"))),
        };
        let value = model.borrow(py).value(root)?;
        let nodes = value.by_depth();
        let parts = nodes.iter().filter(|(_, depth)| *depth == 1);
        let drops: Vec<Edit> = parts.flat_map(|(part, _)| value.drops(*part)).collect();
        let space = Arc::new(ValueSpace::new(Arc::new(value), drops));
        let search = OwnedSearch::by(&space, Dd::new(space.full(), mode));
        Ok(Self { model, space, search })
    }

    /// The next candidate to be judged: its ticket, the candidate, and how many times the usual limit of time its test
    /// has. `None` when the search is done, or has to be told an outcome first.
    fn ask(&mut self, py: Python<'_>) -> Option<(u64, Candidate, u32)> {
        let asked = py.detach(|| self.search.ask())?;
        Some((asked.ticket, self.of(py, &asked.config), asked.patience))
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

    /// The smallest candidate known to fail.
    fn best(&self, py: Python<'_>) -> Candidate {
        self.of(py, self.search.strategy().best())
    }

    /// The largest candidate known to pass.
    fn passing(&self, py: Python<'_>) -> Candidate {
        self.of(py, self.search.strategy().passing())
    }

    /// The failing candidate beside it.
    fn failing(&self, py: Python<'_>) -> Candidate {
        self.of(py, self.search.strategy().failing())
    }

    /// What the one has and the other has not.
    fn difference(&self, py: Python<'_>) -> Candidate {
        self.of(py, self.search.strategy().difference())
    }

    /// Whether the value fails without the elements of its parts, too; then there is nothing to find.
    fn passing_side_fails(&self) -> bool {
        self.search.strategy().passing_side_fails()
    }

    /// The size of the difference, in elements.
    #[getter]
    fn size(&self) -> usize {
        self.search.strategy().difference().len()
    }

    /// How many outcomes were asked for that had to be found out by a test, in serial order.
    #[getter]
    fn tests(&self) -> u64 {
        self.search.count().tests
    }
}

impl SidesSearch {
    fn of(&self, py: Python<'_>, config: &Config) -> Candidate {
        Candidate::new(py, &self.model, &self.space, config)
    }
}
