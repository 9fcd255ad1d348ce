//! A run from beginning to end: the input, the first run, the checks, the run directory, the search, the
//! result.

pub(crate) mod artifact;
pub(crate) mod checks;
pub(crate) mod disk;
pub(crate) mod ended;
pub(crate) mod first;
mod homes;
pub(crate) mod input;
pub(crate) mod key;
pub(crate) mod part;
mod recorder;
pub(crate) mod recording;
pub(crate) mod resume;
pub(crate) mod runner;
pub(crate) mod scratch;
mod side;
pub(crate) mod tree;

use std::path::PathBuf;
use std::time::Duration;

use dwindle::event::{Event, Observer, Purpose, Subject};
use dwindle::journal::{End, Ending, Minimality, Record, Start, Tally};
use dwindle::plan::Certificate;
use dwindle::rundir::RunDir;
use dwindle::search::{Search, Stop};
use dwindle::space::Text;
use dwindle::test::{
    CommandPlace, CommandTest, Flakiness, Inverted, Repeat, Test, TimeLimit, Verdict, WorkerTest,
};
use dwindle::{Control, Engine, Goal, Outcome, Signature};

use crate::error::CliError;
use crate::exit::Exit;
use crate::settings::{self, Settings};
use crate::syntax::Syntax;
use artifact::Artifact;
use checks::Refused;
use disk::disk;
pub(crate) use homes::tagged;
use homes::{Home, open_dir};
use input::Input;
use recorder::{Recorder, Shelf};
use runner::with_build;
use scratch::Scratch;

/// A run that is ready to begin.
pub(crate) struct Session<A = Text> {
    settings: Settings,
    control: Control,
    input: Input<A>,
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
    /// Where other failures met on the way are kept, and the signatures of those that this run met first.
    pub(crate) others: Option<(PathBuf, Vec<String>)>,
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
    /// What the input is written in, where that is known.
    pub(crate) fn syntax(&self) -> Option<Syntax> {
        Syntax::of(&self.settings.syntax, self.input.name.as_ref(), self.input.artifact.bytes())
    }
}

impl<A: Artifact> Session<A> {
    /// Runs the test on the input for the first time, and opens the run directory.
    ///
    /// # Errors
    /// Whatever stands against a run: see [`Exit`].
    pub(crate) fn open(
        settings: &Settings,
        mut input: Input<A>,
        control: &Control,
    ) -> Result<Self, CliError> {
        if settings.test.feed == settings::Feed::Worker {
            // A worker is told paths a line at a time.
            input.name = input.name.to_string_lossy().replace(['\n', '\r'], "_").into();
        }
        let scratch = Scratch::new(room(settings, &input.artifact), settings.jobs, settings.keep_temps)?;
        // Before the first test: another run may be at work on the same.
        let early = match settings.output {
            settings::Output::Nowhere => None,
            _ => open_dir(settings, &input, Home::IfThere)?,
        };
        let runner = with_build(settings, input.artifact.laid_as(&input.name), scratch.path())?;
        let limit = runner.limit();
        limit.set(settings.timeout);
        let (first, verdict) = if settings.test.feed == settings::Feed::Worker {
            (None, None)
        } else {
            let first = first::run(settings, &input, &runner)?;
            // What prevents a failure has not been run yet.
            let whole = !input.artifact.prevents();
            (whole.then_some((first.outcome, first.duration)), Some(first.verdict))
        };
        let signature = match &verdict {
            Some(Verdict::Signature(signature)) => Some(signature.clone()),
            _ => None,
        };
        let once: Box<dyn Test<Place = CommandPlace>> = match verdict {
            Some(verdict) if input.artifact.prevents() => {
                Box::new(Inverted::new(CommandTest::new(runner, verdict)))
            }
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
            let dir = match early {
                Some(dir) => dir,
                None => open_dir(settings, &session.input, Home::Made)?.expect("it is made"),
            };
            session.open_shelf(dir)?;
        }
        Ok(session)
    }

    /// The input as it was read.
    pub(crate) const fn input(&self) -> &A {
        &self.input.artifact
    }

    /// The size of the input, in whatever its kind is measured by.
    pub(crate) fn size(&self) -> u64 {
        size(&self.input.artifact)
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
        work: impl FnOnce(&mut Search<'_, '_, CommandPlace>, &A) -> Result<(R, Vec<Certificate>), Stop>,
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
        let mut recorder = Recorder::new(reader, shelf.as_mut());
        let ran = engine.run_observed(self.test.get(), &mut recorder, |search| {
            let found = self.prepare(search, &past)?;
            let worked = work(search, &self.input.artifact);
            let kept = search.best().map(|(space, config)| space.size(config));
            Ok::<_, Refused>((found, worked, kept, search.count().tests))
        });
        let tally = recorder.into_tally();
        let ran = match ran {
            Ok(Ok(ran)) => Ok(ran),
            Ok(Err(Refused::Error(error))) => Err(error),
            Ok(Err(Refused::Stop(stop))) => Err(self.stopped(&stop)),
            Err(error) => Err(disk::explain(&error, self.scratch.path())),
        };
        let (found, worked, kept, tests) = ran.map_err(|error| Self::close(shelf.as_mut(), error))?;
        self.checked = Some(found);
        let (given, stop, certificates) = match worked {
            Ok((given, certificates)) => (Some(given), None, certificates),
            Err(stop @ (Stop::Interrupted | Stop::Budget | Stop::Target)) => (None, Some(stop), Vec::new()),
            Err(stop) => return Err(Self::close(shelf.as_mut(), self.stopped(&stop))),
        };
        if let Some(shelf) = &mut shelf {
            Self::end(shelf, stop.as_ref(), &certificates)?;
        }
        let input_size = self.size();
        let finished = Finished {
            stop,
            input_size,
            result_size: kept.unwrap_or(input_size),
            result: shelf.as_ref().map(|shelf| shelf.shown().to_owned()),
            tally: shelf.as_ref().map_or(tally, |shelf| shelf.tally.clone()),
            tests,
            others: shelf.as_ref().map(|shelf| (shelf.dir.other_failures_path(), shelf.others.clone())),
            flakiness: match &self.test {
                AnyTest::Repeated(test) => Some(test.flakiness()),
                AnyTest::Once(_) => None,
            },
            kept: self.scratch.is_kept().then(|| self.scratch.path().to_owned()),
        };
        self.shelf = shelf;
        Ok((given, finished))
    }

    /// Checks and remembers before the work begins.
    fn prepare(
        &self,
        search: &mut Search<'_, '_, CommandPlace>,
        past: &resume::Past,
    ) -> Result<checks::Found, Refused> {
        let space = self.input.artifact.whole();
        let full = space.full();
        let subject = Subject { id: space.id(&full), size: space.size(&full), units: 1 };
        if let Some((outcome, duration)) = self.first {
            let ms = duration.as_secs_f64() * 1000.0;
            search.announce(&Event::Tested {
                subject,
                outcome,
                reason: None,
                ms,
                purpose: Purpose::Confirm,
            })?;
        }
        let found = if let Some(found) = self.checked {
            found
        } else {
            let Settings { jobs, goal, .. } = self.settings;
            checks::run(search, &self.input.artifact, jobs, goal, self.first.is_some())?
        };
        if self.limit.get().is_none() {
            let first = self.first.map_or(Duration::ZERO, |(_, duration)| duration);
            self.limit.set(Some(usual_limit(first.max(found.slowest))));
        }
        if found.alone {
            search.narrow();
        }
        for (id, outcome) in past.known.outcomes() {
            search.remember(id, outcome);
        }
        search.remember(subject.id, Outcome::Fail);
        if let Some((best, config)) =
            past.best.as_ref().filter(|(best, config)| best.id(config) != subject.id)
        {
            let wanted = match self.settings.goal {
                Goal::SmallestFailing => Outcome::Fail,
                Goal::LargestPassing => Outcome::Pass,
            };
            let now = search.comes_out(best, config, wanted)?;
            if now != wanted {
                let said = format!("the best of the earlier run now comes out as {}", now.name());
                return Err(resume::changed(&said).into());
            }
        }
        if !past.is_empty() {
            search.spot_check(3);
        }
        if self.settings.goal == Goal::SmallestFailing {
            search.adopt(&space, &full, Outcome::Fail)?;
        }
        Ok(found)
    }

    /// Opens the journal in `dir`, and the result.
    fn open_shelf(&mut self, mut dir: RunDir) -> Result<(), CliError> {
        let problem = |error: dwindle::rundir::Error| disk(&error);
        let beside = self.input.beside();
        if self.settings.fresh {
            dir.start_over().map_err(problem)?;
        }
        if let Some(signature) = &self.signature {
            resume::same_failure(&dir, signature)?;
        }
        let mut read = resume::Read::default();
        let resumed = dir.journal(MADE_BY, |record| read.add(&record)).map_err(problem)?;
        let result = match &self.settings.output {
            // A folder is made of the archive that the run directory keeps.
            _ if self.input.artifact.is_tree() => dir.best(None),
            settings::Output::Beside => self.beside(&dir, &beside),
            settings::Output::File(path) => dir.result(path, self.input.mode),
            settings::Output::InPlace => dir.in_place(&beside),
            settings::Output::Stdout | settings::Output::Nowhere => dir.best(self.input.mode),
        };
        let folder = if self.input.artifact.is_tree() { self.folder(&dir, &beside)? } else { None };
        let mut shelf = Shelf {
            result: result.map_err(problem)?,
            folder,
            is_tree: self.input.artifact.is_tree(),
            journal: resumed.journal,
            dir,
            tally: read.tally,
            tests: read.tests,
            floor: None,
            others: Vec::new(),
        };
        self.past.damage = resumed.damage;
        if !self.settings.no_cache {
            self.past.known = read.known;
        }
        self.past.best = resume::best(&shelf, &self.input.artifact);
        if self.settings.goal == Goal::SmallestFailing {
            shelf.floor = self.past.best.as_ref().map(|(best, config)| best.size(config));
        }
        let start = Start { version: VERSION.to_owned(), time: time(), jobs: jobs(self.settings.jobs) };
        shelf
            .record(&Record::Run(start))
            .map_err(|error| CliError::new(Exit::Internal, error.to_string()))?;
        self.shelf = Some(shelf);
        Ok(())
    }

    /// Writes the last record, and makes everything last.
    fn end(shelf: &mut Shelf, stop: Option<&Stop>, proved: &[Certificate]) -> Result<(), CliError> {
        let how = match stop {
            None | Some(Stop::Target) => Ending::Finished,
            Some(Stop::Budget) => Ending::Budget,
            Some(Stop::Interrupted) => Ending::Interrupted,
            Some(_) => Ending::Error,
        };
        let minimality = proved.last().map(|certificate| Minimality {
            unit: certificate.level.name().to_owned(),
            removals: certificate.removals as u64,
        });
        let ended = shelf.record(&Record::End(End { how, minimality })).and_then(|()| shelf.journal.sync());
        ended.map_err(|error| CliError::new(Exit::Internal, error.to_string()))?;
        shelf.result.sync().map_err(|error| disk(&error))?;
        let Shelf { result, folder: Some(folder), .. } = shelf else { return Ok(()) };
        folder.sync(result.path()).map_err(|error| disk(&error))
    }

    /// Notes in the journal that `error` ended the run, and gives it back.
    fn close(shelf: Option<&mut Shelf>, error: CliError) -> CliError {
        let how = match error.exit() {
            Exit::NotFailing => Ending::Passes,
            Exit::Unreliable => Ending::Unreliable,
            _ => Ending::Error,
        };
        if let Some(shelf) = shelf {
            // The error that ended the run is the one to be shown.
            let _also = shelf.record(&Record::End(End { how, minimality: None }));
        }
        error
    }

    fn stopped(&self, stop: &Stop) -> CliError {
        match stop {
            Stop::Contradiction { then, now } => resume::changed(&format!(
                "a candidate that came out as {} comes out as {} now",
                then.name(),
                now.name()
            )),
            Stop::Broken(error) => disk::explain(error, self.scratch.path()),
            Stop::Interrupted => CliError::new(Exit::Interrupted, "interrupted before the checks were done"),
            other => CliError::new(Exit::BudgetSpent, format!("ended before the checks were done: {other}")),
        }
    }
}

const VERSION: &str = env!("CARGO_PKG_VERSION");
const MADE_BY: &str = concat!("dwindle ", env!("CARGO_PKG_VERSION"));

/// The size of a whole artifact.
fn size(artifact: &impl Artifact) -> u64 {
    let whole = artifact.whole();
    whole.size(&whole.full())
}

/// What a slot needs; nobody knows that of a build, so there it is more than any memory has.
fn room(settings: &Settings, artifact: &impl Artifact) -> u64 {
    if settings.build.is_some() { u64::MAX } else { artifact.room() }
}

/// The time limit where none was given: far above what the first runs took.
///
/// It need not be exact, since it never decides alone: see [`TimeLimit`].
fn usual_limit(slowest: Duration) -> Duration {
    slowest * 10 + Duration::from_secs(1)
}

/// Seconds since 1970, for the journal.
#[expect(clippy::disallowed_methods, reason = "when a run began is for people to read; it decides nothing")]
fn time() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or_else(|_| "0".to_owned(), |since| since.as_secs().to_string())
}

fn jobs(jobs: usize) -> u32 {
    u32::try_from(jobs).unwrap_or(u32::MAX)
}
