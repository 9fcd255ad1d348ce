//! The search for what a value needs to fail.

use std::io;
use std::sync::Arc;

use dwindle::Judgement;
use dwindle::search::NotTold;
use dwindle::value::{Aim, Reduction, Value};

use crate::pieces::Pieces;
use crate::steps::{Next, Steps};

/// Finds a small value that still fails.
#[derive(Debug)]
pub(crate) struct ValueSearch {
    reduction: Reduction,
}

impl ValueSearch {
    /// A search in a value that fails.
    pub(crate) fn new(value: Value, aim: Aim) -> Self {
        Self { reduction: Reduction::new(value, aim) }
    }
}

impl Steps for ValueSearch {
    fn ask(&mut self) -> io::Result<Next> {
        Ok(self.reduction.ask().map_or(Next::Nothing, |asked| {
            let pieces = Pieces::Value(Arc::clone(self.reduction.space()), asked.config);
            Next::candidate(asked.ticket, asked.patience, pieces)
        }))
    }

    fn tell(&mut self, ticket: u64, judgement: Judgement) -> Result<(), NotTold> {
        self.reduction.inquiry_mut().tell(ticket, judgement)
    }

    fn give_back(&mut self, ticket: u64) -> Result<(), NotTold> {
        self.reduction.inquiry_mut().give_back(ticket)
    }

    fn unwanted(&self) -> Vec<u64> {
        self.reduction.inquiry().unwanted()
    }

    fn best(&self) -> io::Result<Pieces> {
        Ok(Pieces::Value(Arc::clone(self.reduction.space()), self.reduction.best().clone()))
    }

    fn size(&self) -> u64 {
        self.reduction.space().bake(self.reduction.best()).size().parts
    }

    fn tests(&self) -> u64 {
        self.reduction.inquiry().count().tests
    }
}
