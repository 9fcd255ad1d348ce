//! Records behind each other, each with its length, and numbers before them that say how many there are or how long they are
//! together.

use std::ops::Range;

use super::chain::{Chain, Link};
use super::checks::{self, Check, Covers};
use super::search;
use crate::binary::builder::PartsBuilder;
use crate::binary::encoding::{self, Encoding};
use crate::binary::number::Number;
use crate::binary::parts::{Meaning, PartId, Parts};

/// How many ways to see records are guessed of some data.
const GUESSES: usize = 4;

/// How many numbers before the records are taken to be about them.
const FIELDS: usize = 3;

/// By how much the number of records may be less than a number that counts them, or more.
const COUNTED: i64 = 1;

/// By how much the length of the records may be more than a number that gives it, since that counts less.
const LESS: i64 = 8;

/// Records inside of records are looked at up to this depth.
const DEEP: usize = 12;

/// How records are laid out, and which numbers before them are about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Records {
    chain: Chain,
    fields: Vec<Field>,
    /// The checksum at the end of each record, and that behind all of them.
    of_record: Option<Check>,
    of_all: Option<Check>,
    /// What their contents are written in.
    content: Option<Encoding>,
}

/// A number before the records.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Field {
    span: Range<usize>,
    form: Number,
    about: About,
}

/// What a number says of the records, and by how much it is more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    Count(i64),
    Length(i64),
}

/// The likeliest first. Those that differ only in the numbers before the records are beside each other.
pub(super) fn records(bytes: &[u8]) -> Vec<Records> {
    let of_chain = |chain: Chain| {
        let chain = checked(bytes, chain);
        let fields = fields(bytes, &chain);
        let links = chain.links(bytes, 0..bytes.len()).unwrap_or_default();
        let (of_record, of_all) = (checks::of_records(bytes, &links), checks::of_all(bytes, &chain));
        let contents: Vec<Range<usize>> = links.into_iter().map(|link| link.content).collect();
        let content = encoding::of_all(bytes, &contents);
        let mut sets = vec![fields.clone()];
        if !fields.is_empty() {
            sets.push(Vec::new());
        }
        if fields.len() > 1 {
            sets.extend(fields.iter().map(|field| vec![field.clone()]));
        }
        sets.into_iter().map(move |fields| Records {
            chain: chain.clone(),
            fields,
            of_record,
            of_all,
            content,
        })
    };
    search::chains(bytes, GUESSES).into_iter().flat_map(of_chain).collect()
}

/// The same records seen to begin earlier, with more behind the last, if that is a checksum.
fn checked(bytes: &[u8], chain: Chain) -> Chain {
    /// How much earlier.
    const MOST: usize = 8;
    let mut earlier = (0..=MOST.min(chain.first - chain.before)).map(|by| Chain {
        before: chain.before + by,
        behind: chain.behind + by,
        ..chain.clone()
    });
    let is_checked = |chain: &Chain| {
        checks::of_all(bytes, chain).is_some() && chain.links(bytes, 0..bytes.len()).is_some()
    };
    earlier.find(is_checked).unwrap_or(chain)
}

impl Records {
    /// The parts of `bytes`, as far as they are laid out like this.
    pub fn read(&self, bytes: &[u8]) -> Option<Parts> {
        let links = self.chain.links(bytes, 0..bytes.len())?;
        let records = self.chain.records(bytes.len());
        let mut builder = PartsBuilder::new(bytes);
        let (mut at, mut numbers) = (0, Vec::new());
        let whole = builder.open();
        for field in &self.fields {
            builder.bytes(at..field.span.start);
            numbers.push((builder.number(field.span.clone()), field));
            at = field.span.end;
        }
        builder.bytes(at..records.start);
        let all = builder.open();
        self.add(&mut builder, &links, 0);
        builder.close();
        builder.close();
        let behind = builder.number(records.end..bytes.len());
        if let Some(Check { sum, form, covers }) = self.of_all {
            let covered = if covers == Covers::Content { all } else { whole };
            builder.means(behind, form, Meaning::Checksum(sum, covered));
        }
        for (number, field) in numbers {
            let meaning = match field.about {
                About::Count(more) => Meaning::Count(all, more),
                About::Length(more) => Meaning::Length(all, 1, more),
            };
            builder.means(number, field.form, meaning);
        }
        Some(builder.finish())
    }

    /// The same where all that is in the records may vary, too.
    fn add(&self, builder: &mut PartsBuilder<'_>, links: &[Link], depth: usize) {
        for link in links {
            builder.open_unit();
            let checked = builder.open();
            builder.content(link.start..link.field.start);
            let length = builder.number(link.field.clone());
            if let Some(Check { sum, form, covers }) = self.of_record.filter(|_| depth == 0) {
                let end = link.content.end - form.width(0).min(link.content.len());
                let content = builder.content(link.content.start..end);
                builder.close();
                let check = builder.number(end..link.content.end);
                builder.close();
                let more = self.chain.more() + i64::try_from(form.width(0)).unwrap_or(0);
                builder.means(length, self.chain.form, Meaning::Length(content, 1, more));
                let covered = if covers == Covers::Content { content } else { checked };
                builder.means(check, form, Meaning::Checksum(sum, covered));
                continue;
            }
            let content: PartId = builder.open();
            let nested =
                (depth < DEEP && self.content.is_none()).then(|| self.nested(builder.data(), link)).flatten();
            match nested {
                Some((head, links)) => {
                    builder.content(head);
                    self.add(builder, &links, depth + 1);
                }
                None if self.is_read(builder, &link.content) => {}
                None => drop(builder.content(link.content.clone())),
            }
            builder.close();
            builder.close();
            builder.close();
            builder.means(length, self.chain.form, Meaning::Length(content, 1, self.chain.more()));
        }
    }

    /// Reads the content of a record by an encoding; whether it is of one.
    fn is_read(&self, builder: &mut PartsBuilder<'_>, content: &Range<usize>) -> bool {
        match self.content {
            Some(encoding) => encoding.read_part(builder, content),
            None => encoding::content(builder, content),
        }
    }

    /// Records inside of a record, laid out in the same way, and what stands before them.
    fn nested(&self, bytes: &[u8], link: &Link) -> Option<(Range<usize>, Vec<Link>)> {
        /// How many bytes may stand before them.
        const HEAD: usize = 8;
        (0..=HEAD.min(link.content.len())).find_map(|head| {
            let start = link.content.start + head;
            let inner = Chain { first: start + self.chain.before, behind: 0, ..self.chain.clone() };
            let links = inner.links(bytes, start..link.content.end)?;
            let is_likely = links.len() > 1 || head == 0 && !links.is_empty();
            is_likely.then_some((link.content.start..start, links))
        })
    }
}

/// The numbers before the records that are as many as these, or as long.
fn fields(bytes: &[u8], chain: &Chain) -> Vec<Field> {
    let Some(links) = chain.links(bytes, 0..bytes.len()) else { return Vec::new() };
    let records = chain.records(bytes.len());
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let (count, length) = (number(links.len()), number(records.len()));
    let most = number(bytes.len() - records.len()) + LESS;
    let about = |value: u64| {
        let value = i64::try_from(value).ok()?;
        let (more, longer) = (value - count, value - length);
        if (-LESS..=most).contains(&longer) && length > 2 * LESS {
            Some(About::Length(longer))
        } else if (-COUNTED..=COUNTED).contains(&more) && count > 2 * COUNTED {
            Some(About::Count(more))
        } else {
            None
        }
    };
    let mut found: Vec<Field> = Vec::new();
    let mut at = 0;
    while at < records.start && found.len() < FIELDS {
        let forms = search::FORMS.iter().rev();
        let here = forms.filter_map(|&form| {
            let (value, end) = form.read(&bytes[..records.start], at)?;
            Some(Field { span: at..end, form, about: about(value)? })
        });
        // Of several forms the one by which it is nearest, and of those the widest.
        let nearest = here.min_by_key(|field| match field.about {
            About::Count(more) => more.abs(),
            About::Length(_) => 0,
        });
        match nearest {
            Some(field) => {
                at = field.span.end;
                found.push(field);
            }
            None => at += 1,
        }
    }
    found
}
