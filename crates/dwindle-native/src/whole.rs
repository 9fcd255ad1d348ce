//! Values that are more than a number, as the debug information has them: texts, lists, references, and enumerations with fields.

use dwindle_agent::layout::{ONE, TO_END, TO_ZERO};
use gimli::{AttributeValue, Unit, UnitOffset};

use crate::debug::{Dwarf, Entry, Slice};
use crate::form::{Form, LedTo, Variant, Whole};
use crate::types::{self, Type, each_child, number, type_of};

/// Bytes of a value that are kept.
const ROOM: u32 = 32;

/// A part of a value that is read as a whole.
#[derive(Debug)]
pub(crate) struct Part {
    /// How it is named behind what it is a part of.
    pub(crate) name: String,
    pub(crate) form: Form,
    pub(crate) bytes: u32,
    /// How far before the place that was asked for it begins.
    pub(crate) back: i64,
    pub(crate) led_to: Option<LedTo>,
}

/// What of a value is at an offset and takes so many bytes. Only what is read as a whole counts.
pub(crate) fn part<'p>(
    dwarf: &Dwarf<'p>,
    unit: &Unit<Slice<'p>>,
    at: UnitOffset,
    (offset, bytes): (u64, u32),
) -> gimli::Result<Option<Part>> {
    let mut name = String::new();
    let (mut at, mut offset) = (at, offset);
    for _ in 0..types::DEPTH {
        if let Some((whole, bytes, led_to)) = of(dwarf, unit, at)? {
            return Ok(Some(Part {
                name,
                form: Form::Whole(whole),
                bytes,
                back: offset.cast_signed(),
                led_to,
            }));
        }
        let simple = |name, form, size| {
            (offset == 0 && size == bytes).then_some(Part { name, form, bytes: size, back: 0, led_to: None })
        };
        match types::resolve(unit, at)? {
            Type::Simple(form, size) => return Ok(simple(name, form, size)),
            Type::Enumeration(at, size) => {
                let form = types::named(dwarf, unit, at, size)?;
                return Ok(simple(name, form, size));
            }
            Type::Pointer(_) => return Ok(simple(name, Form::Address, 8)),
            Type::Array(element) => {
                let Some(size) = types::size(unit, element)?.filter(|size| *size > 0) else {
                    return Ok(None);
                };
                name = format!("{name}[{}]", offset / size);
                (at, offset) = (element, offset % size);
            }
            Type::Record(record) => {
                let mut found = None;
                each_child(unit, record, |child| {
                    let from = number(child, gimli::DW_AT_data_member_location).unwrap_or(0);
                    let of = type_of(child).filter(|_| child.tag() == gimli::DW_TAG_member);
                    let (Some(of), Some(within)) = (of, offset.checked_sub(from)) else { return Ok(()) };
                    if found.is_none() && types::size(unit, of)?.is_some_and(|size| within < size) {
                        let field = child.attr_value(gimli::DW_AT_name);
                        let field = field.map(|value| dwarf.attr_string(unit, value)).transpose()?;
                        found = field.map(|field| (field.to_string_lossy().into_owned(), of, within));
                    }
                    Ok(())
                })?;
                let Some((field, of, within)) = found else { return Ok(None) };
                name = format!("{name}.{field}");
                (at, offset) = (of, within);
            }
            Type::Other => return Ok(None),
        }
    }
    Ok(None)
}

/// How a value of a type is read as a whole, its bytes, and what of it leads elsewhere; nothing where it is a number, or its parts
/// are told one by one.
pub(crate) fn of<'p>(
    dwarf: &Dwarf<'p>,
    unit: &Unit<Slice<'p>>,
    at: UnitOffset,
) -> gimli::Result<Option<(Whole, u32, Option<LedTo>)>> {
    let Some(entry) = unnamed(unit, at)? else { return Ok(None) };
    let name = match entry.attr_value(gimli::DW_AT_name) {
        Some(name) => dwarf.attr_string(unit, name)?.to_string_lossy().into_owned(),
        None => String::new(),
    };
    let to = type_of(&entry);
    match entry.tag() {
        gimli::DW_TAG_pointer_type | gimli::DW_TAG_reference_type => {
            let is_reference = entry.tag() == gimli::DW_TAG_reference_type || name.starts_with('&');
            let Some((form, element)) = to.map(|to| simple(dwarf, unit, to)).transpose()?.flatten() else {
                return Ok(name.starts_with('&').then_some((Whole::Opaque(name), 8, None)));
            };
            let led_to = |count| Some(LedTo { element, pointer: 0, count });
            Ok(match form {
                form if is_reference => Some((Whole::Target(Box::new(form)), 8, led_to(ONE))),
                Form::Letter(true) => Some((Whole::Text, 8, led_to(TO_ZERO))),
                _ => None,
            })
        }
        gimli::DW_TAG_structure_type | gimli::DW_TAG_class_type => {
            let size = number(&entry, gimli::DW_AT_byte_size).and_then(|size| u32::try_from(size).ok());
            let Some(size) = size.filter(|size| (1..=ROOM).contains(size)) else { return Ok(None) };
            let list = elements(dwarf, unit, entry.offset(), &name)?;
            Ok(match list {
                Some((whole, led_to)) => Some((whole, size, Some(led_to))),
                None => variants(dwarf, unit, entry.offset())?.map(|whole| (whole, size, None)),
            })
        }
        _ => Ok(None),
    }
}

/// The type behind the names that were given to it.
fn unnamed<'p>(unit: &Unit<Slice<'p>>, at: UnitOffset) -> gimli::Result<Option<Entry<'p>>> {
    let mut entry = unit.entry(at)?;
    for _ in 0..16 {
        let is_name = [gimli::DW_TAG_typedef, gimli::DW_TAG_const_type, gimli::DW_TAG_volatile_type];
        if !is_name.contains(&entry.tag()) {
            return Ok(Some(entry));
        }
        let Some(to) = type_of(&entry) else { return Ok(None) };
        entry = unit.entry(to)?;
    }
    Ok(None)
}

/// How a number is written, and its bytes.
fn simple<'p>(
    dwarf: &Dwarf<'p>,
    unit: &Unit<Slice<'p>>,
    at: UnitOffset,
) -> gimli::Result<Option<(Form, u32)>> {
    Ok(match types::resolve(unit, at)? {
        Type::Simple(form, bytes) => Some((form, bytes)),
        Type::Enumeration(at, bytes) => Some((types::named(dwarf, unit, at, bytes)?, bytes)),
        _ => None,
    })
}

/// Texts and lists of Rust and of the C++ library of GCC, by the names of their types.
fn elements<'p>(
    dwarf: &Dwarf<'p>,
    unit: &Unit<Slice<'p>>,
    at: UnitOffset,
    name: &str,
) -> gimli::Result<Option<(Whole, LedTo)>> {
    let field = |name: &str| types::field(dwarf, unit, at, name);
    let small = |offset: u64| u32::try_from(offset).unwrap_or(0);
    if name.starts_with("basic_string<char") {
        return Ok(Some((Whole::Text, LedTo { element: 1, pointer: 0, count: 8 })));
    }
    if name.starts_with("vector<") && !name.starts_with("vector<bool") {
        let element = argument(unit, at)?.map(|of| simple(dwarf, unit, of)).transpose()?.flatten();
        let list = |(form, element)| {
            let whole = Whole::List(Box::new(form), element, ['{', '}']);
            (whole, LedTo { element, pointer: 0, count: TO_END + 8 })
        };
        return Ok(element.map(list));
    }
    if name.starts_with('&') {
        let (Some((pointer, of)), Some((count, _))) = (field("data_ptr")?, field("length")?) else {
            return Ok(None);
        };
        let led_to = |element| LedTo { element, pointer: small(pointer), count: small(count) };
        if name.ends_with("str") {
            return Ok(Some((Whole::Text, led_to(1))));
        }
        let Type::Pointer(Some(of)) = types::resolve(unit, of)? else { return Ok(None) };
        let list = |(form, element)| (Whole::List(Box::new(form), element, ['[', ']']), led_to(element));
        return Ok(simple(dwarf, unit, of)?.map(list));
    }
    let (list, from) = match (name, field("vec")?) {
        ("String", Some((offset, vec))) => (vec, offset),
        _ if name.starts_with("Vec<") => (at, 0),
        _ => return Ok(None),
    };
    let (Some((buffer, of)), Some((count, _))) =
        (types::field(dwarf, unit, list, "buf")?, types::field(dwarf, unit, list, "len")?)
    else {
        return Ok(None);
    };
    let Some(pointer) = first_pointer(unit, of, 8)? else { return Ok(None) };
    let led_to =
        |element| LedTo { element, pointer: small(from + buffer + pointer), count: small(from + count) };
    if name == "String" {
        return Ok(Some((Whole::Text, led_to(1))));
    }
    let element = argument(unit, at)?.map(|of| simple(dwarf, unit, of)).transpose()?.flatten();
    Ok(element.map(|(form, element)| (Whole::List(Box::new(form), element, ['[', ']']), led_to(element))))
}

/// The first type that a type was made with.
fn argument(unit: &Unit<Slice<'_>>, at: UnitOffset) -> gimli::Result<Option<UnitOffset>> {
    let mut found = None;
    each_child(unit, at, |child| {
        if found.is_none() && child.tag() == gimli::DW_TAG_template_type_parameter {
            found = type_of(child);
        }
        Ok(())
    })?;
    Ok(found)
}

/// Where in a value the first pointer is.
fn first_pointer(unit: &Unit<Slice<'_>>, at: UnitOffset, depth: u32) -> gimli::Result<Option<u64>> {
    let record = match types::resolve(unit, at)? {
        Type::Pointer(_) => return Ok(Some(0)),
        Type::Record(record) if depth > 0 => record,
        _ => return Ok(None),
    };
    let mut within = Vec::new();
    each_child(unit, record, |child| {
        let of = type_of(child).filter(|_| child.tag() == gimli::DW_TAG_member);
        within.extend(of.map(|of| (number(child, gimli::DW_AT_data_member_location).unwrap_or(0), of)));
        Ok(())
    })?;
    for (offset, of) in within {
        if let Some(pointer) = first_pointer(unit, of, depth - 1)? {
            return Ok(Some(offset + pointer));
        }
    }
    Ok(None)
}

/// The variants of an enumeration of Rust.
fn variants<'p>(dwarf: &Dwarf<'p>, unit: &Unit<Slice<'p>>, at: UnitOffset) -> gimli::Result<Option<Whole>> {
    let mut part = None;
    each_child(unit, at, |child| {
        if child.tag() == gimli::DW_TAG_variant_part {
            part = Some(child.offset());
        }
        Ok(())
    })?;
    let Some(part) = part.map(|part| unit.entry(part)).transpose()? else { return Ok(None) };
    let Some(AttributeValue::UnitRef(tag)) = part.attr_value(gimli::DW_AT_discr) else { return Ok(None) };
    let tag = unit.entry(tag)?;
    let Some(bytes) = type_of(&tag).map(|of| types::size(unit, of)).transpose()?.flatten() else {
        return Ok(None);
    };
    let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let place = (small(number(&tag, gimli::DW_AT_data_member_location).unwrap_or(0)), small(bytes));
    let mut entries = Vec::new();
    each_child(unit, part.offset(), |child| {
        if child.tag() == gimli::DW_TAG_variant {
            entries.push(child.offset());
        }
        Ok(())
    })?;
    let mut found = Vec::new();
    for entry in entries {
        let entry = unit.entry(entry)?;
        let value = entry.attr_value(gimli::DW_AT_discr_value);
        let value =
            value.and_then(|value| value.udata_value().or(value.sdata_value().map(i64::cast_unsigned)));
        let mask = u64::MAX >> (64 - 8 * bytes.clamp(1, 8));
        let mut of = None;
        each_child(unit, entry.offset(), |child| {
            of = type_of(child).or(of);
            Ok(())
        })?;
        let Some(of) = of else { continue };
        let record = unit.entry(of)?;
        let name = match record.attr_value(gimli::DW_AT_name) {
            Some(name) => dwarf.attr_string(unit, name)?.to_string_lossy().into_owned(),
            None => continue,
        };
        let mut fields = Vec::new();
        each_child(unit, of, |child| {
            let of = type_of(child).filter(|_| child.tag() == gimli::DW_TAG_member);
            fields.extend(of.map(|of| (number(child, gimli::DW_AT_data_member_location).unwrap_or(0), of)));
            Ok(())
        })?;
        let field = match fields[..] {
            [(offset, of)] => simple(dwarf, unit, of)?.map(|(form, bytes)| (small(offset), bytes, form)),
            _ => None,
        };
        let more = !fields.is_empty() && field.is_none();
        found.push(Variant { tag: value.map(|value| value & mask), name, field, more });
    }
    Ok(Some(Whole::Variants(place, found)))
}
