//! A run from beginning to end: the input, the first run, the checks, the run directory, the search, the
//! result.

pub(crate) mod checks;
pub(crate) mod first;
pub(crate) mod input;
mod key;
mod recorder;
mod resume;
pub(crate) mod scratch;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle::event::{Event, Observer, Purpose, Subject};
use dwindle::journal::{End, Ending, Minimality, Record, Tally};
use dwindle::plan::Certificate;
use dwindle::process::Launcher;
use dwindle::search::{Search, Stop};
use dwindle::space::Text;
use dwindle::test::{
    CommandPlace, CommandRunner, CommandTest, Feed, Flakiness, Invocation, Repeat, Test, TimeLimit, Verdict,
    WorkerTest,
};
use dwindle::{Control, Engine, Goal, Outcome, Signature};

use crate::error::CliError;
use crate::exit::Exit;
use crate::settings::{self, Settings};
use checks::Refused;
use input::{Input, shown};
use recorder::{Recorder, Shelf};
use scratch::Scratch;

/// A run that is ready to begin.
pub(crate) struct Session {
    settings: Settings,
    control: Control,
    input: Input,
    scratch: Scratch,
    test: AnyTest,
    limit: TimeLimit,
    /// The first run's outcome and how long it took.
    first: Option<(Outcome, Duration)>,
    signature: Option<Signature>,
    shelf: Option<Shelf>,
    past: resume::Past,
    checked: Option<checks::Found>,
}

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Finished {
    /// Why it ended before its end, if it did.
    pub(crate) stop: Option<Stop>,
    pub(crate) input_size: u64,
    pub(crate) result_size: u64,
    /// Where the result lies; `None` when it went nowhere.
    pub(crate) result: Option<PathBuf>,
    /// Numbers of all runs of the program with this key; of this one where there is no journal.
    pub(crate) tally: Tally,
    /// Logical tests of this run, in serial order.
    pub(crate) tests: u64,
    /// Where other failures met on the way are kept, and how many there are.
    pub(crate) others: Option<(PathBuf, usize)>,
    pub(crate) flakiness: Option<Flakiness>,
    /// Where the scratch directories are, when they were to be kept.
    pub(crate) kept: Option<PathBuf>,
}

/// The kinds of test; all have the same places.
enum AnyTest {
    Once(Box<dyn Test<Place = CommandPlace>>),
    Repeated(Repeat<Box<dyn Test<Place = CommandPlace>>>),
}

impl AnyTest {
    fn get(&self) -> &dyn Test<Place = CommandPlace> {
        match self {
            Self::Once(test) => &**test,
            Self::Repeated(test) => test,
        }
    }
}

impl Session {
    /// Reads the input, runs the test on it for the first time, and opens the run directory.
    ///
    /// # Errors
    /// Whatever stands against a run: see [`Exit`].
    pub(crate) fn open(settings: &Settings, control: &Control) -> Result<Self, CliError> {
        let mut input = Input::read(&settings.input)?;
        if settings.test.feed == settings::Feed::Worker {
            // A worker is told paths a line at a time.
            input.name = input.name.to_string_lossy().replace(['\n', '\r'], "_").into();
        }
        let scratch = Scratch::new(input.text.bytes().len() as u64, settings.jobs, settings.keep_temps)?;
        let runner = runner(settings, &input, &scratch)?;
        let limit = runner.limit();
        limit.set(settings.timeout);
        let (first, verdict) = if settings.test.feed == settings::Feed::Worker {
            (None, None)
        } else {
            let first = first::run(settings, &input, &runner)?;
            (Some((first.outcome, first.duration)), Some(first.verdict))
        };
        let signature = match &verdict {
            Some(Verdict::Signature(signature)) => Some(signature.clone()),
            _ => None,
        };
        let once: Box<dyn Test<Place = CommandPlace>> = match verdict {
            Some(verdict) => Box::new(CommandTest::new(runner, verdict)),
            None => Box::new(WorkerTest::new(runner)),
        };
        let test = match settings.repeat {
            Some((quorum, runs)) => AnyTest::Repeated(Repeat::new(once, quorum, runs)),
            None => AnyTest::Once(once),
        };
        let mut session = Self {
            settings: settings.clone(),
            control: control.clone(),
            input,
            scratch,
            test,
            limit,
            first,
            signature,
            shelf: None,
            past: resume::Past::default(),
            checked: None,
        };
        if settings.output != settings::Output::Nowhere {
            session.open_shelf()?;
        }
        Ok(session)
    }

    /// The input as it was read.
    pub(crate) const fn input(&self) -> &Text {
        &self.input.text
    }

    /// The failure that is kept, where the first run fixed it.
    pub(crate) const fn signature(&self) -> Option<&Signature> {
        self.signature.as_ref()
    }

    /// How many tests earlier runs of the same command have left in the journal.
    pub(crate) fn remembered(&self) -> usize {
        self.past.known.len()
    }

    /// What was damaged in the journal, and cut off.
    pub(crate) fn damage(&self) -> Option<String> {
        self.past.damage.as_ref().map(ToString::to_string)
    }

    /// What the checks found; `None` before the first [`Session::run`].
    pub(crate) const fn found(&self) -> Option<checks::Found> {
        self.checked
    }

    /// Makes the checks that were not made yet, and then `work`.
    ///
    /// The first value is what `work` gave, unless it was ended first.
    ///
    /// # Errors
    /// When a check fails, a test cannot be carried out, or what happens cannot be recorded.
    pub(crate) fn run<R>(
        &mut self,
        reader: &mut dyn Observer,
        work: impl FnOnce(&mut Search<'_, '_, CommandPlace>, &Text) -> Result<(R, Vec<Certificate>), Stop>,
    ) -> Result<(Option<R>, Finished), CliError> {
        let engine = Engine::new()
            .jobs(self.settings.jobs)
            .control(self.control.clone())
            .budget(self.settings.budget_tests)
            .target(self.settings.target_size)
            .monotone(self.settings.monotone)
            .no_cache(self.settings.no_cache)
            .goal(self.settings.goal);
        let (mut shelf, past) = (self.shelf.take(), std::mem::take(&mut self.past));
        let mut counter = Counter { tally: Tally::default(), reader };
        let mut recorder = Recorder::new(&mut counter, shelf.as_mut());
        let scratch = self.scratch.path().to_owned();
        let ran = engine.run_observed(self.test.get(), &mut recorder, |search| {
            self.prepare(search, &past)?;
            let worked = work(search, &self.input.text);
            let kept = search.best().map(|(space, config)| space.size(config));
            Ok((worked, kept, search.count().tests))
        });
        drop(recorder);
        let refused = |refused| match refused {
            Refused::Error(error) => error,
            Refused::Stop(stop) => self.stopped(&stop, &scratch),
        };
        let (worked, kept, tests) = ran
            .map_err(|error| scratch::explain(&error, &scratch))?
            .map_err(|why| self.close(shelf.as_mut(), refused(why)))?;
        let (given, stop, certificates) = match worked {
            Ok((given, certificates)) => (Some(given), None, certificates),
            Err(stop @ (Stop::Interrupted | Stop::Budget | Stop::Target)) => (None, Some(stop), Vec::new()),
            Err(stop) => {
                let error = self.stopped(&stop, &scratch);
                return Err(self.close(shelf.as_mut(), error));
            }
        };
        if let Some(shelf) = &mut shelf {
            self.end(shelf, stop.as_ref(), &certificates)?;
        }
        let input_size = self.input.text.bytes().len() as u64;
        let finished = Finished {
            stop,
            input_size,
            result_size: kept.unwrap_or(input_size),
            result: shelf.as_ref().map(|shelf| shelf.result.path().to_owned()),
            tally: shelf.as_ref().map_or(counter.tally, |shelf| shelf.tally.clone()),
            tests,
            others: shelf.as_ref().map(|shelf| (shelf.dir.other_failures_path(), shelf.others.len())),
            flakiness: match &self.test {
                AnyTest::Repeated(test) => Some(test.flakiness()),
                AnyTest::Once(_) => None,
            },
            kept: self.scratch.is_kept().then(|| self.scratch.path().to_owned()),
        };
        self.shelf = shelf;
        Ok((given, finished))
    }
}
