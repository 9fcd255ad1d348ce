//! The JSON form of the Fuzzing Book's grammars: `{"<start>": ["<expr>"], "<expr>": ["<term> + <expr>", ...]}`.
//!
//! (Zeller, Gopinath, Böhme, Fraser and Holler: The Fuzzing Book, chapter "Fuzzing with Grammars".) A nonterminal
//! is `<...>` without blanks and angle brackets inside; all else in an expansion is text. An expansion with
//! options is `["text", {...}]`; options say how to generate, which is nothing to us, so they are left out.

mod json;

use dwindle::grammar::Spacing;

use self::json::{Json, Text};
use super::Notation;
use super::draft::{At, Body, Draft, Expression};
use super::error::{NotationError, Problem};
use super::normal::{Wanted, normalize};
use super::source::{Source, Sources};

impl Notation {
    /// Reads a grammar in the Fuzzing Book's JSON form.
    ///
    /// The start symbol is `start` (with or without angle brackets), else `<start>`, else the first. Rules and
    /// expansions keep their order, and expansions stay the sequences that they are written as.
    ///
    /// # Errors
    /// [`NotationError`], with the place in `source`; `name` stands for the file in messages.
    pub fn from_fuzzing_book(source: &str, name: &str, start: Option<&str>) -> Result<Self, NotationError> {
        let source = Source { name, text: source };
        let draft = read(source)?;
        let start =
            start.or_else(|| draft.rules.iter().any(|rule| &*rule.name == "<start>").then_some("<start>"));
        let wanted = Wanted { name, start, spacing: Spacing::Exact, as_written: true, unknown_tokens: false };
        let (grammar, warnings) = normalize(&draft, Sources(&[source]), wanted)?;
        Ok(Self { grammar, lexis: None, warnings })
    }
}

fn read(source: Source<'_>) -> Result<Draft, NotationError> {
    let mut draft = Draft::default();
    let mut json = Json::new(source);
    json.expect('{', "`{`, a nonterminal with its expansions in it")?;
    if json.take('}') {
        return Err(source.error(0, Problem::Empty("`{\"<start>\": [\"...\"]}`".into())));
    }
    loop {
        let nonterminal = json.text("a nonterminal, such as \"<expr>\"")?;
        if nonterminal_end(&nonterminal.content) != Some(nonterminal.content.len()) {
            let found = format!("\"{}\"", nonterminal.content.escape_debug());
            let advice = Some("put its name into angle brackets, without blanks");
            return Err(source.found(nonterminal.at, found, "a nonterminal, such as \"<expr>\"", advice));
        }
        json.expect(':', "`:`")?;
        rule(&mut json, &mut draft, &nonterminal)?;
        if !json.take(',') {
            break;
        }
    }
    json.expect('}', "`,` and the next nonterminal, or `}`")?;
    json.end()?;
    Ok(draft)
}

/// Reads the expansions of a nonterminal.
fn rule(json: &mut Json<'_>, draft: &mut Draft, nonterminal: &Text) -> Result<(), NotationError> {
    json.expect('[', "`[`, the list of its expansions")?;
    let mut alternatives = Vec::new();
    if json.next_is(']') {
        let expected = format!("at least one expansion of `{}`", nonterminal.content);
        return Err(json.unexpected(&expected));
    }
    loop {
        let expected = format!("expansion {} of `{}`, a text", alternatives.len() + 1, nonterminal.content);
        let text = if json.take('[') {
            let text = json.text(&expected)?;
            while json.take(',') {
                json.skip_value()?;
            }
            json.expect(']', "`]`")?;
            text
        } else {
            json.text(&expected)?
        };
        alternatives.push(expansion(draft, &text));
        if !json.take(',') {
            break;
        }
    }
    json.expect(']', "`,` and the next expansion, or `]`")?;
    let body = draft.add(Expression::Alternatives(alternatives));
    draft.rule(&nonterminal.content, At { file: 0, offset: nonterminal.at }, Body::Expression(body));
    Ok(())
}

/// Cuts an expansion into nonterminals and the texts between them.
fn expansion(draft: &mut Draft, text: &Text) -> Vec<super::draft::Id> {
    let mut parts = Vec::new();
    let mut literal = 0;
    let mut from = 0;
    while let Some(open) = text.content[from..].find('<').map(|at| from + at) {
        let Some(length) = nonterminal_end(&text.content[open..]) else {
            from = open + 1;
            continue;
        };
        if literal < open {
            parts.push(draft.text(&text.content[literal..open]));
        }
        let at = At { file: 0, offset: text.offset(open) };
        parts.push(draft.add(Expression::Name(text.content[open..open + length].into(), at)));
        from = open + length;
        literal = from;
    }
    if literal < text.content.len() {
        parts.push(draft.text(&text.content[literal..]));
    }
    parts
}

/// The length of the nonterminal that `text` begins with.
fn nonterminal_end(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('<')?;
    let end = inside.find(['<', '>', ' '])?;
    inside[end..].starts_with('>').then_some(end + 2)
}

#[cfg(test)]
mod tests {
    use dwindle::grammar::Rule;

    use super::*;

    fn read(source: &str) -> Notation {
        Notation::from_fuzzing_book(source, "test.json", None).unwrap()
    }

    fn message(source: &str) -> String {
        Notation::from_fuzzing_book(source, "test.json", None).unwrap_err().to_string()
    }

    #[test]
    fn expansions_stay_as_they_are_written() {
        let notation = read(
            r#"{"<start>": ["<expr>"], "<expr>": ["<digit> + <expr>", ["<digit>", {"prob": 0.5}], ""],
            "<digit>": ["0", "1", "< 1 <a b>"]}"#,
        );
        let grammar = &notation.grammar;
        let shown = |name: &str| -> Vec<Vec<&str>> {
            let Rule::Regular(all) = grammar.rule(grammar.symbol(name).unwrap()) else { panic!("a rule") };
            all.iter().map(|one| one.iter().map(|s| &*grammar.definition(*s).name).collect()).collect()
        };
        assert_eq!(shown("<start>"), [["<expr>"]]);
        assert_eq!(shown("<expr>"), [vec!["<digit>", "\" + \"", "<expr>"], vec!["<digit>"], vec![]]);
        assert_eq!(shown("<digit>"), [["\"0\""], ["\"1\""], ["\"< 1 <a b>\""]]);
        assert_eq!(grammar.start(), grammar.symbol("<start>").unwrap());
        assert!(notation.warnings.is_empty());
    }

    #[test]
    fn the_start_is_the_wanted_symbol_else_start_else_the_first() {
        let source = r#"{"<a>": ["x"], "<start>": ["<a>"]}"#;
        let start = |source: &str, start: Option<&str>| {
            let grammar = Notation::from_fuzzing_book(source, "g", start).unwrap().grammar;
            grammar.definition(grammar.start()).name.clone()
        };
        assert_eq!(&*start(source, None), "<start>");
        assert_eq!(&*start(source, Some("a")), "<a>");
        assert_eq!(&*start(source, Some("<a>")), "<a>");
        assert_eq!(&*start(r#"{"<b>": ["x"]}"#, None), "<b>");
    }

    #[test]
    fn errors_have_their_place_in_the_file() {
        assert_eq!(
            message("{\"<start>\":\n  [\"a\\u0041<expr>\"], \"<exp>\": [\"\"]}"),
            "test.json:2:12: `<expr>` has no rule; did you mean `<exp>`?"
        );
        assert_eq!(
            message("{\"<start>\": [\"x\"],\n \"<start>\": []}"),
            "test.json:2:14: found `]`, expected at least one expansion of `<start>`"
        );
        assert_eq!(
            message("{\"start\": [\"x\"]}"),
            "test.json:1:2: found \"start\", expected a nonterminal, such as \"<expr>\"; \
             put its name into angle brackets, without blanks"
        );
        assert_eq!(
            message("{\"<a>\": [\"x\", 7]}"),
            "test.json:1:15: found `7`, expected expansion 2 of `<a>`, a text"
        );
        assert_eq!(
            message("{\"<a>\": [\"<a> x\"]}"),
            "test.json:1:2: `<a>` never terminates: each of its alternatives needs `<a>` again; add one that does not"
        );
    }
}
