//! Where the outermost elements of a text begin, by its brackets and separators: without a tree, for texts that are too large for one.

use crate::Text;

/// Brackets are looked into so far.
const DEEPEST: usize = 16;

/// The offsets, from 0 to the length of the text, that cut it into its outermost elements: at the first depth of brackets at which there are so `many`.
/// None where there is no such depth.
///
/// Elements begin with the comma before them, behind a semicolon, behind a brace that closes with no separator or closing bracket behind it, and between
/// `)` and `(` or `]` and `[`. Costs two passes over the tokens.
pub(crate) fn outermost(text: &Text, many: usize) -> Option<Vec<u32>> {
    let mut found = [0; DEEPEST];
    boundaries(text, |_, depth| {
        if let Some(found) = found.get_mut(depth) {
            *found += 1;
        }
    });
    let chosen = found.iter().position(|found| *found >= many)?;
    let mut offsets = vec![0];
    boundaries(text, |at, depth| {
        if depth == chosen && offsets.last() < Some(&at) {
            offsets.push(at);
        }
    });
    let end = u32::try_from(text.bytes().len()).expect("texts are shorter than 4 GiB");
    if offsets.last() < Some(&end) {
        offsets.push(end);
    }
    Some(offsets)
}

/// Tells `found` each offset at which an element may begin, and how many brackets are open there.
fn boundaries(text: &Text, mut found: impl FnMut(u32, usize)) {
    let offset = |at: usize| u32::try_from(at).expect("texts are shorter than 4 GiB");
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
    fn a_text_without_lists_is_not_cut() {
        assert_eq!(outermost(&Text::new("word ".repeat(1000).into_bytes()).unwrap(), 64), None);
        assert_eq!(outermost(&Text::new("(".repeat(1000).into_bytes()).unwrap(), 64), None);
    }
}
