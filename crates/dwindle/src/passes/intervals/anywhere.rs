//! Which intervals of bytes are asked about: families of equal size, those first that begin and end behind equal
//! bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::strategy::Family;

/// The least of the sizes.
const LEAST: usize = 8;

/// How many intervals of a family there are at most.
const MOST: usize = 512;

/// In more bytes no equal ones are looked for.
const LARGE: usize = 1 << 16;

/// How many bytes are equal before both ends of an interval: the most first, since they say more.
const EQUAL: [usize; 3] = [4, 3, 2];

/// How many questions in a row may come to nothing between places alike: the more, the larger the intervals are. At places that
/// nothing speaks for it is a quarter of that.
const PATIENCE: Range<usize> = 32..128;

/// Of few bytes one question for so many of them may come to nothing.
const FEW: usize = 16;

/// An interval of one part in so many of all is among the largest.
const PART: usize = 4;

/// Families of intervals of some bytes, which are units with these numbers: for each power of two as their size those that end where
/// the same bytes stand before as where they begin, since a reader of such data is likelier to go on there as if nothing was
/// gone; those at multiples of half of the size, from the end; and those at any place and of any size up to twice as much.
pub(super) fn families(units: &[(u32, u8)]) -> Vec<Family> {
    let alike = if units.len() <= LARGE { alike(units) } else { Vec::new() };
    let mut families = Vec::new();
    let mut size = units.len().next_power_of_two() / 2;
    while size >= LEAST {
        let patience = (size * PART * PATIENCE.end / units.len()).clamp(PATIENCE.start, PATIENCE.end);
        let patience = patience.min(units.len() / FEW);
        let of_size = alike.iter().filter(|interval| (size..2 * size).contains(&interval.len()));
        let of_size: Vec<Range<usize>> = of_size.take(MOST).cloned().collect();
        let (aligned, anywhere) = (aligned(units.len(), size), anywhere(units.len(), size));
        for (intervals, patience) in [(of_size, patience), (aligned, patience / 4), (anywhere, patience / 4)]
        {
            let of_units = |interval: Range<usize>| units[interval.start].0..units[interval.end - 1].0 + 1;
            let ranges = intervals.into_iter().map(of_units).collect();
            families.push(Family { size: u32::try_from(size).unwrap_or(u32::MAX), ranges, patience });
        }
        size /= 2;
    }
    families
}

/// Intervals of this size at multiples of half of it, from the end.
fn aligned(len: usize, size: usize) -> Vec<Range<usize>> {
    let starts = (0..len).step_by(size / 2).rev();
    starts.map(|start| start..(start + size).min(len)).collect()
}

/// Intervals of this size and up to twice as much, spread over all places.
fn anywhere(len: usize, size: usize) -> Vec<Range<usize>> {
    let interval = |at: u64| {
        let size = size + portion(at, SIZES, size);
        let start = portion(at, PLACES, (len + 1).saturating_sub(size));
        start..start + size
    };
    (1..=MOST as u64).map(interval).filter(|interval| interval.end <= len).collect()
}

/// The additive sequence that fills a square most evenly (Roberts, 2018), as fractions of 2 to the 64.
const PLACES: u64 = 0xc13f_a9a9_02a6_328f;
const SIZES: u64 = 0x91e1_0da5_c79e_7b1d;

/// The `at`-th place of a sequence that fills everything up to `of` evenly.
fn portion(at: u64, step: u64, of: usize) -> usize {
    let portion = (u128::from(at.wrapping_mul(step)) * of as u128) >> 64;
    usize::try_from(portion).unwrap_or(0)
}

/// Intervals with the same bytes before both ends, for each beginning the next end of each size; those with more equal bytes first,
/// and else in an order that has some from everywhere at first.
fn alike(units: &[(u32, u8)]) -> Vec<Range<usize>> {
    let bytes: Vec<u8> = units.iter().map(|(_, byte)| *byte).collect();
    let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
    for equal in EQUAL {
        let mut found = Vec::new();
        let mut places: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
        for (at, before) in bytes.windows(equal).enumerate() {
            places.entry(before).or_default().push(at + equal);
        }
        for places in places.values() {
            for (at, &start) in places.iter().enumerate() {
                let mut size = LEAST;
                while start + size <= bytes.len() {
                    let later = &places[at + 1..];
                    let next = later.get(later.partition_point(|end| *end < start + size));
                    let Some(&end) = next else { break };
                    size = size.max((end - start + 1).next_power_of_two());
                    if seen.insert((start, end)) {
                        found.push(start..end);
                    }
                }
            }
        }
        let turn = |(at, _): &(u64, Range<usize>)| at.wrapping_mul(PLACES);
        let mut found: Vec<(u64, Range<usize>)> = (1..).zip(found).collect();
        found.sort_by_key(turn);
        all.extend(found.into_iter().map(|(_, interval)| interval));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(bytes: &[u8]) -> Vec<(u32, u8)> {
        (0..).zip(bytes.iter().copied()).collect()
    }

    #[test]
    fn intervals_begin_and_end_behind_the_same_bytes() {
        let bytes = b"headAB0123456789AB987654321ABtail";
        let mut found = alike(&units(bytes));
        found.sort_by_key(|interval| (interval.start, interval.end));
        assert_eq!(found, [6..18, 6..29, 18..29]);
    }

    #[test]
    fn intervals_anywhere_are_within_the_data_and_of_their_size() {
        for (len, size) in [(100, 64), (1000, 64), (9, 8)] {
            let found = anywhere(len, size);
            assert!(!found.is_empty());
            for interval in found {
                assert!((size..2 * size).contains(&interval.len()) && interval.end <= len, "{interval:?}");
            }
        }
    }

    #[test]
    fn units_keep_their_numbers() {
        let units: Vec<(u32, u8)> = (100..120).map(|unit| (unit, 0)).collect();
        let families = families(&units);
        assert!(families.iter().flat_map(|family| &family.ranges).all(|range| range.start >= 100));
        assert!(families.iter().flat_map(|family| &family.ranges).all(|range| range.end <= 120));
    }
}
