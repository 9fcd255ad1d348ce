//! Words that Python says, and what they mean here.

use dwindle::strategy::Mode;
use dwindle::value::Aim;
use dwindle::{Algorithm, Judgement, Outcome, Reason};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The names of the algorithms, each with one line on what it is.
#[pyfunction]
pub(crate) fn algorithms() -> Vec<(&'static str, &'static str)> {
    Algorithm::ALL.iter().map(|algorithm| (algorithm.name(), algorithm.about())).collect()
}

/// The algorithm of this name.
pub(crate) fn algorithm(name: &str) -> PyResult<Algorithm> {
    name.parse().map_err(wrong)
}

/// What the reduction of a value does.
pub(crate) fn aim(name: &str) -> PyResult<Aim> {
    match name {
        "remove" => Ok(Aim::Remove),
        "simplify" => Ok(Aim::Simplify),
        algorithm => Ok(Aim::InTurn(self::algorithm(algorithm)?)),
    }
}

/// Which sides move.
pub(crate) fn mode(name: &str) -> PyResult<Mode> {
    match name {
        "maximise" => Ok(Mode::Maximise),
        "both" => Ok(Mode::Both),
        _ => Err(PyValueError::new_err(format!("no way is called `{name}`"))),
    }
}

/// The judgement that `outcome` names; `timed_out` says that it comes from a run that took too long.
pub(crate) fn judgement(outcome: &str, timed_out: bool) -> PyResult<Judgement> {
    let outcome: Outcome =
        outcome.parse().map_err(|_| PyValueError::new_err(format!("`{outcome}` is no outcome")))?;
    let reason = timed_out.then_some(Reason::Timeout { limit_ms: 0 });
    Ok(Judgement { reason, ..Judgement::new(outcome) })
}

/// The error for what cannot be done.
pub(crate) fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
