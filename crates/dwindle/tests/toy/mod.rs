//! A toy language with every kind of rule, and its parser.
//!
//! ```text
//! value = word | "(" value* ")" | "[" value ("," value)* "]" | "{" value? "}" | value "+" value | "<" value value ">"
//! ```

use std::sync::Arc;

use dwindle::Text;
use dwindle::grammar::{Grammar, GrammarBuilder, List, Rule, Spacing, Symbol, Token};
use dwindle::tree::{Parse, Role, Shape, Tree, TreeBuilder};

pub(crate) struct Toy {
    grammar: Arc<Grammar>,
    value: Symbol,
    word: Symbol,
    group: Symbol,
    items: Symbol,
    array: Symbol,
    elements: Symbol,
    maybe: Symbol,
    sum: Symbol,
    pair: Symbol,
    marks: [Symbol; 11],
}

const MARKS: [&str; 11] = ["(", ")", "[", ",", "]", "{", "}", "+", "<", ">", "?"];

impl Toy {
    pub(crate) fn new() -> Self {
        let mut make = GrammarBuilder::default();
        let mut named = |name: &str| make.declare(name, true).expect("few symbols");
        let [value, word, group, items, array] = ["value", "word", "group", "items", "array"].map(&mut named);
        let [elements, maybe, inner, sum, pair] =
            ["elements", "maybe", "inner", "sum", "pair"].map(&mut named);
        let marks = MARKS.map(|mark| {
            let symbol = make.declare(mark, false).expect("few symbols");
            make.define(symbol, Rule::Text(mark.as_bytes().into()));
            symbol
        });
        let mark = |text: &str| marks[MARKS.iter().position(|mark| *mark == text).expect("a mark")];
        let chain = [word, group, array, maybe, sum, pair].map(|symbol| vec![symbol]);
        make.define(value, Rule::Regular(chain.to_vec()));
        make.define(
            word,
            Rule::Token(Token { pattern: Some("[a-z]+".into()), shortest: Some(b"a".as_slice().into()) }),
        );
        make.define(group, Rule::Regular(vec![vec![mark("("), items, mark(")")]]));
        make.define(items, Rule::List(List { element: value, separator: None, at_least_one: false }));
        make.define(array, Rule::Regular(vec![vec![mark("["), elements, mark("]")]]));
        let comma = Some(mark(","));
        make.define(elements, Rule::List(List { element: value, separator: comma, at_least_one: true }));
        make.define(maybe, Rule::Regular(vec![vec![mark("{"), inner, mark("}")]]));
        make.define(inner, Rule::Optional(value));
        make.define(sum, Rule::Regular(vec![vec![value, mark("+"), value]]));
        make.define(pair, Rule::Regular(vec![vec![mark("<"), value, value, mark(">")]]));
        let grammar = Arc::new(make.finish("toy", value, Spacing::Words));
        Self { grammar, value, word, group, items, array, elements, maybe, sum, pair, marks }
    }
}

impl Parse for Toy {
    fn parse(&self, text: &Text) -> Option<Tree> {
        let bytes = text.bytes();
        let mut parser = Parser { toy: self, bytes, at: 0, events: Vec::new() };
        parser.blanks();
        parser.value(Role::Needed)?;
        parser.blanks();
        if parser.at < bytes.len() {
            return None;
        }
        let mut builder = TreeBuilder::new(text.clone(), Arc::clone(&self.grammar));
        for event in parser.events {
            match event {
                Event::Open(symbol, place, shape, role, at) => {
                    builder.open(symbol, place, shape, role, at);
                }
                Event::Close(at) => builder.close(at),
            }
        }
        Some(builder.finish())
    }

    fn grammar(&self) -> &Arc<Grammar> {
        &self.grammar
    }
}

enum Event {
    Open(Symbol, Symbol, Shape, Role, usize),
    Close(usize),
}

struct Parser<'t> {
    toy: &'t Toy,
    bytes: &'t [u8],
    at: usize,
    events: Vec<Event>,
}

impl Parser<'_> {
    fn blanks(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn open(&mut self, symbol: Symbol, place: Symbol, shape: Shape, role: Role) {
        self.events.push(Event::Open(symbol, place, shape, role, self.at));
    }

    fn close(&mut self) {
        self.events.push(Event::Close(self.at));
    }

    fn mark(&mut self, text: u8, role: Role) -> Option<()> {
        self.blanks();
        if self.bytes.get(self.at) != Some(&text) {
            return None;
        }
        let symbol = self.toy.marks[MARKS.iter().position(|mark| mark.as_bytes() == [text]).expect("a mark")];
        self.open(symbol, symbol, Shape::Token, role);
        self.at += 1;
        self.close();
        Some(())
    }

    fn peek(&mut self) -> Option<u8> {
        self.blanks();
        self.bytes.get(self.at).copied()
    }

    /// A value is a primary, or `primary + value`.
    fn value(&mut self, role: Role) -> Option<()> {
        self.blanks();
        let (first, from) = (self.events.len(), self.at);
        self.primary(Role::Needed)?;
        let end = self.at;
        if self.peek() == Some(b'+') {
            let value = self.toy.value;
            self.events.insert(first, Event::Open(self.toy.sum, value, Shape::Regular, role, from));
            self.mark(b'+', Role::Needed)?;
            self.value(Role::Needed)?;
            self.close();
        } else {
            self.at = end;
            if let Some(Event::Open(.., own, _)) = self.events.get_mut(first) {
                *own = role;
            }
        }
        Some(())
    }

    fn primary(&mut self, role: Role) -> Option<()> {
        let toy = self.toy;
        let regular = |parser: &mut Self, symbol| parser.open(symbol, toy.value, Shape::Regular, role);
        match self.peek()? {
            b'a'..=b'z' => {
                self.open(toy.word, toy.value, Shape::Token, role);
                while self.bytes.get(self.at).is_some_and(u8::is_ascii_lowercase) {
                    self.at += 1;
                }
            }
            b'(' => {
                regular(self, toy.group);
                self.mark(b'(', Role::Needed)?;
                self.open(toy.items, toy.items, Shape::Star, Role::Needed);
                while self.peek()? != b')' {
                    self.value(Role::Element)?;
                }
                self.close();
                self.mark(b')', Role::Needed)?;
            }
            b'[' => {
                regular(self, toy.array);
                self.mark(b'[', Role::Needed)?;
                self.blanks();
                self.open(toy.elements, toy.elements, Shape::Plus, Role::Needed);
                self.value(Role::Element)?;
                while self.peek()? == b',' {
                    self.mark(b',', Role::Separator)?;
                    self.value(Role::Element)?;
                }
                self.close();
                self.mark(b']', Role::Needed)?;
            }
            b'{' => {
                regular(self, toy.maybe);
                self.mark(b'{', Role::Needed)?;
                if self.peek()? != b'}' {
                    self.value(Role::Optional)?;
                }
                self.mark(b'}', Role::Needed)?;
            }
            b'<' => {
                regular(self, toy.pair);
                self.mark(b'<', Role::Needed)?;
                self.value(Role::Needed)?;
                self.value(Role::Needed)?;
                self.mark(b'>', Role::Needed)?;
            }
            _ => return None,
        }
        self.close();
        Some(())
    }
}
