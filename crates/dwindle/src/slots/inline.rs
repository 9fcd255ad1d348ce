//! One slot on the thread of the caller, for a single job.

use crate::Config;
use crate::slots::{End, Job, Slots, Ticket, carry_out};
use crate::space::Make;
use crate::test::Test;

/// Runs each test when it is started.
pub(crate) struct Inline<'t, T: Test + ?Sized> {
    test: &'t T,
    place: T::Place,
    ended: Option<(Ticket, End)>,
}

impl<'t, T: Test + ?Sized> Inline<'t, T> {
    pub(crate) const fn new(test: &'t T, place: T::Place) -> Self {
        Self { test, place, ended: None }
    }
}

impl<'env, T: Test + ?Sized> Slots<'env, T::Place> for Inline<'_, T> {
    fn width(&self) -> usize {
        1
    }

    fn start(&mut self, ticket: Ticket, job: Job<'env, T::Place>) {
        let end = carry_out(self.test, &mut self.place, &*job.space, &job.config, job.patience);
        self.ended = Some((ticket, end));
    }

    fn stop(&mut self, _ticket: Ticket) {}

    fn wait(&mut self) -> (Ticket, End) {
        self.ended.take().expect("a test was started")
    }

    fn ended(&mut self) -> Option<(Ticket, End)> {
        self.ended.take()
    }

    fn is_inline(&self) -> bool {
        true
    }

    fn at_once(&mut self, space: &dyn Make<T::Place>, config: &Config, patience: u32) -> End {
        carry_out(self.test, &mut self.place, space, config, patience)
    }
}
