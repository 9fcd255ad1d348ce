//! The search for the units that a list or a text needs to fail.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use dwindle::search::{Inquiry, NotTold};
use dwindle::space::{ListSpace, Shared, Unit};
use dwindle::{Algorithm, Id, Judgement, Strategy, Text};

use crate::halving::Halving;
use crate::pieces::{Pieces, pieces_of};
use crate::steps::{Next, Steps};

/// Finds a 1-minimal part of a list whose elements only the caller knows, or of a text.
#[derive(Debug)]
pub(crate) struct UnitSearch {
    space: Shared,
    inquiry: Inquiry,
    algorithm: Algorithm,
    stage: Stage,
    /// What was asked about since all that was told was last said to hold.
    doubtful: Vec<Id>,
}

/// Which questions are asked.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The default's opening.
    Halving,
    /// Those of the algorithm.
    Algorithm,
    /// The final sweep, if one is needed.
    Sweep,
}

impl Stage {
    /// The first questions of all.
    fn first(space: &Shared, algorithm: Algorithm) -> (Self, Box<dyn Strategy>) {
        if algorithm == Algorithm::Dwindle {
            return (Self::Halving, Box::new(Halving::new(space.full())));
        }
        (Self::Algorithm, algorithm.strategy(&**space, space.full()))
    }
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
        let (stage, opening) = Stage::first(&space, algorithm);
        Self { inquiry: Inquiry::new(&space, opening), space, algorithm, stage, doubtful: Vec::new() }
    }

    /// Goes on behind questions that have come to their end; whether there are more.
    fn go_on(&mut self) -> bool {
        let best = self.inquiry.best();
        let next: Option<(Stage, Box<dyn Strategy>)> = match self.stage {
            Stage::Halving => Some((Stage::Algorithm, self.algorithm.strategy(&*self.space, best.clone()))),
            Stage::Algorithm => self.algorithm.sweep(best).map(|sweep| (Stage::Sweep, Box::new(sweep) as _)),
            Stage::Sweep => None,
        };
        let Some((stage, strategy)) = next else { return false };
        self.stage = stage;
        self.inquiry.go_on(&self.space, strategy);
        true
    }
}

impl Steps for UnitSearch {
    fn ask(&mut self) -> io::Result<Next> {
        loop {
            if let Some(asked) = self.inquiry.ask() {
                self.doubtful.push(asked.id);
                let pieces = pieces_of(self.space.candidate(Cow::Owned(asked.config))?)?;
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
        pieces_of(self.space.candidate(Cow::Borrowed(self.inquiry.best()))?)
    }

    fn size(&self) -> u64 {
        self.inquiry.best().len() as u64
    }

    fn tests(&self) -> u64 {
        self.inquiry.count().tests
    }

    fn is_brief(&self) -> bool {
        true
    }

    fn trust(&mut self) {
        self.doubtful.clear();
    }

    fn doubt(&mut self) {
        for id in std::mem::take(&mut self.doubtful) {
            self.inquiry.forget(id);
        }
        let (stage, opening) = Stage::first(&self.space, self.algorithm);
        self.stage = stage;
        self.inquiry.go_on(&self.space, opening);
    }
}
