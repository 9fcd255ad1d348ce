//! Small grammars with everything that makes parsers stumble.

use dwindle::grammar::{Class, Grammar, GrammarBuilder, List, Rule, Spacing, Symbol, Token};
use dwindle_syntax::notation::{LexicalRule, Lexis, ModeStep};

use crate::choices::Choices;

/// What tokens are in the text, by the number of the terminal that they are.
const PATTERNS: [&str; 8] = ["a", "b", "[bcé]", "ab", "", "a*b?", "b+|bca", "(?:ab?)*c"];

/// A grammar over `a`, `b`, `c` and `é`: empty symbols, recursion on all sides and hidden, circles, lists, optional
/// symbols, terminals that overlap.
pub fn grammar(choices: &mut Choices<'_>) -> Grammar {
    let own = 1 + choices.roll(6);
    let all = own + PATTERNS.len();
    let symbol = |choices: &mut Choices<'_>| Symbol::new(choices.roll(all));
    let mut builder = GrammarBuilder::default();
    for number in 0..all {
        builder.declare(format!("s{number}"), true).expect("few symbols");
    }
    for number in 0..own {
        let rule = match choices.roll(8) {
            0 => Rule::Optional(symbol(choices)),
            1 | 2 => Rule::List(List {
                element: symbol(choices),
                separator: (choices.roll(2) == 1).then(|| symbol(choices)),
                at_least_one: choices.roll(2) == 1,
            }),
            _ => {
                let alternatives = choices.roll(5);
                let sequence = |choices: &mut Choices<'_>| {
                    let length = choices.roll(5);
                    (0..length).map(|_| symbol(choices)).collect()
                };
                Rule::Regular((0..alternatives).map(|_| sequence(choices)).collect())
            }
        };
        builder.define(Symbol::new(number), rule);
    }
    for (number, pattern) in PATTERNS.iter().enumerate() {
        let rule = match number {
            0 | 1 | 3 | 4 => Rule::Text(pattern.as_bytes().into()),
            2 => Rule::Class(Class::new([('b', 'c'), ('é', 'é')])),
            _ => Rule::Token(Token { pattern: Some((*pattern).into()), shortest: None }),
        };
        builder.define(Symbol::new(own + number), rule);
    }
    let spacing = if choices.roll(4) == 1 { Spacing::Words } else { Spacing::Exact };
    builder.finish("random", Symbol::new(0), spacing)
}

/// A lexer for such a grammar, with blanks left out in mode 0, and other modes now and then.
pub fn lexis(choices: &mut Choices<'_>, grammar: &Grammar) -> Lexis {
    let first = grammar.symbols().count() - PATTERNS.len();
    let terminals = PATTERNS.iter().enumerate().filter(|(_, pattern)| !pattern.is_empty());
    let rule = |(number, pattern): (usize, &&str)| {
        let mut rule = LexicalRule::new(Some(Symbol::new(first + number)), *pattern);
        match choices.roll(16) {
            1 => rule.mode = 1,
            2 => rule.steps = vec![ModeStep::Push(choices.roll(3))],
            3 => rule.steps = vec![ModeStep::Pop],
            4 => rule.steps = vec![ModeStep::Set(choices.roll(3)), ModeStep::Push(0)],
            5 => rule.more = true,
            6 => rule.symbol = None,
            _ => {}
        }
        rule
    };
    let mut rules: Vec<LexicalRule> = terminals.map(rule).collect();
    rules.push(LexicalRule::new(None, " +"));
    Lexis { rules }
}

/// A text over what the grammars know, and now and then any byte.
pub fn text(choices: &mut Choices<'_>, longest: usize) -> Vec<u8> {
    let mut text = Vec::new();
    while !choices.is_empty() && text.len() < longest {
        match choices.roll(32) {
            0..10 => text.push(b'a'),
            10..20 => text.push(b'b'),
            20..28 => text.push(b'c'),
            28 => text.extend("é".as_bytes()),
            29 | 30 => text.push(b' '),
            _ => text.extend(choices.rest(1)),
        }
    }
    text
}
