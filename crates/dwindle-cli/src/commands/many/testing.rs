//! What tests of many inputs need: the command, where it runs, and what ends it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io;
use std::path::Path;

use dwindle::Text;
use dwindle::event::Observer;
use dwindle::search::Search;
use dwindle::space::text_of;
use dwindle::{Control, Engine, Stop};
use dwindle_exec::process::{Level, Reached};
use dwindle_exec::signature::Conditions;
use dwindle_exec::{CommandRunner, Verdict};
use dwindle_run::error::RunError;
use dwindle_run::session::disk;
use dwindle_run::session::runner::runner;
use dwindle_run::session::sandbox;
use dwindle_run::session::scratch::Scratch;
use dwindle_run::settings::Settings;
use dwindle_run::syntax::Syntax;
use dwindle_run::text::escaped;
use dwindle_store::journal::Known;

use super::runs::Runs;
use super::shrink::{Same, Shrunk, work};
use crate::interrupt::Watch;
use crate::questions::begin::warn;
use crate::ui::Ui;

/// What all searches and reductions of one command share.
#[derive(Debug)]
pub(crate) struct Testing<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) control: Control,
    pub(crate) scratch: Scratch,
    /// What was said of the sandbox.
    pub(super) said: RefCell<BTreeSet<String>>,
    /// How far the sandboxes go that were tried.
    pub(super) reached: RefCell<Vec<(Level, Reached)>>,
    _watch: Watch,
}

impl<'a> Testing<'a> {
    /// Says what is tested, and prepares for inputs of up to `largest` bytes; signals and the time budget end it.
    pub(crate) fn open(settings: &'a Settings, largest: u64, ui: &Ui) -> Result<Self, RunError> {
        for line in settings.test.said_along() {
            ui.say(&line);
        }
        warn(&settings.syntax, |line| ui.say(line));
        let control = Control::default();
        let watch = Watch::start(&control, settings.budget.time)?;
        let scratch = Scratch::new(largest, 2 * settings.jobs, settings.keep_temps)?;
        if let Some(line) = sandbox::tried(settings, scratch.path())? {
            ui.say(&line);
        }
        Ok(Self {
            settings,
            control,
            scratch,
            said: RefCell::default(),
            reached: RefCell::default(),
            _watch: watch,
        })
    }

    /// Says where the working directories are, if they were to be kept.
    pub(crate) fn say_what_is_kept(&self, ui: &Ui) {
        if self.scratch.is_kept() {
            ui.say(&format!("working directories of all tests: {}", escaped(self.scratch.path())));
        }
    }

    /// Runs the command on inputs called `name`, in a `room` of the scratch directory.
    pub(crate) fn runner(&self, name: &OsStr, room: impl AsRef<Path>) -> Result<CommandRunner, RunError> {
        let Settings { test, keep_temps, timeout, .. } = self.settings;
        let temp = self.scratch.temp_files();
        let room = self.scratch.path().join(room);
        let runner = runner(test, name, &room, temp)?.keep_temps(*keep_temps).spare(self.scratch.spare());
        runner.limit().set(*timeout);
        if timeout.is_some() {
            runner.limit().exact();
        }
        Ok(runner)
    }

    /// What the user asked of a failure besides its signature.
    pub(crate) fn asked(&self) -> Option<Conditions> {
        match &self.settings.test.judged {
            Some(Verdict::Conditions(conditions)) => Some(conditions.clone()),
            _ => None,
        }
    }

    /// Runs the command on inputs as `work` says; gives why that ended before its end, if it did.
    ///
    /// # Errors
    /// What `work` refuses to go on with, and when a test cannot be carried out.
    pub(crate) fn search(
        &self,
        runs: &Runs,
        reader: &mut dyn Observer,
        work: impl FnOnce(&mut Search<'_>) -> Result<(), Stop>,
    ) -> Result<Option<Stop>, RunError> {
        let engine = Engine::new().jobs(self.settings.jobs).control(self.control.clone());
        let stop = engine.run_observed(runs, reader, work).err();
        stop.map(|stop| self.stopped(stop)).transpose()
    }

    /// Gives back why a run ended early, where it may.
    ///
    /// # Errors
    /// Any other reason.
    pub(crate) fn stopped(&self, stop: Stop) -> Result<Stop, RunError> {
        match stop {
            Stop::Interrupted | Stop::Budget => Ok(stop),
            Stop::Broken(error) => Err(disk::explain(&error, self.scratch.path())),
            other => Err(RunError::internal(other.to_string())),
        }
    }

    /// Reduces `text`, an input called `name` that `test` fails on, in at most `budget` tests; outcomes that are `known`
    /// are not tested again. What was reached counts also where it is stopped.
    pub(crate) fn shrink(
        &self,
        (text, name): (&Text, &OsStr),
        test: &Same,
        budget: Option<u64>,
        known: &Known,
        observer: &mut dyn Observer,
    ) -> Result<Shrunk, RunError> {
        let Settings { syntax, jobs, memory, .. } = self.settings;
        let syntax = Syntax::of(syntax, name.as_ref(), text.bytes());
        let engine =
            Engine::new().jobs(*jobs).control(self.control.clone()).no_cache(memory.no_cache).budget(budget);
        let shrunk = engine.run_observed(test, observer, |search| {
            for (id, judgement) in known.judgements() {
                search.remember(id, judgement.clone());
            }
            search.spot_check(if known.is_empty() { 0 } else { 3 });
            let stop = work(search, text, syntax.as_ref()).err();
            let best = search.best().and_then(|(space, config)| text_of(&**space, config));
            let text = best.unwrap_or_else(|| text.clone());
            Ok(Shrunk { text, tests: search.count().tests, stop })
        });
        self.tell_refused(&test.refusals(), observer)?;
        shrunk.map_err(|error: io::Error| disk::explain(&error, self.scratch.path()))
    }
}
