//! WebAssembly: sections with lengths, of vectors with counts; functions, types and others are known by their numbers.

mod body;
mod indices;
mod instruction;
mod nesting;
mod types;

use std::ops::Range;

use super::source::Content;
use crate::binary::builder::PartsBuilder;
use crate::binary::number::Number;
use crate::binary::parts::{Meaning, PartId};
use indices::{Indices, Kind};
use types::{FunctionType, Type};

const LEB: Number = Number::Leb;

/// The sections of which the elements are known by their numbers.
mod section {
    pub(super) const CUSTOM: u8 = 0;
    pub(super) const TYPE: u8 = 1;
    pub(super) const IMPORT: u8 = 2;
    pub(super) const FUNCTION: u8 = 3;
    pub(super) const TABLE: u8 = 4;
    pub(super) const MEMORY: u8 = 5;
    pub(super) const GLOBAL: u8 = 6;
    pub(super) const EXPORT: u8 = 7;
    pub(super) const START: u8 = 8;
    pub(super) const ELEMENT: u8 = 9;
    pub(super) const CODE: u8 = 10;
    pub(super) const DATA: u8 = 11;
    pub(super) const DATA_COUNT: u8 = 12;
}

pub(super) fn read(builder: &mut PartsBuilder<'_>, span: Range<usize>, _content: Content) -> Option<()> {
    if !builder.data()[span.clone()].starts_with(b"\0asm") || span.len() < 8 {
        return None;
    }
    builder.bytes(span.start..span.start + 8);
    let mut module = Module::new(builder);
    let mut at = span.start + 8;
    while at < span.end {
        at = module.section(at, span.end)?;
    }
    module.pair_functions();
    Some(())
}

/// A module as far as it was read.
struct Module<'b, 'd> {
    builder: &'b mut PartsBuilder<'d>,
    indices: Indices,
    types: Vec<Option<FunctionType>>,
    /// The numbers of the types of functions, imported ones first.
    functions: Vec<usize>,
    /// The types of globals, imported ones first.
    globals: Vec<Option<Type>>,
    /// What declares functions, and what they do.
    declared: Vec<PartId>,
    bodies: Vec<PartId>,
    /// The number of segments of data, where it is written beside them.
    data_count: Option<PartId>,
}

impl<'b, 'd> Module<'b, 'd> {
    fn new(builder: &'b mut PartsBuilder<'d>) -> Self {
        let indices = Indices::new(builder);
        Self {
            builder,
            indices,
            types: Vec::new(),
            functions: Vec::new(),
            globals: Vec::new(),
            declared: Vec::new(),
            bodies: Vec::new(),
            data_count: None,
        }
    }

    /// Reads a section; where it ends.
    fn section(&mut self, at: usize, limit: usize) -> Option<usize> {
        let kind = self.builder.data()[at];
        let (len, start) = self.leb(at + 1, limit)?;
        let end = start.checked_add(len).filter(|end| *end <= limit)?;
        self.builder.open_unit();
        self.builder.bytes(at..at + 1);
        let length = self.builder.number(at + 1..start);
        let inner = self.builder.open();
        if self.attempt(|module| module.elements(kind, start..end)).is_none() {
            self.builder.content(start..end);
        }
        self.builder.close();
        self.builder.close();
        self.builder.means(length, LEB, Meaning::Length(inner, 1, 0));
        Some(end)
    }

    /// Reads what may turn out not to be as it should: then everything is as it was before.
    fn attempt(&mut self, read: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        let (before, data_count) = (self.builder.state(), self.data_count);
        let lengths = [&self.declared, &self.bodies].map(Vec::len);
        let (types, functions, globals) = (self.types.len(), self.functions.len(), self.globals.len());
        let done = read(self);
        if done.is_none() {
            self.builder.go_back(before);
            self.data_count = data_count;
            self.declared.truncate(lengths[0]);
            self.bodies.truncate(lengths[1]);
            self.types.truncate(types);
            self.functions.truncate(functions);
            self.globals.truncate(globals);
        }
        done
    }

    fn elements(&mut self, kind: u8, span: Range<usize>) -> Option<()> {
        let (mut at, end) = (span.start, span.end);
        match kind {
            section::CUSTOM => {
                let named = self.sized(at, end)?;
                self.builder.content(named..end);
                return Some(());
            }
            section::START => at = self.index(Kind::Function, at, end)?,
            section::DATA_COUNT => {
                let (_, next) = self.leb(at, end)?;
                self.data_count = Some(self.builder.number(at..next));
                at = next;
            }
            _ => {
                let (count, first) = self.leb(at, end)?;
                let number = self.builder.number(at..first);
                let all = self.builder.open();
                at = first;
                for _ in 0..count {
                    let element = self.builder.open();
                    at = self.element(kind, element, at, end)?;
                    self.builder.close();
                }
                self.builder.close();
                if at != end {
                    return None;
                }
                self.builder.means(number, LEB, Meaning::Count(all, 0));
                if let Some(counted) = self.data_count.filter(|_| kind == section::DATA) {
                    self.builder.means(counted, LEB, Meaning::Count(all, 0));
                }
            }
        }
        (at == end).then_some(())
    }

    /// An element of a section that is a vector; where it ends.
    fn element(&mut self, kind: u8, element: PartId, at: usize, end: usize) -> Option<usize> {
        if !matches!(kind, section::FUNCTION | section::CODE) {
            self.builder.unit([element]);
        }
        match kind {
            section::TYPE => {
                self.indices.put(self.builder, Kind::Type, element);
                self.function_type(at, end)
            }
            section::IMPORT => self.import(element, at, end),
            section::FUNCTION => {
                self.declared.push(element);
                self.indices.put(self.builder, Kind::Function, element);
                self.functions.push(self.leb(at, end)?.0);
                self.index(Kind::Type, at, end)
            }
            section::TABLE => {
                self.indices.put(self.builder, Kind::Table, element);
                let next = self.limits(at + 1, end)?;
                Some(self.plain(at, next))
            }
            section::MEMORY => {
                self.indices.put(self.builder, Kind::Memory, element);
                let next = self.limits(at, end)?;
                Some(self.plain(at, next))
            }
            section::GLOBAL => {
                self.indices.put(self.builder, Kind::Global, element);
                self.globals.push(Type::of(*self.builder.data().get(at)?));
                let start = self.plain(at, at.checked_add(2).filter(|next| *next < end)?);
                self.constant(start, end)
            }
            section::EXPORT => {
                let next = self.sized(at, end)?;
                let kind = Kind::of_export(*self.builder.data().get(next)?)?;
                let start = self.plain(next, next + 1);
                self.index(kind, start, end)
            }
            section::ELEMENT => self.functions_of_table(element, at, end),
            section::CODE => {
                self.bodies.push(element);
                self.body(at, end)
            }
            section::DATA => {
                self.indices.put(self.builder, Kind::Data, element);
                self.data(at, end)
            }
            _ => None,
        }
    }

    /// Functions go with what they do.
    fn pair_functions(self) {
        let Self { builder, declared, bodies, .. } = self;
        if declared.len() == bodies.len() {
            declared.into_iter().zip(bodies).for_each(|(function, body)| builder.unit([function, body]));
        } else {
            declared.into_iter().chain(bodies).for_each(|element| builder.unit([element]));
        }
    }

    /// A number, and where it ends.
    fn leb(&self, at: usize, end: usize) -> Option<(usize, usize)> {
        let (number, next) = LEB.read(self.builder.data().get(..end)?, at)?;
        Some((usize::try_from(number).ok()?, next))
    }

    /// The number of something of this kind; where it ends.
    fn index(&mut self, kind: Kind, at: usize, end: usize) -> Option<usize> {
        let (index, next) = self.leb(at, end)?;
        self.indices.number(self.builder, kind, index, at..next);
        Some(next)
    }

    fn plain(&mut self, at: usize, end: usize) -> usize {
        self.builder.bytes(at..end);
        end
    }

    /// A length, and so many bytes.
    fn sized(&mut self, at: usize, end: usize) -> Option<usize> {
        let (len, start) = self.leb(at, end)?;
        let last = start.checked_add(len).filter(|last| *last <= end)?;
        let length = self.builder.number(at..start);
        let content = self.builder.content(start..last);
        self.builder.means(length, LEB, Meaning::Length(content, 1, 0));
        Some(last)
    }

    /// Where limits end that begin here.
    fn limits(&self, at: usize, end: usize) -> Option<usize> {
        let has_most = *self.builder.data().get(at)? & 1 == 1;
        let least = self.leb(at + 1, end)?.1;
        if has_most { Some(self.leb(least, end)?.1) } else { Some(least) }
    }

    /// The types of parameters and results.
    fn function_type(&mut self, at: usize, end: usize) -> Option<usize> {
        const FUNCTION: u8 = 0x60;
        if self.builder.data().get(at) != Some(&FUNCTION) {
            return None;
        }
        self.plain(at, at + 1);
        let results = self.sized(at + 1, end)?;
        let next = self.sized(results, end)?;
        self.types.push(FunctionType::read(&self.builder.data()[at + 1..next]));
        Some(next)
    }

    /// Two names and what is imported.
    fn import(&mut self, element: PartId, at: usize, end: usize) -> Option<usize> {
        let name = self.sized(at, end)?;
        let next = self.sized(name, end)?;
        let kind = Kind::of_export(*self.builder.data().get(next)?)?;
        self.indices.put(self.builder, kind, element);
        let start = self.plain(next, next + 1);
        match kind {
            Kind::Function => {
                self.functions.push(self.leb(start, end)?.0);
                self.index(Kind::Type, start, end)
            }
            Kind::Global => {
                self.globals.push(Type::of(*self.builder.data().get(start)?));
                Some(self.plain(start, start + 2))
            }
            Kind::Table => {
                let next = self.limits(start + 1, end)?;
                Some(self.plain(start, next))
            }
            _ => {
                let next = self.limits(start, end)?;
                Some(self.plain(start, next))
            }
        }
    }

    /// A segment of a table: its functions by their numbers.
    fn functions_of_table(&mut self, element: PartId, at: usize, end: usize) -> Option<usize> {
        self.indices.put(self.builder, Kind::Element, element);
        let (mode, start) = self.leb(at, end)?;
        let mut next = self.plain(at, start);
        if mode > 3 {
            return None;
        }
        if mode == 2 {
            next = self.index(Kind::Table, next, end)?;
        }
        if mode % 2 == 0 {
            next = self.constant(next, end)?;
        }
        if mode > 0 {
            next = self.plain(next, next + 1);
        }
        let (count, first) = self.leb(next, end)?;
        let number = self.builder.number(next..first);
        let all = self.builder.open();
        let mut at = first;
        for _ in 0..count {
            self.builder.open_unit();
            at = self.index(Kind::Function, at, end)?;
            self.builder.close();
        }
        self.builder.close();
        self.builder.means(number, LEB, Meaning::Count(all, 0));
        Some(at)
    }

    /// A segment of data: active or passive, with an offset that is a constant.
    fn data(&mut self, at: usize, end: usize) -> Option<usize> {
        let (mode, start) = self.leb(at, end)?;
        let mut next = self.plain(at, start);
        if mode == 2 {
            next = self.index(Kind::Memory, next, end)?;
        }
        if mode != 1 {
            next = self.constant(next, end)?;
        }
        self.sized(next, end)
    }
}
