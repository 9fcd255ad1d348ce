//! The passes on one text, one after the other.
//!
//! Each pass runs as a leg of the search, which ends it where another pass promises more for a test. A pass keeps
//! no state: one that begins again on the same text gets its first answers from what is known. The plan ends when
//! all passes came to their own end on the same text.

use std::sync::Arc;

use super::certificate::Certificate;
use super::schedule::Schedule;
use super::{Plan, Planned};
use crate::Text;
use crate::event::{self, Event};
use crate::passes::{Level, Pass, PassContext, PassResult, Seen, Syntax, View};
use crate::search::{Account, Bounds, LegEnd, Search, Stop};
use crate::space::Unit;
use crate::space::counted::Counted;

/// In texts with fewer bytes a pass mostly comes to its own end: it has little to ask about, and one that is ended asks most of it again on
/// what others left. It is ended where another promises so many times as much. Without this `rewrites` went on for 4,631 tests on the last
/// 7,821 bytes of a C++ program, of which `roots` then took half in three; where it is ended for anything that promises more, a C program
/// has 897 bytes after 1,526 tests instead of 97 after 1,451.
const SMALL: usize = 1 << 13;
const FAR_MORE: f64 = 10.0;

/// In larger ones that declare something a turn ends when one part of the text in so many went, and the passes are weighed again: of another
/// text those promise more that took nothing, or came to their own end. Without this `kinds` went on for 2,371 tests from 155 to 20 kB of a C++ program
/// (Boost.Variant), each of which took 0.0009 of it, and nothing else was asked.
const STALE: usize = 4;

/// To end a turn costs more than its tests: what is left is parsed anew, and most passes first ask again about what is largest. In a text of
/// so many bytes a turn is ended where another pass promises twice as much, in one of twice as many three times, and so on.
const LARGE: usize = 1 << 20;

impl Plan {
    /// Runs the passes on `text`, which fails.
    ///
    /// The pass goes on that takes most for its tests, or [promises](Pass::promise) most as long as few of its tests came to
    /// nothing; of those that promise the same, the first. It is ended when another promises more, in a large text far more, when
    /// a quarter of a large text went, or when it has nothing more to ask. One that
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
    pub(super) fn counted<R>(
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
        if !Self::comes_below(search, &mut view)? {
            return Ok(Planned { text: view.text().clone(), certificates: Vec::new() });
        }
        self.before_trees(search, &mut view)?;
        let mut schedule = Schedule::new();
        self.finds_tree(&mut view);
        self.add_to(&mut schedule, &view, |at| at);
        let shared = search.looks_ahead().then(|| Arc::new(self.clone()));
        let planned = self.take_turns(search, (schedule, view), 0.0, shared.as_ref());
        search.foresee_no_more()?;
        planned
    }

    /// Runs the passes from here to the end, or until none promises for a test as much as `at_least`. A search that looks ahead is told before each turn how
    /// it goes on.
    pub(super) fn take_turns(
        &self,
        search: &mut Search<'_>,
        (mut schedule, mut view): (Schedule<usize>, View<'_>),
        at_least: f64,
        shared: Option<&Arc<Self>>,
    ) -> Result<Planned, Stop> {
        while let Some(turn) = schedule.next(
            view.text().id(),
            |_| 1.0,
            |at| self.is_due(*at, &view, |at| schedule.is_first(&at)),
        ) && turn.account.rate() >= at_least
        {
            let pass = &*self.passes[turn.key];
            if search.is_shadow() && pass.comes_last() {
                // What it costs is more than tests.
                break;
            }
            if let Some(plan) = shared {
                plan.clone().foresee(search, schedule.clone(), &view);
            }
            let (begun, size) = (view.text().id(), view.text().bytes().len() as u64);
            view.state().is_first = schedule.is_first(&turn.key);
            let stage = PassContext::new(search, view.clone());
            let asks_all = turn.asks_all || !self.to_fixed_point;
            let mut bounds = self.bounds(turn.bounds, &view);
            bounds.at_least = bounds.at_least.max(at_least);
            let end = take_turn(stage, pass, (turn.account, bounds), asks_all)?;
            view.see(end.seen);
            schedule.took(&turn.key, end.account, part(view.text().bytes().len() as u64, size));
            if end.renews_others {
                schedule.renew(|at| *at != turn.key);
            }
            if end.is_done {
                let left = view.text().id();
                schedule.ended(&turn.key, if pass.comes_last() { begun } else { left }, end.proved);
                let can_go_on = |at: &usize| self.is_due(*at, &view, |at| schedule.is_first(&at));
                if left == begun && !search.is_shadow() && schedule.is_settled(left, can_go_on) {
                    let tests = search.count().tests;
                    self.passes.iter().for_each(|pass| pass.prepare(&view, tests));
                }
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
            self.take_turns(search, (schedule.clone(), view), 0.0, None).map(drop)
        });
    }

    /// What a pass finds where so much was seen before.
    pub(super) fn view_of(&self, seen: Seen) -> View<'_> {
        let (parse, protect) = (self.parse.as_ref(), self.protect.as_ref());
        View { parse, protect, is_strict: self.is_strict, most_parsed: self.most_parsed(), seen }
    }

    /// Adds the passes to a schedule, by their place, or what they promise now.
    pub(super) fn add_to<K: Ord + Clone>(
        &self,
        schedule: &mut Schedule<K>,
        view: &View<'_>,
        key: impl Fn(usize) -> K,
    ) {
        for (at, pass) in (0..).zip(&self.passes) {
            schedule.add(key(at), pass.promise(view), pass.patience(view), pass.comes_last());
        }
    }

    /// When a pass is ended: never where each runs once, in a small text later, and in a large one at the latest where a quarter of it went.
    pub(super) fn bounds(&self, bounds: Bounds, view: &View<'_>) -> Bounds {
        match view.text().bytes().len() {
            _ if !self.to_fixed_point => Bounds::NONE,
            size @ ..SMALL => in_small(bounds, size),
            size if bounds.at_least > 0.0 && view.outline().is_some() => {
                Bounds { least_size: (size - size / STALE) as u64, ..in_large(bounds, size) }
            }
            _ => bounds,
        }
    }

    /// What the first pass finds.
    pub(super) fn view(&self, text: Text) -> View<'_> {
        self.view_of(Seen::new(text, self.parse.as_ref(), self.recent.clone()))
    }

    /// Notes where there is a tree for the first time, which may be only when what no parser reads is gone.
    pub(super) fn finds_tree(&self, view: &mut View<'_>) {
        if !view.has_tree() && self.has_tree_passes() && view.is_parsed() {
            view.state().syntax = Syntax::Kept;
        }
    }

    /// Whether there is something for the pass at this place to do.
    pub(super) fn has_work(&self, at: usize, view: &View<'_>) -> bool {
        let pass = &self.passes[at];
        (pass.level() != Level::Tree || view.is_parsed()) && pass.applies(view)
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
    Bounds { at_least: bounds.at_least / FAR_MORE, patience, ..bounds }
}

/// These bounds in a large text: the larger it is, the more another pass has to promise.
#[expect(clippy::cast_precision_loss, reason = "an estimate needs no more digits")]
fn in_large(bounds: Bounds, size: usize) -> Bounds {
    Bounds { at_least: bounds.at_least / (1.0 + size as f64 / LARGE as f64), ..bounds }
}

/// What was proved of the structure first, then of units, each in the order of the passes.
pub(super) fn in_order(mut certificates: Vec<Certificate>) -> Vec<Certificate> {
    certificates.sort_by_key(|proved| matches!(proved.level, Level::Units(_)));
    certificates
}

/// How the turn of a pass ended.
pub(super) struct TurnEnd {
    pub(super) seen: Seen,
    pub(super) account: Account,
    /// Whether the pass came to its own end.
    pub(super) is_done: bool,
    /// What was proved, where nothing was left out.
    pub(super) proved: Option<Vec<Certificate>>,
    /// Whether the passes on the same text are asked as if nothing was asked of it.
    pub(super) renews_others: bool,
}

/// Runs a pass as a stage within these bounds, which asks about all, or leaves out what passed on a text a little larger.
pub(super) fn take_turn(
    mut stage: PassContext<'_, '_>,
    pass: &dyn Pass,
    (account, bounds): (Account, Bounds),
    asks_all: bool,
) -> Result<TurnEnd, Stop> {
    let (begun, level) = (stage.text().clone(), pass.level());
    let size = begun.bytes().len() as u64;
    let told =
        event::Stage { algorithm: pass.algorithm(), unit: level.name(), units: pass.units(&stage), size };
    stage.search().announce(&Event::StageBegan(told))?;
    stage.search().begin_leg(account, size, if pass.can_yield() { bounds } else { Bounds::NONE });
    // What goes from data of which nothing is known has no neighbours that tell what it is.
    let may_skip = pass.can_yield() && level != Level::Units(Unit::Bytes);
    stage.search().skip_repeats(!asks_all && may_skip);
    let has_free_blanks = stage.has_free_blanks();
    stage.search().ignore_blanks(may_skip && has_free_blanks);
    let done = pass.run(&mut stage);
    let is_complete = stage.search().repeats_skipped() == 0;
    stage.search().skip_repeats(false);
    stage.search().ignore_blanks(false);
    let LegEnd { done, text, account } = stage.search().end_leg(done)?;
    let is_done = done.is_some();
    let PassResult { units, certificate, renews_others } = done.unwrap_or_else(|| {
        stage.set_text(text.unwrap_or(begun));
        PassResult::default()
    });
    let certificate = certificate.filter(|_| is_complete);
    let (units, size) = (units.unwrap_or_else(|| pass.units(&stage)), stage.text().bytes().len() as u64);
    stage.search().announce(&Event::StageEnded { stage: told, units, size, certificate })?;
    let proved = certificate.map(|removals| Certificate { level, removals });
    let proved = is_complete.then(|| proved.into_iter().collect());
    Ok(TurnEnd { seen: stage.into_seen(), account, is_done, proved, renews_others })
}

/// Which part of so many bytes is left.
#[expect(clippy::cast_precision_loss, reason = "an estimate needs no more digits")]
pub(super) fn part(left: u64, before: u64) -> f64 {
    if before == 0 { 1.0 } else { (left as f64 / before as f64).min(1.0) }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::passes::About;
    use crate::space::{Space, Unit};
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

        fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
            let space = stage.cut(self.0);
            let kept = stage.search().run(&space, OneMinimal::new(space.full()))?.best().clone();
            Ok(PassResult::of_units(stage, &space, &kept, None))
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
        // Nothing stands twice between the same bytes.
        let line = |at: u32| format!("{:062}c\n", u128::from(at + 2).pow(20));
        let text = Text::new((0..64).map(line).collect::<String>().into_bytes()).unwrap();
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
