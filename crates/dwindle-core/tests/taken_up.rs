//! Runs that are taken up again: what was remembered is tested here and there, and has to hold.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use dwindle_core::space::{ListSpace, Space};
use dwindle_core::test::on_items;
use dwindle_core::{Algorithm, Engine, Outcome, Stop};

/// The units 2 and 6 of eight fail together. Of the set of the first four it is remembered that it passed, and now
/// it comes out as `now` says of the nth time.
fn check(now: impl Fn(u32) -> Outcome + Sync, expected: Result<Vec<u32>, (Outcome, Outcome)>, times: u32) {
    let items: Vec<u32> = (0..8).collect();
    let space = Arc::new(ListSpace::new(items.len()));
    let first_half = dwindle_core::Config::of_units(0..4);
    let asked = AtomicU32::new(0);
    let test = on_items(&items, |kept| {
        if kept == [0, 1, 2, 3] {
            return now(asked.fetch_add(1, Ordering::SeqCst));
        }
        if kept.contains(&2) && kept.contains(&6) { Outcome::Fail } else { Outcome::Pass }
    });
    let ended = Engine::new().run(&test, |search| {
        search.remember(space.id(&first_half), Outcome::Pass);
        search.spot_check(3);
        Algorithm::Ddmin.reduce(search, &space, space.full())
    });
    let ended = match ended {
        Ok(reduced) => Ok(reduced.units().collect()),
        Err(Stop::Contradiction { then, now }) => Err((then, now)),
        Err(stop) => panic!("{stop}"),
    };
    assert_eq!((ended, asked.load(Ordering::SeqCst)), (expected, times));
}

#[test]
fn what_still_holds_is_tested_once() {
    check(|_| Outcome::Pass, Ok(vec![2, 6]), 1);
}

#[test]
fn a_candidate_whose_outcome_is_up_to_chance_does_not_end_the_run() {
    check(|nth| if nth < 3 { Outcome::Fail } else { Outcome::Pass }, Ok(vec![2, 6]), 4);
}

#[test]
fn a_test_that_has_changed_ends_it() {
    check(|_| Outcome::Fail, Err((Outcome::Pass, Outcome::Fail)), 8);
}
