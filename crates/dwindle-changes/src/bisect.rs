//! Plain bisection, the first step if there are commits in order.

use dwindle::{Config, Outcome, OutcomeSet, Question, Strategy};

/// Bisection: tests the middle between a prefix of the units that passes and one that fails.
///
/// # Source
/// Binary search, like `git bisect` on a line of commits. If an outcome is unresolved, the adjacent one is tested next;
/// `git bisect` jumps further away.
///
/// # Guarantee
/// [`passing`](Self::passing) passes and [`failing`](Self::failing) fails, as tested or as given; those between them,
/// if any are left, are unresolved. It finds *one* step from passing to failing, of perhaps several.
///
/// # Cost
/// log2 n tests for n units, and one more for each unresolved outcome.
///
/// # Determinism
/// A function of the outcomes told.
#[derive(Clone, Debug)]
pub struct Bisect {
    best: Config,
    passing: u32,
    failing: u32,
    /// Those between that could not be told, ascending.
    unresolved: Vec<u32>,
}

impl Bisect {
    /// Between none of `units` units, which passes, and all, which fail.
    pub fn new(units: u32) -> Self {
        Self { best: first(units), passing: 0, failing: units, unresolved: Vec::new() }
    }

    /// How many of the first units pass together.
    pub const fn passing(&self) -> u32 {
        self.passing
    }

    /// How many of the first units fail together; one more than passed, unless something could not be told.
    pub const fn failing(&self) -> u32 {
        self.failing
    }

    /// The one to ask when so many more could not be told: the nearest to the middle that is left.
    fn middle(&self, more: usize) -> Option<u32> {
        let middle = self.passing + (self.failing - self.passing) / 2;
        let inside = |at: &u32| *at > self.passing && *at < self.failing;
        let distances = 0..=self.failing - self.passing;
        // The middle, then by turns the next below and above it.
        let near = distances.flat_map(|by| {
            let below = middle.checked_sub(by).filter(|_| by > 0);
            [below, Some(middle + by)]
        });
        near.flatten().filter(inside).filter(|at| self.unresolved.binary_search(at).is_err()).nth(more)
    }
}

impl Strategy for Bisect {
    fn ask(&self, nth: usize) -> Option<Question> {
        let at = self.middle(nth)?;
        Some(Question { config: first(at), decides: OutcomeSet::FAIL.with(Outcome::Pass), chance: 0.5 })
    }

    fn tell(&mut self, outcome: Outcome) {
        let at = self.middle(0).expect("there is a question to answer");
        match outcome {
            Outcome::Fail => {
                self.failing = at;
                self.best = first(at);
            }
            Outcome::Pass => self.passing = at,
            Outcome::Unresolved => {
                let place = self.unresolved.partition_point(|&other| other < at);
                self.unresolved.insert(place, at);
            }
        }
    }

    fn best(&self) -> &Config {
        &self.best
    }
}

fn first(units: u32) -> Config {
    Config::full(units as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{prop_assert_eq, proptest};

    fn run(units: u32, test: impl Fn(u32) -> Outcome) -> (Bisect, u32) {
        let mut bisect = Bisect::new(units);
        let mut tests = 0;
        while let Some(question) = bisect.ask(0) {
            let next = bisect.ask(1);
            let outcome = test(u32::try_from(question.config.len()).unwrap());
            bisect.tell(outcome);
            if outcome == Outcome::Unresolved {
                assert_eq!(bisect.ask(0), next, "ask(1) promised another question");
            }
            tests += 1;
        }
        (bisect, tests)
    }

    #[test]
    fn the_first_failing_commit_of_a_thousand_is_found_in_ten_tests() {
        for bad in 1..=1000 {
            let (bisect, tests) = run(1000, |at| if at >= bad { Outcome::Fail } else { Outcome::Pass });
            assert_eq!((bisect.passing(), bisect.failing()), (bad - 1, bad));
            assert_eq!(bisect.best().len(), bad as usize);
            assert!(tests <= 10, "{tests} tests");
        }
    }

    proptest! {
        #[test]
        fn only_what_cannot_be_told_is_left_between(
            outcomes in proptest::collection::vec(0usize..3, 1..60)
        ) {
            let units = u32::try_from(outcomes.len()).unwrap() + 1;
            let outcome = |at: u32| match at {
                0 => Outcome::Pass,
                at if at == units => Outcome::Fail,
                at => Outcome::ALL[outcomes[at as usize - 1]],
            };
            let (bisect, _) = run(units, outcome);
            prop_assert_eq!(outcome(bisect.passing()), Outcome::Pass);
            prop_assert_eq!(outcome(bisect.failing()), Outcome::Fail);
            for between in bisect.passing() + 1..bisect.failing() {
                prop_assert_eq!(outcome(between), Outcome::Unresolved);
            }
        }
    }
}
