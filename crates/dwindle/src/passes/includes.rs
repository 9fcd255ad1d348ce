//! The pass `includes`: removes lines that take other sources in, such as `#include`.

use std::ops::Range;

use super::context::{PassContext, PassResult, View};
use super::level::Level;
use super::pass::{About, Pass};
use super::rewrites::make;
use crate::Text;
use crate::rewrite::{Edit, Rewrite};
use crate::search::Stop;
use crate::space::RewriteSpace;
use crate::strategy::{Gallop, Patient};

/// So many questions in a row may take nothing.
const PATIENCE: usize = 8;

/// Removes the lines that take other sources in, such as `#include` of C++: all of them, then runs from the end.
///
/// Such a line is a few bytes of the text, and what it takes in nearly all that a test costs. So it is asked about before
/// anything else, and again once other passes took what needed it.
///
/// # Guarantee
/// The result fails and has fewer bytes, or is the input. Nothing is claimed of what is left.
///
/// # Cost
/// As of [`Gallop`]; where no line can go, at most 8 tests.
#[derive(Clone, Copy, Debug)]
pub struct Includes;

impl Pass for Includes {
    fn about(&self) -> About {
        About::new(
            "includes",
            Level::Tree,
            "removes lines that take other sources in, which every test pays for",
        )
    }

    fn applies(&self, view: &View<'_>) -> bool {
        !view.is_strict() && !view.includes().is_empty()
    }

    fn run(&self, stage: &mut PassContext<'_, '_>) -> Result<PassResult, Stop> {
        let space = RewriteSpace::new(stage.text().clone(), stage.includes());
        make(stage, space, |full| {
            let coarse = full.len();
            Patient::new(Gallop::new(full, coarse), PATIENCE)
        })?;
        Ok(PassResult::default())
    }
}

impl View<'_> {
    /// Each line that takes another source in, as what removes it; without those that are protected.
    fn includes(&self) -> Vec<Rewrite> {
        let lines = lines(self.text(), &self.include_words());
        let remove =
            |span| Rewrite { rule: Includes.name(), edits: vec![Edit { span, with: Box::default() }] };
        self.unprotected(lines.into_iter().map(remove).collect())
    }
}

/// The lines of `text` that begin with one of `words`, each with its line break.
fn lines(text: &Text, words: &[&str]) -> Vec<Range<usize>> {
    let begins = |line: &[u8]| {
        let line = line.trim_ascii_start();
        let rest = words.iter().find_map(|word| line.strip_prefix(word.as_bytes()));
        rest.is_some_and(|rest| {
            !rest.first().is_some_and(|next| next.is_ascii_alphanumeric() || *next == b'_')
        })
    };
    if words.is_empty() {
        return Vec::new();
    }
    let (mut lines, mut start) = (Vec::new(), 0);
    for line in text.bytes().split_inclusive(|byte| *byte == b'\n') {
        if begins(line) {
            lines.push(start..start + line.len());
        }
        start += line.len();
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_by_the_word_that_they_begin_with() {
        let text =
            Text::new(*b"#include <a>\nint x; // #include\n  #include\"b\"\n#includes\n#include").unwrap();
        assert_eq!(lines(&text, &["#include"]), [0..13, 32..46, 56..64]);
        assert!(lines(&text, &[]).is_empty());
    }
}
