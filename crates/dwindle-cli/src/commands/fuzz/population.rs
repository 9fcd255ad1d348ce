//! The inputs that others are made from, as in the mutation fuzzer of the Fuzzing Book (A. Zeller, R. Gopinath, M.
//! Böhme, G. Fraser and C. Holler, chapter "Mutation-Based Fuzzing").
//!
//! There an input joins the population when it covers new code. We see no code: one joins when the command behaves
//! as it did on none before (how it ends, and what it says), and is reduced first so that those made from it stay
//! short (the chapter on reducing, exercise 1).

use std::collections::{BTreeSet, VecDeque};

use dwindle::Text;
use dwindle_exec::signature::Signature;
use dwindle_run::error::RunError;
use dwindle_run::syntax::Syntax;
use dwindle_syntax::generate::Numbers;

use super::change::change;
use super::member::Member;
use crate::asked::Fuzz;

/// No more inputs than this are taken up.
const MOST: usize = 1000;

/// The inputs that others are made from.
pub(super) struct Population {
    members: Vec<Member>,
    /// Seeds that were not handed out yet: each is tried as it is, too.
    untried: VecDeque<Text>,
    /// What the command was seen to do.
    behaviours: BTreeSet<String>,
    syntax: Option<Syntax>,
    lots: Numbers,
}

impl Population {
    /// The seeds that `settings` name.
    pub(super) fn new(settings: &Fuzz) -> Result<Self, RunError> {
        let first = settings.seeds.first().map_or(&[][..], |seed| &seed.bytes);
        let syntax = Syntax::of(&settings.common.syntax, settings.name.as_ref(), first);
        let mut population = Self {
            members: Vec::new(),
            untried: VecDeque::new(),
            behaviours: BTreeSet::new(),
            syntax,
            lots: Numbers::new(settings.seed),
        };
        for seed in &settings.seeds {
            let text =
                Text::new(seed.bytes.as_slice()).map_err(|error| RunError::usage(error.to_string()))?;
            population.untried.push_back(text.clone());
            population.add(text);
        }
        Ok(population)
    }

    /// The next input: a seed as it is, or one of the members changed.
    pub(super) fn next(&mut self) -> Text {
        if let Some(seed) = self.untried.pop_front() {
            return seed;
        }
        change(&self.members, self.syntax.as_ref(), &mut self.lots)
    }

    /// Whether the command behaves so for the first time, and there is room for one more.
    ///
    /// Numbers in what it says do not count: most of them are places in the input.
    pub(super) fn is_new(&mut self, behaviour: &Signature) -> bool {
        let shown = behaviour.to_string();
        let mut told: String = shown.chars().filter(|c| !c.is_ascii_digit()).collect();
        told.truncate(told.char_indices().nth(200).map_or(told.len(), |(at, _)| at));
        self.behaviours.insert(told) && self.members.len() < MOST
    }

    /// Adds a member.
    pub(super) fn add(&mut self, text: Text) {
        self.members.push(Member::new(text, self.syntax.as_ref()));
    }
}
