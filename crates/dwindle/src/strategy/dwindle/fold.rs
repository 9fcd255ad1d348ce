//! What to do when sets that can go one by one cannot go together: as many as possible go.

use crate::Config;
use super::ranks;
use std::ops::Range;
use std::sync::Arc;

/// A fold taken apart by halves, each put on top of what held so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Folding {
    pub(super) base: Arc<Config>,
    stack: Vec<Range<usize>>,
    pub(super) failed: Vec<usize>,
}

impl Folding {
    pub(super) fn new(before: &Arc<Config>, parts: &mut [Config]) -> Self {
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        let mut new = Self { base: before.clone(), ..Self::default() };
        new.split(0..parts.len());
        new
    }

    fn split(&mut self, range: Range<usize>) {
        let middle = range.start + range.len() / 2;
        self.stack.push(middle..range.end);
        self.stack.push(range.start..middle);
    }

    pub(super) fn question(&self, parts: &[Config]) -> Config {
        let range = self.stack.last().expect("a fold that goes on has a range to try").clone();
        self.base.minus(&ranks::gather(&parts[range]))
    }

    /// Whether it is finished.
    pub(super) fn tell(&mut self, fail: bool, parts: &[Config]) -> bool {
        let kept = if fail { Some(self.question(parts)) } else { None };
        let range = self.stack.pop().expect("a fold that goes on has a range to try");
        if let Some(kept) = kept { self.base = Arc::new(kept); }
        else if range.len() == 1 { self.failed.push(range.start); }
        else { self.split(range); }
        self.stack.is_empty()
    }
}
