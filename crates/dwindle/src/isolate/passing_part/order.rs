//! In which order pieces are left out: those that are likely, and what is near them.

use std::ops::Range;

use crate::Config;

/// So many likely stretches are looked into.
const MOST: usize = 4;

/// A rank as configurations have it.
pub(super) fn rank(rank: usize) -> u32 {
    u32::try_from(rank).expect("a space has at most u32::MAX units")
}

/// The ranks in `failing` of the `units` that it has, neighbours together.
pub(super) fn stretches(failing: &Config, units: &Config) -> Vec<Range<usize>> {
    let mut stretches: Vec<Range<usize>> = Vec::new();
    if units.is_empty() {
        return stretches;
    }
    for (rank, _) in failing.units().enumerate().filter(|(_, unit)| units.contains(*unit)) {
        match stretches.last_mut() {
            Some(last) if last.end == rank => last.end += 1,
            _ => stretches.push(rank..rank + 1),
        }
    }
    stretches
}

/// What is left out of `len` units where these stretches are likely: each of them, the units beside it, and then ever
/// longer stretches around the first, up to half of all.
pub(super) fn questions(likely: &[Range<usize>], len: usize) -> Vec<Range<usize>> {
    let likely = &likely[..likely.len().min(MOST)];
    let mut questions = likely.to_vec();
    for Range { start, end } in likely {
        questions.extend(start.checked_sub(1).map(|before| before..*start));
        questions.extend((*end < len).then(|| *end..*end + 1));
    }
    if let Some(Range { start, end }) = likely.first() {
        let wider = |by: &usize| start.saturating_sub(*by)..(end + by).min(len);
        let radii = std::iter::successors(Some(1), |by| Some(2 * by));
        questions.extend(radii.take_while(|by| 2 * wider(by).len() <= len).map(|by| wider(&by)));
    }
    // What leaves nothing was asked before.
    questions.retain(|piece| piece.len() < len || len == 1);
    questions
}

/// The `nth` of `len` numbers in order of their distance from `centre`: the one itself, before it, behind it, ...
pub(super) const fn nth_near(centre: usize, len: usize, nth: usize) -> usize {
    let (before, behind) = (centre, len - 1 - centre);
    let both = if before < behind { before } else { behind };
    if nth > 2 * both {
        return if before > behind { centre - (nth - both) } else { centre + (nth - both) };
    }
    if nth % 2 == 1 { centre - nth.div_ceil(2) } else { centre + nth / 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_comes_once_and_near_ones_first() {
        for len in 1..12 {
            for centre in 0..len {
                let order: Vec<usize> = (0..len).map(|nth| nth_near(centre, len, nth)).collect();
                let distance = |at: &usize| at.abs_diff(centre);
                assert!(order.is_sorted_by_key(distance), "{centre} of {len}: {order:?}");
                let mut all = order;
                all.sort_unstable();
                assert_eq!(all, (0..len).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn what_is_likely_comes_first_and_then_what_is_around_it() {
        assert_eq!(
            questions(&[5..6, 12..14], 20),
            [5..6, 12..14, 4..5, 6..7, 11..12, 14..15, 4..7, 3..8, 1..10]
        );
        assert_eq!(
            stretches(&Config::of_units([2, 3, 5, 7, 9]), &Config::of_units([0, 3, 5, 9])),
            [1..3, 4..5]
        );
    }
}
