//! One slot on the thread of the caller, for a single job.

use crate::slots::{Asked, End, Slots, carry_out};
use crate::test::Slot;

/// Runs each test when it is started.
pub(crate) struct Inline<'t> {
    slot: Box<dyn Slot + 't>,
    ended: Option<(u64, End)>,
}

impl<'t> Inline<'t> {
    pub(crate) const fn new(slot: Box<dyn Slot + 't>) -> Self {
        Self { slot, ended: None }
    }
}

impl Slots for Inline<'_> {
    fn width(&self) -> usize {
        1
    }

    fn start(&mut self, asked: &Asked) {
        self.ended = Some((asked.ticket, carry_out(&mut *self.slot, asked)));
    }

    fn stop(&mut self, _ticket: u64) {}

    fn wait(&mut self) -> (u64, End) {
        self.ended.take().expect("a test was started")
    }

    fn ended(&mut self) -> Option<(u64, End)> {
        self.ended.take()
    }
}
