//! Probes: values of expressions before lines, led back to steps that the agent can do.

use dwindle_agent::layout::Step;
use dwindle_trace::protocol::Probe;

use crate::debug::{Debug, Dwarf, Function, dwarf};
use crate::expression::Expression;
use crate::form::{Form, LedTo};
use crate::program::Program;
use crate::refusal::Refusal;
use crate::scope::{Found, Scope, unit_of};
use crate::statements::{Kind, Statement};
use crate::types::Types;

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
    /// What it leads to, if that is read as well.
    pub led_to: Option<LedTo>,
}

/// How an expression is read before each statement of a line.
pub(crate) fn readings(
    program: &Program,
    debug: &Debug,
    statements: &[Statement],
    probe: &Probe,
    number: u32,
) -> Result<Vec<Reading>, Refusal> {
    let wrong = |why: String| Refusal::Probe { probe: probe.to_string(), why };
    let expression = Expression::parse(&probe.expression).map_err(wrong)?;
    let dwarf = dwarf(program)?;
    let mut readings = Vec::new();
    for (place, statement) in statements.iter().enumerate() {
        let file = &debug.files[statement.file];
        let here = statement.line == probe.line && file.ends_with(&probe.file);
        if !here || matches!(statement.kind, Kind::Entry | Kind::Part) {
            continue;
        }
        let function = &debug.functions[statement.function];
        let found = value(&dwarf, function, statement.address, &expression);
        let (steps, form, bytes) = found.map_err(|error| wrong(error.to_string()))?.map_err(wrong)?;
        readings.push(Reading { statement: place, number, steps, bytes, form, led_to: None });
    }
    if readings.is_empty() {
        return Err(wrong(format!(
            "no statement that can be traced begins at {}:{}",
            probe.file, probe.line
        )));
    }
    Ok(readings)
}

/// The steps to what an expression is at an address of a function, how it is written, and its bytes.
fn value(
    dwarf: &Dwarf<'_>,
    function: &Function,
    address: u64,
    expression: &Expression,
) -> Found<(Vec<Step>, Form, u32)> {
    let Some((unit, function)) = unit_of(dwarf, function)? else {
        return Ok(Err("its function is not known".into()));
    };
    Scope { types: Types { dwarf, unit: &unit }, function, address }.value(expression)
}
