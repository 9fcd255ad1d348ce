//! What a text declares, as a query on its tree tells.
//!
//! A language's query is a page of data: `marks/*.scm`. Its captures are `@item`, `@definition`, `@open`, `@part` and `@late` (a part that is
//! asked about later), `@word`, `@name`, `@special` (a name that something else defines first), `@sole` (a name that nothing else defines as it does), `@field` (a name of what stays unused), `@scope` (what a namespace is
//! called), `@local`, `@domain` (what an item applies to), `@implied` (what uses
//! the names that `(#set! names "…")` tells), `@noise`, `@late_noise`, `@attribute` and `@prefix` (what belongs to the
//! item after it). All captures of one name in one match are one stretch, and `(#set! instead "…")` says what stands in the place of a part.
//! `(#set! local)` is for parts with names of their own, `(#set! whole)` for those of them of which all goes where something in them
//! uses what goes elsewhere.

use std::ops::Range;

use dwindle::outline::{Mark, Marked};
use tree_sitter::{Query, StreamingIterator};

use super::raw;
use super::windows::Window;

/// What `query` finds in a window of `text`, as if the text began there.
///
/// What a match begins with decides whose it is: a window sees some parts more than are taken.
pub(super) fn marks(text: &[u8], window: &Window<'_>, query: &'static Query) -> Vec<Marked> {
    let mut cursor = raw::cursor();
    if let Some(until) = window.until {
        cursor.set_byte_range(window.from..until);
    }
    let mut matches = cursor.matches(query, window.root, text);
    let mut marks = Vec::new();
    while let Some(found) = matches.next() {
        let first = found.captures().iter().map(|capture| capture.node.start_byte()).min();
        if window.until.is_some_and(|until| first.is_none_or(|first| first >= until)) {
            continue;
        }
        let properties = query.property_settings(found.pattern_index);
        let property = |key| properties.iter().find(|property| &*property.key == key);
        let value = |key| property(key).and_then(|property| property.value.as_deref()).unwrap_or_default();
        let (instead, names) = (value("instead"), value("names"));
        let (local, whole) = (property("local").is_some(), property("whole").is_some());
        for (index, name) in (0..).zip(query.capture_names()) {
            let nodes = found.captures().iter().filter(|capture| capture.index == index);
            let spans = nodes.map(|capture| capture.node.byte_range());
            let together = |a: Range<usize>, b: Range<usize>| a.start.min(b.start)..a.end.max(b.end);
            let (Some(mark), Some(span)) =
                (mark(name, instead, names, local || whole, whole), spans.reduce(together))
            else {
                continue;
            };
            marks.push(Marked { mark, span: span.start - window.from..span.end - window.from });
        }
    }
    marks
}

/// What all windows of a text have, each with where it begins.
pub(super) fn joined(windows: &[(usize, &[Marked])]) -> Vec<Marked> {
    let moved = |from: usize| {
        move |Marked { mark, span }: &Marked| Marked {
            mark: mark.clone(),
            span: span.start + from..span.end + from,
        }
    };
    windows.iter().flat_map(|(from, marks)| marks.iter().map(moved(*from))).collect()
}

/// What a capture of this name says.
pub(super) fn mark(
    name: &str,
    instead: &'static str,
    names: &'static str,
    local: bool,
    whole: bool,
) -> Option<Mark> {
    Some(match name {
        "item" => Mark::Item,
        "definition" => Mark::Definition,
        "open" => Mark::Open,
        "part" => Mark::Part { instead, late: false, local, whole },
        "late" => Mark::Part { instead, late: true, local, whole },
        "word" => Mark::Word,
        "name" => Mark::Name,
        "special" => Mark::Special,
        "sole" => Mark::Sole,
        "field" => Mark::Field,
        "scope" => Mark::Scope,
        "inline" => Mark::Inline,
        "local" => Mark::Local,
        "domain" => Mark::Domain,
        "implied" => Mark::Implied { names },
        "noise" => Mark::Noise { late: false, has_names: false },
        "attribute" => Mark::Noise { late: false, has_names: true },
        "late_noise" => Mark::Noise { late: true, has_names: false },
        "prefix" => Mark::Prefix,
        // For predicates only.
        _ => return None,
    })
}
