//! Runs of the command on many inputs at once, each of which shows its own failure or none.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dwindle::Text;
use dwindle::control::Stopper;
use dwindle::search::Search;
use dwindle::space::Space;
use dwindle::test::{Executor, NoJudgement, Slot};
use dwindle::{Candidate, Config, Id, Judgement, Outcome, Stop};
use dwindle_exec::command::observed;
use dwindle_exec::process::{End, NotStarted, Report};
use dwindle_exec::signature;
use dwindle_exec::{CommandPlace, CommandRunner};

use super::failure::{Failure, Run, holds};
use super::oracle::Oracle;

/// A test that takes down what each run showed.
pub(crate) struct Runs {
    runner: CommandRunner,
    oracle: Oracle,
    /// By how much the time limit is multiplied.
    patience: AtomicU32,
    /// The inputs of this round.
    inputs: Mutex<Arc<Batch>>,
    shown: Mutex<Vec<Option<Shown>>>,
}

/// What one run showed.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) failure: Failure,
    report: Report,
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
        Self {
            runner,
            oracle,
            patience: AtomicU32::new(1),
            inputs: Mutex::default(),
            shown: Mutex::default(),
        }
    }

    /// Runs the command on all inputs, and gives what they showed in their order; none for those that were not
    /// run when the search was stopped.
    pub(crate) fn all(
        &self,
        search: &mut Search<'_>,
        inputs: &[Text],
    ) -> (Vec<Option<Shown>>, Result<(), Stop>) {
        *self.shown() = vec![None; inputs.len()];
        let configs: Vec<Config> =
            (0..).take(inputs.len()).map(|unit| Config::of_range(unit..unit + 1)).collect();
        let batch = Arc::new(Batch(inputs.to_vec()));
        *self.inputs.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&batch);
        let ran = search.probe(&batch, &configs);
        (std::mem::take(&mut *self.shown()), ran.map(drop))
    }

    /// Runs the command on one input again: alone, and with twice the time.
    pub(crate) fn again(&self, search: &mut Search<'_>, input: &Text) -> Result<Option<Shown>, Stop> {
        self.patience.store(2, Ordering::Relaxed);
        let (mut shown, ran) = self.all(search, std::slice::from_ref(input));
        self.patience.store(1, Ordering::Relaxed);
        ran.map(|()| shown.pop().flatten())
    }

    /// The input that a candidate is, with its number.
    fn input(&self, candidate: &Candidate<'_>) -> io::Result<(usize, Text)> {
        let Candidate::Units(config) = candidate else {
            return Err(candidate.unsupported("one of many inputs"));
        };
        let inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
        let (number, text) = inputs.of(config).expect("one input is asked for");
        Ok((number, text.clone()))
    }

    fn shown(&self) -> MutexGuard<'_, Vec<Option<Shown>>> {
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
        Ok(Box::new(RunsSlot { runs: self, place: self.runner.open(slot)? }))
    }
}

struct RunsSlot<'a> {
    runs: &'a Runs,
    place: CommandPlace,
}

impl Slot for RunsSlot<'_> {
    /// The time limit is that of the runs.
    fn judge(&mut self, candidate: &Candidate<'_>, _patience: u32) -> Result<Judgement, NoJudgement> {
        let Self { runs, place } = self;
        let (number, text) = runs.input(candidate)?;
        let laid = Candidate::Text(vec![Cow::Borrowed(text.bytes())]);
        let report = runs.runner.run(place, &laid, runs.patience.load(Ordering::Relaxed))?;
        if report.end == End::Stopped {
            return Err(NoJudgement::Stopped);
        }
        let duration = report.duration;
        let shown = runs.show(report, place.file(), text.bytes());
        let outcome = if shown.fails { Outcome::Fail } else { Outcome::Pass };
        runs.shown()[number] = Some(shown);
        Ok(Judgement::new(outcome).lasting(duration))
    }

    fn stopper(&self) -> Option<Stopper> {
        Some(self.runs.runner.stopper(&self.place))
    }
}

/// Inputs as a space: each configuration of one unit is one of them.
#[derive(Debug, Default)]
struct Batch(Vec<Text>);

impl Batch {
    fn of(&self, config: &Config) -> Option<(usize, &Text)> {
        let number = config.units().next()? as usize;
        self.0.get(number).map(|text| (number, text))
    }

    fn bytes(&self, config: &Config) -> &[u8] {
        self.of(config).map_or(&[], |(_, text)| text.bytes())
    }
}

impl Space for Batch {
    fn units(&self) -> usize {
        self.0.len()
    }

    fn id(&self, config: &Config) -> Id {
        let (_, text) = self.of(config).expect("one input is asked for");
        text.id()
    }

    fn size(&self, config: &Config) -> u64 {
        self.bytes(config).len() as u64
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(Candidate::Units(config))
    }

    fn write(&self, config: &Config, out: &mut dyn io::Write) -> io::Result<()> {
        out.write_all(self.bytes(config))
    }
}
