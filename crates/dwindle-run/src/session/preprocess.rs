//! A source with its headers in place, as a preprocessor prints it.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use dwindle::{Control, Text};
use dwindle_exec::process::{End, TempFiles};
use regex::bytes::{NoExpand, Regex};

use super::artifact::Artifact;
use super::first::Runs;
use super::input::Input;
use super::{Session, runner};
use crate::error::RunError;
use crate::settings::{Preprocessor, Settings, TestSpec};

/// How long a preprocessor may take where no other limit is given.
const LIMIT: Duration = Duration::from_secs(120);
/// The file that it writes, in its working directory.
const PRINTED: &str = "dwindle-preprocessed";
/// Compilers take this for the current time, so that the same source is preprocessed to the same text.
const EPOCH: [&str; 2] = ["SOURCE_DATE_EPOCH", "0"];

/// What a preprocessor printed.
#[derive(Debug)]
pub struct Preprocessed {
    /// What it printed.
    pub text: Text,
    /// The error where it did not succeed: what is left of a source need not be right to fail.
    pub complaint: Option<RunError>,
}

/// Preprocesses sources, laid as candidates are.
#[derive(Debug)]
pub struct Preprocessing {
    shown: String,
    settings: Settings,
    input: Input,
    scratch: PathBuf,
    temp: TempFiles,
    control: Control,
}

impl Session {
    /// What preprocesses sources of this session.
    pub fn preprocessing(&self, by: &Preprocessor) -> Preprocessing {
        let shell = ["-c", &format!("exec \"$@\" >{PRINTED}"), "sh"].map(OsString::from);
        let mut test = TestSpec {
            program: "/bin/sh".into(),
            args: shell.into_iter().chain(by.words.iter().cloned()).collect(),
            feed: by.feed.clone(),
            ..self.settings.test.clone()
        };
        if !test.env.iter().any(|(name, _)| name == EPOCH[0]) {
            test.env.push(EPOCH.map(OsString::from).into());
        }
        Preprocessing {
            shown: by.shown.clone(),
            settings: Settings { test, build: None, ..self.settings.clone() },
            input: self.input.clone(),
            scratch: self.scratch.path().join("preprocessor"),
            temp: self.scratch.temp_files(),
            control: self.control.clone(),
        }
    }
}

impl Preprocessing {
    /// What is printed for `source`.
    ///
    /// The path of the working directory is taken out of it, so that the same source gives the same text.
    ///
    /// # Errors
    /// When the command cannot be run, or prints nothing.
    pub fn print(&self, source: &Text) -> Result<Preprocessed, RunError> {
        let Self { settings, scratch, temp, .. } = self;
        let input = Input { artifact: source.clone(), ..self.input.clone() };
        fs::create_dir_all(scratch)
            .map_err(|error| RunError::internal(format!("cannot make {}: {error}", scratch.display())))?;
        let runner = runner::runner(&settings.test, &input.name, scratch, temp.clone())?;
        runner.limit().set(Some(settings.timeout.unwrap_or(LIMIT)));
        let mut runs = Runs::open(settings, &input, &runner, &self.control)?;
        let report = runs.report(&source.whole().full())?;
        let failed = |how: &str| {
            RunError::usage(format!("cannot preprocess {}: {how}", input.shown))
                .detail(format!("ran: {}", self.shown))
                .hint("it runs in a directory of its own: name headers that lie beside the input with --with")
                .hint("or name another command that preprocesses: --preprocess 'CMD {}'")
        };
        let work = runs.place().work();
        let complaint = (report.end != End::Exited(0)).then(|| {
            let said = report.stderr.text().replace(&format!("{}/", work.display()), "");
            let first = said.lines().find(|line| line.contains("error")).or_else(|| said.lines().next());
            failed(first.unwrap_or(&report.end.to_string()))
        });
        let printed = fs::read(work.join(PRINTED)).unwrap_or_default();
        if printed.trim_ascii().is_empty() {
            return Err(complaint.unwrap_or_else(|| failed("the command printed nothing")));
        }
        let place = format!("{}/?", regex::escape(&work.to_string_lossy()));
        let place = Regex::new(&place).map_err(|error| RunError::internal(error.to_string()))?;
        let printed = place.replace_all(&printed, NoExpand(b"")).into_owned();
        let text = Text::new(printed).map_err(|error| RunError::usage(error.to_string()))?;
        Ok(Preprocessed { text, complaint })
    }
}
