//! The grammar reducer against the book's printed runs, against the most literal version of it, and its promises.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use dwindle::grammar::{Grammar, GrammarBuilder, List, Rule, Spacing};
use dwindle::reduce::grammar::GrammarReduction;
use dwindle::reduce::{Setting, Work};
use dwindle::test::on_texts;
use dwindle::tree::{Role, Shape, Tree, TreeBuilder};
use dwindle::{Engine, Outcome, Search, Stop, Text, reduce};
use serde_json::Value;

use crate::expressions::{self, Derivation, expansions, expression, noise, on_text, parse, tree};

const ONCE: GrammarReduction =
    GrammarReduction { by_depth: false, all_combinations: false, to_fixed_point: false };
const BY_DEPTH: GrammarReduction = GrammarReduction { by_depth: true, ..ONCE };

type Asked = Vec<(String, Outcome)>;

/// The books' failure: an opening parenthesis, and the first closing one is behind the first opening one;
/// unresolved where the text is no expression.
fn mystery(text: &str) -> Outcome {
    if parse(text).is_none() {
        return Outcome::Unresolved;
    }
    match (text.find('('), text.find(')')) {
        (Some(open), Some(close)) if open < close => Outcome::Fail,
        _ => Outcome::Pass,
    }
}

/// What the library's reducer makes of a tree.
fn reduced(search: &mut Search<'_>, tree: Tree, how: GrammarReduction) -> Result<Tree, Stop> {
    let mut work = Work::new(search, Setting::default(), tree);
    reduce::grammar(&mut work, how)?;
    Ok(work.into_tree())
}

/// Runs the library's reducer; what it asked without repeats, and its result.
fn ours(text: &str, how: GrammarReduction, judge: impl Fn(&str) -> Outcome + Sync) -> (Asked, String) {
    let grammar = expressions::grammar();
    let tree = tree(&grammar, &parse(text).unwrap());
    let asked = Mutex::new(Asked::new());
    let test = on_text(|text| {
        let outcome = judge(text);
        asked.lock().unwrap().push((text.to_owned(), outcome));
        outcome
    });
    let result = Engine::new().run(&test, |search| reduced(search, tree, how)).unwrap();
    let text = String::from_utf8(result.text().bytes().to_vec()).unwrap();
    assert_eq!(result.len(), nodes(&parse(&text).unwrap()), "the tree is that of its text");
    drop(test);
    (asked.into_inner().unwrap(), text)
}

#[test]
fn every_published_run_is_reproduced() {
    let published: Value =
        serde_json::from_str(include_str!("../../dwindle-core/tests/data/published-runs.json")).unwrap();
    let runs = published["runs"].as_array().unwrap();
    let run = |name: &str| runs.iter().find(|run| run["name"] == name).unwrap();
    let (short, by_depth) = (run("grammar-reducer-expr"), run("grammar-reducer-expr-by-depth"));
    let long = run("long-expression");
    for (input, how, tests, result) in [
        ("1 + (2 * 3)", ONCE, &short["tests"], &short["result"]),
        ("1 + (2 * 3)", BY_DEPTH, &by_depth["tests"], &by_depth["result"]),
        (long["input"].as_str().unwrap(), ONCE, &long["grammar"]["sequence"], &long["grammar"]["result"]),
        (
            long["input"].as_str().unwrap(),
            BY_DEPTH,
            &long["grammar-by-depth"]["sequence"],
            &long["grammar-by-depth"]["result"],
        ),
    ] {
        let expected: Vec<(String, String)> = serde_json::from_value(tests.clone()).unwrap();
        let (asked, end) = ours(input, how, mystery);
        let asked: Vec<_> = asked.into_iter().map(|(text, o)| (text, o.name().to_uppercase())).collect();
        assert_eq!(asked, expected, "{input}");
        assert_eq!(end, result.as_str().unwrap());
    }
}

#[test]
fn the_short_runs_of_the_book_are_reproduced() {
    let texts =
        |how| ours("1 + (2 * 3)", how, mystery).0.into_iter().map(|(text, _)| text).collect::<Vec<_>>();
    assert_eq!(texts(ONCE), ["(2 * 3)", "2 * 3", "3", "2", "(3)"]);
    assert_eq!(texts(BY_DEPTH), ["(2 * 3)", "(3)", "3"]);
}

/// The book's algorithm on nested vectors. Nothing here shares a line with the library.
struct Naive<'a> {
    judge: &'a dyn Fn(&str) -> Outcome,
    all_combinations: bool,
    known: RefCell<BTreeMap<String, Outcome>>,
    asked: RefCell<Asked>,
}

fn nodes(tree: &Derivation) -> usize {
    1 + tree.children.iter().map(nodes).sum::<usize>()
}

fn height(tree: &Derivation) -> i32 {
    1 + tree.children.iter().map(height).max().unwrap_or(0)
}

/// The nodes of a symbol below `tree`, at any depth if `depth` is negative.
fn found(tree: &Derivation, symbol: &str, depth: i32) -> Vec<Derivation> {
    let mut all = Vec::new();
    if depth != 0 {
        for child in &tree.children {
            if depth - 1 <= 0 && child.symbol == symbol {
                all.push(child.clone());
            }
            all.extend(found(child, symbol, depth - 1));
        }
    }
    all
}

impl<'a> Naive<'a> {
    fn new(judge: &'a dyn Fn(&str) -> Outcome, all_combinations: bool) -> Self {
        Self { judge, all_combinations, known: RefCell::default(), asked: RefCell::default() }
    }

    fn candidates(&self, tree: &Derivation, depth: i32) -> Vec<Derivation> {
        let mut all = found(tree, &tree.symbol, depth);
        let mut made: Vec<Derivation> = Vec::new();
        let mut sorted = expansions(&tree.symbol).to_vec();
        sorted.sort_by_key(|parts| parts.len());
        for parts in sorted {
            let mut ways: Vec<Vec<Derivation>> = vec![Vec::new()];
            for part in parts {
                let choices = found(tree, part, depth);
                ways = ways
                    .iter()
                    .flat_map(|way| {
                        choices.iter().map(|one| [way.as_slice(), std::slice::from_ref(one)].concat())
                    })
                    .collect();
            }
            for way in ways {
                let new = Derivation { symbol: tree.symbol.clone(), children: way };
                if nodes(&new) < nodes(tree) {
                    made.push(new);
                    if !self.all_combinations {
                        break;
                    }
                }
            }
        }
        made.sort_by_key(nodes);
        all.extend(made);
        all
    }

    fn fails(&self, text: &str) -> bool {
        if let Some(outcome) = self.known.borrow().get(text) {
            return *outcome == Outcome::Fail;
        }
        let outcome = (self.judge)(text);
        self.known.borrow_mut().insert(text.to_owned(), outcome);
        self.asked.borrow_mut().push((text.to_owned(), outcome));
        outcome == Outcome::Fail
    }

    /// Reduces what lies below the node at `path`.
    fn reduce(&self, whole: &mut Derivation, path: &mut Vec<usize>, depth: i32) -> bool {
        fn at<'d>(whole: &'d mut Derivation, path: &[usize]) -> &'d mut Derivation {
            path.iter().fold(whole, |tree, &child| &mut tree.children[child])
        }
        let count = at(whole, path).children.len();
        let mut reduced = false;
        loop {
            let mut again = false;
            for number in 0..count {
                let child = at(whole, path).children[number].clone();
                for candidate in self.candidates(&child, depth) {
                    at(whole, path).children[number] = candidate;
                    if self.fails(&whole.text()) {
                        again = true;
                        break;
                    }
                    at(whole, path).children[number] = child.clone();
                }
            }
            reduced |= again;
            if !again {
                break;
            }
        }
        for number in 0..count {
            path.push(number);
            reduced |= self.reduce(whole, path, depth);
            path.pop();
        }
        reduced
    }

    fn run(&self, text: &str, by_depth: bool) -> String {
        let mut whole = parse(text).unwrap();
        let mut depth = if by_depth { 0 } else { -1 };
        while depth < height(&whole) {
            let reduced = self.reduce(&mut whole, &mut Vec::new(), depth);
            match by_depth {
                false => break,
                true if reduced => depth = 0,
                true => depth += 1,
            }
        }
        whole.text()
    }
}

#[test]
fn five_hundred_expressions_are_reduced_as_the_book_does_it() {
    let (mut tried, mut seed) = (0, 0);
    while tried < 500 {
        seed += 1;
        let input = expression(&mut (seed << 20), "<start>", 0);
        if mystery(&input) != Outcome::Fail || input.len() > 120 {
            continue;
        }
        tried += 1;
        // Half of them with a test that tells nothing by its kind.
        let judge = |text: &str| match mystery(text) {
            Outcome::Unresolved => Outcome::Unresolved,
            other if seed % 2 == 0 => other,
            _ => noise(seed, 5, text.as_bytes()),
        };
        for by_depth in [false, true] {
            for all_combinations in [false, true] {
                if all_combinations && input.len() > 40 {
                    continue;
                }
                let how = GrammarReduction { by_depth, all_combinations, to_fixed_point: false };
                let naive = Naive::new(&judge, all_combinations);
                let end = naive.run(&input, by_depth);
                assert_eq!(ours(&input, how, judge), (naive.asked.into_inner(), end), "{input} {how:?}");
            }
        }
    }
}

#[test]
fn no_candidate_of_a_result_fails() {
    for seed in 0..400 {
        let input = expression(&mut (seed << 24), "<start>", 2);
        let judge = |text: &str| {
            if text == input { Outcome::Fail } else { noise(seed, 1 + seed % 8, text.as_bytes()) }
        };
        for (how, depth) in [(GrammarReduction { to_fixed_point: true, ..ONCE }, -1), (BY_DEPTH, 1)] {
            let (_, end) = ours(&input, how, judge);
            assert_eq!(judge(&end), Outcome::Fail);
            let whole = parse(&end).unwrap();
            let naive = Naive::new(&judge, false);
            let mut depth = depth;
            while depth < height(&whole) {
                assert!(!naive.reduce(&mut whole.clone(), &mut Vec::new(), depth), "{input} to {end}");
                depth = if depth < 0 { i32::MAX } else { depth + 1 };
            }
        }
    }
}

/// A call with optional, possibly empty and plus lists: `f(1,2,3);`.
fn calls(text: &str) -> Tree {
    let mut builder = GrammarBuilder::default();
    let [script, call, arguments, argument, sign, minus, digit, comma, open, close] =
        ["script", "call", "arguments", "argument", "sign", "-", "digit", ",", "f(", ");"]
            .map(|name| builder.declare(name, true).unwrap());
    let list = |element, separator, at_least_one| Rule::List(List { element, separator, at_least_one });
    builder.define(script, list(call, None, true));
    builder.define(call, Rule::Regular(vec![vec![open, arguments, close]]));
    builder.define(arguments, list(argument, Some(comma), false));
    builder.define(argument, Rule::Regular(vec![vec![sign, digit], vec![call]]));
    builder.define(sign, Rule::Optional(minus));
    for (symbol, text) in [(minus, "-"), (comma, ","), (open, "f("), (close, ");")] {
        builder.define(symbol, Rule::Text(text.as_bytes().into()));
    }
    builder.define(digit, Rule::Class(dwindle::grammar::Class::new([('0', '9')])));
    let grammar: Arc<Grammar> = Arc::new(builder.finish("calls", script, Spacing::Exact));

    let mut tree = TreeBuilder::new(Text::new(text.as_bytes().to_vec()).unwrap(), grammar);
    tree.open(script, script, Shape::Plus, Role::Needed, 0);
    let mut at = 0;
    // What is open: a call's arguments, directly or as an argument of another call.
    let mut inside = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("f(") {
            if inside > 0 {
                tree.open(argument, argument, Shape::Regular, Role::Element, at);
            }
            tree.open(call, call, Shape::Regular, if inside > 0 { Role::Needed } else { Role::Element }, at);
            tree.leaf(open, open, Role::Needed, at..at + 2);
            at += 2;
            tree.open(arguments, arguments, Shape::Star, Role::Needed, at);
            inside += 1;
        } else if rest.starts_with(");") {
            tree.close(at);
            tree.leaf(close, close, Role::Needed, at..at + 2);
            at += 2;
            tree.close(at);
            inside -= 1;
            if inside > 0 {
                tree.close(at);
            }
        } else if rest.starts_with(',') {
            tree.leaf(comma, comma, Role::Separator, at..at + 1);
            at += 1;
        } else {
            tree.open(argument, argument, Shape::Regular, Role::Element, at);
            tree.open(sign, sign, Shape::Regular, Role::Needed, at);
            if rest.starts_with('-') {
                tree.leaf(minus, minus, Role::Optional, at..at + 1);
                at += 1;
            }
            tree.close(at);
            tree.leaf(digit, digit, Role::Needed, at..at + 1);
            at += 1;
            tree.close(at);
        }
    }
    tree.close(at);
    tree.finish()
}

#[test]
fn lists_and_optional_parts_get_shorter() {
    let input = "f(1,2,f(3,-4,5,6,7););f(8,9);f();";
    let reduced = |needle: &str| {
        let test = on_texts(|bytes: &[u8]| {
            let text = std::str::from_utf8(bytes).unwrap();
            // It has to be the same language still.
            assert_eq!(calls(text).text().bytes(), bytes);
            if text.contains(needle) { Outcome::Fail } else { Outcome::Pass }
        });
        let how = GrammarReduction { to_fixed_point: true, ..ONCE };
        let tree = Engine::new().run(&test, |search| reduced(search, calls(input), how)).unwrap();
        let text = String::from_utf8(tree.text().bytes().to_vec()).unwrap();
        assert_eq!(tree.len(), calls(&text).len(), "the tree is that of its text");
        text
    };
    // The root itself is never replaced, so all its elements stay in some form.
    assert_eq!(reduced("4,5"), "f(4,5);f();f();");
    assert_eq!(reduced("-"), "f(-4);f();f();");
    assert_eq!(reduced("9"), "f();f(9);f();");
}

#[test]
fn a_hundred_thousand_levels_are_no_danger() {
    let depth = 100_000;
    let grammar = expressions::grammar();
    let [start, expr, term, factor, integer, digit, open, close, one] =
        ["<start>", "<expr>", "<term>", "<factor>", "<integer>", "<digit>", "(", ")", "1"]
            .map(|name| grammar.symbol(name).unwrap());
    let text = format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    let end = text.len();
    let mut tree = TreeBuilder::new(Text::new(text.into_bytes()).unwrap(), Arc::clone(&grammar));
    let needed =
        |tree: &mut TreeBuilder, symbol, at| tree.open(symbol, symbol, Shape::Regular, Role::Needed, at);
    needed(&mut tree, start, 0);
    for at in 0..=depth {
        for symbol in [expr, term, factor] {
            needed(&mut tree, symbol, at);
        }
        if at < depth {
            tree.leaf(open, open, Role::Needed, at..at + 1);
        }
    }
    needed(&mut tree, integer, depth);
    needed(&mut tree, digit, depth);
    tree.leaf(one, one, Role::Needed, depth..depth + 1);
    (0..2).for_each(|_| tree.close(depth + 1));
    for at in (0..=depth).rev() {
        if at < depth {
            tree.leaf(close, close, Role::Needed, end - at - 1..end - at);
        }
        (0..3).for_each(|_| tree.close(end - at));
    }
    tree.close(end);
    let tree = tree.finish();
    for (how, step) in [(ONCE, 16), (BY_DEPTH, 2)] {
        let test =
            on_texts(|bytes: &[u8]| if bytes.len() % step == 1 { Outcome::Fail } else { Outcome::Pass });
        let tree = tree.clone();
        let end = Engine::new().budget(Some(20)).run(&test, |search| reduced(search, tree, how));
        assert!(matches!(end, Err(Stop::Budget)));
    }
}
