//! A source with its headers in place, as a preprocessor prints it.

use std::ffi::OsString;
use std::fs;
use std::time::Duration;

use dwindle::Text;
use dwindle_exec::process::End;
use regex::bytes::{NoExpand, Regex};

use super::artifact::Artifact;
use super::first::Runs;
use super::input::Input;
use super::{Session, runner};
use crate::error::CliError;
use crate::settings::{Preprocessor, Settings, TestSpec};

/// How long a preprocessor may take where no other limit is given.
const LIMIT: Duration = Duration::from_secs(120);
/// The file that it writes, in its working directory.
const PRINTED: &str = "dwindle-preprocessed";
/// Compilers take this for the current time, so that the same source is preprocessed to the same text.
const EPOCH: [&str; 2] = ["SOURCE_DATE_EPOCH", "0"];

/// What a preprocessor printed.
#[derive(Debug)]
pub(crate) struct Preprocessed {
    pub(crate) text: Text,
    /// The error where it did not succeed: what is left of a source need not be right to fail.
    pub(crate) complaint: Option<CliError>,
}

impl Session {
    /// What `by` prints for `source`, laid as candidates are.
    ///
    /// The path of the working directory is taken out of what it prints, so that the same source gives the same text.
    ///
    /// # Errors
    /// When it cannot be run, or prints nothing.
    pub(crate) fn preprocess(&self, by: &Preprocessor, source: &Text) -> Result<Preprocessed, CliError> {
        let shell = ["-c", &format!("exec \"$@\" >{PRINTED}"), "sh"].map(OsString::from);
        let test = TestSpec {
            program: "/bin/sh".into(),
            args: shell.into_iter().chain(by.words.iter().cloned()).collect(),
            feed: by.feed.clone(),
            ..self.settings.test.clone()
        };
        let settings = Settings { test, build: None, ..self.settings.clone() };
        let mut test = settings.test.clone();
        if !test.env.iter().any(|(name, _)| name == EPOCH[0]) {
            test.env.push(EPOCH.map(OsString::from).into());
        }
        let input = Input { artifact: source.clone(), ..self.input.clone() };
        let scratch = self.scratch.path().join("preprocessor");
        fs::create_dir_all(&scratch)
            .map_err(|error| CliError::internal(format!("cannot make {}: {error}", scratch.display())))?;
        let runner = runner::runner(&test, &input.name, &scratch, false)?;
        runner.limit().set(Some(settings.timeout.unwrap_or(LIMIT)));
        let mut runs = Runs::open(&settings, &input, &runner, &self.control)?;
        let report = runs.report(&source.whole().full())?;
        let failed = |how: &str| {
            CliError::usage(format!("cannot preprocess {}: {how}", self.input.shown))
                .detail(format!("ran: {}", by.shown))
                .hint("tests run in a directory of their own: name headers that lie beside the input with --with")
                .hint("or name another command that preprocesses, with --preprocess 'CMD {}'")
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
        let place = Regex::new(&place).map_err(|error| CliError::internal(error.to_string()))?;
        let printed = place.replace_all(&printed, NoExpand(b"")).into_owned();
        let text = Text::new(printed).map_err(|error| CliError::usage(error.to_string()))?;
        Ok(Preprocessed { text, complaint })
    }
}
