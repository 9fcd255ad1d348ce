//! What can be named at an address of a program, and the steps to where it is.

use dwindle_agent::layout::{Do, Step};
use gimli::{AttributeValue, Operation, Unit, UnitOffset};

use crate::debug::{Dwarf, Entry, Function, Slice, attribute, ranges};
use crate::expression::{Expression, Index};
use crate::form::Form;
use crate::types::{Type, Types};

/// The result of looking something up: the debug information may be broken, and what is asked for may not be there.
pub(crate) type Found<T> = gimli::Result<Result<T, String>>;

/// What can be named at an address.
pub(crate) struct Scope<'d, 'p> {
    pub(crate) types: Types<'d, 'p>,
    pub(crate) function: UnitOffset,
    pub(crate) address: u64,
}

/// The unit of a function, and where in it the function stands.
pub(crate) fn unit_of<'p>(
    dwarf: &Dwarf<'p>,
    function: &Function,
) -> gimli::Result<Option<(Unit<Slice<'p>>, UnitOffset)>> {
    let mut units = dwarf.units();
    while let Some(header) = units.next()? {
        if let Some(place) = function.place.to_unit_offset(&header) {
            return Ok(Some((dwarf.unit(header)?, place)));
        }
    }
    Ok(None)
}

impl<'p> Scope<'_, 'p> {
    /// How a value is read.
    pub(crate) fn value(&self, expression: &Expression) -> Found<(Vec<Step>, Form, u32)> {
        let (steps, of) = match self.place(expression)? {
            Ok(place) => place,
            Err(why) => return Ok(Err(why)),
        };
        Ok(match self.types.resolve(of)? {
            Type::Simple(form, bytes) => Ok((steps, form, bytes)),
            Type::Enumeration(at, bytes) => Ok((steps, self.types.named(at, bytes)?, bytes)),
            Type::Pointer(_) => Ok((steps, Form::Address, 8)),
            Type::Array(_) | Type::Record(_) => Err("it has parts: name one of them".into()),
            Type::Other => Err("values of its type cannot be read".into()),
        })
    }

    /// The steps to an address, and the type of what is there.
    fn place(&self, expression: &Expression) -> Found<(Vec<Step>, UnitOffset)> {
        let (inner, part) = match expression {
            Expression::Name(name) => return self.variable(name),
            Expression::Target(inner) => (inner, None),
            Expression::Field(inner, name) => (inner, Some(name)),
            Expression::Element(inner, index) => return self.element(inner, index),
        };
        let (mut steps, mut of) = match self.place(inner)? {
            Ok(place) => place,
            Err(why) => return Ok(Err(why)),
        };
        // In Rust, what has a field may be a reference.
        if part.is_some()
            && let Type::Pointer(Some(to)) = self.types.resolve(of)?
        {
            steps.push(step(Do::Load, 8, 0));
            of = to;
        }
        match (self.types.resolve(of)?, part) {
            (Type::Pointer(Some(to)), None) => {
                steps.push(step(Do::Load, 8, 0));
                Ok(Ok((steps, to)))
            }
            (Type::Array(of), None) => Ok(Ok((steps, of))),
            (_, None) => Ok(Err("what has a `*` or `->` is no pointer".into())),
            (Type::Record(record), Some(name)) => {
                let field = self.types.field(record, name)?;
                Ok(field.ok_or_else(|| format!("there is no field `{name}`")).map(|(offset, of)| {
                    steps.push(step(Do::Add, 0, offset.cast_signed()));
                    (steps, of)
                }))
            }
            (_, Some(name)) => Ok(Err(format!("what should have a field `{name}` has none"))),
        }
    }

    fn element(&self, inner: &Expression, index: &Index) -> Found<(Vec<Step>, UnitOffset)> {
        let (mut steps, of) = match self.place(inner)? {
            Ok(place) => place,
            Err(why) => return Ok(Err(why)),
        };
        let element = match self.types.resolve(of)? {
            Type::Array(element) => element,
            Type::Pointer(Some(element)) => {
                steps.push(step(Do::Load, 8, 0));
                element
            }
            _ => return Ok(Err("what has an index is neither an array nor a pointer".into())),
        };
        let Some(size) = self.types.size(element)?.and_then(|size| i64::try_from(size).ok()) else {
            return Ok(Err("the size of its elements is not known".into()));
        };
        match index {
            Index::Number(number) => steps.push(step(Do::Add, 0, number.saturating_mul(size))),
            Index::Read(expression) => match self.value(expression)? {
                Ok((index, form, bytes)) => {
                    steps.extend(index);
                    let sign = matches!(form, Form::Signed(_) | Form::Letter(true) | Form::Named(..));
                    steps.push(step(Do::Load, if sign { 8 + bytes } else { bytes }, 0));
                    steps.push(step(Do::Multiply, 0, size));
                    steps.push(step(Do::Sum, 0, 0));
                }
                Err(why) => return Ok(Err(why)),
            },
        }
        Ok(Ok((steps, element)))
    }

    /// The innermost variable of a name: of the blocks around the address, of the function, of what a method is of, of the unit.
    fn variable(&self, name: &str) -> Found<(Vec<Step>, UnitOffset)> {
        let found = match self.local(name)? {
            Some(entry) => Some(entry),
            None => match self.member(name)? {
                Some(member) => return Ok(Ok(member)),
                None => self.global(name)?,
            },
        };
        let Some(entry) = found else { return Ok(Err(format!("there is no variable `{name}`"))) };
        let place = self.place_of(&entry)?;
        Ok(place.ok_or_else(|| format!("it is not known where `{name}` is")))
    }

    /// The steps to a variable, and its type.
    fn place_of(&self, entry: &Entry<'p>) -> gimli::Result<Option<(Vec<Step>, UnitOffset)>> {
        let of = match attribute(self.types.unit, entry, gimli::DW_AT_type)? {
            Some(AttributeValue::UnitRef(of)) => Some(of),
            _ => None,
        };
        Ok(self.location(entry)?.zip(of))
    }

    /// The innermost variable of a name in the function.
    fn local(&self, name: &str) -> gimli::Result<Option<Entry<'p>>> {
        let mut found = None;
        let mut entries = self.types.unit.entries_at_offset(self.function)?;
        let mut outside: Option<isize> = None;
        while let Some(entry) = entries.next_dfs()? {
            if entry.offset() != self.function && entry.depth() <= 0 {
                break;
            }
            if outside.is_some_and(|depth| entry.depth() > depth) {
                continue;
            }
            outside = None;
            if entry.tag() == gimli::DW_TAG_lexical_block && !self.covers(entry)? {
                outside = Some(entry.depth());
            } else if self.is_variable(entry, name)? {
                found = Some(entry.clone());
            }
        }
        Ok(found)
    }

    /// The field of a name of what a method in C++ is called on, which is named alone.
    fn member(&self, name: &str) -> gimli::Result<Option<(Vec<Step>, UnitOffset)>> {
        let Some(this) = self.local("this")? else { return Ok(None) };
        let Some((mut steps, of)) = self.place_of(&this)? else { return Ok(None) };
        let Type::Pointer(Some(to)) = self.types.resolve(of)? else { return Ok(None) };
        let Type::Record(record) = self.types.resolve(to)? else { return Ok(None) };
        Ok(self.types.field(record, name)?.map(|(offset, of)| {
            steps.extend([step(Do::Load, 8, 0), step(Do::Add, 0, offset.cast_signed())]);
            (steps, of)
        }))
    }

    /// The variable of a name that is of the unit.
    fn global(&self, name: &str) -> gimli::Result<Option<Entry<'p>>> {
        let mut found = None;
        let mut tree = self.types.unit.entries_tree(None)?;
        let mut children = tree.root()?.children();
        while let Some(child) = children.next()? {
            let there = child.entry().attr_value(gimli::DW_AT_location).is_some();
            if there && self.is_variable(child.entry(), name)? {
                found = Some(child.entry().clone());
            }
        }
        Ok(found)
    }

    /// Whether the address belongs to a block.
    fn covers(&self, entry: &Entry<'p>) -> gimli::Result<bool> {
        Ok(ranges(self.types.dwarf, self.types.unit, entry)?
            .iter()
            .any(|range| range.contains(&self.address)))
    }

    fn is_variable(&self, entry: &Entry<'p>, name: &str) -> gimli::Result<bool> {
        let variable = [gimli::DW_TAG_variable, gimli::DW_TAG_formal_parameter].contains(&entry.tag());
        if !variable {
            return Ok(false);
        }
        Ok(match attribute(self.types.unit, entry, gimli::DW_AT_name)? {
            Some(value) => self.types.dwarf.attr_string(self.types.unit, value)?.slice() == name.as_bytes(),
            None => false,
        })
    }

    /// The steps to where a variable is, if they are simple.
    pub(crate) fn location(&self, entry: &Entry<'p>) -> gimli::Result<Option<Vec<Step>>> {
        let Some(AttributeValue::Exprloc(expression)) = entry.attr_value(gimli::DW_AT_location) else {
            return Ok(None);
        };
        let mut steps = Vec::new();
        let mut operations = expression.operations(self.types.unit.encoding());
        while let Some(operation) = operations.next()? {
            steps.push(match operation {
                Operation::FrameOffset { offset } => match self.frame_base(offset)? {
                    Some(step) => step,
                    None => return Ok(None),
                },
                Operation::Address { address } => step(Do::Base, 0, address.cast_signed()),
                Operation::AddressIndex { index } => {
                    step(Do::Base, 0, self.types.dwarf.address(self.types.unit, index)?.cast_signed())
                }
                Operation::RegisterOffset { register, offset, .. } => {
                    step(Do::Register, u32::from(register.0), offset)
                }
                Operation::Deref { size: 8, .. } => step(Do::Load, 8, 0),
                Operation::PlusConstant { value } => step(Do::Add, 0, value.cast_signed()),
                _ => return Ok(None),
            });
        }
        Ok(Some(steps))
    }

    /// The step to a place in the frame of the function.
    fn frame_base(&self, offset: i64) -> gimli::Result<Option<Step>> {
        let function = self.types.unit.entry(self.function)?;
        let Some(AttributeValue::Exprloc(base)) = function.attr_value(gimli::DW_AT_frame_base) else {
            return Ok(None);
        };
        Ok(match base.operations(self.types.unit.encoding()).next()? {
            Some(Operation::CallFrameCFA) => Some(step(Do::Frame, 0, offset)),
            Some(Operation::Register { register }) => Some(step(Do::Register, u32::from(register.0), offset)),
            _ => None,
        })
    }
}

pub(crate) fn step(action: Do, word: u32, operand: i64) -> Step {
    Step { action: action as u32, word, operand }
}
