//! What a run keeps on disk: its journal, its result, and how both are opened and closed.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use dwindle::event::{Observer, Write};
use dwindle::plan::Certificate;
use dwindle::search::Stop;
use dwindle_store::journal::{End, Ending, Journal, Minimality, Record, Start, Tally};
use dwindle_store::rundir::{Output, RunDir};
use dwindle_store::steps::{self, BestStep, Steps};

use super::backlog::Backlog;
use crate::error::RunError;
use crate::exit::Exit;
use crate::session::warning::warn;
use crate::text::escaped;

const VERSION: &str = env!("CARGO_PKG_VERSION");
pub(in crate::session) const MADE_BY: &str = concat!("dwindle ", env!("CARGO_PKG_VERSION"));

/// The files of several causes, beside each other. That of the cause that is searched for is the result of the run.
#[derive(Debug)]
pub(in crate::session) struct Several {
    /// The name of the input.
    pub(in crate::session) name: OsString,
    pub(in crate::session) mode: Option<u32>,
    /// Whether earlier runs with the same key left some of the files.
    pub(in crate::session) is_resumed: bool,
    /// Those before the result.
    pub(in crate::session) before: Vec<Output>,
}

/// What a run keeps on disk.
#[derive(Debug)]
pub(in crate::session) struct RunStore {
    pub(in crate::session) dir: RunDir,
    pub(in crate::session) journal: Journal,
    pub(in crate::session) result: Output,
    /// Every best, as long as there is room for them.
    steps: Option<steps::Beside>,
    /// Whether candidates are directory trees, which are kept as archives.
    pub(in crate::session) is_tree: bool,
    pub(in crate::session) tally: Tally,
    /// Tests recorded so far, in this run of the program and earlier ones.
    pub(in crate::session) tests: u64,
    /// The size of the best that an earlier run left: on the way back to it nothing larger is written over it.
    pub(in crate::session) floor: Option<u64>,
    /// Whether the smaller of two results is the one with fewer bytes; otherwise there is no floor.
    pub(in crate::session) is_by_size: bool,
    /// Other failures met so far that were not known before.
    pub(in crate::session) others: Vec<String>,
    pub(in crate::session) backlog: Backlog,
    /// Where the results of several causes lie.
    pub(in crate::session) several: Option<Several>,
}

impl RunStore {
    /// A run directory whose journal is open, with the numbers that stand in it.
    pub(in crate::session) fn new(
        (dir, journal): (RunDir, Journal),
        result: Output,
        (tally, tests): (Tally, u64),
    ) -> Self {
        Self {
            steps: Steps::open(&dir.steps_path()).ok().and_then(|steps| steps::Beside::new(steps).ok()),
            dir,
            journal,
            result,
            is_tree: false,
            tally,
            tests,
            floor: None,
            is_by_size: true,
            others: Vec::new(),
            backlog: Backlog::default(),
            several: None,
        }
    }

    /// Appends a record, and counts it.
    pub(in crate::session) fn record(&mut self, record: &Record) {
        self.backlog.record(&mut self.journal, record);
        self.tally.add(record);
    }

    /// Keeps a best among all of them. Where there is little room, that is for the result, and the run goes on without.
    pub(in crate::session) fn step(&mut self, step: BestStep, write: Write<'_>) -> std::io::Result<()> {
        let Some(steps) = self.steps.as_mut().filter(|steps| steps.wants(&step)) else { return Ok(()) };
        if self.backlog.is_waiting() {
            if let Some(mut steps) = self.steps.take().and_then(steps::Beside::end) {
                steps.give_up();
            }
            return Ok(());
        }
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        steps.add(step, bytes);
        Ok(())
    }

    /// Notes that the program started, with so many jobs.
    pub(in crate::session) fn begin(&mut self, jobs: usize) {
        let jobs = u32::try_from(jobs).unwrap_or(u32::MAX);
        self.record(&Record::Run(Start { version: VERSION.to_owned(), time: time(), jobs }));
    }

    /// Notes that the failure was gone when what is known since it last showed was found out, and that the search begins again.
    pub(in crate::session) fn gone(&mut self, jobs: usize) {
        self.record(&Record::End(End { how: Ending::Unreliable, minimality: None, again: 0, gone: true }));
        self.begin(jobs);
    }

    /// Writes the last record and whatever waits to be written, and makes it last; so many tests ran `again` in the end, and maybe the failure
    /// was `gone`.
    pub(in crate::session) fn end(
        &mut self,
        reader: &mut dyn Observer,
        stop: Option<&Stop>,
        proved: &[Certificate],
        (again, gone): (u64, bool),
    ) -> Result<(), RunError> {
        let how = match stop {
            None | Some(Stop::Target) => Ending::Finished,
            Some(Stop::Budget) => Ending::Budget,
            Some(Stop::Interrupted) => Ending::Interrupted,
            Some(Stop::Gone(_)) => Ending::Unreliable,
            Some(_) => Ending::Error,
        };
        let gone = gone || matches!(stop, Some(Stop::Gone(_)));
        let settled = self.settle(End { how, minimality: proved.last().map(Minimality::from), again, gone });
        for text in &self.backlog.take_warnings() {
            warn(reader, text)?;
        }
        settled.map_err(|(error, rescued)| match rescued {
            Some(path) => RunError::from(error).detail(kept_in(&path)),
            None => error.into(),
        })
    }

    /// Notes in the journal that `error` ended the run, writes whatever waits to be written, and gives the error back.
    pub(in crate::session) fn close(store: Option<&mut Self>, error: RunError) -> RunError {
        let how = match error.exit() {
            Exit::NotFailing => Ending::Passes,
            Exit::Unreliable => Ending::Unreliable,
            _ => Ending::Error,
        };
        match store.map(|store| store.settle(End { how, minimality: None, again: 0, gone: false })) {
            Some(Err((_, Some(path)))) => error.detail(kept_in(&path)),
            // The error that ended the run is the one to be shown.
            _ => error,
        }
    }

    /// Writes the last record, and whatever waits to be written.
    fn settle(&mut self, end: End) -> Result<(), (dwindle_store::Error, Option<PathBuf>)> {
        self.steps = None;
        self.record(&Record::End(end));
        self.backlog.settle(&mut self.journal, &mut self.result)
    }
}

/// Where a result is that could not be written where it belongs.
fn kept_in(path: &Path) -> String {
    format!("the smallest result is kept in {}", escaped(path))
}

/// Seconds since 1970, for the journal.
#[expect(clippy::disallowed_methods, reason = "when a run began is for people to read; it decides nothing")]
fn time() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or_else(|_| "0".to_owned(), |since| since.as_secs().to_string())
}
