//! ELF: sections, with a table that says where they are.

use std::ops::Range;

use super::source::{Content, Field, field};
use crate::binary::builder::PartsBuilder;
use crate::binary::number::Number;
use crate::binary::parts::{Meaning, PartId};

/// How the numbers of a file are written, and where its headers have them.
struct Class {
    half: Number,
    word: Number,
    address: Number,
    /// In the header: where the table of sections is, how long its entries are, how many, and which has their names.
    table: [usize; 4],
    /// In an entry: offset, size, link.
    section: [usize; 3],
    entry: usize,
}

/// A section: its entry of the table and its data.
struct Section {
    entry: usize,
    name: usize,
    data: Range<usize>,
    link: usize,
}

fn class(bytes: &[u8]) -> Option<Class> {
    let number = |width: u8| match bytes.get(5) {
        Some(1) => Some(Number::Little(width)),
        Some(2) => Some(Number::Big(width)),
        _ => None,
    };
    let (half, word) = (number(2)?, number(4)?);
    match bytes.get(4) {
        Some(1) => Some(Class {
            half,
            word,
            address: word,
            table: [32, 46, 48, 50],
            section: [16, 20, 24],
            entry: 40,
        }),
        Some(2) => Some(Class {
            half,
            word,
            address: number(8)?,
            table: [40, 58, 60, 62],
            section: [24, 32, 40],
            entry: 64,
        }),
        _ => None,
    }
}

pub(super) fn read(builder: &mut PartsBuilder<'_>, span: Range<usize>, content: Content) -> Option<()> {
    let bytes = &builder.data()[span.clone()];
    if !bytes.starts_with(b"\x7fELF") {
        return None;
    }
    let class = class(bytes)?;
    let number = |at: usize, form: Number| -> Option<usize> { usize::try_from(form.read(bytes, at)?.0).ok() };
    let [at_table, at_length, at_count, at_names] = class.table;
    let (table, count, names) =
        (number(at_table, class.address)?, number(at_count, class.half)?, number(at_names, class.half)?);
    if number(at_length, class.half)? != class.entry || table.checked_add(count * class.entry)? > bytes.len()
    {
        return None;
    }
    let sections = sections(bytes, &class, table, count)?;
    let table = table..table + count * class.entry;
    let header = at_names + 2;
    let mut order: Vec<usize> = (0..count).filter(|&nth| !sections[nth].data.is_empty()).collect();
    order.sort_by_key(|&nth| (sections[nth].data.start, sections[nth].data.end));
    let (before, after): (Vec<usize>, Vec<usize>) =
        order.into_iter().partition(|&nth| sections[nth].data.end <= table.start);
    let whole = builder.current();
    let mut file =
        File { builder, start: span.start, content, names, placed: vec![None; count], strings: Vec::new() };
    let shift = |span: Range<usize>| file_span(&span, file.start);
    file.builder.bytes(shift(0..at_table));
    let offset = field(file.builder, shift(at_table..0).start, class.address);
    file.builder.bytes(shift(at_table + class.address.width(0)..at_count));
    let entries = field(file.builder, shift(at_count..0).start, class.half);
    let with_names = field(file.builder, shift(at_names..0).start, class.half);
    file.data(&sections, &before, header..table.start);
    let all = file.builder.open();
    let parts: Vec<Entry> =
        sections.iter().map(|section| entry(file.builder, &class, section, span.start)).collect();
    file.builder.close();
    file.data(&sections, &after, table.end..span.len());
    let File { builder, placed, strings, .. } = file;
    offset.means(builder, Meaning::Offset(all, whole, 0));
    entries.means(builder, Meaning::Count(all, 0));
    if let Some(names) = parts.get(names) {
        with_names.means(builder, Meaning::Index(names.whole, 0));
    }
    for (nth, part) in parts.iter().enumerate() {
        let mut unit = vec![part.whole];
        if let Some(data) = placed[nth] {
            part.offset.means(builder, Meaning::Offset(data, whole, 0));
            part.size.means(builder, Meaning::Length(data, 1, 0));
            unit.push(data);
        }
        if let Some(linked) = parts.get(sections[nth].link).filter(|_| sections[nth].link > 0) {
            part.link.means(builder, Meaning::Index(linked.whole, 0));
        }
        let holds = |(span, _): &&(Range<usize>, PartId)| span.contains(&sections[nth].name);
        if let (Some((span, string)), Some(table)) =
            (strings.iter().find(holds), placed.get(names).copied().flatten())
        {
            let more = i64::try_from(sections[nth].name - span.start).unwrap_or(0);
            part.name.means(builder, Meaning::Offset(*string, table, more));
            let is_its_own = sections.iter().filter(|section| span.contains(&section.name)).count() == 1;
            unit.extend(is_its_own.then_some(*string).filter(|_| nth != names));
        }
        if nth > 0 {
            builder.unit(unit);
        }
    }
    Some(())
}

/// What is read of a file.
struct File<'b, 'd> {
    builder: &'b mut PartsBuilder<'d>,
    start: usize,
    content: Content,
    /// The section with the names of all.
    names: usize,
    /// The data of the sections.
    placed: Vec<Option<PartId>>,
    /// The names: where in their section, and which part.
    strings: Vec<(Range<usize>, PartId)>,
}

impl File<'_, '_> {
    /// Reads the data of sections that stand in `span`, in their order; what lies in another one is read with that.
    fn data(&mut self, sections: &[Section], order: &[usize], span: Range<usize>) {
        let mut from = span.start;
        for &nth in order {
            let data = sections[nth].data.clone();
            if data.start < from || data.end > span.end {
                continue;
            }
            self.builder.content(file_span(&(from..data.start), self.start));
            self.placed[nth] = Some(self.builder.open());
            let within = file_span(&data, self.start);
            if nth == self.names {
                self.strings(within);
            } else {
                (self.content)(self.builder, within);
            }
            self.builder.close();
            from = data.end;
        }
        self.builder.content(file_span(&(from..span.end.max(from)), self.start));
    }

    /// Reads the names of the sections.
    fn strings(&mut self, span: Range<usize>) {
        let bytes = &self.builder.data()[span.clone()];
        let lengths: Vec<usize> = bytes.split_inclusive(|byte| *byte == 0).map(<[u8]>::len).collect();
        let mut at = 0;
        for len in lengths {
            let part = self.builder.content(span.start + at..span.start + at + len);
            self.strings.push((at..at + len, part));
            at += len;
        }
    }
}

/// Where a stretch of a file stands that begins at `start`.
const fn file_span(span: &Range<usize>, start: usize) -> Range<usize> {
    start + span.start..start + span.end
}

/// The sections in the order of the table; those without data in the file are empty.
fn sections(bytes: &[u8], class: &Class, table: usize, count: usize) -> Option<Vec<Section>> {
    /// Of the types: it has no data in the file.
    const NO_BITS: u64 = 8;
    let [at_offset, at_size, at_link] = class.section;
    let section = |nth: usize| {
        let entry = table + nth * class.entry;
        let number = |at: usize, form: Number| form.read(bytes, entry + at).map(|(number, _)| number);
        let has_data = !matches!(number(4, class.word)?, 0 | NO_BITS);
        let start = usize::try_from(number(at_offset, class.address)?).ok()?;
        let size = usize::try_from(number(at_size, class.address)?).ok()?;
        let end = start.checked_add(size).filter(|end| *end <= bytes.len());
        let data = end.filter(|_| has_data).map_or(0..0, |end| start..end);
        let name = usize::try_from(number(0, class.word)?).ok()?;
        Some(Section { entry, name, data, link: usize::try_from(number(at_link, class.word)?).ok()? })
    };
    (0..count).map(section).collect()
}

/// The numbers of an entry of the table.
struct Entry {
    whole: PartId,
    name: Field,
    offset: Field,
    size: Field,
    link: Field,
}

fn entry(builder: &mut PartsBuilder<'_>, class: &Class, section: &Section, start: usize) -> Entry {
    let [at_offset, at_size, at_link] = class.section;
    let at = start + section.entry;
    let whole = builder.open();
    let name = field(builder, at, class.word);
    builder.bytes(at + 4..at + at_offset);
    let offset = field(builder, at + at_offset, class.address);
    let size = field(builder, at + at_size, class.address);
    let link = field(builder, at + at_link, class.word);
    builder.bytes(at + at_link + 4..at + class.entry);
    builder.close();
    Entry { whole, name, offset, size, link }
}
