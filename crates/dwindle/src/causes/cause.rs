//! One cause of several: its text, and what was proved of it.

use std::ops::Range;

use crate::Text;
use crate::plan::Certificate;

/// One cause of a failure.
#[derive(Clone, Debug)]
pub struct Cause {
    /// A text that fails.
    pub text: Text,
    /// What was proved of it; nothing where its search was stopped.
    pub certificates: Vec<Certificate>,
    /// Where its tokens stand in the input: one way to find it there.
    pub places: Vec<Range<usize>>,
    /// Its tokens, each with where it stands in the input.
    pub(super) tokens: Vec<(Range<usize>, Range<usize>)>,
    /// The signature of its failure, where it is not the one that the test judges by.
    pub failure: Option<String>,
    /// How many tests its search took.
    pub tests: u64,
    /// How many searches came to this very text, each at another place.
    pub times: u64,
    /// How many parts of the input look like the one that is left out of it, where there are several causes with this
    /// text: none of them was searched for itself, but for those of `times`.
    pub alike: u64,
}

impl Cause {
    /// Whether the other has the same text but for blanks, and the same failure: the two are found at two places of the input.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let words = |cause: &Self| -> Vec<Vec<u8>> {
            let words = cause.text.bytes().split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            words.map(<[u8]>::to_vec).collect()
        };
        self.failure == other.failure && words(self) == words(other)
    }
}
