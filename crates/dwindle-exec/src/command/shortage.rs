//! Whether the system was short of memory while tests ran.
//!
//! It then ends processes, those of tests first. Which of them, only the system knows: it may be the compiler that a script ran, so the exit
//! code of a test says nothing of it. So a test beside which that happened while others ran is run again, alone; what it shows then is
//! its own. One that ran alone needs more than there is, and is judged as it ended.
//!
//! # Determinism
//! A search that runs one test at a time judges each test as it ended, and one that runs several runs those alone that may have been
//! disturbed. So both come to the same, but for what the system did to a test that ran alone.

use std::fs;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};

use dwindle::test::NoJudgement;

/// Where Linux counts the processes that it ended for lack of memory, of the system and of control groups.
const COUNTS: &str = "/proc/vmstat";
/// Its name there.
const ENDED: &str = "oom_kill ";

/// Notices that the system was short of memory while tests ran beside others.
#[derive(Clone, Debug, Default)]
pub struct Shortage(Arc<Noted>);

#[derive(Debug, Default)]
struct Noted {
    running: AtomicU64,
    /// How many tests have begun.
    begun: AtomicU64,
    /// How many processes the system had ended when it was asked last.
    ended: AtomicU64,
    was_short: AtomicBool,
}

impl Shortage {
    /// One that knows what the system ended before.
    pub(super) fn from_now() -> Self {
        let shortage = Self::default();
        shortage.0.ended.store(ended(), SeqCst);
        shortage
    }

    /// Runs a test, which has no judgement if the system was short of memory while others ran beside it.
    pub(super) fn watch<R>(&self, test: impl FnOnce() -> Result<R, NoJudgement>) -> Result<R, NoJudgement> {
        self.watch_by(ended, test)
    }

    fn watch_by<R>(
        &self,
        ended: impl Fn() -> u64,
        test: impl FnOnce() -> Result<R, NoJudgement>,
    ) -> Result<R, NoJudgement> {
        let noted = &self.0;
        let before = noted.ended.load(SeqCst);
        let (others, nth) = (noted.running.fetch_add(1, SeqCst), noted.begun.fetch_add(1, SeqCst) + 1);
        let judged = test();
        noted.running.fetch_sub(1, SeqCst);
        if others == 0 && noted.begun.load(SeqCst) == nth {
            return judged;
        }
        let now = ended();
        noted.ended.fetch_max(now, SeqCst);
        if now <= before {
            return judged;
        }
        noted.was_short.store(true, SeqCst);
        let what = "the system ended processes for lack of memory while this test ran beside others";
        judged.and(Err(io::Error::other(what).into()))
    }

    /// Whether that happened.
    pub fn was_noticed(&self) -> bool {
        self.0.was_short.load(SeqCst)
    }
}

/// How many processes the system has ended for lack of memory; none where it does not say.
fn ended() -> u64 {
    let counts = fs::read_to_string(COUNTS).unwrap_or_default();
    let count = counts.lines().find_map(|line| line.strip_prefix(ENDED));
    count.and_then(|count| count.trim().parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_beside_others_has_no_judgement_where_the_system_ended_something_meanwhile() {
        let (shortage, count) = (Shortage::default(), AtomicU64::new(0));
        let run = |test: &dyn Fn()| {
            let test = || {
                test();
                Ok(())
            };
            shortage.watch_by(|| count.load(SeqCst), test).is_ok()
        };
        let lose_one = || {
            count.fetch_add(1, SeqCst);
        };
        assert!(run(&lose_one), "it was alone");
        assert!(!shortage.was_noticed());
        let inner = std::cell::Cell::new(true);
        let outer = run(&|| inner.set(run(&lose_one)));
        assert!(!inner.get() && !outer, "each ran beside the other");
        assert!(shortage.was_noticed());
        assert!(run(&|| inner.set(run(&|| {}))) && inner.get(), "nothing was ended since");
    }

    #[test]
    fn the_system_says_how_many_processes_it_ended() {
        #[cfg(target_os = "linux")]
        assert!(fs::read_to_string(COUNTS).unwrap().contains(&format!("\n{ENDED}")));
        assert!(ended() < u64::MAX);
    }
}
