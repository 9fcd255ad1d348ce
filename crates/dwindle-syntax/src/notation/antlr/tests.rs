//! What is read of ANTLR's grammars, and what is said of the rest.

use dwindle::grammar::{Grammar, Rule};

use super::super::Notation;

fn read(files: &[(&str, &str)]) -> Notation {
    Notation::from_antlr(files, None).unwrap()
}

fn one(source: &str) -> Notation {
    read(&[("G.g4", source)])
}

fn warnings(source: &str) -> Vec<String> {
    one(source).warnings.iter().map(ToString::to_string).collect()
}

fn message(source: &str) -> String {
    Notation::from_antlr(&[("G.g4", source)], None).unwrap_err().to_string()
}

/// The lexical rules: what they make, and their patterns.
fn lexis(notation: &Notation) -> Vec<(&str, &str)> {
    let name = |symbol| &*notation.grammar.definition(symbol).name;
    let rules = &notation.lexis.as_ref().unwrap().rules;
    rules.iter().map(|rule| (rule.symbol.map_or("-", name), &*rule.pattern)).collect()
}

/// The alternatives of a rule, by the names of their parts.
fn alternatives<'g>(grammar: &'g Grammar, name: &str) -> Vec<Vec<&'g str>> {
    let Rule::Regular(all) = grammar.rule(grammar.symbol(name).unwrap()) else { panic!("alternatives") };
    all.iter().map(|one| one.iter().map(|symbol| &*grammar.definition(*symbol).name).collect()).collect()
}

/// Whether a token's pattern matches the whole of a text.
fn matches(notation: &Notation, name: &str, text: &str) -> bool {
    let grammar = &notation.grammar;
    match grammar.rule(grammar.symbol(name).unwrap()) {
        Rule::Token(token) => {
            regex::Regex::new(&format!("^(?:{})$", token.pattern.as_ref().unwrap())).unwrap().is_match(text)
        }
        Rule::Text(own) => **own == *text.as_bytes(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn texts_are_tokens_before_the_named_ones_unless_a_rule_is_that_text() {
    let notation = one("grammar G; s : 'if' ID '=' ID EOF ; EQ : '=' ; ID : [a-z]+ ; WS : ' '+ -> skip ;");
    assert_eq!(lexis(&notation), [("\"if\"", "if"), ("EQ", "="), ("ID", "[a-z]+"), ("-", " +")]);
    assert_eq!(alternatives(&notation.grammar, "s"), [["\"if\"", "ID", "EQ", "ID"]]);
    assert!(notation.warnings.is_empty(), "{:?}", notation.warnings);
}

#[test]
fn labels_options_arguments_and_actions_are_left_out() {
    let notation = one("grammar G; options { language = Java; } @header { import x; }
        e[int i] returns [int v] locals [int l] @init { a(); }
          : <assoc=right> l=e op+='^' r=e { $v = '}'; } # Power
          | N # Number ;
        catch [Error e] { f(); }
        N : [0-9]+ ;");
    assert_eq!(alternatives(&notation.grammar, "e"), [vec!["e", "\"^\"", "e"], vec!["N"]]);
    let warnings: Vec<String> = notation.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["G.g4:3:43: actions are not run; this one is skipped"]);
}

#[test]
fn a_parser_takes_its_tokens_from_its_lexer_and_rules_from_imports() {
    let files = [
        ("P.g4", "parser grammar P; options { tokenVocab = L; } import E; s : e ';' ;"),
        ("E.g4", "parser grammar E; e : N ('+' N)* ; s : N ;"),
        (
            "L.g4",
            "lexer grammar L; import D; SEMI : ';' ; PLUS : '+' ; N : D+ ; W : [ \\t]+ -> channel(HIDDEN) ;",
        ),
        ("D.g4", "lexer grammar D; fragment D : '0'..'9' ;"),
    ];
    let notation = read(&files);
    assert_eq!(&*notation.grammar.definition(notation.grammar.start()).name, "s");
    assert_eq!(alternatives(&notation.grammar, "s"), [["e", "SEMI"]]);
    assert_eq!(
        lexis(&notation),
        [("SEMI", ";"), ("PLUS", "\\+"), ("N", "(?:[0-9]+)"), ("-", "(?:[\t ]+)")].map(|(name, pattern)| (
            name,
            pattern.strip_prefix("(?:").and_then(|p| p.strip_suffix(')')).unwrap_or(pattern)
        ))
    );
    let Rule::List(list) = notation.grammar.rule(notation.grammar.symbol("e").unwrap()) else {
        panic!("a list")
    };
    assert_eq!(list.separator, notation.grammar.symbol("PLUS"));
    let error = Notation::from_antlr(&files[..2], None).unwrap_err();
    assert_eq!(error.to_string(), "P.g4:1:19: the grammar `L` is not among the files; give its file too");
}

#[test]
fn patterns_are_those_of_the_lexer_rules() {
    let notation = one(r#"grammar G; s : (STR | COMMENT | NUM | NOT | KEY | WORD)* ;
        STR : '"' ( '\\"' | . )*? '"' ;
        COMMENT : '/*' ( COMMENT | . )*? '*/' ;
        NUM : D+ | D+ '.' D* ; fragment D : [0-9] ;
        NOT : ~[a-z\]] ~('x' | D) ;
        KEY options { caseInsensitive = true; } : 'select' ;
        WORD : [\p{Lu}_] [\p{L}\u{1F600}-\u{1F64F}]* ;"#);
    for (name, text, expected) in [
        ("STR", r#""a\"b""#, true),
        ("STR", r#""a" "b""#, false),
        ("COMMENT", "/* /* */ */", true),
        ("COMMENT", "/* */ */", false),
        ("NUM", "1.5", true),
        ("NOT", "]a", false),
        ("NOT", "}y", true),
        ("NOT", "}7", false),
        ("KEY", "SeLeCt", true),
        ("WORD", "Äb😀", true),
    ] {
        assert_eq!(matches(&notation, name, text), expected, "{name} on {text}");
    }
    let warnings: Vec<String> = notation.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "G.g4:3:9: `COMMENT` is recursive, which a regular expression cannot express; it matches at most 2 levels of nesting"
        ]
    );
    let shortest = |name: &str| {
        let grammar = &notation.grammar;
        String::from_utf8(grammar.shortest(grammar.symbol(name).unwrap()).unwrap().to_vec()).unwrap()
    };
    assert_eq!(["STR", "COMMENT", "NUM", "KEY", "WORD"].map(shortest), ["\"\"", "/**/", "0", "select", "A"]);
}

#[test]
fn sets_of_tokens_leave_out_what_they_name() {
    let notation = one("grammar G; s : a b ; a : ~(X | ';') ; b : . ; X : 'x' ; Y : 'y' ; W : ' ' -> skip ;");
    assert_eq!(alternatives(&notation.grammar, "a"), [["Y"]]);
    assert_eq!(alternatives(&notation.grammar, "b"), [["\";\""], ["X"], ["Y"]]);
}

#[test]
fn alternatives_with_commands_of_their_own_are_rules_of_their_own() {
    let notation = one("grammar G; s : A+ B ; A : 'a' | 'b' -> type(B) | 'c' -> skip ; B : 'd' ;");
    let found: Vec<(&str, bool)> =
        lexis(&notation).iter().map(|(name, p)| (*name, p.contains('b'))).collect();
    assert_eq!(found, [("A", false), ("B", true), ("-", false), ("B", false)]);
}

#[test]
fn what_is_not_supported_is_said_with_its_place() {
    assert_eq!(
        warnings(
            "grammar G; s : A {p()}? B D;\nA : '<' -> pushMode(IN) ;\nB : '>' -> mode(OUT), jump ;\ntokens { D }"
        ),
        [
            "G.g4:1:18: semantic predicates are not supported; this one is assumed to be true",
            "G.g4:2:12: the mode `IN` has no rules; no text can continue there",
            "G.g4:3:12: the mode `OUT` has no rules; no text can continue there",
            "G.g4:3:23: unknown lexer command `jump`; it is ignored",
            "G.g4:4:1: no lexer rule produces the token `D`; it never matches",
        ]
    );
}

#[test]
fn a_grammar_whose_parts_come_first_starts_with_the_rule_that_ends_the_input() {
    for (source, start) in [
        ("grammar G; part : 'a' ; whole : part* EOF ;", "whole"),
        ("grammar G; part : 'a' part? ; rest : part ;", "part"),
        ("grammar G; whole : part+ ; line : part EOF ; part : 'a' ;", "whole"),
        ("grammar G; whole : part EOF ; other : whole EOF ; part : 'a' ;", "whole"),
    ] {
        let grammar = one(source).grammar;
        assert_eq!(&*grammar.definition(grammar.start()).name, start, "{source}");
    }
}

#[test]
fn errors_say_where_and_what_to_do() {
    for (source, expected) in [
        ("s : 'a' ;", "1:1: found `s`, expected `grammar`, `lexer grammar` or `parser grammar`"),
        (
            "grammar G; s : ID ;\nIDENT : [a-z] ;",
            "1:16: `ID` has no rule; give it one, or quote it if it is text",
        ),
        (
            "grammar G; s : A ; A : Digit ; fragment Digits : [0-9] ;",
            "1:24: `Digit` has no rule; did you mean `Digits`?",
        ),
        (
            "grammar G; s : 'a' ; s : 'b' ;",
            "1:22: `s` already has a rule in line 1; combine the two as alternatives",
        ),
        ("grammar G; s : ('a' ;", "1:16: this `(` is never closed; expected `)` before the end of the rule"),
        ("grammar G; s : 'a ;", "1:16: this literal is never closed; expected `'` in the same line"),
        (
            "grammar G; s : A ; A : ~'ab' ;",
            "1:24: `~` before anything but characters and sets of them is not supported; \
            write it as a set, such as `~[a-z]`",
        ),
        (
            "lexer grammar G; A : 'a' ;",
            "1:1: there are no rules; expected a parser rule, such as `start : 'text' | OTHER ;`",
        ),
        (
            "grammar G; s : s 'a' ;",
            "1:12: `s` never terminates: each of its alternatives needs `s` again; add one that does not",
        ),
        ("grammar G; s : 'a' { ;", "1:20: this `{` is never closed; expected `}`"),
        ("grammar G; s : 'a' { \\", "1:20: this `{` is never closed; expected `}`"),
    ] {
        assert_eq!(message(source), format!("G.g4:{expected}"), "{source}");
    }
}

#[test]
fn a_hundred_thousand_brackets_are_no_trouble() {
    let deep =
        |body: &str| format!("grammar G; s : A ; {body}{}'x'{} ;", "(".repeat(100_000), ")?".repeat(100_000));
    assert!(Notation::from_antlr(&[("G.g4", &deep("A : 'y' ; t : "))], None).is_ok());
    assert!(Notation::from_antlr(&[("G.g4", &deep("A : "))], None).is_err());
}

#[test]
fn what_is_too_deep_for_a_regular_expression_is_never_found_and_said_so() {
    let source = format!("grammar G; s : A ; A : {}'x'{} ;", "(".repeat(1_000), "'y')?".repeat(1_000));
    let notation = one(&source);
    assert!(notation.warnings[0].message.contains("no usable regular expression"));
    assert!(notation.lexis.unwrap().rules.is_empty());
}

#[test]
fn rules_that_double_and_double_are_too_large() {
    let doubled: Vec<String> = (0..40).map(|n| format!("fragment F{n} : F{} F{} ;", n + 1, n + 1)).collect();
    let doubled = doubled.join(" ");
    let source = format!("grammar G; s : A ; A : F0 ; {doubled} fragment F40 : 'x' ;");
    assert_eq!(message(&source), "G.g4:1:20: the lexer rule `A` is too large");
}
