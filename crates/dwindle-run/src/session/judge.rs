//! The test of a run: what its command shows, judged once or several times.

use std::time::Duration;

use dwindle::test::{Executor, Flakiness, Inverted, Repeat, Rule};
use dwindle_exec::{CommandRunner, CommandTest, Verdict, WorkerTest};

use crate::settings::Settings;

/// The test of a run.
pub(super) struct AnyTest {
    test: Repeat<Box<dyn Executor>>,
    is_repeated: bool,
}

impl AnyTest {
    /// The test that runs `runner` and judges by `verdict`, or is a worker where there is none; the opposite where what
    /// prevents the failure is asked for. Each candidate is run until `rule` has decided, or once.
    pub(super) fn new(
        rule: Option<Rule>,
        runner: CommandRunner,
        verdict: Option<Verdict>,
        prevents: bool,
    ) -> Self {
        let once: Box<dyn Executor> = match verdict {
            Some(verdict) if prevents => Box::new(Inverted::new(CommandTest::new(runner, verdict))),
            Some(verdict) => Box::new(CommandTest::new(runner, verdict)),
            None => Box::new(WorkerTest::new(runner)),
        };
        Self::own(rule, once)
    }

    /// A test that is no command.
    pub(super) fn own(rule: Option<Rule>, once: Box<dyn Executor>) -> Self {
        let is_repeated = rule.is_some();
        Self { test: Repeat::new(once, rule.unwrap_or(Rule::ONCE)), is_repeated }
    }

    /// Runs each candidate until `rule` has decided from now on.
    pub(super) fn repeat(&mut self, rule: Rule) {
        self.test.set_rule(rule);
        self.is_repeated = true;
    }

    pub(super) fn get(&self) -> &dyn Executor {
        &self.test
    }

    /// How often runs of the same candidate disagreed, where there are several.
    pub(super) fn flakiness(&self) -> Option<Flakiness> {
        self.is_repeated.then(|| self.test.flakiness())
    }

    /// The test that runs each candidate once, and takes that for its answer.
    pub(super) fn once(&self) -> &dyn Executor {
        self.test.inner()
    }
}

/// The time limit where none was given: far above what the first runs took.
///
/// It need not be exact, since it never decides alone: see [`TimeLimit`](dwindle_exec::TimeLimit). Of 97,000 recorded tests
/// of compilers and of what they make, no failing one took more than 2.4 times as long as the checks, also on busy machines.
pub(super) fn usual_limit(slowest: Duration) -> Duration {
    slowest * 4 + Duration::from_secs(1)
}

/// How many runs the checks take, the first ones included.
pub(super) fn usual_runs(settings: &Settings) -> usize {
    let first = match settings.test.judged {
        _ if settings.test.worker => 0,
        _ if checks_at_once(settings) => return 1 + settings.jobs + 1,
        None => 2,
        _ => 1,
    };
    first + copies(settings, first) + 1
}

/// Whether the second of the first runs takes place at once with copies, so that none follow it.
pub(super) fn checks_at_once(settings: &Settings) -> bool {
    let Settings { jobs, repeat, test, .. } = settings;
    let is_usual = repeat.is_none() && test.judged.is_none() && !test.worker;
    is_usual && *jobs > 1 && test.farm.is_none()
}

/// How many runs on copies of the whole input follow those that failed.
pub(super) fn copies(settings: &Settings, failed: usize) -> usize {
    // At a farm each has a machine, or a part of one, to itself.
    let jobs = if settings.test.farm.is_some() {
        settings.jobs.min(settings.jobs_here() + 1)
    } else {
        settings.jobs
    };
    if jobs == 1 { usize::from(failed < 2) } else { (jobs - 1).max(2) }
}
