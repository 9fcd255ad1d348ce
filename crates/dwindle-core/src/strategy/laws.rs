//! The laws that every strategy obeys, as a checker for the tests of whoever writes one.

use super::Strategy;
use crate::{Config, Outcome};
use std::collections::BTreeMap;

/// What a checked run came to.
#[derive(Debug)]
#[non_exhaustive]
pub struct Run {
    /// The result.
    pub best: Config,
    /// Every configuration asked, with its outcome.
    pub told: BTreeMap<Config, Outcome>,
}

/// Runs `strategy` on `test`, of which `start` fails, and checks the trait's laws on the way.
///
/// `best` was told to fail and never grows; `ask(n)` is what `ask(0)` is after `n` outcomes that do not
/// decide; asking changes nothing; the run ends within `limit` questions.
///
/// # Panics
/// When the strategy breaks a law.
pub fn check<S: Strategy>(
    mut strategy: S,
    start: &Config,
    test: impl Fn(&Config) -> Outcome,
    limit: usize,
) -> Run {
    let mut told = BTreeMap::from([(start.clone(), Outcome::Fail)]);
    let mut promised = Vec::new();
    let mut size = start.len();
    for _ in 0..limit {
        let best = strategy.best();
        assert_eq!(told.get(best), Some(&Outcome::Fail), "best was not told to fail");
        assert!(best.len() <= size, "best grew");
        size = best.len();
        let Some(question) = strategy.ask(0) else {
            assert!(promised.is_empty(), "a promised question was not asked");
            return Run { best: best.clone(), told };
        };
        assert!((0.0..=1.0).contains(&question.chance), "{} is no chance", question.chance);
        if promised.is_empty() {
            promised = (0..70).map_while(|nth| strategy.ask(nth)).collect();
        }
        assert_eq!(promised.remove(0), question, "ask(n) promised another question");
        let outcome = test(&question.config);
        told.insert(question.config, outcome);
        strategy.tell(outcome);
        if question.decides.contains(outcome) {
            promised.clear();
        }
    }
    panic!("not done after {limit} questions");
}

/// Whether every removal of a single unit from the result was asked, and did not fail.
pub fn is_one_minimal(run: &Run) -> bool {
    (0..run.best.len()).all(|rank| {
        let smaller = run.best.without_slice(rank..rank + 1);
        matches!(run.told.get(&smaller), Some(Outcome::Pass | Outcome::Unresolved))
    })
}

/// Runs `strategy` where the units of `needed` have to stay: what it asked, and as it is then.
#[cfg(test)]
pub(crate) fn asked<S: Strategy>(mut strategy: S, needed: &Config) -> (Vec<Config>, S) {
    let mut asked = Vec::new();
    while let Some(question) = strategy.ask(0) {
        strategy.tell(if needed.is_subset(&question.config) { Outcome::Fail } else { Outcome::Pass });
        asked.push(question.config);
    }
    (asked, strategy)
}
