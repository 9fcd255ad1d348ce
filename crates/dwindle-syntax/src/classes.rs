//! What kind of token each part of a text is, for whoever shows it in colours.
//!
//! Comments, strings and numbers are told by the names that grammars give their nodes, keywords by the texts that a grammar
//! fixes. What a tree says nothing of is told by its bytes, as most languages have it.

use std::collections::BTreeSet;
use std::ops::Range;

use dwindle::Text;
use dwindle::grammar::{Grammar, Rule};
use dwindle::space::{Space, Unit};
use dwindle::tree::{NodeId, Parse, Shape, Tree};

/// Trees of texts of more bytes are not made for this: nobody waits so long for colours.
const LONGEST: usize = 1 << 16;

/// Parts of the names of texts and characters, and of what makes more of one than that.
const STRING: [&str; 7] =
    ["string", "char_literal", "character_literal", "rune_literal", "regex", "heredoc", "quoted"];
const INSERTED: [&str; 3] = ["interpolation", "substitution", "expansion"];
/// Parts of the names of numbers.
const NUMBER: [&str; 5] = ["number", "integer", "float", "decimal", "numeric"];
/// Parts of the names of words that are much like keywords.
const BUILT_IN: [&str; 3] = ["primitive", "predefined", "builtin"];

/// A kind of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// What is written for people.
    Comment,
    /// A text or a character, with its quotes.
    String,
    /// A number.
    Number,
    /// A word that the language has.
    Keyword,
    /// A word that the author chose.
    Name,
    /// A sign.
    Punctuation,
}

/// What kind of token each part of `text` is, in order; blanks are of none.
///
/// Costs a parse of texts of up to 64 KiB. In longer ones, and where the parser makes no sense of a text, parts are told by
/// their bytes and by the words of the grammar.
pub fn classes(text: &Text, parse: &dyn Parse) -> Vec<(Range<usize>, Class)> {
    let bytes = text.bytes();
    let tree = (bytes.len() <= LONGEST).then(|| parse.parse(text)).flatten();
    let words = fixed_words(parse.grammar());
    let told = tree.as_ref().map(|tree| told(tree, &words)).unwrap_or_default();
    let (mut all, mut at) = (Vec::with_capacity(told.len()), 0);
    for (span, class) in told {
        by_bytes(bytes, at..span.start.max(at), &words, &mut all);
        at = span.end.max(at);
        all.push((span, class));
    }
    by_bytes(bytes, at..bytes.len(), &words, &mut all);
    all
}

/// What a tree tells, in order.
fn told(tree: &Tree, words: &BTreeSet<&[u8]>) -> Vec<(Range<usize>, Class)> {
    let (mut told, mut next) = (Vec::new(), 0);
    for id in tree.ids() {
        if let Some(class) = (id.index() >= next).then(|| class(tree, id, words)).flatten() {
            next = id.index() + tree.subtree_len(id);
            told.push((tree.node(id).span(), class));
        }
    }
    told
}

/// What a node is with all that is in it, if that is of one kind.
fn class(tree: &Tree, id: NodeId, words: &BTreeSet<&[u8]>) -> Option<Class> {
    let (node, bytes) = (tree.node(id), tree.bytes(id));
    if node.shape() == Shape::Unparsed || bytes.is_empty() {
        return None;
    }
    let is_called = |id: NodeId, parts: &[&str]| {
        let definition = tree.grammar().definition(tree.node(id).symbol());
        definition.named && parts.iter().any(|part| definition.name.contains(part))
    };
    let count = tree.subtree_len(id);
    let has_inserted = || tree.ids().skip(id.index()).take(count).any(|id| is_called(id, &INSERTED));
    if is_called(id, &["comment"]) {
        return Some(Class::Comment);
    }
    if is_called(id, &STRING) && !has_inserted() {
        return Some(Class::String);
    }
    let is_quoted = || bytes.len() > 1 && bytes.ends_with(&bytes[..1]);
    let is_quote = || tree.parent(id).is_some_and(|around| is_called(around, &STRING));
    let is_number = || is_called(id, &NUMBER) && bytes.iter().any(u8::is_ascii_digit);
    // A token without a name stands for itself; what has one may be made of a word that the tree does not list.
    let definition = tree.grammar().definition(node.symbol());
    let is_fixed = || match definition.rule {
        Rule::Text(_) => has_letter(bytes),
        Rule::Regular(_) => words.contains(bytes),
        _ => !definition.named && has_letter(bytes),
    };
    match bytes[0] {
        _ if count > 1 => None,
        b'"' | b'\'' | b'`' if is_quoted() || is_quote() => Some(Class::String),
        b'0'..=b'9' => Some(Class::Number),
        _ if is_number() => Some(Class::Number),
        _ if is_fixed() || is_called(id, &BUILT_IN) => Some(Class::Keyword),
        _ if is_word(bytes) => Some(Class::Name),
        _ => None,
    }
}

/// The words that a grammar fixes.
fn fixed_words(grammar: &Grammar) -> BTreeSet<&[u8]> {
    let rules = grammar.definitions().iter().map(|definition| &definition.rule);
    let texts = rules.filter_map(|rule| if let Rule::Text(bytes) = rule { Some(&**bytes) } else { None });
    texts.filter(|bytes| is_word(bytes)).collect()
}

/// What the tokens in a part of the text are by their bytes.
fn by_bytes(
    bytes: &[u8],
    within: Range<usize>,
    words: &BTreeSet<&[u8]>,
    all: &mut Vec<(Range<usize>, Class)>,
) {
    let part = &bytes[within.clone()];
    let Some(text) = Text::new(part).ok().filter(|_| !part.trim_ascii().is_empty()) else { return };
    let cut = text.cut(Unit::Tokens);
    for token in (0u32..).take(cut.units()) {
        let span = cut.span(token..token + 1);
        let class = match &part[span.clone()] {
            token if token.trim_ascii().is_empty() => continue,
            [b'/', b'/' | b'*', ..] | [b'<', b'!', b'-', b'-', ..] | [b'#' | b'-', _, ..] => Class::Comment,
            [b'"' | b'\'' | b'`', _, ..] => Class::String,
            [b'0'..=b'9', ..] => Class::Number,
            token if words.contains(token) => Class::Keyword,
            token if is_word(token) => Class::Name,
            _ => Class::Punctuation,
        };
        all.push((within.start + span.start..within.start + span.end, class));
    }
}

fn has_letter(bytes: &[u8]) -> bool {
    bytes.iter().any(u8::is_ascii_alphabetic)
}

fn is_word(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::built;

    /// A text with the first letter of the kind of each token below it.
    fn shown(language: &str, text: &str) -> String {
        let found = classes(&Text::new(text.as_bytes()).unwrap(), &built(language).parser());
        let mut letters = vec![b' '; text.len()];
        let mut end = 0;
        for (span, class) in found {
            assert!(span.start >= end, "in order, none within another");
            end = span.end;
            letters[span].fill(b"csnkNp"[class as usize]);
        }
        String::from_utf8(letters).unwrap()
    }

    #[track_caller]
    fn check(language: &str, text: &str, expected: &str) {
        assert_eq!(format!("{text}\n{}", shown(language, text)), format!("{text}\n{expected}"));
    }

    #[test]
    fn tokens_are_told_by_their_grammar() {
        check(
            "c",
            "int f(void) { return \"a b\"[0x1F]; } // no 1",
            "kkk Npkkkkp p kkkkkk ssssspnnnnpp p ccccccc",
        );
        check("python", "def f(x): return f'a{x}b' + 'c' # '1'", "kkk NpNpp kkkkkk ssspNpss p sss ccccc");
        check("lua", "local x = [[ a ]] -- 1", "kkkkk N p sssssss cccc");
        check(
            "rust",
            "let a: &'static str = \"s\"; /* b */ if true {}",
            "kkk Np ppNNNNNN kkk p sssp ccccccc kk kkkk pp",
        );
        check("smtlib", "(assert (= x 1.5)) ; no", "pkkkkkk pp N nnnpp cccc");
        check("json", "{\"a\": [1, true, \"b\"]}", "psssp pnp kkkkp ssspp");
        check("c", "#include <a.h>", "kkkkkkkk sssss");
    }

    #[test]
    fn what_does_not_parse_is_told_by_its_bytes() {
        check("c", "}}} if ((( 12 'a' x \"", "ppp kk ppp nn sss N p");
    }

    #[test]
    fn what_is_too_long_to_parse_is_told_by_its_bytes() {
        let text = "return x1; /* 2 */ \"a\"\n".repeat(3000);
        let shown = shown("c", &text);
        assert_eq!(&shown[..22], "kkkkkk NNp ccccccc sss");
    }
}
