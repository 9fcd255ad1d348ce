//! Values that are more than a number, as the debug information has them: texts, lists, references, and enumerations with fields.

use dwindle_agent::layout::{ONE, TO_END, TO_ZERO};
use gimli::{AttributeValue, UnitOffset};

use crate::debug::Entry;
use crate::form::{Form, LedTo, Variant, Whole};
use crate::types::{DEPTH, Type, Types, number, type_of};

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

impl<'p> Types<'_, 'p> {
    /// What of a value is at an offset and takes so many bytes. Only what is read as a whole counts.
    pub(crate) fn part(self, at: UnitOffset, (offset, bytes): (u64, u32)) -> gimli::Result<Option<Part>> {
        let mut name = String::new();
        let (mut at, mut offset) = (at, offset);
        for _ in 0..DEPTH {
            if let Some((whole, bytes, led_to)) = self.whole(at)? {
                let (form, back) = (Form::Whole(whole), offset.cast_signed());
                return Ok(Some(Part { name, form, bytes, back, led_to }));
            }
            let simple = |name, form, size| {
                let part = Part { name, form, bytes: size, back: 0, led_to: None };
                (offset == 0 && size == bytes).then_some(part)
            };
            match self.resolve(at)? {
                Type::Simple(form, size) => return Ok(simple(name, form, size)),
                Type::Enumeration(at, size) => return Ok(simple(name, self.named(at, size)?, size)),
                Type::Pointer(_) => return Ok(simple(name, Form::Address, 8)),
                Type::Array(element) => {
                    let Some(size) = self.size(element)?.filter(|size| *size > 0) else { return Ok(None) };
                    name = format!("{name}[{}]", offset / size);
                    (at, offset) = (element, offset % size);
                }
                Type::Record(record) => {
                    let mut found = None;
                    for field in self.fields(record)? {
                        let within = offset.checked_sub(field.offset);
                        if let (None, Some(name), Some(within)) = (&found, field.name, within)
                            && self.size(field.of)?.is_some_and(|size| within < size)
                        {
                            found = Some((name, field.of, within));
                        }
                    }
                    let Some((field, of, within)) = found else { return Ok(None) };
                    name = format!("{name}.{field}");
                    (at, offset) = (of, within);
                }
                Type::Other => return Ok(None),
            }
        }
        Ok(None)
    }

    /// How a value of a type is read as a whole, its bytes, and what of it leads elsewhere; nothing where it is a number, or its
    /// parts are told one by one.
    fn whole(self, at: UnitOffset) -> gimli::Result<Option<(Whole, u32, Option<LedTo>)>> {
        let Some(entry) = self.unnamed(at)? else { return Ok(None) };
        let name = self.name(&entry)?.unwrap_or_default();
        match entry.tag() {
            gimli::DW_TAG_pointer_type | gimli::DW_TAG_reference_type => {
                let is_reference = entry.tag() == gimli::DW_TAG_reference_type || name.starts_with('&');
                let Some((form, element)) = self.simple(type_of(&entry))? else {
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
                Ok(match self.elements(entry.offset(), &name)? {
                    Some((whole, led_to)) => Some((whole, size, Some(led_to))),
                    None => self.variants(entry.offset())?.map(|whole| (whole, size, None)),
                })
            }
            _ => Ok(None),
        }
    }

    /// The type behind the names that were given to it.
    fn unnamed(self, at: UnitOffset) -> gimli::Result<Option<Entry<'p>>> {
        let mut entry = self.unit.entry(at)?;
        for _ in 0..16 {
            let is_name = [gimli::DW_TAG_typedef, gimli::DW_TAG_const_type, gimli::DW_TAG_volatile_type];
            if !is_name.contains(&entry.tag()) {
                return Ok(Some(entry));
            }
            let Some(to) = type_of(&entry) else { return Ok(None) };
            entry = self.unit.entry(to)?;
        }
        Ok(None)
    }

    /// How a number is written, and its bytes.
    fn simple(self, at: Option<UnitOffset>) -> gimli::Result<Option<(Form, u32)>> {
        Ok(match at.map(|at| self.resolve(at)).transpose()? {
            Some(Type::Simple(form, bytes)) => Some((form, bytes)),
            Some(Type::Enumeration(at, bytes)) => Some((self.named(at, bytes)?, bytes)),
            _ => None,
        })
    }

    /// Texts and lists of Rust and of the C++ library of GCC, by the names of their types.
    fn elements(self, at: UnitOffset, name: &str) -> gimli::Result<Option<(Whole, LedTo)>> {
        let small = |offset: u64| u32::try_from(offset).unwrap_or(0);
        if name.starts_with("basic_string<char") {
            return Ok(Some((Whole::Text, LedTo { element: 1, pointer: 0, count: 8 })));
        }
        if name.starts_with("vector<") && !name.starts_with("vector<bool") {
            let list = |(form, element)| {
                let whole = Whole::List(Box::new(form), element, ['{', '}']);
                (whole, LedTo { element, pointer: 0, count: TO_END + 8 })
            };
            return Ok(self.simple(self.argument(at)?)?.map(list));
        }
        let of_rust = |(form, element)| (Whole::List(Box::new(form), element, ['[', ']']), element);
        if name.starts_with('&') {
            let (Some((pointer, of)), Some((count, _))) =
                (self.field(at, "data_ptr")?, self.field(at, "length")?)
            else {
                return Ok(None);
            };
            let led_to = |element| LedTo { element, pointer: small(pointer), count: small(count) };
            if name.ends_with("str") {
                return Ok(Some((Whole::Text, led_to(1))));
            }
            let Type::Pointer(of) = self.resolve(of)? else { return Ok(None) };
            return Ok(self.simple(of)?.map(of_rust).map(|(whole, element)| (whole, led_to(element))));
        }
        let (list, from) = match (name, self.field(at, "vec")?) {
            ("String", Some((offset, vec))) => (vec, offset),
            _ if name.starts_with("Vec<") => (at, 0),
            _ => return Ok(None),
        };
        let (Some((buffer, of)), Some((count, _))) = (self.field(list, "buf")?, self.field(list, "len")?)
        else {
            return Ok(None);
        };
        let Some(pointer) = self.first_pointer(of, 8)? else { return Ok(None) };
        let led_to =
            |element| LedTo { element, pointer: small(from + buffer + pointer), count: small(from + count) };
        if name == "String" {
            return Ok(Some((Whole::Text, led_to(1))));
        }
        let element = self.simple(self.argument(at)?)?;
        Ok(element.map(of_rust).map(|(whole, element)| (whole, led_to(element))))
    }

    /// The first type that a type was made with.
    fn argument(self, at: UnitOffset) -> gimli::Result<Option<UnitOffset>> {
        let children = self.children(at)?;
        let mut arguments =
            children.iter().filter(|child| child.tag() == gimli::DW_TAG_template_type_parameter);
        Ok(arguments.find_map(type_of))
    }

    /// Where in a value the first pointer is.
    fn first_pointer(self, at: UnitOffset, depth: u32) -> gimli::Result<Option<u64>> {
        let record = match self.resolve(at)? {
            Type::Pointer(_) => return Ok(Some(0)),
            Type::Record(record) if depth > 0 => record,
            _ => return Ok(None),
        };
        for field in self.fields(record)? {
            if let Some(pointer) = self.first_pointer(field.of, depth - 1)? {
                return Ok(Some(field.offset + pointer));
            }
        }
        Ok(None)
    }

    /// The variants of an enumeration of Rust.
    fn variants(self, at: UnitOffset) -> gimli::Result<Option<Whole>> {
        let children = self.children(at)?;
        let part = children.iter().find(|child| child.tag() == gimli::DW_TAG_variant_part);
        let Some((part, AttributeValue::UnitRef(tag))) =
            part.and_then(|part| Some((part, part.attr_value(gimli::DW_AT_discr)?)))
        else {
            return Ok(None);
        };
        let tag = self.unit.entry(tag)?;
        let Some(bytes) = type_of(&tag).map(|of| self.size(of)).transpose()?.flatten() else {
            return Ok(None);
        };
        let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let place = (small(number(&tag, gimli::DW_AT_data_member_location).unwrap_or(0)), small(bytes));
        let mask = u64::MAX >> (64 - 8 * bytes.clamp(1, 8));
        let mut found = Vec::new();
        for entry in self.children(part.offset())? {
            if entry.tag() != gimli::DW_TAG_variant {
                continue;
            }
            let value = entry.attr_value(gimli::DW_AT_discr_value);
            let value =
                value.and_then(|value| value.udata_value().or(value.sdata_value().map(i64::cast_unsigned)));
            let Some(of) = self.children(entry.offset())?.iter().rev().find_map(type_of) else { continue };
            let Some(name) = self.name(&self.unit.entry(of)?)? else { continue };
            let fields = self.fields(of)?;
            let field = match &fields[..] {
                [one] => self.simple(Some(one.of))?.map(|(form, bytes)| (small(one.offset), bytes, form)),
                _ => None,
            };
            let more = !fields.is_empty() && field.is_none();
            found.push(Variant { tag: value.map(|value| value & mask), name, field, more });
        }
        Ok(Some(Whole::Variants(place, found)))
    }
}
