//! Reading needs from a text: `unit: needs ...`, one a line, as make has it.

/// Why a list of needs cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ReadNeedsError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

/// Reads pairs of a unit and what it needs.
///
/// A line is `unit: needs ...`; a backslash before a line's end goes on with the next, one before a blank, a `:` or a
/// `#` makes it part of a name, and what stands behind `#` is a comment. `unit` finds the number of a name.
///
/// # Errors
/// When a line has no `:`, names something that is no unit, or a unit that needs itself.
pub fn read(text: &str, unit: impl Fn(&str) -> Option<u32>) -> Result<Vec<(u32, u32)>, ReadNeedsError> {
    let mut pairs = Vec::new();
    let mut lines = (1..).zip(text.lines());
    while let Some((line, first)) = lines.next() {
        let mut whole = first.to_owned();
        while whole.ends_with('\\')
            && let Some((_, more)) = lines.next()
        {
            whole.pop();
            whole.push(' ');
            whole.push_str(more);
        }
        let wrong = |what: String| ReadNeedsError { line, what };
        let find = |name: &str| unit(name).ok_or_else(|| wrong(format!("there is no unit `{name}`")));
        let words = words(&whole);
        let Some((name, needed)) = words.split_first() else { continue };
        let (name, needed) = match (name.as_str(), needed) {
            (Word::COLON, _) => return Err(wrong("a unit's name has to stand before the `:`".to_owned())),
            (name, [colon, needed @ ..]) if colon == Word::COLON => (name, needed),
            _ => return Err(wrong("`:` is missing: write `unit: what it needs`".to_owned())),
        };
        let from = find(name)?;
        for needed in needed {
            if needed == Word::COLON {
                return Err(wrong("a second `:`; write `\\:` where it belongs to a name".to_owned()));
            }
            let to = find(needed)?;
            if from == to {
                return Err(wrong(format!("`{name}` needs itself")));
            }
            pairs.push((from, to));
        }
    }
    Ok(pairs)
}

/// What a colon that separates is among names: no name is empty otherwise.
struct Word;

impl Word {
    const COLON: &str = "";
}

/// The names of a line, and the colons between them.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    let end = |word: &mut String, words: &mut Vec<String>| {
        if !word.is_empty() {
            words.push(std::mem::take(word));
        }
    };
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.peek().is_some_and(|next| " \t:#\\".contains(*next)) => {
                word.extend(letters.next());
            }
            '#' => break,
            ':' if letters.peek().is_none_or(|next| next.is_whitespace()) => {
                end(&mut word, &mut words);
                words.push(Word::COLON.to_owned());
            }
            letter if letter.is_whitespace() => end(&mut word, &mut words),
            letter => word.push(letter),
        }
    }
    end(&mut word, &mut words);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Units are called by letters.
    fn unit(name: &str) -> Option<u32> {
        ["a", "b", "c d", "e:f"].iter().position(|unit| *unit == name).and_then(|at| u32::try_from(at).ok())
    }

    #[test]
    fn needs_are_read_as_make_writes_them() {
        let text = "# what needs what\n\na: b c\\ d # both\nb:\ne\\:f: a \\\n  b\n";
        assert_eq!(read(text, unit), Ok(vec![(0, 1), (0, 2), (3, 0), (3, 1)]));
        assert_eq!(read("e:f: a", unit), Ok(vec![(3, 0)]));
        assert_eq!(read("", unit), Ok(vec![]));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let said = |text| read(text, unit).unwrap_err().to_string();
        assert_eq!(said("a: b\n\na b\n"), "line 3: `:` is missing: write `unit: what it needs`");
        assert_eq!(said("a: b \\\n\nx: b\n"), "line 3: there is no unit `x`");
        assert_eq!(said("a: x"), "line 1: there is no unit `x`");
        assert_eq!(said("a: b a"), "line 1: `a` needs itself");
        assert_eq!(said(": b"), "line 1: a unit's name has to stand before the `:`");
        assert_eq!(said("a: b : b"), "line 1: a second `:`; write `\\:` where it belongs to a name");
    }
}
