//! What is read, and what is said of what cannot be read.

use dwindle::grammar::{Grammar, Rule, Symbol};

use super::*;

fn grammar(source: &str) -> std::sync::Arc<Grammar> {
    Notation::from_ebnf(source, "test.ebnf", None).unwrap().grammar
}

fn message(source: &str) -> String {
    Notation::from_ebnf(source, "test.ebnf", None).unwrap_err().to_string()
}

/// A symbol as text, anonymous ones opened down to names, texts and classes.
fn shown(grammar: &Grammar, symbol: Symbol, open: bool) -> String {
    let definition = grammar.definition(symbol);
    if definition.named && !open {
        return definition.name.to_string();
    }
    let part = |symbol: Symbol| shown(grammar, symbol, false);
    match &definition.rule {
        Rule::Regular(all) => {
            let all: Vec<String> =
                all.iter().map(|one| one.iter().map(|s| part(*s)).collect::<Vec<_>>().join(" ")).collect();
            format!("({})", all.join(" | "))
        }
        Rule::Optional(inner) => format!("{}?", part(*inner)),
        Rule::List(list) => {
            let sign = if list.at_least_one { '+' } else { '*' };
            let separator = list.separator.map_or(String::new(), |s| format!("%{}", part(s)));
            format!("{}{separator}{sign}", part(list.element))
        }
        Rule::Class(class) => {
            let ranges = class.ranges().iter().map(|(low, high)| format!("{low}-{high}"));
            format!("[{}]", ranges.collect::<String>())
        }
        _ => definition.name.to_string(),
    }
}

fn first(source: &str) -> String {
    let grammar = grammar(source);
    shown(&grammar, grammar.start(), true)
}

#[test]
fn the_dialects_are_read_alike() {
    let dialects = [
        "s ::= a | \"x\" (a \"y\")?\na ::= 'z'",
        "s = a | \"x\" , [ a , \"y\" ] ;\na = 'z' ;",
        "s : a | \"x\" [a \"y\"] . (* Wirth *) a : 'z' .",
        "<s> ::= <a> | \"x\" [ <a> \"y\" ]  # BNF, more or less\n<a> ::= 'z'",
        "// arrows\ns -> a | #x78 (a \"y\")? /* and\n more */ a -> \"\\u007a\"",
    ];
    for dialect in dialects {
        assert_eq!(first(dialect).replace(['<', '>'], ""), "(a | \"x\" (a \"y\")?)", "{dialect}");
    }
}

#[test]
fn lists_are_recognised_however_they_are_written() {
    for (source, list) in [
        ("s = x {\",\" x}; x = 'x';", "x%\",\"+"),
        ("s ::= x (',' x)* x ::= 'x'", "x%\",\"+"),
        ("s ::= (x ',')* x x ::= 'x'", "x%\",\"+"),
        ("s = [ x {\",\" x} ]; x = 'x';", "x%\",\"*"),
        ("s ::= (x (',' ' ' x)*)? x ::= 'x'", "x%(\",\" \" \")*"),
        ("s ::= x x* x ::= 'x'", "x+"),
        ("s ::= x* x x ::= 'x'", "x+"),
        ("s = {x}-; x = 'x';", "x+"),
        ("s ::= (x?)+ x ::= 'x'", "x*"),
        ("s ::= 'a' 'b' (',' 'a' 'b')*", "(\"a\" \"b\")%\",\"+"),
        ("s ::= '(' x (',' x)* ')' x ::= 'x'", "(\"(\" x%\",\"+ \")\")"),
        ("s ::= x (',' x)+ x ::= 'x'", "(x (\",\" x)+)"),
    ] {
        assert_eq!(first(source), list, "{source}");
    }
}

#[test]
fn brackets_are_classes_or_options() {
    for (source, read) in [
        ("s ::= [a-c]", "[a-c]"),
        ("s ::= [#x41-#x43]", "[A-C]"),
        ("s ::= [\\]]", "[]-]]"),
        ("s ::= 'x'..'z'", "[x-z]"),
        ("s ::= [ 'a' ] b b ::= 'b'", "('\"a\"'? b)"),
        ("s ::= ['-'] b b ::= 'b'", "('\"-\"'? b)"),
        ("s ::= [digits] 'b' digits ::= 'b'", "(digits? \"b\")"),
        ("s = [a] 'b' ; a = [0-9] ;", "(a? \"b\")"),
    ] {
        assert_eq!(first(source), read.replace('\'', ""), "{source}");
    }
    let quote = grammar("s ::= '\"' [^\"\\\\]* '\"'");
    assert!(
        quote
            .symbols()
            .any(|s| matches!(quote.rule(s), Rule::Class(c) if !c.contains('"') && c.contains('a')))
    );
}

#[test]
fn literals_have_escapes_unless_they_would_not_end() {
    let text = |source: &str| match grammar(source).rule(Symbol::new(0)) {
        Rule::Text(text) => String::from_utf8(text.to_vec()).unwrap(),
        other => panic!("{other:?}"),
    };
    assert_eq!(text(r#"s ::= "\n\"""#), "\n\"");
    assert_eq!(text(r#"s ::= "\""#), "\\");
    assert_eq!(text(r#"s ::= '"'"#), "\"");
}

#[test]
fn errors_say_where_and_what_to_do() {
    for (source, expected) in [
        ("", "1:1: there are no rules; expected a rule, such as `name ::= \"text\" | other`"),
        ("s ::= (a | b", "1:7: this `(` is never closed; expected `)` before the end of the rule"),
        ("s ::= 'a", "1:7: this literal is never closed; expected `'` in the same line"),
        ("s ::= 'a' )", "1:11: found `)`, expected no closing bracket, as none is open"),
        (
            "s ::= exp\nexpr ::= term\n",
            "1:7: `exp` has no rule; did you mean `expr`?; nor has `term` (line 2)",
        ),
        ("s ::= 'a'\ns ::= 'b'", "2:1: `s` already has a rule in line 1; combine the two as alternatives"),
        (
            "s ::= a - 'b' a ::= 'a'",
            "1:9: exclusion (`a - b`) is not supported; list what is left over; \
            write a range as `[a-z]` or `\"a\"..\"z\"`",
        ),
        (
            "s ::= 'a' / 'b'",
            "1:11: found `/`, expected a name, a literal, a bracket or an operator; \
            separate alternatives with `|`",
        ),
        (
            "s ::= 'a' s",
            "1:1: `s` never terminates: each of its alternatives needs `s` again; add one that does not",
        ),
        ("s ::= * 'a'", "1:7: found `*`, expected something that `*` can stand behind"),
        (
            "s ::= [z-a]",
            "1:8: found the range `z-a`, expected its first character before its last; \
            put `-` at the end of a class if it is one of its characters",
        ),
        ("s 'a'", "1:3: found `'`, expected `::=` or `=` after the name `s`"),
    ] {
        assert_eq!(message(source), format!("test.ebnf:{expected}"), "{source}");
    }
}

#[test]
fn a_start_without_a_rule_is_named() {
    let error = Notation::from_ebnf("expr ::= 'x'", "g", Some("exprs")).unwrap_err();
    assert_eq!(error.to_string(), "g:1:1: the start symbol `exprs` has no rule; did you mean `expr`?");
}

#[test]
fn flaws_that_do_not_stop_us_are_warnings() {
    let notation = Notation::from_ebnf("s ::= s | 'x'\nlost ::= lost 'y'", "g", None).unwrap();
    let warnings: Vec<String> = notation.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "g:1:1: `s` can become itself with nothing beside it: infinitely many trees for one input",
            "g:2:1: `lost` is never used from `s`",
            "g:2:1: `lost` never terminates: each of its alternatives needs `lost` again",
        ]
    );
}

#[test]
fn a_hundred_thousand_brackets_are_no_trouble() {
    let deep = format!("s ::= {}'x' 'y'{}", "(".repeat(100_000), ")?".repeat(100_000));
    assert!(Notation::from_ebnf(&deep, "g", None).is_ok());
    let open = format!("s ::= {}", "('x' ".repeat(100_000));
    assert!(Notation::from_ebnf(&open, "g", None).is_err());
}
