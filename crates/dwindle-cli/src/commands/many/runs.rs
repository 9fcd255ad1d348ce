//! Runs of the command on many inputs at once, each of which shows its own failure or none.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dwindle::Text;
use dwindle::search::Search;
use dwindle::space::Texts;
use dwindle::test::{Executor, Slot};
use dwindle::{Candidate, Config, Id, Judgement, Outcome, Stop};
use dwindle_exec::command::observed;
use dwindle_exec::process::{End, NotStarted, Report};
use dwindle_exec::signature;
use dwindle_exec::{CommandRunner, Refusals};

use super::failure::{Failure, Run, holds};
use super::oracle::Oracle;

/// A test that takes down what each run showed.
pub(crate) struct Runs {
    runner: CommandRunner,
    oracle: Oracle,
    /// What the inputs of this round showed.
    shown: Mutex<BTreeMap<Id, Shown>>,
}

/// What one run showed.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) failure: Failure,
    pub(super) report: Report,
    /// Where the input lay.
    file: PathBuf,
    pub(crate) fails: bool,
    pub(crate) timed_out: bool,
    /// Why it could not be started, and in words.
    pub(crate) not_started: Option<(NotStarted, String)>,
}

impl Shown {
    /// The failure that this run and another one on the same input showed; `None` if they did not show the same.
    pub(crate) fn of_both(&self, again: &Self, input: &Text) -> Option<Failure> {
        let is_input = |text: &str| holds(input.bytes(), text);
        self.run(input, |first| again.run(input, |again| Failure::of_both(first, again, &is_input)))
    }

    /// Whether this run showed `failure`.
    pub(crate) fn is(&self, failure: &Failure, input: &Text) -> bool {
        self.run(input, |run| failure.is_shown(&self.failure, run))
    }

    fn run<R>(&self, input: &Text, of: impl FnOnce(&Run<'_>) -> R) -> R {
        let (stdout, stderr) = (self.report.stdout.bytes(), self.report.stderr.bytes());
        let observed = observed(&self.report, &stdout, &stderr);
        of(&Run { observed, candidate: signature::Candidate::new(&self.file, input.bytes()) })
    }
}

impl Runs {
    /// Runs of `runner`, of which `oracle` says which fail.
    pub(crate) fn new(runner: CommandRunner, oracle: Oracle) -> Self {
        Self { runner, oracle, shown: Mutex::default() }
    }

    /// What a sandbox refused to them: a handle that tells.
    pub(crate) fn refusals(&self) -> Refusals {
        self.runner.refusals()
    }

    /// Runs the command on all inputs, none of which is there twice, and gives what they showed in their order; none
    /// for those that were not run when the search was stopped.
    pub(crate) fn all(
        &self,
        search: &mut Search<'_>,
        inputs: &[Text],
    ) -> (Vec<Option<Shown>>, Result<(), Stop>) {
        let configs: Vec<Config> = (0..inputs.len()).map(Texts::config).collect();
        let ran = search.probe(&Arc::new(Texts::new(inputs.to_vec())), &configs);
        let mut shown = std::mem::take(&mut *self.shown());
        (inputs.iter().map(|input| shown.remove(&input.id())).collect(), ran.map(drop))
    }

    /// Runs the command on one input again: alone, and with twice the time.
    pub(crate) fn again(&self, search: &mut Search<'_>, input: &Text) -> Result<Option<Shown>, Stop> {
        let limit = self.runner.limit();
        let usual = limit.get();
        limit.set(usual.map(|usual| usual * 2));
        let (mut shown, ran) = self.all(search, std::slice::from_ref(input));
        limit.set(usual);
        ran.map(|()| shown.pop().flatten())
    }

    fn shown(&self) -> MutexGuard<'_, BTreeMap<Id, Shown>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn show(&self, report: Report, file: &Path, bytes: &[u8]) -> Shown {
        let (stdout, stderr) = (report.stdout.bytes(), report.stderr.bytes());
        let observed = observed(&report, &stdout, &stderr);
        let run = Run { observed, candidate: signature::Candidate::new(file, bytes) };
        let failure = Failure::of(&run, &|text| holds(bytes, text));
        Shown {
            fails: self.oracle.fails(&failure.signature, &run.observed, &run.candidate),
            failure,
            timed_out: report.end == End::TimedOut,
            not_started: match &report.end {
                End::NotStarted(kind, why) => Some((*kind, why.clone())),
                _ => None,
            },
            report,
            file: file.to_owned(),
        }
    }
}

impl Executor for Runs {
    fn open(&self, slot: usize) -> io::Result<Box<dyn Slot + '_>> {
        self.runner.slot(slot, |candidate, report, place, _| {
            let Candidate::Text(pieces) = candidate else { unreachable!("inputs are texts") };
            let input = Text::new(pieces.concat()).expect("it was one before");
            let duration = report.duration;
            let shown = self.show(report, place.file(), input.bytes());
            let outcome = if shown.fails { Outcome::Fail } else { Outcome::Pass };
            self.shown().insert(input.id(), shown);
            Judgement::new(outcome).lasting(duration)
        })
    }
}
