//! What a pass is given: the text as it is now, views of it, and what earlier stages found out.

use std::ops::{Deref, DerefMut, Range};
use std::sync::Arc;

use regex::bytes::Regex;

use super::level::Level;
use super::state::{PassState, Syntax};
use crate::algorithm::Algorithm;
use crate::facts::{Facts, Recent};
use crate::flow::Flow;
use crate::grammar::would_merge;
use crate::outline::{Outline, RecentGains};
use crate::reduce::{Setting, Work};
use crate::regions::Regions;
use crate::rewrite::{Edit, Rewrite};
use crate::search::{Account, Bounds, Search, Stop};
use crate::space::counted::{has_right_count, with_count};
use crate::space::{AsSpace, Lens, Parses, Pinned, Pins, Shared, Space, TextSpace, Unit};
use crate::tree::{NodeId, Parse, Shape, Tree};
use crate::{Config, Text};

/// Of texts with at least so many bytes declarations go first.
const LARGE: usize = 1 << 18;

/// Texts with fewer items are left to passes that know the tree.
const MANY: usize = 16;

/// What a pass works on, and with: a [view](View) of a text, and the search to ask.
#[derive(Debug)]
pub struct PassContext<'a, 's> {
    search: &'a mut Search<'s>,
    view: View<'a>,
}

/// A text with all that is seen of it, and what passes found out: a [`PassContext`] without its search.
#[derive(Clone, Debug)]
pub struct View<'a> {
    pub(crate) parse: Option<&'a Arc<dyn Parse>>,
    pub(crate) protect: Option<&'a Regex>,
    /// Whether only what parses is tested.
    pub(crate) is_strict: bool,
    /// How many bytes a text has at most that is parsed.
    pub(crate) most_parsed: usize,
    pub(crate) seen: Seen,
}

/// A text, what was worked out of it, and what passes found out so far.
#[derive(Clone, Debug)]
pub struct Seen {
    text: Text,
    facts: Arc<Facts>,
    recent: Recent,
    /// Whether the count of the text was right at first, and has to stay so.
    is_counted: bool,
    /// What earlier stages found out.
    pub state: PassState,
}

impl Seen {
    /// The first look at `text`.
    pub(crate) fn new(text: Text, parse: Option<&Arc<dyn Parse>>, recent: Recent) -> Self {
        let is_counted = parse.is_some_and(|parse| has_right_count(&**parse, text.bytes()));
        Self { facts: recent.facts(&text), text, recent, is_counted, state: PassState::default() }
    }

    /// Frees the memory of what was worked out of the text and of those before; it is worked out again when it is asked for.
    pub(crate) fn forget(&mut self) {
        self.recent.forget();
        self.facts = Arc::default();
    }

    /// Another text, which came of this one.
    fn then(&self, text: Text) -> Self {
        Self { facts: self.recent.facts(&text), text, ..self.clone() }
    }
}

impl<'a, 's> PassContext<'a, 's> {
    pub(crate) const fn new(search: &'a mut Search<'s>, view: View<'a>) -> Self {
        Self { search, view }
    }

    /// The search to ask.
    pub const fn search(&mut self) -> &mut Search<'s> {
        self.search
    }

    /// Reduces the tree of the text, or the one that `parse` makes of it; leaves the text as it is where there is none.
    pub(super) fn reduce_tree(
        &mut self,
        parse: Option<&dyn Parse>,
        reduce: impl FnOnce(&mut Work<'_, '_>) -> Result<(), Stop>,
    ) -> Result<PassResult, Stop> {
        if parse.is_none() && self.tree().is_none() {
            return Ok(PassResult::default());
        }
        let setting = self.setting(Algorithm::Dwindle);
        // What is known of the latest texts was made by the plan's own parser.
        let recent = if parse.is_some() { Recent::default() } else { self.seen.recent.clone() };
        let setting = Setting { parse: parse.or(setting.parse), ..setting };
        let Some(tree) =
            setting.parse.and_then(|parse| recent.facts(self.text()).squeezed(self.text(), parse))
        else {
            return Ok(PassResult::default());
        };
        let mut work = Work::knowing(self.search(), setting, tree, recent);
        reduce(&mut work)?;
        let tree = Arc::clone(work.tree());
        Ok(PassResult::of_tree(self, &tree, None))
    }

    /// Runs `work` as a leg of its own, as long as a test is taken to remove this part of the text, and no less than `patience`
    /// tests; the text is then the smallest that failed.
    pub(super) fn leg(
        &mut self,
        at_least: f64,
        patience: u64,
        work: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let begun = self.text().clone();
        let size = begun.bytes().len() as u64;
        let bounds = Bounds { at_least, patience, ..Bounds::NONE };
        self.search.begin_leg(Account::for_patience(at_least, patience), size, bounds);
        let done = work(self);
        let end = self.search.end_leg(done)?;
        if end.done.is_none() {
            self.set_text(end.text.unwrap_or(begun));
        }
        Ok(())
    }

    /// Runs `work` on another text, of which the search sees every space through `lens`; gives what it leaves.
    pub(super) fn seen_through(
        &mut self,
        lens: Lens,
        text: Text,
        work: impl FnOnce(&mut PassContext<'_, 's>) -> Result<(), Stop>,
    ) -> Result<Text, Stop> {
        let view = View { seen: Seen::new(text, self.view.parse, Recent::default()), ..self.view };
        self.search.within(lens, |search| {
            let mut stage = PassContext::new(search, view);
            work(&mut stage)?;
            Ok(stage.into_seen().text)
        })
    }

    /// What is seen at the end.
    pub(crate) fn into_seen(self) -> Seen {
        self.view.seen
    }
}

impl<'a> Deref for PassContext<'a, '_> {
    type Target = View<'a>;

    fn deref(&self) -> &View<'a> {
        &self.view
    }
}

impl DerefMut for PassContext<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.view
    }
}

impl<'a> View<'a> {
    /// The text, and all that is known of it.
    pub(crate) const fn seen(&self) -> &Seen {
        &self.seen
    }

    /// As it is now.
    pub(crate) fn see(&mut self, seen: Seen) {
        self.seen = seen;
    }

    /// Frees the memory of what was worked out of the text; it is worked out again when it is asked for.
    pub(crate) fn forget(&mut self) {
        self.seen.forget();
    }

    /// What earlier stages found out.
    pub const fn state(&mut self) -> &mut PassState {
        &mut self.seen.state
    }

    /// Whether numbers that say how many there are of something are kept right.
    pub(crate) const fn is_counted(&self) -> bool {
        self.seen.is_counted
    }

    /// The text, which fails.
    pub const fn text(&self) -> &Text {
        &self.seen.text
    }

    /// Leaves this text, which fails, to the next stage: with the count that candidates were made with.
    pub fn set_text(&mut self, text: Text) {
        let parse = self.parse.filter(|_| self.seen.is_counted);
        let counted = parse.and_then(|parse| with_count(&**parse, text.bytes()));
        let text = counted.and_then(|bytes| Text::new(bytes).ok()).unwrap_or(text);
        if text.id() != self.seen.text.id() {
            self.seen = self.seen.then(text);
        }
    }

    /// The text cut into units, the protected ones fixed.
    pub fn cut(&self, unit: Unit) -> Arc<Pinned<TextSpace>> {
        self.seen.facts.cut(unit, || cut(&self.seen.text, unit, self.protect))
    }

    /// The text cut at these offsets, from 0 to its length, the protected units fixed.
    pub(crate) fn cut_at(&self, offsets: Vec<u32>, unit: Unit) -> Arc<Pinned<TextSpace>> {
        pinned(self.text(), self.text().cut_at(offsets, unit), self.protect)
    }

    /// The parser, if the text is not too large for it.
    fn parser(&self) -> Option<&'a Arc<dyn Parse>> {
        self.parse.filter(|_| self.text().bytes().len() <= self.most_parsed)
    }

    /// The tree of the text, if there is a parser and it makes any sense of the text, or did so before: without some tokens the root of a text may
    /// be broken while all below it is sound.
    pub fn tree(&self) -> Option<Arc<Tree>> {
        let tree = self.seen.facts.tree(&self.seen.text, &**self.parser()?)?;
        (self.has_tree() || tree.node(NodeId::ROOT).shape() != Shape::Unparsed).then_some(tree)
    }

    /// Whether the text has a [tree](Self::tree), or has one as soon as that is [noted](Self::has_tree). Of a large text that makes sense
    /// anyway none is made to find out: of 4 MB that takes a second, and passes on trees wait until declarations are gone.
    pub(crate) fn is_parsed(&self) -> bool {
        let makes_sense = || self.has_tree() || self.declares_much();
        self.parser().is_some_and(|parse| parse.reads_all() && makes_sense()) || self.tree().is_some()
    }

    /// Whether the text declares so much that it is worth asking about.
    pub(super) fn has_declarations(&self) -> bool {
        self.outline().is_some_and(|outline| outline.len() >= MANY)
    }

    /// Whether the text is large and [declares so much](Self::has_declarations), so that passes on declarations come first.
    pub(crate) fn declares_much(&self) -> bool {
        self.text().bytes().len() >= LARGE && self.has_declarations()
    }

    /// Whether the user's own text was reduced before what others wrote.
    pub(crate) const fn knows_own(&self) -> bool {
        self.seen.state.knows_own
    }

    /// Whether the plan reduces a tree of the text, so that its language is known.
    pub(crate) fn has_tree(&self) -> bool {
        self.seen.state.syntax != Syntax::Unknown
    }

    /// What would go with items of the text's outline, as far as it was asked lately.
    pub(crate) fn gains(&self) -> &RecentGains {
        self.seen.facts.gains()
    }

    /// What the text declares, if there is a parser and it tells.
    pub(crate) fn outline(&self) -> Option<Arc<Outline>> {
        self.seen.facts.outline(&self.seen.text, &**self.parser()?)
    }

    /// What the parser offers that makes the text shorter, without what touches a protected byte.
    pub(crate) fn rewrites(&self) -> Arc<[Rewrite]> {
        let offered = || {
            self.unprotected(self.parser().map_or_else(Vec::new, |parse| parse.rewrites(&self.seen.text)))
                .into()
        };
        self.seen.facts.rewrites(offered)
    }

    /// What the parser puts in the place of numbers that follow from the order of the text.
    pub(super) fn names_for_numbers(&self) -> Vec<Edit> {
        self.parser().map_or_else(Vec::new, |parse| parse.names_for_numbers(&self.seen.text))
    }

    /// Whether two tokens would become another one if nothing stood between them.
    pub(super) fn would_merge(&self, before: &[u8], after: &[u8]) -> bool {
        self.parse.map_or_else(|| would_merge(before, after), |parse| parse.would_merge(before, after))
    }

    /// Whether blanks only separate tokens.
    pub(crate) fn has_free_blanks(&self) -> bool {
        self.parse.is_some_and(|parse| parse.has_free_blanks())
    }

    /// The control flow of bodies in which no byte is protected.
    pub(super) fn flows(&self) -> Vec<Flow> {
        let mut flows = self.parser().map_or_else(Vec::new, |parse| parse.flows(&self.seen.text));
        let protected = self.protected();
        flows.retain(|flow| {
            let span = flow.span();
            !protected.iter().any(|fixed| fixed.start < span.end && span.start < fixed.end)
        });
        flows
    }

    /// What lines begin with that take other sources in.
    pub(super) fn include_words(&self) -> Vec<&'static str> {
        self.parse.map_or_else(Vec::new, |parse| parse.include_words())
    }

    /// The rules that are worth asking about early.
    pub(super) fn early_rules(&self) -> Vec<&'static str> {
        self.parse.map_or_else(Vec::new, |parse| parse.early_rules())
    }

    /// Those of `rewrites` that touch no protected byte.
    pub(super) fn unprotected(&self, mut rewrites: Vec<Rewrite>) -> Vec<Rewrite> {
        let protected = self.protected();
        let is_free = |edit: &Edit| {
            let first = protected.partition_point(|fixed| fixed.end <= edit.span.start);
            protected.get(first).is_none_or(|fixed| fixed.start >= edit.span.end)
        };
        rewrites.retain(|rewrite| rewrite.edits.iter().all(is_free));
        rewrites
    }

    /// The language of the text, where it is known.
    pub(super) fn language(&self) -> Option<&str> {
        self.parse.map(|parse| parse.grammar().name())
    }

    /// Where the pattern matches that is protected: in order and apart.
    pub(super) fn protected(&self) -> Vec<Range<usize>> {
        let patterns = self.protect.into_iter();
        patterns
            .flat_map(|pattern| pattern.find_iter(self.seen.text.bytes()))
            .map(|found| found.range())
            .collect()
    }

    /// What reducers on trees are given, with this list algorithm.
    pub fn setting(&self, lists: Algorithm) -> Setting<'a> {
        Setting { parse: self.parse.map(|parse| &**parse), protect: self.protect, lists }
    }

    /// Whether only candidates that parse may be tested. Reducers on trees keep to the grammar; spaces of other units
    /// are [checked](Self::checked).
    pub const fn is_strict(&self) -> bool {
        self.is_strict
    }

    /// `space` as the search is to see it: where only what parses may be tested, without all else.
    pub fn checked(&self, space: &Arc<Pinned<TextSpace>>) -> Shared {
        match self.parse {
            Some(parse) if self.is_strict => parsing(parse, space, 0),
            _ => space.as_space(),
        }
    }

    /// `space` without candidates that break the syntax any further than `config` does; none where there is no tree, or
    /// something failed before although its syntax was broken.
    pub(super) fn careful(&self, space: &Arc<Pinned<TextSpace>>, config: &Config) -> Option<Shared> {
        let kept = self.parser().filter(|_| self.seen.state.syntax == Syntax::Kept);
        let parse = kept.filter(|_| !self.is_strict)?;
        Some(parsing(parse, space, errors(&**parse, space, config)))
    }

    /// Whether the syntax is broken further in `less` than in `config`.
    pub(super) fn breaks_syntax(&self, space: &Pinned<TextSpace>, config: &Config, less: &Config) -> bool {
        self.parser().is_some_and(|parse| errors(&**parse, space, less) > errors(&**parse, space, config))
    }

    /// How many units of this level the text has.
    pub(crate) fn units(&self, level: Level) -> usize {
        match level {
            Level::Units(unit) => self.cut(unit).units(),
            Level::Tree => self.tree().map_or(0, |tree| tree.len()),
            Level::Regions => Regions::of(self.text()).len(),
            Level::Declarations => self.outline().map_or(0, |outline| outline.len()),
            _ => 1,
        }
    }
}

/// How many errors of syntax the text of `config` has.
fn errors(parse: &dyn Parse, space: &Pinned<TextSpace>, config: &Config) -> usize {
    parse.errors(&space.base().render(&space.to_base(config)))
}

/// `space` without candidates that have more errors of syntax than this.
fn parsing(parse: &Arc<dyn Parse>, space: &Arc<Pinned<TextSpace>>, errors: usize) -> Shared {
    Arc::new(Parses::of(Arc::clone(space), Arc::clone(parse), errors))
}

/// `text` cut into units, of which those are fixed that touch a match of `protect`.
pub fn cut(text: &Text, unit: Unit, protect: Option<&Regex>) -> Arc<Pinned<TextSpace>> {
    pinned(text, text.cut(unit), protect)
}

/// `cut` of `text`, the units fixed that touch a match of `protect`.
fn pinned(text: &Text, cut: TextSpace, protect: Option<&Regex>) -> Arc<Pinned<TextSpace>> {
    let spans = protect.into_iter().flat_map(|pattern| pattern.find_iter(text.bytes()));
    let fixed = cut.touching(spans.map(|found| found.range()));
    Arc::new(Pins::of(cut, fixed))
}

/// What a pass knows of the text that it leaves in its stage.
#[derive(Clone, Copy, Debug, Default)]
pub struct PassResult {
    /// How many units of the pass's level are left; none where that has to be counted.
    pub units: Option<usize>,
    /// How many single removals were tested against this very text, which proves it 1-minimal by the pass's level;
    /// none where that is not claimed.
    pub certificate: Option<usize>,
    /// Whether it changed what others depend on, so that they are asked as if nothing was asked of the text.
    pub renews_others: bool,
}

impl PassResult {
    /// Leaves what `config` keeps of `space`.
    pub fn of_units(
        stage: &mut PassContext<'_, '_>,
        space: &Pinned<TextSpace>,
        config: &Config,
        certificate: Option<usize>,
    ) -> Self {
        stage.set_text(space.base().render(&space.to_base(config)));
        Self { units: Some(config.len()), certificate, ..Self::default() }
    }

    /// Leaves the text of `tree`.
    pub fn of_tree(stage: &mut PassContext<'_, '_>, tree: &Tree, certificate: Option<usize>) -> Self {
        stage.set_text(tree.text().clone());
        Self { units: Some(tree.len()), certificate, ..Self::default() }
    }
}
