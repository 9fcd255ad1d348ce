//! Slots in virtual time: for measuring how an algorithm scales, and for showing that jobs change nothing.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::slots::{Asked, End, Slots, carry_out};
use crate::test::Slot;

/// A clock that only tests move: each takes as many ticks as `duration` says of its running number.
#[derive(Clone)]
pub struct VirtualTime {
    now: Arc<AtomicU64>,
    duration: Arc<dyn Fn(u64) -> u64 + Send + Sync>,
}

impl VirtualTime {
    /// A clock at 0 whose `n`-th test takes `duration(n)` ticks.
    pub fn new(duration: impl Fn(u64) -> u64 + Send + Sync + 'static) -> Self {
        Self { now: Arc::default(), duration: Arc::new(duration) }
    }

    /// Ticks gone by.
    pub fn now(&self) -> u64 {
        self.now.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for VirtualTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("VirtualTime").field(&self.now()).finish()
    }
}

/// Slots whose tests are carried out at once and end later on a virtual clock.
pub(crate) struct Simulated<'t> {
    slot: Box<dyn Slot + 't>,
    width: usize,
    clock: VirtualTime,
    /// By the time of their end, then by their order of starting.
    running: BTreeMap<(u64, u64), End>,
}

impl<'t> Simulated<'t> {
    pub(crate) const fn new(slot: Box<dyn Slot + 't>, width: usize, clock: VirtualTime) -> Self {
        Self { slot, width, clock, running: BTreeMap::new() }
    }
}

impl Slots for Simulated<'_> {
    fn width(&self) -> usize {
        self.width
    }

    fn start(&mut self, asked: &Asked) {
        assert!(self.running.len() < self.width, "no slot is idle");
        let end = carry_out(&mut *self.slot, asked);
        let time = self.clock.now() + (self.clock.duration)(asked.ticket);
        self.running.insert((time, asked.ticket), end);
    }

    fn stop(&mut self, ticket: u64) {
        if let Some(&key) = self.running.keys().find(|(_, running)| *running == ticket) {
            self.running.remove(&key);
            self.running.insert((self.clock.now(), ticket), End::Stopped);
        }
    }

    fn wait(&mut self) -> (u64, End) {
        let ((time, ticket), end) = self.running.pop_first().expect("a test was started");
        self.clock.now.store(time, Ordering::Relaxed);
        (ticket, end)
    }

    fn time_stands_still(&self) -> bool {
        true
    }

    fn ended(&mut self) -> Option<(u64, End)> {
        let entry = self.running.first_entry()?;
        let &(time, ticket) = entry.key();
        (time <= self.clock.now()).then(|| (ticket, entry.remove()))
    }
}
