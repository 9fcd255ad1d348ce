//! The search for something that passes, where the smallest that there is cannot tell.

use dwindle::{Config, Outcome, OutcomeSet, Question, Strategy};

/// In how many parts the whole is cut at most.
const MOST: usize = 1024;

/// Leaves out part after part of the whole, in 2, 4, 8 and so on parts, until what is left passes.
///
/// # Guarantee
/// What it finds passes. Where the whole has at most 1,024 units, it finds something if any one unit makes it fail.
///
/// # Cost
/// At most twice as many tests as there are parts in the end.
#[derive(Clone, Debug)]
pub(crate) struct Looking {
    whole: Config,
    parts: usize,
    at: usize,
    found: Option<Config>,
}

impl Looking {
    pub(crate) fn new(whole: Config) -> Self {
        let parts = whole.len().min(2);
        Self { whole, parts, at: 0, found: None }
    }

    /// What passes.
    pub(crate) fn found(&self) -> Option<&Config> {
        self.found.as_ref()
    }

    /// The question `nth` from now, as parts and the one of them that is left out.
    fn step(&self, nth: usize) -> Option<(usize, usize)> {
        let most = self.whole.len().min(MOST);
        let (mut parts, mut at) = (self.parts, self.at + nth);
        while at >= parts {
            if parts >= most {
                return None;
            }
            at -= parts;
            parts = (2 * parts).min(most);
        }
        Some((parts, at))
    }
}

impl Strategy for Looking {
    fn ask(&self, nth: usize) -> Option<Question> {
        let (parts, at) = self.step(nth).filter(|_| self.found.is_none())?;
        let bound = |part: usize| part * self.whole.len() / parts;
        let config = self.whole.without_slice(bound(at)..bound(at + 1));
        Some(Question { config, decides: OutcomeSet::PASS, chance: 0.1 })
    }

    fn tell(&mut self, outcome: Outcome) {
        if outcome == Outcome::Pass {
            self.found = self.ask(0).map(|question| question.config);
        } else if let Some((parts, at)) = self.step(1) {
            (self.parts, self.at) = (parts, at);
        } else {
            self.at = self.parts;
        }
    }

    fn best(&self) -> &Config {
        &self.whole
    }
}
