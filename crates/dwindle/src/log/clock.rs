//! Dates with a time of day, as ISO 8601 and RFC 3339 write them: read, and written again in the same form.

/// How many days a year has before each month, but for the day that leap years have more.
const BEFORE: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const DAY: i64 = 86_400;

/// How a time is written, beside its digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// `T`, or a blank.
    between: char,
    /// The point or comma before the decimals.
    point: char,
    /// How many seconds the clock is ahead of UTC.
    ahead: i64,
    /// `Z`, `+02:00`, or nothing.
    zone: String,
}

/// Seconds since the beginning of year 1 (in UTC where a zone is given), the decimals behind them, and the form.
///
/// `word` is a JSON string with its quotes, as `"2026-11-20T18:36:14.123Z"`.
pub(super) fn read(word: &str) -> Option<(i64, &str, Form)> {
    let word = word.strip_prefix('"')?.strip_suffix('"')?;
    let (date, rest) = word.split_at_checked(10)?;
    let between = rest.chars().next().filter(|c| matches!(c, 'T' | 't' | ' '))?;
    let (time, rest) = rest[1..].split_at_checked(8)?;
    let [year, month, day] = three(date, '-', [4, 2, 2])?;
    let [hours, minutes, seconds] = three(time, ':', [2, 2, 2])?;
    let is_date = year > 0 && (1..=12).contains(&month) && (1..=days_of(year, month)).contains(&day);
    if !is_date || hours > 23 || minutes > 59 || seconds > 59 {
        return None;
    }
    let (point, decimals, zone) = match rest.strip_prefix(['.', ',']) {
        Some(behind) => {
            let end = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
            let point = if rest.starts_with(',') { ',' } else { '.' };
            (point, Some(&behind[..end]).filter(|digits| !digits.is_empty())?, &behind[end..])
        }
        None => ('.', "", rest),
    };
    let form = Form { between, point, ahead: ahead(zone)?, zone: zone.to_owned() };
    let days = days_before(year) + days_in(year, month) + day - 1;
    let seconds = days * DAY + hours * 3600 + minutes * 60 + seconds - form.ahead;
    (seconds >= 0).then_some((seconds, decimals, form))
}

impl Form {
    /// Whether the two are on the same clock: a time with a zone cannot be told from one without.
    pub(super) fn is_of_kind(&self, other: &Self) -> bool {
        self.zone.is_empty() == other.zone.is_empty()
    }

    /// The time as it stands in the log, with its quotes.
    pub(super) fn written(&self, seconds: i64, decimals: &str) -> String {
        let seconds = seconds + self.ahead;
        let (days, time) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
        // A year has 365.2425 days, so this is the year or the one before or behind it.
        let mut year = days * 400 / 146_097 + 1;
        year += i64::from(days_before(year + 1) <= days) - i64::from(days_before(year) > days);
        let days = days - days_before(year);
        let month = (1..=12).rfind(|month| days_in(year, *month) <= days).unwrap_or(1);
        let day = days - days_in(year, month) + 1;
        let (hours, minutes, seconds) = (time / 3600, time / 60 % 60, time % 60);
        let point = if decimals.is_empty() { String::new() } else { self.point.to_string() };
        let Self { between, zone, .. } = self;
        format!(
            "\"{year:04}-{month:02}-{day:02}{between}{hours:02}:{minutes:02}:{seconds:02}{point}{decimals}{zone}\""
        )
    }
}

/// Three numbers of so many digits each.
fn three(word: &str, between: char, digits: [usize; 3]) -> Option<[i64; 3]> {
    let mut parts = word.split(between);
    let mut numbers = [0; 3];
    for (number, digits) in numbers.iter_mut().zip(digits) {
        let part = parts.next().filter(|part| part.len() == digits)?;
        *number = part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok())??;
    }
    parts.next().is_none().then_some(numbers)
}

/// How many seconds a clock in this zone is ahead of UTC.
fn ahead(zone: &str) -> Option<i64> {
    let Some(digits) = zone.strip_prefix(['+', '-']) else {
        return matches!(zone, "" | "Z" | "z").then_some(0);
    };
    let digits = digits.replacen(':', "", 1);
    if !matches!(digits.len(), 2 | 4) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (hours, minutes) = digits.split_at(2);
    let seconds = hours.parse::<i64>().ok()? * 3600 + minutes.parse::<i64>().unwrap_or(0) * 60;
    Some(if zone.starts_with('-') { -seconds } else { seconds })
}

const fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// How many days there were before this year.
const fn days_before(year: i64) -> i64 {
    let whole = year - 1;
    whole * 365 + whole.div_euclid(4) - whole.div_euclid(100) + whole.div_euclid(400)
}

/// How many days of the year there were before this month, which is from 1 to 12.
fn days_in(year: i64, month: i64) -> i64 {
    let before = usize::try_from(month - 1).ok().and_then(|month| BEFORE.get(month)).copied().unwrap_or(0);
    before + i64::from(month > 2 && is_leap(year))
}

fn days_of(year: i64, month: i64) -> i64 {
    if month == 12 { 31 } else { days_in(year, month + 1) - days_in(year, month) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read_back(seconds in 0i64..315_537_897_600, ahead in -14i64..15, dot in any::<bool>()) {
            let zone = if ahead == 0 { "Z".to_owned() } else { format!("{ahead:+03}:00") };
            let point = if dot { '.' } else { ',' };
            let form = Form { between: 'T', point, ahead: ahead * 3600, zone };
            // Not over the ends of years that have four digits.
            let seconds = seconds.clamp(14 * 3600, 315_537_897_599 - 14 * 3600);
            let written = form.written(seconds, "05");
            prop_assert_eq!(read(&written), Some((seconds, "05", form)));
        }
    }

    #[test]
    fn seconds_are_counted_over_years_and_leap_days() {
        let seconds = |word: &str| read(&format!("\"{word}\"")).unwrap().0;
        // 719,162 days lie between the beginning of year 1 and that of 1970.
        assert_eq!(seconds("1970-01-01T00:00:00Z"), 719_162 * DAY);
        assert_eq!(seconds("2024-03-01 00:00:00") - seconds("2024-02-28 00:00:00"), 2 * DAY);
        assert_eq!(seconds("2100-03-01T00:00:00Z") - seconds("2100-02-28T00:00:00Z"), DAY);
        assert_eq!(seconds("2001-01-01T00:00:00Z") - seconds("2000-01-01T00:00:00Z"), 366 * DAY);
        assert_eq!(seconds("2026-11-20T18:36:14+02:00"), seconds("2026-11-20T16:36:14Z"));
        assert_eq!(seconds("2026-11-20T18:36:14-0130"), seconds("2026-11-20T20:06:14Z"));
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for word in [
            "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "0000-01-01T00:00:00Z",
            "2026-11-20T24:00:00Z",
            "2026-11-20T18:36Z",
            "2026-11-20T18:36:14.Z",
            "2026-11-20T18:36:14 CET",
            "2026-11-20",
            "+026-11-20T18:36:14Z",
            "2026-11-20T18:36:14+2",
            "2026-11-2\u{e4}T18:36:14",
            "",
        ] {
            assert_eq!(read(&format!("\"{word}\"")), None, "{word}");
        }
        assert_eq!(read("12"), None);
    }
}
