//! The shortest texts that grammars derive are texts of their languages.
//!
//! Where a place of a rule can be taken by other symbols, the shortest text of each of them is put into a piece of
//! program around such a place, and the parser must find no error there.

use dwindle::space::Text;
use dwindle::grammar::Grammar;
use dwindle_syntax::language::Language;

/// Language, place, the program around it, and how many of 100 of the place's symbols must do.
const CARRIERS: &[(&str, &str, &str, usize)] = &[
    ("c", "statement", "void f(void) { @ }", 0),
    ("c", "expression", "int x = @;", 0),
    ("c", "type_specifier", "@ x;", 0),
    ("cpp", "statement", "void f() { @ }", 0),
    ("cpp", "expression", "int x = @;", 0),
    ("cpp", "type_specifier", "@ x;", 0),
    ("rust", "_statement", "fn f() { @ }", 0),
    ("rust", "_expression", "fn f() { let x = @; }", 0),
    ("rust", "_type", "type T = @;", 0),
    ("rust", "_pattern", "fn f() { let @ = 1; }", 0),
    ("python", "_statement", "@\n", 0),
    ("python", "expression", "x = @\n", 0),
    ("python", "pattern", "@ = 1\n", 0),
    ("javascript", "statement", "@", 0),
    ("javascript", "expression", "x = @;", 0),
    ("typescript", "statement", "@", 0),
    ("typescript", "expression", "x = @;", 0),
    ("typescript", "type", "let x: @;", 0),
    ("tsx", "expression", "x = @;", 0),
    ("java", "statement", "class A { void f() { @ } }", 0),
    ("java", "expression", "class A { int x = @; }", 0),
    ("java", "_type", "class A { @ x; }", 0),
    ("go", "_statement", "package a\nfunc f() { @ }", 0),
    ("go", "_expression", "package a\nvar x = @\n", 0),
    ("go", "_type", "package a\nvar x @\n", 0),
    ("json", "_value", "[@]", 0),
    ("html", "_node", "<p>@</p>", 0),
    ("css", "_selector", "@ {}", 0),
    ("css", "_value", "a { b: @; }", 0),
    ("bash", "_statement", "@\n", 0),
    ("bash", "_literal", "a @\n", 0),
    ("xml", "element", "@", 0),
    ("sql", "_expression", "SELECT @;", 0),
    ("ruby", "_statement", "@\n", 0),
    ("ruby", "_expression", "x = @\n", 0),
];

/// The shortest texts of all named symbols that can stand at a place.
fn shortest_texts(grammar: &Grammar, place: &str) -> Vec<(String, Vec<u8>)> {
    let place = grammar.symbol(place).unwrap_or_else(|| panic!("{} has {place}", grammar.name()));
    let all = grammar.symbols().filter(|symbol| grammar.definition(*symbol).named && grammar.accepts(place, *symbol));
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
        let shortest = grammar.shortest(grammar.start()).expect("every language has a shortest program");
        let text = Text::new(shortest.to_vec()).unwrap();
        assert_eq!(language.parser().errors(&text), 0, "{}: {text:?}", language.name());
    }
}

#[test]
fn shortest_texts_are_of_their_language() {
    let mut failures = Vec::new();
    for (name, place, carrier, asked) in CARRIERS {
        let Ok(language) = Language::by_name(name) else { continue };
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
        println!("{name} {place}: {rate} of 100 of {}, place {:?}; not {bad:?}", texts.len(), String::from_utf8_lossy(grammar.shortest(grammar.symbol(place).unwrap()).unwrap()));
        if rate < *asked {
            failures.push((name, place, rate));
        }
    }
    assert!(failures.is_empty(), "{failures:?}");
}
