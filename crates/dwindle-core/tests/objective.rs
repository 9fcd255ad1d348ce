//! Searches for what is smallest by another measure than the size.

use std::io;
use std::sync::Arc;

use dwindle_core::search::Objective;
use dwindle_core::slots::VirtualTime;
use dwindle_core::space::{Space as _, Unit};
use dwindle_core::test::on_texts;
use dwindle_core::{Algorithm, Engine, Outcome, Stop, Text};
use proptest::prelude::*;

/// How many bytes of one kind there are, and how many more of them than of the other.
#[derive(Debug)]
struct Unequal;

impl Objective for Unequal {
    fn measure(&self, candidate: &[u8], _: Option<u64>) -> io::Result<u64> {
        let count = |wanted| candidate.split(|byte| *byte == wanted).count() as u64;
        Ok(count(b'a').abs_diff(count(b'b')))
    }
}

#[derive(Debug)]
struct Never;

impl Objective for Never {
    fn measure(&self, candidate: &[u8], _: Option<u64>) -> io::Result<u64> {
        if candidate.len() == 4 { Ok(4) } else { Err(io::Error::other("it cannot be measured")) }
    }
}

/// Reduces a text that fails as long as it has a `c`; gives the best, and its measure.
fn reduce(text: &str, algorithm: Algorithm, jobs: usize) -> (String, u64) {
    let whole = Text::new(text.as_bytes().to_vec()).unwrap();
    let space = Arc::new(whole.cut(Unit::Bytes));
    let test = on_texts(|bytes: &[u8]| bytes.contains(&b'c'));
    let clock = VirtualTime::new(|n| 1 + n * 7 % 5);
    let engine = Engine::new().jobs(jobs).virtual_time(clock).objective(Some(Arc::new(Unequal)));
    engine
        .run(&test, |search| {
            search.adopt(&space, &space.full(), Outcome::Fail)?;
            let mut least = Unequal.measure(text.as_bytes(), None)?;
            let strategy = algorithm.strategy(&*space, space.full());
            let mut bests = Vec::new();
            search.run_telling(&space, strategy, &mut |_| Ok(()))?;
            let (space, config) = search.best().unwrap();
            space.write(config, &mut bests)?;
            let measure = Unequal.measure(&bests, None)?;
            assert!(measure <= least, "{measure} of {least}");
            least = measure;
            Ok::<_, Stop>((String::from_utf8(bests).unwrap(), least))
        })
        .unwrap()
}

proptest! {
    #[test]
    fn what_is_kept_is_no_larger_and_the_same_at_any_number_of_jobs(
        text in "[abc]{0,12}c[abc]{0,12}", algorithm in proptest::sample::select(Algorithm::ALL.to_vec()),
    ) {
        let serial = reduce(&text, algorithm, 1);
        for jobs in [2, 8] {
            prop_assert_eq!(&reduce(&text, algorithm, jobs), &serial, "{} jobs", jobs);
        }
        prop_assert!(serial.0.contains('c'));
    }
}

#[test]
fn a_smaller_candidate_of_a_larger_measure_counts_as_passing() {
    // Without an objective one `c` would be left of either.
    assert_eq!(reduce("abc", Algorithm::OneMinimal, 1), ("abc".to_owned(), 0));
    assert_eq!(reduce("aabc", Algorithm::OneMinimal, 1), ("abc".to_owned(), 0));
    assert_eq!(reduce("aac", Algorithm::OneMinimal, 1), ("c".to_owned(), 0));
}

#[test]
fn what_is_larger_than_what_was_adopted_counts_as_passing() {
    let space = Arc::new(Text::new(b"aaac".to_vec()).unwrap().cut(Unit::Bytes));
    let test = on_texts(|bytes: &[u8]| bytes.contains(&b'c'));
    let outcomes = Engine::new().objective(Some(Arc::new(Unequal))).run(&test, |search| {
        let full = space.full();
        search.adopt(&space, &full, Outcome::Fail)?;
        search.adopt(&space, &full.without_slice(0..2), Outcome::Fail)?;
        Ok::<_, Stop>([0..1, 0..3].map(|cut| search.outcome(&space, &full.without_slice(cut))))
    });
    let [larger, smaller] = outcomes.unwrap();
    assert_eq!((larger.unwrap(), smaller.unwrap()), (Outcome::Pass, Outcome::Fail));
}

#[test]
fn what_cannot_be_measured_ends_the_run() {
    let text = Text::new(b"abcd".to_vec()).unwrap();
    let space = Arc::new(text.cut(Unit::Bytes));
    let test = on_texts(|_: &[u8]| true);
    let stop = Engine::new().objective(Some(Arc::new(Never))).run(&test, |search| {
        use dwindle_core::space::Space as _;
        search.adopt(&space, &space.full(), Outcome::Fail)?;
        Algorithm::default().reduce(search, &space, space.full())
    });
    let why = stop.err().map(|stop| stop.to_string()).unwrap_or_default();
    assert!(why.contains("it cannot be measured"), "{why}");
}
