//! Numbers, sizes and times as people read them.

use std::time::Duration;

/// A number with its thousands set off: `812,345`.
pub fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// So many of something: `1 test`, `1,204 tests`.
pub fn plural(n: u64, noun: &str) -> String {
    format!("{} {noun}{}", number(n), if n == 1 { "" } else { "s" })
}

/// A size in bytes: `1 byte`, `96 bytes`.
pub fn size(bytes: u64) -> String {
    plural(bytes, "byte")
}

/// A size as people say it: `4 bytes`, `9,812 bytes`, `10.6 kB`, `3.2 MB`.
pub fn extent(bytes: u64) -> String {
    if bytes < 10_000 {
        return size(bytes);
    }
    // In tenths of a kilobyte, megabyte and so on, rounded.
    let (mut tenths, mut unit, mut units) = ((bytes + 50) / 100, "kB", ["MB", "GB", "TB"].into_iter());
    while tenths >= 9_995 {
        let Some(larger) = units.next() else { break };
        (tenths, unit) = ((tenths + 500) / 1000, larger);
    }
    match tenths {
        0..1000 => format!("{}.{} {unit}", tenths / 10, tenths % 10),
        _ => format!("{} {unit}", number((tenths + 5) / 10)),
    }
}

/// What became of a size: `87 → 15 bytes`, `3.2 MB → 41 bytes`.
pub fn change(from: u64, to: u64) -> String {
    if from < 10_000 && to < 10_000 {
        format!("{} → {}", number(from), size(to))
    } else {
        format!("{} → {}", extent(from), extent(to))
    }
}

/// The part that `part` is of `whole`, with at least one digit that counts: `0.01 %`.
pub fn percent(part: u64, whole: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "shown with two digits")]
    let percent = if whole == 0 { 100.0 } else { part as f64 * 100.0 / whole as f64 };
    match percent {
        0.0 => "0 %".to_owned(),
        p if p < 0.01 => "< 0.01 %".to_owned(),
        p if p < 1.0 => format!("{p:.2} %"),
        p if p < 99.95 => format!("{p:.1} %"),
        p => format!("{p:.0} %"),
    }
}

/// A time: `3.8 s`, `38 s`, `4 min 05 s`, `2 h 03 min`.
pub fn seconds(time: Duration) -> String {
    match time.as_secs() {
        0..10 => format!("{:.1} s", time.as_secs_f64()),
        s @ 10..120 => format!("{s} s"),
        s @ 120..7200 => format!("{} min {:02} s", s / 60, s % 60),
        s => format!("{} h {:02} min", s / 3600, s % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_set_off_by_thousands() {
        assert_eq!(
            [0, 999, 1000, 812_345, 1_000_000].map(number),
            ["0", "999", "1,000", "812,345", "1,000,000"]
        );
        assert_eq!(plural(1, "test"), "1 test");
        assert_eq!(size(0), "0 bytes");
    }

    #[test]
    fn a_part_never_looks_like_nothing_or_like_all_unless_it_is() {
        let shown = [(0, 5), (1, 1_000_000), (96, 812_345), (1, 8), (9999, 10_000), (5, 5), (0, 0)];
        let expected = ["0 %", "< 0.01 %", "0.01 %", "12.5 %", "100 %", "100 %", "100 %"];
        assert_eq!(shown.map(|(part, whole)| percent(part, whole)), expected);
    }

    #[test]
    fn large_sizes_are_rounded_and_small_ones_are_not() {
        let sizes =
            [0, 1, 9_999, 10_580, 99_949, 99_950, 812_345, 999_949, 3_210_000, 103_000_000, 2_960_000_000];
        let expected = [
            "0 bytes",
            "1 byte",
            "9,999 bytes",
            "10.6 kB",
            "99.9 kB",
            "100 kB",
            "812 kB",
            "1.0 MB",
            "3.2 MB",
            "103 MB",
            "3.0 GB",
        ];
        assert_eq!(sizes.map(extent), expected);
        assert_eq!(change(87, 1), "87 → 1 byte");
        assert_eq!(change(3_210_000, 41), "3.2 MB → 41 bytes");
    }

    #[test]
    fn times_are_short() {
        let shown = [40, 3_800, 38_200, 245_000, 7_380_000].map(|ms| seconds(Duration::from_millis(ms)));
        assert_eq!(shown, ["0.0 s", "3.8 s", "38 s", "4 min 05 s", "2 h 03 min"]);
    }
}
