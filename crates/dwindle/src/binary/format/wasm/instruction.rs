//! Instructions: how long they are, what they name, and what they take and give.

use std::ops::Range;

use super::indices::Kind;
use super::types::Type;
use crate::binary::number::Number;

/// An instruction.
#[derive(Clone, Debug)]
pub(super) struct Instruction {
    pub(super) span: Range<usize>,
    pub(super) code: u8,
    pub(super) effect: Effect,
    /// Numbers in it: where they stand, and of what.
    pub(super) numbers: Vec<(Range<usize>, Named)>,
}

/// What a number in an instruction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// That of something of the module.
    Of(Kind, usize),
    /// That of a parameter or a local variable.
    Local(usize),
    /// How many labels out a jump goes.
    Label(usize),
    /// A number that may be any: an offset.
    Free,
}

/// What an instruction does to the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Takes so many values and gives one of this type.
    Gives(usize, Option<Type>),
    /// Takes so many values and gives one of the type of the first of them.
    Keeps(usize),
    /// Takes so many values and gives none.
    Takes(usize),
    /// Takes so many values, and nothing after it is reached.
    Leaves(usize),
    /// Calls the function, or one of the type, of this number. The latter takes which one.
    Calls(usize),
    CallsIndirect(usize),
    /// Gives the value of a local variable or a global one.
    Local(usize),
    Global(usize),
    /// Begins a block; with a condition, if it is one.
    Begins(Given),
    Else,
    End,
}

/// What an instruction or a block gives: nothing, or a value, of a type if a constant of that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Given {
    Nothing,
    Value(Option<Type>),
}

pub(super) const IF: u8 = 0x04;
pub(super) const I32_CONST: u8 = 0x41;
pub(super) const I64_CONST: u8 = 0x42;

/// Reads the instruction at `at`; none where it is not known.
pub(super) fn read(bytes: &[u8], at: usize, end: usize) -> Option<Instruction> {
    let code = *bytes.get(at).filter(|_| at < end)?;
    let mut reader = Reader { bytes: bytes.get(..end)?, at: at + 1, numbers: Vec::new() };
    let effect = reader.effect(code)?;
    let Reader { at: next, numbers, .. } = reader;
    (next <= end).then_some(Instruction { span: at..next, code, effect, numbers })
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    numbers: Vec<(Range<usize>, Named)>,
}

impl Reader<'_> {
    fn leb(&mut self) -> Option<usize> {
        let (number, next) = Number::Leb.read(self.bytes, self.at)?;
        self.at = next;
        usize::try_from(number).ok()
    }

    fn named(&mut self, named: impl FnOnce(usize) -> Named) -> Option<usize> {
        let start = self.at;
        let number = self.leb()?;
        self.numbers.push((start..self.at, named(number)));
        Some(number)
    }

    fn of(&mut self, kind: Kind) -> Option<usize> {
        self.named(|number| Named::Of(kind, number))
    }

    /// An alignment and an offset.
    fn memory(&mut self) -> Option<()> {
        self.leb()?;
        self.named(|_offset| Named::Free)?;
        Some(())
    }

    fn skip(&mut self, count: usize) -> Option<()> {
        self.at = self.at.checked_add(count).filter(|at| *at <= self.bytes.len())?;
        Some(())
    }

    fn effect(&mut self, code: u8) -> Option<Effect> {
        use Effect::{Begins, Calls, CallsIndirect, Else, End, Gives, Global, Keeps, Leaves, Local, Takes};
        let (i32, i64, f32, f64) = (Some(Type::I32), Some(Type::I64), Some(Type::F32), Some(Type::F64));
        Some(match code {
            0x01 => Takes(0),
            0x02..=0x04 => Begins(self.block()?),
            0x05 => Else,
            0x0b => End,
            0x0c => {
                self.named(Named::Label)?;
                Leaves(0)
            }
            0x0d => {
                self.named(Named::Label)?;
                Takes(1)
            }
            0x0e => {
                let count = self.leb()?;
                for _ in 0..=count {
                    self.named(Named::Label)?;
                }
                Leaves(1)
            }
            0x00 | 0x0f => Leaves(0),
            0x10 => Calls(self.of(Kind::Function)?),
            0x11 => {
                let of = self.of(Kind::Type)?;
                self.of(Kind::Table)?;
                CallsIndirect(of)
            }
            0x1a => Takes(1),
            0x1b => Keeps(3),
            0x20 => Local(self.named(Named::Local)?),
            0x21 => {
                self.named(Named::Local)?;
                Takes(1)
            }
            0x22 => {
                self.named(Named::Local)?;
                Keeps(1)
            }
            0x23 => Global(self.of(Kind::Global)?),
            0x24 => {
                self.of(Kind::Global)?;
                Takes(1)
            }
            0x25 => {
                self.of(Kind::Table)?;
                Gives(1, None)
            }
            0x26 => {
                self.of(Kind::Table)?;
                Takes(2)
            }
            0x28..=0x35 => {
                self.memory()?;
                let of = match code {
                    0x28 | 0x2c..=0x2f => i32,
                    0x2a => f32,
                    0x2b => f64,
                    _ => i64,
                };
                Gives(1, of)
            }
            0x36..=0x3e => {
                self.memory()?;
                Takes(2)
            }
            0x3f | 0x40 => {
                self.skip(1)?;
                Gives(usize::from(code) - 0x3f, i32)
            }
            I32_CONST => {
                self.signed()?;
                Gives(0, i32)
            }
            I64_CONST => {
                self.signed()?;
                Gives(0, i64)
            }
            0x43 => {
                self.skip(4)?;
                Gives(0, f32)
            }
            0x44 => {
                self.skip(8)?;
                Gives(0, f64)
            }
            0x46..=0x4f | 0x51..=0x66 | 0x6a..=0x78 => Gives(2, i32),
            0x45 | 0x50 | 0x67..=0x69 | 0xa7..=0xab | 0xbc | 0xc0 | 0xc1 | 0xd1 => Gives(1, i32),
            0x79..=0x7b | 0xac..=0xb1 | 0xbd | 0xc2..=0xc4 => Gives(1, i64),
            0x7c..=0x8a => Gives(2, i64),
            0x8b..=0x91 | 0xb2..=0xb6 | 0xbe => Gives(1, f32),
            0x92..=0x98 => Gives(2, f32),
            0x99..=0x9f | 0xb7..=0xbb | 0xbf => Gives(1, f64),
            0xa0..=0xa6 => Gives(2, f64),
            0xd0 => {
                self.skip(1)?;
                Gives(0, None)
            }
            0xd2 => {
                self.of(Kind::Function)?;
                Gives(0, None)
            }
            0xfc => self.more()?,
            _ => return None,
        })
    }

    /// What follows a prefix.
    fn more(&mut self) -> Option<Effect> {
        let code = self.leb()?;
        let kinds: &[Kind] = match code {
            0..=3 => return Some(Effect::Gives(1, Some(Type::I32))),
            4..=7 => return Some(Effect::Gives(1, Some(Type::I64))),
            8 => &[Kind::Data, Kind::Memory],
            9 => &[Kind::Data],
            10 => &[Kind::Memory, Kind::Memory],
            11 => &[Kind::Memory],
            12 => &[Kind::Element, Kind::Table],
            13 => &[Kind::Element],
            14 => &[Kind::Table, Kind::Table],
            15..=17 => &[Kind::Table],
            _ => return None,
        };
        for kind in kinds {
            self.of(*kind)?;
        }
        Some(match code {
            9 | 13 => Effect::Takes(0),
            15 => Effect::Gives(2, Some(Type::I32)),
            16 => Effect::Gives(0, Some(Type::I32)),
            _ => Effect::Takes(3),
        })
    }

    /// A number with a sign is as long as one without.
    fn signed(&mut self) -> Option<()> {
        let len = self.bytes.get(self.at..)?.iter().take_while(|byte| **byte & 0x80 != 0).count();
        self.skip(len + 1)
    }

    fn block(&mut self) -> Option<Given> {
        const NOTHING: u8 = 0x40;
        let code = *self.bytes.get(self.at)?;
        self.at += 1;
        match code {
            NOTHING => Some(Given::Nothing),
            0x6f..=0x7f => Some(Given::Value(Type::of(code))),
            // Blocks of several values are not looked into.
            _ => None,
        }
    }
}
