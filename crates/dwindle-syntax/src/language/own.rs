//! Languages whose grammar is written here: our own parser reads them.
//!
//! Small languages need no package of a parser. What our parser makes of a text is given in the same form as what tree-sitter
//! does, so that both are one from there on: the nodes that the grammar names, and comments between them.
//!
//! A table with a `!close` line is read also where a text is not of the language (`earley/mend`), and `!mark` lines
//! say what nodes declare (`language/own_marks`). Queries on SMT-LIB and on WebAssembly text run on the trees of a
//! parser of s-expressions (`queried` in `known`).

use std::iter::Peekable;
use std::ops::Range;
use std::sync::Arc;

use dwindle::Text;
use dwindle::grammar::{Rule, Symbol};
use dwindle::tree::Tree;
use regex::bytes::Regex;

use super::normal::Syntax;
use super::raw::{Kind, RawNode};
use super::table::Table;
use crate::earley::{Earley, Mended};
use crate::notation::{LexicalRule, Lexis};

/// A parser made of a language's table.
#[derive(Debug)]
pub(super) struct OwnParser {
    earley: Earley,
    /// What may stand between any two tokens, and what it looks like at the beginning of a text.
    extras: Vec<(Symbol, Regex)>,
    /// What tokens look like at the beginning of a text.
    tokens: Vec<Regex>,
    /// What may be missing in a text that is read all the same; where there is nothing, such a text is not read.
    close: Vec<Symbol>,
}

impl OwnParser {
    /// Tokens are cut by the patterns of the table, keywords before others of the same length.
    pub(super) fn new(table: &Table, syntax: &Syntax, close: &[&str]) -> Self {
        let grammar = &syntax.grammar;
        let is_extra = |symbol: Symbol| table.extras.contains(&grammar.definition(symbol).name.to_string());
        let pattern = |symbol: Symbol| match grammar.rule(symbol) {
            Rule::Token(token) => token.pattern.as_deref().map(Box::from),
            _ => None,
        };
        let texts = grammar.symbols().filter_map(|symbol| match grammar.rule(symbol) {
            Rule::Text(text) => {
                Some(LexicalRule::new(Some(symbol), regex::escape(&String::from_utf8_lossy(text))))
            }
            _ => None,
        });
        let tokens = grammar.symbols().filter_map(|symbol| {
            let of = Some(symbol).filter(|symbol| !is_extra(*symbol));
            pattern(symbol).map(|pattern| LexicalRule::new(of, pattern))
        });
        let blanks = LexicalRule::new(None, r"\s+");
        let rules = texts.chain(tokens).chain([blanks]).collect();
        let earley = Earley::new(Arc::clone(grammar), Some(&Lexis { rules }));
        let begins =
            |pattern: Box<str>| Regex::new(&format!("^(?:{pattern})")).expect("committed patterns are right");
        let extras = grammar.symbols().filter(|symbol| is_extra(*symbol));
        let extras = extras.filter_map(|symbol| Some((symbol, begins(pattern(symbol)?))));
        let tokens = grammar.symbols().filter(|symbol| !is_extra(*symbol)).filter_map(pattern).map(begins);
        Self {
            extras: extras.collect(),
            tokens: tokens.collect(),
            close: close.iter().filter_map(|text| syntax.symbol(text, false)).collect(),
            earley: earley.expect("committed patterns are right"),
        }
    }

    /// All nodes in preorder; none where the text is not of the language.
    pub(super) fn nodes(&self, text: &Text, syntax: &Syntax) -> Vec<RawNode> {
        let Some(Mended { tree, left_out, .. }) = self.mended(text) else { return Vec::new() };
        let left_out = left_out.into_iter().peekable();
        Gathered { parser: self, syntax, tree: &tree, nodes: Vec::new(), open: Vec::new(), at: 0, left_out }
            .all()
    }

    /// A tree of the text, or of what it becomes where that is asked for.
    fn mended(&self, text: &Text) -> Option<Mended> {
        if !self.close.is_empty() {
            return self.earley.parse_mended(text, &self.close);
        }
        let tree = self.earley.parse(text).ok()?;
        Some(Mended { tree, left_out: Vec::new(), put_in: 0 })
    }

    /// Whether a token would begin in `before` and end in `after` if nothing stood between them.
    pub(super) fn would_merge(&self, before: &[u8], after: &[u8]) -> bool {
        let both = [before, after].concat();
        self.tokens.iter().filter_map(|token| token.find(&both)).any(|token| token.end() > before.len())
    }

    /// How many tokens of the text are too many or missing; one where it is not of the language at all.
    pub(super) fn errors(&self, text: &Text) -> usize {
        self.mended(text).map_or(1, |mended| mended.left_out.len() + mended.put_in)
    }
}

/// The nodes of a tree that have names, as far as it was gone through.
struct Gathered<'a> {
    parser: &'a OwnParser,
    syntax: &'a Syntax,
    tree: &'a Tree,
    nodes: Vec<RawNode>,
    /// The numbers of the nodes that are open, each with that of the first node of the tree behind it.
    open: Vec<(usize, usize)>,
    /// Where the last token or comment ends.
    at: usize,
    /// The bytes of tokens that the tree leaves out.
    left_out: Peekable<std::vec::IntoIter<Range<usize>>>,
}

impl Gathered<'_> {
    fn all(mut self) -> Vec<RawNode> {
        let end = self.tree.text().bytes().len();
        for id in self.tree.ids() {
            self.close(id.index());
            let node = self.tree.node(id);
            let is_root = id.index() == 0;
            if !is_root && (node.is_empty() || !self.syntax.is_visible(node.symbol())) {
                continue;
            }
            let span = if is_root { 0..end } else { node.span() };
            if !is_root {
                self.extras(span.start);
            }
            let is_named = self.tree.grammar().definition(node.symbol()).named;
            let kind = if is_named { Kind::Named } else { Kind::Nameless };
            let below = self.tree.subtree_len(id);
            self.open.push((self.nodes.len(), id.index() + below));
            self.nodes.push(RawNode::new(span.clone(), node.symbol(), kind));
            if below == 1 {
                self.at = span.end;
            }
        }
        self.close(self.tree.len());
        self.extras(end);
        self.close(usize::MAX);
        self.nodes
    }

    /// Closes what ends before the node of this number.
    fn close(&mut self, next: usize) {
        while let Some((number, _)) =
            self.open.pop_if(|(number, end)| *end <= next && (*number > 0 || next == usize::MAX))
        {
            let end = self.nodes.len();
            self.nodes[number].end_at(end);
        }
    }

    /// Adds what stands between the tokens up to `stop`.
    fn extras(&mut self, stop: usize) {
        let bytes = self.tree.text().bytes();
        while self.at < stop {
            let rest = &bytes[self.at..stop];
            let start = self.at + rest.len() - rest.trim_ascii_start().len();
            let rest = &bytes[start..stop];
            if let Some(span) = self.left_out.next_if(|span| span.start == start) {
                self.at = span.end;
                self.leaf(span, self.syntax.unparsed, Kind::Error);
                continue;
            }
            let found = self
                .parser
                .extras
                .iter()
                .find_map(|(symbol, pattern)| Some((*symbol, pattern.find(rest)?.end())));
            let Some((symbol, len)) = found.filter(|(_, len)| *len > 0) else { break };
            self.leaf(start..start + len, symbol, Kind::Extra);
            self.at = start + len;
        }
        self.at = stop;
    }

    fn leaf(&mut self, span: Range<usize>, symbol: Symbol, kind: Kind) {
        self.nodes.push(RawNode::new(span, symbol, kind));
        let end = self.nodes.len();
        self.nodes[end - 1].end_at(end);
    }
}
