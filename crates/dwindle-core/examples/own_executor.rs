//! An executor of its own: two machines share one licence, so that a test now and then cannot be carried out. That is no
//! outcome; the search sees to it.

use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use dwindle_core::space::{ListSpace, Space};
use dwindle_core::test::{Executor, NoJudgement, Slot};
use dwindle_core::{Algorithm, Candidate, Engine, Judgement, Outcome, Stop};

/// What tests run on.
#[derive(Default)]
struct Machines {
    licence: Mutex<()>,
    opened: AtomicUsize,
}

impl Executor for Machines {
    fn capacity(&self) -> Option<NonZeroUsize> {
        NonZeroUsize::new(2)
    }

    fn open(&self, _slot: usize) -> io::Result<Box<dyn Slot + '_>> {
        self.opened.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(Machine { licence: &self.licence }))
    }
}

struct Machine<'a> {
    licence: &'a Mutex<()>,
}

impl Slot for Machine<'_> {
    fn judge(&mut self, candidate: &Candidate<'_>, _patience: u32) -> Result<Judgement, NoJudgement> {
        let Candidate::Units(kept) = candidate else {
            return Err(candidate.unsupported("units of a list").into());
        };
        let Ok(_licence) = self.licence.try_lock() else {
            return Err(io::Error::from(io::ErrorKind::ResourceBusy).into());
        };
        let fails = kept.contains(5) && kept.contains(40);
        Ok(Judgement::new(if fails { Outcome::Fail } else { Outcome::Pass }))
    }
}

fn main() -> Result<(), Stop> {
    let machines = Machines::default();
    let space = Arc::new(ListSpace::new(64));
    // More jobs than machines: no more slots are opened than there are.
    let small = Engine::new()
        .jobs(8)
        .run(&machines, |search| Algorithm::Ddmin.reduce(search, &space, space.full()))?;
    assert_eq!(small.units().collect::<Vec<_>>(), [5, 40]);
    assert_eq!(machines.opened.into_inner(), 2);
    Ok(())
}

#[test]
fn runs() -> Result<(), Stop> {
    main()
}
