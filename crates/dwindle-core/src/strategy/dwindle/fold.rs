//! What to do when sets that can go one by one cannot go together: as many as possible go.
//!
//! The sets are put on top of each other, the largest first, by halves: a half that holds stays, one that does
//! not is halved. c sets in conflict among s cost about 2 c log2 s tests.

use crate::Config;
use std::ops::Range;
use std::sync::Arc;

/// A fold on its way to the part that holds.
#[derive(Clone, Debug)]
pub(super) struct Folding {
    /// What is left with everything gone that holds together.
    base: Arc<Config>,
    /// The parts still to be tried, the next one last.
    stack: Vec<Range<usize>>,
    /// The parts that cannot go on top of the others.
    failed: Vec<usize>,
}

impl Folding {
    /// Begins with `before`, from which each of `parts` but not all of them can go; sorts them.
    ///
    /// The largest part is known to go, so something goes in any case, even if the test is not deterministic.
    pub(super) fn new(before: &Config, parts: &mut [Config]) -> Self {
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        let (largest, others) = (before.minus(&parts[0]), 1..parts.len());
        let mut new = Self { base: Arc::new(largest), stack: Vec::new(), failed: Vec::new() };
        if others.len() == 1 {
            // That both go together was just refuted.
            new.failed.push(1);
        } else {
            new.split(others);
        }
        new
    }

    fn split(&mut self, range: Range<usize>) {
        let middle = range.start + range.len() / 2;
        self.stack.push(middle..range.end);
        self.stack.push(range.start..middle);
    }

    fn current(&self) -> Range<usize> {
        self.stack.last().expect("a fold under way has a part to try").clone()
    }

    /// What to ask next.
    pub(super) fn question(&self, parts: &[Config]) -> Config {
        self.base.minus(&Config::gather(&parts[self.current()]))
    }

    /// Whether it is known of every part whether it goes.
    pub(super) fn is_done(&self) -> bool {
        self.stack.is_empty()
    }

    /// Takes the answer.
    pub(super) fn tell(&mut self, fail: bool, parts: &[Config]) {
        let range = self.current();
        if fail {
            self.base = Arc::new(self.question(parts));
        }
        self.stack.pop();
        match range.len() {
            _ if fail => {}
            1 => self.failed.push(range.start),
            _ => self.split(range),
        }
    }

    /// What is left, and the parts that stay.
    pub(super) fn result(&self, parts: &[Config]) -> (Arc<Config>, Vec<Config>) {
        (self.base.clone(), self.failed.iter().map(|&part| parts[part].clone()).collect())
    }
}
