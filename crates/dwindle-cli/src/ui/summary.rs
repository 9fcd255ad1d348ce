//! What came out of a run: the last lines that people read, and the last record for programs.

mod layout;
mod phases;

use dwindle_run::exit::Exit;
use dwindle_run::session::{Finished, KeptOutcome};
use dwindle_run::text::{change, escaped, extent, joined, number, plural, said, seconds};

pub use layout::Layout;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dwindle::plan::Certificate;
use dwindle::test::Flakiness;
use dwindle::{Judgement, Outcome, Stop};
use dwindle_exec::Refusals;
use dwindle_store::journal::{Answers, Minimality, Reliability};
use serde::Serialize;

use super::counts;
use super::json::Name;
use super::slots::{Gauge, Slots};

/// Why a run took only one job.
const ALONE: &str = "one test at a time: tests came out otherwise when others ran in parallel \
                     (perhaps a fixed port or path; or it fails only now and then, see --repeat auto)";

/// The last record of a run: what came out, and what some command has to say more.
#[derive(Debug, Serialize)]
pub(super) struct Told<'a, T> {
    #[serde(flatten)]
    pub(super) end: &'a End,
    #[serde(flatten)]
    pub(super) more: &'a T,
}

/// Said where a test that seemed reliable is not.
const IN_DOUBT: &str = ": the test is unreliable, so more of the result may go; --repeat auto runs each candidate until it is clear whether \
                        it fails as often";

/// What came out of one command.
#[must_use]
#[derive(Debug, Serialize)]
pub struct End {
    pub(super) exit: Exit,
    stop: Option<&'static str>,
    input_size: u64,
    result_size: u64,
    tests: Answers,
    /// Logical tests of this run of the program: distinct candidates that were asked for, in serial order.
    asked: u64,
    minimality: Vec<Minimality>,
    /// How many tokens the result has, where it is a text.
    tokens: Option<u64>,
    other_failures: Option<OtherFailures>,
    flakiness: Option<Flakiness>,
    /// In how many of so many runs the result failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reliability: Option<Reliability>,
    result: Vec<Name>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<Layout>,
    seconds: f64,
    slots: Slots,
    /// The command that goes on from the result, where there is more to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    /// Which outcome the search went on from.
    #[serde(skip)]
    kept: KeptOutcome,
    /// The run directory.
    #[serde(skip)]
    pub(super) run: Option<PathBuf>,
    #[serde(skip)]
    shown: Shown,
}

/// What people are shown in their own words.
#[derive(Debug, Default)]
struct Shown {
    /// What came out: the first part of the last line. Where it is empty, it is the sizes.
    headline: String,
    /// What the result consists of: `12 tokens`.
    parts: String,
    /// What was proved of it: the last part of the last line.
    claim: String,
    results: Vec<String>,
    notes: Vec<String>,
    time: Duration,
}

/// Other failures that were met.
#[derive(Debug, Serialize)]
struct OtherFailures {
    folder: Name,
    signatures: Vec<String>,
}

/// Said where the result no longer fails at all.
const GONE: &str =
    ": the failure is gone since it was measured, or depends on what the machine does beside it";

/// What to say of a result that came out so in the end, and what to do.
fn gone(now: &Judgement) -> String {
    let now = match (now.outcome, &now.reason) {
        (Outcome::Fail, _) => "it fails again".to_owned(),
        (_, Some(reason)) => format!("it ends otherwise: {reason}"),
        (_, None) => "it passes".to_owned(),
    };
    format!(
        "{now}; a test may have left something behind, such as a lock at a fixed path: remove that, let the script do so however it ends (trap), and the same command tests again what did not fail since"
    )
}

impl End {
    /// The end of a run that took `time` so far.
    pub(super) fn new(finished: &Finished, time: Duration, gauge: &Gauge) -> Self {
        let (exit, stop) = match (&finished.stop, finished.reliability) {
            (None, Some(Reliability { fails: 0, .. })) => (Exit::Unreliable, None),
            (Some(Stop::Gone(_)), _) => (Exit::Unreliable, Some("gone")),
            (stop, _) => ending(stop.as_ref()),
        };
        let others = finished.others.as_ref().filter(|(_, signatures)| !signatures.is_empty());
        let tests = finished.tally.answers();
        let slots = Slots::new(&tests, finished.jobs, time, gauge);
        let mut notes = Vec::new();
        if Slots::is_worth_telling(time) {
            notes.push(slots.to_string());
        }
        if finished.alone {
            notes.push(ALONE.to_owned());
        }
        notes.extend(finished.gone.as_ref().map(gone));
        if let Some((folder, signatures)) = others {
            let n = number(signatures.len() as u64);
            notes.push(format!("other failures found: {n}, in {}", said(folder)));
        }
        if let Some(kept) = &finished.kept {
            notes.push(format!("working directories of all tests: {}", escaped(kept)));
        }
        let mut end = Self {
            exit,
            stop,
            input_size: finished.input_size,
            result_size: finished.result_size,
            tests,
            kept: finished.kept_outcome,
            run: finished.run.clone(),
            asked: finished.tests,
            minimality: Vec::new(),
            tokens: None,
            other_failures: others.map(|(folder, signatures)| OtherFailures {
                folder: Name::of(folder),
                signatures: signatures.clone(),
            }),
            flakiness: finished.flakiness,
            reliability: finished.reliability,
            result: Vec::new(),
            layout: None,
            seconds: time.as_secs_f64(),
            slots,
            next: None,
            shown: Shown { notes, time, ..Shown::default() },
        };
        match &finished.result {
            _ if finished.to_stdout => end.shown.results.push("standard output".to_owned()),
            Some(path) => end = end.result(path),
            None => {}
        }
        end
    }

    /// Says in the last line what came out, instead of the sizes.
    pub fn headline(mut self, text: String) -> Self {
        self.shown.headline = text;
        self
    }

    /// As [`End::headline`], with how many tests it took and how long: `text` ends with what leads to that.
    pub fn counted(self, text: &str) -> Self {
        let tests = plural(self.asked, "test");
        self.timed(&format!("{text} {tests}"))
    }

    /// As [`End::headline`], with how long it took.
    pub fn timed(self, text: &str) -> Self {
        let time = seconds(self.shown.time);
        self.headline(format!("{text}, {time}"))
    }

    /// Says something more.
    pub fn note(mut self, text: String) -> Self {
        self.shown.notes.push(text);
        self
    }

    /// Names another result.
    pub fn result(mut self, path: &Path) -> Self {
        self.result.push(Name::of(path));
        self.shown.results.push(said(path));
        self
    }

    /// Says which minimalities were proved of the result; of one that no longer fails, or came out not to fail each time, nothing is.
    pub fn minimality(mut self, certificates: &[Certificate]) -> Self {
        if self.is_in_doubt() {
            return self;
        }
        self.shown.claim = nothing_to_remove(certificates);
        self.minimality = certificates.iter().map(Minimality::from).collect();
        self
    }

    /// Says at the end of the last line what was proved, where [`minimality`](Self::minimality) would.
    pub fn claim(mut self, text: &str) -> Self {
        if !self.is_in_doubt() {
            text.clone_into(&mut self.shown.claim);
        }
        self
    }

    /// Says how the result is laid out.
    pub fn layout(mut self, mut layout: Layout) -> Self {
        self.shown.notes.extend(layout.note.take());
        self.layout = Some(layout);
        self
    }

    /// Says how many tokens the result has.
    pub fn tokens(mut self, tokens: Option<u64>) -> Self {
        self.tokens = tokens;
        if let Some(tokens) = tokens {
            self.shown.parts = plural(tokens, "token");
        }
        self
    }

    /// Says how many of its tokens did not stand in the input.
    pub fn new_tokens(self, new: u64) -> Self {
        match new {
            0 => self,
            1 => self.note("1 token does not stand in the input; --no-invention only removes".to_owned()),
            _ => self.note(format!(
                "{} tokens do not stand in the input; --no-invention only removes",
                number(new)
            )),
        }
    }

    /// Says what the result consists of, beside its size.
    pub fn parts(mut self, text: String) -> Self {
        self.shown.parts = text;
        self
    }

    /// Counts what failed and what passed alike, since both sides are looked for.
    pub fn both_sides(mut self) -> Self {
        self.kept = KeptOutcome::BothSides;
        self
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown { results, notes, claim, .. } = &self.shown;
        writeln!(f, "{}", counts::shown(&self.tests, self.kept))?;
        if let Some(measured) = self.flakiness {
            writeln!(f, "{}", counts::flaky(measured))?;
        }
        if let Some(Reliability { fails, runs }) = self.reliability {
            let so = match fails {
                0 => GONE,
                _ if self.is_in_doubt() => IN_DOUBT,
                _ => "",
            };
            writeln!(f, "the result failed in {fails} of {runs} runs{so}")?;
        }
        notes.iter().try_for_each(|note| writeln!(f, "{note}"))?;
        if !results.is_empty() {
            writeln!(f, "result: {}", results.join(", "))?;
        }
        f.write_str(&self.sentence())?;
        match self.stop {
            Some("budget") => write!(f, "; stopped: the budget is spent, a larger one continues from here")?,
            Some("target") => write!(f, "; stopped: the target size is reached")?,
            Some("interrupted") => write!(f, "; stopped: interrupted, the same command continues from here")?,
            Some("gone") => write!(f, "; stopped: the failure is gone")?,
            _ if claim.is_empty() => {}
            // Without one a smaller candidate might fail.
            _ if self.tests.reasons.iter().any(|because| because.reason.starts_with(Refusals::REASON)) => {
                write!(f, "; in the sandbox {claim}")?;
            }
            _ => write!(f, "; {claim}")?,
        }
        if let Some(next) = &self.next {
            write!(f, "\nit still includes headers; to reduce these, too: {next}")?;
        }
        writeln!(f)
    }
}

impl End {
    /// Whether the result no longer fails, or the test came out to be unreliable only in the end: what was asked once says little.
    const fn is_in_doubt(&self) -> bool {
        matches!(self.exit, Exit::Unreliable) || self.reliability.is_some() && self.flakiness.is_none()
    }

    /// The last line without what was proved: `3.2 MB → 41 bytes (12 tokens) in 812 tests, 38 s`.
    fn sentence(&self) -> String {
        let Shown { headline, parts, time, .. } = &self.shown;
        if !headline.is_empty() {
            return headline.clone();
        }
        let (before, after) = (self.input_size, self.result_size);
        let parts = if parts.is_empty() { String::new() } else { format!(" ({parts})") };
        let came_to = if before == after {
            format!("{}{parts}, nothing removed", extent(after))
        } else {
            format!("{}{parts}", change(before, after))
        };
        format!("{came_to} in {}, {}", plural(self.asked, "test"), seconds(*time))
    }
}

/// `none of the 14 lines can be removed`, or of several kinds `no line, token or character can be removed`.
fn nothing_to_remove(certificates: &[Certificate]) -> String {
    let singular = |proof: &Certificate| proof.level.plural().trim_end_matches('s');
    let units: Vec<&str> = certificates.iter().map(singular).collect();
    match certificates {
        [] => String::new(),
        [proof] if proof.removals > 1 => {
            format!("none of the {} {} can be removed", number(proof.removals as u64), proof.level.plural())
        }
        _ => format!("no {} can be removed", joined(&units, "or")),
    }
}

/// How the program ends after such a stop, and the word for it in records.
pub const fn ending(stop: Option<&Stop>) -> (Exit, Option<&'static str>) {
    match stop {
        None => (Exit::Done, None),
        Some(Stop::Target) => (Exit::Done, Some("target")),
        Some(Stop::Budget) => (Exit::BudgetSpent, Some("budget")),
        Some(Stop::Interrupted) => (Exit::Interrupted, Some("interrupted")),
        Some(_) => (Exit::Internal, Some("error")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dwindle::plan::Level;
    use dwindle::space::Unit;

    #[test]
    fn what_was_proved_is_said_of_each_kind_of_unit() {
        let proof = |unit, removals| Certificate { level: Level::Units(unit), removals };
        assert_eq!(nothing_to_remove(&[]), "");
        assert_eq!(nothing_to_remove(&[proof(Unit::Lines, 14)]), "none of the 14 lines can be removed");
        assert_eq!(nothing_to_remove(&[proof(Unit::Tokens, 1)]), "no token can be removed");
        let all = [proof(Unit::Lines, 1), proof(Unit::Tokens, 3), proof(Unit::Chars, 9)];
        assert_eq!(nothing_to_remove(&all), "no line, token or character can be removed");
    }
}
