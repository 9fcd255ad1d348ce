//! What programs make of a text, made ahead of being asked for, by several processes at once.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use dwindle::Text;

use super::bench::Bench;
use super::workplace::Workplace;
use crate::process::Stopper;

/// So much is made ahead at most, or less where less may be asked for; the rest when some of it was asked for.
const AHEAD: usize = 512;

/// How often whoever waits looks after workers that are not through with a text before.
const LOOK: Duration = Duration::from_millis(50);

/// How things are made of a text, each a task.
///
/// What a task comes to depends on the text alone.
pub(super) trait Maker: Debug + Send + Sync + 'static {
    /// What is to be made, in the order in which it is asked for.
    type Task: Clone + Debug + Ord + Send;
    /// What came of it.
    type Made: Debug + Send;

    /// The task to begin with.
    fn first(&self) -> Self::Task;

    /// The tasks that follow from what came of one.
    fn next(&self, job: &Job, task: &Self::Task, made: &Self::Made) -> Vec<Self::Task>;

    /// Does a task at `bench`.
    fn make(&self, bench: &mut Bench, job: &Job, task: &Self::Task) -> Result<Self::Made, Trouble>;
}

/// A text to make things of.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) text: Text,
    pub(super) language: Option<String>,
}

/// Why there is nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The run was stopped.
    Stopped,
    /// The program is of no use.
    Useless(String),
}

/// Threads that work for one text at a time: what is asked for of it, and what will be.
///
/// What went wrong is told to whoever asks for that very task: of a text that nobody asks about, nothing is told.
#[derive(Debug)]
pub(super) struct Ahead<M: Maker> {
    shared: Arc<Shared<M>>,
}

#[derive(Debug)]
struct Shared<M: Maker> {
    maker: M,
    place: Workplace,
    board: Mutex<Board<M>>,
    changed: Condvar,
}

#[derive(Debug)]
struct Board<M: Maker> {
    job: Option<Arc<Job>>,
    /// How much of it is made ahead.
    ahead: usize,
    /// Counts the texts.
    number: u64,
    /// All tasks of this text that were not asked for yet.
    known: BTreeSet<M::Task>,
    /// Those of them that nobody began.
    waiting: BTreeSet<M::Task>,
    made: BTreeMap<M::Task, Result<M::Made, Trouble>>,
    /// Whether somebody waits for something that is not made.
    is_awaited: bool,
    workers: Vec<Worker>,
    threads: Vec<JoinHandle<()>>,
    is_closed: bool,
}

/// What a thread does.
#[derive(Debug, Default)]
struct Worker {
    stopper: Option<Stopper>,
    /// For which text it works.
    works_for: Option<u64>,
}

impl<M: Maker> Ahead<M> {
    pub(super) fn new(maker: M, place: Workplace) -> Self {
        let board = Board {
            job: None,
            ahead: 0,
            number: 0,
            known: BTreeSet::new(),
            waiting: BTreeSet::new(),
            made: BTreeMap::new(),
            is_awaited: false,
            workers: Vec::new(),
            threads: Vec::new(),
            is_closed: false,
        };
        let shared = Shared { maker, place, board: Mutex::new(board), changed: Condvar::new() };
        Self { shared: Arc::new(shared) }
    }

    /// How things are made.
    pub(super) fn maker(&self) -> &M {
        &self.shared.maker
    }

    /// Begins with a text, unless that is what it works for, and is so much ahead at most; work for another one is stopped.
    pub(super) fn begin(&self, text: &Text, language: Option<&str>, ahead: u64) {
        let mut board = self.shared.lock();
        board.begin(&self.shared.maker, text, language);
        board.ahead = usize::try_from(ahead).map_or(AHEAD, |ahead| ahead.min(AHEAD));
        Shared::hire(&self.shared, &mut board);
        self.shared.changed.notify_all();
    }

    /// What came of a task for this text, made now unless that was done ahead. It is forgotten then.
    pub(super) fn take(
        &self,
        text: &Text,
        language: Option<&str>,
        task: &M::Task,
    ) -> Result<M::Made, Trouble> {
        let shared = &self.shared;
        let mut board = shared.lock();
        board.begin(&shared.maker, text, language);
        if board.known.insert(task.clone()) {
            board.waiting.insert(task.clone());
        }
        let taken = loop {
            if let Some(made) = board.made.remove(task) {
                board.known.remove(task);
                break made;
            }
            if shared.place.control.halted().is_some() {
                break Err(Trouble::Stopped);
            }
            board.is_awaited = true;
            board.stop_outdated();
            Shared::hire(shared, &mut board);
            shared.changed.notify_all();
            let waited = shared.changed.wait_timeout(board, LOOK);
            board = waited.unwrap_or_else(PoisonError::into_inner).0;
        };
        board.is_awaited = false;
        shared.changed.notify_all();
        taken
    }

    /// Ends all work for good.
    pub(super) fn close(&self) {
        let mut board = self.shared.lock();
        board.is_closed = true;
        board.workers.iter().filter_map(|worker| worker.stopper.as_ref()).for_each(Stopper::stop);
        self.shared.changed.notify_all();
    }
}

impl<M: Maker> Drop for Ahead<M> {
    fn drop(&mut self) {
        loop {
            self.close();
            let mut board = self.shared.lock();
            let Some(thread) = board.threads.pop() else { return };
            // It may have begun a run since it was told.
            while !thread.is_finished() {
                board.workers.iter().filter_map(|worker| worker.stopper.as_ref()).for_each(Stopper::stop);
                let waited = self.shared.changed.wait_timeout(board, LOOK);
                board = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            drop(board);
            // One that panicked told so itself.
            drop(thread.join());
        }
    }
}

impl<M: Maker> Shared<M> {
    /// Every state is whole between two statements, so a panic elsewhere spoils nothing.
    fn lock(&self) -> MutexGuard<'_, Board<M>> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has one more thread, and its process, where there is work for it.
    fn hire(this: &Arc<Self>, board: &mut Board<M>) {
        let idle = board.workers.iter().filter(|worker| worker.works_for.is_none()).count();
        let number = board.workers.len();
        if board.is_closed || board.waiting.len() <= idle || number >= this.place.processes.max(1) {
            return;
        }
        let shared = Arc::clone(this);
        // Without a first thread nothing would ever be made; without another one it takes longer.
        match thread::Builder::new().spawn(move || shared.work(number)) {
            Ok(thread) => {
                board.threads.push(thread);
                board.workers.push(Worker::default());
            }
            Err(error) if number == 0 => {
                let why = Trouble::Useless(format!("no thread for it can be started: {error}"));
                for task in std::mem::take(&mut board.waiting) {
                    board.made.insert(task, Err(why.clone()));
                }
            }
            Err(_) => {}
        }
    }

    /// Does one task after the other.
    fn work(self: Arc<Self>, number: usize) {
        let mut bench = Bench::new(&self.place, number);
        let mut board = self.lock();
        while !board.is_closed {
            let Some((task, job)) = board.next_task() else {
                let waited = self.changed.wait(board);
                board = waited.unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let text = board.number;
            board.workers[number].works_for = Some(text);
            Self::hire(&self, &mut board);
            drop(board);
            let made = match bench.open() {
                _ if self.place.control.halted().is_some() => Err(Trouble::Stopped),
                Ok(stopper) => {
                    self.lock().workers[number].stopper = Some(stopper);
                    let make = || self.maker.make(&mut bench, &job, &task);
                    let made = catch_unwind(AssertUnwindSafe(make));
                    made.unwrap_or_else(|_| Err(Trouble::Useless("reading an answer panicked".to_owned())))
                }
                Err(error) => Err(Trouble::Useless(error.to_string())),
            };
            board = self.lock();
            board.workers[number].works_for = None;
            if board.number == text {
                if let Ok(made) = &made {
                    for next in self.maker.next(&job, &task, made) {
                        board.add(next);
                    }
                }
                board.made.insert(task, made);
            }
            self.changed.notify_all();
        }
        drop(board);
        self.changed.notify_all();
    }
}

impl<M: Maker> Board<M> {
    /// Makes this the text that is worked for, unless it is.
    fn begin(&mut self, maker: &M, text: &Text, language: Option<&str>) {
        if self
            .job
            .as_ref()
            .is_some_and(|job| job.text.id() == text.id() && job.language.as_deref() == language)
        {
            return;
        }
        self.job = Some(Arc::new(Job { text: text.clone(), language: language.map(str::to_owned) }));
        (self.ahead, self.number) = (AHEAD, self.number + 1);
        self.known.clear();
        self.waiting.clear();
        self.made.clear();
        self.add(maker.first());
        self.stop_outdated();
    }

    /// Adds a task, unless it is there.
    fn add(&mut self, task: M::Task) {
        if self.known.insert(task.clone()) {
            self.waiting.insert(task);
        }
    }

    /// What a thread is to do next, in the order in which it will be asked for.
    fn next_task(&mut self) -> Option<(M::Task, Arc<Job>)> {
        if self.made.len() >= self.ahead && !self.is_awaited {
            return None;
        }
        let job = Arc::clone(self.job.as_ref()?);
        self.waiting.pop_first().map(|task| (task, job))
    }

    /// Stops runs for texts before.
    fn stop_outdated(&self) {
        for worker in &self.workers {
            if worker.works_for.is_some_and(|text| text != self.number) {
                worker.stopper.iter().for_each(Stopper::stop);
            }
        }
    }
}
