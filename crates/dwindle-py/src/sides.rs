//! The search for what passes, and for what makes the difference.

use std::io;
use std::sync::Arc;

use dwindle::search::{Inquiry, NotTold};
use dwindle::space::Space;
use dwindle::strategy::{Dd, Mode};
use dwindle::value::{Edit, Value, ValueSpace};
use dwindle::{Config, Judgement, Outcome};

use crate::looking::Looking;
use crate::pieces::Pieces;
use crate::steps::{Next, Sides, Steps};

/// Narrows the difference between a value that fails and what is left of it without the elements of its parts, by the
/// Debugging Book's general dd.
#[derive(Debug)]
pub(crate) struct SidesSearch {
    space: Arc<ValueSpace>,
    inquiry: Inquiry,
    mode: Mode,
    /// The dd that ended with nothing that passes, before something is looked for.
    before: Dd,
    has_looked: bool,
}

impl SidesSearch {
    /// A search in a value that fails.
    pub(crate) fn new(value: Value, mode: Mode) -> Self {
        let nodes = value.by_depth();
        let parts = nodes.iter().filter(|(_, depth)| *depth == 1);
        let drops: Vec<Edit> = parts.flat_map(|(part, _)| value.drops(*part)).collect();
        let space = Arc::new(ValueSpace::new(Arc::new(value), drops));
        let before = Dd::new(space.full(), mode);
        let inquiry = Inquiry::new(&space, before.clone());
        Self { space, inquiry, mode, before, has_looked: false }
    }

    fn dd(&self) -> &Dd {
        self.inquiry.strategy().unwrap_or(&self.before)
    }

    /// Goes on behind a strategy that is done; whether there is anything to go on with.
    ///
    /// dd takes the smallest for the side that passes, as published, whether or not it is resolved. Where no other has taken its
    /// place in the end, one that passes is looked for, and dd begins again from that.
    fn go_on(&mut self) -> bool {
        if let Some(looking) = self.inquiry.strategy::<Looking>() {
            let found = looking.found().cloned();
            return found.is_some_and(|passing| {
                let dd = Dd::between(passing, self.space.full(), self.mode);
                self.inquiry.go_on(&self.space, dd);
                true
            });
        }
        if self.has_looked || self.found() != Outcome::Unresolved {
            return false;
        }
        (self.has_looked, self.before) = (true, self.dd().clone());
        self.inquiry.go_on(&self.space, Looking::new(self.space.full()));
        true
    }

    /// The outcome of the side that should pass.
    fn found(&self) -> Outcome {
        match self.dd() {
            dd if dd.passing_side_fails() => Outcome::Fail,
            dd if dd.passing_side_passes() => Outcome::Pass,
            _ => Outcome::Unresolved,
        }
    }

    fn of(&self, config: &Config) -> Pieces {
        Pieces::Value(Arc::clone(&self.space), config.clone())
    }
}

impl Steps for SidesSearch {
    fn ask(&mut self) -> io::Result<Next> {
        loop {
            if let Some(asked) = self.inquiry.ask() {
                let pieces = self.of(&asked.config);
                return Ok(Next::candidate(asked.ticket, asked.patience, pieces));
            }
            if !self.inquiry.is_done() || !self.go_on() {
                return Ok(Next::Nothing);
            }
        }
    }

    fn tell(&mut self, ticket: u64, judgement: Judgement) -> Result<(), NotTold> {
        self.inquiry.tell(ticket, judgement)
    }

    fn give_back(&mut self, ticket: u64) -> Result<(), NotTold> {
        self.inquiry.give_back(ticket)
    }

    fn unwanted(&self) -> Vec<u64> {
        self.inquiry.unwanted()
    }

    fn best(&self) -> io::Result<Pieces> {
        Ok(self.of(self.inquiry.best()))
    }

    fn size(&self) -> u64 {
        self.dd().difference().len() as u64
    }

    fn tests(&self) -> u64 {
        self.inquiry.count().tests
    }

    fn sides(&self) -> Option<Sides> {
        let dd = self.dd();
        Some(Sides {
            passing: self.of(dd.passing()),
            failing: self.of(dd.failing()),
            difference: self.of(dd.difference()),
            found: self.found(),
        })
    }
}
