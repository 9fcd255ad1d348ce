//! Words as a shell reads and writes them.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// The words as one line to be pasted into a shell.
pub fn quoted(words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| quote(word.as_ref())).collect();
    words.join(" ")
}

/// One word as a shell reads it back; in single quotes where it is not plain.
fn quote(word: &OsStr) -> String {
    let Some(text) = word.to_str().filter(|text| !text.chars().any(char::is_control)) else {
        return escaped(word.as_bytes());
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+:,%@".contains(c);
    // What stands for the candidate looks like itself: no shell sees anything in a pair of empty braces.
    if !text.is_empty() && text.replace("{}", "").chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Bytes that are no text, and control characters, by number: `$'\xff'` (bash, zsh, and POSIX 2024).
fn escaped(bytes: &[u8]) -> String {
    let mut out = String::from("$'");
    for &byte in bytes {
        if byte == b'\'' || byte == b'\\' {
            out.push('\\');
            out.push(byte.into());
        } else if (b' '..=b'~').contains(&byte) {
            out.push(byte.into());
        } else {
            // Octal always has three digits, so what follows is no part of it. Writing to a string does not fail.
            let _ok = write!(out, "\\{byte:03o}");
        }
    }
    out.push('\'');
    out
}

/// Whose rules words are read by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// A shell's: in single quotes a backslash is itself.
    Shell,
    /// A response file's, as GCC, binutils and Clang have them: a backslash takes what follows as it is, everywhere.
    ResponseFile,
}

/// A quote that does not end, at this byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unclosed(pub usize);

/// The words of `text`: blanks part them, quotes and backslashes keep blanks. Nothing else has a meaning.
pub fn split(text: &[u8], rules: Rules) -> Result<Vec<OsString>, Unclosed> {
    let mut words = Vec::new();
    let (mut word, mut begun) = (Vec::new(), false);
    let mut quote: Option<(u8, usize)> = None;
    let mut bytes = text.iter().copied().enumerate();
    while let Some((at, byte)) = bytes.next() {
        let is_literal = rules == Rules::Shell && quote.is_some_and(|(mark, _)| mark == b'\'');
        match (byte, quote) {
            (b'\\', _) if !is_literal => {
                begun = true;
                if let Some((_, next)) = bytes.next() {
                    // In a shell's double quotes only some characters need it.
                    let kept = rules == Rules::Shell && quote.is_some() && !b"\"\\$`\n".contains(&next);
                    word.extend(kept.then_some(b'\\'));
                    word.push(next);
                }
            }
            (_, Some((mark, _))) if byte == mark => quote = None,
            (_, Some(_)) => word.push(byte),
            (b'\'' | b'"', None) => (quote, begun) = (Some((byte, at)), true),
            (_, None) if byte.is_ascii_whitespace() => {
                if begun {
                    words.push(OsString::from_vec(std::mem::take(&mut word)));
                }
                begun = false;
            }
            (_, None) => {
                word.push(byte);
                begun = true;
            }
        }
    }
    if let Some((_, at)) = quote {
        return Err(Unclosed(at));
    }
    if begun {
        words.push(OsString::from_vec(word));
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_stand_as_they_are_and_others_in_quotes() {
        let words = ["-O2", "a b", "it's", "", "$x", "a\nb"];
        assert_eq!(quoted(words), "-O2 'a b' 'it'\\''s' '' '$x' $'a\\012b'");
        assert_eq!(quoted([OsStr::from_bytes(b"\xff1\\'")]), r"$'\3771\\\''");
    }

    #[test]
    fn quotes_and_backslashes_keep_blanks() {
        let read = |text: &str, rules| {
            let words = split(text.as_bytes(), rules).unwrap();
            words.join(OsStr::new("|")).into_string().unwrap()
        };
        assert_eq!(read(" -a  'b c'\n\"d e\"f \\  '' ", Rules::Shell), "-a|b c|d ef| |");
        assert_eq!(read(r#"'a\b' "a\b\"" a\b"#, Rules::Shell), r#"a\b|a\b"|ab"#);
        assert_eq!(read(r#"'a\b' "a\b\"" a\b"#, Rules::ResponseFile), r#"ab|ab"|ab"#);
        assert_eq!(split(b"-a 'b", Rules::Shell), Err(Unclosed(3)));
    }

    #[test]
    fn what_is_quoted_is_read_back() {
        let mut words = vec![String::new()];
        for shorter in 0..400 {
            let word = words[shorter].clone();
            words.extend("a '\"\\$*".chars().map(|letter| format!("{word}{letter}")));
        }
        let read = split(quoted(&words).as_bytes(), Rules::Shell).unwrap();
        assert_eq!(read, words.iter().map(OsString::from).collect::<Vec<_>>());
    }
}
