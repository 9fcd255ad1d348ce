//! WebAssembly: sections with lengths, of vectors with counts.

use std::ops::Range;

use super::source::Content;
use crate::binary::builder::PartsBuilder;
use crate::binary::number::Number;
use crate::binary::parts::{Meaning, PartId};

const LEB: Number = Number::Leb;

/// The sections of which the elements are known by their numbers.
mod section {
    pub(super) const TYPE: u8 = 1;
    pub(super) const FUNCTION: u8 = 3;
    pub(super) const EXPORT: u8 = 7;
    pub(super) const CODE: u8 = 10;
    pub(super) const DATA: u8 = 11;
    pub(super) const CUSTOM: u8 = 0;
}

pub(super) fn read(builder: &mut PartsBuilder, span: Range<usize>, _content: Content) -> Option<()> {
    if !builder.data()[span.clone()].starts_with(b"\0asm") || span.len() < 8 {
        return None;
    }
    builder.bytes(span.start..span.start + 8);
    let (mut at, mut functions, mut bodies) = (span.start + 8, Vec::new(), Vec::new());
    while at < span.end {
        let kind = builder.data()[at];
        let (len, data) = leb(builder, at + 1, span.end)?;
        let end = data.checked_add(len).filter(|end| *end <= span.end)?;
        builder.open_unit();
        builder.bytes(at..at + 1);
        let length = builder.number(at + 1..data);
        let inner = builder.open();
        let elements = builder.attempt(|builder| vector(builder, kind, data..end));
        match (kind, elements) {
            (section::FUNCTION, Some(elements)) => functions = elements,
            (section::CODE, Some(elements)) => bodies = elements,
            (_, Some(elements)) => elements.into_iter().for_each(|element| builder.unit([element])),
            (_, None) => drop(builder.content(data..end)),
        }
        builder.close();
        builder.close();
        builder.means(length, LEB, Meaning::Length(inner, 1, 0));
        at = end;
    }
    if functions.len() == bodies.len() {
        functions.into_iter().zip(bodies).for_each(|(function, body)| builder.unit([function, body]));
    } else {
        functions.into_iter().chain(bodies).for_each(|element| builder.unit([element]));
    }
    Some(())
}

/// A number, and where it ends.
fn leb(builder: &PartsBuilder, at: usize, end: usize) -> Option<(usize, usize)> {
    let (number, next) = LEB.read(builder.data().get(..end)?, at)?;
    Some((usize::try_from(number).ok()?, next))
}

/// The elements of a section that is a vector, as parts; none where it is none, or elements are not known.
fn vector(builder: &mut PartsBuilder, kind: u8, span: Range<usize>) -> Option<Vec<PartId>> {
    if kind == section::CUSTOM {
        let (len, name) = leb(builder, span.start, span.end)?;
        let end = name.checked_add(len).filter(|end| *end <= span.end)?;
        let length = builder.number(span.start..name);
        let name = builder.content(name..end);
        builder.means(length, LEB, Meaning::Length(name, 1, 0));
        builder.content(end..span.end);
        return Some(Vec::new());
    }
    let (count, mut at) = leb(builder, span.start, span.end)?;
    let number = builder.number(span.start..at);
    let (all, mut elements) = (builder.open(), Vec::new());
    for _ in 0..count {
        let element = builder.open();
        at = match kind {
            section::CODE => sized(builder, at, span.end)?,
            section::DATA => data(builder, at, span.end)?,
            section::EXPORT => export(builder, at, span.end)?,
            section::FUNCTION => plain(builder, at, leb(builder, at, span.end)?.1),
            section::TYPE => function_type(builder, at, span.end)?,
            _ => return None,
        };
        builder.close();
        elements.push(element);
    }
    builder.close();
    if at != span.end {
        return None;
    }
    builder.means(number, LEB, Meaning::Count(all, 0));
    Some(elements)
}

fn plain(builder: &mut PartsBuilder, at: usize, end: usize) -> usize {
    builder.bytes(at..end);
    end
}

/// A length, and so many bytes.
fn sized(builder: &mut PartsBuilder, at: usize, end: usize) -> Option<usize> {
    let (len, start) = leb(builder, at, end)?;
    let last = start.checked_add(len).filter(|last| *last <= end)?;
    let length = builder.number(at..start);
    let content = builder.content(start..last);
    builder.means(length, LEB, Meaning::Length(content, 1, 0));
    Some(last)
}

/// A segment of data: active or passive, with an offset that is a constant.
fn data(builder: &mut PartsBuilder, at: usize, end: usize) -> Option<usize> {
    let (mode, mut next) = leb(builder, at, end)?;
    if mode == 2 {
        next = leb(builder, next, end)?.1;
    }
    if mode != 1 {
        next = constant(builder, next, end)?;
    }
    builder.bytes(at..next);
    sized(builder, next, end)
}

/// Where an expression of one constant and its end ends.
fn constant(builder: &PartsBuilder, at: usize, end: usize) -> Option<usize> {
    const I32: u8 = 0x41;
    const I64: u8 = 0x42;
    const GLOBAL: u8 = 0x23;
    const END: u8 = 0x0b;
    let next = match builder.data().get(at)? {
        &(I32 | I64 | GLOBAL) => leb(builder, at + 1, end)?.1,
        _ => return None,
    };
    (builder.data().get(next) == Some(&END)).then_some(next + 1)
}

/// A name, a kind and a number.
fn export(builder: &mut PartsBuilder, at: usize, end: usize) -> Option<usize> {
    let next = sized(builder, at, end)?;
    let last = leb(builder, next + 1, end)?.1;
    Some(plain(builder, next, last))
}

/// The types of parameters and results.
fn function_type(builder: &mut PartsBuilder, at: usize, end: usize) -> Option<usize> {
    const FUNCTION: u8 = 0x60;
    if builder.data().get(at) != Some(&FUNCTION) {
        return None;
    }
    builder.bytes(at..at + 1);
    let next = sized(builder, at + 1, end)?;
    sized(builder, next, end)
}
