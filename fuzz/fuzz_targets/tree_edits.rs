//! Edits of trees, one after the other: text, size, identity and the tree that is made agree, spans nest, and what
//! was not touched is still there.
#![no_main]

use std::sync::Arc;

use dwindle::config::Choice;
use dwindle::grammar::{Rule, Symbol};
use dwindle::space::{Moved, Site, Space, TreeSpace};
use dwindle::tree::{NodeId, Piece, Role, Tree};
use dwindle::{Config, Text};
use dwindle_fuzz::choices::Choices;
use dwindle_fuzz::{grammars, trees};
use dwindle_syntax::generate::{Bounds, Generator};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let choices = &mut Choices::new(bytes);
    let Some(first) = tree(choices) else { return };
    trees::check(&first);
    let first = Arc::new(first);
    let mut tree = Arc::clone(&first);
    // Where the nodes of the first tree are by now.
    let mut places: Vec<Option<NodeId>> = first.ids().map(Some).collect();
    for _ in 0..4 {
        let (new, moved) = edit(choices, &tree);
        squeeze(&new);
        for place in &mut places {
            *place = place.and_then(|old| moved.find(old));
            assert!(place.is_none_or(|id| id.index() < new.len()));
        }
        // A text that has grown long by copies is no better than a short one.
        if choices.is_empty() || new.len() > 500 || new.text().bytes().len() > 5000 {
            return;
        }
        tree = Arc::new(new);
    }
});

/// A derivation of a small grammar, as it is or squeezed; or a tree as no parser would make it.
fn tree(choices: &mut Choices<'_>) -> Option<Tree> {
    let kind = choices.roll(4);
    if kind < 2 {
        return Some(trees::odd_tree(choices));
    }
    let grammar = Arc::new(grammars::grammar(choices));
    let bounds = Bounds { bytes: 100, depth: 30, expansions: 100 };
    let made = Generator::new(grammar, bounds, choices.roll(256) as u64).generate().ok()?;
    Some(if kind == 2 { made.tree } else { made.tree.squeezed() })
}

/// Makes an edit, checks it, and gives its tree.
fn edit(choices: &mut Choices<'_>, tree: &Arc<Tree>) -> (Tree, Moved) {
    let space = TreeSpace::new(Arc::clone(tree), sites(choices, tree));
    let config = config(choices, space.units());
    let mut made = Vec::new();
    space.write(&config, &mut made).expect("memory takes all that is written");
    let (new, moved) = space.apply(&config);
    let context = || format!("{config:?}\n{tree:?}\n{new:?}");
    assert_eq!(new.text().bytes(), made, "{}", context());
    assert_eq!(space.size(&config), made.len() as u64, "{}", context());
    let whole = Text::new(made).expect("a small text");
    assert_eq!(space.id(&config), whole.id(), "{}", context());
    assert_eq!(space.id(&config), new.text().id(), "{}", context());
    assert_eq!(space.id(&space.full()), tree.text().id(), "{}", context());
    assert_eq!(space.size(&space.full()), tree.text().bytes().len() as u64, "{}", context());
    trees::check(&new);
    let units: Vec<NodeId> =
        (0..space.units()).map(|unit| space.node(u32::try_from(unit).expect("few"))).collect();
    for old in tree.ids() {
        let changed = units.iter().zip(0..).any(|(unit, number)| {
            let kept = choice(&config, number) == Some(Choice::Keep);
            // What a unit lies in changes with it.
            let about = tree.is_within(old, *unit) || tree.is_within(*unit, old);
            about && !(kept && tree.is_within(old, *unit))
        });
        if changed || tree.node(old).is_empty() || goes_along(tree, old) {
            continue;
        }
        let Some(now) = moved.find(old) else { panic!("{old:?} is gone {}", context()) };
        assert_eq!(new.bytes(now), tree.bytes(old), "{old:?} is {now:?} {}", context());
        assert_eq!(new.node(now).symbol(), tree.node(old).symbol(), "{old:?} is {now:?} {}", context());
    }
    (new, moved)
}

fn squeeze(tree: &Tree) {
    let squeezed = tree.squeezed();
    trees::check(&squeezed);
    assert_eq!(squeezed.text().bytes(), tree.text().bytes());
    assert!(squeezed.len() <= tree.len(), "{tree:?}\n{squeezed:?}");
    assert!(squeezed.ids().skip(1).all(|id| !squeezed.node(id).is_empty()), "{tree:?}\n{squeezed:?}");
}

/// Some nodes, none within another, with three alternatives each.
fn sites(choices: &mut Choices<'_>, tree: &Tree) -> Vec<Site> {
    let ids: Vec<NodeId> = tree.ids().collect();
    let (mut sites, mut at) = (Vec::new(), 0);
    let one_in = 1 + choices.roll(6);
    while at < ids.len() {
        let node = ids[at];
        if at > 0 && !tree.node(node).is_empty() && choices.roll(one_in) == 0 {
            let alternatives = (0..3).map(|_| piece(choices, tree, &ids, 0)).collect();
            sites.push(Site { node, alternatives });
            at += tree.subtree_len(node);
        } else {
            at += 1;
        }
    }
    sites
}

fn piece(choices: &mut Choices<'_>, tree: &Tree, ids: &[NodeId], depth: usize) -> Piece {
    match choices.roll(if depth > 2 { 3 } else { 4 }) {
        0 => Piece::text(choices.pick(&[b"" as &[u8], b"x", b"yy", b"+", "é".as_bytes()])),
        1 => Piece::Node(choices.any(ids)),
        2 => {
            let node = choices.any(ids);
            let children: Vec<NodeId> = tree.children(node).take(256).collect();
            if children.is_empty() {
                return Piece::Node(node);
            }
            let first = choices.roll(children.len());
            let last = first + choices.roll(children.len() - first);
            Piece::Part { node, first: children[first], last: children[last] }
        }
        _ => {
            let symbols: Vec<Symbol> = tree.grammar().symbols().collect();
            let symbol = choices.pick(&symbols);
            // A terminal has no parts.
            let rule = tree.grammar().rule(symbol);
            let inner = matches!(rule, Rule::Regular(_) | Rule::Optional(_) | Rule::List(_));
            let count = if inner { choices.roll(4) } else { 0 };
            let part =
                |choices: &mut Choices<'_>| (choices.pick(&symbols), piece(choices, tree, ids, depth + 1));
            Piece::Made(symbol, (0..count).map(|_| part(choices)).collect())
        }
    }
}

fn config(choices: &mut Choices<'_>, units: usize) -> Config {
    let (mut kept, mut replaced) = (Vec::new(), Vec::new());
    for unit in 0..u32::try_from(units).expect("few units") {
        match choices.roll(6) {
            0 | 1 => {}
            2 | 3 => kept.push(unit),
            _ => {
                kept.push(unit);
                replaced.push((unit, choices.pick(&[0, 1, 2])));
            }
        }
    }
    let kept = Config::of_units(kept);
    replaced
        .iter()
        .fold(kept, |config, (unit, number)| config.with_choice(*unit, Choice::Alternative(*number)))
}

fn choice(config: &Config, unit: u32) -> Option<Choice> {
    config.runs().iter().find(|run| run.start <= unit && unit < run.end).map(|run| run.choice)
}

/// Whether a node is or lies in a comment or separator: these go with the element that they stand beside.
fn goes_along(tree: &Tree, id: NodeId) -> bool {
    let mut above = std::iter::successors(Some(id), |id| tree.parent(*id));
    above.any(|id| matches!(tree.node(id).role(), Role::Extra | Role::Separator))
}
