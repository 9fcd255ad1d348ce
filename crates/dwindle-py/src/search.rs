//! A search that Python asks for candidates and tells their outcomes.

use std::io;

use dwindle::{Judgement, Outcome};
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::model::Model;
use crate::pieces::Whole;
use crate::plans::PlanSearch;
use crate::sides::SidesSearch;
use crate::steps::{Next, Steps};
use crate::told;
use crate::units::UnitSearch;
use crate::values::ValueSearch;

/// A candidate as Python gets it: its ticket, the data, and how many times the usual limit of time its test has.
type Given<'py> = (u64, Bound<'py, PyAny>, u32);

/// Finds small data that still fails.
///
/// Python asks and tells; Rust never calls the test, so exceptions and interrupts stay where they are, and the interpreter's
/// lock is released while it is decided what comes next.
#[pyclass(module = "dwindle._engine")]
#[derive(Debug)]
pub(crate) struct Search {
    steps: Box<dyn Steps>,
    whole: Whole,
}

#[pymethods]
impl Search {
    /// A search among the elements of a list, which together fail. The list may not change.
    #[staticmethod]
    fn of_list(items: Bound<'_, PyList>, algorithm: &str) -> PyResult<Self> {
        let steps = UnitSearch::of_list(items.len(), told::algorithm(algorithm)?);
        Ok(Self { steps: Box::new(steps), whole: Whole::List(items.unbind()) })
    }

    /// A search among the units of a text that fails: of a string or of bytes.
    #[staticmethod]
    fn of_text(text: &Bound<'_, PyAny>, unit: &str, algorithm: &str) -> PyResult<Self> {
        let (whole, text) = Whole::of_text(text)?;
        let steps =
            UnitSearch::of_text(&text, unit.parse().map_err(told::wrong)?, told::algorithm(algorithm)?);
        Ok(Self { steps: Box::new(steps), whole })
    }

    /// A search in a text that fails, by its syntax tree, then by tokens and characters, until nothing changes.
    ///
    /// The grammar is a language of this package, or the grammar that `grammar` says; of the latter only candidates that
    /// parse are tested.
    #[staticmethod]
    #[pyo3(signature = (text, language=None, grammar=None, jobs=1, budget=None))]
    fn of_syntax(
        text: &Bound<'_, PyAny>,
        language: Option<&str>,
        grammar: Option<&str>,
        jobs: usize,
        budget: Option<u64>,
    ) -> PyResult<Self> {
        let (whole, text) = Whole::of_text(text)?;
        let steps = PlanSearch::new(text, language, grammar, jobs, budget)?;
        Ok(Self { steps: Box::new(steps), whole })
    }

    /// A search in the value of `root`, which fails. The aim is `"remove"`, `"simplify"`, or the name of an algorithm, by
    /// which the parts of the whole are reduced in turn.
    #[staticmethod]
    fn of_value(py: Python<'_>, model: Py<Model>, root: u32, aim: &str) -> PyResult<Self> {
        let value = model.borrow(py).value(root)?;
        let aim = told::aim(aim)?;
        let steps = py.detach(|| ValueSearch::new(value, aim));
        Ok(Self { steps: Box::new(steps), whole: Whole::Value(model) })
    }

    /// A search for what passes in the value of `root`, which fails: `"maximise"` lets what passes grow, `"both"` moves both
    /// sides.
    #[staticmethod]
    fn of_sides(py: Python<'_>, model: Py<Model>, root: u32, mode: &str) -> PyResult<Self> {
        let value = model.borrow(py).value(root)?;
        let steps = SidesSearch::new(value, told::mode(mode)?);
        Ok(Self { steps: Box::new(steps), whole: Whole::Value(model) })
    }

    /// The next candidate to be judged. `None` when the search is done, or has to be told an outcome first.
    fn ask<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Given<'py>>> {
        self.given(py, None)
    }

    /// Takes the outcome of the candidate with this ticket.
    #[pyo3(signature = (ticket, outcome, timed_out=false))]
    fn tell(&mut self, py: Python<'_>, ticket: u64, outcome: &str, timed_out: bool) -> PyResult<()> {
        let judgement = told::judgement(outcome, timed_out)?;
        py.detach(|| self.steps.tell(ticket, judgement)).map_err(told::wrong)
    }

    /// Both: takes the outcome of a candidate, and gives the next one.
    fn tell_and_ask<'py>(
        &mut self,
        py: Python<'py>,
        ticket: u64,
        outcome: &str,
        timed_out: bool,
    ) -> PyResult<Option<Given<'py>>> {
        self.given(py, Some((ticket, told::judgement(outcome, timed_out)?)))
    }

    /// Takes back a candidate whose test was stopped.
    fn give_back(&mut self, ticket: u64) -> PyResult<()> {
        self.steps.give_back(ticket).map_err(told::wrong)
    }

    /// The tickets of candidates whose outcomes will hardly be needed any more.
    fn unwanted(&self, py: Python<'_>) -> Vec<u64> {
        py.detach(|| self.steps.unwanted())
    }

    /// The smallest candidate known to fail, made anew.
    fn best<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.whole.make(py, self.steps.best()?)
    }

    /// What passes, what fails, and what the one has and the other has not, each made anew; and whether the value fails
    /// without the elements of its parts, too, so that there is nothing to find.
    fn sides<'py>(&self, py: Python<'py>) -> PyResult<([Bound<'py, PyAny>; 3], bool)> {
        let sides = self.steps.sides().ok_or_else(|| PyValueError::new_err("the search is for one side"))?;
        let make = |pieces| self.whole.make(py, pieces);
        Ok(([make(sides.passing)?, make(sides.failing)?, make(sides.difference)?], sides.is_none_passing))
    }

    /// The size of the smallest candidate known to fail; of a search for both sides, that of the difference.
    #[getter]
    fn size(&self, py: Python<'_>) -> u64 {
        py.detach(|| self.steps.size())
    }

    /// How many outcomes were asked for that had to be found out by a test, in serial order.
    #[getter]
    fn tests(&self) -> u64 {
        self.steps.tests()
    }

    /// Whether a budget that the search itself was given has ended it.
    #[getter]
    fn is_over_budget(&self) -> bool {
        self.steps.is_over_budget()
    }
}

impl Search {
    /// The next candidate after this judgement. A type that refuses the parts of one makes it unresolved.
    fn given<'py>(
        &mut self,
        py: Python<'py>,
        mut told: Option<(u64, Judgement)>,
    ) -> PyResult<Option<Given<'py>>> {
        let (steps, whole) = (&mut self.steps, &self.whole);
        loop {
            let next = py.detach(|| {
                if let Some((ticket, judgement)) = told.take() {
                    steps.tell(ticket, judgement).map_err(io::Error::other)?;
                }
                steps.ask()
            });
            match next.map_err(told::wrong)? {
                Next::Nothing => return Ok(None),
                Next::Later => py.check_signals()?,
                Next::Candidate(ticket) => match whole.make(py, ticket.pieces) {
                    Ok(data) => return Ok(Some((ticket.number, data, ticket.patience))),
                    Err(error) if error.is_instance_of::<PyException>(py) => {
                        told = Some((ticket.number, Judgement::new(Outcome::Unresolved)));
                    }
                    Err(error) => return Err(error),
                },
            }
        }
    }
}
