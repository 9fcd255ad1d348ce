//! Times of actions, and how the gaps are closed that dropped actions leave.

use std::ops::Range;

use super::{Field, Log, LogError};

/// More digits than any clock has; so sums stay far from what 128 bits hold.
const DIGITS: usize = 30;

/// When each action of a log happened.
///
/// Times are decimal numbers and are reckoned with exactly, in the last place that any of them has.
#[derive(Clone, Debug)]
pub struct Times {
    /// Where each time stands.
    spans: Vec<Range<usize>>,
    /// Each time, in the last place.
    values: Vec<i128>,
    /// How many decimals each is written with.
    places: Vec<u32>,
    /// The most of them.
    most: u32,
}

impl Times {
    /// The times in the `field` of each action of `log`.
    ///
    /// # Errors
    /// When there are no fields, an action has no such field, or it is no plain number (one without an exponent).
    pub fn of(log: &Log, field: &Field) -> Result<Self, LogError> {
        if !log.format.is_json() {
            return Err(LogError::NotOfFields { field: field.clone() });
        }
        let mut spans = Vec::with_capacity(log.len());
        let mut read = Vec::with_capacity(log.len());
        for number in 0..log.len() {
            let span = log.find(number, field).ok_or_else(|| log.no_field(number, field))?;
            let word = &log.text.bytes()[span.clone()];
            read.push(decimal(word).ok_or_else(|| LogError::NoNumber {
                field: field.clone(),
                line: log.line(number),
                found: String::from_utf8_lossy(word).chars().take(40).collect(),
            })?);
            spans.push(span);
        }
        let most = read.iter().map(|(_, places)| *places).max().unwrap_or(0);
        let values = read.iter().map(|(digits, places)| digits * 10i128.pow(most - places)).collect();
        Ok(Self { spans, values, places: read.iter().map(|(_, places)| *places).collect(), most })
    }

    /// Where the time of an action stands, and what it is when the actions in `kept` are all that happens: the first
    /// comes when the log began, and every other as long after the one before it as it came after its neighbour in the
    /// log.
    ///
    /// Gives the number of each action, the span of its time, and the new time where it is another.
    pub(crate) fn closed_up(&self, kept: &[u32]) -> Vec<(Range<usize>, Option<String>)> {
        let mut now = 0;
        let mut closed = Vec::with_capacity(kept.len());
        for (rank, &number) in kept.iter().enumerate() {
            let number = number as usize;
            now = match (rank, number.checked_sub(1)) {
                (0, _) | (_, None) => self.values[0],
                (_, Some(neighbour)) => now + (self.values[number] - self.values[neighbour]),
            };
            let other = (now != self.values[number]).then(|| self.written(now, number));
            closed.push((self.spans[number].clone(), other));
        }
        closed
    }

    /// The times alone, and the place that they are reckoned in.
    pub(super) fn values(self) -> (Vec<i128>, u32) {
        (self.values, self.most)
    }

    /// A time in as many decimals as the action's own has, or more where the gaps have more.
    fn written(&self, time: i128, number: usize) -> String {
        let one = 10i128.pow(self.most);
        let sign = if time < 0 { "-" } else { "" };
        let (whole, rest) = ((time / one).abs(), (time % one).abs());
        let decimals = if self.most == 0 {
            String::new()
        } else {
            format!("{rest:0>width$}", width = self.most as usize)
        };
        let shown = decimals.trim_end_matches('0').len().max(self.places[number] as usize);
        match &decimals[..shown] {
            "" => format!("{sign}{whole}"),
            decimals => format!("{sign}{whole}.{decimals}"),
        }
    }
}

/// The digits of a number as one integer, and how many of them are decimals.
fn decimal(word: &[u8]) -> Option<(i128, u32)> {
    let word = str::from_utf8(word).ok()?;
    let (whole, decimals) = word.split_once('.').unwrap_or((word, ""));
    let digits = format!("{whole}{decimals}");
    let is_plain = digits.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    if !is_plain || digits.len() > DIGITS {
        return None;
    }
    Some((digits.parse().ok()?, u32::try_from(decimals.len()).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_numbers_are_times() {
        assert_eq!(decimal(b"-12.50"), Some((-1250, 2)));
        assert_eq!(decimal(b"7"), Some((7, 0)));
        for word in ["1e3", "\"7\"", "null", "[1]", "{}", &"9".repeat(31)] {
            assert_eq!(decimal(word.as_bytes()), None, "{word}");
        }
    }

    #[test]
    fn times_are_written_as_they_were() {
        let times = Times { spans: vec![0..0; 2], values: vec![1000, 2250], places: vec![0, 2], most: 2 };
        assert_eq!(times.written(1000, 0), "10");
        assert_eq!(times.written(1050, 0), "10.5");
        assert_eq!(times.written(1000, 1), "10.00");
        assert_eq!(times.written(-50, 1), "-0.50");
    }
}
