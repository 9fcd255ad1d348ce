//! Adds bests on a thread of its own: to compare two texts of megabytes takes up to half a second, for which a search need not wait.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{Builder, JoinHandle};

use dwindle::Id;

use super::{BestStep, Steps};

/// So many bests wait to be added; whoever brings another one waits, too.
const MOST: usize = 2;

/// The bests of a run, open for more of them, which are added meanwhile.
///
/// What is added is on its way to the disk; all of it is there after [`Beside::end`], or when this is dropped. The first error ends it:
/// no best is added any more.
#[derive(Debug)]
pub struct Beside {
    known: BTreeSet<Id>,
    is_over: Arc<AtomicBool>,
    adding: Option<Adding>,
}

#[derive(Debug)]
struct Adding {
    sender: SyncSender<(BestStep, Vec<u8>)>,
    thread: JoinHandle<Steps>,
}

impl Beside {
    /// Adds to `steps` from now on.
    ///
    /// # Errors
    /// When there can be no thread.
    pub fn new(mut steps: Steps) -> io::Result<Self> {
        let (known, is_over) = (steps.known.clone(), Arc::new(AtomicBool::new(false)));
        let (sender, receiver) = sync_channel::<(BestStep, Vec<u8>)>(MOST);
        let over = Arc::clone(&is_over);
        let thread = Builder::new().spawn(move || {
            for (step, bytes) in receiver {
                if steps.add(step, bytes).is_err() || steps.is_full() {
                    over.store(true, Ordering::Relaxed);
                    break;
                }
            }
            steps
        })?;
        Ok(Self { known, is_over, adding: Some(Adding { sender, thread }) })
    }

    /// Whether this best is not there yet, and may be.
    pub fn wants(&self, step: &BestStep) -> bool {
        step.size <= Steps::LARGEST as u64
            && !self.is_over.load(Ordering::Relaxed)
            && !self.known.contains(&step.id)
    }

    /// Adds a best, whose contents `bytes` are, unless it is there already or there is no room for it.
    pub fn add(&mut self, step: BestStep, bytes: Vec<u8>) {
        if let Some(Adding { sender, .. }) = self.adding.as_ref().filter(|_| self.wants(&step)) {
            // Where nothing is added any more, nobody receives it.
            drop(sender.send((step, bytes)));
            self.known.insert(step.id);
        }
    }

    /// Waits until all are added, and gives them back.
    pub fn end(mut self) -> Option<Steps> {
        self.wait()
    }

    fn wait(&mut self) -> Option<Steps> {
        let Adding { sender, thread } = self.adding.take()?;
        drop(sender);
        thread.join().ok()
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        drop(self.wait());
    }
}

#[cfg(test)]
mod tests {
    use super::super::{all, contents};
    use super::*;

    #[test]
    fn all_that_was_added_is_there_in_order_and_nothing_twice() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("steps");
        for _ in 0..2 {
            let mut steps = Beside::new(Steps::open(&path).unwrap()).unwrap();
            for number in 0..20 {
                let step = BestStep { asked: number, id: Id(number.into()), size: 20 - number };
                steps.add(step, vec![b'x'; 20 - usize::try_from(number).unwrap()]);
                assert!(!steps.wants(&step));
            }
        }
        assert_eq!(
            all(&path).unwrap().iter().map(|step| step.asked).collect::<Vec<_>>(),
            (0..20).collect::<Vec<_>>()
        );
        assert_eq!(contents(&path, 19).unwrap().as_deref(), Some(&b"x"[..]));
    }
}
