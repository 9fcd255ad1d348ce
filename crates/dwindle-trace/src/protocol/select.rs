//! Which events are kept, as tracers read it: `0-11,14,20-`.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The numbers of the events that a partial execution keeps: disjoint ranges in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept(Vec<Range<u32>>);

/// Why a text does not say which events are kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no list of ranges in ascending order, such as `0-11,14,20-`")]
pub struct ParseKeptError(String);

impl Kept {
    /// The events of these ranges, which stand in ascending order; empty ones are left out, neighbours are joined.
    pub fn of_ranges(ranges: impl IntoIterator<Item = Range<u32>>) -> Self {
        let mut kept: Vec<Range<u32>> = Vec::new();
        for range in ranges.into_iter().filter(|range| range.start < range.end) {
            match kept.last_mut() {
                Some(last) if last.end >= range.start => last.end = last.end.max(range.end),
                _ => kept.push(range),
            }
        }
        Self(kept)
    }

    /// All events.
    pub fn all() -> Self {
        Self::of_ranges(std::iter::once(0..u32::MAX))
    }

    /// The ranges.
    pub fn ranges(&self) -> &[Range<u32>] {
        &self.0
    }

    /// Whether this event is kept.
    pub fn contains(&self, event: u32) -> bool {
        let after = self.0.partition_point(|range| range.start <= event);
        after > 0 && event < self.0[after - 1].end
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, range) in self.0.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            let Range { start, end } = *range;
            match end {
                u32::MAX => write!(f, "{comma}{start}-")?,
                _ if end == start + 1 => write!(f, "{comma}{start}")?,
                _ => write!(f, "{comma}{start}-{}", end - 1)?,
            }
        }
        Ok(())
    }
}

impl FromStr for Kept {
    type Err = ParseKeptError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || ParseKeptError(text.to_owned());
        let number = |digits: &str| digits.trim().parse::<u32>().map_err(|_| wrong());
        let mut ranges: Vec<Range<u32>> = Vec::new();
        for part in text.trim().split(',').filter(|part| !part.is_empty()) {
            let range = match part.split_once('-') {
                None => number(part)?..number(part)?.saturating_add(1),
                Some((first, "")) => number(first)?..u32::MAX,
                Some((first, last)) => number(first)?..number(last)?.saturating_add(1),
            };
            if range.start >= range.end || ranges.last().is_some_and(|last| last.end > range.start) {
                return Err(wrong());
            }
            ranges.push(range);
        }
        Ok(Self::of_ranges(ranges))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_written_and_read() {
        for text in ["", "0", "0-11,14,20-", "3-4"] {
            assert_eq!(text.parse::<Kept>().unwrap().to_string(), text);
        }
        let kept: Kept = "0-11,14,20-\n".parse().unwrap();
        assert_eq!(kept.ranges(), [0..12, 14..15, 20..u32::MAX]);
        let held: Vec<u32> = (10..22).filter(|event| kept.contains(*event)).collect();
        assert_eq!(held, [10, 11, 14, 20, 21]);
        assert_eq!(Kept::all().to_string(), "0-");
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["a", "3-1", "5,2", "1-3,3", "-4"] {
            assert!(text.parse::<Kept>().is_err(), "{text}");
        }
    }
}
