//! The search in a source that is preprocessed afterwards.

use std::sync::Arc;

use dwindle::passes::{Includes, Pass};
use dwindle::plan::Planned;
use dwindle::search::{Account, Bounds, LegEnd};
use dwindle::space::{Space, Unit};
use dwindle::{Outcome, Plan, Search, Stop, Text};
use dwindle_run::session::preprocess::Preprocessing;
use regex::bytes::Regex;

/// The search goes on in the source as long as a test is taken to remove this part of it, and no less than so many tests.
///
/// Each test of the source pays for all headers; most of those of what is preprocessed do not, and its own text is reduced there
/// again.
const LEAST: f64 = 0.01;
const PATIENCE: u64 = 16;

/// Reduces a source as far as that is worth its tests, and asks whether it still fails after preprocessing.
pub(super) struct Ahead {
    by: Preprocessing,
    /// The best that an earlier run left.
    best: Option<Text>,
    /// What fails after preprocessing.
    pub(super) preprocessed: Option<Text>,
    /// Why there is none.
    pub(super) why_not: Option<String>,
}

impl Ahead {
    pub(super) const fn new(by: Preprocessing, best: Option<Text>) -> Self {
        Self { by, best, preprocessed: None, why_not: None }
    }

    /// Reduces `source`; to the end where it includes nothing any more, or the failure is another one after preprocessing.
    pub(super) fn run(
        &mut self,
        plan: &Plan,
        search: &mut Search<'_>,
        source: &Text,
    ) -> Result<Planned, Stop> {
        let size = source.bytes().len() as u64;
        let bounds = Bounds { at_least: LEAST, patience: PATIENCE, ..Bounds::NONE };
        search.begin_leg(Account::for_patience(LEAST, PATIENCE), size, bounds);
        let done = plan.run(search, source.clone());
        let LegEnd { done, text, .. } = search.end_leg(done)?;
        let mut text = match done {
            Some(planned) => {
                self.ask(search, &planned.text)?;
                return Ok(planned);
            }
            None => text.unwrap_or_else(|| source.clone()),
        };
        // A run without an end ahead came further.
        if let Some(best) = self.best.take().filter(|best| best.bytes().len() < text.bytes().len()) {
            text = best;
        }
        // What needed a header may be gone.
        let names: Vec<&str> = plan.passes().iter().map(|pass| pass.name()).collect();
        let others: Vec<&str> = names.into_iter().filter(|name| *name != Includes.name()).collect();
        let text = plan.clone().without(&others).run(search, text)?.text;
        if self.ask(search, &text)? {
            return Ok(Planned { text, certificates: Vec::new() });
        }
        let planned = plan.run(search, text)?;
        self.ask(search, &planned.text)?;
        Ok(planned)
    }

    /// Whether `source` includes others, and fails after preprocessing.
    fn ask(&mut self, search: &mut Search<'_>, source: &Text) -> Result<bool, Stop> {
        self.why_not = None;
        if !includes(source) {
            return Ok(false);
        }
        let text = match self.by.print(source) {
            Ok(printed) => printed.text,
            Err(error) => {
                self.why_not = Some(error.shown().to_owned());
                return Ok(false);
            }
        };
        let space = Arc::new(text.cut(Unit::Bytes));
        let judged = search.probe(&space, &[space.full()])?;
        let fails = judged.iter().any(|judged| judged.outcome == Outcome::Fail);
        if fails {
            self.preprocessed = Some(text);
        } else {
            let reason = judged.first().and_then(|judged| judged.reason.as_ref()).map(ToString::to_string);
            let why = "the failure is gone after preprocessing";
            self.why_not = Some(reason.map_or_else(|| why.to_owned(), |reason| format!("{why} ({reason})")));
        }
        Ok(fails)
    }
}

/// Whether a source takes in other files.
pub(super) fn includes(text: &Text) -> bool {
    let line = Regex::new(r"(?m)^[ \t]*#[ \t]*(include|include_next|import)\b");
    line.is_ok_and(|line| line.is_match(text.bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_includes_others_by_lines_of_its_own() {
        let is = |text: &str| includes(&Text::new(text.as_bytes().to_vec()).unwrap());
        assert!(is("#include <a>\n") && is("int x;\n # \tinclude \"a\"\n") && is("#import <a>"));
        assert!(!is("# 1 \"a.h\" 1 3\nint x; // #include\n") && !is("#includes\n"));
    }
}
