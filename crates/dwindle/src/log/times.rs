//! Times of actions, and how the gaps are closed that dropped actions leave.

use std::ops::Range;

use super::clock::{self, Form};
use super::{Field, Log, LogError};

/// More digits than any clock has; so sums stay far from what 128 bits hold.
const DIGITS: usize = 30;

/// When each action of a log happened.
///
/// Times are decimal numbers, or dates with a time of day (which are seconds). They are reckoned with exactly, in the
/// last place that any of them has.
#[derive(Clone, Debug)]
pub struct Times {
    /// Where each time stands.
    spans: Vec<Range<usize>>,
    /// Each time, in the last place.
    values: Vec<i128>,
    /// How many decimals each is written with.
    places: Vec<u32>,
    /// How each is written that is a date.
    forms: Vec<Option<Form>>,
    /// The most of them.
    most: u32,
}

impl Times {
    /// The times in the `field` of each action of `log`.
    ///
    /// # Errors
    /// When there are no fields, an action has no such field, or it is neither a plain number (one without an exponent)
    /// nor a date; and when some are the one and some the other, or have a zone and others none.
    pub fn of(log: &Log, field: &Field) -> Result<Self, LogError> {
        if !log.format.is_json() {
            return Err(LogError::NotOfFields { field: field.clone() });
        }
        let mut spans = Vec::with_capacity(log.len());
        let mut read: Vec<(i128, u32)> = Vec::with_capacity(log.len());
        let mut forms: Vec<Option<Form>> = Vec::with_capacity(log.len());
        for number in 0..log.len() {
            let span = log.find(number, field).ok_or_else(|| log.no_field(number, field))?;
            let word = &log.text.bytes()[span.clone()];
            let no_time = |other| LogError::NoTime {
                field: field.clone(),
                line: log.line(number),
                found: String::from_utf8_lossy(word).chars().take(40).collect(),
                other,
            };
            let (value, form) = time(word).ok_or_else(|| no_time(false))?;
            let is_of_kind = match (forms.first().unwrap_or(&form), &form) {
                (Some(first), Some(form)) => first.is_of_kind(form),
                (first, form) => first.is_none() && form.is_none(),
            };
            if !is_of_kind {
                return Err(no_time(true));
            }
            read.push(value);
            forms.push(form);
            spans.push(span);
        }
        let most = read.iter().map(|(_, places)| *places).max().unwrap_or(0);
        let values = read.iter().map(|(digits, places)| digits * 10i128.pow(most - places)).collect();
        Ok(Self { spans, values, places: read.iter().map(|(_, places)| *places).collect(), forms, most })
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
        let form = self.forms[number].as_ref();
        let sign = if time < 0 { "-" } else { "" };
        let (whole, rest) = match form {
            Some(_) => (time.div_euclid(one), time.rem_euclid(one)),
            None => ((time / one).abs(), (time % one).abs()),
        };
        let decimals = if self.most == 0 {
            String::new()
        } else {
            format!("{rest:0>width$}", width = self.most as usize)
        };
        let shown = decimals.trim_end_matches('0').len().max(self.places[number] as usize);
        if let Some(form) = form {
            return form.written(i64::try_from(whole).unwrap_or_default(), &decimals[..shown]);
        }
        match &decimals[..shown] {
            "" => format!("{sign}{whole}"),
            decimals => format!("{sign}{whole}.{decimals}"),
        }
    }
}

/// A time: its digits as one integer, how many of them are decimals, and how it is written if it is a date.
fn time(word: &[u8]) -> Option<((i128, u32), Option<Form>)> {
    if let Some(number) = decimal(word) {
        return Some((number, None));
    }
    let (seconds, decimals, form) = clock::read(str::from_utf8(word).ok()?)?;
    Some((decimal(format!("{seconds}.{decimals}").as_bytes())?, Some(form)))
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
        let times = Times {
            spans: vec![0..0; 2],
            values: vec![1000, 2250],
            places: vec![0, 2],
            forms: vec![None, None],
            most: 2,
        };
        assert_eq!(times.written(1000, 0), "10");
        assert_eq!(times.written(1050, 0), "10.5");
        assert_eq!(times.written(1000, 1), "10.00");
        assert_eq!(times.written(-50, 1), "-0.50");
    }
}
