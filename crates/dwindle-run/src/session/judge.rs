//! The test of a run: what its command shows, judged once or several times.

use std::time::Duration;

use dwindle::test::{Executor, Inverted, Repeat};
use dwindle_exec::{CommandRunner, CommandTest, Verdict, WorkerTest};

use crate::settings::Settings;

/// The kinds of test.
pub(super) enum AnyTest {
    Once(Box<dyn Executor>),
    Repeated(Repeat<Box<dyn Executor>>),
}

impl AnyTest {
    /// The test that runs `runner` and judges by `verdict`, or is a worker where there is none; the opposite where what
    /// prevents the failure is asked for.
    pub(super) fn new(
        repeat: Option<(u32, u32)>,
        runner: CommandRunner,
        verdict: Option<Verdict>,
        prevents: bool,
    ) -> Self {
        let once: Box<dyn Executor> = match verdict {
            Some(verdict) if prevents => Box::new(Inverted::new(CommandTest::new(runner, verdict))),
            Some(verdict) => Box::new(CommandTest::new(runner, verdict)),
            None => Box::new(WorkerTest::new(runner)),
        };
        Self::own(repeat, once)
    }

    /// A test that is no command.
    pub(super) fn own(repeat: Option<(u32, u32)>, once: Box<dyn Executor>) -> Self {
        match repeat {
            Some((quorum, runs)) => Self::Repeated(Repeat::new(once, quorum, runs)),
            None => Self::Once(once),
        }
    }

    pub(super) fn get(&self) -> &dyn Executor {
        match self {
            Self::Once(test) => &**test,
            Self::Repeated(test) => test,
        }
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
        None => 2,
        _ => 1,
    };
    first + copies(settings.jobs, first) + 1
}

/// How many runs on copies of the whole input follow those that failed.
pub(super) fn copies(jobs: usize, failed: usize) -> usize {
    if jobs == 1 { usize::from(failed < 2) } else { (jobs - 1).max(2) }
}
