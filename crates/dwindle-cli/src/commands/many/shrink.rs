//! Reducing one input by the default plan: a finding as long as it fails so, a new seed as long as it behaves so.

use std::cell::OnceCell;
use std::fs;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use dwindle::Text;
use dwindle::search::Search;
use dwindle::space::{Space, Unit};
use dwindle::test::{Executor, Slot};
use dwindle::{Config, Judgement, Outcome, Plan, Reason, Stop};
use dwindle_exec::command::observed;
use dwindle_exec::process::Report;
use dwindle_exec::signature::{self, Conditions, Signature};
use dwindle_exec::{CommandPlace, CommandRunner, CommandTest, Refusals, Verdict};
use dwindle_run::syntax::Syntax;
use serde::Serialize;

use super::failure::{Failure, Run, holds};

/// What came out.
#[derive(Debug)]
pub(crate) struct Shrunk {
    pub(crate) text: Text,
    /// Logical tests.
    pub(crate) tests: u64,
    /// Why it ended before its end, if it did.
    pub(crate) stop: Option<Stop>,
}

/// How far it came with a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum State {
    /// There was no time to reduce it.
    Found,
    /// It was reduced to the end.
    Reduced,
    /// There was no time to reduce it to the end.
    PartlyReduced,
    /// It failed once, and not again.
    Unreliable,
}

impl State {
    /// After a reduction that `stop` ended, if anything did.
    pub(crate) const fn reduced(stop: Option<&Stop>) -> Self {
        if stop.is_none() { Self::Reduced } else { Self::PartlyReduced }
    }
}

/// A run that shows a signature, and besides what the user asked for, and the place where that is wanted.
pub(crate) struct Same {
    command: CommandTest,
    asked: Option<Conditions>,
    /// The failure as many inputs may show it, where that counts.
    failure: Option<Failure>,
}

impl Same {
    pub(crate) const fn new(runner: CommandRunner, signature: Signature, asked: Option<Conditions>) -> Self {
        Self { command: CommandTest::new(runner, Verdict::Signature(signature)), asked, failure: None }
    }

    /// A run that shows this failure, as any input may show it.
    pub(crate) fn failure(runner: CommandRunner, failure: Failure, asked: Option<Conditions>) -> Self {
        Self { failure: Some(failure.clone()), ..Self::new(runner, failure.signature, asked) }
    }
}

/// Reduces `text` in the search for what is smallest.
pub(super) fn work(search: &mut Search<'_>, text: &Text, syntax: Option<&Syntax>) -> Result<(), Stop> {
    let space: Arc<_> = Arc::new(text.cut(Unit::Bytes));
    search.remember(text.id(), Outcome::Fail);
    search.adopt(&space, &space.full(), Outcome::Fail)?;
    // No algorithm asks for the empty input: where it fails, `reduce` refuses to begin. Here it is a finding.
    let nothing = Text::new(Vec::new()).expect("it is small");
    let is_input = syntax.is_none_or(|syntax| !syntax.strict || syntax.tree(&nothing).is_ok());
    let empty = Config::empty();
    if is_input && search.outcome(&space, &empty)? == Outcome::Fail {
        return Ok(());
    }
    let plan = syntax.map_or_else(|| Plan::suited_to(text), Syntax::plan);
    plan.run(search, text.clone()).map(drop)
}

impl Same {
    /// What a sandbox refused to its runs: a handle that tells.
    pub(super) fn refusals(&self) -> Refusals {
        self.command.runner().refusals()
    }
}

impl Executor for Same {
    fn open(&self, slot: usize) -> io::Result<Box<dyn Slot + '_>> {
        self.command.runner().slot(slot, |_, report, place, limit| self.judge(&report, place, limit))
    }
}

impl Same {
    fn judge(&self, report: &Report, place: &CommandPlace, limit: Duration) -> Judgement {
        let mut judgement = self.command.judge_report(report, place, limit);
        let (stdout, stderr) = (report.stdout.bytes(), report.stderr.bytes());
        let observed = observed(report, &stdout, &stderr);
        let bytes = OnceCell::new();
        let read = || bytes.get_or_init(|| fs::read(place.file()).unwrap_or_default()).as_slice();
        let holds_word = |fragment: &str| signature::holds_word(read(), fragment);
        let candidate = signature::Candidate::looked_up(place.file(), &holds_word);
        let may_be = |failure: &&Failure| failure.signature.end() == Some(observed.end);
        // A run that took too long shows no more than that.
        if let Some(failure) =
            self.failure.as_ref().filter(may_be).filter(|_| observed.end != signature::End::TimedOut)
        {
            judge_failure(failure, &Run { observed, candidate }, &|text| holds(read(), text), &mut judgement);
        }
        if let (Outcome::Fail, Some(asked)) = (judgement.outcome, &self.asked) {
            let (outcome, reason) = asked.judge(&observed, &candidate);
            judgement.outcome = outcome;
            judgement.reason = judgement.reason.or(reason);
        }
        judgement
    }
}

/// Judges by the failure as many inputs may show it.
fn judge_failure(
    failure: &Failure,
    run: &Run<'_>,
    is_input: &dyn Fn(&str) -> bool,
    judgement: &mut Judgement,
) {
    let now = Failure::of(run, is_input);
    if failure.is_shown(&now, run) {
        (judgement.outcome, judgement.reason) = (Outcome::Fail, None);
    } else if judgement.outcome == Outcome::Fail {
        judgement.outcome = Outcome::Unresolved;
        judgement.reason = Some(Reason::OtherFailure { signature: now.to_string() });
    }
}
