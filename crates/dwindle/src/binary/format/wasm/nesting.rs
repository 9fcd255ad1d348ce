//! Which instructions belong together: each with those that give what it takes, and blocks with what is in them.

use std::ops::Range;

use super::instruction::{Effect, Given, IF, Instruction};
use super::types::{FunctionType, Type};

/// An instruction with all that it takes, or a block.
#[derive(Debug)]
pub(super) struct Nested {
    /// All its instructions, by number.
    pub(super) instructions: Range<usize>,
    /// The instruction itself, or where the block begins.
    pub(super) root: usize,
    /// What gives that which it takes.
    pub(super) operands: Vec<usize>,
    /// What it gives.
    pub(super) gives: Given,
    /// Where the second part of a condition begins.
    pub(super) otherwise: Option<usize>,
}

/// What instructions speak of.
pub(super) trait Context {
    fn function(&self, number: usize) -> Option<&FunctionType>;
    fn of_type(&self, number: usize) -> Option<&FunctionType>;
    fn local(&self, number: usize) -> Option<Type>;
    fn global(&self, number: usize) -> Option<Type>;
}

/// A block that was begun.
struct Frame {
    /// How many values there are around it.
    base: usize,
    begin: usize,
    operands: Vec<usize>,
    gives: Given,
    otherwise: Option<usize>,
}

struct Nesting {
    nested: Vec<Nested>,
    /// The values on the stack, by what gives them.
    values: Vec<usize>,
    frames: Vec<Frame>,
}

/// How `instructions` are nested, which end before the end of a function; none where that is not known.
pub(super) fn nested(instructions: &[Instruction], context: &impl Context) -> Option<Vec<Nested>> {
    let mut nesting = Nesting { nested: Vec::new(), values: Vec::new(), frames: Vec::new() };
    for (at, instruction) in instructions.iter().enumerate() {
        nesting.add(at, instruction, context)?;
    }
    nesting.frames.is_empty().then_some(nesting.nested)
}

impl Nesting {
    fn add(&mut self, at: usize, instruction: &Instruction, context: &impl Context) -> Option<()> {
        match instruction.effect {
            Effect::Gives(takes, gives) => self.push(at, takes, Given::Value(gives)),
            Effect::Keeps(takes) => {
                let first = self.values.len().saturating_sub(takes);
                let gives = self.values.get(first).and_then(|value| match self.nested[*value].gives {
                    Given::Value(of) => of,
                    Given::Nothing => None,
                });
                self.push(at, takes, Given::Value(gives));
            }
            Effect::Takes(takes) => self.push(at, takes, Given::Nothing),
            Effect::Leaves(takes) => {
                self.push(at, takes, Given::Nothing);
                self.values.truncate(self.base());
            }
            Effect::Calls(number) => self.call(at, 0, context.function(number)?)?,
            Effect::CallsIndirect(number) => self.call(at, 1, context.of_type(number)?)?,
            Effect::Local(number) => self.push(at, 0, Given::Value(context.local(number))),
            Effect::Global(number) => self.push(at, 0, Given::Value(context.global(number))),
            Effect::Begins(gives) => {
                let operands = self.take(usize::from(instruction.code == IF));
                let base = self.values.len();
                self.frames.push(Frame { base, begin: at, operands, gives, otherwise: None });
            }
            Effect::Else => {
                self.values.truncate(self.base());
                self.frames.last_mut()?.otherwise = Some(at);
            }
            Effect::End => {
                let Frame { base, begin, operands, gives, otherwise } = self.frames.pop()?;
                self.values.truncate(base);
                self.close(begin, at, operands, gives, otherwise);
            }
        }
        Some(())
    }

    /// How many values the block cannot take from.
    fn base(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.base)
    }

    /// The last values, as far as there are so many: what is never reached may take any.
    fn take(&mut self, count: usize) -> Vec<usize> {
        let first = self.values.len().saturating_sub(count).max(self.base());
        self.values.split_off(first)
    }

    fn push(&mut self, at: usize, takes: usize, gives: Given) {
        let operands = self.take(takes);
        self.close(at, at, operands, gives, None);
    }

    /// A call, of which no more than one result is understood.
    fn call(&mut self, at: usize, more: usize, called: &FunctionType) -> Option<()> {
        let gives = match &*called.results {
            [] => Given::Nothing,
            [one] => Given::Value(*one),
            _ => return None,
        };
        self.push(at, called.parameters.len() + more, gives);
        Some(())
    }

    fn close(
        &mut self,
        root: usize,
        last: usize,
        operands: Vec<usize>,
        gives: Given,
        otherwise: Option<usize>,
    ) {
        let first = operands.first().map_or(root, |first| self.nested[*first].instructions.start);
        if gives != Given::Nothing {
            self.values.push(self.nested.len());
        }
        self.nested.push(Nested { instructions: first..last + 1, root, operands, gives, otherwise });
    }
}
