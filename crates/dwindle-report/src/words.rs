//! Texts of any bytes as a page can show them, and how much of them there is room for.

use std::time::Duration;

use dwindle_run::text::{number, percent, plain};

/// So much of a line is shown, in bytes.
const LONGEST: usize = 400;
/// What the markup around a line takes, at most.
const MARKUP: usize = 120;
/// Bytes in a line of what is no text.
const WIDTH: usize = 16;

/// What there is room for on the page, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room(pub(crate) usize);

impl Room {
    /// Takes what a line needs; says whether there was so much.
    pub(crate) const fn take(&mut self, line: usize) -> bool {
        let needed = line + MARKUP;
        let is_there = self.0 >= needed;
        self.0 = self.0.saturating_sub(needed);
        is_there
    }
}

/// A text of any bytes, as text: where it is none, sixteen bytes a line as numbers and letters.
pub(crate) fn as_text(bytes: &[u8]) -> String {
    let control = |byte: &u8| byte.is_ascii_control() && !matches!(byte, b'\n' | b'\r' | b'\t');
    let odd = bytes.iter().filter(|byte| control(byte)).count();
    if bytes.contains(&0) || odd > bytes.len() / 10 {
        return bytes.chunks(WIDTH).map(as_numbers).collect();
    }
    plain(&String::from_utf8_lossy(bytes).replace("\r\n", "\n"), &['\n', '\t'])
}

fn as_numbers(bytes: &[u8]) -> String {
    let numbers: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let letter = |byte: &u8| if byte.is_ascii_graphic() { char::from(*byte) } else { '.' };
    let letters: String = bytes.iter().map(letter).collect();
    format!("{:<47}  {letters}\n", numbers.join(" "))
}

/// The beginning of a long line.
pub(crate) fn cut(line: &str) -> &str {
    let mut end = line.len().min(LONGEST);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    &line[..end]
}

/// A time with as many digits as matter: `0.25 s`, `38.2 s`, `1,204 s`.
pub(crate) fn time(time: Duration) -> String {
    match time.as_secs() {
        0..10 => format!("{:.2} s", time.as_secs_f64()),
        10..1000 => format!("{:.1} s", time.as_secs_f64()),
        seconds => format!("{} s", number(seconds)),
    }
}

/// What part of the whole `part` is; nothing where that says nothing.
pub(crate) fn share(part: u64, whole: u64) -> String {
    if whole == 0 { String::new() } else { percent(part, whole) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_shown_as_numbers_and_no_control_character_reaches_the_page() {
        let shown = as_text(b"\0PNG\x7f");
        assert!(shown.starts_with("00 50 4e 47 7f "), "{shown}");
        assert!(shown.ends_with("  .PNG.\n"));
        assert_eq!(as_text(b"a\tb\r\nc\n"), "a\tb\nc\n");
        assert!(!as_text(b"plain text with one \x1b[2J in it").contains('\u{1b}'));
    }

    #[test]
    fn a_long_line_is_cut_between_letters() {
        let line = "é".repeat(LONGEST);
        assert_eq!(cut(&line).chars().count(), LONGEST / 2);
        assert_eq!(cut("short"), "short");
    }
}
