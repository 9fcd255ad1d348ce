//! The search for what a value needs to fail.

use std::sync::Arc;

use dwindle::Config;
use dwindle::value::{Aim, NodeId, Reduction, ValueSpace};
use pyo3::prelude::*;

use crate::build::build;
use crate::model::Model;
use crate::told;

/// Finds a small value that still fails.
#[pyclass(module = "dwindle._engine")]
#[derive(Debug)]
pub(crate) struct ValueSearch {
    model: Py<Model>,
    reduction: Reduction,
}

/// A candidate that is made when it is needed.
#[pyclass(module = "dwindle._engine", frozen)]
#[derive(Debug)]
pub(crate) struct Candidate {
    model: Py<Model>,
    space: Arc<ValueSpace>,
    config: Config,
}

#[pymethods]
impl Candidate {
    /// The value, made anew.
    pub(crate) fn build<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let edited = self.space.edited(&self.config);
        build(py, &self.model.borrow(py), &edited)
    }
}

impl Candidate {
    pub(crate) fn new(py: Python<'_>, model: &Py<Model>, space: &Arc<ValueSpace>, config: &Config) -> Self {
        Self { model: model.clone_ref(py), space: Arc::clone(space), config: config.clone() }
    }
}

#[pymethods]
impl ValueSearch {
    /// A search in the value of `root`, which fails. The aim is `"remove"`, `"simplify"`, or the name of an algorithm, by
    /// which the parts of the whole are reduced in turn.
    #[new]
    fn new(py: Python<'_>, model: Py<Model>, root: NodeId, aim: &str) -> PyResult<Self> {
        let aim = match aim {
            "remove" => Aim::Remove,
            "simplify" => Aim::Simplify,
            algorithm => Aim::InTurn(told::algorithm(algorithm)?),
        };
        let value = model.borrow(py).value(root)?;
        let reduction = py.detach(|| Reduction::new(value, aim));
        Ok(Self { model, reduction })
    }

    /// The next candidate to be judged: its ticket, the candidate, and how many times the usual limit of time its test
    /// has. `None` when the search is done, or has to be told an outcome first.
    fn ask(&mut self, py: Python<'_>) -> Option<(u64, Candidate, u32)> {
        let asked = py.detach(|| self.reduction.ask())?;
        let candidate = Candidate::new(py, &self.model, &asked.space, &asked.config);
        Some((asked.ticket, candidate, asked.patience))
    }

    /// Takes the outcome of the candidate with this ticket.
    #[pyo3(signature = (ticket, outcome, timed_out=false))]
    fn tell(&mut self, py: Python<'_>, ticket: u64, outcome: &str, timed_out: bool) -> PyResult<()> {
        let judgement = told::judgement(outcome, timed_out)?;
        py.detach(|| self.reduction.tell(ticket, judgement)).map_err(|error| told::not_told(&error))
    }

    /// Takes back a candidate whose test was stopped.
    fn give_back(&mut self, ticket: u64) -> PyResult<()> {
        self.reduction.give_back(ticket).map_err(|error| told::not_told(&error))
    }

    /// The tickets of candidates whose outcomes will hardly be needed any more.
    fn unwanted(&self, py: Python<'_>) -> Vec<u64> {
        py.detach(|| self.reduction.unwanted())
    }

    /// The smallest candidate known to fail.
    fn best(&self, py: Python<'_>) -> Candidate {
        let (space, config) = self.reduction.best();
        Candidate::new(py, &self.model, space, config)
    }

    /// The size of the smallest candidate known to fail.
    #[getter]
    fn size(&self, py: Python<'_>) -> u64 {
        let (space, config) = self.reduction.best();
        py.detach(|| space.bake(config).size().parts)
    }

    /// How many outcomes were asked for that had to be found out by a test, in serial order.
    #[getter]
    fn tests(&self) -> u64 {
        self.reduction.count().tests
    }
}
