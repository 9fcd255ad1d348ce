//! The search of a session for the smallest text, and what it came to.

use std::sync::Arc;

use dwindle::event::{Event, Observer};
use dwindle::plan::{Certificate, Planned};
use dwindle::space::{Shared, Space as _, Unit, text_of};
use dwindle::test::Bar;
use dwindle::{Outcome, Search, Stop, Text};
use dwindle_syntax::layout::LONGEST;

use super::Session;
use super::finished::Finished;
use super::layout::{LaidOut, Layouts};
use crate::error::RunError;
use crate::plans::{best, smallest};
use crate::settings::Objective;
use crate::text::number;

/// What a search for the smallest text came to.
#[derive(Debug)]
pub struct Reduced {
    /// The smallest text that fails.
    pub text: Text,
    /// What was proved of it; `None` if the search ended before its end.
    pub certificates: Option<Vec<Certificate>>,
    /// How the result is laid out, where layouts were tested.
    pub layout: Option<LaidOut>,
    /// Whether the run was interrupted while layouts were tested.
    pub is_unlaid: bool,
    /// How the run ended.
    pub finished: Finished,
}

/// How the search itself ended.
#[derive(Debug)]
pub struct Searched {
    /// What is left and what was proved of it, or why the search ended first.
    pub planned: Result<Planned, Stop>,
    /// Whether another search goes on from what is left: then it is not laid out, which is for readers.
    pub goes_on: bool,
}

impl From<Result<Planned, Stop>> for Searched {
    fn from(planned: Result<Planned, Stop>) -> Self {
        Self { planned, goes_on: false }
    }
}

impl Session {
    /// Runs `work`, which searches for the smallest text, then `more` on what is left, then lays that out and tests that it
    /// still fails. `more` is not run if `work` ended before its end.
    ///
    /// # Errors
    /// When the checks before the search fail, a test cannot be carried out, or nothing can be written.
    pub fn reduce(
        &mut self,
        reader: &mut dyn Observer,
        mut work: impl FnMut(&mut Search<'_>, &Text) -> Searched,
        mut more: impl FnMut(&mut Search<'_>, Option<&Layouts>, &Text) -> Result<(), Stop>,
    ) -> Result<Reduced, RunError> {
        let layouts = self.layouts()?;
        // What earlier runs kept besides the input was kept after what always fails was looked for.
        let is_known = self.past.bests.iter().any(|best| *best != self.input().id());
        let bar = self.aim()?;
        let (whole, by_size) = (self.input().clone(), self.settings.objective == Objective::Bytes);
        let (mut left, mut laid_out, mut is_unlaid) = (whole.clone(), None, false);
        let (certificates, finished) = self.run(reader, |search, text| {
            laid_out = None;
            if layouts.is_some() {
                search.keep_way(LONGEST);
            }
            let certain = match &bar {
                Some(bar) => certain(search, text, bar, is_known)?,
                None => None,
            };
            let Searched { planned, goes_on } = work(search, certain.as_ref().unwrap_or(text));
            let (mut planned, mut stop) = match planned {
                // The last text need not be the one that is smallest by another measure.
                Ok(planned) if !by_size => (smallest(search, planned), None),
                Ok(planned) => (planned, None),
                Err(stop) => match best(search, &stop).and_then(|bytes| Text::of_any_size(bytes).ok()) {
                    Some(text) => (Planned { text, certificates: Vec::new() }, Some(stop)),
                    None => return Err(stop),
                },
            };
            // What is minimal already keeps the layout that it has; and a layout would lift the budget of time, which is one
            // for all searches.
            let layouts = layouts.as_ref().filter(|_| planned.text.id() != whole.id() && !goes_on);
            if stop.is_none() {
                match more(search, layouts, &planned.text) {
                    Ok(()) => {}
                    Err(ended @ (Stop::Budget | Stop::Interrupted | Stop::Gone(_))) => stop = Some(ended),
                    Err(other) => return Err(other),
                }
            }
            left = planned.text.clone();
            if let Some(layouts) = layouts {
                is_unlaid = true;
                let shown = layouts.lay_out(search, &planned.text)?;
                is_unlaid = false;
                if let Some(smaller) = shown.smaller_than(&planned.text) {
                    // What was proved, was proved of another text.
                    planned = Planned { text: smaller, certificates: Vec::new() };
                }
                laid_out = Some((shown, planned.text.clone()));
            }
            left = planned.text;
            stop.map_or(Ok((planned.certificates.clone(), planned.certificates)), Err)
        })?;
        // Behind the best of an earlier run, that is what was laid out.
        let mut layout = None;
        if let Some((mut laid, smallest)) = laid_out.filter(|_| !finished.is_behind) {
            self.show(&mut laid, &smallest)?;
            layout = Some(laid);
        }
        let is_unlaid = is_unlaid && !finished.is_behind;
        Ok(Reduced { text: left, certificates, layout, is_unlaid, finished })
    }
}

/// The largest part of the input that always fails, where one is found soon; it is the best from then on.
fn certain(search: &mut Search<'_>, text: &Text, bar: &Bar, is_known: bool) -> Result<Option<Text>, Stop> {
    let lines = text.cut(Unit::Lines);
    let cut = if lines.units() > 1 { lines } else { text.cut(Unit::Tokens) };
    let space: Shared = Arc::new(cut);
    let Some(config) = search.certain(&space, bar, is_known)? else { return Ok(None) };
    search.adopt(&space, &config, Outcome::Fail)?;
    let Some(left) = text_of(&*space, &config) else { return Ok(None) };
    let gone = number((text.bytes().len() - left.bytes().len()) as u64);
    let said = format!("without {gone} bytes of the input the failure always shows: the search begins there");
    search.announce(&Event::Warning { text: &said })?;
    Ok(Some(left))
}
