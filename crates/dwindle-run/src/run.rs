//! [`Run`]: a reduction of what makes a command fail, from its beginning to its result on disk.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle::event::{Observer, Unobserved};
use dwindle::passes::{IntoPass, Pass};
use dwindle::plan::Certificate;
use dwindle::tree::Parse;
use dwindle::{Control, Plan, Stop, Text};
use dwindle_exec::{Signature, Verdict};
use dwindle_syntax::language::Language;

use crate::error::RunError;
use crate::plans;
use crate::session::input::Input;
use crate::session::{Reduced, Session};
use crate::settings::{self, Brought, Keeper, Output, Settings, SyntaxChoice, TestSpec};
use crate::syntax::{Syntax, begin_to_read};

/// A reduction that is ready to begin: an input, what fails on it, and how it is reduced.
///
/// The input is a file, which is not changed. The result lies beside it as `NAME.min.EXT` and is complete at every moment; run
/// data lie in `NAME.EXT.dwindle`. The same run again goes on where it was ended, however that happened, and repeats no test.
///
/// # What a test sees
///
/// Each candidate lies in a directory of its own, in which the command runs, under the input's name. `{}` in the command stands
/// for its path; without a `{}` the candidate is standard input, too. Tests have the environment that [`Run::envs`] gives, and
/// no other: without it they have no `PATH`.
///
/// # Cost and determinism
///
/// Questions, outcomes and the result are the same at any number of jobs and after any number of interruptions. Before the
/// search the test runs on the whole input two to six times, and once on an empty one.
#[derive(Clone, Debug)]
pub struct Run {
    settings: Settings,
    plan: Option<Plan>,
    passes: Vec<Arc<dyn Pass>>,
    syntax: Option<Syntax>,
    control: Control,
}

/// What a run came to.
#[derive(Debug)]
pub struct Done {
    reduced: Reduced,
    failure: Option<String>,
}

impl Run {
    /// Keeps the failure that this command, a program and its arguments, shows on the input: an error message, a signal, an exit
    /// code.
    pub fn new(command: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        Self::of(TestSpec::of_command(command.into_iter().map(Into::into).collect()))
    }

    /// Keeps what this script, called with the path of a candidate, calls interesting: it exits with 0 if the failure is still
    /// there, with 1 if it is not, and with anything else if it cannot tell.
    pub fn script(test: impl Into<PathBuf>) -> Self {
        Self::of(TestSpec::of_script(test.into()))
    }

    fn of(test: TestSpec) -> Self {
        let settings = Settings { test, jobs: 1, tag: "min", output: Output::Beside, ..Settings::default() };
        Self { settings, plan: None, passes: Vec::new(), syntax: None, control: Control::default() }
    }

    /// The file that is reduced.
    #[must_use]
    pub fn input(mut self, path: impl Into<PathBuf>) -> Self {
        self.settings.input = settings::Input::File(path.into());
        self
    }

    /// Adds variables to the environment of the tests, which is empty at first: `std::env::vars_os()` adds those of this program.
    #[must_use]
    pub fn envs(mut self, variables: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        self.settings.test.env.extend(variables);
        self
    }

    /// Lays this file or directory, which the test needs, beside each candidate.
    #[must_use]
    pub fn with(mut self, path: impl Into<PathBuf>) -> Self {
        self.settings.test.with.push(path.into());
        self
    }

    /// How many tests run at once; one where not given.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.settings.jobs = jobs.max(1);
        self
    }

    /// How long a test may take; four times the slowest check and a second where not given.
    #[must_use]
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.settings.timeout = Some(limit);
        self
    }

    /// After how many tests the run stops, with the best until then.
    #[must_use]
    pub fn budget(mut self, tests: u64) -> Self {
        self.settings.budget.tests = Some(tests);
        self
    }

    /// Where the result goes; beside the input where not given.
    #[must_use]
    pub fn output(mut self, path: impl Into<PathBuf>) -> Self {
        self.settings.output = Output::File(path.into());
        self
    }

    /// The directory for run data; beside the input where not given.
    #[must_use]
    pub fn state_dir(mut self, path: impl Into<PathBuf>) -> Self {
        self.settings.memory.state.given = Some(path.into());
        self
    }

    /// What counts as the failure; where not given, what the first run shows, or the exit code of a script.
    #[must_use]
    pub fn verdict(mut self, verdict: Verdict) -> Self {
        self.settings.test.judged = Some(verdict);
        self
    }

    /// A candidate fails if a line of its output matches this regular expression.
    ///
    /// # Errors
    /// When it is none.
    pub fn signature(self, regex: &str) -> Result<Self, RunError> {
        let signature = Signature::from_regex(regex).map_err(|error| {
            RunError::usage(format!("not a valid regular expression: {regex}")).detail(error.to_string())
        })?;
        Ok(self.verdict(Verdict::Signature(signature)))
    }

    /// The language of the input; what its name and its first line tell where not given.
    ///
    /// # Errors
    /// When no language is called so.
    pub fn language(mut self, name: &str) -> Result<Self, RunError> {
        let language = Language::by_name(name).map_err(|error| RunError::usage(error.to_string()))?;
        self.settings.syntax = SyntaxChoice::Language(language);
        Ok(self)
    }

    /// The grammar of the input, as the text of a file called `name`: EBNF, BNF, ANTLR 4 (`.g4`) or the form of the Fuzzing Book
    /// (`.json`). Only what follows it is tested.
    ///
    /// # Errors
    /// Where the grammar cannot be read.
    pub fn grammar(mut self, name: &str, text: &str) -> Result<Self, RunError> {
        self.settings.syntax = SyntaxChoice::Grammar(Arc::new(Brought::read(&[(name, text)], None)?));
        Ok(self)
    }

    /// A parser of your own for the language of the input, which is called `name` in records.
    #[must_use]
    pub fn parser(mut self, name: impl Into<String>, parse: Arc<dyn Parse>) -> Self {
        self.syntax = Some(Syntax::new(name, parse));
        self
    }

    /// Adds a pass of your own to the plan: it takes its turns among the others, by what it promises and what it gains.
    #[must_use]
    pub fn pass(mut self, pass: impl IntoPass) -> Self {
        self.passes.push(pass.into_pass());
        self
    }

    /// The plan; the one that the program `dwindle` uses for such an input where not given.
    #[must_use]
    pub fn plan(mut self, plan: Plan) -> Self {
        self.plan = Some(plan);
        self
    }

    /// What ends the run from another thread, with the best until then.
    #[must_use]
    pub fn control(mut self, control: &Control) -> Self {
        self.control = control.clone();
        self
    }

    /// The program that supervises tests, with the arguments with which it calls [`serve`](dwindle_exec::process::serve) and
    /// does nothing else: best this program itself in a mode of its own. Nothing that a test starts outlives its test, or this
    /// program, then. Without one, a process that left its group survives, and so does the test itself if this program is killed.
    #[must_use]
    pub fn keeper(
        mut self,
        program: impl Into<PathBuf>,
        args: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Self {
        let args = args.into_iter().map(Into::into).collect();
        self.settings.test.keeper = Some(Keeper { program: program.into(), args });
        self
    }

    /// All settings, those for which there is no method here, too.
    pub const fn settings(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Reduces, and gives what is left.
    ///
    /// # Errors
    /// When the input cannot be read, the test cannot be run or does not fail on it, fails on nothing as well or is unreliable,
    /// another run is at work on the same, or nothing can be written. Hints are commands of the program `dwindle`.
    pub fn start(self) -> Result<Done, RunError> {
        self.start_observed(&mut Unobserved)
    }

    /// As [`Run::start`]; `observer` is told all that happens.
    ///
    /// # Errors
    /// As [`Run::start`], and what `observer` gives.
    pub fn start_observed(mut self, observer: &mut dyn Observer) -> Result<Done, RunError> {
        self.settings.typed = self.typed();
        let settings = &self.settings;
        let input = match &settings.input {
            settings::Input::File(_) => Input::read_any_size(&settings.input)?,
            _ => return Err(RunError::usage("no input").hint("name the file to reduce: Run::input(path)")),
        };
        if self.syntax.is_none() && self.plan.is_none() {
            begin_to_read(&settings.syntax, input.name.as_ref(), &input.artifact);
        }
        let mut session = Session::open(settings, input, &self.control, observer)?;
        let syntax = self.syntax.or_else(|| session.syntax());
        let plan = if let Some(plan) = self.plan {
            plan
        } else {
            let rewriters = session.rewriters()?;
            plans::plan(settings, settings.algorithm, syntax.as_ref(), &rewriters, session.input())?
        };
        let plan = self.passes.into_iter().fold(plan, Plan::and);
        plan.prepare(session.input());
        let failure = session.signature.as_ref().map(ToString::to_string);
        let reduced = session.reduce(
            observer,
            |search, text| plan.run(search, text.clone()).into(),
            |_, _, _| Ok(()),
        )?;
        Ok(Done { reduced, failure })
    }

    /// The same as a command line of the program, which hints are made of.
    fn typed(&self) -> Vec<OsString> {
        let TestSpec { program, args, judged, .. } = &self.settings.test;
        let input = match &self.settings.input {
            settings::Input::File(path) => path.as_os_str(),
            _ => OsStr::new("INPUT"),
        };
        let reduce = OsString::from("reduce");
        if matches!(judged, Some(Verdict::Script(_))) {
            return vec![reduce, program.clone(), input.to_owned()];
        }
        [reduce, input.to_owned(), "--".into(), program.clone()]
            .into_iter()
            .chain(args.iter().cloned())
            .collect()
    }
}

impl Done {
    /// The smallest text that fails.
    pub const fn text(&self) -> &Text {
        &self.reduced.text
    }

    /// Where the result lies: the smallest text as it is laid out for readers.
    pub fn path(&self) -> Option<&Path> {
        self.reduced.finished.result.as_deref()
    }

    /// The failure that was kept, where the first run showed it.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Why the run ended before its end, if it did.
    pub const fn stop(&self) -> Option<&Stop> {
        self.reduced.finished.stop.as_ref()
    }

    /// What was proved of the smallest text; nothing if the run ended before its end.
    pub fn certificates(&self) -> &[Certificate] {
        self.reduced.certificates.as_deref().unwrap_or_default()
    }

    /// How many tests this run asked for that no earlier one had answered.
    pub const fn tests(&self) -> u64 {
        self.reduced.finished.tests
    }

    /// The size of the input in bytes.
    pub const fn input_size(&self) -> u64 {
        self.reduced.finished.input_size
    }
}
