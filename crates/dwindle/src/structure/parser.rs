//! A parser for texts of any kind: it makes a tree of their brackets, lists and indentation.

use std::sync::Arc;

use super::brackets;
use super::drafts::{Drafts, Kind};
use crate::Text;
use crate::grammar::{Grammar, GrammarBuilder, List, Rule, Spacing, Symbol, Token};
use crate::tree::{Parse, Role, Shape, Tree, TreeBuilder};

/// Larger texts are not looked at: a node of a tree takes some hundred bytes while it is made.
const LARGEST: usize = 8 << 20;

/// Makes trees of any text, by its look.
///
/// ```
/// use dwindle::Text;
/// use dwindle::structure::Structure;
/// use dwindle::tree::Parse;
///
/// let text = Text::new(*b"f(1 - x, [y])")?;
/// let tree = Structure::new().parse(&text).expect("it is small");
/// let lists: Vec<_> = tree.ids().filter(|id| tree.name(*id) == "list").map(|id| tree.bytes(id)).collect();
/// assert_eq!(lists, [b"f(1 - x, [y])".as_slice(), b"1 - x, [y]", b"1 - x"]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Structure {
    grammar: Arc<Grammar>,
    symbols: Symbols,
}

/// What nodes are.
#[derive(Clone, Copy, Debug)]
struct Symbols {
    /// Any of the others but marks: each may stand where another stands.
    value: Symbol,
    word: Symbol,
    mark: Symbol,
    group: Symbol,
    element: Symbol,
    list: Symbol,
    row: Symbol,
    block: Symbol,
}

impl Default for Structure {
    fn default() -> Self {
        Self::new()
    }
}

impl Structure {
    /// The only one there is.
    pub fn new() -> Self {
        let mut make = GrammarBuilder::default();
        let mut declare = |name: &str| make.declare(name, true).expect("few symbols");
        let names = ["value", "word", "mark", "group", "element", "list", "row", "block"];
        let [value, word, mark, group, element, list, row, block] = names.map(&mut declare);
        let token = || Rule::Token(Token { pattern: None, shortest: None });
        let values = [word, group, element, list, row, block].map(|symbol| vec![symbol]);
        make.define(value, Rule::Regular(values.to_vec()));
        make.define(word, token());
        make.define(mark, token());
        make.define(group, Rule::Regular(vec![vec![mark, value, mark]]));
        make.define(element, Rule::Regular(vec![vec![value, value, value]]));
        let elements = List { element: value, separator: None, at_least_one: true };
        make.define(list, Rule::List(elements));
        make.define(row, Rule::Regular(vec![vec![value, value]]));
        make.define(block, Rule::Regular(vec![vec![value, value]]));
        let grammar = Arc::new(make.finish("structure", value, Spacing::Words));
        Self { grammar, symbols: Symbols { value, word, mark, group, element, list, row, block } }
    }

    const fn of_kind(&self, kind: Kind) -> (Symbol, Shape) {
        let symbols = &self.symbols;
        match kind {
            Kind::Word => (symbols.word, Shape::Token),
            Kind::Mark => (symbols.mark, Shape::Token),
            Kind::Group => (symbols.group, Shape::Regular),
            Kind::Element => (symbols.element, Shape::Regular),
            Kind::List => (symbols.list, Shape::Star),
            Kind::Row => (symbols.row, Shape::Regular),
            Kind::Block => (symbols.block, Shape::Regular),
        }
    }

    fn plant(&self, text: &Text, drafts: &Drafts, top: Option<u32>) -> Tree {
        let mut builder = TreeBuilder::new(text.clone(), Arc::clone(&self.grammar));
        let Symbols { value, list, mark, .. } = self.symbols;
        let is_list = top.is_some_and(|top| drafts.get(top).kind == Kind::List);
        if !is_list {
            builder.open(list, value, Shape::Star, Role::Needed, 0);
        }
        let first = top.map(|top| (top, if is_list { Role::Needed } else { Role::Element }));
        let mut tasks: Vec<(u32, Option<Role>)> =
            first.into_iter().map(|(top, role)| (top, Some(role))).collect();
        while let Some((at, role)) = tasks.pop() {
            let draft = drafts.get(at);
            let Some(role) = role else {
                builder.close(draft.stop as usize);
                continue;
            };
            let (symbol, shape) = self.of_kind(draft.kind);
            let place = if draft.kind == Kind::Mark { mark } else { value };
            builder.open(symbol, place, shape, role, draft.start as usize);
            tasks.push((at, None));
            tasks.extend(draft.children.iter().rev().map(|(child, role)| (*child, Some(*role))));
        }
        if !is_list {
            builder.close(text.bytes().len());
        }
        builder.finish()
    }
}

impl Parse for Structure {
    fn parse(&self, text: &Text) -> Option<Tree> {
        if text.bytes().len() > LARGEST || text.bytes().contains(&0) {
            return None;
        }
        let (drafts, top) = brackets::nest(text);
        Some(self.plant(text, &drafts, top))
    }

    fn grammar(&self) -> &Arc<Grammar> {
        &self.grammar
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tree with a pair of brackets for each node that has children.
    fn shown(text: &str) -> String {
        let tree = Structure::new().parse(&Text::new(text.as_bytes()).unwrap()).unwrap();
        let mut out = String::new();
        let mut open: Vec<(usize, char)> = Vec::new();
        for id in tree.ids() {
            while open.last().is_some_and(|(end, _)| *end <= id.index()) {
                out.extend(open.pop().map(|(_, close)| close));
            }
            let name = tree.name(id);
            if tree.children(id).next().is_some() {
                let (opening, close) = if matches!(name, "list" | "row") { ('<', '>') } else { ('{', '}') };
                out.push(opening);
                open.push((id.index() + tree.subtree_len(id), close));
            } else {
                out.push(' ');
                out.push_str(std::str::from_utf8(tree.bytes(id)).unwrap());
            }
        }
        out.extend(open.into_iter().rev().map(|(_, close)| close));
        out
    }

    #[test]
    fn what_is_further_out_separates_further_out() {
        assert_eq!(shown("a b, c - d*e;f"), "<<< a b> ,< c -< d * e>>> ; f>");
        assert_eq!(shown("x: y z\nw: v\n"), "<< x :< y z>>< w : v>>");
        assert_eq!(shown("p -x y"), "< p< - x> y>");
    }

    #[test]
    fn brackets_and_tags_hold_what_stands_between_them() {
        assert_eq!(shown("f(a,[b]) )"), "<< f{ (< a ,{ [ b ]}> )}> )>");
        assert_eq!(shown("<a b='c'>t<br/>u</a>"), "<{{ << a< b = 'c'>> >}< t{ << br /> >} u>{ << / a> >}}>");
        assert_eq!(shown("(a [b)"), "<{ (< a< [ b>> )}>");
    }

    #[test]
    fn lines_below_others_go_with_them() {
        assert_eq!(shown("if a\n  b\n  c\nelse\n  d\nend\ne\n"), "<{< if a>< b c> else d end} e>");
        assert_eq!(shown("a\n  b\n    c\nd e\n"), "<{ a{ b c}}< d e>>");
    }

    #[test]
    fn any_bytes_have_a_tree_but_zeros() {
        for text in ["", " \n", "\n  a\n b\nc", ")(", "<a", "<a></b></a>", ",,;", "\u{e9}\u{fe}"] {
            shown(text);
        }
        assert!(Structure::new().parse(&Text::new(*b"a\0").unwrap()).is_none());
    }
}
