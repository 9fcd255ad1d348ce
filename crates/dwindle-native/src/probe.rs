//! Probes: values of expressions before lines.

use dwindle_agent::layout::Step;
use dwindle_trace::protocol::Probe;

use crate::debug::Debug;
use crate::program::Program;
use crate::refusal::Refusal;
use crate::statements::Statement;

/// How a value is read before a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The statement.
    pub statement: usize,
    /// Which of the probes asked for it is.
    pub number: u32,
    /// The steps to its address.
    pub steps: Vec<Step>,
    /// Its bytes.
    pub bytes: u32,
    /// How it is written.
    pub form: Form,
}

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A number with sign, of so many bytes.
    Signed(u32),
}

impl Form {
    /// The value as text.
    pub fn text(self, value: u64) -> String {
        value.to_string()
    }
}

/// How an expression is read before each statement of a line.
pub(crate) fn readings(
    _program: &Program,
    _debug: &Debug,
    _statements: &[Statement],
    probe: &Probe,
    _number: u32,
) -> Result<Vec<Reading>, Refusal> {
    Err(Refusal::Probe { probe: probe.to_string(), why: "expressions cannot be read yet".into() })
}
