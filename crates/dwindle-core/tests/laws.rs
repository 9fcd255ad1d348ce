//! The laws of the `Strategy` trait, for every list strategy and any outcomes whatever.

use dwindle_core::strategy::cdd::Cdd;
use dwindle_core::strategy::dd::{Dd, Mode};
use dwindle_core::strategy::ddmin::Ddmin;
use dwindle_core::strategy::ddmin_complement::DdminComplement;
use dwindle_core::strategy::ddmin_sweep::DdminSweep;
use dwindle_core::strategy::depth_first::DepthFirst;
use dwindle_core::strategy::dwindle::Dwindle;
use dwindle_core::strategy::first::First;
use dwindle_core::strategy::gallop::Gallop;
use dwindle_core::strategy::laws;
use dwindle_core::strategy::one_minimal::{Direction, OneMinimal};
use dwindle_core::strategy::patient::Patient;
use dwindle_core::strategy::probdd::ProbDd;
use dwindle_core::strategy::wddmin::Wddmin;
use dwindle_core::{Config, Outcome, Strategy};
use proptest::prelude::*;
use proptest::strategy::Strategy as _;
use std::sync::Arc;

/// Outcomes drawn one by one from a list, round and round, so that shrinking a case makes it simpler.
#[derive(Clone, Debug)]
struct Draws {
    list: Vec<u8>,
    at: usize,
}

impl Draws {
    fn next(&mut self) -> usize {
        self.at += 1;
        usize::from(self.list[self.at % self.list.len()])
    }

    /// Any outcome; passing more often than not, as tests do.
    fn outcome(&mut self) -> Outcome {
        [Outcome::Pass, Outcome::Pass, Outcome::Unresolved, Outcome::Fail][self.next() % 4]
    }

    fn one_of(&mut self, outcomes: &[Outcome]) -> Outcome {
        outcomes[self.next() % outcomes.len()]
    }
}

/// How far ahead questions are compared with what is then asked.
const AHEAD: usize = 40;

/// Runs a strategy on drawn outcomes to its end and checks at every step that
/// * what is asked ahead is what is asked then, as long as no outcome decides, and nothing known is withheld
///   (`withholds`: the strategy may know less ahead than it could);
/// * `best` is the smallest that was told to fail, or the start (`in_order`: the last told to fail);
/// * being told the same again, from the beginning, leads to the same questions.
fn check<S: Strategy + Clone>(make: impl Fn() -> S, draws: &Draws, withholds: bool, in_order: bool) {
    let mut draws = draws.clone();
    let mut strategy = make();
    let mut best = strategy.best().clone();
    let mut told = Vec::new();
    while let Some(question) = strategy.ask(0) {
        assert!((0.0..=1.0).contains(&question.chance));
        if told.len() % 3 == 0 {
            check_ahead(&strategy, &mut draws.clone(), withholds);
        }
        let outcome = draws.outcome();
        strategy.tell(outcome);
        if outcome == Outcome::Fail && (in_order || question.config.len() < best.len()) {
            best = question.config.clone();
        }
        assert_eq!(strategy.best(), &best);
        told.push((question, outcome));
    }
    assert_eq!(strategy.ask(1), None, "done is done");

    let mut again = make();
    for (question, outcome) in told {
        assert_eq!(again.ask(0), Some(question), "resumed");
        again.tell(outcome);
    }
    assert_eq!(again.ask(0), None);
}

fn check_ahead<S: Strategy + Clone>(strategy: &S, draws: &mut Draws, withholds: bool) {
    let ahead: Vec<_> = (0..AHEAD).map(|nth| strategy.ask(nth)).collect();
    let mut later = strategy.clone();
    for (nth, foreseen) in ahead.iter().enumerate() {
        let question = later.ask(0);
        if foreseen.is_some() || !withholds {
            assert_eq!(foreseen, &question, "asked {nth} ahead");
        }
        let Some(question) = question else { return };
        let others: Vec<_> = Outcome::ALL.into_iter().filter(|&o| !question.decides.contains(o)).collect();
        if others.is_empty() {
            return;
        }
        later.tell(draws.one_of(&others));
    }
}

fn any_draws() -> impl proptest::strategy::Strategy<Value = Draws> {
    proptest::collection::vec(any::<u8>(), 1..50).prop_map(|list| Draws { list, at: 0 })
}

/// A start with gaps, so that ranks and units differ.
fn any_start() -> impl proptest::strategy::Strategy<Value = Config> {
    proptest::collection::btree_set(0u32..60, 0..40).prop_map(Config::of_units)
}

/// A few ranges within the first sixty units, which may overlap.
fn any_removals() -> impl proptest::strategy::Strategy<Value = Arc<[Config]>> {
    let one = (0u32..60, 1u32..6).prop_map(|(start, len)| Config::of_units(start..start + len));
    proptest::collection::vec(one, 0..40).prop_map(Arc::from)
}

proptest! {
    #[test]
    fn the_default_strategy_keeps_the_laws(start in any_start(), draws in any_draws()) {
        check(|| Dwindle::new(start.clone()), &draws, true, false);
    }

    #[test]
    fn one_minimal_keeps_the_laws(start in any_start(), draws in any_draws()) {
        for direction in [Direction::FromEnd, Direction::FromStart] {
            check(|| OneMinimal::towards(start.clone(), direction), &draws, false, false);
        }
    }

    #[test]
    fn ddmin_keeps_the_laws(start in any_start(), draws in any_draws()) {
        check(|| Ddmin::new(start.clone()), &draws, false, false);
    }

    #[test]
    fn complements_only_ddmin_keeps_the_laws(start in any_start(), draws in any_draws()) {
        check(|| DdminComplement::new(start.clone()), &draws, false, false);
    }

    #[test]
    fn sweeping_ddmin_keeps_the_laws(start in any_start(), draws in any_draws()) {
        check(|| DdminSweep::new(start.clone()), &draws, false, false);
    }

    #[test]
    fn dd_keeps_the_laws(start in any_start(), other in any_start(), draws in any_draws()) {
        let outside = start.minus(&other);
        let passing = start.minus(&outside);
        for mode in [Mode::Minimise, Mode::Maximise, Mode::Both] {
            check(|| Dd::new(start.clone(), mode), &draws, false, false);
            check(|| Dd::between(passing.clone(), start.clone(), mode), &draws, false, false);
        }
    }

    #[test]
    fn first_keeps_the_laws(start in any_start(), candidates in any_removals(), draws in any_draws()) {
        check(|| First::new(start.clone(), Arc::clone(&candidates)), &draws, false, true);
    }

    #[test]
    fn probdd_keeps_the_laws(start in any_start(), sigma in 0.001..0.999, draws in any_draws()) {
        check(|| ProbDd::new(start.clone()), &draws, true, false);
        check(|| ProbDd::with_initial(start.clone(), sigma), &draws, true, false);
    }

    #[test]
    fn cdd_keeps_the_laws(start in any_start(), p0 in 0.001..0.999, draws in any_draws()) {
        check(|| Cdd::new(start.clone()), &draws, true, false);
        check(|| Cdd::with_initial(start.clone(), p0), &draws, true, false);
    }

    #[test]
    fn depth_first_halving_keeps_the_laws(start in any_start(), draws in any_draws()) {
        check(|| DepthFirst::new(start.clone()), &draws, false, false);
    }

    #[test]
    fn galloping_keeps_the_laws(start in any_start(), first in 0usize..40, draws in any_draws()) {
        check(|| Gallop::new(start.clone(), first), &draws, false, false);
        check(|| Patient::new(Gallop::new(start.clone(), first), first), &draws, false, false);
    }

    #[test]
    fn weighted_ddmin_keeps_the_laws(start in any_start(), most in 1u64..100, draws in any_draws()) {
        let weights: Vec<u64> = start.units().map(|unit| u64::from(unit) * 61 % most).collect();
        check(|| Wddmin::new(start.clone(), weights.clone()), &draws, true, false);
    }
}

#[test]
fn the_laws_hold_on_a_large_list() {
    let start = Config::full(5000);
    let needed = Config::of_units([3, 4, 5, 999, 2500, 4999]);
    let weights: Vec<u64> = (0..5000).map(|unit| 1 + unit * 7919 % 101).collect();
    let strategies: [(Box<dyn Strategy>, usize); 4] = [
        (Cdd::new(start.clone()).boxed(), 2000),
        (DepthFirst::new(start.clone()).boxed(), 120),
        (ProbDd::new(start.clone()).boxed(), 2000),
        (Wddmin::new(start.clone(), weights).boxed(), 5000),
    ];
    for (strategy, limit) in strategies {
        let test = |config: &Config| if needed.is_subset(config) { Outcome::Fail } else { Outcome::Pass };
        assert_eq!(laws::check(strategy, &start, test, limit).best, needed);
    }
}
