//! What functions do, as parts: instructions with what they take.

use std::cmp::Reverse;
use std::ops::Range;

use super::instruction::{self, Effect, Given, I32_CONST, I64_CONST, Instruction, Named};
use super::nesting::{Context, Nested, nested};
use super::types::{FunctionType, Type};
use super::{LEB, Module};
use crate::binary::builder::PartsBuilder;
use crate::binary::parts::{ListId, Meaning, PartId};

/// The instruction that traps: it may stand for any value.
const UNREACHABLE: &[u8] = &[0];

/// Functions with more local variables are not looked into.
const MOST_LOCALS: usize = 1 << 12;

/// The ways in which something can go, one after the other: as a whole, with a part of it in its place, with zero, with a trap.
mod way {
    pub(super) const WHOLE: usize = 0;
    pub(super) const PART: usize = 1;
    pub(super) const ZERO: usize = 2;
    pub(super) const TRAP: usize = 3;
}

/// The parameters and local variables of a function.
struct Locals {
    types: Vec<Option<Type>>,
    list: ListId,
}

/// A function of which the body is read.
struct Function<'m, 'b, 'd> {
    module: &'m Module<'b, 'd>,
    locals: &'m Locals,
}

impl Context for Function<'_, '_, '_> {
    fn function(&self, number: usize) -> Option<&FunctionType> {
        self.of_type(*self.module.functions.get(number)?)
    }

    fn of_type(&self, number: usize) -> Option<&FunctionType> {
        self.module.types.get(number)?.as_ref()
    }

    fn local(&self, number: usize) -> Option<Type> {
        *self.locals.types.get(number)?
    }

    fn global(&self, number: usize) -> Option<Type> {
        *self.module.globals.get(number)?
    }
}

impl Module<'_, '_> {
    /// The length of a body, its local variables and its instructions; where it ends.
    pub(super) fn body(&mut self, at: usize, end: usize) -> Option<usize> {
        let (len, start) = self.leb(at, end)?;
        let last = start.checked_add(len).filter(|last| *last <= end)?;
        let length = self.builder.number(at..start);
        let inner = self.builder.open();
        if self.attempt(|module| module.inside(start, last)).is_none() {
            self.builder.content(start..last);
        }
        self.builder.close();
        self.builder.means(length, LEB, Meaning::Length(inner, 1, 0));
        Some(last)
    }

    fn inside(&mut self, start: usize, end: usize) -> Option<()> {
        let (locals, code) = self.locals(start, end)?;
        let (instructions, last) = expression(self.builder.data(), code, end)?;
        if last != end {
            return None;
        }
        let nested = nested(&instructions, &Function { module: self, locals: &locals })?;
        let whole = self.instructions(&instructions, &nested, Some(locals.list));
        self.plain(last - 1, last);
        // Where most functions do nothing, those can go that only these call.
        if last - 1 - code > UNREACHABLE.len() {
            self.builder.unit_by(way::WHOLE, vec![whole], Some(UNREACHABLE));
        }
        self.builder.unit_by(way::PART, vec![whole], None);
        Some(())
    }

    /// Parameters and local variables; where these end. A variable is a part of no bytes, so that it can go and the others get new
    /// numbers.
    fn locals(&mut self, start: usize, end: usize) -> Option<(Locals, usize)> {
        let function = self.functions.len().checked_sub(self.declared.len())? + self.bodies.len() - 1;
        let of = self.types.get(*self.functions.get(function)?)?.as_ref()?;
        let mut types = of.parameters.clone();
        let (count, first) = self.leb(start, end)?;
        let number = self.builder.number(start..first);
        let (all, list) = (self.builder.open(), self.builder.list());
        for _parameter in &types {
            self.builder.put_in(list, all);
        }
        let mut at = first;
        for _ in 0..count {
            let (alike, next) = self.leb(at, end)?;
            let of = Type::of(*self.builder.data().get(next).filter(|_| next < end)?);
            if types.len() + alike > MOST_LOCALS {
                return None;
            }
            types.extend(std::iter::repeat_n(of, alike));
            self.builder.open_unit();
            let counted = self.builder.number(at..next);
            let variables = self.builder.open();
            for _ in 0..alike {
                let variable = self.builder.bytes(next..next);
                self.builder.unit([variable]);
                self.builder.put_in(list, variable);
            }
            self.builder.close();
            self.builder.means(counted, LEB, Meaning::Count(variables, 0));
            at = self.plain(next, next + 1);
            self.builder.close();
        }
        self.builder.close();
        self.builder.means(number, LEB, Meaning::Count(all, 0));
        Some((Locals { types, list }, at))
    }

    /// An expression that is a constant, and its end.
    pub(super) fn constant(&mut self, at: usize, end: usize) -> Option<usize> {
        let (instructions, last) = expression(self.builder.data(), at, end)?;
        let whole = self.instructions(&instructions, &[], None);
        self.plain(last - 1, last);
        if let [Instruction { effect: Effect::Gives(0, Some(of)), span, .. }] = &*instructions {
            self.smaller(whole, span.clone(), of.zero());
        }
        Some(last)
    }

    /// The parts of instructions, nested as they are, and what of them can go.
    fn instructions(
        &mut self,
        instructions: &[Instruction],
        nested: &[Nested],
        locals: Option<ListId>,
    ) -> PartId {
        let whole = self.builder.open();
        let mut order: Vec<usize> = (0..nested.len()).collect();
        order.sort_by_key(|one| (nested[*one].instructions.start, Reverse(nested[*one].instructions.end)));
        let (mut order, mut open) = (order.into_iter().peekable(), Vec::new());
        let (mut ids, mut parts, mut labels) = (vec![0; nested.len()], Vec::new(), Vec::new());
        for (at, instruction) in instructions.iter().enumerate() {
            while let Some(one) = order.next_if(|one| nested[*one].instructions.start == at) {
                ids[one] = self.builder.open();
                open.push(nested[one].instructions.end);
            }
            let part = self.instruction(instruction, &labels, locals);
            match instruction.effect {
                Effect::Begins(_) => labels.push(part),
                Effect::End => {
                    labels.pop();
                }
                _ => {}
            }
            parts.push(part);
            while open.pop_if(|end| *end == at + 1).is_some() {
                self.builder.close();
            }
        }
        self.builder.close();
        let placed = Placed { instructions, nested, ids, parts };
        (0..nested.len()).for_each(|one| placed.units(self.builder, one));
        whole
    }

    /// One instruction with its numbers. Those of labels are how many blocks there are between.
    fn instruction(
        &mut self,
        instruction: &Instruction,
        labels: &[PartId],
        locals: Option<ListId>,
    ) -> PartId {
        let Instruction { span, numbers, .. } = instruction;
        let part = self.builder.open();
        let mut at = span.start;
        for (number, named) in numbers {
            self.plain(at, number.start);
            at = number.end;
            match *named {
                Named::Of(kind, index) => self.indices.number(self.builder, kind, index, number.clone()),
                Named::Local(index) => {
                    let part = self.builder.number(number.clone());
                    if let Some(list) = locals {
                        self.builder.means(part, LEB, Meaning::Left(list, index));
                    }
                }
                Named::Label(out) => {
                    let list = self.builder.list();
                    labels.iter().rev().for_each(|label| self.builder.put_in(list, *label));
                    let part = self.builder.number(number.clone());
                    self.builder.means(part, LEB, Meaning::Left(list, out));
                }
                Named::Free => {
                    let part = self.builder.number(number.clone());
                    self.smaller(part, number.clone(), &[0]);
                }
            }
        }
        self.plain(at, span.end);
        self.builder.close();
        if matches!(instruction.code, I32_CONST | I64_CONST) {
            let narrow = narrow(&self.builder.data()[span.start + 1..span.end]);
            if narrow.len() < span.len() - 1 {
                let narrow = [&[instruction.code], &*narrow].concat();
                self.builder.unit_by(way::WHOLE, vec![part], Some(&narrow));
            }
        }
        part
    }

    /// A number or constant that may be zero, where that is shorter.
    fn smaller(&mut self, part: PartId, span: Range<usize>, zero: &[u8]) {
        if span.len() > zero.len() {
            self.builder.unit_by(way::ZERO, vec![part], Some(zero));
        }
    }
}

/// The instructions from `at` on without the end that belongs to none of them; where that ends.
fn expression(bytes: &[u8], mut at: usize, end: usize) -> Option<(Vec<Instruction>, usize)> {
    let (mut instructions, mut depth) = (Vec::new(), 0_usize);
    loop {
        let one = instruction::read(bytes, at, end)?;
        at = one.span.end;
        match one.effect {
            Effect::Begins(_) => depth += 1,
            Effect::End if depth == 0 => return Some((instructions, at)),
            Effect::End => depth -= 1,
            _ => {}
        }
        instructions.push(one);
    }
}

/// A number with a sign in as few bytes as it takes.
fn narrow(bytes: &[u8]) -> Vec<u8> {
    const SIGN: u8 = 0x40;
    let mut narrow = bytes.to_vec();
    while let [.., before, last] = &mut *narrow {
        let is_sign = match *last {
            0 => *before & SIGN == 0,
            0x7f => *before & SIGN != 0,
            _ => false,
        };
        if !is_sign {
            break;
        }
        *before &= 0x7f;
        narrow.pop();
    }
    narrow
}

/// The parts of instructions.
struct Placed<'a> {
    instructions: &'a [Instruction],
    nested: &'a [Nested],
    /// The parts of what is nested.
    ids: Vec<PartId>,
    /// The parts of instructions alone.
    parts: Vec<PartId>,
}

impl Placed<'_> {
    /// How an instruction with what it takes can go.
    fn units(&self, builder: &mut PartsBuilder<'_>, one: usize) {
        let (nested, id) = (&self.nested[one], self.ids[one]);
        let span = self.span(&nested.instructions);
        match nested.gives {
            Given::Nothing => builder.unit([id]),
            Given::Value(of) => {
                for operand in &nested.operands {
                    if of.is_some() && self.nested[*operand].gives == nested.gives {
                        let others =
                            builder.children(id).into_iter().filter(|part| *part != self.ids[*operand]);
                        builder.unit_by(way::PART, others.collect(), None);
                    }
                }
                if let Some(zero) = of.map(Type::zero).filter(|zero| zero.len() < span.len()) {
                    builder.unit_by(way::ZERO, vec![id], Some(zero));
                }
                if span.len() > UNREACHABLE.len() {
                    builder.unit_by(way::TRAP, vec![id], Some(UNREACHABLE));
                }
            }
        }
        if let Effect::Begins(_) = self.instructions[nested.root].effect {
            self.unwrapped(builder, one);
        }
    }

    /// What is in a block, without the block.
    fn unwrapped(&self, builder: &mut PartsBuilder<'_>, one: usize) {
        let (nested, id) = (&self.nested[one], self.ids[one]);
        let (begin, end) = (self.parts[nested.root], self.parts[nested.instructions.end - 1]);
        let otherwise = nested.otherwise.map_or(end, |at| self.parts[at]);
        let children = builder.children(id);
        let mut without = |inner: Range<PartId>| {
            let is_gone = |part: &PartId| *part <= begin || *part >= end || !inner.contains(part);
            let gone: Vec<PartId> = children.iter().copied().filter(is_gone).collect();
            builder.unit_by(way::PART, gone, None);
        };
        without(begin..otherwise);
        if otherwise != end {
            without(otherwise + 1..end);
        }
    }

    /// The bytes of some instructions.
    fn span(&self, instructions: &Range<usize>) -> Range<usize> {
        self.instructions[instructions.start].span.start..self.instructions[instructions.end - 1].span.end
    }
}
