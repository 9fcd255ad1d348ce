//! A space of rewrites of one text: to drop a unit is to make its edits.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io;

use crate::edited;
use crate::flow::Flow;
use crate::rewrite::{Edit, Rewrite};
use crate::space::Space;
use crate::{Candidate, Config, Id, Outcome, Text};

/// Rewrites of a text as units, or its blocks: to drop a unit is to make its edits.
///
/// So list algorithms, which look for what can go, find which edits can be made together. A candidate that is not smaller
/// than the best is [`Outcome::Pass`] without a test.
///
/// Costs time in the number of edits for each candidate; of blocks, in their number and that of their values' uses.
#[derive(Clone, Debug)]
pub struct RewriteSpace {
    text: Text,
    units: Units,
}

#[derive(Clone, Debug)]
enum Units {
    /// So many rewrites, and all edits in order, each with its unit.
    Rewrites(usize, Vec<(u32, Edit)>),
    /// The flows, and the flow and the block of each unit.
    Blocks(Vec<Flow>, Vec<(usize, usize)>),
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
        Self { text, units: Units::Rewrites(units, edits) }
    }

    /// The blocks of `flows`, which lie in order and apart in `text`: to drop one is to lead the jumps to it on to where it leads.
    pub fn of_blocks(text: Text, flows: Vec<Flow>) -> Self {
        let units = flows.iter().enumerate();
        let units = units.flat_map(|(flow, it)| it.removable().map(move |block| (flow, block))).collect();
        Self { text, units: Units::Blocks(flows, units) }
    }

    /// The text that `config` leaves.
    pub(crate) fn render(&self, config: &Config) -> Text {
        Text::new(self.pieces(config).concat()).expect("it is no larger than what it was made of")
    }

    /// The edits that are made, by where they start, of two that start at one place the outer one first; without what is in
    /// something that goes anyway.
    fn made(&self, config: &Config) -> Vec<Cow<'_, Edit>> {
        let mut is_made = vec![true; self.units()];
        config.units().for_each(|unit| is_made[unit as usize] = false);
        let mut made: Vec<Cow<'_, Edit>> = match &self.units {
            Units::Rewrites(_, edits) => {
                let made = edits.iter().filter(|(unit, _)| is_made[*unit as usize]);
                made.map(|(_, edit)| Cow::Borrowed(edit)).collect()
            }
            Units::Blocks(flows, units) => {
                let mut left_out: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); flows.len()];
                for ((flow, block), _) in units.iter().zip(is_made).filter(|(_, is_made)| *is_made) {
                    left_out[*flow].insert(*block);
                }
                let flows = flows.iter().zip(&left_out);
                let edits = flows.flat_map(|(flow, blocks)| flow.left_out(self.text.bytes(), blocks));
                edits.map(Cow::Owned).collect()
            }
        };
        let mut end = 0;
        made.retain(|edit| {
            let stays = edit.span.start >= end;
            end = end.max(edit.span.end);
            stays
        });
        made
    }

    /// The stretches that stay, and what stands between them.
    fn pieces(&self, config: &Config) -> Vec<Cow<'_, [u8]>> {
        let edits = self.made(config).into_iter().map(|edit| match edit {
            Cow::Borrowed(edit) => (edit.span.clone(), Cow::Borrowed(&*edit.with)),
            Cow::Owned(edit) => (edit.span, Cow::Owned(edit.with.into())),
        });
        edited::pieces(&self.text, edits)
    }
}

impl Space for RewriteSpace {
    fn units(&self) -> usize {
        match &self.units {
            Units::Rewrites(units, _) => *units,
            Units::Blocks(_, units) => units.len(),
        }
    }

    fn id(&self, config: &Config) -> Id {
        edited::id(&self.text, self.made(config).iter().map(|edit| (edit.span.clone(), &*edit.with)))
    }

    fn size(&self, config: &Config) -> u64 {
        let change = |size, edit: &Cow<'_, Edit>| size + edit.with.len() - edit.span.len();
        self.made(config).iter().fold(self.text.bytes().len(), change) as u64
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
