//! All ways in which the parts of one production, or the elements of one list, share the bytes between them.
//!
//! A *stop* is a place between two parts. The chart says for each stop which stops can come before it, so ways are
//! found backwards; a stop that the chart has can always be reached from the start. Then they are walked forwards,
//! where each part takes as much as it can.

use std::collections::HashSet;

/// Between two parts: how far in the production (or which kind of place in a list), and where in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Stop {
    pub(super) tag: u32,
    pub(super) place: u32,
}

/// A symbol with the places that it lies between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) symbol: u32,
    pub(super) from: u32,
    pub(super) to: u32,
}

/// A stop that can come before another, and the symbol between the two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    pub(super) stop: Stop,
    pub(super) symbol: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    from: Stop,
    to: Stop,
    symbol: u32,
}

/// The ways from one stop to another, first the one whose parts are longest from the left.
#[derive(Debug)]
pub(super) struct Ways {
    /// By where they begin; the longest first.
    steps: Vec<Step>,
    end: Stop,
    /// The steps of the present way, by their numbers.
    way: Vec<usize>,
    begun: bool,
    start: Stop,
}

impl Ways {
    /// All ways from `start` to `end`, when `before` tells what can come before each stop.
    pub(super) fn new(start: Stop, end: Stop, mut before: impl FnMut(Stop, &mut Vec<Before>)) -> Self {
        let mut steps = Vec::new();
        let mut found = Vec::new();
        // Mostly there is one way only.
        let mut here = end;
        let mut ways = 1;
        while here != start && ways == 1 {
            found.clear();
            before(here, &mut found);
            ways = found.len();
            if let [only] = found.as_slice() {
                steps.push(Step { from: only.stop, to: here, symbol: only.symbol });
                here = only.stop;
            }
        }
        if here != start {
            steps.clear();
            let mut seen = HashSet::from([end]);
            let mut left = vec![end];
            while let Some(here) = left.pop() {
                if here == start {
                    continue;
                }
                found.clear();
                before(here, &mut found);
                for before in &found {
                    steps.push(Step { from: before.stop, to: here, symbol: before.symbol });
                    if seen.insert(before.stop) {
                        left.push(before.stop);
                    }
                }
            }
        }
        // Of stops at the same place the one with the higher tag comes first.
        steps.sort_unstable_by(|a, b| {
            a.from.cmp(&b.from).then(b.to.place.cmp(&a.to.place)).then(b.to.tag.cmp(&a.to.tag))
        });
        Self { steps, end, way: Vec::new(), begun: false, start }
    }

    /// Goes on from `here` to the end, always by the first step.
    fn go_on(&mut self, mut here: Stop) {
        while here != self.end {
            let first = self.steps.partition_point(|step| step.from < here);
            debug_assert!(
                self.steps.get(first).is_some_and(|step| step.from == here),
                "ways lead to the end"
            );
            self.way.push(first);
            here = self.steps[first].to;
        }
    }
}

impl Iterator for Ways {
    type Item = Vec<Part>;

    fn next(&mut self) -> Option<Vec<Part>> {
        if self.begun {
            // The last step that can be another one is.
            loop {
                let last = self.way.pop()?;
                let other = self.steps.get(last + 1).filter(|step| step.from == self.steps[last].from);
                if let Some(step) = other {
                    let to = step.to;
                    self.way.push(last + 1);
                    self.go_on(to);
                    break;
                }
            }
        } else {
            self.begun = true;
            if self.start != self.end && self.steps.is_empty() {
                return None;
            }
            self.go_on(self.start);
        }
        let part = |step: &Step| Part { symbol: step.symbol, from: step.from.place, to: step.to.place };
        Some(self.way.iter().map(|step| part(&self.steps[*step])).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_come_with_the_longest_parts_first() {
        // Two parts over 0..2, cut anywhere.
        let stop = |tag, place| Stop { tag, place };
        let ways = Ways::new(stop(0, 0), stop(2, 2), |here, found| match here.tag {
            2 => found.extend((0..=2).map(|place| Before { stop: stop(1, place), symbol: 8 })),
            _ => found.push(Before { stop: stop(0, 0), symbol: 7 }),
        });
        let cuts: Vec<u32> = ways.map(|way| way[0].to).collect();
        assert_eq!(cuts, [2, 1, 0]);
    }
}
