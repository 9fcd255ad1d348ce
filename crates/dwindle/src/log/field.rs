//! Fields of JSON actions, by their names.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::json;

/// The way to a field of an action: `.window`, `.target.id`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field(Vec<String>);

/// A word that is no way to a field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}: not a field; fields are written as .name or .name.name")]
pub struct NoField(String);

impl FromStr for Field {
    type Err = NoField;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let names: Option<Vec<&str>> = word.strip_prefix('.').map(|names| names.split('.').collect());
        match names {
            Some(names) if names.iter().all(|name| !name.is_empty()) => {
                Ok(Self(names.into_iter().map(str::to_owned).collect()))
            }
            _ => Err(NoField(word.to_owned())),
        }
    }
}

impl Field {
    /// The span of the field's value in the value at `span`. Of two fields with one name the last counts, as it does
    /// for most readers.
    pub(super) fn find(&self, bytes: &[u8], span: &Range<usize>) -> Option<Range<usize>> {
        self.0.iter().try_fold(span.clone(), |span, wanted| {
            let members = json::members(bytes, &span);
            let found = members.into_iter().rev().find(|(name, _)| said(&bytes[name.clone()]) == *wanted);
            found.map(|(_, value)| value)
        })
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|name| write!(f, ".{name}"))
    }
}

/// What a JSON string with its quotes says.
pub(super) fn said(string: &[u8]) -> Cow<'_, str> {
    if string.contains(&b'\\')
        && let Ok(text) = serde_json::from_slice::<String>(string)
    {
        return text.into();
    }
    String::from_utf8_lossy(string.get(1..string.len().saturating_sub(1)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_their_names() {
        let text = br#"{"a": {"b c": 1, "d": 2}, "a\u0062": 3}"#;
        let find = |field: &str| {
            let span = field.parse::<Field>().unwrap().find(text, &(0..text.len()))?;
            Some(String::from_utf8_lossy(&text[span]).into_owned())
        };
        assert_eq!(find(".a.d").as_deref(), Some("2"));
        assert_eq!(find(".a.b c").as_deref(), Some("1"));
        assert_eq!(find(".ab").as_deref(), Some("3"));
        assert_eq!(find(".a.x"), None);
        assert_eq!(find(".ab.x"), None);
    }

    #[test]
    fn other_words_are_no_fields() {
        for word in ["", ".", "window", ".a.", ".a..b"] {
            assert!(word.parse::<Field>().is_err(), "{word}");
        }
    }
}
