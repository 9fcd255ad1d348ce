//! Which sandbox tests have where each of many inputs shows something of its own: the strictest in which one of them shows the
//! same as without. `reduce` finds that out of its one input.

use std::ffi::OsStr;
use std::path::Path;

use dwindle::Text;
use dwindle::event::{Event, Observer};
use dwindle_exec::Refusals;
use dwindle_exec::process::{Level, Sandbox};
use dwindle_run::error::RunError;
use dwindle_run::session::hindrance::Hindrance;
use dwindle_run::settings::Asked;

use super::failure::Failure;
use super::oracle::Oracle;
use super::runs::Runs;
use super::testing::Testing;

impl Testing<'_> {
    /// The sandbox of tests that begin with `text`, called `name`, which showed `failure` without one. Nothing of it is run as
    /// well: what only smaller inputs change elsewhere is refused to them. It takes two runs, and up to three more for each level that hinders.
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
        let nothing = Text::new(Vec::new()).expect("it is small");
        let mut inputs = vec![text.clone(), nothing];
        inputs.dedup_by_key(|text| text.id());
        let mut why = None;
        for level in Level::ALL.into_iter().filter(|level| *level != Level::Off) {
            let at = test.sandbox.at(level);
            let room = Path::new(level.name()).join(name);
            let runner = self.runner(name, room)?.confine(at.clone());
            let place = runner.open(0).map_err(|error| RunError::internal(error.to_string()))?;
            let (gaps, sees) = (Hindrance::gaps(place.reached()), place.reached().sees);
            drop(place);
            if test.sandbox.asked == Asked::Nothing && !sees {
                why = why.or(gaps);
                break;
            }
            let runs = Runs::new(runner, Oracle::Any);
            let mut shown = Vec::new();
            let stop = self.search(&runs, reader, |search| {
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
                return Ok(at);
            }
            let mut shown = shown.iter().flatten();
            let hindrance = shown.next().and_then(|shown| {
                let otherwise =
                    || (!shown.is(failure, text)).then(|| Hindrance::Otherwise(shown.report.end.clone()));
                Some(Hindrance::of(&shown.report, None).or_else(otherwise)?.to_string())
            });
            let of_nothing = || {
                let refused = &shown.next().filter(|shown| !shown.fails)?.report.refused;
                let why = (!refused.is_empty()).then(|| Hindrance::Refused(refused.clone()))?;
                Some(format!("{why}, where nothing of the input is left"))
            };
            let Some(hindrance) = hindrance.or_else(of_nothing) else {
                self.say_once(gaps, reader)?;
                self.say_once(why.map(|why| Hindrance::told(&why, level)), reader)?;
                return Ok(at);
            };
            why.get_or_insert(hindrance);
        }
        self.say_once(why.map(|why| Hindrance::told(&why, Level::Off)), reader)?;
        Ok(test.sandbox.at(Level::Off))
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
        self.say_once((!refused.is_empty()).then(|| Hindrance::of_candidates(&refused)), reader)
    }

    fn say_once(&self, text: Option<String>, reader: &mut dyn Observer) -> Result<(), RunError> {
        let Some(text) = text.filter(|text| self.said.borrow_mut().insert(text.clone())) else {
            return Ok(());
        };
        let said = reader.event(&Event::Warning { text: &text });
        said.map_err(|error| RunError::internal(error.to_string()))
    }
}
