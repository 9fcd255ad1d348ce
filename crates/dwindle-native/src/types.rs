//! Types of values, as the debug information has them.

use gimli::{AttributeValue, DwAt, Unit, UnitOffset};

use crate::debug::{Dwarf, Entry, Slice};
use crate::form::{Form, signed};

/// A type, without the names that were given to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// A value that is read as a whole.
    Simple(Form, u32),
    /// One of several names, of so many bytes; its entry has the names.
    Enumeration(UnitOffset, u32),
    /// A pointer, to this.
    Pointer(Option<UnitOffset>),
    /// An array of these.
    Array(UnitOffset),
    /// It has fields.
    Record(UnitOffset),
    /// It cannot be read.
    Other,
}

/// A field of a record, or a class that it inherits from.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) name: Option<String>,
    /// Where it is in the record.
    pub(crate) offset: u64,
    pub(crate) of: UnitOffset,
    is_field: bool,
}

/// The type of a variable, a field, an element or what a pointer points to; nothing where it has none.
pub(crate) fn type_of(entry: &Entry<'_>) -> Option<UnitOffset> {
    match entry.attr_value(gimli::DW_AT_type) {
        Some(AttributeValue::UnitRef(offset)) => Some(offset),
        _ => None,
    }
}

pub(crate) fn number(entry: &Entry<'_>, name: DwAt) -> Option<u64> {
    entry.attr_value(name).and_then(|value| value.udata_value())
}

/// How many types may stand in each other: more are a circle, which only broken debug information has.
pub(crate) const DEPTH: usize = 64;

/// How many records a field is looked for in.
const RECORDS: usize = 1 << 10;

/// The types of a unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Types<'d, 'p> {
    pub(crate) dwarf: &'d Dwarf<'p>,
    pub(crate) unit: &'d Unit<Slice<'p>>,
}

impl<'p> Types<'_, 'p> {
    /// The name of an entry, where it has one.
    pub(crate) fn name(self, entry: &Entry<'p>) -> gimli::Result<Option<String>> {
        let name = entry.attr_value(gimli::DW_AT_name);
        let name = name.map(|name| self.dwarf.attr_string(self.unit, name)).transpose()?;
        Ok(name.map(|name| name.to_string_lossy().into_owned()))
    }

    /// What stands directly below the entry at a place.
    pub(crate) fn children(self, at: UnitOffset) -> gimli::Result<Vec<Entry<'p>>> {
        let mut found = Vec::new();
        let mut tree = self.unit.entries_tree(Some(at))?;
        let mut children = tree.root()?.children();
        while let Some(child) = children.next()? {
            found.push(child.entry().clone());
        }
        Ok(found)
    }

    /// The type at a place.
    pub(crate) fn resolve(self, mut at: UnitOffset) -> gimli::Result<Type> {
        for _ in 0..DEPTH {
            let entry = self.unit.entry(at)?;
            let bytes = number(&entry, gimli::DW_AT_byte_size).and_then(|bytes| u32::try_from(bytes).ok());
            return Ok(match entry.tag() {
                gimli::DW_TAG_typedef
                | gimli::DW_TAG_const_type
                | gimli::DW_TAG_volatile_type
                | gimli::DW_TAG_restrict_type
                | gimli::DW_TAG_atomic_type => match type_of(&entry) {
                    Some(of) => {
                        at = of;
                        continue;
                    }
                    None => Type::Other,
                },
                gimli::DW_TAG_pointer_type
                | gimli::DW_TAG_reference_type
                | gimli::DW_TAG_rvalue_reference_type => Type::Pointer(type_of(&entry)),
                gimli::DW_TAG_array_type => type_of(&entry).map_or(Type::Other, Type::Array),
                gimli::DW_TAG_structure_type | gimli::DW_TAG_class_type | gimli::DW_TAG_union_type => {
                    Type::Record(at)
                }
                gimli::DW_TAG_enumeration_type => match bytes.filter(|bytes| *bytes <= 8) {
                    Some(bytes) => Type::Enumeration(at, bytes),
                    None => Type::Other,
                },
                gimli::DW_TAG_base_type => match (bytes, entry.attr_value(gimli::DW_AT_encoding)) {
                    (Some(bytes), Some(AttributeValue::Encoding(encoding))) if bytes <= 8 => {
                        form(encoding, bytes).map_or(Type::Other, |form| Type::Simple(form, bytes))
                    }
                    _ => Type::Other,
                },
                _ => Type::Other,
            });
        }
        Ok(Type::Other)
    }

    /// The names of an enumeration.
    pub(crate) fn named(self, at: UnitOffset, bytes: u32) -> gimli::Result<Form> {
        let mut names = Vec::new();
        for child in self.children(at)? {
            let value = child.attr_value(gimli::DW_AT_const_value);
            let number =
                value.and_then(|value| value.sdata_value().or(value.udata_value().map(u64::cast_signed)));
            if let (Some(number), Some(name)) = (number, self.name(&child)?) {
                names.push((signed(number.cast_unsigned(), bytes), name));
            }
        }
        Ok(Form::Named(bytes, names))
    }

    /// Bytes that a value of a type takes.
    pub(crate) fn size(self, mut at: UnitOffset) -> gimli::Result<Option<u64>> {
        // How many values of the type at hand it is.
        let mut times = Some(1_u64);
        for _ in 0..DEPTH {
            let entry = self.unit.entry(at)?;
            let of_all = |bytes| times.and_then(|times| times.checked_mul(bytes));
            if let Some(bytes) = number(&entry, gimli::DW_AT_byte_size) {
                return Ok(of_all(bytes));
            }
            match (entry.tag(), type_of(&entry)) {
                (
                    gimli::DW_TAG_pointer_type
                    | gimli::DW_TAG_reference_type
                    | gimli::DW_TAG_rvalue_reference_type,
                    _,
                ) => return Ok(of_all(8)),
                (gimli::DW_TAG_array_type, Some(element)) => {
                    for length in self.lengths(at)? {
                        times = times.zip(length).and_then(|(times, length)| times.checked_mul(length));
                    }
                    at = element;
                }
                (_, Some(of)) => at = of,
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    /// The lengths of an array, one for each of its dimensions.
    fn lengths(self, at: UnitOffset) -> gimli::Result<Vec<Option<u64>>> {
        let length = |child: &Entry<'p>| {
            let last = number(child, gimli::DW_AT_upper_bound).map(|last| last.wrapping_add(1));
            number(child, gimli::DW_AT_count).or(last)
        };
        let children = self.children(at)?;
        Ok(children.iter().filter(|child| child.tag() == gimli::DW_TAG_subrange_type).map(length).collect())
    }

    /// The fields of a record.
    pub(crate) fn fields(self, record: UnitOffset) -> gimli::Result<Vec<Member>> {
        let mut members = self.members(record)?;
        members.retain(|member| member.is_field);
        Ok(members)
    }

    fn members(self, record: UnitOffset) -> gimli::Result<Vec<Member>> {
        let mut found = Vec::new();
        for child in self.children(record)? {
            let is_field = child.tag() == gimli::DW_TAG_member;
            if let Some(of) = type_of(&child)
                && (is_field || child.tag() == gimli::DW_TAG_inheritance)
            {
                let offset = number(&child, gimli::DW_AT_data_member_location).unwrap_or(0);
                found.push(Member { name: self.name(&child)?, offset, of, is_field });
            }
        }
        Ok(found)
    }

    /// Where a field is in what has it, and its type. Fields of what has no name, and of base classes, are fields as well.
    pub(crate) fn field(self, at: UnitOffset, name: &str) -> gimli::Result<Option<(u64, UnitOffset)>> {
        let (mut records, mut nth) = (vec![(0_u64, at)], 0);
        while let Some(&(start, record)) = records.get(nth).filter(|_| nth < RECORDS) {
            nth += 1;
            for Member { name: own, offset, of, .. } in self.members(record)? {
                let offset = start.wrapping_add(offset);
                match own {
                    Some(own) if own == name => return Ok(Some((offset, of))),
                    Some(_) => {}
                    None => {
                        if let Type::Record(within) = self.resolve(of)? {
                            records.push((offset, within));
                        }
                    }
                }
            }
        }
        Ok(None)
    }
}

const fn form(encoding: gimli::DwAte, bytes: u32) -> Option<Form> {
    Some(match encoding {
        gimli::DW_ATE_signed => Form::Signed(bytes),
        gimli::DW_ATE_UTF if bytes == 4 => Form::Char,
        gimli::DW_ATE_unsigned | gimli::DW_ATE_UTF => Form::Unsigned,
        gimli::DW_ATE_signed_char => Form::Letter(true),
        gimli::DW_ATE_unsigned_char => Form::Letter(false),
        gimli::DW_ATE_boolean => Form::Truth,
        gimli::DW_ATE_float if bytes == 4 || bytes == 8 => Form::Float(bytes),
        _ => return None,
    })
}
