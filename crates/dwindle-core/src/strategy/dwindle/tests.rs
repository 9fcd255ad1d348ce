//! Properties of the default strategy on tests of every kind.

use super::Dwindle;
use crate::strategy::laws::{check, is_one_minimal};
use crate::{Config, Outcome, Prices, Strategy};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// An arbitrary but fixed number for a configuration.
fn hash(config: &Config, seed: u64) -> u64 {
    config.units().fold(seed, |hash, unit| {
        let mixed = (hash ^ u64::from(unit)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    })
}

fn outcome(fails: bool, hash: u64) -> Outcome {
    match (fails, hash % 2) {
        (true, _) => Outcome::Fail,
        (false, 0) => Outcome::Pass,
        (false, _) => Outcome::Unresolved,
    }
}

/// How many different configurations are asked, and the result.
fn tests(units: usize, fails: impl Fn(&Config) -> bool) -> (usize, Config) {
    let start = Config::full(units);
    let run =
        check(Dwindle::new(start.clone()), &start, |c| outcome(fails(c), hash(c, 1)), 400 * units + 100);
    assert!(is_one_minimal(&run));
    (run.told.len() - 1, run.best)
}

fn any_units(below: u32) -> impl proptest::strategy::Strategy<Value = BTreeSet<u32>> {
    proptest::collection::btree_set(0..below, 0..12)
}

proptest! {
    #[test]
    fn any_test_function_ends_one_minimal(units in 0usize..60, seed: u64, one_in in 2u64..12) {
        let start = Config::full(units);
        let test = |c: &Config| outcome(*c == start || (hash(c, seed) / 2).is_multiple_of(one_in), hash(c, seed));
        let run = check(Dwindle::new(start.clone()), &start, test, 5_000);
        prop_assert!(is_one_minimal(&run));
    }

    #[test]
    fn the_rest_of_a_pass_is_what_is_asked_when_nothing_goes(units in 1usize..60, seed: u64, one_in in 2u64..12) {
        let start = Config::full(units);
        let mut strategy = Dwindle::new(start.clone());
        while let Some(question) = strategy.ask(0) {
            if let Some(rest) = strategy.rest() {
                let mut pass = strategy.clone();
                let mut asked = 0;
                while pass.ask(0).is_some() {
                    pass.tell(Outcome::Pass);
                    asked += 1;
                }
                prop_assert_eq!(asked, rest);
            }
            let config = question.config;
            let fails = config == start || (hash(&config, seed) / 2).is_multiple_of(one_in);
            strategy.tell(outcome(fails, hash(&config, seed)));
        }
    }

    #[test]
    fn rounds_alone_end_one_minimal_too(units in 0usize..60, seed: u64, one_in in 2u64..12) {
        let start = Config::full(units);
        let test = |c: &Config| outcome(*c == start || (hash(c, seed) / 2).is_multiple_of(one_in), hash(c, seed));
        let run = check(Dwindle::in_rounds(start.clone()), &start, test, 5_000);
        prop_assert!(is_one_minimal(&run));
    }

    #[test]
    fn it_ends_early_only_when_surprised(units in 0usize..60, seed: u64, one_in in 2u64..12) {
        let start = Config::full(units);
        let fails = |c: &Config| *c == start || (hash(c, seed) / 2).is_multiple_of(one_in);
        let test = |c: &Config| if fails(c) { Outcome::Fail } else { Outcome::Pass };
        let run = check(Dwindle::until_surprised(start.clone()), &start, test, 5_000);
        let mut again = Dwindle::until_surprised(start.clone());
        while let Some(question) = again.ask(0) {
            again.tell(test(&question.config));
        }
        prop_assert!(again.is_surprised() || is_one_minimal(&run));
    }

    #[test]
    fn needed_units_are_found_exactly(units in 1u32..400, needed in any_units(400)) {
        let needed: BTreeSet<u32> = needed.into_iter().filter(|&unit| unit < units).collect();
        let (_, best) = tests(units as usize, |c| needed.iter().all(|&unit| c.contains(unit)));
        prop_assert_eq!(best, Config::of_units(needed));
    }

    #[test]
    fn units_that_need_others_end_one_minimal(
        needed in any_units(100),
        uses in proptest::collection::vec((0u32..100, 0u32..100), 0..80),
    ) {
        let fails = |c: &Config| {
            needed.iter().all(|&unit| c.contains(unit))
                && uses.iter().all(|&(user, used)| !c.contains(user) || c.contains(used))
        };
        let (asked, _) = tests(100, fails);
        prop_assert!(asked < 2_500, "{asked} tests");
    }

    #[test]
    fn either_of_two_units_is_kept(pairs in proptest::collection::vec((0u32..200, 0u32..200), 1..40)) {
        let fails = |c: &Config| pairs.iter().all(|&(a, b)| c.contains(a) || c.contains(b));
        let (asked, _) = tests(200, fails);
        prop_assert!(asked < 3_000, "{asked} tests");
    }

    #[test]
    fn only_units_of_the_start_are_asked(ranges in proptest::collection::btree_set(0u32..300, 0..60)) {
        let start = Config::of_units(ranges.iter().copied());
        let needed = start.slice(start.len() / 3..start.len() / 3 + 2);
        let test = |c: &Config| outcome(needed.is_subset(c), 0);
        let run = check(Dwindle::new(start.clone()), &start, test, 2_000);
        prop_assert!(is_one_minimal(&run));
        prop_assert!(run.told.keys().all(|config| config.is_subset(&start)));
        prop_assert_eq!(run.best, needed);
    }
}

#[test]
fn chains_cost_few_tests_in_either_direction() {
    let suffixes = |c: &Config| c.runs().len() <= 1 && (c.is_empty() || c.contains(0));
    let prefixes = |c: &Config| c.runs().len() <= 1 && (c.is_empty() || c.contains(999));
    for (name, test) in [("from the end", suffixes as fn(&Config) -> bool), ("from the beginning", prefixes)]
    {
        let (asked, best) = tests(1_000, test);
        assert!(best.is_empty());
        assert!(asked < 60, "removable only {name}: {asked} tests");
    }
}

#[test]
fn a_hundred_million_units_cost_no_memory_of_their_own() {
    let needed = [7, 1_000_000, 1_000_001, 99_999_999];
    let mut strategy = Dwindle::new(Config::full(100_000_000));
    let mut asked = 0;
    while let Some(question) = strategy.ask(0) {
        strategy.tell(outcome(needed.iter().all(|&unit| question.config.contains(unit)), 0));
        asked += 1;
    }
    assert_eq!(*strategy.best(), Config::of_units(needed));
    assert!(asked < 180, "{asked} tests");
}

/// What all tests cost together at these prices, with one in `nth` of `units` units needed, by a strategy that knows them or
/// does not.
fn price(units: u32, nth: u64, seed: u64, prices: Prices, knows: bool) -> u64 {
    let needed = |unit: &u32| hash(&Config::of_units([*unit]), seed).is_multiple_of(nth);
    let needed = Config::of_units((0..units).filter(needed));
    let mut strategy = Dwindle::new(Config::full(units as usize));
    if knows {
        strategy.weigh(prices);
    }
    let mut price = 0;
    while let Some(question) = strategy.ask(0) {
        let fails = needed.is_subset(&question.config);
        price += u64::from(if fails { prices.fail() } else { prices.pass() });
        strategy.tell(if fails { Outcome::Fail } else { Outcome::Pass });
    }
    assert_eq!(*strategy.best(), needed);
    price
}

#[test]
fn prices_that_are_known_make_the_tests_cheaper() {
    for (pass, fail, at_most) in [(5, 1, 93), (30, 1, 80), (1, 5, 97), (1, 30, 90)] {
        let prices = Prices::new(pass, fail).unwrap();
        for (units, nth) in [(100, 20), (1000, 100), (1000, 10), (10_000, 100)] {
            let all = |knows| (0..10).map(|seed| price(units, nth, seed, prices, knows)).sum::<u64>();
            let (unknown, known) = (all(false), all(true));
            assert!(
                known * 100 <= unknown * at_most,
                "{prices}, one in {nth} of {units}: {known} of {unknown}"
            );
        }
    }
}

proptest! {
    #[test]
    fn at_any_prices_any_test_function_ends_one_minimal(
        units in 0usize..60, seed: u64, one_in in 2u64..12, pass in 1u32..=1000, fail in 1u32..=1000, rounds: bool,
    ) {
        let start = Config::full(units);
        let test = |c: &Config| outcome(*c == start || (hash(c, seed) / 2).is_multiple_of(one_in), hash(c, seed));
        let mut strategy = if rounds { Dwindle::in_rounds(start.clone()) } else { Dwindle::new(start.clone()) };
        strategy.weigh(Prices::new(pass, fail).unwrap());
        prop_assert!(is_one_minimal(&check(strategy, &start, test, 5_000)));
    }
}

#[test]
fn of_one_needed_unit_nothing_is_concluded_that_does_not_hold() {
    for prices in [Prices::EQUAL, Prices::new(5, 1).unwrap(), Prices::new(1, 5).unwrap()] {
        for (units, needed) in (2..70).flat_map(|units| (0..units).map(move |needed| (units, needed))) {
            let mut strategy = Dwindle::new(Config::full(units as usize));
            strategy.weigh(prices);
            while let Some(question) = strategy.ask(0) {
                let fails = question.config.contains(needed);
                strategy.tell(if fails { Outcome::Fail } else { Outcome::Pass });
            }
            assert!(!strategy.is_surprised(), "unit {needed} of {units} at prices of {prices}");
        }
    }
}
