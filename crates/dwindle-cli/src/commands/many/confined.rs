//! Which sandbox tests have where each of many inputs shows something of its own: the strictest in which one of them shows the
//! same as without. `reduce` finds that out of its one input.

use std::ffi::OsStr;
use std::path::Path;

use dwindle::Text;
use dwindle::event::{Event, Observer};
use dwindle_exec::Refusals;
use dwindle_exec::process::{Level, Reached, Sandbox};
use dwindle_run::error::RunError;
use dwindle_run::session::hindrance::Hindrance;
use dwindle_run::session::trial::Trial;

use super::failure::Failure;
use super::oracle::Oracle;
use super::runs::Runs;
use super::testing::Testing;

/// Looks for the sandbox in which `text`, called `name`, shows `failure`.
struct Confining<'r, 'a> {
    testing: &'r Testing<'a>,
    text: &'r Text,
    name: &'r OsStr,
    failure: &'r Failure,
    level: Level,
    reader: &'r mut dyn Observer,
}

impl Trial for Confining<'_, '_> {
    fn enter(&mut self, level: Level) -> Result<Reached, RunError> {
        self.level = level;
        self.testing.reached(level)
    }

    /// Nothing of the input is run as well: what only smaller inputs change elsewhere is refused to them.
    fn hindrance(&mut self) -> Result<Option<Hindrance>, RunError> {
        let Self { testing, text, name, failure, level, .. } = *self;
        let runner = testing.runner(name, Path::new(level.name()).join(name))?;
        let runs = Runs::new(runner.confine(testing.settings.test.sandbox.at(level)), Oracle::Any);
        let nothing = Text::new(Vec::new()).expect("it is small");
        let mut inputs = vec![text.clone(), nothing];
        inputs.dedup_by_key(|text| text.id());
        let mut shown = Vec::new();
        let stop = testing.search(&runs, self.reader, |search| {
            let (all, ran) = runs.all(search, &inputs);
            shown = all;
            // It may fail now and then.
            if let Some(Some(whole)) = shown.first_mut()
                && !whole.is(failure, text)
                && let Some(again) = runs.again(search, text)?
            {
                *whole = again;
            }
            ran
        })?;
        // What was to follow is stopped as well.
        if stop.is_some() {
            return Ok(None);
        }
        let mut shown = shown.iter().flatten();
        let of_whole = shown.next().and_then(|shown| {
            let otherwise =
                || (!shown.is(failure, text)).then(|| Hindrance::Otherwise(shown.report.end.clone()));
            Hindrance::of(&shown.report, None).or_else(otherwise)
        });
        let of_nothing = || {
            let refused = &shown.next().filter(|shown| !shown.fails)?.report.refused;
            (!refused.is_empty()).then(|| Hindrance::RefusedWithout(refused.clone()))
        };
        Ok(of_whole.or_else(of_nothing))
    }
}

impl Testing<'_> {
    /// The sandbox of tests that begin with `text`, called `name`, which showed `failure` without one. It takes two runs for each
    /// level that is tried, and up to two more where the failure does not show.
    ///
    /// # Errors
    /// A test cannot be started, or the reader cannot take what is said.
    pub(crate) fn confined(
        &self,
        (text, name): (&Text, &OsStr),
        failure: &Failure,
        reader: &mut dyn Observer,
    ) -> Result<Sandbox, RunError> {
        let test = &self.settings.test;
        if !test.has_open_sandbox() {
            return Ok(test.sandbox.sandbox());
        }
        let mut trial = Confining { testing: self, text, name, failure, level: Level::Off, reader };
        let (level, told) = trial.strictest(test.sandbox.asked)?;
        told.iter().try_for_each(|text| self.say_once(text, reader))?;
        Ok(test.sandbox.at(level))
    }

    /// How far a sandbox of this level goes here, which is looked at once.
    fn reached(&self, level: Level) -> Result<Reached, RunError> {
        let mut known = self.reached.borrow_mut();
        if let Some((_, reached)) = known.iter().find(|(asked, _)| *asked == level) {
            return Ok(reached.clone());
        }
        let sandbox = self.settings.test.sandbox.at(level);
        let runner = self.runner(OsStr::new("none"), level.name())?.confine(sandbox);
        let place = runner.open(0).map_err(|error| RunError::internal(error.to_string()))?;
        known.push((level, place.reached().clone()));
        Ok(place.reached().clone())
    }

    /// Says what a sandbox refused to tests, and what to type, where that was not said yet.
    ///
    /// # Errors
    /// The reader cannot take it.
    pub(crate) fn tell_refused(
        &self,
        refusals: &Refusals,
        reader: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let refused = refusals.first();
        if refused.is_empty() {
            return Ok(());
        }
        self.say_once(&Hindrance::of_candidates(&refused), reader)
    }

    fn say_once(&self, text: &str, reader: &mut dyn Observer) -> Result<(), RunError> {
        if !self.said.borrow_mut().insert(text.to_owned()) {
            return Ok(());
        }
        let said = reader.event(&Event::Warning { text });
        said.map_err(|error| RunError::internal(error.to_string()))
    }
}
