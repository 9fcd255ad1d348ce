//! Texts: bytes in memory, split into units at offsets.

use std::borrow::Cow;
use std::io;
use std::ops::Range;

use crate::space::Space;
use crate::space::cut::{Cuts, Unit, offset};
use crate::space::tokens::Tokens;
use crate::span_hash::SpanHash;
use crate::{Candidate, Config, Id, Text};

impl Text {
    /// Cuts the text into units.
    pub fn cut(&self, unit: Unit) -> TextSpace {
        TextSpace { text: self.clone(), unit, cuts: Cuts::new(self.bytes(), unit) }
    }

    /// The tokens of the text one after the other, without a list of them: see [`Unit::Tokens`].
    pub fn tokens(&self) -> impl Iterator<Item = Range<usize>> {
        let (mut tokens, mut at) = (Tokens::default(), 0);
        std::iter::from_fn(move || {
            let start = at;
            at = (start < self.bytes().len()).then(|| tokens.end(self.bytes(), start))?;
            Some(start..at)
        })
    }

    /// Cuts the text at these offsets, from 0 to its length, into units that are called `unit`.
    pub fn cut_at(&self, offsets: Vec<u32>, unit: Unit) -> TextSpace {
        TextSpace { text: self.clone(), unit, cuts: Cuts::given(offsets) }
    }

    /// Cuts only these stretches (ascending), into tokens, each with the blanks before it.
    ///
    /// What lies between two of them is one unit.
    pub fn cut_within(&self, spans: &[Range<usize>]) -> TextSpace {
        let mut offsets = vec![0];
        let mut cut = |at: usize| {
            if offsets.last().is_some_and(|last| (*last as usize) < at) {
                offsets.push(offset(at));
            }
        };
        for span in spans {
            let bytes = &self.bytes()[..span.end];
            cut(span.start);
            let (mut at, mut blanks, mut tokens) = (span.start, span.start, Tokens::default());
            while at < span.end {
                let end = tokens.end(bytes, at);
                if !bytes[at..end].trim_ascii().is_empty() {
                    cut(end);
                    blanks = end;
                }
                at = end;
            }
            cut(blanks);
            cut(span.end);
        }
        cut(self.bytes().len());
        self.cut_at(offsets, Unit::Tokens)
    }
}

/// A text seen as bytes, characters, lines or tokens.
#[derive(Clone, Debug)]
pub struct TextSpace {
    text: Text,
    unit: Unit,
    cuts: Cuts,
}

impl TextSpace {
    /// What the text is cut into.
    pub const fn unit(&self) -> Unit {
        self.unit
    }

    /// The text that `config` makes: the artifact of the next space.
    pub fn render(&self, config: &Config) -> Text {
        if config.len() == self.units() {
            return self.text.clone();
        }
        let bytes: Vec<u8> = self.pieces(config).collect::<Vec<_>>().concat();
        Text::from_part(bytes)
    }

    /// The configuration of all units that touch one of `spans` (byte ranges).
    pub fn touching(&self, spans: impl IntoIterator<Item = Range<usize>>) -> Config {
        let spans = spans.into_iter().filter(|span| !span.is_empty());
        Config::of_ranges(
            spans.map(|span| self.cuts.unit_at(span.start)..self.cuts.unit_at(span.end - 1) + 1),
        )
    }

    /// Where these units stand in the text.
    pub fn span(&self, units: Range<u32>) -> Range<usize> {
        self.cuts.span(units.start, units.end)
    }

    /// The bytes of one unit.
    pub fn unit_bytes(&self, unit: u32) -> &[u8] {
        &self.text.bytes()[self.cuts.span(unit, unit + 1)]
    }

    fn pieces<'a, 'c>(&'a self, config: &'c Config) -> impl Iterator<Item = &'a [u8]> + use<'a, 'c> {
        config.runs().iter().map(|run| &self.text.bytes()[self.cuts.span(run.start, run.end)])
    }
}

impl Space for TextSpace {
    fn units(&self) -> usize {
        self.cuts.units()
    }

    fn id(&self, config: &Config) -> Id {
        let prefixes = self.text.prefixes();
        let spans = config.runs().iter().map(|run| self.cuts.span(run.start, run.end));
        spans
            .fold(SpanHash::EMPTY, |hash, span| {
                hash.then(prefixes.span(self.text.bytes(), span.start, span.end))
            })
            .id()
    }

    fn size(&self, config: &Config) -> u64 {
        config.runs().iter().map(|run| self.cuts.span(run.start, run.end).len() as u64).sum()
    }

    fn weights(&self, config: &Config) -> Vec<u64> {
        config.units().map(|unit| self.cuts.span(unit, unit + 1).len() as u64).collect()
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(Candidate::Text(self.pieces(&config).map(Cow::Borrowed).collect()))
    }
}

/// The text of a candidate, if it is one that can be made.
pub fn text_of(space: &(impl Space + ?Sized), config: &Config) -> Option<Text> {
    let candidate = space.candidate(Cow::Borrowed(config)).ok()?;
    Text::of_any_size(candidate.text()?.into_owned()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(bytes: &[u8]) -> Text {
        Text::new(bytes.to_vec()).unwrap()
    }

    proptest! {
        #[test]
        fn keeping_everything_gives_back_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            for &unit in Unit::ALL {
                let space = text(&bytes).cut(unit);
                let candidate = space.candidate(Cow::Owned(space.full())).unwrap();
                prop_assert_eq!(&candidate.text().unwrap()[..], &bytes);
                let one_by_one: Vec<u8> = (0..space.units())
                    .flat_map(|i| space.render(&space.full().slice(i..i + 1)).bytes().to_vec())
                    .collect();
                prop_assert_eq!(&one_by_one, &bytes, "units of {:?} overlap or leave gaps", unit);
            }
        }

        #[test]
        fn equal_bytes_have_equal_identities_in_every_space(
            source in "[ab\n ]{0,40}", from in 0usize..40, len in 0usize..40,
        ) {
            for &unit in Unit::ALL {
                let space = text(source.as_bytes()).cut(unit);
                let config = space.full().without_slice(from..from + len);
                let rendered = space.render(&config);
                prop_assert_eq!(space.id(&config), rendered.id());
                prop_assert_eq!(space.size(&config), rendered.bytes().len() as u64);
                prop_assert_eq!(space.weights(&config).iter().sum::<u64>(), space.size(&config));
            }
        }
    }

    #[test]
    fn units_touching_a_span_are_found() {
        let space = text(b"one\ntwo\nthree\n").cut(Unit::Lines);
        assert_eq!(format!("{:?}", space.touching([5..6, 6..9])), "{1-2}");
        assert_eq!(format!("{:?}", space.touching([0..0, 0..3])), "{0}");
    }
}
