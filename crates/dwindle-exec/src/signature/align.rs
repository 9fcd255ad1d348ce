//! Aligns two lines that two runs on the same input wrote, and blanks out what differs between them.
//!
//! What two runs say differently of the same input (a process id, an address, a time, a random name) comes from
//! the run. No list of such things would be complete, so none is kept: the second run shows which they are.

/// Stands for text that differed between two runs. Lines are free of control characters when they come here.
pub(super) const VARIES: char = '\x02';

/// Two lines, of which the parts that differ have this many tokens multiplied, are not aligned token by token.
const CELLS: usize = 1 << 20;

/// Two lines made one: what both hold, with [`VARIES`] for what differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Aligned {
    pub(super) text: String,
    /// How many words both have in common.
    pub(super) words: usize,
}

/// Aligns two lines; `None` if they have too little in common to be the same line from two runs, that is less than
/// half of the words of either.
///
/// The order of the two does not matter, and equal lines come back as they are.
pub(super) fn align(one: &str, other: &str) -> Option<Aligned> {
    let (one, other) = if one <= other { (one, other) } else { (other, one) };
    let (these, those) = (tokens(one), tokens(other));
    let words = |tokens: &[&str]| tokens.iter().filter(|token| is_word(token)).count();
    let most = words(&these).max(words(&those));
    if one == other {
        return Some(Aligned { text: one.to_owned(), words: most });
    }
    let mut text = String::new();
    let mut shared = 0;
    let mut gap = false;
    // A piece that holds neither a word nor a space, between two holes, is part of one hole: its punctuation
    // is as random as what stands around it.
    let mut pending = String::new();
    for step in steps(&these, &those) {
        let Some(token) = step else {
            pending.clear();
            if !text.ends_with(VARIES) {
                text.push(VARIES);
            }
            gap = true;
            continue;
        };
        shared += usize::from(is_word(token));
        pending.push_str(token);
        gap &= token.chars().all(|c| c.is_ascii_punctuation());
        if !gap {
            text.push_str(&pending);
            pending.clear();
        }
    }
    text.push_str(&pending);
    (shared > 0 && 2 * shared >= most).then_some(Aligned { text, words: shared })
}

/// What stands before, between and after the holes of `pattern`.
///
/// Space beside a hole goes with it: a number that has another number of digits is padded otherwise.
pub(super) fn pieces(pattern: &str) -> Vec<&str> {
    let mut pieces: Vec<&str> = pattern.split(VARIES).collect();
    let last = pieces.len() - 1;
    for (nth, piece) in pieces.iter_mut().enumerate() {
        if nth > 0 {
            *piece = piece.trim_start();
        }
        if nth < last {
            *piece = piece.trim_end();
        }
    }
    pieces
}

/// Whether `text` is `pattern` with any text for each [`VARIES`] in it.
pub(super) fn covers(pattern: &str, text: &str) -> bool {
    let pieces = pieces(pattern);
    let [first, between @ .., last] = pieces.as_slice() else { return pattern == text };
    let Some(mut text) = text.strip_prefix(first) else { return false };
    for piece in between {
        match text.find(piece) {
            Some(at) => text = &text[at + piece.len()..],
            None => return false,
        }
    }
    text.ends_with(last)
}

/// Goes through both at once: a token that both have, or `None` for tokens that only one has.
fn steps<'a>(these: &[&'a str], those: &[&'a str]) -> Vec<Option<&'a str>> {
    let same = |(one, other): &(&&str, &&str)| one == other;
    let head = these.iter().zip(those).take_while(same).count();
    let (left, right) = (&these[head..], &those[head..]);
    let tail = left.iter().rev().zip(right.iter().rev()).take_while(same).count();
    let (left, right) = (&left[..left.len() - tail], &right[..right.len() - tail]);
    let mut steps: Vec<Option<&str>> = these[..head].iter().copied().map(Some).collect();
    steps.extend(middle(left, right));
    steps.extend(these[these.len() - tail..].iter().copied().map(Some));
    steps
}

/// The same by a longest common subsequence; one hole where that would take too long.
fn middle<'a>(left: &[&'a str], right: &[&'a str]) -> Vec<Option<&'a str>> {
    let width = right.len() + 1;
    if left.is_empty() && right.is_empty() {
        return Vec::new();
    }
    if (left.len() + 1) * width > CELLS {
        return vec![None];
    }
    // How long the longest common subsequence of what is left of both is, from each pair of places on.
    let mut longest = vec![0_u32; (left.len() + 1) * width];
    for (i, one) in left.iter().enumerate().rev() {
        for (j, other) in right.iter().enumerate().rev() {
            longest[i * width + j] = if one == other {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut steps = Vec::new();
    while i < left.len() && j < right.len() {
        if left[i] == right[j] {
            steps.push(Some(left[i]));
            (i, j) = (i + 1, j + 1);
        } else {
            steps.push(None);
            if longest[(i + 1) * width + j] >= longest[i * width + j + 1] { i += 1 } else { j += 1 }
        }
    }
    if i < left.len() || j < right.len() {
        steps.push(None);
    }
    steps
}

/// Numbers with their fractions, runs of letters and digits, runs of space, and single characters.
fn tokens(text: &str) -> Vec<&str> {
    let class = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 1,
        c if c.is_whitespace() => 2,
        _ => 0,
    };
    let mut tokens = Vec::new();
    let mut begin = 0;
    let mut before = None;
    for (at, c) in text.char_indices() {
        let mut now = class(c);
        // Of a time `1795247447.25` the second is as much of the run as its fraction.
        let is_number = || text[begin..at].starts_with(|c: char| c.is_ascii_digit());
        if c == '.'
            && before == Some(1)
            && is_number()
            && text[at + 1..].starts_with(|c: char| c.is_ascii_digit())
        {
            now = 1;
        }
        if before.is_some_and(|before| before != now || now == 0) {
            tokens.push(&text[begin..at]);
            begin = at;
        }
        before = Some(now);
    }
    if begin < text.len() {
        tokens.push(&text[begin..]);
    }
    tokens
}

/// A number, an address or a hash is no word, even where it has letters in it.
fn is_word(token: &str) -> bool {
    token.chars().any(char::is_alphabetic) && !token.contains(|c: char| c.is_numeric())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(one: &str, other: &str) -> Option<String> {
        align(one, other).map(|aligned| aligned.text.replace(VARIES, "…"))
    }

    #[test]
    fn what_differs_is_blanked_out() {
        let of = |pid: &str| format!("run.sh: line 6: {pid} Floating point exceptiontimeout 10 jq . \"$1\"");
        let expected = of("…");
        assert_eq!(shown(&of("18396"), &of("18401")).as_deref(), Some(&*expected));
        let of = |time: &str| format!("fatal {time} in [{time}] v1.2");
        assert_eq!(shown(&of("1795247447.25"), &of("1795247447.97")).as_deref(), Some(&*of("…")));
        assert_eq!(shown("KeyError: 'abc'", "KeyError: 'xyz'").as_deref(), Some("KeyError: '…'"));
        assert_eq!(shown("bad id a1-b2-c3 here", "bad id d4-e5-f6 here").as_deref(), Some("bad id … here"));
        assert_eq!(shown("failed after 3 tries", "failed").as_deref(), None);
    }

    #[test]
    fn lines_with_little_in_common_are_two() {
        assert_eq!(shown("ValueError: no", "KeyError: 3"), None);
        assert_eq!(shown("error: cannot open it", "error: out of memory"), None);
        assert_eq!(shown("4711", "4712"), None);
    }

    #[test]
    fn a_hole_is_any_text_and_the_rest_has_to_be_there() {
        assert!(covers("at \x02 by \x02.", "at 3 by you."));
        assert!(!covers("at \x02 by \x02.", "at 3 for you."));
        assert!(!covers("a\x02a", "a"), "no character serves twice");
        assert!(covers("line 2:   \x02 Killed", "line 2: 18396 Killed"), "a number is padded");
        assert!(covers("a", "a") && !covers("a", "aa"));
    }

    fn line() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            Just("error: ".to_owned()),
            Just(" ".to_owned()),
            Just("/".to_owned()),
            "[0-9]{1,4}",
            "[a-c]{1,2}",
            "\\PC{0,3}",
        ];
        proptest::collection::vec(piece, 0..16).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

        #[test]
        fn equal_lines_come_back_as_they_are(line in line()) {
            let aligned = align(&line, &line);
            prop_assert!(aligned.is_none_or(|aligned| aligned.text == line));
        }

        #[test]
        fn what_two_lines_become_covers_both_in_either_order(one in line(), other in line()) {
            let aligned = align(&one, &other);
            prop_assert_eq!(&aligned, &align(&other, &one));
            if let Some(aligned) = aligned {
                prop_assert!(covers(&aligned.text, &one), "{:?}", aligned.text);
                prop_assert!(covers(&aligned.text, &other), "{:?}", aligned.text);
            }
        }
    }
}
