//! Random trees, sites and configurations: the text, its identity and the tree that comes with it agree.

use std::borrow::Cow;
use std::sync::Arc;

use super::gone::{Edit, STRIDE};
use crate::config::Choice;
use crate::grammar::{Grammar, GrammarBuilder, List, Rule, Spacing, Symbol, Token};
use crate::space::{Site, Space, TreeSpace};
use crate::tree::{NodeId, Piece, Role, Shape, Tree, TreeBuilder};
use crate::{Config, Id, Text};

/// Numbers that look drawn at random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((mixed ^ (mixed >> 27)) >> 20) as usize % sides
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }
}

const NAMES: [&str; 7] = ["item", "word", "comma", "star", "plus", "optional", "sum"];

fn grammar(spacing: Spacing) -> (Arc<Grammar>, [Symbol; 7]) {
    let mut builder = GrammarBuilder::default();
    let all = NAMES.map(|name| builder.declare(name, true).unwrap());
    let [item, word, comma, star, plus, optional, sum] = all;
    builder.define(item, Rule::Regular(vec![vec![word], vec![star], vec![plus], vec![sum], vec![optional]]));
    builder.define(word, Rule::Token(Token { pattern: None, shortest: Some((*b"w").into()) }));
    builder.define(comma, Rule::Text((*b",").into()));
    builder.define(star, Rule::List(List { element: item, separator: Some(comma), at_least_one: false }));
    builder.define(plus, Rule::List(List { element: item, separator: None, at_least_one: true }));
    builder.define(optional, Rule::Optional(word));
    builder.define(sum, Rule::Regular(vec![vec![item, item], vec![item, word, item]]));
    (Arc::new(builder.finish("random", item, spacing)), all)
}

enum Step {
    Open(Symbol, Role, usize),
    Text(&'static str),
    Leaf(Role),
    Close,
}

/// A random tree, with bytes between its nodes here and there.
fn tree(dice: &mut Dice, spacing: Spacing, size: usize) -> Tree {
    let (grammar, [item, word, comma, star, plus, optional, sum]) = grammar(spacing);
    let mut nodes: Vec<(Symbol, Shape, Role, usize, Option<usize>)> = Vec::new();
    let mut bytes = Vec::new();
    let mut events: Vec<(usize, bool)> = Vec::new();
    let (mut open, mut budget) = (Vec::new(), size);
    let mut steps = vec![Step::Open(item, Role::Needed, 0)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Text(text) => bytes.extend_from_slice(text.as_bytes()),
            Step::Leaf(role) => {
                let symbol = if role == Role::Separator { comma } else { word };
                let start = bytes.len();
                let words: [&[u8]; 5] = [b"a", b"foo", b"b ", b"", b"(long)"];
                bytes.extend_from_slice(if role == Role::Separator { b"," } else { dice.pick(&words) });
                events.push((nodes.len(), true));
                nodes.push((symbol, Shape::Token, role, start, Some(bytes.len())));
                events.push((nodes.len() - 1, false));
            }
            Step::Close => {
                let at: usize = open.pop().unwrap();
                nodes[at].4 = Some(bytes.len());
                events.push((at, false));
            }
            Step::Open(symbol, role, depth) => {
                let shape = match symbol {
                    s if s == star => Shape::Star,
                    s if s == plus => Shape::Plus,
                    _ => Shape::Regular,
                };
                open.push(nodes.len());
                events.push((nodes.len(), true));
                nodes.push((symbol, shape, role, bytes.len(), None));
                steps.push(Step::Close);
                let mut parts = Vec::new();
                let count = if depth > 6 || budget == 0 { 1 } else { 1 + dice.roll(5) };
                for number in 0..count {
                    budget -= usize::from(budget > 0);
                    if number > 0 && symbol == star {
                        parts.push(Step::Leaf(Role::Separator));
                    }
                    parts.push(Step::Text(dice.pick(&["", "", " ", "\n", ";"])));
                    let role = match symbol {
                        s if s == star || s == plus => {
                            dice.pick(&[Role::Element, Role::Element, Role::Extra])
                        }
                        s if s == optional => Role::Optional,
                        _ => {
                            dice.pick(&[Role::Needed, Role::Needed, Role::Optional, Role::Loose, Role::Extra])
                        }
                    };
                    if depth > 6 || budget == 0 || dice.roll(3) == 0 {
                        parts.push(Step::Leaf(role));
                    } else {
                        parts.push(Step::Open(
                            dice.pick(&[item, star, plus, optional, sum]),
                            role,
                            depth + 1,
                        ));
                    }
                }
                parts.push(Step::Text(dice.pick(&["", "", " ", "}"])));
                steps.extend(parts.into_iter().rev());
            }
        }
    }
    let mut builder = TreeBuilder::new(Text::new(bytes).unwrap(), grammar);
    for (at, begins) in events {
        let (symbol, shape, role, start, stop) = nodes[at];
        if begins {
            builder.open(symbol, symbol, shape, role, start);
        } else {
            builder.close(stop.unwrap());
        }
    }
    builder.finish()
}

fn piece(dice: &mut Dice, tree: &Tree, depth: usize) -> Piece {
    let any = |dice: &mut Dice| tree.ids().nth(dice.roll(tree.len())).unwrap();
    match dice.roll(if depth > 2 { 3 } else { 5 }) {
        0 => Piece::text(dice.pick(&[b"" as &[u8], b"x", b"yy", b"+"])),
        1 => Piece::Node(any(dice)),
        2 => {
            let node = any(dice);
            let children: Vec<NodeId> = tree.children(node).collect();
            if children.is_empty() {
                return Piece::Node(node);
            }
            let first = dice.roll(children.len());
            let last = first + dice.roll(children.len() - first);
            Piece::Part { node, first: children[first], last: children[last] }
        }
        _ => {
            let symbols: Vec<Symbol> = tree.grammar().symbols().collect();
            let parts = (0..dice.roll(4)).map(|_| (dice.pick(&symbols), piece(dice, tree, depth + 1)));
            let parts = parts.collect();
            Piece::Made(dice.pick(&symbols[3..]), parts)
        }
    }
}

/// Some nodes, none within another, with alternatives for those that have bytes.
fn sites(dice: &mut Dice, tree: &Tree) -> Vec<Site> {
    let (mut sites, mut at) = (Vec::<Site>::new(), 0);
    let one_in = 1 + dice.roll(6);
    while let Some(node) = tree.ids().nth(at) {
        if at > 0 && !tree.node(node).is_empty() && dice.roll(one_in) == 0 {
            let alternatives = (0..3).map(|_| piece(dice, tree, 0)).collect();
            sites.push(Site { node, alternatives });
            at += tree.subtree_len(node);
        } else {
            at += 1;
        }
    }
    sites
}

fn config(dice: &mut Dice, units: usize) -> Config {
    let mut config = Config::empty();
    let share = dice.roll(6);
    for unit in 0..u32::try_from(units).unwrap() {
        if dice.roll(6) >= share {
            config.push(unit, unit + 1, Choice::Keep);
        } else if dice.roll(2) == 0 {
            config.push(unit, unit + 1, Choice::Alternative(dice.pick(&[0, 1, 2])));
        }
    }
    config
}

fn choice(config: &Config, unit: u32) -> Option<Choice> {
    config.runs().iter().find(|run| run.start <= unit && unit < run.end).map(|run| run.choice)
}

#[test]
fn text_identity_and_tree_of_a_configuration_agree() {
    for seed in 0..20_000 {
        let dice = &mut Dice(seed * 7_919);
        let spacing = if seed % 2 == 0 { Spacing::Exact } else { Spacing::Words };
        let tree = Arc::new(tree(dice, spacing, usize::try_from(seed / 500).unwrap()));
        let mut space = TreeSpace::new(Arc::clone(&tree), sites(dice, &tree));
        space.stride = dice.pick(&[0, STRIDE]);
        let config = config(dice, space.units());
        let candidate = space.candidate(Cow::Borrowed(&config)).unwrap();
        let made = candidate.text().unwrap().into_owned();
        let (new, moved) = space.apply(&config);
        let context = || format!("seed {seed} {config:?} {:?}\n{tree:?}\n{new:?}", space.changes(&config));
        assert_eq!(new.text().bytes(), made, "{}", context());
        assert_eq!(space.size(&config), made.len() as u64, "{}", context());
        assert_eq!(space.id(&config), new.text().id(), "{}", context());
        assert!(space.full() != config || made == tree.text().bytes(), "{}", context());
        ends_and_parents_agree(&new);
        let units: Vec<NodeId> = (0..space.unit_count()).map(|unit| space.node(unit)).collect();
        for old in tree.ids() {
            let unit = units.iter().position(|unit| tree.is_within(old, *unit));
            let choice = unit.map(|unit| choice(&config, u32::try_from(unit).unwrap()));
            let above = units.iter().any(|unit| tree.is_within(*unit, old) && *unit != old);
            match choice {
                // Of what is replaced, copies may stand elsewhere.
                Some(None | Some(Choice::Alternative(_))) => continue,
                _ if above || tree.node(old).is_empty() || goes_along(&tree, old) => continue,
                None | Some(Some(Choice::Keep)) => {}
            }
            let Some(now) = moved.find(old) else {
                panic!("{old:?} is gone {}", context());
            };
            assert_eq!(new.bytes(now), tree.bytes(old), "{old:?} is {now:?} {}", context());
            assert_eq!(new.node(now).symbol(), tree.node(old).symbol());
        }
        for (unit, &node) in (0..).zip(&units) {
            let Some(Choice::Alternative(number)) = choice(&config, unit) else { continue };
            if goes_along(&tree, node) {
                continue;
            }
            let now = moved.find(node);
            let rendered = space.alternative(unit, number).bytes(&tree);
            // A copy of the unit elsewhere may be what is found.
            if now.is_some_and(|now| new.node(now).place() == tree.node(node).place()) {
                let found = String::from_utf8_lossy(new.bytes(now.unwrap())).into_owned();
                let copies = tree.ids().filter(|id| moved.find(*id) == now).count();
                assert!(copies > 1 || found.as_bytes() == rendered, "{node:?}\n{}", context());
            }
        }
    }
}

#[test]
fn what_many_units_leave_is_hashed_as_it_is_written() {
    let protect = regex::bytes::Regex::new("foo|[(]l").unwrap();
    let (mut stretches, mut losses) = (0, [0, 0]);
    for seed in 0..3_000 {
        let dice = &mut Dice(seed * 15_485_863);
        let spacing = if seed % 2 == 0 { Spacing::Exact } else { Spacing::Words };
        let tree = tree(dice, spacing, 1 + usize::try_from(seed).unwrap() % 400);
        let tree = Arc::new(if seed % 3 == 0 { tree } else { tree.squeezed() }.protecting(Some(&protect)));
        let mut space = TreeSpace::new(Arc::clone(&tree), sites(dice, &tree));
        space.stride = dice.pick(&[0, 1, 2, STRIDE]);
        for _ in 0..6 {
            // A few runs, most of them of units that go.
            let (units, mut config, mut at) = (space.unit_count(), Config::empty(), 0);
            while at < units {
                let sides = dice.pick(&[3, 40, 400]);
                let end = (at + u32::try_from(dice.roll(sides)).unwrap()).min(units);
                if dice.roll(3) == 0 {
                    config.push(at, end, dice.pick(&[Choice::Keep, Choice::Alternative(1)]));
                }
                at = end;
            }
            let candidate = space.candidate(Cow::Borrowed(&config)).unwrap();
            let made = candidate.text().unwrap().into_owned();
            let context = || format!("seed {seed} {config:?} {:?}\n{tree:?}", space.edits(&config));
            assert_eq!(space.size(&config), made.len() as u64, "{}", context());
            assert_eq!(space.id(&config), Text::new(made).unwrap().id(), "{}", context());
            let loses = space.changes(&config).iter().any(|change| space.change_loses_protected(change));
            assert_eq!(space.loses_protected(&config), loses, "{}", context());
            losses[usize::from(loses)] += 1;
            stretches += space.edits(&config).iter().filter(|edit| matches!(edit, Edit::Gone(..))).count();
        }
    }
    assert!(stretches > 5_000 && losses[0] > 1_000 && losses[1] > 1_000, "{stretches} {losses:?}");
}

#[test]
fn a_squeezed_tree_is_of_the_same_text_and_has_no_empty_nodes() {
    for seed in 0..5000 {
        let dice = &mut Dice(seed * 104_729);
        let tree = tree(dice, Spacing::Exact, usize::try_from(seed / 100).unwrap());
        let squeezed = tree.squeezed();
        assert_eq!(squeezed.text().bytes(), tree.text().bytes());
        assert!(squeezed.len() <= tree.len());
        ends_and_parents_agree(&squeezed);
        assert!(squeezed.ids().skip(1).all(|id| !squeezed.node(id).is_empty()), "{tree:?}{squeezed:?}");
        // No node is new: each has the bytes and the symbol of one before.
        for id in squeezed.ids() {
            let same = |old: &NodeId| {
                tree.node(*old).span() == squeezed.node(id).span()
                    && tree.node(*old).symbol() == squeezed.node(id).symbol()
            };
            assert!(tree.ids().any(|old| same(&old)), "{id:?}\n{tree:?}{squeezed:?}");
        }
    }
}

/// Whether a node is or lies in a comment or separator: these go with the element that they stand beside.
fn goes_along(tree: &Tree, id: NodeId) -> bool {
    let mut above = std::iter::successors(Some(id), |id| tree.parent(*id));
    above.any(|id| matches!(tree.node(id).role(), Role::Extra | Role::Separator))
}

fn ends_and_parents_agree(tree: &Tree) {
    for id in tree.ids() {
        for child in tree.children(id) {
            assert_eq!(tree.parent(child), Some(id), "{tree:?}");
        }
        let below: usize = tree.children(id).map(|child| tree.subtree_len(child)).sum();
        assert_eq!(tree.subtree_len(id), below + 1, "{tree:?}");
        assert!(tree.node(id).shape() != Shape::Token || tree.subtree_len(id) == 1, "{tree:?}");
    }
}

#[test]
fn a_list_stays_where_only_elements_without_bytes_do() {
    let (grammar, [item, word, _, star, ..]) = grammar(Spacing::Exact);
    let mut builder = TreeBuilder::new(Text::new(b"ab".to_vec()).unwrap(), grammar);
    builder.open(item, item, Shape::Regular, Role::Needed, 0);
    builder.open(star, star, Shape::Star, Role::Needed, 0);
    builder.leaf(word, item, Role::Element, 0..0);
    builder.leaf(word, item, Role::Element, 0..2);
    builder.close(2);
    builder.close(2);
    let tree = Arc::new(builder.finish());
    let ids: Vec<NodeId> = tree.ids().collect();
    let (new, moved) = TreeSpace::removals(tree, [ids[3]]).apply(&Config::empty());
    assert_eq!((new.text().bytes(), new.len()), (b"".as_slice(), 3));
    assert_eq!([0, 1, 2].map(|id| moved.find(ids[id])), [0, 1, 2].map(|id| Some(ids[id])));
    assert_eq!((moved.find(ids[3]), new.squeezed().len()), (None, 1));
}

#[test]
fn a_root_that_is_a_list_stays_when_all_its_elements_go() {
    let (grammar, [_, word, _, star, ..]) = grammar(Spacing::Exact);
    let mut builder = TreeBuilder::new(Text::new(b"ab".to_vec()).unwrap(), grammar);
    builder.open(star, star, Shape::Star, Role::Needed, 0);
    builder.leaf(word, word, Role::Element, 0..1);
    builder.leaf(word, word, Role::Element, 1..2);
    builder.close(2);
    let tree = Arc::new(builder.finish());
    let (new, moved) = TreeSpace::removals(Arc::clone(&tree), tree.ids().skip(1)).apply(&Config::empty());
    assert_eq!((new.text().bytes(), new.len()), (b"".as_slice(), 1));
    assert_eq!(moved.find(NodeId::ROOT), Some(NodeId::ROOT));
}

#[test]
fn words_that_come_to_stand_side_by_side_are_kept_apart() {
    let (grammar, [item, word, ..]) = grammar(Spacing::Words);
    let text = Text::new(b"a(b)c".to_vec()).unwrap();
    let mut builder = TreeBuilder::new(text, grammar);
    builder.open(item, item, Shape::Regular, Role::Needed, 0);
    builder.leaf(word, word, Role::Needed, 0..1);
    builder.open(item, item, Shape::Regular, Role::Needed, 1);
    builder.leaf(word, word, Role::Needed, 2..3);
    builder.close(4);
    builder.leaf(word, word, Role::Needed, 4..5);
    builder.close(5);
    let tree = Arc::new(builder.finish());
    let ids: Vec<NodeId> = tree.ids().collect();
    let alternatives = vec![Piece::Node(ids[3]), Piece::text(b""), Piece::text(b"+")];
    let space = TreeSpace::new(tree, vec![Site { node: ids[2], alternatives }]);
    let texts = [0, 1, 2].map(|number| {
        let (tree, moved) = space.apply(&space.full().with_choice(0, Choice::Alternative(number)));
        let middle = tree.bytes(moved.find(ids[2]).unwrap()).to_vec();
        [tree.text().bytes().to_vec(), middle].map(|bytes| String::from_utf8(bytes).unwrap())
    });
    assert_eq!(texts, [["a b c", "b"], ["a c", ""], ["a+c", "+"]]);
    assert_ne!(space.id(&space.full()), Id(0));
}

#[test]
fn elements_go_together_where_units_lie_in_their_separators() {
    let (grammar, [_, word, comma, star, ..]) = grammar(Spacing::Exact);
    let mut builder = TreeBuilder::new(Text::new(b"a,b,c".to_vec()).unwrap(), grammar);
    builder.open(star, star, Shape::Star, Role::Needed, 0);
    for at in 0..5 {
        if at % 2 == 0 {
            builder.leaf(word, word, Role::Element, at..at + 1);
        } else {
            builder.open(comma, comma, Shape::Regular, Role::Separator, at);
            builder.leaf(word, word, Role::Optional, at..at + 1);
            builder.close(at + 1);
        }
    }
    builder.close(5);
    let tree = Arc::new(builder.finish());
    // The elements, and what is in the separators.
    let leaves = tree.ids().skip(1).filter(|id| tree.subtree_len(*id) == 1);
    let space = TreeSpace::removals(Arc::clone(&tree), leaves);
    let texts = [vec![4], vec![1, 4], vec![0, 1], vec![2], vec![0, 3, 4], vec![1, 3]].map(|kept| {
        let (tree, _) = space.apply(&Config::of_units(kept));
        String::from_utf8(tree.text().bytes().to_vec()).unwrap()
    });
    assert_eq!(texts, ["c", "c", "a", "b", "a,c", ""]);
}

#[test]
fn a_recursion_is_a_list_only_as_far_as_each_place_takes_elements() {
    // sum = item item, item = sum | word; and at other places only words.
    let nested = |place: &str| {
        let mut grammar = GrammarBuilder::default();
        let [sum, item, word] = ["sum", "item", "word"].map(|name| grammar.declare(name, true).unwrap());
        let rest = grammar.declare("rest", true).unwrap();
        let place = if place == "item" { item } else { rest };
        grammar.define(sum, Rule::Regular(vec![vec![item, place]]));
        grammar.define(item, Rule::Regular(vec![vec![sum], vec![word]]));
        grammar.define(rest, Rule::Regular(vec![vec![sum]]));
        grammar.define(word, Rule::Text((*b"w").into()));
        let grammar = Arc::new(grammar.finish("test", item, Spacing::Exact));
        let mut builder = TreeBuilder::new(Text::new(b"www".to_vec()).unwrap(), grammar);
        builder.open(sum, item, Shape::Regular, Role::Needed, 0);
        builder.leaf(word, item, Role::Needed, 0..1);
        builder.open(sum, place, Shape::Regular, Role::Needed, 1);
        builder.leaf(word, item, Role::Needed, 1..2);
        builder.leaf(word, place, Role::Needed, 2..3);
        builder.close(3);
        builder.close(3);
        Arc::new(builder.finish().squeezed())
    };
    let (list, pair) = (nested("item"), nested("rest"));
    assert_eq!((list.node(NodeId::ROOT).shape(), list.children(NodeId::ROOT).count()), (Shape::Plus, 2));
    assert_eq!(pair.node(NodeId::ROOT).shape(), Shape::Regular);
    // What is left of a sum of one is no sum.
    let (one, _) =
        TreeSpace::removals(Arc::clone(&list), list.children(NodeId::ROOT)).apply(&Config::of_units([0]));
    assert_eq!((one.name(NodeId::ROOT), one.squeezed().name(NodeId::ROOT)), ("item", "word"));
}

#[test]
fn a_list_without_elements_is_what_its_place_asks_for() {
    // Where nothing may stand for a list, an emptied list is nothing, and no list of the kind that needs elements.
    let mut grammar = GrammarBuilder::default();
    let [all, list, word] = ["all", "list", "word"].map(|name| grammar.declare(name, true).unwrap());
    grammar.define(all, Rule::Regular(vec![vec![list], vec![]]));
    grammar.define(list, Rule::List(List { element: word, separator: None, at_least_one: true }));
    grammar.define(word, Rule::Text((*b"w").into()));
    let mut builder = TreeBuilder::new(
        Text::new(b"w".to_vec()).unwrap(),
        Arc::new(grammar.finish("test", all, Spacing::Exact)),
    );
    builder.open(list, all, Shape::Plus, Role::Needed, 0);
    builder.leaf(word, word, Role::Element, 0..1);
    builder.close(1);
    let tree = Arc::new(builder.finish());
    let space = TreeSpace::removals(Arc::clone(&tree), tree.children(NodeId::ROOT));
    let (empty, _) = space.apply(&Config::empty());
    assert_eq!((empty.text().bytes(), empty.name(NodeId::ROOT)), (&b""[..], "all"));
}
