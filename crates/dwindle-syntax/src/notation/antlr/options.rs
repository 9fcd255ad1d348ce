//! What stands in the braces of options and tokens.

use std::collections::HashMap;

/// `a = b; c = d;` as a map.
pub(super) fn options(content: &str) -> HashMap<String, String> {
    let pairs = content.split(';').filter_map(|option| {
        without_comments(option)
            .split_once('=')
            .map(|(k, v)| (k.trim().to_owned(), v.trim().trim_matches('\'').to_owned()))
    });
    pairs.collect()
}

/// What is left of a text without its comments.
pub(super) fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        out.push_str(&rest[..at]);
        let end = if rest[at..].starts_with("//") {
            rest[at..].find('\n')
        } else {
            rest[at..].find("*/").map(|end| end + 2)
        };
        rest = end.map_or("", |end| &rest[at + end..]);
    }
    out.push_str(rest);
    out
}
