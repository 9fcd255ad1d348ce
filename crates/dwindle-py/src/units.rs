//! The search for the units that a list or a text needs to fail.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use dwindle::search::{Inquiry, NotTold};
use dwindle::space::{ListSpace, Shared, Unit};
use dwindle::{Algorithm, Judgement, Text};

use crate::pieces::{Pieces, pieces_of};
use crate::steps::{Next, Steps, Ticket};

/// Finds a 1-minimal part of a list whose elements only the caller knows, or of a text.
#[derive(Debug)]
pub(crate) struct UnitSearch {
    space: Shared,
    inquiry: Inquiry,
    algorithm: Algorithm,
    /// The final sweep runs, or none is needed.
    is_swept: bool,
}

impl UnitSearch {
    /// A search among the elements of a list of this length.
    pub(crate) fn of_list(len: usize, algorithm: Algorithm) -> Self {
        Self::of(Arc::new(ListSpace::new(len)), algorithm)
    }

    /// A search among the units of a text.
    pub(crate) fn of_text(text: &Text, unit: Unit, algorithm: Algorithm) -> Self {
        Self::of(Arc::new(text.cut(unit)), algorithm)
    }

    fn of(space: Shared, algorithm: Algorithm) -> Self {
        let inquiry = Inquiry::new(&space, algorithm.strategy(&*space, space.full()));
        Self { space, inquiry, algorithm, is_swept: false }
    }
}

impl Steps for UnitSearch {
    fn ask(&mut self) -> io::Result<Next> {
        let mut asked = self.inquiry.ask();
        if asked.is_none() && !self.is_swept && self.inquiry.is_done() {
            self.is_swept = true;
            if let Some(sweep) = self.algorithm.sweep(self.inquiry.best()) {
                self.inquiry.go_on(&self.space, sweep);
                asked = self.inquiry.ask();
            }
        }
        let Some(asked) = asked else { return Ok(Next::Nothing) };
        let pieces = pieces_of(self.space.candidate(Cow::Owned(asked.config))?)?;
        Ok(Next::Candidate(Ticket { number: asked.ticket, pieces, patience: asked.patience }))
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
        pieces_of(self.space.candidate(Cow::Borrowed(self.inquiry.best()))?)
    }

    fn size(&self) -> u64 {
        self.inquiry.best().len() as u64
    }

    fn tests(&self) -> u64 {
        self.inquiry.count().tests
    }
}
