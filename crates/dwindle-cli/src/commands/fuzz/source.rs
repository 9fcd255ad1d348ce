//! Where inputs come from: a grammar, or other inputs.

use std::collections::BTreeSet;

use dwindle::{Id, Text};
use dwindle_run::error::RunError;
use dwindle_run::syntax::grammar;
use dwindle_syntax::generate::Generator;

use super::population::Population;
use crate::asked::Fuzz;
use crate::commands::generate::no_text;

/// A round gives up when so many inputs in a row were all known.
const KNOWN_IN_A_ROW: usize = 1000;

/// Inputs, none of them twice.
pub(super) struct Source {
    from: From,
    /// Those that there were.
    seen: BTreeSet<Id>,
}

enum From {
    Grammar(Box<Generator>),
    Seeds(Population),
}

impl Source {
    /// The source that `settings` name.
    pub(super) fn new(settings: &Fuzz) -> Result<Self, RunError> {
        let from = if settings.seeds.is_empty() {
            let grammar = grammar(&settings.common.syntax)?;
            From::Grammar(Box::new(Generator::new(grammar, settings.bounds, settings.seed)))
        } else {
            From::Seeds(Population::new(settings)?)
        };
        Ok(Self { from, seen: BTreeSet::new() })
    }

    /// Up to `width` inputs that were not there before; none when there seem to be no more.
    pub(super) fn round(&mut self, width: usize) -> Result<Vec<Text>, RunError> {
        let (mut round, mut known) = (Vec::new(), 0);
        while round.len() < width && known < KNOWN_IN_A_ROW {
            let next = match &mut self.from {
                From::Grammar(generator) => {
                    generator.generate().map_err(|error| no_text(&error))?.text().clone()
                }
                From::Seeds(population) => population.next(),
            };
            if self.seen.insert(next.id()) {
                known = 0;
                round.push(next);
            } else {
                known += 1;
            }
        }
        Ok(round)
    }

    /// The inputs that are changed, where they come from seeds.
    pub(super) const fn population(&mut self) -> Option<&mut Population> {
        match &mut self.from {
            From::Grammar(_) => None,
            From::Seeds(population) => Some(population),
        }
    }
}
