//! Tests that only ran ahead: what becomes of them never changes a result, and they are not stopped without need.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dwindle_core::event::{Event, Observer, Purpose};
use dwindle_core::slots::VirtualTime;
use dwindle_core::space::{ListSpace, Space};
use dwindle_core::test::{Executor, NoJudgement, Slot};
use dwindle_core::{Algorithm, Candidate, Config, Engine, Judgement, Outcome, Reason, Stop};
use proptest::prelude::*;

fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// How the test of a candidate goes wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Trouble {
    No,
    /// It panics, or cannot be carried out.
    Breaks,
    /// It takes too long unless it has twice the time.
    Dawdles,
    /// It takes too long in any case.
    Hangs,
}

/// What fails, and what goes wrong beside that.
struct Scripted<F> {
    needed: Vec<u32>,
    trouble: F,
}

impl<F: Fn(&[u32]) -> Trouble + Sync> Executor for Scripted<F> {
    fn open(&self, _slot: usize) -> io::Result<Box<dyn Slot + '_>> {
        Ok(Box::new(self))
    }
}

impl<F: Fn(&[u32]) -> Trouble + Sync> Slot for &Scripted<F> {
    fn judge(&mut self, candidate: &Candidate<'_>, patience: u32) -> Result<Judgement, NoJudgement> {
        let Candidate::Units(config) = candidate else { panic!("{}", candidate.kind()) };
        let kept: Vec<u32> = config.units().collect();
        match (self.trouble)(&kept) {
            // A panic that says nothing.
            Trouble::Breaks if kept.len().is_multiple_of(2) => {
                std::panic::resume_unwind(Box::new("on purpose"))
            }
            Trouble::Breaks => return Err(io::Error::from(io::ErrorKind::StorageFull).into()),
            Trouble::Dawdles if patience > 1 => {}
            Trouble::Dawdles | Trouble::Hangs => {
                return Ok(Judgement::unresolved(Reason::Timeout { limit_ms: 1 }));
            }
            Trouble::No => {}
        }
        let fails = self.needed.iter().all(|unit| kept.contains(unit));
        Ok(Judgement::new(if fails { Outcome::Fail } else { Outcome::Pass }))
    }
}

/// How many tests were started and ended, and the outcomes in serial order.
#[derive(Default)]
struct Notes {
    asked: Vec<(dwindle_core::Id, Outcome)>,
    started: u64,
    tested: u64,
    stopped: u64,
    confirmed: u64,
}

impl Observer for Notes {
    fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        match *event {
            Event::Asked { id, outcome, .. } => self.asked.push((id, outcome)),
            Event::Started(_) => self.started += 1,
            Event::Stopped(_) => self.stopped += 1,
            Event::Tested { purpose, .. } => {
                self.tested += 1;
                self.confirmed += u64::from(purpose == Purpose::Confirm);
            }
            _ => {}
        }
        Ok(())
    }
}

fn run(
    engine: &Engine,
    units: u32,
    algorithm: Algorithm,
    test: &Scripted<impl Fn(&[u32]) -> Trouble + Sync>,
) -> (Result<Config, String>, Notes) {
    let space = Arc::new(ListSpace::new(units as usize));
    let mut notes = Notes::default();
    let ran = engine.run_observed(test, &mut notes, |search| algorithm.reduce(search, &space, space.full()));
    assert_eq!(notes.started, notes.tested + notes.stopped, "each test that starts ends");
    (ran.map_err(|stop| stop.to_string()), notes)
}

fn engines(seed: u64) -> impl Iterator<Item = Engine> {
    let simulated = [2, 3, 8, 64].map(move |jobs| {
        Engine::new().jobs(jobs).virtual_time(VirtualTime::new(move |n| 1 + mix(seed ^ n) % 100))
    });
    simulated.into_iter().chain([Engine::new().jobs(4)])
}

fn inputs() -> impl Strategy<Value = (u32, Vec<u32>, u64, Algorithm)> {
    (2u32..60, any::<u64>()).prop_flat_map(|(units, seed)| {
        let needed = proptest::collection::vec(0..units, 1..5);
        (Just(units), needed, Just(seed), proptest::sample::select(Algorithm::ALL.to_vec()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn what_breaks_only_ahead_of_the_search_breaks_nothing((units, needed, seed, algorithm) in inputs()) {
        let asked = std::sync::Mutex::new(BTreeSet::new());
        let serial = Scripted {
            needed: needed.clone(),
            trouble: |kept: &[u32]| {
                asked.lock().unwrap().insert(kept.to_vec());
                Trouble::No
            },
        };
        let (expected, notes) = run(&Engine::new(), units, algorithm, &serial);
        let asked = asked.lock().unwrap().clone();
        let only_asked = Scripted {
            needed,
            trouble: |kept: &[u32]| if asked.contains(kept) { Trouble::No } else { Trouble::Breaks },
        };
        for engine in engines(seed) {
            let (found, others) = run(&engine, units, algorithm, &only_asked);
            prop_assert_eq!(&found, &expected, "{:?}", engine);
            prop_assert_eq!(&others.asked, &notes.asked, "{:?}", engine);
        }
    }

    #[test]
    fn what_hangs_or_only_dawdles_comes_out_the_same_at_any_number_of_jobs(
        (units, needed, seed, algorithm) in inputs(),
    ) {
        let slow = |kept: &[u32]| match kept.iter().fold(seed, |hash, &unit| mix(hash ^ u64::from(unit))) % 8 {
            0 if kept.len() < units as usize => Trouble::Hangs,
            1 => Trouble::Dawdles,
            _ => Trouble::No,
        };
        let test = Scripted { needed, trouble: slow };
        let (expected, notes) = run(&Engine::new(), units, algorithm, &test);
        for engine in engines(seed) {
            let (found, others) = run(&engine, units, algorithm, &test);
            prop_assert_eq!(&found, &expected, "{:?}", engine);
            prop_assert_eq!(&others.asked, &notes.asked, "{:?}", engine);
            prop_assert_eq!(others.confirmed, notes.confirmed, "{:?}", engine);
        }
    }
}

#[test]
fn what_breaks_beside_others_is_run_again_alone_and_counts_only_then() {
    let (tests, breaks) = (AtomicU64::new(0), AtomicU64::new(0));
    let now_and_then = || {
        if tests.fetch_add(1, Ordering::Relaxed) % 5 == 3 {
            breaks.fetch_add(1, Ordering::Relaxed);
            return Trouble::Breaks;
        }
        Trouble::No
    };
    // Those of an even number of units would panic, which is nothing that may pass.
    let trouble = |kept: &[u32]| if kept.len() % 2 == 1 { now_and_then() } else { Trouble::No };
    let test = Scripted { needed: vec![3, 40], trouble };
    let engine = || Engine::new().jobs(8).virtual_time(VirtualTime::new(|n| 1 + mix(n) % 9));
    let (found, _) = run(&engine(), 64, Algorithm::Dwindle, &test);
    assert_eq!(found.unwrap(), Config::of_units([3, 40]));
    assert!(breaks.load(Ordering::Relaxed) > 0);
    let always = Scripted {
        needed: vec![3, 40, 41],
        trouble: |kept: &[u32]| if kept.len() == 3 { Trouble::Breaks } else { Trouble::No },
    };
    let serial = run(&Engine::new(), 64, Algorithm::Dwindle, &always).0;
    assert!(serial.is_err(), "{serial:?}");
    assert_eq!(run(&engine(), 64, Algorithm::Dwindle, &always).0, serial);
}

#[test]
fn the_confirmation_of_a_timeout_lets_the_tests_end_that_are_still_wanted() {
    let slow = |kept: &[u32]| {
        let hash = kept.iter().fold(7, |hash, &unit| mix(hash ^ u64::from(unit)));
        if kept.len() < 200 && hash % 10 == 0 { Trouble::Hangs } else { Trouble::No }
    };
    // Every unit is needed, so each guess of what is asked next is right.
    let test = Scripted { needed: (0..200).collect(), trouble: slow };
    let engine = Engine::new().jobs(8).virtual_time(VirtualTime::new(|n| 50 + mix(n) % 50));
    let (found, notes) = run(&engine, 200, Algorithm::OneMinimal, &test);
    assert_eq!(found, run(&Engine::new(), 200, Algorithm::OneMinimal, &test).0);
    assert_eq!(notes.confirmed, 3, "after three that hang again, others are believed");
    // A confirmation once stopped the seven tests beside it. What else is stopped was a wrong guess, after a hang.
    let hangs = notes.asked.iter().filter(|(_, outcome)| *outcome == Outcome::Unresolved).count() as u64;
    let stopped = notes.started - notes.tested;
    assert!(stopped <= hangs, "{stopped} stopped, {hangs} hang");
}

#[test]
fn a_hang_that_would_be_kept_is_always_confirmed() {
    let confirmed = |jobs: usize, outcome: Outcome| {
        let space = Arc::new(ListSpace::new(64));
        let test = dwindle_core::test::on_candidates(|candidate: &Candidate<'_>| {
            let Candidate::Units(config) = candidate else { panic!("{}", candidate.kind()) };
            let reason = config.contains(5).then_some(Reason::Timeout { limit_ms: 1 });
            let outcome = if reason.is_some() { outcome } else { Outcome::Pass };
            Judgement { outcome, reason, duration: std::time::Duration::ZERO }
        });
        let mut notes = Notes::default();
        let engine = Engine::new().jobs(jobs).virtual_time(VirtualTime::new(|n| 1 + mix(n) % 9));
        let found = engine
            .run_observed(&test, &mut notes, |search| {
                Algorithm::OneMinimal.reduce(search, &space, space.full())
            })
            .unwrap_or_else(|stop| panic!("{stop}"));
        (found, notes.confirmed, notes.asked.iter().filter(|(_, it)| *it == outcome).count())
    };
    for jobs in [1, 2, 8] {
        let (found, runs, hangs) = confirmed(jobs, Outcome::Fail);
        assert_eq!(found, Config::of_units([5]));
        assert!(runs == hangs as u64 && runs > 10, "{runs} runs of {hangs} hangs with {jobs} jobs");
        let (_, runs, hangs) = confirmed(jobs, Outcome::Unresolved);
        assert!(runs == 3 && hangs > 10, "{runs} runs of {hangs} hangs with {jobs} jobs");
    }
}

/// Counts the tests that run.
struct Crowd<'a>(&'a AtomicU64);

impl Observer for Crowd<'_> {
    fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        match event {
            Event::Started(_) => self.0.fetch_add(1, Ordering::Relaxed),
            Event::Tested { .. } | Event::Stopped(_) => self.0.fetch_sub(1, Ordering::Relaxed),
            _ => 0,
        };
        Ok(())
    }
}

#[test]
fn where_there_is_room_for_two_tests_no_more_run_at_once_in_the_end() {
    let running = AtomicU64::new(0);
    let trouble = |_: &[u32]| {
        if running.load(Ordering::Relaxed) > 2 { Trouble::Breaks } else { Trouble::No }
    };
    let test = Scripted { needed: vec![3, 40], trouble };
    let engine = Engine::new().jobs(8).virtual_time(VirtualTime::new(|n| 1 + mix(n) % 9));
    let space = Arc::new(ListSpace::new(64));
    let (probed, found, width) = engine
        .run_observed(&test, &mut Crowd(&running), |search| {
            let probed = search.probe(&space, &vec![space.full(); 8])?;
            let found = Algorithm::OneMinimal.reduce(search, &space, space.full())?;
            Ok::<_, Stop>((probed, found, search.width()))
        })
        .unwrap();
    assert!(probed.len() == 8 && probed.iter().all(|judged| judged.outcome == Outcome::Fail));
    assert_eq!((found, width), (Config::of_units([3, 40]), 2));
}
