//! The beginning of a run: the first run of the test, and what is judged by it.

use std::cell::Cell;
use std::ffi::{OsStr, OsString};

use dwindle::event::Observer;
use dwindle::test::Rule;
use dwindle::{Control, Goal};
use dwindle_exec::Verdict;
use dwindle_store::rundir::RunDir;

use super::artifact::Artifact;
use super::earlier::{self, Earlier};
use super::first::Together;
use super::homes::{Home, open_dir, refuse_foreign};
use super::input::Input;
use super::judge::AnyTest;
use super::run::Session;
use super::runner::with_build;
use super::scratch::Scratch;
use super::store::{MADE_BY, RunStore};
use super::unsteady::{self, Measured};
use super::{first, resume, sandbox, tagged};
use crate::error::RunError;
use crate::exit::Exit;
use crate::settings::{self, Repetition, Settings};

impl<A: Artifact> Session<A> {
    /// Runs the test on the input for the first time, and opens the run directory.
    pub fn open(
        settings: &Settings,
        mut input: Input<A>,
        control: &Control,
        reader: &mut dyn Observer,
    ) -> Result<Self, RunError> {
        if settings.test.worker {
            // A worker is told paths a line at a time.
            input.name = input.name.to_string_lossy().replace(['\n', '\r'], "_").into();
        }
        unsteady::refuse(settings, &input)?;
        // What a slot needs; nobody knows that of a build, so there it is more than any memory has.
        let room = if settings.build.is_some() { u64::MAX } else { input.artifact.room() };
        let scratch = Scratch::new(room, settings.jobs, settings.keep_temps)?;
        // Before the first test: another run may be at work on the same.
        let early = if settings.output == settings::Output::Nowhere {
            None
        } else {
            let opened = open_dir(settings, &input, Home::IfThere, None);
            opened.map_err(|error| apart(error, settings, &input.name, true))?
        };
        refuse_foreign(settings, &input)?;
        let settings = &mut settings.clone();
        if let Some(level) = sandbox::settled(settings, early.as_ref()) {
            settings.test.sandbox.found(level);
        }
        let mut runner = with_build(settings, input.artifact.laid_as(&input.name), &scratch)?;
        let (limit, shortage, refusals) = (runner.limit(), runner.shortage(), runner.refusals());
        limit.set(settings.timeout);
        let known = resume::measured(settings, early.as_ref());
        let own = input.artifact.test(&limit, &refusals);
        let mut together = Together::Unknown;
        let (first, verdict, output, measured) = if settings.test.worker {
            sandbox::warn_of_less(settings, scratch.path(), reader)?;
            if own.is_none() {
                let level = first::worker::confined(settings, &input, &runner, control, reader)?;
                settings.test.sandbox.level = level;
                runner = runner.confine(settings.test.sandbox.sandbox());
            }
            (Vec::new(), None, Vec::new(), None)
        } else {
            let first = first::run(settings, &input, &runner, control, known, reader)?;
            settings.test.sandbox.level = first.level;
            if let Some(place) = &first.shared {
                first::shared::tell(place, settings, reader)?;
                settings.jobs = 1;
            }
            if !input.artifact.prevents() {
                together = first.together;
            }
            runner = runner.feed(first.feed).confine(settings.test.sandbox.sandbox());
            let verdict = resume::settled(settings, early.as_ref(), first.verdict);
            // What prevents a failure has not been run yet.
            let runs = if input.artifact.prevents() { Vec::new() } else { first.runs };
            (runs, Some(verdict), first.output, first.measured)
        };
        let signature = match &verdict {
            Some(Verdict::Signature(signature)) => Some(signature.clone()),
            _ => None,
        };
        let ending = match (&settings.test.judged, &verdict) {
            (Some(Verdict::Conditions(asked)), Some(Verdict::Conditions(now))) if now != asked => {
                Some(now.clone())
            }
            _ => None,
        };
        let rule = match settings.repeat {
            Some(Repetition::Quorum { quorum, runs }) => Some(Rule::Quorum { quorum, runs }),
            _ => measured.and_then(Measured::rule),
        };
        let test = match own {
            Some(own) => AnyTest::own(rule, own),
            None => AnyTest::new(rule, runner, verdict, input.artifact.prevents()),
        };
        let mut session = Self {
            settings: settings.clone(),
            control: control.clone(),
            input,
            scratch,
            test,
            limit,
            shortage,
            refusals,
            first,
            together,
            signature,
            output,
            ending,
            store: None,
            past: resume::Past::default(),
            checked: None,
            objective: None,
            measured,
            unsteady: Cell::default(),
            hindered: Cell::default(),
            ran_again: Cell::default(),
        };
        if settings.output != settings::Output::Nowhere {
            let dir = if let Some(dir) = early {
                dir
            } else {
                // Where nothing can be kept, the run goes on all the same, and nobody can continue it.
                let last = session.scratch.path().join("state");
                let made = open_dir(settings, &session.input, Home::Made, Some(&last));
                // Another run may have begun since.
                made.map_err(|error| apart(error, settings, &session.input.name, true))?.expect("it is made")
            };
            let opened = session.open_shelf(dir);
            opened.map_err(|error| apart(error, settings, &session.input.name, false))?;
        }
        Ok(session)
    }

    /// Opens the journal in `dir`, and the result.
    fn open_shelf(&mut self, mut dir: RunDir) -> Result<(), RunError> {
        let beside = self.input.beside();
        let mut dropped = 0;
        if self.settings.memory.fresh {
            dropped = earlier::recorded_tests(&dir);
            dir.start_over()?;
        }
        if let Some(signature) = &self.signature {
            // Less may be the same by chance now than in the two runs of then.
            resume::same(&dir, resume::SIGNATURE, signature, |then| signature.covers(then))?;
        }
        if let Some(measured) = self.measured {
            resume::keep_measured(&dir, measured)?;
        }
        sandbox::keep(&self.settings, &dir)?;
        if let Some(ending) = &self.ending {
            resume::same(&dir, resume::CONDITIONS, ending, |_| false)?;
        }
        // Before there is a journal, if there was none.
        let results = earlier::look(&self.settings, &dir)?;
        let mut read = resume::Read::default();
        let resumed = dir.journal(MADE_BY, |record| read.add(&record))?;
        let (first, files) = self.several(&dir, !read.known.is_empty())?.unzip();
        let mut result = match (first, &self.settings.output) {
            (Some(first), _) => Ok(first),
            // A folder is made of the archive that the run directory keeps.
            _ if self.input.artifact.is_tree() => dir.best(None),
            (None, settings::Output::Beside) => self.near(&dir, &beside, self.settings.tag, false),
            (None, settings::Output::File(path)) => dir.result(path, self.input.mode),
            (None, settings::Output::InPlace) => dir.in_place(self.input.path.as_deref().unwrap_or(&beside)),
            // The smallest that failed on the way need not be a side.
            (None, settings::Output::Pair(_) | settings::Output::Stdout | settings::Output::Nowhere) => {
                dir.best(self.input.mode)
            }
        }?;
        if self.input.artifact.is_tree() {
            result.folder = self.folder(&dir)?;
        }
        let mut store = RunStore::new((dir, resumed.journal), result, (read.tally, read.tests));
        store.is_tree = self.input.artifact.is_tree();
        self.past.damage = resumed.damage;
        // What was judged by one run each counts for nothing once the test is known to be unreliable.
        let is_news = self.measured.is_some() && !read.known.is_repeated();
        if !self.settings.memory.no_cache && !is_news {
            (self.past.known, self.past.bests, self.past.falling) = (read.known, read.bests, read.falling);
            self.past.is_proved = read.is_proved;
        }
        store.several = files;
        // The last of several results says nothing of the others.
        if store.several.is_none() {
            self.past.best = resume::best(&mut store, &self.input.artifact)?;
        }
        let best = self.past.best.as_ref().map(|(best, config)| best.size(config));
        store.is_by_size = self.settings.objective == settings::Objective::Bytes;
        if self.settings.goal == Goal::SmallestFailing {
            store.floor = best;
        }
        store.begin_cause(1).map_err(|error| RunError::internal(error.to_string()))?;
        let artifact = &self.input.artifact;
        self.past.earlier = Earlier::find(&self.settings, artifact, (&store, best), results, dropped);
        if let Some(origin) = &self.past.earlier.origin {
            let size = origin.size();
            store.floor = Some(store.floor.map_or(size, |floor| floor.min(size)));
        }
        store.dir.bound(RunDir::MOST_RUNS, RunDir::MOST_BYTES);
        store.begin(self.settings.jobs);
        self.store = Some(store);
        Ok(())
    }
}

/// `error`, with the command that runs beside the other run where one is at work: which is the same one, or has other options
/// and the same result.
fn apart(error: RunError, settings: &Settings, name: &OsStr, is_same: bool) -> RunError {
    if error.exit() != Exit::Busy || settings.output == settings::Output::InPlace {
        return error;
    }
    let mut words: Vec<OsString> = Vec::new();
    if is_same {
        words.extend(["--state-dir".into(), "dwindle-second".into()]);
    }
    if settings.output != settings::Output::Stdout {
        words.extend(["-o".into(), tagged(name, "second")]);
    }
    let again = settings.clone().untyped(&["-o", "--output", "--state-dir"], &[]).retyped(words);
    error.hint(format!("to run both at once: {again}"))
}
