//! Texts that close what they open.
//!
//! The smallest text that fails is often the beginning of one: `struct A{}a{a==a`. Who reads it wants one that parses. What
//! is put in is what the text itself says is open, its brackets and tags, and what the parser misses there; each step has to
//! leave fewer errors. Nothing is taken out.

use dwindle::Text;
use dwindle::grammar::{Grammar, Rule, would_merge};
use dwindle::tree::{NodeId, Parse};

use super::pieces::{inner, is_skipped};
use crate::language::{Blanks, Language, LanguageParser};

/// Longer texts are left as they are: each step parses them some dozens of times.
pub const LONGEST: usize = 64 << 10;

/// How many steps there are at most.
const STEPS: usize = 8;

/// So many bytes may have one error in a text that counts as one that parses: no parser knows all of what compilers take.
const BYTES_PER_ERROR: usize = 1000;

/// So much of a long text is looked at, up to the last end of a line in it: to parse 4 MB takes a second.
const LOOKED_AT: usize = 256 << 10;

/// What compilers of a language take as said where nothing stands: a function of C without a type gives a number.
const IMPLICIT: &[(&str, &[u8])] = &[("c", b"int")];

/// Whether `text` parses in `language`, apart from what its parser does not know of the language. Of a long text that is its
/// beginning.
pub fn parses(language: Language, text: &Text) -> bool {
    let bytes = text.bytes();
    let start = bytes.get(..LOOKED_AT).map(|start| {
        let line = start.iter().rposition(|byte| *byte == b'\n');
        &start[..line.unwrap_or(start.len())]
    });
    let start = start.and_then(|start| Text::new(start).ok());
    let text = start.as_ref().unwrap_or(text);
    language.parser().errors(text) <= text.bytes().len() / BYTES_PER_ERROR
}

/// Whether `text` parses in `language` without an error.
pub fn is_whole(language: Language, text: &Text) -> bool {
    language.parser().errors(text) == 0
}

/// What `text` becomes when what it opens is closed, the best first; at most two, and none where it parses, or where that
/// makes it no better.
pub fn completions(language: Language, text: &Text) -> Vec<Vec<u8>> {
    let parser = language.parser();
    let mut errors = parser.errors(text);
    if errors == 0 || text.bytes().len() > LONGEST {
        return Vec::new();
    }
    let is_marked = language.blanks() == Blanks::Marked;
    let (bytes, closers) = (text.bytes().trim_ascii_end(), closers(&parser, text, is_marked));
    let closed = join(bytes, &closers);
    let mut best = bytes.to_vec();
    let mut tail = 0;
    if let Some(fewer) = count(&parser, &closed).filter(|now| *now <= errors && !closers.is_empty()) {
        (best, errors, tail) = (closed.clone(), fewer, closers.len());
    }
    for _ in 0..STEPS {
        if errors == 0 {
            break;
        }
        let steps = steps(language, &parser, &best, tail);
        let counted = steps.into_iter().filter_map(|(step, tail)| Some((count(&parser, &step)?, step, tail)));
        let Some((fewer, step, now)) = counted.min_by_key(|(errors, ..)| *errors) else { break };
        if fewer >= errors {
            break;
        }
        (best, errors, tail) = (step, fewer, now);
    }
    let whole = (errors == 0).then_some(best);
    let only_closed = (!closers.is_empty() && whole.as_ref() != Some(&closed)).then_some(closed);
    whole.into_iter().chain(only_closed).collect()
}

fn count(parser: &LanguageParser, bytes: &[u8]) -> Option<usize> {
    Some(parser.errors(&Text::new(bytes).ok()?))
}

/// What closes the brackets of `text` that are open at its end, and the tags, the innermost first.
fn closers(parser: &LanguageParser, text: &Text, is_marked: bool) -> Vec<u8> {
    if is_marked {
        return open_tags(text.bytes()).iter().rev().flat_map(|name| [b"</", *name, b">"].concat()).collect();
    }
    let Some(tree) = parser.parse(text) else { return Vec::new() };
    let mut open: Vec<u8> = Vec::new();
    for (id, _) in inner(&tree).filter(|&(id, opaque)| !opaque && tree.subtree_len(id) == 1) {
        let bytes = tree.bytes(id);
        // Of what the parser skipped nothing is known but its bytes.
        if bytes.trim_ascii().len() != 1 && !is_skipped(&tree, id) {
            continue;
        }
        for byte in bytes {
            match byte {
                b'(' => open.push(b')'),
                b'[' => open.push(b']'),
                b'{' => open.push(b'}'),
                b')' | b']' | b'}' => {
                    if let Some(depth) = open.iter().rposition(|closer| closer == byte) {
                        open.truncate(depth);
                    }
                }
                _ => {}
            }
        }
    }
    open.reverse();
    open
}

/// The names of the tags that are open at the end.
fn open_tags(text: &[u8]) -> Vec<&[u8]> {
    let mut open: Vec<&[u8]> = Vec::new();
    for tag in text.split(|&byte| byte == b'<').skip(1) {
        let Some(end) = tag.iter().position(|&byte| byte == b'>') else { continue };
        let (is_end, tag) = tag[..end].strip_prefix(b"/").map_or((false, &tag[..end]), |tag| (true, tag));
        let name = tag.split(|byte| byte.is_ascii_whitespace() || *byte == b'/').next().unwrap_or_default();
        if is_end {
            if let Some(depth) = open.iter().rposition(|open| *open == name) {
                open.truncate(depth);
            }
        } else if name.first().is_some_and(u8::is_ascii_alphabetic) && !tag.ends_with(b"/") {
            open.push(name);
        }
    }
    open
}

/// The texts that are one step further, each with how many bytes at its end close brackets: what the parser misses put in, what
/// is [implicit](IMPLICIT) before a part of the text, or a sign of its grammar before those bytes or behind them.
fn steps(language: Language, parser: &LanguageParser, bytes: &[u8], tail: usize) -> Vec<(Vec<u8>, usize)> {
    let Ok(text) = Text::new(bytes) else { return Vec::new() };
    let mut steps = Vec::new();
    for (_, word) in IMPLICIT.iter().filter(|(name, _)| *name == language.name()) {
        let tree = parser.parse(&text);
        let parts =
            tree.iter().flat_map(|tree| tree.children(NodeId::ROOT).map(|id| tree.node(id).span().start));
        steps.extend(parts.map(|at| (join(&join(&bytes[..at], word), &bytes[at..]), tail)));
    }
    let missing = parser.missing(&text);
    if !missing.is_empty() {
        let (mut out, mut done, mut within) = (Vec::new(), 0, tail);
        for (at, sign) in &missing {
            out = join(&out, &bytes[done..*at]);
            out = join(&out, sign);
            within += if *at + tail > bytes.len() { sign.len() } else { 0 };
            done = *at;
        }
        steps.push((join(&out, &bytes[done..]), within));
    }
    let (before, behind) = bytes.split_at(bytes.len().saturating_sub(tail));
    for sign in signs(parser.grammar()) {
        steps.push((join(bytes, sign), tail + sign.len()));
        // Between each two of those at the end, the innermost first.
        for at in 0..behind.len() {
            let inside = [before, &behind[..at]].concat();
            steps.push((join(&join(&inside, sign), &behind[at..]), tail + sign.len()));
        }
    }
    steps
}

/// The signs of a grammar that can end something: one character that is no letter and opens nothing.
fn signs<'g>(grammar: &'g Grammar) -> Vec<&'g [u8]> {
    let sign = |rule: &'g Rule| match rule {
        Rule::Text(text) => match &**text {
            [b'(' | b'[' | b'{' | b'<'] => None,
            [byte] if byte.is_ascii_punctuation() => Some(&**text),
            _ => None,
        },
        _ => None,
    };
    let mut signs: Vec<&'g [u8]> =
        grammar.definitions().iter().filter_map(|definition| sign(&definition.rule)).collect();
    // What ends statements comes before what makes others of them.
    signs.sort_by_key(|sign| (*sign != b";", *sign));
    signs.dedup();
    signs
}

/// One text behind another, with a blank between them where they would make one word.
fn join(before: &[u8], after: &[u8]) -> Vec<u8> {
    let blank: &[u8] = if would_merge(before, after) { b" " } else { b"" };
    [before, blank, after].concat()
}
