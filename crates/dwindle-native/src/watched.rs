//! What statements make of variables, so that it can be read before and after them: what their instructions write to, and
//! what the text of an assignment names.
//!
//! While a run is recorded the agent reads these places before the statement, and at the same address when the call
//! goes on.

use std::collections::BTreeSet;

use dwindle_agent::layout::{Do, Step};
use gimli::UnitOffset;
use iced_x86::{FlowControl, Instruction, InstructionInfoFactory, Mnemonic, Register};

use crate::code::{self, Code};
use crate::debug::{Debug, dwarf};
use crate::expression::Expression;
use crate::probe::Reading;
use crate::program::Program;
use crate::refusal::Refusal;
use crate::scope::{Scope, step, unit_of};
use crate::sources::Sources;
use crate::statements::{Kind, Statement};
use crate::types::Types;
use crate::variables::{Named, Variables};

/// What a statement may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    /// What it is called.
    pub name: String,
    /// Whether it has no value before: the statement declares it.
    pub declared: bool,
    /// Whether only its address is handed over, so that nothing may become of it.
    pub lent: bool,
    /// How it is read.
    pub reading: Reading,
}

/// Changes that are told of one statement at most.
const MOST: usize = 4;

/// What all statements may change.
pub(crate) fn watched(
    program: &Program,
    debug: &Debug,
    statements: &[Statement],
) -> Result<Vec<Watched>, Refusal> {
    let unreadable = |error: gimli::Error| program.unreadable(&error.to_string());
    let dwarf = dwarf(program)?;
    let mut sources = Sources::default();
    let mut found = Vec::new();
    let mut functions = statements.chunk_by(|one, next| one.function == next.function).peekable();
    let mut first = 0;
    while let Some(function) = functions.peek() {
        let unit = unit_of(&dwarf, &debug.functions[function[0].function]).map_err(unreadable)?;
        let Some((unit, _)) = unit else { break };
        let types = Types { dwarf: &dwarf, unit: &unit };
        let variables = Variables::of_unit(types).map_err(unreadable)?;
        let mut watch = Watch { types, variables };
        let place =
            |function: &[Statement]| debug.functions[function[0].function].place.to_unit_offset(&unit.header);
        while let Some(function) = functions.next_if(|function| place(function).is_some()) {
            let known = &debug.functions[function[0].function];
            let code = Code::read(program, known.code.clone(), known.code.start)?;
            let text = |statement: &Statement, line| sources.line(&debug.files[statement.file], line);
            let changes = watch.function(place(function), &code, function, text).map_err(unreadable)?;
            for (index, mut change) in changes {
                change.reading.statement = first + index;
                change.reading.number = u32::try_from(found.len()).unwrap_or(u32::MAX);
                found.push(change);
            }
            first += function.len();
        }
    }
    Ok(found)
}

/// A unit, while its functions are gone through.
struct Watch<'d, 'p> {
    types: Types<'d, 'p>,
    variables: Variables<'d, 'p>,
}

impl Watch<'_, '_> {
    /// What the statements of a function may change, each with the number of the statement.
    fn function(
        &mut self,
        function: Option<UnitOffset>,
        code: &Code,
        statements: &[Statement],
        mut text: impl FnMut(&Statement, u32) -> String,
    ) -> gimli::Result<Vec<(usize, Watched)>> {
        let Some(function) = function else { return Ok(Vec::new()) };
        self.variables.enter(function)?;
        let mut found = Vec::new();
        for (index, statement) in statements.iter().enumerate() {
            if matches!(statement.kind, Kind::Entry | Kind::Exit | Kind::Part) {
                continue;
            }
            let next = statements[index + 1..].iter().find(|next| next.kind != Kind::Part);
            let end = next.map_or(code.end(), |next| next.address);
            let mut changes = self.written(code, statement, end, |line| text(statement, line))?;
            changes.sort_by_key(|change| change.lent);
            let scope = Scope { types: self.types, function, address: statement.address };
            changes.extend(assigned(&scope, &text(statement, statement.line))?);
            let mut names = BTreeSet::new();
            changes.retain(|change| names.insert(change.name.clone()));
            found.extend(changes.into_iter().take(MOST).map(|change| (index, change)));
        }
        Ok(found)
    }

    /// What instructions write to, and what they hand a call the address of.
    fn written(
        &self,
        code: &Code,
        statement: &Statement,
        to: u64,
        mut text: impl FnMut(u32) -> String,
    ) -> gimli::Result<Vec<Watched>> {
        let from = statement.address;
        let instructions = code.between(from, to);
        let calls = instructions.iter().any(|instruction| {
            matches!(instruction.flow_control(), FlowControl::Call | FlowControl::IndirectCall)
        });
        let frame = code.has_frame_pointer();
        let mut factory = InstructionInfoFactory::new();
        let (mut seen, mut found) = (Vec::new(), Vec::new());
        for instruction in instructions {
            let used = factory.info(instruction).used_memory().first();
            let access = used.map(iced_x86::UsedMemory::access);
            let lent = calls && instruction.mnemonic() == Mnemonic::Lea;
            let writes = access.is_some_and(code::writes);
            let bytes = u32::try_from(instruction.memory_size().size()).unwrap_or(0);
            for place in places(instruction, frame) {
                let named = if writes {
                    self.variables.at(place, Some(bytes), from..to)?
                } else if lent {
                    self.variables.at(place, None, from..to)?
                } else {
                    None
                };
                let first = !lent && !seen.contains(&place) && !access.is_some_and(code::reads);
                seen.push(place);
                let Some(Named { name, line, local, form, bytes, led_to, place }) = named else { continue };
                // A variable that does not stand where it is declared is the compiler's own.
                if local.zip(line).is_some_and(|(local, line)| !text(line).contains(&local)) {
                    continue;
                }
                let declared = first && line == Some(statement.line);
                let reading = Reading { statement: 0, number: 0, steps: vec![place], bytes, form, led_to };
                found.push(Watched { name, declared, lent, reading });
            }
        }
        Ok(found)
    }
}

/// Where the memory is that an instruction uses, as debug information may have it: from a register, or from where the
/// frame begins.
fn places(instruction: &Instruction, frame: bool) -> Vec<Step> {
    /// The numbers of `rbp` and `rsp` in debug information.
    const BASE: u32 = 6;
    const STACK: u32 = 7;
    /// Where `rbp` leads, from the beginning of the frame: above it are the caller's and the return address.
    const SAVED: i64 = -16;
    if instruction.memory_index() != Register::None {
        return Vec::new();
    }
    let offset = instruction.memory_displacement64().cast_signed();
    match instruction.memory_base() {
        Register::RIP => vec![step(Do::Base, 0, offset)],
        Register::RSP => vec![step(Do::Register, STACK, offset)],
        Register::RBP if frame => {
            vec![step(Do::Register, BASE, offset), step(Do::Frame, 0, offset.wrapping_add(SAVED))]
        }
        Register::RBP => vec![step(Do::Register, BASE, offset)],
        _ => Vec::new(),
    }
}

/// What a line names before the sign of an assignment, if it leads somewhere: variables alone are known from the instructions.
fn assigned(scope: &Scope<'_, '_>, text: &str) -> gimli::Result<Option<Watched>> {
    let Some((name, expression)) = Expression::assigned(text) else { return Ok(None) };
    let place = scope.value(&expression)?.ok().filter(|(steps, ..)| steps.len() > 1);
    Ok(place.map(|(steps, form, bytes)| {
        let reading = Reading { statement: 0, number: 0, steps, bytes, form, led_to: None };
        Watched { name: name.to_owned(), declared: false, lent: false, reading }
    }))
}
