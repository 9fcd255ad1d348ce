//! Results that earlier runs left: the search starts from one that still fails, so that nobody who edits a test and
//! goes on loses what was found.
//!
//! An earlier result is taken where it still fails: the command is given it in place of the input
//! ([`Artifact::started_from`]). A copy of it, `origin`, lets that run be
//! resumed from the same place.

use std::fs;
use std::path::{Path, PathBuf};

use dwindle::event::{self, Decision, Difference, Event};
use dwindle::search::{Search, Stop};
use dwindle::{Goal, Outcome};
use dwindle_store::journal::{Known, Reader, Record};
use dwindle_store::rundir::{EarlierResult, RunDir};

use super::artifact::Artifact;
use super::store::RunStore;
use crate::settings::{Objective, Output, Settings};

/// How many earlier results are tested, at most.
const MOST: usize = 3;

/// What is found before a run begins.
#[derive(Debug)]
pub(super) struct Earlier<A> {
    /// What this run started from before, when it goes on.
    pub(super) origin: Option<A>,
    /// What it may start from, the smallest first.
    found: Vec<Found<A>>,
    /// What the user is told of, whatever becomes of those.
    notes: Vec<event::Earlier>,
}

impl<A> Default for Earlier<A> {
    fn default() -> Self {
        Self::from(None)
    }
}

impl<A> From<Option<A>> for Earlier<A> {
    fn from(origin: Option<A>) -> Self {
        Self { origin, found: Vec::new(), notes: Vec::new() }
    }
}

/// A result of an earlier run that can be a candidate.
#[derive(Debug)]
struct Found<A> {
    artifact: A,
    note: event::Earlier,
}

/// The results of earlier runs, looked for before the result is opened. None counts for a run that starts over.
pub(super) fn look(settings: &Settings, dir: &RunDir) -> Result<Vec<EarlierResult>, dwindle_store::Error> {
    if settings.memory.fresh { Ok(Vec::new()) } else { dir.earlier() }
}

/// How many tests are on record: what a run that starts over forgets.
pub(super) fn recorded_tests(dir: &RunDir) -> u64 {
    let records = Reader::open(&dir.journal_path()).into_iter().flatten();
    records.filter(|record| matches!(record, Ok(Record::Test(_)))).count() as u64
}

impl<A: Artifact> Earlier<A> {
    /// What of the `results` of earlier runs this one may start from, whose own best so far has the size `best`;
    /// `dropped` tests are forgotten.
    pub(super) fn find(
        settings: &Settings,
        artifact: &A,
        (store, best): (&RunStore, Option<u64>),
        results: Vec<EarlierResult>,
        dropped: u64,
    ) -> Self {
        let mut earlier = Self::default();
        let may_start = may_start(settings);
        if !settings.memory.fresh && may_start {
            earlier.origin =
                fs::read(store.dir.origin_path()).ok().and_then(|kept| artifact.started_from(kept));
        }
        let origin = earlier.origin.as_ref().map(A::size);
        let bound = [Some(artifact.size()), best, origin].into_iter().flatten().min().unwrap_or(0);
        let (at_result, is_tree) = (store.result.path(), artifact.is_tree());
        let mut told = false;
        for result in results {
            let is_at_result = result.path == at_result;
            // A best of this run's own may stand there by now.
            let from = store.result.replaced().filter(|_| is_at_result).unwrap_or(&result.path);
            let Some(artifact) = fs::read(from).ok().and_then(|kept| artifact.started_from(kept)) else {
                continue;
            };
            let size = artifact.size();
            if size >= bound || !may_start {
                continue;
            }
            let ruled_out = rules_out(settings, is_tree, result.differences.as_deref());
            let decision = if ruled_out { Decision::RuledOut } else { Decision::Start };
            let EarlierResult { path, run, differences: changed } = result;
            let kept = if is_at_result { store.result.replaced() } else { Some(path.as_path()) };
            let (path, kept) = (as_text(&path), kept.map(as_text));
            told |= is_at_result;
            let note = event::Earlier { path, size, decision, run, changed, kept, tests: 0 };
            if !ruled_out {
                earlier.found.push(Found { artifact, note });
            } else if is_at_result {
                earlier.notes.push(note);
            }
        }
        // Of equal size that which the user sees comes first.
        let at_result = as_text(at_result);
        earlier.found.sort_by_cached_key(|Found { note, .. }| {
            (note.size, note.path != at_result, PathBuf::from(&note.path))
        });
        let id = |found: &Found<A>| {
            let whole = found.artifact.whole();
            whole.id(&whole.full())
        };
        earlier.found.dedup_by(|a, b| id(a) == id(b));
        // What would be replaced is always tested.
        let mut others = 0;
        earlier.found.retain(|Found { note, .. }| {
            others += usize::from(note.path != at_result);
            others <= MOST || note.path == at_result
        });
        if !told {
            earlier.notes.extend(replaced(artifact, store, settings.memory.fresh, dropped));
        }
        earlier
    }

    /// Tests what earlier runs left, the smallest first, until one still fails, and tells what becomes of them.
    pub(super) fn start_from(self, search: &mut Search<'_>, known: &Known) -> Result<Option<A>, Stop> {
        let Self { origin, found, notes } = self;
        for note in notes {
            search.announce(&Event::Earlier(&note))?;
        }
        let mut passing = Vec::new();
        for Found { artifact, note } in found {
            let whole = artifact.whole();
            let full = whole.full();
            let before = known.get(whole.id(&full)).map(|judgement| judgement.outcome);
            let outcome = match before {
                Some(outcome) => outcome,
                None => search.probe(&whole, std::slice::from_ref(&full))?[0].outcome,
            };
            if outcome == Outcome::Fail {
                search.announce(&Event::Earlier(&note))?;
                return Ok(Some(artifact));
            }
            if before.is_none() || note.kept.as_ref() != Some(&note.path) {
                passing.push(note);
            }
        }
        for note in passing {
            search.announce(&Event::Earlier(&event::Earlier { decision: Decision::NotFailing, ..note }))?;
        }
        Ok(origin)
    }
}

/// What is told of a result that is replaced without having been asked about.
fn replaced<A: Artifact>(artifact: &A, store: &RunStore, fresh: bool, tests: u64) -> Option<event::Earlier> {
    let in_dir = || store.dir.replaced().into_iter().find(|path| path.ends_with("replaced/best"));
    let kept = match store.result.replaced() {
        Some(kept) => kept.to_owned(),
        None if fresh && tests > 0 => in_dir()?,
        None => return None,
    };
    // An archive is longer than what is in it.
    let read = fs::read(&kept).ok().and_then(|kept| artifact.started_from(kept));
    let size =
        read.map_or_else(|| kept.metadata().ok().map(|about| about.len()), |read| Some(read.size()))?;
    let run = kept.parent().and_then(Path::parent)?;
    let others = store.dir.others().ok()?;
    let changed = others.into_iter().find(|other| other.path == run).map(|other| other.differences);
    // What lies in the run directory alone stood nowhere else, or not where this result goes.
    let stood = if store.result.replaced().is_some() { store.result.shown() } else { &kept };
    Some(event::Earlier {
        path: as_text(stood),
        size,
        decision: if fresh { Decision::Fresh } else { Decision::Replaced },
        run: run.file_name()?.to_string_lossy().into_owned(),
        changed,
        kept: Some(as_text(&kept)),
        tests,
    })
}

fn as_text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Whether a run like this can start from another result than the input.
pub(super) fn may_start(settings: &Settings) -> bool {
    let is_open = !matches!(settings.output, Output::Pair(_) | Output::InPlace | Output::Nowhere);
    is_open && settings.all.is_none() && settings.goal == Goal::SmallestFailing
}

/// Whether what a run with these differences left may be something that options given now forbid.
fn rules_out(settings: &Settings, is_tree: bool, differences: Option<&[Difference]>) -> bool {
    let Settings { protect, deps, syntax, objective, .. } = settings;
    let asked = [
        ("--protect", protect.is_some()),
        ("--deps", deps.is_some()),
        ("--no-invention", settings.no_invention),
        ("--objective", *objective != Objective::Bytes),
        ("grammar", matches!(syntax, crate::settings::SyntaxChoice::Grammar(_))),
    ];
    // The lines of what is left have other numbers.
    if deps.is_some() && !is_tree {
        return true;
    }
    asked.into_iter().filter(|(_, is_asked)| *is_asked).any(|(name, _)| {
        differences.is_none_or(|differences| differences.iter().any(|difference| difference.name == name))
    })
}
