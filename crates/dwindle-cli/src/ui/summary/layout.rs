//! What is said about the layout of a result.

use dwindle_run::session::layout::{LaidOut, LaidOutTree, OWN};
use dwindle_run::text::{joined, plural, said, size};
use serde::Serialize;

use crate::ui::json::Name;

/// How the result is laid out, how large it is, and where the smallest text is.
#[derive(Debug, Serialize)]
pub struct Layout {
    /// The formatters, or `dwindle`; none where the result is the smallest text that was found.
    by: Vec<&'static str>,
    /// The size of the result, in bytes.
    bytes: u64,
    /// How many tokens it has, where its language is known.
    tokens: Option<usize>,
    /// Whether it closes what the smallest text leaves open; none where that leaves nothing open.
    #[serde(skip_serializing_if = "Option::is_none")]
    closed: Option<bool>,
    /// The file with the smallest text, where the result is another one.
    smallest: Option<Name>,
    /// The same for people.
    #[serde(skip)]
    pub(super) note: Option<String>,
}

impl Layout {
    /// Of a text.
    pub fn of(shown: &LaidOut) -> Self {
        let bytes = shown.text.len() as u64;
        let extent = size(bytes);
        let smallest =
            shown.smallest.as_deref().map(|path| format!("; the smallest text is in {}", said(path)));
        let smallest = smallest.unwrap_or_default();
        let note = match shown.by {
            Some(by) if shown.closed == Some(true) => {
                Some(format!("closed and laid out by {}: {extent}{smallest}", said_of(by)))
            }
            Some(by) => Some(format!("laid out by {}: {extent}{smallest}", said_of(by))),
            None if shown.is_gone => Some("not laid out: no layout that was tested still fails".to_owned()),
            None if shown.is_long => Some("not laid out: more than 1 MiB".to_owned()),
            None => shown.minify.then(|| "not laid out: --minify".to_owned()),
        };
        let open =
            (shown.closed == Some(false)).then(|| "does not parse: completed, it no longer fails".to_owned());
        let note = match (note, open) {
            (Some(note), Some(open)) => Some(format!("{note}\n{open}")),
            (note, open) => note.or(open),
        };
        Self {
            by: shown.by.into_iter().collect(),
            bytes,
            tokens: shown.tokens,
            closed: shown.closed,
            smallest: shown.smallest.as_deref().map(Name::of),
            note,
        }
    }

    /// Of the files of a tree.
    pub fn of_tree(shown: &LaidOutTree) -> Self {
        let smallest = shown.smallest.as_deref();
        let mut by: Vec<&str> = shown.by.iter().copied().collect();
        by.sort_by_key(|by| *by == OWN);
        let said_by: Vec<&str> = by.iter().map(|by| said_of(by)).collect();
        let files = plural(shown.laid_out as u64, "file");
        let archive = smallest.map_or_else(String::new, |path| {
            format!("; the smallest files are in {}, a tar archive", said(path))
        });
        Self {
            by,
            bytes: shown.size(),
            tokens: None,
            closed: None,
            smallest: smallest.map(Name::of),
            note: Some(format!("{files} laid out by {}{archive}", joined(&said_by, "and"))),
        }
    }
}

/// What laid a text out, for people.
fn said_of(by: &str) -> &str {
    if by == OWN { "Dwindle" } else { by }
}
