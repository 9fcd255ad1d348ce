//! The variables that a function can name, by where they are.

use std::ops::Range;

use dwindle_agent::layout::{Do, Step};
use gimli::UnitOffset;

use crate::debug::{Entry, ranges};
use crate::form::{Form, LedTo};
use crate::scope::Scope;
use crate::types::{Types, type_of};
use crate::whole::Part;

/// A variable that stays in one place.
#[derive(Debug)]
struct Variable {
    name: String,
    /// The line on which it is declared.
    line: Option<u32>,
    of: UnitOffset,
    /// How its place is come by.
    place: Step,
    bytes: u64,
    /// The code of the block that it belongs to; that of a function or a unit is not told.
    block: Vec<Range<u64>>,
}

/// The variables of a unit, and of one function of it.
#[derive(Debug)]
pub(crate) struct Variables<'d, 'p> {
    types: Types<'d, 'p>,
    all: Vec<Variable>,
    /// How many of them are of the unit.
    global: usize,
}

/// What stands at a place.
#[derive(Debug)]
pub(crate) struct Named {
    /// The variable, or the part of it.
    pub(crate) name: String,
    /// The line on which the variable is declared.
    pub(crate) line: Option<u32>,
    /// The variable as a whole, if it is one of the function.
    pub(crate) local: Option<String>,
    pub(crate) form: Form,
    pub(crate) bytes: u32,
    pub(crate) led_to: Option<LedTo>,
    /// Where it is.
    pub(crate) place: Step,
}

impl<'d, 'p> Variables<'d, 'p> {
    /// Those of a unit: in any function.
    pub(crate) fn of_unit(types: Types<'d, 'p>) -> gimli::Result<Self> {
        let mut found = Self { types, all: Vec::new(), global: 0 };
        let mut entries = types.unit.entries();
        while let Some(entry) = entries.next_dfs()? {
            let scope = Scope { types, function: entry.offset(), address: 0 };
            if let Some(variable) = found.variable(&scope, entry, Vec::new())?
                && variable.place.action == Do::Base as u32
            {
                found.all.push(variable);
            }
        }
        found.global = found.all.len();
        Ok(found)
    }

    /// Takes those of a function in place of those of another one.
    pub(crate) fn enter(&mut self, function: UnitOffset) -> gimli::Result<()> {
        self.all.truncate(self.global);
        let scope = Scope { types: self.types, function, address: 0 };
        let mut blocks: Vec<(isize, Vec<Range<u64>>)> = Vec::new();
        let mut entries = self.types.unit.entries_at_offset(function)?;
        while let Some(entry) = entries.next_dfs()? {
            if entry.offset() != function && entry.depth() <= 0 {
                break;
            }
            while blocks.pop_if(|(depth, _)| *depth >= entry.depth()).is_some() {}
            if entry.tag() == gimli::DW_TAG_lexical_block {
                blocks.push((entry.depth(), ranges(self.types.dwarf, self.types.unit, entry)?));
                continue;
            }
            let block = blocks.last().map_or_else(Vec::new, |(_, block)| block.clone());
            if let Some(variable) = self.variable(&scope, entry, block)?
                && variable.place.action != Do::Base as u32
            {
                self.all.push(variable);
            }
        }
        Ok(())
    }

    fn variable(
        &self,
        scope: &Scope<'_, 'p>,
        entry: &Entry<'p>,
        block: Vec<Range<u64>>,
    ) -> gimli::Result<Option<Variable>> {
        if ![gimli::DW_TAG_variable, gimli::DW_TAG_formal_parameter].contains(&entry.tag()) {
            return Ok(None);
        }
        let (Some(name), Some(of)) = (self.types.name(entry)?, type_of(entry)) else { return Ok(None) };
        let Some([place]) = scope.location(entry)?.and_then(|steps| <[Step; 1]>::try_from(steps).ok()) else {
            return Ok(None);
        };
        let line = entry.attr_value(gimli::DW_AT_decl_line).and_then(|line| line.udata_value());
        let line = line.and_then(|line| u32::try_from(line).ok());
        let bytes = self.types.size(of)?.unwrap_or(0);
        Ok(Some(Variable { name, line, of, place, bytes, block }))
    }

    /// What stands at a place and takes so many bytes, for the code of a statement; without bytes a whole variable.
    pub(crate) fn at(
        &self,
        place: Step,
        bytes: Option<u32>,
        code: Range<u64>,
    ) -> gimli::Result<Option<Named>> {
        let offset = |variable: &Variable| {
            let same = (variable.place.action, variable.place.word) == (place.action, place.word);
            let offset = u64::try_from(place.operand.checked_sub(variable.place.operand)?).ok()?;
            (same && offset < variable.bytes).then_some(offset)
        };
        // The block of a variable may begin only behind the statement that declares it.
        let near = |variable: &Variable| {
            let covers = |block: &Range<u64>| block.contains(&code.start) || block.contains(&code.end);
            variable.block.iter().any(covers)
        };
        let there = self.all.iter().filter_map(|variable| Some((variable, offset(variable)?)));
        let Some((variable, offset)) = there.max_by_key(|(variable, _)| near(variable)) else {
            return Ok(None);
        };
        let size = bytes.or_else(|| u32::try_from(variable.bytes).ok()).unwrap_or(0);
        let part = self.types.part(variable.of, (offset, size))?;
        let part = part.filter(|part| bytes.is_some() || part.name.is_empty());
        let named = |Part { name: part, form, bytes: size, back, led_to }| {
            let name = format!("{}{part}", variable.name);
            let local = (variable.place.action != Do::Base as u32).then(|| variable.name.clone());
            let place = Step { operand: place.operand.wrapping_sub(back), ..place };
            Named { name, line: variable.line, local, form, bytes: size, led_to, place }
        };
        Ok(part.map(named))
    }
}
