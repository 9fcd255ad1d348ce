//! The plan on a directory tree: which files are needed, and what of that is in them.
//!
//! Removing entries is one work. Each pass on the content of a file is another one, which promises as much less as
//! the file is smaller than the tree. So all files are reduced coarsely before one is reduced to the end. A file is
//! reduced through the lens of `space/inside`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use regex::bytes::Regex;

use super::contents::{AT_ONCE, Open, Plans, contents};
use super::schedule::{Schedule, Turn};
use super::turns::{in_order, part, take_turn};
use super::{Certificate, Plan};
use crate::algorithm::Algorithm;
use crate::event::{self, Event};
use crate::files::{Files, uses};
use crate::needs::Needs;
use crate::passes::{Level, PassContext};
use crate::search::{Account, Bounds, LegEnd, Search, Stop};
use crate::space::{FilesSpace, HoldsNeeds, MentionsSpace, Pins, Shared, Space};
use crate::strategy::{BinaryReduction, ReverseClosures, Strategy};
use crate::{Config, Id, Text};

/// Which files are needed, and what is in them: coarse everywhere before fine anywhere.
///
/// The files are one work, and each pass on the contents of a file is another. What goes on is what takes most of the whole
/// tree for its tests, so a pass on a small file promises little.
///
/// # Determinism
/// A function of the tree, the plan and the outcomes.
#[derive(Clone, Debug, Default)]
pub struct FilesPlan {
    algorithm: Algorithm,
    protect: Option<Regex>,
    needs: Vec<(PathBuf, PathBuf)>,
    whole_files: bool,
}

/// What removing files promises: they go before anything in them.
const FILES: f64 = 0.2;

/// What is in a file that is not open promises so much of it, as lines do: what is open is reduced coarsely before, and not to the end.
const CLOSED: f64 = 0.03;

/// With more files it would cost more to say before each turn how all goes on than tests that run ahead gain.
const FORESEEN: usize = 256;

/// A work on a directory tree. Files come first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Work {
    Files,
    /// The pass at this place of the plan of the file at this path.
    Contents(PathBuf, usize),
}

/// What a work took in its turn.
struct Took {
    account: Account,
    /// Whether it came to its own end.
    is_done: bool,
    /// What it proved, where nothing was left out.
    proved: Option<Vec<Certificate>>,
    /// Whether the others on the same file are asked as if nothing was asked of it.
    renews_others: bool,
}

/// What a plan on a directory tree ended with.
#[derive(Clone, Debug)]
pub struct FilesPlanned {
    /// The result.
    pub files: Arc<Files>,
    /// The minimalities proved of this very tree: of its files, and of what is in all of them.
    pub certificates: Vec<Certificate>,
}

impl FilesPlan {
    /// The plan that removes files by `algorithm`.
    pub fn new(algorithm: Algorithm) -> Self {
        Self { algorithm, ..Self::default() }
    }

    /// Never removes a file in which `pattern` matches something.
    #[must_use]
    pub fn protect(mut self, pattern: Option<Regex>) -> Self {
        self.protect = pattern;
        self
    }

    /// Leaves what is in files alone: they stay whole or go.
    #[must_use]
    pub fn whole_files(mut self, yes: bool) -> Self {
        self.whole_files = yes;
        self
    }

    /// Never tests a tree in which the first of a pair is there and the second, which was there, is not.
    ///
    /// Files are then removed with all that needs them; what is minimal among trees that meet all needs is the end.
    #[must_use]
    pub fn needs(mut self, pairs: Vec<(PathBuf, PathBuf)>) -> Self {
        self.needs = pairs;
        self
    }

    /// Runs the plan on `files`, which fails; `plan_of` gives the plan of what is in a file.
    ///
    /// # Errors
    /// [`Stop`] when the search was stopped first; [`Search::best`] is then the best result so far.
    pub fn run(
        &self,
        search: &mut Search<'_>,
        files: Arc<Files>,
        plan_of: &dyn Fn(&Path, &Text) -> Plan,
    ) -> Result<FilesPlanned, Stop> {
        let mut schedule = Schedule::new();
        schedule.add(Work::Files, FILES, 0, false);
        let of_contents = contents(&files).filter(|_| !self.whole_files);
        let plans = Arc::new(Plans::of(of_contents.map(|(path, text)| (path, text, plan_of(path, text)))));
        let shared = search.looks_ahead().then(|| Arc::new(self.clone()));
        let planned = self.take_turns(
            search,
            schedule,
            files,
            Open::none_of(&plans),
            shared.as_ref().zip(Some(&plans)),
        );
        search.foresee_no_more()?;
        planned
    }

    /// Goes on from here to the end. A search that looks ahead is told before each turn how.
    fn take_turns(
        &self,
        search: &mut Search<'_>,
        mut schedule: Schedule<Work>,
        mut files: Arc<Files>,
        mut open: Open<'_>,
        shared: Option<(&Arc<Self>, &Arc<Plans>)>,
    ) -> Result<FilesPlanned, Stop> {
        while let Some(Turn { key, account, bounds, asks_all }) =
            next_turn(search, &mut schedule, &mut files, &mut open)?
        {
            if search.is_shadow() && comes_last(&key, &open) {
                // What it costs is more than tests.
                break;
            }
            if let Some((plan, plans)) = shared.filter(|(_, plans)| plans.len() <= FORESEEN) {
                Arc::clone(plan).foresee(
                    search,
                    Arc::clone(plans),
                    (schedule.clone(), Arc::clone(&files)),
                    &open,
                );
            }
            let (begun, size) = (files.id(), files.size());
            let Took { account, is_done, proved, renews_others } = match &key {
                Work::Files => {
                    let (kept, end) = self.remove(search, &files, account)?;
                    files = kept;
                    let cut = open.follow(&files);
                    schedule
                        .retain(|work| !matches!(work, Work::Contents(path, _) if files.get(path).is_none()));
                    // What named the files that went is gone from others.
                    schedule.renew(|work| matches!(work, Work::Contents(path, _) if cut.contains(&&**path)));
                    end
                }
                Work::Contents(path, at) => {
                    let content = open.turn_to(path).expect("it is on the schedule as long as it is there");
                    content.view.state().is_first = schedule.is_first(&key);
                    content.within(search, path, &mut files, |plan, search, view| {
                        let bounds = plan.bounds(bounds, view);
                        let asks_all = asks_all || !plan.to_fixed_point;
                        let stage = PassContext::new(search, view.clone());
                        let end = take_turn(stage, &*plan.passes[*at], (account, bounds), asks_all)?;
                        view.see(end.seen);
                        Ok(Took {
                            account: end.account,
                            is_done: end.is_done,
                            proved: end.proved,
                            renews_others: end.renews_others,
                        })
                    })?
                }
            };
            schedule.took(&key, account, part(files.size(), size));
            if renews_others && let Work::Contents(path, at) = &key {
                schedule.renew(|work| matches!(work, Work::Contents(of, other) if of == path && other != at));
            }
            let mut done_with = files.id();
            if comes_last(&key, &open) {
                done_with = begun;
            }
            if let Work::Contents(path, _) = &key
                && let Some(content) = open.get(path)
            {
                content.plan.add_to(&mut schedule, &content.view, |at| Work::Contents(path.clone(), at));
            }
            if is_done {
                schedule.ended(&key, done_with, proved);
            }
        }
        let certificates = certificates(&files, &schedule);
        Ok(FilesPlanned { files, certificates })
    }

    /// Tells the search how the plan goes on from here.
    fn foresee(
        self: Arc<Self>,
        search: &mut Search<'_>,
        plans: Arc<Plans>,
        (schedule, files): (Schedule<Work>, Arc<Files>),
        open: &Open<'_>,
    ) {
        let seen = open.seen();
        search.foresee(move |search| {
            let open = Open::of(&plans, &seen);
            self.take_turns(search, schedule.clone(), Arc::clone(&files), open, None).map(drop)
        });
    }

    /// Removes files, to the end: what is in a file is not worth a test as long as the file may go. Gives the tree that is left,
    /// and what it took.
    fn remove(
        &self,
        search: &mut Search<'_>,
        files: &Arc<Files>,
        account: Account,
    ) -> Result<(Arc<Files>, Took), Stop> {
        let space = Arc::new(FilesSpace::new(Arc::clone(files)));
        let (units, size) = (space.units(), space.size(&space.full()));
        let stage = event::Stage { algorithm: self.algorithm.name(), unit: Level::Files.name(), units, size };
        search.announce(&Event::StageBegan(stage))?;
        search.begin_leg(account, size, Bounds::NONE);
        let removed = match self.needs.as_slice() {
            [] => self.unmentioned(search, space).and_then(|space| self.guided(search, space)),
            _ => self.closed(search, space),
        };
        let LegEnd { done, account, .. } = search.end_leg(removed)?;
        let (config, removals, space) = done.expect("a leg that expects nothing comes to its end");
        let files = space.render(&config);
        let size = space.size(&config);
        let (units, certificate) = (files.len(), Some(removals));
        search.announce(&Event::StageEnded { stage, units, size, certificate })?;
        let proved = vec![Certificate { level: Level::Files, removals }];
        Ok((Arc::new(files), Took { account, is_done: true, proved: Some(proved), renews_others: false }))
    }

    /// Removes files among which some need others.
    fn closed(
        &self,
        search: &mut Search<'_>,
        space: Arc<FilesSpace>,
    ) -> Result<(Config, usize, Arc<FilesSpace>), Stop> {
        let kept = self.protected(&space);
        let asked = Arc::new(space.needs(&self.needs));
        let guessed = uses(space.files());
        let all = Arc::new(space.needs(&[self.needs.as_slice(), &guessed].concat()));
        let shared: Shared = Arc::new(HoldsNeeds::of(Arc::clone(&space), Arc::clone(&asked)));
        let reduction =
            BinaryReduction::keeping(space.full(), Arc::clone(&all), &kept).at_most(worthwhile(&all));
        let config = search.run(&shared, reduction)?.best().clone();
        let sweep = search.run(&shared, ReverseClosures::keeping(config, asked, &kept))?;
        let removals = sweep.certificate();
        Ok((sweep.best().clone(), removals, space))
    }

    /// Removes files and folders together with what names them in others: what is left builds where it did.
    fn unmentioned(&self, search: &mut Search<'_>, space: Arc<FilesSpace>) -> Result<Arc<FilesSpace>, Stop> {
        if self.whole_files || self.algorithm != Algorithm::Dwindle {
            return Ok(space);
        }
        let kept = self.protected(&space);
        let stays = |path: &Path| space.unit(path).is_some_and(|unit| kept.contains(unit));
        let mentioned = Arc::new(MentionsSpace::new(Arc::clone(space.files()), stays));
        if mentioned.units() == 0 {
            return Ok(space);
        }
        let config = self.algorithm.reduce(search, &mentioned, mentioned.full())?;
        Ok(Arc::new(FilesSpace::new(Arc::new(mentioned.render(&config)))))
    }

    /// Removes files that may use each other, as it seems: first with what they use, then any of them.
    fn guided(
        &self,
        search: &mut Search<'_>,
        mut space: Arc<FilesSpace>,
    ) -> Result<(Config, usize, Arc<FilesSpace>), Stop> {
        let guessed = uses(space.files());
        if !guessed.is_empty() && self.algorithm == Algorithm::Dwindle {
            let kept = self.protected(&space);
            let needs = Arc::new(space.needs(&guessed));
            let most = worthwhile(&needs);
            let reduction = BinaryReduction::keeping(space.full(), needs, &kept).at_most(most);
            let config = search.run(&space, reduction)?.best().clone();
            space = Arc::new(FilesSpace::new(Arc::new(space.render(&config))));
        }
        let guarded = Arc::new(Pins::of((*space).clone(), self.protected(&space)));
        let reduced = self.algorithm.reduce(search, &guarded, guarded.full())?;
        Ok((guarded.to_base(&reduced), reduced.len(), space))
    }

    /// The files in which something is protected.
    fn protected(&self, space: &FilesSpace) -> Config {
        self.protect.as_ref().map_or_else(Config::empty, |pattern| space.matching(pattern))
    }
}

/// How many needed groups binary reduction may look for: with more of them it costs more than removing one by one.
fn worthwhile(needs: &Needs) -> usize {
    let groups = needs.groups().len();
    groups / (1 + groups.max(1).ilog2() as usize) + 1
}

/// The work that goes on.
///
/// No file is open until all files that can go are gone. Then files are opened, the largest first, until 6 MiB of what is in them have trees; and one more
/// where what is open takes less for a test than that one promises. A search that only looks ahead opens none, since that costs more than tests.
fn next_turn(
    search: &mut Search<'_>,
    schedule: &mut Schedule<Work>,
    files: &mut Arc<Files>,
    open: &mut Open<'_>,
) -> Result<Option<Turn<Work>>, Stop> {
    let (mut bytes, mut whole) = (open.bytes_with_trees(), files.size());
    loop {
        let closed = open.closed(files).filter(|_| !schedule.is_first(&Work::Files));
        let has_room = closed.is_some() && bytes < AT_ONCE;
        let turn = if has_room { None } else { next(schedule, (files.id(), whole), open) };
        let Some(closed) = closed else { return Ok(turn) };
        let promised = CLOSED * part(closed, whole);
        if let Some(turn) =
            turn.filter(|turn| turn.account.rate() * share(&turn.key, whole, open) >= promised)
        {
            return Ok(Some(turn));
        }
        if search.is_shadow() {
            return Ok(None);
        }
        let before = Arc::clone(files);
        let Some((path, content)) = open.open_next(search, files)? else { continue };
        bytes += content.bytes_with_trees();
        if !Arc::ptr_eq(files, &before) {
            whole = files.size();
            schedule.shrank(part(whole, before.size()));
        }
        content.plan.add_to(schedule, &content.view, |at| Work::Contents(path.to_owned(), at));
    }
}

/// Which part of a tree of this size a work works on.
fn share(work: &Work, whole: u64, open: &Open<'_>) -> f64 {
    match work {
        Work::Files => 1.0,
        Work::Contents(path, _) => {
            open.get(path).map_or(0.0, |content| part(content.view.text().bytes().len() as u64, whole))
        }
    }
}

/// The work that goes on.
fn next(schedule: &Schedule<Work>, (files, whole): (Id, u64), open: &Open<'_>) -> Option<Turn<Work>> {
    schedule.next(
        files,
        |work| share(work, whole, open),
        |work| match work {
            Work::Files => true,
            Work::Contents(path, at) => open.get(path).is_some_and(|content| content.has_work(*at)),
        },
    )
}

/// Whether a work waits until all others are done.
fn comes_last(work: &Work, open: &Open<'_>) -> bool {
    match work {
        Work::Files => false,
        Work::Contents(path, at) => {
            open.get(path).is_some_and(|content| content.plan.passes[*at].comes_last())
        }
    }
}

/// What was proved of `files`: a unit counts where no single one can go from any file that is not empty.
fn certificates(files: &Files, schedule: &Schedule<Work>) -> Vec<Certificate> {
    let (mut of_files, mut of_contents) = (Vec::new(), BTreeMap::<&Path, Vec<Certificate>>::new());
    for (work, proved) in schedule.proved(files.id()) {
        match work {
            Work::Files => of_files.extend_from_slice(proved),
            Work::Contents(path, _) => of_contents.entry(path).or_default().extend_from_slice(proved),
        }
    }
    let of: Vec<&[Certificate]> = contents(files)
        .map(|(path, _)| of_contents.get(path).map(Vec::as_slice).unwrap_or_default())
        .collect();
    let mut seen = BTreeSet::new();
    for level in of.iter().copied().flatten().map(|certificate| certificate.level) {
        let removals = of.iter().map(|certificates| {
            certificates.iter().find(|certificate| certificate.level == level).map(|found| found.removals)
        });
        if seen.insert(level.name())
            && let Some(removals) = removals.sum::<Option<usize>>()
        {
            of_files.push(Certificate { level, removals });
        }
    }
    in_order(of_files)
}
