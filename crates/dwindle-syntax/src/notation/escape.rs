//! What a backslash and the characters behind it stand for, in literals and in character classes.

/// The character of an escape that `text` begins with, backslash included, and the escape's length.
///
/// `\n \r \t \f \b \0`, `\xNN`, `\uNNNN`, `\u{N}`, and any sign of punctuation as itself. None for everything
/// else, such as `\d`.
pub(super) fn escape(text: &str) -> Option<(char, usize)> {
    let rest = text.strip_prefix('\\')?;
    let letter = rest.chars().next()?;
    let simple = match letter {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'f' => '\u{c}',
        'b' => '\u{8}',
        '0' => '\0',
        'x' => return digits(rest.get(1..3)?, 4),
        'u' if rest.as_bytes().get(1) == Some(&b'{') => {
            let end = rest.find('}')?;
            return digits(&rest[2..end], 1 + end + 1);
        }
        'u' => return digits(rest.get(1..5)?, 6),
        same if same.is_ascii_punctuation() || same == ' ' => same,
        _ => return None,
    };
    Some((simple, 1 + letter.len_utf8()))
}

/// The character of a hexadecimal code point, with the length given.
pub(super) fn digits(digits: &str, length: usize) -> Option<(char, usize)> {
    char::from_u32(hexadecimal(digits)?).map(|character| (character, length))
}

/// The number that these digits are, all of which have to be hexadecimal ones.
pub(super) fn hexadecimal(digits: &str) -> Option<u32> {
    let all = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| all)
}

/// The ends of the range that `text` begins with, which are one member where no `-` and another follow it, and its
/// length. `member` reads what stands at a byte of `text`.
pub(super) fn span<C: Copy, E>(
    text: &str,
    member: impl Fn(&str, usize) -> Result<(C, usize), E>,
) -> Result<(C, C, usize), E> {
    let (low, length) = member(text, 0)?;
    match text[length..].strip_prefix('-') {
        Some(after) if !after.is_empty() => {
            let (high, more) = member(after, length + 1)?;
            Ok((low, high, length + 1 + more))
        }
        _ => Ok((low, low, length)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_have_a_character_and_a_length() {
        assert_eq!(escape("\\nx"), Some(('\n', 2)));
        assert_eq!(escape("\\x41B"), Some(('A', 4)));
        assert_eq!(escape("\\u00e9."), Some(('é', 6)));
        assert_eq!(escape("\\u{1F600}"), Some(('😀', 9)));
        assert_eq!(escape("\\]"), Some((']', 2)));
        assert_eq!(
            [escape("\\d"), escape("\\"), escape("\\u12"), escape("\\uD800"), escape("\\x+1")],
            [None; 5]
        );
    }
}
