//! Makes variations of a text: draws values for its parts, and gives spaces in which parts can be put back.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;
use std::ops::Range;

use super::class::Draw;
use super::part::Part;
use super::tokens::is_word;
use crate::edited;
use crate::numbers::Numbers;
use crate::space::Space;
use crate::{Candidate, Config, Id, Text};

/// How often another value is drawn where one is not allowed.
const TRIES: usize = 32;

/// The text with these values at the places of these parts; a part without a value stays.
pub(super) fn varied<'p>(
    text: &Text,
    changes: impl IntoIterator<Item = (&'p Part, Option<&'p [u8]>)>,
) -> Vec<u8> {
    let mut edits: Vec<(Range<usize>, Cow<'_, [u8]>)> = Vec::new();
    for (part, value) in changes {
        let Some(value) = value else { continue };
        edits.extend(part.places.iter().map(|place| (place.clone(), value.into())));
    }
    edits.sort_by_key(|(place, _)| (place.start, place.end));
    edited::pieces(text, edits).concat()
}

/// A value of the class of `part`, other than what stands there; none where none was drawn that is allowed.
///
/// A word is allowed that is none of `taken`, in small letters. It is taken then.
pub(super) fn value(
    text: &Text,
    part: &Part,
    numbers: &mut Numbers,
    how: Draw,
    taken: &mut BTreeSet<Vec<u8>>,
) -> Option<Vec<u8>> {
    let class = part.class()?;
    for _ in 0..TRIES {
        let value = class.draw(numbers, how);
        if is_allowed(text, part, &value, taken) {
            if is_word(&value) {
                taken.insert(value.to_ascii_lowercase());
            }
            return Some(value);
        }
    }
    None
}

/// Whether this is another value, and no word that is taken.
pub(super) fn is_allowed(text: &Text, part: &Part, value: &[u8], taken: &BTreeSet<Vec<u8>>) -> bool {
    text.bytes()[part.places[0].clone()] != *value
        && !(is_word(value) && taken.contains(&value.to_ascii_lowercase()))
}

/// A variation with parts put back: a unit that is kept is a part as it was.
#[derive(Debug)]
pub(super) struct PutBack {
    pub(super) text: Text,
    /// The parts with their values in the variation.
    pub(super) parts: Vec<(Part, Vec<u8>)>,
}

impl PutBack {
    fn made(&self, config: &Config) -> Vec<u8> {
        let changes = self
            .parts
            .iter()
            .zip(0..)
            .map(|((part, value), unit)| (part, (!config.contains(unit)).then_some(value.as_slice())));
        varied(&self.text, changes)
    }
}

impl Space for PutBack {
    fn units(&self) -> usize {
        self.parts.len()
    }

    fn id(&self, config: &Config) -> Id {
        Text::new(self.made(config)).map_or_else(|_| self.text.id(), |text| text.id())
    }

    fn size(&self, config: &Config) -> u64 {
        config.len() as u64
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(Candidate::Text(vec![Cow::Owned(self.made(&config))]))
    }
}
