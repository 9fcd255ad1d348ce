//! Generative reduction and node transformations: what they find, and their promises for any test.

use std::sync::Arc;

use dwindle::grammar::{Class, Grammar, GrammarBuilder, List, Rule, Spacing, Symbol};
use dwindle::reduce::generative::Derivations;
use dwindle::reduce::{Setting, Work};
use dwindle::tree::{NodeId, Parse, Role, Shape, Tree, TreeBuilder};
use dwindle::{Engine, Outcome, Stop, Text, reduce};

use crate::expressions::{self, expression, noise, on_text, parse, tree};

fn fail_if(yes: bool) -> Outcome {
    if yes { Outcome::Fail } else { Outcome::Pass }
}

fn text(tree: &Tree) -> String {
    String::from_utf8(tree.text().bytes().to_vec()).unwrap()
}

/// The text with a node replaced.
fn spliced(tree: &Tree, node: NodeId, new: &[u8]) -> String {
    let (bytes, span) = (tree.text().bytes(), tree.node(node).span());
    String::from_utf8([&bytes[..span.start], new, &bytes[span.end..]].concat()).unwrap()
}

fn generated(start: &str, judge: impl Fn(&str) -> Outcome + Sync) -> Tree {
    let tree = tree(&expressions::grammar(), &parse(start).unwrap());
    let run = |search: &mut dwindle::Search<'_>| {
        let mut work = Work::new(search, Setting::default(), tree);
        reduce::generative(&mut work)?;
        Ok::<_, Stop>(work.into_tree())
    };
    Engine::new().run(&on_text(judge), run).unwrap()
}

#[test]
fn smaller_derivations_need_not_stand_in_the_input() {
    let needs = |part: &'static str| move |text: &str| fail_if(parse(text).is_some() && text.contains(part));
    assert_eq!(text(&generated("3 * (100.99 - 27)", |text| fail_if(parse(text).is_some()))), "0");
    assert_eq!(text(&generated("100.99", |text| fail_if(text != "0"))), "1");
    assert_eq!(text(&generated("31 * (100.99 - 27)", needs("."))), "0 * (0.0 - 0)");
    assert_eq!(text(&generated("31 * (100.99 - 27)", needs(" - "))), "0 * (0 - 0)");
    assert_eq!(text(&generated("31 * (100.99 - 27)", needs(" * (1"))), "0 * (1)");
}

#[test]
fn no_shorter_derivation_of_one_node_fails() {
    let derivations = Derivations::of(&expressions::grammar());
    for seed in 0..500 {
        let input = expression(&mut (seed << 20), "<start>", u32::try_from(seed % 5).unwrap());
        let judge =
            |text: &str| if text == input { Outcome::Fail } else { noise(seed, seed % 9, text.as_bytes()) };
        let end = generated(&input, judge);
        assert_eq!(judge(&text(&end)), Outcome::Fail);
        for node in end.ids() {
            let shorter =
                derivations.texts(end.node(node).place()).filter(|text| text.len() < end.node(node).len());
            for new in shorter {
                assert_ne!(judge(&spliced(&end, node, new)), Outcome::Fail, "{input} to {}", text(&end));
            }
        }
    }
}

/// Little programs: statements `x=e;`, `if(e)s` and `;`, where `e` is a name, a digit or `(e&e)`.
fn language() -> (Arc<Grammar>, [Symbol; 10]) {
    let mut builder = GrammarBuilder::default();
    let names =
        ["program", "statement", "assignment", "if", "expression", "and", "name", "digit", "empty", "mark"];
    let all = names.map(|name| builder.declare(name, true).unwrap());
    let [program, statement, assignment, condition, expression, and, name, digit, empty, mark] = all;
    let mut sign = |text: &str| {
        let symbol = builder.declare(text, false).unwrap();
        builder.define(symbol, Rule::Text(text.as_bytes().into()));
        symbol
    };
    let [semicolon, equals, open, amper, close, if_open] = [";", "=", "(", "&", ")", "if("].map(&mut sign);
    builder.define(program, Rule::List(List { element: statement, separator: None, at_least_one: false }));
    builder.define(statement, Rule::Regular(vec![vec![assignment], vec![condition], vec![empty]]));
    builder.define(assignment, Rule::Regular(vec![vec![name, equals, expression, semicolon]]));
    builder.define(condition, Rule::Regular(vec![vec![if_open, expression, close, statement]]));
    builder.define(expression, Rule::Regular(vec![vec![and], vec![name], vec![digit]]));
    builder.define(and, Rule::Regular(vec![vec![open, expression, amper, expression, close]]));
    builder.define(name, Rule::Class(Class::new([('a', 'z')])));
    builder.define(digit, Rule::Class(Class::new([('0', '9')])));
    builder.define(empty, Rule::Text((*b";").into()));
    builder.define(mark, Rule::Text((*b"!").into()));
    (Arc::new(builder.finish("little", program, Spacing::Exact)), all)
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    tree: TreeBuilder,
    symbols: [Symbol; 10],
}

impl Parser<'_> {
    fn parse(text: &str) -> Option<Tree> {
        let (grammar, symbols) = language();
        let tree = TreeBuilder::new(Text::new(text.as_bytes().to_vec()).unwrap(), grammar);
        let mut parser = Parser { text: text.as_bytes(), at: 0, tree, symbols };
        let program = symbols[0];
        parser.tree.open(program, program, Shape::Star, Role::Needed, 0);
        while parser.at < text.len() {
            parser.statement(Role::Element)?;
        }
        parser.tree.close(text.len());
        Some(parser.tree.finish())
    }

    fn next(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn expect(&mut self, text: &str) -> Option<()> {
        self.text[self.at..].starts_with(text.as_bytes()).then(|| self.at += text.len())
    }

    fn leaf(&mut self, symbol: Symbol, place: Symbol, role: Role) {
        self.tree.leaf(symbol, place, role, self.at..self.at + 1);
        self.at += 1;
    }

    /// Chains of single rules are one node here, with another place than symbol.
    fn statement(&mut self, role: Role) -> Option<()> {
        let [_, statement, assignment, condition, _, _, name, _, empty, _] = self.symbols;
        if self.next() == b';' {
            self.leaf(empty, statement, role);
        } else if self.text[self.at..].starts_with(b"if(") {
            self.tree.open(condition, statement, Shape::Regular, role, self.at);
            self.expect("if(")?;
            self.expression()?;
            self.expect(")")?;
            self.statement(Role::Needed)?;
            self.tree.close(self.at);
        } else if self.next().is_ascii_lowercase() {
            self.tree.open(assignment, statement, Shape::Regular, role, self.at);
            self.leaf(name, name, Role::Needed);
            self.expect("=")?;
            self.expression()?;
            self.expect(";")?;
            self.tree.close(self.at);
        } else {
            return None;
        }
        Some(())
    }

    fn expression(&mut self) -> Option<()> {
        let [_, _, _, _, expression, and, name, digit, _, _] = self.symbols;
        match self.next() {
            b'a'..=b'z' => self.leaf(name, expression, Role::Needed),
            b'0'..=b'9' => self.leaf(digit, expression, Role::Needed),
            _ => {
                self.tree.open(and, expression, Shape::Regular, Role::Needed, self.at);
                self.expect("(")?;
                self.expression()?;
                self.expect("&")?;
                self.expression()?;
                self.expect(")")?;
                self.tree.close(self.at);
            }
        }
        Some(())
    }
}

/// A parser that knows constants for expressions.
struct Constants(Arc<Grammar>);

impl Parse for Constants {
    fn parse(&self, text: &Text) -> Option<Tree> {
        Parser::parse(std::str::from_utf8(text.bytes()).ok()?)
    }

    fn grammar(&self) -> &Arc<Grammar> {
        &self.0
    }

    fn constants(&self, tree: &Tree, node: NodeId) -> Vec<Vec<u8>> {
        let place = tree.node(node).place();
        let name = &*tree.grammar().definition(place).name;
        if name == "expression" { vec![b"0".to_vec(), b"1".to_vec()] } else { Vec::new() }
    }
}

fn transformed(start: &str, judge: impl Fn(&str) -> Outcome + Sync) -> (Tree, u64) {
    let tree = Parser::parse(start).unwrap();
    let test = on_text(judge);
    let run = |search: &mut dwindle::Search<'_>| {
        let parse = Constants(Arc::clone(tree.grammar()));
        let mut work = Work::new(search, Setting { parse: Some(&parse), ..Setting::default() }, tree);
        reduce::transform(&mut work)?;
        let tree = work.into_tree();
        Ok::<_, Stop>((tree, search.count().tests))
    };
    Engine::new().run(&test, run).unwrap()
}

#[test]
fn statements_operands_and_branches_take_the_place_of_what_holds_them() {
    let needs = |part: &'static str| {
        move |text: &str| {
            if Parser::parse(text).is_none() {
                return Outcome::Unresolved;
            }
            fail_if(text.contains(part) && text.matches([';']).count() == 3)
        }
    };
    let program = "x=(a&(b&c));if((x&y))y=(z&7);z=(x&y);";
    assert_eq!(text(&transformed(program, needs("7")).0), ";a=7;;");
    assert_eq!(text(&transformed(program, needs("b")).0), "a=b;;;");
    assert_eq!(text(&transformed(program, needs("(z")).0), ";a=(z&0);;");
    assert_eq!(text(&transformed(program, needs("if")).0), ";if(0);;");
}

#[test]
fn a_variable_goes_with_all_its_uses() {
    // One use alone never goes.
    let (end, _) = transformed("if(x)if(x)if(x)y=2;", |text| {
        let together = text.matches('x').count() % 3 == 0 && text.matches('0').count() % 3 == 0;
        fail_if(text.contains("y=2;") && text.matches("if(").count() == 3 && together)
    });
    assert_eq!(text(&end), "if(0)if(0)if(0)y=2;");
}

#[test]
fn what_holds_together_is_done_together() {
    let program = "x=(a&b);".repeat(60);
    let (end, tests) = transformed(&program, |text| fail_if(Parser::parse(text).is_some()));
    assert_eq!(text(&end), "");
    assert!(tests < 10, "{tests} tests");
    let (end, tests) = transformed(&program, |text| fail_if(text.matches("x=").count() == 60));
    assert_eq!(text(&end), "x=0;".repeat(60));
    // Each statement, name and operation in each of two rounds; one to fold a window of successes.
    assert!(tests <= 60 * 5 + 20, "{tests} tests");
}

#[test]
fn no_single_transformation_of_a_result_fails() {
    let programs =
        ["x=(a&(b&c));if((x&y))y=(z&7);z=(x&y);", "if((a&a))if(a)if(3)a=((a&b)&(b&9));;b=a;", "x=1;"];
    for (seed, input) in (0..600).zip(programs.into_iter().cycle()) {
        let judge =
            |text: &str| if text == input { Outcome::Fail } else { noise(seed, seed % 10, text.as_bytes()) };
        let (end, _) = transformed(input, judge);
        let result = text(&end);
        assert_eq!(judge(&result), Outcome::Fail);
        for node in end.ids().filter(|node| !end.node(*node).is_empty()) {
            let grammar = end.grammar();
            let place = end.node(node).place();
            let mut texts = Constants(Arc::clone(end.grammar())).constants(&end, node);
            texts.extend(grammar.shortest(place).map(<[u8]>::to_vec));
            for below in end.subtree(node).skip(1) {
                // Of the nodes that fit, those not below another that fits.
                let fits = |id: NodeId| id != node && grammar.accepts(place, end.node(id).symbol());
                let mut above = std::iter::successors(end.parent(below), |id| end.parent(*id));
                let hidden = above.any(|id| end.is_within(id, node) && fits(id));
                if fits(below) && !hidden {
                    texts.push(end.bytes(below).to_vec());
                }
            }
            for new in texts {
                let candidate = spliced(&end, node, &new);
                if (candidate.len(), candidate.as_str()) < (result.len(), result.as_str()) {
                    assert_ne!(judge(&candidate), Outcome::Fail, "{input} to {result}: {candidate}");
                }
            }
        }
    }
}
