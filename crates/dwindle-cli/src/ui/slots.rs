//! How busy the slots were: numbers that are shown and decide nothing.

use std::fmt;
use std::time::Duration;

use dwindle::event::Event;
use dwindle_run::text::{percent, seconds};
use dwindle_store::journal::Answers;
use serde::Serialize;

/// People are told of runs that took at least so long; of shorter ones it says nothing.
const WORTH_TELLING: Duration = Duration::from_secs(10);

/// The longest time between the first test and the last in which none ran, from the events of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gauge {
    running: usize,
    /// When the last test ended, as long as none runs and one did.
    idle_since: Option<Duration>,
    longest: Duration,
}

impl Gauge {
    /// Takes note of an event that happened `now`.
    pub(super) fn event(&mut self, event: &Event<'_>, now: Duration) {
        match event {
            Event::Started(_) => {
                self.running += 1;
                let idle = self.idle_since.take().map(|since| now.saturating_sub(since));
                self.longest = self.longest.max(idle.unwrap_or_default());
            }
            Event::Tested { .. } | Event::Stopped(_) => {
                self.running = self.running.saturating_sub(1);
                if self.running == 0 {
                    self.idle_since = Some(now);
                }
            }
            _ => {}
        }
    }
}

/// How busy the slots were.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Slots {
    /// The part of the time of all slots in which tests ran that came to an outcome.
    busy: f64,
    /// How long these tests took, one after the other, in seconds.
    testing: f64,
    /// The longest time between the first test and the last in which none ran, in seconds.
    longest_idle: f64,
    #[serde(skip)]
    shown: (Duration, Duration, Duration),
}

impl Slots {
    /// Of a run of `time` with this many slots.
    pub(super) fn new(tests: &Answers, jobs: usize, time: Duration, gauge: &Gauge) -> Self {
        let whole = time.saturating_mul(u32::try_from(jobs).unwrap_or(u32::MAX));
        let testing = tests.time.min(whole);
        Self {
            busy: if whole.is_zero() { 0.0 } else { testing.as_secs_f64() / whole.as_secs_f64() },
            testing: tests.time.as_secs_f64(),
            longest_idle: gauge.longest.as_secs_f64(),
            shown: (testing, whole, gauge.longest),
        }
    }

    /// Whether the run of `time` was long enough for people to be told.
    pub(super) fn is_worth_telling(time: Duration) -> bool {
        time >= WORTH_TELLING
    }
}

impl fmt::Display for Slots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (testing, whole, idle) = self.shown;
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let busy = percent(millis(testing), millis(whole));
        write!(f, "slots busy: {busy} of the time, at most {} without a test", seconds(idle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dwindle::event::{Purpose, Subject};
    use dwindle::{Id, Outcome};

    const SUBJECT: Subject = Subject { id: Id(1), size: 1, units: 1 };
    const STARTED: Event<'static> = Event::Started(SUBJECT);
    const STOPPED: Event<'static> = Event::Stopped(SUBJECT);
    const TESTED: Event<'static> = Event::Tested {
        subject: SUBJECT,
        outcome: Outcome::Pass,
        reason: None,
        ms: 1.0,
        purpose: Purpose::Search,
    };

    #[test]
    fn time_without_a_test_counts_between_the_first_and_the_last() {
        let mut gauge = Gauge::default();
        for (event, second) in [
            (STARTED, 50),
            (STARTED, 51),
            (TESTED, 52),
            (STARTED, 60),
            (STOPPED, 61),
            (TESTED, 62),
            (STARTED, 65),
            (TESTED, 80),
            (Event::Checking { run: 1, of: 2 }, 99),
        ] {
            gauge.event(&event, Duration::from_secs(second));
        }
        assert_eq!(gauge.longest, Duration::from_secs(3));
    }

    #[test]
    fn busy_is_the_part_of_the_time_of_all_slots() {
        let tests = Answers { time: Duration::from_secs(30), ..Answers::default() };
        let gauge = Gauge { longest: Duration::from_millis(1500), ..Gauge::default() };
        let slots = Slots::new(&tests, 2, Duration::from_secs(20), &gauge);
        let told = serde_json::to_value(slots).unwrap();
        assert_eq!(told, serde_json::json!({ "busy": 0.75, "testing": 30.0, "longest_idle": 1.5 }));
        assert_eq!(slots.to_string(), "slots busy: 75.0 % of the time, at most 1.5 s without a test");
        let told = serde_json::to_value(Slots::new(&tests, 2, Duration::ZERO, &gauge)).unwrap();
        assert_eq!(told["busy"], 0.0);
    }
}
