//! Where the outermost elements of a text begin, by its brackets and separators or by its tags: without a tree, for texts that are too large for one.

use crate::Text;

/// Brackets are looked into so far.
const DEEPEST: usize = 16;

/// A tag has at most so many bytes.
const LONGEST: usize = 1 << 16;

/// The offsets, from 0 to the length of the text, that cut it into its outermost elements: at the first depth of brackets at which there are so `many`, or of
/// tags where it begins with `<`.
/// None where there is no such depth.
///
/// Elements begin with the comma before them, behind a semicolon, behind a brace that closes with no separator or closing bracket behind it, and between
/// `)` and `(` or `]` and `[`. Those of markup begin and end with their tags. Costs two passes over the text.
pub(crate) fn outermost(text: &Text, many: usize) -> Option<Vec<u32>> {
    let is_markup = text.bytes().trim_ascii_start().starts_with(b"<");
    let boundaries = |found: &mut dyn FnMut(u32, usize)| {
        if is_markup { of_tags(text.bytes(), found) } else { of_brackets(text, found) }
    };
    let mut found = [0; DEEPEST];
    boundaries(&mut |_, depth| {
        if let Some(found) = found.get_mut(depth) {
            *found += 1;
        }
    });
    let chosen = found.iter().position(|found| *found >= many)?;
    let mut offsets = vec![0];
    boundaries(&mut |at, depth| {
        if depth == chosen && offsets.last() < Some(&at) {
            offsets.push(at);
        }
    });
    let end = offset(text.bytes().len());
    if offsets.last() < Some(&end) {
        offsets.push(end);
    }
    Some(offsets)
}

/// Tells `found` each offset at which an element may begin, and how many brackets are open there.
fn of_brackets(text: &Text, found: &mut dyn FnMut(u32, usize)) {
    let (mut depth, mut closed) = (0_usize, None);
    for token in text.tokens() {
        let bytes = &text.bytes()[token.clone()];
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        // A list goes on behind one of its elements; what a word calls is no element of its own.
        let follows = match (closed.take(), bytes) {
            (Some(b'}'), [b',' | b';' | b')' | b']' | b'}']) => false,
            (Some(b'}'), _) | (Some(b')'), [b'(']) | (Some(b']'), [b'[']) => true,
            _ => false,
        };
        if follows || bytes == b"," {
            found(offset(token.start), depth);
        }
        match bytes {
            b";" => found(offset(token.end), depth),
            [b'(' | b'[' | b'{'] => depth += 1,
            [closing @ (b')' | b']' | b'}')] => {
                depth = depth.saturating_sub(1);
                closed = Some(*closing);
            }
            _ => {}
        }
    }
}

/// The same of tags: where an element begins, and where the one around it ends.
fn of_tags(bytes: &[u8], found: &mut dyn FnMut(u32, usize)) {
    let mut open: Vec<&[u8]> = Vec::new();
    let mut at = 0;
    while let Some(next) = bytes[at..].iter().position(|byte| *byte == b'<') {
        let start = at + next;
        let tag = &bytes[start..start + end_of_tag(&bytes[start..])];
        at = start + tag.len();
        match tag {
            [b'<', b'/', name @ .., b'>'] => {
                // Some are never closed, such as `<br>`.
                let near = &open[open.len().saturating_sub(DEEPEST)..];
                if let Some(back) = near.iter().rev().position(|open| *open == name.trim_ascii_end()) {
                    open.truncate(open.len() - back);
                    found(offset(start), open.len());
                    open.pop();
                }
            }
            [b'<', first, ..] if first.is_ascii_alphabetic() || *first == b'_' => {
                found(offset(start), open.len());
                if !tag.ends_with(b"/>") {
                    let is_end = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>';
                    let end = tag.iter().position(is_end).unwrap_or(tag.len());
                    open.push(&tag[1..end]);
                }
            }
            _ => {}
        }
    }
}

/// The length of the tag, comment or section that `bytes` begins with; of a sign that begins none, 1.
fn end_of_tag(bytes: &[u8]) -> usize {
    let behind =
        |end: &[u8]| bytes.windows(end.len()).position(|piece| piece == end).map(|at| at + end.len());
    match bytes {
        [b'<', b'!', b'-', b'-', ..] => behind(b"-->").unwrap_or(bytes.len()),
        _ if bytes.starts_with(b"<![CDATA[") => behind(b"]]>").unwrap_or(bytes.len()),
        [b'<', first, ..] if first.is_ascii_alphabetic() || b"_/!?".contains(first) => {
            let mut quote = None;
            let ends = |byte: &u8| {
                match (quote, byte) {
                    (None, b'"' | b'\'') => quote = Some(*byte),
                    (Some(open), byte) if open == *byte => quote = None,
                    (None, b'>') => return true,
                    _ => {}
                }
                false
            };
            bytes.iter().take(LONGEST).position(ends).map_or(1, |at| at + 1)
        }
        _ => 1,
    }
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).expect("texts are shorter than 4 GiB")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first three elements, and the last, of a text with a hundred of `element` between `before` and `after`.
    fn check(before: &str, element: &str, after: &str, expected: [&str; 4]) {
        let text = Text::new(format!("{before}{}{after}", element.repeat(100)).into_bytes()).unwrap();
        let offsets = outermost(&text, 64).unwrap();
        let pieces: Vec<_> = offsets
            .windows(2)
            .map(|pair| String::from_utf8_lossy(&text.bytes()[pair[0] as usize..pair[1] as usize]))
            .collect();
        assert_eq!([&*pieces[0], &pieces[1], &pieces[2], &pieces[pieces.len() - 1]], expected);
    }

    #[test]
    fn a_text_is_cut_where_its_outermost_list_has_its_elements() {
        check(
            "[{\"a\":0}",
            ",{\"a\":[1,2]}",
            "]",
            ["[{\"a\":0}", ",{\"a\":[1,2]}", ",{\"a\":[1,2]}", ",{\"a\":[1,2]}]"],
        );
        check(
            "",
            "int f(int a){g(a);h(a);}",
            "",
            [
                "int f(int a){g(a);h(a);}",
                "int f(int a){g(a);h(a);}",
                "int f(int a){g(a);h(a);}",
                "int f(int a){g(a);h(a);}",
            ],
        );
        check(
            "(check)",
            "(assert (= a b))",
            "",
            ["(check)", "(assert (= a b))", "(assert (= a b))", "(assert (= a b))"],
        );
        check("x=[", "0,", "1];y=\"a,b\";", ["x=[0", ",0", ",0", ",1];y=\"a,b\";"]);
    }

    #[test]
    fn a_text_that_begins_with_a_tag_is_cut_between_its_elements() {
        check(
            "<?xml version='1.0'?><!-- <b> --><a x='>'>",
            "<b k=\"<b>\">it's<c/></b> ",
            "</a>\n",
            [
                "<?xml version='1.0'?><!-- <b> --><a x='>'>",
                "<b k=\"<b>\">it's<c/></b> ",
                "<b k=\"<b>\">it's<c/></b> ",
                "</a>\n",
            ],
        );
        check("<p>", "<i>a<br>b</i>", "</p>", ["<p>", "<i>a<br>b</i>", "<i>a<br>b</i>", "</p>"]);
        check("<p> a < b ", "<i>a</i>", "", ["<p> a < b ", "<i>a</i>", "<i>a</i>", "<i>a</i>"]);
    }

    #[test]
    fn a_text_without_lists_is_not_cut() {
        assert_eq!(outermost(&Text::new("word ".repeat(1000).into_bytes()).unwrap(), 64), None);
        assert_eq!(outermost(&Text::new("(".repeat(1000).into_bytes()).unwrap(), 64), None);
    }
}
