//! How many tests a second a serial loop in one process does: asking, a trivial test, telling.
//!
//! Measured, not asserted: `cargo test --release -p dwindle-core --test all -- --ignored --nocapture speed`.

use dwindle_core::strategy::cdd::Cdd;
use dwindle_core::strategy::dd::{Dd, Mode};
use dwindle_core::strategy::ddmin::Ddmin;
use dwindle_core::strategy::ddmin_complement::DdminComplement;
use dwindle_core::strategy::one_minimal::OneMinimal;
use dwindle_core::strategy::probdd::ProbDd;
use dwindle_core::strategy::wddmin::Wddmin;
use dwindle_core::{Config, Outcome, Strategy};
use std::time::{Duration, Instant};

use crate::common::drive;

const UNITS: u32 = 1000;

/// Runs a strategy again and again, where every `apart`-th unit is needed, and prints its rate.
#[expect(clippy::disallowed_methods, reason = "a measurement reads the clock")]
#[expect(clippy::print_stderr, reason = "and says what it read")]
fn measure<S: Strategy>(name: &str, apart: u32, make: impl Fn(Config) -> S) {
    let needed = Config::of_units((0..UNITS).filter(|unit| unit % apart == apart / 2));
    let start = Instant::now();
    let (mut tests, mut runs) = (0u64, 0u64);
    while start.elapsed() < Duration::from_secs(1) {
        let end = drive(make(Config::full(UNITS as usize)), |config| {
            tests += 1;
            if needed.is_subset(config) { Outcome::Fail } else { Outcome::Pass }
        });
        assert_eq!(end.best(), &needed);
        runs += 1;
    }
    let seconds = start.elapsed().as_millis().max(1);
    let (rate, each) = (u128::from(tests) / seconds, tests / runs);
    eprintln!(
        "{name:18} {:4} of {UNITS} needed: {rate:6} thousand tests a second, {each} a run",
        needed.len()
    );
}

#[test]
#[ignore = "a measurement, for a release build"]
fn tests_a_second() {
    for apart in [1000, 500, 100, 20, 10, 4] {
        measure("one-minimal", apart, OneMinimal::new);
        measure("ddmin", apart, Ddmin::new);
        measure("ddmin, complements", apart, DdminComplement::new);
        measure("dd, minimise", apart, |start| Dd::new(start, Mode::Minimise));
        measure("probdd", apart, ProbDd::new);
        measure("cdd", apart, Cdd::new);
        measure("wddmin", apart, |start| Wddmin::new(start, [1; UNITS as usize]));
    }
}
