//! A search that Python asks for candidates and tells their outcomes.

use std::collections::VecDeque;
use std::io;

use dwindle::{Judgement, Outcome};
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList};

use crate::elements::{Elements, Trust};
use crate::model::Model;
use crate::pieces::{Pieces, Whole};
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
/// Python asks and tells, so exceptions and interrupts stay where they are. A test whose answers say what fails may be called
/// here, until it answers something else than `False`. The interpreter's lock is released while it is decided what comes next.
#[pyclass(module = "dwindle._engine")]
#[derive(Debug)]
pub(crate) struct Search {
    steps: Box<dyn Steps>,
    whole: Whole,
    /// What is judged just now, by its ticket.
    open: Vec<(u64, Pieces)>,
    /// The last that were told to pass.
    passed: VecDeque<Pieces>,
    /// How many tests were run here.
    judged: u64,
}

/// How many of those that pass are remembered.
const REMEMBERED: usize = 8;

#[pymethods]
impl Search {
    /// A search among the elements of a list, which together fail. The list may not change.
    #[staticmethod]
    fn of_list(items: Bound<'_, PyList>, algorithm: &str) -> PyResult<Self> {
        let steps = UnitSearch::of_list(items.len(), told::algorithm(algorithm)?);
        Ok(Self::new(steps, Whole::List(Elements::new(items.unbind()))))
    }

    /// A search among the elements of something of this length, which together fail. A candidate is a list of the first
    /// position and the one behind the last of each stretch that is kept.
    #[staticmethod]
    fn of_positions(len: usize, algorithm: &str) -> PyResult<Self> {
        Ok(Self::new(UnitSearch::of_list(len, told::algorithm(algorithm)?), Whole::Positions))
    }

    /// A search among the units of a text that fails: of a string or of bytes.
    #[staticmethod]
    fn of_text(text: &Bound<'_, PyAny>, unit: &str, algorithm: &str) -> PyResult<Self> {
        let (whole, text) = Whole::of_text(text)?;
        let steps =
            UnitSearch::of_text(&text, unit.parse().map_err(told::wrong)?, told::algorithm(algorithm)?);
        Ok(Self::new(steps, whole))
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
        Ok(Self::new(PlanSearch::new(text, language, grammar, jobs, budget)?, whole))
    }

    /// A search in the value of `root`, which fails. The aim is `"remove"`, `"simplify"`, or the name of an algorithm, by
    /// which the parts of the whole are reduced in turn.
    #[staticmethod]
    fn of_value(py: Python<'_>, model: Py<Model>, root: u32, aim: &str) -> PyResult<Self> {
        let value = model.borrow(py).value(root)?;
        let aim = told::aim(aim)?;
        Ok(Self::new(py.detach(|| ValueSearch::new(value, aim)), Whole::Value(model)))
    }

    /// A search for what passes in the value of `root`, which fails: `"maximise"` lets what passes grow, `"both"` moves both
    /// sides.
    #[staticmethod]
    fn of_sides(py: Python<'_>, model: Py<Model>, root: u32, mode: &str) -> PyResult<Self> {
        let value = model.borrow(py).value(root)?;
        Ok(Self::new(SidesSearch::new(value, told::mode(mode)?), Whole::Value(model)))
    }

    /// The next candidate to be judged. `None` when the search is done, or has to be told an outcome first.
    fn ask<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Given<'py>>> {
        self.given(py, None, false)
    }

    /// Takes the outcome of the candidate with this ticket.
    #[pyo3(signature = (ticket, outcome, timed_out=false))]
    fn tell(&mut self, py: Python<'_>, ticket: u64, outcome: &str, timed_out: bool) -> PyResult<()> {
        let judgement = told::judgement(outcome, timed_out)?;
        self.close(py, ticket, judgement.outcome)?;
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
        let judgement = told::judgement(outcome, timed_out)?;
        self.close(py, ticket, judgement.outcome)?;
        self.given(py, Some((ticket, judgement)), false)
    }

    /// Judges one candidate after another by what `test` answers, `asked` first, as long as that is `False` or `None`, and for
    /// `most` tests at most. `made` makes what the test gets of what is made here. An exception is `broken` with what it was given.
    ///
    /// Gives the candidate that comes next, and what the test answered, if that was something else.
    fn pass_on<'py>(
        &mut self,
        asked: Given<'py>,
        test: &Bound<'py, PyAny>,
        made: Option<&Bound<'py, PyAny>>,
        broken: &Bound<'py, PyAny>,
        most: u64,
    ) -> PyResult<(Option<Given<'py>>, Option<Bound<'py, PyAny>>)> {
        let py = test.py();
        let passes = PyBool::new(py, false);
        let mut next = Some(asked);
        for _ in 0..most {
            let Some((ticket, data, patience)) = next else { break };
            let given = made.map_or_else(|| Ok(data.clone()), |made| made.call1((&data,)))?;
            let answer = match test.call1((&given,)) {
                Err(error) if !error.is_instance_of::<PyException>(py) => return Err(error),
                answer => answer,
            };
            self.judged += u64::from(answer.is_ok());
            let more = match answer {
                Ok(answer) if answer.is(&*passes) || answer.is_none() => {
                    drop(given);
                    None
                }
                answer => Some((given, answer)),
            };
            if self.is_doubtful(&data, more.is_none())? {
                self.give_back(py, ticket)?;
                self.doubt();
                next = self.given(py, None, true)?;
                continue;
            }
            match more {
                None => {
                    drop(data);
                    py.check_signals()?;
                    self.close(py, ticket, Outcome::Pass)?;
                    next = self.given(py, Some((ticket, Judgement::new(Outcome::Pass))), true)?;
                }
                Some((given, Ok(answer))) => return Ok((Some((ticket, given, patience)), Some(answer))),
                Some((given, Err(error))) => {
                    broken.call1((error.value(py), given))?;
                    return Err(error);
                }
            }
        }
        Ok((next, None))
    }

    /// Takes back a candidate whose test was stopped.
    fn give_back(&mut self, py: Python<'_>, ticket: u64) -> PyResult<()> {
        self.close(py, ticket, Outcome::Unresolved)?;
        self.steps.give_back(ticket).map_err(told::wrong)
    }

    /// The tickets of candidates whose outcomes will hardly be needed any more.
    fn unwanted(&self, py: Python<'_>) -> Vec<u64> {
        py.detach(|| self.steps.unwanted())
    }

    /// The smallest candidate known to fail, made anew, or of the caller's `own` objects where they are as they were.
    #[pyo3(signature = (own=false))]
    fn best<'py>(&self, py: Python<'py>, own: bool) -> PyResult<Bound<'py, PyAny>> {
        self.whole.make(py, &self.steps.best()?, own)
    }

    /// A candidate that was told to pass, made anew: the last one, or the `nth` before it. `None` where none is remembered.
    fn passed<'py>(&self, py: Python<'py>, nth: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.passed.get(nth).map(|pieces| self.whole.make(py, pieces, false)).transpose()
    }

    /// What passes, what fails, and what the one has and the other has not; and the outcome of the first, which passes only
    /// where something that passes was found.
    fn sides<'py>(&self, py: Python<'py>) -> PyResult<([Bound<'py, PyAny>; 3], &'static str)> {
        let sides = self.steps.sides().ok_or_else(|| PyValueError::new_err("the search is for one side"))?;
        let make = |pieces| self.whole.make(py, pieces, true);
        Ok(([make(&sides.passing)?, make(&sides.failing)?, make(&sides.difference)?], sides.found.name()))
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

    /// How many tests were run here.
    #[getter]
    fn judged(&self) -> u64 {
        self.judged
    }

    /// Whether a budget that the search itself was given has ended it.
    #[getter]
    fn is_over_budget(&self) -> bool {
        self.steps.is_over_budget()
    }
}

impl Search {
    fn new(steps: impl Steps + 'static, whole: Whole) -> Self {
        Self { steps: Box::new(steps), whole, open: Vec::new(), passed: VecDeque::new(), judged: 0 }
    }

    /// Notes that a candidate is judged.
    fn close(&mut self, py: Python<'_>, ticket: u64, outcome: Outcome) -> PyResult<()> {
        let Some(at) = self.open.iter().position(|(open, _)| *open == ticket) else { return Ok(()) };
        let (_, pieces) = self.open.swap_remove(at);
        match (outcome, &mut self.whole, &pieces) {
            (Outcome::Pass, _, _) => {
                self.passed.truncate(REMEMBERED - 1);
                self.passed.push_front(pieces);
            }
            (Outcome::Fail, Whole::List(items), Pieces::Elements(kept)) => items.narrow(py, kept)?,
            _ => {}
        }
        Ok(())
    }

    /// Takes a candidate back from its test; whether what was told of those before is doubtful, and what this test answers.
    fn is_doubtful(&mut self, data: &Bound<'_, PyAny>, has_passed: bool) -> PyResult<bool> {
        let Whole::List(items) = &mut self.whole else { return Ok(false) };
        let trust = items.take_back(data, has_passed)?;
        if trust == Trust::All {
            self.steps.trust();
        }
        Ok(trust == Trust::None)
    }

    /// Has judged again what is doubtful.
    fn doubt(&mut self) {
        self.passed.clear();
        self.steps.doubt();
    }

    /// The next candidate after this judgement; one that is `lent` is taken back. A type that refuses the parts of one makes it
    /// unresolved.
    fn given<'py>(
        &mut self,
        py: Python<'py>,
        mut told: Option<(u64, Judgement)>,
        lent: bool,
    ) -> PyResult<Option<Given<'py>>> {
        loop {
            let steps = &mut self.steps;
            let is_brief = steps.is_brief();
            let mut ask = || {
                if let Some((ticket, judgement)) = told.take() {
                    steps.tell(ticket, judgement).map_err(io::Error::other)?;
                }
                steps.ask()
            };
            let next = if is_brief { ask() } else { py.detach(ask) };
            match next.map_err(told::wrong)? {
                Next::Nothing if lent && !self.whole.look(py)? => self.doubt(),
                Next::Nothing => return Ok(None),
                Next::Later => py.check_signals()?,
                Next::Candidate(ticket) => match self.whole.make_or_lend(py, &ticket.pieces, lent) {
                    Ok(Some(data)) => {
                        self.open.push((ticket.number, ticket.pieces));
                        return Ok(Some((ticket.number, data, ticket.patience)));
                    }
                    Ok(None) => {
                        self.steps.give_back(ticket.number).map_err(told::wrong)?;
                        self.doubt();
                    }
                    Err(error) if error.is_instance_of::<PyException>(py) => {
                        told = Some((ticket.number, Judgement::new(Outcome::Unresolved)));
                    }
                    Err(error) => return Err(error),
                },
            }
        }
    }
}
