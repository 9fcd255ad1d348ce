//! A text with regions folded: one line stands for each.
//!
//! The lens unfolds each candidate before it is tested, so passes see only the user's own text. The pass
//! [`Own`](crate::passes::Own) reduces through it.

use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use dwindle_core::span_hash::SpanHash;

use crate::candidate::Pieces;
use crate::edited::touches;
use crate::space::{Lens, Shared, Space};
use crate::{Candidate, Config, Id, Outcome, Text};

/// A text in which regions are folded.
///
/// What stands before the user's own is hidden, and always stays, with the blank lines and line markers between it. A region between or after it is one line, which parses as what the
/// region was to its author, `#include "<3>"`: a line that still stands whole, after those of the regions before it, is
/// unfolded, and all else of a candidate is the user's own text. So any space of the folded text becomes by
/// [its lens](Folded::lens) a space of the whole.
///
/// # What we tried
/// A line for each region, also of those before the user's own: passes then ask about these lines as about any other, and a
/// declaration goes with the lines before it, as with a comment.
#[derive(Clone, Debug)]
pub struct Folded {
    whole: Text,
    /// What is to be seen of it.
    seen: Text,
    /// What is hidden, from the beginning of the whole.
    hidden: usize,
    /// What a line begins with that stands for a region.
    sign: String,
    /// The regions that lines stand for, by number.
    regions: Vec<Range<usize>>,
}

impl Folded {
    /// `text` with these regions folded, which are in order and apart; but none that touches a byte of `protected` and would not be
    /// hidden.
    pub fn new(text: &Text, regions: &[Range<usize>], protected: &[Range<usize>]) -> Self {
        let bytes = text.bytes();
        let is_nothing = |line: &[u8]| line.starts_with(b"#") || line.trim_ascii().is_empty();
        let is_blank = |span: Range<usize>| bytes[span].split(|byte| *byte == b'\n').all(is_nothing);
        let (mut hidden, mut visible) = (0, regions);
        while let [first, rest @ ..] = visible
            && is_blank(hidden..first.start)
        {
            (hidden, visible) = (first.end, rest);
        }
        let is_free = |span: &&Range<usize>| bytes[..span.end].ends_with(b"\n") && !touches(protected, span);
        let regions: Vec<_> = visible.iter().filter(is_free).cloned().collect();
        let starts = std::iter::once(hidden).chain(regions.iter().map(|span| span.end));
        let ends = regions.iter().map(|span| span.start).chain([bytes.len()]);
        let own: Vec<&[u8]> = starts.zip(ends).map(|(start, end)| &bytes[start..end]).collect();
        let mut sign = String::from("#include \"<");
        while own.iter().any(|own| own.windows(sign.len()).any(|window| window == sign.as_bytes())) {
            sign.push('<');
        }
        let mut seen = Vec::new();
        for (number, own) in own.into_iter().enumerate() {
            if number > 0 {
                seen.extend_from_slice(line(&sign, number - 1).as_bytes());
            }
            seen.extend_from_slice(own);
        }
        let seen = Text::new(seen).unwrap_or_else(|_| text.clone());
        Self { whole: text.clone(), seen, hidden, sign, regions }
    }

    /// The text with lines for regions.
    pub const fn text(&self) -> &Text {
        &self.seen
    }

    /// What stands for this text, of which regions are folded.
    pub fn unfolded(&self, folded: &Text) -> Text {
        let pieces = self.pieces(folded.bytes());
        Text::new(pieces.concat()).unwrap_or_else(|_| self.whole.clone())
    }

    /// Makes a space of the folded text a space of the whole.
    ///
    /// An identity costs time in the size of the folded candidate and the number of its regions.
    pub fn lens(self: &Arc<Self>) -> Lens {
        let folded = Arc::clone(self);
        Arc::new(move |inner| Arc::new(Unfolded { folded: Arc::clone(&folded), inner: Arc::clone(inner) }))
    }

    /// What a candidate of the folded text consists of: stretches of the whole, and text of its own.
    fn parts<'c>(&self, candidate: &'c [u8]) -> Vec<Part<'c>> {
        let mut parts = vec![Part::Whole(0..self.hidden)];
        let (mut next, mut from, mut at) = (0, 0, 0);
        for text in candidate.split_inclusive(|byte| *byte == b'\n') {
            let start = at;
            at += text.len();
            let Some(number) = self.number(text).filter(|number| *number >= next) else { continue };
            parts.extend([Part::Own(&candidate[from..start]), Part::Whole(self.regions[number].clone())]);
            (next, from) = (number + 1, at);
        }
        parts.push(Part::Own(&candidate[from..]));
        parts
    }

    /// The region that this line stands for.
    fn number(&self, text: &[u8]) -> Option<usize> {
        let rest = text.strip_prefix(self.sign.as_bytes())?.strip_suffix(b">\"\n")?;
        let number = std::str::from_utf8(rest).ok()?.parse().ok()?;
        (number < self.regions.len() && line(&self.sign, number).as_bytes() == text).then_some(number)
    }

    fn pieces<'a>(&'a self, candidate: &'a [u8]) -> Pieces<'a> {
        let piece = |part| match part {
            Part::Whole(span) => &self.whole.bytes()[span],
            Part::Own(own) => own,
        };
        self.parts(candidate).into_iter().map(|part| Cow::Borrowed(piece(part))).collect()
    }
}

/// The line that stands for a region.
fn line(sign: &str, number: usize) -> String {
    format!("{sign}{number}>\"\n")
}

/// A stretch of a candidate.
enum Part<'c> {
    /// Bytes of the whole.
    Whole(Range<usize>),
    /// Other bytes.
    Own(&'c [u8]),
}

/// A space of a folded text as one of the whole.
struct Unfolded {
    folded: Arc<Folded>,
    inner: Shared,
}

impl Unfolded {
    /// What `of` makes of the parts of a candidate; none of what is no text.
    fn of_parts<R>(&self, config: &Config, of: impl FnOnce(Vec<Part<'_>>) -> R) -> Option<R> {
        let candidate = self.inner.candidate(Cow::Borrowed(config)).ok()?;
        let text = candidate.text()?;
        Some(of(self.folded.parts(&text)))
    }
}

impl Space for Unfolded {
    fn units(&self) -> usize {
        self.inner.units()
    }

    fn id(&self, config: &Config) -> Id {
        let hash = |part: &Part<'_>| match part {
            Part::Whole(span) => self.folded.whole.span_hash(span.clone()),
            Part::Own(own) => SpanHash::of(own),
        };
        let id = |parts: Vec<Part<'_>>| parts.iter().map(hash).fold(SpanHash::EMPTY, SpanHash::then).id();
        self.of_parts(config, id).unwrap_or_else(|| self.inner.id(config))
    }

    fn size(&self, config: &Config) -> u64 {
        let size = |part: &Part<'_>| match part {
            Part::Whole(span) => span.len() as u64,
            Part::Own(own) => own.len() as u64,
        };
        let size = |parts: Vec<Part<'_>>| parts.iter().map(size).sum();
        self.of_parts(config, size).unwrap_or_else(|| self.inner.size(config))
    }

    fn known_outcome(&self, config: &Config, best: &Config) -> Option<Outcome> {
        self.inner.known_outcome(config, best)
    }

    fn compares_values(&self) -> bool {
        self.inner.compares_values()
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        let candidate = self.inner.candidate(config)?;
        let Some(text) = candidate.text() else { return Ok(candidate) };
        let whole = self.folded.whole.bytes();
        let piece = |part| match part {
            Part::Whole(span) => Cow::Borrowed(&whole[span]),
            Part::Own(own) => Cow::Owned(own.to_vec()),
        };
        Ok(Candidate::Text(self.folded.parts(&text).into_iter().map(piece).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Unit, text_of};
    use proptest::prelude::*;

    fn text(bytes: &[u8]) -> Text {
        Text::new(bytes.to_vec()).unwrap()
    }

    #[test]
    fn what_is_before_is_hidden_and_what_is_between_is_a_line() {
        let whole = text(b"AA\n\nBB\nown\nCC\nown #include \"<7\n");
        let folded = Folded::new(&whole, &[0..3, 4..7, 11..14], &[]);
        assert_eq!(folded.text().bytes(), b"own\n#include \"<<0>\"\nown #include \"<7\n");
        assert_eq!(folded.unfolded(folded.text()).bytes(), whole.bytes());
        assert_eq!(folded.unfolded(&text(b"x")).bytes(), b"AA\n\nBB\nx");
        let twice = text(b"#include \"<<0>\"\n#include \"<<0>\"\n #include \"<<1>\"\n");
        assert_eq!(folded.unfolded(&twice).bytes(), b"AA\n\nBB\nCC\n#include \"<<0>\"\n #include \"<<1>\"\n");
        let pinned = Folded::new(&whole, &[0..3, 4..7, 11..14], &[0..1, 12..13]);
        assert_eq!(pinned.text().bytes(), b"own\nCC\nown #include \"<7\n");
    }

    proptest! {
        #[test]
        fn unfolding_gives_the_whole_back_and_identities_are_those_of_it(
            lines in proptest::collection::vec(("[ab ]{0,3}", any::<bool>()), 0..20), from in 0usize..20, len in 0usize..20,
        ) {
            let (mut bytes, mut regions) = (Vec::new(), Vec::new());
            for (line, is_region) in &lines {
                let start = bytes.len();
                bytes.extend([line.as_bytes(), b"\n"].concat());
                if *is_region {
                    regions.push(start..bytes.len());
                }
            }
            let whole = text(&bytes);
            let folded = Arc::new(Folded::new(&whole, &regions, &[]));
            prop_assert_eq!(folded.unfolded(folded.text()).id(), whole.id());
            for unit in [Unit::Lines, Unit::Chars] {
                let inner = Arc::new(folded.text().cut(unit));
                let config = inner.full().without_slice(from..from + len);
                let rendered = folded.unfolded(&inner.render(&config));
                let space = folded.lens()(&(inner as Shared));
                prop_assert_eq!(space.id(&config), rendered.id());
                prop_assert_eq!(space.size(&config), rendered.bytes().len() as u64);
                prop_assert_eq!(text_of(&*space, &config).unwrap().id(), rendered.id());
            }
        }
    }
}
