//! A number that says how many there are of a word below it.
//!
//! A table says with `!count HEAD NTH WORD` that on the line that begins with HEAD the NTH word is how often WORD stands on the
//! lines below it. Lines that begin with a letter are comments or declarations, and do not count.

use std::ops::Range;

use dwindle::rewrite::Edit;

/// Where the number stands, and what it counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting {
    pub(super) head: &'static str,
    pub(super) nth: usize,
    pub(super) counted: &'static str,
}

impl Counting {
    /// What a table says.
    pub(super) fn of(mut words: impl Iterator<Item = &'static str>) -> Option<Self> {
        Some(Self { head: words.next()?, nth: words.next()?.parse().ok()?, counted: words.next()? })
    }
}

/// The number as it has to be; none where its line or its word is missing.
pub(super) fn count(text: &[u8], counting: Counting) -> Option<Edit> {
    let mut lines = text.split_inclusive(|byte| *byte == b'\n');
    let mut at = 0;
    let head = lines.by_ref().find(|line| {
        let is_head = words(line).next().is_some_and(|word| line[word] == *counting.head.as_bytes());
        at += if is_head { 0 } else { line.len() };
        is_head
    })?;
    let number = words(head).nth(counting.nth.checked_sub(1)?)?;
    let counts = |line: &&[u8]| !line.trim_ascii_start().first().is_some_and(u8::is_ascii_alphabetic);
    let in_line = |line: &[u8]| {
        // A sign begins another word.
        let words = words(line).flat_map(|word| line[word].split(|byte| *byte == b'-'));
        words.filter(|word| *word == counting.counted.as_bytes()).count()
    };
    let count: usize = lines.filter(counts).map(in_line).sum();
    Some(Edit { span: at + number.start..at + number.end, with: count.to_string().into_bytes().into() })
}

/// Where the words of a line stand.
fn words(line: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let words = line.split(u8::is_ascii_whitespace).scan(0, |at, word| {
        let start = *at;
        *at += word.len() + 1;
        Some(start..start + word.len())
    });
    words.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLAUSES: Counting = Counting { head: "p", nth: 4, counted: "0" };

    fn counted(text: &str) -> Option<(Range<usize>, String)> {
        let edit = count(text.as_bytes(), CLAUSES)?;
        Some((edit.span, String::from_utf8(edit.with.into()).unwrap()))
    }

    #[test]
    fn words_are_counted_below_the_number() {
        let text = "c 0 0\np  cnf 12\t7\nc 0\na 1 2 0\n1 -2 0 2 0\n10 0-4 0\n";
        assert_eq!(counted(text), Some((16..17, "4".to_owned())));
        assert_eq!(&text[16..17], "7");
    }

    #[test]
    fn a_text_without_the_number_has_no_count() {
        assert_eq!(counted("1 2 0\n"), None);
        assert_eq!(counted("p cnf 12\n1 2 0\n"), None);
        assert_eq!(counted(""), None);
    }
}
