//! The search for what passes, and for what makes the difference.

use std::io;
use std::sync::Arc;

use dwindle::search::{Inquiry, NotTold};
use dwindle::space::Space;
use dwindle::strategy::{Dd, Mode};
use dwindle::value::{Edit, Value, ValueSpace};
use dwindle::{Config, Judgement};

use crate::pieces::Pieces;
use crate::steps::{Next, Sides, Steps, Ticket};

/// Narrows the difference between a value that fails and what is left of it without the elements of its parts, by the
/// Debugging Book's general dd.
#[derive(Debug)]
pub(crate) struct SidesSearch {
    space: Arc<ValueSpace>,
    inquiry: Inquiry,
}

impl SidesSearch {
    /// A search in a value that fails.
    pub(crate) fn new(value: Value, mode: Mode) -> Self {
        let nodes = value.by_depth();
        let parts = nodes.iter().filter(|(_, depth)| *depth == 1);
        let drops: Vec<Edit> = parts.flat_map(|(part, _)| value.drops(*part)).collect();
        let space = Arc::new(ValueSpace::new(Arc::new(value), drops));
        let inquiry = Inquiry::new(&space, Dd::new(space.full(), mode));
        Self { space, inquiry }
    }

    fn dd(&self) -> &Dd {
        self.inquiry.strategy().expect("it is the strategy that was given")
    }

    fn of(&self, config: &Config) -> Pieces {
        Pieces::Value(Arc::clone(&self.space), config.clone())
    }
}

impl Steps for SidesSearch {
    fn ask(&mut self) -> io::Result<Next> {
        Ok(self.inquiry.ask().map_or(Next::Nothing, |asked| {
            let pieces = self.of(&asked.config);
            Next::Candidate(Ticket { number: asked.ticket, pieces, patience: asked.patience })
        }))
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
            is_none_passing: dd.passing_side_fails(),
        })
    }
}
