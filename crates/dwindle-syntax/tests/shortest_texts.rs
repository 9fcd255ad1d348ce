//! The shortest texts that grammars derive are texts of their languages.
//!
//! Where a place of a rule can be taken by other symbols, the shortest text of each of them is put into a piece of
//! program around such a place, and the parser must find no error there.

use dwindle::Text;
use dwindle::grammar::Grammar;
use dwindle::tree::Parse as _;
use dwindle_syntax::language::Language;

use crate::languages::built;

/// Language, place, the program around it, and how many of 100 of the place's symbols must do.
const CARRIERS: &[(&str, &str, &str, usize)] = &[
    ("c", "statement", "void f(void) { @ }", 100),
    ("c", "expression", "int x = @;", 100),
    ("c", "type_specifier", "@ x;", 100),
    ("cpp", "statement", "void f() { 0; @ }", 100),
    ("cpp", "expression", "int x = @;", 94),
    ("cpp", "type_specifier", "@ x;", 100),
    ("rust", "_statement", "fn f() { @ }", 100),
    ("rust", "_expression", "fn f() { let x = @; }", 100),
    ("rust", "_type", "type T = @;", 95),
    ("rust", "_pattern", "fn f() { let @ = 1; }", 100),
    ("python", "_statement", "@\n", 98),
    ("python", "expression", "x = @\n", 97),
    ("python", "pattern", "@ = 1\n", 100),
    ("javascript", "statement", "@", 100),
    ("javascript", "expression", "x = @;", 100),
    ("typescript", "statement", "@", 100),
    ("typescript", "expression", "x = @;", 100),
    ("typescript", "type", "let x: @;", 89),
    ("tsx", "expression", "x = @;", 100),
    ("java", "statement", "class A { void f() { @ } }", 100),
    ("java", "expression", "class A { int x = @; }", 97),
    ("java", "_type", "class A { @ x; }", 100),
    ("go", "_statement", "package a\nfunc f() { @ }", 100),
    ("go", "_expression", "package a\nvar x = @\n", 100),
    ("go", "_type", "package a\nvar x @\n", 100),
    ("json", "_value", "[@]", 100),
    ("html", "_node", "<p>@</p>", 100),
    ("css", "_selector", "@ {}", 100),
    ("css", "_value", "a { b: @; }", 100),
    ("bash", "_statement", "@\n", 100),
    ("bash", "_literal", "a @\n", 100),
    ("xml", "element", "@", 100),
    ("sql", "_expression", "SELECT @;", 94),
    ("ruby", "_statement", "@\n", 96),
    ("ruby", "_expression", "x = @\n", 96),
];

/// The shortest texts of all named symbols that can stand at a place.
fn shortest_texts(grammar: &Grammar, place: &str) -> Vec<(String, Vec<u8>)> {
    let place = grammar.symbol(place).unwrap_or_else(|| panic!("{} has {place}", grammar.name()));
    let all = grammar
        .symbols()
        .filter(|symbol| grammar.definition(*symbol).named && grammar.accepts(place, *symbol));
    all.filter_map(|symbol| {
        let text = grammar.shortest(symbol)?.to_vec();
        Some((grammar.definition(symbol).name.to_string(), text))
    })
    .collect()
}

#[test]
fn the_shortest_program_is_a_program() {
    for language in Language::all() {
        let grammar = language.grammar();
        let shortest = grammar.shortest(grammar.start());
        let shortest = shortest.unwrap_or_else(|| panic!("{language:?} has a shortest program"));
        let text = Text::new(shortest.to_vec()).unwrap();
        assert_eq!(language.parser().errors(&text), 0, "{}: {text:?}", language.name());
    }
}

#[test]
fn shortest_texts_are_of_their_language() {
    let mut failures = Vec::new();
    for (name, place, carrier, asked) in CARRIERS {
        let language = built(name);
        let (grammar, parser) = (language.grammar(), language.parser());
        let texts = shortest_texts(&grammar, place);
        let program = |text: &[u8]| {
            let (before, after) = carrier.split_once('@').unwrap();
            Text::new([before.as_bytes(), text, after.as_bytes()].concat()).unwrap()
        };
        let bad: Vec<_> = texts
            .iter()
            .filter(|(_, text)| parser.errors(&program(text)) > 0)
            .map(|(name, text)| (name, String::from_utf8_lossy(text)))
            .collect();
        let rate = 100 * (texts.len() - bad.len()) / texts.len().max(1);
        println!(
            "{name} {place}: {rate} of 100 of {}, place {:?}; not {bad:?}",
            texts.len(),
            String::from_utf8_lossy(grammar.shortest(grammar.symbol(place).unwrap()).unwrap())
        );
        if rate < *asked {
            failures.push((name, place, rate));
        }
    }
    assert!(failures.is_empty(), "{failures:?}");
}

#[test]
fn constants_are_of_their_language() {
    for (name, place, carrier, _) in CARRIERS {
        let language = built(name);
        let (before, after) = carrier.split_once('@').unwrap();
        let place = language.grammar().symbol(place).unwrap();
        for constant in language.constants(place) {
            let text = Text::new([before, constant, after].concat().into_bytes()).unwrap();
            assert_eq!(language.parser().errors(&text), 0, "{name}: {text:?}");
        }
    }
}
