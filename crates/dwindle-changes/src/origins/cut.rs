//! Where one edit is the work of several commits: cut between what they wrote.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::edits::Edit;

/// Edits with more runs of lines on both sides than this are left whole: to compare all costs the product.
const MOST: usize = 10_000;

/// The pieces of `edit`, from the top: `removed` is the commit that removed each old line, `made` are the commits that
/// had a hand in each new one, as far as they are known.
///
/// A piece ends where no commit had a hand on both sides. So new lines that one commit wrote and another one wrote again
/// in part stay together, and a new line stays with the old ones that it stands for.
pub(super) fn cut(edit: &Edit, removed: &[Option<u32>], made: &[BTreeSet<u32>]) -> Vec<Edit> {
    let old = runs(removed, |one, next| one == next);
    let new = runs(made, |one, next| !one.is_disjoint(next) || (one.is_empty() && next.is_empty()));
    if old.len() + new.len() < 2 || old.len() * new.len() > MOST {
        return vec![edit.clone()];
    }
    let (least, most) = bounds(&old, &new, removed, made);
    let is_free = |(i, j): (usize, usize)| (least[j]..=most[j]).contains(&i);
    let (mut pieces, mut at) = (Vec::new(), (0, 0));
    while at != (old.len(), new.len()) {
        let (i, j) = at;
        let later = || (j + 1..=new.len()).map(|j| (least[j].max(i), j)).find(|&to| is_free(to));
        // What only goes first, then what only comes, then the least of both.
        let next = if i < old.len() && is_free((i + 1, j)) { Some((i + 1, j)) } else { later() };
        at = next.unwrap_or((old.len(), new.len()));
        pieces.push(Edit { old: lines(&old, i..at.0, &edit.old), new: lines(&new, j..at.1, &edit.new) });
    }
    pieces
}

/// Stretches of neighbours that belong together.
fn runs<T>(of: &[T], belong: impl Fn(&T, &T) -> bool) -> Vec<Range<usize>> {
    let mut at = 0;
    let stretches = of.chunk_by(|one, next| belong(one, next));
    let ranges = stretches.map(|stretch| {
        let start = at;
        at += stretch.len();
        start..at
    });
    ranges.collect()
}

/// For each cut among the new runs, between how many old runs at least and at most the cut may be, so that what
/// belongs together is on one side.
fn bounds(
    old: &[Range<usize>],
    new: &[Range<usize>],
    removed: &[Option<u32>],
    made: &[BTreeSet<u32>],
) -> (Vec<usize>, Vec<usize>) {
    let belong = |i: &Range<usize>, j: &Range<usize>| {
        let commits = &made[j.clone()];
        match removed[i.start] {
            Some(commit) => commits.iter().any(|made| made.contains(&commit)),
            None => commits.iter().all(BTreeSet::is_empty),
        }
    };
    let partners =
        |j: &Range<usize>| -> Vec<usize> { (0..old.len()).filter(|&i| belong(&old[i], j)).collect() };
    let partners: Vec<Vec<usize>> = new.iter().map(partners).collect();
    let (mut least, mut most) = (vec![0; new.len() + 1], vec![old.len(); new.len() + 1]);
    for (j, of) in partners.iter().enumerate() {
        least[j + 1] = least[j].max(of.last().map_or(0, |last| last + 1));
    }
    for (j, of) in partners.iter().enumerate().rev() {
        most[j] = most[j + 1].min(of.first().copied().unwrap_or(old.len()));
    }
    (least, most)
}

/// The lines of some neighbouring runs; where there are none, the place between them.
fn lines(runs: &[Range<usize>], of: Range<usize>, all: &Range<u32>) -> Range<u32> {
    let place = |nth: usize| {
        let before: usize = runs[..nth].last().map_or(0, |run| run.end);
        all.start + u32::try_from(before).expect("a text has less than 4 Gi lines")
    };
    place(of.start)..place(of.end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The edit at these lines that is as long as the lists.
    fn edit_at(old: u32, new: u32, lengths: [usize; 2]) -> Edit {
        let [removed, made] = lengths.map(|length| u32::try_from(length).unwrap());
        Edit { old: old..old + removed, new: new..new + made }
    }

    fn check(removed: &[u32], made: &[&[u32]], expected: &[(Range<u32>, Range<u32>)]) {
        let edit = edit_at(0, 0, [removed.len(), made.len()]);
        let removed: Vec<Option<u32>> = removed.iter().map(|&commit| Some(commit)).collect();
        let made: Vec<BTreeSet<u32>> = made.iter().map(|of| of.iter().copied().collect()).collect();
        let found: Vec<_> =
            cut(&edit, &removed, &made).into_iter().map(|Edit { old, new }| (old, new)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn neighbouring_lines_of_two_commits_are_two_changes() {
        check(&[1, 2], &[&[1], &[2]], &[(0..1, 0..1), (1..2, 1..2)]);
        check(&[2], &[&[1], &[2], &[2]], &[(0..0, 0..1), (0..1, 1..3)]);
        check(&[1, 2], &[&[1]], &[(0..1, 0..1), (1..2, 1..1)]);
        check(&[1, 2], &[], &[(0..1, 0..0), (1..2, 0..0)]);
        check(&[], &[&[1], &[2]], &[(0..0, 0..1), (0..0, 1..2)]);
    }

    #[test]
    fn what_one_commit_wrote_and_another_wrote_again_stays_together() {
        check(&[], &[&[1], &[1, 2], &[1]], &[(0..0, 0..3)]);
        check(&[1], &[&[1, 2]], &[(0..1, 0..1)]);
        check(&[1, 2], &[&[1, 2]], &[(0..2, 0..1)]);
        check(&[1, 2], &[&[2], &[1]], &[(0..2, 0..2)]);
        check(&[1], &[&[1], &[1]], &[(0..1, 0..2)]);
    }

    proptest! {
        #[test]
        fn pieces_follow_each_other_and_are_the_edit(
            removed in proptest::collection::vec(0u32..4, 0..8),
            made in proptest::collection::vec(proptest::collection::btree_set(0u32..4, 0..3), 0..8),
        ) {
            let edit = edit_at(3, 5, [removed.len(), made.len()]);
            let removed: Vec<Option<u32>> = removed.into_iter().map(|commit| commit.checked_sub(1)).collect();
            let pieces = cut(&edit, &removed, &made);
            let mut at = (edit.old.start, edit.new.start);
            for piece in &pieces {
                prop_assert_eq!((piece.old.start, piece.new.start), at);
                at = (piece.old.end, piece.new.end);
            }
            prop_assert_eq!(at, (edit.old.end, edit.new.end));
            prop_assert!(pieces.len() == 1 || pieces.iter().all(|piece| !piece.old.is_empty() || !piece.new.is_empty()));
        }
    }
}
