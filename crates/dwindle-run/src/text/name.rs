//! Names of files as people read them, on one line whatever is in them.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// A name that stands on one line whatever is in it: control characters and odd bytes are escaped.
pub fn escaped(name: impl AsRef<OsStr>) -> String {
    let mut out = String::new();
    for chunk in name.as_ref().as_bytes().utf8_chunks() {
        out.push_str(&plain(chunk.valid(), &[]));
        out.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    out
}

/// A text in which control characters but those that are `kept` are escaped, as a terminal may have it.
pub fn plain(text: &str, kept: &[char]) -> String {
    let is_odd = |letter: char| letter.is_control() && !kept.contains(&letter);
    let letter = |c: char| if is_odd(c) { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(letter).collect()
}

/// A path as it is shown: quoted, with escapes, when it is not plain text.
#[expect(clippy::unnecessary_debug_formatting, reason = "escapes are what is wanted")]
pub fn shown(path: &Path) -> String {
    match path.to_str() {
        Some(text) if !text.chars().any(|c| c.is_control() || c == ' ') => text.to_owned(),
        _ => format!("{path:?}"),
    }
}

/// A path as short as it can be typed here.
pub fn nearby(path: &Path) -> &Path {
    let here = std::env::current_dir().unwrap_or_default();
    let real = here.canonicalize().unwrap_or_default();
    [here, real].iter().find_map(|here| path.strip_prefix(here).ok()).unwrap_or(path)
}

/// A path as short as it can be said from here.
pub fn said(path: &Path) -> String {
    escaped(nearby(path))
}

/// The words as a list in a sentence: `lines, tokens and characters`.
pub fn joined(words: &[impl AsRef<str>], last_word: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} {last_word} {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_on_one_line() {
        assert_eq!(escaped(OsStr::from_bytes(b"a b\nc\xff\xc3\xa4")), "a b\\nc\\xff\u{e4}");
    }

    #[test]
    fn words_are_listed_as_in_a_sentence() {
        assert_eq!(joined(&["lines"], "and"), "lines");
        assert_eq!(joined(&["lines", "tokens"], "and"), "lines and tokens");
        assert_eq!(joined(&["lines", "tokens", "characters"], "and"), "lines, tokens and characters");
    }
}
