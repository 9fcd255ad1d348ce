//! Slots on threads of their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};

use crate::control::Stopper;
use crate::slots::{Asked, End, Slots, carry_out};
use crate::test::Slot;

/// How long to wait for a test's end before stopping once more what is no longer wanted.
const AGAIN: Duration = Duration::from_millis(50);

/// The coordinating side of slots that run on threads.
pub(crate) struct Threads {
    slots: Vec<Seat>,
    ended: Receiver<(usize, u64, End)>,
}

struct Seat {
    orders: Sender<Order>,
    stopper: Option<Stopper>,
    running: Option<(u64, Arc<AtomicBool>)>,
}

/// What a slot's thread is sent.
pub(crate) struct Order {
    asked: Asked,
    /// Set when the test is no longer wanted, in case it has not begun yet.
    cancelled: Arc<AtomicBool>,
}

/// What a slot's thread needs to serve: its number, its orders, and where ends go.
pub(crate) struct Station {
    slot: usize,
    orders: Receiver<Order>,
    ended: Sender<(usize, u64, End)>,
}

impl Threads {
    /// Slots with the given stoppers, and the stations that one thread each has to [`serve`].
    pub(crate) fn new(stoppers: Vec<Option<Stopper>>) -> (Self, Vec<Station>) {
        let (ends, ended) = mpsc::channel();
        let (slots, stations) = stoppers
            .into_iter()
            .enumerate()
            .map(|(slot, stopper)| {
                let (send, orders) = mpsc::channel();
                let station = Station { slot, orders, ended: ends.clone() };
                (Seat { orders: send, stopper, running: None }, station)
            })
            .unzip();
        (Self { slots, ended }, stations)
    }
}

impl Seat {
    /// Stops what runs here if it is no longer wanted.
    fn stop_cancelled(&self) {
        if let (Some((_, cancelled)), Some(stop)) = (&self.running, &self.stopper)
            && cancelled.load(Ordering::SeqCst)
        {
            stop();
        }
    }
}

impl Slots for Threads {
    fn width(&self) -> usize {
        self.slots.len()
    }

    fn start(&mut self, asked: &Asked) {
        let cancelled = Arc::new(AtomicBool::new(false));
        let slot = self.slots.iter_mut().find(|slot| slot.running.is_none()).expect("a slot is idle");
        slot.running = Some((asked.ticket, Arc::clone(&cancelled)));
        slot.orders
            .send(Order { asked: asked.clone(), cancelled })
            .expect("a slot's thread serves for as long as its orders can come");
    }

    fn stop(&mut self, ticket: u64) {
        for slot in &self.slots {
            if let Some((running, cancelled)) = &slot.running
                && *running == ticket
            {
                cancelled.store(true, Ordering::SeqCst);
                slot.stop_cancelled();
            }
        }
    }

    fn wait(&mut self) -> (u64, End) {
        loop {
            if let Some(ended) = self.wait_at_most(AGAIN) {
                return ended;
            }
        }
    }

    fn wait_at_most(&mut self, most: Duration) -> Option<(u64, End)> {
        match self.ended.recv_timeout(most) {
            Ok((slot, ticket, end)) => {
                self.slots[slot].running = None;
                Some((ticket, end))
            }
            Err(RecvTimeoutError::Timeout) => {
                // A test that began just when it was stopped has not heard of it.
                self.slots.iter().for_each(Seat::stop_cancelled);
                None
            }
            Err(RecvTimeoutError::Disconnected) => unreachable!("threads serve while the slots are there"),
        }
    }

    fn ended(&mut self) -> Option<(u64, End)> {
        let (slot, ticket, end) = self.ended.try_recv().ok()?;
        self.slots[slot].running = None;
        Some((ticket, end))
    }
}

/// Serves one slot on the current thread until the coordinating side is dropped.
pub(crate) fn serve(mut slot: Box<dyn Slot + '_>, station: &Station) {
    for order in &station.orders {
        let end = if order.cancelled.load(Ordering::SeqCst) {
            End::Stopped
        } else {
            carry_out(&mut *slot, &order.asked)
        };
        if station.ended.send((station.slot, order.asked.ticket, end)).is_err() {
            return;
        }
    }
}
