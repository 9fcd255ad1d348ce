//! A strategy for the opposite question: the smallest configuration that passes.

use dwindle::{Config, Outcome, OutcomeSet, Question, Strategy};

/// A strategy that is told `Pass` for `Fail` and `Fail` for `Pass`, so that it looks for the smallest configuration
/// that passes. `Unresolved` stays the same.
#[derive(Clone, Debug)]
pub struct Swapped<S>(pub S);

impl<S: Strategy + Clone + 'static> Strategy for Swapped<S> {
    fn ask(&self, nth: usize) -> Option<Question> {
        let Question { config, decides, chance } = self.0.ask(nth)?;
        let decides = Outcome::ALL
            .into_iter()
            .filter(|outcome| decides.contains(outcome.opposite()))
            .fold(OutcomeSet::NONE, OutcomeSet::with);
        Some(Question { config, decides, chance: 1.0 - chance })
    }

    fn tell(&mut self, outcome: Outcome) {
        self.0.tell(outcome.opposite());
    }

    fn best(&self) -> &Config {
        self.0.best()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dwindle::strategy::Ddmin;

    #[test]
    fn the_smallest_that_passes_is_found() {
        let mut strategy = Swapped(Ddmin::new(Config::full(40)));
        while let Some(question) = strategy.ask(0) {
            let mends = question.config.contains(7) && question.config.contains(30);
            strategy.tell(if mends { Outcome::Pass } else { Outcome::Fail });
        }
        assert_eq!(*strategy.best(), Config::of_units([7, 30]));
    }
}
