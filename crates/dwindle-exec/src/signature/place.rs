//! Finds the candidate in a message: its path in any spelling, or a name of standard input.
//!
//! What is found is replaced by one character, [`PLACE`]; positions after it are `normalise`'s concern.

use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use super::pattern::constant;

/// Stands for the candidate. Lines are free of control characters when they come here.
pub(super) const PLACE: char = '\x01';

/// What programs call standard input.
static STDIN: LazyLock<Regex> = LazyLock::new(|| {
    let names = concat!(
        r"<stdin>|\[stdin\]|<standard input>|\(standard input\)|Standard input code",
        r"|/dev/stdin|/dev/fd/0|/proc/self/fd/0|\bstdin\b",
    );
    constant(&format!(r"{names}|^-(?P<a>:\d)|(?P<s> )-(?P<b>:\d| line \d)"))
});

/// Puts [`PLACE`] for every mention of the candidate, and a hole for the directory it lies in.
///
/// A mention is the path itself, anything below it (a candidate may be a directory), or its file name after
/// any directory that does not contradict the path: `./a.c` and `src/a.c` mean `/x/src/a.c`, `/y/a.c` does
/// not. A file name without a dot may be an ordinary word, so it counts only before a position.
pub(super) fn mark_candidate(text: &str, path: &Path) -> String {
    let path = path.to_string_lossy();
    let path = path.trim_start_matches("./").trim_end_matches('/');
    let mut text = text.to_owned();
    if let Some((directory, name)) = path.rsplit_once('/') {
        text = mark_path(&text, path);
        text = mark_name(&text, path, name);
        // Not for `/` and `/tmp`: too much lies there that is not of this run.
        if directory.trim_start_matches('/').contains('/') {
            text = text.replace(&format!("{directory}/"), "…/");
        }
    } else if !path.is_empty() {
        text = mark_name(&text, path, path);
    }
    STDIN.replace_all(&text, "$s\x01$a$b").into_owned()
}

fn mark_path(text: &str, path: &str) -> String {
    mark(text, path, |before, after| {
        if before.ends_with(is_name) || goes_on(after) {
            return None;
        }
        let below = if after.starts_with('/') { after.find(ends_path) } else { Some(0) };
        Some((0, below.unwrap_or(after.len())))
    })
}

fn mark_name(text: &str, path: &str, name: &str) -> String {
    mark(text, name, |before, after| {
        let start =
            before.char_indices().rev().find(|&(_, c)| ends_path(c)).map_or(0, |(i, c)| i + c.len_utf8());
        let directory = &before[start..];
        let mention = format!("{directory}{name}");
        let mention = mention.trim_start_matches("./");
        let same = mention == path
            || path.ends_with(&format!("/{mention}"))
            || mention.ends_with(&format!("/{path}"));
        let word = name.contains('.') || is_position(after);
        let is_meant = same && word && !goes_on(after) && !directory.ends_with(is_name);
        is_meant.then_some((directory.len(), 0))
    })
}

/// Puts [`PLACE`] for each `wanted` in the text that is meant: then `span` says how many bytes before and after it go
/// with it.
fn mark(text: &str, wanted: &str, span: impl Fn(&str, &str) -> Option<(usize, usize)>) -> String {
    let mut marked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(wanted) {
        marked.push_str(before);
        rest = after;
        if let Some((back, on)) = span(before, after) {
            marked.truncate(marked.len() - back);
            marked.push(PLACE);
            rest = &after[on..];
        } else {
            marked.push_str(wanted);
        }
    }
    marked + rest
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

/// Whether the name goes on: `a.c` is not in `a.cc` or `a.c.o`, but ends the sentence in `a.c.`
fn goes_on(after: &str) -> bool {
    let mut chars = after.chars();
    match chars.next() {
        Some('.') => chars.next().is_some_and(is_name),
        Some(c) => is_name(c),
        None => false,
    }
}

fn ends_path(c: char) -> bool {
    c.is_whitespace() || "\"'`‘’“”«»()[]<>,:;=".contains(c) || c == PLACE
}

fn is_position(after: &str) -> bool {
    let number = after
        .strip_prefix([':', '('])
        .or_else(|| after.trim_start_matches(['"', ',', ' ']).strip_prefix("line "));
    number.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str, expected: &str) {
        let marked = mark_candidate(text, Path::new(path)).replace(PLACE, "<it>");
        assert_eq!(marked, expected, "{path} in {text}");
    }

    #[test]
    fn the_candidate_is_found_in_every_spelling() {
        for path in ["/w/src/a.c", "a.c", "./a.c"] {
            for mention in ["a.c", "./a.c", "/w/src/a.c"] {
                check(path, &format!("{mention}:1: bad"), "<it>:1: bad");
                check(path, &format!("bad ({mention})."), "bad (<it>).");
            }
        }
        check("/w/src/a.c", "src/a.c:1:2", "<it>:1:2");
    }

    #[test]
    fn another_file_is_not_the_candidate() {
        check("/w/src/a.c", "/usr/src/a.c:1", "/usr/src/a.c:1");
        check("/w/src/a.c", "lib/a.c:1", "lib/a.c:1");
        check("/w/src/a.c", "aa.c a.cc a.c.o x-a.c", "aa.c a.cc a.c.o x-a.c");
    }

    #[test]
    fn what_lies_beside_the_candidate_keeps_its_name() {
        check("/w/src/a.c", "/w/src/b.c:1", "…/b.c:1");
        check("/w/a.c", "/w/b.c:1", "/w/b.c:1");
    }

    #[test]
    fn what_lies_below_a_candidate_is_the_candidate() {
        check("/w/tree", "/w/tree/src/a.c:3:4: bad", "<it>:3:4: bad");
        check("/w/tree/", "/w/trees/a.c", "/w/trees/a.c");
    }

    #[test]
    fn a_name_that_is_a_word_counts_only_before_a_position() {
        check("input", "bad input in input:3:1", "bad input in <it>:3:1");
        check("input", "File \"input\", line 3", "File \"<it>\", line 3");
    }

    #[test]
    fn standard_input_is_the_candidate() {
        check("-", "-:1:2: bad", "<it>:1:2: bad");
        check("a", "<stdin>:1:2: bad", "<it>:1:2: bad");
        check("a", "Illegal division by zero at - line 12.", "Illegal division by zero at <it> line 12.");
        check("a", "[stdin]:3", "<it>:3");
        check("a", "Warning in Standard input code on line 2", "Warning in <it> on line 2");
        check("a", "a - 1", "a - 1");
        check("", "anything", "anything");
    }
}
