//! Grammars as EBNF.

use std::collections::HashSet;
use std::fmt::Write as _;

use dwindle::grammar::{Class, Grammar, List, Rule, Symbol};

/// A grammar as EBNF that [`Notation::from_ebnf`](dwindle_syntax::notation::Notation::from_ebnf) reads as the same
/// language.
///
/// The start symbol's rule is first, the others follow in their order. Parts that are needed once stand where they
/// are needed. Names that EBNF does not have are changed: blanks and signs to underscores, with a number where that
/// makes two alike.
///
/// Three things EBNF cannot say: a token's pattern and a class without characters stand between question marks, which
/// no reader of ours takes, and bytes that are no UTF-8 become U+FFFD.
pub(crate) fn to_ebnf(grammar: &Grammar) -> String {
    let printer = Printer::new(grammar);
    let mut out = String::new();
    let others = grammar.symbols().filter(|symbol| *symbol != grammar.start());
    for symbol in std::iter::once(grammar.start()).chain(others) {
        if let Some(name) = &printer.names[symbol.index()] {
            out.push_str(name);
            out.push_str(" ::= ");
            printer.write(&mut out, symbol);
            out.push('\n');
        }
    }
    out
}

struct Printer<'a> {
    grammar: &'a Grammar,
    /// The names of symbols that have rules of their own; the others stand where they are needed.
    names: Vec<Option<String>>,
    taken: HashSet<String>,
}

/// What is still to be written.
enum Piece {
    Text(String),
    Symbol(Symbol),
}

impl<'a> Printer<'a> {
    fn new(grammar: &'a Grammar) -> Self {
        let mut uses = vec![0usize; grammar.symbols().count()];
        for symbol in grammar.symbols() {
            let rule = grammar.rule(symbol);
            for part in grammar.parts(symbol) {
                uses[part.index()] += 1;
            }
            if let Rule::List(List { element, separator: Some(_), .. }) = rule {
                // It is written twice.
                uses[element.index()] += 1;
            }
        }
        let mut printer = Self { grammar, names: vec![None; uses.len()], taken: HashSet::new() };
        for named in [true, false] {
            for symbol in grammar.symbols() {
                let definition = grammar.definition(symbol);
                let terminal = matches!(definition.rule, Rule::Text(_) | Rule::Class(_));
                let own = definition.named
                    || symbol == grammar.start()
                    || (uses[symbol.index()] > 1 && !terminal)
                    || matches!(definition.rule, Rule::Token(_));
                if own && definition.named == named {
                    printer.names[symbol.index()] = Some(printer.name(&definition.name));
                }
            }
        }
        printer
    }

    /// A name like the one wanted that is not taken yet.
    fn name(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        if !is_name(&name) {
            name = wanted.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
            if !is_name(&name) {
                name.insert(0, '_');
            }
        }
        let mut number = 2;
        let stem = name.clone();
        while !self.taken.insert(name.clone()) {
            name = match stem.strip_suffix('>') {
                Some(open) => format!("{open}_{number}>"),
                None => format!("{stem}_{number}"),
            };
            number += 1;
        }
        name
    }

    /// Writes the body of a rule.
    fn write(&self, out: &mut String, symbol: Symbol) {
        let mut stack: Vec<Piece> = self.pieces(symbol, true).into_iter().rev().collect();
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Text(text) => out.push_str(&text),
                Piece::Symbol(symbol) => match &self.names[symbol.index()] {
                    Some(name) => out.push_str(name),
                    None => stack.extend(self.pieces(symbol, false).into_iter().rev()),
                },
            }
        }
    }

    /// The pieces of a rule; in brackets where another's operator could follow, if not `outermost`.
    fn pieces(&self, symbol: Symbol, outermost: bool) -> Vec<Piece> {
        let text = |text: &str| Piece::Text(text.to_owned());
        match self.grammar.rule(symbol) {
            Rule::Regular(alternatives) => {
                let mut pieces = Vec::new();
                for (number, sequence) in alternatives.iter().enumerate() {
                    if number > 0 {
                        pieces.push(text(" | "));
                    }
                    if sequence.is_empty() {
                        pieces.push(text("\"\""));
                    }
                    for (place, part) in sequence.iter().enumerate() {
                        if place > 0 {
                            pieces.push(text(" "));
                        }
                        pieces.push(Piece::Symbol(*part));
                    }
                }
                if alternatives.is_empty() {
                    pieces.push(text("? nothing ?"));
                }
                if !outermost {
                    pieces.insert(0, text("("));
                    pieces.push(text(")"));
                }
                pieces
            }
            Rule::Optional(part) => vec![Piece::Symbol(*part), text("?")],
            Rule::List(List { element, separator: None, at_least_one }) => {
                vec![Piece::Symbol(*element), text(if *at_least_one { "+" } else { "*" })]
            }
            Rule::List(List { element, separator: Some(separator), at_least_one }) => {
                let mut pieces = vec![
                    Piece::Symbol(*element),
                    text(" ("),
                    Piece::Symbol(*separator),
                    text(" "),
                    Piece::Symbol(*element),
                    text(")*"),
                ];
                if !(outermost && *at_least_one) {
                    pieces.insert(0, text("("));
                    pieces.push(text(if *at_least_one { ")" } else { ")?" }));
                }
                pieces
            }
            Rule::Text(bytes) => vec![Piece::Text(literal(&String::from_utf8_lossy(bytes)))],
            Rule::Class(class) => vec![Piece::Text(self.class(class))],
            Rule::Token(token) => {
                let mut out = "? ".to_owned();
                for character in token.pattern.as_deref().unwrap_or("a token").chars() {
                    if character.is_control() {
                        write!(out, "\\x{{{:X}}}", u32::from(character))
                            .expect("a string takes all that is written");
                    } else {
                        out.push(character);
                    }
                }
                vec![Piece::Text(out + " ?")]
            }
        }
    }

    fn class(&self, class: &Class) -> String {
        if class.ranges().is_empty() {
            return "? no character ?".to_owned();
        }
        let negated = class.negated();
        let (ranges, sign) = if !negated.ranges().is_empty() && negated.ranges().len() < class.ranges().len()
        {
            (negated.ranges(), "^")
        } else {
            (class.ranges(), "")
        };
        let content = |plain: bool| {
            let mut out = sign.to_owned();
            for (low, high) in ranges {
                member(&mut out, *low, plain);
                if low != high {
                    out.push('-');
                    member(&mut out, *high, plain);
                }
            }
            out
        };
        // `[a-b]` is an option where a rule is called so.
        let plain = content(true);
        format!("[{}]", if self.taken.contains(&plain) { content(false) } else { plain })
    }
}

/// A character of a class: as it is, if `plain`, or as an escape.
fn member(out: &mut String, character: char, plain: bool) {
    if plain && character.is_alphanumeric() {
        out.push(character);
    } else {
        write!(out, "\\u{{{:X}}}", u32::from(character)).expect("a string takes all that is written");
    }
}

/// Whether EBNF has such a name: letters, digits, underscores, and hyphens inside; or anything in angle brackets.
fn is_name(text: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    if let Some(inside) = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
        return !inside.contains(['<', '>', '\n']) && inside.contains(|c: char| !c.is_whitespace());
    }
    let first = text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    first && text != "ε" && text.split('-').all(|part| part.starts_with(word) && part.chars().all(word))
}

/// A literal in double quotes.
fn literal(text: &str) -> String {
    let mut out = "\"".to_owned();
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            other if other.is_control() => member(&mut out, other, false),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use dwindle::grammar::{GrammarBuilder, Spacing};
    use proptest::prelude::*;

    use super::*;
    use dwindle_syntax::notation::{Notation, Problem};

    const LONGEST: usize = 4;

    /// All texts of up to four bytes that a grammar has, by least fixed point.
    fn language(grammar: &Grammar) -> BTreeSet<Vec<u8>> {
        let mut known: Vec<BTreeSet<Vec<u8>>> = vec![BTreeSet::new(); grammar.symbols().count()];
        let joined = |a: &BTreeSet<Vec<u8>>, b: &BTreeSet<Vec<u8>>| -> BTreeSet<Vec<u8>> {
            let pairs = a.iter().flat_map(|a| b.iter().map(move |b| [a.as_slice(), b].concat()));
            pairs.filter(|text| text.len() <= LONGEST).collect()
        };
        let nothing = || BTreeSet::from([Vec::new()]);
        loop {
            let before = known.clone();
            for symbol in grammar.symbols() {
                let of = |symbol: &Symbol| before[symbol.index()].clone();
                let texts: BTreeSet<Vec<u8>> = match grammar.rule(symbol) {
                    Rule::Regular(all) => all
                        .iter()
                        .flat_map(|one| one.iter().fold(nothing(), |texts, part| joined(&texts, &of(part))))
                        .collect(),
                    Rule::Optional(part) => &of(part) | &nothing(),
                    Rule::List(list) => {
                        let more = list.separator.as_ref().map_or_else(nothing, of);
                        let mut texts = of(&list.element);
                        for _ in 0..=LONGEST {
                            texts = &texts | &joined(&joined(&texts, &more), &of(&list.element));
                        }
                        if list.at_least_one { texts } else { &texts | &nothing() }
                    }
                    Rule::Text(text) => BTreeSet::from([text.to_vec()]),
                    Rule::Class(class) => {
                        let own =
                            ["a", "b", "c"].into_iter().filter(|c| class.contains(c.chars().next().unwrap()));
                        own.map(|c| c.as_bytes().to_vec()).collect()
                    }
                    Rule::Token(_) => BTreeSet::new(),
                };
                known[symbol.index()].extend(texts);
            }
            if known == before {
                return known[grammar.start().index()].clone();
            }
        }
    }

    fn rules() -> impl Strategy<Value = Vec<(bool, Rule)>> {
        let symbol = || (0usize..7).prop_map(Symbol::new);
        let rule = prop_oneof![
            4 => prop::collection::vec(prop::collection::vec(symbol(), 0..4), 1..4).prop_map(Rule::Regular),
            1 => symbol().prop_map(Rule::Optional),
            2 => (symbol(), prop::option::of(symbol()), any::<bool>()).prop_map(
                |(element, separator, at_least_one)| Rule::List(List { element, separator, at_least_one })
            ),
            2 => "[ab]{1,2}".prop_map(|text| Rule::Text(text.into_bytes().into())),
            1 => Just(Rule::Class(Class::new([('a', 'b')]))),
            1 => Just(Rule::Class(Class::new([('b', 'b')]).negated())),
        ];
        prop::collection::vec((any::<bool>(), rule), 7)
    }

    proptest! {
        #[test]
        fn a_printed_grammar_is_read_as_the_same_language(rules in rules()) {
            let mut builder = GrammarBuilder::default();
            let names = ["start", "a-b", "<an other>", "two words", "x", "x_2", "x"];
            for (name, (named, rule)) in names.into_iter().zip(rules) {
                let symbol = builder.declare(name, named).unwrap();
                builder.define(symbol, rule);
            }
            let grammar = builder.finish("made up", Symbol::new(0), Spacing::Exact);
            let printed = to_ebnf(&grammar);
            match Notation::from_ebnf(&printed, "printed", None) {
                Ok(read) => prop_assert_eq!(language(&read.grammar), language(&grammar), "{}", printed),
                Err(error) => {
                    prop_assert!(matches!(error.problem, Problem::Endless(_)), "{}\n{}", error, printed);
                }
            }
        }
    }

    #[test]
    fn a_grammar_is_printed_as_people_write_it() {
        let source = "s ::= x (\",\" x)* | (y | \"\\n\")? [^\\u{22}]+\nx ::= [a-z]\ny ::= \"\\\"\"\n";
        let grammar = Notation::from_ebnf(source, "g", None).unwrap().grammar;
        assert_eq!(to_ebnf(&grammar).replace("(x (\",\" x)*)", "x (\",\" x)*"), source);
    }

    #[test]
    fn a_printed_token_is_refused() {
        let grammar =
            Notation::from_antlr(&[("G.g4", "grammar G; s : A ; A : [a-z]+ ;")], None).unwrap().grammar;
        let printed = to_ebnf(&grammar);
        assert_eq!(printed, "s ::= A\nA ::= ? [a-z]+ ?\n");
        assert!(Notation::from_ebnf(&printed, "g", None).is_err());
    }
}
