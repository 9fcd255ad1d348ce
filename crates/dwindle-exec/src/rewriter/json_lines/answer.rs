//! What a program answers.

use std::fs;
use std::path::PathBuf;

use dwindle::Text;
use dwindle::rewrite::{Edit, Rewrite};
use serde::Deserialize;

/// What it says of itself.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hello {
    /// The languages that it knows; all where none are named.
    #[serde(default)]
    languages: Option<Vec<String>>,
}

/// What it offers for a text.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Offered {
    /// Rewrites, each of some edits.
    Rewrites(Vec<Vec<Change>>),
    /// So many whole texts, to be asked for one by one.
    Variants(usize),
}

/// New text in the place of a stretch of bytes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Change {
    start: usize,
    end: usize,
    #[serde(default)]
    with: String,
}

/// A whole text, or none after all.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Variant {
    /// The text itself.
    Text(Option<String>),
    /// Where it lies.
    File(PathBuf),
}

impl Hello {
    pub(super) fn knows(&self, language: Option<&str>) -> bool {
        let Some(languages) = &self.languages else { return true };
        language.is_some_and(|language| languages.iter().any(|known| known == language))
    }
}

impl Variant {
    /// The text, if there is one.
    pub(super) fn text(self) -> Result<Option<Text>, String> {
        let bytes = match self {
            Self::Text(text) => text.map(String::into_bytes),
            Self::File(path) => {
                let read = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()));
                Some(read?)
            }
        };
        bytes.map(|bytes| Text::new(bytes).map_err(|error| error.to_string())).transpose()
    }
}

/// The rewrites of `text` that an answer says.
///
/// # Errors
/// Where edits are not within the text, or those of one rewrite overlap.
pub(super) fn read(
    rewrites: Vec<Vec<Change>>,
    rule: &'static str,
    text: &Text,
) -> Result<Vec<Rewrite>, String> {
    let length = text.bytes().len();
    let rewrite = |changes: Vec<Change>| {
        if let Some(Change { start, end, .. }) =
            changes.iter().find(|change| change.start > change.end || change.end > length)
        {
            return Err(format!("it edits bytes {start} to {end} of a text of {length}"));
        }
        let edit = |Change { start, end, with }| Edit { span: start..end, with: with.into_bytes().into() };
        let mut edits: Vec<Edit> = changes.into_iter().map(edit).collect();
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        match edits.windows(2).find(|pair| pair[0].span.end > pair[1].span.start) {
            Some(pair) => Err(format!("edits of one rewrite overlap at byte {}", pair[1].span.start)),
            None => Ok(Rewrite { rule, edits }),
        }
    };
    rewrites.into_iter().map(rewrite).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_stand_within_the_text_and_apart() {
        let text = Text::new(*b"int a;").unwrap();
        let read = |answer: &str| match serde_json::from_str(answer).unwrap() {
            Offered::Rewrites(rewrites) => super::read(rewrites, "external", &text).map(|all| all.len()),
            Offered::Variants(variants) => Ok(variants),
        };
        assert_eq!(read(r#"{"rewrites":[[{"start":0,"end":4}],[{"start":6,"end":6,"with":"\n"}]]}"#), Ok(2));
        assert_eq!(read(r#"{"variants":3}"#), Ok(3));
        let error = read(r#"{"rewrites":[[{"start":0,"end":7}]]}"#).unwrap_err();
        assert_eq!(error, "it edits bytes 0 to 7 of a text of 6");
        let error = read(r#"{"rewrites":[[{"start":2,"end":5},{"start":0,"end":3}]]}"#).unwrap_err();
        assert_eq!(error, "edits of one rewrite overlap at byte 2");
    }
}
