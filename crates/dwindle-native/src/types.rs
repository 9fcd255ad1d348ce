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
pub(crate) const DEPTH: u32 = 64;

/// The type at a place.
pub(crate) fn resolve(unit: &Unit<Slice<'_>>, at: UnitOffset) -> gimli::Result<Type> {
    resolve_within(unit, at, DEPTH)
}

fn resolve_within(unit: &Unit<Slice<'_>>, at: UnitOffset, depth: u32) -> gimli::Result<Type> {
    if depth == 0 {
        return Ok(Type::Other);
    }
    let entry = unit.entry(at)?;
    let bytes = number(&entry, gimli::DW_AT_byte_size).and_then(|bytes| u32::try_from(bytes).ok());
    Ok(match entry.tag() {
        gimli::DW_TAG_typedef
        | gimli::DW_TAG_const_type
        | gimli::DW_TAG_volatile_type
        | gimli::DW_TAG_restrict_type
        | gimli::DW_TAG_atomic_type => match type_of(&entry) {
            Some(of) => resolve_within(unit, of, depth - 1)?,
            None => Type::Other,
        },
        gimli::DW_TAG_pointer_type | gimli::DW_TAG_reference_type | gimli::DW_TAG_rvalue_reference_type => {
            Type::Pointer(type_of(&entry))
        }
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
    })
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

/// The names of an enumeration.
pub(crate) fn named<'p>(
    dwarf: &Dwarf<'p>,
    unit: &Unit<Slice<'p>>,
    at: UnitOffset,
    bytes: u32,
) -> gimli::Result<Form> {
    let mut names = Vec::new();
    each_child(unit, at, |child| {
        let value = child.attr_value(gimli::DW_AT_const_value);
        let number =
            value.and_then(|value| value.sdata_value().or(value.udata_value().map(u64::cast_signed)));
        if let (Some(number), Some(name)) = (number, child.attr_value(gimli::DW_AT_name)) {
            let name = dwarf.attr_string(unit, name)?.to_string_lossy().into_owned();
            names.push((signed(number.cast_unsigned(), bytes), name));
        }
        Ok(())
    })?;
    Ok(Form::Named(bytes, names))
}

/// Bytes that a value of a type takes.
pub(crate) fn size(unit: &Unit<Slice<'_>>, at: UnitOffset) -> gimli::Result<Option<u64>> {
    size_within(unit, at, DEPTH)
}

fn size_within(unit: &Unit<Slice<'_>>, at: UnitOffset, depth: u32) -> gimli::Result<Option<u64>> {
    if depth == 0 {
        return Ok(None);
    }
    let entry = unit.entry(at)?;
    if let Some(bytes) = number(&entry, gimli::DW_AT_byte_size) {
        return Ok(Some(bytes));
    }
    Ok(match (resolve(unit, at)?, type_of(&entry)) {
        (Type::Pointer(_), _) => Some(8),
        (Type::Array(element), _) => {
            let mut bytes = size_within(unit, element, depth - 1)?;
            for count in lengths(unit, at)? {
                bytes = bytes.zip(count).and_then(|(bytes, count)| bytes.checked_mul(count));
            }
            bytes
        }
        (_, Some(of)) => size_within(unit, of, depth - 1)?,
        _ => None,
    })
}

/// The lengths of an array, one for each of its dimensions.
fn lengths(unit: &Unit<Slice<'_>>, at: UnitOffset) -> gimli::Result<Vec<Option<u64>>> {
    let mut found = Vec::new();
    each_child(unit, at, |child| {
        if child.tag() == gimli::DW_TAG_subrange_type {
            let last = number(child, gimli::DW_AT_upper_bound).map(|last| last.wrapping_add(1));
            found.push(number(child, gimli::DW_AT_count).or(last));
        }
        Ok(())
    })?;
    Ok(found)
}

/// Where a field is in what has it, and its type.
pub(crate) fn field<'p>(
    dwarf: &Dwarf<'p>,
    unit: &Unit<Slice<'p>>,
    at: UnitOffset,
    name: &str,
) -> gimli::Result<Option<(u64, UnitOffset)>> {
    field_within(dwarf, unit, at, name, DEPTH)
}

fn field_within<'p>(
    dwarf: &Dwarf<'p>,
    unit: &Unit<Slice<'p>>,
    at: UnitOffset,
    name: &str,
    depth: u32,
) -> gimli::Result<Option<(u64, UnitOffset)>> {
    let mut found = None;
    let mut within = Vec::new();
    each_child(unit, at, |child| {
        let offset = number(child, gimli::DW_AT_data_member_location).unwrap_or(0);
        let is_part = child.tag() == gimli::DW_TAG_member || child.tag() == gimli::DW_TAG_inheritance;
        let Some(of) = type_of(child).filter(|_| is_part) else { return Ok(()) };
        match child.attr_value(gimli::DW_AT_name) {
            Some(value) if dwarf.attr_string(unit, value)?.slice() == name.as_bytes() => {
                found = Some((offset, of));
            }
            Some(_) => {}
            None => within.push((offset, of)),
        }
        Ok(())
    })?;
    // Fields of what has no name, and of base classes, are fields as well.
    for (offset, of) in within {
        if found.is_none()
            && depth > 0
            && let Type::Record(record) = resolve(unit, of)?
        {
            found = field_within(dwarf, unit, record, name, depth - 1)?
                .map(|(inner, of)| (offset.wrapping_add(inner), of));
        }
    }
    Ok(found)
}

pub(crate) fn each_child(
    unit: &Unit<Slice<'_>>,
    at: UnitOffset,
    mut see: impl FnMut(&Entry<'_>) -> gimli::Result<()>,
) -> gimli::Result<()> {
    let mut tree = unit.entries_tree(Some(at))?;
    let mut children = tree.root()?.children();
    while let Some(child) = children.next()? {
        see(child.entry())?;
    }
    Ok(())
}
