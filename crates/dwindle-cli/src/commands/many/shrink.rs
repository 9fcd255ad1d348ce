//! Reducing one input by the default plan: a finding as long as it fails so, a new seed as long as it behaves so.

use std::cell::OnceCell;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use dwindle::event::Observer;
use dwindle::journal::Known;
use dwindle::process::End;
use dwindle::search::Search;
use dwindle::signature::{self, Conditions, Observed, Signature};
use dwindle::space::{Space, Text, Unit};
use dwindle::test::command::observed;
use dwindle::test::{
    Candidate, CommandPlace, CommandRunner, CommandTest, NoJudgement, Stopper, Test, Verdict,
};
use dwindle::{Config, Engine, Judgement, Outcome, Plan, Reason, Stop};

use super::failure::Failure;
use super::place::place;
use crate::syntax::Syntax;

/// What came out.
#[derive(Debug)]
pub(crate) struct Shrunk {
    pub(crate) text: Text,
    /// Logical tests.
    pub(crate) tests: u64,
    /// Why it ended before its end, if it did.
    pub(crate) stop: Option<Stop>,
}

/// A run that shows a signature, and besides what the user asked for, and the place where that is wanted.
pub(crate) struct Same {
    command: CommandTest,
    asked: Option<Conditions>,
    /// The failure with its place, where that counts.
    whole: Option<Failure>,
}

impl Same {
    pub(crate) const fn new(runner: CommandRunner, signature: Signature, asked: Option<Conditions>) -> Self {
        Self { command: CommandTest::new(runner, Verdict::Signature(signature)), asked, whole: None }
    }

    /// A run that shows this failure, at its place.
    pub(crate) fn failure(runner: CommandRunner, failure: Failure, asked: Option<Conditions>) -> Self {
        Self { whole: Some(failure.clone()), ..Self::new(runner, failure.signature, asked) }
    }
}

/// Reduces `text`, which `test` fails on; outcomes that are `known` are not tested again. What was reached counts also
/// where it is stopped.
///
/// # Errors
/// When a slot cannot be opened.
pub(crate) fn shrink(
    engine: &Engine,
    test: &Same,
    text: &Text,
    syntax: Option<&Syntax>,
    known: &Known,
    observer: &mut dyn Observer,
) -> io::Result<Shrunk> {
    let plan = match syntax {
        None => Plan::standard(),
        Some(syntax) if syntax.strict => Plan::grammatical(Arc::clone(&syntax.parse)),
        Some(syntax) => Plan::syntactic(Arc::clone(&syntax.parse)),
    };
    engine.run_observed(test, observer, |search| {
        for (id, outcome) in known.outcomes() {
            search.remember(id, outcome);
        }
        search.spot_check(if known.is_empty() { 0 } else { 3 });
        let stop = work(search, &plan, text, syntax).err();
        let mut bytes = Vec::new();
        let best = search.best().map(|(space, config)| space.write(config, &mut bytes));
        let text = match best {
            Some(Ok(())) => Text::new(bytes).expect("it is no larger than it was"),
            _ => text.clone(),
        };
        Shrunk { text, tests: search.count().tests, stop }
    })
}

fn work(
    search: &mut Search<'_, '_, CommandPlace>,
    plan: &Plan,
    text: &Text,
    syntax: Option<&Syntax>,
) -> Result<(), Stop> {
    let space: Arc<_> = Arc::new(text.cut(Unit::Bytes));
    search.remember(text.id(), Outcome::Fail);
    search.adopt(&(space.clone() as _), &space.full(), Outcome::Fail)?;
    // No algorithm asks for the empty input: where it fails, `reduce` refuses to begin. Here it is a finding.
    let nothing = Text::new(Vec::new()).expect("it is small");
    let is_input = syntax.is_none_or(|syntax| !syntax.strict || syntax.tree(&nothing).is_ok());
    let empty = Config::empty();
    if is_input && search.outcome(&(space.clone() as _), &empty)? == Outcome::Fail {
        return Ok(());
    }
    plan.run(search, text.clone()).map(drop)
}

impl Test for Same {
    type Place = CommandPlace;

    fn open(&self, slot: usize) -> io::Result<CommandPlace> {
        self.command.open(slot)
    }

    fn judge(
        &self,
        place: &mut CommandPlace,
        candidate: &Candidate<'_, CommandPlace>,
    ) -> Result<Judgement, NoJudgement> {
        let runner = self.command.runner();
        let limit = runner.limit().get().unwrap_or(Duration::MAX).saturating_mul(candidate.patience());
        let report = runner.run(place, candidate)?;
        if report.end == End::Stopped {
            return Err(NoJudgement::Stopped);
        }
        let mut judgement = self.command.judge_report(&report, place, limit);
        let (stdout, stderr) = (report.stdout.bytes(), report.stderr.bytes());
        let observed = observed(&report, &stdout, &stderr);
        let bytes = OnceCell::new();
        let holds = |fragment: &str| {
            let bytes = bytes.get_or_init(|| fs::read(place.file()).unwrap_or_default());
            signature::holds_word(bytes, fragment)
        };
        let candidate = signature::Candidate::looked_up(place.file(), &holds);
        if let Some(whole) = &self.whole {
            judge_place(whole, &observed, &candidate, place.file(), &mut judgement);
        }
        if let (Outcome::Fail, Some(asked)) = (judgement.outcome, &self.asked) {
            let (outcome, reason) = asked.judge(&observed, &candidate);
            judgement.outcome = outcome;
            judgement.reason = judgement.reason.or(reason);
        }
        Ok(judgement)
    }

    fn stopper(&self, place: &CommandPlace) -> Option<Stopper> {
        self.command.stopper(place)
    }
}

/// Judges by the failure with its place. A run that took too long has none.
fn judge_place(
    whole: &Failure,
    observed: &Observed<'_>,
    candidate: &signature::Candidate<'_>,
    file: &Path,
    judgement: &mut Judgement,
) {
    let fails = judgement.outcome == Outcome::Fail;
    if observed.timed_out || (whole.place.is_none() && !fails) {
        return;
    }
    let place = place(observed, file);
    let same = place.is_none() && whole.place.is_none();
    let now = Failure { signature: Signature::derive(observed, candidate), place };
    if same || now.is(whole) {
        (judgement.outcome, judgement.reason) = (Outcome::Fail, None);
    } else if fails {
        judgement.outcome = Outcome::Unresolved;
        judgement.reason = Some(Reason::OtherFailure { signature: now.to_string() });
    }
}
