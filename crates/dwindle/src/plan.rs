//! The plan: which passes reduce a text, and which of them goes on.
//!
//! A plan is data: a list of [passes](crate::passes). What goes on is decided by what each takes for its tests: [`Plan::run`].

mod certificate;
mod contents;
mod files;
mod huge;
mod schedule;
mod turns;

pub use crate::passes::{IntoPass, Level};
pub use certificate::Certificate;
pub use files::{FilesPlan, FilesPlanned};

use std::sync::Arc;

use regex::bytes::Regex;

use crate::Text;
use crate::algorithm::Algorithm;
use crate::binary::is_binary;
use crate::facts::Recent;
use crate::passes::{
    ByStructure, Columns, Containers, Digits, Intervals, Lengths, List, OnTree, Pass, Repeats, Values, View,
    syntactic,
};
use crate::reduce::TreeAlgorithm;
use crate::space::{NothingNew, Unit};
use crate::tree::Parse;

/// The stack of a thread that recurses into trees: that of the first thread of a program.
const STACK: usize = 8 << 20;

/// Passes on texts, until none changes anything, or each once.
#[derive(Clone, Debug)]
pub struct Plan {
    passes: Vec<Arc<dyn Pass>>,
    to_fixed_point: bool,
    protect: Option<Regex>,
    parse: Option<Arc<dyn Parse>>,
    /// Whether only what parses is tested.
    is_strict: bool,
    /// What candidates may have in them, where not all is taken.
    nothing_new: Option<NothingNew>,
    recent: Recent,
}

/// The result of a plan.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The result.
    pub text: Text,
    /// The minimalities proved of this result: first those of its structure, then those of its units, each in the order of
    /// the stages.
    pub certificates: Vec<Certificate>,
}

impl Plan {
    /// These passes, until none of them changes anything.
    ///
    /// Those on trees only run if there is a [parser](Plan::parsed_by).
    pub fn of(passes: impl IntoIterator<Item = impl IntoPass>) -> Self {
        let passes = passes.into_iter().map(IntoPass::into_pass).collect();
        let (protect, parse, nothing_new) = (None, None, None);
        let recent = Recent::default();
        Self { passes, to_fixed_point: true, protect, parse, is_strict: false, nothing_new, recent }
    }

    /// Lines, what the look of the text suggests, tokens, characters, each with Dwindle's own strategy.
    pub fn standard() -> Self {
        Self::standard_with(Algorithm::Dwindle)
    }

    /// Lines, tokens and characters with another algorithm.
    pub fn standard_with(algorithm: Algorithm) -> Self {
        let [lines, tokens, chars] =
            [Unit::Lines, Unit::Tokens, Unit::Chars].map(|unit| List { algorithm, unit }.into_pass());
        if algorithm != Algorithm::Dwindle {
            return Self::of([lines, tokens, chars]);
        }
        let [columns, structure, repeats, digits] =
            [Columns.into_pass(), ByStructure.into_pass(), Repeats.into_pass(), Digits.into_pass()];
        Self::of([lines, columns, structure, tokens, repeats, chars, digits])
    }

    /// Parts of known formats, records of others, intervals of bytes, and their values: for what is
    /// [no text](crate::binary::is_binary).
    pub fn binary() -> Self {
        Self::of([Containers.into_pass(), Lengths.into_pass(), Intervals.into_pass(), Values.into_pass()])
    }

    /// [For binary data](Plan::binary) if `text` is, and else [the standard units](Plan::standard).
    pub fn suited_to(text: &Text) -> Self {
        if is_binary(text.bytes()) { Self::binary() } else { Self::standard() }
    }

    /// All that is known of texts with a tree, which `parse` returns: what removes most first, and last the whole tree, which proves
    /// that no node can go. If `parse` cannot parse the text, these are the [standard](Plan::standard) passes.
    pub fn syntactic(parse: Arc<dyn Parse>) -> Self {
        Self::of(syntactic(Algorithm::Dwindle)).parsed_by(parse)
    }

    /// The tree that `parse` returns, tokens and characters. Candidates that do not parse are not tested: for grammars
    /// that inputs have to match.
    pub fn grammatical(parse: Arc<dyn Parse>) -> Self {
        Self::of([
            OnTree(TreeAlgorithm::Dwindle).into_pass(),
            List::of(Unit::Tokens).into_pass(),
            List::of(Unit::Chars).into_pass(),
        ])
        .parsed_by(parse)
        .strictly()
    }

    /// One algorithm on one unit, once.
    pub fn single(algorithm: Algorithm, unit: Unit) -> Self {
        Self::of([List { algorithm, unit }]).once()
    }

    /// One reducer on the tree that `parse` returns, once.
    pub fn tree(algorithm: TreeAlgorithm, parse: Arc<dyn Parse>) -> Self {
        Self::of([OnTree(algorithm)]).parsed_by(parse).once()
    }

    /// With trees that `parse` makes of the text.
    #[must_use]
    pub fn parsed_by(mut self, parse: Arc<dyn Parse>) -> Self {
        (self.parse, self.recent) = (Some(parse), Recent::default());
        self
    }

    /// Does not test candidates that do not parse.
    #[must_use]
    pub const fn strictly(mut self) -> Self {
        self.is_strict = true;
        self
    }

    /// Does not test candidates that have something in them that `input` has not: see [`NothingNew`]. A number that says how many
    /// there are of something is made right all the same.
    #[must_use]
    pub fn nothing_new(mut self, input: &Text) -> Self {
        self.nothing_new = Some(NothingNew::beside(input));
        self
    }

    /// Never removes a unit that touches a match of `pattern`.
    #[must_use]
    pub fn protect(mut self, pattern: Option<Regex>) -> Self {
        self.protect = pattern;
        self
    }

    /// Runs each pass once, in order and to its end, whatever changes.
    #[must_use]
    pub const fn once(mut self) -> Self {
        self.to_fixed_point = false;
        self
    }

    /// Without the passes of these names.
    #[must_use]
    pub fn without(mut self, names: &[impl AsRef<str>]) -> Self {
        self.passes.retain(|pass| !names.iter().any(|name| name.as_ref() == pass.name()));
        self
    }

    /// With one more pass.
    #[must_use]
    pub fn and(mut self, pass: impl IntoPass) -> Self {
        self.passes.push(pass.into_pass());
        self
    }

    /// The passes in order.
    pub fn passes(&self) -> &[Arc<dyn Pass>] {
        &self.passes
    }

    /// Begins to work out, on a thread of its own, what passes want to know of `text`: its tree, its outline, and what a language's rewrites
    /// are found by, which takes its parser a while as well, 0.2 s for C++. They find it there when they [run](Self::run) on it, and wait for it
    /// where it is not done. Of a [huge](Self::is_huge) text nothing is parsed here, and of a large one whose declarations go first no tree is made:
    /// until it is asked for, most of the text is gone.
    pub fn prepare(&self, text: &Text) {
        self.work_out(text, |plan, view| {
            if !Self::is_huge(view.text()) {
                if !view.declares_much() {
                    plan.make_tree(view);
                }
                view.outline();
            }
            if plan.has_tree_passes() {
                plan.view(Text::default()).rewrites();
            }
        });
    }

    /// Makes the tree of the text, if any pass asks for it.
    fn make_tree(&self, view: &View<'_>) {
        if self.has_tree_passes() {
            view.tree();
        }
    }

    fn has_tree_passes(&self) -> bool {
        self.passes.iter().any(|pass| pass.level() == Level::Tree)
    }

    /// Does `work` on a thread of its own. Where there is none to be had, what it makes is worked out when it is needed.
    fn work_out(&self, text: &Text, work: fn(&Self, &View<'_>)) {
        let (plan, text) = (self.clone(), text.clone());
        let work = move || work(&plan, &plan.view(text));
        let _thread = std::thread::Builder::new().name("prepare".into()).stack_size(STACK).spawn(work);
    }
}
