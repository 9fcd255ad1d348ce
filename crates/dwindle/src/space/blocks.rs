//! The space of the blocks of a text.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;

use super::edited::{Edited, joined};
use crate::flow::Flow;
use crate::rewrite::Edit;
use crate::space::Space;
use crate::{Candidate, Config, Id, Outcome, Text};

/// Blocks of a text as units: to drop one is to lead the jumps to it on to where it leads.
///
/// Costs time in the number of blocks and of their values' uses for each candidate.
#[derive(Clone, Debug)]
pub struct BlockSpace {
    text: Text,
    flows: Vec<Flow>,
    /// The flow and the block of each unit.
    units: Vec<(usize, usize)>,
}

impl BlockSpace {
    /// The blocks of `flows`, which lie in order and apart in `text`.
    pub fn new(text: Text, flows: Vec<Flow>) -> Self {
        let units = flows.iter().enumerate();
        let units = units.flat_map(|(flow, it)| it.removable().map(move |block| (flow, block))).collect();
        Self { text, flows, units }
    }

    /// The text that `config` leaves.
    pub(crate) fn render(&self, config: &Config) -> Text {
        joined(&self.pieces(config))
    }

    /// What changes.
    fn made(&self, config: &Config) -> Edited<'_, Edit> {
        let mut left_out: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.flows.len()];
        let mut kept = config.units().peekable();
        for (unit, (flow, block)) in (0..).zip(&self.units) {
            if kept.next_if_eq(&unit).is_none() {
                left_out[*flow].insert(*block);
            }
        }
        let flows = self.flows.iter().zip(&left_out);
        Edited::new(&self.text, flows.flat_map(|(flow, blocks)| flow.left_out(self.text.bytes(), blocks)))
    }

    fn pieces(&self, config: &Config) -> Vec<Cow<'_, [u8]>> {
        self.made(config).pieces(|edit| Cow::Owned(edit.with.into()))
    }
}

impl Space for BlockSpace {
    fn units(&self) -> usize {
        self.units.len()
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
