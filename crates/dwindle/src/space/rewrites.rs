//! The space of some rewrites of a text.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::io;

use super::edited::{Edited, joined};
use crate::rewrite::{Edit, Rewrite};
use crate::space::Space;
use crate::{Candidate, Config, Id, Outcome, Text};

/// Rewrites of a text as units: to drop a unit is to make its edits.
///
/// So list algorithms, which look for what can go, find which rewrites can be made together. A candidate that is not smaller
/// than the best is [`Outcome::Pass`] without a test.
///
/// Costs time in the number of edits for each candidate.
#[derive(Clone, Debug)]
pub struct RewriteSpace {
    text: Text,
    /// All edits in order, each with its unit.
    edits: Vec<(u32, Edit)>,
    units: usize,
}

impl RewriteSpace {
    /// These rewrites of `text`, no two of which concern the same bytes, but that one may take away what another changes.
    pub fn new(text: Text, rewrites: impl IntoIterator<Item = Rewrite>) -> Self {
        let (mut edits, mut units) = (Vec::new(), 0);
        for (unit, rewrite) in (0..).zip(rewrites) {
            edits.extend(rewrite.edits.into_iter().map(|edit| (unit, edit)));
            units += 1;
        }
        edits.sort_by_key(|(_, edit)| (edit.span.start, !edit.span.is_empty(), Reverse(edit.span.end)));
        Self { text, edits, units }
    }

    /// The text that `config` leaves.
    pub(crate) fn render(&self, config: &Config) -> Text {
        joined(&self.pieces(config))
    }

    /// What is made.
    fn made(&self, config: &Config) -> Edited<'_, &Edit> {
        let mut is_made = vec![true; self.units];
        config.units().for_each(|unit| is_made[unit as usize] = false);
        let made = self.edits.iter().filter(|(unit, _)| is_made[*unit as usize]);
        Edited::new(&self.text, made.map(|(_, edit)| edit))
    }

    fn pieces(&self, config: &Config) -> Vec<Cow<'_, [u8]>> {
        self.made(config).pieces(|edit| Cow::Borrowed(&edit.with))
    }
}

impl Space for RewriteSpace {
    fn units(&self) -> usize {
        self.units
    }

    fn id(&self, config: &Config) -> Id {
        self.made(config).id()
    }

    fn size(&self, config: &Config) -> u64 {
        self.made(config).size()
    }

    fn candidate<'a>(&'a self, config: Cow<'a, Config>) -> io::Result<Candidate<'a>> {
        Ok(Candidate::Text(self.pieces(&config)))
    }

    fn known_outcome(&self, config: &Config, best: &Config) -> Option<Outcome> {
        (self.size(config) >= self.size(best)).then_some(Outcome::Pass)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_something_that_goes_is_not_changed() {
        let text = Text::new(b"a = 1; b = a; c = b".to_vec()).unwrap();
        let edit = |span, with: &[u8]| Edit { span, with: with.into() };
        let rewrites = [vec![edit(0..7, b""), edit(11..12, b"")], vec![edit(7..14, b""), edit(18..19, b"0")]];
        let rewrites = rewrites.map(|edits| Rewrite { rule: "variable", edits });
        let space = RewriteSpace::new(text, rewrites);
        let left = |units: &[u32]| space.render(&Config::of_units(units.iter().copied()));
        for (units, expected) in [(&[][..], "c = 0"), (&[0], "a = 1; c = 0"), (&[1], "b = ; c = b")] {
            let (text, config) = (left(units), Config::of_units(units.iter().copied()));
            assert_eq!(text.bytes(), expected.as_bytes());
            assert_eq!(space.size(&config), expected.len() as u64);
            assert_eq!(space.id(&config), text.id());
        }
    }
}
