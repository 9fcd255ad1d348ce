//! From a configuration to the changes of the tree's text. Many neighbouring units that go are one change.

use std::ops::Range;

use super::gone::{Edit, Gone, Mark, Prefix};
use super::tree_space::TreeSpace;
use crate::Config;
use dwindle_core::span_hash::SpanHash;

impl TreeSpace {
    /// What `config` changes in the text, in order.
    ///
    /// Costs time in the number of runs of `config` and of kept groups, once the first that drops many was asked.
    pub(super) fn edits(&self, config: &Config) -> Vec<Edit> {
        let mut edits = Vec::new();
        let rest = self.changes_of_runs(config, &mut |units, changes| {
            let Some((first, last)) = self.marks_within(&units) else {
                return self.sites.drop_units(units, config, changes);
            };
            self.sites.drop_units(units.start..first.unit, config, changes);
            edits.extend(self.settled(std::mem::take(changes)).into_iter().map(Edit::Change));
            edits.push(Edit::Gone(
                first.after.bytes..last.before.bytes,
                last.before.hash.without(first.after.hash),
                first.after.losses < last.before.losses,
            ));
            self.sites.drop_units(last.unit..units.end, config, changes);
        });
        edits.extend(self.settled(rest).into_iter().map(Edit::Change));
        edits
    }

    /// The outermost marks among units that all go, if there are many.
    fn marks_within(&self, units: &Range<u32>) -> Option<(&Mark, &Mark)> {
        let (groups, all) = self.sites.groups_of(units);
        // Marks cost time in all groups, so that few are looked at one by one as long as there are no marks.
        let few = if self.gone.get().is_some() { 0 } else { (all / 64).min(1024) };
        if groups <= few.max(self.stride as usize) {
            return None;
        }
        let Gone(marks) = self.gone.get_or_init(|| marked(self));
        let first = marks.partition_point(|mark| mark.unit < units.start);
        let last = marks.partition_point(|mark| mark.unit <= units.end).checked_sub(1)?;
        (first < last).then(|| (&marks[first], &marks[last]))
    }
}

/// The marks of a space.
fn marked(space: &TreeSpace) -> Gone {
    let text = space.tree.text();
    let mut changes = space.changes(&Config::empty()).into_iter().peekable();
    let mut at = Prefix { bytes: 0, hash: SpanHash::EMPTY, losses: 0 };
    let mut marks: Vec<Mark> = Vec::new();
    for gap in space.sites.gaps() {
        if marks.last().is_some_and(|last| gap.group < last.group + space.stride) {
            continue;
        }
        while let Some(change) = changes.next_if(|change| change.span.start < gap.until) {
            at.go_on(change.span.start, space);
            at.hash = space.replaced(&change, at.hash);
            at.bytes = change.span.end;
            at.losses += u32::from(space.change_loses_protected(&change));
        }
        let before = at;
        let next = changes.peek().map_or(text.bytes().len(), |change| change.span.start);
        at.go_on(next, space);
        marks.push(Mark { group: gap.group, unit: gap.unit, before, after: at });
    }
    Gone(marks)
}

impl Prefix {
    /// Takes bytes that stay up to `end`.
    fn go_on(&mut self, end: usize, space: &TreeSpace) {
        self.hash = self.hash.then(space.tree.text().span_hash(self.bytes..end));
        self.bytes = end;
    }
}
