//! What each classic strategy promises of its result, for tests that need not be monotone.

use dwindle_core::strategy::cdd::Cdd;
use dwindle_core::strategy::dd::{Dd, Mode};
use dwindle_core::strategy::ddmin::Ddmin;
use dwindle_core::strategy::ddmin_complement::DdminComplement;
use dwindle_core::strategy::first::First;
use dwindle_core::strategy::one_minimal::{Direction, OneMinimal};
use dwindle_core::strategy::probdd::ProbDd;
use dwindle_core::strategy::wddmin::Wddmin;
use dwindle_core::{Config, Outcome, Strategy};
use proptest::prelude::*;
use proptest::strategy::Strategy as _;

use crate::common::drive;
use crate::subject::{Kind, Subject, below, mix};

fn judge(subject: &Subject, config: &Config) -> Outcome {
    subject.judge(&config.units().collect::<Vec<_>>())
}

fn fails(subject: &Subject, config: &Config) -> bool {
    judge(subject, config) == Outcome::Fail
}

/// Runs a strategy to its end and counts its questions, repeats and all.
fn run<S: Strategy>(subject: &Subject, strategy: S) -> (S, usize) {
    let mut tests = 0;
    let end = drive(strategy, |config| {
        tests += 1;
        judge(subject, config)
    });
    (end, tests)
}

fn full(subject: &Subject) -> Config {
    Config::full(subject.len as usize)
}

/// Every unit of `config`, as a configuration of its own.
fn singles(config: &Config) -> Vec<Config> {
    config.units().map(|unit| Config::of_units([unit])).collect()
}

fn is_one_minimal(subject: &Subject, config: &Config) -> bool {
    fails(subject, config) && singles(config).iter().all(|unit| !fails(subject, &config.minus(unit)))
}

fn any_subject() -> impl proptest::strategy::Strategy<Value = Subject> {
    (1u32..60, 1u32..20, proptest::sample::select(&Kind::ALL[..]), any::<u64>())
        .prop_map(|(len, needed, kind, seed)| Subject::new(len, needed, kind, seed))
}

fn monotone_subject() -> impl proptest::strategy::Strategy<Value = Subject> {
    (1u32..200, 1u32..50, any::<u64>())
        .prop_map(|(len, needed, seed)| Subject::new(len, needed, Kind::Monotone, seed))
}

/// Neighbouring stretches of the units in some order, the last few units in none of them.
fn stretches(subject: &Subject, seed: u64) -> Vec<Config> {
    let mut stretches = Vec::new();
    let mut start = 0;
    while start + 6 < subject.len {
        let end = start + 1 + below(mix(seed ^ u64::from(start)), 5);
        stretches.push(Config::of_units(start..end));
        start = end;
    }
    stretches.sort_by_key(|stretch| mix(seed ^ stretch.units().map(u64::from).sum::<u64>()));
    stretches
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_sweep_ends_one_minimal_and_certified(subject in any_subject()) {
        for direction in [Direction::FromEnd, Direction::FromStart] {
            let (end, tests) = run(&subject, OneMinimal::towards(full(&subject), direction));
            prop_assert!(is_one_minimal(&subject, end.best()));
            prop_assert_eq!(end.certificate(), end.best().len());
            let units = subject.len as usize;
            prop_assert!((end.best().len()..=units * (units + 1) / 2).contains(&tests));
        }
    }

    #[test]
    fn ddmin_ends_one_minimal_within_its_bound(subject in any_subject()) {
        let (end, tests) = run(&subject, Ddmin::new(full(&subject)));
        prop_assert!(is_one_minimal(&subject, end.best()));
        prop_assert!(tests <= end_bound(&subject, 3), "{} tests", tests);
    }

    #[test]
    fn complements_only_ddmin_ends_one_minimal_within_its_bound(subject in any_subject()) {
        let (end, tests) = run(&subject, DdminComplement::new(full(&subject)));
        prop_assert!(is_one_minimal(&subject, end.best()));
        prop_assert!(tests <= end_bound(&subject, 3), "{} tests", tests);
    }

    #[test]
    fn dd_ends_with_a_difference_of_which_no_unit_can_go(subject in any_subject(), seed in any::<u64>()) {
        // From nothing, and from some passing part.
        let some = Config::of_units((0..subject.len).filter(|&unit| mix(seed ^ u64::from(unit)).is_multiple_of(3)));
        let passing = if fails(&subject, &some) { Config::empty() } else { some };
        for mode in [Mode::Minimise, Mode::Maximise, Mode::Both] {
            for start in [Config::empty(), passing.clone()] {
                let (end, tests) = run(&subject, Dd::between(start.clone(), full(&subject), mode));
                prop_assert!(fails(&subject, end.failing()) && fails(&subject, end.best()));
                prop_assert!(!end.passing_side_fails());
                prop_assert!(end.best().len() <= end.failing().len());
                prop_assert!(start.is_subset(end.passing()) && end.passing().is_subset(end.failing()));
                prop_assert_eq!(end.difference(), &end.failing().minus(end.passing()));
                prop_assert!(end.passing() == &start || judge(&subject, end.passing()) == Outcome::Pass);
                prop_assert!(tests <= end_bound(&subject, 7), "{} tests", tests);
                for unit in singles(end.difference()) {
                    let (grown, shrunk) = (end.passing().union(&unit), end.failing().minus(&unit));
                    prop_assert!(mode == Mode::Maximise || !fails(&subject, &shrunk));
                    prop_assert!(mode == Mode::Minimise || judge(&subject, &grown) != Outcome::Pass);
                }
            }
            if mode == Mode::Minimise && passing.is_empty() {
                let (end, _) = run(&subject, Dd::new(full(&subject), mode));
                prop_assert!(is_one_minimal(&subject, end.failing()));
            }
        }
    }

    #[test]
    fn probabilistic_and_weighted_dd_find_the_one_minimum_of_a_monotone_test(
        subject in monotone_subject(), most in 1u64..100,
    ) {
        let minimum = run(&subject, OneMinimal::new(full(&subject))).0.best().clone();
        let weights: Vec<u64> = (0..u64::from(subject.len)).map(|unit| unit * 61 % most).collect();
        let (probdd, asked) = run(&subject, ProbDd::new(full(&subject)));
        prop_assert_eq!(probdd.best(), &minimum);
        prop_assert!(asked <= 3 * subject.len as usize, "{} tests", asked);
        let (cdd, asked) = run(&subject, Cdd::new(full(&subject)));
        prop_assert_eq!(cdd.best(), &minimum);
        prop_assert!(asked <= 2 * subject.len as usize + 1, "{} tests", asked);
        let (wddmin, asked) = run(&subject, Wddmin::new(full(&subject), weights));
        prop_assert_eq!(wddmin.best(), &minimum);
        prop_assert!(asked <= end_bound(&subject, 3), "{} tests", asked);
    }

    #[test]
    fn probabilistic_and_weighted_dd_end_with_what_fails_and_the_sweep_makes_it_one_minimal(
        subject in any_subject(),
    ) {
        let ends = [
            run(&subject, ProbDd::new(full(&subject))).0.best().clone(),
            run(&subject, Cdd::new(full(&subject))).0.best().clone(),
            run(&subject, Wddmin::new(full(&subject), vec![1; subject.len as usize])).0.best().clone(),
        ];
        for end in ends {
            prop_assert!(fails(&subject, &end), "{:?}", end);
            let swept = run(&subject, OneMinimal::new(end)).0.best().clone();
            prop_assert!(is_one_minimal(&subject, &swept), "{:?}", swept);
        }
    }

    #[test]
    fn the_first_that_fails_is_found(subject in any_subject(), seed in any::<u64>()) {
        let candidates = stretches(&subject, seed);
        let expected = candidates.iter().position(|candidate| fails(&subject, candidate));
        let (end, tests) = run(&subject, First::new(full(&subject), candidates.clone()));
        prop_assert_eq!(end.found(), expected);
        prop_assert_eq!(tests, expected.map_or(candidates.len(), |at| at + 1));
    }
}

/// The published worst case, n² + `linear` n.
fn end_bound(subject: &Subject, linear: usize) -> usize {
    let units = subject.len as usize;
    units * units + linear * units
}

#[test]
fn dd_says_when_the_passing_side_fails() {
    for mode in [Mode::Minimise, Mode::Maximise, Mode::Both] {
        let end = drive(Dd::new(Config::full(9), mode), |_| Outcome::Fail);
        assert!(end.passing_side_fails() && end.difference().is_empty());
        assert_eq!((end.failing(), end.best()), (&Config::empty(), &Config::empty()));
    }
}
