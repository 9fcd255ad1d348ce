//! Trees and errors of the Earley parser on grammars that people write.

use std::sync::Arc;

use dwindle::Text;
use dwindle::grammar::{Grammar, GrammarBuilder, List, Rule, Spacing, Symbol, Token};
use dwindle::tree::{NodeId, Role, Shape, Tree};
use dwindle_syntax::earley::Earley;
use dwindle_syntax::notation::{LexicalRule, Lexis, Notation};

use crate::derivation::is_derivation;

/// A grammar from lines `name = a b | c`: names that are not defined stand for their own text, `''` for nothing.
fn grammar(rules: &[(&str, &str)]) -> Grammar {
    let mut builder = GrammarBuilder::default();
    let mut symbols: Vec<(String, Symbol)> = Vec::new();
    for (name, _) in rules {
        symbols.push(((*name).to_owned(), builder.declare(*name, true).expect("few symbols")));
    }
    for (name, right) in rules {
        let mut alternatives = Vec::new();
        for alternative in right.split(" | ") {
            let mut sequence = Vec::new();
            for word in alternative.split_whitespace().filter(|word| *word != "''") {
                let found = symbols.iter().find(|(name, _)| name == word).map(|(_, symbol)| *symbol);
                sequence.push(found.unwrap_or_else(|| {
                    let symbol = builder.declare(word, false).expect("few symbols");
                    builder.define(symbol, Rule::Text(word.as_bytes().into()));
                    symbols.push((word.to_owned(), symbol));
                    symbol
                }));
            }
            alternatives.push(sequence);
        }
        let own = symbols.iter().find(|(own, _)| own == name).expect("it was declared").1;
        builder.define(own, Rule::Regular(alternatives));
    }
    let start = symbols[0].1;
    builder.finish("test", start, Spacing::Exact)
}

fn text(bytes: &[u8]) -> Text {
    Text::new(bytes.to_vec()).expect("short")
}

fn parser(rules: &[(&str, &str)]) -> Earley {
    Earley::new(Arc::new(grammar(rules)), None).expect("no patterns")
}

/// The tree as nested brackets of texts.
fn brackets(tree: &Tree) -> String {
    let mut out = String::new();
    let mut stack = vec![Some(NodeId::ROOT)];
    while let Some(task) = stack.pop() {
        let Some(id) = task else {
            out.push(')');
            continue;
        };
        if tree.children(id).next().is_none() {
            out += &String::from_utf8_lossy(tree.bytes(id));
            continue;
        }
        out += tree.name(id);
        out.push('(');
        stack.push(None);
        let children: Vec<NodeId> = tree.children(id).collect();
        stack.extend(children.into_iter().rev().map(Some));
    }
    out
}

const ARITHMETIC: [(&str, &str); 6] = [
    ("expr", "term + expr | term - expr | term"),
    ("term", "factor * term | factor / term | factor"),
    ("factor", "+ factor | - factor | ( expr ) | integer . integer | integer"),
    ("integer", "digit integer | digit"),
    ("digit", "0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9"),
    ("unused", "digit"),
];

#[test]
fn a_tree_has_a_node_for_each_rule() {
    let tree = parser(&ARITHMETIC).parse(&text(b"1+2*(34)")).unwrap();
    assert_eq!(
        brackets(&tree),
        "expr(term(factor(integer(digit(1))))+expr(term(factor(integer(digit(2)))*term(factor((expr(term(factor(\
         integer(digit(3)integer(digit(4))))))))))))"
    );
}

#[test]
fn an_error_names_place_and_expectations() {
    let error = parser(&ARITHMETIC).parse(&text(b"(1)\n+*2")).unwrap_err();
    let error2 = parser(&ARITHMETIC).parse(&text(b"(1+2")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 4: expected \"*\", \"+\", \"-\", \"/\" or the end of the input, found \"\\n\""
    );
    assert_eq!(
        error2.to_string(),
        "line 1, column 5: expected \")\", \"*\", \"+\", \"-\", \".\", \"/\" or digit, found the end of the input"
    );
}

#[test]
fn nesting_a_hundred_thousand_deep_needs_no_stack() {
    let deep = [vec![b'('; 100_000], b"1".to_vec(), vec![b')'; 100_000]].concat();
    let tree = parser(&ARITHMETIC).parse(&text(&deep)).unwrap();
    assert_eq!(tree.len(), 100_000 * 5 + 6);
}

#[test]
fn left_recursion_leans_to_the_left_and_ambiguity_goes_by_length() {
    let parse = |rules: &[(&str, &str)], input: &str| {
        brackets(&parser(rules).parse(&text(input.as_bytes())).unwrap())
    };
    assert_eq!(parse(&[("e", "e + e | n")], "n+n+n"), "e(e(e(n)+e(n))+e(n))");
    assert_eq!(parse(&[("e", "e e | a | ''")], "aa"), "e(e(a)e(a))");
    assert_eq!(parse(&[("s", "i s | i s e s | x")], "iixex"), "s(is(is(x)es(x)))");
    assert_eq!(parse(&[("a", "b | x"), ("b", "a | y")], "x"), "a(x)");
}

#[test]
fn lists_have_elements_and_separators() {
    let mut builder = GrammarBuilder::default();
    let [list, word, comma] = ["list", "word", ","].map(|name| builder.declare(name, true).unwrap());
    builder.define(list, Rule::List(List { element: word, separator: Some(comma), at_least_one: false }));
    builder.define(word, Rule::Token(Token { pattern: Some("[a-z]+".into()), shortest: None }));
    builder.define(comma, Rule::Text(b",".as_slice().into()));
    let parser = Earley::new(Arc::new(builder.finish("test", list, Spacing::Exact)), None).unwrap();
    let tree = parser.parse(&text(b"ab,c,def")).unwrap();
    let children: Vec<_> =
        tree.children(NodeId::ROOT).map(|id| (tree.node(id).role(), tree.bytes(id))).collect();
    assert_eq!(tree.node(NodeId::ROOT).shape(), Shape::Star);
    assert_eq!(
        children,
        [
            (Role::Element, b"ab".as_slice()),
            (Role::Separator, b","),
            (Role::Element, b"c"),
            (Role::Separator, b","),
            (Role::Element, b"def")
        ]
    );
    assert_eq!(parser.parse(&text(b"")).unwrap().len(), 1);
    assert_eq!(
        parser.parse(&text(b"a,")).unwrap_err().to_string(),
        "line 1, column 3: expected word, found the end of the input"
    );
}

/// Assignments with names, numbers and a keyword, over blanks and comments.
fn assignments() -> Earley {
    let mut builder = GrammarBuilder::default();
    let [program, statement, name, number, keyword, equals, end] =
        ["program", "statement", "name", "number", "let", "=", ";"]
            .map(|name| builder.declare(name, name.len() > 3).expect("few symbols"));
    let token = || Rule::Token(Token { pattern: None, shortest: None });
    let text = |text: &str| Rule::Text(text.as_bytes().into());
    builder.define(program, Rule::List(List { element: statement, separator: None, at_least_one: false }));
    builder.define(
        statement,
        Rule::Regular(vec![vec![keyword, name, equals, number, end], vec![name, equals, number, end]]),
    );
    builder.define(name, token());
    builder.define(number, token());
    builder.define(keyword, text("let"));
    builder.define(equals, text("="));
    builder.define(end, text(";"));
    let rule = |symbol, pattern: &str| LexicalRule::new(symbol, pattern);
    let lexis = Lexis {
        rules: vec![
            rule(Some(keyword), "let"),
            rule(Some(equals), "="),
            rule(Some(end), ";"),
            rule(Some(name), "[a-z]+"),
            rule(Some(number), "[0-9]+"),
            rule(None, r"[ \n]+|//[^\n]*"),
        ],
    };
    Earley::new(Arc::new(builder.finish("test", program, Spacing::Words)), Some(&lexis))
        .expect("good patterns")
}

#[test]
fn tokens_are_the_longest_and_then_the_first_and_gaps_lie_between_nodes() {
    let input = b" // first\nlet letter = 12;\nlet let2x = 3;";
    let tree = assignments().parse(&text(&input[..26])).unwrap();
    assert_eq!(is_derivation(&tree, true), Ok(()));
    assert_eq!(brackets(&tree), "program(statement(letletter=12;))");
    assert_eq!(tree.bytes(NodeId::ROOT), &input[..26]);
    let statement = tree.children(NodeId::ROOT).next().unwrap();
    assert_eq!(tree.bytes(statement), b"let letter = 12;");
    assert_eq!(assignments().parse(&text(b" \n ")).unwrap().len(), 1);
}

#[test]
fn errors_among_tokens_name_them() {
    let message = |input: &[u8]| assignments().parse(&text(input)).unwrap_err().to_string();
    assert_eq!(message(b"x = 1;\nlet  12"), "line 2, column 6: expected name, found \"12\"");
    assert_eq!(message(b"x = # 1"), "line 1, column 5: expected number, found \"#\"");
    assert_eq!(message(b"x = 1 "), "line 1, column 7: expected \";\", found the end of the input");
    assert_eq!(message(b"x = \xff"), "line 1, column 5: expected number, found \"\\xff\"");
}

#[test]
fn columns_count_characters() {
    let error = parser(&[("s", "é x | é y")]).parse(&text("éz".as_bytes())).unwrap_err();
    assert_eq!((error.offset, error.line, error.column), (2, 1, 2));
    assert_eq!(error.found.as_deref(), Some("\"z\""));
    assert_eq!(error.expected, ["\"x\"".into(), "\"y\"".into()] as [Box<str>; 2]);
}

#[test]
fn a_start_may_be_a_terminal() {
    let mut builder = GrammarBuilder::default();
    let plus = builder.declare("+", false).unwrap();
    builder.define(plus, Rule::Text(b"+".as_slice().into()));
    let parser = Earley::new(Arc::new(builder.finish("plus", plus, Spacing::Exact)), None).unwrap();
    assert_eq!(parser.parse(&text(b"+")).unwrap().len(), 1);
    let message = |input: &[u8]| parser.parse(&text(input)).unwrap_err().to_string();
    assert_eq!(message(b"+1"), "line 1, column 2: expected the end of the input, found \"1\"");
    assert_eq!(message(b"1"), "line 1, column 1: expected \"+\", found \"1\"");
    assert_eq!(message(b""), "line 1, column 1: expected \"+\", found the end of the input");
}

#[test]
fn long_lists_by_recursion_on_any_side_and_a_megabyte_of_noise_end_soon() {
    let rules: [&[(&str, &str)]; 4] =
        [&[("s", "x s | x")], &[("s", "s x | x")], &[("s", "x s | ''")], &[("s", "x t | ''"), ("t", "s")]];
    let long = text(&b"x".repeat(100_000));
    for rules in rules {
        let tree = parser(rules).parse(&long).unwrap();
        assert_eq!(is_derivation(&tree, false), Ok(()));
    }
    let noise: Vec<u8> = (0..1_000_000u32).map(|i| i.wrapping_mul(2_654_435_761).to_be_bytes()[0]).collect();
    assert!(parser(&ARITHMETIC).parse(&text(&noise)).is_err());
}

#[test]
fn a_text_of_blanks_alone_is_an_empty_one() {
    let grammar = "grammar G; s : A* ; A : 'a' ; W : ' '+ -> skip ;";
    let notation = Notation::from_antlr(&[("G.g4", grammar)], None).expect("a grammar");
    let parser = Earley::new(notation.grammar, notation.lexis.as_ref()).expect("good patterns");
    let tree = parser.parse(&text(b"  ")).expect("a text without tokens");
    assert_eq!((tree.len(), is_derivation(&tree, true)), (1, Ok(())));
}

#[test]
fn modes_and_tokens_of_several_matches_are_followed() {
    let lexer = "lexer grammar L;\n\
        HOLE : '{' -> pushMode(CODE) ;\n\
        NOTE : '{#' -> more, pushMode(REMARK) ;\n\
        TEXT : ~[{]+ ;\n\
        mode CODE;\n\
        OPEN : '{' -> type(HOLE), pushMode(CODE) ;\n\
        END : '}' -> popMode ;\n\
        NAME : [a-z]+ ;\n\
        BLANK : ' '+ -> skip ;\n\
        mode REMARK;\n\
        REMARK_END : '#}' -> popMode ;\n\
        ANY : . -> more ;\n";
    let parser = "parser grammar P; options { tokenVocab = L; }\n\
        page : part* EOF ; part : TEXT | REMARK_END | hole ; hole : HOLE (NAME | hole)* END ;";
    let notation = Notation::from_antlr(&[("L.g4", lexer), ("P.g4", parser)], None).unwrap();
    assert_eq!(notation.warnings, []);
    let earley = Earley::new(Arc::clone(&notation.grammar), notation.lexis.as_ref()).unwrap();
    let tree = |text: &str| earley.parse(&Text::new(text.as_bytes()).unwrap());
    let text = "Dear { name  {of} }{# { not #this } #}, hello";
    let parsed = tree(text).unwrap();
    let leaves = parsed.ids().filter(|id| parsed.node(*id).shape() == Shape::Token);
    let leaves: Vec<&str> = leaves.map(|id| std::str::from_utf8(parsed.bytes(id)).unwrap()).collect();
    let expected = ["Dear ", "{", "name", "{", "of", "}", "}", "{# { not #this } #}", ", hello"];
    assert_eq!(leaves, expected);
    for wrong in ["a { b", "a { 1 }", "{# not closed"] {
        assert!(tree(wrong).is_err(), "{wrong}");
    }
}
