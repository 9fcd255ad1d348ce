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
    times: Vec<Time>,
    /// The most decimals that any is written with.
    most: u32,
}

/// When one action happened.
#[derive(Clone, Debug)]
struct Time {
    /// Where it stands.
    span: Range<usize>,
    /// The time, in the last place of all.
    value: i128,
    /// How many decimals it is written with.
    places: u32,
    /// How it is written if it is a date.
    form: Option<Form>,
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
        let mut times: Vec<Time> = Vec::with_capacity(log.len());
        for number in 0..log.len() {
            let span = log.find(number, field).ok_or_else(|| log.no_field(number, field))?;
            let word = &log.text.bytes()[span.clone()];
            let no_time = |other| LogError::NoTime {
                field: field.clone(),
                line: log.line(number),
                found: String::from_utf8_lossy(word).chars().take(40).collect(),
                other,
            };
            let ((value, places), form) = time(word).ok_or_else(|| no_time(false))?;
            let is_of_kind = match (times.first().map_or(&form, |first| &first.form), &form) {
                (Some(first), Some(form)) => first.is_of_kind(form),
                (first, form) => first.is_none() && form.is_none(),
            };
            if !is_of_kind {
                return Err(no_time(true));
            }
            times.push(Time { span, value, places, form });
        }
        let most = times.iter().map(|time| time.places).max().unwrap_or(0);
        for time in &mut times {
            time.value *= 10i128.pow(most - time.places);
        }
        Ok(Self { times, most })
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
            let time = &self.times[number as usize];
            now = match (rank, number.checked_sub(1)) {
                (0, _) | (_, None) => self.times[0].value,
                (_, Some(neighbour)) => now + (time.value - self.times[neighbour as usize].value),
            };
            let other = (now != time.value).then(|| self.written(now, time));
            closed.push((time.span.clone(), other));
        }
        closed
    }

    /// The times alone, and the place that they are reckoned in.
    pub(super) fn values(self) -> (Vec<i128>, u32) {
        (self.times.into_iter().map(|time| time.value).collect(), self.most)
    }

    /// A time in as many decimals as the action's own has, or more where the gaps have more.
    fn written(&self, time: i128, of: &Time) -> String {
        let one = 10i128.pow(self.most);
        let sign = if time < 0 { "-" } else { "" };
        let (whole, rest) = match of.form {
            Some(_) => (time.div_euclid(one), time.rem_euclid(one)),
            None => ((time / one).abs(), (time % one).abs()),
        };
        let decimals = if self.most == 0 {
            String::new()
        } else {
            format!("{rest:0>width$}", width = self.most as usize)
        };
        let shown = decimals.trim_end_matches('0').len().max(of.places as usize);
        if let Some(form) = &of.form {
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
        let time = |value, places| Time { span: 0..0, value, places, form: None };
        let times = Times { times: vec![time(1000, 0), time(2250, 2)], most: 2 };
        let [one, other] = [&times.times[0], &times.times[1]];
        assert_eq!(times.written(1000, one), "10");
        assert_eq!(times.written(1050, one), "10.5");
        assert_eq!(times.written(1000, other), "10.00");
        assert_eq!(times.written(-50, other), "-0.50");
    }
}
