//! The promises of the search, for arbitrary (non-monotone, three-valued) test functions: the result fails,
//! is 1-minimal, is the same at any number of jobs, and a run taken up again anywhere repeats no test.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use dwindle_core::event::{Event, Observer};
use dwindle_core::slots::VirtualTime;
use dwindle_core::space::{ListSpace, Space};
use dwindle_core::test::on_items;
use dwindle_core::{Algorithm, Config, Engine, Id, Outcome, Stop};
use proptest::prelude::*;

/// A test function drawn at random: some needed units, some that need others, noise of three outcomes.
#[derive(Clone, Debug)]
struct Oracle {
    units: u32,
    needed: Vec<u32>,
    /// `(a, b)`: with `a` but without `b` the outcome is unresolved.
    requires: Vec<(u32, u32)>,
    /// Of 16 candidates that would pass, how many come out otherwise by chance.
    noise: u64,
    seed: u64,
}

fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl Oracle {
    fn judge(&self, kept: &[u32]) -> Outcome {
        if kept.len() == self.units as usize {
            return Outcome::Fail;
        }
        let has = |unit: &u32| kept.binary_search(unit).is_ok();
        if self.requires.iter().any(|(a, b)| has(a) && !has(b)) {
            return Outcome::Unresolved;
        }
        if self.needed.iter().all(has) {
            return Outcome::Fail;
        }
        let hash = kept.iter().fold(self.seed, |hash, &unit| mix(hash ^ u64::from(unit)));
        match hash % 16 {
            h if h >= self.noise => Outcome::Pass,
            h if h % 3 == 0 => Outcome::Fail,
            _ => Outcome::Unresolved,
        }
    }
}

fn oracles() -> impl Strategy<Value = Oracle> {
    (1u32..60, any::<u64>(), 0u64..5).prop_flat_map(|(units, seed, noise)| {
        let unit = 0..units;
        let needed = proptest::collection::vec(unit.clone(), 0..6);
        let requires = proptest::collection::vec((unit.clone(), unit), 0..8);
        (needed, requires).prop_map(move |(needed, requires)| Oracle { units, needed, requires, noise, seed })
    })
}

/// What a run tells: each logical step, and each test as it was run.
#[derive(Default)]
struct Notes {
    asked: Vec<(Id, Outcome, Option<u64>)>,
    best: Vec<Id>,
    tested: Vec<(Id, Outcome)>,
}

impl Observer for Notes {
    fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        match *event {
            Event::Asked { id, outcome, number, .. } => self.asked.push((id, outcome, number)),
            Event::Best(subject) => self.best.push(subject.id),
            Event::Tested { subject, outcome, .. } => self.tested.push((subject.id, outcome)),
            _ => {}
        }
        Ok(())
    }
}

fn run(
    engine: &Engine,
    oracle: &Oracle,
    algorithm: Algorithm,
    known: &[(Id, Outcome)],
    nap: impl Fn() + Sync,
) -> (Config, Notes) {
    let items: Vec<u32> = (0..oracle.units).collect();
    let space = Arc::new(ListSpace::new(items.len()));
    let test = on_items(&items, |kept| {
        nap();
        oracle.judge(kept)
    });
    let mut notes = Notes::default();
    let config = engine
        .run_observed(&test, &mut notes, |search| {
            for &(id, outcome) in known {
                search.remember(id, outcome);
            }
            algorithm.reduce(search, &space, space.full())
        })
        .unwrap();
    (config, notes)
}

fn algorithms() -> impl Strategy<Value = Algorithm> {
    proptest::sample::select(Algorithm::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 2))]

    #[test]
    fn the_result_fails_and_is_1_minimal(oracle in oracles(), algorithm in algorithms()) {
        let (config, notes) = run(&Engine::new(), &oracle, algorithm, &[], || ());
        let judge = |config: &Config| oracle.judge(&config.units().collect::<Vec<_>>());
        prop_assert_eq!(judge(&config), Outcome::Fail);
        for rank in 0..config.len() {
            prop_assert_ne!(judge(&config.without_slice(rank..rank + 1)), Outcome::Fail, "{:?}", config);
        }
        let mut tested: Vec<Id> = notes.tested.iter().map(|(id, _)| *id).collect();
        tested.sort_unstable();
        let distinct = tested.len();
        tested.dedup();
        prop_assert_eq!(tested.len(), distinct, "the same candidate was judged twice");
    }

    #[test]
    fn jobs_change_the_time_and_nothing_else(
        oracle in oracles(), algorithm in algorithms(), seed in any::<u64>(),
    ) {
        let (config, notes) = run(&Engine::new(), &oracle, algorithm, &[], || ());
        for jobs in [2, 3, 8, 64] {
            let clock = VirtualTime::new(move |n| 1 + mix(seed ^ n) % 100);
            let engine = Engine::new().jobs(jobs).virtual_time(clock);
            let (other, others) = run(&engine, &oracle, algorithm, &[], || ());
            prop_assert_eq!(&other, &config, "{} jobs", jobs);
            prop_assert_eq!(&others.asked, &notes.asked, "{} jobs", jobs);
            prop_assert_eq!(&others.best, &notes.best, "{} jobs", jobs);
        }
    }

    #[test]
    fn a_run_taken_up_from_any_prefix_repeats_no_test(
        oracle in oracles(), algorithm in algorithms(), jobs in 1usize..9, cut in 0.0..1.0f64,
    ) {
        let engine = || Engine::new().jobs(jobs).virtual_time(VirtualTime::new(|n| 1 + mix(n) % 7));
        let (config, notes) = run(&engine(), &oracle, algorithm, &[], || ());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss,
            reason = "a place between the first and the last test")]
        let at = (notes.tested.len() as f64 * cut) as usize;
        let known = &notes.tested[..at];
        let (again, after) = run(&engine(), &oracle, algorithm, known, || ());
        prop_assert_eq!(again, config);
        prop_assert_eq!(after.asked, notes.asked);
        prop_assert!(after.tested.iter().all(|(id, _)| known.iter().all(|(before, _)| before != id)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn threads_with_random_durations_change_nothing(oracle in oracles(), algorithm in algorithms()) {
        let (config, notes) = run(&Engine::new(), &oracle, algorithm, &[], || ());
        for jobs in [2, 8] {
            let calls = AtomicU64::new(0);
            let nap = || {
                let n = calls.fetch_add(1, Ordering::Relaxed);
                std::thread::sleep(Duration::from_micros(mix(n) % 200));
            };
            let (other, others) = run(&Engine::new().jobs(jobs), &oracle, algorithm, &[], nap);
            prop_assert_eq!(&other, &config);
            prop_assert_eq!(&others.asked, &notes.asked);
        }
    }
}

#[test]
fn a_budget_counts_logical_tests_and_is_the_same_at_any_number_of_jobs() {
    let items: Vec<u32> = (0..64).collect();
    let space = Arc::new(ListSpace::new(items.len()));
    let mut bests = Vec::new();
    for jobs in [1, 4, 64] {
        let test = on_items(&items, |kept| kept.contains(&5) && kept.contains(&60));
        let engine =
            Engine::new().jobs(jobs).budget(Some(7)).virtual_time(VirtualTime::new(|n| 1 + mix(n) % 9));
        let best = engine
            .run(&test, |search| {
                let stop = Algorithm::Ddmin.reduce(search, &space, space.full());
                assert!(matches!(stop, Err(Stop::Budget)));
                assert_eq!(search.count().tests, 7);
                Ok::<_, Stop>(search.best().map(|(_, config)| config.clone()))
            })
            .unwrap();
        bests.push(best);
    }
    assert!(bests.windows(2).all(|pair| pair[0] == pair[1]), "{bests:?}");
}

#[test]
fn a_panic_of_the_test_reaches_the_caller_at_any_number_of_jobs() {
    for jobs in [1, 4] {
        let caught = std::panic::catch_unwind(|| {
            let oracle = Oracle { units: 8, needed: vec![1], requires: vec![], noise: 0, seed: 1 };
            run(&Engine::new().jobs(jobs), &oracle, Algorithm::Ddmin, &[], || panic!("on purpose"))
        });
        let payload = caught.err().expect("it panicked");
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"on purpose"));
    }
}
