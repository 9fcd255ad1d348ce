//! Cutting a grammar into words, and going through them: what all notations share.

use super::draft::At;
use super::error::NotationError;
use super::escape::escape;
use super::source::Source;

/// A word and the byte it begins at.
#[derive(Clone, Debug)]
pub(super) struct Spot<W> {
    pub(super) word: W,
    at: usize,
}

/// All words of a file. `next` tells which word begins at a byte that is no blank, none at a comment, and how long it
/// is.
pub(super) fn cut<W>(
    source: Source<'_>,
    next: impl Fn(usize, char) -> Result<(Option<W>, usize), NotationError>,
) -> Result<Vec<Spot<W>>, NotationError> {
    let mut words = Vec::new();
    let mut at = if source.text.starts_with('\u{feff}') { 3 } else { 0 };
    while let Some(first) = source.text[at..].chars().next() {
        let blank = first.is_whitespace();
        let (word, length) = if blank { (None, first.len_utf8()) } else { next(at, first)? };
        words.extend(word.map(|word| Spot { word, at }));
        at += length;
    }
    Ok(words)
}

/// A text in quotes with its escapes replaced, and its length with the quotes; none if it does not end in its line.
pub(super) fn quoted(
    source: Source<'_>,
    at: usize,
    quote: char,
) -> Result<Option<(Box<str>, usize)>, NotationError> {
    let inside = &source.text[at + 1..];
    let (mut text, mut from) = (String::new(), 0);
    while let Some(stop) = inside[from..].find([quote, '\\', '\n']).map(|found| from + found) {
        text.push_str(&inside[from..stop]);
        let rest = &inside[stop..];
        if rest.starts_with(quote) {
            return Ok(Some((text.into(), stop + 2)));
        }
        if rest.starts_with('\n') {
            break;
        }
        let Some((character, length)) = escape(rest) else {
            let letter: String = rest.chars().skip(1).take(1).flat_map(char::escape_debug).collect();
            let expected = "an escape such as `\\n` or `\\u0041`";
            let advice = Some("write a backslash as `\\\\`");
            return Err(source.found(at + 1 + stop, format!("`\\{letter}`"), expected, advice));
        };
        text.push(character);
        from = stop + length;
    }
    Ok(None)
}

/// The error that a text in quotes does not end in its line.
pub(super) fn unterminated_literal(source: Source<'_>, at: usize, quote: char) -> NotationError {
    source.unterminated(at, "this literal", &format!("`{quote}` in the same line"))
}

/// The words of a file on the way through them.
#[derive(Debug)]
pub(super) struct Words<'a, W> {
    pub(super) source: Source<'a>,
    file: usize,
    spots: Vec<Spot<W>>,
    /// The number of the next one.
    pub(super) next: usize,
}

impl<'a, W: PartialEq> Words<'a, W> {
    /// Before the first of the words of the file of that number.
    pub(super) const fn new(source: Source<'a>, file: usize, spots: Vec<Spot<W>>) -> Self {
        Self { source, file, spots, next: 0 }
    }

    /// The word that follows so many others.
    pub(super) fn word(&self, ahead: usize) -> Option<&W> {
        self.spots.get(self.next + ahead).map(|spot| &spot.word)
    }

    /// The word read last.
    pub(super) fn before(&self) -> Option<&W> {
        self.spots.get(self.next.checked_sub(1)?).map(|spot| &spot.word)
    }

    /// Those read since that one.
    pub(super) fn since(&self, first: usize) -> impl Iterator<Item = &W> {
        self.spots[first..self.next].iter().map(|spot| &spot.word)
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.next == self.spots.len()
    }

    /// Where the next word stands.
    pub(super) fn at(&self) -> At {
        let offset = self.spots.get(self.next).map_or(self.source.text.len(), |spot| spot.at);
        At { file: self.file, offset }
    }

    /// Whether this word is next.
    pub(super) fn is(&self, word: &W) -> bool {
        self.word(0) == Some(word)
    }

    /// Goes past this word if it is next.
    pub(super) fn take(&mut self, word: &W) -> bool {
        let is = self.is(word);
        self.next += usize::from(is);
        is
    }

    pub(super) fn unexpected(&self, expected: &str) -> NotationError {
        self.source.unexpected(self.at().offset, expected)
    }
}
