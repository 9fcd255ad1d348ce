//! The plan: which passes reduce a text, and which of them goes on.
//!
//! A plan is data: a list of [passes](crate::passes). What goes on is decided by what each takes for its tests: [`Plan::run`].

mod certificate;
mod files;
mod schedule;

pub use crate::passes::{IntoPass, Level};
pub use certificate::Certificate;
pub use files::{FilesPlan, FilesPlanned};

use std::sync::Arc;

use regex::bytes::Regex;

use crate::Text;
use crate::algorithm::Algorithm;
use crate::binary::is_binary;
use crate::event::{self, Event};
use crate::passes::{
    ByStructure, Columns, Containers, Digits, Intervals, Left, Lengths, List, OnTree, Pass, Recent, Repeats,
    Seen, Stage, Syntax, Values, View, syntactic,
};
use crate::reduce::TreeAlgorithm;
use crate::search::{Account, Bounds, LegEnd, Search, Stop};
use crate::space::counted::Counted;
use crate::space::{NothingNew, Unit};
use crate::tree::Parse;
use schedule::Schedule;

/// In texts with fewer bytes a pass mostly comes to its own end: it has little to ask about, and one that is ended asks most of it again on
/// what others left. It is ended where another promises so many times as much. Without this `rewrites` went on for 4,631 tests on the last
/// 7,821 bytes of a C++ program, of which `roots` then took half in three; where it is ended for anything that promises more, a C program
/// has 897 bytes after 1,526 tests instead of 97 after 1,451.
const SMALL: usize = 1 << 13;
const FAR_MORE: f64 = 10.0;

/// In texts with more bytes it costs seconds of a processor to find out what comes next: of two, tests have more use for both. With two jobs on
/// two cores a C++ program of 4.4 MB took 47 s instead of 41 s.
const LARGE: usize = 1 << 18;

/// With so many jobs it is worth that.
const MANY: usize = 4;

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

    /// Begins to work out, on a thread of its own, what passes want to know of `text`, such as its outline, which they ask for first, and
    /// its tree: they find it there when they [run](Self::run) on it, and wait for it where it is not done.
    pub fn prepare(&self, text: &Text) {
        self.work_out(text, |plan, view| {
            view.outline();
            plan.make_tree(view);
        });
    }

    /// Makes the tree of the text, if any pass asks for it.
    fn make_tree(&self, view: &View<'_>) {
        if self.passes.iter().any(|pass| pass.level() == Level::Tree) {
            view.tree();
        }
    }

    /// Does `work` on a thread of its own. Where there is none to be had, what it makes is worked out when it is needed.
    fn work_out(&self, text: &Text, work: fn(&Self, &View<'_>)) {
        let (plan, text) = (self.clone(), text.clone());
        let work = move || work(&plan, &plan.view(text));
        let _thread = std::thread::Builder::new().name("prepare".into()).stack_size(STACK).spawn(work);
    }

    /// Runs the passes on `text`, which fails.
    ///
    /// The pass goes on that takes most for its tests, or [promises](Pass::promise) most as long as few of its tests came to
    /// nothing; of those that promise the same, the first. It is ended when another promises more, or has nothing more to ask. One that
    /// [comes last](Pass::comes_last) goes on when all others came to their own ends on the very same text.
    /// The plan ends when all passes came to their own ends on the same text.
    ///
    /// # Errors
    /// [`Stop`] when the search was stopped first; [`Search::best`] is then the best result so far.
    pub fn run(&self, search: &mut Search<'_>, text: Text) -> Result<Planned, Stop> {
        let view = self.view(text);
        self.counted(search, view.is_counted(), |search| self.run_passes(search, view))
    }

    /// Does `work` with the numbers right in each candidate that say how many there are of something.
    fn counted<R>(
        &self,
        search: &mut Search<'_>,
        is_counted: bool,
        work: impl FnOnce(&mut Search<'_>) -> R,
    ) -> R {
        let work = |search: &mut Search<'_>| match &self.nothing_new {
            Some(rule) => search.within(rule.clone().lens(), work),
            None => work(search),
        };
        match self.parse.as_ref().filter(|_| is_counted) {
            Some(parse) => search.within(Counted::lens(Arc::clone(parse)), work),
            None => work(search),
        }
    }

    fn run_passes(&self, search: &mut Search<'_>, mut view: View<'_>) -> Result<Planned, Stop> {
        let mut schedule = Schedule::new();
        self.finds_tree(&mut view);
        self.add_to(&mut schedule, &view, |at| at);
        let shared = search.looks_ahead().then(|| Arc::new(self.clone()));
        let planned = self.take_turns(search, schedule, view, shared.as_ref());
        search.foresee_no_more()?;
        planned
    }

    /// Runs the passes from here to the end. A search that looks ahead is told before each turn how it goes on.
    fn take_turns(
        &self,
        search: &mut Search<'_>,
        mut schedule: Schedule<usize>,
        mut view: View<'_>,
        shared: Option<&Arc<Self>>,
    ) -> Result<Planned, Stop> {
        while let Some(turn) = schedule.next(
            view.text().id(),
            |_| 1.0,
            |at| self.is_due(*at, &view, |at| schedule.is_first(&at)),
        ) {
            let pass = &*self.passes[turn.key];
            if search.is_shadow() && pass.comes_last() {
                // What it costs is more than tests.
                break;
            }
            if let Some(plan) = shared.filter(|_| search.width() >= MANY || view.text().bytes().len() < LARGE)
            {
                plan.clone().foresee(search, schedule.clone(), &view);
            }
            let (begun, size) = (view.text().id(), view.text().bytes().len() as u64);
            view.state().is_first = schedule.is_first(&turn.key);
            let stage = Stage::new(search, view.clone());
            let end = take_turn(stage, pass, turn.account, self.bounds(turn.bounds, view.text()))?;
            view.see(end.seen);
            schedule.took(&turn.key, end.account, part(view.text().bytes().len() as u64, size));
            if let Some(proved) = end.proved {
                let left = view.text().id();
                schedule.ended(&turn.key, if pass.comes_last() { begun } else { left }, proved);
                let can_go_on = |at: &usize| self.is_due(*at, &view, |at| schedule.is_first(&at));
                if left == begun && !search.is_shadow() && schedule.is_settled(left, can_go_on) {
                    self.passes.iter().for_each(|pass| pass.prepare(&view));
                }
            }
            if view.text().id() != begun && view.text().bytes().len() >= LARGE && !search.is_shadow() {
                // No test runs now, so there is a processor for its tree, and one for its outline.
                self.work_out(view.text(), Self::make_tree);
                view.outline();
            }
            self.finds_tree(&mut view);
            self.add_to(&mut schedule, &view, |at| at);
        }
        let text = view.text().clone();
        let proved = schedule.proved(text.id()).flat_map(|(_, proved)| proved);
        let certificates = in_order(proved.copied().collect());
        Ok(Planned { text, certificates })
    }

    /// Tells the search how the passes go on from here.
    fn foresee(self: Arc<Self>, search: &mut Search<'_>, schedule: Schedule<usize>, view: &View<'_>) {
        let seen = view.seen().clone();
        search.foresee(move |search| {
            let view = self.view_of(seen.clone());
            self.take_turns(search, schedule.clone(), view, None).map(drop)
        });
    }

    /// What a pass finds where so much was seen before.
    fn view_of(&self, seen: Seen) -> View<'_> {
        let (parse, protect) = (self.parse.as_ref(), self.protect.as_ref());
        View { parse, protect, is_strict: self.is_strict, seen }
    }

    /// Adds the passes to a schedule, by their place, or what they promise now.
    fn add_to<K: Ord + Clone>(&self, schedule: &mut Schedule<K>, view: &View<'_>, key: impl Fn(usize) -> K) {
        for (at, pass) in (0..).zip(&self.passes) {
            schedule.add(key(at), pass.promise(view), pass.patience(view), pass.comes_last());
        }
    }

    /// When a pass is ended: never where each runs once, and in a small text later.
    fn bounds(&self, bounds: Bounds, text: &Text) -> Bounds {
        match text.bytes().len() {
            _ if !self.to_fixed_point => Bounds::NONE,
            size @ ..SMALL => in_small(bounds, size),
            _ => bounds,
        }
    }

    /// What the first pass finds.
    fn view(&self, text: Text) -> View<'_> {
        self.view_of(Seen::new(text, self.parse.as_ref(), self.recent.clone()))
    }

    /// Notes where there is a tree for the first time, which may be only when what no parser reads is gone.
    fn finds_tree(&self, view: &mut View<'_>) {
        let is_found = !view.has_tree()
            && self.passes.iter().any(|pass| pass.level() == Level::Tree)
            && view.tree().is_some();
        if is_found {
            view.state().syntax = Syntax::Kept;
        }
    }

    /// Whether there is something for the pass at this place to do.
    fn has_work(&self, at: usize, view: &View<'_>) -> bool {
        let pass = &self.passes[at];
        (pass.level() != Level::Tree || view.tree().is_some()) && pass.applies(view)
    }

    /// Whether the pass at this place can go on; where each runs once, those before it ended.
    fn is_due(&self, at: usize, view: &View<'_>, is_first: impl Fn(usize) -> bool) -> bool {
        let is_over = |before: usize| !is_first(before) || !self.has_work(before, view);
        self.has_work(at, view) && (self.to_fixed_point || is_first(at) && (0..at).all(is_over))
    }
}

/// These bounds in a small text: the smaller it is, the later a pass is ended.
fn in_small(bounds: Bounds, size: usize) -> Bounds {
    let patience = bounds.patience.saturating_mul(SMALL as u64) / size.max(1) as u64;
    Bounds { at_least: bounds.at_least / FAR_MORE, patience }
}

/// What was proved of the structure first, then of units, each in the order of the passes.
fn in_order(mut certificates: Vec<Certificate>) -> Vec<Certificate> {
    certificates.sort_by_key(|proved| matches!(proved.level, Level::Units(_)));
    certificates
}

/// How the turn of a pass ended.
struct TurnEnd {
    seen: Seen,
    account: Account,
    /// What was proved, where the pass came to its own end.
    proved: Option<Vec<Certificate>>,
}

/// Runs a pass as a stage within these bounds.
fn take_turn(
    mut stage: Stage<'_, '_>,
    pass: &dyn Pass,
    account: Account,
    bounds: Bounds,
) -> Result<TurnEnd, Stop> {
    let (begun, level) = (stage.text().clone(), pass.level());
    let size = begun.bytes().len() as u64;
    let told =
        event::Stage { algorithm: pass.algorithm(), unit: level.name(), units: stage.units(level), size };
    stage.search().announce(&Event::StageBegan(told))?;
    stage.search().begin_leg(account, size, if pass.can_yield() { bounds } else { Bounds::NONE });
    let done = pass.run(&mut stage);
    let LegEnd { done, text, account } = stage.search().end_leg(done)?;
    let is_done = done.is_some();
    let Left { units, certificate } = done.unwrap_or_else(|| {
        stage.set_text(text.unwrap_or(begun));
        Left::default()
    });
    let (units, size) = (units.unwrap_or_else(|| stage.units(level)), stage.text().bytes().len() as u64);
    stage.search().announce(&Event::StageEnded { stage: told, units, size, certificate })?;
    let proved = certificate.map(|removals| Certificate { level, removals });
    Ok(TurnEnd { seen: stage.into_seen(), account, proved: is_done.then(|| proved.into_iter().collect()) })
}

/// Which part of so many bytes is left.
#[expect(clippy::cast_precision_loss, reason = "an estimate needs no more digits")]
fn part(left: u64, before: u64) -> f64 {
    if before == 0 { 1.0 } else { (left as f64 / before as f64).min(1.0) }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::passes::About;
    use crate::space::Space;
    use crate::strategy::{OneMinimal, Strategy};
    use crate::{Engine, test};

    /// Each unit alone, with a promise.
    struct Each(Unit, f64);

    impl Pass for Each {
        fn about(&self) -> About {
            About::new(self.0.name(), Level::Units(self.0), "removes units one by one")
        }

        fn promise(&self, _: &View<'_>) -> f64 {
            self.1
        }

        fn run(&self, stage: &mut Stage<'_, '_>) -> Result<Left, Stop> {
            let space = stage.cut(self.0);
            let kept = stage.search().run(&space, OneMinimal::new(space.full()))?.best().clone();
            Ok(Left::of_units(stage, &space, &kept, None))
        }
    }

    /// How many tests came before the first that failed, where bytes are asked about in vain before lines, which promise this.
    fn tests_in_vain(lines: f64) -> usize {
        let outcomes = Mutex::new(Vec::new());
        let test = test::on_texts(|bytes: &[u8]| {
            let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
            let is_failing = !bytes.is_empty() && lines.all(|line| line.len() == 64);
            outcomes.lock().unwrap().push(is_failing);
            is_failing
        });
        let text = Text::new(format!("{}c\n", "ab".repeat(31)).repeat(64).into_bytes()).unwrap();
        let plan = Plan::of([Each(Unit::Bytes, 0.1), Each(Unit::Lines, lines)]);
        let planned = Engine::new().run(&test, |search| plan.run(search, text)).unwrap();
        assert_eq!(planned.text.bytes().len(), 64);
        let outcomes = outcomes.lock().unwrap();
        outcomes.iter().position(|is_failing| *is_failing).unwrap()
    }

    #[test]
    fn a_pass_of_a_small_text_is_ended_where_another_promises_far_more() {
        assert_eq!(tests_in_vain(0.09), 64, "twice the tests of a turn in a text of twice the size");
        let fades = tests_in_vain(0.01);
        assert!(
            (390..400).contains(&fades),
            "what bytes promise fades to a tenth of lines, not after {fades}"
        );
    }
}
