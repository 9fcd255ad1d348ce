//! What stands before a name and says where it is defined.

use std::ops::Range;

use super::is_word;

/// How a name is qualified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Qualified {
    /// It is not, or by `this` or `self`.
    Not,
    /// By these words, the outermost first, from outside of all where it is absolute.
    By { words: Vec<Range<usize>>, is_absolute: bool },
    /// It is a member of a value, or of what cannot be told from here.
    Member,
}

/// So many bytes of arguments are skipped at most.
const MOST_ARGUMENTS: usize = 1_000;

/// How the word is qualified that these bytes stand before.
pub(super) fn qualified(before: &[u8]) -> Qualified {
    let (mut rest, mut words) = (without_keyword(before.trim_ascii_end()), Vec::new());
    let mut by_dots = false;
    loop {
        if let Some(owner) = rest.strip_suffix(b"::") {
            let Some(named) = without_arguments(owner) else { return Qualified::Member };
            let word = last_word(named);
            if word.is_empty() {
                if named.len() < owner.len() || owner.ends_with(b")") {
                    return Qualified::Member;
                }
                words.reverse();
                return Qualified::By { words, is_absolute: true };
            }
            rest = without_keyword(named[..word.start].trim_ascii_end());
            words.push(word);
        } else if let Some(owner) = rest.strip_suffix(b".").or_else(|| rest.strip_suffix(b"->")) {
            let owner = owner.trim_ascii_end();
            let word = last_word(owner);
            if words.is_empty() && matches!(&owner[word.clone()], b"this" | b"self" | b"Self") {
                return Qualified::Not;
            }
            // What begins with a capital letter may be a class, such as in Java, and what stands before the first class a package.
            if !owner.get(word.start).is_some_and(u8::is_ascii_uppercase) {
                if by_dots {
                    break;
                }
                return Qualified::Member;
            }
            by_dots = true;
            rest = owner[..word.start].trim_ascii_end();
            words.push(word);
        } else if let Some(outer) = before_list(rest) {
            rest = outer;
        } else {
            break;
        }
    }
    words.reverse();
    // A path of Rust begins at the outermost module, in this one or in the one around it. What is in none of it is looked for further out.
    let first = words.first().map(|word| &before[word.clone()]);
    let is_absolute = first == Some(b"crate");
    let is_keyword = |word: &Range<usize>| matches!(&before[word.clone()], b"crate" | b"self" | b"super");
    words.drain(..words.iter().take_while(|word| is_keyword(word)).count());
    if words.is_empty() && !is_absolute {
        return Qualified::Not;
    }
    Qualified::By { words, is_absolute }
}

/// What stands before the list in braces that these bytes are the beginning of, where it is a list of what is in one module, as in
/// `use a::{b, c`.
fn before_list(bytes: &[u8]) -> Option<&[u8]> {
    if !bytes.ends_with(b"{") && !bytes.ends_with(b",") {
        return None;
    }
    let mut depth = 0_usize;
    for (at, byte) in bytes.iter().enumerate().rev().take(MOST_ARGUMENTS) {
        match byte {
            b'{' if depth == 0 => return Some(&bytes[..at]).filter(|outer| outer.ends_with(b"::")),
            b'{' => depth -= 1,
            b'}' => depth += 1,
            b':' | b',' | b'*' => {}
            byte if is_word(*byte) || byte.is_ascii_whitespace() => {}
            _ => return None,
        }
    }
    None
}

/// Without a `template` after a sign that says whose member follows.
fn without_keyword(bytes: &[u8]) -> &[u8] {
    let sign = bytes.strip_suffix(b"template").map(<[u8]>::trim_ascii_end);
    sign.filter(|sign| [&b"::"[..], b".", b"->"].iter().any(|end| sign.ends_with(end))).unwrap_or(bytes)
}

/// Without the arguments in angle brackets at the end; none where they do not begin.
fn without_arguments(bytes: &[u8]) -> Option<&[u8]> {
    if !bytes.ends_with(b">") {
        return Some(bytes);
    }
    let mut depth = 0_usize;
    for (at, byte) in bytes.iter().enumerate().rev().take(MOST_ARGUMENTS) {
        match byte {
            b'>' => depth += 1,
            b'<' => depth -= 1,
            b';' | b'{' | b'}' => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(bytes[..at].trim_ascii_end());
        }
    }
    None
}

/// The word at the end, if there is one.
fn last_word(bytes: &[u8]) -> Range<usize> {
    bytes.iter().rposition(|byte| !is_word(*byte)).map_or(0, |last| last + 1)..bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words that qualify the word at the end of a text, and whether from outside of all.
    fn words(text: &str) -> Option<(String, bool)> {
        let start = last_word(text.as_bytes()).start;
        match qualified(&text.as_bytes()[..start]) {
            Qualified::Not => Some((String::new(), false)),
            Qualified::By { words, is_absolute } => {
                let words: Vec<&str> = words.into_iter().map(|word| &text[word]).collect();
                Some((words.join(" "), is_absolute))
            }
            Qualified::Member => None,
        }
    }

    #[test]
    fn what_qualifies_a_name_is_read_from_its_end() {
        let some = |words: &str, is_absolute| Some((words.to_owned(), is_absolute));
        assert_eq!(words("int a"), some("", false));
        assert_eq!(words("a"), some("", false));
        assert_eq!(words("return std::a:: b"), some("std a", false));
        assert_eq!(words("using ::std::a"), some("std", true));
        assert_eq!(words("(::a"), some("", true));
        assert_eq!(words("using ::a"), some("", true));
        assert_eq!(words("typename a<b<c>, d>::template e<f>::g"), some("a e", false));
        assert_eq!(words("x->a"), None);
        assert_eq!(words("f().a"), None);
        assert_eq!(words("this -> a"), some("", false));
        assert_eq!(words("x.a::b"), None);
        assert_eq!(words("decltype(x)::a"), None);
        assert_eq!(words("{ b>::a"), None);
        assert_eq!(words("import a.b.C.D.e"), some("C D", false));
        assert_eq!(words("A.b.c"), None);
        assert_eq!(words("f(A.b"), some("A", false));
    }

    #[test]
    fn what_a_list_is_of_qualifies_what_is_in_it() {
        let some = |words: &str, is_absolute| Some((words.to_owned(), is_absolute));
        assert_eq!(words("use crate::{a::{self, b::{c}, d::*}, e::{f, g"), some("e", true));
        assert_eq!(words("use crate::a"), some("", true));
        assert_eq!(words("use self::a::b"), some("a", false));
        assert_eq!(words("super::super::a"), some("", false));
        assert_eq!(words("use a::{b}; struct C { d"), some("", false));
        assert_eq!(words("enum a::B : int { c, d"), some("", false));
    }
}
