//! Where a text stops being what the grammar describes, and what could have come there.

use std::collections::BTreeSet;
use std::fmt;

use dwindle::grammar::{Grammar, Rule, Symbol};

use super::numbers::{NONE, to_u32};
use super::recognise::{Furthest, Recogniser};
use super::rules::{Kind, Rules};
use super::source::{Source, first_character};

/// A text is not in the language of its grammar.
///
/// The place is the furthest one up to which the text is the beginning of some text of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Bytes before the place.
    pub offset: usize,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1; a byte that belongs to no character counts as one.
    pub column: usize,
    /// What stands there: a token, a character or a byte; none at the end of the input.
    pub found: Option<Box<str>>,
    /// What could have come: names, and texts in quotes; sorted, each but once.
    pub expected: Vec<Box<str>>,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// More than so many are only counted.
        const SHOWN: usize = 12;
        write!(f, "line {}, column {}: expected ", self.line, self.column)?;
        let shown = if self.expected.len() > SHOWN + 1 { SHOWN } else { self.expected.len() };
        let more = self.expected.len() - shown;
        for (nth, name) in self.expected[..shown].iter().enumerate() {
            let between = match nth {
                0 => "",
                _ if nth + 1 == shown && more == 0 => " or ",
                _ => ", ",
            };
            write!(f, "{between}{name}")?;
        }
        match (shown, more) {
            (0, _) => write!(f, "something else")?,
            (_, 0) => {}
            _ => write!(f, " or one of {more} others")?,
        }
        match &self.found {
            Some(found) => write!(f, ", found {found}"),
            None => write!(f, ", found the end of the input"),
        }
    }
}

impl std::error::Error for ParseError {}

impl ParseError {
    pub(super) fn new(
        bytes: &[u8],
        offset: usize,
        found: Option<&[u8]>,
        expected: BTreeSet<Box<str>>,
    ) -> Self {
        let before = &bytes[..offset];
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let (mut column, mut at) = (1, line_start);
        while at < offset {
            at += first_character(&bytes[at..]).map_or(1, char::len_utf8);
            column += 1;
        }
        Self {
            offset,
            line: before.split(|byte| *byte == b'\n').count(),
            column,
            found: found.map(quoted),
            expected: expected.into_iter().collect(),
        }
    }
}

/// A text in quotes, with escapes for what cannot be seen.
fn quoted(text: &[u8]) -> Box<str> {
    match std::str::from_utf8(text) {
        Ok(text) => format!("{text:?}").into(),
        Err(_) => format!("\"{}\"", text.escape_ascii()).into(),
    }
}

/// What went wrong at the furthest place.
pub(super) fn explain(
    recogniser: &mut Recogniser<'_>,
    rules: &Rules,
    source: &Source<'_>,
    grammar: &Grammar,
    bytes: &[u8],
    furthest: &Furthest,
) -> ParseError {
    let place = furthest.place;
    let complete = recogniser.ends(place);
    // Once more without look-ahead: with it, nothing that does not fit is in the chart.
    recogniser.chart.truncate(place);
    recogniser.settle(place, &furthest.items, None);
    let mut expected: BTreeSet<Box<str>> = BTreeSet::new();
    if complete {
        expected.insert("the end of the input".into());
    }
    let mut covered = BTreeSet::new();
    let count = to_u32(grammar.symbols().count());
    for symbol in recogniser.begun().into_iter().filter(|symbol| *symbol < count) {
        if let Some(terminals) = terminals_of(rules, grammar, symbol) {
            expected.insert(grammar.definition(Symbol::new(symbol as usize)).name.clone());
            covered.extend(terminals);
        }
    }
    for terminal in recogniser.awaited() {
        let symbol = Symbol::new(terminal as usize);
        if !covered.contains(&terminal)
            && !matches!(grammar.rule(symbol), Rule::Text(text) if text.is_empty())
        {
            expected.insert(name(grammar, symbol));
        }
    }
    let offset = source.start_byte(place);
    ParseError::new(bytes, offset, source.found(place), expected)
}

/// What a terminal is called.
pub(super) fn name(grammar: &Grammar, symbol: Symbol) -> Box<str> {
    let definition = grammar.definition(symbol);
    match &definition.rule {
        _ if definition.named => definition.name.clone(),
        Rule::Text(text) => quoted(text),
        _ => definition.name.clone(),
    }
}

/// The terminals that a named symbol chooses from, if it does nothing else: its name says more than they do.
fn terminals_of(rules: &Rules, grammar: &Grammar, symbol: u32) -> Option<Vec<u32>> {
    let named = grammar.definition(Symbol::new(symbol as usize)).named;
    let several = rules.productions(symbol).len() > 1;
    let one = |production: u32| {
        let position = rules.begin(production);
        let only = rules.next(position);
        (only != NONE && position + 1 == rules.end(production) && rules.kind(only) != Kind::Choice)
            .then_some(only)
    };
    if named && several { rules.productions(symbol).map(one).collect() } else { None }
}
