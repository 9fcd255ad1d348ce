//! What is said about the layout of a result.

use serde::Serialize;

use super::{End, Name, plural, size};
use crate::session::layout::{By, LaidOut, LaidOutTree};
use crate::text::{joined, said};

/// How the result is laid out.
#[derive(Debug, Serialize)]
pub(super) struct Layout {
    /// The formatters, or `dwindle`; none where the result is the smallest text that was found.
    by: Vec<&'static str>,
    /// The size of the result, in bytes.
    bytes: u64,
    /// How many tokens it has, where its language is known.
    tokens: Option<usize>,
    /// The file with the smallest text, where the result is another one.
    smallest: Option<Name>,
}

impl End {
    /// Says how the result is laid out, how large it is, and where the smallest text is.
    #[must_use]
    pub fn layout(mut self, shown: &LaidOut) -> Self {
        let bytes = shown.text.len() as u64;
        let extent = size(bytes);
        let note = match (shown.by, &shown.smallest) {
            (Some(by), Some(smallest)) => Some(format!(
                "laid out by {}: {extent}; the smallest text is in {}",
                by.shown(),
                said(smallest)
            )),
            (Some(by), None) => Some(format!("laid out by {}: {extent}", by.shown())),
            (None, _) if shown.is_gone => {
                Some("not laid out: no layout that was tested still fails".to_owned())
            }
            (None, _) if shown.minify => Some("not laid out: --minify".to_owned()),
            (None, _) => None,
        };
        self.shown.notes.extend(note);
        self.layout = Some(Layout {
            by: shown.by.map(By::name).into_iter().collect(),
            bytes,
            tokens: shown.tokens,
            smallest: shown.smallest.as_deref().map(Name::of),
        });
        self
    }

    /// Says which files of a tree are laid out, and where the smallest ones are.
    #[must_use]
    pub fn tree_layout(mut self, shown: &LaidOutTree) -> Self {
        let smallest = shown.smallest.as_deref();
        let by: Vec<&str> = shown.by.iter().map(|by| by.shown()).collect();
        let files = plural(shown.laid_out as u64, "file");
        let archive = smallest.map_or_else(String::new, |path| {
            format!("; the smallest files are in {}, a tar archive", said(path))
        });
        self.shown.notes.push(format!("{files} laid out by {}{archive}", joined(&by, "and")));
        self.layout = Some(Layout {
            by: shown.by.iter().map(|by| by.name()).collect(),
            bytes: shown.files.size(),
            tokens: None,
            smallest: smallest.map(Name::of),
        });
        self
    }
}
