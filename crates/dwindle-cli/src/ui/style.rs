//! Numbers and names as people read them.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
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

/// A time: `38.2 s`, `4 min 05 s`, `2 h 03 min`.
pub fn seconds(time: Duration) -> String {
    match time.as_secs() {
        0..120 => format!("{:.1} s", time.as_secs_f64()),
        s @ 120..7200 => format!("{} min {:02} s", s / 60, s % 60),
        s => format!("{} h {:02} min", s / 3600, s % 3600 / 60),
    }
}

/// A name that stands on one line whatever is in it: control characters and odd bytes are escaped.
pub fn escaped(name: impl AsRef<OsStr>) -> String {
    let mut out = String::new();
    for chunk in name.as_ref().as_bytes().utf8_chunks() {
        for letter in chunk.valid().chars() {
            if letter.is_control() {
                out.extend(letter.escape_default());
            } else {
                out.push(letter);
            }
        }
        out.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    out
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
    fn times_are_short() {
        let shown = [40, 38_200, 245_000, 7_380_000].map(|ms| seconds(Duration::from_millis(ms)));
        assert_eq!(shown, ["0.0 s", "38.2 s", "4 min 05 s", "2 h 03 min"]);
    }

    #[test]
    fn names_stand_on_one_line() {
        assert_eq!(escaped(OsStr::from_bytes(b"a b\nc\xff\xc3\xa4")), "a b\\nc\\xff\u{e4}");
    }
}
