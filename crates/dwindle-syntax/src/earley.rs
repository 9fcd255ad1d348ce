//! An Earley parser for any context-free grammar, with one tree for each text: the first derivation.
//!
//! J. Earley: An efficient context-free parsing algorithm, 1970; with J. Aycock and R. N. Horspool's way with empty
//! symbols (2002) and J. M. I. M. Leo's with recursion on the right (1991). Grammars may be ambiguous, recursive on
//! any side, circular (`A => A`), with empty symbols everywhere.
//!
//! # Terminals
//! Without a [`Lexis`] terminals match in the text itself: a text its bytes, a class one
//! character in UTF-8 (a byte that belongs to none never matches), a token every length that its pattern matches
//! at the place, not only the longest, so that the language is the grammar's and nothing else. A token without a
//! pattern matches nothing. With a lexis the text is cut first: the longest match at each place, of equally long
//! ones the first rule's; rules without a symbol are left out and lie between nodes. Modes go by the text alone, never
//! by what the parser expects.
//!
//! # Which tree
//! By these rules, from the top down, for each node that has bytes:
//! 1. Its alternative is the first in rule order that derives its bytes.
//! 2. Among the ways to share the bytes between the parts, the first part is as long as it can be, then the
//!    second, and so on. So are elements and separators of a list. An optional part is there if there are bytes.
//! 3. No step of a list (a separator with the element after it) is empty.
//! 4. No node lies below another one of the same symbol with the same bytes. Where circles make 1 and 2
//!    contradict this, the next alternative or way that does not is taken.
//!
//! The tree is raw: a node for every rule, its children the parts of its alternative, each of them, or elements and
//! separators in turn. A node without bytes has no children: which of the ways to derive nothing it stands for is
//! left open (there can be exponentially many nodes in it). Places are symbols themselves.
//! [`Tree::squeezed`] makes of it what reducers like.
//!
//! # How
//! Tables (`rules`) are made once for a grammar: productions with numbered positions, what can be empty, what can
//! come first. `recognise` goes from left to right and makes a set of items for each place (`chart`); an item
//! that the next byte or token cannot continue is not made. What begins at a place depends on the symbols asked
//! for and the next byte alone, so such blocks are made once and shared (`predict`). `derive` then goes from
//! the top down and finds the parts of each node by looking, from its end, where they can begin (`ways`); since
//! every item in the chart can be reached from its origin, no way that is looked at leads nowhere. Nothing recurses.
//!
//! # Why it is right
//! *Items.* Set `j` has the item `A -> a . b` from `i` exactly if `a` derives the bytes `i..j`, some beginning
//! `0..i` of the text can be followed by `A`, and `b` can derive nothing or something that begins with what comes
//! at `j`. By induction over `j` and, within a set, over the length of derivations: terminals put an item where they
//! end; a symbol that derives `k..j` with `k < j` is completed in `j`, and set `k` is done by then; a symbol that
//! derives nothing is stepped over when the item before it is made, so completions from `j` in `j` are not needed.
//! Items left out by the look-ahead can never be completed by bytes, and those that can be without bytes are kept.
//!
//! *Leo's ways.* If exactly one item of set `k` waits for `X`, and `X` is last in it, then whatever completes `X`
//! from `k`, in any later set, can only complete that item. Going from one such step to the next up to the last
//! leaves out completions that nothing else asks for: each of them is waited for by one item only, the next one on
//! the way. So their only use is below the top, and `derive` puts them back when it comes to the top.
//!
//! *Ways.* A stop of `ways` is made of an item of the chart, so its beginning derives the bytes before it; and it
//! was found from the end, so the rest derives the bytes behind it. Taking the longest step at each stop gives
//! rule 2. On circles (4) a search in order marks symbols as tried: what failed below one symbol fails again
//! wherever it is met later in the same search, since all ways out of it lead to symbols that are still being tried
//! or have failed; only one part can have all bytes, so there is nothing to combine.
//!
//! # Cost
//! Time and space are linear for grammars that are LR-regular (Leo's theorem), right recursion included, as long as
//! the recursive symbol stands last: a symbol behind it that can be empty makes a list of it quadratic. Left
//! recursion and lists are linear. Unambiguous grammars take quadratic, others cubic time at most in the chart.
//! A byte of arithmetic takes about 300 bytes of memory until the tree is there, one of a long right recursion 400.
//!
//! # Errors
//! A text is refused at the furthest place up to which it is the beginning of some text of the language, with all
//! that could come there ([`ParseError`]). No part of a tree is given.

mod chart;
mod circles;
mod derive;
mod error;
mod leo;
mod lexer;
mod mend;
mod mode;
mod numbers;
mod pattern;
mod plant;
mod predict;
mod recognise;
mod rules;
mod seen;
mod source;
mod ways;

pub use error::ParseError;
pub use pattern::BadPattern;

use std::ops::Range;
use std::sync::Arc;

use dwindle::Text;
use dwindle::grammar::{Grammar, Symbol};
use dwindle::tree::{Parse, Tree};

use crate::notation::Lexis;
use mode::Mode;
use recognise::Recogniser;
use rules::Rules;
use source::Source;

/// A parser made of a grammar; see the [module](self) for what it does.
///
/// Deterministic: a text has one tree or one error.
///
/// ```
/// use std::sync::Arc;
/// use dwindle::grammar::{Class, GrammarBuilder, List, Rule, Spacing};
/// use dwindle::Text;
/// use dwindle_syntax::earley::Earley;
///
/// let mut grammar = GrammarBuilder::default();
/// let [sum, digit, plus] = ["sum", "digit", "+"].map(|name| grammar.declare(name, true).unwrap());
/// grammar.define(sum, Rule::List(List { element: digit, separator: Some(plus), at_least_one: true }));
/// grammar.define(digit, Rule::Class(Class::new([('0', '9')])));
/// grammar.define(plus, Rule::Text(b"+".as_slice().into()));
/// let parser = Earley::new(Arc::new(grammar.finish("sums", sum, Spacing::Exact)), None).unwrap();
///
/// let tree = parser.parse(&Text::new(b"1+2+3".to_vec()).unwrap()).unwrap();
/// assert_eq!(tree.len(), 6);
/// let error = parser.parse(&Text::new(b"1+2-3".to_vec()).unwrap()).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 4: expected + or the end of the input, found \"-\"");
/// ```
#[derive(Debug)]
pub struct Earley {
    grammar: Arc<Grammar>,
    mode: Mode,
    rules: Rules,
}

impl Earley {
    /// The parser of `grammar`: of tokens where there is a `lexis`, of characters else.
    ///
    /// # Errors
    /// [`BadPattern`] if a token's regular expression cannot be used.
    pub fn new(grammar: Arc<Grammar>, lexis: Option<&Lexis>) -> Result<Self, BadPattern> {
        let mode = Mode::new(&grammar, lexis)?;
        let rules = Rules::new(&grammar, &mode);
        Ok(Self { grammar, mode, rules })
    }

    /// The tree of `text`.
    ///
    /// # Errors
    /// [`ParseError`] if it is not in the language of the grammar.
    pub fn parse(&self, text: &Text) -> Result<Tree, ParseError> {
        let bytes = text.bytes();
        let mut source = Source::new(bytes, &self.grammar, &self.mode);
        let mut recogniser = Recogniser::new(&self.rules);
        recogniser.run(&mut source).map_err(|furthest| {
            error::explain(&mut recogniser, &self.rules, &source, &self.grammar, bytes, &furthest)
        })?;
        Ok(plant::plant(&self.rules, &recogniser.chart, &source, text, &self.grammar))
    }
}

impl Earley {
    /// The tree of what `text` becomes by leaving tokens out and by taking these terminals, which end something, for
    /// missing; with the bytes that were left out and the number of terminals that were put in. See [`mend`].
    pub(crate) fn parse_mended(&self, text: &Text, close: &[Symbol]) -> Option<Mended> {
        let mut source = Source::new(text.bytes(), &self.grammar, &self.mode);
        let mut recogniser = Recogniser::new(&self.rules);
        let close: Vec<u32> = close.iter().copied().map(numbers::number).collect();
        let put_in = mend::run(&mut recogniser, &mut source, &close)?;
        let tree = plant::plant(&self.rules, &recogniser.chart, &source, text, &self.grammar);
        Some(Mended { tree, left_out: source.into_left_out(), put_in })
    }
}

/// What was made of a text that need not be of the language.
#[derive(Debug)]
pub(crate) struct Mended {
    pub(crate) tree: Tree,
    /// The bytes of tokens that were left out, in order.
    pub(crate) left_out: Vec<Range<usize>>,
    /// How many tokens were put in; they have no bytes.
    pub(crate) put_in: usize,
}

impl Parse for Earley {
    fn parse(&self, text: &Text) -> Option<Tree> {
        Self::parse(self, text).ok()
    }

    fn grammar(&self) -> &Arc<Grammar> {
        &self.grammar
    }
}
