//! Logs of actions: what a user did, what threads did, what was sent; in the order in which it was recorded.
//!
//! A log is one action a line, JSON Lines, or a JSON array. It is cut into actions byte for byte: keeping all of them
//! gives the log back, and leaving some out leaves a log of the same form.

mod clock;
mod field;
mod json;
mod pairs;
mod rules;
mod times;

pub use field::{Field, NoField};
pub(crate) use pairs::joined;
pub use pairs::{NoRule, PairRule};
pub use rules::Rules;
pub use times::Times;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::Text;

/// How a log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Format {
    /// One action a line, in any words.
    Lines,
    /// One action a line, each a JSON value.
    #[strum(serialize = "jsonl")]
    JsonLines,
    /// One JSON array, each element an action.
    #[strum(serialize = "json")]
    JsonArray,
}

impl Format {
    /// All of them.
    pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;

    /// The name used on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What a log with this name and these bytes is written in, by its extension and by what it begins with.
    pub fn of(name: &Path, bytes: &[u8]) -> Self {
        let start = json::blanks(bytes, json::start(bytes));
        let by_name =
            ["json", "jsonl", "ndjson"].iter().any(|end| name.extension().is_some_and(|it| it == *end));
        let second = bytes.get(json::blanks(bytes, start + 1));
        match bytes.get(start) {
            // Lines often begin with a time in brackets.
            Some(b'[') if by_name || matches!(second, Some(b'{' | b'[' | b'"' | b']')) => {
                match json::value(bytes, start) {
                    Ok(first) if json::blanks(bytes, first.end) < bytes.len() => Self::JsonLines,
                    _ => Self::JsonArray,
                }
            }
            Some(b'{') => Self::JsonLines,
            _ if by_name => Self::JsonLines,
            _ => Self::Lines,
        }
    }

    /// Whether actions are JSON values.
    pub const fn is_json(self) -> bool {
        !matches!(self, Self::Lines)
    }
}

/// What is wrong with a log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// It has no action.
    #[error("the log contains no actions")]
    Empty,
    /// What should be JSON is not.
    #[error("line {line}, column {column}: {what}")]
    NotJson {
        /// From 1.
        line: usize,
        /// From 1, in bytes.
        column: usize,
        /// What is wrong there.
        what: &'static str,
    },
    /// Fields were asked for where there are none.
    #[error("{field}: the log is plain text with one action per line, so it has no fields")]
    NotOfFields {
        /// The field.
        field: Field,
    },
    /// A field that every action has to have is missing.
    #[error("line {line}: this action has no {field}; it has {}", listed(.has))]
    NoField {
        /// The field.
        field: Field,
        /// Where the action begins, from 1.
        line: usize,
        /// What the action has instead.
        has: Vec<String>,
    },
    /// A time is none, or of another kind than the first one.
    #[error("line {line}: {field} is {}: {found}", if *.other { "not the same kind of time as the first one" } else { "not a time" })]
    NoTime {
        /// The field.
        field: Field,
        /// Where the action begins, from 1.
        line: usize,
        /// What it is.
        found: String,
        /// Whether it would be one if the first were of its kind.
        other: bool,
    },
    /// An action of a pair stands alone.
    #[error("line {line}: unpaired action: no {other} matches this {this}: {action}")]
    Unpaired {
        /// Where the action begins, from 1.
        line: usize,
        /// The pattern that it matches.
        this: String,
        /// The pattern that its partner would match.
        other: String,
        /// What the action says.
        action: String,
    },
}

/// `.a, .b and .c`, or `no fields`.
fn listed(words: &[String]) -> String {
    match words {
        [] => "no fields".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A log, cut into actions.
#[derive(Clone, Debug)]
pub struct Log {
    text: Text,
    format: Format,
    actions: Vec<Action>,
}

/// Where an action stands.
#[derive(Clone, Debug)]
struct Action {
    /// What parts it from the action before it: goes when it goes, and when it comes first.
    lead: Range<usize>,
    /// All that goes with it: of a line its line break, and empty lines behind it.
    body: Range<usize>,
    /// What it says: the line, or the JSON value.
    value: Range<usize>,
}

impl Log {
    /// Cuts `text`, which is written in `format`, into actions.
    ///
    /// # Errors
    /// [`LogError::NotJson`] with the place, and [`LogError::Empty`].
    pub fn read(text: Text, format: Format) -> Result<Self, LogError> {
        let actions = match format {
            Format::Lines => lines(text.bytes(), Ok)?,
            Format::JsonLines => lines(text.bytes(), |line| json_line(text.bytes(), line))?,
            Format::JsonArray => elements(text.bytes()).map_err(|wrong| not_json(text.bytes(), wrong))?,
        };
        if actions.is_empty() { Err(LogError::Empty) } else { Ok(Self { text, format, actions }) }
    }

    /// Its bytes.
    pub const fn text(&self) -> &Text {
        &self.text
    }

    /// How it is written.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// How many actions it has.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// A log has an action at least.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// What the action at this place says: a line without its line break, or a JSON value.
    ///
    /// # Panics
    /// When there are not so many.
    pub fn action(&self, number: usize) -> &[u8] {
        &self.text.bytes()[self.actions[number].value.clone()]
    }

    /// The line, from 1, in which the action at this place begins.
    ///
    /// # Panics
    /// When there are not so many.
    pub fn line(&self, number: usize) -> usize {
        line_of(self.text.bytes(), self.actions[number].value.start)
    }

    /// The span of a field of an action.
    fn find(&self, number: usize, field: &Field) -> Option<Range<usize>> {
        field.find(self.text.bytes(), &self.actions[number].value)
    }

    /// The spans of what is kept when the actions of these numbers are, in order: those of the text, in pieces.
    ///
    /// `put` is given each piece, and may put another text into an action.
    pub(crate) fn spans(
        &self,
        kept: impl Iterator<Item = u32>,
        mut put: impl FnMut(Option<u32>, Range<usize>),
    ) {
        let (first, last) = (&self.actions[0], &self.actions[self.actions.len() - 1]);
        put(None, 0..first.lead.start);
        let mut is_first = true;
        for number in kept {
            let action = &self.actions[number as usize];
            if !std::mem::take(&mut is_first) {
                put(None, action.lead.clone());
            }
            put(Some(number), action.body.clone());
        }
        put(None, last.body.end..self.text.bytes().len());
    }

    /// The groups of actions that have the same value in a field, by their first actions; those without the field are
    /// alone.
    ///
    /// # Errors
    /// When there are no fields, or no action has this one.
    pub fn groups(&self, field: &Field) -> Result<Vec<Vec<u32>>, LogError> {
        if !self.format.is_json() {
            return Err(LogError::NotOfFields { field: field.clone() });
        }
        let mut groups: Vec<Vec<u32>> = Vec::new();
        let mut known: BTreeMap<&[u8], usize> = BTreeMap::new();
        for (at, number) in (0u32..).enumerate().take(self.len()) {
            let value = self.find(at, field).map(|span| &self.text.bytes()[span]);
            let group = value.map_or(groups.len(), |value| *known.entry(value).or_insert(groups.len()));
            if group == groups.len() {
                groups.push(Vec::new());
            }
            groups[group].push(number);
        }
        if known.is_empty() { Err(self.no_field(0, field)) } else { Ok(groups) }
    }

    fn no_field(&self, number: usize, field: &Field) -> LogError {
        let members = json::members(self.text.bytes(), &self.actions[number].value);
        let name = |span: &Range<usize>| {
            let bytes = &self.text.bytes()[span.start + 1..span.end - 1];
            format!(".{}", String::from_utf8_lossy(bytes))
        };
        LogError::NoField {
            field: field.clone(),
            line: self.line(number),
            has: members.iter().map(|(span, _)| name(span)).collect(),
        }
    }
}

/// One action a line; empty lines go with the line before them.
fn lines(
    bytes: &[u8],
    value: impl Fn(Range<usize>) -> Result<Range<usize>, LogError>,
) -> Result<Vec<Action>, LogError> {
    let mut actions: Vec<Action> = Vec::new();
    let mut at = json::start(bytes);
    for line in bytes[at..].split_inclusive(|&byte| byte == b'\n') {
        let span = at..at + line.len();
        at = span.end;
        let said = line.trim_ascii_end().len();
        if line.trim_ascii().is_empty() {
            if let Some(before) = actions.last_mut() {
                before.body.end = span.end;
            }
            continue;
        }
        let value = value(span.start..span.start + said)?;
        actions.push(Action { lead: span.start..span.start, body: span, value });
    }
    Ok(actions)
}

fn json_line(bytes: &[u8], line: Range<usize>) -> Result<Range<usize>, LogError> {
    let within = &bytes[..line.end];
    let value = json::value(within, line.start).map_err(|wrong| not_json(bytes, wrong))?;
    if value.end < line.end {
        let what = "unexpected text after the value";
        return Err(not_json(bytes, json::Wrong { at: json::blanks(within, value.end), what }));
    }
    Ok(value)
}

fn elements(bytes: &[u8]) -> Result<Vec<Action>, json::Wrong> {
    let (values, end) = json::elements(bytes, json::blanks(bytes, json::start(bytes)))?;
    let rest = json::blanks(bytes, end);
    if rest < bytes.len() {
        return Err(json::Wrong { at: rest, what: "unexpected text after the array" });
    }
    let mut before = values.first().map_or(0, |first| first.start);
    let action = |value: Range<usize>| {
        let lead = before..value.start;
        before = value.end;
        Action { lead, body: value.clone(), value }
    };
    Ok(values.into_iter().map(action).collect())
}

fn not_json(bytes: &[u8], wrong: json::Wrong) -> LogError {
    let at = wrong.at.min(bytes.len());
    let start = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    LogError::NotJson { line: line_of(bytes, at), column: 1 + at - start, what: wrong.what }
}

fn line_of(bytes: &[u8], at: usize) -> usize {
    bytes[..at].split(|&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests;
