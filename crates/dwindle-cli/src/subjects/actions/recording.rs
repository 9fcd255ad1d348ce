//! A log of actions as what a run is about.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use dwindle::Text;
use dwindle::log::{Format, Log, LogError, Times};
use dwindle::space::{LogSpace, Shared, Unit};
use dwindle_run::error::RunError;
use dwindle_run::session::artifact::{Artifact, Made, Words, made};
use dwindle_run::session::input::Input;
use dwindle_run::settings;

use crate::asked::Events;

/// A log with all that is known of it before the first test.
#[derive(Debug)]
pub(crate) struct Recording {
    pub(crate) log: Arc<Log>,
    /// The actions that go only together.
    pub(crate) units: Vec<Vec<u32>>,
    /// The groups asked for, none where they are not.
    pub(crate) groups: Vec<Vec<u32>>,
    /// The times that are closed up.
    pub(crate) times: Option<Arc<Times>>,
    /// The options that say what goes together, and what of it is asked.
    options: Vec<(&'static str, String)>,
}

impl Recording {
    /// Reads the log, and what the rules find in it.
    ///
    /// # Errors
    /// As [`Input::read`], when it cannot be cut into actions, and when a rule does not go with it.
    pub(crate) fn read(from: &settings::Input, how: &Events) -> Result<Input<Self>, RunError> {
        let Input { artifact: text, name, path, shown, mode } = Input::read(from)?;
        let format = how.format.unwrap_or_else(|| Format::of(Path::new(&name), text.bytes()));
        let log = Arc::new(Log::read(text, format).map_err(|error| explain(&error, &shown, format, ""))?);
        let within = |option| {
            let shown = &shown;
            move |error: LogError| explain(&error, shown, format, option)
        };
        let units = how.rules.units(&log).map_err(within("--pair "))?;
        let times = how.rules.times(&log).map_err(within("--retime "))?.map(Arc::new);
        let groups = how.group.as_ref().map(|field| log.groups(field)).transpose();
        let groups = groups.map_err(within("--group-by "))?.unwrap_or_default();
        let artifact = Self { log, units, groups, times, options: how.typed.clone() };
        Ok(Input { artifact, name, path, shown, mode })
    }

    /// The log as a space of what goes only together.
    pub(crate) fn space(&self) -> LogSpace {
        LogSpace::new(Arc::clone(&self.log), self.units.clone()).timed(self.times.clone())
    }
}

impl Artifact for Recording {
    fn whole(&self) -> Shared {
        let all = (0u32..).take(self.log.len()).collect();
        Arc::new(LogSpace::new(Arc::clone(&self.log), vec![all]).timed(self.times.clone()))
    }

    fn digest(&self) -> Cow<'_, [u8]> {
        self.log.text().bytes().into()
    }

    fn options(&self) -> &[(&'static str, String)] {
        &self.options
    }

    fn restore(&self, kept: Vec<u8>) -> Option<Made> {
        Some(made(Text::new(kept).ok()?.cut(Unit::Bytes)))
    }

    fn quoted(&self) -> &[u8] {
        self.log.text().bytes()
    }

    fn words(&self) -> Words {
        Words { too_loose: "the test is too loose: a log with no actions also fails", ..Words::INPUT }
    }
}

/// What is wrong with a log, where, and what can be done.
fn explain(error: &LogError, shown: &str, format: Format, option: &str) -> RunError {
    let option = if matches!(error, LogError::NotOfFields { .. }) { option } else { "" };
    let said = RunError::usage(format!("{shown}: {option}{error}"));
    match error {
        LogError::Empty => said.hint("a log has one action per line, or is JSON Lines or one JSON array"),
        LogError::NotJson { .. } => {
            let words = if format == Format::JsonArray { "a JSON array" } else { "JSON Lines" };
            said.detail(format!("the log is read as {words}"))
                .hint("name its format with --format lines, jsonl or json")
        }
        LogError::NotOfFields { .. } => said.hint("write actions as JSON, one per line, or omit the option"),
        LogError::NoField { .. } => said.hint("name a field that the actions have, written as .name or .name.name"),
        LogError::NoTime { .. } => said
            .hint("times may be numbers such as 1250 or 12.5, in any unit")
            .hint("or dates such as 2026-11-20T18:36:14.123Z, all with a time zone or all without"),
        LogError::Unpaired { .. } => said
            .hint("both actions of a pair must agree: in the rest of the line, or in JSON in all other strings (or those of --pair-by)")
            .hint("if the recording may begin or end within a pair, add --allow-unpaired"),
        _ => said,
    }
}
