//! A stand-in for the session until it is there. Not to stay.

use std::path::PathBuf;
use std::time::Duration;

use dwindle::event::{Event, Observer, Subject, Write};
use dwindle::journal::{self, Record, Tally};
use dwindle::process::Launcher;
use dwindle::signature::{Candidate, Script, Signature};
use dwindle::space::{Space, Text, Unit};
use dwindle::test::command::observed;
use dwindle::test::{CommandPlace, CommandRunner, CommandTest, Flakiness, Invocation, Verdict};
use dwindle::{Control, Engine, Outcome, Search, Stop};

use crate::error::CliError;
use crate::exit::Exit;
use crate::settings::{Feed, Input, Judged, Output, Settings};

#[derive(Debug)]
pub struct Session {
    text: Text,
    settings: Settings,
    control: Control,
    scratch: tempfile::TempDir,
    test: CommandTest,
}

#[derive(Debug)]
pub struct Finished {
    pub stop: Option<Stop>,
    pub input_size: u64,
    pub result_size: u64,
    pub result: Option<PathBuf>,
    pub tally: Tally,
    pub other_failures: Vec<(String, PathBuf)>,
    pub flakiness: Option<Flakiness>,
    pub run_dir: Option<PathBuf>,
}

struct Both<'a> {
    reader: &'a mut dyn Observer,
    tally: Tally,
    best: Vec<u8>,
}

impl Observer for Both<'_> {
    fn event(&mut self, event: &Event<'_>) -> std::io::Result<()> {
        if let Event::Tested { subject, outcome, reason, ms, .. } = event {
            self.tally.add(&Record::Test(journal::Test {
                n: self.tally.ran() + 1,
                id: subject.id,
                outcome: *outcome,
                reason: reason.cloned(),
                duration: Duration::from_secs_f64(ms / 1000.0),
                size: subject.size,
                units: subject.units as u64,
                confirms: false,
            }));
        }
        self.reader.event(event)
    }
    fn keep(&mut self, write: Write<'_>) -> std::io::Result<()> {
        self.best.clear();
        write(&mut self.best)
    }
    fn aside(&mut self, s: &str, subject: Subject, write: Write<'_>) -> std::io::Result<()> {
        self.reader.aside(s, subject, write)
    }
}

fn io(error: std::io::Error) -> CliError {
    CliError::new(Exit::Internal, error.to_string())
}

impl Session {
    pub fn open(settings: &Settings, control: &Control, _reader: &mut dyn Observer) -> Result<Self, CliError> {
        let Input::File(path) = &settings.input else { return Err(CliError::usage("stub: stdin")) };
        let bytes = std::fs::read(path).map_err(io)?;
        let text = Text::new(bytes).map_err(|e| CliError::usage(e.to_string()))?;
        let scratch = tempfile::tempdir().map_err(io)?;
        let spec = &settings.test;
        let invocation = Invocation {
            program: spec.program.clone(),
            args: spec.args.clone(),
            feed: match &spec.feed {
                Feed::Placeholder(s) => dwindle::test::Feed::Placeholder(s.clone()),
                Feed::Stdin => dwindle::test::Feed::Stdin,
                _ => dwindle::test::Feed::Directory,
            },
            name: path.file_name().unwrap_or_default().to_owned(),
            with: spec.with.clone(),
            env: spec.env.clone(),
            limits: spec.limits,
        };
        let launcher = Launcher::Keeper {
            program: std::env::current_exe().map_err(io)?,
            args: vec!["__keeper".into()],
        };
        let runner = CommandRunner::new(invocation, launcher, scratch.path().to_owned());
        let mut place = runner.open(999).map_err(io)?;
        let space = text.cut(Unit::Lines);
        let lay = |place: &mut CommandPlace| dwindle::space::Make::make(&space, place, &space.full());
        let report = runner.run(&mut place, &dwindle::test::Candidate::new(&lay, 1)).map_err(io)?;
        let (out, err) = (report.stdout.bytes(), report.stderr.bytes());
        let observed = observed(&report, &out, &err);
        let verdict = match &settings.test.judged {
            Judged::Script { pass_codes } => Verdict::Script(Script { pass_codes: pass_codes.clone() }),
            Judged::Conditions(c) => Verdict::Conditions(c.clone()),
            _ => Verdict::Signature(Signature::derive(&observed, &Candidate::new(path, text.bytes()))),
        };
        let test = CommandTest::new(runner, verdict);
        let judged = test.judge_report(&report, path, Duration::from_secs(100));
        if judged.outcome != Outcome::Fail {
            return Err(CliError::new(Exit::NotFailing, "the input does not fail"));
        }
        Ok(Self { text, settings: settings.clone(), control: control.clone(), scratch, test })
    }

    pub fn input(&self) -> &Text {
        &self.text
    }

    pub fn beside(&mut self, tag: &str, bytes: &[u8]) -> Result<PathBuf, CliError> {
        let Input::File(path) = &self.settings.input else { return Err(CliError::usage("stub: stdin")) };
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let to = path.with_file_name(format!("{name}.{tag}.c"));
        #[expect(clippy::disallowed_methods, reason = "stub")]
        std::fs::write(&to, bytes).map_err(io)?;
        Ok(to)
    }

    pub fn run<R>(
        &mut self,
        reader: &mut dyn Observer,
        work: impl FnOnce(&mut Search<'_, '_, CommandPlace>, &Text) -> Result<R, Stop>,
    ) -> Result<(Option<R>, Finished), CliError> {
        let _ = &self.scratch;
        let s = &self.settings;
        let mut both = Both { reader, tally: Tally::default(), best: Vec::new() };
        let engine = Engine::new()
            .jobs(s.jobs)
            .control(self.control.clone())
            .budget(s.budget_tests)
            .target(s.target_size)
            .monotone(s.monotone)
            .no_cache(s.no_cache)
            .goal(s.goal);
        let result = engine.run_observed(&self.test, &mut both, |search| work(search, &self.text)).map_err(io)?;
        let (done, stop) = match result {
            Ok(done) => (Some(done), None),
            Err(Stop::Broken(error)) => return Err(io(error)),
            Err(stop) => (None, Some(stop)),
        };
        let result = match (&s.output, &s.input) {
            (Output::Nowhere, _) | (_, Input::Stdin) => None,
            (_, Input::File(path)) => {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let to = path.with_file_name(format!("{name}.{}.c", s.tag));
                #[expect(clippy::disallowed_methods, reason = "stub")]
                std::fs::write(&to, &both.best).map_err(io)?;
                Some(to)
            }
        };
        Ok((done, Finished {
            stop,
            input_size: self.text.bytes().len() as u64,
            result_size: both.best.len() as u64,
            result,
            tally: both.tally,
            other_failures: Vec::new(),
            flakiness: None,
            run_dir: None,
        }))
    }
}
