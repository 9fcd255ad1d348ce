//! Rewrites of a text, as a query on its tree and the texts beside its patterns tell.
//!
//! A language's rules are pages of data: `rewrites/*.scm`. Each pattern says with `(#set! rule "…")` of which rule it is; the
//! captures say what it does:
//!
//! * `@from` becomes what `(#set! to "…")` says, or `@to`, or nothing, and each `@also` goes. `{NAME}` in such a text stands for
//!   the capture of that name, and several texts are tried one after the other.
//! * `@name` is a name all of whose other places, within `@scope` if there is one, become what `(#set! use "…")` says.
//!   With `(#set! as "…")`, the node of one of these kinds that ends with the name changes.
//! * `@slot` is an element of a list of what `@of` names: the elements of one number of all lists of one name go together, the
//!   parameter with its arguments. Where it is the only one, `@list` goes as a whole. Elements that `(#set! argument)` is said of
//!   go only with others.
//! * `(#set! together)`: what all patterns of the rule find for one `@of` is one rewrite. With `(#set! around "…")` the node of one of
//!   these kinds that is around `@slot` goes.
//! * `(#set! within "…")`: the node of one of these kinds around the match is the scope, and its name is `@of` where that is
//!   not captured.
//! * `@definition` of a `@name`: whatever rewrite takes all uses of the name takes it, too. It becomes what `(#set! to "…")` says, or
//!   nothing. With `(#set! unused)`, only those rewrites of the rule are made that take a definition.
//! * `@call`, of what `@of` names, becomes the `@value` of the function that another pattern of the rule found; what it does `@before`
//!   that stands before the statement of the call. `@first` is an argument before those in brackets.

mod calls;
mod names;
mod slots;
mod template;
mod together;
mod unused;
mod within;

use std::ops::Range;

use dwindle::Text;
use dwindle::rewrite::{Edit, Rewrite};
use tree_sitter::{Language, Node, Query, QueryMatch, StreamingIterator, Tree};

use names::Names;
use template::fill;

use super::raw;

/// Texts of more bytes are not rewritten: by then other passes have more to do.
const MOST: usize = 1 << 17;

/// What the rules of `query` make of `text`, of which the parser is shown `masked`.
pub(super) fn rewrites(
    text: &Text,
    masked: &[u8],
    language: &Language,
    query: &'static Query,
) -> Vec<Rewrite> {
    let tree = (masked.len() <= MOST).then(|| raw::tree(masked, language)).flatten();
    let Some(tree) = tree else { return Vec::new() };
    let finder = Finder { text, found: found(&tree, masked, query), names: Names::of(&tree, masked) };
    finder.rewrites()
}

/// A match of a pattern.
struct Found<'t> {
    rule: &'static str,
    query: &'static Query,
    pattern: usize,
    captures: Vec<(&'static str, Node<'t>)>,
}

impl<'t> Found<'t> {
    fn new(query: &'static Query, found: &QueryMatch<'_, 't>) -> Option<Self> {
        let names = query.capture_names();
        let captures =
            found.captures().iter().map(|capture| (names[capture.index as usize], capture.node)).collect();
        let mut one = Self { rule: "", query, pattern: found.pattern_index, captures };
        one.rule = one.texts("rule").next()?;
        Some(one)
    }

    /// What `(#set! KEY "…")` says, as often as it is said.
    fn texts(&self, key: &'static str) -> impl Iterator<Item = &'static str> + use<'t> {
        let settings = self.query.property_settings(self.pattern);
        settings.iter().filter(move |one| &*one.key == key).filter_map(|one| one.value.as_deref())
    }

    /// Whether `(#set! KEY)` is said.
    fn says(&self, key: &str) -> bool {
        self.query.property_settings(self.pattern).iter().any(|one| &*one.key == key)
    }

    /// The first node of a capture.
    fn node(&self, name: &str) -> Option<Node<'t>> {
        self.captures.iter().find(|(own, _)| *own == name).map(|(_, node)| *node)
    }

    /// The bytes of the name that the match is about: of `@of`, or of what is `within` around it.
    fn of(&self) -> Option<Range<usize>> {
        self.span("of").or_else(|| self.within().and_then(within::name).map(|name| name.byte_range()))
    }

    /// The bytes in which names change: of `@scope`, or of what is `within` around the match.
    fn scope(&self) -> Option<Range<usize>> {
        self.span("scope").or_else(|| self.within().map(|node| node.byte_range()))
    }

    /// The innermost node of the kinds that `(#set! within "…")` says around the first capture.
    fn within(&self) -> Option<Node<'t>> {
        within::around(self.captures.first()?.1, self.texts("within").next()?)
    }

    /// From the first byte of a capture to its last.
    fn span(&self, name: &str) -> Option<Range<usize>> {
        let spans = self.captures.iter().filter(|(own, _)| *own == name).map(|(_, node)| node.byte_range());
        spans.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end))
    }
}

/// All matches, by pattern and then in the order of the text.
fn found<'t>(tree: &'t Tree, masked: &[u8], query: &'static Query) -> Vec<Found<'t>> {
    let mut cursor = raw::cursor();
    let mut matches = cursor.matches(query, tree.root_node(), masked);
    let mut all = Vec::new();
    while let Some(one) = matches.next() {
        all.extend(Found::new(query, one));
    }
    all.sort_by_key(|one| one.pattern);
    all
}

/// A text with all that was found in it.
struct Finder<'f> {
    text: &'f Text,
    found: Vec<Found<'f>>,
    names: Names<'f>,
}

impl Finder<'_> {
    /// Those of one rule behind each other, rules in the order of the data.
    fn rewrites(&self) -> Vec<Rewrite> {
        let mut rules: Vec<&'static str> = Vec::new();
        for one in &self.found {
            if !rules.contains(&one.rule) {
                rules.push(one.rule);
            }
        }
        let (definitions, mut rewrites) = (self.definitions(), Vec::new());
        for rule in rules {
            let of_rule = || self.found.iter().filter(move |one| one.rule == rule);
            let need_no_definition = of_rule().all(|one| !one.says("unused"));
            let is_worth = |edits: &mut Vec<Edit>| definitions.take_unused(edits) || need_no_definition;
            let places = of_rule().flat_map(|one| self.at_place(one));
            let edits = places.chain(self.slots(rule)).chain(self.together(rule)).chain(self.calls(rule));
            let made = edits.filter_map(|mut edits| is_worth(&mut edits).then(|| outermost(edits)));
            let mut of_rule: Vec<Rewrite> =
                made.filter_map(|edits| Rewrite::new(rule, self.text, edits)).collect();
            of_rule.dedup();
            rewrites.append(&mut of_rule);
        }
        rewrites
    }

    /// What becomes of `@from`, and with it of all places of `@name`.
    fn at_place(&self, one: &Found<'_>) -> Vec<Vec<Edit>> {
        let is_of_others =
            ["slot", "call", "value"].iter().any(|name| one.node(name).is_some() && one.node("of").is_some());
        let Some(from) = one.span("from").filter(|_| !is_of_others && !one.says("together")) else {
            return Vec::new();
        };
        let mut uses: Vec<Vec<Edit>> = one.texts("use").map(|with| self.uses(one, with, &from)).collect();
        if uses.is_empty() {
            uses.push(Vec::new());
        }
        let mut rewrites = Vec::new();
        for edits in self.from(one) {
            rewrites.extend(uses.iter().map(|uses| [&*edits, uses].concat()));
        }
        rewrites
    }

    /// What becomes of `@from` and `@also`, once for each text.
    fn from(&self, one: &Found<'_>) -> Vec<Vec<Edit>> {
        let Some(from) = one.span("from") else { return Vec::new() };
        let default = if one.node("to").is_some() { "{to}" } else { "" };
        let mut texts: Vec<&'static str> = one.texts("to").collect();
        if texts.is_empty() {
            texts.push(default);
        }
        let gone = |span| Edit { span, with: Box::default() };
        let also =
            one.captures.iter().filter(|(name, _)| *name == "also").map(|(_, node)| gone(node.byte_range()));
        let also: Vec<Edit> = also.collect();
        let element = one.node("from").filter(|node| node.byte_range() == from);
        let with_also = |text: &str| {
            let with = self.filled(text, one);
            let going = element.filter(|_| with.is_empty()).map(within::with_separator);
            [&[Edit { span: going.unwrap_or_else(|| from.clone()), with }], &*also].concat()
        };
        texts.into_iter().map(with_also).collect()
    }

    /// `template` with the captures of `one`; nothing for one that there is not.
    fn filled(&self, template: &str, one: &Found<'_>) -> Box<[u8]> {
        fill(template, |name| one.span(name).map_or(&[], |span| &self.text.bytes()[span]))
    }

    /// All places of `@name` outside of `except` become `with`.
    fn uses(&self, one: &Found<'_>, with: &str, except: &Range<usize>) -> Vec<Edit> {
        let Some(name) = one.span("name") else { return Vec::new() };
        let scope = one.scope().unwrap_or(0..self.text.bytes().len());
        let with = self.filled(with, one);
        let whole = |node: &Node<'_>| {
            let around = one.texts("as").next().and_then(|kinds| within::around(*node, kinds));
            let ending = around.filter(|around| around.end_byte() == node.end_byte());
            ending.map_or_else(|| node.byte_range(), |around| around.byte_range())
        };
        let places = self.names.nodes(&self.text.bytes()[name]).iter();
        let outside = places
            .map(whole)
            .filter(|place| scope.start <= place.start && place.end <= scope.end)
            .filter(|place| place.end <= except.start || except.end <= place.start);
        outside.map(|span| Edit { span, with: with.clone() }).collect()
    }
}

/// Those edits that lie in no other.
fn outermost(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| (edit.span.start, !edit.span.is_empty(), std::cmp::Reverse(edit.span.end)));
    let mut end = 0;
    edits.retain(|edit| {
        let is_outer = edit.span.end > end || edit.span.start >= end;
        end = end.max(edit.span.end);
        is_outer
    });
    edits
}
